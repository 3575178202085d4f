"""A hall under load: many tables of four people who move as fast as is asked for.

The hall runs in a process of its own, the people in this one; all on this machine.
"""

import asyncio
import secrets
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from .apart import EndedError, Hall, Used
from .hub import token_hash
from .load_seat import Person, Tally
from .protocol import Settings
from .rules_page import read_rules
from .seating import SEATS, AnyEvent, RoomOpened, SatDown, to_payload
from .services import now_ms
from .store import Row, open_store

RULES = "huanle-2"
TABLES = 250
SECONDS = 20
RATE = 1000
SPREAD_S = 10.0
# A hall lets so many connections of one address in at once, and so many more a second.
AT_ONCE, A_SECOND = 390, 38
MOVES_A_PERSON = 5  # more a second is a flood
PATIENCE_S = 60.0
TICK_S = 0.002
CATCH_UP_S = 0.02

Told = Callable[[str, float], None]


@dataclass(frozen=True, slots=True)
class Figures:
    """What was measured; times in ms, from sending a move until it is known to be stored.

    `server_share` and `engine_share` are of one core; `kb_per_connection` holds its share of
    the tables.  `refused` and `cut_off` should be 0.
    """

    tables: int
    connections: int
    seconds: float
    moves: int
    moves_per_s: float
    ack_p50_ms: float
    ack_p99_ms: float
    ack_p999_ms: float
    ack_worst_ms: float
    events_per_s: float
    frames_per_s: float
    server_share: float
    engine_share: float
    client_share: float
    kb_per_connection: float
    server_mb: float
    refused: int
    cut_off: int


class Crowd:
    """All people of all tables; those who want to move do so in turn, at some rate.

    Without a rate they are as fast as people may be.
    """

    def __init__(self, tables: int, rate: float) -> None:
        most = float(tables * SEATS * MOVES_A_PERSON)
        self.rate = min(rate, most) if rate else most
        self.tally = Tally()
        self.people: list[Person] = []
        self.waiting: deque[Person] = deque()

    def wants(self, person: Person) -> None:
        """A person's turn has come."""
        self.waiting.append(person)

    async def move(self) -> None:
        """Let people move for ever."""
        allowed, before = 0.0, time.perf_counter()
        while True:
            now = time.perf_counter()
            allowed = min(allowed + (now - before) * self.rate, 1 + self.rate * CATCH_UP_S)
            before = now
            while self.waiting and allowed >= 1:
                allowed -= 1
                self.waiting.popleft().move()
            await asyncio.sleep(TICK_S)

    async def until(self, happens: Callable[[], bool]) -> None:
        """Wait until something holds.  Raises EndedError."""
        end = time.monotonic() + PATIENCE_S
        while not happens():
            if time.monotonic() > end:
                raise EndedError("hall.stuck", problem=f"{len(self.waiting)}/{len(self.people)}")
            await asyncio.sleep(0.05)


async def load(
    folder: Path,
    tables: int = TABLES,
    seconds: float = SECONDS,
    rate: float = RATE,
    told: Told = lambda _part, _done: None,
) -> Figures:
    """Measure a hall in an empty folder.  `told` hears of each part how much is done.

    Raises EndedError, OSError if the hall cannot bear it.
    """
    crowd = Crowd(tables, rate)
    crowd.people = await furnish(folder, tables, crowd)
    hall = Hall(folder, SHENGJI_PACE="1")  # without pauses nobody would be waited for
    mover: asyncio.Task[None] | None = None
    try:
        await hall.start()
        empty = await hall.used()
        await _connect(crowd, hall.port, told)
        full = await hall.used()
        mover = asyncio.create_task(crowd.move())
        await _start(crowd, min(SPREAD_S, seconds), told)
        return await _measure(crowd, hall, seconds, full.rss - empty.rss, told)
    finally:
        if mover is not None:
            mover.cancel()
        for person in crowd.people:
            person.leave()
        await hall.kill()


async def furnish(folder: Path, tables: int, crowd: Crowd) -> list[Person]:
    """Put people and tables into the data of a hall that has not started; who they are."""
    log, guests = open_store(folder)
    people, stored = [], []
    for number in range(tables):
        code = f"t{number:05}"
        tokens = [secrets.token_urlsafe(32) for _ in range(SEATS)]
        for seat, token in enumerate(tokens):
            name = f"{number}.{seat}"
            stored.append(guests.create(name, token_hash(token), name, now_ms()))
            people.append(Person(seat, token, code, crowd.tally, crowd.wants))
        log.append(_rows(code, [f"{number}.{seat}" for seat in range(SEATS)]))
    await asyncio.gather(*stored)
    await log.close()
    return people


def _rows(code: str, names: Sequence[str]) -> list[Row]:
    """A table at which four people sit."""
    opened = RoomOpened(
        host=names[0],
        name=names[0],
        rules=read_rules({"id": RULES}).to_data(),
        settings=Settings(speed="instant"),
    )
    sat = [SatDown(seat=seat, person=name, name=name) for seat, name in enumerate(names)]
    events: list[AnyEvent] = [opened, *sat]
    return [
        Row(code, seq, now_ms(), names[0], None, type(event).__name__, to_payload(event))
        for seq, event in enumerate(events, start=1)
    ]


async def _connect(crowd: Crowd, port: int, told: Told) -> None:
    """Bring everybody in, no faster than the hall lets them."""
    began = time.perf_counter()
    for number, person in enumerate(crowd.people):
        early = (number - AT_ONCE) / A_SECOND - (time.perf_counter() - began)
        if early > 0:
            await asyncio.sleep(early)
        await person.connect(port)
        told("connect", number / len(crowd.people))
    await crowd.until(lambda: all(person.here for person in crowd.people))


async def _start(crowd: Crowd, seconds: float, told: Told) -> None:
    """Begin at one table after another, so that not all deals fall together."""
    hosts = crowd.people[::SEATS]
    for number, host in enumerate(hosts):
        host.command({"t": "start"})
        told("start", number / len(hosts))
        await asyncio.sleep(seconds / len(hosts))
    await crowd.until(lambda: all(person.phase for person in crowd.people))


async def _wait(seconds: float, part: str, told: Told) -> None:
    end = time.perf_counter() + seconds
    while (left := end - time.perf_counter()) > 0:
        told(part, 1 - left / seconds)
        await asyncio.sleep(min(0.25, left))


async def _measure(crowd: Crowd, hall: Hall, seconds: float, grown: int, told: Told) -> Figures:
    """Count and time what happens in so many seconds."""
    tally = crowd.tally
    before, cpu = await hall.used(), time.process_time()
    frames, events, moves = tally.frames, tally.events, len(tally.waits)
    await _wait(seconds, "measure", told)
    after, own = await hall.used(), time.process_time() - cpu
    passed = after.at - before.at
    waits = sorted(tally.waits[moves:])
    server = (after.cpu - before.cpu) / passed
    return Figures(
        tables=len(crowd.people) // SEATS,
        connections=len(crowd.people),
        seconds=round(passed, 3),
        moves=len(waits),
        moves_per_s=round(len(waits) / passed, 1),
        ack_p50_ms=_part_of(waits, 0.5),
        ack_p99_ms=_part_of(waits, 0.99),
        ack_p999_ms=_part_of(waits, 0.999),
        ack_worst_ms=_part_of(waits, 1.0),
        events_per_s=round((tally.events - events) / passed, 1),
        frames_per_s=round((tally.frames - frames) / passed, 1),
        server_share=round(server, 3),
        engine_share=round(server * _engine(before, after), 3),
        client_share=round(own / passed, 3),
        kb_per_connection=round(grown / 1024 / len(crowd.people), 1),
        server_mb=round(after.rss / 1024 / 1024, 1),
        refused=tally.refused,
        cut_off=tally.lost,
    )


def _engine(before: Used, after: Used) -> float:
    """The engine's share of the processor's time."""
    samples = after.samples - before.samples
    return (after.engine - before.engine) / samples if samples else 0.0


def _part_of(waits: Sequence[float], part: float) -> float:
    """The time within which this part of the waits ended, in ms."""
    if not waits:
        return 0.0
    return round(waits[min(len(waits) - 1, int(len(waits) * part))] * 1000, 3)

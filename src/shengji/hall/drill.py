"""The kill drill: a hall of its own is killed again and again while tables play.

Afterwards the log is held against what every client was told: nothing that was acknowledged may
be lost or stand twice, nothing that was seen may be undone.
"""

import asyncio
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec

from shengji.bots import novice
from shengji.engine.events import Event, MatchStarted
from shengji.engine.record_verify import verify
from shengji.engine.ruleset import Ruleset, preset
from shengji.engine.view import redact

from .apart import EndedError, Hall
from .client import LOST, Client, ProtocolError
from .seating import AnyEvent, RoomFact, from_payload, wire_event
from .store import Row, open_store

RULES = ("huanle-2", "jj", "weijia-1", "eighty")
ALIVE_S = (0.0, 0.6)  # how long a hall in which all play goes on
DIES_STARTING = 0.15
DIES_YOUNG = 0.2
STARTING_S = (0.0, 0.5)
YOUNG_S = (0.0, 0.1)
AGAIN_S = 0.02
PLAY_S = 30.0
HOST = 0
COMPLAINT = " ERROR "


class Fault(NamedTuple):
    """Something that must not be: lost, doubled, undone or other, and in words."""

    kind: str
    text: str


@dataclass
class Report:
    """What the drill found: counts, faults, and seconds from a kill to the next stored move."""

    kills: int = 0
    acknowledged: int = 0
    seen: int = 0
    events: int = 0
    faults: list[Fault] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    def number(self, kind: str) -> int:
        """How many faults there are of a kind."""
        return sum(fault.kind == kind for fault in self.faults)


class Player:
    """A person with three bots who plays whatever happens, and remembers what it was told."""

    def __init__(self, client: Client, rules: Ruleset, rng: Random) -> None:
        self.client = client
        self.rules = rules
        self.rng = rng
        self.acknowledged: dict[str, int] = {}
        self.seen: dict[int, Any] = {}
        self.faults: list[Fault] = []
        self.asked_before: set[str] = set()
        self.moved: float | None = None
        client.heard = self._hear

    def hall_died(self) -> None:
        """From now on only commands that are new count as a move."""
        self.asked_before = set(self.client.unanswered)
        self.moved = None

    def _hear(self, frame: dict[str, Any]) -> None:
        if frame["t"] == "ack":
            self.acknowledged[frame["cid"]] = frame["seq"]
            if frame["cid"] not in self.asked_before:
                self.moved = self.moved or time.monotonic()
        elif frame["t"] == "ev":
            seq, event = frame["seq"], frame["event"]
            if self.seen.setdefault(seq, event) != event:
                self._blame(f"{seq} was {self.seen[seq]}, now {event}")

    def _blame(self, text: str) -> None:
        self.faults.append(Fault("undone", f"{self.client.code}: {text}"))

    def place(self) -> str:
        """Where the person is, in a few words."""
        match = self.client.match or {}
        return f"{self.client.code} {self.client.seq} {match.get('phase')} {match.get('due')}"

    async def play(self) -> None:
        """Play for ever, through every loss of the connection."""
        client = self.client
        while True:
            try:
                with suppress(*LOST):
                    await client.enter(client.code, client.seq or None)
                    await self._play_on()
            except ProtocolError as error:
                self._blame(str(error))
                client.seq = 0
            await asyncio.sleep(AGAIN_S)

    async def _play_on(self) -> None:
        client = self.client
        await client.until(lambda: client.closed or not client.unanswered, PLAY_S)
        await client.until(lambda: client.closed or client.room, PLAY_S)
        while client.closed is None:
            await client.until(lambda: client.closed or self._wish(), PLAY_S)
            wish = self._wish()
            if wish and client.closed is None:
                with suppress(ProtocolError):
                    await self._do(wish)

    def _wish(self) -> str:
        """What is to be done now, "" if nothing is."""
        client = self.client
        phase = client.room["phase"]
        if phase != "playing":
            return {"lobby": "start", "ended": "again"}[phase]
        if client.is_waited_for():
            return "next"
        return "act" if client.my_turn() else ""

    async def _do(self, wish: str) -> None:
        if wish == "act":
            await self.client.act(novice.decide(self.client.view(), self.rng, 0))
        else:
            await self.client.do(wish)


async def drill(
    folder: Path,
    rooms: int,
    kills: int,
    seed: int,
    rules: Sequence[str] = RULES,
    told: Callable[[int], None] = lambda _: None,
) -> Report:
    """Play at so many tables, by these rules in turn, while the hall is killed so often.

    `told` hears of every kill.  Raises EndedError if a hall does not come back or a table
    does not go on.
    """
    report = Report()
    hall = Hall(folder)
    players: list[Player] = []
    tasks: list[asyncio.Task[None]] = []
    try:
        await hall.start()
        for number in range(rooms):
            rng = Random(f"{seed}/{number}")
            players.append(await _seated(hall, preset(rules[number % len(rules)]), rng))
        tasks += [asyncio.create_task(player.play()) for player in players]
        await _kill_on(hall, players, tasks, Random(seed), kills, report, told)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for player in players:
            with suppress(ProtocolError):
                await player.client.leave()
        await hall.kill()
    await _judge(hall, players, report)
    return report


async def _seated(hall: Hall, rules: Ruleset, rng: Random) -> Player:
    client = await Client.guest(hall.base)
    body = {"rules": {"id": rules.id}, "bots": "novice", "start": True}
    client.code = (await client.post("/api/rooms", body))["code"]
    return Player(client, rules, rng)


async def _kill_on(
    hall: Hall,
    players: list[Player],
    tasks: list["asyncio.Task[None]"],
    rng: Random,
    kills: int,
    report: Report,
    told: Callable[[int], None],
) -> None:
    """Kill at any moment: while all play, just after the doors opened, or before."""
    await _all_play(players, tasks, time.monotonic())
    while report.kills < kills:
        await asyncio.sleep(rng.uniform(*ALIVE_S))
        await hall.kill()
        killed = time.monotonic()
        for player in players:
            player.hall_died()
        await hall.launch()
        report.kills += 1
        fate = rng.random()
        if report.kills < kills and fate < DIES_STARTING + DIES_YOUNG:
            if fate < DIES_STARTING:
                await asyncio.sleep(rng.uniform(*STARTING_S))
            else:
                await hall.listening()
                await asyncio.sleep(rng.uniform(*YOUNG_S))
            await hall.kill()
            killed = time.monotonic()
            await hall.launch()
            report.kills += 1
        await hall.listening()
        report.seconds += await _all_play(players, tasks, killed)
        told(report.kills)


async def _all_play(
    players: list[Player], tasks: list["asyncio.Task[None]"], killed: float
) -> list[float]:
    """Wait until every person has played since the kill; how long each took."""
    while waited_for := [player for player in players if player.moved is None]:
        for task in tasks:
            if task.done():
                task.result()
        if time.monotonic() > killed + PLAY_S:
            places = ", ".join(player.place() for player in waited_for)
            raise EndedError("hall.stuck", problem=places)
        await asyncio.sleep(0.005)
    return [player.moved - killed for player in players if player.moved is not None]


async def _judge(hall: Hall, players: list[Player], report: Report) -> None:
    """Hold the log against what the clients were told, and look for complaints."""
    log, _ = open_store(hall.folder)
    for player in players:
        rows = await log.load(player.client.code)
        report.events += len(rows)
        report.seen += len(player.seen)
        report.acknowledged += len(player.acknowledged)
        report.faults += player.faults + faults_of(player, rows)
    await log.close()
    for line in hall.log.read_text(errors="replace").splitlines():
        if COMPLAINT in line:
            report.faults.append(Fault("other", line))


def faults_of(player: Player, rows: list[Row]) -> list[Fault]:
    """What is wrong with a room's log, seen from what its person was told."""
    found = _lost_or_doubled(player, rows)
    if [row.seq for row in rows] != list(range(1, len(rows) + 1)):
        found.append(Fault("lost", "a hole in the log"))
    stored = {row.seq: from_payload(row.type, row.payload) for row in rows}
    for seq, told in player.seen.items():
        is_now = as_told(stored[seq], player.rules) if seq in stored else None
        if is_now != told:
            found.append(Fault("undone", f"{seq} was seen as {told} and is {is_now}"))
    for match in _matches(stored.values()):
        try:
            verify(match)
        except Exception as error:
            found.append(Fault("other", f"a match cannot be played again: {error!r}"))
    return [Fault(kind, f"{player.client.code}: {text}") for kind, text in found]


def _matches(events: Iterable[AnyEvent]) -> list[list[Event]]:
    """The events of each match."""
    found: list[list[Event]] = [[]]
    for event in events:
        if isinstance(event, MatchStarted):
            found.append([])
        if not isinstance(event, RoomFact):
            found[-1].append(event)
    return [match for match in found if match]


def _lost_or_doubled(player: Player, rows: list[Row]) -> list[Fault]:
    found = []
    stored: dict[str, list[int]] = {}
    for row in rows:
        if row.cid is not None:
            stored.setdefault(row.cid, []).append(row.seq)
    for cid, seqs in stored.items():
        if len(seqs) > 1:
            found.append(Fault("doubled", f"{cid} stands at {seqs}"))
    for cid, seq in player.acknowledged.items():
        if seq not in stored.get(f"{player.client.person}:{cid}", ()):
            found.append(Fault("lost", f"{cid} was acknowledged as {seq}"))
    return found


def as_told(event: AnyEvent, rules: Ruleset) -> Any:
    """An event as the host of a room is told of it."""
    seen = event if isinstance(event, RoomFact) else redact(event, HOST, rules)
    return msgspec.json.decode(msgspec.json.encode(wire_event(seen)))

"""The hub: every room that is awake, every person's right to be somebody, and how it all ends."""

import asyncio
import hashlib
import logging
import secrets
import time
from collections.abc import Sequence
from contextlib import suppress
from random import Random, SystemRandom
from typing import Any, NamedTuple

from shengji.bots.tiers import TIERS
from shengji.engine.ruleset import PRESETS
from shengji.words import words

from . import commands
from .calls import CreateBody, JoinBody, Joined, RoomBrief, SeatBrief, Session
from .commands import Refused, clean_name
from .feeds import encode
from .protocol import CLOSE_NO_ROOM, CLOSE_RESTART, Notice, Sit, Start
from .room import Room
from .rules_page import read_rules
from .seating import (
    AnyEvent,
    BotSeated,
    RoomClosed,
    RoomOpened,
    SatDown,
)
from .services import Services, now_ms
from .settings import Settings
from .store import EventLog, GuestBook, LogError
from .thinkers import Thinkers

CODE_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
CODE_LENGTH = 6
TOKEN_BYTES = 32
LINK_SECONDS = 120
SLEEP_SECONDS = 300
SWEEP_SECONDS = 60
BEAT_SECONDS = 0.5
MOST_PEOPLE_KNOWN = 20_000
LAST_WORDS_SECONDS = 2.0
LOOK_SECONDS = 0.02
CLOSE_AFTER_MS = 30 * 24 * 3600 * 1000
MOST_ROOMS_SHOWN = 8

log = logging.getLogger("shengji.hall")


class HubError(Exception):
    """What the hub refuses; `code` names a sentence under `hall.refusal`."""

    def __init__(self, code: str, status: int = 409, **facts: Any) -> None:
        super().__init__(code)
        self.code = code
        self.status = status
        self.facts = facts


class Person(NamedTuple):
    """Somebody, by public id."""

    id: str
    name: str


def token_hash(token: str) -> str:
    """What is stored of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


class Hub:
    """Rooms and guests of one process."""

    def __init__(
        self,
        settings: Settings,
        event_log: EventLog,
        guests: GuestBook,
        thinkers: Thinkers,
        rng: Random | None = None,
    ) -> None:
        self.settings = settings
        self.log = event_log
        self.guests = guests
        self.services = Services(
            log=event_log,
            thinkers=thinkers,
            pace=settings.pace,
            bots_alone=settings.bots_alone,
            rng=rng or SystemRandom(),
            broken=self._forget,
        )
        self.rooms: dict[str, Room] = {}
        self.opening: dict[str, asyncio.Task[Room | None]] = {}
        self.people: dict[str, Person] = {}
        self.links: dict[str, tuple[str, float]] = {}
        self.shut: set[str] = set()
        self.draining = False
        self.lag_ms = 0.0
        self._keeping: list[asyncio.Task[None]] = []

    # -- people ----------------------------------------------------------------------------------

    async def person(self, token: str | None) -> Person | None:
        """Whose token that is."""
        if not token:
            return None
        hashed = token_hash(token)
        known = self.people.get(hashed)
        if known is None:
            guest = await self.guests.by_token(hashed)
            if guest is None:
                return None
            known = self.people[hashed] = Person(guest.person, guest.name)
            await self.guests.seen(known.id, now_ms())
        return known

    async def new_person(self, name: str | None, lang: str) -> tuple[Person, str]:
        """A new guest, and the token that is theirs alone."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        given = clean_name(name or "")
        number = secrets.randbelow(900) + 100
        person = Person(secrets.token_hex(6), given or words(lang).say("hall.guest", number=number))
        await self.guests.create(person.id, token_hash(token), person.name, now_ms())
        self.people[token_hash(token)] = person
        return person, token

    async def rename(self, person: Person, name: str) -> Person:
        """Call a person something else.  Raises HubError for a name that shows nothing."""
        given = clean_name(name)
        if not given:
            raise HubError("no_name", 400)
        await self.guests.rename(person.id, given)
        renamed = person._replace(name=given)
        for hashed, known in self.people.items():
            if known.id == person.id:
                self.people[hashed] = renamed
        return renamed

    def link_code(self, person: Person) -> str:
        """A code by which a second device becomes this person: once, for two minutes."""
        now = time.monotonic()
        self.links = {code: link for code, link in self.links.items() if link[1] > now}
        code = secrets.token_urlsafe(12)
        self.links[code] = (person.id, now + LINK_SECONDS)
        return code

    async def claim(self, code: str) -> tuple[Person, str]:
        """The person behind a linking code, and a new token.  Raises HubError."""
        link = self.links.pop(code, None)
        if link is None or link[1] < time.monotonic():
            raise HubError("link_is_over", 410)
        token = secrets.token_urlsafe(TOKEN_BYTES)
        await self.guests.link(link[0], token_hash(token), now_ms())
        person = await self.person(token)
        assert person is not None
        return person, token

    async def session(self, person: Person) -> Session:
        """Who a person is, and the tables that can go on."""
        found = []
        for code, _ in (await self.guests.rooms_of(person.id))[: MOST_ROOMS_SHOWN * 2]:
            room = await self.room(code)
            if room is not None and room.shown.seat_of(person.id) is not None:
                found.append(self.brief(room, person))
        return Session(
            person=person.id,
            name=person.name,
            rooms=tuple(found[:MOST_ROOMS_SHOWN]),
            presets=PRESETS,
            tiers=tuple(TIERS),
        )

    # -- rooms -----------------------------------------------------------------------------------

    async def room(self, code: str) -> Room | None:
        """A room that there is, awake; None where there is none."""
        awake = self.rooms.get(code)
        if awake is not None:
            awake.touched = time.monotonic()
            return awake
        if code in self.shut:
            return None
        if code not in self.opening:
            task = asyncio.get_running_loop().create_task(self._load(code))
            self.opening[code] = task
            task.add_done_callback(lambda _: self.opening.pop(code, None))
        return await asyncio.shield(self.opening[code])

    async def _load(self, code: str) -> Room | None:
        rows = await self.log.load(code)
        if not rows:
            return None
        room = Room(code, self.services)
        try:
            await asyncio.to_thread(room.restore, rows)
        except Exception:
            log.exception("room %s cannot be read", code)
            self.shut.add(code)
            return None
        if room.state.closed:
            self.shut.add(code)
            return None
        self.rooms[code] = room
        return room

    def _forget(self, room: Room) -> None:
        if self.rooms.get(room.code) is room:
            del self.rooms[room.code]
        log.error("room %s is read again from the log", room.code)

    async def create(self, person: Person, body: CreateBody) -> Room:
        """A new room with its host in a seat.  Raises HubError, RulesetError."""
        if self.draining:
            raise HubError("going_down", 503)
        if len(self.rooms) >= self.settings.max_rooms:
            raise HubError("hall_is_full", 503)
        if body.bots is not None and body.bots not in TIERS:
            raise HubError("no_such_tier", 400, tier=body.bots, tiers=", ".join(TIERS))
        rules = read_rules(body.rules)
        code = await self._new_code()
        room = self.rooms[code] = Room(code, self.services)
        events: list[AnyEvent] = [
            RoomOpened(
                host=person.id, name=person.name, rules=rules.to_data(), settings=body.settings
            ),
            SatDown(seat=0, person=person.id, name=person.name),
        ]
        if body.bots is not None:
            events += [BotSeated(seat=seat, tier=body.bots, name="") for seat in (1, 2, 3)]
        await self._stored(room, events, person.id)
        if body.start:
            command = Start(cid="start", seq=room.seq)
            found = room.decide(person.id, command)
            assert isinstance(found, tuple)
            await self._stored(room, found, person.id)
        await self.guests.touch(person.id, code, now_ms())
        return room

    async def _new_code(self) -> str:
        while True:
            code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
            if await self.room(code) is None and code not in self.rooms:
                return code

    async def _stored(self, room: Room, events: Sequence[AnyEvent], actor: str) -> None:
        stored = room.commit(events, actor)
        await stored

    async def join(self, room: Room, person: Person, body: JoinBody) -> Joined:
        """Take a seat, or watch where none is to be had.  Raises HubError."""
        await self.guests.touch(person.id, room.code, now_ms())
        came = commands.came(room.state, person.id, person.name)
        if came:
            await self._stored(room, came, person.id)
        mine = room.state.seat_of(person.id)
        if mine is not None:
            return Joined(code=room.code, seat=mine, asked=False)
        seat = body.seat if body.seat is not None else _free_seat(room)
        if seat is None:
            return Joined(code=room.code, seat=None, asked=False)
        found = room.decide(person.id, Sit(cid="sit", seq=room.seq, seat=seat))
        if isinstance(found, Refused) and body.seat is None and found.code != "try_again":
            return Joined(code=room.code, seat=None, asked=False)
        if isinstance(found, Refused):
            raise HubError(found.code, 409, **found.facts)
        assert isinstance(found, tuple)
        if found:
            await self._stored(room, found, person.id)
        now = room.state.seat_of(person.id)
        return Joined(code=room.code, seat=now, asked=now is None)

    def brief(self, room: Room, person: Person | None) -> RoomBrief:
        """A room as an invitation shows it: nothing of the cards."""
        state = room.shown
        return RoomBrief(
            code=room.code,
            preset=state.rules.id,
            phase=state.phase,
            seats=tuple(SeatBrief(kind=seat.kind, name=seat.name) for seat in state.seats),
            seat=None if person is None else state.seat_of(person.id),
            deal=state.match.number or 0,
            levels=state.match.levels or (),
            spectators=state.settings.spectators,
        )

    # -- the house -------------------------------------------------------------------------------

    def open(self) -> None:
        """Begin to keep house."""
        loop = asyncio.get_running_loop()
        self._keeping = [loop.create_task(self._sweep()), loop.create_task(self._beat())]

    async def _beat(self) -> None:
        """Measure how late the event loop wakes up, in ms."""
        loop = asyncio.get_running_loop()
        while True:
            began = loop.time()
            await asyncio.sleep(BEAT_SECONDS)
            self.lag_ms = max(0.0, (loop.time() - began - BEAT_SECONDS) * 1000)

    async def _sweep(self) -> None:
        """Let rooms sleep where nobody is, and close those that nobody came back to."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            try:
                await self.sweep()
            except LogError as error:
                log.error("rooms could not be put away: %s", error)

    async def sweep(self) -> None:
        """Put rooms away where nobody is, and those where nobody was for a month.

        Raises LogError.
        """
        if len(self.people) > MOST_PEOPLE_KNOWN:
            self.people.clear()
        for room in tuple(self.rooms.values()):
            idle = time.monotonic() - room.touched
            settled = room.seq == room.shown_seq
            busy = room.members or (room.anybody() and room.state.phase == "playing")
            if not busy and settled and idle > SLEEP_SECONDS:
                room.table.halt()
                del self.rooms[room.code]
        for info in await self.log.rooms(idle_before=now_ms() - CLOSE_AFTER_MS):
            if info.last_type != RoomClosed.__name__ and info.room not in self.shut:
                await self.close_room(info.room)

    async def close_room(self, code: str) -> None:
        """Close a room for good; its events stay.  Raises LogError."""
        room = await self.room(code)
        if room is not None and not room.members:
            await self._stored(room, (RoomClosed(),), "table")
            self.shut.add(code)
            self.rooms.pop(code, None)
            room.close(CLOSE_NO_ROOM)

    async def ready(self) -> bool:
        """Whether commands can be stored and people are let in."""
        if self.draining:
            return False
        await self.log.probe()
        return True

    async def drain(self) -> None:
        """Let nothing new begin, tell everybody, and close their connections.

        Returns when all have heard of it, or have had time enough.
        """
        self.draining = True
        for room in tuple(self.rooms.values()):
            for member in tuple(room.members.values()):
                text = words(member.lang).say("hall.notice.restart")
                member.push(encode(Notice(code="restart", text=text)))
            room.close(CLOSE_RESTART)
        with suppress(TimeoutError):
            async with asyncio.timeout(LAST_WORDS_SECONDS):
                while any(room.members for room in self.rooms.values()):
                    await asyncio.sleep(LOOK_SECONDS)

    async def close(self) -> None:
        """End: what was accepted is stored, processes are let go."""
        for task in self._keeping:
            task.cancel()
        await asyncio.gather(*self._keeping, return_exceptions=True)
        for room in self.rooms.values():
            room.table.halt()
        await self.log.close()
        self.services.thinkers.close()


def _free_seat(room: Room) -> int | None:
    """The seat for one who comes by link: an empty one, else a bot's."""
    kinds = [seat.kind for seat in room.state.seats]
    for kind in ("empty", "bot"):
        if kind in kinds:
            return kinds.index(kind)
    return None

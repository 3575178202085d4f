"""A room and clients that drop, resend, reorder, repeat and lie: a stateful test.

Whatever comes in whatever order, each client's picture is in the end the server's, and that is
what the log says when it is played again.
"""

import asyncio
import tempfile
from collections.abc import Callable, Coroutine
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from shengji.bots import novice
from shengji.engine.actions import Bid, Bury, Play
from shengji.engine.cards import CODES, show
from shengji.engine.record_verify import replay
from shengji.engine.view import View, for_seat
from shengji.hall import pace
from shengji.hall import protocol as wire
from shengji.hall.calls import CreateBody, JoinBody
from shengji.hall.client import Client
from shengji.hall.hub import Hub
from shengji.hall.protocol import Settings
from shengji.hall.room import Room
from shengji.hall.seating import RoomFact, RoomState, evolve, from_payload
from shengji.hall.settings import Settings as HallSettings
from shengji.hall.store import open_store
from shengji.hall.thinkers import stand_in
from shengji.hall.wire import digest, match_data

PEOPLE = 3
DECODER = msgspec.json.Decoder(wire.ClientFrame)
CLIENTS = st.integers(0, PEOPLE - 1)
# The host stays in her seat and plays herself; else bots would play on without end.
GUESTS = st.integers(1, PEOPLE - 1)
NO_PAUSE = 1e-6
FOR_EVER_MS = 10**12


class BotsHere:
    """Bots that answer at once, in this process."""

    async def action(self, _tier: str, view: View, seed: int) -> Any:
        return stand_in(view, seed)

    def close(self) -> None:
        pass


class Line:
    """A connection whose frames lie about until they are delivered, both ways."""

    rtt = 0.0
    lang = "en"

    def __init__(self, person: str, name: str) -> None:
        self.person = person
        self.name = name
        self.inbox: list[bytes] = []
        self.closed: int | None = None

    def push(self, frame: bytes) -> None:
        if self.closed is None:
            self.inbox.append(frame)

    def close(self, code: int) -> None:
        self.closed = self.closed or code


class Disorder(RuleBasedStateMachine):
    """Three people and a bot at a table, and a network that keeps no promises."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.away_ms, pace.AWAY_MS = pace.AWAY_MS, FOR_EVER_MS
        self.folder = tempfile.TemporaryDirectory()
        self.rng = Random(1)
        self.clients: list[Client] = []
        self.lines: list[Line | None] = []
        self.outgoing: list[list[dict[str, Any]]] = []
        self.counter = 0

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        return self.loop.run_until_complete(work)

    def open_hub(self) -> None:
        async def opened() -> Hub:
            log, guests = open_store(Path(self.folder.name))
            chosen = HallSettings(data=self.folder.name, pace=NO_PAUSE)
            return Hub(chosen, log, guests, BotsHere(), Random(7))

        self.hub: Hub = self.run(opened())

    @property
    def room(self) -> Room:
        return self.hub.rooms[self.code]

    @initialize(rules=st.sampled_from(["huanle-2", "jj", "weijia-1", "eighty"]))
    def sit_down(self, rules: str) -> None:
        self.open_hub()
        body = CreateBody(rules={"id": rules}, settings=Settings(speed="instant", forced=True))

        async def seated() -> str:
            people = [(await self.hub.new_person(f"P{n}", "en"))[0] for n in range(PEOPLE)]
            self.clients = [Client("", "", person.id) for person in people]
            room = await self.hub.create(people[0], body)
            for person in people[1:]:
                await self.hub.join(room, person, JoinBody())
            return room.code

        self.code = self.run(seated())
        self.lines = [None] * PEOPLE
        self.outgoing = [[] for _ in range(PEOPLE)]
        for n in range(PEOPLE):
            self.connect(n)
        self.say(0, {"t": "start"})
        self.reach(0, 0, keep=False)

    async def _settled(self) -> None:
        """Until the log has everything and neither a bot nor the table is about to move."""
        for _ in range(20_000):
            room = self.hub.rooms.get(self.code)
            if room is None:
                return
            moving = room.table.thinking or {"cards", "deal"} & set(room.table.timers)
            if room.seq == room.shown_seq and not moving:
                return
            await asyncio.sleep(0.0002)
        raise AssertionError("the room does not come to rest")

    def at_room(self, happens: Callable[[Room], None]) -> None:
        """Something happens to the room, if it is awake, and comes to rest."""

        async def happened() -> None:
            if self.code in self.hub.rooms:
                happens(self.room)
                await self._settled()

        self.run(happened())

    # -- the network -------------------------------------------------------------------------------

    @rule(n=CLIENTS, back=st.integers(0, 3))
    def connect(self, n: int, back: int = 0) -> None:
        """A new connection that claims to have seen up to some event; the old one is cut off."""
        client = self.clients[n]
        line = Line(client.person, f"P{n}")
        self.drop(n)
        client.match = None if back else client.match

        async def attached() -> None:
            room = await self.hub.room(self.code)
            assert room is not None
            since = client.seq if client.match is not None else None
            room.attach(line, since)
            await self._settled()

        self.lines[n] = line
        self.run(attached())
        self.outgoing[n] = [*client.unanswered.values(), *self.outgoing[n]]

    @rule(n=CLIENTS)
    def drop(self, n: int) -> None:
        """The connection breaks: what was under way to the client is lost."""
        line, self.lines[n] = self.lines[n], None
        if line is not None:
            self.at_room(lambda room: room.detach(line))

    @rule(n=CLIENTS, number=st.integers(1, 200))
    def deliver(self, n: int, number: int) -> None:
        """Some frames reach the client, in order; it checks what the protocol promises."""
        line = self.lines[n]
        if line is not None:
            frames, line.inbox = line.inbox[:number], line.inbox[number:]
            for frame in frames:
                self.clients[n].take(msgspec.json.decode(frame))

    @rule(n=CLIENTS, place=st.integers(0, 5), keep=st.booleans())
    def reach(self, n: int, place: int, keep: bool) -> None:
        """A command reaches the room, perhaps out of turn, perhaps not for the last time."""
        line, waiting = self.lines[n], self.outgoing[n]
        if line is None or not waiting:
            return
        frame = waiting[place % len(waiting)] if keep else waiting.pop(place % len(waiting))
        decoded = DECODER.decode(msgspec.json.encode(frame))
        self.at_room(lambda room: room.command(line, decoded))

    # -- what clients want -------------------------------------------------------------------------

    def say(self, n: int, frame: dict[str, Any]) -> None:
        self.counter += 1
        whole = {"cid": f"c{self.counter}", "seq": self.clients[n].seq, **frame}
        self.clients[n].unanswered[whole["cid"]] = whole
        self.outgoing[n].append(whole)

    @rule(n=CLIENTS)
    def act(self, n: int) -> None:
        """Do what is due as far as the client knows."""
        client = self.clients[n]
        if client.is_waited_for():
            self.say(n, {"t": "next"})
        elif client.my_turn():
            match action := novice.decide(client.view(), self.rng, 0):
                case Bid() | Bury() | Play():
                    kind = type(action).__name__.lower()
                    self.say(n, {"t": kind, "cards": show(action.cards)})
                case _:
                    self.say(n, {"t": "pass"})

    @rule(
        n=CLIENTS,
        kind=st.sampled_from(["play", "bid", "bury"]),
        cards=st.lists(st.sampled_from(CODES), max_size=8),
    )
    def lie(self, n: int, kind: str, cards: list[str]) -> None:
        """Play cards that one need not have, whoever's turn it is."""
        self.say(n, {"t": kind, "cards": " ".join(cards)})

    @rule(n=CLIENTS, steps=st.integers(5, 60))
    def play_along(self, n: int, steps: int) -> None:
        """For a while all goes well."""
        for step in range(steps):
            who = (n + step) % PEOPLE
            self.deliver(who, 10_000)
            self.act(who)
            while self.outgoing[who] and self.lines[who] is not None:
                self.reach(who, 0, keep=False)

    @rule(n=GUESTS, on=st.booleans())
    def let_a_bot_play(self, n: int, on: bool) -> None:
        self.say(n, {"t": "auto", "on": on})

    @rule(n=GUESTS, seat=st.integers(0, 3), kind=st.sampled_from(["sit", "stand", "kick"]))
    def move_about(self, n: int, seat: int, kind: str) -> None:
        self.say(n, {"t": kind} if kind == "stand" else {"t": kind, "seat": seat})

    @precondition(lambda self: self.counter > 3)
    @rule()
    def restart(self) -> None:
        """The server is gone and comes back: connections with it, what is stored stays."""

        async def gone() -> None:
            for room in self.hub.rooms.values():
                room.table.stop()
            await self.hub.log.close()

        self.run(gone())
        self.lines = [None] * PEOPLE
        self.open_hub()

    # -- what holds --------------------------------------------------------------------------------

    @invariant()
    def up_to_date_pictures_are_the_servers(self) -> None:
        for n, line in enumerate(self.lines):
            room = self.hub.rooms.get(self.code) if self.lines else None
            if line is None or room is None or line.closed is not None:
                continue
            client = self.clients[n]
            if client.seq == room.shown_seq and client.match is not None and not line.inbox:
                assert digest(client.match) == server_digest(room.shown, client.person)

    def teardown(self) -> None:
        if self.clients:
            for n in range(PEOPLE):
                self.connect(n)
                self.deliver(n, 10_000)
            self.up_to_date_pictures_are_the_servers()
            self.run(self.judge())
            self.run(self.hub.close())
        pace.AWAY_MS = self.away_ms
        self.loop.close()
        self.folder.cleanup()

    async def judge(self) -> None:
        """The log says what the room says, and every acknowledged command stands in it once."""
        rows = await self.hub.log.load(self.code)
        assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
        events = [from_payload(row.type, row.payload) for row in rows]
        state = RoomState(code=self.code)
        for event in events:
            state = evolve(state, event)
        assert state == self.room.shown
        played = [event for event in events if not isinstance(event, RoomFact)]
        assert replay(played) == state.match
        stored = {row.cid: row.seq for row in rows if row.cid is not None}
        for client in self.clients:
            for cid, answer in client.answers.items():
                if answer["t"] == "ack" and f"{client.person}:{cid}" in stored:
                    assert stored[f"{client.person}:{cid}"] == answer["seq"]


def server_digest(state: RoomState, person: str) -> str:
    """The digest of a person's view as the server has it now."""
    return digest(match_data(for_seat(state.match, state.seat_of(person))))


TestDisorder = Disorder.TestCase
TestDisorder.settings = settings(
    max_examples=25,
    stateful_step_count=50,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],  # to make a failing story shorter takes minutes
)

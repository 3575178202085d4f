"""A person under load: a small, fast client that plays any legal card of its hand.

It checks nothing and keeps only what it needs, so that the measuring process has time to spare.
"""

import asyncio
from collections.abc import Callable, Mapping
from random import Random
from time import perf_counter
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType, field
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.typing import Subprotocol
from websockets.uri import parse_uri

from shengji.engine.cards import face, points
from shengji.engine.state import DEALING, READY

from .protocol import SUBPROTOCOL

PAIRS_LED = 0.4
Move = dict[str, Any]


class MatchPart(Struct):
    """What a person under load looks at in a match, or in what has changed of it."""

    phase: str | UnsetType = UNSET
    hand: list[str] | UnsetType = UNSET
    drawn: list[str] = field(default_factory=list, name="hand+")
    due: list[dict[str, Any]] | UnsetType = UNSET
    demand: dict[str, Any] | UnsetType | None = UNSET
    order: dict[str, tuple[str, int]] | UnsetType = UNSET
    bury: int | UnsetType | None = UNSET
    bids: list[dict[str, Any]] | UnsetType = UNSET
    result: dict[str, Any] | UnsetType | None = UNSET


class Part(Struct):
    """What an event changed, as far as it is looked at."""

    match: MatchPart | None = None


class Told(Struct):
    """Any frame of the server, as far as it is looked at."""

    t: str
    seq: int = 0
    code: str = ""
    match: MatchPart | None = None
    patch: Part | None = None


decoder = msgspec.json.Decoder(Told)
FIELDS = ("phase", "hand", "due", "demand", "order", "bury", "bids", "result")


class Tally:
    """What all persons under load have met together; losing a race is no refusal."""

    def __init__(self) -> None:
        self.frames = 0
        self.events = 0
        self.refused = 0
        self.lost = 0
        self.waits: list[float] = []


class Person(asyncio.Protocol):
    """One person at one table: `ready` is called when it wants to move."""

    def __init__(
        self,
        seat: int,
        token: str,
        code: str,
        tally: Tally,
        ready: Callable[["Person"], None],
    ) -> None:
        self.seat = seat
        self.token = token
        self.code = code
        self.tally = tally
        self.ready = ready
        self.rng = Random(f"{code}/{seat}")
        self.knows: dict[str, Any] = {
            "phase": "",
            "hand": [],
            "due": [],
            "bids": [],
            "result": None,
        }
        self.seq = 0
        self.number = 0
        self.sent_at = 0.0
        self.asked = False
        self.said_next = False
        self.here = False
        self.leaving = False
        self.transport: asyncio.Transport | None = None
        self.socket: ClientProtocol | None = None

    # -- the socket --------------------------------------------------------------------------------

    async def connect(self, port: int) -> None:
        """Open the connection; `here` once the room has answered.  Raises OSError."""
        uri = parse_uri(f"ws://127.0.0.1:{port}/ws")
        self.socket = ClientProtocol(uri, subprotocols=[Subprotocol(SUBPROTOCOL)], max_size=None)
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: self, "127.0.0.1", port)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask to be let in."""
        assert isinstance(transport, asyncio.Transport)
        assert self.socket is not None
        self.transport = transport
        request = self.socket.connect()
        request.headers["Authorization"] = f"Bearer {self.token}"
        self.socket.send_request(request)
        self._flush()

    def data_received(self, data: bytes) -> None:
        """Frames, or the answer to the request."""
        assert self.socket is not None
        self.socket.receive_data(data)
        for event in self.socket.events_received():
            if isinstance(event, Response):
                self.send({"t": "hello", "room": self.code, "since": None})
            elif isinstance(event, Frame) and event.opcode is Opcode.TEXT:
                self._take(decoder.decode(event.data))
        self._flush()

    def connection_lost(self, _: Exception | None) -> None:
        """Nobody is to be cut off under load."""
        self.tally.lost += not self.leaving

    def send(self, frame: Mapping[str, Any]) -> None:
        """Send a frame."""
        assert self.socket is not None
        self.socket.send_text(msgspec.json.encode(frame))
        self._flush()

    def _flush(self) -> None:
        assert self.socket is not None
        assert self.transport is not None
        for data in self.socket.data_to_send():
            if data:
                self.transport.write(data)

    def leave(self) -> None:
        """Break the connection off."""
        self.leaving = True
        if self.transport is not None:
            self.transport.abort()

    # -- the game ----------------------------------------------------------------------------------

    def command(self, move: Move) -> None:
        """Send a command; until it is answered there is no other."""
        self.number += 1
        self.asked = True
        self.sent_at = perf_counter()
        self.send({**move, "cid": f"c{self.number}", "seq": self.seq})

    def move(self) -> None:
        """Do what is due now, if anything is still."""
        move = self._move()
        if move is None:
            self.asked = False
        else:
            self.command(move)

    def _take(self, told: Told) -> None:
        self.tally.frames += 1
        match told.t:
            case "ack":
                self.tally.waits.append(perf_counter() - self.sent_at)
                self.asked = False
            case "nack":
                self.tally.refused += told.code != "stale"
                self.asked = False
            case "snap":
                self.here = True
                self.seq = told.seq
                self._learn(told.match)
            case "ev":
                self.tally.events += self.seat == 0
                self.seq = told.seq
                self._learn(told.patch.match if told.patch else None)
        if not self.asked and self._is_due():
            self.asked = True
            self.ready(self)

    def _learn(self, part: MatchPart | None) -> None:
        if part is None:
            return
        for name in FIELDS:
            value = getattr(part, name)
            if value is not UNSET:
                self.knows[name] = value
        self.knows["hand"] = [*self.knows["hand"], *part.drawn]
        self.said_next = self.said_next and self.knows["phase"] == READY

    @property
    def phase(self) -> str:
        """The phase of the match, empty before it begins."""
        found: str = self.knows["phase"]
        return found

    def _is_due(self) -> bool:
        phase = self.phase
        if phase == READY:
            return bool(self.knows["result"]) and not self.said_next
        seats = (one["seats"] for one in self.knows["due"] if one["by"] == "seat")
        return phase != DEALING and self.seat in next(seats, ())

    def _move(self) -> Move | None:
        if not self._is_due():
            return None
        if self.knows["phase"] == READY:
            self.said_next = True
            return {"t": "next"}
        kind = next(one["action"] for one in self.knows["due"] if one["by"] == "seat")
        if kind == "Bid":
            bids = self.knows["bids"]
            return {"t": "bid", "cards": " ".join(bids[0]["cards"])} if bids else {"t": "pass"}
        cards = self._burial() if kind == "Bury" else self._play()
        return {"t": kind.lower(), "cards": " ".join(cards)}

    def _burial(self) -> list[str]:
        """The cards with the fewest points."""
        cheapest = sorted(self.knows["hand"], key=lambda code: points((face(code),)))
        return cheapest[: self.knows["bury"] or 0]

    def _play(self) -> list[str]:
        """A card or a pair to lead, or whatever follows it."""
        hand = self.rng.sample(self.knows["hand"], len(self.knows["hand"]))
        demand = self.knows["demand"]
        if demand is None:
            pair = pair_in(hand) if self.rng.random() < PAIRS_LED else []
            return pair or hand[:1]
        group = [code for code in hand if self.knows["order"][code][0] == demand["group"]]
        pair = pair_in(group) if demand["number"] == 2 else []
        rest = [code for code in hand if self.knows["order"][code][0] != demand["group"]]
        return pair or [*group, *rest][: demand["number"]]


def pair_in(hand: list[str]) -> list[str]:
    """Two equal cards, if there are any."""
    return next(([code, code] for code in hand if hand.count(code) > 1), [])

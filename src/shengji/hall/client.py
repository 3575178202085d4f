"""A program at the table: a client of `shengji.v1` that keeps its own picture of a room.

Commands that were not answered are sent again after a reconnect, with the same id, so that each
takes effect once.
"""

import asyncio
import json
import secrets
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage
from websockets.typing import Subprotocol

from shengji.engine.actions import Action, Bid, Bury, Play
from shengji.engine.cards import show
from shengji.engine.due import SEAT
from shengji.engine.state import DEALING, READY
from shengji.engine.view import View
from shengji.engine.view_data import view_from_data

from .protocol import SUBPROTOCOL
from .wire import digest, merged

Data = dict[str, Any]
Found = TypeVar("Found")
LOST = (ConnectionClosed, InvalidHandshake, InvalidMessage, OSError, TimeoutError)
CALL_SECONDS = 10.0


class ProtocolError(Exception):
    """The server did not keep the protocol, or refused a call."""


def call(base: str, path: str, body: object = None, token: str = "") -> tuple[Data, str]:
    """A REST call: the answer, and the token that came with it, if one did.

    Raises ProtocolError with the server's sentence.
    """
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    try:
        with urlopen(Request(base + path, data, headers), timeout=CALL_SECONDS) as answer:
            cookie = answer.headers.get("Set-Cookie", "").partition(";")[0].partition("=")[2]
            return json.loads(answer.read()), cookie
    except HTTPError as error:
        raise ProtocolError(error.read().decode(errors="replace")) from error


class Client:
    """One person's connection: `room` and `match` are what it has been told."""

    def __init__(self, base: str, token: str, person: str) -> None:
        self.base = base
        self.token = token
        self.person = person
        self.code = ""
        self.seq = 0
        self.room: Data = {}
        self.match: Data | None = None
        self.frames: list[Data] = []
        self.heard: Callable[[Data], None] = self.frames.append
        self.answers: dict[str, Data] = {}
        self.unanswered: dict[str, Data] = {}
        self.closed: int | None = None
        self.digests = 0
        self.socket: ClientConnection | None = None
        self.changed = asyncio.Event()
        self.reader: asyncio.Task[None] | None = None

    @classmethod
    async def guest(cls, base: str, name: str = "Mei") -> "Client":
        """A new person.  Raises ProtocolError, OSError."""
        found, token = await asyncio.to_thread(call, base, "/api/session", {"name": name})
        return cls(base, token, found["person"])

    async def post(self, path: str, body: object) -> Data:
        """A REST call in one's own name.  Raises ProtocolError, OSError."""
        found, _ = await asyncio.to_thread(call, self.base, path, body, self.token)
        return found

    async def get(self, path: str) -> Data:
        """A REST question in one's own name.  Raises ProtocolError, OSError."""
        found, _ = await asyncio.to_thread(call, self.base, path, None, self.token)
        return found

    # -- connection --------------------------------------------------------------------------------

    async def enter(self, code: str, since: int | None = None) -> None:
        """Connect to a room and send again what was not answered.  Raises OSError and others."""
        await self.leave()
        self.code = code
        self.closed = None
        self.socket = await connect(
            self.base.replace("http", "ws", 1) + "/ws",
            subprotocols=[Subprotocol(SUBPROTOCOL)],
            additional_headers={"Authorization": f"Bearer {self.token}"},
            compression=None,
            max_size=None,
        )
        await self.send({"t": "hello", "room": code, "since": since})
        for frame in self.unanswered.values():
            await self.send(frame)
        self.reader = asyncio.create_task(self._read(self.socket))

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for text in socket:
                self.take(msgspec.json.decode(text))
                self.changed.set()
        except ConnectionClosed:
            pass
        finally:
            self.closed = socket.close_code or 1006
            self.changed.set()

    async def leave(self) -> None:
        """Break the connection off; what the reader met is raised."""
        if self.socket is not None:
            self.socket.transport.abort()
            self.socket = None
        if self.reader is not None:
            self.reader.cancel()
            with suppress(asyncio.CancelledError):
                await self.reader
            self.reader = None

    async def send(self, frame: Data) -> None:
        """Send a frame; a lost connection shows in `closed`."""
        if self.socket is not None:
            with suppress(*LOST):
                await self.socket.send(msgspec.json.encode(frame).decode())

    async def until(self, happens: Callable[[], Found], seconds: float = 10.0) -> Found:
        """Wait until something holds; its value.  Raises TimeoutError, and what reading met."""
        async with asyncio.timeout(seconds):
            while not (found := happens()):
                if self.reader is not None and self.reader.done():
                    self.reader.result()
                self.changed.clear()
                await self.changed.wait()
        return found

    # -- the picture -------------------------------------------------------------------------------

    def take(self, frame: Data) -> None:
        """Merge one frame.  Raises ProtocolError where it does not fit."""
        match frame["t"]:
            case "snap":
                self.seq, self.room, self.match = frame["seq"], frame["room"], frame["match"]
                self._check(frame["digest"])
            case "ev":
                if frame["seq"] != self.seq + 1:
                    raise ProtocolError(f"event {frame['seq']} after {self.seq}")
                self.seq = frame["seq"]
                self._merge(frame["patch"])
                self._check(frame.get("digest"))
            case "ack" | "nack":
                self.answers[frame["cid"]] = frame
                self.unanswered.pop(frame["cid"], None)
        self.heard(frame)

    def _check(self, told: str | None) -> None:
        if told is None:
            return
        own = digest(self.match or {})
        if own != told:
            raise ProtocolError(f"digest {own} at {self.seq}, told {told}")
        self.digests += 1

    def _merge(self, patch: Data) -> None:
        self.room = merged(self.room, patch.get("room", {}))
        if "match" in patch:
            new = patch["match"]
            whole = self.match is None or new is None
            self.match = new if whole else merged(self.match or {}, new)

    @property
    def seat(self) -> int | None:
        """The own seat."""
        seats = self.room.get("seats", ())
        return next((n for n, seat in enumerate(seats) if seat["person"] == self.person), None)

    def view(self) -> View:
        """The own picture as the engine's view.  Raises ProtocolError before a match."""
        if self.match is None:
            raise ProtocolError("no match has begun")
        data = {name: value for name, value in self.match.items() if name != "order"}
        return view_from_data({**data, "rules": self.room["rules"]})

    # -- acting ------------------------------------------------------------------------------------

    async def command(self, kind: str, cid: str | None = None, **fields: Any) -> str:
        """Send a command; its id."""
        cid = cid or secrets.token_hex(6)
        frame = {"t": kind, "cid": cid, "seq": self.seq, **fields}
        self.unanswered[cid] = frame
        await self.send(frame)
        return cid

    async def do(self, kind: str, **fields: Any) -> Data:
        """Send a command and wait for its answer.  Raises ProtocolError if the socket closes."""
        cid = await self.command(kind, **fields)
        await self.until(lambda: cid in self.answers or self.closed)
        if cid not in self.answers:
            raise ProtocolError(f"closed with {self.closed}")
        return self.answers[cid]

    async def act(self, action: Action) -> Data:
        """Bid, pass, bury or play."""
        kind = type(action).__name__.lower()
        if isinstance(action, Bid | Bury | Play):
            return await self.do(kind, cards=show(action.cards))
        return await self.do(kind)

    def my_turn(self) -> bool:
        """Whether one may act now, other than to interrupt the deal."""
        match = self.match
        if match is None or match["phase"] == DEALING:
            return False
        return any(self.seat in due["seats"] for due in match["due"] if due["by"] == SEAT)

    def is_waited_for(self) -> bool:
        """Whether the next deal waits for this seat."""
        match = self.match
        if match is None or match["phase"] != READY or match["result"] is None:
            return False
        return self.seat is not None and self.seat not in self.room["ready"]

"""A program at the table: a client of `shengji.v1` that keeps its own picture of a room."""

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import httpx
import websockets

from shengji.bots import novice
from shengji.engine.actions import Bid, Bury, Pass, Play
from shengji.engine.cards import show
from shengji.engine.view import View
from shengji.engine.view_data import view_from_data
from shengji.hall.protocol import SUBPROTOCOL
from shengji.hall.wire import digest

Data = dict[str, Any]


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
        self.acks: dict[str, Data] = {}
        self.digests = 0
        self.closed: int | None = None
        self.socket: Any = None
        self.changed = asyncio.Event()
        self.reader: asyncio.Task[None] | None = None

    # -- connection --------------------------------------------------------------------------------

    async def connect(self, code: str, since: int | None = None) -> None:
        """Open the socket and say hello."""
        self.code = code
        self.closed = None
        self.socket = await websockets.connect(
            self.base.replace("http", "ws", 1) + "/ws",
            subprotocols=[websockets.Subprotocol(SUBPROTOCOL)],
            additional_headers={"Authorization": f"Bearer {self.token}"},
            compression=None,
        )
        await self.send({"t": "hello", "room": code, "since": since})
        self.reader = asyncio.create_task(self._read())

    async def _read(self) -> None:
        try:
            async for text in self.socket:
                self.take(json.loads(text))
                self.changed.set()
        except websockets.ConnectionClosed:
            pass
        self.closed = self.socket.close_code
        self.changed.set()

    async def drop(self) -> None:
        """Break the connection off."""
        if self.reader is not None:
            self.reader.cancel()
        self.socket.transport.abort()

    async def send(self, frame: Data) -> None:
        """Send a frame."""
        await self.socket.send(json.dumps(frame))

    async def until(self, happens: Callable[[], Any], seconds: float = 10.0) -> Any:
        """Wait until something holds; its value."""
        async with asyncio.timeout(seconds):
            while not (found := happens()):
                self.changed.clear()
                await self.changed.wait()
        return found

    # -- the picture -------------------------------------------------------------------------------

    def take(self, frame: Data) -> None:
        """Merge one frame; asserts what the protocol promises."""
        self.frames.append(frame)
        kind = frame["t"]
        if kind == "snap":
            self.seq, self.room, self.match = frame["seq"], frame["room"], frame["match"]
            if frame["digest"] is not None:
                assert digest(self.match or {}) == frame["digest"]
        elif kind == "ev":
            assert frame["seq"] == self.seq + 1, (frame["seq"], self.seq)
            self.seq = frame["seq"]
            self._merge(frame["patch"])
            if "digest" in frame:
                assert digest(self.match or {}) == frame["digest"]
                self.digests += 1
        elif kind in ("ack", "nack"):
            self.acks[frame["cid"]] = frame

    def _merge(self, patch: Data) -> None:
        self.room = merged(self.room, patch.get("room", {}))
        if "match" in patch:
            new = patch["match"]
            fresh = self.match is None or new is None
            self.match = new if fresh else merged(self.match or {}, new)

    @property
    def seat(self) -> int | None:
        """The own seat."""
        seats = self.room.get("seats", [])
        return next((n for n, seat in enumerate(seats) if seat["person"] == self.person), None)

    def view(self) -> View:
        """The own picture as the engine's view."""
        assert self.match is not None
        data = {name: value for name, value in self.match.items() if name != "order"}
        return view_from_data({**data, "rules": self.room["rules"]})

    # -- acting ------------------------------------------------------------------------------------

    async def command(self, kind: str, cid: str | None = None, **fields: Any) -> str:
        """Send a command; its cid."""
        cid = cid or secrets.token_hex(6)
        await self.send({"t": kind, "cid": cid, "seq": self.seq, **fields})
        return cid

    async def answered(self, cid: str) -> Data:
        """The ack or nack of a command."""
        await self.until(lambda: cid in self.acks or self.closed)
        assert cid in self.acks, f"closed with {self.closed}"
        return self.acks[cid]

    async def do(self, kind: str, **fields: Any) -> Data:
        """Send a command and wait for its answer."""
        return await self.answered(await self.command(kind, **fields))

    def my_turn(self) -> bool:
        """Whether one may act now, other than to interrupt the deal."""
        match = self.match
        if match is None or match["phase"] == "dealing":
            return False
        return any(self.seat in due["seats"] and due["by"] == "seat" for due in match["due"])

    def choice(self, rng: Random) -> Data:
        """What the novice would do, as a frame without cid."""
        action = novice.decide(self.view(), rng, 0)
        match action:
            case Bid():
                return {"t": "bid", "cards": show(action.cards)}
            case Bury():
                return {"t": "bury", "cards": show(action.cards)}
            case Play():
                return {"t": "play", "cards": show(action.cards)}
            case Pass():
                return {"t": "pass"}
        raise AssertionError(action)

    async def play_on(self, until: Callable[[], Any], rng: Random, seconds: float = 60) -> None:
        """Play until something holds."""

        def wakes() -> Any:
            return until() or self.closed or self.my_turn() or self.waits_for_me()

        async with asyncio.timeout(seconds):
            while True:
                await self.until(wakes, seconds)
                if until():
                    return
                assert self.closed is None, self.closed
                if self.waits_for_me():
                    answer = await self.do("next")
                    continue
                choice = self.choice(rng)
                answer = await self.do(choice.pop("t"), **choice)
                assert answer["t"] == "ack" or answer["code"] == "stale", answer

    def waits_for_me(self) -> bool:
        """Whether the next deal waits for this seat."""
        match = self.match
        if match is None or match["phase"] != "ready" or match["result"] is None:
            return False
        return self.seat is not None and self.seat not in self.room["ready"]


def merged(old: Data, patch: Data) -> Data:
    """A patch applied; a name that ends in `+` adds to a list."""
    new = dict(old)
    for name, value in patch.items():
        if name.endswith("+"):
            new[name[:-1]] = [*new[name[:-1]], *value]
        else:
            new[name] = value
    return new


async def guest(base: str, name: str = "Mei") -> Client:
    """A new person."""
    async with httpx.AsyncClient(base_url=base) as http:
        answer = await http.post("/api/session", json={"name": name})
        answer.raise_for_status()
        (token,) = [value for key, value in answer.cookies.items() if "sid" in key]
        return Client(base, token, answer.json()["person"])


async def post(client: Client, path: str, body: Data) -> Data:
    """A REST call that must succeed."""
    async with httpx.AsyncClient(base_url=client.base) as http:
        head = {"Authorization": f"Bearer {client.token}"}
        answer = await http.post(path, json=body, headers=head)
        assert answer.is_success, answer.text
        found: Data = answer.json()
        return found


async def get(client: Client, path: str) -> httpx.Response:
    """A REST question."""
    async with httpx.AsyncClient(base_url=client.base) as http:
        return await http.get(path, headers={"Authorization": f"Bearer {client.token}"})


@asynccontextmanager
async def at_table(base: str, **body: Any) -> AsyncIterator[Client]:
    """A person in the first seat of a new room."""
    client = await guest(base)
    created = await post(client, "/api/rooms", body)
    await client.connect(created["code"])
    await client.until(lambda: client.room)
    try:
        yield client
    finally:
        await client.drop()

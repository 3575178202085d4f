"""A person's connection: frames in, frames out, each within bounds.

Outgoing frames wait in a bounded outbox: one who does not read is cut off and may come back, and
holds nobody up.
"""

import asyncio
import logging
from collections import deque
from contextlib import suppress

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from shengji.engine.view import for_seat
from shengji.words import words

from . import protocol as wire
from .advice import hints_of, verdict_of
from .feeds import encode
from .hub import Hub, Person
from .limits import Bucket
from .room import Room
from .services import now_ms

OUTBOX_FRAMES = 256
OUTBOX_BYTES = 256 * 1024
HELLO_SECONDS = 5.0
BAD_FRAMES = 3
CLOSE_SECONDS = 2.0

decoder = msgspec.json.Decoder(wire.ClientFrame)
log = logging.getLogger("shengji.hall")


class Connection:
    """One socket of a person in one room."""

    def __init__(self, socket: WebSocket, hub: Hub, person: Person) -> None:
        self.socket = socket
        self.hub = hub
        self.person = person.id
        self.name = person.name
        self.lang = "zh"
        self.rtt = 0.0
        self.room: Room | None = None
        self.outbox: deque[bytes] = deque()
        self.bytes = 0
        self.waiting = asyncio.Event()
        self.closing: int | None = None
        self.bad = 0
        self.plays = Bucket(100, 5)
        self.talk = Bucket(5, 0.5)
        self.asks = Bucket(40, 10)
        self.question: wire.Preview | wire.Hint | None = None
        self.asked = asyncio.Event()

    # -- out -------------------------------------------------------------------------------------

    def push(self, frame: bytes) -> None:
        """Put a frame into the outbox; where it is full the connection is given up."""
        if self.closing is not None:
            return
        self.outbox.append(frame)
        self.bytes += len(frame)
        if len(self.outbox) > OUTBOX_FRAMES or self.bytes > OUTBOX_BYTES:
            self.outbox.clear()
            self.close(wire.CLOSE_SLOW)
            return
        self.waiting.set()

    def close(self, code: int) -> None:
        """Send what waits, then close with a code."""
        if self.closing is None:
            self.closing = code
            self.waiting.set()

    async def write(self) -> None:
        """The writer: sends the outbox until the connection is closed."""
        while True:
            await self.waiting.wait()
            self.waiting.clear()
            while self.outbox:
                frame = self.outbox.popleft()
                self.bytes -= len(frame)
                await self.socket.send_text(frame.decode())
            if self.closing is not None:
                await self.socket.close(self.closing)
                return

    # -- in --------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Serve the socket until either side ends it."""
        tasks = [
            asyncio.create_task(self.write()),
            asyncio.create_task(self.read()),
            asyncio.create_task(self.answer()),
        ]
        try:
            await asyncio.wait(tasks[:2], return_when=asyncio.FIRST_COMPLETED)
            if self.closing is not None and not tasks[0].done():
                await asyncio.wait(tasks[:1], timeout=CLOSE_SECONDS)
        finally:
            if self.room is not None:
                self.room.detach(self)
            for task in tasks:
                task.cancel()
            results = await asyncio.gather(*tasks, return_exceptions=True)
            for result in results:
                if isinstance(result, Exception) and not isinstance(result, GONE):
                    log.error("a connection failed", exc_info=result)
            with suppress(*GONE):
                await self.socket.close(self.closing or wire.CLOSE_BAD_FRAME)

    async def read(self) -> None:
        """The reader: frame after frame, each to its place."""
        try:
            hello = await asyncio.wait_for(self._frame(), HELLO_SECONDS)
        except TimeoutError:
            self.close(wire.CLOSE_NO_HELLO)
            return
        if not isinstance(hello, wire.Hello):
            self.close(wire.CLOSE_NO_HELLO)
            return
        await self._enter(hello)
        while self.closing is None:
            frame = await self._frame()
            if frame is not None:
                await self._take(frame)

    async def _frame(self) -> wire.ClientFrame | None:
        """The next frame, None if it was none; three of those end the connection."""
        message = await self.socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1005))
        try:
            return decoder.decode(message.get("text") or message.get("bytes") or b"")
        except (msgspec.DecodeError, UnicodeError):
            self.bad += 1
            if self.bad >= BAD_FRAMES:
                self.close(wire.CLOSE_BAD_FRAME)
            else:
                text = words(self.lang).say("hall.notice.bad_frame")
                self.push(encode(wire.Notice(code="bad_frame", text=text)))
            return None

    async def _enter(self, hello: wire.Hello) -> None:
        self.lang = hello.lang
        room = None if self.hub.draining else await self.hub.room(hello.room)
        if self.hub.draining:
            self.close(wire.CLOSE_RESTART)
        elif room is None:
            self.close(wire.CLOSE_NO_ROOM)
        else:
            self.room = room
            room.attach(self, hello.since)
            await self.hub.guests.touch(self.person, room.code, now_ms())

    async def _take(self, frame: wire.ClientFrame) -> None:
        room = self.room
        if room is None:
            return
        match frame:
            case wire.Ping():
                self.rtt = frame.rtt
                self.push(encode(wire.Pong(t0=frame.t0, t1=float(now_ms()))))
            case wire.LangFrame():
                self.lang = frame.lang
            case wire.Preview() | wire.Hint():
                if self.asks.take():
                    self.question = frame
                    self.asked.set()
            case wire.ChatFrame() | wire.Phrase():
                self._say(room, frame)
            case wire.Hello():
                room.resync(self)
            case _:
                if not self.plays.take():
                    self.close(wire.CLOSE_FLOOD)
                    return
                room.command(self, frame)
                if isinstance(frame, wire.Rename):
                    await self.hub.rename(Person(self.person, self.name), frame.name)

    def _say(self, room: Room, frame: wire.ChatFrame | wire.Phrase) -> None:
        if not self.talk.take():
            text = words(self.lang).say("hall.notice.talk_slower")
            self.push(encode(wire.Notice(code="talk_slower", text=text)))
        elif isinstance(frame, wire.Phrase):
            if words(self.lang).has(f"phrase.{frame.key}"):
                room.say(self, None, frame.key)
        else:
            text = " ".join(frame.text.split())
            if text:
                room.say(self, text, None)

    # -- questions -------------------------------------------------------------------------------

    async def answer(self) -> None:
        """Answer previews and hints, always the newest, from what the seat may see."""
        while True:
            await self.asked.wait()
            self.asked.clear()
            question, self.question = self.question, None
            if question is not None and self.room is not None:
                found = await self._answer(self.room, question)
                if found is not None:
                    self.push(encode(found))

    async def _answer(
        self, room: Room, question: wire.Preview | wire.Hint
    ) -> wire.Verdict | wire.Hints | None:
        seat = room.shown.seat_of(self.person)
        if seat is None or room.shown.phase == "lobby":
            return None
        view = for_seat(room.shown.match, seat)
        if isinstance(question, wire.Preview):
            return verdict_of(view, question.id, question.cards, self.lang)
        picks = await asyncio.to_thread(hints_of, view, self.lang)
        return wire.Hints(id=question.id, picks=picks)


GONE = (WebSocketDisconnect, RuntimeError, OSError)

"""A person's connection: frames in, frames out, each within bounds.

Outgoing frames wait in a bounded outbox: one who does not read is cut off and may come back, and
holds nobody up.
"""

import asyncio
import logging
from collections import deque
from contextlib import suppress
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from shengji.engine.view import for_seat
from shengji.words import words

from . import protocol as wire
from .advice import verdict_of
from .commands import clean_name
from .feeds import encode
from .hints import hints_of
from .hub import Hub, Person
from .limits import Bucket
from .room import Room
from .services import now_ms
from .store import LogError

OUTBOX_FRAMES = 256
OUTBOX_BYTES = 256 * 1024
HELLO_SECONDS = 5.0
BAD_FRAMES = 3
CLOSE_SECONDS = 2.0
ASK_SECONDS = 0.1

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
        self.ending = asyncio.Event()
        self.bad = 0
        self.frames = Bucket(200, 40)
        self.plays = Bucket(100, 5)
        self.talk = Bucket(5, 0.5)
        self.asks = Bucket(40, 10)
        self.questions: dict[type, wire.Preview | wire.Hint] = {}
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
            self.ending.set()

    async def write(self) -> None:
        """The writer: sends the outbox until the connection is closed."""
        with suppress(RuntimeError):  # raised where the other side has closed meanwhile
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
        work = (self.write(), self.read(), self.answer(), self.ending.wait())
        tasks: list[asyncio.Task[Any]] = [asyncio.create_task(one) for one in work]
        writer = tasks[0]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            self.close(wire.CLOSE_RESTART)
            if not writer.done():
                await asyncio.wait((writer,), timeout=CLOSE_SECONDS)
        finally:
            for task in tasks:
                task.cancel()
            if self.room is not None:
                self.room.detach(self)
            for result in await asyncio.gather(*tasks, return_exceptions=True):
                if isinstance(result, Exception) and not isinstance(result, GONE):
                    log.error("a connection failed", exc_info=result)

    async def read(self) -> None:
        """The reader: frame after frame, each to its place."""
        hello = None
        with suppress(TimeoutError):
            hello = await asyncio.wait_for(self._frame(), HELLO_SECONDS)
        if not isinstance(hello, wire.Hello):
            self.close(wire.CLOSE_NO_HELLO)
            return
        try:
            await self._enter(hello)
            while self.closing is None:
                frame = await self._frame()
                if frame is not None:
                    await self._take(frame)
        except LogError as error:
            log.error("a connection is given up: %s", error)
            self.close(wire.CLOSE_RESTART)

    async def _frame(self) -> wire.ClientFrame | None:
        """The next frame, None if it was none; three of those end the connection."""
        message = await self.socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1005))
        try:
            return decoder.decode(message.get("text") or message.get("bytes") or b"")
        except (msgspec.DecodeError, UnicodeError, RecursionError):
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
        if not self._within_bounds(frame):
            self.close(wire.CLOSE_FLOOD)
            return
        match frame:
            case wire.Ping():
                self.rtt = frame.rtt
                self.push(encode(wire.Pong(t0=frame.t0, t1=float(now_ms()))))
            case wire.LangFrame():
                self.lang = frame.lang
            case wire.Preview() | wire.Hint():
                self.questions[type(frame)] = frame
                self.asked.set()
            case wire.ChatFrame() | wire.Phrase():
                self._say(room, frame)
            case wire.Hello():
                room.resync(self)
            case _:
                room.command(self, frame)
                if isinstance(frame, wire.Rename) and clean_name(frame.name):
                    person = Person(self.person, self.name)
                    self.name = (await self.hub.rename(person, frame.name)).name

    def _within_bounds(self, frame: wire.ClientFrame) -> bool:
        """Whether that is not too much at once; questions have a bound of their own."""
        if isinstance(frame, wire.Preview | wire.Hint):
            return True
        dear = isinstance(frame, wire.Command | wire.Hello)
        return self.frames.take() and (not dear or self.plays.take())

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
            while not self.asks.take():
                await asyncio.sleep(ASK_SECONDS)
            _, question = self.questions.popitem()
            if not self.questions:
                self.asked.clear()
            if self.room is not None:
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


GONE = (WebSocketDisconnect, OSError)

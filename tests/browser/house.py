"""A hall in a thread of its own, whose decks and pauses a test may choose."""

import asyncio
import threading
from collections import deque
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from hall.halls import BotsHere, Running, running
from shengji.engine.actions import Deal, StartDeal
from shengji.engine.cards import Cards
from shengji.engine.ruleset import Ruleset
from shengji.engine.state import State
from shengji.hall.protocol import CLOSE_SLOW
from shengji.hall.room import Room
from shengji.hall.services import Services

T = TypeVar("T")
WORK_S = 20
FROZEN = 1000.0
"""A pace at which nothing moves while a test looks."""


@dataclass(frozen=True, slots=True)
class Dealer(Services):
    """Lays down the decks that it was given, then shuffled ones."""

    decks: deque[Cards] = field(default_factory=deque)

    def deal(self, rules: Ruleset) -> StartDeal:
        if self.decks:
            return StartDeal(self.decks.popleft(), 0)
        return Services.deal(self, rules)


class House:
    """A hall that runs beside the test."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.base = ""
        self._open = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()), daemon=True)

    def open(self) -> "House":
        """Start it, and wait until it can be visited."""
        self._thread.start()
        assert self._open.wait(20), "the hall did not start"
        return self

    async def _run(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._done = asyncio.Event()
        try:
            async with running(self.folder) as self._hall:
                self.base = self._hall.base
                self._open.set()
                await self._done.wait()
        finally:
            self._open.set()

    def shut(self) -> None:
        """End it."""
        self.within(self._done.set)
        self._thread.join()

    def within(self, action: Callable[[], T]) -> T:
        """Do something in the hall's own thread; its value."""

        async def run() -> T:
            return action()

        return self.runs(run())

    def runs(self, work: Coroutine[Any, Any, T]) -> T:
        """Let the hall's own thread do some work; what comes of it."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(WORK_S)

    @property
    def hall(self) -> Running:
        """The hall."""
        return self._hall

    def arrange(self, *, pace: float = 0.0, decks: Iterable[Cards] = (), seed: int = 5) -> None:
        """How rooms that are opened from now on are run."""
        hub = self.hall.hub
        hub.services = Dealer(
            log=hub.log,
            thinkers=BotsHere(),
            pace=pace,
            rng=Random(seed),
            broken=hub.services.broken,
            decks=deque(decks),
        )

    def room(self, code: str) -> Room:
        """An open room."""
        return self.hall.hub.rooms[code]

    def match(self, code: str) -> State:
        """The match in a room, as it stands."""
        return self.within(lambda: self.room(code).state.match)

    def deal(self, code: str, cards: int) -> None:
        """Deal so many cards in a room whose own pace is too slow to see."""
        self.within(lambda: self.room(code).table.do(Deal(cards)))

    def freeze(self, code: str) -> None:
        """Let no bot play and no card be dealt from now on."""
        self.within(lambda: self._set_pace(code, FROZEN))

    def thaw(self, code: str) -> None:
        """Let everything go on, at once."""

        def run() -> None:
            self._set_pace(code, 0.0)
            table = self.room(code).table
            table.stop()
            table.plan()

        self.within(run)

    def _set_pace(self, code: str, pace: float) -> None:
        room = self.room(code)
        room.services = replace(room.services, pace=pace)

    def hang_up(self, code: str) -> None:
        """Break off every connection of a room, as a network does."""

        def run() -> None:
            for member in tuple(self.room(code).members.values()):
                member.close(CLOSE_SLOW)

        self.within(run)

"""Halls for tests: one in this process, on a free port of this machine, with data of its own."""

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from starlette.applications import Starlette

from shengji.engine.actions import Action
from shengji.engine.view import View
from shengji.hall.hub import Hub
from shengji.hall.serve import Server
from shengji.hall.settings import Settings
from shengji.hall.thinkers import stand_in
from shengji.hall.web import create_app

TEST_SECONDS = 30
AT_ONCE = {
    "pace.BID_PAUSE": (0, 0),
    "pace.PLAY_PAUSE": (0, 0),
    "pace.FORCED_MS": 0,
    "table.VOID_MS": 0,
    "table.AUTO_NEXT_MS": 0,
}
"""Bots and table do not pause, but clocks run as fast as they always do: with `pace=1`."""


class Running:
    """A hall that runs: its address, and its hub."""

    def __init__(self, base: str, app: Starlette, server: Server) -> None:
        self.base = base
        self.app = app
        self.server = server

    @property
    def hub(self) -> Hub:
        """The hub within."""
        found: Hub = self.app.state.hub
        return found


class BotsHere:
    """Bots that answer at once, in this process; they count how often they were asked."""

    def __init__(self) -> None:
        self.asked = 0

    async def action(self, _tier: str, view: View, seed: int) -> Action:
        """What the novice does."""
        self.asked += 1
        return stand_in(view, seed)

    def close(self) -> None:
        """There is no process to end."""


@asynccontextmanager
async def running(
    folder: Path, *, seed: int = 5, thinkers: Any = None, **settings: Any
) -> AsyncIterator[Running]:
    """A hall without pauses and with decks from a seed."""
    listener = socket.socket()
    listener.bind(("127.0.0.1", settings.pop("port", 0)))
    port = listener.getsockname()[1]
    chosen = Settings(port=port, data=str(folder), local=True, **{"pace": 0.0, **settings})
    app = create_app(chosen, rng=Random(seed), thinkers=thinkers)
    opened = asyncio.Event()
    server = Server(app, opened.set)
    serving = asyncio.create_task(server.serve([listener]))
    waiting = asyncio.create_task(opened.wait())
    await asyncio.wait([serving, waiting], return_when=asyncio.FIRST_COMPLETED)
    if serving.done():
        await serving
    try:
        yield Running(f"http://127.0.0.1:{port}", app, server)
    finally:
        server.should_exit = True
        await serving


def in_hall(
    changed: Mapping[str, Any] | None = None, **settings: Any
) -> Callable[[Callable[[Running], Awaitable[None]]], Callable[..., None]]:
    """Runs a test in a hall whose bots think here.

    `changed`: constants of the hall that have another value meanwhile, as `pace.AWAY_MS`.
    """

    def made(test: Callable[[Running], Awaitable[None]]) -> Callable[..., None]:
        async def whole(folder: Path) -> None:
            async with (
                asyncio.timeout(TEST_SECONDS),
                running(folder, thinkers=BotsHere(), **settings) as hall,
            ):
                await test(hall)

        def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
            for name, value in (changed or {}).items():
                monkeypatch.setattr(f"shengji.hall.{name}", value)
            asyncio.run(whole(tmp_path))

        run.__doc__ = test.__doc__
        return run

    return made

"""Halls for tests: one in this process, on a free port of this machine, with data of its own."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

from starlette.applications import Starlette

from shengji.hall.hub import Hub
from shengji.hall.serve import Server
from shengji.hall.settings import Settings
from shengji.hall.web import create_app


class Running:
    """A hall that runs: its address, and its hub."""

    def __init__(self, base: str, app: Starlette) -> None:
        self.base = base
        self.app = app

    @property
    def hub(self) -> Hub:
        """The hub within."""
        found: Hub = self.app.state.hub
        return found


@asynccontextmanager
async def running(folder: Path, *, seed: int = 5, **settings: Any) -> AsyncIterator[Running]:
    """A hall without pauses and with decks from a seed."""
    listener = socket.socket()
    listener.bind(("127.0.0.1", settings.pop("port", 0)))
    port = listener.getsockname()[1]
    chosen = Settings(port=port, data=str(folder), local=True, **{"pace": 0.0, **settings})
    app = create_app(chosen, rng=Random(seed))
    opened = asyncio.Event()
    server = Server(app, opened.set)
    serving = asyncio.create_task(server.serve([listener]))
    waiting = asyncio.create_task(opened.wait())
    await asyncio.wait([serving, waiting], return_when=asyncio.FIRST_COMPLETED)
    if serving.done():
        await serving
    try:
        yield Running(f"http://127.0.0.1:{port}", app)
    finally:
        server.should_exit = True
        await serving

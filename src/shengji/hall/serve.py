"""Runs the hall: finds a port, says where it is, opens a browser, and ends in good order."""

import asyncio
import errno
import gc
import json
import logging
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator, Mapping
from contextlib import AsyncExitStack, suppress
from http.client import HTTPConnection, HTTPException
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files

import uvicorn
from msgspec.structs import replace
from starlette.applications import Starlette
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from shengji.engine.errors import ShengjiError
from shengji.words import Words

from .addresses import EVERYWHERE, Addresses, addresses_of
from .qr import terminal_lines
from .settings import Settings

APP = "shengji"
PORTS_TRIED = 50
LAST_PORT = 65535
BACKLOG = 2048
LARGEST_FRAME = 16 * 1024
PING_SECONDS = 15
PONG_SECONDS = 20
LAST_WORDS_SECONDS = 5
# At Python's own thresholds a collection over ten thousand sockets halts every table for 0.5 s.
GARBAGE = (50_000, 20, 50)


class ServeError(ShengjiError):
    """A server that cannot start."""


def serve(settings: Settings, say: Words, page: str | None = None) -> int:
    """Serve until a signal; returns the exit code.

    `page`: somebody wants to play, and a browser is opened on this path; where the port is taken
    by a hall already, on that one.  Raises ServeError, and what the hall raises if it cannot start.
    """
    if page is not None and not has_client():
        raise ServeError("serve.no_client")
    tried = settings
    while not (sockets := listen(tried)):
        if page is not None and is_hall(tried):
            address = addresses_of(tried).here + page
            print(say.say("cli.serve.already", address=address))
            show(address)
            return 0
        if settings.public_url:
            raise ServeError("serve.port_taken", port=settings.port)
        tried = next_port(settings, tried.port)
    actual = replace(settings, port=sockets[0].getsockname()[1])
    addresses = addresses_of(actual)

    def ready() -> None:
        if settings.port not in (0, actual.port):
            print(say.say("cli.serve.taken", port=settings.port, other=actual.port))
        print("\n".join(summary(actual, addresses, say, drawn=sys.stdout.isatty())), flush=True)
        if page is not None:
            show(addresses.here + page)

    run(actual, sockets, ready)
    print("\n" + say.say("cli.serve.bye"))
    return 0


def run(settings: Settings, sockets: list[socket.socket], ready: Callable[[], None]) -> None:
    """Serve on these sockets until a signal; `ready` is called once the hall is open."""
    from .web import create_app

    logging.basicConfig(
        level=settings.log_level.upper(), format="%(asctime)s %(levelname)s %(name)s: %(message)s"
    )
    server = Server(create_app(settings), ready)
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE)
    # uvicorn raises the signal once more when it is done; then both mean the same.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with suppress(KeyboardInterrupt):
        server.run(sockets)


class Socket(WebSocketsSansIOProtocol):
    """A socket that is cut off where the hall is done with it and its client does not read."""

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """The hall is done with it."""
        super().on_task_complete(task)
        if not self.writable.is_set():
            self.transport.abort()


class Server(uvicorn.Server):
    """uvicorn around the hall: what fails at the start is raised, and tables are told of the end.

    uvicorn itself would log the failure, and close all sockets before the hall could say a word.
    """

    def __init__(self, app: Starlette, ready: Callable[[], None]) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                lifespan="off",
                ws=Socket,
                ws_max_size=LARGEST_FRAME,
                ws_per_message_deflate=False,
                ws_ping_interval=PING_SECONDS,
                ws_ping_timeout=PONG_SECONDS,
                timeout_graceful_shutdown=LAST_WORDS_SECONDS,
                access_log=False,
                log_config=None,
                server_header=False,
            )
        )
        self._app = app
        self._ready = ready
        self._hall = AsyncExitStack()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open the hall, then the doors."""
        await self._hall.enter_async_context(self._app.router.lifespan_context(self._app))
        await super().startup(sockets)
        self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tell the tables, then close the doors, then the hall."""
        await self._app.state.hub.drain()
        await super().shutdown(sockets)
        await self._hall.aclose()


# -- ports -----------------------------------------------------------------------------------


def listen(settings: Settings) -> list[socket.socket]:
    """Sockets that listen where the settings say, none if the port is taken.

    Raises ServeError where that is not possible at all.
    """
    sockets: list[socket.socket] = []
    port = settings.port
    try:
        for family, address in _places(settings):
            sockets.append(_listening(family, address, port))
            port = sockets[0].getsockname()[1]
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            for one in sockets:
                one.close()
            return []
        if not sockets:
            raise ServeError(
                "serve.cannot_listen",
                host=settings.host or "*",
                port=port,
                problem=error.strerror or str(error),
            ) from error
    return sockets


def next_port(settings: Settings, taken: int) -> Settings:
    """The settings with the port after one that is taken.  Raises ServeError at the last."""
    last = min(settings.port + PORTS_TRIED, LAST_PORT)
    if taken >= last:
        raise ServeError("serve.all_taken", first=settings.port, last=last)
    return replace(settings, port=taken + 1)


def _places(settings: Settings) -> Iterator[tuple[socket.AddressFamily, str]]:
    """Families and addresses to listen at; those after the first may be lacking."""
    if settings.local or settings.host in EVERYWHERE:
        yield socket.AF_INET, "127.0.0.1" if settings.local else "0.0.0.0"
        if socket.has_ipv6:
            yield socket.AF_INET6, "::1" if settings.local else "::"
        return
    found = socket.getaddrinfo(settings.host, settings.port, type=socket.SOCK_STREAM)
    family, _, _, _, address = found[0]
    yield family, str(address[0])


def _listening(family: socket.AddressFamily, address: str, port: int) -> socket.socket:
    made = socket.socket(family, socket.SOCK_STREAM)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        made.bind((address, port))
        made.listen(BACKLOG)
    except OSError:
        made.close()
        raise
    return made


def is_hall(settings: Settings) -> bool:
    """Whether what listens on the port is one of us."""
    host = "127.0.0.1" if settings.local or settings.host in EVERYWHERE else settings.host
    connection = HTTPConnection(host, settings.port, timeout=1)
    try:
        connection.request("GET", "/healthz")
        answer = json.loads(connection.getresponse().read(LARGEST_FRAME))
    except (OSError, HTTPException, ValueError):
        return False
    finally:
        connection.close()
    return isinstance(answer, dict) and answer.get("app") == APP


# -- what the person sees --------------------------------------------------------------------


def has_client() -> bool:
    """Whether the client that browsers load has been built."""
    return files("shengji").joinpath("_web", "index.html").is_file()


def summary(settings: Settings, addresses: Addresses, say: Words, drawn: bool) -> list[str]:
    """Where the hall is and where it keeps its data; `drawn`: with a code for phones."""
    lines = [
        say.say("cli.serve.open", version=_version()),
        say.say("cli.serve.here", link=addresses.here),
    ]
    if addresses.link_base != addresses.here:
        lines.append(say.say("cli.serve.others", link=addresses.link_base))
        if drawn:
            lines += ["", *terminal_lines(addresses.link_base), ""]
    lines.append(say.say("cli.serve.data", folder=str(settings.folder)))
    if not has_client():
        lines.append(say.say("error.serve.no_client"))
    return [*lines, say.say("cli.serve.stop")]


def has_display(environment: Mapping[str, str], platform: str) -> bool:
    """Whether a browser would open before somebody's eyes."""
    if platform in ("darwin", "win32"):
        return "SSH_CONNECTION" not in environment
    return bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"))


def show(address: str) -> None:
    """Open the address in a browser, if there is a display; some browsers come back late."""
    if has_display(os.environ, sys.platform):
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def _version() -> str:
    try:
        return version(APP)
    except PackageNotFoundError:
        return ""

"""The hall over HTTP: pages, the REST calls (their types: `calls`), and the socket."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import Scope
from starlette.websockets import WebSocket

from shengji.engine.errors import ShengjiError
from shengji.engine.record_codec import RecordError
from shengji.words import words
from shengji.words.options_text import error_text

from . import calls
from . import protocol as wire
from .addresses import Addresses, addresses_of
from .feeds import OUTSIDE
from .guard import HEADERS, Guard, token_of
from .hub import LINK_SECONDS, Hub, HubError, Person
from .limits import Buckets
from .qr import qr
from .replays import LARGEST_RECORD, deals_of, read_record, record_lines, replay_of
from .room import Room
from .rules_page import describe, options
from .seating import RoomFact, from_payload
from .settings import Settings
from .sockets import Connection
from .store import LogError, Row, StaleError, open_store
from .thinkers import Thinkers

MOST_LAG_MS = 1000
MOST_SOCKETS = 20  # of one person, in as many rooms
LARGEST_BODY = 64 * 1024
COOKIE_SECONDS = 400 * 24 * 3600
ONE_YEAR = "public, max-age=31536000, immutable"
PAGES = ("/", "/r/{code}", "/r/{code}/deal/{number:int}", "/rules", "/replay", "/link")

T = TypeVar("T")
Body = TypeVar("Body", bound=msgspec.Struct)
Call = Callable[["Api", Request], Awaitable[Response]]


class Api:
    """What the calls need: the hub, the addresses, and how often one may ask."""

    def __init__(self, settings: Settings, addresses: Addresses, hub: Hub) -> None:
        self.settings = settings
        self.addresses = addresses
        self.hub = hub
        self.calls = Buckets(200, 10)
        self.rooms = Buckets(40, 0.5)
        self.sockets = Buckets(400, 40)
        self.replays = Buckets(30, 1)
        self.open: Counter[str] = Counter()
        self.cookie = "__Host-sid" if settings.https else f"sid_{settings.port}"

    async def person(self, request: Request) -> Person:
        """Who asks.  Raises HubError where that is nobody."""
        found = await self.hub.person(token_of(request.headers, self.cookie))
        if found is None:
            raise HubError("nobody", 401)
        return found

    def signed(self, answer: Response, token: str) -> Response:
        """An answer that makes the browser keep a token."""
        answer.set_cookie(
            self.cookie,
            token,
            max_age=COOKIE_SECONDS,
            path="/",
            secure=self.settings.https,
            httponly=True,
            samesite="lax",
        )
        return answer

    async def room(self, request: Request) -> Room:
        """The room that a path names.  Raises HubError where there is none."""
        room = await self.hub.room(request.path_params["code"])
        if room is None:
            raise HubError("no_such_room", 404)
        return room

    def may_replay(self, request: Request) -> None:
        """Count a call for which a match is played through.  Raises HubError."""
        if not self.replays.take(asker_of(request)):
            raise HubError("too_often", 429)


def answer(value: object, status: int = 200) -> Response:
    """Something as JSON."""
    body = msgspec.json.encode(value)
    return Response(body, status, {"Cache-Control": "no-store"}, "application/json")


async def body_of(request: Request, kind: type[Body]) -> Body:
    """The body of a call.  Raises HubError if it is not what the call takes."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise HubError("not_json", 415)
    try:
        return msgspec.json.decode(await bytes_of(request, LARGEST_BODY), type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise HubError("body", 400, problem=str(error)) from error


async def bytes_of(request: Request, most: int) -> bytes:
    """The body as it came.  Raises HubError if it is too large."""
    found = bytearray()
    async for chunk in request.stream():
        found += chunk
        if len(found) > most:
            raise HubError("too_large", 413)
    return bytes(found)


def asker_of(request: HTTPConnection) -> str:
    """The address that a request comes from."""
    return request.client.host if request.client else ""


def lang_of(request: Request) -> str:
    """The language that a browser asks for."""
    asked = request.query_params.get("lang") or request.headers.get("accept-language", "")
    return "en" if asked.lower().startswith("en") else "zh"


# -- calls ---------------------------------------------------------------------------------------


async def session(api: Api, request: Request) -> Response:
    """Who am I?  A guest is made where there is none."""
    body = await body_of(request, calls.SessionBody)
    person = await api.hub.person(token_of(request.headers, api.cookie))
    if person is None:
        person, token = await api.hub.new_person(body.name, body.lang)
        return api.signed(answer(await api.hub.session(person)), token)
    if body.name is not None and body.name != person.name:
        person = await api.hub.rename(person, body.name)
    return answer(await api.hub.session(person))


async def create_room(api: Api, request: Request) -> Response:
    """Open a room."""
    person = await api.person(request)
    body = await body_of(request, calls.CreateBody)
    if not api.rooms.take(person.id):
        raise HubError("too_often", 429)
    room = await api.hub.create(person, body)
    return answer(calls.Created(code=room.code), 201)


async def room_brief(api: Api, request: Request) -> Response:
    """A room as an invitation shows it."""
    person = await api.hub.person(token_of(request.headers, api.cookie))
    return answer(api.hub.brief(await api.room(request), person))


async def join_room(api: Api, request: Request) -> Response:
    """Sit down, or watch."""
    person = await api.person(request)
    body = await body_of(request, calls.JoinBody)
    return answer(await api.hub.join(await api.room(request), person, body))


async def invite(api: Api, request: Request) -> Response:
    """The link to a room."""
    room = await api.room(request)
    link = f"{api.addresses.link_base}/r/{room.code}"
    return answer(calls.Invite(link=link, qr=qr(link)))


async def device_link(api: Api, request: Request) -> Response:
    """A link that makes a second device the same person."""
    person = await api.person(request)
    link = f"{api.addresses.link_base}/link#{api.hub.link_code(person)}"
    return answer(calls.DeviceLink(link=link, qr=qr(link), seconds=LINK_SECONDS))


async def claim_link(api: Api, request: Request) -> Response:
    """Become the person of a linking code."""
    body = await body_of(request, calls.ClaimBody)
    person, token = await api.hub.claim(body.code)
    return api.signed(answer(await api.hub.session(person)), token)


async def rules_text(_: Api, request: Request) -> Response:
    """A ruleset in words."""
    body = await body_of(request, calls.RulesBody)
    return answer(await asyncio.to_thread(describe, body.rules, body.lang))


async def rules_options(_: Api, __: Request) -> Response:
    """Every option of a ruleset."""
    return answer(options())


async def room_events(api: Api, request: Request) -> tuple[Room, list[Any]]:
    """The match events of a room for one who is in it.  Raises HubError."""
    person = await api.person(request)
    room = await api.room(request)
    here = room.shown.seat_of(person.id) is not None or any(
        one.person == person.id for one in room.shown.watchers
    )
    if not here or room.viewer(person.id) == OUTSIDE:
        raise HubError("not_in_the_room", 403)
    api.may_replay(request)
    rows = await api.hub.log.load(room.code)
    return room, await asyncio.to_thread(last_match, rows)


def last_match(rows: list[Row]) -> list[Any]:
    """The events of a room's last match."""
    events: list[Any] = []
    for row in rows:
        event = from_payload(row.type, row.payload)
        if row.type == "MatchStarted":
            events.clear()
        if not isinstance(event, RoomFact):
            events.append(event)
    return events


async def room_deal(api: Api, request: Request) -> Response:
    """A finished deal with all hands open."""
    room, events = await room_events(api, request)
    number = request.path_params["number"]
    if number not in deals_of(events):
        raise HubError("no_such_deal", 404)
    names = tuple(seat.name for seat in room.shown.seats)
    return answer(await asyncio.to_thread(replay_of, events, number, names))


async def room_record(api: Api, request: Request) -> Response:
    """The finished deals of a room's match as a record."""
    room, events = await room_events(api, request)
    if not deals_of(events):
        raise HubError("no_such_deal", 404)
    lines = await asyncio.to_thread(record_lines, events)
    text = "".join(f"{line}\n" for line in lines)
    name = f"attachment; filename=shengji-{room.code}.jsonl"
    headers = {"Content-Disposition": name, "Cache-Control": "no-store"}
    return Response(text, 200, headers, "application/x-ndjson")


async def replay_file(api: Api, request: Request) -> Response:
    """A deal of a record that somebody has."""
    api.may_replay(request)
    data = await bytes_of(request, LARGEST_RECORD)
    events = await asyncio.to_thread(read_record, data.decode("utf-8", "replace"))
    numbers = deals_of(events)
    asked = request.query_params.get("deal", "")
    number = int(asked) if asked.isdecimal() and len(asked) < 6 else next(iter(numbers), 0)
    if number not in numbers:
        raise HubError("no_such_deal", 404)
    return answer(await asyncio.to_thread(replay_of, events, number, ("", "", "", "")))


CALLS: tuple[tuple[str, str, Call], ...] = (
    ("POST", "/api/session", session),
    ("POST", "/api/rooms", create_room),
    ("GET", "/api/rooms/{code}", room_brief),
    ("POST", "/api/rooms/{code}/join", join_room),
    ("GET", "/api/rooms/{code}/invite", invite),
    ("GET", "/api/rooms/{code}/deals/{number:int}", room_deal),
    ("GET", "/api/rooms/{code}/record", room_record),
    ("POST", "/api/link", device_link),
    ("POST", "/api/link/claim", claim_link),
    ("POST", "/api/rules", rules_text),
    ("GET", "/api/options", rules_options),
    ("POST", "/api/replay", replay_file),
)


def endpoint(api: Api, call: Call) -> Callable[[Request], Awaitable[Response]]:
    """A call with what may go wrong in it told as a sentence."""

    async def run(request: Request) -> Response:
        lang = lang_of(request)
        try:
            if not api.calls.take(asker_of(request)):
                raise HubError("too_often", 429)
            return await call(api, request)
        except HubError as error:
            text = words(lang).say(f"hall.refusal.{error.code}", **error.facts)
            return problem(error.code, text, error.status)
        except StaleError:
            return problem("try_again", words(lang).say("hall.refusal.try_again"), 503)
        except LogError as error:
            return problem(error.code, error_text(error, lang), 503)
        except (ShengjiError, RecordError) as error:
            return problem(error.code, error_text(error, lang), 400)

    return run


def problem(code: str, text: str, status: int) -> Response:
    """A refusal; what it quotes of the call may be half a character."""
    whole = text.encode(errors="replace").decode()
    return answer(calls.Problem(code=code, text=whole), status)


# -- the house -----------------------------------------------------------------------------------


async def healthz(request: Request) -> Response:
    """Whether the event loop is alive: how late it woke up last, in ms."""
    late = request.app.state.hub.lag_ms
    return answer({"app": "shengji", "lag_ms": round(late, 3)}, 200 if late < MOST_LAG_MS else 503)


async def readyz(request: Request) -> Response:
    """Whether commands can be stored."""
    try:
        async with asyncio.timeout(0.5):
            ready = await request.app.state.hub.ready()
    except (TimeoutError, LogError):
        ready = False
    return answer({"ready": ready}, 200 if ready else 503)


async def socket(websocket: WebSocket) -> None:
    """One connection of `shengji.v1`."""
    api: Api = websocket.app.state.api
    asked = websocket.scope.get("subprotocols", [])
    spoken = wire.SUBPROTOCOL if wire.SUBPROTOCOL in asked else None
    await websocket.accept(spoken)
    if not api.sockets.take(asker_of(websocket)):
        await websocket.close(wire.CLOSE_FLOOD)
    elif spoken is None:
        await websocket.close(wire.CLOSE_BAD_FRAME)
    elif (person := await api.hub.person(token_of(websocket.headers, api.cookie))) is None:
        await websocket.close(wire.CLOSE_AUTH)
    elif api.open[person.id] >= MOST_SOCKETS:
        await websocket.close(wire.CLOSE_FLOOD)
    else:
        api.open[person.id] += 1
        try:
            await Connection(websocket, api.hub, person).run()
        finally:
            api.open[person.id] -= 1
            if not api.open[person.id]:
                del api.open[person.id]


class Client(StaticFiles):
    """The built client: what carries a hash in its name may be kept for ever."""

    async def check_config(self) -> None:
        """Nothing: the client may not be built yet."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """One file."""
        found = await super().get_response(path, scope)
        headers = MutableHeaders(raw=found.raw_headers)
        headers["Cache-Control"] = ONE_YEAR if found.status_code == 200 else "no-store"
        return found


def client_folder() -> Path:
    """Where the built client lies."""
    return Path(str(files("shengji").joinpath("_web")))


async def failed(_: Request, __: Exception) -> Response:
    """The answer where the hall itself failed; the error is logged."""
    return PlainTextResponse("Internal Server Error", 500, HEADERS)


async def page(_: Request) -> Response:
    """The one page; the client sees to the rest."""
    index = client_folder() / "index.html"
    if not index.is_file():
        raise HTTPException(503, words("en").say("hall.refusal.no_client"))
    return FileResponse(index, headers={"Cache-Control": "no-cache"})


async def missing(request: Request, _: Exception) -> Response:
    """The answer to a path that names nothing: a person is shown the page, which says so."""
    if request.url.path.startswith("/api/"):
        return problem(
            "no_such_call", words(lang_of(request)).say("hall.refusal.no_such_call"), 404
        )
    index = client_folder() / "index.html"
    reads = "text/html" in request.headers.get("accept", "")
    if request.method == "GET" and reads and index.is_file():
        return FileResponse(index, 404, {"Cache-Control": "no-cache"})
    return PlainTextResponse("Not Found", 404)


def create_app(settings: Settings, addresses: Addresses | None = None, **parts: Any) -> Starlette:
    """The hall as an ASGI application; it opens its data when it starts.

    `parts` (`rng`, `thinkers`) replace what chance and bots are, in tests.
    """
    where = addresses or addresses_of(settings)

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        event_log, guests = open_store(settings.folder)
        thinkers = parts.get("thinkers") or Thinkers(settings.workers)
        hub = Hub(settings, event_log, guests, thinkers, parts.get("rng"))
        app.state.hub = hub
        app.state.api = Api(settings, where, hub)
        hub.open()
        try:
            yield
        finally:
            await hub.drain()
            await hub.close()

    def late(call: Call) -> Callable[[Request], Awaitable[Response]]:
        async def run(request: Request) -> Response:
            return await endpoint(request.app.state.api, call)(request)

        return run

    routes = [
        Route("/healthz", healthz),
        Route("/readyz", readyz),
        *(Route(path, late(call), methods=[method]) for method, path, call in CALLS),
        WebSocketRoute("/ws", socket),
        *(Route(path, page) for path in PAGES),
        Mount("/assets", Client(directory=client_folder() / "assets", check_dir=False)),
    ]
    layers = [Middleware(Guard, addresses=where), Middleware(GZipMiddleware, minimum_size=1000)]
    return Starlette(
        routes=routes,
        middleware=layers,
        exception_handlers={Exception: failed, 404: missing},
        lifespan=life,
    )

"""What stands before every request: whose address it names, and what an answer may do.

A pure ASGI layer, so that sockets pass through it too.
"""

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from shengji.words import words

from .addresses import Addresses
from .protocol import CLOSE_ORIGIN

POLICY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
    "object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
SAFE = ("GET", "HEAD", "OPTIONS")


def token_of(headers: Headers, cookie: str) -> str | None:
    """The token that a request carries: a cookie's, or for programs a Bearer's."""
    kind, _, token = headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer" and token:
        return token.strip()
    return cookie_parser(headers.get("cookie", "")).get(cookie)


def is_program(headers: Headers) -> bool:
    """Whether a request names its token itself: no browser does so for another page."""
    return headers.get("authorization", "").lower().startswith("bearer ")


class Guard:
    """Refuses a Host or Origin that is not ours; adds the headers of safety to every answer."""

    def __init__(self, app: ASGIApp, addresses: Addresses) -> None:
        self.app = app
        self.addresses = addresses

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request or socket."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        server = scope.get("server")
        refused = self._refused(scope, headers, str(server[0]) if server else "")
        if refused is None:
            await self.app(scope, receive, _with_headers(send))
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
            await send({"type": "websocket.close", "code": CLOSE_ORIGIN, "reason": ""})
        else:
            await PlainTextResponse(refused, 403)(scope, receive, _with_headers(send))

    def _refused(self, scope: Scope, headers: Headers, at: str) -> str | None:
        host = headers.get("host", "")
        if not self.addresses.host_allowed(host, at):
            return _sentence("host_not_ours", host)
        origin = headers.get("origin")
        if origin is not None:
            changes = scope["type"] == "websocket" or scope["method"] not in SAFE
            if changes and not self.addresses.origin_allowed(origin, at):
                return _sentence("origin_not_ours", origin)
        elif scope["type"] == "websocket" and not is_program(headers):
            return _sentence("origin_not_ours", "")
        return None


def _sentence(code: str, given: str) -> str:
    shown = given[:100]
    return "\n".join(words(lang).say(f"hall.refusal.{code}", given=shown) for lang in ("zh", "en"))


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sending

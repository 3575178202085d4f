"""Under which addresses this server is reached, and which Host and Origin it answers.

A page elsewhere can make its own name point to this machine (DNS rebinding) or open a socket to
it.  So a request has to name an address that is ours, and its Origin has to be ours, too; the two
are never compared with each other, since both would be the attacker's.
"""

import socket
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit

from .settings import Settings

LOOPBACK = ("localhost", "127.0.0.1", "::1")
EVERYWHERE = ("", "0.0.0.0", "::")
DEFAULT_PORTS = {"http": 80, "https": 443}
# A datagram socket that is "connected" to these shows our own address and sends nothing.
ELSEWHERE = (
    (socket.AF_INET, "192.0.2.1"),
    (socket.AF_INET, "10.255.255.255"),
    (socket.AF_INET, "172.31.255.255"),
    (socket.AF_INET, "192.168.255.255"),
    (socket.AF_INET6, "2001:db8::1"),
)


@dataclass(frozen=True, slots=True)
class Addresses:
    """The names of this server without port, its port, and its address from outside, if any.

    `lan`: the address that others on the same network use, empty if there is none.
    """

    port: int
    names: frozenset[str]
    lan: str = ""
    public: str = ""

    def host_allowed(self, host: str, at: str = "") -> bool:
        """Whether a request's Host is ours; `at` is the own address at which it came in."""
        scheme = self.public.partition(":")[0]
        if self.public and _parts(f"{scheme}://{host}") == _parts(self.public):
            return True
        return self._ours(f"http://{host}", at)

    def origin_allowed(self, origin: str, at: str = "") -> bool:
        """Whether a request's Origin is ours."""
        if self.public and _parts(origin) == _parts(self.public):
            return True
        return self._ours(origin, at)

    def _ours(self, origin: str, at: str) -> bool:
        parts = _parts(origin)
        if parts is None:
            return False
        scheme, name, port = parts
        return scheme == "http" and port == self.port and (name in self.names or name == at)

    @property
    def here(self) -> str:
        """The address for a browser on this machine."""
        if "localhost" in self.names:
            return self._http("localhost")
        return self._http(min(self.names))

    @property
    def link_base(self) -> str:
        """What a link for others begins with, without a slash at its end."""
        return self.public or (self._http(self.lan) if self.lan else self.here)

    def _http(self, name: str) -> str:
        shown = f"[{name}]" if ":" in name else name
        return f"http://{shown}" + ("" if self.port == DEFAULT_PORTS["http"] else f":{self.port}")


def _parts(origin: str) -> tuple[str, str, int] | None:
    """Scheme, name and port of an origin; None if it is none."""
    try:
        parts = urlsplit(origin)
        port = parts.port
    except ValueError:
        return None
    if parts.scheme not in DEFAULT_PORTS or not parts.hostname or "@" in parts.netloc:
        return None
    if origin.lower() != f"{parts.scheme}://{parts.netloc}".lower():
        return None
    return parts.scheme, parts.hostname, port or DEFAULT_PORTS[parts.scheme]


def addresses_of(settings: Settings) -> Addresses:
    """The addresses of a server with these settings, whose port is the one that it really has."""
    if settings.local:
        return Addresses(settings.port, frozenset(LOOPBACK), "", settings.public_origin)
    if settings.host not in EVERYWHERE:
        name = settings.host.lower()
        names = frozenset(LOOPBACK if name in LOOPBACK else (name,))
        lan = "" if name in LOOPBACK else name
        return Addresses(settings.port, names, lan, settings.public_origin)
    own = own_addresses()
    names = frozenset((*LOOPBACK, *own, *own_names()))
    return Addresses(settings.port, names, own[0] if own else "", settings.public_origin)


def own_addresses() -> tuple[str, ...]:
    """This machine's addresses on its networks, the one of the default route first."""
    found: dict[str, None] = {}
    for family, target in ELSEWHERE:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((target, 9))
            address = probe.getsockname()[0]
            if not ip_address(address).is_loopback:
                found[address] = None
    return tuple(found)


def own_names() -> tuple[str, ...]:
    """This machine's name, alone and as the local network announces it."""
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    return tuple(dict.fromkeys((name, short, f"{short}.local")))

"""Addresses: whose requests are answered, and what links to a table begin with."""

import pytest

from shengji.hall import addresses
from shengji.hall.addresses import Addresses, addresses_of, own_addresses, own_names
from shengji.hall.settings import Settings

LAN = "192.168.1.5"
LAN6 = "fd00::5"
HOUSE = frozenset(("localhost", "127.0.0.1", "::1", LAN, LAN6, "nas", "nas.local"))
HOME = Addresses(8765, HOUSE, LAN)
PUBLIC = Addresses(8765, HOUSE, LAN, "https://cards.example.org")


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine called nas with two addresses."""
    monkeypatch.setattr(addresses, "own_addresses", lambda: (LAN, LAN6))
    monkeypatch.setattr(addresses, "own_names", lambda: ("nas", "nas.local"))


@pytest.mark.parametrize(
    "host",
    [
        "localhost:8765",
        "LocalHost:8765",
        "127.0.0.1:8765",
        "[::1]:8765",
        f"{LAN}:8765",
        f"[{LAN6}]:8765",
        "nas:8765",
        "nas.local:8765",
    ],
)
def test_a_request_to_an_own_address_is_answered(host: str) -> None:
    assert HOME.host_allowed(host)
    assert HOME.origin_allowed(f"http://{host}")


@pytest.mark.parametrize(
    "host",
    [
        "evil.example:8765",
        "evil.example",
        "localhost.evil.example:8765",
        "evil.example:8765@localhost:8765",
        "localhost:8765@evil.example",
        "user@localhost:8765",
        "localhost:8765/evil",
        "localhost:8765?",
        "localhost:9000",
        "localhost",
        "localhost:port",
        "[::1:8765",
        "192.168.1.6:8765",
        "",
        ":8765",
    ],
)
def test_a_name_that_somebody_else_points_here_is_refused(host: str) -> None:
    assert not HOME.host_allowed(host)
    assert not HOME.origin_allowed(f"http://{host}")
    assert not PUBLIC.host_allowed(host)


@pytest.mark.parametrize(
    "origin",
    ["", "null", "file://", "https://localhost:8765", "ws://localhost:8765", "localhost:8765"],
)
def test_an_origin_that_no_page_of_ours_has_is_refused(origin: str) -> None:
    assert not HOME.origin_allowed(origin)


def test_an_address_that_the_machine_got_later_counts_as_its_own() -> None:
    assert HOME.host_allowed("10.0.0.9:8765", at="10.0.0.9")
    assert HOME.origin_allowed("http://10.0.0.9:8765", at="10.0.0.9")
    assert not HOME.host_allowed("evil.example:8765", at="10.0.0.9")
    assert not HOME.host_allowed("10.0.0.9:8765", at=LAN)


@pytest.mark.parametrize("ending", ["", ":443"])
def test_the_public_address_is_ours_with_its_scheme_and_port(ending: str) -> None:
    assert PUBLIC.host_allowed(f"cards.example.org{ending}")
    assert PUBLIC.origin_allowed(f"https://Cards.example.org{ending}")
    assert not PUBLIC.host_allowed("cards.example.org:8765")
    assert not PUBLIC.origin_allowed("http://cards.example.org")
    assert not PUBLIC.origin_allowed("https://cards.example.org.evil.example")
    assert not HOME.host_allowed("cards.example.org")
    assert PUBLIC.origin_allowed("http://localhost:8765")


def test_the_usual_port_of_http_is_not_written() -> None:
    usual = Addresses(80, frozenset(("localhost", LAN)), LAN)
    assert usual.host_allowed("localhost")
    assert usual.origin_allowed(f"http://{LAN}")
    assert (usual.here, usual.link_base) == ("http://localhost", f"http://{LAN}")


@pytest.mark.usefixtures("house")
def test_links_carry_the_public_address_or_that_of_the_network() -> None:
    assert addresses_of(Settings()).link_base == f"http://{LAN}:8765"
    assert addresses_of(Settings()).here == "http://localhost:8765"
    public = addresses_of(Settings(public_url="https://cards.example.org/"))
    assert public.link_base == "https://cards.example.org"
    assert addresses_of(Settings(local=True)).link_base == "http://localhost:8765"


@pytest.mark.usefixtures("house")
def test_a_hall_for_everybody_is_known_by_all_names_of_the_machine() -> None:
    assert addresses_of(Settings()).names == HOUSE
    assert addresses_of(Settings(host="0.0.0.0")).names == HOUSE


@pytest.mark.usefixtures("house")
def test_a_local_hall_is_known_by_no_name_of_the_network() -> None:
    local = addresses_of(Settings(local=True))
    assert local.host_allowed("localhost:8765")
    assert not local.host_allowed(f"{LAN}:8765")
    assert not local.host_allowed("nas:8765")


def test_a_hall_at_one_address_is_known_by_it_alone() -> None:
    one = addresses_of(Settings(host=LAN6))
    assert one.here == one.link_base == f"http://[{LAN6}]:8765"
    assert not one.host_allowed("localhost:8765")
    loop = addresses_of(Settings(host="127.0.0.1"))
    assert loop.link_base == "http://localhost:8765"


def test_the_machine_finds_its_own_addresses_and_names() -> None:
    assert not {"127.0.0.1", "::1", "0.0.0.0"} & set(own_addresses())
    assert all(name == name.lower() and name for name in own_names())
    assert any(name.endswith(".local") for name in own_names())

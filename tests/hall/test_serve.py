"""`shengji serve` and `shengji play`: ports, what is printed, and a good end."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from urllib.request import urlopen

import pytest

from shengji.cli import main
from shengji.cli.errors import sentence
from shengji.hall import serve as hall
from shengji.hall.addresses import Addresses
from shengji.hall.serve import ServeError, has_display, is_hall, listen, next_port, summary
from shengji.hall.settings import Settings
from shengji.words import LANGUAGES, words

LAN = Addresses(8765, frozenset(("localhost", "192.168.1.5")), "192.168.1.5")
LOCAL = Addresses(8765, frozenset(("localhost",)))
Opened = list[str]


@contextmanager
def answering(body: bytes) -> Iterator[int]:
    """Something else on a port of this machine, with its answer to everything."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Print nothing."""

    with HTTPServer(("127.0.0.1", 0), Answer) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_address[1]
        server.shutdown()


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Opened:
    """The addresses that browsers are opened on; the client counts as built."""
    found: Opened = []
    for name in os.environ:
        if name.startswith("SHENGJI_"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("SHENGJI_DATA", str(tmp_path))
    monkeypatch.setattr(hall, "show", found.append)
    monkeypatch.setattr(hall, "has_client", lambda: True)
    return found


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> list[Settings]:
    """The settings with which a hall was run, for as long as it takes to say so."""
    found: list[Settings] = []

    def run(settings: Settings, sockets: list[socket.socket], ready: Callable[[], None]) -> None:
        found.append(settings)
        ready()
        for one in sockets:
            one.close()

    monkeypatch.setattr(hall, "run", run)
    return found


# -- ports -----------------------------------------------------------------------------------


def test_a_hall_is_told_from_whatever_else_answers() -> None:
    for body, ours in (
        (b'{"app":"shengji","lag_ms":0.1}', True),
        (b'{"app":"other"}', False),
        (b'"shengji"', False),
        (b"<html>shengji</html>", False),
        (b"", False),
    ):
        with answering(body) as port:
            assert is_hall(Settings(port=port, local=True)) is ours, body


def test_nothing_at_all_is_no_hall() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        assert not is_hall(Settings(port=port, local=True))
    assert not is_hall(Settings(port=port, local=True))


def test_a_taken_port_gives_no_sockets() -> None:
    with answering(b"") as port:
        assert listen(Settings(port=port, local=True)) == []


def test_ports_are_tried_one_after_the_other_and_not_for_ever() -> None:
    first = Settings(port=8765)
    assert next_port(first, 8765) == Settings(port=8766)
    for settings, last in ((first, 8765 + hall.PORTS_TRIED), (Settings(port=65530), 65535)):
        with pytest.raises(ServeError) as caught:
            next_port(settings, last)
        assert f"from {settings.port} to {last}" in sentence(caught.value, words("en"))


def test_all_sockets_of_a_hall_have_one_port() -> None:
    found = listen(Settings(port=0, local=True))
    assert len({one.getsockname()[1] for one in found}) == 1
    assert {one.getsockname()[0] for one in found} <= {"127.0.0.1", "::1"}
    for one in found:
        one.close()


def test_an_address_that_is_not_this_machines_is_refused() -> None:
    with pytest.raises(ServeError) as caught:
        listen(Settings(host="192.0.2.77", port=0))
    assert "192.0.2.77" in sentence(caught.value, words("en"))


def test_who_wants_to_play_is_taken_to_the_hall_that_is_open(
    opened: Opened, ran: list[Settings], capsys: pytest.CaptureFixture[str]
) -> None:
    with answering(json.dumps({"app": "shengji"}).encode()) as port:
        assert main(["play", "--local", "--port", str(port), "--rules", "jj"]) == 0
    address = f"http://localhost:{port}/?rules=jj"
    assert opened == [address]
    assert not ran
    assert address in capsys.readouterr().out


def test_beside_a_foreign_server_the_next_port_is_taken_and_named(
    opened: Opened, ran: list[Settings], capsys: pytest.CaptureFixture[str]
) -> None:
    with answering(b"something else") as port:
        assert main(["play", "--local", "--port", str(port), "--lang", "en"]) == 0
    (settings,) = ran
    assert settings.port > port
    assert opened == [f"http://localhost:{settings.port}/"]
    out = capsys.readouterr().out
    assert f"Port {port} is taken; this is port {settings.port}." in out
    assert f"http://localhost:{settings.port}" in out


def test_a_second_server_beside_the_first_opens_no_browser(
    opened: Opened, ran: list[Settings]
) -> None:
    with answering(json.dumps({"app": "shengji"}).encode()) as port:
        assert main(["serve", "--local", "--port", str(port)]) == 0
    assert ran[0].port > port
    assert opened == []


def test_a_public_address_leads_to_one_port_and_no_other(
    opened: Opened, ran: list[Settings], capsys: pytest.CaptureFixture[str]
) -> None:
    public = ["--public-url", "https://cards.example.org", "--lang", "en"]
    with answering(b"something else") as port:
        assert main(["serve", "--local", "--port", str(port), *public]) == 2
    assert not ran
    assert f"Port {port} is taken" in capsys.readouterr().err
    assert opened == []


# -- what is printed -------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.usefixtures("opened")
def test_the_summary_names_addresses_and_data_folder(lang: str, tmp_path: Path) -> None:
    settings = Settings(data=str(tmp_path))
    text = "\n".join(summary(settings, LAN, words(lang), drawn=False))
    for part in ("http://localhost:8765", "http://192.168.1.5:8765", str(tmp_path), "Ctrl-C"):
        assert part in text
    assert "█" not in text
    assert "█" in "\n".join(summary(settings, LAN, words(lang), drawn=True))


@pytest.mark.usefixtures("opened")
def test_a_local_hall_shows_no_code_for_phones() -> None:
    lines = summary(Settings(local=True), LOCAL, words("en"), drawn=True)
    assert "█" not in "\n".join(lines)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_hall_without_its_client_says_so_and_play_refuses(
    lang: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(hall, "has_client", lambda: False)
    text = words(lang).say("error.serve.no_client")
    assert text in summary(Settings(), LOCAL, words(lang), drawn=False)
    assert main(["play", "--lang", lang]) == 2
    assert capsys.readouterr().err == f"{text}\n"


@pytest.mark.parametrize(
    ("environment", "platform", "display"),
    [
        ({"DISPLAY": ":0"}, "linux", True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "linux", True),
        ({"DISPLAY": "localhost:10.0", "SSH_CONNECTION": "1 2 3 4"}, "linux", True),
        ({"DISPLAY": ""}, "linux", False),
        ({}, "linux", False),
        ({}, "darwin", True),
        ({"SSH_CONNECTION": "1 2 3 4"}, "darwin", False),
        ({}, "win32", True),
    ],
)
def test_a_browser_opens_only_before_somebodys_eyes(
    environment: dict[str, str], platform: str, display: bool
) -> None:
    assert has_display(environment, platform) is display


@pytest.mark.parametrize(
    ("tokens", "words_of_it"),
    [
        (["serve", "--port", "99999"], "--port cannot be “99999”"),
        (["serve", "--public-url", "cards"], "--public-url cannot be “cards”"),
        (["serve", "--config", "nowhere.toml"], "There is no file nowhere.toml."),
        (["play", "--rules", "nope"], "There is no ruleset called “nope”."),
    ],
)
@pytest.mark.usefixtures("opened")
def test_what_cannot_be_is_refused_in_one_line(
    tokens: list[str], words_of_it: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*tokens, "--lang", "en"]) == 2
    err = capsys.readouterr().err
    assert words_of_it in err
    assert err.count("\n") == 1


# -- a real one ------------------------------------------------------------------------------


COMMAND = [sys.executable, "-m", "shengji", "serve", "--local", "--port", "0", "--lang", "en"]


def environment(folder: Path) -> dict[str, str]:
    """The environment of a hall that keeps its data in a folder."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("SHENGJI_")}
    return kept | {"SHENGJI_DATA": str(folder)}


@pytest.fixture
def started(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A hall in a process of its own, and its address."""
    process = subprocess.Popen(
        COMMAND,
        env=environment(tmp_path),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    with process:
        assert process.stdout is not None
        found = (re.search(r"http://\S+", line) for line in process.stdout)
        yield process, next(address[0] for address in found if address)
        process.terminate()


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM])
def test_a_hall_answers_at_its_address_and_ends_with_a_friendly_line(
    started: tuple[subprocess.Popen[str], str], ending: signal.Signals
) -> None:
    process, address = started
    with urlopen(f"{address}/healthz", timeout=5) as answer:
        assert json.load(answer)["app"] == "shengji"
    process.send_signal(ending)
    out, _ = process.communicate(timeout=10)
    assert process.returncode == 0
    assert out.endswith("Closed. Every table is kept. See you!\n")
    assert "Traceback" not in out


@pytest.mark.usefixtures("started")
def test_a_data_folder_in_use_is_named_in_one_line(tmp_path: Path) -> None:
    second = subprocess.run(
        COMMAND, env=environment(tmp_path), capture_output=True, text=True, check=False, timeout=20
    )
    assert second.returncode == 2
    assert str(tmp_path) in second.stderr
    assert second.stderr.count("\n") == 1

"""What stands before every request: Host, Origin, and the headers of safety."""

import asyncio
import logging
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

from shengji.hall.guard import HEADERS
from shengji.hall.protocol import SUBPROTOCOL

from .halls import BotsHere, Running, in_hall, running
from .test_rest import asking, guest, refusal

EVIL = "http://evil.example"


def safe(answer: httpx.Response) -> bool:
    """Whether an answer carries the headers of safety."""
    return all(answer.headers.get(name) == value for name, value in HEADERS.items())


@in_hall()
async def test_a_host_that_is_not_ours_is_refused_and_the_flag_named(hall: Running) -> None:
    async with asking(hall, host="evil.example") as asks:
        for path in ("/", "/healthz", "/api/options", "/assets/x.js"):
            answer = await asks.get(path)
            assert answer.status_code == 403
            assert "--public-url" in answer.text
            assert safe(answer)


@in_hall()
async def test_changes_from_another_page_are_refused_and_the_flag_named(hall: Running) -> None:
    async with guest(hall) as asks:
        for origin in (EVIL, "null", "https://" + hall.base[7:]):
            answer = await asks.post("/api/rooms", json={}, headers={"origin": origin})
            assert answer.status_code == 403
            assert "--public-url" in answer.text
        own = await asks.post("/api/rooms", json={}, headers={"origin": hall.base})
        assert own.status_code == 201


@in_hall(public_url="https://cards.example")
async def test_the_public_address_is_ours_too(hall: Running) -> None:
    async with asking(hall, host="cards.example", origin="https://cards.example") as asks:
        assert (await asks.post("/api/session", json={})).status_code == 200
    async with asking(hall, host="cards.example", origin=EVIL) as asks:
        assert (await asks.post("/api/session", json={})).status_code == 403


@in_hall()
async def test_a_socket_of_another_page_is_refused(hall: Running) -> None:
    async with guest(hall) as asks:
        ((name, token),) = asks.cookies.items()
        made = await asks.post("/api/rooms", json={})
    codes = {}
    for origin in (None, EVIL, hall.base):
        socket = await connect(
            hall.base.replace("http", "ws", 1) + "/ws",
            subprotocols=[Subprotocol(SUBPROTOCOL)],
            additional_headers={"Cookie": f"{name}={token}"},
            origin=origin,
        )
        if origin == hall.base:
            await socket.send(f'{{"t":"hello","room":"{made.json()["code"]}"}}')
            assert '"t":"snap"' in str(await socket.recv())
            await socket.close()
        await socket.wait_closed()
        codes[origin] = socket.close_code
    assert codes == {None: 4403, EVIL: 4403, hall.base: 1000}


@in_hall()
async def test_every_answer_carries_the_headers_of_safety(hall: Running) -> None:
    async with guest(hall) as asks:
        for path in ("/healthz", "/readyz", "/api/options", "/api/rooms/zzzzzz", "/nowhere"):
            assert safe(await asks.get(path)), path
        assert safe(await asks.put("/api/session"))
        assert safe(await asks.post("/api/rooms", content="{"))
        assert "default-src 'self'" in HEADERS["Content-Security-Policy"]
        assert "unsafe-eval" not in HEADERS["Content-Security-Policy"]


@in_hall()
async def test_even_a_fault_of_our_own_does(hall: Running) -> None:
    async with guest(hall) as asks:

        async def fails(*_: object) -> Any:
            raise ZeroDivisionError

        hall.hub.create = fails
        logging.getLogger("uvicorn.error").disabled = True
        try:
            answer = await asks.post("/api/rooms", json={})
        finally:
            logging.getLogger("uvicorn.error").disabled = False
        assert answer.status_code == 500
        assert safe(answer)
        assert (await asks.get("/healthz")).status_code == 200


@pytest.fixture
def client_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A built client of one page and one script."""
    folder = tmp_path / "web"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>table</title>")
    (folder / "assets" / "app-abc123.js").write_text("1;")
    monkeypatch.setattr("shengji.hall.web.client_folder", lambda: folder)


@pytest.mark.usefixtures("client_files")
def test_the_page_is_asked_for_anew_and_its_parts_are_kept(tmp_path: Path) -> None:
    async def visit() -> None:
        async with (
            running(tmp_path / "data", thinkers=BotsHere()) as hall,
            asking(hall) as asks,
        ):
            for path in ("/", "/r/abc234", "/r/abc234/deal/3", "/rules", "/replay", "/link"):
                answer = await asks.get(path)
                assert answer.text.endswith("<title>table</title>")
                assert answer.headers["cache-control"] == "no-cache"
                assert safe(answer)
            script = await asks.get("/assets/app-abc123.js")
            assert script.headers["cache-control"] == "public, max-age=31536000, immutable"
            assert safe(script)
            for path in ("/assets/no.js", "/assets/../index.html", "/assets/%2e%2e/index.html"):
                gone = await asks.get(path)
                assert gone.status_code == 404
                assert "immutable" not in gone.headers.get("cache-control", "")
                assert safe(gone)

    asyncio.run(visit())


@pytest.mark.usefixtures("client_files")
def test_a_person_at_an_unknown_path_is_shown_the_page_and_a_program_is_told(
    tmp_path: Path,
) -> None:
    async def visit() -> None:
        async with running(tmp_path / "data", thinkers=BotsHere()) as hall, asking(hall) as asks:
            person = await asks.get("/nowhere", headers={"accept": "text/html,*/*"})
            assert (person.status_code, safe(person)) == (404, True)
            assert person.text.endswith("<title>table</title>")
            assert person.headers["cache-control"] == "no-cache"
            program = await asks.get("/nowhere", headers={"accept": "*/*"})
            assert (program.status_code, program.text) == (404, "Not Found")
            call = await asks.get("/api/nothing", headers={"accept": "text/html"})
            assert refusal(call) == (404, "no_such_call")

    asyncio.run(visit())


def test_without_a_built_client_the_page_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shengji.hall.web.client_folder", lambda: tmp_path / "none")

    async def visit() -> None:
        async with running(tmp_path, thinkers=BotsHere()) as hall, asking(hall) as asks:
            page = await asks.get("/")
            assert (page.status_code, safe(page)) == (503, True)
            assert "make play" in page.text
            assert (await asks.get("/assets/app.js")).status_code == 404

    asyncio.run(visit())

"""The REST calls: what they answer, and how they refuse."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import httpx
import pytest

from shengji.engine.ruleset import PRESETS
from shengji.hall.limits import Buckets
from shengji.hall.rules_page import describe, options
from shengji.hall.store import LogError, Row

from .halls import Running, in_hall
from .people import SOLO, at_table, events, joined, play_on

HAN = range(0x4E00, 0x9FFF)


def asking(hall: Running, **headers: str) -> httpx.AsyncClient:
    """A browser that keeps cookies."""
    return httpx.AsyncClient(base_url=hall.base, headers=headers, timeout=10)


@asynccontextmanager
async def guest(hall: Running, **headers: str) -> AsyncIterator[httpx.AsyncClient]:
    """A browser whose person has a name."""
    async with asking(hall, **headers) as asks:
        assert (await asks.post("/api/session", json={"name": "Mei"})).status_code == 200
        yield asks


def refusal(answer: httpx.Response) -> tuple[int, str]:
    """Status and code of a refusal, whose sentence is never empty."""
    problem = answer.json()
    assert problem["text"]
    return answer.status_code, problem["code"]


# -- who I am ------------------------------------------------------------------------------------


@in_hall()
async def test_a_guest_is_made_once_and_kept_by_a_cookie(hall: Running) -> None:
    async with asking(hall) as asks:
        first = await asks.post("/api/session", json={"name": " Mei  Li "})
        cookie = first.headers["set-cookie"]
        port = hall.base.rpartition(":")[2]
        assert cookie.startswith(f"sid_{port}=")
        assert {"HttpOnly", "Path=/", "SameSite=lax"} <= set(cookie.split("; "))
        assert "Secure" not in cookie
        assert first.json()["name"] == "Mei Li"
        assert first.json()["presets"] == list(PRESETS)
        again = await asks.post("/api/session", json={})
        assert again.json()["person"] == first.json()["person"]
        assert "set-cookie" not in again.headers
        renamed = await asks.post("/api/session", json={"name": "Lan"})
        assert renamed.json()["name"] == "Lan"
        assert refusal(await asks.post("/api/session", json={"name": "\u200b"})) == (400, "no_name")
    async with asking(hall) as other:
        stranger = await other.post("/api/session", json={"lang": "en"})
        assert stranger.json()["person"] != first.json()["person"]
        assert stranger.json()["name"].startswith("Guest ")


@in_hall(public_url="https://cards.example")
async def test_on_https_the_cookie_is_for_this_host_and_https_alone(hall: Running) -> None:
    async with asking(hall, host="cards.example") as asks:
        answer = await asks.post("/api/session", json={})
        cookie = answer.headers["set-cookie"]
        assert cookie.startswith("__Host-sid=")
        assert {"Secure", "HttpOnly", "Path=/"} <= set(cookie.split("; "))
        assert "domain" not in cookie.lower()


@in_hall()
async def test_another_pages_cookies_do_not_hide_ours(hall: Running) -> None:
    async with guest(hall) as asks:
        ((name, token),) = asks.cookies.items()
        me = (await asks.post("/api/session", json={})).json()["person"]
    odd = f'theme={{"dark": true, "x": [1]}}; {name}={token}; other=a b'
    async with asking(hall, cookie=odd) as asks:
        assert (await asks.post("/api/session", json={})).json()["person"] == me


# -- rooms ---------------------------------------------------------------------------------------


@in_hall()
async def test_a_room_is_opened_shown_and_joined(hall: Running) -> None:
    async with guest(hall) as asks, guest(hall) as other, asking(hall) as nobody:
        made = await asks.post(
            "/api/rooms", json={"rules": {"id": "weijia-3"}, "settings": {"clock": "fast"}}
        )
        assert made.status_code == 201
        code = made.json()["code"]
        brief = (await nobody.get(f"/api/rooms/{code}")).json()
        assert (brief["preset"], brief["phase"], brief["seat"]) == ("weijia-3", "lobby", None)
        assert [seat["kind"] for seat in brief["seats"]] == ["person"] + ["empty"] * 3
        assert (await asks.get(f"/api/rooms/{code}")).json()["seat"] == 0
        joined_as = await other.post(f"/api/rooms/{code}/join", json={"seat": 2})
        assert joined_as.json() == {"code": code, "seat": 2, "asked": False}
        taken = await other.post(f"/api/rooms/{code}/join", json={"seat": 0})
        assert taken.json()["seat"] == 2, "one who sits stays there"
        rooms = (await other.post("/api/session", json={})).json()["rooms"]
        assert [(room["code"], room["seat"]) for room in rooms] == [(code, 2)]
        invite = (await nobody.get(f"/api/rooms/{code}/invite")).json()
        assert invite["link"].endswith(f"/r/{code}")
        assert invite["qr"]["size"] > 0


@in_hall()
async def test_what_a_room_cannot_be_is_refused_and_named(hall: Running) -> None:
    async with guest(hall, **{"accept-language": "en-GB,en"}) as asks:

        async def refused(**body: Any) -> tuple[int, str]:
            answer = await asks.post("/api/rooms", json=body)
            found = refusal(answer)
            texts.append(answer.json()["text"])
            return found

        texts: list[str] = []
        assert await refused(rules={"id": "poker"}) == (400, "no_such_preset")
        assert await refused(rules={"id": "huanle-2", "trumps": 3}) == (400, "unknown_option")
        assert (await refused(rules={"id": "huanle-2", "decks": 3, "kitty_size": 7}))[0] == 400
        assert await refused(bots="oracle") == (400, "no_such_tier")
        assert await refused(rules=[1]) == (400, "body")
        assert await refused(settings={"clock": "soon"}) == (400, "body")
        assert await refused(unknown=1) == (400, "body")
        assert "poker" in texts[0]
        assert "trumps" in texts[1]
        assert not any(ord(letter) in HAN for text in texts for letter in text)


@in_hall()
async def test_what_is_no_json_is_no_call(hall: Running) -> None:
    async with guest(hall) as asks:
        plain = await asks.post("/api/rooms", content="{}", headers={"content-type": "text/plain"})
        assert refusal(plain) == (415, "not_json")
        json_type = {"content-type": "application/json; charset=utf-8"}
        for content in (b"{", b"\xff\xfe", b"[" * 60_000, b'{"name": "\\ud800"}'):
            broken = await asks.post("/api/session", content=content, headers=json_type)
            assert refusal(broken) == (400, "body")
        large = await asks.post("/api/rooms", content=b" " * 70_000, headers=json_type)
        assert refusal(large) == (413, "too_large")


@in_hall()
async def test_who_is_nobody_opens_and_joins_nothing(hall: Running) -> None:
    async with at_table(hall.base) as mei, asking(hall) as nobody:
        for path in ("/api/rooms", f"/api/rooms/{mei.code}/join", "/api/link"):
            assert refusal(await nobody.post(path, json={})) == (401, "nobody")
        for path in (f"/api/rooms/{mei.code}/deals/1", f"/api/rooms/{mei.code}/record"):
            assert refusal(await nobody.get(path)) == (401, "nobody")
        for path in ("/api/rooms/zzzzzz", "/api/rooms/zzzzzz/invite"):
            assert refusal(await nobody.get(path)) == (404, "no_such_room")


@in_hall()
async def test_a_refusal_speaks_the_browsers_language(hall: Running) -> None:
    for asked, chinese in (("zh-CN,zh", True), ("en", False), ("fr", True), ("", True)):
        async with asking(hall, **{"accept-language": asked}) as asks:
            text = (await asks.get("/api/rooms/zzzzzz")).json()["text"]
            assert any(ord(letter) in HAN for letter in text) is chinese
            text = (await asks.get("/api/rooms/zzzzzz?lang=en")).json()["text"]
            assert not any(ord(letter) in HAN for letter in text)


@in_hall()
async def test_the_host_joins_a_room_that_bots_fill_by_its_code(hall: Running) -> None:
    async with guest(hall) as asks:
        made = await asks.post("/api/rooms", json={"bots": "random", "start": True})
        room = hall.hub.rooms[made.json()["code"]]
        assert room.state.phase == "playing"
        assert [seat.tier for seat in room.state.seats] == [None] + ["random"] * 3


@in_hall(max_rooms=1)
async def test_a_full_hall_opens_no_more_rooms(hall: Running) -> None:
    async with guest(hall) as asks:
        assert (await asks.post("/api/rooms", json={})).status_code == 201
        assert refusal(await asks.post("/api/rooms", json={})) == (503, "hall_is_full")
        hall.hub.draining = True
        assert refusal(await asks.post("/api/rooms", json={})) == (503, "going_down")


# -- how often -----------------------------------------------------------------------------------


@in_hall()
async def test_who_asks_too_often_is_asked_to_wait(hall: Running) -> None:
    async with guest(hall) as asks:
        hall.app.state.api.calls = Buckets(5, 0.001)
        answers = [await asks.get("/api/options") for _ in range(6)]
        assert [answer.status_code for answer in answers] == [200] * 5 + [429]
        assert refusal(answers[-1]) == (429, "too_often")
        hall.app.state.api.calls = Buckets(100, 10)
        hall.app.state.api.rooms = Buckets(2, 0.001)
        made = [(await asks.post("/api/rooms", json={})).status_code for _ in range(3)]
        assert made == [201, 201, 429]
        hall.app.state.api.replays = Buckets(2, 0.001)
        shown = [(await asks.post("/api/replay", content=b"{}")).status_code for _ in range(3)]
        assert shown == [400, 400, 429]


# -- rules ---------------------------------------------------------------------------------------


@in_hall()
async def test_rules_are_told_and_a_contradiction_is_named(hall: Running) -> None:
    async with asking(hall) as asks:
        told = (await asks.post("/api/rules", json={"rules": {"id": "jj"}, "lang": "en"})).json()
        assert (told["ok"], told["preset"]) == (True, "jj")
        assert told["sections"]
        wrong = await asks.post("/api/rules", json={"rules": {"id": "jj", "decks": 99}})
        assert wrong.status_code == 200
        assert (wrong.json()["ok"], wrong.json()["option"]) == (False, "decks")
        assert wrong.json()["error"]
        names = {option["name"] for option in (await asks.get("/api/options")).json()}
        assert {"decks", "match_minutes"} <= names


@pytest.mark.parametrize("value", [None, [], {}, [[[]]], "x" * 1000, -1, 1e300, True, 10**30])
def test_no_value_of_an_option_breaks_the_rules_page(value: object) -> None:
    for option in options():
        for data in ({"id": "huanle-2", option.name: value}, {"id": value}):
            assert describe(data, "en").ok in (True, False)


# -- deals ---------------------------------------------------------------------------------------


@in_hall()
async def test_a_deal_is_shown_to_those_who_are_there_once_it_is_over(hall: Running) -> None:
    async with at_table(hall.base, **SOLO) as mei, joined(mei, "Bo") as bo, guest(hall) as out:
        await mei.until(mei.my_turn)
        paths = [f"/api/rooms/{mei.code}/deals/1", f"/api/rooms/{mei.code}/record"]
        mine = {"authorization": f"Bearer {mei.token}"}
        for path in paths:
            answer = await out.get(path, headers=mine)
            assert refusal(answer) == (404, "no_such_deal")
            assert refusal(await out.get(path)) == (403, "not_in_the_room")
        await play_on(mei, lambda: events(mei, "DealScored"), Random(3))
        await mei.do("next")
        await mei.until(lambda: len(events(mei, "DealStarted")) > 1 or events(mei, "Dealt"))
        number = hall.hub.rooms[mei.code].shown.match.number
        over = [one for one in range(1, number + 1) if await has_deal(hall, mei.code, one, mine)]
        assert over
        assert number not in over
        deal = (await out.get(f"/api/rooms/{mei.code}/deals/{over[0]}", headers=mine)).json()
        assert len(deal["match"]["hands"]) == 4
        assert deal["names"][0] == "Mei"
        watching = {"authorization": f"Bearer {bo.token}"}
        assert (await out.get(paths[1], headers=watching)).status_code == 200
        record = await out.get(paths[1], headers=mine)
        assert record.headers["content-disposition"].startswith("attachment")
        lines = [json.loads(line) for line in record.text.splitlines()]
        assert lines[0]["t"] == "Record"
        started = [line["number"] for line in lines if line["t"] == "DealStarted"]
        assert number not in started
        shown = await out.post("/api/replay", content=record.content)
        assert shown.json()["number"] == over[0]
        assert refusal(await out.post("/api/replay?deal=99", content=record.content)) == (
            404,
            "no_such_deal",
        )


async def has_deal(hall: Running, code: str, number: int, who: dict[str, str]) -> bool:
    """Whether a deal is shown."""
    async with asking(hall, **who) as asks:
        return (await asks.get(f"/api/rooms/{code}/deals/{number}")).status_code == 200


@in_hall()
async def test_a_file_that_is_no_record_is_refused(hall: Running) -> None:
    rng = Random(1)
    junk = [b"", b"{}", b"\xff" * 50, b"[" * 50_000, b'{"t": "Record", "format": 99}\n']
    junk += [b'{"t": "Record", "format": 1}\n{"t": "Dealt", "seat": "x"}\n', b"null\n" * 9]
    junk += [b'{"t": "\\ud800"}\n', b'{"t": "Record", "format": 1, "engine": "\\ud800"}\n']
    junk += [rng.randbytes(200) for _ in range(10)]
    async with asking(hall) as asks:
        for content in junk:
            answer = await asks.post("/api/replay", content=content)
            assert answer.status_code in (400, 404), content[:60]
            assert refusal(answer)


# -- the house -----------------------------------------------------------------------------------


@in_hall()
async def test_the_house_says_that_it_is_well(hall: Running) -> None:
    async with asking(hall) as asks:
        health = await asks.get("/healthz")
        assert (health.status_code, health.json()["app"]) == (200, "shengji")
        assert (await asks.get("/readyz")).json() == {"ready": True}


@in_hall()
async def test_the_house_is_not_ready_while_it_goes_down_or_cannot_write(hall: Running) -> None:
    async with asking(hall) as asks:
        probe = hall.hub.log.probe

        async def fails() -> None:
            raise LogError("hall.unwritable", file="", problem="full")

        async def hangs() -> None:
            await asyncio.sleep(10)

        for broken in (fails, hangs):
            hall.hub.log.probe = broken
            answer = await asks.get("/readyz")
            assert (answer.status_code, answer.json()) == (503, {"ready": False})
        hall.hub.log.probe = probe
        assert (await asks.get("/readyz")).status_code == 200
        hall.hub.draining = True
        assert (await asks.get("/readyz")).status_code == 503


@in_hall()
async def test_where_the_log_fails_a_call_says_so(hall: Running) -> None:
    async with guest(hall) as asks:

        def lose(_: object) -> "asyncio.Future[None]":
            done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            done.set_exception(LogError("hall.unwritable", file="x", problem="full"))
            return done

        hall.hub.log.append = lose
        assert refusal(await asks.post("/api/rooms", json={})) == (503, "hall.unwritable")
        assert hall.hub.rooms == {}


@in_hall()
async def test_who_comes_just_as_a_room_is_given_up_is_asked_to_try_again(hall: Running) -> None:
    async with at_table(hall.base) as mei, guest(hall) as asks:
        room = hall.hub.rooms[mei.code]
        room.broken = True
        answer = await asks.post(f"/api/rooms/{mei.code}/join", json={})
        assert refusal(answer) == (503, "try_again")


@in_hall()
async def test_a_room_that_cannot_be_read_is_its_own_trouble(hall: Running) -> None:
    async with guest(hall) as asks:
        await hall.hub.log.append([Row("abcdef", 1, 1, "x", None, "RoomOpened", '{"odd": 1}')])
        assert refusal(await asks.get("/api/rooms/abcdef")) == (404, "no_such_room")
        assert (await asks.post("/api/rooms", json={})).status_code == 201


@in_hall(changed={"hub.CLOSE_AFTER_MS": -1000, "hub.SLEEP_SECONDS": -1.0})
async def test_rooms_that_nobody_came_back_to_are_closed_once(hall: Running) -> None:
    async with guest(hall) as asks:
        code = (await asks.post("/api/rooms", json={})).json()["code"]
        await hall.hub.sweep()
        assert refusal(await asks.get(f"/api/rooms/{code}")) == (404, "no_such_room")
        await hall.hub.sweep()
        rows = await hall.hub.log.load(code)
        assert [row.type for row in rows].count("RoomClosed") == 1
        hall.hub.shut.clear()
        await hall.hub.sweep()
        assert hall.hub.shut == set(), "a closed room is not read again"


@in_hall(changed={"hub.SLEEP_SECONDS": -1.0})
async def test_a_room_sleeps_where_nobody_is_and_wakes_as_it_was(hall: Running) -> None:
    async with at_table(hall.base) as mei:
        await hall.hub.sweep()
        assert mei.code in hall.hub.rooms
        await mei.leave()
        while hall.hub.rooms[mei.code].members:
            await asyncio.sleep(0.01)
        await hall.hub.sweep()
        assert hall.hub.rooms == {}
        await mei.enter(mei.code, mei.seq)
        assert (await mei.do("rename", name="Lan"))["t"] == "ack"

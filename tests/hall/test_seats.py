"""Who sits where: friends, bots, hosts, and what becomes of a seat that is left."""

import asyncio
from contextlib import AsyncExitStack
from random import Random
from typing import Any

import pytest

from shengji.engine.events import MatchEnded
from shengji.engine.state import PLAYING, READY
from shengji.hall.calls import JoinBody
from shengji.hall.client import Client, ProtocolError
from shengji.hall.seating import MOST_WATCHERS, CameIn

from .halls import AT_ONCE, Running, in_hall
from .people import SOLO, at_table, events, heard_of, joined, play_on, told, until_my

TWO: dict[str, Any] = {"settings": {"speed": "instant"}}


def between_deals(client: Client) -> bool:
    """Whether a deal is over and the next has not begun."""
    return client.match is not None and client.match["phase"] == READY


@in_hall(changed=AT_ONCE, pace=1.0)
async def test_between_deals_a_friend_takes_a_bots_seat_at_once(hall: Running) -> None:
    async with at_table(hall.base, **SOLO) as mei:
        await play_on(mei, lambda: between_deals(mei), Random(4))
        async with joined(mei, "Bo") as bo:
            await bo.until(lambda: bo.seat == 1)
            assert (bo.match or {})["phase"] == READY
            await mei.do("next")
            assert between_deals(mei), "the friend is waited for"
            await bo.do("next")
            await heard_of(mei, "DealStarted")


@in_hall()
async def test_in_a_deal_the_host_is_asked_and_may_say_no_or_yes(hall: Running) -> None:
    async with at_table(hall.base, **SOLO) as mei:
        await until_my(mei, PLAYING, Random(4))
        bo = await Client.guest(hall.base, "Bo")
        asked = await bo.post(f"/api/rooms/{mei.code}/join", {"seat": 2})
        assert asked == {"code": mei.code, "seat": None, "asked": True}
        await bo.enter(mei.code)
        await mei.until(lambda: mei.room["asks"])
        assert mei.room["asks"] == [{"person": bo.person, "name": "Bo", "seat": 2}]
        await mei.do("answer", person=bo.person, yes=False)
        await bo.until(lambda: bo.room and not bo.room["asks"])
        assert bo.seat is None
        await bo.do("sit", seat=2)
        await mei.do("answer", person=bo.person, yes=True)
        await bo.until(lambda: bo.seat == 2)
        assert told(bo, "snap")[-1]["match"]["seat"] == 2
        assert len((bo.match or {})["hand"]) == (bo.match or {})["sizes"][2]
        await bo.leave()


@in_hall()
async def test_who_has_seen_a_hand_gets_no_other_in_the_same_deal(hall: Running) -> None:
    async with at_table(hall.base, **TWO) as mei, joined(mei, "Bo", seat=2) as bo:
        await mei.do("start")
        await bo.until(lambda: (bo.match or {}).get("phase") == "bidding")
        await bo.do("stand")
        await bo.until(lambda: bo.seat is None)
        assert (bo.match or {})["hand"] == []
        refused = await bo.do("sit", seat=1)
        assert refused["code"] == "saw_a_hand"
        with pytest.raises(ProtocolError, match="saw_a_hand"):
            await bo.post(f"/api/rooms/{mei.code}/join", {"seat": 3})
        watching = await bo.post(f"/api/rooms/{mei.code}/join", {})
        assert watching == {"code": mei.code, "seat": None, "asked": False}


@in_hall()
async def test_two_joins_at_once_take_one_seat(hall: Running) -> None:
    async with at_table(hall.base) as mei:
        room = hall.hub.rooms[mei.code]
        bo, _ = await hall.hub.new_person("Bo", "en")
        answers = await asyncio.gather(
            *(hall.hub.join(room, bo, JoinBody(seat=seat)) for seat in (1, 2, 3))
        )
        assert {one.seat for one in answers} == {room.state.seat_of(bo.id)}
        rows = await hall.hub.log.load(mei.code)
        assert [row.type for row in rows if row.actor == bo.id] == ["CameIn", "SatDown"]


@in_hall()
async def test_who_is_shown_out_is_told_and_loses_the_seat(hall: Running) -> None:
    async with at_table(hall.base, **TWO) as mei, joined(mei, "Bo", seat=2) as bo:
        refused = await bo.do("kick", seat=0)
        assert refused["code"] == "host_only"
        await mei.do("kick", seat=2)
        await bo.until(lambda: bo.closed)
        assert bo.closed == 4410
        assert mei.room["seats"][2]["kind"] == "empty"
        assert mei.closed is None


@in_hall()
async def test_who_is_shown_out_of_a_match_leaves_the_seat_to_a_bot(hall: Running) -> None:
    async with at_table(hall.base, **TWO) as mei, joined(mei, "Bo", seat=2) as bo:
        await mei.do("start")
        await mei.do("kick", seat=2)
        await bo.until(lambda: bo.closed)
        seat = mei.room["seats"][2]
        assert (seat["kind"], seat["tier"]) == ("bot", "novice")
        await until_my(mei, PLAYING, Random(1))


@in_hall()
async def test_a_host_who_stands_up_hands_the_room_on(hall: Running) -> None:
    async with at_table(hall.base, **TWO) as mei, joined(mei, "Bo", seat=3) as bo:
        await mei.do("stand")
        await bo.until(lambda: bo.room["host"] == bo.person)
        assert (await mei.do("start"))["code"] == "host_only"
        assert (await bo.do("start"))["t"] == "ack"


@in_hall(changed={**AT_ONCE, "table.HOST_AWAY_MS": 200}, pace=1.0)
async def test_a_host_who_is_away_for_long_hands_the_room_on(hall: Running) -> None:
    async with (
        at_table(hall.base, **TWO) as mei,
        joined(mei, "Bo", seat=3) as bo,
        joined(mei, "Cai") as cai,
    ):
        await cai.do("stand")
        await mei.leave()
        await bo.until(lambda: bo.room["host"] == bo.person)
        assert events(bo, "HostSet") == [{"t": "HostSet", "person": bo.person}]
        await mei.enter(mei.code)
        await mei.until(lambda: mei.room["host"] == bo.person)


@in_hall(changed={**AT_ONCE, "table.HOST_AWAY_MS": 200}, pace=1.0)
async def test_a_host_who_is_back_soon_stays_host(hall: Running) -> None:
    async with at_table(hall.base, **TWO) as mei, joined(mei, "Bo", seat=3) as bo:
        await mei.leave()
        await asyncio.sleep(0.05)
        await mei.enter(mei.code)
        await asyncio.sleep(0.3)
        assert events(bo, "HostSet") == []


@in_hall(changed={"table.HOST_AWAY_MS": 0})
async def test_who_only_watches_does_not_become_host(hall: Running) -> None:
    async with at_table(hall.base, **TWO) as mei, joined(mei, "Bo", seat=3) as bo:
        await bo.do("stand")
        await mei.leave()
        await bo.until(lambda: told(bo, "presence")[-1]["online"] == [bo.person])
        await asyncio.sleep(0.05)
        assert bo.room["host"] == mei.person


@in_hall()
async def test_the_host_chooses_bots_and_their_tiers(hall: Running) -> None:
    async with at_table(hall.base, **TWO) as mei, joined(mei, "Bo", seat=3) as bo:
        assert (await bo.do("bot", seat=1, tier="random"))["code"] == "host_only"
        await mei.do("bot", seat=1, tier="random")
        await mei.do("start")
        assert [seat["tier"] for seat in mei.room["seats"]] == [None, "random", "novice", None]
        await mei.do("bot", seat=1, tier="novice")
        assert mei.room["seats"][1]["tier"] == "novice"
        refused = await mei.do("bot", seat=1, tier="oracle")
        assert refused["code"] == "no_such_tier"
        assert "oracle" in refused["text"]


@in_hall()
async def test_a_new_name_is_heard_by_all_and_kept(hall: Running) -> None:
    async with at_table(hall.base) as mei, joined(mei, "Bo") as bo:
        await mei.do("rename", name="  Lan  ")
        await bo.until(lambda: bo.room["seats"][0]["name"] == "Lan")
        session = await mei.post("/api/session", {})
        assert session["name"] == "Lan"
        await mei.do("stand")
        await mei.send({"t": "chat", "text": "hello"})
        await bo.until(lambda: told(bo, "said"))
        assert told(bo, "said")[0]["line"]["name"] == "Lan"


@in_hall()
async def test_a_name_that_shows_nothing_is_refused_and_nobody_is_closed(hall: Running) -> None:
    async with at_table(hall.base) as mei:
        refused = await mei.do("rename", name="\u200b")
        assert refused["code"] == "no_name"
        assert (await mei.do("rename", name="Lan"))["t"] == "ack"
        assert mei.closed is None


@in_hall()
async def test_seats_swap_between_deals_with_their_people(hall: Running) -> None:
    async with at_table(hall.base, **TWO) as mei, joined(mei, "Bo", seat=2) as bo:
        await mei.do("swap", a=0, b=2)
        await bo.until(lambda: bo.seat == 0)
        await mei.until(lambda: mei.seat == 2)
        await mei.do("start")
        assert (await mei.do("swap", a=0, b=2))["code"] == "between_deals"


@in_hall()
async def test_the_newest_who_watch_are_known_by_name_however_many_came(hall: Running) -> None:
    async with at_table(hall.base) as mei, AsyncExitStack() as stack:
        room = hall.hub.rooms[mei.code]
        for number in range(MOST_WATCHERS):
            await room.commit((CameIn(person=f"p{number}", name=f"P{number}"),), "table")
        bo = await Client.guest(hall.base, "Bo")
        await bo.enter(mei.code)
        stack.push_async_callback(bo.leave)
        await bo.until(lambda: bo.room)
        await bo.do("sit", seat=2)
        assert bo.room["seats"][2]["name"] == "Bo"
        assert len(bo.room["watchers"]) <= MOST_WATCHERS


@in_hall()
async def test_after_a_match_the_host_opens_another(hall: Running) -> None:
    async with at_table(hall.base, **SOLO) as mei, joined(mei, "Bo") as bo:
        assert (await mei.do("again"))["code"] == "match_is_on"
        room = hall.hub.rooms[mei.code]
        await room.commit((MatchEnded(winner=0, reason="levels"),), "table")
        await mei.until(lambda: mei.room["phase"] == "ended")
        assert (await bo.do("again"))["code"] == "host_only"
        assert (await mei.do("rules", rules={"id": "weijia-3"}))["t"] == "ack"
        await mei.do("again")
        assert (mei.room["phase"], mei.match) == ("lobby", None)
        assert mei.room["preset"] == "weijia-3"
        await mei.do("start")
        await mei.until(lambda: mei.match)

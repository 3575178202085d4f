"""Who only watches: live, two minutes late, or not at all."""

import asyncio
from random import Random
from typing import Any

import pytest

from shengji.engine.state import PLAYING, READY
from shengji.hall.client import Client, ProtocolError

from .halls import AT_ONCE, Running, in_hall
from .people import SOLO, at_table, events, heard_of, joined, play_on, told, until_my

LATE = {**AT_ONCE, "room.SPECTATOR_DELAY_S": 0.4}


def watched(how: str) -> dict[str, Any]:
    """A table with this rule for spectators."""
    return {**SOLO, "settings": {"speed": "instant", "spectators": how, "clock": "casual"}}


@in_hall()
async def test_live_spectators_see_every_play_and_no_hand(hall: Running) -> None:
    async with at_table(hall.base, **watched("live")) as mei, joined(mei, "Bo") as bo:
        await play_on(mei, lambda: events(mei, "TrickTaken"), Random(2))
        await bo.until(lambda: bo.seq == mei.seq)
        assert events(bo, "Played") == events(mei, "Played")[-len(events(bo, "Played")) :]
        match = bo.match or {}
        assert (match["seat"], match["hand"], match["bids"], match["demand"]) == (
            None,
            [],
            [],
            None,
        )
        assert all(one["cards"] is None for one in events(bo, "KittyTaken") + events(bo, "Buried"))


@in_hall()
async def test_where_spectators_are_not_let_in_they_see_the_room_only(hall: Running) -> None:
    async with at_table(hall.base, **watched("off")) as mei, joined(mei, "Bo") as bo:
        await play_on(mei, lambda: events(mei, "DealScored"), Random(2))
        await bo.until(lambda: bo.seq == mei.seq)
        assert bo.match is None
        assert bo.room["seats"][0]["name"] == "Mei"
        assert {frame["clock"] for frame in told(bo, "clock")} == {None}
        game = [frame["event"] for frame in told(bo, "ev") if frame["event"]["t"] == "Hidden"]
        assert game
        assert game == [{"t": "Hidden"}] * len(game)
        with pytest.raises(ProtocolError, match="not_in_the_room"):
            await bo.get(f"/api/rooms/{mei.code}/deals/1")
        assert await mei.get(f"/api/rooms/{mei.code}/deals/1")


@in_hall(changed=LATE, pace=1.0)
async def test_late_spectators_see_what_was_some_time_ago(hall: Running) -> None:
    body = {**watched("delayed"), "start": False}
    async with at_table(hall.base, **body) as mei, joined(mei, "Bo") as bo:
        await bo.do("stand")
        await bo.until(lambda: bo.seat is None)
        await mei.do("start")
        await mei.until(lambda: mei.match and mei.match["phase"] != "dealing")
        began = asyncio.get_running_loop().time()
        assert bo.match is None
        await bo.until(lambda: bo.match)
        assert asyncio.get_running_loop().time() - began > 0.2
        assert (bo.match or {})["hand"] == []
        assert all(frame["clock"] is None for frame in told(bo, "clock"))


@in_hall(changed={**AT_ONCE, "room.SPECTATOR_DELAY_S": 3600}, pace=1.0)
async def test_late_spectators_see_a_deal_whole_when_it_is_over(hall: Running) -> None:
    async with at_table(hall.base, **watched("delayed")) as mei, joined(mei, "Bo") as bo:
        await until_my(mei, PLAYING, Random(2))
        assert events(bo, "Played") == []
        await mei.do("auto", on=True)
        await heard_of(mei, "DealScored", 20)
        await bo.until(lambda: (bo.match or {}).get("phase") == READY)
        assert bo.seq == mei.seq
        assert len((bo.match or {})["tricks"]) == len((mei.match or {})["tricks"])
        assert bo.digests


@in_hall(changed={**AT_ONCE, "room.SPECTATOR_DELAY_S": 0.2}, pace=1.0)
async def test_late_spectators_see_the_rest_though_the_players_have_left(hall: Running) -> None:
    async with at_table(hall.base, **watched("delayed")) as mei, joined(mei, "Bo") as bo:
        await until_my(mei, PLAYING, Random(2))
        seq = mei.seq
        await mei.leave()
        await bo.until(lambda: bo.seq >= seq, 2)


@in_hall(changed={**AT_ONCE, "room.SPECTATOR_DELAY_S": 3600}, pace=1.0)
async def test_a_spectator_who_sits_down_gets_everything(hall: Running) -> None:
    async with at_table(hall.base, **watched("delayed")) as mei, joined(mei, "Bo") as bo:
        await until_my(mei, PLAYING, Random(2))
        assert bo.seat is None
        await bo.do("sit", seat=2)
        await mei.do("answer", person=bo.person, yes=True)
        await bo.until(lambda: bo.seat == 2)
        snap = told(bo, "snap")[-1]
        assert snap["match"]["seat"] == 2
        assert len(snap["match"]["hand"]) == snap["match"]["sizes"][2] > 0
        await mei.do("rename", name="Lan")
        await bo.until(lambda: bo.room["seats"][0]["name"] == "Lan")


@in_hall(changed={**AT_ONCE, "room.SPECTATOR_DELAY_S": 3600}, pace=1.0)
async def test_when_the_host_lets_them_see_all_late_spectators_catch_up(hall: Running) -> None:
    async with at_table(hall.base, **watched("delayed")) as mei, joined(mei, "Bo") as bo:
        await until_my(mei, PLAYING, Random(2))
        live = {"clock": "off", "speed": "instant", "forced": False, "spectators": "live"}
        await mei.do("setup", settings=live)
        await bo.until(lambda: bo.seq == mei.seq)
        await mei.do("setup", settings={**live, "spectators": "off"})
        await bo.until(lambda: bo.match is None)
        assert isinstance(bo, Client)
        await mei.do("setup", settings=live)
        await bo.until(lambda: bo.match)


@in_hall(changed={**AT_ONCE, "room.SPECTATOR_DELAY_S": 3600}, pace=1.0)
async def test_late_spectators_stay_late_over_a_restart(hall: Running) -> None:
    async with at_table(hall.base, **watched("delayed")) as mei, joined(mei, "Bo") as bo:
        await until_my(mei, PLAYING, Random(2))
        hall.hub.rooms.pop(mei.code).close(1012)
        await bo.until(lambda: bo.closed)
        await mei.enter(mei.code)
        bo.frames.clear()
        await bo.enter(mei.code)
        snap = (await bo.until(lambda: told(bo, "snap")))[0]
        assert snap["seq"] < mei.seq
        assert not snap["match"] or not snap["match"]["plays"] + snap["match"]["tricks"]
        await mei.do("auto", on=True)
        await bo.until(lambda: (bo.match or {}).get("result"), 20)
        assert len((bo.match or {})["tricks"]) > 1

"""Time at the table: countdowns, the bank, who is away, rest, and the time of a match."""

import asyncio
from random import Random
from typing import Any, Literal

import pytest
from msgspec.structs import replace

from shengji.bots import novice
from shengji.engine.actions import Action, Deal, StartDeal, StartMatch
from shengji.engine.cards import full_deck
from shengji.engine.decide import decide
from shengji.engine.due import SEAT, due
from shengji.engine.evolve import evolve_all
from shengji.engine.ruleset import preset
from shengji.engine.state import BIDDING, BURYING, DEALING, PLAYING, READY, before_match
from shengji.engine.view import for_seat
from shengji.hall import pace
from shengji.hall.client import Client
from shengji.hall.protocol import SeatView, Settings
from shengji.hall.room import Room
from shengji.hall.seating import RoomState

from .halls import AT_ONCE, Running, in_hall
from .people import SOLO, at_table, events, heard_of, joined, play_on, told, until_my

LONG = 60_000
CASUAL: dict[str, Any] = {**SOLO, "settings": {"speed": "instant", "clock": "casual"}}
FAST: dict[str, Any] = {**SOLO, "settings": {"speed": "instant", "clock": "fast"}}
HURRY = {
    **AT_ONCE,
    "pace.TURN_MS": {"casual": 150, "fast": 150},
    "pace.BID_MS": {"casual": 150, "fast": 150},
    "pace.NEXT_MS": {"casual": 150, "fast": 150},
    "pace.BANK_MS": {"casual": 0, "fast": 400},
}


def clock(client: Client) -> dict[str, Any] | None:
    """The countdown as a client was last told."""
    frames = told(client, "clock")
    return frames[-1]["clock"] if frames else None


async def clock_for(client: Client, kind: str) -> dict[str, Any]:
    """The countdown of a kind, as soon as it runs."""
    found = await client.until(lambda: (now := clock(client)) and now["kind"] == kind and now)
    assert isinstance(found, dict)
    return found


def auto_set(client: Client) -> list[tuple[int, bool, str]]:
    """What was told of bots that play for people."""
    return [(one["seat"], one["on"], one["why"]) for one in events(client, "AutoSet")]


# -- countdowns ----------------------------------------------------------------------------------


@in_hall(changed=AT_ONCE, pace=1.0)
async def test_with_the_clock_off_no_time_runs(hall: Running) -> None:
    async with at_table(hall.base, **SOLO) as mei:
        await until_my(mei, PLAYING, Random(1))
        assert {frame["clock"] for frame in told(mei, "clock")} == {None}
        assert "clock" not in hall.hub.rooms[mei.code].table.timers


@in_hall(changed=AT_ONCE, pace=1.0)
async def test_casual_gives_a_minute_a_turn(hall: Running) -> None:
    async with at_table(hall.base, **CASUAL) as mei:
        await until_my(mei, PLAYING, Random(1))
        play = await clock_for(mei, "play")
        assert (play["total"], play["seats"], play["bank"]) == (LONG, [0], [0] * 4)
        assert 0 < play["left"] <= LONG


def burial() -> RoomState:
    """Four people at a table, the banker with the kitty in hand."""
    seats = tuple(SeatView(kind="person", person=f"p{seat}") for seat in range(4))
    match, rng = before_match(), Random(3)
    while match.phase != BURYING:
        seat = next((one.seats[0] for one in due(match) if one.by == SEAT), 0)
        action: Action = StartMatch(preset("huanle-2"))
        if match.phase == READY:
            action = StartDeal(tuple(rng.sample(full_deck(2), 108)))
        elif match.phase == DEALING:
            action = Deal(100)
        elif match.phase == BIDDING:
            action = novice.decide(for_seat(match, seat), rng, 0)
        found = decide(match, action)
        assert isinstance(found, tuple)
        match = evolve_all(match, found)
    return RoomState(code="abcdef", seats=seats, match=match)


@pytest.mark.parametrize(
    ("clock", "total", "bank"), [("casual", 120_000, 0), ("fast", 40_000, LONG)]
)
def test_to_bury_there_is_twice_the_time_of_a_turn(
    clock: Literal["casual", "fast"], total: int, bank: int
) -> None:
    state = replace(burial(), settings=Settings(clock=clock))
    wait = pace.countdown(state)
    assert wait is not None
    assert (wait.kind, wait.total) == ("bury", total)
    assert pace.bank_left(state, wait.seats[0]) == bank


def in_phase(client: Client, *phases: str) -> bool:
    """Whether the match is in one of these phases, as far as a client knows."""
    return client.match is not None and client.match["phase"] in phases


@in_hall(changed=AT_ONCE, pace=1.0)
async def test_fast_gives_twenty_seconds_a_turn_and_a_bank(hall: Running) -> None:
    async with at_table(hall.base, **FAST) as mei:
        await until_my(mei, PLAYING, Random(1))
        play = await clock_for(mei, "play")
        assert (play["total"], play["bank"]) == (20_000, [60_000] * 4)


@in_hall(changed=HURRY, pace=1.0)
async def test_whose_time_is_up_is_played_for_and_takes_the_cards_back_with_one_touch(
    hall: Running,
) -> None:
    async with at_table(hall.base, **CASUAL) as mei:
        await until_my(mei, PLAYING, Random(1))
        await heard_of(mei, "AutoSet")
        assert auto_set(mei) == [(0, True, "time")]
        await heard_of(mei, "TrickTaken")
        assert mei.room["seats"][0]["auto"]
        await mei.do("auto", on=False)
        assert not mei.room["seats"][0]["auto"]
        assert auto_set(mei)[-1] == (0, False, "asked")


@in_hall(changed={**HURRY, "pace.PLAY_PAUSE": (250, 250)}, pace=1.0)
async def test_who_simply_plays_has_the_cards_back(hall: Running) -> None:
    async with at_table(hall.base, **CASUAL) as mei:
        await until_my(mei, PLAYING, Random(1))
        await heard_of(mei, "AutoSet")
        demand = (mei.match or {})["demand"]
        cards = next(
            pick["cards"]
            for pick in [await best(mei)]
            if demand is None or len(pick["cards"]) == demand["number"]
        )
        answer = await mei.do("play", cards=" ".join(cards))
        assert answer["t"] == "ack"
        assert auto_set(mei) == [(0, True, "time"), (0, False, "asked")]


async def best(client: Client) -> dict[str, Any]:
    """The server's first hint."""
    await client.send({"t": "hint", "id": 1})
    hints = await client.until(lambda: told(client, "hints"))
    pick: dict[str, Any] = hints[-1]["picks"][0]
    return pick


@in_hall(changed=HURRY, pace=1.0)
async def test_who_plays_late_pays_from_the_bank_once(hall: Running) -> None:
    async with at_table(hall.base, **FAST) as mei:
        await until_my(mei, PLAYING, Random(1))
        pick = await best(mei)
        await asyncio.sleep(0.3)
        await mei.do("rename", name="Lan")
        assert events(mei, "BankUsed") == [], "only a play or a burial costs time"
        await mei.do("play", cards=" ".join(pick["cards"]))
        (used,) = events(mei, "BankUsed")
        assert used["seat"] == 0
        assert 50 <= used["ms"] < 400
        rows = await hall.hub.log.load(mei.code)
        assert [row.type for row in rows].count("BankUsed") == 1
        now = await mei.until(lambda: told(mei, "clock")[-1])
        assert now["clock"] is None or now["clock"]["bank"][0] == 400 - used["ms"]


@in_hall(changed=HURRY, pace=1.0)
async def test_an_empty_bank_ends_the_turn(hall: Running) -> None:
    async with at_table(hall.base, **FAST) as mei:
        await until_my(mei, PLAYING, Random(1))
        await heard_of(mei, "AutoSet")
        assert events(mei, "BankUsed") == [{"t": "BankUsed", "seat": 0, "ms": 400}]


@in_hall(changed=HURRY, pace=1.0)
async def test_the_time_to_bid_ends_for_all_at_once(hall: Running) -> None:
    async with at_table(hall.base, **{**CASUAL, "start": False}) as mei, joined(mei, "Bo"):
        await mei.do("start")
        bid = await clock_for(mei, "bid")
        assert set(bid["seats"]) == {0, 1}
        await mei.until(lambda: events(mei, "TrumpSet") or events(mei, "DealVoided"))
        assert auto_set(mei) == []


@in_hall(changed=HURRY, pace=1.0)
async def test_in_the_round_of_overturning_the_late_pass(hall: Running) -> None:
    body = {**CASUAL, "rules": {"id": "eighty"}, "start": False}
    async with at_table(hall.base, **body) as mei, joined(mei, "Bo") as bo:
        await mei.do("start")
        asked = await clock_for(mei, "overturn")
        assert len(asked["seats"]) == 1
        await mei.until(lambda: in_phase(mei, BURYING, PLAYING))
        assert set(asked["seats"]) <= {one["seat"] for one in events(mei, "Passed")}
        assert bo.closed is None
        assert [one for one in auto_set(mei) if one[2] != "time"] == []


@in_hall(changed=HURRY, pace=1.0)
async def test_the_next_deal_begins_when_the_time_to_look_is_over(hall: Running) -> None:
    async with at_table(hall.base, **FAST) as mei:
        await mei.do("auto", on=True)
        await mei.until(lambda: in_phase(mei, READY), 20)
        await mei.do("auto", on=False)
        number = len(events(mei, "DealStarted"))
        await mei.until(lambda: len(events(mei, "DealStarted")) > number)


@in_hall(changed={**AT_ONCE, "pace.TURN_MS": {"casual": 300, "fast": 300}}, pace=1.0)
async def test_half_the_round_trip_is_no_time_of_the_players(hall: Running) -> None:
    async with at_table(hall.base, **CASUAL) as mei:
        await mei.send({"t": "ping", "t0": 0.0, "rtt": 400.0})
        await until_my(mei, PLAYING, Random(1))
        room = hall.hub.rooms[mei.code]
        assert room.table.credit == 200.0
        await mei.send({"t": "ping", "t0": 0.0, "rtt": 60_000.0})
        await play_on(mei, lambda: len(events(mei, "TrickTaken")) > 0, Random(1))
        await until_my(mei, PLAYING, Random(1))
        assert room.table.credit == 500.0


@in_hall(changed=AT_ONCE, pace=1.0)
async def test_who_says_that_the_line_is_slow_gets_time_for_it_once(hall: Running) -> None:
    async with at_table(hall.base, **CASUAL) as mei:
        await mei.send({"t": "ping", "t0": 0.0, "rtt": 60_000.0})
        await until_my(mei, PLAYING, Random(1))
        table = hall.hub.rooms[mei.code].table
        assert table.credit == 500.0
        pick = await best(mei)
        table.since -= 60.3
        await mei.do("play", cards=" ".join(pick["cards"]))
        await until_my(mei, PLAYING, Random(1))
        assert 100 <= table.credit <= 300, "at least 300 of 500 ms were used, and 100 came back"


# -- restart -------------------------------------------------------------------------------------


async def slept(hall: Running, code: str) -> Room:
    """The room after the hall has put it away and read it from the log again."""
    old = hall.hub.rooms.pop(code)
    old.close(1012)
    room = await hall.hub.room(code)
    assert room is not None
    return room


@in_hall(changed=HURRY, pace=1.0)
async def test_after_a_restart_nobodys_time_is_up_soon(hall: Running) -> None:
    async with at_table(hall.base, **{**CASUAL, "start": False}) as mei:
        await mei.do("start")
        await until_my(mei, PLAYING, Random(1))
        await slept(hall, mei.code)
        mei.frames.clear()
        await mei.enter(mei.code)
        play = await clock_for(mei, "play")
        assert 14_000 < play["left"] <= play["total"] <= 15_000
        await asyncio.sleep(0.4)
        assert auto_set(mei) == []


@in_hall(changed=AT_ONCE, pace=1.0)
async def test_a_restart_gives_the_full_time_back_and_keeps_the_bank(hall: Running) -> None:
    async with at_table(hall.base, **FAST) as mei:
        await until_my(mei, PLAYING, Random(1))
        room = hall.hub.rooms[mei.code]
        room.table.since -= 30
        pick = await best(mei)
        await mei.do("play", cards=" ".join(pick["cards"]))
        bank = 60_000 - events(mei, "BankUsed")[0]["ms"]
        assert 45_000 < bank <= 50_000
        await until_my(mei, PLAYING, Random(1))
        await slept(hall, mei.code)
        mei.frames.clear()
        await mei.enter(mei.code)
        play = await clock_for(mei, "play")
        assert 19_000 < play["left"] <= 20_000
        assert play["bank"][0] == bank


# -- away ----------------------------------------------------------------------------------------

AWAY = {**AT_ONCE, "pace.AWAY_MS": 250}


@in_hall(changed=AWAY, pace=1.0)
async def test_who_is_away_for_long_while_others_wait_is_played_for(hall: Running) -> None:
    async with at_table(hall.base, **{**SOLO, "start": False}) as mei, joined(mei, "Bo") as bo:
        await mei.do("start")
        await bo.leave()
        began = asyncio.get_running_loop().time()
        await play_on(mei, lambda: (1, True, "away") in auto_set(mei), Random(1))
        assert asyncio.get_running_loop().time() - began >= 0.2
        await bo.enter(mei.code)
        await bo.until(lambda: bo.room["seats"][1]["auto"])
        await bo.do("auto", on=False)
        assert not bo.room["seats"][1]["auto"]


@in_hall(changed=AWAY, pace=1.0)
async def test_with_nobody_there_nothing_moves_and_all_goes_on_when_one_is_back(
    hall: Running,
) -> None:
    async with at_table(hall.base, **{**SOLO, "start": False}) as mei, joined(mei, "Bo") as bo:
        await mei.do("start")
        room = hall.hub.rooms[mei.code]
        await mei.until(lambda: in_phase(mei, "bidding"))
        async with joined(mei, "Cai"):
            await mei.leave()
            await bo.leave()
            while len(room.members) > 1:
                await asyncio.sleep(0.01)
            assert (room.table.timers, room.table.thinking) == ({}, {})
            seq = room.seq
            await asyncio.sleep(0.4)
            assert room.seq == seq, "who only watches does not keep a table going"
        mei.frames.clear()
        await mei.enter(mei.code)
        await asyncio.sleep(0.1)
        assert auto_set(mei) == [], "while all were gone nobody was waited for"
        await play_on(mei, lambda: (1, True, "away") in auto_set(mei), Random(1))


@in_hall()
async def test_bots_alone_rest_unless_the_hall_lets_them_play(hall: Running) -> None:
    async with at_table(hall.base, **SOLO) as mei:
        await mei.do("stand")
        room = hall.hub.rooms[mei.code]
        assert (room.table.timers, room.table.thinking) == ({}, {})


@in_hall(bots_alone=True)
async def test_bots_alone_play_on_where_the_hall_lets_them(hall: Running) -> None:
    async with at_table(hall.base, **SOLO) as mei:
        await mei.do("stand")
        room = hall.hub.rooms[mei.code]
        room.touched -= 10_000
        await mei.leave()
        while room.state.match.number < 2:
            await asyncio.sleep(0.01)
        await hall.hub.sweep()
        assert hall.hub.rooms[mei.code] is room


# -- the time of a match -------------------------------------------------------------------------


@in_hall(changed=AT_ONCE, pace=1.0)
async def test_the_time_of_a_match_is_called_and_rest_does_not_count(hall: Running) -> None:
    body = {**SOLO, "rules": {"id": "eighty-match"}, "start": False}
    async with at_table(hall.base, **body) as mei:
        room = hall.hub.rooms[mei.code]
        await asyncio.sleep(0.2)
        await mei.do("start")
        assert room.active_ms < 100, "the time before the match does not count"
        await mei.leave()
        while room.members:
            await asyncio.sleep(0.01)
        played = room.active_ms
        await asyncio.sleep(0.3)
        await mei.enter(mei.code)
        await mei.until(mei.my_turn)
        await mei.do("rename", name="Lan")
        assert room.active_ms - played < 250
        room.active_ms = 60 * 60_000 - 100
        await mei.do("rename", name="Mei")
        await mei.until(lambda: events(mei, "TimeCalled"))

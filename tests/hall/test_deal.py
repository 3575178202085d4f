"""How a table deals and goes on: card by card or at once, voided deals, what needs no person."""

import asyncio
from random import Random
from typing import Any

from shengji.engine.actions import StartDeal
from shengji.engine.cards import CODES, full_deck
from shengji.engine.events import DealVoided
from shengji.engine.ruleset import Ruleset
from shengji.engine.state import BIDDING, DEALING, PLAYING, READY
from shengji.hall.services import Services

from .halls import AT_ONCE, Running, in_hall
from .people import SOLO, at_table, events, heard_of, joined, play_on, told, until_my

BY_CARD: dict[str, Any] = {"bots": "novice", "start": True, "settings": {"speed": "fast"}}
SLOWLY = {**AT_ONCE, "pace.CARD_MS": {"fast": 3, "instant": 0}}


@in_hall(changed=SLOWLY, pace=1.0)
async def test_cards_come_one_by_one_with_a_pause(hall: Running) -> None:
    async with at_table(hall.base, **BY_CARD) as mei:
        began = asyncio.get_running_loop().time()
        await heard_of(mei, "DealtOut")
        assert asyncio.get_running_loop().time() - began >= 0.2
        cards = events(mei, "Dealt")
        firsts = told(mei, "snap")[0]["match"]
        assert len(cards) == 100 - (sum(firsts["sizes"]) if firsts else 0)
        own = [one["card"] for one in cards if one["seat"] == 0]
        assert set(own) <= set(CODES)
        assert all(one["card"] is None for one in cards if one["seat"] != 0)
        assert len({frame["seq"] for frame in told(mei, "ev")}) == len(told(mei, "ev"))


@in_hall(changed={**AT_ONCE, "pace.CARD_MS": {"fast": 400, "instant": 0}}, pace=1.0)
async def test_alone_with_bots_one_may_have_the_rest_at_once(hall: Running) -> None:
    async with at_table(hall.base, **BY_CARD) as mei:
        await mei.do("rush")
        assert len(events(mei, "DealtOut")) == 1


@in_hall(changed={**AT_ONCE, "pace.CARD_MS": {"fast": 400, "instant": 0}}, pace=1.0)
async def test_with_others_nobody_rushes(hall: Running) -> None:
    async with at_table(hall.base, **{**BY_CARD, "start": False}) as mei, joined(mei, "Bo") as bo:
        await mei.do("start")
        for client in (mei, bo):
            assert (await client.do("rush"))["code"] == "not_alone"
        assert (mei.match or {})["phase"] == DEALING


@in_hall(changed=AT_ONCE, pace=1.0)
async def test_at_once_means_all_cards_in_one_go(hall: Running) -> None:
    async with at_table(hall.base, **SOLO) as mei:
        await mei.until(lambda: mei.match and mei.match["phase"] != DEALING)
        rows = await hall.hub.log.load(mei.code)
        dealt = [row.at for row in rows if row.type == "Dealt"]
        assert len(dealt) == 100
        assert len(set(dealt)) == 1


@in_hall(changed={**AT_ONCE, "table.VOID_MS": 50}, pace=1.0)
async def test_a_voided_deal_is_dealt_again(hall: Running) -> None:
    async with at_table(hall.base, **SOLO) as mei:
        room = hall.hub.rooms[mei.code]
        await mei.until(lambda: mei.match and mei.match["phase"] != DEALING)
        number = len(events(mei, "DealStarted"))
        await room.commit((DealVoided(reason="nobody"),), "table")
        await mei.until(lambda: len(events(mei, "DealStarted")) > number)
        assert (await mei.do("rename", name="Lan"))["t"] == "ack"


class Stacked(Services):
    """A deck that leaves the first seat without any card to bid with."""

    def deal(self, rules: Ruleset) -> StartDeal:
        bids = [card for card in full_deck(rules.decks) if card % 13 == 0 or card >= 52]
        plain = [card for card in full_deck(rules.decks) if card not in bids]
        deck = [*plain[:93], bids[0], *plain[93:], *bids[1:]]
        return StartDeal(tuple(deck), 0)


@in_hall(changed=AT_ONCE, pace=1.0)
async def test_one_who_is_alone_with_bots_and_has_nothing_to_bid_is_passed(hall: Running) -> None:
    async with at_table(hall.base, **{**SOLO, "start": False}) as mei:
        room = hall.hub.rooms[mei.code]
        services = room.services
        room.services = Stacked(log=services.log, thinkers=services.thinkers)
        await mei.do("start")
        await mei.until(lambda: mei.match and mei.match["phase"] not in (DEALING, BIDDING))
        hand = {one["card"] for one in events(mei, "Dealt") if one["seat"] == 0}
        assert not hand & {"2s", "2h", "2c", "2d", "LJ", "BJ"}
        assert {"t": "Passed", "seat": 0} in events(mei, "Passed")


@in_hall(changed=AT_ONCE, pace=1.0)
async def test_with_another_person_at_the_table_nobody_is_passed(hall: Running) -> None:
    async with at_table(hall.base, **{**SOLO, "start": False}) as mei, joined(mei, "Bo") as bo:
        room = hall.hub.rooms[mei.code]
        services = room.services
        room.services = Stacked(log=services.log, thinkers=services.thinkers)
        await mei.do("start")
        await mei.until(lambda: mei.match and mei.match["phase"] == BIDDING)
        await asyncio.sleep(0.1)
        assert not {one["seat"] for one in events(mei, "Passed")} & {0, 1}
        assert bo.my_turn()


@in_hall()
async def test_a_play_without_a_choice_is_made_where_the_room_has_it_so(hall: Running) -> None:
    body = {**SOLO, "settings": {"speed": "instant", "forced": True}}
    async with at_table(hall.base, **body) as mei:
        await play_on(mei, lambda: events(mei, "DealScored"), Random(3))
        mine = [row.cid for row in await plays(hall, mei.code) if '"seat":0' in row.payload]
        assert None in mine, "some were made for her"
        assert any(mine), "others were hers"


async def plays(hall: Running, code: str) -> list[Any]:
    """What was played, as stored."""
    return [row for row in await hall.hub.log.load(code) if row.type == "Played"]


@in_hall()
async def test_else_every_play_is_ones_own(hall: Running) -> None:
    async with at_table(hall.base, **SOLO) as mei:
        await play_on(mei, lambda: events(mei, "DealScored"), Random(3))
        own = [row for row in await plays(hall, mei.code) if '"seat":0' in row.payload]
        assert own
        assert all(row.actor == mei.person for row in own)


@in_hall(changed={**AT_ONCE, "table.AUTO_NEXT_MS": 300}, pace=1.0)
async def test_the_next_deal_begins_when_all_people_are_ready(hall: Running) -> None:
    async with at_table(hall.base, **{**SOLO, "start": False}) as mei, joined(mei, "Bo") as bo:
        await mei.do("start")
        assert (await mei.do("next"))["code"] == "no_deal_to_wait_for"
        await mei.do("auto", on=True)
        await bo.do("auto", on=True)
        await mei.until(lambda: events(mei, "DealScored"), 20)
        await mei.do("auto", on=False)
        assert mei.room["ready"] == []
        number = len(events(mei, "DealStarted"))
        await mei.do("next")
        await mei.until(lambda: len(events(mei, "DealStarted")) > number)


@in_hall(changed={**AT_ONCE, "table.AUTO_NEXT_MS": 300}, pace=1.0)
async def test_who_is_not_ready_is_waited_for(hall: Running) -> None:
    async with at_table(hall.base, **{**SOLO, "start": False}) as mei, joined(mei, "Bo") as bo:
        await mei.do("start")
        await mei.do("auto", on=True)
        await bo.do("auto", on=True)
        await mei.until(lambda: events(mei, "DealScored"), 20)
        await mei.do("auto", on=False)
        await bo.do("auto", on=False)
        number = len(events(mei, "DealStarted"))
        await mei.do("next")
        assert mei.room["ready"] == [0]
        await asyncio.sleep(0.4)
        assert (mei.match or {})["phase"] == READY
        await bo.do("next")
        await mei.until(lambda: len(events(mei, "DealStarted")) > number)


@in_hall(changed=AT_ONCE, pace=1.0)
async def test_where_bots_play_for_everybody_no_deal_goes_by_unseen(hall: Running) -> None:
    async with at_table(hall.base, **SOLO) as mei:
        await mei.do("auto", on=True)
        await mei.until(lambda: events(mei, "DealScored"), 20)
        await asyncio.sleep(0.3)
        assert len(events(mei, "DealStarted")) <= 1
        assert (mei.match or {})["phase"] == READY
        await mei.do("next")
        await mei.until(lambda: (mei.match or {})["number"] == 2)


@in_hall(changed=AT_ONCE, pace=1.0)
async def test_a_table_that_fails_comes_back_from_the_log(hall: Running) -> None:
    async with at_table(hall.base, **{**SOLO, "start": False}) as mei:
        room = hall.hub.rooms[mei.code]

        def fails() -> None:
            raise ZeroDivisionError

        room.table._later("cards", "now", 0, fails)
        await mei.until(lambda: mei.closed)
        assert mei.closed == 1012
        await mei.enter(mei.code, mei.seq)
        assert (await mei.do("start"))["t"] == "ack"


@in_hall()
async def test_a_bot_whose_turn_fails_costs_the_room_a_moment_only(hall: Running) -> None:
    async with at_table(hall.base, **SOLO) as mei:
        await until_my(mei, PLAYING, Random(1))
        room = hall.hub.rooms[mei.code]
        seq = mei.seq

        async def fails(*_: object) -> None:
            raise ValueError("nothing is due")

        hall.hub.services.thinkers.action = fails
        await mei.do("auto", on=True)
        await mei.until(lambda: mei.closed)
        assert mei.closed == 1012
        del hall.hub.services.thinkers.action
        await mei.enter(mei.code, mei.seq)
        await mei.until(lambda: mei.seq > seq + 4)
        assert hall.hub.rooms[mei.code] is not room

"""What a bid would be, or why it is none, is told as the table would judge it."""

from collections.abc import Iterator
from random import Random

import pytest

from advised import moments, said, views
from shengji.engine.actions import Bid
from shengji.engine.cards import RANKS, SMALL_JOKER, Cards, parse, show
from shengji.engine.decide import decide
from shengji.engine.errors import Refusal
from shengji.engine.ruleset import PRESETS
from shengji.engine.state import OVERTURNING, PLAYING
from shengji.engine.view import View, bid_refused, for_seat
from shengji.hall.advice import verdict_of
from shengji.hall.hints import action_now
from shengji.words.refusals import refusal_text
from table import Table


@pytest.mark.rule("A-13", "A-15")
def test_a_bid_is_called_by_its_kind() -> None:
    table = Table("huanle-2", level="7", self_overturn=True)
    table.deal({0: "7h 7h 7s 7s", 1: "7c 7c"})
    assert said(table, 0, "7h").text == "亮主 ♥7"
    table.bid(0, "7h")
    assert said(table, 0, "7h 7h").text == "加固 ♥7♥7"
    assert said(table, 0, "7s 7s").text == "自反 ♠7♠7"
    assert said(table, 1, "7c 7c", "en").text == "overturn ♣7♣7"
    low = said(table, 1, "7c")
    assert (low.ok, low.cards) == (False, ("7h",))


@pytest.mark.rule("C-05")
def test_cards_for_a_partners_concealed_bid_are_neither_refused_nor_told_of() -> None:
    table = Table("four-deck-match", level="7", banker=0)
    table.deal({0: "7h 7h", 2: "7h 7s 7c"}).bid(0, "7h 7h")
    right, wrong = said(table, 2, "7h"), said(table, 2, "7s")
    assert right.ok
    assert right.text.replace("♥", "♠") == wrong.text
    assert not said(table, 2, "7h 7s").ok


@pytest.mark.rule("A-14")
def test_an_overturn_in_turn_has_to_rise_in_the_order_of_the_suits() -> None:
    table = Table("eighty", level="7")
    table.deal({0: "7h 7h", 1: "7d 7d", 2: "7s 7s"}).bid(0, "7h 7h")
    assert table.state.phase == OVERTURNING
    low = said(table, 1, "7d 7d")
    refusal = table.refused(table.bid, 1, "7d 7d")
    assert refusal.code == "overturn_must_rise"
    assert (low.ok, low.text, low.cards) == (False, refusal_text(refusal, "zh"), ("7h", "7h"))
    table.pass_(1)
    assert said(table, 2, "7s 7s").text == "反主 ♠7♠7"


@pytest.mark.rule("C-05")
def test_no_more_is_added_to_an_own_concealed_bid_than_lies_there() -> None:
    table = Table("four-deck-match", level="7", banker=0)
    table.deal({0: "7h 7h 7h"}).bid(0, "7h")
    many = said(table, 0, "7h 7h", "en")
    refusal = table.refused(table.bid, 0, "7h 7h")
    assert refusal.code == "reinforce_too_much"
    assert (many.ok, many.text) == (False, refusal_text(refusal, "en"))
    assert said(table, 0, "7h").ok


VARIANTS: tuple[tuple[str, dict[str, object]], ...] = (
    *((name, {}) for name in PRESETS),
    ("jj-home", {"reinforce": "side"}),
    ("huanle-2", {"bid_rises": "equal", "self_overturn": True, "overturn_by": "opponents"}),
    ("eighty", {"overturn_by": "opponents", "bid_jokers": "none"}),
    ("huanle-2", {"bid_rises": "first", "overturns": "none"}),
    ("huanle-3", {"bid_min": 2, "bid_jokers": "none"}),
)
BID_CODES = {
    "joker_alone",
    "not_the_level",
    "bid_not_identical",
    "one_small_joker",
    "joker_bid",
    "bid_too_small",
    "bid_must_rise",
    "bid_stands",
    "own_bid",
    "partners_bid",
    "overturn_needs_pair",
    "shown_already",
    "no_cards",
}


def shows(view: View, rng: Random) -> Iterator[Cards]:
    """Cards that somebody might try to show: level cards and jokers, alike, mixed, and others."""
    level = RANKS.index(view.bid_levels[(view.seat or 0) % 2])
    held = [card for card in view.hand if card >= SMALL_JOKER or card % len(RANKS) == level]
    yield ()
    for card in sorted(set(held)):
        for times in range(1, held.count(card) + 1):
            yield (card,) * times
            if SMALL_JOKER in held and card != SMALL_JOKER:
                yield (card,) * times + (SMALL_JOKER,)
    if view.hand:
        yield tuple(rng.sample(view.hand, min(len(view.hand), 2)))
        yield (rng.choice(view.hand),)
    if len(held) > 1:
        yield tuple(rng.sample(held, 2))


def test_a_bid_is_taken_or_refused_as_the_table_would_and_all_reasons_occur() -> None:
    codes: set[str] = set()
    rng = Random(1)
    for (name, options), seed in ((variant, seed) for variant in VARIANTS for seed in range(3)):
        bidding = [state for state in moments(name, seed, **options) if state.phase != PLAYING]
        bidding = bidding[::5] + bidding[-12:]
        for state, view in views(bidding):
            if action_now(view) != "Bid":
                continue
            concealed = view.bid is not None and view.bid.cards is None
            for cards in shows(view, rng):
                answer = decide(state, Bid(view.seat or 0, cards))
                found = verdict_of(view, 1, show(cards), "zh")
                if not isinstance(answer, Refusal):
                    assert found.ok, (name, show(cards), found)
                elif not concealed:
                    codes.add(answer.code)
                    assert not found.ok
                    assert found.rule == answer.rule
                    assert found.text == refusal_text(answer, "zh")
    assert codes >= BID_CODES, BID_CODES - codes


def test_a_spectator_bids_nothing() -> None:
    table = Table("huanle-2").deal()
    found = bid_refused(for_seat(table.state, None), parse("2s"))
    assert found is not None
    assert found.code == "not_now"

"""Corners of views, redacted events and records."""

import re
from random import Random

import pytest

from driver import play_match
from judged import At
from shengji.engine.cards import CODES, parse
from shengji.engine.due import Due, due
from shengji.engine.events import BidMade, Buried, DealStarted, Dealt, KittyTaken, ThrowFailed
from shengji.engine.record import RecordError, event_from_data
from shengji.engine.record_text import from_text, to_text
from shengji.engine.ruleset import preset
from shengji.engine.view import Demand, for_seat, redact
from table import Table


def later(name: str = "eighty", **options: object) -> Table:
    """A later deal of seat 0's at level 5 about to start."""
    return Table(name, level="5", banker=0, **options)


@pytest.mark.rule("C-03")
def test_concealed_bids_stay_so_until_the_bidding_ends() -> None:
    table = later("four-deck-match").deal({1: "5h 5h"}).bid(1, "5h 5h")
    for seat in (0, 2, 3, None):
        view = for_seat(table.state, seat)
        assert [bid.cards for bid in (view.bid, *view.shown) if bid is not None] == [None, None]
    own = for_seat(table.state, 1).bid
    assert own is not None
    assert own.cards == parse("5h 5h")


@pytest.mark.rule("C-03", "C-05")
def test_what_may_be_shown_does_not_tell_the_suit_of_a_concealed_bid() -> None:
    hands = {1: "5h", 3: "5h 5s"}
    table = (
        later("four-deck-match").deal(hands, only={1: "5s 5c 5d", 3: "5h 5s 5c 5d"}).bid(1, "5h")
    )
    partners = for_seat(table.state, 3).bids
    assert partners == ()
    assert table.bid(3, "5h").last(BidMade).kind == "reinforce"


@pytest.mark.rule("C-03")
def test_a_concealed_bid_is_told_to_its_bidder_alone() -> None:
    made = BidMade(1, parse("5h"), "bid", 1)
    concealed, opened = preset("four-deck-match"), preset("jj")
    for viewer in (0, 2, 3, None):
        assert redact(made, viewer, concealed) == BidMade(1, None, "bid", 1)
        assert redact(made, viewer, opened) == made
    assert redact(made, 1, concealed) == made


@pytest.mark.rule("G-18")
def test_each_seat_is_told_its_own_cards_alone() -> None:
    rules = preset("eighty")
    cards = parse("3s 4s")
    for event, hidden in (
        (Dealt(1, cards[0]), Dealt(1, None)),
        (KittyTaken(1, cards), KittyTaken(1, None)),
        (Buried(1, cards), Buried(1, None)),
    ):
        assert redact(event, 1, rules) == event
        for viewer in (0, 2, 3, None):
            assert redact(event, viewer, rules) == hidden
    started = DealStarted(1, 0, None, cards)
    for viewer in (0, 1, None):
        assert redact(started, viewer, rules) == DealStarted(1, 0, None, None)


@pytest.mark.rule("G-27")
@pytest.mark.parametrize("assisted", [True, False])
def test_what_is_owed_is_told_to_the_seat_whose_turn_it_is_if_the_table_assists(
    assisted: bool,
) -> None:
    table = At("huanle-2", "S", "5", assisted=assisted)
    led = table.hold("Ah Ah", "3h 3h 4h", "3h 4h 6h", "4c 3c").play(0, "Ah Ah")
    owed = ("pair",) if assisted else None
    assert for_seat(led.state, 1).demand == Demand("H", 2, owed)
    for seat in (0, 2, 3, None):
        assert for_seat(led.state, seat).demand is None


@pytest.mark.rule("A-11")
def test_a_burial_is_asked_of_the_seat_that_took_the_kitty() -> None:
    table = later().deal({1: "5h"}).bid(1, "5h").close()
    assert [for_seat(table.state, seat).bury for seat in (0, 1, 2, 3, None)] == [8, *[None] * 4]


@pytest.mark.rule("A-12", "A-15")
def test_what_may_be_shown_is_every_number_of_the_cards() -> None:
    table = later("jj").deal({1: "5h 5h 5s"}, only={1: "LJ BJ 5c 5d"})
    shown = [(bid.cards, bid.kind) for bid in for_seat(table.state, 1).bids]
    assert shown == [(parse(cards), "bid") for cards in ("5s", "5h", "5h 5h")]


def test_cards_go_over_the_wire_as_codes() -> None:
    table = later().deal({1: "5h"}).bid(1, "5h").close()
    hand = for_seat(table.state, 0).to_data()["hand"]
    assert isinstance(hand, list)
    assert len(hand) == 33
    assert set(hand) <= set(CODES)


@pytest.mark.rule("A-07", "F-02")
def test_while_cards_are_dealt_seats_may_bid_unless_they_turn_cards_after_the_deal() -> None:
    dealing = later().start().draw(10)
    assert Due("seat", "Bid", (0, 1, 2, 3)) in due(dealing.state)
    after = later("weijia-2").start().draw(10)
    assert due(after.state) == (Due("table", "Deal"),)
    assert Due("seat", "Bid", (0, 1, 2, 3)) in due(after.draw().state)


# -- records -------------------------------------------------------------------------------


@pytest.mark.parametrize("bid", [[1], [1, "5h", "5h"], [1, "5h", 2], "5h"])
def test_a_bid_shown_is_a_seat_and_its_cards(bid: object) -> None:
    with pytest.raises(RecordError) as caught:
        event_from_data({"t": "BidsShown", "bids": [bid]}, 7)
    assert (caught.value.code, caught.value.line) == ("record_value", 7)


def test_a_text_that_says_another_piece_was_forced_is_refused() -> None:
    rng = Random(3)
    while True:
        events = play_match(preset("huanle-1"), rng.randrange(1000), 1)
        if any(isinstance(event, ThrowFailed) for event in events):
            break
    text = to_text(events)
    assert from_text(text) == events
    (forced,) = re.findall(r" ! (\w\w)", text)[:1]
    wrong = text.replace(f" ! {forced}", " ! " + ("3h" if forced != "3h" else "4h"), 1)
    with pytest.raises(RecordError) as caught:
        from_text(wrong)
    assert caught.value.code == "text_told"

"""System A, `eighty`: overturns, insurance and re-burying (A-12 to A-18)."""

from itertools import pairwise
from typing import Any

import pytest

from shengji.engine.cards import parse
from shengji.engine.due import Due, due
from shengji.engine.events import (
    BidMade,
    Buried,
    KittyTaken,
    Settled,
    TrumpSet,
)
from shengji.engine.state import BIDDING, BURYING, OVERTURNING, PLAYING
from shengji.engine.view import for_seat
from table import Table

LEVEL_PAIRS = {1: "5d 5d", 2: "5c 5c", 3: "5s 5s"}


def later(banker: int = 0, level: str = "5", **options: Any) -> Table:
    """A later deal about to start."""
    return Table("eighty", level=level, banker=banker, **options)


# -- overturns -----------------------------------------------------------------------------


@pytest.mark.rule("A-12")
@pytest.mark.parametrize(
    ("pair", "trump"), [("5c 5c", "C"), ("5s 5s", "S"), ("LJ LJ", "NT"), ("BJ BJ", "NT")]
)
def test_an_overturn_is_a_pair_of_level_cards_or_equal_jokers(pair: str, trump: str) -> None:
    table = later().deal({0: "5h", 1: pair}).bid(0, "5h").close().bury(0)
    table.bid(1, pair)
    assert table.last(BidMade).kind == "overturn"
    assert table.last(TrumpSet) == TrumpSet(trump, 0, "overturn", "5")


@pytest.mark.rule("A-12")
@pytest.mark.parametrize("cards", ["5c", "5c 5d", "LJ BJ", "BJ", "7c 7c", "5c 5c 5d 5d"])
def test_no_other_cards_overturn(cards: str) -> None:
    table = later().deal({0: "5h", 1: cards}).bid(0, "5h").close().bury(0)
    table.refused(table.bid, 1, cards)
    assert table.turn == 1


@pytest.mark.rule("A-12", "A-17")
@pytest.mark.parametrize("seat", [1, 2, 3])
def test_partner_opponents_and_banker_may_overturn(seat: int) -> None:
    table = later(banker=1).deal({0: "5h", seat: "5s 5s"}).bid(0, "5h").close().bury(1)
    while table.turn != seat:
        table.pass_(table.turn)
    assert table.bid(seat, "5s 5s").last(TrumpSet).trump == "S"


@pytest.mark.rule("A-12")
def test_after_the_first_lead_nothing_overturns() -> None:
    table = later().deal({0: "5h", 1: "5s 5s"}).bid(0, "5h").close().bury(0).pass_(1, 2, 3)
    assert table.state.phase == PLAYING
    assert table.refused(table.bid, 1, "5s 5s").code == "not_now"
    table.play(0, table.hand(0).split()[0])
    assert table.refused(table.bid, 1, "5s 5s").code == "not_now"


@pytest.mark.rule("A-13", "A-15")
def test_the_bidder_may_overturn_only_after_some_other_seat_has() -> None:
    hands = {1: "5h 5h", 2: "5c 5c"}
    table = later().deal(hands).bid(1, "5h").close().bury(0)
    assert table.turn == 2, "the bidder is not asked"
    assert table.refused(table.bid, 1, "5h 5h").code == "not_your_turn"
    table.bid(2, "5c 5c").bury(2).pass_(3, 0)
    assert table.bid(1, "5h 5h").last(TrumpSet).trump == "H"


@pytest.mark.rule("A-13")
def test_without_an_overturn_by_another_the_bidder_is_never_asked() -> None:
    table = later().deal({1: "5h 5h LJ LJ"}).bid(1, "5h").close().bury(0).pass_(2, 3, 0)
    assert table.state.phase == PLAYING


RISING = ["5d 5d", "5c 5c", "5h 5h", "5s 5s", "LJ LJ", "BJ BJ"]


@pytest.mark.rule("A-14")
@pytest.mark.parametrize(("lower", "higher"), list(pairwise(RISING)))
def test_overturns_rise_from_diamonds_over_clubs_to_big_jokers(lower: str, higher: str) -> None:
    bid = "5c" if "5c" not in lower + higher else "5s"
    bid = "5s" if "5s" not in lower + higher else "5c"
    table = later().deal({0: bid, 1: lower, 2: higher}).bid(0, bid).close().bury(0)
    table.bid(1, lower).bury(1).bid(2, higher)
    assert table.d.overturns == 2
    table = later().deal({0: bid, 1: higher, 2: lower}).bid(0, bid).close().bury(0)
    table.bid(1, higher).bury(1)
    if higher == "BJ BJ":
        assert table.state.phase == PLAYING, "nothing overturns big jokers"
    else:
        refusal = table.refused(table.bid, 2, lower)
        assert (refusal.code, refusal.rule) == ("overturn_must_rise", "A-14")


@pytest.mark.rule("A-14")
def test_after_a_heart_overturn_only_spades_and_jokers_are_left() -> None:
    held = {0: "5c", 1: "5h 5h", 2: "5d 5d 5s 5s LJ LJ BJ BJ"}
    for pair, good in (("5d 5d", False), ("5s 5s", True), ("LJ LJ", True), ("BJ BJ", True)):
        table = later().deal(held).bid(0, "5c").close().bury(0).bid(1, "5h 5h").bury(1)
        if good:
            table.bid(2, pair)
        else:
            assert table.refused(table.bid, 2, pair).code == "overturn_must_rise"


@pytest.mark.rule("A-14")
@pytest.mark.parametrize("pair", ["5c 5c", "5d 5d", "5h 5h", "LJ LJ"])
def test_a_bid_of_a_single_card_is_beaten_by_any_pair(pair: str) -> None:
    table = later().deal({0: "5s", 1: pair}).bid(0, "5s").close().bury(0).bid(1, pair)
    assert table.d.overturns == 1


@pytest.mark.rule("A-15")
def test_reinforced_a_bid_is_overturned_only_by_what_ranks_above_its_suit() -> None:
    hands = {0: "5h 5h", 1: "5d 5d 5s 5s"}
    table = later().start(hands).draw(1).bid(0, "5h").draw(7).bid(0, "5h 5h")
    assert table.last(BidMade) == BidMade(0, parse("5h 5h"), "reinforce", 2)
    table.draw()
    assert table.state.phase == BURYING, "nobody could still bid"
    table.bury(0)
    assert table.refused(table.bid, 1, "5d 5d").code == "overturn_must_rise"
    assert table.bid(1, "5s 5s").last(TrumpSet).trump == "S"


@pytest.mark.rule("A-15", "A-18")
def test_a_reinforcement_is_no_overturn_and_doubles_nothing() -> None:
    table = later().deal({0: "5h 5h"}).bid(0, "5h").bid(0, "5h 5h").bury(0)
    assert table.d.overturns == 0
    assert table.d.bid is not None
    assert table.d.bid.seat == 0


@pytest.mark.rule("A-15")
def test_only_the_bidder_reinforces_and_only_with_the_pair() -> None:
    table = later().deal({0: "5h 5d 5d", 2: "5h"}).bid(0, "5h")
    table.refused(table.bid, 2, "5h")
    assert table.refused(table.bid, 0, "5h").code == "bid_must_rise"
    table.refused(table.bid, 0, "5d 5d")
    assert table.refused(table.bid, 0, "5h 5h").code == "not_held"


@pytest.mark.rule("A-15")
def test_after_the_last_card_the_bidder_may_still_reinforce_or_pass() -> None:
    table = later().deal({0: "5h 5h"}).bid(0, "5h")
    assert table.state.phase == BIDDING
    assert table.pass_(0).state.phase == BURYING


# -- first deal ----------------------------------------------------------------------------


@pytest.mark.rule("A-16", "A-17")
def test_first_deal_overturns_come_before_the_kitty_from_the_bidders_next_seat() -> None:
    table = Table("eighty").deal({1: "2h", 3: "2s 2s"}).bid(1, "2h").close()
    assert table.state.phase == OVERTURNING
    assert not table.all(KittyTaken)
    assert table.turn == 2
    assert table.refused(table.bid, 3, "2s 2s").code == "not_your_turn"
    table.pass_(2).bid(3, "2s 2s")
    assert table.last(TrumpSet) == TrumpSet("S", 3, "overturn", "2")
    assert table.turn == 0
    table.pass_(0, 1)
    assert not table.all(KittyTaken)
    table.pass_(2)
    assert table.last(KittyTaken).seat == 3
    assert table.d.banker == 3


@pytest.mark.rule("A-16")
def test_first_deal_the_last_overturner_becomes_banker_and_leads() -> None:
    hands = {0: "2c", 1: "2d 2d", 2: "2s 2s"}
    table = Table("eighty").deal(hands).bid(0, "2c").close().bid(1, "2d 2d").bid(2, "2s 2s")
    table.pass_(3, 0, 1).bury(2)
    assert table.d.banker == 2
    assert table.state.phase == PLAYING
    assert table.turn == 2
    assert [event.seat for event in table.all(KittyTaken)] == [2]


@pytest.mark.rule("A-16")
def test_first_deal_the_bidder_overturns_back_and_is_banker_again() -> None:
    hands = {0: "2h 2h", 1: "2c 2c"}
    table = Table("eighty").deal(hands).bid(0, "2h").close().bid(1, "2c 2c").pass_(2, 3)
    table.bid(0, "2h 2h").pass_(1, 2, 3)
    assert table.last(KittyTaken).seat == 0
    assert table.d.overturns == 2


@pytest.mark.rule("A-16")
def test_first_deal_after_the_first_burial_there_are_no_overturns() -> None:
    table = Table("eighty").deal({0: "2c", 1: "2d 2d"}).bid(0, "2c").close().pass_(1, 2, 3)
    table.bury(0)
    assert table.state.phase == PLAYING
    assert table.refused(table.bid, 1, "2d 2d").code == "not_now"


# -- later deals ---------------------------------------------------------------------------


@pytest.mark.rule("A-17")
@pytest.mark.parametrize("banker", [0, 1, 2, 3])
def test_later_deals_the_turn_goes_from_the_bankers_next_seat_with_the_banker_last(
    banker: int,
) -> None:
    bidder = (banker + 2) % 4
    table = later(banker=banker).deal({bidder: "5h"}).bid(bidder, "5h").close().bury(banker)
    asked = []
    while table.state.phase == OVERTURNING:
        asked.append(table.turn)
        table.pass_(table.turn)
    assert asked == [(banker + 1) % 4, (banker + 3) % 4, banker]
    assert table.turn == banker


@pytest.mark.rule("A-17")
def test_a_pass_stands_until_someone_overturns_then_all_others_may_speak_again() -> None:
    hands = {0: "5c", 1: "5s 5s", 3: "5d 5d"}
    table = later().deal(hands).bid(0, "5c").close().bury(0).pass_(1, 2).bid(3, "5d 5d").bury(3)
    assert table.turn == 0, "from the overturner's next seat; the old bidder may speak now"
    table.pass_(0)
    assert table.turn == 1, "who had passed may speak again"
    table.bid(1, "5s 5s").bury(1)
    table.pass_(2, 3, 0)
    assert table.state.phase == PLAYING
    assert table.d.overturns == 2


@pytest.mark.rule("A-17")
def test_a_seat_that_passed_is_not_asked_again_before_an_overturn() -> None:
    table = later().deal({0: "5c"}).bid(0, "5c").close().bury(0).pass_(1, 2)
    assert table.refused(table.pass_, 1).code == "not_your_turn"
    assert table.pass_(3).state.phase == PLAYING


@pytest.mark.rule("A-17", "G-24")
def test_each_overturner_takes_up_the_buried_kitty_and_buries_8_again() -> None:
    hands = {0: "5c", 1: "5d 5d", 2: "5s 5s"}
    table = later().deal(hands).bid(0, "5c").close().bury(0)
    first = table.last(Buried).cards
    table.bid(1, "5d 5d")
    assert table.last(KittyTaken) == KittyTaken(1, first)
    assert len(table.hand(1).split()) == 33
    table.bury(1)
    second = table.last(Buried).cards
    table.bid(2, "5s 5s")
    assert table.last(KittyTaken) == KittyTaken(2, second)
    table.bury(2, "5s 5s " + " ".join(table.hand(2).split()[:6])).pass_(3, 0, 1)
    assert table.d.kitty == table.last(Buried).cards
    assert [seat for seat, _ in table.d.burials] == [0, 1, 2]
    assert table.d.banker == 0
    assert table.turn == 0, "the banker leads, whoever buried last"
    assert [len(table.hand(seat).split()) for seat in range(4)] == [25] * 4


@pytest.mark.rule("A-17", "G-18")
def test_only_the_last_to_bury_knows_the_kitty() -> None:
    table = later().deal({0: "5c", 1: "5d 5d"}).bid(0, "5c").close().bury(0)
    first = table.d.kitty
    table.bid(1, "5d 5d").bury(1, "5d 5d " + " ".join(table.hand(1).split()[:6]))
    last = table.d.kitty
    table.pass_(2, 3, 0)
    known = [for_seat(table.state, seat).burials for seat in range(4)]
    assert known == [(first,), (last,), (), ()]
    assert last != first
    assert all(for_seat(table.state, seat).kitty is None for seat in range(4))


@pytest.mark.rule("A-17")
def test_one_seat_at_a_time_is_asked_to_overturn() -> None:
    table = later().deal({0: "5c", 3: "5d 5d"}).bid(0, "5c").close().bury(0)
    for seat in (1, 2):
        assert due(table.state) == (Due("seat", "Bid", (seat,)),)
        table.pass_(seat)
    assert due(table.bid(3, "5d 5d").state) == (Due("seat", "Bury", (3,)),)
    assert due(table.bury(3).state) == (Due("seat", "Bid", (0,)),)


@pytest.mark.rule("A-17")
def test_a_pass_after_the_deal_stands_until_a_bid_is_made() -> None:
    table = later().deal({1: "5c 5c", 2: "5d"}).pass_(2)
    assert table.refused(table.bid, 2, "5d").code == "passed_already"
    assert table.refused(table.pass_, 2).code == "passed_already"
    table.bid(1, "5c").pass_(1)
    assert table.state.phase == BURYING


@pytest.mark.rule("A-17")
def test_an_overturn_waits_while_a_kitty_is_being_buried() -> None:
    table = later().deal({0: "5c", 1: "5d 5d", 2: "5s 5s"}).bid(0, "5c").close().bury(0)
    table.bid(1, "5d 5d")
    assert table.refused(table.bid, 2, "5s 5s").code == "not_now"
    assert table.refused(table.pass_, 2).code == "not_now"
    assert table.refused(table.bury, 0, "5c").code == "not_your_turn"


@pytest.mark.rule("A-17")
def test_by_option_without_re_burying_overturns_come_before_the_kitty() -> None:
    table = later(rebury=False).deal({0: "5c", 1: "5d 5d"}).bid(0, "5c").close()
    assert table.state.phase == OVERTURNING
    table.bid(1, "5d 5d").pass_(2, 3, 0)
    assert table.last(KittyTaken).seat == 0, "the banker stays"
    assert table.bury(0).state.phase == PLAYING


@pytest.mark.rule("A-18", "A-25")
@pytest.mark.parametrize("overturns", [0, 1, 2, 3])
def test_each_overturn_doubles_the_stake(overturns: int) -> None:
    table = later().deal({0: "5h", **LEVEL_PAIRS}).bid(0, "5h").close().bury(0)
    for seat in (1, 2, 3)[:overturns]:
        table.bid(seat, LEVEL_PAIRS[seat]).bury(seat)
    while table.state.phase == OVERTURNING:
        table.pass_(table.turn)
    assert table.d.overturns == overturns
    table.cut({0: "Ac", 1: "3c", 2: "3c", 3: "3c"}, points=80)
    table.trick("Ac", "3c", "3c", "3c")
    paid = 10 * 2**overturns
    assert table.last(Settled).coins == (-2 * paid, 2 * paid, -2 * paid, 2 * paid)


@pytest.mark.rule("A-18")
def test_by_option_overturns_double_nothing() -> None:
    table = later(overturns_double=False).deal({0: "5h", 1: "5s 5s"}).bid(0, "5h").close()
    table.bury(0).bid(1, "5s 5s").bury(1).pass_(2, 3, 0)
    assert table.d.overturns == 1
    assert table.rules.overturns_double is False

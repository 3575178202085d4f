"""System A, `eighty`: cards, bids and the kitty (A-01, A-07 to A-11)."""

from typing import Any

import pytest

from shengji.engine.cards import parse, points
from shengji.engine.events import (
    BidMade,
    DealVoided,
    KittyTaken,
    TrumpSet,
)
from shengji.engine.state import BURYING, OVERTURNING, PLAYING, READY
from table import KITTY, Table


def later(banker: int = 0, level: str = "5", **options: Any) -> Table:
    """A later deal about to start."""
    return Table("eighty", level=level, banker=banker, **options)


# -- cards and the deal --------------------------------------------------------------------


@pytest.mark.rule("A-01")
def test_two_decks_give_25_cards_each_and_8_to_the_kitty() -> None:
    table = Table("eighty").deal({0: "2h"}).bid(0, "2h").pass_(0, 1, 2, 3)
    assert len(table.d.deck) == 108
    dealt = parse(" ".join(table.hand(seat) for seat in range(4)))
    assert sorted(dealt) == sorted(list(range(54)) * 2)
    assert [len(table.hand(seat).split()) for seat in (1, 2, 3)] == [25, 25, 25]
    assert len(table.hand(0).split()) == 25 + 8
    assert len(table.d.kitty) == 8


# -- bids ----------------------------------------------------------------------------------


@pytest.mark.rule("A-07")
def test_first_deal_the_first_to_show_a_level_card_becomes_banker_and_its_suit_is_trump() -> None:
    table = Table("eighty").start({1: "2h", 2: "2s"}).draw(8)
    table.bid(1, "2h")
    table.draw().close().pass_(2, 3, 0)
    assert table.last(TrumpSet) == TrumpSet("H", 1, "bid", "2")
    assert table.d.banker == 1
    assert table.state.phase == BURYING
    assert table.turn == 1


@pytest.mark.rule("A-07")
def test_a_level_card_can_be_shown_only_once_it_is_drawn() -> None:
    table = Table("eighty").start({0: "3s 2h"}).draw(4)
    assert table.refused(table.bid, 0, "2h").code == "not_held"
    assert table.draw(1).bid(0, "2h").d.bid is not None


@pytest.mark.rule("A-07")
def test_first_deal_a_later_single_card_is_refused() -> None:
    table = Table("eighty").start({1: "2h 2c", 2: "2s"}).draw(12).bid(1, "2h")
    for seat, card in ((2, "2s"), (1, "2c")):
        refusal = table.refused(table.bid, seat, card)
        assert refusal.code == "bid_stands"
        assert refusal.rule == "A-07"


@pytest.mark.rule("A-07")
def test_only_a_level_card_makes_a_bid_and_the_level_is_2_by_default() -> None:
    table = Table("eighty").start({0: "3h 2h"}).draw(8)
    assert table.state.levels == ("2", "2")
    assert table.refused(table.bid, 0, "3h").code == "not_the_level"
    assert table.refused(table.bid, 0, "2h 3h").code == "bid_not_identical"
    assert table.bid(0, "2h").last(BidMade).count == 1


@pytest.mark.rule("A-08")
@pytest.mark.parametrize("bidder", [0, 1, 2, 3])
def test_later_deals_any_seat_may_set_trump_and_the_banker_stays(bidder: int) -> None:
    table = later(banker=2).start({bidder: "5d"}).draw(4).bid(bidder, "5d").draw().close()
    assert table.last(TrumpSet) == TrumpSet("D", 2, "bid", "5")
    assert table.turn == 2


@pytest.mark.rule("A-08")
def test_later_deals_the_first_show_stands_and_a_later_single_is_refused() -> None:
    table = later().start({1: "5h", 2: "5s"}).draw(8).bid(1, "5h")
    assert table.refused(table.bid, 2, "5s").code == "bid_stands"


@pytest.mark.rule("A-08", "A-17")
def test_no_pair_overturns_in_the_deal_or_before_the_banker_has_buried() -> None:
    table = later().start({1: "5h", 2: "5s 5s"}).draw(8).bid(1, "5h")
    assert table.refused(table.bid, 2, "5s 5s").code == "bid_stands"
    table.draw()
    assert table.refused(table.bid, 2, "5s 5s").code == "bid_stands"
    table.close()
    assert table.state.phase == BURYING
    assert table.refused(table.bid, 2, "5s 5s").code == "not_now"


@pytest.mark.rule("A-08", "G-19")
def test_later_deals_the_declarers_level_is_bid_by_both_sides() -> None:
    table = Table("eighty", levels=("5", "7"), banker=1).start({0: "5h 7h"}).draw(8)
    assert table.refused(table.bid, 0, "5h").code == "not_the_level"
    assert table.bid(0, "7h").draw().close().last(TrumpSet).level == "7"


@pytest.mark.rule("A-09")
@pytest.mark.parametrize("cards", ["LJ", "BJ", "LJ LJ", "BJ BJ"])
def test_jokers_cannot_make_a_bid(cards: str) -> None:
    for table in (Table("eighty"), later()):
        table.start({0: cards}).draw(8)
        refusal = table.refused(table.bid, 0, cards)
        assert refusal.rule == "A-09"
        table.draw()
        assert table.refused(table.bid, 0, cards).rule == "A-09"


# -- nobody bids ---------------------------------------------------------------------------


@pytest.mark.rule("A-10")
def test_later_deals_nobody_bid_the_third_kitty_card_sets_trump() -> None:
    table = later(banker=3).deal(kitty="4h LJ 8c 9d").pass_(0, 1, 2, 3)
    assert table.last(TrumpSet) == TrumpSet("C", 3, "turned", "5", parse("8c")[0])
    assert table.turn == 3


@pytest.mark.rule("A-10")
@pytest.mark.parametrize("joker", ["LJ", "BJ"])
def test_a_turned_joker_makes_no_trump(joker: str) -> None:
    table = later().deal(kitty=f"4h 4d {joker}").close()
    assert table.last(TrumpSet).trump == "NT"


@pytest.mark.rule("A-10", "A-17")
@pytest.mark.parametrize("pair", ["5c 5c", "5s 5s", "LJ LJ"])
@pytest.mark.parametrize("turned", ["8s", "BJ"])
def test_any_pair_may_overturn_a_turned_trump(pair: str, turned: str) -> None:
    table = later().deal({2: pair}, kitty=f"4h 4d {turned}").close().bury(0).pass_(1)
    table.bid(2, pair)
    assert table.last(TrumpSet).trump == {"c": "C", "s": "S", "J": "NT"}[pair[1]]
    assert table.turn == 2


@pytest.mark.rule("A-10")
def test_after_a_turned_trump_every_seat_may_overturn_the_banker_last() -> None:
    table = later(banker=2).deal(kitty="4h 4d 8s").close().bury(2).pass_(3, 0, 1)
    assert table.state.phase == OVERTURNING
    assert table.turn == 2
    assert table.pass_(2).state.phase == PLAYING


@pytest.mark.rule("A-10")
def test_by_option_a_turned_trump_is_not_overturned() -> None:
    table = later(overturn_turned=False).deal({2: "5c 5c"}, kitty="4h 4d 8s").close().bury(0)
    assert table.state.phase == PLAYING


@pytest.mark.rule("A-10")
def test_first_deal_nobody_bid_is_dealt_again_and_the_bank_stays_open() -> None:
    table = Table("eighty").deal().pass_(0, 1, 2, 3)
    assert table.last(DealVoided).reason == "nobody-bid"
    assert table.state.phase == READY
    assert table.state.banker is None
    assert table.state.levels == ("2", "2")
    table.deal({3: "2d"}).bid(3, "2d").close().pass_(0, 1, 2)
    assert table.d.banker == 3


@pytest.mark.rule("A-10")
def test_by_option_first_deal_nobody_bid_is_no_trump_for_the_first_card() -> None:
    table = Table("eighty", nobody_first="no-trump").deal(first=2).close()
    assert table.last(TrumpSet).trump == "NT"
    assert table.d.banker == 2


# -- the kitty -----------------------------------------------------------------------------


@pytest.mark.rule("A-11")
def test_the_banker_takes_the_kitty_and_buries_any_8() -> None:
    kitty = "3h 3d 3c 3s 4h 4d 4c 4s"
    table = later().deal({0: "Kh Kd Kc Ts", 1: "5h"}, kitty=kitty).bid(1, "5h").close()
    assert table.last(KittyTaken) == KittyTaken(0, parse(kitty))
    assert len(table.hand(0).split()) == 33
    table.bury(0, "Kh Kd Kc Ts 3h 3d 3c 3s")
    assert points(table.d.kitty) == 40
    assert len(table.hand(0).split()) == 25
    assert {"4h", "4d", "4c", "4s"} <= set(table.hand(0).split())


@pytest.mark.rule("A-11")
def test_a_burial_is_of_8_held_cards_by_the_banker() -> None:
    table = later().deal({0: "3h 3d 3c 3s 4h 4d 4c 4s 6h", 1: "5h"})
    table.bid(1, "5h").close()
    assert table.refused(table.bury, 0, "3h 3d 3c 3s 4h 4d 4c").number == 8
    assert table.refused(table.bury, 0, "3h 3d 3c 3s 4h 4d 4c 4s 6h").number == 8
    assert table.refused(table.bury, 0, "3h 3h 3h 3s 4h 4d 4c 4s").code == "not_held"
    assert table.refused(table.bury, 1, "3h 3d 3c 3s 4h 4d 4c 4s").code == "not_your_turn"


def test_fill_keeps_given_suits_away() -> None:
    """The helper itself: `only` closes a place to all but the given cards."""
    table = later().deal({1: "5h 5h"}, kitty="3c", only={1: "H LJ", KITTY: "S"})
    table.close()
    assert [card for card in table.hand(1).split() if card[1] == "h"] == ["5h", "5h"]
    assert "LJ" not in table.hand(1).split()

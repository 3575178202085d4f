"""House options and corners of bids, overturns and burials."""

import pytest

from shengji.engine.cards import parse
from shengji.engine.events import BidMade, KittyTaken, TrumpSet
from shengji.engine.state import BURYING, OVERTURNING, PLAYING
from shengji.engine.view import for_seat
from table import Table


@pytest.mark.rule("D-04", "G-28")
def test_with_one_deck_a_single_level_card_is_the_two_that_a_bid_needs() -> None:
    table = Table("jj-home", level="5", banker=0, decks=1).deal({1: "5h"}).bid(1, "5h").close()
    assert table.last(TrumpSet) == TrumpSet("H", 0, "bid", "5")


@pytest.mark.rule("A-15", "D-03")
@pytest.mark.parametrize("name", ["eighty", "jj"])
def test_a_bid_is_not_reinforced_by_the_card_that_lies_there(name: str) -> None:
    table = Table(name, level="5", banker=0).deal({1: "5h 5h"}).bid(1, "5h")
    assert table.refused(table.bid, 1, "5h").code == "bid_must_rise"
    table.bid(1, "5h 5h")
    assert table.refused(table.bid, 1, "5h 5h").code


@pytest.mark.rule("A-15", "D-03")
def test_by_option_nobody_reinforces() -> None:
    table = Table("jj", level="5", banker=0, reinforce="none")
    table.deal({1: "5h 5h"}).bid(1, "5h")
    assert table.refused(table.bid, 1, "5h 5h").code == "own_bid"


@pytest.mark.rule("A-12")
def test_by_option_only_opponents_overturn() -> None:
    hands = {1: "5h", 2: "5s 5s", 3: "5c 5c"}
    table = Table("jj", level="5", banker=0, overturn_by="opponents").deal(hands).bid(1, "5h")
    assert table.refused(table.bid, 3, "5c 5c").code == "partners_bid"
    assert table.bid(2, "5s 5s").last(BidMade).kind == "overturn"


@pytest.mark.rule("A-12")
def test_by_option_only_opponents_overturn_in_turn() -> None:
    hands = {1: "5h", 2: "5s 5s", 3: "5c 5c"}
    table = Table("eighty", level="5", banker=0, overturn_by="opponents").deal(hands)
    table.bid(1, "5h").close().bury(0).pass_(2)
    assert table.refused(table.bid, 3, "5c 5c").code == "partners_bid"
    assert table.pass_(3, 0).state.phase == PLAYING
    anyone = Table("eighty", level="5", banker=0).deal(hands).bid(1, "5h").close().bury(0)
    assert anyone.pass_(2).bid(3, "5c 5c").state.phase == BURYING


@pytest.mark.rule("D-04")
def test_at_home_the_same_pair_does_not_overturn_twice() -> None:
    table = Table("jj-home").deal({0: "2s 2s", 1: "2d 2d"}).bid(0, "2s 2s").bid(1, "2d 2d")
    assert table.refused(table.bid, 0, "2s 2s").code == "shown_already"


@pytest.mark.rule("F-02")
def test_by_option_any_later_turn_but_never_the_same_cards_again() -> None:
    table = Table("weijia-2", level="3", banker=0, bid_rises="any").deal({0: "3d", 1: "3h"})
    table.bid(0, "3d").bid(1, "3h")
    assert table.refused(table.bid, 0, "3d").code == "shown_already"


@pytest.mark.rule("D-04")
def test_at_home_the_own_pair_is_not_overturned_by_another_own_pair_even_where_one_may() -> None:
    table = Table("jj-home", self_overturn=True).deal({0: "2s 2s 2c 2c"}).bid(0, "2s 2s")
    assert table.refused(table.bid, 0, "2c 2c").code == "bid_must_rise"


@pytest.mark.rule("C-05")
def test_added_cards_lie_with_the_bid_that_they_reinforce() -> None:
    table = Table("four-deck-match", level="5", banker=0).deal({1: "5h 5h", 3: "5h"})
    table.bid(1, "5h").bid(1, "5h").bid(3, "5h")
    assert table.d.bid is not None
    assert table.d.bid.cards == parse("5h 5h 5h")
    shown = for_seat(table.state, 1).bid
    assert shown is not None
    assert (shown.seat, shown.cards, shown.count) == (1, parse("5h 5h 5h"), 3)


@pytest.mark.rule("A-16")
def test_by_option_the_first_to_bid_has_the_bank_though_overturned_in_turn() -> None:
    table = Table("eighty", first_banker="first-bid").deal({1: "2h", 2: "2s 2s"}).bid(1, "2h")
    table.close().bid(2, "2s 2s").pass_(3, 0, 1)
    assert table.last(TrumpSet) == TrumpSet("S", 1, "overturn", "2")
    assert table.last(KittyTaken).seat == 1


@pytest.mark.rule("A-10")
@pytest.mark.parametrize(("number", "trump"), [(1, "S"), (3, "C"), (8, "NT")])
def test_by_option_another_kitty_card_is_turned(number: int, trump: str) -> None:
    table = Table("eighty", level="5", banker=0, turned_card=number)
    table.deal(kitty="3s 3h 3c 4d 6h 7h 8h LJ").close()
    assert table.last(TrumpSet).trump == trump


@pytest.mark.rule("A-11")
def test_of_four_alike_two_may_have_lain_in_the_kitty() -> None:
    table = Table("huanle-2", level="5", banker=0, decks=4)
    table.deal({0: "9h 9h", 1: "5s"}, kitty="9h 9h 8h", only={0: "H"}).bid(1, "5s").close()
    assert table.state.phase == BURYING
    assert table.hand(0).count("9h") == 4
    others = [card for card in table.hand(0).split() if card != "9h"]
    assert table.bury(0, " ".join(["9h", "9h", *others[:6]])).hand(0).count("9h") == 2


@pytest.mark.rule("A-16")
def test_with_one_deck_there_is_no_round_of_overturns() -> None:
    table = Table("eighty", level="5", banker=0, decks=1).deal({1: "5h"}).bid(1, "5h")
    assert table.bury(0).state.phase == PLAYING
    two = Table("eighty", level="5", banker=0).deal({1: "5h"}).bid(1, "5h").close()
    assert two.bury(0).state.phase == OVERTURNING


@pytest.mark.rule("A-16")
def test_by_option_without_re_burying_the_bidders_next_seat_is_asked_first() -> None:
    table = Table("eighty", level="5", banker=0, rebury=False).deal({2: "5c"}).bid(2, "5c").close()
    assert (table.state.phase, table.turn) == (OVERTURNING, 3)


@pytest.mark.rule("D-03", "E-04")
@pytest.mark.parametrize("name", ["jj", "huanle-2"])
def test_a_self_overturn_is_counted_among_the_overturns(name: str) -> None:
    table = Table(name, level="5", banker=0).deal({1: "5h 5s 5s"}).bid(1, "5h").bid(1, "5s 5s")
    assert table.last(BidMade).kind == "self-overturn"
    assert for_seat(table.state, 0).overturns == 1


@pytest.mark.rule("C-05")
def test_by_option_cards_that_lie_in_an_open_bid_are_not_added_to_it_again() -> None:
    table = Table("jj", level="5", banker=0, reinforce="side").deal({1: "5h", 3: "5h"})
    table.bid(1, "5h")
    assert table.refused(table.bid, 1, "5h").code == "not_held"
    assert table.bid(3, "5h").last(BidMade).count == 2

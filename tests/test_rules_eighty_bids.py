"""System A, `eighty`: cards, bids, overturns and the kitty (A-01, A-07 to A-18)."""

from itertools import pairwise

import pytest

from shengji.engine.cards import parse, points
from shengji.engine.events import (
    BidMade,
    Buried,
    DealVoided,
    KittyTaken,
    Settled,
    TrumpSet,
)
from shengji.engine.state import BIDDING, BURYING, OVERTURNING, PLAYING, READY
from table import KITTY, Table

LEVEL_PAIRS = {1: "5d 5d", 2: "5c 5c", 3: "5s 5s"}


def later(banker: int = 0, level: str = "5", **options: object) -> Table:
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


def test_fill_keeps_given_suits_away() -> None:
    """The helper itself: `only` closes a place to all but the given cards."""
    table = later().deal({1: "5h 5h"}, kitty="3c", only={1: "H LJ", KITTY: "S"})
    table.close()
    assert [card for card in table.hand(1).split() if card[1] == "h"] == ["5h", "5h"]
    assert "LJ" not in table.hand(1).split()

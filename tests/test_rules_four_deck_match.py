"""System C, `four-deck-match`: cards, bids, levels, dig, faults (C-01 to C-06, C-21 to C-25)."""

from typing import Any

import pytest

from shengji.engine.actions import Expose, TimeUp
from shengji.engine.cards import parse
from shengji.engine.events import (
    BidMade,
    BidsShown,
    ClaimFailed,
    DealScored,
    DealStarted,
    DealVoided,
    Dug,
    FaultFound,
    MatchEnded,
    Penalised,
    TrickTaken,
    TrumpSet,
)
from shengji.engine.ruleset import preset
from shengji.engine.scoring import outcome
from shengji.engine.state import BIDDING, ENDED, PLAYING, READY
from shengji.engine.view import for_seat
from table import Table


def race(**options: Any) -> Table:
    """A first deal about to start."""
    return Table("four-deck-match", **options)


def later(**options: Any) -> Table:
    """A later deal of seat 0 about to start, at level 5."""
    return Table("four-deck-match", **{"level": "5", "banker": 0, **options})


# -- cards, goal, time ---------------------------------------------------------------------


@pytest.mark.rule("C-01")
def test_four_decks_give_54_cards_each_and_no_kitty() -> None:
    table = later().in_play("H")
    assert len(table.d.deck) == 216
    assert [len(table.hand(seat).split()) for seat in range(4)] == [54] * 4
    assert table.d.kitty == ()
    assert table.d.burials == ()


@pytest.mark.rule("C-02")
def test_levels_start_at_3_and_a_match_lasts_two_hours() -> None:
    assert race().state.levels == ("3", "3")
    assert preset("four-deck-match").match_minutes == 120


@pytest.mark.rule("C-02")
def test_the_first_team_past_a_wins() -> None:
    held = later(level="K").score(155)
    assert held.state.levels == ("A", "K")
    assert not held.all(MatchEnded)
    assert later(level="A").score(155).last(MatchEnded) == MatchEnded(0, "goal")
    assert later(level="K").score(120).last(MatchEnded) == MatchEnded(0, "goal")
    assert later(level="A").score(200).last(MatchEnded) == MatchEnded(1, "goal")
    assert later(level="A").score(160).state.phase == READY


@pytest.mark.rule("C-02")
def test_at_time_the_higher_level_wins_and_level_on_level_the_declarers() -> None:
    assert later(levels=("A", "K")).act(TimeUp()).last(MatchEnded) == MatchEnded(0, "time")
    assert later(levels=("4", "T")).act(TimeUp()).last(MatchEnded) == MatchEnded(1, "time")
    level = later().score(160).act(TimeUp())
    assert level.last(MatchEnded) == MatchEnded(1, "time")
    assert level.state.phase == ENDED


# -- bids ----------------------------------------------------------------------------------


@pytest.mark.rule("C-03")
def test_bids_are_concealed_count_and_seat_are_seen_and_the_suit_is_not() -> None:
    table = later().start({1: "5h 5h"}).draw(8).bid(1, "5h 5h")
    for seat in (0, 2, 3, None):
        seen = for_seat(table.state, seat).bid
        assert seen is not None
        assert (seen.seat, seen.count, seen.cards) == (1, 2, None)
    own = for_seat(table.state, 1).bid
    assert own is not None
    assert own.cards == parse("5h 5h")


@pytest.mark.rule("C-03")
def test_bids_are_shown_when_the_bidding_ends() -> None:
    table = later().deal({1: "5h 5h", 2: "5s"}).bid(2, "5s").bid(1, "5h 5h")
    assert not table.all(BidsShown)
    table.close()
    assert table.last(BidsShown).bids == ((2, parse("5s")), (1, parse("5h 5h")))
    assert table.last(TrumpSet) == TrumpSet("H", 0, "bid", "5")
    seen = for_seat(table.state, 3).bid
    assert seen is not None
    assert seen.cards == parse("5h 5h")


@pytest.mark.rule("C-03")
def test_by_option_bids_lie_open() -> None:
    seen = for_seat(later(bid_hidden=False).deal({1: "5h"}).bid(1, "5h").state, 0).bid
    assert seen is not None
    assert seen.cards == parse("5h")


@pytest.mark.rule("C-03")
@pytest.mark.parametrize(
    ("cards", "good"),
    [
        ("LJ 3h", True),
        ("LJ 3h 3h", True),
        ("3h", False),
        ("3h 3h", False),
        ("LJ LJ 3h", False),
        ("BJ 3h", False),
        ("LJ", False),
        ("LJ 3h 3s", False),
        ("LJ BJ 3h", False),
    ],
)
def test_first_deal_a_bid_carries_exactly_one_small_joker(cards: str, good: bool) -> None:
    table = race().start({1: "LJ LJ BJ 3h 3h 3s"}).draw(24)
    if good:
        assert table.bid(1, cards).last(BidMade).count == cards.count("3h")
    else:
        assert table.refused(table.bid, 1, cards).rule in ("C-03", "G-06")


@pytest.mark.rule("C-03")
def test_first_deal_an_overturn_carries_a_small_joker_too() -> None:
    table = race().deal({1: "LJ 3h", 2: "LJ 3s 3s"}).bid(1, "LJ 3h")
    assert table.refused(table.bid, 2, "3s 3s").code == "one_small_joker"
    assert table.bid(2, "LJ 3s 3s").last(BidMade).kind == "overturn"


@pytest.mark.rule("C-03")
def test_later_deals_no_joker_is_needed_nor_allowed() -> None:
    table = later().deal({1: "LJ 5h", 2: "LJ 5s 5s"})
    table.refused(table.bid, 1, "LJ 5h")
    table.bid(1, "5h")
    table.refused(table.bid, 2, "LJ 5s 5s")
    assert table.bid(2, "5s 5s").last(BidMade).count == 2


@pytest.mark.rule("C-04")
@pytest.mark.parametrize(
    ("bid", "over", "good"),
    [(1, 1, False), (1, 2, True), (2, 2, False), (2, 3, True), (3, 3, False), (3, 4, True)],
)
@pytest.mark.parametrize("seat", [1, 2, 3])
def test_an_overturn_needs_more_level_cards_than_the_bid_in_force(
    bid: int, over: int, good: bool, seat: int
) -> None:
    hands = {0: " ".join(["5s"] * bid), seat: " ".join(["5d"] * over)}
    table = later().deal(hands).bid(0, hands[0])
    if good:
        assert table.bid(seat, hands[seat]).close().last(TrumpSet).trump == "D"
    else:
        refusal = table.refused(table.bid, seat, hands[seat])
        assert (refusal.code, refusal.rule) == ("bid_must_rise", "C-04")


@pytest.mark.rule("C-04")
def test_first_deal_an_overturn_takes_trump_and_banker() -> None:
    hands = {0: "LJ 3s", 1: "LJ 3d 3d", 3: "LJ 3c 3c 3c"}
    table = race().deal(hands).bid(0, hands[0]).bid(1, hands[1]).bid(3, hands[3]).close()
    assert table.last(TrumpSet) == TrumpSet("C", 3, "bid", "3")
    assert (table.state.phase, table.turn) == (PLAYING, 3)


@pytest.mark.rule("C-04")
def test_later_an_overturn_takes_trump_and_the_banker_stays() -> None:
    table = later().deal({1: "5s", 2: "5d 5d"}).bid(1, "5s").bid(2, "5d 5d").close()
    assert table.last(TrumpSet) == TrumpSet("D", 0, "bid", "5")


@pytest.mark.rule("C-04")
def test_nobody_overturns_their_own_bid() -> None:
    table = later().deal({1: "5s 5d 5d"}).bid(1, "5s")
    assert table.refused(table.bid, 1, "5d 5d").code == "own_bid"


@pytest.mark.rule("C-04")
def test_who_was_overturned_may_overturn_again() -> None:
    table = later().deal({1: "5s 5s 5s", 2: "5d 5d"}).bid(1, "5s").bid(2, "5d 5d")
    assert table.bid(1, "5s 5s 5s").close().last(TrumpSet).trump == "S"


@pytest.mark.rule("C-05")
@pytest.mark.parametrize("helper", [1, 3])
def test_bidder_or_partner_adds_cards_of_the_suit(helper: int) -> None:
    hands = {1: "5h", helper: "5h 5h" if helper == 1 else "5h"}
    table = later().deal(hands).bid(1, "5h").bid(helper, "5h")
    assert table.last(BidMade) == BidMade(helper, parse("5h"), "reinforce", 2)
    bid = table.d.bid
    assert bid is not None
    assert (bid.seat, bid.suit, bid.count) == (1, "H", 2)


@pytest.mark.rule("C-05", "C-04")
def test_cards_added_by_the_partner_leave_the_bank_with_the_bidder() -> None:
    table = race().deal({1: "LJ 3h", 3: "3h"}).bid(1, "LJ 3h").bid(3, "3h").close()
    assert table.last(TrumpSet) == TrumpSet("H", 1, "bid", "3")


@pytest.mark.rule("C-05")
def test_an_overturn_needs_more_cards_than_the_reinforced_bid_has() -> None:
    hands = {1: "5h", 3: "5h", 2: "5d 5d 5d"}
    table = later().deal(hands).bid(1, "5h").bid(3, "5h")
    assert table.refused(table.bid, 2, "5d 5d").code == "bid_must_rise"
    assert table.bid(2, "5d 5d 5d").last(BidMade).kind == "overturn"


@pytest.mark.rule("C-05")
def test_as_many_cards_as_lie_there_or_fewer_are_added() -> None:
    table = later().deal({1: "5h 5h 5h"}).bid(1, "5h")
    assert table.refused(table.bid, 1, "5h 5h").code == "reinforce_too_much"
    assert table.bid(1, "5h").last(BidMade).count == 2
    assert table.bid(1, "5h").last(BidMade).count == 3
    table = later().deal({1: "5h 5h 5h 5h"}).bid(1, "5h 5h").bid(1, "5h 5h")
    assert table.last(BidMade).count == 4


@pytest.mark.rule("C-05")
def test_cards_that_lie_in_the_bid_are_not_added_again() -> None:
    table = later().deal({1: "5h"}).bid(1, "5h")
    assert table.refused(table.bid, 1, "5h").code == "not_held"


@pytest.mark.rule("C-05")
def test_cards_of_a_bid_that_was_overturned_may_be_added_to_the_partners() -> None:
    hands = {0: "5h", 1: "5s 5s", 2: "5h 5h 5h"}
    table = later().deal(hands).bid(0, "5h").bid(1, "5s 5s").bid(2, "5h 5h 5h")
    assert table.bid(0, "5h").last(BidMade) == BidMade(0, parse("5h"), "reinforce", 4)


@pytest.mark.rule("C-05")
def test_only_the_own_sides_bid_is_reinforced_and_only_in_its_suit() -> None:
    hands = {1: "5h", 2: "5h", 3: "5s"}
    table = later().deal(hands).bid(1, "5h")
    assert table.refused(table.bid, 2, "5h").code == "bid_must_rise"
    assert table.refused(table.bid, 3, "5s").code == "bid_must_rise"


@pytest.mark.rule("C-05")
def test_by_option_only_the_bidder_reinforces_or_nobody() -> None:
    hands = {1: "5h 5h", 3: "5h"}
    bidder = later(reinforce="bidder").deal(hands).bid(1, "5h")
    bidder.refused(bidder.bid, 3, "5h")
    assert bidder.bid(1, "5h").last(BidMade).count == 2
    nobody = later(reinforce="none").deal(hands).bid(1, "5h")
    nobody.refused(nobody.bid, 1, "5h 5h")
    nobody.refused(nobody.bid, 3, "5h")


@pytest.mark.rule("C-05")
@pytest.mark.parametrize("first_deal", [True, False])
def test_nobody_bids_and_it_is_dealt_again(first_deal: bool) -> None:
    table = (race() if first_deal else later()).deal().pass_(0, 1, 2, 3)
    assert table.last(DealVoided).reason == "nobody-bid"
    assert table.state.phase == READY
    assert table.state.banker == (None if first_deal else 0)


@pytest.mark.rule("C-05")
@pytest.mark.parametrize("cards", ["LJ LJ", "BJ BJ", "BJ BJ BJ BJ", "LJ BJ BJ"])
def test_no_trump_does_not_exist(cards: str) -> None:
    for table in (race(), later()):
        table.deal({1: cards, 2: "LJ 3d 5d"})
        table.refused(table.bid, 1, cards)
        table.bid(2, "5d" if table.d.banker == 0 else "LJ 3d")
        table.refused(table.bid, 1, cards)


@pytest.mark.rule("C-06")
def test_after_a_deal_the_winners_shuffle_and_the_losers_cut() -> None:
    first = race().start()
    assert first.last(DealStarted).shuffled_by is None
    for points, winners in ((155, 0), (160, 1), (400, 1)):
        started = later().score(points).start().last(DealStarted)
        assert (started.shuffled_by, started.cut_by) == (winners, 1 - winners)


# -- levels --------------------------------------------------------------------------------

LEVELS = [
    (160, 195, "defenders", 0),
    (200, 235, "defenders", 1),
    (240, 275, "defenders", 2),
    (280, 315, "defenders", 3),
    (400, 435, "defenders", 6),
    (800, 835, "defenders", 16),
    (125, 155, "declarers", 1),
    (85, 120, "declarers", 2),
    (45, 80, "declarers", 3),
    (5, 40, "declarers", 4),
    (-35, 0, "declarers", 5),
    (-75, -40, "declarers", 6),
    (-200, -200, "declarers", 10),
]


@pytest.mark.rule("C-21", "C-22")
@pytest.mark.parametrize(("least", "most", "winner", "steps"), LEVELS)
def test_one_level_more_for_each_full_40(least: int, most: int, winner: str, steps: int) -> None:
    for points in range(least, most + 1, 5):
        found = outcome(points, preset("four-deck-match"))
        assert (found.winner, found.steps) == (winner, steps)


@pytest.mark.rule("C-21")
@pytest.mark.parametrize(("points", "levels"), [(160, ("5", "5")), (200, ("5", "6"))])
def test_at_160_or_more_the_defenders_take_the_bank(points: int, levels: tuple[str, str]) -> None:
    table = later().score(points)
    assert (table.state.levels, table.state.banker) == (levels, 1)


@pytest.mark.rule("C-22", "G-23")
@pytest.mark.parametrize(
    ("points", "level"), [(155, "6"), (120, "7"), (0, "T"), (-40, "J"), (-35, "T")]
)
def test_below_160_the_declarers_hold_and_negative_scores_go_on_likewise(
    points: int, level: str
) -> None:
    table = later().score(points)
    assert table.last(DealScored).total == points
    assert (table.state.levels, table.state.banker) == ((level, "5"), 2)


# -- reverse dig ---------------------------------------------------------------------------


@pytest.mark.rule("C-23")
@pytest.mark.parametrize(
    ("plays", "winner", "dug", "factor"),
    [
        (("3c", "Ac", "5c", "Kc"), 1, 15, 1),
        (("3c", "4c", "Kc", "Ac"), 3, 10, 1),
        (("Ac", "4c", "5c", "Kc"), 0, -15, 1),
        (("3c", "3h", "5c", "Kc"), 1, 15, 1),
        (("4c 4c", "Ac Ac", "Kc Kc", "5c 5c"), 1, 60, 2),
        (("4c 4c", "5c 5c", "Ac Ac", "Kc Tc"), 2, -60, 2),
        (("4c 4c 4c", "Ad Ad 6d", "Kc Kc Ac", "Ac Ac Ac"), 3, 60, 3),
        (("4c 4c 4c 4c", "3h 3h 3h 3h", "Kc Kc Kc Kc", "Tc Tc 7d 8d"), 1, 240, 4),
    ],
)
def test_the_last_trick_is_dug_times_the_cards_each_seat_played(
    plays: tuple[str, ...], winner: int, dug: int, factor: int
) -> None:
    table = later(level="J").endgame("H", dict(enumerate(plays)), points=100).trick(*plays)
    assert table.last(TrickTaken).seat == winner
    assert table.last(Dug) == Dug(winner, dug, factor)
    scored = table.last(DealScored)
    assert (scored.tricks, scored.total) == (100, 100 + dug), "in place of the plain points"


@pytest.mark.rule("C-23", "C-22")
def test_the_dig_may_take_the_score_below_0() -> None:
    plays = ("Ac Ac", "5c 5c", "Kc Kc", "Tc Tc")
    table = later(level="6").endgame("H", dict(enumerate(plays)), points=10).trick(*plays)
    assert table.last(DealScored).total == 10 - 100
    assert table.state.levels == ("K", "6"), "declarers step 7"


@pytest.mark.rule("C-23")
def test_a_trick_before_the_last_digs_nothing() -> None:
    hands = {0: "3c 4d", 1: "Ac 3d", 2: "Kc 3d", 3: "5c 3d"}
    table = later().endgame("H", hands).trick("3c", "Ac", "Kc", "5c")
    assert table.last(TrickTaken).points == 15
    assert not table.all(Dug)


# -- faults --------------------------------------------------------------------------------


@pytest.mark.rule("C-24")
def test_a_concealed_bid_laid_open_in_the_deal_loses_its_side_the_right_to_bid() -> None:
    hands = {1: "5h 5h", 3: "5s 5s 5s", 2: "5d"}
    table = later(assisted=False).start(hands).draw(16).bid(1, "5h 5h").act(Expose(1, parse("5h")))
    assert table.last(FaultFound).side == 1
    assert table.d.bid is None
    for seat, cards in ((1, "5h 5h"), (3, "5s 5s 5s")):
        assert table.refused(table.bid, seat, cards).code == "bid_right_lost"
    table.bid(2, "5d").draw().close()
    assert table.last(TrumpSet).trump == "D"
    assert not table.all(Penalised), "no points are lost"


@pytest.mark.rule("C-24")
def test_a_bid_overturned_by_the_exposed_side_is_in_force_again() -> None:
    hands = {0: "5d", 1: "5h 5h"}
    table = later(assisted=False).start(hands).draw(16).bid(0, "5d").bid(1, "5h 5h")
    table.act(Expose(1, parse("5h 5h"))).draw().close()
    assert table.last(TrumpSet).trump == "D"


@pytest.mark.rule("C-24")
def test_all_drawn_a_side_that_shows_too_early_loses_the_right_to_overturn() -> None:
    hands = {1: "5h", 2: "5d 5d", 3: "5s 5s 5s"}
    table = later(assisted=False).deal(hands).bid(1, "5h").act(Expose(1, parse("5h")))
    assert table.d.bid is not None, "the bid stands"
    table.bid(2, "5d 5d")
    assert table.refused(table.bid, 3, "5s 5s 5s").code == "overturn_right_lost"
    assert table.close().last(TrumpSet).trump == "D"
    assert not table.all(Penalised)


@pytest.mark.rule("C-24")
def test_all_drawn_the_bid_shown_too_early_stands_if_the_other_side_lets_it() -> None:
    hands = {1: "5h", 2: "5d 5d"}
    table = later(assisted=False).deal(hands).bid(1, "5h").act(Expose(1, parse("5h")))
    assert table.state.phase == BIDDING
    assert table.pass_(0, 2).close().last(TrumpSet).trump == "H"


@pytest.mark.rule("C-24")
def test_once_the_other_side_does_not_bid_a_bid_may_be_shown() -> None:
    table = later(assisted=False).deal({1: "5h"}).bid(1, "5h").pass_(0)
    before = table.state
    assert table.act(Expose(1, parse("5h"))).d.barred_overturn == (1,)
    table.state = before
    table.pass_(2)
    assert table.refused(table.act, Expose(1, parse("5h"))).code == "nothing_to_expose"


@pytest.mark.rule("C-24", "G-27")
def test_bids_are_laid_open_only_at_an_unassisted_table() -> None:
    table = later().deal({1: "5h"}).bid(1, "5h")
    assert table.refused(table.act, Expose(1, parse("5h"))).code == "assisted_table"


WRONG = {0: "Ac Ac 3h", 1: "6c 6c 4c", 2: "7c 8c 4h", 3: "9c Jc 6h"}


def erred(points: int, banker: int = 0, **options: Any) -> Table:
    """Seat 1 answers a pair of aces, led by its opponents, with 6 4 though it holds 66."""
    hands = {(seat + banker) % 4: cards for seat, cards in WRONG.items()}
    table = later(assisted=False, banker=banker, **options).endgame("S", hands, points=points)
    return table.trick("Ac Ac", "6c 4c", "7c 8c", "9c Jc")


@pytest.mark.rule("C-25", "G-27")
def test_a_wrong_play_of_the_defenders_takes_10_points_a_card_off_the_score() -> None:
    table = erred(200).claim(0, 0, 1)
    assert table.last(Penalised).points == -20
    assert table.last(FaultFound).cards == parse("4c 6c")
    table.trick("3h", "6c", "4h", "6h")
    scored = table.last(DealScored)
    assert (scored.tricks, scored.penalties, scored.total) == (200, -20, 180)


@pytest.mark.rule("C-25")
def test_a_wrong_play_of_the_declarers_adds_10_points_a_card() -> None:
    hands = {0: "3d 6c 6c 4c", 1: "Ad Ac Ac 3h", 2: "3d 9c Jc 6h", 3: "3d 7c 8c 4h"}
    table = later(assisted=False).endgame("S", hands, points=180).trick("3d", "Ad", "3d", "3d")
    table.trick("Ac Ac", "9c Jc", "7c 8c", "6c 4c").claim(3, 1, 0)
    assert table.last(Penalised).points == 20
    table.trick("3h", "6h", "4h", "6c")
    assert table.last(DealScored).total == 200
    assert table.state.levels == ("5", "6")


@pytest.mark.rule("C-25", "G-27")
def test_a_wrong_play_claimed_after_the_score_scores_the_deal_anew() -> None:
    table = erred(205).trick("3h", "6c", "4h", "6h")
    assert (table.state.levels, table.state.banker) == (("5", "6"), 1)
    table.claim(2, 0, 1)
    assert table.last(DealScored).total == 185
    assert (table.state.levels, table.state.banker) == (("5", "5"), 1)
    table = erred(175).trick("3h", "6c", "4h", "6h").claim(0, 0, 1)
    assert (table.state.levels, table.state.banker) == (("6", "5"), 2)
    assert table.state.deals_scored == 1
    table.deal()
    assert table.refused(table.claim, 0, 0, 1).code == "not_now"


@pytest.mark.rule("C-25")
def test_a_right_play_costs_nothing_and_many_wrong_ones_lose_no_match() -> None:
    table = erred(200).claim(0, 0, 3)
    assert table.last(ClaimFailed) == ClaimFailed(0, 0, 3)
    hands = {0: "Ac Ac Kh Kh Qd Qd 3c", 1: "6c 6c 4c 6h 6h 4h 6d 6d 4d"}
    hands |= {2: "7c 8c 7h 8h 7d 8d", 3: "9c Jc 9h Jh 9d Jd"}
    table = later(assisted=False).endgame("S", hands, points=100)
    table.trick("Ac Ac", "6c 4c", "7c 8c", "9c Jc").trick("Kh Kh", "6h 4h", "7h 8h", "9h Jh")
    table.trick("Qd Qd", "6d 4d", "7d 8d", "9d Jd")
    table.claim(0, 0, 1).claim(0, 1, 1).claim(0, 2, 1)
    assert table.d.penalties == -60
    assert not table.all(MatchEnded)


@pytest.mark.rule("C-25", "G-27")
def test_at_an_assisted_table_a_wrong_play_is_refused_and_costs_nothing() -> None:
    table = later().endgame("S", WRONG).play(0, "Ac Ac")
    assert table.refused(table.play, 1, "6c 4c").code == "must_follow_pair"
    assert table.d.penalties == 0

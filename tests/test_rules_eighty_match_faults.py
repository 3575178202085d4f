"""System B, `eighty-match`: faults and their cost, the race after a wrong count (B-05 to B-09)."""

from typing import Any

import pytest

from shengji.engine.actions import Rule, TakeBack
from shengji.engine.cards import parse
from shengji.engine.events import (
    ClaimFailed,
    DealScored,
    DealVoided,
    FaultFound,
    KittyTaken,
    MatchEnded,
    Penalised,
    ThrowFailed,
    TrumpSet,
)
from shengji.engine.state import OVERTURNING, PLAYING, READY
from table import Table


def match(**options: Any) -> Table:
    """A match under system B; by default a later deal of seat 0, at an unassisted table."""
    return Table("eighty-match", **{"banker": 0, "assisted": False, **options})


REVOKE = {0: "Ac Ac 3h", 1: "6c 6c 4c", 2: "7c 8c 4h", 3: "9c Jc 6h"}


def revoked(points: int = 80, **options: Any) -> Table:
    """Seat 1 answers a pair of aces with 6 4 although it holds 66; one trick is left."""
    return (
        match(**options)
        .endgame("S", REVOKE, points=points)
        .trick("Ac Ac", "6c 4c", "7c 8c", "9c Jc")
    )


def finish(table: Table) -> Table:
    """The last trick of `revoked`."""
    return table.trick("3h", "6c", "4h", "6h")


# -- revokes and take-backs ----------------------------------------------------------------


@pytest.mark.rule("B-05", "G-09")
def test_led_pairs_a_player_with_pairs_must_follow_pairs() -> None:
    table = match(assisted=True).endgame("S", REVOKE).play(0, "Ac Ac")
    refusal = table.refused(table.play, 1, "6c 4c")
    assert (refusal.code, refusal.cards) == ("must_follow_pair", parse("6c 6c"))
    assert table.play(1, "6c 6c").turn == 2


@pytest.mark.rule("B-05", "G-27")
def test_a_revoke_found_costs_the_side_one_level_after_the_deal() -> None:
    table = revoked(levels=("5", "7")).claim(0, 0, 1)
    assert table.last(FaultFound) == FaultFound(1, "revoke", parse("4c 6c"), 1, 0)
    assert table.state.levels == ("5", "7"), "only after the deal"
    finish(table)
    assert table.state.levels == ("5", "6")
    assert table.last(DealScored).total == 80, "the trick stands and no points move"


@pytest.mark.rule("B-05")
@pytest.mark.parametrize(
    ("points", "levels"), [(0, ("9", "6")), (100, ("5", "7")), (120, ("5", "8"))]
)
def test_the_level_is_taken_off_after_the_deals_own_step(
    points: int, levels: tuple[str, str]
) -> None:
    table = finish(revoked(points, levels=("5", "7")).claim(2, 0, 1))
    assert table.state.levels == levels


@pytest.mark.rule("B-05", "G-27")
def test_a_revoke_is_claimed_after_the_deal_until_the_next_one_starts() -> None:
    table = finish(revoked(levels=("5", "7")))
    assert table.state.levels == ("5", "7")
    table.claim(0, 0, 1)
    assert table.state.levels == ("5", "6")
    assert len(table.all(DealScored)) == 2
    assert table.state.deals_scored == 1
    assert table.state.banker == 1
    late = finish(revoked(levels=("5", "7"))).deal()
    assert late.refused(late.claim, 0, 0, 1).code == "not_now"


@pytest.mark.rule("B-05")
def test_a_right_play_and_a_lead_are_no_revokes() -> None:
    table = revoked()
    table.claim(0, 0, 3).claim(1, 0, 0)
    assert table.all(ClaimFailed) == [ClaimFailed(0, 0, 3), ClaimFailed(1, 0, 0)]
    assert not table.all(Penalised)


@pytest.mark.rule("B-05", "G-27")
def test_a_claim_is_the_other_sides_and_each_play_is_claimed_once() -> None:
    table = revoked()
    assert table.refused(table.claim, 3, 0, 1).code == "own_side"
    assert table.refused(table.claim, 0, 1, 1).code == "no_such_trick"
    table.claim(0, 0, 1)
    assert table.refused(table.claim, 2, 0, 1).code == "claimed_already"
    assisted = match(assisted=True).endgame("S", REVOKE)
    assert assisted.refused(assisted.claim, 0, 0, 1).code == "assisted_table"


@pytest.mark.rule("B-05")
def test_the_third_revoke_of_a_side_loses_the_match() -> None:
    hands = {0: "Ac Ac Kh Kh Qd Qd 3c", 1: "6c 6c 4c 6h 6h 4h 6d 6d 4d"}
    hands |= {2: "7c 8c 7h 8h 7d 8d", 3: "9c Jc 9h 9h Jh Jh 9d Jd"}
    table = match(level="7").endgame("S", hands)
    table.trick("Ac Ac", "6c 4c", "7c 8c", "9c Jc")
    table.trick("Kh Kh", "6h 4h", "7h 8h", "9h Jh")
    table.trick("Qd Qd", "6d 4d", "7d 8d", "9d Jd")
    table.claim(0, 0, 1).claim(0, 1, 3)
    assert table.state.revokes == (0, 2), "both partners count for their side"
    assert not table.all(MatchEnded)
    table.claim(2, 2, 1)
    assert table.last(MatchEnded) == MatchEnded(0, "faults")


@pytest.mark.rule("B-05")
def test_revokes_are_counted_through_the_match() -> None:
    table = match(level="7")
    for deal in range(3):
        assert not table.all(MatchEnded)
        table.set_bank(0).endgame("S", REVOKE, points=80)
        table.trick("Ac Ac", "6c 4c", "7c 8c", "9c Jc").claim(0, 0, 1)
        if deal < 2:
            finish(table)
    assert table.last(MatchEnded) == MatchEnded(0, "faults")


@pytest.mark.rule("B-05", "B-07", "G-23")
def test_a_level_lost_never_leads_below_the_first_level() -> None:
    assert finish(revoked(level="2").claim(0, 0, 1)).state.levels == ("2", "2")


@pytest.mark.rule("B-07")
def test_a_card_taken_back_costs_one_level_and_the_trick_stands() -> None:
    table = match(levels=("5", "7")).endgame("S", REVOKE, points=80).play(0, "Ac Ac")
    before = table.d.plays
    table.act(TakeBack(0))
    assert table.d.plays == before
    assert table.last(FaultFound).kind == "take-back"
    table.trick("6c 6c", "7c 8c", "9c Jc").trick("3h", "4c", "4h", "6h")
    assert table.state.levels == ("4", "7")


@pytest.mark.rule("B-07")
def test_a_card_of_the_last_trick_may_be_found_taken_back_after_the_score() -> None:
    table = finish(revoked(levels=("5", "7"))).act(TakeBack(2))
    assert table.state.levels == ("4", "7")


@pytest.mark.rule("B-07")
def test_the_third_card_taken_back_loses_the_match() -> None:
    table = match(level="7").in_play("S").act(TakeBack(0)).act(TakeBack(2))
    assert table.state.takebacks == (2, 0)
    assert not table.all(MatchEnded)
    assert table.act(TakeBack(0)).last(MatchEnded) == MatchEnded(1, "faults")


@pytest.mark.rule("B-05", "B-07", "G-23")
def test_revokes_and_take_backs_are_counted_apart_and_by_side() -> None:
    table = revoked(levels=("9", "9")).claim(0, 0, 1)
    table.act(TakeBack(1)).act(TakeBack(3)).act(TakeBack(0)).act(TakeBack(2))
    assert (table.state.revokes, table.state.takebacks) == ((0, 1), (2, 2))
    assert not table.all(MatchEnded)
    assert finish(table).state.levels == ("7", "6")


@pytest.mark.rule("B-05", "B-07")
def test_by_option_no_number_of_faults_loses_the_match() -> None:
    table = match(fault_limit=0, level="9").in_play("S")
    for _ in range(5):
        table.act(TakeBack(0))
    assert not table.all(MatchEnded)


# -- failed throws -------------------------------------------------------------------------


def thrown(outside: str, declares: bool = True, **options: Any) -> Table:
    """9 88 44 of hearts thrown by the banker, or by seat 1, against some hearts outside."""
    throw, low = "9h 8h 8h 4h 4h", "3d 3c 3c 6c 7c"
    if declares:
        hands = {0: throw, 1: f"{outside} 3s 3s 4s", 2: low, 3: low}
        return match(**options).endgame("S", hands, points=100).play(0, throw)
    hands = {0: f"3d {low}", 1: f"Ad {throw}", 2: f"{low} 3d", 3: f"3d {outside} 3s 3s 4s"}
    table = match(**options).endgame("S", hands, points=100)
    return table.trick("3d", "Ad", "3d", "3d").play(1, throw)


@pytest.mark.rule("B-06")
@pytest.mark.parametrize(
    ("outside", "cost"), [("Jh 3h", 10), ("5h 5h", 20), ("Th Th", 50), ("Qh Qh", 50)]
)
@pytest.mark.parametrize("declares", [True, False])
def test_a_failed_throw_costs_10_points_for_each_card_that_cannot_go(
    outside: str, cost: int, declares: bool
) -> None:
    table = thrown(outside, declares)
    assert table.last(ThrowFailed).cards == parse("4h 4h 8h 8h 9h")
    paid = table.last(Penalised)
    assert paid.points == (cost if declares else -cost)
    assert (paid.levels, paid.coins) == (0, 0)
    assert table.d.penalties == paid.points


@pytest.mark.rule("B-06")
def test_by_option_the_cards_taken_back_are_counted() -> None:
    assert thrown("Jh 3h", throw_penalty_cards="taken-back").last(Penalised).points == 40
    assert thrown("5h 5h", throw_penalty_cards="taken-back").last(Penalised).points == 30


@pytest.mark.rule("B-06", "G-23")
def test_the_cost_is_in_the_score_and_the_score_counts_as_0_below_0() -> None:
    hands = {0: "3d 3c 4c", 1: "Ad Kh Qh", 2: "3d 3c 4c", 3: "3d Ah 4c"}
    table = match().endgame("S", hands, points=5).trick("3d", "Ad", "3d", "3d")
    table.trick("Kh Qh", "3c", "Ah", "3c").trick("4c", "4c", "Kh", "4c")
    scored = table.last(DealScored)
    assert (scored.tricks, scored.penalties, scored.total) == (15, -20, -5)
    assert (scored.winner, scored.steps) == ("declarers", 4)
    assert table.state.levels == ("6", "2")


@pytest.mark.rule("B-06")
def test_a_throw_that_stands_costs_nothing() -> None:
    assert not thrown("3h 3h").all(Penalised)


# -- wrong counts and the new race ---------------------------------------------------------


@pytest.mark.rule("B-08")
def test_declarers_with_a_wrong_number_fall_and_defenders_step_1() -> None:
    table = match(levels=("5", "7")).in_play("S").act(Rule("wrong-count", 0))
    assert table.state.levels == ("5", "8")
    assert table.state.banker == 1
    assert table.last(DealScored).winner == "defenders"
    assert table.state.phase == READY


@pytest.mark.rule("B-08")
@pytest.mark.parametrize("points", [0, 80, 200])
def test_defenders_with_a_wrong_number_let_declarers_hold_and_step_1(points: int) -> None:
    table = match(levels=("5", "7")).in_play("S")
    table.cut(dict.fromkeys(range(4), "3c"), points=points).act(Rule("wrong-count", 1))
    assert table.state.levels == ("6", "7"), "whatever the deal's score"
    assert table.state.banker == 2


@pytest.mark.rule("B-08")
def test_both_sides_wrong_changes_nothing_and_the_bank_is_raced_for_again() -> None:
    table = match(levels=("5", "7")).in_play("S").act(Rule("wrong-count"))
    assert table.last(DealVoided).reason == "wrong-count"
    assert not table.all(DealScored)
    assert table.state.levels == ("5", "7")
    assert table.state.banker is None


@pytest.mark.rule("B-08", "G-27")
def test_wrong_counts_arise_only_at_an_unassisted_table() -> None:
    table = match(assisted=True).in_play("S")
    assert table.refused(table.act, Rule("wrong-count", 0)).code == "assisted_table"


@pytest.mark.rule("B-08", "B-05")
def test_a_revoke_claimed_after_a_wrong_count_leaves_the_ruling_as_it_is() -> None:
    table = revoked(0, levels=("5", "7")).act(Rule("wrong-count", 0))
    assert table.state.levels == ("5", "8")
    table.claim(0, 0, 1)
    assert table.state.levels == ("5", "7")
    assert table.state.banker == 1


@pytest.mark.rule("B-08", "B-03")
def test_a_wrong_count_of_the_defenders_lets_declarers_pass_10() -> None:
    table = match(level="T").in_play("S").act(Rule("wrong-count", 1))
    assert table.last(MatchEnded) == MatchEnded(0, "goal")
    table = match(level="T").in_play("S").act(Rule("wrong-count", 0))
    assert table.state.levels == ("T", "T")


def raced_again(**options: Any) -> Table:
    """Side 0 at 5, side 1 at 7; after a wrong count of both the bank is raced for."""
    return match(levels=("5", "7"), **options).in_play("S").act(Rule("wrong-count"))


@pytest.mark.rule("B-09")
@pytest.mark.parametrize(
    ("seat", "card", "level"), [(0, "5h", "5"), (2, "5h", "5"), (3, "7h", "7")]
)
def test_in_such_a_race_each_side_bids_its_own_level_and_the_winners_is_in_force(
    seat: int, card: str, level: str
) -> None:
    table = raced_again().start({seat: "5h 7h"}, first=1).draw(8)
    other = "7h" if card == "5h" else "5h"
    assert table.refused(table.bid, seat, other).code == "not_the_level"
    table.bid(seat, card).draw().close()
    while table.state.phase == OVERTURNING:
        table.pass_(table.turn)
    assert (table.d.banker, table.d.level) == (seat, level)
    assert table.last(KittyTaken).seat == seat


@pytest.mark.rule("B-09")
def test_a_side_overturns_the_others_bid_with_a_pair_of_its_own_level() -> None:
    table = raced_again().deal({0: "5h", 1: "7c 7c 5s 5s 7d"}).bid(0, "5h").close()
    assert not table.all(KittyTaken)[1:], "the kitty is not turned yet"
    for cards, code in (("5s 5s", "not_the_level"), ("7d", "overturn_needs_pair")):
        assert table.refused(table.bid, 1, cards).code == code
    table.bid(1, "7c 7c")
    assert table.last(TrumpSet) == TrumpSet("C", 1, "overturn", "7")
    table.pass_(2, 3, 0)
    assert table.last(KittyTaken).seat == 1
    assert table.bury(1).state.phase == PLAYING
    assert table.d.level == "7"


@pytest.mark.rule("B-09")
@pytest.mark.parametrize("pair", ["LJ LJ", "BJ BJ"])
def test_in_such_a_race_jokers_overturn_nothing(pair: str) -> None:
    table = raced_again().deal({0: "5h", 1: pair}).bid(0, "5h").close()
    assert table.refused(table.bid, 1, pair).code == "joker_bid"


@pytest.mark.rule("B-09")
def test_in_such_a_race_a_side_does_not_overturn_its_own_bid() -> None:
    table = raced_again().deal({0: "5h", 2: "5s 5s"}).bid(0, "5h").close().pass_(1)
    assert table.refused(table.bid, 2, "5s 5s").code == "partners_bid"


@pytest.mark.rule("B-09")
def test_overturns_of_such_a_race_rise_from_clubs_over_diamonds_and_hearts_to_spades() -> None:
    hands = {0: "5s 5d 5d", 1: "7c 7c", 3: "7h 7h 7d 7d", 2: "5h 5h 5c 5c"}
    table = raced_again().deal(hands).bid(0, "5s").close().bid(1, "7c 7c")
    assert table.refused(table.bid, 2, "5c 5c").code == "overturn_must_rise"
    table.pass_(2, 3).bid(0, "5d 5d").pass_(1, 2)
    assert table.refused(table.bid, 3, "7d 7d").code == "overturn_must_rise"
    table.bid(3, "7h 7h")
    assert table.refused(table.bid, 0, "5d 5d").code == "overturn_must_rise"
    assert table.d.banker == 3


@pytest.mark.rule("B-09")
def test_after_the_kitty_is_turned_nobody_overturns() -> None:
    table = raced_again().deal({0: "5h", 1: "7s 7s"}).bid(0, "5h").close().pass_(1, 2, 3).bury(0)
    assert table.state.phase == PLAYING


@pytest.mark.rule("B-09")
def test_a_new_race_in_which_nobody_bids_is_dealt_again_as_one() -> None:
    table = raced_again().deal().close()
    assert table.last(DealVoided).reason == "nobody-bid"
    table.deal({0: "5h", 1: "LJ LJ"}).bid(0, "5h").close()
    assert table.refused(table.bid, 1, "LJ LJ").rule == "B-09"


@pytest.mark.rule("B-09", "B-08")
def test_a_race_after_a_wrong_count_in_the_very_first_deal_knows_no_jokers_either() -> None:
    table = match(banker=None).deal({0: "2h"}).bid(0, "2h").close().pass_(1, 2, 3).bury(0)
    table.act(Rule("wrong-count")).deal({0: "2h", 1: "LJ LJ"}).bid(0, "2h").close()
    assert table.refused(table.bid, 1, "LJ LJ").rule == "B-09"


@pytest.mark.rule("B-09", "B-04")
def test_the_first_race_of_a_match_is_overturned_with_jokers_too() -> None:
    table = match(banker=None).deal({0: "2h", 1: "LJ LJ"}).bid(0, "2h").close()
    assert table.bid(1, "LJ LJ").last(TrumpSet).trump == "NT"


@pytest.mark.rule("B-09")
def test_once_a_deal_is_scored_the_bank_passes_as_ever() -> None:
    table = raced_again().deal({0: "5h"}).bid(0, "5h").close().pass_(1, 2, 3).bury(0)
    table.cut(dict.fromkeys(range(4), "3c"), points=80).trick("3c", "3c", "3c", "3c")
    assert table.state.banker == 1
    table.deal({0: "7h", 1: "LJ LJ"}).bid(0, "7h").close().bury(1).pass_(2, 3)
    assert table.bid(1, "LJ LJ").last(TrumpSet).how == "overturn"

"""System B, `eighty-match`: race, re-burying, dig, levels, time (B-01 to B-04, B-10 to B-14)."""

from typing import Any

import pytest

from shengji.engine.actions import Agree, Forfeit, Propose, Rule, StartDeal, TimeUp
from shengji.engine.cards import full_deck
from shengji.engine.events import (
    Agreed,
    DealVoided,
    Dug,
    KittyTaken,
    MatchEnded,
    Proposed,
    Settled,
    TimeCalled,
    TrumpSet,
)
from shengji.engine.ruleset import preset
from shengji.engine.scoring import outcome
from shengji.engine.state import ENDED, OVERTURNING, PLAYING, READY
from table import Table


def match(**options: Any) -> Table:
    """A match under system B; by default a later deal of seat 0, at an unassisted table."""
    return Table("eighty-match", **{"banker": 0, "assisted": False, **options})


# -- seats, race, goal ---------------------------------------------------------------------


@pytest.mark.rule("B-01")
@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_a_side_short_of_a_player_forfeits_the_match(seat: int) -> None:
    won = MatchEnded(1 - seat % 2, "forfeit")
    at_the_start = match(banker=None).act(Forfeit(seat))
    assert at_the_start.last(MatchEnded) == won
    in_a_deal = match().in_play("S").act(Forfeit(seat))
    assert in_a_deal.last(MatchEnded) == won
    between = match().score(80).act(Forfeit(seat))
    assert between.last(MatchEnded) == won


@pytest.mark.rule("B-01")
def test_nobody_takes_the_place_of_one_who_is_gone() -> None:
    table = match(banker=None).act(Forfeit(1))
    assert table.state.phase == ENDED
    assert table.refused(table.act, StartDeal(full_deck(2))).code == "not_now"


@pytest.mark.rule("B-02")
def test_the_first_bank_is_raced_for_and_levels_start_at_2() -> None:
    table = match(banker=None)
    assert table.state.levels == ("2", "2")
    table.start({3: "2d", 1: "2s"}).draw(4).bid(3, "2d")
    assert table.refused(table.bid, 1, "2s").code == "bid_stands"
    table.draw().close().pass_(0, 1, 2)
    assert table.d.banker == 3


@pytest.mark.rule("B-02")
def test_2_need_not_be_held() -> None:
    assert match(banker=0).score(120).state.levels == ("2", "4")


@pytest.mark.rule("B-03")
def test_10_is_reached_but_not_jumped_over() -> None:
    for level, points, levels in (
        ("9", 0, ("T", "9")),
        ("8", 0, ("T", "8")),
        ("6", 0, ("T", "6")),
        ("9", 200, ("9", "T")),
    ):
        table = match(level=level).score(points)
        assert table.state.levels == levels
        assert not table.all(MatchEnded)


@pytest.mark.rule("B-03", "G-25")
def test_10_is_passed_only_by_holding_it_as_declarers() -> None:
    table = match(level="T").score(200)
    assert table.state.levels == ("T", "T")
    assert not table.all(MatchEnded)
    assert table.state.banker == 1
    assert table.score(75).last(MatchEnded) == MatchEnded(1, "goal")


@pytest.mark.rule("B-03")
@pytest.mark.parametrize("points", [0, 25, 75])
def test_the_first_team_past_10_wins(points: int) -> None:
    table = match(level="T").score(points)
    assert table.last(MatchEnded) == MatchEnded(0, "goal")
    assert table.state.phase == ENDED


@pytest.mark.rule("B-03")
def test_declarers_who_fall_at_10_have_not_passed_it() -> None:
    table = match(level="T").score(80)
    assert table.state.phase == READY
    assert table.state.levels == ("T", "T")


# -- re-burying ----------------------------------------------------------------------------


@pytest.mark.rule("B-04")
@pytest.mark.parametrize(
    ("lower", "higher"),
    [
        ("5c 5c", "5d 5d"),
        ("5d 5d", "5h 5h"),
        ("5h 5h", "5s 5s"),
        ("5s 5s", "LJ LJ"),
        ("LJ LJ", "BJ BJ"),
    ],
)
def test_re_burying_goes_from_high_to_low_with_diamonds_above_clubs(
    lower: str, higher: str
) -> None:
    bid = "5s" if "5s" not in lower + higher else "5c"
    hands = {0: bid, 1: lower, 2: higher}
    table = match(level="5").deal(hands).bid(0, bid).close().bury(0).bid(1, lower).bury(1)
    assert table.bid(2, higher).last(KittyTaken).seat == 2
    hands = {0: bid, 1: higher, 2: lower}
    table = match(level="5").deal(hands).bid(0, bid).close().bury(0).bid(1, higher).bury(1)
    if higher == "BJ BJ":
        assert table.state.phase == PLAYING
    else:
        assert table.refused(table.bid, 2, lower).rule == "B-04"


@pytest.mark.rule("B-04")
def test_in_the_first_deal_overturns_come_before_the_kitty() -> None:
    table = match(banker=None).deal({0: "2c", 1: "2d 2d"}).bid(0, "2c").close()
    assert table.state.phase == OVERTURNING
    table.bid(1, "2d 2d").pass_(2, 3, 0)
    assert (table.last(KittyTaken).seat, table.d.banker) == (1, 1)
    assert table.bury(1).state.phase == PLAYING


@pytest.mark.rule("B-04")
def test_later_the_overturner_buries_again_and_the_banker_stays() -> None:
    table = match(level="5").deal({0: "5c", 2: "5d 5d"}).bid(0, "5c").close().bury(0)
    table.pass_(1).bid(2, "5d 5d").bury(2).pass_(3, 0, 1)
    assert table.d.banker == 0
    assert [seat for seat, _ in table.d.burials] == [0, 2]


@pytest.mark.rule("B-04")
def test_trump_decided_by_turning_the_kitty_allows_no_re_burying() -> None:
    table = match(level="5").deal({1: "BJ BJ"}, kitty="3h 3d 8s").close()
    assert table.last(TrumpSet).how == "turned"
    table.bury(0)
    assert table.state.phase == PLAYING
    assert table.refused(table.bid, 1, "BJ BJ").code == "not_now"


# -- dig and levels ------------------------------------------------------------------------


@pytest.mark.rule("B-10")
@pytest.mark.parametrize(
    ("last", "factor"),
    [
        ("Ac", 2),
        ("Ac Ac", 4),
        ("Ac Ac Kc Kc", 8),
        ("Ac Ac Kc Kc Qc Qc", 16),
        ("Ac Ac Kc Kc Qc Qc Jc Jc", 32),
        ("Ac Ac Kc Kc Jc Jc Tc", 8),
        ("Ac Ac Kc", 4),
        ("Ac Kc", 2),
        ("Ac Ac Jc Jc", 4),
    ],
)
def test_the_dig_doubles_for_each_further_pair_of_the_largest_pattern(
    last: str, factor: int
) -> None:
    low = " ".join((["3d", "4d", "6s", "7s", "8s", "9s"] * 2)[: len(last.split())])
    hands = dict(enumerate((f"3h {low}", f"Ah {last}", f"4h {low}", f"6h {low}")))
    table = match(level="5").endgame("S", hands, kitty="Kd 5c 3c 4c 6d 7d 8d 9d")
    table.trick("3h", "Ah", "4h", "6h").trick(last, low, low, low)
    assert table.last(Dug) == Dug(1, 15 * factor, factor)


LEVELS = [
    (0, 0, "declarers", 4),
    (5, 25, "declarers", 3),
    (30, 50, "declarers", 2),
    (55, 75, "declarers", 1),
    (80, 95, "defenders", 0),
    (100, 115, "defenders", 1),
    (120, 135, "defenders", 2),
    (140, 155, "defenders", 3),
    (160, 175, "defenders", 4),
    (300, 315, "defenders", 11),
]


@pytest.mark.rule("B-11")
@pytest.mark.parametrize(("least", "most", "winner", "steps"), LEVELS)
def test_levels_by_score(least: int, most: int, winner: str, steps: int) -> None:
    for points in range(least, most + 1, 5):
        found = outcome(points, preset("eighty-match"))
        assert (found.winner, found.steps) == (winner, steps)


@pytest.mark.rule("B-11")
@pytest.mark.parametrize(
    ("points", "levels"),
    [(0, ("6", "2")), (25, ("5", "2")), (30, ("4", "2")), (75, ("3", "2")), (140, ("2", "5"))],
)
def test_the_winners_move_up(points: int, levels: tuple[str, str]) -> None:
    assert match().score(points).state.levels == levels


# -- time and agreement --------------------------------------------------------------------


@pytest.mark.rule("B-12")
def test_a_match_lasts_one_hour() -> None:
    assert preset("eighty-match").match_minutes == 60


@pytest.mark.rule("B-12")
def test_at_time_the_higher_level_wins() -> None:
    assert match(levels=("5", "7")).act(TimeUp()).last(MatchEnded) == MatchEnded(1, "time")
    assert match(levels=("8", "7")).act(TimeUp()).last(MatchEnded) == MatchEnded(0, "time")


@pytest.mark.rule("B-12")
@pytest.mark.parametrize(("points", "winner"), [(80, 1), (95, 1)])
def test_level_on_level_the_side_that_is_declaring_wins(points: int, winner: int) -> None:
    table = match(level="6").score(points).act(TimeUp())
    assert table.last(MatchEnded) == MatchEnded(winner, "time")


@pytest.mark.rule("B-12")
@pytest.mark.parametrize(("points", "winner"), [(0, 0), (55, 0), (80, 1), (100, 1)])
def test_a_deal_under_way_at_time_is_played_out(points: int, winner: int) -> None:
    hands = {0: "Ac", 1: "3c", 2: "3c", 3: "3c"}
    table = match(level="6").endgame("S", hands, points=points).act(TimeUp())
    assert table.all(TimeCalled) == [TimeCalled()]
    assert table.state.phase == PLAYING
    table.trick("Ac", "3c", "3c", "3c")
    assert table.last(MatchEnded) == MatchEnded(winner, "time")


@pytest.mark.rule("B-12", "B-08")
def test_a_deal_under_way_at_time_may_end_by_a_wrong_count_of_both() -> None:
    table = match(levels=("5", "7")).in_play("S").act(TimeUp()).act(Rule("wrong-count"))
    assert table.last(MatchEnded) == MatchEnded(1, "time")


@pytest.mark.rule("B-13")
def test_a_proposal_takes_effect_when_both_sides_agree_and_the_record_shows_it() -> None:
    table = match(levels=("5", "7")).act(Propose("levels", ("6", "8"))).act(Agree(1))
    assert table.state.levels == ("5", "7")
    assert table.refused(table.act, Agree(1)).code == "agreed_already"
    table.act(Agree(0))
    assert table.state.levels == ("6", "8")
    assert table.state.banker == 0, "the bank is not touched"
    assert table.all(Proposed) == [Proposed("levels", ("6", "8"))]
    assert table.all(Agreed) == [Agreed(1), Agreed(0)]


@pytest.mark.rule("B-13")
def test_levels_agreed_in_a_deal_hold_when_it_is_scored() -> None:
    table = match(levels=("5", "7")).endgame("S", {0: "Ac", 1: "3c", 2: "3c", 3: "3c"}, points=60)
    table.act(Propose("levels", ("6", "9"))).act(Agree(0)).act(Agree(1))
    table.trick("Ac", "3c", "3c", "3c")
    assert table.state.levels == ("7", "9")


@pytest.mark.rule("B-13")
def test_a_new_deal_or_the_end_may_be_agreed_upon() -> None:
    table = match(levels=("5", "7")).in_play("S").act(Propose("redeal"))
    table.act(Agree(0)).act(Agree(1))
    assert table.last(DealVoided).reason == "agreed"
    assert (table.state.levels, table.state.banker) == (("5", "7"), 0)
    table.deal().act(Propose("end")).act(Agree(1)).act(Agree(0))
    assert table.last(MatchEnded) == MatchEnded(1, "agreed")


@pytest.mark.rule("B-13")
def test_only_what_is_proposed_can_be_agreed_to() -> None:
    table = match()
    assert table.refused(table.act, Agree(0)).code == "nothing_proposed"
    assert table.refused(table.act, Propose("dance")).code == "no_such_proposal"
    assert table.refused(table.act, Propose("levels", ("1", "2"))).code == "no_such_level"
    assert table.refused(table.act, Propose("redeal")).code == "not_now"


# -- the rest is as in A -------------------------------------------------------------------

OF_ITS_OWN = {
    "overturn_order",
    "overturn_turned",
    "throw_penalty",
    "throw_penalty_points",
    "throw_penalty_cards",
    "throw_stake",
    "dig_family",
    "stake",
    "overturns_double",
    "level_tables",
    "goal",
    "goal_level",
    "must_play",
    "match_minutes",
    "revoke_penalty",
    "takeback_penalty",
    "count_penalty",
    "forfeit_match",
}


@pytest.mark.rule("B-14")
def test_what_b_leaves_open_is_as_in_a_without_its_stakes() -> None:
    a, b = preset("eighty"), preset("eighty-match")
    assert set(a.difference(b)) <= OF_ITS_OWN
    assert (b.stake, b.throw_stake, b.overturns_double) == (0, False, False)


@pytest.mark.rule("B-14")
def test_hands_bids_insurance_and_the_turned_card_are_as_in_a() -> None:
    table = match(level="5").deal({0: "5h 5h", 1: "5d 5d"}).bid(0, "5h").bid(0, "5h 5h").bury(0)
    assert [len(table.hand(seat).split()) for seat in range(4)] == [25] * 4
    assert table.refused(table.bid, 1, "5d 5d").code == "overturn_must_rise"
    assert match(banker=None).deal().close().last(DealVoided).reason == "nobody-bid"
    assert match(level="5").deal(kitty="3h 3d 8s").close().last(TrumpSet).trump == "S"
    assert not match().score(0).all(Settled)

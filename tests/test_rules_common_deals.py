"""Common rules: bank, burial, levels, penalties, assisted tables (G-17 to G-19, G-23 to G-27)."""

import pytest

from judged import At
from shengji.engine.actions import Bury, Expose, Rule, TakeBack
from shengji.engine.cards import parse
from shengji.engine.events import (
    Buried,
    ClaimFailed,
    DealScored,
    DealVoided,
    FaultFound,
    KittyTaken,
    LevelsMoved,
    MatchEnded,
    Penalised,
    Played,
    TrumpSet,
)
from shengji.engine.ruleset import PRESETS, preset
from shengji.engine.scoring import advance, next_banker, outcome
from shengji.engine.state import BURYING, PLAYING
from shengji.engine.view import for_seat, redact
from table import Table

WITH_KITTY = tuple(name for name in PRESETS if name != "four-deck-match")
NO_TRUMP_IF_NOBODY = (
    "jj",
    "jj-home",
    "huanle-1",
    "huanle-2",
    "huanle-3",
    "weijia-1",
    "weijia-2",
    "weijia-3",
)


@pytest.mark.rule("G-17")
@pytest.mark.parametrize("name", PRESETS)
def test_the_bank_stays_with_the_partner_or_goes_to_the_next_seat(name: str) -> None:
    for banker in range(4):
        held = Table(name, level="5", banker=banker).score(0)
        assert held.last(DealScored).winner == "declarers"
        assert held.last(LevelsMoved).banker == (banker + 2) % 4
        fallen = Table(name, level="5", banker=banker).score(500)
        assert fallen.last(DealScored).winner == "defenders"
        assert fallen.last(LevelsMoved).banker == (banker + 1) % 4
        assert next_banker(banker, "declarers", 4) == (banker + 2) % 4


@pytest.mark.rule("G-17", "D-05", "E-07")
def test_the_next_deal_is_the_new_bankers_whoever_bids() -> None:
    table = Table("jj", level="5", banker=1).score(0)
    table.deal(hands={0: "8h"}, first=2).bid(0, "8h").close()
    assert table.last(TrumpSet) == TrumpSet("H", 3, "bid", "8")


@pytest.mark.rule("G-18", "A-11", "D-06", "F-04")
@pytest.mark.parametrize("name", WITH_KITTY)
def test_only_the_burier_knows_the_burial_until_the_deal_ends(name: str) -> None:
    rules = preset(name)
    table = Table(name, level="5", banker=1).in_play("S")
    buried, taken = table.last(Buried), table.last(KittyTaken)
    kitty = buried.cards
    for viewer in (0, 2, 3, None):
        view = for_seat(table.state, viewer)
        assert (view.burials, view.kitty) == ((), None)
        assert view.buriers[-1] == 1
        assert redact(buried, viewer, rules) == Buried(1, None)
        assert redact(taken, viewer, rules) == KittyTaken(1, None)
    assert for_seat(table.state, 1).burials[-1] == kitty
    assert redact(buried, 1, rules) == buried
    table = Table(name, level="5", banker=1)
    table.endgame("S", {0: "3c", 1: "Ac", 2: "4c", 3: "6c"}, kitty="Kh 7h")
    table.trick("Ac", "4c", "6c", "3c")
    assert table.last(DealScored).kitty == parse("Kh 7h")
    for viewer in (0, 1, 2, 3, None):
        assert for_seat(table.state, viewer).kitty == parse("Kh 7h")


@pytest.mark.rule("G-18", "A-17")
def test_of_several_burials_only_the_last_burier_knows_the_kitty() -> None:
    table = Table("eighty", level="5", banker=0)
    hands = {0: "5h Kh Qh Jh Th 9h 8h 7h 6h", 2: "5s 5s Kc Qc Jc Tc 9c 8c 7c 6c"}
    table.deal(hands).bid(0, "5h").close().bury(0, "Kh Qh Jh Th 9h 8h 7h 6h")
    assert for_seat(table.state, 2).burials == ()
    table.pass_(1).bid(2, "5s 5s")
    taken = table.last(KittyTaken)
    assert redact(taken, 2, table.rules) == KittyTaken(2, parse("6h 7h 8h 9h Th Jh Qh Kh"))
    assert redact(taken, 0, table.rules) == KittyTaken(2, None)
    table.bury(2, "Kc Qc Jc Tc 9c 8c 7c 6c").pass_(3, 0, 1)
    first, last = for_seat(table.state, 0), for_seat(table.state, 2)
    assert (first.buriers, first.kitty) == ((0, 2), None)
    assert first.burials == (parse("6h 7h 8h 9h Th Jh Qh Kh"),)
    assert last.burials == (parse("6c 7c 8c 9c Tc Jc Qc Kc"),)
    assert for_seat(table.state, 1).burials == for_seat(table.state, 3).burials == ()


@pytest.mark.rule("G-18")
@pytest.mark.parametrize("name", ["jj", "huanle-2", "weijia-2"])
def test_a_burial_is_not_changed_once_made(name: str) -> None:
    table = Table(name, level="5", banker=1).deal().close()
    assert table.state.phase == BURYING
    table.bury(1)
    kitty = table.d.kitty
    other = tuple(table.d.setting.trump.cards(table.d.hands[1]))[:8]  # type: ignore[union-attr]
    assert table.refused(table.act, Bury(1, other)).code == "not_now"
    led = table.hand(1).split()[0]
    table.play(1, led)
    assert table.refused(table.act, Bury(1, other)).code == "not_now"
    assert table.d.kitty == kitty


@pytest.mark.rule("G-18", "A-11", "D-06")
def test_a_burial_is_as_many_held_cards_as_the_kitty_has() -> None:
    table = Table("jj", level="5", banker=1).deal(only={1: "BJ"}, kitty="3h").close()
    spare = " ".join(table.hand(1).split()[:7])
    assert table.refused(table.bury, 1, spare).code == "bury_number"
    assert table.refused(table.bury, 1, spare + " BJ").code == "not_held"
    assert table.refused(table.bury, 0).code == "not_your_turn"
    assert len(table.hand(1).split()) == 33
    table.bury(1)
    assert len(table.hand(1).split()) == 25


@pytest.mark.rule("G-19")
@pytest.mark.parametrize("name", [*NO_TRUMP_IF_NOBODY, "eighty", "eighty-match"])
def test_the_level_in_force_is_that_of_the_declarers_team(name: str) -> None:
    for banker, level in ((0, "5"), (1, "8"), (2, "5"), (3, "8")):
        table = Table(name, levels=("5", "8"), banker=banker).deal().close()
        assert table.d.level == level
        assert table.last(TrumpSet).level == level


@pytest.mark.rule("G-19")
def test_each_team_has_its_own_level_and_only_the_winners_move() -> None:
    table = Table("huanle-2", levels=("5", "8"), banker=0).score(40)
    assert table.state.levels == ("6", "8")
    table.score(120)  # seat 2 had the bank, seat 3 takes it
    assert table.state.levels == ("6", "9")
    table.deal(hands={2: "9h 6h"}, only={0: "6h"})
    assert table.d.level == "9"
    assert table.refused(table.bid, 2, "6h").code == "not_the_level"
    table.bid(2, "9h")


@pytest.mark.rule("G-19")
def test_where_the_bank_is_raced_for_each_side_bids_its_own_level() -> None:
    table = Table("huanle-2", levels=("5", "8")).deal(hands={0: "8h", 1: "8h 5s"})
    assert table.refused(table.bid, 0, "8h").code == "not_the_level"
    table.bid(1, "8h").close()
    assert table.last(TrumpSet) == TrumpSet("H", 1, "bid", "8")


@pytest.mark.rule("G-23")
@pytest.mark.parametrize("name", WITH_KITTY)
def test_below_0_a_score_counts_as_0(name: str) -> None:
    rules = preset(name)
    for points in (-5, -25, -200):
        found = outcome(points, rules)
        assert (found.winner, found.steps) == ("declarers", outcome(0, rules).steps)


@pytest.mark.rule("G-23")
def test_whether_scores_go_on_below_0_is_an_option() -> None:
    rules = preset("four-deck-match").changed({"points_below_zero": False})
    assert [outcome(points, rules).steps for points in (0, -40, -400)] == [5, 5, 5]


@pytest.mark.rule("G-23", "D-09")
def test_a_penalty_at_0_points_leaves_the_deal_at_0() -> None:
    table = Table("jj", level="5", banker=0)
    table.endgame("S", {0: "Ah 4c", 1: "Kd 3d 5c 5c", 2: "Ad 6h", 3: "7h 8h"})
    table.state.deal.turn = 1  # type: ignore[union-attr]
    table.play(1, "Kd 3d")
    assert table.last(Penalised).points == -10
    assert (table.last(Played).cards, table.d.penalties) == (parse("3d"), -10)
    scored = outcome(table.d.points + table.d.penalties, table.rules)
    assert (scored.winner, scored.steps) == ("declarers", 3)


@pytest.mark.rule("G-23", "C-22")
def test_in_system_c_the_table_goes_on_below_0() -> None:
    rules = preset("four-deck-match")
    assert [outcome(points, rules).steps for points in (0, -35, -40, -80)] == [5, 5, 6, 7]


@pytest.mark.rule("G-23", "B-05", "B-07")
@pytest.mark.parametrize(("level", "left"), [("2", "2"), ("3", "2"), ("7", "6")])
def test_a_level_lost_as_a_penalty_never_leads_below_the_first(level: str, left: str) -> None:
    table = Table("eighty-match", level=level, banker=0, assisted=False)
    table.endgame("S", {0: "Ac", 1: "4c", 2: "6c", 3: "8c"}).act(TakeBack(1))
    table.trick("Ac", "4c", "6c", "8c")
    assert table.last(LevelsMoved).levels[1] == left


@pytest.mark.rule("G-23", "B-05", "B-07")
def test_revokes_and_take_backs_are_counted_apart_and_by_side() -> None:
    table = Table("eighty-match", level="7", banker=0, assisted=False)
    hands = {0: "Ac Kc Qc 3d", 1: "3c 6c 8c 9c 4d", 2: "3h 4h 5h 6h 4c", 3: "9c 5h 8h 7h 6d"}
    table.endgame("S", hands)
    table.act(TakeBack(1)).act(TakeBack(3))
    assert table.state.takebacks == (0, 2)
    table.trick("Ac", "3c", "4h", "5h").claim(0, 0, 3)
    table.trick("Kc", "6c", "5h", "8h").claim(2, 1, 3)
    assert (table.state.takebacks, table.state.revokes) == ((0, 2), (0, 2))
    table.claim(1, 0, 2)
    table.claim(3, 1, 2)
    assert table.state.revokes == (2, 2)
    assert not table.all(MatchEnded)
    table.trick("Qc", "8c", "6h", "7h").claim(0, 2, 3)
    assert table.last(MatchEnded) == MatchEnded(0, "faults")


@pytest.mark.rule("G-24")
@pytest.mark.parametrize("name", PRESETS)
def test_the_banker_leads_the_first_trick(name: str) -> None:
    for banker in range(4):
        table = Table(name, level="5", banker=banker).in_play("S")
        assert table.turn == banker


@pytest.mark.rule("G-24", "A-17")
def test_the_banker_leads_even_where_another_seat_buried_last() -> None:
    table = Table("eighty", level="5", banker=0)
    table.deal(hands={0: "5h", 2: "5s 5s"}).bid(0, "5h").close().bury(0)
    table.pass_(1).bid(2, "5s 5s").bury(2).pass_(3, 0, 1)
    assert table.d.burials[-1][0] == 2
    assert (table.state.phase, table.turn) == (PLAYING, 0)


@pytest.mark.rule("G-25", "B-03", "D-14")
def test_a_step_past_a_must_play_level_stops_on_it() -> None:
    match = preset("eighty-match")
    assert advance("8", 4, True, match).level == "T"
    assert advance("8", 4, False, match).level == "T"
    assert advance("8", 1, False, match).level == "9"
    jj = preset("jj")
    assert advance("Q", 3, False, jj).level == "A"
    assert advance("Q", 3, True, jj) == advance("Q", 2, True, jj)
    assert not advance("K", 3, True, jj).won


@pytest.mark.rule("G-25", "B-03", "D-14")
def test_a_must_play_level_is_left_only_by_holding_it_as_declarers() -> None:
    jj = preset("jj")
    assert advance("A", 3, False, jj).level == "A"
    assert not advance("A", 3, False, jj).won
    assert advance("A", 1, True, jj).won
    match = preset("eighty-match")
    assert not advance("T", 3, False, match).won
    assert advance("T", 1, True, match).won


@pytest.mark.rule("G-25")
def test_must_play_levels_are_any_list_by_option() -> None:
    rules = preset("huanle-2").changed({"must_play": ["5", "T", "K"]})
    assert advance("3", 3, True, rules).level == "5"
    assert advance("5", 3, False, rules).level == "5"
    assert advance("5", 3, True, rules).level == "8"
    assert advance("5", 9, True, rules).level == "T"
    assert advance("Q", 9, False, rules).level == "K"
    assert advance("K", 1, True, rules).level == "A"
    plain = preset("huanle-2")
    assert plain.must_play == ()
    assert advance("3", 3, True, plain).level == "6"
    assert advance("A", 1, False, plain).won


@pytest.mark.rule("G-26", "D-02", "D-04", "E-05", "F-02")
@pytest.mark.parametrize("name", NO_TRUMP_IF_NOBODY)
def test_nobody_bids_in_a_first_deal_the_drawer_of_the_first_card_is_banker(name: str) -> None:
    for first in range(4):
        table = Table(name).deal(first=first).close()
        assert table.last(TrumpSet) == TrumpSet("NT", first, "nobody", "2")
        assert table.last(KittyTaken).seat == first


@pytest.mark.rule("G-26")
@pytest.mark.parametrize("name", NO_TRUMP_IF_NOBODY)
def test_by_option_a_first_deal_in_which_nobody_bids_is_dealt_again(name: str) -> None:
    table = Table(name, nobody_first="redeal").deal().close()
    assert table.last(DealVoided).reason == "nobody-bid"
    table.deal()
    later = Table(name, nobody_first="redeal", banker=1).deal().close()
    assert later.last(TrumpSet) == TrumpSet("NT", 1, "nobody", "2")


@pytest.mark.rule("G-27")
@pytest.mark.parametrize("name", PRESETS)
def test_an_assisted_table_refuses_what_is_illegal_and_it_costs_nothing(name: str) -> None:
    table = At(name, "S").hold("Ah", "3h 9c", "4h", "6h").play(0, "Ah")
    assert table.refused(table.play, 1, "9c").code == "must_follow_group"
    assert not table.all(Penalised)
    assert table.turn == 1
    assert table.refused(table.claim, 1, 0, 0).rule == "G-27"
    assert table.refused(table.act, TakeBack(1)).rule == "G-27"
    bidding = Table(name, level="3", banker=0).deal({1: "4h"})
    assert bidding.refused(bidding.bid, 1, "4h")
    if bidding.rules.kitty_size:
        burying = Table(name, level="3", banker=0).in_play("S")
        assert burying.refused(burying.bury, 0, "3s")
        assert not burying.all(Penalised)
    assert not bidding.all(Penalised)


@pytest.mark.rule("G-27", "B-08", "C-24")
def test_faults_arise_only_at_a_table_played_unassisted() -> None:
    match = Table("eighty-match", banker=0).in_play("S")
    assert match.refused(match.act, Rule("wrong-count", 0)).code == "assisted_table"
    four = Table("four-deck-match", level="3", banker=0).deal({1: "3h"})
    assert four.refused(four.act, Expose(1, parse("3h"))).code == "assisted_table"


@pytest.mark.rule("G-27")
def test_an_unassisted_table_takes_a_wrong_follow_until_the_other_side_claims() -> None:
    table = Table("eighty-match", level="7", banker=0, assisted=False)
    table.endgame("S", {0: "Ah Kh", 1: "3h 9c", 2: "4h 5h", 3: "6h 8h"})
    assert table.refused(table.play, 1, "9c").code == "not_your_turn"
    table.play(0, "Ah").play(1, "9c")
    assert table.refused(table.play, 2, "4h 5h").code == "wrong_number"
    assert table.refused(table.play, 2, "Kd").code == "not_held"
    table.trick("4h", "6h")
    table.claim(0, 0, 3)
    assert table.last(ClaimFailed).against == 3
    assert table.refused(table.claim, 3, 0, 1).code == "own_side"
    table.claim(0, 0, 1)
    assert table.last(FaultFound).side == 1
    assert table.last(Penalised).levels == 1
    assert table.refused(table.claim, 2, 0, 1).code == "claimed_already"

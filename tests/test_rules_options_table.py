"""House options and corners of deals, matches and faults."""

import pytest

from judged import At
from shengji.engine import actions
from shengji.engine.actions import Action
from shengji.engine.cards import full_deck, parse
from shengji.engine.events import (
    ClaimFailed,
    DealScored,
    DealVoided,
    Dug,
    FaultFound,
    LevelsMoved,
    MatchEnded,
    Penalised,
    Played,
    Settled,
    ThrowFailed,
)
from shengji.engine.match import personal_scores
from shengji.engine.ruleset import preset
from shengji.engine.scoring import lowered, match_gain
from shengji.engine.view import for_seat
from table import Table

NO_SEATS = (-1, 4)


def later(name: str = "eighty", **options: object) -> Table:
    """A later deal of seat 0's at level 5 about to start."""
    return Table(name, level="5", banker=0, **options)


def why_not(table: Table, action: Action) -> str:
    """The code of the refusal that an action meets."""
    return table.refused(table.act, action).code


# -- deals ---------------------------------------------------------------------------------


@pytest.mark.rule("G-01", "A-01")
def test_only_the_whole_deck_is_dealt() -> None:
    deck = full_deck(2)
    for wrong in ((*deck[1:], deck[-1]), deck[1:], (*deck, deck[0]), full_deck(1), ()):
        assert why_not(later(), actions.StartDeal(wrong)) == "not_the_deck"


@pytest.mark.rule("G-01")
def test_no_deal_is_started_in_a_deal_nor_cards_dealt_out_of_one() -> None:
    table = later()
    assert why_not(table, actions.Deal(1)) == "not_now"
    table.start()
    assert why_not(table, actions.StartDeal(full_deck(2))) == "not_now"
    table.draw()
    assert why_not(table, actions.StartDeal(full_deck(2))) == "not_now"
    assert why_not(table, actions.Deal(1)) == "not_now"


@pytest.mark.rule("G-01")
def test_cards_are_dealt_by_ones_or_more_and_never_the_kitty() -> None:
    table = later().start()
    for number in (0, -1, 101):
        assert why_not(table, actions.Deal(number)) == "no_such_number"
    table.draw(99)
    assert why_not(table, actions.Deal(2)) == "no_such_number"
    assert table.draw(1).d.dealt == 100


@pytest.mark.rule("G-01")
@pytest.mark.parametrize("seat", NO_SEATS)
def test_there_is_no_fifth_seat(seat: int) -> None:
    assert why_not(Table("eighty"), actions.StartDeal(full_deck(2), seat)) == "no_such_seat"
    table = Table("jj", level="5", banker=0).deal({1: "5h"})
    assert why_not(table, actions.Bid(seat, parse("5h"))) == "no_such_seat"
    assert why_not(table, actions.Pass(seat)) == "no_such_seat"
    assert why_not(table, actions.Forfeit(seat)) == "no_such_seat"
    faults = At("eighty-match", "S", "5", assisted=False)
    played = faults.hold("Ah 3c", "3h 4c", "4h 5c", "5h 6c").trick("Ah", "3h", "4h", "5h")
    assert why_not(played, actions.Claim(seat, 0, 1)) == "no_such_seat"
    assert why_not(played, actions.Claim(0, 0, seat)) == "no_such_seat"
    assert why_not(played, actions.TakeBack(seat)) == "no_such_seat"
    concealed = Table("four-deck-match", level="5", banker=0, assisted=False).start()
    assert why_not(concealed, actions.Expose(seat, ())) == "no_such_seat"


@pytest.mark.rule("A-07")
def test_a_bid_is_of_cards() -> None:
    assert why_not(later().deal(), actions.Bid(1, ())) == "no_cards"


# -- matches -------------------------------------------------------------------------------


@pytest.mark.rule("G-19")
def test_a_match_is_started_once() -> None:
    start = actions.StartMatch(preset("eighty"))
    table = later()
    assert why_not(table, start) == "not_now"
    assert why_not(table.deal(), start) == "not_now"


@pytest.mark.rule("B-12")
def test_time_is_called_once_and_in_a_match() -> None:
    table = later("eighty-match").deal()
    table.act(actions.TimeUp())
    assert why_not(table, actions.TimeUp()) == "not_now"
    over = later("eighty-match").act(actions.TimeUp())
    assert over.all(MatchEnded)
    assert why_not(over, actions.TimeUp()) == "not_now"


@pytest.mark.rule("B-01", "B-13")
def test_after_the_match_nothing_is_proposed_and_nobody_leaves() -> None:
    over = later("eighty-match").act(actions.TimeUp())
    assert why_not(over, actions.Propose("end")) == "not_now"
    assert why_not(over, actions.Forfeit(0)) == "not_now"


@pytest.mark.rule("B-13", "A-27")
def test_levels_agreed_upon_count_as_gained() -> None:
    table = later().act(actions.Propose("levels", ("9", "3")))
    table.act(actions.Agree(0)).act(actions.Agree(1))
    assert table.last(LevelsMoved) == LevelsMoved(("9", "3"), (4, -2), 0)


@pytest.mark.rule("F-13")
def test_the_gap_is_between_the_levels_and_not_between_the_levels_gained() -> None:
    table = Table("weijia-2", levels=("5", "2"))
    assert personal_scores(table.state) == (6, -6, 6, -6)


@pytest.mark.rule("F-13", "D-15")
def test_by_option_running_away_is_taken_off_a_personal_score() -> None:
    table = later("weijia-2", runaway_points=8).deal().act(actions.Forfeit(3))
    assert personal_scores(table.state) == (0, 0, 0, -8)
    seen = for_seat(table.state, 0)
    assert seen.personal == (0, 0, 0, -8)


@pytest.mark.rule("A-27")
def test_where_levels_go_round_the_levels_gained_say_who_is_ahead() -> None:
    table = Table("eighty", levels=("A", "K"), banker=0).score(0)  # six levels up, past A
    assert table.last(LevelsMoved).levels == ("7", "K")
    assert table.act(actions.TimeUp()).last(MatchEnded).winner == 0


# -- faults --------------------------------------------------------------------------------


def unassisted(name: str, **options: object) -> Table:
    """A deal scored in one trick, in which seat 1 revoked: 0 points, seat 0's side declared."""
    at = At(name, "S", "5", assisted=False, **options)
    return at.hold("Ah", "3c", "4h", "6h").trick("Ah", "3c", "4h", "6h")


@pytest.mark.rule("B-07", "G-27")
def test_a_card_taken_back_costs_nothing_where_the_rules_know_no_such_cost() -> None:
    assert why_not(unassisted("eighty"), actions.TakeBack(1)) == "no_take_back"


@pytest.mark.rule("B-05", "G-27")
def test_a_play_is_judged_by_the_cards_held_at_that_moment() -> None:
    table = At("eighty-match", "S", "5", assisted=False)
    played = table.hold("Ah Kh Ac", "3h 3c 4c", "4h 7h 5c", "6h 8h 6c")
    played.trick("Ah", "3h", "4h", "6h").trick("Kh", "3c", "5c", "8h")
    assert played.claim(0, 1, 1).all(ClaimFailed)
    assert not played.all(FaultFound)
    assert played.claim(1, 1, 2).last(FaultFound).seat == 2


def revoked_twice(**options: object) -> Table:
    """A deal of `eighty` that two claims of revokes by seats 1 and 3 score anew, twice."""
    at = At(
        "eighty", "S", "5", assisted=False, revoke_penalty="per-card", fault_points=40, **options
    )
    table = at.hold("Ah Ac", "3h 3c", "4h 4c", "6h 6c", points=120)
    table.trick("Ah", "3c", "4h", "6c").trick("Ac", "3h", "4c", "6h")
    return table.claim(0, 0, 1).claim(0, 0, 3)


@pytest.mark.rule("A-25", "C-25")
def test_a_deal_scored_anew_is_settled_by_what_it_pays_in_the_end() -> None:
    table = revoked_twice()
    assert [event.total for event in table.all(DealScored)] == [120, 80, 40]
    last = table.last(DealScored)
    assert (last.winner, last.steps) == ("declarers", 1)
    amount = table.rules.stake
    assert table.state.coins == (2 * amount, -2 * amount, 2 * amount, -2 * amount)
    assert table.d.coins == table.state.coins


@pytest.mark.rule("A-27", "C-25")
def test_a_deal_scored_anew_counts_as_one_deal() -> None:
    assert not revoked_twice(match_deals=2).all(MatchEnded)
    assert revoked_twice(match_deals=2).state.deals_scored == 1


@pytest.mark.rule("C-24")
def test_only_a_concealed_bid_that_is_held_is_laid_open_and_only_until_bids_are_shown() -> None:
    assert why_not(later("jj", assisted=False).deal(), actions.Expose(1, parse("5h"))) == (
        "nothing_to_expose"
    )
    table = later("four-deck-match", assisted=False).deal({1: "5h"}, only={1: "S"})
    assert why_not(table, actions.Expose(1, parse("5s"))) == "not_held"
    table.bid(1, "5h").close()
    assert why_not(table, actions.Expose(1, parse("5h"))) == "not_now"


@pytest.mark.rule("B-08")
def test_a_wrong_count_is_ruled_of_a_side_in_the_play_and_where_the_rules_know_it() -> None:
    wrong = actions.Rule("wrong-count", 0)
    assert why_not(later("eighty", assisted=False).in_play("S"), wrong) == "no_such_ruling"
    table = later("eighty-match", assisted=False).deal({1: "5h"})
    assert why_not(table, wrong) == "not_now"
    table.bid(1, "5h").close()
    assert why_not(table, wrong) == "not_now"
    played = later("eighty-match", assisted=False).in_play("S")
    assert why_not(played, actions.Rule("wrong-count", 2)) == "no_such_ruling"
    assert why_not(played, actions.Rule("wrong-suit", 0)) == "no_such_ruling"
    assert played.act(wrong).last(FaultFound).kind == "wrong-count"


# -- plays ---------------------------------------------------------------------------------


@pytest.mark.rule("G-24")
def test_nothing_is_played_before_the_burial() -> None:
    table = later().deal({0: "Ah", 1: "5h"})
    assert why_not(table, actions.Play(0, parse("Ah"))) == "not_now"
    table.bid(1, "5h").close()
    assert why_not(table, actions.Play(0, parse("Ah"))) == "not_now"


@pytest.mark.rule("G-06", "G-08")
def test_what_is_played_are_cards_that_are_held() -> None:
    table = At("huanle-2", "S", "5").hold("Ah Ah", "3h 3h", "4h 4h", "6h 6h")
    for cards in ("Kh", "Kh Kh", "Ah Kh", "Ah Ah Ah"):
        assert table.refused(table.play, 0, cards).code == "not_held"
    assert table.refused(table.play, 0, "").code == "no_cards"
    four = At("four-deck-match", "S", "5").hold(*["9h 9h 9h 9h"] * 4)
    assert four.refused(four.play, 0, "9h 9h 9h 9h 9h").code == "not_held"


@pytest.mark.rule("G-11")
def test_discards_are_no_pieces_and_a_ruff_is() -> None:
    table = At("huanle-2", "S", "5").hold("Ah Ah", "3c 3c", "4s 4s", "4c 3s")
    played = table.trick("Ah Ah", "3c 3c", "4s 4s", "4c 3s").all(Played)
    assert [event.pieces for event in played] == [("pair",), (), ("pair",), ()]


@pytest.mark.rule("B-06", "D-09")
def test_by_option_a_failed_throw_costs_the_same_however_many_cards() -> None:
    at = At("huanle-2", "S", "5", throw_penalty="per-attempt", throw_penalty_points=15)
    for cards, others in (("Kh 9h", "Ah 3h"), ("Kh 9h 8h", "Ah 3h 4h")):
        cost = at.thrown(cards, others).last(Penalised)
        assert (cost.seat, cost.points) == (0, 15)
    defended = at.hold("Kh 9h", "Ah 3h", leader=1).play(1, "Kh 9h")
    assert defended.last(Penalised).points == -15


@pytest.mark.rule("A-06")
def test_by_option_a_failed_throw_costs_no_coins_though_deals_are_settled() -> None:
    table = At("eighty", "S", "5", throw_stake=False).thrown("Kh 9h", "Ah 3h")
    assert table.all(ThrowFailed)
    assert not table.all(Penalised)


@pytest.mark.rule("A-04")
def test_by_option_only_plain_suits_are_thrown() -> None:
    table = At("eighty", "S", "5", throws="plain")
    assert table.pieces("Ah Kh") == ["single", "single"]
    held = table.hold("As Ks Ks 9s 9s")
    for cards in ("As Ks", "As Ks Ks"):
        assert held.refused(held.play, 0, cards).code == "no_trump_throws"
    assert table.pieces("Ks Ks") == ["pair"]


# -- scores --------------------------------------------------------------------------------


@pytest.mark.rule("G-23")
def test_where_levels_start_higher_a_penalty_stops_there_and_lifts_nobody() -> None:
    rules = preset("eighty-match").changed({"start_level": "5"})
    assert lowered("6", 3, rules) == "5"
    assert lowered("5", 1, rules) == "5"
    assert lowered("3", 1, rules) == "3"  # a match that was opened below the first level


@pytest.mark.rule("A-18")
def test_by_option_an_overturn_leaves_the_stake_as_it_is() -> None:
    table = later("eighty", overturns_double=False).deal({0: "5h", 1: "5s 5s"}).bid(0, "5h")
    table.close().bury(0).bid(1, "5s 5s").bury(1).pass_(2, 3, 0)
    table.cut(dict.fromkeys((1, 2, 3), "3c") | {0: "Ac"}, points=80).trick("Ac", *["3c"] * 3)
    stake = table.rules.stake
    assert table.last(Settled).coins == (-2 * stake, 2 * stake, -2 * stake, 2 * stake)


@pytest.mark.rule("F-16")
def test_losers_three_titles_above_keep_what_they_gained() -> None:
    assert match_gain(4, False, 9, (1, 2)) == 4
    assert match_gain(4, True, 9, (1, 2)) == 0


@pytest.mark.rule("A-21", "C-23")
def test_by_option_nothing_is_dug() -> None:
    at = At("huanle-2", "S", "5", dig="none")
    table = at.trick("Ah", kitty="5c Kc", points=35, leader=1)
    assert not table.all(Dug)
    assert table.last(DealScored).total == 35


@pytest.mark.rule("B-12", "A-10")
def test_at_time_a_deal_in_which_nobody_bids_is_the_last() -> None:
    table = Table("eighty-match", levels=("4", "6")).deal().act(actions.TimeUp()).close()
    assert table.all(DealVoided)
    assert table.last(MatchEnded) == MatchEnded(1, "time")
    assert table.state.winner == for_seat(table.state, None).winner == 1


@pytest.mark.rule("B-05")
def test_a_revoke_is_found_by_the_whole_hands_of_the_deal() -> None:
    table = later("eighty-match", assisted=False)
    table.in_play("S", {0: "Ah", 1: "3h 3c", 2: "4h", 3: "6h"}).trick("Ah", "3c", "4h", "6h")
    assert table.claim(0, 0, 1).last(FaultFound).seat == 1
    assert table.claim(1, 0, 2).last(ClaimFailed).against == 2


@pytest.mark.rule("D-09", "B-06")
def test_what_failed_throws_cost_adds_up() -> None:
    table = At("jj", "S", "7").hold("Kh 9h Kc 9c", "Ah 3h Ac 3c", "4h 6h 4c 6c", "3h 4h 3c 4c")
    table.play(0, "Kh 9h").trick("3h", "4h", "4h")
    assert table.d.penalties == 10
    table.play(0, "Kc 9c")
    assert table.d.penalties == 20


@pytest.mark.rule("B-13")
def test_what_was_agreed_upon_is_settled() -> None:
    table = later("eighty-match").act(actions.Propose("levels", ("6", "6")))
    table.act(actions.Agree(0)).act(actions.Agree(1))
    assert why_not(table, actions.Agree(0)) == "nothing_proposed"
    assert table.state.proposal is None

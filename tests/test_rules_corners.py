"""Corners of rounds, readings, agreements and rulesets that were once wrong."""

import pytest

from shengji.engine.actions import Agree, Expose, Play, Propose, Rule, StartMatch, TakeBack
from shengji.engine.cards import parse
from shengji.engine.decide import decide
from shengji.engine.errors import Refusal
from shengji.engine.events import BidMade, KittyTaken, LevelsMoved, MatchEnded
from shengji.engine.options import LevelTable, RulesetError
from shengji.engine.ruleset import Ruleset, preset
from shengji.engine.state import OVERTURNING, PLAYING, before_match
from shengji.engine.view import for_seat
from table import Table


@pytest.mark.rule("A-12", "A-16")
def test_passes_in_the_bidding_leave_the_round_of_overturns_as_it_is() -> None:
    table = Table("eighty", level="2").deal({0: "2h", 1: "2s 2s"}).bid(0, "2h")
    table.pass_(1, 2, 3, 0)
    assert table.state.phase == OVERTURNING
    assert not table.all(KittyTaken)
    assert table.bid(1, "2s 2s").last(BidMade).kind == "overturn"


@pytest.mark.rule("A-16")
def test_a_round_of_overturns_without_a_kitty_leads_to_play() -> None:
    options = {"kitty": "none", "dig": "none", "rebury": False, "nobody_later": "no-trump"}
    table = Table("eighty", level="2", **options).deal({0: "2h"}).bid(0, "2h").close()
    assert table.pass_(1, 2, 3).state.phase == PLAYING


@pytest.mark.rule("C-03")
def test_concealed_bids_stay_hidden_when_the_deal_is_voided() -> None:
    table = Table("four-deck-match", level="6", banker=2).deal({0: "6h", 1: "6s 6s"})
    table.bid(0, "6h").act(Propose("redeal")).act(Agree(0)).act(Agree(1))
    assert [bid.cards for bid in for_seat(table.state, 1).shown] == [None]


@pytest.mark.rule("B-13")
def test_levels_agreed_after_a_score_are_not_undone_by_a_later_claim() -> None:
    table = Table("eighty-match", assisted=False, banker=0)
    table.endgame("S", {0: "As", 1: "3h", 2: "3d", 3: "4d"}, points=0)
    table.trick("As", "3h", "3d", "4d").act(Propose("levels", ("8", "9"))).act(Agree(0))
    assert table.act(Agree(1)).last(LevelsMoved).levels == ("8", "9")
    assert table.refused(table.act, TakeBack(0)).code == "not_now"


@pytest.mark.rule("B-03", "G-19")
def test_no_match_begins_past_its_goal() -> None:
    begun = decide(before_match(), StartMatch(preset("eighty-match"), ("A", "2")))
    assert isinstance(begun, Refusal)
    assert begun.code == "no_such_level"


@pytest.mark.rule("G-21")
@pytest.mark.parametrize("reading", [("pair",) * 32, ("2x9",) * 4, ("2x17",) * 4])
def test_a_reading_names_just_the_pieces_of_the_cards(reading: tuple[str, ...]) -> None:
    table = Table("huanle-2", level="2", banker=0).in_play("S", {0: "5h 5h 6h 6h"})
    refused = decide(table.state, Play(0, parse("5h 5h 6h 6h"), reading))
    assert isinstance(refused, Refusal)
    assert refused.code == "no_such_reading"


@pytest.mark.rule("G-06")
def test_no_more_copies_are_played_than_there_are_decks() -> None:
    table = Table("huanle-3", level="2", banker=0, decks=4).in_play("S", {0: "5h 5h 5h 5h 7h 9h"})
    refused = decide(table.state, Play(0, parse("5h 5h 5h 5h 5h")))
    assert isinstance(refused, Refusal)
    assert refused.code == "not_held"


@pytest.mark.parametrize("action", [Rule("wrong-count"), Expose(0, parse("5h"))])
def test_nothing_is_ruled_before_a_match(action: Rule | Expose) -> None:
    assert isinstance(decide(before_match(), action), Refusal)


@pytest.mark.rule("B-12")
def test_a_deal_voided_at_time_goes_to_the_declaring_side() -> None:
    table = Table("eighty-match", banker=1).in_play("S", {1: "As"})
    state = table.state.copied()
    state.time_up = True
    table.state = state
    table.act(Propose("redeal")).act(Agree(0)).act(Agree(1))
    assert table.last(MatchEnded) == MatchEnded(1, "time")


@pytest.mark.parametrize(
    "rows",
    [
        [[10, "declarers", 2], [5, "declarers", 1], [80, "defenders", 0]],
        [[0, "declarers", 1]],
        [[0, "defenders", 1], [80, "declarers", 1]],
        [[0, "declarers", 1], [10**30, "defenders", 0]],
    ],
)
def test_a_level_table_rises_from_declarers_to_defenders(rows: list[list[object]]) -> None:
    with pytest.raises(RulesetError):
        preset("huanle-2").changed({"level_tables": [{"decks": 2, "rows": rows}]})


def test_a_ruleset_is_checked_however_it_is_made() -> None:
    with pytest.raises(RulesetError):
        Ruleset(decks=7)
    with pytest.raises(RulesetError):
        Ruleset(level_tables=(LevelTable(2, (), 0, 0),))
    with pytest.raises(RulesetError):
        preset("jj").changed({"bid_small_joker": True})

"""House options that no source has: decks, bombs, the jack hook (G-28)."""

from itertools import pairwise

import pytest

from judged import At, picks
from shengji.engine.events import DealScored, LevelsMoved, MatchEnded
from shengji.engine.options import RulesetError
from shengji.engine.ruleset import PRESETS, preset
from shengji.engine.scoring import outcome
from table import Table


@pytest.mark.rule("G-28")
@pytest.mark.parametrize("name", PRESETS)
def test_any_preset_is_dealt_with_one_to_four_decks(name: str) -> None:
    sizes = {1: (12, 6), 2: (25, 8), 3: (39, 6), 4: (52, 8)}
    for decks, (hand, kitty) in sizes.items():
        options: dict[str, object] = {"decks": decks}
        if name == "four-deck-match":
            options |= {"kitty": "standard"}
        table = Table(name, banker=0, **options).deal()
        assert (table.d.dealt, len(table.d.kitty)) == (4 * hand, kitty)


@pytest.mark.rule("G-28")
@pytest.mark.parametrize(
    ("name", "decks", "edges"),
    [
        # A-23 has 5 15 25 35 40 80 120 125 165 205 245 285 for two decks
        ("eighty", 4, [0, 10, 30, 50, 70, 80, 160, 240, 250, 330, 410, 490, 570]),
        ("eighty", 3, [0, 10, 25, 40, 55, 60, 120, 180, 190, 250, 310, 370, 430]),
        ("eighty-match", 4, [0, 10, 60, 110, 160, 200, 240]),
        ("eighty-match", 3, [0, 10, 45, 85, 120, 150, 180]),
        ("jj", 3, [0, 10, 60, 120, 180, 240]),
        ("jj", 4, [0, 10, 80, 160, 240, 320]),
        ("jj", 1, [0, 5, 20, 40, 60, 80]),
        ("huanle-2", 4, [0, 10, 80, 160, 240, 320]),
        ("weijia-1", 4, [0, 10, 80, 160, 240, 320]),
        ("four-deck-match", 2, [65, 80, 100, 120]),
    ],
)
def test_level_tables_grow_with_the_decks_edges_rounded_up_to_5(
    name: str, decks: int, edges: list[int]
) -> None:
    rules = preset(name).changed({"decks": decks})
    before = preset(name)
    results = {(outcome(p, before).winner, outcome(p, before).steps) for p in range(0, 600, 5)}
    for edge in edges:
        assert edge == 0 or outcome(edge - 5, rules) != outcome(edge, rules)
    for low, high in pairwise(edges):
        assert outcome(low, rules) == outcome(high - 5, rules), (low, high)
        assert (outcome(low, rules).winner, outcome(low, rules).steps) in results


@pytest.mark.rule("G-28")
def test_bombs_need_four_decks() -> None:
    for decks in (1, 2, 3):
        with pytest.raises(RulesetError, match="contradiction"):
            preset("huanle-2").changed({"bombs": True, "decks": decks})


def bombs(trump: str = "S", **options: object) -> At:
    return At("huanle-2", trump, decks=4, bombs=True, **options)


@pytest.mark.rule("G-28")
def test_a_bomb_beats_every_four_card_play_that_is_none() -> None:
    table = bombs()
    assert table.winner("Kh Kh Ah Ah", "3h 3h 3h 3h") == 1
    assert table.winner("Kh Kh Ah Ah", "As As Ks Ks", "3h 3h 3h 3h") == 2
    assert table.winner("Kh Kh Ah Ah", "3h 3h 3h 3h", "BJ BJ LJ LJ") == 1
    assert table.winner("Ah Ah Ah Kh", "3h 3h 3h 3h") == 1
    assert table.winner("Ah Kh Kh Jh", "3s 3s 3s 3s") == 1
    assert table.winner("Ah Kh Qh Jh", "3h 3h 3h 3h") == 1
    assert table.winner("As As Ks Ks", "3s 3s 3s 3s") == 1
    assert table.winner("Kh Kh Ah Ah", "3c 3c 3c 3c") == 0  # neither the led group nor trump
    plain = At("huanle-2", "S", decks=4)
    assert plain.winner("Kh Kh Ah Ah", "3h 3h 3h 3h") == 0
    assert plain.winner("Kh Kh Ah Ah", "As As Ks Ks", "3h 3h 3h 3h") == 1


@pytest.mark.rule("G-28")
def test_a_trump_bomb_beats_a_plain_one_and_a_higher_bomb_a_lower() -> None:
    table = bombs()
    assert table.winner("Ah Ah Ah Ah", "3s 3s 3s 3s") == 1
    assert table.winner("4h 4h 4h 4h", "3h 3h 3h 3h", "5h 5h 5h 5h", "Ac Ac Ac Ac") == 2
    assert table.winner("Kh Kh Ah Ah", "9s 9s 9s 9s", "4h 4h 4h 4h", "8s 8s 8s 8s") == 1
    assert table.winner("Kh Kh Ah Ah", "9s 9s 9s 9s", "Ts Ts Ts Ts", "2h 2h 2h 2h") == 3
    assert table.winner("Kh Kh Ah Ah", "2h 2h 2h 2h", "2c 2c 2c 2c") == 1  # equal


@pytest.mark.rule("G-28")
def test_a_bomb_matters_only_to_four_cards() -> None:
    table = bombs()
    assert table.winner("Jh Jh Qh Qh Kh", "3h 3h 3h 3h 4h") == 0
    assert table.winner("Ah Ah Ah", "3h 3h 3h") == 0


@pytest.mark.rule("G-28")
def test_nobody_has_to_play_a_bomb() -> None:
    table = bombs()
    lead = "Ah Ah Ah Ah"
    hand = "3h 3h 3h 3h 5h 7h"
    assert table.may_follow(lead, hand, hand[:11])
    assert table.may_follow(lead, hand, "3h 3h 3h 5h")
    pairs = table.answers("Kh Kh Ah Ah", hand)
    assert picks("3h 3h 5h 7h", "3h 3h 3h 3h") <= pairs
    sure = At("huanle-2", "S", decks=4)
    assert sure.answers(lead, hand) == picks("3h 3h 3h 3h")
    assert sure.answers("Kh Kh Ah Ah", hand) == picks("3h 3h 3h 3h")


def at_the_jack(last: tuple[str, str], points: int) -> Table:
    """A deal at J whose last trick, spades trump, seat 0 leads with its card to seat 1's."""
    table = Table("huanle-2", levels=("J", "5"), banker=0, jack_hook=True)
    table.endgame("S", {0: last[0], 1: last[1], 2: "3d", 3: "4d"}, points=points)
    return table.trick(last[0], last[1], "3d", "4d")


@pytest.mark.rule("G-28")
def test_declarers_at_j_who_lose_the_last_trick_to_a_jack_fall_to_the_first_level() -> None:
    for jack in ("Js", "Jc"):
        table = at_the_jack(("9h", jack), 80)
        assert table.last(DealScored).winner == "defenders"
        assert table.last(LevelsMoved).levels == ("2", "5")
    off = Table("huanle-2", levels=("J", "5"), banker=0)
    off.endgame("S", {0: "9h", 1: "Js", 2: "3d", 3: "4d"}, points=80).trick("9h", "Js", "3d", "4d")
    assert off.last(LevelsMoved).levels == ("J", "5")


@pytest.mark.rule("G-28")
def test_after_the_jack_the_fall_comes_first_and_then_the_step() -> None:
    table = at_the_jack(("9h", "Js"), 35)  # held: two levels, from 2 on
    assert table.last(DealScored).steps == 2
    assert table.last(LevelsMoved).levels == ("4", "5")
    assert table.last(LevelsMoved).climbed == (-9 + 2, 0)
    near = Table("huanle-2", levels=("J", "5"), banker=0, jack_hook=True, goal_level="Q")
    near.endgame("S", {0: "9h", 1: "Js", 2: "3d", 3: "4d"}, points=0).trick("9h", "Js", "3d", "4d")
    assert near.last(LevelsMoved).levels[0] == "5"
    assert not near.all(MatchEnded)


@pytest.mark.rule("G-28")
def test_the_jack_hook_asks_for_a_single_jack_of_a_defender_at_level_j() -> None:
    kept = ("J", "5")
    assert at_the_jack(("9h", "As"), 80).last(LevelsMoved).levels == kept
    pair = Table("huanle-2", levels=kept, banker=0, jack_hook=True)
    pair.endgame("S", {0: "9h 9h", 1: "Js Js", 2: "3d 3d", 3: "4d 4d"}, points=80)
    pair.trick("9h 9h", "Js Js", "3d 3d", "4d 4d")
    assert pair.last(LevelsMoved).levels == kept
    own = Table("huanle-2", levels=("J", "5"), banker=0, jack_hook=True)
    own.endgame("S", {0: "9h", 1: "8h", 2: "Js", 3: "4d"}, points=80).trick("9h", "8h", "Js", "4d")
    assert own.last(LevelsMoved).levels == kept
    lower = Table("huanle-2", levels=("9", "5"), banker=0, jack_hook=True)
    lower.endgame("S", {0: "Th", 1: "Js", 2: "3d", 3: "4d"}, points=80)
    assert lower.trick("Th", "Js", "3d", "4d").last(LevelsMoved).levels == ("9", "5")

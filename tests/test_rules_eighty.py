"""System A, `eighty`: order, throws, follows, dig, levels, stakes (A-02 to A-06, A-19 to A-27)."""

from random import Random
from typing import Any

import pytest

from shengji.engine.actions import StartDeal, TimeUp
from shengji.engine.cards import full_deck, parse
from shengji.engine.events import (
    DealScored,
    Dug,
    LevelsMoved,
    MatchEnded,
    Penalised,
    Played,
    Settled,
    ThrowFailed,
    TrickTaken,
)
from shengji.engine.scoring import advance, outcome
from shengji.engine.state import ENDED, READY
from table import Table

LOW = {1: "3d", 2: "3d", 3: "3d"}


def ending(
    trump: str, *hands: str, kitty: str = "", points: int = 0, level: str = "2", **options: Any
) -> Table:
    """The last cards of a later deal, by seat; seat 0 is banker and leads."""
    table = Table("eighty", level=level, banker=0, **options)
    return table.endgame(trump, dict(enumerate(hands)), kitty, points)


def pieces(cards: str, trump: str = "H", level: str = "2", **options: Any) -> tuple[str, ...]:
    """What a lead of these cards counts as, while nobody can stop it."""
    return (
        ending(trump, cards, "3d", "3d", "3d", level=level, **options)
        .play(0, cards)
        .last(Played)
        .pieces
    )


# -- tractors ------------------------------------------------------------------------------


@pytest.mark.rule("A-02")
def test_a_plain_tractor_has_any_number_of_pairs_from_22_up_to_aa() -> None:
    assert pieces("7c 7c 8c 8c 9c 9c") == ("2x3",)
    assert pieces("2c 2c 3c 3c", level="5") == ("2x2",)
    assert pieces("Kc Kc Ac Ac", level="5") == ("2x2",)
    whole = " ".join(f"{rank}c {rank}c" for rank in "23456789TQKA")
    assert pieces(whole, level="J") == ("2x12",)


@pytest.mark.rule("A-02", "G-07")
@pytest.mark.parametrize("cards", ["Ac Ac 2c 2c", "7c 7c 9c 9c", "5c 5c 4c 6c"])
def test_what_is_not_adjacent_is_no_plain_tractor(cards: str) -> None:
    assert "2x2" not in pieces(cards, level="J")


TRUMP_LINKS = [
    ("BJ BJ LJ LJ", "2"),
    ("2h 2h 2s 2s", "2"),
    ("2s 2s Ah Ah", "2"),
    ("Ac Ac Kh Kh", "A"),
]


@pytest.mark.rule("A-03")
@pytest.mark.parametrize(("cards", "level"), TRUMP_LINKS)
def test_in_trump_jokers_levels_and_the_top_of_the_suit_link(cards: str, level: str) -> None:
    assert pieces(cards, "H", level) == ("2x2",)


@pytest.mark.rule("A-03")
def test_small_jokers_and_the_trump_level_link_as_neighbours() -> None:
    assert pieces("LJ LJ 2h 2h") == ("2x2",)
    assert pieces("BJ BJ LJ LJ 2h 2h 2d 2d Ah Ah") == ("2x5",)


@pytest.mark.rule("A-03")
def test_by_option_small_jokers_and_the_trump_level_do_not_link() -> None:
    assert pieces("LJ LJ 2h 2h", link_small_joker=False) == ("pair", "pair")
    assert pieces("2h 2h 2s 2s", link_small_joker=False) == ("2x2",)


@pytest.mark.rule("A-03", "G-06")
@pytest.mark.parametrize(
    "cards", ["2s 2s 2c 2c", "BJ BJ 2h 2h", "LJ LJ 2s 2s", "2h 2h Ah Ah", "2s 2s Kh Kh"]
)
def test_other_trump_pairs_do_not_link(cards: str) -> None:
    assert pieces(cards) == ("pair", "pair")


# -- throws --------------------------------------------------------------------------------


@pytest.mark.rule("A-04")
def test_trump_may_be_thrown_and_jokers_and_level_cards_count_in_is_it_highest() -> None:
    stands = ending("H", "Ah Kh 3c", "Qh 3s 4s", "3d 4d 5d", "6d 7d 8d").play(0, "Ah Kh")
    assert stands.last(Played).pieces == ("single", "single")
    assert not stands.all(ThrowFailed)
    for stopper in ("LJ", "BJ", "2h", "2c"):
        failed = ending("H", "Ah Kh 3c", f"{stopper} 3s 4s", "3d 4d 5d", "6d 7d 8d")
        failed.play(0, "Ah Kh")
        assert failed.last(ThrowFailed).beaten_by == parse(stopper)
        assert failed.last(Played).cards == parse("Kh")


@pytest.mark.rule("A-04")
def test_level_cards_and_jokers_are_thrown_with_the_trump_suit() -> None:
    table = ending("H", "BJ LJ 2c Ah", "2s 3s 3s 3s", "2d 4d 4d 4d", "3h 3c 3c 3c")
    assert table.play(0, "BJ LJ 2c Ah").last(ThrowFailed).forced == parse("Ah")
    table = ending("H", "BJ LJ 2c 2s", "2s 3s 3s 3s", "2d 4d 4d 4d", "3h 3c 3c 3c")
    assert not table.play(0, "BJ LJ 2c 2s").all(ThrowFailed), "equal does not beat"


@pytest.mark.rule("A-05")
def test_a_throw_mixes_singles_pairs_and_tractors_of_one_group() -> None:
    assert pieces("Ac Ac Kc Kc Jc Jc 9c") == ("2x2", "pair", "single")
    refusal = Table("eighty", banker=0).endgame("H", {0: "Ac Ad", **LOW})
    assert refusal.refused(refusal.play, 0, "Ac Ad").code == "one_group_only"


@pytest.mark.rule("A-05")
def test_10_j_q_of_clubs_stand_when_aces_kings_and_one_each_are_out() -> None:
    gone = "Ac Ac Kc Kc Qc Jc Tc"
    table = Table("eighty", banker=0).in_play("H", {0: f"Tc Jc Qc {gone}"})
    table.play(0, "Tc Jc Qc")
    assert not table.all(ThrowFailed)
    assert table.last(Played).cards == parse("Tc Jc Qc")


@pytest.mark.rule("A-05")
def test_k_jj_of_clubs_stand_when_aa_and_qq_are_out() -> None:
    hands = ("Kc Jc Jc 3d", "Kc Qc 3s 3s", "Tc Tc 9c 9c", "3d 4d 5d 6d")
    assert not ending("H", *hands).play(0, "Kc Jc Jc").all(ThrowFailed)
    hands = ("Kc Jc Jc 3d", "Qc Qc 3s 3s", "Tc Tc 9c 9c", "3d 4d 5d 6d")
    failed = ending("H", *hands).play(0, "Kc Jc Jc").last(ThrowFailed)
    assert failed.forced == parse("Jc Jc")
    assert (failed.by, failed.beaten_by) == (1, parse("Qc Qc"))


@pytest.mark.rule("A-05")
def test_buried_cards_do_not_stop_a_throw_and_the_partner_does() -> None:
    hands = {0: "Kc Qc"}
    buried = Table("eighty", banker=0).in_play("H", hands, kitty="Ac Ac Kc Qc")
    assert not buried.play(0, "Kc Qc").all(ThrowFailed)
    partner = Table("eighty", banker=0).in_play("H", {**hands, 2: "Ac"}, kitty="Ac Kc Qc")
    assert partner.play(0, "Kc Qc").last(ThrowFailed).by == 2


@pytest.mark.rule("A-06", "G-15")
@pytest.mark.parametrize(
    ("outside", "forced"), [("Jh 3h", "9h"), ("5h 5h", "4h 4h"), ("Qh Qh", "4h 4h")]
)
def test_a_failed_throw_forces_the_lowest_beaten_pattern(outside: str, forced: str) -> None:
    hands = ("9h 8h 8h 4h 4h", f"{outside} 3s 3s 4s", "3d 4d 5d 6d 7d", "8d 9d 3d 4d 5d")
    table = ending("S", *hands).play(0, "9h 8h 8h 4h 4h")
    assert table.last(ThrowFailed).forced == parse(forced)
    assert table.last(Played).cards == parse(forced)
    assert len(table.hand(0).split()) == 5 - len(parse(forced))


@pytest.mark.rule("A-06")
@pytest.mark.parametrize(("stake", "half"), [(10, 5), (15, 7), (100, 50)])
@pytest.mark.parametrize("defends", [False, True])
def test_a_failed_throw_costs_the_thrower_half_the_base_stake(
    stake: int, half: int, defends: bool
) -> None:
    hands = ["Ac Kh Qh", "Ah 3h 4s", "3d 4d 5d", "6d 7d 8d"]
    if defends:
        hands = ["3c 3h 4h", "Ac Kh Qh", "3d 4d 5d", "Ah 7h 8d"]
    table = ending("S", *hands, stake=stake)
    if defends:
        table.trick("3c", "Ac", "3d", "8d")
    thrower = int(defends)
    table.play(thrower, "Kh Qh")
    paid = table.last(Penalised)
    assert (paid.seat, paid.coins, paid.points, paid.levels) == (thrower, half, 0, 0)
    assert table.state.coins[thrower] == -half
    assert sum(table.state.coins) == -half, "nobody receives it"


@pytest.mark.rule("A-06")
def test_a_throw_that_stands_costs_nothing() -> None:
    table = ending("S", "Ah Kh 3c", "Qh 3h 4s", "3d 4d 5d", "6d 7d 8d").play(0, "Ah Kh")
    assert table.state.coins == (0, 0, 0, 0)


# -- follows -------------------------------------------------------------------------------


@pytest.mark.rule("A-19")
def test_led_a_single_of_a_plain_suit_the_suit_is_followed() -> None:
    table = ending("S", "9c 3d", "4c 3s", "Kd 3s", "3h 4h").play(0, "9c")
    assert table.refused(table.play, 1, "3s").code == "must_follow_group"
    assert table.refused(table.play, 1, "4c 3s").code == "wrong_number"
    assert table.play(1, "4c").last(Played).cards == parse("4c")


@pytest.mark.rule("A-19")
def test_void_in_the_suit_one_discards_or_ruffs_with_a_single_trump() -> None:
    discard = ending("S", "9c 3d", "Kd 3s", "3h 4h", "3h 4h").trick("9c", "Kd", "3h", "3h")
    assert discard.last(TrickTaken).seat == 0
    ruff = ending("S", "9c 3d", "Kd 3s", "3h 4h", "3h 4h").trick("9c", "3s", "3h", "3h")
    assert ruff.last(TrickTaken).seat == 1


@pytest.mark.rule("A-20")
@pytest.mark.parametrize("trump_card", ["3h", "2c", "LJ", "BJ"])
def test_led_trump_others_must_play_trump_while_they_have_it(trump_card: str) -> None:
    table = ending("H", "9h 3d", f"{trump_card} Ac", "Ac 3s", "3c 4c").play(0, "9h")
    assert table.refused(table.play, 1, "Ac").code == "must_follow_group"
    table.play(1, trump_card).play(2, "Ac")
    assert table.last(Played).cards == parse("Ac")


# -- dig -----------------------------------------------------------------------------------

KITTY = "Kd 5c 3c 4c 6d 7d 8d 9d"
DIGS = [
    ("Ac", 2),
    ("Ac Ac", 4),
    ("Ac Ac Kc Kc", 8),
    ("Ac Ac Kc Kc Qc Qc", 12),
    ("Ac Ac Kc Kc Qc Qc Jc Jc", 16),
    ("Ac Kc", 2),
    ("Ac Ac Kc", 4),
    ("Ac Ac Qc Qc", 4),
    ("Ac Ac Kc Kc Jc Jc", 8),
    ("Ac Ac Kc Kc Jc Jc Tc Tc 9c 9c", 12),
    ("Ac Ac Kc Kc Jc Jc Tc Tc", 8),
]


@pytest.mark.rule("A-21")
@pytest.mark.parametrize(("last", "factor"), DIGS)
def test_defenders_dig_by_the_largest_pattern_never_added_up(last: str, factor: int) -> None:
    number = len(last.split())
    low = " ".join((["3d", "4d", "6s", "7s", "8s", "9s"] * 2)[:number])
    hands = (f"3h {low}", f"Ah {last}", f"4h {low}", f"6h {low}")
    table = ending("S", *hands, kitty=KITTY, points=20, level="5")
    table.trick("3h", "Ah", "4h", "6h").trick(last, low, low, low)
    plain = sum({"K": 10, "T": 10}.get(card[0], 0) for card in last.split())
    assert table.last(Dug) == Dug(1, 15 * factor, factor)
    scored = table.last(DealScored)
    assert (scored.tricks, scored.dug, scored.total) == (
        20 + plain,
        15 * factor,
        20 + plain + 15 * factor,
    )


@pytest.mark.rule("A-21")
@pytest.mark.parametrize("winner", [0, 2])
def test_declarers_dig_nothing(winner: int) -> None:
    hands = ["3c", "4c", "6c", "7c"]
    hands[winner] = "Ac"
    table = ending("S", *hands, kitty=KITTY, points=20).trick(*hands)
    assert table.last(TrickTaken).seat == winner
    assert not table.all(Dug)
    assert table.last(DealScored).total == 20


@pytest.mark.rule("A-21", "G-20")
def test_a_ruff_digs_by_the_led_structure_that_it_met() -> None:
    hands = ("Ad Kd Qd", "9s 7s 7s", "3h 4h 6h", "3c 4c 6c")
    table = ending("S", *hands, kitty=KITTY).trick(*hands)
    assert table.last(Dug).factor == 2, "three singles were led"
    assert table.last(Dug).points == 30
    by_play = ending("S", *hands, kitty=KITTY, dig_by="play").trick(*hands)
    assert by_play.last(Dug).factor == 4, "the ruff holds a pair"


@pytest.mark.rule("A-21")
def test_a_ruff_of_a_pair_digs_fourfold() -> None:
    hands = ("Ad Ad", "7s 7s", "3h 4h", "3c 4c")
    assert ending("S", *hands, kitty=KITTY).trick(*hands).last(Dug).factor == 4


@pytest.mark.rule("A-22")
def test_the_deal_scores_the_defenders_trick_points_and_the_dig() -> None:
    hands = ("3c Td", "Kc Ah", "5c 3h", "Tc 4h")
    table = ending("S", *hands, kitty=KITTY, points=30, level="4")
    table.trick("3c", "Kc", "5c", "Tc").trick("Ah", "3h", "4h", "Td")
    assert table.last(DealScored) == DealScored(
        30 + 25 + 10, 30, 0, 95, "defenders", 0, parse(KITTY)
    )


# -- levels --------------------------------------------------------------------------------

LEVELS = [
    (0, 0, "declarers", 6),
    (5, 10, "declarers", 5),
    (15, 20, "declarers", 4),
    (25, 30, "declarers", 3),
    (35, 35, "declarers", 2),
    (40, 75, "declarers", 1),
    (80, 115, "defenders", 0),
    (120, 120, "defenders", 1),
    (125, 160, "defenders", 2),
    (165, 200, "defenders", 3),
    (205, 240, "defenders", 4),
    (245, 280, "defenders", 5),
    (285, 320, "defenders", 6),
    (325, 1000, "defenders", 6),
]


@pytest.mark.rule("A-23")
@pytest.mark.parametrize(("least", "most", "winner", "steps"), LEVELS)
def test_levels_by_score(least: int, most: int, winner: str, steps: int) -> None:
    for points in range(least, most + 1, 5):
        found = outcome(points, Table("eighty").rules)
        assert (found.winner, found.steps) == (winner, steps)


@pytest.mark.rule("A-23", "G-17", "G-19")
@pytest.mark.parametrize(
    ("points", "levels", "banker"),
    [
        (0, ("2", "Q"), 3),
        (35, ("2", "8"), 3),
        (75, ("2", "7"), 3),
        (80, ("2", "6"), 2),
        (115, ("2", "6"), 2),
        (120, ("3", "6"), 2),
        (125, ("4", "6"), 2),
        (285, ("8", "6"), 2),
        (500, ("8", "6"), 2),
    ],
)
def test_the_winners_move_up_and_the_bank_passes(
    points: int, levels: tuple[str, str], banker: int
) -> None:
    table = Table("eighty", levels=("2", "6"), banker=1).score(points)
    assert table.last(DealScored).total == points
    assert (table.state.levels, table.state.banker) == (levels, banker)


@pytest.mark.rule("A-24")
def test_above_a_the_levels_go_round_to_2_again() -> None:
    assert Table("eighty", level="A", banker=0).score(40).state.levels == ("2", "A")
    assert Table("eighty", level="K", banker=0).score(35).state.levels == ("2", "K")
    assert Table("eighty", level="Q", banker=0).score(0).state.levels == ("5", "Q")
    assert Table("eighty", level="K", banker=0).score(165).state.levels == ("K", "3")


# -- stakes --------------------------------------------------------------------------------


@pytest.mark.rule("A-25")
@pytest.mark.parametrize(
    ("points", "each"), [(0, -60), (35, -20), (40, -10), (80, 10), (115, 10), (120, 10), (285, 60)]
)
def test_each_loser_pays_each_winner_the_stake_for_each_level(points: int, each: int) -> None:
    table = Table("eighty", banker=0, stake=10).score(points)
    assert table.last(Settled).coins == (-2 * each, 2 * each, -2 * each, 2 * each)
    assert table.state.coins == (-2 * each, 2 * each, -2 * each, 2 * each)


@pytest.mark.rule("A-25")
def test_stakes_add_up_from_deal_to_deal() -> None:
    table = Table("eighty", banker=0, stake=10).score(40).score(120)
    assert table.state.banker == 3
    assert table.state.coins == (20 - 20, -20 + 20, 20 - 20, -20 + 20)
    assert table.score(0).state.coins == (-120, 120, -120, 120)


@pytest.mark.rule("A-25")
def test_without_a_stake_nothing_is_settled() -> None:
    assert not Table("eighty", banker=0, stake=0).score(0).all(Settled)


# -- what the source leaves open -----------------------------------------------------------


@pytest.mark.rule("A-26")
def test_only_jokers_are_permanent_trumps() -> None:
    table = ending("H", "2s 3d", "As 3s", "LJ 4s", "BJ 3c", level="5").play(0, "2s")
    assert table.refused(table.play, 1, "3d").code == "not_held"
    table.play(1, "As")
    assert table.refused(table.play, 2, "LJ").code == "must_follow_group"
    table.play(2, "4s").play(3, "BJ")
    assert table.last(TrickTaken).seat == 3


@pytest.mark.rule("A-26")
def test_by_option_2s_are_permanent_trumps() -> None:
    hands = ("As 3d", "2s 3d", "3s 4s", "4s 3c")
    table = ending("H", *hands, level="5", permanent_twos=True).trick("As", "2s", "3s", "4s")
    assert table.last(TrickTaken).seat == 1


@pytest.mark.rule("A-27")
def test_a_match_has_no_end_of_its_own() -> None:
    table = Table("eighty", level="A", banker=0)
    for _ in range(12):
        table.score(0)
    assert not table.all(MatchEnded)
    assert table.state.phase == READY


@pytest.mark.rule("A-27")
def test_the_table_closes_a_match_between_two_deals() -> None:
    table = Table("eighty", banker=0).score(0).act(TimeUp())
    assert table.last(MatchEnded) == MatchEnded(0, "time")
    assert table.state.phase == ENDED


@pytest.mark.rule("A-27")
def test_by_option_a_match_has_a_number_of_deals() -> None:
    table = Table("eighty", banker=0, match_deals=2).score(120)
    assert not table.all(MatchEnded)
    table.score(0)
    assert table.last(MatchEnded) == MatchEnded(1, "deals")
    refusal = table.refused(table.act, StartDeal(full_deck(2)))
    assert refusal.code == "not_now"


@pytest.mark.rule("A-27", "F-09")
def test_by_option_a_goal_level_ends_the_match_declaring_or_not() -> None:
    goal: dict[str, Any] = {"goal": "pass", "goal_level": "T"}
    held = Table("eighty", level="9", banker=0, **goal).score(40)
    assert held.state.levels == ("T", "9")
    assert not held.all(MatchEnded)
    held = Table("eighty", level="9", banker=0, **goal).score(0)
    assert held.last(MatchEnded) == MatchEnded(0, "goal")
    assert held.last(LevelsMoved).climbed == (2, 0), "one level past the goal, however far"
    fell = Table("eighty", level="T", banker=0, **goal).score(120)
    assert fell.last(MatchEnded) == MatchEnded(1, "goal")


@pytest.mark.rule("A-24", "A-27")
def test_a_step_goes_through_every_level_without_stopping() -> None:
    rules = Table("eighty").rules
    for level, to in zip("23456789TJQKA", "89TJQKA234567", strict=True):
        assert advance(level, 6, True, rules).level == to
        assert advance(level, 6, False, rules).level == to


@pytest.mark.rule("A-22", "A-01")
@pytest.mark.parametrize("seed", range(8))
def test_random_deals_end_with_all_points_accounted_for(seed: int) -> None:
    rng = Random(seed)
    table = Table("eighty", banker=seed % 4).in_play("SHCD"[seed % 4]).play_out(rng)
    scored = table.last(DealScored)
    assert 0 <= scored.tricks <= 200
    assert scored.total == scored.tricks + scored.dug

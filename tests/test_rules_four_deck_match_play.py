"""System C, `four-deck-match`: order, pieces, follows and tricks (C-07 to C-20)."""

from itertools import pairwise
from typing import Any

import pytest

from shengji.engine.events import Played, TrickTaken
from table import NotAccepted, Table

LOW = "6d 7d 8d 9d Td Qd Kd Ad 6d 7d 8d 9d"


def ending(*hands: str, trump: str = "H", level: str = "5", **options: Any) -> Table:
    """The last cards of a later deal, by seat; seat 0 is banker and leads."""
    table = Table("four-deck-match", level=level, banker=0, **options)
    return table.endgame(trump, dict(enumerate(hands)))


def lead(cards: str, trump: str = "H", level: str = "5", **options: Any) -> tuple[str, ...]:
    """What a lead counts as; empty if it may not be led."""
    table = ending(cards, "3d", "3d", "3d", trump=trump, level=level, **options)
    try:
        return table.play(0, cards).last(Played).pieces
    except NotAccepted as answer:
        return () if answer.refusal.code == "no_throws" else ("refused",)


def winner(*plays: str, trump: str = "H", level: str = "5", **options: Any) -> int:
    """Who takes a trick."""
    return ending(*plays, trump=trump, level=level, **options).trick(*plays).last(TrickTaken).seat


def deal(text: str) -> str:
    """Clubs by rank: `77 88 K` is `7c 7c 8c 8c Kc`."""
    return " ".join(f"{rank}c" for rank in text.replace(" ", ""))


def answers(led: str, held: str, good: list[str], bad: list[str]) -> None:
    """Which answers in clubs a hand may give to a lead in clubs; level J, trump spades."""
    table = ending(deal(led), deal(held), LOW, LOW, trump="S", level="J").play(0, deal(led))
    before = table.state
    for cards in good:
        table.state = before
        table.play(1, deal(cards))
    for cards in bad:
        table.state = before
        table.refused(table.play, 1, deal(cards))


# -- the order -----------------------------------------------------------------------------

TRUMPS = ["BJ", "LJ", "5h", "5s", "2h", "2s", *(f"{rank}h" for rank in "AKQJT987643")]
PLAIN = [f"{rank}c" for rank in "AKQJT987643"]


@pytest.mark.rule("C-07")
@pytest.mark.parametrize(("high", "low"), [*pairwise(TRUMPS), *pairwise(PLAIN)])
def test_trump_and_plain_suits_from_the_top(high: str, low: str) -> None:
    assert winner(low, high, "3d", "3d") == 1
    assert winner(high, low, "3d", "3d") == 0


@pytest.mark.rule("C-07", "G-05")
@pytest.mark.parametrize(("one", "other"), [("5s", "5c"), ("5d", "5s"), ("2s", "2d"), ("2c", "2s")])
def test_side_levels_and_side_2s_are_equal_and_the_first_played_is_higher(
    one: str, other: str
) -> None:
    assert winner(one, other, "3d", "3d") == 0
    assert winner(other, one, "3d", "3d") == 0


@pytest.mark.rule("C-07")
@pytest.mark.parametrize("two", ["2s", "2c", "2d", "2h"])
def test_every_2_is_a_trump_at_every_level(two: str) -> None:
    for level in "3469TJQKA":
        assert winner("Ac" if level != "A" else "Kc", two, "7d", "8d", level=level) == 1


# -- runs ----------------------------------------------------------------------------------


@pytest.mark.rule("C-08")
@pytest.mark.parametrize(
    ("cards", "level", "trump"),
    [
        ("3h 3h 4h 4h", "5", "S"),
        ("As As Ks Ks", "5", "H"),
        ("3c 3c 5c 5c", "4", "H"),
        ("3h 3h 5h 5h", "4", "H"),
        ("Kc Kc Jc Jc", "Q", "H"),
        ("Ah Ah Qh Qh", "K", "H"),
    ],
)
def test_adjacent_pairs_are_a_tractor_over_the_level_too(
    cards: str, level: str, trump: str
) -> None:
    assert lead(cards, trump, level) == ("2x2",)


@pytest.mark.rule("C-08", "G-07")
def test_by_option_the_level_leaves_a_gap() -> None:
    assert lead("3c 3c 5c 5c", level="4", level_gap_closes=False) == ()
    assert lead("3h 3h 5h 5h", level="4", level_gap_closes=False) == ()
    assert lead("5c 5c 6c 6c", level="4", level_gap_closes=False) == ("2x2",)


@pytest.mark.rule("C-08")
@pytest.mark.parametrize(
    "cards",
    [
        "2h 2h 2s 2s",
        "2s 2s 2c 2c",
        "2h 2h Ah Ah Kh Kh",
        "2h 2h 2h Ah Ah Ah Kh Kh Kh",
        "2h 2h 2h Ah Ah Ah",
        "3c 3c 6c 6c",
        "Ac Ac Qc Qc",
    ],
)
def test_what_is_no_run_cannot_be_led_as_one(cards: str) -> None:
    assert lead(cards) == ()


@pytest.mark.rule("C-08", "C-10")
def test_aa_kk_qq_and_aaa_kkk_qqq_are_runs_in_trump() -> None:
    assert lead("Ah Ah Kh Kh Qh Qh") == ("2x3",)
    assert lead("Ah Ah Ah Kh Kh Kh Qh Qh Qh") == ("3x3",)


@pytest.mark.rule("C-09")
@pytest.mark.parametrize("cards", ["BJ BJ LJ LJ", "Ah Ah Kh Kh", "Kh Kh Qh Qh", "Ah Ah 2h 2h"])
def test_jokers_the_trump_suit_and_its_a_2_make_trump_tractors(cards: str) -> None:
    assert lead(cards) == ("2x2",)


@pytest.mark.rule("C-09")
@pytest.mark.parametrize(
    "cards",
    [
        "LJ LJ 5h 5h",
        "5h 5h 5s 5s",
        "5s 5s 5c 5c",
        "5s 5s 2h 2h",
        "5s 5s Ah Ah",
        "2s 2s Ah Ah",
        "LJ LJ 2h 2h",
        "BJ BJ 5h 5h",
        "2h 2h 3h 3h",
    ],
)
def test_levels_and_2s_link_with_nothing_else(cards: str) -> None:
    assert lead(cards) == ()


@pytest.mark.rule("C-09")
def test_by_option_levels_link() -> None:
    assert lead("5h 5h 5s 5s", link_trump_level=True) == ("2x2",)
    assert lead("LJ LJ 5h 5h", link_small_joker=True) == ("2x2",)


@pytest.mark.rule("C-09")
def test_trump_tractors_from_the_top_and_aa_22_is_the_lowest_of_all() -> None:
    order = ["BJ BJ LJ LJ", "Ah Ah Kh Kh", "Kh Kh Qh Qh", "4h 4h 3h 3h", "Ah Ah 2h 2h"]
    low = "3d 3d 4d 4d"
    for high, lower in pairwise(order):
        assert winner(lower, high, low, low) == 1
        assert winner(high, lower, low, low) == 0
    assert winner("Ah Ah 2h 2h", "Ah Ah 2h 2h", low, low) == 0


@pytest.mark.rule("C-10")
@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("Ac Ac Ac Kc Kc Kc", "3x2"),
        ("Kc Kc Kc Qc Qc Qc", "3x2"),
        ("3c 3c 3c 4c 4c 4c 6c 6c 6c", "3x3"),
        ("3c 3c 3c 3c 4c 4c 4c 4c", "4x2"),
        ("BJ BJ BJ LJ LJ LJ", "3x2"),
    ],
)
def test_runs_of_triples_or_quads_are_bulldozers(cards: str, name: str) -> None:
    assert lead(cards) == (name,)


@pytest.mark.rule("C-11")
def test_three_or_more_identical_cards_are_led_as_one_play() -> None:
    assert lead("3c 3c 3c") == ("triple",)
    assert lead("3c 3c 3c 3c") == ("quad",)
    assert lead("5s 5s 5s 5s") == ("quad",)
    assert lead("3c 3c") == ("pair",)


@pytest.mark.rule("C-17")
@pytest.mark.parametrize(
    "cards", ["Ac Kc", "Ac Ac Kc", "Ac Ac Ac Kc Kc", "Ac Ac Qc Qc", "3c 3c 3c 3c 6c", "BJ LJ"]
)
def test_there_are_no_throws(cards: str) -> None:
    assert lead(cards) == ()


# -- follows -------------------------------------------------------------------------------


@pytest.mark.rule("C-12")
def test_led_a_pair_a_pair_then_any_cards_of_the_group() -> None:
    answers("33", "55 7 8", ["55"], ["78", "57"])
    answers("33", "555 7", ["55"], ["57"])
    answers("33", "5555 7", ["55"], ["57"])
    answers("33", "5 7 8", ["57", "58", "78"], [])


@pytest.mark.rule("C-12", "G-08")
def test_led_a_pair_any_cards_only_where_the_group_is_out() -> None:
    table = ending("3c 3c", "7c 8d 9d", LOW, LOW).play(0, "3c 3c")
    table.refused(table.play, 1, "8d 9d")
    table.play(1, "7c 9d")
    table = ending("3c 3c", "7d 8d 9h", LOW, LOW).play(0, "3c 3c")
    assert table.play(1, "7d 9h").turn == 2


@pytest.mark.rule("C-13")
def test_led_a_tractor_a_tractor_or_a_bomb_then_pairs_then_any_cards() -> None:
    answers("33 44", "66 77 99 Q K", ["66 77"], ["66 99", "77 99", "66 QK"])
    answers("33 44", "9999 QQ AA", ["9999"], ["99 QQ", "QQ AA"])
    answers("33 44", "66 77 9999", ["66 77", "9999"], ["66 99", "77 99"])
    answers("33 44", "66 99 Q K", ["66 99"], ["66 QK", "69 QK"])
    answers("33 44", "666 99 Q K", ["66 99"], ["666 9", "666 Q", "99 QK"])
    answers("33 44", "66 Q K A", ["66 QK", "66 QA", "66 KA"], ["6QKA"])
    answers("33 44", "6 8 T K A", ["68TK", "8TKA"], [])


FOUR = "33 44 55 66"


@pytest.mark.rule("C-14")
def test_four_pairs_led_a_run_of_four() -> None:
    answers(
        FOUR,
        "77 88 99 TT KK AA",
        ["77 88 99 TT"],
        ["77 88 99 KK", "77 88 KK AA", "88 99 TT AA"],
    )


@pytest.mark.rule("C-14")
def test_four_pairs_led_else_three_pairs_in_a_row_and_a_pair() -> None:
    answers(
        FOUR,
        "77 88 99 QQ AA 3 4",
        ["77 88 99 QQ", "77 88 99 AA"],
        ["77 88 QQ AA", "77 99 QQ AA", "77 88 99 34"],
    )


@pytest.mark.rule("C-14")
def test_four_pairs_led_a_bulldozer_of_two_triples_stands_for_three_pairs_in_a_row() -> None:
    answers(FOUR, "777 888 QQ AA", ["777 888 QQ", "777 888 AA"], ["77 88 QQ AA"])
    answers(FOUR, "777 888 99 QQ", ["777 888 QQ", "77 88 99 QQ"], ["77 99 QQ 78"])


@pytest.mark.rule("C-14")
def test_four_pairs_led_else_two_short_runs_or_a_run_and_a_bomb_or_two_bombs() -> None:
    answers(FOUR, "77 88 TT QQ AA", ["77 88 TT QQ"], ["77 88 TT AA", "77 TT QQ AA"])
    answers(FOUR, "77 88 QQQQ AA", ["77 88 QQQQ"], ["77 88 QQ AA", "QQQQ 77 AA"])
    answers(FOUR, "7777 9999 QQ AA", ["7777 9999"], ["7777 QQ AA", "77 99 QQ AA", "9999 77 AA"])


@pytest.mark.rule("C-14")
def test_four_pairs_led_else_a_short_run_or_a_bomb_and_two_pairs() -> None:
    answers(FOUR, "77 88 QQ AA 3 4", ["77 88 QQ AA"], ["77 88 QQ 34", "77 QQ AA 34"])
    answers(FOUR, "9999 QQ AA 3 4", ["9999 QQ AA"], ["9999 QQ 34", "99 QQ AA 34"])


@pytest.mark.rule("C-14")
def test_four_pairs_led_else_four_pairs_else_as_many_as_are_held() -> None:
    answers(FOUR, "66 88 TT AA K 3", ["66 88 TT AA"], ["66 88 TT K3", "88 TT AA K3"])
    answers(FOUR, "66 88 3 5 T K A", ["66 88 35TK", "66 88 5TKA"], ["66 8 35TKA"])
    answers(FOUR, "66 3 5 8 T Q K A", ["66 358TQK"], ["6 358TQKA"])
    answers(FOUR, "3 4 5 6 7 8 9 T Q K", ["3456789T", "56789TQK"], [])


THREE = "33 44 55"


@pytest.mark.rule("C-14")
def test_three_pairs_led() -> None:
    answers(THREE, "77 88 99 AA", ["77 88 99"], ["77 88 AA", "77 99 AA"])
    answers(THREE, "777 888 QQ AA", ["777 888"], ["77 88 AA", "77 QQ AA"])
    answers(THREE, "777 888 99", ["777 888", "77 88 99"], ["777 88 9", "77 99 78"])
    answers(THREE, "77 88 QQ AA", ["77 88 QQ", "77 88 AA"], ["77 QQ AA"])
    answers(THREE, "9999 QQ AA", ["9999 QQ", "9999 AA"], ["99 QQ AA"])
    answers(THREE, "66 88 AA K 3", ["66 88 AA"], ["66 88 K3", "66 AA K3"])
    answers(THREE, "66 88 3 K A", ["66 88 3K", "66 88 KA"], ["66 8 3KA"])


@pytest.mark.rule("C-15")
def test_led_a_triple_a_triple_else_pair_and_single_else_singles() -> None:
    answers("333", "777 99 K", ["777"], ["99K", "77K", "779"])
    answers("333", "7777 99", ["777"], ["997", "779"])
    answers("333", "99 Q K A", ["99Q", "99A"], ["9QK", "QKA"])
    answers("333", "9 Q K A", ["9QK", "QKA"], [])


@pytest.mark.rule("C-15")
def test_led_a_bomb_a_bomb_three_and_one_a_tractor_two_pairs_then_pairs() -> None:
    answers("3333", "7777 999 Q", ["7777"], ["777 9", "999 Q"])
    answers("3333", "999 77 88 K", ["999 7", "999 K"], ["77 88", "99 77"])
    answers("3333", "77 88 QQ K", ["77 88"], ["77 QQ", "77 8K"])
    answers("3333", "77 99 K A", ["77 99"], ["77 KA"])
    answers("3333", "77 Q K A", ["77 QK"], ["7QKA"])
    answers("3333", "7 9 Q K A", ["79QK"], [])


@pytest.mark.rule("C-16")
def test_led_a_bulldozer_of_two_triples() -> None:
    answers("333 444", "777 888 QQ KK AA", ["777 888"], ["QQ KK AA", "777 88 Q"])
    answers("333 444", "77 88 99 AAA", ["77 88 99"], ["77 88 AA", "AAA 77 8"])
    answers("333 444", "77 88 AA K 3", ["77 88 AA"], ["77 88 K3", "77 AA K3"])
    answers("333 444", "9999 AA K 3", ["9999 AA"], ["9999 K3", "99 AA K3"])
    answers("333 444", "66 88 AA K 3", ["66 88 AA"], ["66 88 K3"])
    answers("333 444", "66 88 3 K A", ["66 88 3K"], ["66 8 3KA"])
    answers("333 444", "777 999 K A", ["77 99 KA", "777 999", "777 99 K"], ["777 9 KA"])


@pytest.mark.rule("C-16")
def test_led_a_longer_bulldozer_the_longest_part_comes_first() -> None:
    answers("333 444 555", "777 888 999 KK", ["777 888 999"], ["777 888 99 K"])
    answers("333 444 555", "777 888 AAA K 6", ["777 888 AAA"], ["777 888 AA K", "777 888 A K6"])
    answers("333 444 555", "777 888 QQ 3 5 A", ["777 888 QQ 3"], ["777 888 35A", "777 88 QQ 35"])


# -- tricks --------------------------------------------------------------------------------


@pytest.mark.rule("C-18")
def test_tractors_compare_by_their_top_and_equal_the_first_is_higher() -> None:
    low = "3d 3d 4d 4d"
    assert winner("3c 3c 4c 4c", "6c 6c 7c 7c", low, low) == 1
    assert winner("6c 6c 7c 7c", "3c 3c 4c 4c", low, low) == 0
    assert winner("6c 6c 7c 7c", "6c 6c 7c 7c", low, low) == 0
    assert winner("Qc Qc Kc Kc", "Kc Kc Ac Ac", low, low) == 1


@pytest.mark.rule("C-19")
def test_a_bulldozer_beats_tractors_of_as_many_cards() -> None:
    low = "3d 3d 4d 4d 6d 6d"
    assert winner("Ac Ac Kc Kc Qc Qc", "6c 6c 6c 7c 7c 7c", low, low) == 1
    assert winner("Ac Ac Kc Kc Qc Qc", "5c 5c 5c 6c 6c 6c", low, low, level="4") == 1
    assert winner("6c 6c 6c 7c 7c 7c", "Ac Ac Kc Kc Qc Qc", low, low) == 0


@pytest.mark.rule("C-19")
def test_a_bomb_beats_a_tractor_of_as_many_cards_in_the_same_group() -> None:
    low = "3d 3d 4d 4d"
    assert winner("Ac Ac Kc Kc", "6c 6c 6c 6c", low, low) == 1
    assert winner("6c 6c 6c 6c", "Ac Ac Kc Kc", low, low) == 0
    assert winner("Ac Ac Kc Kc", "6c 6c 6c 6c", "7c 7c 7c 7c", low) == 2
    assert winner("Ac Ac Kc Kc", "6d 6d 6d 6d", low, low) == 0


@pytest.mark.rule("C-19")
def test_of_plays_with_as_many_cards_the_wider_pieces_win() -> None:
    low = "3d 3d 4d 4d 6d 6d 7d 7d 8d 8d 9d 9d"
    four_triples = "3c 3c 3c 4c 4c 4c 6c 6c 6c 7c 7c 7c"
    three_quads = "3c 3c 3c 3c 4c 4c 4c 4c 6c 6c 6c 6c"
    six_pairs = "9c 9c Tc Tc Jc Jc Qc Qc Kc Kc Ac Ac"
    assert winner(six_pairs, four_triples, low, low) == 1
    assert winner(six_pairs, four_triples, three_quads, low) == 2
    assert winner(three_quads, six_pairs, four_triples, low) == 0


@pytest.mark.rule("C-20")
def test_a_plain_bomb_over_a_tractor_is_ruffed_only_by_a_trump_bomb() -> None:
    led, bomb, tractor = "Ah Ah Kh Kh", "7h 7h 7h 7h", "As As Ks Ks"
    low = "3d 3d 4d 4d"
    assert winner(led, bomb, tractor, low, trump="S") == 1
    assert winner(led, bomb, "3s 3s 3s 3s", low, trump="S") == 2
    assert winner(led, bomb, "2s 2s 2s 2s", low, trump="S") == 2


@pytest.mark.rule("C-20")
def test_a_later_plain_bomb_does_not_beat_a_trump_tractor() -> None:
    led, ruff = "Ah Ah Kh Kh", "3s 3s 4s 4s"
    assert winner(led, ruff, "7h 7h 7h 7h", "3d 3d 4d 4d", trump="S") == 1
    assert winner(led, ruff, "7h 7h 7h 7h", "6s 6s 6s 6s", trump="S") == 3
    assert winner(led, ruff, "6s 6s 7s 7s", "3d 3d 4d 4d", trump="S") == 2

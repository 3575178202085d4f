"""House options and corners of what cards are and which play is better."""

import pytest

from judged import At, picks
from shengji.engine.cards import parse
from shengji.engine.events import ThrowFailed


@pytest.mark.rule("G-06")
def test_of_four_alike_three_are_played_and_one_is_kept() -> None:
    table = At("four-deck-match", "S", "5").hold("9h 9h 9h 9h 8h", "3h 3h 3h 4h", "3c 3c 3c 3c")
    table.play(0, "9h 9h 9h")
    assert table.hand(0) == "8h 9h"


@pytest.mark.rule("G-22")
def test_by_option_protected_quads_are_not_broken_for_a_triple() -> None:
    table = At("huanle-2", "S", decks=4, triples_for_pairs="protect")
    hand = "3h 3h 3h 3h 5h 5h 7h"
    assert table.answers("Ah Ah Ah", hand) >= picks("3h 5h 5h", "5h 5h 7h")
    assert table.why_not("Ah Ah Ah", hand, "3h 3h 7h") == "must_follow_pair"


@pytest.mark.rule("G-22")
def test_by_option_a_run_is_not_made_of_a_protected_triple() -> None:
    table = At("huanle-3", "S", triples_for_pairs="protect")
    hand = "3h 3h 3h 4h 4h 6h 6h 8h"
    assert table.answers("Kh Kh Qh Qh", hand) == picks("4h 4h 6h 6h")


@pytest.mark.rule("G-10", "G-22")
def test_by_option_only_a_titanic_of_the_full_length_binds() -> None:
    lead = "Qh Qh Qh Jh Jh Jh Th Th Th"
    hand = "3h 3h 3h 4h 4h 4h 6h 6h 6h 8h 8h 8h"
    apart = "3h 3h 3h 6h 6h 6h 8h 8h 8h"
    assert At("huanle-3", "S", follow_runs="full-length").may_follow(lead, hand, apart)
    assert At("huanle-3", "S").why_not(lead, hand, apart) == "must_follow_run"


@pytest.mark.rule("G-09")
def test_by_option_a_tractor_is_not_broken_for_several_pairs_either() -> None:
    table = At("huanle-2", "S", tractors_for_pairs="protect")
    hand = "3h 3h 4h 4h 6h 6h 8h 9h"
    assert table.may_follow("Ah Ah Qh Qh", hand, "6h 6h 8h 9h")
    assert not table.may_follow("Ah Ah Qh Qh", hand, "3h 4h 8h 9h")  # the loose pair is owed


@pytest.mark.rule("G-09", "D-07")
def test_by_option_level_pairs_that_are_a_tractor_are_not_broken_for_a_pair() -> None:
    spared = At("jj", "S", "7", level_pairs_any_suit=True, tractors_for_pairs="protect")
    assert spared.may_follow("9s 9s", "7h 7h 7c 7c 5s 8s", "5s 8s")
    broken = At("jj", "S", "7", level_pairs_any_suit=True)
    assert broken.why_not("9s 9s", "7h 7h 7c 7c 5s 8s", "5s 8s") == "must_follow_pair"


@pytest.mark.rule("G-09", "C-09")
def test_by_option_the_trump_suits_a_and_2_are_not_broken_for_a_pair() -> None:
    hand = "As As 2s 2s 6s 8s"
    spared = At("four-deck-match", "S", "5", tractors_for_pairs="protect")
    assert spared.may_follow("4s 4s", hand, "6s 8s")
    assert At("four-deck-match", "S", "5").why_not("4s 4s", hand, "6s 8s") == "must_follow_pair"


@pytest.mark.rule("G-28", "G-22")
def test_by_option_of_a_protected_bomb_no_triple_is_owed() -> None:
    table = At("huanle-2", "S", decks=4, bombs=True, triples_for_pairs="protect")
    assert table.may_follow("Ah Ah Ah", "3h 3h 3h 3h 5h 7h", "3h 5h 7h")


@pytest.mark.rule("D-07")
def test_by_option_two_level_pairs_are_as_high_as_levels_are() -> None:
    for name in ("jj", "jj-home"):
        table = At(name, "S", "7", level_pairs_any_suit=True)
        assert table.winner("Ks Ks As As", "7h 7h 7c 7c") == 1
        assert table.winner("3h 3h 4h 4h", "Ks Ks As As", "7h 7h 7c 7c") == 2


@pytest.mark.rule("C-14")
def test_two_bulldozers_answer_six_pairs_led() -> None:
    lead = " ".join(f"{rank}h {rank}h" for rank in "346789")
    bulldozers = "Th Th Th Jh Jh Jh Kh Kh Kh Ah Ah Ah"
    table = At("four-deck-match", "S", "5")
    hand = f"{bulldozers} 3h 4h"
    assert table.may_follow(lead, hand, bulldozers)
    assert not table.may_follow(lead, hand, "Th Th Th Jh Jh Kh Kh Kh Ah Ah 3h 4h")


@pytest.mark.rule("G-14", "D-07")
def test_pairs_that_do_not_link_do_not_raise_a_tractor_thrown_beside_them() -> None:
    table = At("jj", "S", "7")
    thrown = "3s 3s 4s 4s As As 7h 7h"
    assert table.stands(thrown, "5s 5s 6s Ks")
    assert table.throw(thrown, "5s 5s 6s 6s") == "3s 3s 4s 4s"


@pytest.mark.rule("G-13")
def test_by_option_every_pair_of_a_throw_must_be_higher() -> None:
    table = At("huanle-2", "S", "2", compare_throws="all")
    assert table.winner("Ah Ah Qh Qh", "9s 9s 4s 4s", "Ts Ts 3s 3s") == 1
    assert table.winner("Ah Ah Qh Qh", "9s 9s 4s 4s", "Ts Ts 6s 6s") == 2


@pytest.mark.rule("G-11")
def test_cards_of_the_led_suit_and_trumps_together_are_no_ruff() -> None:
    table = At("huanle-2", "S", "2")
    assert table.winner("Ah Kh", "3h 9s") == 0
    assert table.winner("Ah Ah", "3h 9s", "4s 4s", "LJ 5h") == 2


@pytest.mark.rule("D-11", "F-11")
def test_by_option_a_dig_is_always_twofold() -> None:
    table = At("jj", "S", dig_family="twice")
    assert table.factor("9h") == 2
    assert table.factor("9h 9h") == 2
    assert table.factor("9h 9h 8h 8h") == 2


@pytest.mark.rule("E-03")
def test_trump_2_links_with_side_levels_only_where_these_link_downwards() -> None:
    assert At("huanle-2", "S", "7", permanent_twos=True).is_run("2s 2s 7h 7h")
    assert not At("jj", "S", "7", permanent_twos=True).is_run("2s 2s 7h 7h")


@pytest.mark.rule("C-09")
def test_at_level_a_the_trump_suits_a_and_2_are_no_run() -> None:
    table = At("four-deck-match", "S", "A").hold("As As 2s 2s", *["3h 3h 4h 4h"] * 3)
    assert table.refused(table.play, 0, "As As 2s 2s").code == "no_throws"
    assert At("four-deck-match", "S", "K").is_run("As As 2s 2s")


@pytest.mark.rule("G-15", "E-02")
@pytest.mark.parametrize("single", ["5d", "2d"])
def test_by_option_the_lowest_is_forced_and_what_beats_another_piece_is_seen(single: str) -> None:
    table = At("huanle-2", "S", "5", permanent_twos=True, throw_forced="lowest")
    failed = table.thrown(f"3s 3s {single}", "4h 4h 6h", "LJ 4h 6h").last(ThrowFailed)
    assert (failed.forced, failed.by) == (parse("3s 3s"), 2)
    assert failed.beaten_by == parse("LJ")


@pytest.mark.rule("G-09", "G-10", "E-11", "E-12", "C-12", "C-14", "C-15")
@pytest.mark.parametrize(
    ("name", "lead", "hand", "bad", "code", "rule"),
    [
        ("huanle-2", "Ah Ah", "3h 3h 4h", "3h 4h", "must_follow_pair", "G-09"),
        ("huanle-2", "Ah Ah Kh Kh", "3h 3h 4h 4h 6h", "3h 3h 4h 6h", "must_follow_run", "G-10"),
        ("huanle-3", "Ah Ah Ah", "3h 3h 3h 4h", "3h 3h 4h", "must_follow_triple", "E-12"),
        ("huanle-3", "Ah Ah Ah", "3h 3h 4h 6h", "3h 4h 6h", "must_follow_pair", "E-12"),
        (
            "huanle-3",
            "Ah Ah Ah Kh Kh Kh",
            "3h 3h 3h 4h 4h 4h 6h",
            "3h 3h 3h 4h 4h 6h",
            "must_follow_run",
            "E-11",
        ),
        ("four-deck-match", "Ah Ah", "3h 3h 4h", "3h 4h", "must_follow_pair", "C-12"),
        (
            "four-deck-match",
            "Ah Ah Kh Kh",
            "3h 3h 4h 4h 6h",
            "3h 3h 4h 6h",
            "must_follow_run",
            "C-14",
        ),
        ("four-deck-match", "Ah Ah Ah", "3h 3h 3h 4h", "3h 3h 4h", "must_follow_triple", "C-15"),
        (
            "four-deck-match",
            "Ah Ah Ah Ah",
            "3h 3h 3h 3h 4h",
            "3h 3h 3h 4h",
            "must_follow_quad",
            "C-15",
        ),
    ],
)
def test_a_refused_follow_names_what_is_owed_and_the_statement_that_says_so(
    name: str, lead: str, hand: str, bad: str, code: str, rule: str
) -> None:
    table = At(name, "S", "5").hold(lead, hand).play(0, lead)
    refusal = table.refused(table.play, 1, bad)
    assert (refusal.code, refusal.rule) == (code, rule)

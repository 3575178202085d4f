"""Common rules: what a follower owes (G-08 to G-10, G-21, G-22)."""

import pytest

from judged import At, picks
from shengji.engine.cards import parse
from shengji.engine.events import ThrowFailed

TWO_DECKS = ("eighty", "eighty-match", "jj", "jj-home", "huanle-2", "weijia-2")
SILENT_OF_TRIPLES = ("eighty", "eighty-match", "jj", "jj-home", "weijia-2")


@pytest.mark.rule("G-08", "D-10", "F-08")
@pytest.mark.parametrize("name", TWO_DECKS)
def test_a_follower_plays_as_many_of_the_led_group_as_were_led_or_all_it_has(name: str) -> None:
    table = At(name, "S")
    assert table.answers("Ah", "3h 9h Ks") == picks("3h", "9h")
    assert table.answers("Ah", "3c Ks BJ") == picks("3c", "Ks", "BJ")
    assert table.answers("Ah Ah", "3h Ks 4c") == picks("3h 4c", "Ks 3h")
    assert table.answers("Ah Kh Qh", "3h 4h Ks Qs Jc") == picks("Ks 3h 4h", "Qs 3h 4h", "3h 4h Jc")
    assert table.why_not("Ah", "3h Ks", "Ks") == "must_follow_group"
    assert table.why_not("Ah Ah", "3h Ks 4c", "Ks 4c") == "must_follow_group"
    assert table.why_not("Ah Ah", "3h 4h Ks", "3h") == "wrong_number"
    assert table.why_not("Ah", "3h 4h Ks", "3h 4h") == "wrong_number"
    assert table.why_not("Ah", "3h 4h", "5h") == "not_held"


@pytest.mark.rule("G-08")
@pytest.mark.parametrize("name", TWO_DECKS)
def test_level_cards_and_jokers_follow_trump_and_not_their_suit(name: str) -> None:
    table = At(name, "S", "6")
    assert table.answers("Ah", "6h 9c") == picks("6h", "9c")
    assert table.answers("3s", "6h Ah") == picks("6h")
    assert table.answers("3s", "BJ Ah") == picks("BJ")


@pytest.mark.rule("G-08", "E-02")
def test_where_twos_are_permanent_trumps_they_follow_trump() -> None:
    table = At("huanle-2", "S", "6", permanent_twos=True)
    assert table.answers("Ah", "2h 9c") == picks("2h", "9c")
    assert table.answers("3s", "2h Ah") == picks("2h")
    assert At("huanle-2", "S", "6").answers("Ah", "2h 9c") == picks("2h")


@pytest.mark.rule("G-09", "D-10", "F-08")
@pytest.mark.parametrize("name", TWO_DECKS)
def test_a_pair_led_asks_for_a_pair_even_out_of_a_tractor(name: str) -> None:
    table = At(name, "S")
    assert table.answers("Ah Ah", "9h 9h Kh Qh") == picks("9h 9h")
    assert table.answers("Ah Ah", "9h 9h Th Th Kh Qh") == picks("9h 9h", "Th Th")
    assert table.answers("Ah Ah", "9h Th 3s 3s") == picks("9h Th")
    assert table.answers("Ah Ah", "3s 3s 4c") == picks("3s 3s", "3s 4c")
    assert table.why_not("Ah Ah", "9h 9h Kh Qh", "Kh Qh") == "must_follow_pair"
    refusal = (
        table.hold("Ah Ah", "9h 9h Kh Qh").play(0, "Ah Ah").refused(table.table.play, 1, "Kh Qh")
    )
    assert refusal.rule == "G-09"
    assert refusal.cards == (20, 20)  # the nines of hearts


@pytest.mark.rule("G-09")
def test_by_option_a_tractor_is_not_broken_for_a_pair() -> None:
    table = At("huanle-2", "S", tractors_for_pairs="protect")
    hand = "9h 9h Th Th Kh Qh"
    assert table.answers("Ah Ah", hand) >= picks("Kh Qh", "9h 9h")
    assert table.answers("Ah Ah", "9h 9h Kh Qh") == picks("9h 9h")


@pytest.mark.rule("G-10", "D-10", "F-08")
@pytest.mark.parametrize("name", TWO_DECKS)
def test_a_tractor_led_asks_for_a_tractor_then_for_pairs_then_for_the_group(name: str) -> None:
    table = At(name, "S")
    lead = "Kh Kh Ah Ah"
    assert table.answers(lead, "3h 3h 4h 4h 9h 9h Jh") == picks("3h 3h 4h 4h")
    assert table.answers(lead, "3h 3h 9h 9h Jh Jh") == picks(
        "3h 3h 9h 9h", "3h 3h Jh Jh", "9h 9h Jh Jh"
    )
    assert table.answers(lead, "3h 3h 5h 7h 9h") == picks(
        "3h 3h 5h 7h", "3h 3h 5h 9h", "3h 3h 7h 9h"
    )
    assert table.answers(lead, "3h 5h 7h 3s 3s 4s 4s") == picks("3s 3h 5h 7h", "4s 3h 5h 7h")
    assert table.why_not(lead, "3h 3h 4h 4h 9h 9h", "3h 3h 9h 9h") == "must_follow_run"
    assert table.why_not(lead, "3h 3h 9h 9h Jh", "3h 3h 9h Jh") == "must_follow_pair"


@pytest.mark.rule("G-10")
@pytest.mark.parametrize("name", TWO_DECKS)
def test_of_three_pairs_led_a_run_of_two_and_a_pair_is_owed(name: str) -> None:
    table = At(name, "S")
    lead = "Qh Qh Kh Kh Ah Ah"
    hand = "3h 3h 4h 4h 8h 8h Th Th"
    assert table.answers(lead, hand) == picks("3h 3h 4h 4h 8h 8h", "3h 3h 4h 4h Th Th")
    whole = "3h 3h 4h 4h 5h 5h 8h 8h"
    assert table.answers(lead, whole) == picks("3h 3h 4h 4h 5h 5h")
    alone = "3h 3h 4h 4h 8h Th Jh"
    assert table.answers(lead, alone) == picks(
        "3h 3h 4h 4h 8h Th", "3h 3h 4h 4h 8h Jh", "3h 3h 4h 4h Th Jh"
    )


@pytest.mark.rule("G-10")
@pytest.mark.parametrize("name", TWO_DECKS)
def test_of_four_pairs_led_three_and_one_goes_before_two_and_two(name: str) -> None:
    table = At(name, "S")
    lead = "Jh Jh Qh Qh Kh Kh Ah Ah"
    hand = "3h 3h 4h 4h 5h 5h 7h 7h 8h 8h"
    assert table.answers(lead, hand) == picks("3h 3h 4h 4h 5h 5h 7h 7h", "3h 3h 4h 4h 5h 5h 8h 8h")
    assert table.answers(lead, "3h 3h 4h 4h 6h 6h 7h 7h 9h 9h") == picks("3h 3h 4h 4h 6h 6h 7h 7h")


@pytest.mark.rule("G-10")
@pytest.mark.parametrize("name", TWO_DECKS)
def test_a_longer_run_is_cut_to_a_part_in_one_piece(name: str) -> None:
    table = At(name, "S")
    hand = "3h 3h 4h 4h 5h 5h"
    assert table.answers("Kh Kh Ah Ah", hand) == picks("3h 3h 4h 4h", "4h 4h 5h 5h")
    assert not table.may_follow("Kh Kh Ah Ah", hand, "3h 3h 5h 5h")
    assert table.answers("Qh Qh Kh Kh Ah Ah", "3h 3h 4h 4h 5h 5h 6h 6h") == picks(
        "3h 3h 4h 4h 5h 5h", "4h 4h 5h 5h 6h 6h"
    )


@pytest.mark.rule("G-10")
def test_by_option_only_a_run_of_the_full_length_binds() -> None:
    table = At("huanle-2", "S", follow_runs="full-length")
    lead = "Qh Qh Kh Kh Ah Ah"
    hand = "3h 3h 4h 4h 8h 8h Th Th"
    assert table.answers(lead, hand) == picks(
        "3h 3h 4h 4h 8h 8h", "3h 3h 4h 4h Th Th", "3h 3h 8h 8h Th Th", "4h 4h 8h 8h Th Th"
    )
    assert table.answers(lead, "3h 3h 4h 4h 5h 5h 8h 8h") == picks("3h 3h 4h 4h 5h 5h")
    assert table.answers("Kh Kh Ah Ah", hand) == picks("3h 3h 4h 4h")


@pytest.mark.rule("G-10", "D-10")
@pytest.mark.parametrize("name", TWO_DECKS)
def test_a_throw_binds_by_all_its_pieces_the_longest_first(name: str) -> None:
    table = At(name, "S")
    lead = "Ah Kh Kh Qh Qh"
    assert table.pieces(lead) == ["2x2", "single"]
    assert table.answers(lead, "3h 3h 4h 4h 9h 9h Jh") == picks("3h 3h 4h 4h 9h", "3h 3h 4h 4h Jh")
    assert table.answers(lead, "3h 3h 5h 5h 9h Jh") == picks("3h 3h 5h 5h 9h", "3h 3h 5h 5h Jh")
    two_and_one = "Ah Ah Kh Kh Jh Jh"
    assert table.pieces(two_and_one) == ["2x2", "pair"]
    assert table.answers(two_and_one, "3h 3h 4h 4h 7h 7h 9h Th") == picks("3h 3h 4h 4h 7h 7h")
    assert table.answers(two_and_one, "3h 3h 4h 4h 5h 5h 9h") == picks("3h 3h 4h 4h 5h 5h")
    pairs = "Ah Ah Qh Qh"
    assert table.answers(pairs, "3h 3h 4h 4h 7h 7h") == picks(
        "3h 3h 4h 4h", "3h 3h 7h 7h", "4h 4h 7h 7h"
    )
    assert table.answers("Ah Ah Kh", "3h 3h 4h 5h") == picks("3h 3h 4h", "3h 3h 5h")
    assert table.answers("Ah Kh Qh", "3h 3h 4h 5h") == picks("3h 3h 4h", "3h 3h 5h", "3h 4h 5h")


@pytest.mark.rule("G-10")
def test_a_longer_duty_of_a_throw_goes_before_a_shorter_one() -> None:
    """Led 3 + 2: the three-pair run first, though two runs of two would be more tractors."""
    table = At("huanle-2", "S")
    lead = "Ah Ah Kh Kh Qh Qh Th Th 9h 9h"
    assert table.pieces(lead) == ["2x3", "2x2"]
    hand = "2c 3h 3h 4h 4h 5h 5h 7h 7h Jh 8h 6h"
    assert table.answers(lead, hand) == picks(
        "3h 3h 4h 4h 5h 5h 7h 7h 6h 8h",
        "3h 3h 4h 4h 5h 5h 7h 7h 6h Jh",
        "3h 3h 4h 4h 5h 5h 7h 7h 8h Jh",
    )


@pytest.mark.rule("G-21")
def test_a_lead_is_read_with_its_largest_piece_first() -> None:
    table = At("huanle-3", "S", "9")
    assert table.pieces("2h 2h 2h 3h 3h") == ["2x2", "single"]
    assert table.pieces("4h 4h 5h 5h 6h 6h 7h") == ["2x3", "single"]
    assert table.pieces("4h 4h 4h 5h 5h 5h") == ["3x2"]
    assert table.pieces("4h 4h 4h 6h 6h") == ["triple", "pair"]
    four = At("huanle-2", "S", "9", decks=4)
    assert four.pieces("4h 4h 4h 4h 5h 5h") == ["quad", "pair"]
    assert four.pieces("4h 4h 4h 4h 5h 5h 6h 6h") == ["2x3", "pair"]


@pytest.mark.rule("G-21")
def test_the_leader_may_name_another_reading_and_is_answered_by_it() -> None:
    table = At("huanle-3", "S", "9")
    lead = "7h 7h 7h 8h 8h"
    other = ("triple", "pair")
    assert table.pieces(lead, other) == ["triple", "pair"]
    hand = "3h 3h 4h 4h 6h 6h 6h"
    assert table.answers(lead, hand) == picks(
        "3h 3h 4h 4h 6h",
    )
    assert table.answers(lead, hand, other) == picks("3h 3h 6h 6h 6h", "4h 4h 6h 6h 6h")
    wrong = table.hold(lead).refused(table.table.play, 0, lead, ("pair", "pair"))
    assert (wrong.code, wrong.rule) == ("no_such_reading", "G-21")
    assert table.hold("7h 8h").refused(table.table.play, 0, "7h 8h", ("pair",)).rule == "G-21"


@pytest.mark.rule("G-21")
def test_a_tractor_named_as_two_pairs_is_a_throw_of_two_pairs() -> None:
    table = At("huanle-2", "S")
    lead, pairs = "7h 7h 8h 8h", ("pair", "pair")
    assert not table.thrown(lead, "Qh Qh 3h").all(ThrowFailed)
    failed = table.hold(lead, "Qh Qh 3h").play(0, lead, pairs).last(ThrowFailed)
    assert failed.forced == parse("7h 7h")
    hand = "3h 3h 4h 4h 6h 6h"
    assert table.answers(lead, hand) == picks("3h 3h 4h 4h")
    assert table.answers(lead, hand, pairs) == picks("3h 3h 4h 4h", "3h 3h 6h 6h", "4h 4h 6h 6h")


@pytest.mark.rule("G-22", "E-12")
@pytest.mark.parametrize("name", SILENT_OF_TRIPLES)
def test_three_decks_where_the_source_is_silent_a_triple_is_followed_as_in_e_12(name: str) -> None:
    options = {"decks": 3}
    table = At(name, "S", **options)
    lead = "Ah Ah Ah"
    assert table.answers(lead, "3h 3h 3h 9h 9h Jh") == picks("3h 3h 3h")
    assert table.answers(lead, "3h 3h 9h 9h Jh") == picks(
        "3h 3h 9h", "3h 3h Jh", "3h 9h 9h", "9h 9h Jh"
    )
    assert len(table.answers(lead, "3h 5h 7h 9h")) == 4
    assert table.answers(lead, "3h 3s 3s 3s") == picks("3s 3s 3h")


@pytest.mark.rule("G-22")
@pytest.mark.parametrize("name", SILENT_OF_TRIPLES)
def test_three_decks_where_the_source_is_silent_a_titanic_is_followed_as_in_e_11(name: str) -> None:
    table = At(name, "S", decks=3)
    lead = "Kh Kh Kh Ah Ah Ah"
    assert table.pieces(lead) == ["3x2"]
    assert table.answers(lead, "3h 3h 3h 4h 4h 4h 9h 9h 9h") == picks("3h 3h 3h 4h 4h 4h")
    assert table.answers(lead, "3h 3h 3h 5h 5h 5h 9h 9h Th Th") == picks("3h 3h 3h 5h 5h 5h")


@pytest.mark.rule("G-22")
def test_a_longer_titanic_is_led_and_followed_as_one_piece_the_longest_part_first() -> None:
    table = At("huanle-3", "S")
    lead = "Qh Qh Qh Kh Kh Kh Ah Ah Ah"
    assert table.pieces(lead) == ["3x3"]
    assert table.answers(lead, "3h 3h 3h 4h 4h 4h 5h 5h 5h 7h 7h 7h") == picks(
        "3h 3h 3h 4h 4h 4h 5h 5h 5h"
    )
    assert table.answers(lead, "3h 3h 3h 4h 4h 4h 7h 7h 7h 9h 9h 9h") == picks(
        "3h 3h 3h 4h 4h 4h 7h 7h 7h", "3h 3h 3h 4h 4h 4h 9h 9h 9h"
    )
    assert table.answers(lead, "3h 3h 3h 4h 4h 4h 7h 7h 9h Jh") == picks(
        "3h 3h 3h 4h 4h 4h 7h 7h 9h", "3h 3h 3h 4h 4h 4h 7h 7h Jh"
    )


@pytest.mark.rule("G-22")
def test_longer_and_wider_leads_are_followed_by_analogy() -> None:
    table = At("huanle-3", "S")
    lead = "Qh Qh Qh Kh Kh Kh Ah Ah Ah"
    assert table.answers(lead, "3h 3h 4h 4h 5h 5h 7h 8h 9h Jh") == picks(
        *[
            f"3h 3h 4h 4h 5h 5h {three}"
            for three in ("7h 8h 9h", "7h 8h Jh", "7h 9h Jh", "8h 9h Jh")
        ]
    )
    four = At("huanle-2", "S", decks=4)
    quad = "Ah Ah Ah Ah"
    assert four.answers(quad, "3h 3h 3h 3h 4h 4h 4h 5h") == picks("3h 3h 3h 3h")
    assert four.answers(quad, "3h 3h 3h 4h 4h 5h") == picks("3h 3h 3h 4h", "3h 3h 3h 5h")
    assert four.answers(quad, "3h 3h 5h 5h 7h 9h") == picks("3h 3h 5h 5h")
    assert four.answers(quad, "3h 3h 5h 7h 9h") == picks(
        "3h 3h 5h 7h", "3h 3h 5h 9h", "3h 3h 7h 9h"
    )


@pytest.mark.rule("G-22")
def test_a_triple_is_broken_for_a_pair_or_a_tractor_led() -> None:
    table = At("huanle-3", "S")
    assert table.answers("Ah Ah", "3h 3h 3h 5h 7h") == picks("3h 3h")
    assert table.answers("Ah Ah", "3h 3h 3h 5h 5h") == picks("3h 3h", "5h 5h")
    assert table.answers("Kh Kh Ah Ah", "3h 3h 3h 4h 4h 7h 9h") == picks("3h 3h 4h 4h")
    four = At("huanle-2", "S", decks=4)
    assert four.answers("Ah Ah", "3h 3h 3h 3h 5h 7h") == picks("3h 3h")


@pytest.mark.rule("G-22")
def test_by_option_longer_sets_are_protected() -> None:
    table = At("huanle-3", "S", triples_for_pairs="protect")
    never = table.answers("Ah Ah", "3h 3h 3h 5h 7h")
    assert never == picks("3h 3h", "3h 5h", "3h 7h", "5h 7h")  # never forced, but allowed
    held = table.answers("Ah Ah", "3h 3h 3h 5h 5h 7h")
    assert held == picks("5h 5h")  # does not stand in for the genuine pair
    assert table.answers("Kh Kh Ah Ah", "3h 3h 3h 4h 4h 7h 9h") >= picks(
        "3h 4h 4h 7h", "4h 4h 7h 9h", "3h 3h 4h 4h"
    )
    assert not table.may_follow("Kh Kh Ah Ah", "3h 3h 3h 4h 4h 7h 9h", "3h 3h 4h 7h")
    assert table.answers("Ah Ah Ah", "3h 3h 3h 5h 5h 7h") == picks("3h 3h 3h")
    four = At("huanle-2", "S", decks=4, triples_for_pairs="protect")
    assert four.may_follow("Ah Ah", "3h 3h 3h 3h 5h 7h", "5h 7h")

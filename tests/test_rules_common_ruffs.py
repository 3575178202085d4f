"""Common rules: ruffs, over-ruffs, what a trick is worth (G-11 to G-13, G-16, G-20, G-22)."""

import pytest

from judged import At
from shengji.engine.events import Dug, TrickTaken
from shengji.engine.ruleset import preset

TWO_DECKS = ("eighty", "eighty-match", "jj", "jj-home", "huanle-2", "weijia-2")
THROWING = (*TWO_DECKS, "huanle-3", "weijia-3")


@pytest.mark.rule("G-11", "D-10", "F-08")
@pytest.mark.parametrize("name", TWO_DECKS)
def test_void_in_the_led_group_any_cards_may_be_played(name: str) -> None:
    table = At(name, "S", "6")
    assert len(table.answers("Ah", "3c Kd As BJ 6h")) == 5
    assert len(table.answers("Ah Ah", "3c 3c Kd As")) == 4
    assert table.answers("Kh Kh Ah Ah", "3c 3c As As BJ") != set()
    assert table.may_follow("Kh Kh Ah Ah", "3c 3c 4c 4c 5s 7d 8d", "3c 4c 5s 7d")


@pytest.mark.rule("G-11", "D-10", "F-08")
@pytest.mark.parametrize("name", TWO_DECKS)
def test_off_suit_cards_win_only_as_a_ruff_all_of_trump(name: str) -> None:
    table = At(name, "S", "6")
    assert table.winner("3h", "Ac", "Ad", "4s") == 3
    assert table.winner("3h 3h", "Ac Ac", "7s 7s") == 2
    assert table.winner("3h 3h", "7s Ac", "BJ Ad") == 0
    assert table.winner("3h 3h 4h 4h", "7s 7s Ac Ac", "8s 8s 9s 9s") == 2
    assert table.winner("9h Th", "7s Ac", "8s Jd") == 0
    assert table.winner("9h Th", "6d 7s") == 1  # a side level card is trump


@pytest.mark.rule("G-11", "D-10", "F-08")
@pytest.mark.parametrize("name", TWO_DECKS)
def test_a_ruff_has_at_least_the_structure_of_the_lead(name: str) -> None:
    table = At(name, "S", "6")
    assert table.winner("9h 9h", "BJ LJ", "As Ks") == 0  # two trumps never beat a pair
    assert table.winner("9h 9h", "6h 6d") == 0
    assert table.winner("9h 9h", "3s 3s") == 1
    assert table.winner("9h 9h Th Th", "3s 3s 5s 5s") == 0
    assert table.winner("9h 9h Th Th", "3s 3s 4s 4s") == 1
    assert table.winner("8h 8h 9h 9h Th Th", "2s 2s 3s 3s As As") == 0
    assert table.winner("8h 8h 9h 9h Th Th", "2s 2s 3s 3s 4s 4s") == 1
    assert table.winner("Jc Qc", "3s 4s") == 1


@pytest.mark.rule("G-11")
def test_a_set_that_can_be_read_in_several_ways_fits_if_any_reading_fits() -> None:
    table = At("huanle-3", "S", "9")
    assert table.winner("4h 4h 5h 5h 6h", "2s 2s 2s 3s 3s") == 1
    assert table.winner("Ah Ah Kh", "2s 2s 2s") == 1
    assert table.winner("Ah Ah Ah Kh Kh", "2s 2s 2s 3s 3s") == 1
    assert table.pieces("Ah Ah Ah Kh Kh") == ["2x2", "single"]
    two = At("huanle-2", "S", "9")
    assert two.winner("Ah Ah Qh Qh", "2s 2s 3s 3s") == 1  # a tractor is two pairs as well
    assert two.winner("Ah Kh Qh Qh", "2s 2s 3s 3s") == 1  # and a pair two singles


@pytest.mark.rule("G-11", "G-05")
@pytest.mark.parametrize("name", TWO_DECKS)
def test_a_ruff_beats_the_led_suit_whatever_its_height(name: str) -> None:
    table = At(name, "S", "6")
    assert table.winner("Ah", "2s", "Ah", "Kh") == 1
    assert table.winner("Ah Ah", "2s 2s", "Kh Kh", "Qh Qh") == 1
    assert table.winner("3h", "2s", "5s", "4s") == 2


@pytest.mark.rule("G-12", "D-10", "E-13", "F-08")
@pytest.mark.parametrize("name", THROWING)
def test_a_ruff_of_a_throw_holds_as_many_tractors_and_pairs(name: str) -> None:
    table = At(name, "S", "6")
    assert table.winner("Ah Kh 5h 5h 4h 4h", "9s 9s 8s 8s 7s 2s") == 1
    assert table.winner("Ah Ah 5h 5h 4h 4h", "9s 9s 8s 8s 7s 2s") == 0
    assert table.winner("Ah Ah 5h 5h 4h 4h", "9s 9s 8s 8s 2s 2s") == 1
    assert table.winner("Ah Kh 5h 5h 4h 4h", "9s 9s 7s 7s 2s 2s") == 0  # two pairs, no tractor
    assert table.winner("Ah Ah Kh Kh 5h 5h 4h 4h", "9s 9s 8s 8s 3s 3s 2s 2s") == 1
    assert table.winner("Ah Ah Kh Kh 5h 5h 4h 4h", "9s 9s 8s 8s 4s 4s 2s 2s") == 0
    assert table.winner("Ah 5h 5h 4h 4h 3h 3h", "9s 9s 8s 8s 7s 7s 2s") == 1
    assert table.winner("Ah 5h 5h 4h 4h 3h 3h", "9s 9s 8s 8s 2s 2s 3s") == 0


@pytest.mark.rule("G-13", "E-13", "D-10", "F-08")
@pytest.mark.parametrize("name", THROWING)
def test_an_over_ruff_compares_only_the_highest_structure_that_was_led(name: str) -> None:
    table = At(name, "S", "6")
    assert table.winner("5h 4h 4h", "9s 7s 7s", "8s 8s 4s") == 2  # pairs: 88 over 77
    assert table.winner("5h 4h 4h", "8s 8s 4s", "9s 7s 7s") == 1
    assert table.winner("5h 4h 4h", "8s 8s 4s", "BJ 7s 7s") == 1
    assert table.winner("5h Qh 7h", "9s 7s 7s", "8s 8s 4s") == 1  # singles: 9 over 8
    assert table.winner("5h 8h 7h", "9s 7s 7s", "8s 8s 4s") == 1
    assert table.winner("5h 8h 7h", "8s 8s 4s", "9s 7s 7s") == 2
    tractor = table.winner("Ah 5h 5h 4h 4h", "As 9s 9s 8s 8s", "Js Js Ts Ts 2s")
    assert tractor == 2
    assert table.winner("Kh Kh 5h 5h 4h 4h", "As As 3s 3s 2s 2s", "7s 7s 5s 5s 9s 9s") == 2


@pytest.mark.rule("G-13", "E-13", "D-10", "F-08")
@pytest.mark.parametrize("name", THROWING)
def test_lead_5_6_7_trump_9_77_ruffs_and_88_4_does_not_over_ruff(name: str) -> None:
    table = At(name, "S", "2")
    assert table.winner("5h 6h 7h", "9s 7s 7s") == 1
    assert table.winner("5h 6h 7h", "9s 7s 7s", "8s 8s 4s") == 1
    assert table.winner("5h 6h 7h", "9s 7s 7s", "Ts 3s 4s") == 2


@pytest.mark.rule("G-13")
@pytest.mark.parametrize("name", TWO_DECKS)
def test_of_several_tractors_the_longest_is_compared(name: str) -> None:
    table = At(name, "S", "2")
    lead = "Ah Ah Kh Kh Qh Qh Th Th 9h 9h"
    low_run = "6s 6s 5s 5s 4s 4s As As Ks Ks"
    high_run = "9s 9s 8s 8s 7s 7s Qs Qs Js Js"
    assert table.winner(lead, low_run, high_run) == 2
    assert table.winner(lead, high_run, low_run) == 1


@pytest.mark.rule("G-13")
@pytest.mark.parametrize("name", TWO_DECKS)
def test_equal_over_ruffs_leave_the_earlier_standing(name: str) -> None:
    table = At(name, "S", "6")
    assert table.winner("5h 8h 7h", "6c 2s 3s", "6d As Ks") == 1
    assert table.winner("5h 4h 4h", "2s 6c 6c", "As 6d 6d") == 1


@pytest.mark.rule("G-13")
def test_by_option_every_piece_must_be_higher() -> None:
    table = At("huanle-2", "S", "2", compare_throws="all")
    assert table.winner("5h 4h 4h", "9s 7s 7s", "8s 8s 4s") == 1
    assert table.winner("5h 4h 4h", "9s 7s 7s", "8s 8s Ts") == 2
    assert table.winner("5h 4h 4h", "9s 7s 7s", "8s 8s 9s") == 1  # equal is not higher
    assert table.winner("5h 6h 7h", "9s 8s 3s", "Ts 9s 4s") == 2
    assert table.winner("5h 6h 7h", "9s 8s 3s", "As Ks 3s") == 1
    assert table.winner("5h 6h 7h", "4s 3s 9s") == 1  # a first ruff only needs the structure


@pytest.mark.rule("G-13")
def test_by_option_the_highest_card_decides() -> None:
    table = At("huanle-2", "S", "2", compare_throws="highest")
    assert table.winner("5h 4h 4h", "9s 7s 7s", "8s 8s 4s") == 1
    assert table.winner("5h 4h 4h", "9s 7s 7s", "Ts 3s 3s") == 2
    assert table.winner("5h 4h 4h", "9s 7s 7s", "Ts 3s 4s") == 1  # but no pair, no ruff
    assert table.winner("5h 4h 4h", "9s 7s 7s", "9s 8s 8s") == 1


@pytest.mark.rule("G-16")
@pytest.mark.parametrize("name", TWO_DECKS)
def test_the_winner_of_a_trick_leads_the_next_and_only_defenders_score(name: str) -> None:
    table = At(name, "S").hold("Kh 3c", "Ah 4c", "Th 5c", "5h Ac")
    table.trick("Kh", "Ah", "Th", "5h")
    assert table.turn == 1
    assert table.last(TrickTaken) == TrickTaken(1, 10 + 10 + 5)
    assert table.d.points == 25
    table.trick("4c", "5c", "Ac", "3c")
    assert table.last(TrickTaken) == TrickTaken(3, 5)
    declarers = At(name, "S").hold("Kh 3c", "9h 4c", "Th 5c", "5h Ac").trick("Kh", "9h", "Th", "5h")
    assert declarers.last(TrickTaken) == TrickTaken(0, 0)
    partner = At(name, "S").hold("Kh 3c", "9h 4c", "Ah 5c", "5h Ac").trick("Kh", "9h", "Ah", "5h")
    assert partner.last(TrickTaken) == TrickTaken(2, 0)
    assert partner.turn == 2


@pytest.mark.rule("G-20", "A-21", "E-15")
@pytest.mark.parametrize(
    "name", ["huanle-2", "huanle-3", "jj", "jj-home", "eighty", "eighty-match"]
)
def test_a_ruff_digs_by_the_lead_that_it_met(name: str) -> None:
    table = At(name, "S")
    assert preset(name).dig_by == "lead"
    assert table.factor("5h 6h 7h", "3d 4d 6d", "9s 7s 7s") == 2
    assert table.factor("5h 4h 4h", "3d 4d 6d", "9s 7s 7s") == 4


@pytest.mark.rule("G-20", "F-12")
@pytest.mark.parametrize("name", ["weijia-2", "weijia-3"])
def test_in_weijia_a_ruff_digs_by_its_own_cards(name: str) -> None:
    table = At(name, "S")
    assert table.factor("5h 6h 7h", "3d 4d 6d", "9s 7s 7s") == 4
    dug = table.trick("5h 6h 7h", "3d 4d 6d", "9s 7s 7s", kitty="5c Kc", leader=1).last(Dug)
    assert (dug.seat, dug.points) == (3, 15 * 4)


@pytest.mark.rule("G-20")
def test_either_way_of_digging_is_an_option_of_every_system() -> None:
    ruff = ("5h 6h 7h", "3d 4d 6d", "9s 7s 7s")
    assert At("huanle-2", "S", dig_by="play").factor(*ruff) == 4
    assert At("jj", "S", dig_by="play").factor(*ruff) == 4
    assert At("eighty", "S", dig_by="play").factor(*ruff) == 4
    assert At("weijia-2", "S", dig_by="lead").factor(*ruff) == 2


@pytest.mark.rule("G-22")
@pytest.mark.parametrize("name", ["eighty", "jj", "huanle-3", "weijia-3"])
def test_with_triples_a_ruff_needs_as_many_of_each_kind_under_some_reading(name: str) -> None:
    table = At(name, "S", "9", decks=3)
    assert table.winner("Ah Ah Ah", "3s 3s 4s") == 0
    assert table.winner("Ah Ah Ah", "3s 3s 3s") == 1
    titanic = "Kh Kh Kh Ah Ah Ah"
    assert table.winner(titanic, "3s 3s 3s 5s 5s 5s") == 0
    assert table.winner(titanic, "3s 3s 4s 4s 5s 5s") == 0
    assert table.winner(titanic, "3s 3s 3s 4s 4s 4s") == 1
    assert table.winner("Ah Ah Ah Qh Qh", "3s 3s 3s 5s 5s") == 1
    assert table.winner("Ah Ah Ah Qh Qh", "3s 3s 4s 4s 5s") == 0
    assert table.winner("Ah Ah Kh Kh Qh Qh", "3s 3s 3s 4s 4s 4s") == 0  # three pairs, not two
    assert table.winner("Ah Ah Kh Kh Jh Th", "3s 3s 3s 4s 4s 4s") == 1  # 33 44 + 3 + 4


@pytest.mark.rule("G-22")
@pytest.mark.parametrize("name", ["eighty", "jj", "huanle-3", "weijia-3"])
def test_with_triples_an_over_ruff_compares_the_piece_with_most_cards(name: str) -> None:
    table = At(name, "S", "9", decks=3)
    lead = "Ah Ah Ah Qh Qh"
    assert table.winner(lead, "5s 5s 5s As As", "6s 6s 6s 2s 2s") == 2
    assert table.winner(lead, "6s 6s 6s 2s 2s", "5s 5s 5s As As") == 1
    runs = "Ah Ah Kh Kh 7h 7h 7h"  # four cards before three
    assert table.pieces(runs) == ["2x2", "triple"]
    assert table.winner(runs, "2s 2s 3s 3s Ks Ks Ks", "5s 5s 6s 6s 4s 4s 4s") == 2
    assert table.winner(runs, "5s 5s 6s 6s 4s 4s 4s", "2s 2s 3s 3s Ks Ks Ks") == 1


@pytest.mark.rule("G-22")
def test_of_pieces_with_as_many_cards_an_over_ruff_compares_the_wider() -> None:
    table = At("huanle-2", "S", "9", decks=4)
    lead = "Ah Ah Ah Ah Jh Jh Th Th"
    assert table.pieces(lead) == ["quad", "2x2"]
    assert table.winner(lead, "5s 5s 5s 5s Ks Ks As As", "6s 6s 6s 6s 2s 2s 3s 3s") == 2
    assert table.winner(lead, "6s 6s 6s 6s 2s 2s 3s 3s", "5s 5s 5s 5s Ks Ks As As") == 1
    triples = "Ah Ah Ah Kh Kh Kh 7h 7h 6h 6h 5h 5h"  # six cards each
    assert table.pieces(triples) == ["3x2", "2x3"]
    low_titanic = "2s 2s 2s 3s 3s 3s Qs Qs Ks Ks As As"
    high_titanic = "7s 7s 7s 8s 8s 8s 4s 4s 5s 5s 6s 6s"
    assert table.winner(triples, low_titanic, high_titanic) == 2
    assert table.winner(triples, high_titanic, low_titanic) == 1

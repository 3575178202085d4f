"""Common rules: seats, points, the order of cards, pieces (G-01 to G-07)."""

import pytest

from judged import At
from shengji.engine.actions import Play, Rule
from shengji.engine.cards import full_deck, points
from shengji.engine.events import DealStarted, Dealt, DealVoided, TrickTaken
from shengji.engine.options import RulesetError
from shengji.engine.ruleset import PRESETS
from shengji.engine.seats import partner, side_of
from table import Table

LINKING = ("eighty", "eighty-match", "huanle-2", "huanle-3", "weijia-2", "weijia-3")
PLAIN_TWO_DECKS = ("eighty", "jj", "huanle-2", "weijia-2")


@pytest.mark.rule("G-01")
def test_partners_sit_opposite_and_neighbours_are_opponents() -> None:
    assert [partner(seat, 4) for seat in range(4)] == [2, 3, 0, 1]
    assert side_of(0) == side_of(2) != side_of(1) == side_of(3)
    with pytest.raises(RulesetError, match="players"):
        Table("eighty", players=6)


@pytest.mark.rule("G-01")
def test_cards_are_dealt_one_at_a_time_round_the_table() -> None:
    table = Table("jj", banker=2).start().draw(1).draw(6)
    assert [event.seat for event in table.all(Dealt)] == [2, 3, 0, 1, 2, 3, 0]
    assert [event.card for event in table.all(Dealt)] == list(table.d.deck[:7])
    table.draw()
    drawn = [event.seat for event in table.all(Dealt)]
    assert drawn == [2, 3, 0, 1] * 25


@pytest.mark.rule("G-01")
def test_play_goes_the_way_of_the_deal() -> None:
    table = At("jj", "S").hold("3h 4h", "5h 6h", "7h 8h", "9h Th", leader=2)
    turns = []
    for cards in ("3h", "5h", "7h", "9h", "Th", "4h", "6h"):
        turns.append(table.turn)
        table.play(table.turn, cards)
    assert turns == [2, 3, 0, 1, 1, 2, 3]
    assert table.refused(table.play, 2, "8h").code == "not_your_turn"


@pytest.mark.rule("G-01")
@pytest.mark.parametrize("name", PRESETS)
def test_the_first_card_of_a_first_deal_goes_to_the_seat_drawn_by_lot(name: str) -> None:
    for lot in range(4):
        table = Table(name).start(first=lot).draw(1)
        assert table.last(Dealt).seat == lot
        assert table.last(DealStarted).first == lot


@pytest.mark.rule("G-01")
@pytest.mark.parametrize("name", PRESETS)
def test_the_first_card_of_a_later_deal_goes_to_the_banker(name: str) -> None:
    table = Table(name, banker=3).start(first=1).draw(1)
    assert table.last(Dealt).seat == 3


@pytest.mark.rule("G-01")
def test_the_first_card_of_a_race_goes_by_lot_again() -> None:
    table = Table("eighty-match", banker=1, assisted=False).in_play("H")
    table.act(Rule("wrong-count")).start(first=2).draw(1)
    assert table.all(DealVoided)
    assert table.last(Dealt).seat == 2


@pytest.mark.rule("G-02")
def test_a_deck_has_100_points_in_fives_tens_and_kings() -> None:
    for decks in (1, 2, 3, 4):
        assert points(full_deck(decks)) == 100 * decks
    for rank in "23456789TJQKA":
        worth = {"5": 5, "T": 10, "K": 10}.get(rank, 0)
        table = At("jj", "S", "4" if rank == "2" else "2")
        trick = table.trick("Ad", rank + "d", rank + "h", rank + "c", leader=1)
        assert trick.last(TrickTaken).points == 3 * worth


@pytest.mark.rule("G-02")
def test_trumps_and_level_cards_count_their_points_too() -> None:
    fives = At("jj", "S", "5").trick("BJ", "5s", "5h", "Ts", leader=1)
    assert fives.last(TrickTaken).points == 5 + 5 + 10
    tens = At("jj", "NT", "T").trick("BJ", "Ts", "Th", "LJ", leader=1)
    assert tens.last(TrickTaken).points == 20


TRUMP_ORDER = "BJ LJ 6h 6s Ah Kh Qh Jh Th 9h 8h 7h 5h 4h 3h 2h"


@pytest.mark.rule("G-03")
@pytest.mark.parametrize("name", PLAIN_TWO_DECKS)
@pytest.mark.parametrize(
    "order", [TRUMP_ORDER, *("A K Q J T 9 8 7 5 4 3 2".replace(" ", f"{s} ") + s for s in "scd")]
)
def test_trump_and_plain_suits_from_the_top(name: str, order: str) -> None:
    cards = order.split()
    table = At(name, "H", "6")
    for place, higher in enumerate(cards):
        for lower in cards[place + 1 :]:
            assert table.winner(lower, higher) == 1, (lower, higher)
            assert table.winner(higher, lower) == 0, (higher, lower)


@pytest.mark.rule("G-03")
def test_the_other_level_cards_are_equal_and_trump() -> None:
    table = At("huanle-2", "H", "6")
    for one in ("6s", "6c", "6d"):
        for other in ("6s", "6c", "6d"):
            assert table.winner(one, other) == 0
        assert table.winner(one, "6h") == 1
        assert table.winner(one, "Ah") == 0
        assert table.winner("A" + one[1], one) == 1
        assert not table.may_follow("3h", f"{one} Ac", "Ac")


@pytest.mark.rule("G-04")
@pytest.mark.parametrize("name", PLAIN_TWO_DECKS)
def test_no_trump_has_only_jokers_and_four_equal_level_cards(name: str) -> None:
    table = At(name, "NT", "6")
    levels = ("6s", "6h", "6c", "6d")
    for one in levels:
        for other in levels:
            assert table.winner(one, other) == 0
        assert table.winner(one, "LJ") == 1
        assert table.winner("A" + one[1], one) == 1
        assert table.winner(one, "A" + one[1]) == 0
    assert table.winner("LJ", "BJ") == 1
    assert table.winner("3h", "As") == 0
    assert table.hold("6s 6h LJ BJ").play(0, "6s 6h LJ BJ").d.lead is not None
    assert table.hold("6s As").refused(table.table.play, 0, "6s As").code == "one_group_only"


@pytest.mark.rule("G-04")
@pytest.mark.parametrize("name", LINKING)
def test_at_no_trump_jokers_and_one_level_pair_link_in_a_row(name: str) -> None:
    table = At(name, "NT", "6")
    assert table.pieces("BJ BJ LJ LJ") == ["2x2"]
    for pair in ("6s 6s", "6h 6h", "6c 6c", "6d 6d"):
        assert table.pieces(f"LJ LJ {pair}") == ["2x2"]
        assert table.pieces(f"BJ BJ LJ LJ {pair}") == ["2x3"]
        assert table.pieces(f"BJ BJ {pair}") == ["pair", "pair"]
    assert table.pieces("6s 6s 6h 6h") == ["pair", "pair"]
    assert table.pieces("LJ LJ 6s 6s 6h 6h") == ["2x2", "pair"]


@pytest.mark.rule("G-04")
@pytest.mark.parametrize("name", ["jj", "jj-home"])
def test_at_no_trump_nothing_links_where_levels_and_jokers_do_not(name: str) -> None:
    table = At(name, "NT", "6")
    for cards in ("BJ BJ LJ LJ", "LJ LJ 6s 6s", "6s 6s 6h 6h"):
        assert table.pieces(cards) == ["pair", "pair"]


@pytest.mark.rule("G-05")
def test_of_equal_cards_the_one_played_first_is_higher() -> None:
    table = At("huanle-2", "S", "6")
    assert table.winner("Kh", "Kh", "Qh", "3h") == 0
    assert table.winner("3c", "6h", "6d", "6h") == 1
    assert table.winner("6d 6d", "6h 6h", "6c 6c") == 0
    assert table.winner("BJ", "BJ") == 0
    four = At("huanle-2", "S", "6", decks=4)
    assert four.winner("8h 8h 9h 9h", "Th Th Jh Jh", "Th Th Jh Jh", "3h 3h 4h 4h") == 1
    assert four.winner("8h 8h 9h 9h", "3s 3s 4s 4s", "7s 7s 8s 8s", "7s 7s 8s 8s") == 2


@pytest.mark.rule("G-06")
def test_sets_are_alike_in_suit_and_rank() -> None:
    table = At("four-deck-match", "S", "6", throws="all")
    assert table.pieces("9h 9h") == ["pair"]
    assert table.pieces("9h 9h 9h") == ["triple"]
    assert table.pieces("9h 9h 9h 9h") == ["quad"]
    assert table.pieces("9s 9s 9s") == ["triple"]


@pytest.mark.rule("G-06")
@pytest.mark.parametrize("name", LINKING)
def test_levels_of_two_suits_or_a_big_and_a_small_joker_are_no_pair(name: str) -> None:
    table = At(name, "S", "6")
    for cards in ("6h 6d", "6s 6h", "BJ LJ"):
        assert table.pieces(cards) == ["single", "single"]
    assert At(name, "NT", "6").pieces("6s 6h") == ["single", "single"]
    assert not table.winner("9c 9c", "6h 6d")


@pytest.mark.rule("G-06", "F-05")
def test_more_copies_than_there_are_decks_cannot_be_played() -> None:
    for decks in (1, 2, 3):
        table = Table(f"weijia-{decks}", banker=0).in_play("S", {0: " ".join(["Ah"] * decks)})
        card = 13 + 12
        refused = table.refused(table.act, Play(0, (card,) * (decks + 1)))
        assert refused.code == "not_held"


@pytest.mark.rule("G-07")
@pytest.mark.parametrize("name", PLAIN_TWO_DECKS)
def test_a_tractor_is_adjacent_pairs_of_one_group(name: str) -> None:
    table = At(name, "S", "2")
    assert table.pieces("5h 5h 6h 6h") == ["2x2"]
    assert table.pieces("7c 7c 8c 8c 9c 9c") == ["2x3"]
    assert table.pieces("3d 3d 4d 4d 5d 5d 6d 6d 7d 7d") == ["2x5"]
    assert table.pieces("5s 5s 6s 6s") == ["2x2"]
    assert table.pieces("5h 5h 7h 7h") == ["pair", "pair"]


@pytest.mark.rule("G-07")
@pytest.mark.parametrize("name", PLAIN_TWO_DECKS)
@pytest.mark.parametrize(
    ("level", "run"), [("6", "55 77"), ("T", "JJ 99"), ("7", "66 88"), ("K", "AA QQ")]
)
def test_neighbours_of_the_level_are_adjacent(name: str, level: str, run: str) -> None:
    for suit in "hcds":
        cards = " ".join(rank + suit for rank in run.replace(" ", ""))
        assert At(name, "S", level).pieces(cards) == ["2x2"]
        assert At(name, "NT", level).pieces(cards) == ["2x2"]
        gap = At(name, "S", level, level_gap_closes=False)
        assert gap.pieces(cards) == ["pair", "pair"]
    assert At(name, "S", "3", level_gap_closes=False).pieces("5h 5h 6h 6h") == ["2x2"]


@pytest.mark.rule("G-07")
@pytest.mark.parametrize("name", PLAIN_TWO_DECKS)
def test_554_544_jjq_and_55_33_are_no_tractors(name: str) -> None:
    table = At(name, "S", "2")
    assert table.pieces("5h 5h 4h") == ["pair", "single"]
    assert table.pieces("5h 4h 4h") == ["pair", "single"]
    assert table.pieces("Jh Jh Qh") == ["pair", "single"]
    assert table.pieces("5h 5h 3h 3h") == ["pair", "pair"]


@pytest.mark.rule("G-07")
@pytest.mark.parametrize("name", PLAIN_TWO_DECKS)
def test_ace_and_two_are_never_neighbours_in_a_plain_suit(name: str) -> None:
    table = At(name, "S", "6")
    assert table.pieces("Ah Ah 2h 2h") == ["pair", "pair"]
    assert table.pieces("Kh Kh Ah Ah 2h 2h 3h 3h") == ["2x2", "2x2"]
    assert At(name, "S", "K").pieces("Ah Ah 2h 2h") == ["pair", "pair"]
    assert At(name, "S", "A").pieces("Kh Kh 2h 2h") == ["pair", "pair"]
    assert At(name, "S", "3").pieces("Ah Ah 2h 2h") == ["pair", "pair"]


@pytest.mark.rule("G-07")
def test_pairs_of_two_groups_are_no_tractor() -> None:
    table = At("huanle-2", "S", "6")
    table.hold("5h 5h 7c 7c")
    assert table.table.refused(table.table.play, 0, "5h 5h 7c 7c").code == "one_group_only"
    assert table.winner("5c 5c 7c 7c", "5h 5h 7s 7s") == 0

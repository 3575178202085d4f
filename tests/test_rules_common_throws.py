"""Common rules: throws, and what a failed one leaves on the table (G-14, G-15)."""

import pytest

from judged import At
from shengji.engine.cards import parse
from shengji.engine.events import Penalised, Played, ThrowFailed
from shengji.engine.view import for_seat, redact
from table import Table

TWO_DECKS = ("eighty", "eighty-match", "jj", "jj-home", "huanle-2", "weijia-2")
THROW = "9h 8h 8h 4h 4h"


@pytest.mark.rule("G-14", "D-08", "E-06", "F-07")
@pytest.mark.parametrize("name", TWO_DECKS)
def test_a_throw_stands_if_no_other_hand_holds_a_higher_piece_of_the_kind(name: str) -> None:
    table = At(name, "S")
    for cards in ("Ah Ah Kh", "Ah Kh Kh", "Ah Qh Qh Jh Jh"):
        assert table.stands(cards, "3h 4h", "5h 6h", "7h 8h")
    assert table.stands(THROW, "9h 3h", "7h 6h", "5h 3h")
    assert table.stands("Qh Qh Jh Jh Th", "3h 4h", "5h 6h", "7h 8h")


@pytest.mark.rule("G-14")
@pytest.mark.parametrize("name", TWO_DECKS)
def test_singles_pairs_and_tractors_are_never_compared_with_one_another(name: str) -> None:
    table = At(name, "S")
    assert table.stands("Ah 3h 3h", "Kh Qh", "Jh Th", "9h 8h")  # singles do not beat a pair
    assert table.stands("Ah 3h 3h 4h 4h", "Kh Kh", "Qh Qh 9h", "8h 8h")  # nor pairs a tractor
    assert table.throw("Kh 3h 3h", "Ah 5h", "6h 7h", "8h 9h") == "Kh"
    assert table.throw("Ah 3h 3h", "5h 5h", "6h 7h", "8h 9h") == "3h 3h"
    assert table.throw("Ah 3h 3h 4h 4h", "", "", "5h 5h 6h 6h") == "3h 3h 4h 4h"


@pytest.mark.rule("G-14")
@pytest.mark.parametrize("name", TWO_DECKS)
def test_a_pair_in_a_tractor_and_a_part_of_a_longer_one_are_such_pieces(name: str) -> None:
    table = At(name, "S")
    assert table.throw("Ah 3h 3h", "5h 5h 6h 6h") == "3h 3h"
    assert table.throw("Ah 3h 3h 4h 4h", "5h 5h 6h 6h 7h 7h") == "3h 3h 4h 4h"
    three = At("huanle-3", "S")
    assert three.throw("Ah 3h 3h", "5h 5h 5h") == "3h 3h"
    assert three.throw("Ah 3h 3h 4h 4h", "5h 5h 5h 6h 6h") == "3h 3h 4h 4h"
    assert three.throw("Ah 3h 3h 3h", "5h 5h 5h 6h 6h 6h") == "3h 3h 3h"
    assert three.stands("Ah 3h 3h 3h", "5h 5h 6h 6h")


@pytest.mark.rule("G-14")
@pytest.mark.parametrize("name", TWO_DECKS)
def test_the_partner_stops_a_throw_too(name: str) -> None:
    table = At(name, "S")
    assert table.throw("Kh 3h 3h", "4h", "Ah", "4h") == "Kh"
    assert table.thrown("Kh 3h 3h", "4h", "Ah", "4h").last(ThrowFailed).by == 2


@pytest.mark.rule("G-14")
@pytest.mark.parametrize("name", TWO_DECKS)
def test_cards_of_two_hands_do_not_add_up(name: str) -> None:
    table = At(name, "S")
    assert table.stands("Ah 3h 3h", "5h Kh", "5h Qh", "Jh Th")
    assert table.stands("Ah 3h 3h 4h 4h", "5h 5h 9h", "6h 6h Th", "7h 7h")


@pytest.mark.rule("G-14")
@pytest.mark.parametrize("name", TWO_DECKS)
def test_equal_does_not_beat(name: str) -> None:
    table = At(name, "S")
    assert table.stands("Kh 3h 3h", "Kh 4h", "5h", "6h")
    trump = At("huanle-2", "S", "6")
    assert trump.stands("6h 9s 9s", "6d As")  # side level cards are equal
    assert trump.throw("6h 9s 9s", "6s As") == "6h"


@pytest.mark.rule("G-14")
@pytest.mark.parametrize("name", TWO_DECKS)
def test_trumps_do_not_stop_a_plain_throw(name: str) -> None:
    table = At(name, "S", "6")
    assert table.stands("Qh 3h 3h 4h 4h", "As As Ks Ks BJ", "6h 6h LJ", "6s 6s")


@pytest.mark.rule("G-14")
def test_a_throw_is_of_one_group() -> None:
    table = At("huanle-2", "S", "6").hold("Ah Ac 6h As")
    assert table.refused(table.play, 0, "Ah Ac").rule == "G-14"
    assert table.refused(table.play, 0, "Ah As").code == "one_group_only"
    assert table.refused(table.play, 0, "Ah 6h").code == "one_group_only"


@pytest.mark.rule("G-15", "D-08", "E-06", "F-07", "A-06")
@pytest.mark.parametrize("name", TWO_DECKS)
@pytest.mark.parametrize(
    ("outside", "forced"), [("Jh", "9h"), ("5h 5h", "4h 4h"), ("Qh Qh", "4h 4h")]
)
def test_a_failed_throw_forces_the_lowest_beaten_piece(
    name: str, outside: str, forced: str
) -> None:
    table = At(name, "S")
    for hands in ((outside, "3h", "6h"), ("3h", outside, "6h"), ("3h", "6h", outside)):
        assert table.throw(THROW, *hands) == forced


@pytest.mark.rule("G-15")
@pytest.mark.parametrize("name", TWO_DECKS)
def test_the_rest_of_a_failed_throw_goes_back_to_the_hand(name: str) -> None:
    table = At(name, "S").hold(THROW + " As", "Jh 3h", "7h", "6h 3c").play(0, THROW)
    assert sorted(table.hand(0).split()) == ["4h", "4h", "8h", "8h", "As"]
    assert table.last(Played).cards == parse("9h")
    assert table.last(Played).pieces == ("single",)
    table.trick("Jh", "7h", "6h")
    assert table.turn == 1


@pytest.mark.rule("G-15")
def test_lowest_is_by_the_top_card_and_of_equal_ones_the_fewer_cards() -> None:
    tops = At("huanle-2", "S", "2")
    assert tops.throw("9h 7h 7h 8h 8h", "Th Th Jh Jh") == "7h 7h 8h 8h"  # its top is the 8
    assert tops.throw("9h 8h 8h 7h 7h Qh", "Jh 9h") == "9h"
    assert tops.throw("9h 8h 8h Th Th Qh", "Jh Jh") == "8h 8h"
    equal = At("huanle-2", "S", "6")
    assert equal.throw("6h 6h 6c", "6s 6s") == "6c"  # both of one row: the fewer cards
    assert equal.throw("6h 6h 6c", "LJ LJ") == "6c"
    assert equal.throw("6h 6h 6c", "6s") == "6c"


@pytest.mark.rule("G-15")
def test_of_equal_pieces_with_as_many_cards_the_first_suit_is_forced() -> None:
    """♠ before ♥ before ♣ before ♦."""
    assert At("huanle-2", "S", "6").throw("6d 6c 6h", "BJ") == "6h"
    assert At("huanle-2", "S", "6").throw("6d 6c", "BJ") == "6c"
    assert At("huanle-2", "D", "6").throw("6s 6h", "BJ") == "6s"
    assert At("huanle-2", "S", "6").throw("6d 6d 6c 6c", "BJ BJ") == "6c 6c"
    assert At("huanle-2", "NT", "6").throw("6d 6c 6h 6s", "LJ") == "6s"


@pytest.mark.rule("G-15")
def test_by_option_the_lowest_of_the_whole_throw_is_forced() -> None:
    table = At("huanle-2", "S", throw_forced="lowest")
    assert table.throw(THROW, "Jh") == "4h 4h"
    assert table.throw(THROW, "5h 5h") == "4h 4h"
    assert table.throw("9h 3h 4h 4h", "Jh") == "3h"
    failed = table.thrown(THROW, "3h", "Jh", "Qh").last(ThrowFailed)
    assert failed.by == 2, "who can beat something of it, though not the piece that is forced"
    assert failed.beaten_by == parse("Jh")


@pytest.mark.rule("G-15")
def test_by_option_the_highest_beaten_piece_is_forced() -> None:
    table = At("huanle-2", "S", throw_forced="highest-beaten")
    assert table.throw(THROW, "Qh Qh") == "9h"
    assert table.throw(THROW, "5h 5h") == "4h 4h"
    assert table.throw(THROW, "9h 9h") == "8h 8h"


@pytest.mark.rule("G-15")
@pytest.mark.parametrize("name", TWO_DECKS)
def test_all_see_what_was_thrown_what_is_forced_and_the_first_piece_that_beats_it(
    name: str,
) -> None:
    table = At(name, "S")
    failed = table.thrown(THROW, "3h", "Jh", "Qh").last(ThrowFailed)
    pieces = ("pair", "pair", "single")
    assert failed == ThrowFailed(0, failed.cards, pieces, parse("9h"), 2, parse("Jh"))
    assert sorted(failed.cards) == sorted(parse(THROW))
    assert table.thrown(THROW, "3h", "Jh", "Qh").last(Played).cards == parse("9h")
    failed = table.thrown(THROW, "3h 7h", "Qh Jh", "5h 5h").last(ThrowFailed)
    assert (failed.forced, failed.by, failed.beaten_by) == (parse("4h 4h"), 3, parse("5h 5h"))
    led_by_two = table.hold(THROW, "3h", "Jh", "Qh", leader=2).play(2, THROW)
    assert led_by_two.last(ThrowFailed).by == 0


@pytest.mark.rule("G-15")
@pytest.mark.parametrize("shows", ["piece", "seat"])
def test_every_seat_sees_a_failed_throw_and_by_option_only_who_beats_it(shows: str) -> None:
    table = At("huanle-2", "S", throw_shows=shows).thrown(THROW, "3h", "Jh", "Qh")
    failed = table.last(ThrowFailed)
    for viewer in (0, 1, 2, 3, None):
        seen = redact(failed, viewer, table.rules)
        throw = for_seat(table.state, viewer).throws[-1]
        assert isinstance(seen, ThrowFailed)
        assert (seen.cards, seen.forced, seen.by) == (failed.cards, parse("9h"), 2)
        assert (throw.cards, throw.forced, throw.by) == (failed.cards, parse("9h"), 2)
        told = shows == "piece" or viewer == 2
        assert seen.beaten_by == (parse("Jh") if told else None)
        assert throw.beaten_by == (parse("Jh") if told else ())


@pytest.mark.rule("G-15", "G-27")
@pytest.mark.parametrize("assisted", [True, False])
def test_a_failed_throw_costs_at_every_table(assisted: bool) -> None:
    table = Table("jj", banker=0, assisted=assisted)
    table.endgame("S", {0: THROW, 1: "Jh", 2: "3h", 3: "3h"}).play(0, THROW)
    assert table.last(Penalised).points == 25
    coins = Table("eighty", banker=0, assisted=assisted, stake=10)
    coins.endgame("S", {0: THROW, 1: "Jh", 2: "3h", 3: "3h"}).play(0, THROW)
    assert coins.last(Penalised).coins == 5
    match = Table("eighty-match", banker=0, assisted=assisted)
    match.endgame("S", {0: THROW, 1: "Jh", 2: "3h", 3: "3h"}).play(0, THROW)
    assert match.last(Penalised).points == 10
    own = Table("weijia-2", banker=0, assisted=assisted)
    own.endgame("S", {0: THROW, 1: "Jh", 2: "3h", 3: "3h"}).play(0, THROW)
    assert own.state.failed_throws == (1, 0, 0, 0)


@pytest.mark.rule("G-15")
def test_a_throw_that_stands_costs_nothing() -> None:
    table = At("jj", "S").thrown(THROW, "3h", "6h", "7h")
    assert not table.all(Penalised)
    assert not table.all(ThrowFailed)

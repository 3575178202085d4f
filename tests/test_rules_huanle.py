"""欢乐升级 with 1, 2 and 3 decks (E-01 to E-17)."""

from itertools import pairwise

import pytest

from judged import At, picks
from shengji.engine.events import (
    BidMade,
    Dug,
    KittyTaken,
    MatchEnded,
    Penalised,
    ThrowFailed,
    TrumpSet,
)
from shengji.engine.ruleset import preset
from shengji.engine.scoring import advance, outcome
from shengji.engine.state import PLAYING
from table import Table

DECKS = (1, 2, 3)


@pytest.mark.rule("E-01", "F-01")
@pytest.mark.parametrize("system", ["huanle", "weijia"])
@pytest.mark.parametrize(("decks", "hand", "kitty"), [(1, 12, 6), (2, 25, 8), (3, 39, 6)])
def test_hands_and_kitty_by_decks(system: str, decks: int, hand: int, kitty: int) -> None:
    table = Table(f"{system}-{decks}", banker=0).deal().close()
    assert [len(table.hand(seat).split()) for seat in range(4)] == [hand + kitty, *[hand] * 3]
    assert len(table.last(KittyTaken).cards or ()) == kitty


ORDER_WITH_TWOS = "BJ LJ 6h 6s 2h 2s Ah Kh Qh Jh Th 9h 8h 7h 5h 4h 3h"


@pytest.mark.rule("E-02")
@pytest.mark.parametrize("decks", DECKS)
def test_permanent_twos_stand_between_the_levels_and_the_ace(decks: int) -> None:
    table = At(f"huanle-{decks}", "H", "6", permanent_twos=True)
    cards = ORDER_WITH_TWOS.split()
    for higher, lower in pairwise(cards):
        assert table.winner(lower, higher) == 1, (lower, higher)
        assert table.winner(higher, lower) == 0, (lower, higher)
    assert table.winner("2s", "2c", "2d") == 0
    assert table.winner("3s", "2s") == 1  # a side 2 is trump
    off = At(f"huanle-{decks}", "H", "6")
    assert off.winner("3h", "2h") == 0
    assert off.winner("3s", "2c") == 0
    assert not preset(f"huanle-{decks}").permanent_twos


@pytest.mark.rule("E-02")
def test_at_no_trump_the_four_twos_are_equal_below_the_level_cards() -> None:
    table = At("huanle-2", "NT", "6", permanent_twos=True)
    for one in ("2s", "2h", "2c", "2d"):
        assert table.winner(one, "2s", "2h", "2c") == 0
        assert table.winner(one, "6d") == 1
        assert table.winner("6d", one) == 0
        assert table.winner("A" + one[1], one) == 1


@pytest.mark.rule("E-02")
@pytest.mark.parametrize("trump", ["H", "NT"])
def test_at_level_2_permanent_twos_change_nothing(trump: str) -> None:
    twos = At("huanle-2", trump, "2", permanent_twos=True)
    plain = At("huanle-2", trump, "2")
    top = "Ah Ah 2s 2s" if trump == "H" else "Kh Kh Ah Ah"
    for cards in ("2s 2s 2c 2c", "2h 2h 2s 2s", top, "LJ LJ 2h 2h", "3h 3h 4h 4h"):
        assert twos.pieces(cards) == plain.pieces(cards)
    for one, other in (("2s", "2h"), ("2h", "2s"), ("2s", "2c"), ("Ah", "2d"), ("2d", "LJ")):
        assert twos.winner(one, other) == plain.winner(one, other)


@pytest.mark.rule("E-03")
@pytest.mark.parametrize("name", ["huanle-2", "huanle-3"])
def test_in_trump_all_neighbours_link_in_a_row(name: str) -> None:
    table = At(name, "H", "6")
    assert table.is_run("LJ LJ BJ BJ")
    assert table.is_run("6h 6h LJ LJ")
    assert table.is_run("6s 6s 6h 6h")
    assert table.is_run("Ah Ah 6s 6s")
    assert table.is_run("Ah Ah 6c 6c")
    assert table.pieces("Kh Kh Ah Ah 6d 6d 6h 6h LJ LJ BJ BJ") == ["2x6"]
    king = At(name, "H", "A")
    assert king.is_run("Kh Kh As As")
    assert not king.is_run("Kh Kh Ah Ah")


@pytest.mark.rule("E-03")
@pytest.mark.parametrize("name", ["huanle-2", "huanle-3"])
def test_what_does_not_link_in_trump(name: str) -> None:
    table = At(name, "H", "6")
    assert not table.is_run("6s 6s 6c 6c")
    assert not table.is_run("6h 6h BJ BJ")
    assert not table.is_run("6s 6s LJ LJ")
    assert not table.is_run("Ah Ah 6h 6h")
    assert not table.is_run("Ah Ah 2h 2h")
    ten = At(name, "H", "T")
    for suit in "hs":
        for cards in (f"J{suit} J{suit} T{suit} T{suit}", f"9{suit} 9{suit} T{suit} T{suit}"):
            if suit == "h":
                assert not ten.is_run(cards)
            else:
                refusal = ten.hold(cards).refused(ten.table.play, 0, cards)
                assert refusal.code == "one_group_only"


@pytest.mark.rule("E-03")
@pytest.mark.parametrize("name", ["huanle-2", "huanle-3"])
def test_permanent_twos_link_as_neighbours_too(name: str) -> None:
    table = At(name, "H", "6", permanent_twos=True)
    assert table.is_run("6s 6s 2h 2h")
    assert table.is_run("2h 2h 2s 2s")
    assert table.is_run("2c 2c Ah Ah")
    assert table.pieces("Ah Ah 2s 2s 2h 2h 6c 6c") == ["2x4"]
    assert not table.is_run("2s 2s 2c 2c")
    assert not table.is_run("Ah Ah 2h 2h")
    assert not table.is_run("6h 6h 2h 2h")
    assert At(name, "NT", "6", permanent_twos=True).is_run("6s 6s 2h 2h")
    unlinked = At(name, "H", "6", permanent_twos=True, link_twos=False)
    assert not unlinked.is_run("2c 2c Ah Ah")


@pytest.mark.rule("E-04")
def test_with_two_decks_the_first_level_card_shown_sets_trump() -> None:
    table = Table("huanle-2", level="3", banker=0).start({1: "3h LJ LJ", 2: "3s"}).draw(12)
    assert table.refused(table.bid, 1, "LJ LJ").code == "joker_bid"
    table.bid(1, "3h")
    assert table.refused(table.bid, 2, "3s").code == "bid_must_rise"
    table.draw().close()
    assert table.last(TrumpSet) == TrumpSet("H", 0, "bid", "3")


HANDS = {0: "3c 3c", 1: "3h 3h 3d 3d", 2: "3s 3s", 3: "LJ LJ BJ BJ"}
CHANGES = {
    "reinforce": (1, "3h 3h", "H"),
    "overturn": (2, "3s 3s", "S"),
    "self-overturn": (1, "3d 3d", "D"),
}


@pytest.mark.rule("E-04")
@pytest.mark.parametrize("kind", CHANGES)
def test_of_reinforce_overturn_and_self_overturn_only_the_first_happens(kind: str) -> None:
    table = Table("huanle-2", level="3", banker=0).deal(HANDS).bid(1, "3h")
    seat, cards, trump = CHANGES[kind]
    table.bid(seat, cards)
    assert table.last(BidMade).kind == kind
    for seat, cards in [(0, "3c 3c"), *[(seat, cards) for seat, cards, _ in CHANGES.values()]]:
        assert table.refused(table.bid, seat, cards).code == "bid_must_rise"
    table.close()
    assert table.last(TrumpSet) == TrumpSet(trump, 0, "bid", "3")


@pytest.mark.rule("E-04")
@pytest.mark.parametrize("kind", ["", *CHANGES])
def test_a_joker_pair_overturns_to_no_trump_and_only_big_over_small_follows(kind: str) -> None:
    table = Table("huanle-2", level="3", banker=0).deal(HANDS).bid(1, "3h")
    if kind:
        table.bid(*CHANGES[kind][:2])
    table.bid(3, "LJ LJ")
    for seat, cards in ((0, "3c 3c"), (1, "3h 3h"), (2, "3s 3s")):
        assert table.refused(table.bid, seat, cards).code == "bid_must_rise"
    table.bid(3, "BJ BJ")
    assert table.last(TrumpSet) == TrumpSet("NT", 0, "bid", "3")


@pytest.mark.rule("E-04")
def test_with_one_deck_the_first_show_stands() -> None:
    table = Table("huanle-1", level="3", banker=0).deal({1: "3h", 2: "3s"}).bid(1, "3h")
    assert table.last(TrumpSet) == TrumpSet("H", 0, "bid", "3")
    early = Table("huanle-1", level="3", banker=0).start({1: "3h", 2: "3s"}).draw(4)
    early.bid(1, "3h")
    assert early.refused(early.bid, 2, "3s").code == "bid_stands"


@pytest.mark.rule("E-05")
@pytest.mark.parametrize("decks", DECKS)
def test_nobody_shows_and_it_is_no_trump(decks: int) -> None:
    table = Table(f"huanle-{decks}", level="5", banker=3).deal().close()
    assert table.last(TrumpSet) == TrumpSet("NT", 3, "nobody", "5")


@pytest.mark.rule("E-06")
@pytest.mark.parametrize("name", ["huanle-2", "huanle-3"])
def test_throws_of_the_source_and_a_failed_one_costs_no_points(name: str) -> None:
    table = At(name, "S")
    for cards in ("Ah Ah Kh", "Ah Kh Kh", "Ah Qh Qh Jh Jh", "9h 8h 8h 4h 4h"):
        assert table.stands(cards, "3h", "4h", "5h")
    failed = table.thrown("9h 8h 8h 4h 4h", "Jh 3h")
    assert failed.all(ThrowFailed)
    assert not failed.all(Penalised)
    assert failed.d.penalties == 0


@pytest.mark.rule("E-07")
@pytest.mark.parametrize(
    ("name", "over"), [("huanle-2", "2s 2s"), ("huanle-3", "2s 2s"), ("huanle-3", "BJ BJ BJ")]
)
def test_the_first_to_show_is_banker_even_if_overturned(name: str, over: str) -> None:
    for option, banker in (("first-bid", 3), ("last-bid", 0)):
        table = Table(name, first_banker=option).deal({3: "2h", 0: over})
        table.bid(3, "2h").bid(0, over).close()
        assert table.last(TrumpSet).banker == banker
    assert preset(name).first_banker == "first-bid"
    one = Table("huanle-1").deal({3: "2h"}).bid(3, "2h")
    assert one.last(TrumpSet) == TrumpSet("H", 3, "bid", "2")


@pytest.mark.rule("E-08")
@pytest.mark.parametrize(("decks", "width"), [(1, 20), (2, 40), (3, 60)])
def test_levels_by_score_in_steps_of_20_for_each_deck(decks: int, width: int) -> None:
    rules = preset(f"huanle-{decks}")
    rows = [(0, 0, "declarers", 3), (5, width - 5, "declarers", 2)]
    rows.append((width, 2 * width - 5, "declarers", 1))
    rows += [((2 + n) * width, (3 + n) * width - 5, "defenders", n) for n in range(8)]
    for low, high, winner, steps in rows:
        for points in (low, high):
            found = outcome(points, rules)
            assert (found.winner, found.steps) == (winner, steps), points


@pytest.mark.rule("E-08")
@pytest.mark.parametrize(
    ("points", "winner", "steps"),
    [
        *[(0, "declarers", 3), (5, "declarers", 2), (35, "declarers", 2), (40, "declarers", 1)],
        *[(75, "declarers", 1), (80, "defenders", 0), (115, "defenders", 0)],
        *[(120, "defenders", 1), (155, "defenders", 1), (160, "defenders", 2)],
    ],
)
def test_levels_by_score_with_two_decks(points: int, winner: str, steps: int) -> None:
    found = outcome(points, preset("huanle-2"))
    assert (found.winner, found.steps) == (winner, steps)


LADDER = ("3h", "3s 3s", "LJ LJ", "3c 3c 3c", "BJ BJ BJ")


@pytest.mark.rule("E-09")
def test_with_three_decks_bids_rise_by_the_ladder() -> None:
    seats = (0, 1, 2, 3, 0)
    hands = {0: "3h BJ BJ BJ", 1: "3s 3s", 2: "LJ LJ", 3: "3c 3c 3c"}
    for place in range(len(LADDER)):
        for other in range(len(LADDER)):
            if (seats[place], place) == (seats[other], other):
                continue
            table = Table("huanle-3", level="3", banker=0).deal(hands)
            table.bid(seats[place], LADDER[place])
            if other > place:
                table.bid(seats[other], LADDER[other])
            else:
                refusal = table.refused(table.bid, seats[other], LADDER[other])
                assert (refusal.code, refusal.rule) == ("bid_must_rise", "E-09")
    whole = Table("huanle-3", level="3", banker=0).deal(hands)
    for seat, cards in zip(seats, LADDER, strict=True):
        whole.bid(seat, cards)
    whole.close()
    assert whole.last(TrumpSet) == TrumpSet("NT", 0, "bid", "3")


@pytest.mark.rule("E-09")
def test_a_bid_on_the_same_rung_does_not_rise() -> None:
    hands = {0: "3h 3h", 1: "3s 3s", 2: "LJ LJ", 3: "BJ BJ"}
    table = Table("huanle-3", level="3", banker=0).deal(hands).bid(0, "3h")
    assert table.refused(table.bid, 1, "3s").code == "bid_must_rise"
    table.bid(0, "3h 3h")
    assert table.refused(table.bid, 1, "3s 3s").code == "bid_must_rise"
    table.bid(2, "LJ LJ")
    assert table.refused(table.bid, 3, "BJ BJ").code == "bid_must_rise"


@pytest.mark.rule("E-09")
def test_all_cards_of_a_bid_are_identical_and_one_joker_is_none() -> None:
    hands = {0: "3h 3s 3d", 1: "LJ LJ BJ"}
    table = Table("huanle-3", level="3", banker=0).deal(hands)
    assert table.refused(table.bid, 0, "3h 3s").code == "bid_not_identical"
    assert table.refused(table.bid, 0, "3h 3s 3d").code == "bid_not_identical"
    assert table.refused(table.bid, 1, "LJ BJ").code == "bid_not_identical"
    assert table.refused(table.bid, 1, "LJ LJ BJ").code == "bid_not_identical"
    assert table.refused(table.bid, 1, "BJ").code == "joker_alone"


@pytest.mark.rule("E-09")
def test_the_bidder_may_raise_too_in_any_suit() -> None:
    hands = {0: "3h 3h 3s 3s 3s LJ LJ"}
    table = Table("huanle-3", level="3", banker=1).deal(hands)
    table.bid(0, "3h").bid(0, "3h 3h").bid(0, "LJ LJ").bid(0, "3s 3s 3s").close()
    assert table.last(TrumpSet) == TrumpSet("S", 1, "bid", "3")


@pytest.mark.rule("E-10")
def test_titanics_of_the_source() -> None:
    table = At("huanle-3", "S", "5")
    for cards in (
        "3h 3h 3h 4h 4h 4h",
        "4h 4h 4h 6h 6h 6h",
        "3s 3s 3s 4s 4s 4s",
        "4s 4s 4s 6s 6s 6s",
        "5h 5h 5h 5s 5s 5s",
        "5s 5s 5s LJ LJ LJ",
        "As As As 5d 5d 5d",
        "BJ BJ BJ LJ LJ LJ",
    ):
        assert table.pieces(cards) == ["3x2"], cards
    assert table.pieces("5s 5s 5s 6s 6s 6s") == ["triple", "triple"]
    assert table.pieces("5h 5h 5h 5c 5c 5c") == ["triple", "triple"]
    for suit in "hcd":
        cards = " ".join([f"5{suit}"] * 3 + [f"6{suit}"] * 3)
        assert table.hold(cards).refused(table.table.play, 0, cards).code == "one_group_only"
    none = At("huanle-3", "NT", "5")
    assert none.pieces("5h 5h 5h 5c 5c 5c") == ["triple", "triple"]
    assert none.pieces("5h 5h 5h LJ LJ LJ") == ["3x2"]


RUNGS = (
    # each hand lacks the rungs above; what it must give, and what does not do
    ("titanic", "3h 3h 3h 4h 4h 4h 7h 7h 7h", "3h 3h 3h 4h 4h 4h", "3h 3h 3h 7h 7h 7h"),
    ("two triples", "3h 3h 3h 6h 6h 6h 8h 8h 9h 9h", "3h 3h 3h 6h 6h 6h", "3h 3h 8h 8h 9h 9h"),
    ("tractor", "3h 3h 3h 6h 6h 7h 7h 9h", "6h 6h 7h 7h 9h 3h", "3h 3h 3h 6h 6h 9h"),
    ("triple + pair", "3h 3h 3h 6h 6h 8h 8h 9h", "3h 3h 3h 6h 6h 9h", "3h 3h 6h 6h 8h 8h"),
    ("triple", "3h 3h 3h 6h 8h 9h Th Jh", "3h 3h 3h 6h 8h 9h", "3h 3h 6h 8h 9h Th"),
    ("two pairs", "3h 3h 6h 6h 8h 9h Th", "3h 3h 6h 6h 8h 9h", "3h 3h 6h 8h 9h Th"),
    ("pair", "3h 3h 5h 6h 8h 9h Th", "3h 3h 5h 6h 8h 9h", "3h 5h 6h 8h 9h Th"),
)
SIX_SINGLES = "3h 4h 5h 6h 8h 9h Jh"


@pytest.mark.rule("E-11", "G-22")
@pytest.mark.parametrize(("rung", "hand", "good", "bad"), RUNGS, ids=[rung[0] for rung in RUNGS])
@pytest.mark.parametrize("name", ["huanle-3", "weijia-3", "eighty", "jj"])
def test_a_titanic_led_is_followed_rung_by_rung(
    name: str, rung: str, hand: str, good: str, bad: str
) -> None:
    table = At(name, "S", decks=3)
    lead = "Kh Kh Kh Ah Ah Ah"
    assert table.may_follow(lead, hand, good), rung
    assert not table.may_follow(lead, hand, bad), rung


@pytest.mark.rule("E-11")
def test_each_rung_asks_for_no_more_than_the_source_says() -> None:
    table = At("huanle-3", "S")
    lead = "Kh Kh Kh Ah Ah Ah"
    assert table.answers(lead, "3h 3h 3h 6h 6h 7h 7h 9h") == picks(
        "6h 6h 7h 7h 9h 3h", "6h 6h 7h 7h 3h 3h"
    ), "a tractor and any two singles"
    assert table.answers(lead, "3h 3h 3h 6h 6h 6h 8h 8h 9h") == picks("3h 3h 3h 6h 6h 6h")
    assert table.answers(lead, "3h 3h 3h 6h 6h 8h 8h") == picks(
        "3h 3h 3h 6h 6h 8h", "3h 3h 3h 8h 8h 6h"
    )
    assert table.answers(lead, "3h 3h 6h 6h 8h 8h 9h Th") == picks(
        *[f"3h 3h 6h 6h {one}" for one in ("8h 8h", "8h 9h", "8h Th", "9h Th")],
        *[f"3h 3h 8h 8h {one}" for one in ("6h 9h", "6h Th", "9h Th")],
        *[f"6h 6h 8h 8h {one}" for one in ("3h 9h", "3h Th", "9h Th")],
    ), "two pairs and any two singles"
    assert len(table.answers(lead, SIX_SINGLES)) == 7


@pytest.mark.rule("E-12")
def test_a_triple_led_asks_for_a_triple_then_a_pair_then_singles() -> None:
    table = At("huanle-3", "S")
    lead = "Ah Ah Ah"
    assert table.answers(lead, "3h 3h 3h 6h 6h 9h") == picks("3h 3h 3h")
    assert table.answers(lead, "3h 3h 6h 6h 9h") == picks(
        "3h 3h 6h", "3h 3h 9h", "6h 6h 3h", "6h 6h 9h"
    )
    assert table.answers(lead, "3h 6h 7h 9h") == picks(
        "3h 6h 7h", "3h 6h 9h", "3h 7h 9h", "6h 7h 9h"
    )
    assert table.why_not(lead, "3h 3h 3h 6h", "3h 3h 6h") == "must_follow_triple"
    assert table.why_not(lead, "3h 3h 6h 9h", "3h 6h 9h") == "must_follow_pair"


@pytest.mark.rule("E-13")
@pytest.mark.parametrize("name", ["huanle-2", "huanle-3"])
def test_the_ruffs_of_the_source(name: str) -> None:
    table = At(name, "S", "6")
    assert table.winner("Ah Kh 5h 5h 4h 4h", "9s 9s 8s 8s 7s 2s") == 1
    assert table.winner("Ah Ah 5h 5h 4h 4h", "9s 9s 8s 8s 7s 2s") == 0
    assert table.winner("5h 4h 4h", "9s 7s 7s") == 1
    assert table.winner("5h 4h 4h", "9s 7s 7s", "8s 8s 4s") == 2
    other = At(name, "S", "2")
    assert other.winner("5h 6h 7h", "9s 7s 7s") == 1
    assert other.winner("5h 6h 7h", "9s 7s 7s", "8s 8s 4s") == 1


@pytest.mark.rule("E-14")
def test_with_one_deck_there_are_singles_and_throws_of_singles_only() -> None:
    table = At("huanle-1", "S", "6")
    assert table.pieces("Ah") == ["single"]
    assert table.pieces("Ah Kh Qh") == ["single"] * 3
    assert table.pieces("6s 6h 6c 6d BJ LJ") == ["single"] * 6
    assert table.throw("Ah Qh Jh", "Kh 3h") == "Jh"
    assert table.winner("Jh Qh", "7s 8s", "9s 2s") == 2


@pytest.mark.rule("E-15", "F-12")
@pytest.mark.parametrize("name", ["huanle-2", "huanle-3"])
def test_a_dig_with_a_pair_doubles(name: str) -> None:
    table = At(name, "S")
    for last, factor in (("Ah", 2), ("Ah Ah", 4), ("4h 4h 5h 5h", 8), ("Ah Ah Jh Jh", 8)):
        dug = table.trick(last, kitty="5c Kc", leader=1).last(Dug)
        assert dug == Dug(1, 15 * factor, factor)
    three = At("huanle-3", "S")
    assert three.factor("9h 9h 9h") == 6
    assert three.factor("9h 9h 9h Th Th Th") == 12
    assert At("huanle-1", "S").factor("9h") == 2


@pytest.mark.rule("E-16")
@pytest.mark.parametrize("decks", DECKS)
def test_no_level_is_must_play_and_the_team_that_passes_the_ace_wins(decks: int) -> None:
    rules = preset(f"huanle-{decks}")
    assert rules.must_play == ()
    assert (advance("Q", 3, True, rules).won, advance("Q", 3, False, rules).won) == (True, True)
    assert (advance("Q", 2, True, rules).level, advance("Q", 2, True, rules).won) == ("A", False)
    assert advance("A", 1, False, rules).won
    assert advance("T", 2, False, rules).level == "Q"
    must = rules.changed({"must_play": ["J"]})
    assert advance("T", 2, False, must).level == "J"
    again = rules.changed({"goal": "none"})
    assert advance("A", 1, True, again).level == "2"
    assert not advance("A", 3, True, again).won
    table = Table(f"huanle-{decks}", levels=("A", "2"), banker=0)
    assert Table(f"huanle-{decks}").state.levels == ("2", "2")
    assert table.score(0).last(MatchEnded) == MatchEnded(0, "goal")


@pytest.mark.rule("E-17")
@pytest.mark.parametrize("decks", DECKS)
def test_points_may_be_buried_without_limit_unless_the_option_says(decks: int) -> None:
    rich = ["Ks", "Kh", "Kc", "Kd", "Ts", "Th", "Tc", "Td"][: 8 if decks == 2 else 6]
    name = f"huanle-{decks}"
    table = Table(name, banker=0).deal({0: " ".join(rich)}).close().bury(0, " ".join(rich))
    assert table.state.phase == PLAYING
    limited = Table(name, banker=0, kitty_points_max=20)
    limited.deal({0: " ".join(rich), 1: "4s 4h"}).close()
    refusal = limited.refused(limited.bury, 0, " ".join(rich))
    assert (refusal.code, refusal.rule, refusal.number) == ("too_many_points", "E-17", 20)
    spare = [card for card in limited.hand(0).split() if card[0] not in "5TK" and card[1] != "J"]
    fits = [*rich[:2], *spare][: len(rich)]
    limited.bury(0, " ".join(fits))
    assert limited.state.phase == PLAYING

"""JJ 80分 and its home style (D-01 to D-16)."""

import pytest

from judged import At, picks
from shengji.engine.actions import Forfeit, Pass
from shengji.engine.cards import parse
from shengji.engine.events import (
    BidMade,
    DealScored,
    DealVoided,
    Dug,
    KittyTaken,
    MatchEnded,
    Penalised,
    ThrowFailed,
    TrumpSet,
)
from shengji.engine.ruleset import preset
from shengji.engine.scoring import advance, outcome
from shengji.engine.state import BIDDING, PLAYING, READY
from table import NotAccepted, Table

BOTH = ("jj", "jj-home")


@pytest.mark.rule("D-01")
@pytest.mark.parametrize("name", BOTH)
def test_two_decks_25_cards_each_and_8_in_the_kitty(name: str) -> None:
    table = Table(name, banker=0).deal().close()
    assert [len(table.hand(seat).split()) for seat in range(4)] == [33, 25, 25, 25]
    assert len(table.d.deck) == 108
    assert len(table.last(KittyTaken).cards or ()) == 8


@pytest.mark.rule("D-01")
@pytest.mark.parametrize("name", BOTH)
def test_levels_can_start_anywhere_from_2_to_ace(name: str) -> None:
    for level in "23456789TJQKA":
        assert Table(name, levels=(level, "2")).state.levels == (level, "2")
        assert Table(name, start_level=level).state.levels == (level, level)
    with pytest.raises(NotAccepted) as refused:
        Table(name, levels=("1", "2"))
    assert refused.value.refusal.code == "no_such_level"


@pytest.mark.rule("D-02")
def test_the_first_to_show_a_level_card_in_the_deal_sets_trump() -> None:
    table = Table("jj", level="3", banker=0).start({1: "4h 3h", 2: "3s"}).draw(4)
    assert table.refused(table.bid, 1, "3h").code == "not_held"  # not drawn yet
    assert table.refused(table.bid, 1, "4h").code == "not_the_level"
    table.draw(4).bid(1, "3h")
    assert table.refused(table.bid, 2, "3s").code == "bid_must_rise"
    table.draw().close()
    assert table.last(TrumpSet) == TrumpSet("H", 0, "bid", "3")


@pytest.mark.rule("D-02")
def test_two_equal_level_cards_overturn_one_and_a_pair_does_not_overturn_a_pair() -> None:
    table = Table("jj", level="3", banker=0).deal({1: "3h", 2: "3s 3s", 3: "3c 3c"})
    table.bid(1, "3h").bid(2, "3s 3s")
    assert table.last(BidMade).kind == "overturn"
    assert table.refused(table.bid, 3, "3c 3c").code == "bid_must_rise"
    table.close()
    assert table.last(TrumpSet) == TrumpSet("S", 0, "bid", "3")


@pytest.mark.rule("D-02", "G-06")
def test_cards_that_are_not_alike_are_no_bid() -> None:
    table = Table("jj", level="3", banker=0).deal({2: "3s 3c", 3: "LJ BJ 3d"})
    assert table.refused(table.bid, 2, "3s 3c").code == "bid_not_identical"
    assert table.refused(table.bid, 3, "LJ BJ").code == "bid_not_identical"
    assert table.refused(table.bid, 3, "LJ").code == "joker_alone"


@pytest.mark.rule("D-02")
@pytest.mark.parametrize("first", ["3h", "3h 3h"])
def test_two_equal_jokers_overturn_to_no_trump_and_big_over_small(first: str) -> None:
    table = Table("jj", level="3", banker=0).deal({1: "3h 3h", 2: "LJ LJ", 3: "BJ BJ 3s 3s"})
    table.bid(1, first).bid(2, "LJ LJ")
    assert table.refused(table.bid, 3, "3s 3s").code == "bid_must_rise"
    table.bid(3, "BJ BJ")
    assert table.last(TrumpSet) == TrumpSet("NT", 0, "bid", "3")


@pytest.mark.rule("D-02")
def test_small_jokers_do_not_overturn_big_ones() -> None:
    table = Table("jj", level="3", banker=0).start({1: "LJ LJ", 2: "BJ BJ"}).draw(8)
    table.bid(2, "BJ BJ")
    assert table.refused(table.bid, 1, "LJ LJ").code == "bid_must_rise"


@pytest.mark.rule("D-02")
def test_two_equal_jokers_may_open_the_bidding() -> None:
    table = Table("jj", level="3").deal({1: "3h 3h", 2: "LJ LJ"}).bid(2, "LJ LJ")
    assert table.refused(table.bid, 1, "3h 3h").code == "bid_must_rise"
    table.close()
    assert table.last(TrumpSet) == TrumpSet("NT", 2, "bid", "3")


@pytest.mark.rule("D-02", "D-04")
@pytest.mark.parametrize("name", BOTH)
def test_nobody_bids_in_time_after_the_last_card_and_it_is_no_trump(name: str) -> None:
    table = Table(name, level="3", banker=2).start().draw(99)
    assert table.refused(table.close).code == "not_now"  # the time runs from the last card
    table.draw()
    assert table.state.phase == BIDDING
    table.close()
    assert table.last(TrumpSet) == TrumpSet("NT", 2, "nobody", "3")
    all_pass = Table(name, level="3", banker=2).deal().pass_(0, 1, 2, 3)
    assert all_pass.last(TrumpSet) == TrumpSet("NT", 2, "nobody", "3")


@pytest.mark.rule("D-03")
def test_a_bidder_who_draws_the_second_card_may_reinforce() -> None:
    table = Table("jj", level="3", banker=0).start({1: "3h 4c 3h", 2: "3s 3s"}).draw(8)
    table.bid(1, "3h")
    assert table.refused(table.bid, 1, "3h 3h").code == "not_held"
    table.draw(4).bid(1, "3h 3h")
    assert table.last(BidMade).kind == "reinforce"
    assert table.refused(table.bid, 2, "3s 3s").code == "bid_must_rise"
    table.draw().close()
    assert table.last(TrumpSet) == TrumpSet("H", 0, "bid", "3")


@pytest.mark.rule("D-03")
def test_a_bidder_with_a_pair_of_another_suit_may_overturn_the_own_bid() -> None:
    table = Table("jj", level="3", banker=0).deal({1: "3h 3s 3s 3d"}).bid(1, "3h")
    assert table.refused(table.bid, 1, "3d").code == "bid_must_rise"
    table.bid(1, "3s 3s")
    assert table.last(BidMade).kind == "self-overturn"
    table.close()
    assert table.last(TrumpSet) == TrumpSet("S", 0, "bid", "3")


@pytest.mark.rule("D-03")
def test_reinforcing_and_overturning_oneself_go_only_over_a_single_card() -> None:
    table = Table("jj", level="3", banker=0).deal({1: "3h 3h 3s 3s", 2: "3c 3c"})
    table.bid(1, "3h").bid(1, "3h 3h")
    assert table.refused(table.bid, 1, "3s 3s").code == "bid_must_rise"
    over = Table("jj", level="3", banker=0).deal({1: "3h 3h 3s 3s", 2: "3c 3c"})
    over.bid(1, "3h").bid(1, "3s 3s")
    assert over.refused(over.bid, 1, "3h 3h").code == "bid_must_rise"
    beaten = Table("jj", level="3", banker=0).deal({1: "3h 3h 3s 3s", 2: "3c 3c"})
    beaten.bid(1, "3h").bid(2, "3c 3c")
    assert beaten.refused(beaten.bid, 1, "3h 3h").code == "bid_must_rise"


@pytest.mark.rule("D-04")
def test_at_home_levels_start_at_2_and_a_bid_needs_two_of_one_suit() -> None:
    table = Table("jj-home").start({1: "2h 2s 2h"}).draw(8)
    assert table.state.levels == ("2", "2")
    assert table.refused(table.bid, 1, "2h").code == "bid_too_small"
    assert table.refused(table.bid, 1, "2h 2s").code == "bid_not_identical"
    table.draw(4).bid(1, "2h 2h")
    table.draw().close()
    assert table.last(TrumpSet) == TrumpSet("H", 1, "bid", "2")


@pytest.mark.rule("D-04")
def test_at_home_any_pair_of_another_seat_overturns_any_other() -> None:
    table = Table("jj-home").deal({0: "2s 2s 2c 2c", 1: "2d 2d", 3: "2h 2h"})
    table.bid(0, "2s 2s")
    assert table.refused(table.bid, 0, "2c 2c").code == "own_bid"
    table.bid(1, "2d 2d").bid(3, "2h 2h").bid(0, "2c 2c")
    assert [event.kind for event in table.all(BidMade)] == ["bid", *["overturn"] * 3]
    table.close()
    assert table.last(TrumpSet) == TrumpSet("C", 0, "bid", "2")
    lowest = Table("jj-home").deal({0: "2s 2s", 1: "2d 2d"}).bid(0, "2s 2s").bid(1, "2d 2d")
    assert lowest.close().last(TrumpSet) == TrumpSet("D", 0, "bid", "2")


@pytest.mark.rule("D-04")
def test_at_home_over_a_joker_pair_goes_nothing_but_the_other_joker_pair() -> None:
    hands = {0: "2s 2s", 1: "LJ LJ", 2: "2h 2h", 3: "BJ BJ"}
    table = Table("jj-home").deal(hands)
    assert table.refused(table.bid, 1, "LJ LJ").code == "joker_bid"  # it does not open
    table.bid(0, "2s 2s").bid(1, "LJ LJ")
    assert table.refused(table.bid, 2, "2h 2h").code == "bid_must_rise"
    table.bid(3, "BJ BJ")
    assert table.last(TrumpSet) == TrumpSet("NT", 0, "bid", "2")
    big = Table("jj-home").start(hands).draw(8).bid(0, "2s 2s").bid(3, "BJ BJ")
    assert big.refused(big.bid, 1, "LJ LJ").code == "bid_must_rise"
    assert big.refused(big.bid, 2, "2h 2h").code == "bid_must_rise"


@pytest.mark.rule("D-04")
def test_at_home_joker_pairs_may_be_barred_by_option() -> None:
    table = Table("jj-home", bid_jokers="none").deal({0: "2s 2s", 1: "LJ LJ BJ BJ"})
    table.bid(0, "2s 2s")
    for jokers in ("LJ LJ", "BJ BJ"):
        assert table.refused(table.bid, 1, jokers).code == "joker_bid"


@pytest.mark.rule("D-05")
@pytest.mark.parametrize(
    ("name", "bids", "trump"),
    [
        ("jj", [(3, "2h"), (0, "2s 2s")], "S"),
        ("jj", [(3, "2h"), (2, "LJ LJ")], "NT"),
        ("jj-home", [(3, "2h 2h"), (0, "2s 2s")], "S"),
    ],
)
def test_the_first_to_bid_is_banker_even_if_overturned(
    name: str, bids: list[tuple[int, str]], trump: str
) -> None:
    hands = {3: "2h 2h", 0: "2s 2s", 2: "LJ LJ"}
    for option, banker in (("first-bid", 3), ("last-bid", bids[-1][0])):
        table = Table(name, first_banker=option).deal(hands)
        for seat, cards in bids:
            table.bid(seat, cards)
        table.close()
        assert table.last(TrumpSet) == TrumpSet(trump, banker, "bid", "2")
        assert table.last(KittyTaken).seat == banker
    assert preset(name).first_banker == "first-bid"


@pytest.mark.rule("D-05", "G-17")
@pytest.mark.parametrize("name", BOTH)
def test_later_banks_follow_from_the_deal(name: str) -> None:
    table = Table(name).score(40)
    assert table.state.banker == 2
    assert table.score(80).state.banker == 3


@pytest.mark.rule("D-06")
@pytest.mark.parametrize("name", BOTH)
def test_the_banker_takes_8_buries_8_and_leads(name: str) -> None:
    table = Table(name, banker=3).deal(kitty="Ah Ah 3c 3c 4c 4c 6c 6c").close()
    assert table.last(KittyTaken) == KittyTaken(3, parse("Ah Ah 3c 3c 4c 4c 6c 6c"))
    table.bury(3, "3c 3c 4c 4c 6c 6c Ah Ah")
    assert (table.state.phase, table.turn) == (PLAYING, 3)
    assert len(table.hand(3).split()) == 25


@pytest.mark.rule("D-07")
@pytest.mark.parametrize("name", BOTH)
def test_from_the_level_up_only_level_pairs_link_with_each_other(name: str) -> None:
    table = At(name, "S", "7")
    assert table.is_run("7s 7s 7h 7h")
    assert table.is_run("7s 7s 7d 7d")
    assert table.is_run("6s 6s 8s 8s")
    assert table.is_run("6c 6c 8c 8c")
    for cards in (
        "6s 6s 7s 7s",
        "7s 7s 8s 8s",
        "As As 7h 7h",
        "As As 7s 7s",
        "7s 7s LJ LJ",
        "LJ LJ BJ BJ",
        "7h 7h 7d 7d",
        "7h 7h LJ LJ",
    ):
        assert not table.is_run(cards), cards
    assert table.pieces("7s 7s 7h 7h 7d 7d") == ["2x2", "pair"]
    assert not At(name, "NT", "7").is_run("7s 7s 7h 7h")


@pytest.mark.rule("D-07")
@pytest.mark.parametrize("name", BOTH)
def test_by_option_any_two_level_pairs_form_a_tractor_and_so_do_jokers(name: str) -> None:
    table = At(name, "S", "7", level_pairs_any_suit=True)
    assert table.is_run("7h 7h 7d 7d")
    assert table.is_run("7s 7s 7h 7h")
    assert At(name, "NT", "7", level_pairs_any_suit=True).is_run("7s 7s 7h 7h")
    assert table.winner("9c 9c Tc Tc", "7h 7h 7d 7d") == 1
    jokers = At(name, "S", "7", link_big_joker=True)
    assert jokers.is_run("LJ LJ BJ BJ")
    assert not jokers.is_run("7s 7s LJ LJ")


@pytest.mark.rule("D-08")
@pytest.mark.parametrize("name", BOTH)
def test_throws_of_the_source_and_in_trump_too(name: str) -> None:
    table = At(name, "S")
    assert table.pieces("Ah Ah Kh") == ["pair", "single"]
    assert table.pieces("Ah Kh Kh") == ["pair", "single"]
    assert table.pieces("Ah Qh Qh Jh Jh") == ["2x2", "single"]
    assert table.pieces("9h 8h 8h 4h 4h") == ["pair", "pair", "single"]
    assert table.stands("BJ As As Ks", "2h", "Qs", "Js") is False
    assert table.throw("BJ As As Ks", "2h", "Qs", "Js") == "Ks"
    assert table.stands("BJ BJ LJ", "2h 2h", "Qs", "Js")


@pytest.mark.rule("D-09")
@pytest.mark.parametrize("name", BOTH)
@pytest.mark.parametrize(("leader", "points"), [(0, 25), (1, -25), (2, 25), (3, -25)])
def test_a_failed_throw_costs_5_points_a_card_thrown(name: str, leader: int, points: int) -> None:
    table = At(name, "S").hold("9h 8h 8h 4h 4h", "Jh 3c", "4c", "6c", leader=leader)
    table.play(leader, "9h 8h 8h 4h 4h")
    assert len(table.last(ThrowFailed).cards) == 5
    assert table.last(Penalised).side == leader % 2
    assert table.last(Penalised).points == points
    assert table.d.penalties == points


@pytest.mark.rule("D-09")
def test_what_a_failed_throw_costs_is_in_the_score() -> None:
    table = At("jj", "S").hold("9h 8h", "Th 3h", "3d 4d", "6d 7d", points=75)
    table.play(0, "9h 8h").trick("3h", "3d", "6d").trick("9h", "Th", "4d", "7d")
    scored = table.last(DealScored)
    assert (scored.tricks, scored.penalties) == (75 + 10, 10)
    assert scored.total == 95


@pytest.mark.rule("D-10")
@pytest.mark.parametrize("name", BOTH)
def test_tractors_and_pairs_of_a_throw_bind_tractors_and_pairs(name: str) -> None:
    table = At(name, "S")
    assert table.answers("Ah Kh Kh Qh Qh", "3h 3h 4h 4h 7h 7h 9h") == picks(
        "3h 3h 4h 4h 7h", "3h 3h 4h 4h 9h"
    )
    assert table.answers("Ah Kh Kh", "3h 3h 4h 5h") == picks("3h 3h 4h", "3h 3h 5h")
    assert table.winner("Ah Kh 5h 5h 4h 4h", "9s 9s 8s 8s 7s 3s") == 1
    assert table.winner("Ah Ah 5h 5h 4h 4h", "9s 9s 8s 8s 7s 3s") == 0


@pytest.mark.rule("D-11")
@pytest.mark.parametrize("name", BOTH)
@pytest.mark.parametrize(
    ("last", "factor"),
    [
        ("Ah", 2),
        ("Ah Ah", 4),
        ("4h 4h 5h 5h", 16),
        ("4h 4h 5h 5h 6h 6h", 64),
        ("4h 4h 5h 5h 6h 6h 7h 7h", 64),
        ("2s 2s 2h 2h", 16),
    ],
)
def test_the_dig_doubles_for_each_card_of_the_largest_pattern(
    name: str, last: str, factor: int
) -> None:
    table = At(name, "S").trick(last, kitty="5c Kc Th 3c", leader=1)
    assert table.last(Dug) == Dug(1, 25 * factor, factor)
    assert table.last(DealScored).dug == 25 * factor


@pytest.mark.rule("D-11", "D-16")
@pytest.mark.parametrize("name", BOTH)
def test_a_triple_digs_by_8(name: str) -> None:
    three = At(name, "S", decks=3)
    assert three.factor("5h 5h 5h") == 8
    assert three.factor("5h 5h 5h 6h 6h 6h") == 64
    assert three.factor("5h 5h 5h 7h 7h") == 8


@pytest.mark.rule("D-11")
@pytest.mark.parametrize("name", BOTH)
def test_only_defenders_dig(name: str) -> None:
    table = At(name, "S")
    for leader in (0, 2):
        assert not table.trick("Ah Ah", kitty="Kc", leader=leader).all(Dug)
    assert table.trick("Kh", "3c", "4d", "Ah", kitty="Kc").last(Dug).points == 20


@pytest.mark.rule("D-12")
@pytest.mark.parametrize("name", BOTH)
@pytest.mark.parametrize(
    ("thrown", "factor"),
    [
        ("Ah Kh Qh Jh Th 9h 8h 7h 7h", 4),
        ("Ah Kh Qh Jh", 2),
        ("Ah Ah Jh Jh", 8),
        ("Ah Ah Jh Jh 9h 9h", 16),
        ("Ah Ah Jh Jh 9h 9h 7h 7h 5h 5h 3h 3h", 64),
        ("Ah Ah Kh Kh 7h 7h", 16),
        ("Ah Ah Kh", 4),
    ],
)
def test_a_throw_digs_by_its_largest_pattern_or_by_its_separate_pairs(
    name: str, thrown: str, factor: int
) -> None:
    assert At(name, "S").factor(thrown) == factor


@pytest.mark.rule("D-13")
@pytest.mark.parametrize(("name", "steps"), [("jj-home", [10, 5, 1]), ("jj", [3, 2, 1])])
def test_levels_by_score(name: str, steps: list[int]) -> None:
    rows = [
        *[(0, 0, "declarers", steps[0]), (5, 35, "declarers", steps[1])],
        *[(40, 75, "declarers", steps[2]), (80, 115, "defenders", 0)],
        *[(120, 155, "defenders", 1), (160, 195, "defenders", 2), (200, 235, "defenders", 3)],
        (600, 635, "defenders", 13),
    ]
    for low, high, winner, moved in rows:
        for points in (low, high):
            found = outcome(points, preset(name))
            assert (found.winner, found.steps) == (winner, moved), points


@pytest.mark.rule("D-14")
@pytest.mark.parametrize("name", BOTH)
def test_the_first_team_to_pass_the_ace_wins(name: str) -> None:
    reached = Table(name, levels=("K", "5"), banker=0).score(40)
    assert reached.state.levels == ("A", "5")
    assert not reached.all(MatchEnded)
    taken = Table(name, levels=("A", "5"), banker=1).score(200)  # taken, not held
    assert (taken.state.levels, taken.all(MatchEnded)) == (("A", "5"), [])
    passed = Table(name, levels=("A", "5"), banker=0).score(40)
    assert passed.last(MatchEnded) == MatchEnded(0, "goal")
    assert Table(name).state.levels == ("2", "2")  # the next match starts at 2 again


@pytest.mark.rule("D-14")
@pytest.mark.parametrize("name", BOTH)
def test_by_option_reaching_the_ace_wins_or_levels_go_round(name: str) -> None:
    reach = preset(name).changed({"goal": "reach"})
    assert advance("K", 1, True, reach).won
    assert advance("K", 1, False, reach).won
    assert not advance("Q", 1, True, reach).won
    round_again = preset(name).changed({"goal": "none"})
    assert advance("A", 1, True, round_again).level == "2"
    assert not advance("A", 1, True, round_again).won
    assert advance("A", 2, False, round_again).level == "A"


@pytest.mark.rule("D-15")
@pytest.mark.parametrize("name", BOTH)
def test_whoever_runs_away_from_a_running_deal_loses_8_points(name: str) -> None:
    table = Table(name, levels=("5", "8"), banker=0)
    assert table.refused(table.act, Forfeit(3)).code == "not_now"
    table.endgame("S", {0: "Ac", 1: "3c", 2: "4c", 3: "6c"}, points=80).act(Forfeit(3))
    assert table.last(Penalised) == Penalised("run-away", 1, 3, personal=8)
    assert table.state.personal == (0, 0, 0, -8)
    assert table.last(DealVoided).reason == "run-away"
    assert not table.all(DealScored)
    assert (table.state.levels, table.state.banker) == (("5", "8"), 0)
    assert (table.state.phase, table.state.deals_scored) == (READY, 0)
    bidding = Table(name).start().draw(9).act(Forfeit(0))
    assert bidding.state.personal == (-8, 0, 0, 0)
    table.deal()


@pytest.mark.rule("D-16")
@pytest.mark.parametrize("name", BOTH)
def test_three_decks_by_option_with_39_cards_each_and_6_in_the_kitty(name: str) -> None:
    table = Table(name, banker=0, decks=3).deal().close()
    assert [len(table.hand(seat).split()) for seat in range(4)] == [45, 39, 39, 39]
    three = At(name, "S", decks=3)
    assert three.pieces("5h 5h 5h") == ["triple"]
    assert three.answers("Ah Ah Ah", "3h 3h 3h 9h") == picks("3h 3h 3h")
    assert preset(name).decks == 2


@pytest.mark.rule("D-02")
def test_a_seat_may_pass_and_all_may_speak_again_after_a_bid() -> None:
    table = Table("jj", level="3", banker=0).deal({1: "3h", 2: "3s 3s"})
    table.pass_(2, 3)
    assert table.refused(table.act, Pass(2)).code == "passed_already"
    table.bid(1, "3h").bid(2, "3s 3s")

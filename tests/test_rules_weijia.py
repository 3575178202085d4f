"""微加拖拉机 with 1, 2 and 3 decks (F-01 to F-16)."""

import pytest

from judged import At, picks
from shengji.engine.events import (
    BidMade,
    DealScored,
    Dug,
    KittyTaken,
    MatchEnded,
    Penalised,
    ThrowFailed,
    TrumpSet,
)
from shengji.engine.match import personal_scores
from shengji.engine.ruleset import preset
from shengji.engine.scoring import TITLES, advance, match_gain, outcome, personal_score, title
from shengji.engine.state import BIDDING, PLAYING
from shengji.engine.view import for_seat
from shengji.words import words
from table import Table

DECKS = (1, 2, 3)
SEVERAL = ("weijia-2", "weijia-3")


@pytest.mark.rule("F-01")
@pytest.mark.parametrize(("decks", "hand", "kitty"), [(1, 12, 6), (2, 25, 8), (3, 39, 6)])
def test_hands_and_kitty_by_decks(decks: int, hand: int, kitty: int) -> None:
    table = Table(f"weijia-{decks}").deal()
    assert (table.d.dealt, len(table.d.kitty)) == (4 * hand, kitty)


@pytest.mark.rule("F-02")
@pytest.mark.parametrize("decks", DECKS)
def test_level_cards_are_turned_after_the_deal_and_not_in_it(decks: int) -> None:
    table = Table(f"weijia-{decks}", level="3", banker=0).start({1: "3h"}).draw(8)
    assert table.refused(table.bid, 1, "3h").code == "bid_after_deal"
    table.draw()
    assert table.state.phase == BIDDING
    table.bid(1, "3h")
    table.pass_(0, 1, 2, 3)
    assert table.last(TrumpSet) == TrumpSet("H", 0, "bid", "3")


@pytest.mark.rule("F-02")
def test_the_last_turn_sets_trump_when_all_have_passed_or_time_is_up() -> None:
    hands = {1: "3h", 2: "3s 3s", 3: "LJ LJ"}
    table = Table("weijia-2", level="3", banker=0).deal(hands)
    table.pass_(2, 3).bid(1, "3h").bid(2, "3s 3s").pass_(0, 1, 3)
    assert table.state.phase == BIDDING  # the seat that turned last has not passed
    table.pass_(2)
    assert table.last(TrumpSet) == TrumpSet("S", 0, "bid", "3")
    timed = Table("weijia-2", level="3", banker=0).deal(hands).bid(2, "3s 3s").bid(3, "LJ LJ")
    timed.close()
    assert timed.last(TrumpSet) == TrumpSet("NT", 0, "bid", "3")


@pytest.mark.rule("F-02")
def test_a_later_turn_must_rise_in_count_or_be_a_joker_pair() -> None:
    hands = {0: "3d", 1: "3h", 2: "3s 3s", 3: "3c 3c LJ LJ"}
    table = Table("weijia-2", level="3", banker=0).deal(hands).bid(1, "3h")
    assert table.refused(table.bid, 0, "3d").code == "bid_must_rise"
    table.bid(2, "3s 3s")
    assert table.refused(table.bid, 3, "3c 3c").code == "bid_must_rise"
    table.bid(3, "LJ LJ")
    three = Table("weijia-3", level="3", banker=0).deal({1: "3h 3h", 2: "3s 3s 3s"})
    three.bid(1, "3h 3h").bid(2, "3s 3s 3s")


@pytest.mark.rule("F-02")
def test_a_seat_may_turn_more_of_its_own() -> None:
    table = Table("weijia-2", level="3", banker=0).deal({1: "3h 3h 3s 3s"})
    table.bid(1, "3h").bid(1, "3h 3h")
    assert [event.kind for event in table.all(BidMade)] == ["bid", "reinforce"]
    other = Table("weijia-2", level="3", banker=0).deal({1: "3h 3s 3s"})
    other.bid(1, "3h").bid(1, "3s 3s").close()
    assert other.last(TrumpSet).trump == "S"


@pytest.mark.rule("F-02")
def test_by_option_any_later_turn_replaces_the_one_before() -> None:
    hands = {0: "3d", 1: "3h 3c", 2: "3s 3s"}
    table = Table("weijia-2", level="3", banker=0, bid_rises="any").deal(hands)
    table.bid(2, "3s 3s").bid(1, "3h").bid(0, "3d").bid(1, "3c").close()
    assert table.last(TrumpSet) == TrumpSet("C", 0, "bid", "3")


@pytest.mark.rule("F-02")
@pytest.mark.parametrize("decks", DECKS)
def test_nobody_turns_and_it_is_no_trump(decks: int) -> None:
    table = Table(f"weijia-{decks}", level="3", banker=2).deal().pass_(0, 1, 2, 3)
    assert table.last(TrumpSet) == TrumpSet("NT", 2, "nobody", "3")


@pytest.mark.rule("F-03")
def test_the_first_banker_is_the_seat_that_turned_last() -> None:
    table = Table("weijia-2").deal({1: "2h", 2: "2s 2s"}).bid(1, "2h").bid(2, "2s 2s").close()
    assert table.last(TrumpSet) == TrumpSet("S", 2, "bid", "2")
    assert table.last(KittyTaken).seat == 2
    alone = Table("weijia-2").deal({1: "2h"}).bid(1, "2h").close()
    assert alone.last(TrumpSet).banker == 1
    later = Table("weijia-2", banker=3).deal({1: "2h"}).bid(1, "2h").close()
    assert later.last(TrumpSet).banker == 3


@pytest.mark.rule("F-04")
@pytest.mark.parametrize(("decks", "kitty"), [(1, 6), (2, 8), (3, 6)])
def test_the_banker_takes_the_kitty_buries_as_many_and_leads(decks: int, kitty: int) -> None:
    table = Table(f"weijia-{decks}", level="3", banker=1).deal(kitty="BJ").close()
    assert len(table.last(KittyTaken).cards or ()) == kitty
    assert "BJ" in table.hand(1)
    spare = table.hand(1).split()
    assert table.refused(table.bury, 1, " ".join(spare[: kitty - 1])).code == "bury_number"
    table.bury(1)
    assert (table.state.phase, table.turn) == (PLAYING, 1)
    assert len(table.d.kitty) == kitty


@pytest.mark.rule("F-05")
def test_pairs_exist_from_two_decks_up_and_triples_from_three() -> None:
    one, two, three = (At(f"weijia-{decks}", "S") for decks in DECKS)
    assert one.hold("Ah Kh").refused(one.table.play, 0, "Ah Ah").code == "not_held"
    assert two.pieces("Ah Ah") == ["pair"]
    assert two.hold("Ah Ah").refused(two.table.play, 0, "Ah Ah Ah").code == "not_held"
    assert three.pieces("Ah Ah Ah") == ["triple"]


@pytest.mark.rule("F-06")
@pytest.mark.parametrize("name", SEVERAL)
def test_a_tractor_is_adjacent_pairs_and_never_a_level_card_with_its_own_suit(name: str) -> None:
    table = At(name, "S", "6")
    assert table.is_run("3h 3h 4h 4h")
    assert table.pieces("3h 3h 4h 4h 5h 5h 7h 7h") == ["2x4"]
    for cards in ("5s 5s 6s 6s", "6s 6s 7s 7s"):
        assert not table.is_run(cards)
    for cards in ("5h 5h 6h 6h", "6h 6h 7h 7h"):
        assert table.hold(cards).refused(table.table.play, 0, cards).code == "one_group_only"


@pytest.mark.rule("F-06")
@pytest.mark.parametrize("name", SEVERAL)
def test_in_trump_neighbours_link_as_in_e_03(name: str) -> None:
    table = At(name, "S", "6")
    assert table.pieces("As As 6h 6h 6s 6s LJ LJ BJ BJ") == ["2x5"]
    assert not table.is_run("6h 6h 6c 6c")
    assert not table.is_run("As As 2s 2s")


@pytest.mark.rule("F-07")
@pytest.mark.parametrize("name", SEVERAL)
def test_any_mix_of_one_suit_may_be_thrown_and_a_failed_one_costs_no_points(name: str) -> None:
    table = At(name, "S")
    assert table.stands("Ah Qh Qh Jh Jh 9h 9h", "3h 4h", "5h 6h", "7h 8h")
    assert table.throw("9h 8h 8h 4h 4h", "Qh Qh") == "4h 4h"
    failed = table.thrown("9h 8h 8h 4h 4h", "Jh")
    assert failed.all(ThrowFailed)
    assert not failed.all(Penalised)
    assert failed.state.failed_throws == (1, 0, 0, 0)
    assert table.hold("Ah Ac").refused(table.table.play, 0, "Ah Ac").code == "one_group_only"


@pytest.mark.rule("F-08")
@pytest.mark.parametrize("name", SEVERAL)
def test_tractors_bind_tractors_pairs_bind_pairs_and_ruffs_are_as_everywhere(name: str) -> None:
    table = At(name, "S", "2")
    assert table.answers("Kh Kh Ah Ah", "3h 3h 4h 4h 7h 7h 9h") == picks("3h 3h 4h 4h")
    assert table.answers("Ah Kh Kh", "3h 3h 4h 5h") == picks("3h 3h 4h", "3h 3h 5h")
    assert table.winner("Ah Kh 5h 5h 4h 4h", "9s 9s 8s 8s 7s 3s") == 1
    assert table.winner("Ah Ah 5h 5h 4h 4h", "9s 9s 8s 8s 7s 3s") == 0
    assert table.winner("5h 4h 4h", "9s 7s 7s", "8s 8s 4s") == 2


@pytest.mark.rule("F-09")
@pytest.mark.parametrize("decks", DECKS)
def test_the_first_team_past_the_goal_ends_the_match_declaring_or_not(decks: int) -> None:
    rules = preset(f"weijia-{decks}")
    assert (rules.start_level, rules.goal_level) == ("2", "A")
    ten = rules.changed({"goal_level": "T"})
    for declaring in (True, False):
        assert advance("9", 1, declaring, ten).won is False
        for level, steps, climbed in (("T", 1, 1), ("T", 5, 1), ("8", 3, 3), ("8", 9, 3)):
            found = advance(level, steps, declaring, ten)
            assert (found.won, found.climbed) == (True, climbed), (level, steps)
    table = Table(f"weijia-{decks}", goal_level="T", levels=("9", "T"), banker=0)
    table.score(400)
    assert table.last(MatchEnded) == MatchEnded(1, "goal")
    assert table.state.climbed == (0, 1)
    ace = Table(f"weijia-{decks}", levels=("A", "2"), banker=0).score(0)
    assert ace.last(MatchEnded) == MatchEnded(0, "goal")


@pytest.mark.rule("F-10")
@pytest.mark.parametrize(
    ("decks", "rows"),
    [
        (1, "0:+3 5:+2 15:+2 20:+1 35:+1 40:-0 55:-0 60:-1 75:-1 80:-2 95:-2 100:-3 120:-4"),
        (2, "0:+3 5:+2 35:+2 40:+1 75:+1 80:-0 115:-0 120:-1 155:-1 160:-2 195:-2 200:-3"),
        (3, "0:+3 5:+2 55:+2 60:+1 115:+1 120:-0 175:-0 180:-1 235:-1 240:-2 295:-2 300:-3"),
    ],
)
def test_levels_by_score(decks: int, rows: str) -> None:
    """+ for levels of the declarers, who hold; - for those of the defenders, who take the bank."""
    for row in rows.split():
        points, _, moved = row.partition(":")
        found = outcome(int(points), preset(f"weijia-{decks}"))
        side = "declarers" if moved[0] == "+" else "defenders"
        assert (found.winner, found.steps) == (side, int(moved[1:])), row


@pytest.mark.rule("F-11")
@pytest.mark.parametrize("decks", DECKS)
def test_only_defenders_dig_at_least_by_2(decks: int) -> None:
    table = At(f"weijia-{decks}", "S")
    for leader in (0, 2):
        assert not table.trick("Ah", kitty="Kc 5c", leader=leader).all(Dug)
    for leader in (1, 3):
        dug = table.trick("Ah", kitty="Kc 5c", leader=leader, points=20)
        assert dug.last(Dug) == Dug(leader, 30, 2)
        assert dug.last(DealScored).total == 20 + 30


@pytest.mark.rule("F-12", "E-15")
@pytest.mark.parametrize("name", ["weijia-3", "huanle-3"])
@pytest.mark.parametrize(
    ("last", "factor"),
    [
        ("Ah", 2),
        ("Ah Kh Qh", 2),
        ("Ah Ah", 4),
        ("4h 4h 5h 5h", 8),
        ("4h 4h 5h 5h 6h 6h", 12),
        ("Ah Ah Jh Jh 9h 9h", 12),  # k pairs, in a tractor or not
        ("Ah Ah Kh Kh 9h 9h 8h", 12),
        ("Ah Ah Kh Qh", 4),  # with a pair singles do not count
        ("Ah Ah Ah", 6),
        ("Ah Ah Ah Kh", 6),
        ("Ah Ah Ah Kh Kh Kh", 12),
        ("Ah Ah Ah Jh Jh Jh 9h 9h 9h", 18),
        ("4h 4h 4h 5h 5h 5h 6h 6h 6h", 18),
        ("3h 3h 3h 4h 4h", 10),  # triples and pairs are added
        ("2s 2s 2s 3s 3s", 10),  # triples are taken out first
        ("3h 3h 3h 4h 4h 6h 6h 8h", 14),
    ],
)
def test_what_a_dig_multiplies_by(name: str, last: str, factor: int) -> None:
    assert At(name, "S").factor(last) == factor


@pytest.mark.rule("F-12")
@pytest.mark.parametrize("name", SEVERAL)
def test_by_option_each_further_pair_doubles(name: str) -> None:
    table = At(name, "S", dig_family="added-doubling")
    pairs = ("Ah Ah", "Kh Kh", "Jh Jh", "9h 9h")
    for number, factor in enumerate((4, 8, 16, 32), start=1):
        assert table.factor(" ".join(pairs[:number])) == factor
    assert table.factor("Ah") == 2
    plain = At(name, "S")
    assert [plain.factor(" ".join(pairs[:n])) for n in (1, 2, 3, 4)] == [4, 8, 12, 16]


@pytest.mark.rule("F-12", "G-20")
def test_a_dig_counts_the_cards_of_the_winner_whatever_was_led() -> None:
    table = At("weijia-3", "S")
    assert table.factor("5h 6h 7h", "3d 4d 6d", "9s 7s 7s") == 4
    assert table.factor("Ah Ah Kh Kh Jh", "3d 4d 6d 7d 8d", "3s 3s 3s 4s 4s") == 10
    assert table.factor("Ah Ah Kh Kh Jh Th", "3d 4d 6d 7d 8d 9d", "3s 3s 3s 4s 4s 4s") == 12


@pytest.mark.rule("F-13")
@pytest.mark.parametrize(
    ("levels", "gap", "deals", "throws", "score"),
    [
        (5, 0, 0, 0, 5),
        (0, 3, 0, 0, 6),
        (0, -3, 0, 0, -6),
        (0, 0, 9, 0, 0),
        (0, 0, 10, 0, 1),
        (0, 0, 19, 0, 1),
        (0, 0, 20, 0, 2),
        (0, 0, 0, 3, -3),
        (9, 2, 15, 2, 12),  # F-14: 9 + 4 + 1 - 2
        (7, -2, 15, 0, 4),
    ],
)
def test_the_personal_score_is_levels_gap_deals_and_own_failed_throws(
    levels: int, gap: int, deals: int, throws: int, score: int
) -> None:
    assert personal_score(levels, gap, deals, throws) == score


@pytest.mark.rule("F-13", "F-09")
def test_from_2_to_past_6_are_5_levels() -> None:
    rules = preset("weijia-2").changed({"goal_level": "6"})
    assert advance("2", 9, True, rules).climbed == 5
    assert personal_score(5, 0, 0, 0) == 5


def under_way(
    levels: tuple[str, str], climbed: tuple[int, int], deals: int, throws: tuple[int, ...]
) -> Table:
    """A match to past 10 with so many levels climbed, deals scored and throws failed."""
    table = Table("weijia-2", goal_level="T", levels=("2", "2"), banker=0)
    state = table.state.copied()
    state.levels, state.climbed = levels, climbed
    state.deals_scored, state.failed_throws = deals, throws
    table.state = state
    return table


@pytest.mark.rule("F-13", "F-14")
def test_the_worked_example_of_the_source() -> None:
    """We go 2 to past 10, they 2 to 9, in 15 deals; two failed throws of mine, one of theirs."""
    table = under_way(("T", "9"), (8, 7), 14, (2, 1, 0, 0)).score(40)
    assert table.last(MatchEnded) == MatchEnded(0, "goal")
    assert (table.state.climbed, table.state.deals_scored) == ((9, 7), 15)
    mine, first, partner, second = personal_scores(table.state)
    assert mine == 9 + 4 + 1 - 2 == 12
    assert partner == 9 + 4 + 1  # never for the partner's throws
    assert first == 7 - 4 + 1 - 1
    assert second == 7 - 4 + 1
    assert for_seat(table.state, 3).personal == (12, 3, 14, 4)


@pytest.mark.rule("F-14")
def test_a_team_at_6_against_one_at_3_gets_6_for_the_gap_and_the_other_loses_6() -> None:
    table = under_way(("6", "3"), (4, 1), 5, (0, 0, 0, 0))
    assert personal_scores(table.state) == (4 + 6, 1 - 6, 4 + 6, 1 - 6)


@pytest.mark.rule("F-13")
def test_three_failed_throws_of_ones_own_cost_3() -> None:
    table = At("weijia-2", "S").hold("9h 8h 7h 6h", "Jh 3h 3h 4h", "4d 5d 6d 7d", "4c 5c 6c 7c")
    for forced, follow in (("8h", "3h"), ("7h", "3h"), ("6h", "4h")):
        table.play(0, f"9h {forced}").trick(follow, table.hand(2)[:2], table.hand(3)[:2])
    assert table.state.failed_throws == (3, 0, 0, 0)
    assert personal_scores(table.state) == (-3, 0, 0, 0)


@pytest.mark.rule("F-15")
def test_titles_begin_at_50_times_n_squared() -> None:
    thresholds = [
        *[0, 50, 200, 450, 800, 1250, 1800, 2450, 3200, 4050, 5000, 6050, 7200, 8450, 9800],
        *[11250, 12800, 14450, 16200, 18050, 20000, 22050, 24200, 26450, 28800],
    ]
    assert len(thresholds) == TITLES == 25
    for number, threshold in enumerate(thresholds):
        assert title(threshold) == number
        assert title(threshold - 1) == max(number - 1, 0)
    names = [
        *["幼小班", "幼中班", "幼大班", "学前班"],
        *["一年级", "二年级", "三年级", "四年级", "五年级", "六年级"],
        *["初一", "初二", "初三", "高一", "高二", "高三", "大一", "大二", "大三", "大四"],
        *["研究生", "博士", "博士后", "院士", "诺贝尔"],
    ]
    texts = words("zh").texts
    prefix = next(key[:-1] for key in texts if key.endswith("titles.0"))
    assert [texts[f"{prefix}{number}"] for number in range(TITLES)] == names
    assert title(10**6) == 24
    assert title(-50) == 0


@pytest.mark.rule("F-16")
@pytest.mark.parametrize(
    ("score", "won", "own", "others", "gain"),
    [
        (12, True, 5, (2, 2), 0),
        (12, True, 5, (3, 3), 12),
        (12, True, 5, (0, 3), 12),  # the higher of the two losers counts
        (12, True, 5, (2, 0), 0),
        (12, True, 6, (2, 2), 0),
        (-4, True, 5, (2, 2), -4),
        (-4, False, 5, (2, 2), -4),
        (-4, False, 2, (5, 5), -4),
        (7, True, 2, (5, 5), 7),
    ],
)
def test_winners_3_titles_above_gain_nothing_and_losers_still_lose(
    score: int, won: bool, own: int, others: tuple[int, int], gain: int
) -> None:
    assert match_gain(score, won, own, others) == gain

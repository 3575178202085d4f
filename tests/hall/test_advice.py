"""A seat is told what its cards are and why they will not do, from its view and nothing else."""

import json
from collections.abc import Iterator, Sequence
from random import Random

import pytest

from advised import SEATS, moments, said, views
from shengji.engine.actions import Action, Bid, Bury, Play
from shengji.engine.cards import Cards, parse, show
from shengji.engine.decide import decide
from shengji.engine.errors import Refusal
from shengji.engine.leads import read_lead
from shengji.engine.pieces import names_of
from shengji.engine.ruleset import PRESETS, preset
from shengji.engine.state import BURYING, PLAYING
from shengji.engine.view import View, for_seat
from shengji.hall.advice import verdict_of
from shengji.hall.hints import action_now, hints_of
from shengji.hall.wire import match_data
from shengji.proof.leaks import unseen_swapped
from shengji.words import LANGUAGES
from shengji.words.refusals import refusal_text
from table import Table

each_preset = pytest.mark.parametrize("name", PRESETS)


# -- labels ---------------------------------------------------------------------------------


LABELS = (
    ("huanle-2", "8h", "单张 8", "single 8", ("single",)),
    ("huanle-2", "Kh Kh", "对子 KK", "pair KK", ("pair",)),
    ("huanle-2", "9h 9h Th Th", "拖拉机 991010", "tractor 991010", ("2x2",)),
    ("huanle-2", "Ah Kh Kh", "甩牌 KK + A", "throw KK + A", ("pair", "single")),
    ("huanle-2", "BJ", "单张 大王", "single big joker", ("single",)),
    ("huanle-2", "7d 7d 7s 7s", "拖拉机 ♠7♠7 ♦7♦7", "tractor ♠7♠7 ♦7♦7", ("2x2",)),
    ("huanle-3", "Kh Kh Kh", "三张 KKK", "triple KKK", ("triple",)),
    (
        "huanle-3",
        "9h 9h 9h Th Th Th",
        "泰坦尼克 999101010",
        "titanic 999101010",
        ("3x2",),
    ),
    ("four-deck-match", "Kh Kh Kh Kh", "四张 KKKK", "quad KKKK", ("quad",)),
    (
        "four-deck-match",
        "9h 9h 9h Th Th Th",
        "推土机 999101010",
        "bulldozer 999101010",
        ("3x2",),
    ),
)


@pytest.mark.parametrize(("name", "cards", "zh", "en", "names"), LABELS)
def test_a_lead_is_called_by_what_it_is(
    name: str, cards: str, zh: str, en: str, names: tuple[str, ...]
) -> None:
    table = Table(name, level="7", banker=0).in_play("S", {0: cards})
    chinese, english = (said(table, 0, cards, lang) for lang in LANGUAGES)
    assert (chinese.id, chinese.ok, chinese.text) == (7, True, zh)
    assert english.text == en
    assert chinese.names == english.names == names
    assert sorted(card for piece in chinese.pieces for card in piece) == sorted(cards.split())


def follower(**hands: str) -> Table:
    """Seat 0 leads some hearts and seat 1 holds the cards given, spades are trump."""
    table = Table("huanle-2", level="7", banker=0)
    given = {0: f"{hands['led']} 3c", 1: hands["held"], 2: "3d 3d 3d"[:5], 3: "4d 4d"}
    size = len(given[0].split())
    filled = {
        seat: " ".join([*text.split(), *["3c"] * size][:size]) for seat, text in given.items()
    }
    table.endgame("S", filled)
    return table.play(0, hands["led"])


FOLLOWS = (
    ("Kh Kh", "6h 6h 5h", "6h 6h", "对子 66"),
    ("Kh Kh", "6h 5h 4c", "6h 5h", "6 + 5"),
    ("Kh Kh", "6h 4c 5c", "6h 4c", "跟 1 张，垫 1 张"),
    ("Kh Kh", "4c 5c 6d", "4c 6d", "垫 2 张"),
    ("Kh Kh", "3s 3s 6d", "3s 3s", "毙牌 对子 33"),
    ("Kh Kh", "3s 4s 6d", "3s 4s", "4 + 3"),
)


@pytest.mark.parametrize(("led", "held", "cards", "label"), FOLLOWS)
def test_a_follow_is_called_a_ruff_only_where_it_takes_the_lead(
    led: str, held: str, cards: str, label: str
) -> None:
    found = said(follower(led=led, held=held), 1, cards)
    assert (found.ok, found.text) == (True, label)


def test_cards_on_the_way_say_how_many_more() -> None:
    table = follower(led="Kh Kh", held="6h 6h 5h")
    assert said(table, 1, "6h").text == "再选 1 张"
    assert said(table, 1, "", "en").text == "choose 2 more"
    assert not said(table, 1, "6h").ok
    many = said(table, 1, "6h 6h 5h")
    assert (many.ok, many.text, many.rule) == (False, "要出 2 张。", "G-08")


@pytest.mark.rule("G-09")
def test_a_refused_follow_names_its_statement_and_proves_it() -> None:
    found = said(follower(led="Kh Kh", held="6h 6h 5h"), 1, "6h 5h")
    assert (found.ok, found.rule, found.cards) == (False, "G-09", ("6h", "6h"))
    assert found.text == "你有对子，要跟对子：♥6 ♥6。"


@pytest.mark.rule("G-27")
def test_an_unassisted_table_judges_the_number_and_no_duty() -> None:
    table = Table("huanle-2", level="7", banker=0, assisted=False)
    table.endgame("S", {0: "Kh Kh 3c", 1: "6h 6h 5h", 2: "3d 4d 5d", 3: "6d 8d 9d"})
    table.play(0, "Kh Kh")
    assert said(table, 1, "6h 5h").ok
    assert not said(table, 1, "6h").ok
    assert not said(table, 1, "6h 3c").ok


@pytest.mark.rule("G-15")
@pytest.mark.parametrize("beaten", [True, False])
def test_a_throw_is_told_its_risk_and_never_whether_it_stands(beaten: bool) -> None:
    other = "Qh Qh" if beaten else "3h 3h"
    table = Table("jj", level="7", banker=0)
    table.endgame("S", {0: "9h 8h 8h", 1: f"{other} 4d", 2: "3d 4d 5d", 3: "6d 8d 9d"})
    found = said(table, 0, "9h 8h 8h")
    assert (found.ok, found.text) == (True, "甩牌 88 + 9")
    assert found.warning == "若被管住，只能出被管的最小一手；罚 15 分"
    assert said(table, 0, "8h 8h").warning is None


@pytest.mark.parametrize("lang", LANGUAGES)
def test_cards_that_are_no_cards_or_are_not_held_are_refused_in_a_sentence(lang: str) -> None:
    table = Table("huanle-2", level="7", banker=0).in_play("S", {0: "6h 6h"}, only={0: "C"})
    for text in ("1x", "5s;", "♠5", "6h" * 200):
        found = said(table, 0, text, lang)
        assert not found.ok
        assert found.text.endswith((".", "。"))
    held = said(table, 0, "6h 6h 6h 6h 6h", lang)
    assert (held.ok, held.rule) == (False, "G-06")
    assert not said(table, 0, "3c", lang).ok


def test_out_of_turn_cards_are_named_and_may_not_be_played() -> None:
    table = Table("huanle-2", level="7", banker=0).in_play("S", {1: "6h 6h 8h 8h 3d"})
    assert (said(table, 1, "6h 6h 8h 8h").ok, said(table, 1, "6h 6h").text) == (False, "对子 66")
    assert said(table, 1, "6h 6h 8h 8h").names == ("2x2",)
    assert said(table, 1, "6h 3d").text == "♥6 ♦3"
    assert said(table, 1, "").text == ""


# -- the kitty --------------------------------------------------------------------------------


@pytest.mark.rule("A-11")
def test_burying_counts_and_warns_of_points() -> None:
    table = Table("huanle-2", level="7", banker=0)
    table.deal({0: "3c 4c 6c 8c 9c Tc Kc 3d 7s"}).bid(0, "7s").close()
    assert table.state.phase == BURYING
    some, whole = said(table, 0, "3c 4c"), said(table, 0, "3c 4c 6c 8c 9c Tc Kc 3d")
    assert (some.ok, some.text, some.warning) == (False, "已选 2/8 张", None)
    assert (whole.ok, whole.text) == (True, "埋底 8/8")
    assert "20 分" in (whole.warning or "")
    assert said(table, 0, "3c 4c 6c 8c 9c Tc Kc 3d 7s").text == "要埋 8 张。"
    assert said(table, 0, "", "en").text == "0/8 chosen"


@pytest.mark.rule("E-17")
def test_burying_tells_of_the_limit_of_points() -> None:
    table = Table("huanle-2", level="7", banker=0, kitty_points_max=10)
    table.deal({0: "Tc Kc 3d 7s"}).bid(0, "7s").close()
    assert "最多埋 10 分" in (said(table, 0, "Tc 3d").warning or "")
    over = said(table, 0, "Tc Kc")
    assert (over.ok, over.rule) == (False, "E-17")


# -- plays and burials as the table would judge them ----------------------------------------------


def selections(view: View, rng: Random) -> Iterator[Cards]:
    """Random picks from a hand: any cards, and cards of one group."""
    hand = list(view.hand)
    size = view.demand.number if view.demand else view.bury or rng.randint(1, 4)
    for number in (size, rng.randint(1, max(1, min(len(hand), 9)))):
        yield tuple(rng.sample(hand, min(number, len(hand))))
    place = rng.randrange(len(hand))
    yield tuple(hand[place : place + size])
    yield tuple(hand[place : place + 1]) * 2


def action_of(view: View, cards: Cards) -> Action:
    seat = view.seat or 0
    return Bury(seat, cards) if action_now(view) == "Bury" else Play(seat, cards)


@each_preset
def test_a_play_or_burial_is_ok_where_the_table_takes_it_and_nowhere_else(name: str) -> None:
    rng = Random(name)
    for state, view in views(moments(name)):
        if action_now(view) not in ("Bury", "Play"):
            continue
        needed = view.demand.number if view.demand else view.bury or 0
        for cards in selections(view, rng):
            answer = decide(state, action_of(view, cards))
            found = verdict_of(view, 1, show(cards), "en")
            assert found.ok == (not isinstance(answer, Refusal)), (show(cards), answer, found)
            if isinstance(answer, Refusal) and len(cards) >= needed:
                assert (found.text, found.rule) == (refusal_text(answer, "en"), answer.rule)


PLAY_REFUSALS = (
    ("huanle-2", "", "G-08"),
    ("huanle-2", "6h 3d", "G-14"),
    ("four-deck-match", "6h 9h", "C-17"),
    ("eighty", "3s 5s", "A-04"),
)


@pytest.mark.parametrize(("name", "cards", "rule"), PLAY_REFUSALS)
def test_a_lead_that_may_not_be_made_says_why(name: str, cards: str, rule: str) -> None:
    table = Table(name, level="7", banker=0, **({"throws": "plain"} if name == "eighty" else {}))
    table.in_play("S", {0: "6h 3d 9h 3s 5s"})
    found = said(table, 0, cards)
    assert (found.ok, found.rule) == (False, rule)


DUTIES = (
    ("Kh Kh Ah Ah", "5h 5h 6h 6h 3h 4h", "5h 5h 3h 4h", "G-10"),
    ("Kh Kh", "5h 5h 3h", "5h 3h", "G-09"),
    ("Kh Kh Kh", "5h 5h 5h 3h", "5h 5h 3h", "E-12"),
    ("Kh", "3h 4c", "4c", "G-08"),
)


@pytest.mark.rule("G-08", "G-09", "G-10", "E-12")
@pytest.mark.parametrize(("led", "held", "cards", "rule"), DUTIES)
def test_every_duty_is_told(led: str, held: str, cards: str, rule: str) -> None:
    table = Table("huanle-3", level="7", banker=0)
    size = len(held.split())
    spare = " ".join(["3c"] * size)
    leader = " ".join([*led.split(), *["3d"] * size][:size])
    table.endgame("S", {0: leader, 1: held, 2: spare, 3: spare}).play(0, led)
    found = said(table, 1, cards)
    assert (found.ok, found.rule) == (False, rule)
    assert set(found.cards) <= set(held.split())


# -- hints -------------------------------------------------------------------------------------


@each_preset
@pytest.mark.parametrize("seed", [0, 3])
def test_every_hint_is_legal_distinct_and_the_bots_choice_comes_first(name: str, seed: int) -> None:
    seen = set()
    for state, view in views(moments(name, seed)):
        hints = hints_of(view, "en")
        if action_now(view) is None:
            assert hints == ()
            continue
        dealing = view.phase == "dealing"
        assert hints or dealing
        assert len({(hint.action, hint.cards) for hint in hints}) == len(hints) <= 6
        for hint in hints:
            seen.add(hint.action)
            cards = parse(" ".join(hint.cards))
            if hint.action == "pass":
                assert not dealing
                continue
            kind = {"bid": Bid, "bury": Bury, "play": Play}[hint.action]
            assert not isinstance(decide(state, kind(view.seat or 0, cards)), Refusal), hint
    assert {"play", "bid"} <= seen


@pytest.mark.parametrize("lang", LANGUAGES)
def test_hints_offer_more_than_one_lead_and_say_why(lang: str) -> None:
    table = Table("huanle-2", level="7", banker=0)
    table.in_play("S", {0: "Ah 9d 9d 8d 8d 3s BJ"})
    hints = hints_of(for_seat(table.state, 0), lang)
    assert len(hints) > 3
    assert all(hint.text for hint in hints)
    assert hints == hints_of(for_seat(table.state, 0), lang)


def test_a_spectator_gets_no_hints() -> None:
    table = Table("huanle-2").deal()
    assert hints_of(for_seat(table.state, None), "zh") == ()


# -- nothing is told of what the seat may not know -----------------------------------------------


def told(view: View, picks: Sequence[Cards]) -> str:
    """All that goes to a seat, as one text."""
    verdicts = [str(verdict_of(view, 1, show(cards), "zh")) for cards in picks]
    return json.dumps([match_data(view), verdicts, str(hints_of(view, "zh"))])


@pytest.mark.rule("G-15", "G-18", "C-03")
@each_preset
def test_the_same_is_told_when_unseen_cards_change_places(name: str) -> None:
    rng = Random(name)
    phases = set()
    states = moments(name)
    for state in rng.sample(states, min(40, len(states))) + list(states[-12:]):
        phases.add(state.phase)
        for seat in SEATS:
            view = for_seat(state, seat)
            picks = [
                tuple(rng.sample(view.hand, rng.randint(0, min(5, len(view.hand)))))
                for _ in range(4)
            ]
            swapped = unseen_swapped(state, seat, rng)
            assert told(for_seat(swapped, seat), picks) == told(view, picks)
    assert {"dealing", "playing"} <= phases


@pytest.mark.rule("G-15")
@each_preset
def test_every_throw_of_a_hand_is_ok_whatever_the_others_hold(name: str) -> None:
    rng = Random(name)
    thrown = 0
    for state in moments(name):
        deal = state.deal
        if state.phase != PLAYING or deal is None or deal.plays or deal.setting is None:
            continue
        view = for_seat(state, deal.turn)
        cards = tuple(rng.sample(view.hand, min(3, len(view.hand))))
        lead = read_lead(cards, deal.setting.trump.hand(cards), deal.setting)
        found = verdict_of(view, 1, show(cards), "zh")
        assert found.ok == (not isinstance(lead, Refusal))
        if not isinstance(lead, Refusal):
            assert found.names == names_of(lead.pieces, lead.number)
            assert (found.warning is not None) == lead.is_throw
            thrown += lead.is_throw
    assert thrown or preset(name).throws == "none"

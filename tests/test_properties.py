"""The kernel against the oracle: on any cards under any rules the two say the same.

Each property is a plain function of one example, so that a hunt by hand can call it too.
`HYPOTHESIS_PROFILE=long` looks some twenty times further.
"""

import os
from collections import Counter

import pytest
from hypothesis import HealthCheck, currently_in_test_context, given, note, settings

from oracle import Oracle, name, state_of
from shengji.engine.cards import Cards as Faces
from shengji.engine.cards import parse
from shengji.engine.errors import Refusal
from shengji.engine.kernel.follow import FITS, verdict
from shengji.engine.kernel.pieces import shape
from shengji.engine.kernel.planes import Hand, holds
from shengji.engine.kernel.trick import beats
from shengji.engine.leads import Lead, failed_throw, read_lead
from shengji.engine.pieces import is_reading, read_pieces, split
from shengji.engine.ruleset import Ruleset
from shengji.engine.setting import Setting, setting_of
from shengji.engine.state import all_hands
from strategies import (
    JUDGING,
    Cards,
    Follow,
    Picks,
    Throw,
    Trick,
    a_follow,
    a_throw,
    a_trick,
    made,
    some_cards,
    text,
)

Reading = tuple[str, ...] | None
TIMES = 20 if os.environ.get("HYPOTHESIS_PROFILE") == "long" else 1


def examples(number: int) -> settings:
    """So many examples, many more in the long profile."""
    return settings(max_examples=number * TIMES, suppress_health_check=list(HealthCheck))


def tell(line: str) -> None:
    """Say it beside a failing example."""
    if currently_in_test_context():
        note(line)


def oracle_of(setting: Setting) -> Oracle:
    rules, trump = setting.rules, setting.trump
    options = {option: getattr(rules, option) for option in JUDGING}
    tell(f"{rules.id} {options} trump {trump.suit} level {trump.level}")
    return Oracle(options, trump.suit, trump.level)


def lead_of(setting: Setting, cards: Faces, reading: Reading) -> Lead:
    """The lead that some cards make where throws are allowed."""
    open_rules = Setting(setting.rules.changed({"throws": "all"}), setting.trump)
    lead = read_lead(cards, setting.trump.hand(cards), open_rules, reading)
    assert isinstance(lead, Lead)
    return lead


def picked(oracle: Oracle, cards: Faces, picks: Picks) -> Reading:
    """One of the readings of some cards of one group, None for the usual one."""
    left = Counter(text(cards))
    found: list[str] = []
    for pick in picks:
        pieces = sorted({name(piece.shape): piece for piece in oracle.all_pieces(left)}.items())
        if pieces:
            one = pieces[pick % len(pieces)]
            found.append(one[0])
            left -= one[1].cards
    reading = (*found, *["single"] * left.total())
    tell(f"reading {reading}")
    return reading if picks else None


# --- the properties ---------------------------------------------------------------------------


def shape_agrees(one: Cards) -> None:
    """The usual reading of some cards, piece by piece."""
    setting, cards = one.setting, one.cards
    tell(" ".join(text(cards)))
    hand = setting.trump.hand(cards)
    expected = oracle_of(setting).split(text(cards))
    pieces = split(hand, setting)
    assert [piece.name for piece in pieces] == [name(piece.shape) for piece in expected]
    assert shape(hand, setting.table) == read_pieces([piece.name for piece in pieces])
    for piece, other in zip(pieces, expected, strict=True):
        assert Counter(text(piece.cards)) == other.cards


def reading_agrees(one: Cards) -> None:
    """Whether some pieces are a reading of all the cards."""
    setting, cards = one.setting, one.cards
    names = [name(piece) for piece in one.wanted]
    tell(f"{' '.join(text(cards))} as {names}")
    oracle = oracle_of(setting)
    whole = sum(width * length for width, length in one.wanted) == len(cards)
    fits = whole and bool(oracle.readings(Counter(text(cards)), oracle.shapes((), names)))
    found = is_reading(setting.trump.hand(cards), read_pieces(names), names, setting)
    assert found == fits


def follow_agrees(one: Follow) -> None:
    """Which plays of a hand answer a lead: the one drawn, and all of the group."""
    setting, trump = one.setting, one.setting.trump
    tell(f"lead {' '.join(text(one.lead))} hand {' '.join(text(one.hand))}")
    oracle = oracle_of(setting)
    reading = picked(oracle, one.lead, one.picks)
    lead = lead_of(setting, one.lead, reading)
    hand, table, options = trump.hand(one.hand), setting.table, setting.options

    def legal(play: Faces) -> bool:
        planes = trump.hand(play)
        found = verdict(hand, planes, lead.group, lead.number, lead.pieces, table, options)
        return holds(hand, planes) and found == FITS

    codes = text(one.lead), text(one.hand)
    of_group = [card for card in one.hand if trump.bits[card] & lead.group]
    if len(of_group) <= lead.number:
        expected = oracle.legal_follow(*codes, text(one.play), reading)
        assert legal(one.play) == expected, text(one.play)
        return
    all_legal = oracle.legal_follows(*codes, reading)
    for play in (one.play, *plays_of(Counter(of_group), lead.number)):
        assert legal(play) == (state_of(Counter(text(play))) in all_legal), text(play)


def plays_of(copies: Counter[int], number: int) -> list[Faces]:
    """Every choice of so many of some cards."""
    plays: list[Faces] = [()]
    for card, held in copies.items():
        plays = [(*play, *(card,) * n) for play in plays for n in range(held + 1)]
    return [play for play in plays if len(play) == number]


def throw_agrees(one: Throw) -> None:
    """Whether a lead may be made, stands, and what is forced; what all are shown."""
    setting, trump = one.setting, one.setting.trump
    hands = dict(enumerate([text(one.hand), *map(text, one.others)]))
    tell(f"lead {text(one.lead)} hands {hands}")
    oracle = oracle_of(setting)
    one_group = len({trump.groups[card] for card in one.lead}) == 1
    reading = picked(oracle, one.lead, one.picks) if one_group else None
    expected = oracle.throw(hands, 0, text(one.lead), reading)
    play = trump.hand(one.lead)
    lead = read_lead(one.lead, play, setting, reading)
    assert isinstance(lead, Refusal) == (not expected[0])
    if isinstance(lead, Refusal):
        return
    every = all_hands([trump.hand(one.hand), *map(trump.hand, one.others)])
    failed = failed_throw(lead, play, every, 0, setting) if lead.is_throw else None
    assert (failed is None) == expected[1]
    if failed is None:
        return
    assert expected[2] is not None
    forced_rows = sorted(map(trump.row, failed.forced.cards))
    assert forced_rows == sorted(map(trump.row, parse(" ".join(expected[2]))))
    # Where the leader names the reading, which of some equal cards make a pair is left open.
    if reading is None:
        assert Counter(text(failed.forced.cards)) == Counter(expected[2])
    assert Counter(failed.beaten_by) <= Counter(one.others[failed.by - 1])
    if setting.rules.throw_forced != "lowest":
        piece = failed.forced
        (forced,) = oracle.read_as(text(piece.cards), [(piece.k, piece.n)])
        beating = [seat for seat in (1, 2, 3) if oracle.beats(Counter(hands[seat]), forced)]
        assert failed.by == beating[0]
        assert oracle.beats(Counter(text(failed.beaten_by)), forced)


def trick_agrees(one: Trick) -> None:
    """Which play takes the trick."""
    setting, trump = one.setting, one.setting.trump
    tell(" / ".join(" ".join(text(play)) for play in one.plays))
    oracle = oracle_of(setting)
    reading = picked(oracle, one.plays[0], one.picks)
    expected = oracle.winner([text(play) for play in one.plays], reading)
    lead = lead_of(setting, one.plays[0], reading)
    assert winner(setting, [trump.hand(play) for play in one.plays], lead) == expected


def winner(setting: Setting, plays: list[Hand], lead: Lead) -> int:
    """Which play takes the trick, says the kernel."""
    judging = lead.group, lead.number, lead.pieces, setting.table, setting.options
    best = 0
    for index in range(1, len(plays)):
        if beats(plays[best], plays[index], *judging):
            best = index
    return best


# --- the tests --------------------------------------------------------------------------------


@pytest.mark.rule("G-03", "G-04", "G-06", "G-07", "A-02", "A-03", "C-07", "C-08", "C-09", "C-10")
@pytest.mark.rule("D-07", "E-02", "E-03", "E-10", "F-06", "G-21")
@examples(4000)
@given(made(some_cards))
def test_cards_are_split_into_the_same_pieces(one: Cards) -> None:
    shape_agrees(one)


@pytest.mark.rule("G-21")
@examples(3000)
@given(made(some_cards))
def test_the_same_readings_are_accepted(one: Cards) -> None:
    reading_agrees(one)


@pytest.mark.rule("G-08", "G-09", "G-10", "G-22", "G-28", "E-11", "E-12", "C-12", "C-13", "C-14")
@pytest.mark.rule("C-15", "C-16", "F-08")
@examples(5000)
@given(made(a_follow))
def test_the_same_follows_are_legal(one: Follow) -> None:
    follow_agrees(one)


@pytest.mark.rule("G-14", "G-15", "A-04", "A-05", "C-17", "D-08", "E-06", "E-14", "F-07")
@examples(5000)
@given(made(a_throw))
def test_the_same_throws_stand_and_the_same_piece_is_forced(one: Throw) -> None:
    throw_agrees(one)


@pytest.mark.rule("G-05", "G-11", "G-12", "G-13", "G-22", "G-28", "C-11", "C-18", "C-19", "C-20")
@pytest.mark.rule("D-10", "E-13")
@examples(5000)
@given(made(a_trick))
def test_the_same_play_takes_the_trick(one: Trick) -> None:
    trick_agrees(one)


# --- where the two once differed --------------------------------------------------------------

DOZER = {"ladders": "bulldozer", "decks": 4}
PROTECT = {"triples_for_pairs": "protect", "decks": 4}


@pytest.mark.rule("G-22", "G-28", "C-14", "C-16")
@pytest.mark.parametrize(
    ("options", "lead", "hand"),
    [
        pytest.param({**PROTECT, "bombs": True}, "4s 4s 4s", "3s 3s 3s 3s", id="a-kept-bomb"),
        pytest.param(
            {**DOZER, **PROTECT},
            "4s 4s 4s 4s 5s 5s 5s 5s",
            "3s 3s 3s 3s 6s 6s 6s 6s 8s",
            id="two-bombs-for-four-pairs",
        ),
        pytest.param(
            DOZER,
            "9s 9s Ts Ts Js Js Qs Qs Ks Ks As As",
            "3s 3s 3s 4s 4s 4s 6s 6s 6s 7s 7s 7s 8s",
            id="two-bulldozers-for-six-pairs",
        ),
        pytest.param(
            DOZER,
            "9s 9s Ts Ts Js Js Ks Ks",
            "3s 3s 3s 4s 4s 4s 6s 6s 8s",
            id="a-pair-beside-a-bulldozer",
        ),
        pytest.param(
            {**PROTECT, "permanent_twos": True, "link_ace_two": True},
            "5h 5h 6h 6h",
            "Ah Ah Ah 2h 2h 3h 3h",
            id="a-kept-triple-is-in-no-special-run",
        ),
    ],
)
def test_follows_that_were_once_judged_differently(
    options: dict[str, object], lead: str, hand: str
) -> None:
    setting = setting_of(Ruleset().changed(options), "H", "T" if "5h" in lead else "2")
    cards = parse(hand)
    follow_agrees(Follow(setting, parse(lead), (), cards, cards[: len(parse(lead))]))


@pytest.mark.rule("G-11", "G-13", "G-22", "D-07")
@pytest.mark.parametrize(
    ("options", "trump", "plays", "expected"),
    [
        pytest.param(
            {"decks": 4},
            "NT",
            "3s 3s 4s 4s 6s 6s 6s 8s 8s / 2s 2s 2s 2h 2h 2h 2h LJ LJ",
            1,
            id="the-run-takes-its-level-pair-where-it-leaves-most",
        ),
        pytest.param(
            {"compare_throws": "all"},
            "S",
            "9s 3s 4s 5s 5s / 3s 4s 6s 7s 7s / 2s 2s 6s 8s 8s",
            2,
            id="higher-in-every-piece-of-the-same-reading",
        ),
        pytest.param(
            {"compare_throws": "all", "decks": 4},
            "S",
            "9s 5s 5s 5s 3s 3s / 2s 3s 4s 4s 4s 4s / 9s 9s 9s Ts Ts Ts",
            2,
            id="higher-in-every-piece-of-some-reading",
        ),
    ],
)
def test_tricks_that_were_once_judged_differently(
    options: dict[str, object], trump: str, plays: str, expected: int
) -> None:
    setting = setting_of(Ruleset().changed(options), trump, "2")
    trick = Trick(setting, (), tuple(parse(play) for play in plays.split("/")))
    trick_agrees(trick)
    hands = [setting.trump.hand(play) for play in trick.plays]
    assert winner(setting, hands, lead_of(setting, trick.plays[0], None)) == expected

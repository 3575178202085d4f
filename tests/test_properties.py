"""The kernel against the oracle: on any cards under any rules the two say the same.

Each property is a plain function of one example, so that a hunt by hand can call it too.
`HYPOTHESIS_PROFILE=long` looks some twenty times further.
"""

import os
from collections import Counter

import pytest
from hypothesis import HealthCheck, given, note, settings

from oracle import Oracle, name, state_of
from shengji.engine.cards import Cards as Faces
from shengji.engine.errors import Refusal
from shengji.engine.kernel.follow import verdict
from shengji.engine.kernel.pieces import shape
from shengji.engine.kernel.planes import holds
from shengji.engine.kernel.trick import beats
from shengji.engine.leads import Lead, failed_throw, read_lead
from shengji.engine.pieces import names_of, split
from shengji.engine.setting import Setting
from strategies import (
    JUDGING,
    Cards,
    Follow,
    Throw,
    Trick,
    a_follow,
    a_throw,
    a_trick,
    made,
    some_cards,
    text,
)

TIMES = 20 if os.environ.get("HYPOTHESIS_PROFILE") == "long" else 1


def examples(number: int) -> settings:
    """So many examples, many more in the long profile."""
    return settings(max_examples=number * TIMES, suppress_health_check=list(HealthCheck))


def oracle_of(setting: Setting) -> Oracle:
    rules, trump = setting.rules, setting.trump
    options = {option: getattr(rules, option) for option in JUDGING}
    note(f"{rules.id} {options} trump {trump.suit} level {trump.level}")
    return Oracle(options, trump.suit, trump.level)


def lead_of(setting: Setting, cards: Faces, reading: tuple[str, ...] | None = None) -> Lead:
    """The lead that some cards make where throws are allowed."""
    open_rules = Setting(setting.rules.changed({"throws": "all"}), setting.trump)
    lead = read_lead(cards, setting.trump.hand(cards), open_rules, reading)
    assert isinstance(lead, Lead)
    return lead


def shape_agrees(one: Cards) -> None:
    setting, cards = one.setting, one.cards
    note(" ".join(text(cards)))
    hand = setting.trump.hand(cards)
    expected = oracle_of(setting).pieces(text(cards))
    pieces = split(hand, setting)
    assert [piece.name for piece in pieces] == expected
    assert list(names_of(shape(hand, setting.table), len(cards))) == expected
    assert Counter(card for piece in pieces for card in piece.cards) == Counter(cards)


def follow_agrees(one: Follow) -> None:
    setting, trump = one.setting, one.setting.trump
    note(f"lead {' '.join(text(one.lead))} hand {' '.join(text(one.hand))}")
    oracle = oracle_of(setting)
    lead = lead_of(setting, one.lead)
    hand, table, options = trump.hand(one.hand), setting.table, setting.options

    def legal(play: Faces) -> bool:
        planes = trump.hand(play)
        found = verdict(hand, planes, lead.group, lead.number, lead.pieces, table, options)
        return holds(hand, planes) and found == 0

    codes = text(one.lead), text(one.hand)
    assert legal(one.play) == oracle.legal_follow(*codes, text(one.play)), text(one.play)
    of_group = [card for card in one.hand if trump.groups[card] == trump.groups[one.lead[0]]]
    if len(of_group) > lead.number:
        expected = oracle.legal_follows(*codes)
        for play in plays_of(Counter(of_group), lead.number):
            assert legal(play) == (state_of(Counter(text(play))) in expected), text(play)


def plays_of(copies: Counter[int], number: int) -> list[Faces]:
    """Every choice of so many of some cards."""
    plays: list[Faces] = [()]
    for card, held in copies.items():
        plays = [(*play, *(card,) * n) for play in plays for n in range(held + 1)]
    return [play for play in plays if len(play) == number]


def throw_agrees(one: Throw) -> None:
    setting, trump = one.setting, one.setting.trump
    hands = dict(enumerate([text(one.hand), *map(text, one.others)]))
    note(f"lead {text(one.lead)} hands {hands}")
    expected = oracle_of(setting).throw(hands, 0, text(one.lead))
    play = trump.hand(one.lead)
    lead = read_lead(one.lead, play, setting)
    assert isinstance(lead, Refusal) == (not expected[0])
    if isinstance(lead, Refusal):
        return
    others = [(seat, trump.hand(hand)) for seat, hand in enumerate(one.others, 1)]
    failed = failed_throw(lead, play, others, setting) if lead.is_throw else None
    assert (failed is None) == expected[1]
    if failed is not None:
        assert expected[2] is not None
        assert Counter(text(failed.forced.cards)) == Counter(expected[2])


def trick_agrees(one: Trick) -> None:
    setting, trump = one.setting, one.setting.trump
    note(" / ".join(" ".join(text(play)) for play in one.plays))
    expected = oracle_of(setting).winner([text(play) for play in one.plays])
    lead = lead_of(setting, one.plays[0])
    assert winner(one, [trump.hand(play) for play in one.plays], lead) == expected


def winner(one: Trick, plays: list[tuple[int, int, int, int]], lead: Lead) -> int:
    """Which play takes the trick, says the kernel."""
    table, options = one.setting.table, one.setting.options
    best = 0
    for index in range(1, len(plays)):
        rest = lead.group, lead.number, lead.pieces, table, options
        if beats(plays[best], plays[index], *rest):
            best = index
    return best

"""The text form: one way to write a match, many ways to read it, and errors by line."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from driver import accepted, play_match
from driver import steps as random_steps
from shengji.engine.actions import StartMatch
from shengji.engine.events import Event, MatchStarted, ThrowFailed
from shengji.engine.record import RecordError, read, verify, write
from shengji.engine.record_text import from_text, to_text
from shengji.engine.ruleset import PRESETS, preset
from shengji.engine.state import before_match
from shengji.words import LANGUAGES
from shengji.words.options_text import error_text

FAULTS = {
    "exposure_penalty": True,
    "count_penalty": True,
    "runaway_points": 5,
    "takeback_penalty": "level",
    "must_play": ["5", "T"],
}


@cache
def match(name: str, seed: int, stormy: bool = False) -> tuple[Event, ...]:
    """A random match; a stormy one at a table that is not assisted."""
    rules = preset(name).changed(FAULTS) if stormy else preset(name)
    one_by_one = seed % 2 > 0
    found = play_match(rules, seed, 3, assisted=not stormy, one_by_one=one_by_one, stormy=stormy)
    return tuple(found)


@cache
def small() -> str:
    """The text of one deal of one deck, with a failed throw in it."""
    for seed in range(50):
        events = play_match(preset("huanle-1"), seed, 1, one_by_one=True)
        if any(isinstance(event, ThrowFailed) for event in events):
            return to_text(events)
    raise AssertionError


def refused(code: str, line: int, text: str) -> RecordError:
    """The error for a text: it must be this one, at this line, and have words."""
    with pytest.raises(RecordError) as caught:
        from_text(text)
    assert (caught.value.code, caught.value.line) == (code, line), caught.value
    for lang in LANGUAGES:
        assert error_text(caught.value, lang)
    return caught.value


# -- writing and reading -----------------------------------------------------------------------


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("stormy", [False, True])
def test_a_match_is_read_as_it_was_written(name: str, seed: int, stormy: bool) -> None:
    events = list(match(name, seed, stormy))
    text = to_text(events)
    assert from_text(text) == events
    assert to_text(from_text(text)) == text


@pytest.mark.parametrize("stormy", [False, True])
def test_a_match_may_break_off_after_any_action(stormy: bool) -> None:
    rules = preset("eighty").changed(FAULTS)
    events: list[Event] = []
    found = random_steps(
        rules, Random(2), assisted=not stormy, stormy=stormy, one_by_one=not stormy
    )
    for number, (_, made) in zip(range(300), found, strict=False):
        events += made
        if number % 5 == 0:
            assert from_text(to_text(events)) == events


@pytest.mark.parametrize("id_", ["custom", "eighty", "我家", "a # b", '"', "♠", "5", "true", "a b"])
def test_any_name_of_a_ruleset_can_be_written(id_: str) -> None:
    rules = replace(preset("weijia-2").changed(FAULTS), id=id_)
    events = list(accepted(before_match(), StartMatch(rules, ("T", "A"), assisted=False)))
    (started,) = from_text(to_text(events))
    assert isinstance(started, MatchStarted)
    assert started == events[0]
    assert started.rules == rules


def test_the_text_names_options_that_differ_from_the_preset() -> None:
    rules = preset("eighty").changed({"stake": 0, "must_play": ["5", "T"], "bid_time": "after"})
    text = to_text(accepted(before_match(), StartMatch(rules)))
    assert text.split("\n") == [
        "Rules: eighty",
        "Option bid_time: after",
        "Option stake: 0",
        'Option must_play: ["5", "T"]',
        "Levels: 2 2",
        "",
    ]


def test_the_text_of_a_deal() -> None:
    text = small()
    heads = [line.partition(":")[0] for line in text.split("\n")]
    assert heads[:9] == [
        "Rules",
        "Levels",
        "",
        "Deal 1",
        "Hand 0",
        "Hand 1",
        "Hand 2",
        "Hand 3",
        "Kitty",
    ]
    assert sum(head.startswith("Trick ") for head in heads) > 5
    assert " ! " in text
    assert heads[-3:] == ["Score", "Next", ""]


# -- liberal reading ---------------------------------------------------------------------------

SIGNS = {"s": "♠", "h": "♥", "c": "♣", "d": "♦"}


def with_signs(text: str) -> str:
    """Suits as signs, tens as 10."""
    words = [
        word[0].replace("T", "10") + SIGNS[word[1]]
        if len(word) == 2 and word[0] in "23456789TJQKA" and word[1] in SIGNS
        else word
        for line in text.split("\n")
        for word in [*line.replace(",", " ,").split(" "), "\n"]
    ]
    return " ".join(words)


def without(*heads: str) -> Callable[[str], str]:
    """Lines left out."""
    return lambda text: "\n".join(line for line in text.split("\n") if not line.startswith(heads))


WAYS: list[Callable[[str], str]] = [
    str.upper,
    lambda text: text.replace("huanle-1", "HUANLE-1").lower(),
    lambda text: text.replace(" ", "   ").replace(":", " : ").replace("\n", "  \r\n\n"),
    lambda text: text.replace("\n", "  # so it was\n") + "# the end",
    lambda text: "\ufeff\n" + text,
    with_signs,
    lambda text: with_signs(text).replace("♠", "♠\ufe0f").replace("♥", "♡"),
    without("Trump", "Score", "Next", "Dug", "Levels", "Kitty"),
    lambda text: "\n".join(line.partition("=")[0] for line in text.split("\n")),
    lambda text: text.replace("(bid)", ""),
]


@pytest.mark.parametrize("way", WAYS)
def test_a_text_may_be_written_in_many_ways(way: Callable[[str], str]) -> None:
    text = way(small())
    if "HUANLE-1" in text or "rules: huanle-1" in text:
        text = text.replace("HUANLE-1", "huanle-1")
    assert from_text(text) == from_text(small()) or "Kitty" not in text
    verify(from_text(text))


def test_a_kitty_that_is_not_given_is_what_is_left() -> None:
    text = without("Kitty", "Bury", "Trick", "Dug", "Score", "Next")(small())
    events = from_text(text)
    again = from_text(to_text(events))
    assert events == again


@pytest.mark.parametrize("card", ["10h", "Th", "tH", "♥10", "h10", "HT", "10♥", "T♡"])
def test_a_card_may_be_written_in_many_ways(card: str) -> None:
    text = small()
    lines = text.split("\n")
    at = next(at for at, line in enumerate(lines) if line.startswith("Hand") and "Th" in line)
    lines[at] = lines[at].replace("Th", card)
    assert from_text("\n".join(lines)) == from_text(text)


def test_bids_without_a_time_come_after_the_deal() -> None:
    events = play_match(preset("huanle-2"), 2, 1)
    text = to_text(events)
    assert "Bid" in text
    plain = "\n".join(line if "@" not in line else "" for line in text.split("\n")[:9])
    assert from_text(plain)


# -- errors ------------------------------------------------------------------------------------


def line_of(head: str, text: str | None = None) -> int:
    """The number of the first line that begins so."""
    lines = (text or small()).split("\n")
    return next(number for number, line in enumerate(lines, 1) if line.startswith(head))


def edited(head: str, old: str, new: str) -> tuple[int, str]:
    """The small text with an edit in the first line that begins so, and that line's number."""
    lines = small().split("\n")
    number = line_of(head)
    assert old in lines[number - 1], lines[number - 1]
    lines[number - 1] = lines[number - 1].replace(old, new, 1)
    return number, "\n".join(lines)


EDITS = [
    ("text_line", "Rules", "Rules", "Rulez"),
    ("text_line", "Rules", "Rules", ""),
    ("text_line", "Rules", "huanle-1", ""),
    ("text_line", "Rules", "huanle-1", '"\\ud800"'),
    ("text_line", "Deal", "Deal", "Dealing"),
    ("text_told", "Deal", "banker none", "banker 3"),
    ("text_told", "Deal", "Deal 1", "Deal 2"),
    ("text_told", "Deal", "levels 2 2", "levels 2 3"),
    ("text_card", "Hand 1", ": ", ": 1s "),
    ("text_card", "Hand 1", ": ", ": XX "),
    ("text_line", "Hand 1", "Hand 1", "Hand"),
    ("text_card", "Kitty", ": ", ": 5"),
    ("text_told", "Trump", "level 2", "level 3"),
    ("text_line", "Bury", "Bury", "Berry"),
    ("text_refused", "Bury", ": ", ": 5s "),
    ("text_told", "Trick 1", "Trick 1", "Trick 2"),
    ("text_told", "Trick 1", "= ", "= 9"),
    ("text_card", "Trick 2", ": ", ": 0s, "),
    ("text_told", "Score", "tricks", "trick"),
    ("text_told", "Next", "banker", "banker 9"),
]


@pytest.mark.parametrize(("code", "head", "old", "new"), EDITS)
def test_errors_name_the_line(code: str, head: str, old: str, new: str) -> None:
    number, text = edited(head, old, new)
    refused(code, number, text)


def test_a_text_needs_rules_and_four_hands() -> None:
    refused("text_no_rules", 1, "")
    refused("text_no_rules", 3, "Levels: 2 2\n\nClose")
    refused("text_ruleset", 2, "Rules: eighty\nOption colour: red")
    refused("text_ruleset", 2, "Rules: eighty\nOption decks: 9")
    refused("text_line", 2, "Rules: eighty\nTable: round")
    refused("text_line", 2, "Rules: eighty\nHand 0: 5s")
    refused("text_ruleset", 3, "Rules: eighty\nOption kitty: 7\nDeal 1:")
    refused("text_hand", 2, "Rules: eighty\nDeal 1:\nHand 0: 5s")
    refused("text_line", 3, "Rules: eighty\nDeal 1:\nRules: jj")
    error = refused("text_told", *edited("Trick 1", "= ", "= 9"))
    assert "is not what came of it" in error_text(error, "en")


def test_rare_actions_need_their_fields() -> None:
    start = "Rules: eighty\nTable: unassisted\n"
    refused("text_refused", 3, start + "Claim: seat=1 trick=3 against=0")
    refused("record_missing_field", 3, start + "Claim: seat=1 trick=3")
    refused("record_unknown_field", 3, start + "Claim: seat=1 trick=3 against=0 why=x")
    refused("text_line", 3, start + "Claim: 1 3 0")
    refused("text_card", 3, start + "Expose: seat=1 cards=5x")
    refused("record_value", 3, start + "Forfeit: seat=me")
    assert from_text(start + "propose: kind=levels levels=10,a\nAgree: side=0\nAGREE: side=1")


@pytest.mark.parametrize("number", range(4))
def test_a_hand_with_a_card_too_many_is_refused(number: int) -> None:
    text = edited(f"Hand {number}", ": ", ": 5s ")[1]
    refused("text_hand", line_of("Deal"), text)


@given(data=st.data())
def test_any_damage_is_refused_or_read(data: st.DataObject) -> None:
    text = small()
    at = data.draw(st.integers(0, len(text) - 1))
    more = data.draw(
        st.text(max_size=2)
        | st.sampled_from(
            ["5s", "=", ",", "!", "[pair]", "@9", ":", "#", "\n", "10", "(x)", "Deal"]
        )
    )
    changed = text[:at] + more + text[at + data.draw(st.integers(0, 3)) :]
    try:
        events = from_text(changed)
    except RecordError as error:
        found: RecordError | None = error
    else:
        found = None
        verify(events)
        assert read(write(events)) == events
        assert from_text(to_text(events)) == events
    assert found is None or all(error_text(found, lang) for lang in LANGUAGES)


@given(st.text(max_size=60))
def test_any_text_is_refused_or_read(text: str) -> None:
    for start in ("", "Rules: huanle-1\n", "Rules: huanle-1\nOption "):
        try:
            events = from_text(start + text)
        except RecordError as error:
            assert error.line  # noqa: PT017
        else:
            verify(events)

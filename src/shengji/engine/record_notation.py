"""The notation of the text form: cards and values, and what a text tells of the engine's doing.

A text has one line for each thing, `Head: body`; what stands after # is for people only.
"""

import json
import re
from collections.abc import Callable, Iterable
from typing import Any

from .cards import CODES, CardError, Cards, face
from .events import (
    DealScored,
    DealStarted,
    DealVoided,
    Dug,
    Event,
    FaultFound,
    LevelsMoved,
    MatchEnded,
    Settled,
    TrumpSet,
)
from .options import RulesetError, read_value
from .record_codec import RecordError
from .ruleset import PRESETS, Ruleset, option_fields, preset
from .state import State
from .value import Value, value

SIGNS = str.maketrans("♠♥♣♦♤♡♧♢：，（）＝！", "shcdshcd:,()=!", "\ufe0e\ufe0f")
CARD = re.compile(r"(10|[2-9TJQKA])([SHCD])|([SHCD])(10|[2-9TJQKA])|LJ|BJ")
WORD = re.compile(r"[A-Za-z][\w-]*", re.ASCII)


@value
class Line(Value):
    """One line, taken apart: `Head 1 @37: body`.

    `numbers` are those of the head, `at` how many cards were dealt, None where it does not say.
    """

    line: int
    head: str
    words: tuple[str, ...]
    numbers: tuple[int, ...]
    at: int | None
    body: str


def read_line(text: str, line: int) -> Line | None:
    """A line, taken apart; None if there is nothing in it."""
    text = text.partition("#")[0].translate(SIGNS).strip()
    if not text:
        return None
    head, _, body = text.partition(":")
    words = head.lower().split()
    if not words:
        raise RecordError("text_line", line, given=text)
    found = re.search(r"@\s*(\d{1,4})\b", head, re.ASCII)
    numbers = re.findall(r"(?<![@\d])\b\d{1,4}\b", re.sub(r"@\s*\d*", "", head), re.ASCII)
    return Line(
        line,
        words[0],
        tuple(words[1:]),
        tuple(int(number) for number in numbers),
        int(found[1]) if found else None,
        body.strip(),
    )


def read_cards(text: str, line: int) -> Cards:
    """Cards in any of the usual ways: `5s 10h`, `♠5`, `TH`, `lj`; commas are blanks."""
    return tuple(_read_card(token, line) for token in text.replace(",", " ").split())


def _read_card(token: str, line: int) -> int:
    found = CARD.fullmatch(token.upper())
    if found is None:
        raise RecordError("text_card", line, card=token)
    rank, suit = found[1] or found[4], found[2] or found[3]
    code = found[0] if rank is None else rank.replace("10", "T") + suit
    try:
        return face(code)
    except CardError as error:
        raise RecordError("text_card", line, card=token) from error


def read_level(token: str) -> str:
    """A level as written by people: `10` is T."""
    return token.upper().replace("10", "T")


# -- rulesets ----------------------------------------------------------------------------------


def rules_lines(rules: Ruleset) -> list[str]:
    """A ruleset: its id, and the options that differ from the preset's of that id."""
    data = rules.to_data()
    changed = base_of(rules.id).difference(rules)
    options = [f"Option {name}: {_value_text(data[name])}" for name in changed]
    return [f"Rules: {_value_text(rules.id)}", *options]


def base_of(name: str) -> Ruleset:
    """The ruleset that a text's options change: the preset of that id, else the default."""
    return preset(name) if name in PRESETS else Ruleset(name)


def _value_text(value: object) -> str:
    """A value on one line: words as they are, all else as JSON, without #."""
    if isinstance(value, str) and WORD.fullmatch(value):
        return value
    return json.dumps(value).replace("#", "\\u0023")


def read_value_text(text: str) -> object:
    """What `_value_text` wrote; what is not JSON is a word."""
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return value


def read_option(name: str, text: str, line: int) -> object:
    """The value of an option: as JSON if that fits, else as the word it is."""
    field = option_fields().get(name)
    if field is None:
        raise RecordError("text_ruleset", line, given=name)
    value = read_value_text(text)
    for given in (value, text, read_level(text)):
        try:
            return read_value(name, field.metadata["values"], given)
        except RulesetError:
            continue
    raise RecordError("text_ruleset", line, given=name)


# -- what follows of itself --------------------------------------------------------------------


def told(event: Event, after: State) -> tuple[str, list[str]] | None:
    """What a text says of an event that follows of itself: a head and its parts.

    Reading, each part that is there must agree with the engine.  None: nothing is said.
    """
    teller = _TELLERS.get(type(event))
    return teller(event, after) if teller else None


def told_line(head: str, parts: Iterable[str]) -> str:
    """`Head: part, part`."""
    return f"{head}: {', '.join(parts)}"


def agrees(given: str, parts: Iterable[str]) -> bool:
    """Whether every part of a line that was given is one of those it should have."""
    known = {_plain(part) for part in parts}
    return all(_plain(part) in known for part in given.split(",") if part.strip())


def _plain(text: str) -> str:
    """A text without the differences that do not matter."""
    words = text.translate(SIGNS).lower().replace("+", " +").split()
    return " ".join(re.sub(r"^10(?=[shcd]?$)", "t", word) for word in words)


def _deal(event: DealStarted, after: State) -> tuple[str, list[str]]:
    parts = [f"first {event.first}", f"banker {_or_none(event.banker)}"]
    parts.append("levels " + " ".join(after.levels))
    if event.shuffled_by is not None:
        parts += [f"shuffled by {event.shuffled_by}", f"cut by {event.cut_by}"]
    return f"Deal {event.number}", parts


def _trump(event: TrumpSet, _: State) -> tuple[str, list[str]]:
    parts = [event.trump, f"banker {event.banker}", f"level {event.level}", f"by {event.how}"]
    if event.card is not None:
        parts.append(f"card {CODES[event.card]}")
    return "Trump", parts


def _score(event: DealScored, _: State) -> tuple[str, list[str]]:
    return "Score", [
        str(event.total),
        f"tricks {event.tricks}",
        f"dug {event.dug}",
        f"penalties {event.penalties}",
        f"{event.winner} +{event.steps}",
    ]


def _next(event: LevelsMoved, _: State) -> tuple[str, list[str]]:
    return "Next", ["levels " + " ".join(event.levels), f"banker {_or_none(event.banker)}"]


def _or_none(number: int | None) -> str:
    return "none" if number is None else str(number)


_TELLERS: dict[type[Any], Callable[[Any, State], tuple[str, list[str]]]] = {
    DealStarted: _deal,
    TrumpSet: _trump,
    DealVoided: lambda event, _: ("Void", [event.reason]),
    FaultFound: lambda event, _: ("Fault", [event.kind, f"side {event.side}"]),
    Dug: lambda event, _: ("Dug", [f"seat {event.seat}", f"{event.points} x{event.factor}"]),
    DealScored: _score,
    Settled: lambda event, _: ("Coins", [" ".join(map(str, event.coins))]),
    LevelsMoved: _next,
    MatchEnded: lambda event, _: ("End", [f"side {_or_none(event.winner)}", event.reason]),
}

"""The fields of a rule case by kind, and how their values are read (docs/cases.md)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from shengji.engine.cards import RANKS, Cards, parse
from shengji.engine.errors import ShengjiError
from shengji.engine.options import DECLARERS, DEFENDERS

SEATS = 4
MOST_ALIKE = 4  # decks


class FieldError(ShengjiError):
    """What is wrong with one field of a case; `within` names the place inside of it, if any."""


def _wrong(given: object, wanted: str, within: str = "") -> FieldError:
    return FieldError("field_kind", given=given, wanted=wanted, within=within)


def _text(given: object) -> str:
    if not isinstance(given, str):
        raise _wrong(given, "text")
    return given


def _name(given: object) -> str:
    if not isinstance(given, str) or not given.strip():
        raise _wrong(given, "text")
    return given


def _texts(given: object) -> tuple[str, ...]:
    if not isinstance(given, list) or not all(isinstance(one, str) for one in given):
        raise _wrong(given, "texts")
    return tuple(given)


def _flag(given: object) -> bool:
    if not isinstance(given, bool):
        raise _wrong(given, "flag")
    return given


def _flags(given: object) -> tuple[bool, ...]:
    if not isinstance(given, list) or not all(isinstance(one, bool) for one in given):
        raise _wrong(given, "flags")
    return tuple(given)


def _number(given: object) -> int:
    if not isinstance(given, int) or isinstance(given, bool):
        raise _wrong(given, "number")
    return given


def _count(given: object) -> int:
    number = _number(given)
    if number < 0:
        raise _wrong(given, "count")
    return number


def _seat(given: object) -> int:
    if not isinstance(given, int) or isinstance(given, bool) or not 0 <= given < SEATS:
        raise _wrong(given, "seat")
    return given


def _level(given: object) -> str:
    if not isinstance(given, str) or len(given) != 1 or given not in RANKS:
        raise _wrong(given, "level")
    return given


def _side(given: object) -> str:
    if given not in (DECLARERS, DEFENDERS):
        raise _wrong(given, "side")
    return str(given)


def _table(given: object) -> dict[str, Any]:
    if not isinstance(given, dict):
        raise _wrong(given, "table")
    return given


def read_hand(given: object) -> Cards:
    """The cards of a text, perhaps none.  Raises FieldError and CardError."""
    cards = parse(_text(given))
    if any(cards.count(card) > MOST_ALIKE for card in cards):
        raise FieldError("too_many_alike", number=MOST_ALIKE)
    return cards


def _cards(given: object) -> Cards:
    cards = read_hand(given)
    if not cards:
        raise FieldError("cards_empty")
    return cards


def _plays(given: object) -> tuple[Cards, ...]:
    if not isinstance(given, list) or not 1 <= len(given) <= SEATS:
        raise _wrong(given, "plays")
    plays = tuple(_cards(one) for one in given)
    if len({len(play) for play in plays}) > 1:
        raise FieldError("plays_uneven")
    return plays


def _hands(given: object) -> dict[int, Cards]:
    table = _table(given)
    for seat in table:
        if seat not in map(str, range(SEATS)):
            raise _wrong(seat, "seat")
    return {int(seat): read_hand(hand) for seat, hand in table.items()}


@dataclass(frozen=True, slots=True)
class Entry:
    """A bid, or a pass if `cards` is None, while cards are dealt or `after` the last one."""

    seat: int
    cards: Cards | None
    after: bool


def _entries(given: object) -> tuple[Entry, ...]:
    if not isinstance(given, list):
        raise _wrong(given, "entries")
    entries = tuple(_entry(one, str(number)) for number, one in enumerate(given, 1))
    for number, entry in enumerate(entries[1:], 2):
        if entries[number - 2].after and not entry.after:
            raise FieldError("entry_order", within=str(number))
    return entries


def _entry(given: object, place: str) -> Entry:
    entry = given if isinstance(given, dict) else {}
    passes = entry.get("pass", False)
    known = {"seat", "at", "pass", "cards"}
    if not entry or set(entry) - known or not isinstance(passes, bool):
        raise _wrong(given, "entry", place)
    if passes == ("cards" in entry) or entry.get("at") not in ("deal", "after"):
        raise _wrong(given, "entry", place)
    try:
        seat = _seat(entry.get("seat"))
        cards = None if passes else read_hand(entry["cards"])
    except FieldError as error:
        raise FieldError(error.code, **{**error.facts, "within": place}) from error
    return Entry(seat, cards, entry["at"] == "after")


READERS: dict[str, Callable[[object], Any]] = {
    "text": _text,
    "name": _name,
    "texts": _texts,
    "flag": _flag,
    "flags": _flags,
    "number": _number,
    "count": _count,
    "seat": _seat,
    "level": _level,
    "side": _side,
    "table": _table,
    "hand": read_hand,
    "cards": _cards,
    "plays": _plays,
    "hands": _hands,
    "entries": _entries,
    "any": lambda given: given,
}
CARDS = "cards"


@dataclass(frozen=True, slots=True)
class Field:
    """A field: the kind of its value, and whether it must be there."""

    kind: str
    needed: bool = True

    def read(self, given: object) -> Any:
        """The value, read.  Raises FieldError and CardError."""
        return READERS[self.kind](given)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of case: its own fields, and what it can expect."""

    fields: Mapping[str, Field]
    expect: Mapping[str, Field]


def _maybe(kind: str) -> Field:
    return Field(kind, needed=False)


COMMON = {
    "id": Field("name"),
    "kind": Field("name"),
    "rules": Field("texts"),
    "system": Field("name"),
    "options": _maybe("table"),
    "trump": _maybe("any"),
    "level": _maybe("any"),
    "note": _maybe("text"),
}
KINDS = {
    "shape": Kind({"cards": Field(CARDS)}, {"pieces": Field("texts")}),
    "lead": Kind(
        {"hands": Field("hands"), "cards": Field(CARDS), "leader": _maybe("seat")},
        {"legal": Field("flag"), "stands": Field("flag"), "forced": Field(CARDS)},
    ),
    "follow": Kind(
        {"lead": Field(CARDS), "hand": Field("hand"), "cards": Field(CARDS)},
        {"legal": Field("flag")},
    ),
    "trick": Kind({"plays": Field("plays")}, {"winner": Field("count"), "points": Field("number")}),
    "dig": Kind(
        {
            "kitty": Field("hand"),
            "last": Field(CARDS),
            "lead": _maybe(CARDS),
            "winner": Field("side"),
            "plays": _maybe("plays"),
        },
        {"points": Field("number")},
    ),
    "score": Kind({"points": Field("number")}, {"winner": Field("side"), "steps": Field("number")}),
    "levels": Kind(
        {"from": Field("level"), "steps": Field("count"), "declaring": Field("flag")},
        {"to": Field("level"), "match_won": Field("flag")},
    ),
    "bids": Kind(
        {"first_deal": Field("flag"), "banker": _maybe("seat"), "bids": Field("entries")},
        {
            "accepted": Field("flags"),
            "trump": Field("text"),
            "banker": Field("seat"),
            "overturns": Field("count"),
        },
    ),
    "next-banker": Kind(
        {"banker": Field("seat"), "winner": Field("side")}, {"banker": Field("seat")}
    ),
    "personal-score": Kind(
        {
            "from": Field("level"),
            "to": Field("level"),
            "other_from": Field("level"),
            "other_to": Field("level"),
            "passed": Field("flag"),
            "other_passed": Field("flag"),
            "deals": Field("count"),
            "failed_throws": Field("count"),
        },
        {"score": Field("number")},
    ),
}
PLACED = frozenset({"shape", "lead", "follow", "trick", "dig"})  # kinds that a trump decides
LEVELLED = PLACED | {"bids"}  # kinds that a level decides

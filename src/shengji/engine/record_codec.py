"""Events and actions as plain data, and back: one codec, read off the dataclasses' fields.

A new event or action needs no code here.  Cards are written as text codes, a ruleset as its
options, all else as it is; what a viewer may not know stays null.
"""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from functools import cache
from types import NoneType, UnionType
from typing import Any, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

from .actions import Action
from .cards import CODES, CardError, face, parse, show
from .errors import ShengjiError
from .events import Event
from .options import RulesetError
from .ruleset import Ruleset, from_data, option_fields

CARDS = frozenset({"cards", "deck", "kitty", "forced", "beaten_by", "bids"})
CARD = "card"
TYPE = "t"

T = TypeVar("T")


class RecordError(ShengjiError):
    """A record, or one line of it, that is damaged, foreign, or cannot have happened.

    The facts hold `line`, from 1; for data that stand alone it is 1.
    """

    def __init__(self, code: str, line: int, **facts: object) -> None:
        super().__init__(code, line=line, **facts)
        self.line = line


class Coder(NamedTuple):
    """How the values of one type are written and read; reading raises UnfitError."""

    encode: Callable[[Any], object]
    decode: Callable[[object], Any]


class UnfitError(Exception):
    """A value of another type than its field takes."""

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts


class Field(NamedTuple):
    """A field of an event or action; `default` is MISSING where it has none."""

    name: str
    default: object
    coder: Coder


def event_to_data(event: Event) -> dict[str, object]:
    """An event as plain data, `t` and then its fields in their order."""
    return _to_data(event)


def event_from_data(data: object, line: int = 1) -> Event:
    """The event that `event_to_data` wrote.  Every field must be there.  Raises RecordError."""
    found: Event = _from_data(data, line, _classes(Event), short=False)
    return found


def action_to_data(action: Action) -> dict[str, object]:
    """An action as plain data, `t` and then its fields in their order."""
    return _to_data(action)


def action_from_data(data: object, line: int = 1) -> Action:
    """The action that `action_to_data` wrote; fields with a default may be left out.

    Raises RecordError.
    """
    found: Action = _from_data(data, line, _classes(Action), short=True)
    return found


def _to_data(item: Event | Action) -> dict[str, object]:
    data: dict[str, object] = {TYPE: type(item).__name__}
    kind: Any = type(item)
    for name, _, coder in _fields(kind):
        data[name] = coder.encode(getattr(item, name))
    return data


def _from_data(data: object, line: int, classes: Mapping[str, type], short: bool) -> Any:
    if not isinstance(data, Mapping):
        raise RecordError("record_event", line, given=data)
    kind = data.get(TYPE)
    if not isinstance(kind, str) or kind not in classes:
        raise RecordError("record_event", line, given=kind)
    known = _fields(classes[kind])
    names = {TYPE, *(field.name for field in known)}
    for name in data:
        if name not in names:
            raise RecordError("record_unknown_field", line, event=kind, given=name)
    values: dict[str, object] = {}
    for field in known:
        if field.name in data:
            values[field.name] = _value(data[field.name], line, kind, field)
        elif not short or field.default is MISSING:
            raise RecordError("record_missing_field", line, event=kind, field=field.name)
    return classes[kind](**values)


def _value(given: object, line: int, kind: str, field: Field) -> object:
    try:
        return field.coder.decode(given)
    except UnfitError as unfit:
        facts = {"event": kind, "field": field.name, **unfit.facts}
        raise RecordError(unfit.code, line, **facts) from unfit.__cause__


@cache
def _classes(union: Any) -> Mapping[str, type]:
    return {one.__name__: one for one in get_args(union)}


@cache
def _fields(kind: Any) -> tuple[Field, ...]:
    hints = get_type_hints(kind)
    return tuple(
        Field(one.name, one.default, coder_of(hints[one.name], one.name)) for one in fields(kind)
    )


# -- types -------------------------------------------------------------------------------------


def coder_of(hint: Any, field: str) -> Coder:
    """The coder for a type hint; whether ints are cards, the field's name tells."""
    if get_origin(hint) is UnionType:
        (inner,) = (one for one in get_args(hint) if one is not NoneType)
        return _optional(coder_of(inner, field))
    if get_origin(hint) is tuple:
        return _tuple(get_args(hint), field)
    if hint is int and field == CARD:
        return Coder(CODES.__getitem__, _card)
    if hint is Ruleset:
        return Coder(Ruleset.to_data, _ruleset)
    return _PLAIN[hint]


def _optional(inner: Coder) -> Coder:
    return Coder(
        lambda value: None if value is None else inner.encode(value),
        lambda given: None if given is None else inner.decode(given),
    )


def _tuple(kinds: tuple[Any, ...], field: str) -> Coder:
    if kinds == (int, ...) and field in CARDS:
        return Coder(show, _cards)
    if kinds[-1] is ...:
        inner = coder_of(kinds[0], field)
        return Coder(
            lambda value: [inner.encode(one) for one in value],
            lambda given: tuple(inner.decode(one) for one in _list(given)),
        )
    coders = [coder_of(kind, field) for kind in kinds]
    return Coder(
        lambda value: [coder.encode(one) for coder, one in zip(coders, value, strict=True)],
        lambda given: tuple(
            coder.decode(one) for coder, one in zip(coders, _list(given, len(coders)), strict=True)
        ),
    )


def _list(given: object, length: int | None = None) -> list[object]:
    if not isinstance(given, list) or length not in (None, len(given)):
        raise UnfitError("record_value", given=given)
    return given


def _exactly(kind: type[T]) -> Coder:
    def decode(given: object) -> T:
        if type(given) is not kind or not is_text(given):
            raise UnfitError("record_value", given=given)
        return given

    return Coder(lambda value: value, decode)


_PLAIN: dict[Any, Coder] = {kind: _exactly(kind) for kind in (int, str, bool)}


def is_text(given: object) -> bool:
    """Whether it can be written as UTF-8, if it is text at all."""
    if not isinstance(given, str) or given.isascii():
        return True
    try:
        given.encode()
    except UnicodeEncodeError:
        return False
    return True


def _card(given: object) -> int:
    if not isinstance(given, str):
        raise UnfitError("record_value", given=given)
    try:
        return face(given)
    except CardError as error:
        raise UnfitError("record_card", **error.facts) from error


def _cards(given: object) -> tuple[int, ...]:
    if not isinstance(given, str):
        raise UnfitError("record_value", given=given)
    try:
        return parse(given)
    except CardError as error:
        raise UnfitError("record_card", **error.facts) from error


def _ruleset(given: object) -> Ruleset:
    """A whole ruleset: a record leaves no option to a default that may change."""
    if not isinstance(given, Mapping) or not is_text(given.get("id")):
        raise UnfitError("record_value", given=given)
    missing = [name for name in option_fields() if name not in given]
    if missing:
        raise UnfitError("record_missing_field", field=f"rules.{missing[0]}")
    try:
        return from_data(given)
    except RulesetError as error:
        raise UnfitError("record_ruleset", given=error.facts.get("option", "id")) from error

"""A view from its written form, for a bot that thinks in another process or at another place."""

from collections.abc import Callable, Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

from .cards import face
from .due import Due
from .ruleset import Ruleset, from_data
from .value import Value
from .view import CARD_FIELDS, View

Reader = Callable[[Any], Any]


def view_from_data(data: Mapping[str, Any]) -> View:
    """The view that `View.to_data` wrote, straight or by way of JSON.

    Raises ShengjiError for a card or an option that there is not, KeyError for a missing field.
    """
    view: View = _values_of(View)(data)
    return view


@cache
def _values_of(kind: Any) -> Reader:
    """The reader for the fields of a class."""
    hints = get_type_hints(kind)
    readers = [(name, _reader(hints[name], name)) for name in kind.__match_args__]
    return lambda data: kind(**{name: read(data[name]) for name, read in readers})


def _reader(hint: Any, name: str) -> Reader:
    """The reader for a field of a type; whether ints are cards, the field's name tells."""
    if get_origin(hint) is UnionType:
        (inner,) = (one for one in get_args(hint) if one is not NoneType)
        read = _reader(inner, name)
        return lambda data: None if data is None else read(data)
    if get_origin(hint) is tuple:
        return _tuple_reader(get_args(hint), name)
    if hint is Ruleset:
        return from_data
    if issubclass(hint, Due | Value):
        return _values_of(hint)
    if hint is int and name in CARD_FIELDS:
        return face
    return lambda data: data


def _tuple_reader(kinds: tuple[Any, ...], name: str) -> Reader:
    if kinds[-1] is ...:
        read = _reader(kinds[0], name)
        return lambda data: tuple([read(one) for one in data])
    readers = [_reader(kind, name) for kind in kinds]
    return lambda data: tuple(read(one) for read, one in zip(readers, data, strict=True))

"""A viewer's match as plain data, and what changed between two of them.

Redaction happens in the engine's view and nowhere else.
"""

from collections.abc import Mapping
from dataclasses import fields
from operator import attrgetter
from typing import Any
from zlib import crc32

import msgspec

from shengji.engine.cards import CODES, FACES, NO_TRUMP, suit_of
from shengji.engine.seats import side_of
from shengji.engine.state import State
from shengji.engine.trump import Trump, trump_of
from shengji.engine.view import GROUPS, View, hand_of, plain

Data = dict[str, Any]

NAMES = tuple(field.name for field in fields(View) if field.name != "rules")
GREW = "+"
ORDERING = ("trump", "level", "bid", "bid_levels")
values = attrgetter(*NAMES)


def match_data(view: View) -> Data:
    """A view for the wire: every field but the rules, which the room holds, and `order`.

    `order` gives each face its suit group and its row there, for sorting and colouring cards.
    """
    data = {name: plain(getattr(view, name), name) for name in NAMES}
    data["order"] = order(view)
    return data


def changes(old: View, new: View) -> Data:
    """What turns `match_data(old)` into `match_data(new)`; a grown list gives its new items.

    Both are of one match.
    """
    found: Data = {}
    for name, before, after in zip(NAMES, values(old), values(new), strict=True):
        if after is before or after == before:
            continue
        if isinstance(after, tuple) and _grew(before, after):
            found[name + GREW] = plain(after[len(before) :], name)
        else:
            found[name] = plain(after, name)
    if not found.keys().isdisjoint(ORDERING) and _trump(old) is not _trump(new):
        found["order"] = order(new)
    return found


def merged(old: Data, patch: Data) -> Data:
    """A patch applied; a name that ends in `+` adds to a list."""
    new = dict(old)
    for name, value in patch.items():
        if name.endswith(GREW):
            new[name[:-1]] = [*new[name[:-1]], *value]
        else:
            new[name] = value
    return new


def whole_changes(old: View, new: View) -> Data:
    """The same with grown lists given whole, so that each moment stands by itself."""
    found = changes(old, new)
    for name in [name for name in found if name.endswith(GREW)]:
        del found[name]
        field = name.removesuffix(GREW)
        found[field] = plain(getattr(new, field), field)
    return found


def _grew(before: object, after: tuple[Any, ...]) -> bool:
    return (
        isinstance(before, tuple)
        and 0 < len(before) < len(after)
        and after[: len(before)] == before
    )


def order(view: View) -> dict[str, tuple[str, int]]:
    """Every face's suit group and row (more is higher) as far as the viewer knows the trump."""
    trump = _trump(view)
    return {
        CODES[card]: (GROUPS[trump.groups[card]], trump.row(card).bit_length())
        for card in range(FACES)
    }


def _trump(view: View) -> Trump:
    """The order of cards in force; before trump is set, that of the bid which is seen."""
    if view.trump is not None and view.level is not None:
        return trump_of(view.rules, view.trump, view.level)
    bid = view.bid
    side = side_of((bid.seat if bid else view.seat) or 0)
    level = view.bid_levels[side]
    suit = suit_of(bid.cards[0]) if bid is not None and bid.cards else None
    return trump_of(view.rules, suit or NO_TRUMP, level)


def digest(data: Mapping[str, Any]) -> str:
    """CRC-32 of a match's JSON, keys sorted, no blanks, as 8 hex digits."""
    return f"{crc32(msgspec.json.encode(data, order='sorted')):08x}"


def open_hands(state: State) -> Data:
    """What a replay shows beyond a spectator's view: every seat's cards, and each burial.

    Raises ValueError if no deal has begun.
    """
    deal = state.deal
    if deal is None:
        raise ValueError("no deal has begun")
    hands = [hand_of(state, deal, seat) for seat in range(state.rules.players)]
    return {
        "hands": [[CODES[card] for card in hand] for hand in hands],
        "buried": [[seat, [CODES[card] for card in cards]] for seat, cards in deal.burials],
    }


def open_changes(old: Data, new: Data) -> Data:
    """What turns the open hands of one moment into those of another."""
    return {name: value for name, value in new.items() if old[name] != value}

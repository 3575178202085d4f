"""How an option of a ruleset is declared, and how a value for it is read."""

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any

from .cards import RANKS
from .errors import ShengjiError
from .kernel.levels import MOST_ROWS
from .value import Value, value

DECLARERS = "declarers"
DEFENDERS = "defenders"
MOST_STEPS = 100
MOST_POINTS = 1000


class RulesetError(ShengjiError):
    """An option that is unknown, out of range, or contradicts another."""


@value
class LevelTable(Value):
    """What a deal's score does to the levels, as data.

    `rows` are `(from, side, steps)`, rising by `from` (points of the defenders): the side is
    declaring next and moves so many levels.  `above`: one more step for each so many points
    past the last row; `below`: likewise under the first row; 0 for none.
    """

    decks: int
    rows: tuple[tuple[int, str, int], ...]
    above: int
    below: int

    def scaled(self, decks: int) -> "LevelTable":
        """The table for another number of decks: in proportion, edges rounded up to 5 (G-28)."""

        def edge(points: int) -> int:
            return -(-points * decks // (self.decks * 5)) * 5

        rows: dict[int, tuple[int, str, int]] = {}
        for points, side, steps in self.rows:
            rows[edge(points)] = (edge(points), side, steps)
        return LevelTable(decks, tuple(rows.values()), edge(self.above), edge(self.below))


def option(default: Any, values: Sequence[object] | str, rules: str, group: str) -> Any:
    """A field of the ruleset: its default, the values it takes, its ledger ids, its group.

    `values` is a list of words, or the name of a kind: `flag`, `count`, `level`, `levels`,
    `kitty`, `suits`, `tables`.
    """
    return field(default=default, metadata={"values": values, "rules": rules, "group": group})


def read_value(name: str, values: Sequence[object] | str, given: object) -> object:
    """The value of an option as the ruleset holds it.  Raises RulesetError, naming the option."""
    if not isinstance(values, str):
        if given in values and type(given) is type(values[0]):
            return given
        raise RulesetError("option_value", option=name, given=given, values=list(values))
    reader = _READERS[values]
    found = reader(given)
    if found is None:
        raise RulesetError("option_kind", option=name, given=given, kind=values)
    return found


def _flag(given: object) -> object:
    return given if isinstance(given, bool) else None


def _count(given: object) -> object:
    good = isinstance(given, int) and not isinstance(given, bool) and 0 <= given <= 1000
    return given if good else None


def _level(given: object) -> object:
    return given if isinstance(given, str) and len(given) == 1 and given in RANKS else None


def _levels(given: object) -> object:
    if not isinstance(given, list | tuple) or any(_level(one) is None for one in given):
        return None
    return tuple(sorted(set(given), key=RANKS.index))


def _kitty(given: object) -> object:
    return given if given in ("standard", "none") else _count(given)


def _suits(given: object) -> object:
    return given if isinstance(given, str) and sorted(given) == sorted("SHCD") else None


def _tables(given: object) -> object:
    if not isinstance(given, list | tuple) or not given:
        return None
    tables = [_table(one) for one in given]
    return None if None in tables else tuple(tables)


def _table(given: object) -> LevelTable | None:
    if isinstance(given, LevelTable):
        given = {field: getattr(given, field) for field in ("decks", "rows", "above", "below")}
    if not isinstance(given, Mapping) or set(given) - {"decks", "rows", "above", "below"}:
        return None
    rows = given.get("rows")
    numbers = [given.get("decks", 2), given.get("above", 0), given.get("below", 0)]
    if not _rows(rows) or any(_count(number) is None for number in numbers):
        return None
    if numbers[0] not in (1, 2, 3, 4):
        return None
    return LevelTable(numbers[0], tuple(tuple(row) for row in rows or ()), numbers[1], numbers[2])


def _rows(rows: object) -> bool:
    """Whether these are rows that rise, first those of the declarers, then of the defenders."""
    if not isinstance(rows, list | tuple) or not 2 <= len(rows) <= MOST_ROWS:
        return False
    if any(not _row(row) for row in rows):
        return False
    starts = [row[0] for row in rows]
    sides = [row[1] for row in rows]
    return starts == sorted(set(starts)) and sides == sorted(sides) and len(set(sides)) == 2


def _row(row: object) -> bool:
    return (
        isinstance(row, list | tuple)
        and len(row) == 3
        and type(row[0]) is int
        and abs(row[0]) <= MOST_POINTS
        and row[1] in (DECLARERS, DEFENDERS)
        and type(row[2]) is int
        and 0 <= row[2] <= MOST_STEPS
    )


_READERS = {
    "flag": _flag,
    "count": _count,
    "level": _level,
    "levels": _levels,
    "kitty": _kitty,
    "suits": _suits,
    "tables": _tables,
}

"""Values for every option, good and bad: help for the tests of rulesets and words."""

from collections.abc import Iterator

from shengji.engine.options import LevelTable, RulesetError
from shengji.engine.ruleset import PRESETS, Ruleset, option_fields, preset

GOOD: dict[str, list[object]] = {
    "flag": [True, False],
    "count": [0, 1, 2, 7, 90],
    "level": ["2", "5", "9", "A"],
    "levels": [[], ["5"], ["T", "5"]],
    "kitty": ["standard", "none", 12],
    "suits": ["SHCD", "SHDC", "DCHS"],
    "tables": [[{"decks": 2, "rows": [[0, "declarers", 2], [80, "defenders", 0]], "above": 40}]],
}
BAD: dict[str, list[object]] = {
    "flag": [1, "yes", None],
    "count": [-1, 1001, True, "3", 2.0, None],
    "level": ["1", "10", "", 2, None],
    "levels": ["A", ["1"], [2], None],
    "kitty": ["some", -1, True, None],
    "suits": ["SHC", "SHCC", 4, None],
    "tables": [
        [],
        "none",
        [{"decks": 2}],
        [{"decks": 5, "rows": [[0, "declarers", 1]]}],
        [{"rows": [[0, "nobody", 1]]}],
        [{"rows": [[0, "declarers", -1]]}],
        [{"rows": [[80, "defenders", 0], [0, "declarers", 1]]}],
        [{"rows": [[0, "declarers", 1]], "colour": "red"}],
    ],
}


def good_values(name: str) -> list[object]:
    """Some values that an option takes."""
    values = option_fields()[name].metadata["values"]
    return GOOD[values] if isinstance(values, str) else list(values)


def bad_values(name: str) -> list[object]:
    """Some values that an option does not take."""
    values = option_fields()[name].metadata["values"]
    return BAD[values] if isinstance(values, str) else ["no-such-word", 99, 1.0, None, []]


def variants(name: str) -> Iterator[tuple[Ruleset, Ruleset]]:
    """Presets, each with one option changed as far as the others allow it: (before, after)."""
    for base in map(preset, PRESETS):
        for value in good_values(name):
            try:
                changed = base.changed({name: value})
            except RulesetError:
                continue
            if changed != base:
                yield base, changed


def table(*rows: tuple[int, str, int], decks: int, above: int = 0, below: int = 0) -> LevelTable:
    """A level table, its rows as arguments."""
    return LevelTable(decks, rows, above, below)

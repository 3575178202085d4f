"""Options, their values and what is wrong with them, in words."""

from collections.abc import Iterable

from shengji.engine.errors import ShengjiError
from shengji.engine.options import LevelTable
from shengji.engine.ruleset import Ruleset, option_fields

from . import Words, words

POINT_STEP = 5  # card points come in fives
SHOWN = 40  # characters of a refused value that an error repeats

Range = tuple[int | None, int | None, str, int]


def option_value_text(rules: Ruleset, name: str, lang: str) -> str:
    """The value that an option has in a ruleset, in words.  KeyError: no such option."""
    return value_text(name, getattr(rules, option_fields()[name].name), words(lang))


def value_text(name: str, value: object, say: Words) -> str:
    """A value that an option could have, in words."""
    if isinstance(value, bool):
        return say.say("flag.yes" if value else "flag.no")
    if say.has(f"option.{name}.value.{value}"):
        return say.say(f"option.{name}.value.{value}")
    if isinstance(value, int):
        key = f"option.{name}.count"
        return say.say(key, number=value) if say.has(key) else str(value)
    kind = option_fields()[name].metadata["values"]
    if isinstance(value, str):
        return order_text(value, say) if kind == "suits" else say.say(f"rank.{value}")
    if isinstance(value, tuple):
        if kind == "tables":
            return " | ".join(table_text(table, say) for table in value)
        return levels_text(value, say)
    raise TypeError(name)


def levels_text(levels: Iterable[str], say: Words) -> str:
    """Some levels as a list; without any, the word for none."""
    ranks = [say.say(f"rank.{level}") for level in levels]
    return say.listed(ranks) if ranks else say.say("list.none")


def order_text(suits: str, say: Words) -> str:
    """An order of suits, the highest first: `♠ > ♥ > ♣ > ♦`."""
    return say.say("list.above").join(say.say(f"sign.{suit}") for suit in suits)


def describe_difference(mine: Ruleset, other: Ruleset, lang: str) -> list[str]:
    """One line for each option in which two rulesets differ: label: mine → the other's."""
    say = words(lang)
    return [
        option_line(name, f"{value_text(name, first, say)} → {value_text(name, second, say)}", say)
        for name, (first, second) in mine.difference(other).items()
    ]


def option_lines(rules: Ruleset, lang: str) -> list[str]:
    """One line for every option of a ruleset, in the order of the dataclass: label: value."""
    say = words(lang)
    return [
        option_line(name, value_text(name, getattr(rules, name), say), say)
        for name in option_fields()
    ]


def option_line(name: str, value: str, say: Words) -> str:
    """`label: value`."""
    return say.say(f"option.{name}.label") + say.say("list.colon") + value


def error_text(error: ShengjiError, lang: str) -> str:
    """A refused input (a card, a ruleset) as a full sentence.  KeyError: a code without words."""
    say = words(lang)
    facts: dict[str, object] = dict(error.facts)
    option, other = facts.get("option"), facts.get("other")
    for fact, name in (("label", option), ("other_label", other)):
        if name in option_fields():
            facts[fact] = say.say(f"option.{name}.label")
    if "values" in facts:
        facts["values"] = _choices(str(option), facts["values"], say)
    if "kind" in facts:
        facts["kind"] = say.say(f"kind.{facts['kind']}")
    if isinstance(facts.get("presets"), list):
        facts["presets"] = say.listed([str(one) for one in _items(facts["presets"])])
    for fact in ("given", "card", "preset"):
        if fact in facts:
            facts[fact] = _short(facts[fact])
    if error.code == "unknown_option":
        facts["option"] = _short(option)
    return say.say(f"error.{error.code}", **facts)


def _choices(name: str, values: object, say: Words) -> str:
    """The values of an option, as written and in words: `deal` (during the deal)."""
    texts = [(str(one), value_text(name, one, say)) for one in _items(values)]
    return say.listed([word if word == text else f"{word} ({text})" for word, text in texts])


def _items(values: object) -> list[object]:
    return list(values) if isinstance(values, list | tuple) else []


def _short(given: object) -> str:
    text = str(given)
    return text if len(text) <= SHOWN else text[:SHOWN] + "…"


def table_text(table: LevelTable, say: Words) -> str:
    """A level table on one line."""
    rows = [
        say.say("table.row", points=points_text(row, say), what=what_text(row, say))
        for row in ranges(table, table.rows)
    ]
    if table.below:
        rows.insert(0, say.say("table.below", points=table.below))
    if table.above:
        rows.append(say.say("table.above", points=table.above))
    return (
        decks_text(table.decks, say).strip()
        + say.say("list.colon")
        + say.say("list.semicolon").join(rows)
    )


def decks_text(decks: int, say: Words) -> str:
    """`1 deck`, `2 decks`."""
    return say.say("table.one_deck") if decks == 1 else say.say("table.decks", decks=decks)


def full_rows(table: LevelTable, more: int = 2) -> list[tuple[int, str, int]]:
    """The rows of a table with those that `below` and `above` stand for: down to 0 points or
    under, and so many more at the upper end."""
    rows = list(table.rows)
    while table.below and rows[0][0] > 0:
        points, side, steps = rows[0]
        rows.insert(0, (points - table.below, side, steps + 1))
    for _ in range(more if table.above else 0):
        points, side, steps = rows[-1]
        rows.append((points + table.above, side, steps + 1))
    return rows


def ranges(table: LevelTable, rows: Iterable[tuple[int, str, int]]) -> list[Range]:
    """Rows as (lowest points, highest points, side, steps); None where a range is open."""
    listed = list(rows)
    edges = [points for points, _, _ in listed]
    numbers = [*edges, table.above, table.below]
    step = POINT_STEP if all(number % POINT_STEP == 0 for number in numbers) else 1
    last = edges[-1] + table.above - step if table.above else None
    highs: list[int | None] = [*(edge - step for edge in edges[1:]), last]
    lows: list[int | None] = list(edges)
    if edges[0] > 0 and not table.below:
        lows[0] = None
    return [
        (low, high, side, steps)
        for low, high, (_, side, steps) in zip(lows, highs, listed, strict=True)
    ]


def points_text(row: Range, say: Words) -> str:
    """The points of a row: `0`, `5 to 35`, `285 and more`, `up to 75`."""
    low, high, _, _ = row
    if high is None:
        return say.say("table.from", points=0 if low is None else low)
    if low is None:
        return say.say("table.to", points=high)
    if low == high:
        return say.say("table.at", points=low)
    return say.say("table.between", low=low, high=high)


def what_text(row: Range, say: Words) -> str:
    """What a row does: `declarers hold, +3`."""
    _, _, side, steps = row
    return say.say(f"table.{side}" if steps else f"table.{side}_0", steps=steps)

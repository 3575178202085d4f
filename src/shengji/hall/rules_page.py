"""A ruleset as the pages show it: in words, with examples, level table and ladder; its options."""

from collections.abc import Mapping
from typing import Any

from shengji.engine.cards import RANKS
from shengji.engine.options import RulesetError
from shengji.engine.ruleset import PRESETS, Ruleset, from_data, option_fields, preset
from shengji.words import Words, words
from shengji.words.options_text import full_rows
from shengji.words.rules_text import (
    Section,
    describe_difference,
    error_text,
    ruleset_name,
    sections,
)

from .calls import OptionView, RulesSection, RulesText
from .examples import examples
from .protocol import Rung, Threshold

CUSTOM = "custom"


def read_rules(data: Mapping[str, Any]) -> Ruleset:
    """The ruleset that an id and some options mean; those left out are as its preset has them.

    Raises RulesetError, naming the option.
    """
    name = data.get("id")
    if name not in PRESETS:
        if isinstance(name, str) and name != CUSTOM:
            raise RulesetError("no_such_preset", preset=name, presets=list(PRESETS))
        return from_data(data)
    return preset(name).changed({key: value for key, value in data.items() if key != "id"})


def describe(data: Mapping[str, Any], lang: str) -> RulesText:
    """A ruleset in words; for a wrong one the sentence that says what is wrong, and the option."""
    try:
        rules = read_rules(data)
    except RulesetError as error:
        option = error.facts.get("option")
        named = option if isinstance(option, str) and option in option_fields() else None
        return RulesText(ok=False, error=error_text(error, lang), option=named)
    base, changed = preset_of(rules)
    say = words(lang)
    return RulesText(
        ok=True,
        name=ruleset_name(rules, lang),
        preset=base,
        rules=rules.to_data(),
        sections=tuple(
            _section(one, say) for one in sections(rules, lang) if one.name != "changes"
        ),
        examples=examples(rules, lang),
        differences=tuple(describe_difference(preset(base), rules, lang)) if base else (),
        changed=changed,
    )


def _section(section: Section, say: Words) -> RulesSection:
    table = (say.say("table.row", points=points, what=what) for points, what in section.table)
    return RulesSection(title=section.title, lines=(*section.lines, *table))


def options() -> tuple[OptionView, ...]:
    """Every option for the editor, in the order of the ruleset."""
    return tuple(
        OptionView(name=name, group=one.metadata["group"], values=_values(one.metadata["values"]))
        for name, one in option_fields().items()
    )


def _values(values: list[str | int | bool] | str) -> tuple[str | int | bool, ...] | str:
    return values if isinstance(values, str) else tuple(values)


def preset_of(rules: Ruleset) -> tuple[str, tuple[str, ...]]:
    """The preset that a ruleset is based on, or "", and the options in which it differs."""
    if rules.id not in PRESETS:
        return "", ()
    return rules.id, tuple(preset(rules.id).difference(rules))


def thresholds_of(rules: Ruleset) -> tuple[Threshold, ...]:
    """The level table in force, row by row, the fewest points first."""
    return tuple(
        Threshold(
            points=points, winner="declarers" if side == "declarers" else "defenders", steps=steps
        )
        for points, side, steps in full_rows(rules.level_table)
    )


def ladder_of(rules: Ruleset) -> tuple[Rung, ...]:
    """The levels of a match from the first to the goal; without a goal, once round."""
    first = RANKS.index(rules.start_level)
    if rules.goal == "none":
        levels = RANKS[first:] + RANKS[:first]
    else:
        levels = RANKS[first : RANKS.index(rules.goal_level) + 1]
    return tuple(
        Rung(
            level=level,
            must=level in rules.must_play,
            goal=rules.goal != "none" and level == rules.goal_level,
        )
        for level in levels
    )

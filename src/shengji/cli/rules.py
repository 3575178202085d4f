"""`shengji rules`: the rulesets that there are, in words."""

from typing import Annotated

from cyclopts import App, Parameter
from rich.console import Console
from rich.markdown import Markdown
from rich.table import Table
from rich.text import Text

from shengji.engine.ruleset import PRESETS, Ruleset, option_fields, preset
from shengji.words import Words, words
from shengji.words.rules_text import (
    describe,
    option_value_text,
    ruleset_name,
)

from .commands import new_app, new_part
from .rulesets import load_ruleset

SYSTEMS = {"eighty": "A", "eighty-match": "B", "four-deck-match": "C", "jj": "D", "jj-home": "D"}
FAMILIES = {"huanle": "E", "weijia": "F"}


def command(say: Words) -> App:
    """The command as an App: list, show, diff; list if nothing is said."""
    app = new_app(say, "rules")
    ruleset = Parameter(name="RULESET", help=say.say("cli.rules.ruleset"))
    first = Parameter(name="FIRST", help=say.say("cli.rules.ruleset"))
    second = Parameter(name="SECOND", help=say.say("cli.rules.second"), show_default=False)
    changes = Parameter(
        name="--set",
        help=say.say("cli.rules.set"),
        consume_multiple=True,
        negative=(),
        show_default=False,
    )
    flag = Parameter(help=say.say("cli.rules.options"), negative=(), show_default=False)

    @app.default
    def default() -> None:
        print_list(say)

    @new_part(app, say, "list", say.say("cli.rules.list")).default
    def list_() -> None:
        print_list(say)

    @new_part(app, say, "show", say.say("cli.rules.show")).default
    def show(
        name: Annotated[str, ruleset],
        /,
        *,
        settings: Annotated[tuple[str, ...], changes] = (),
        options: Annotated[bool, flag] = False,
    ) -> None:
        rules = load_ruleset(name, settings)
        if options:
            print_options(rules, say)
        else:
            print_page(rules, say)

    @new_part(app, say, "diff", say.say("cli.rules.diff")).default
    def diff(
        one: Annotated[str, first],
        two: Annotated[str | None, second] = None,
        /,
        *,
        settings: Annotated[tuple[str, ...], changes] = (),
    ) -> None:
        print_difference(load_ruleset(one), load_ruleset(two or one, settings), say)

    return app


def print_list(say: Words) -> None:
    """The presets with their names in both languages, decks, and system of the ledger."""
    table = Table()
    for column in ("id", "zh", "en", "decks", "system"):
        table.add_column(say.say(f"cli.rules.column.{column}"), no_wrap=column in ("id", "zh"))
    for name in PRESETS:
        names = (words(lang).say(f"preset.{name}") for lang in ("zh", "en"))
        table.add_row(name, *names, str(preset(name).decks), system_of(name))
    console = Console(highlight=False)
    console.print(table)
    console.print(say.say("cli.rules.hint"), markup=False, soft_wrap=True)


def system_of(name: str) -> str:
    """The system of docs/rules.md, A to F, that a preset belongs to."""
    return SYSTEMS.get(name) or FAMILIES[name.partition("-")[0]]


def print_page(rules: Ruleset, say: Words) -> None:
    """The rules page: set for a terminal, as Markdown for a file or a pipe."""
    page = describe(rules, say.lang)
    console = Console(highlight=False)
    if console.is_terminal:
        console.print(Markdown(page))
    else:
        print(page, end="")


def print_options(rules: Ruleset, say: Words) -> None:
    """Every option by group: name, value as written and in words, what it does, ledger ids."""
    console = Console(highlight=False)
    console.print(ruleset_name(rules, say.lang), style="bold", markup=False)
    groups = dict.fromkeys(one.metadata["group"] for one in option_fields().values())
    for group in groups:
        table = Table(title=say.say(f"group.{group}"), title_justify="left", show_lines=True)
        table.add_column(say.say("cli.rules.column.option"), no_wrap=True)
        for column in ("value", "help"):
            table.add_column(say.say(f"cli.rules.column.{column}"), overflow="fold")
        table.add_column(say.say("cli.rules.column.ledger"), min_width=6)
        for name, one in option_fields().items():
            if one.metadata["group"] == group:
                value = option_value(rules, name, say)
                about = Text(about_option(name, say))
                table.add_row(name, value, about, one.metadata["rules"])
        console.print(table)


def option_value(rules: Ruleset, name: str, say: Words) -> str:
    """An option's value as it is written, and in words where that says more."""
    text = option_value_text(rules, name, say.lang)
    value = getattr(rules, name)
    if not isinstance(value, str | bool) or str(value) == text:
        return text
    written = str(value).lower() if isinstance(value, bool) else value
    return f"{written}\n{text}"


def about_option(name: str, say: Words) -> str:
    """What an option does and what it takes."""
    values = option_fields()[name].metadata["values"]
    label, does = (say.say(f"option.{name}.{part}") for part in ("label", "help"))
    takes = (
        say.say(f"kind.{values}")
        if isinstance(values, str)
        else say.listed([str(one) for one in values])
    )
    return f"{label}{say.say('list.colon')}{does}\n[{takes}]"


def print_difference(one: Ruleset, two: Ruleset, say: Words) -> None:
    """The options in which two rulesets differ."""
    differing = one.difference(two)
    if not differing:
        print(say.say("cli.rules.same"))
        return
    table = Table(show_lines=True)
    table.add_column(say.say("cli.rules.column.option"))
    for rules in (one, two):
        table.add_column(ruleset_name(rules, say.lang), overflow="fold")
    for name in differing:
        values = (option_value_text(rules, name, say.lang) for rules in (one, two))
        table.add_row(f"{say.say(f'option.{name}.label')}\n{name}", *values)
    Console(highlight=False).print(table)

"""The commands, one line each.

A command is a module of this package with `command(say)`, which returns its cyclopts App, and
words under `cli.<name>`: `summary` (one line, for `shengji --help` too), `about`, `examples`.
"""

from collections.abc import Sequence
from importlib import import_module

from cyclopts import App

from shengji.words import Words

COMMANDS = (
    "rules",
    "play",
    "serve",
    "cases",
    "ledger",
    "simulate",
    "replay",
    "check",
    "bench",
)


def register(door: App, say: Words, tokens: Sequence[str]) -> None:
    """Enter all commands; only a module that the arguments name is imported."""
    for name in COMMANDS:
        module = f"{__package__}.{name}"
        if name in tokens:
            door.command(import_module(module).command(say), name=name)
        else:
            door.command(f"{module}:command", name=name, help=say.say(f"cli.{name}.summary"))


def new_app(say: Words, name: str) -> App:
    """An App for a command: summary, what it is about, and examples under its help page."""
    app = App(
        name=name,
        help=say.say(f"cli.{name}.summary") + "\n\n" + say.say(f"cli.{name}.about"),
        help_epilogue=say.say(f"cli.{name}.examples"),
    )
    return with_headings(app, say)


def new_part(app: App, say: Words, name: str, text: str) -> App:
    """An App for a part of a command, such as `rules show`; `text` is its help."""
    part = with_headings(App(name=name, help=text), say)
    app.command(part)
    return part


def with_headings(app: App, say: Words) -> App:
    """The App with the headings of its help page in words."""
    app.group_arguments = say.say("cli.help.arguments")
    app.group_parameters = say.say("cli.help.parameters")
    app.group_commands = say.say("cli.help.commands")
    return app

"""`shengji ledger`: every statement of the rules with its tests."""

from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter
from rich.console import Console
from rich.table import Table

from shengji.proof.ledger import Ledger, find_checkout, read_ledger
from shengji.words import Words

from .commands import new_app

INCOMPLETE = 1


def command(say: Words) -> App:
    """The command as an App."""
    app = new_app(say, "ledger")

    @app.default
    def ledger(
        *,
        root: Annotated[
            Path | None, Parameter(help=say.say("cli.ledger.root"), show_default=False)
        ] = None,
        names: Annotated[
            bool, Parameter(help=say.say("cli.ledger.names"), negative=(), show_default=False)
        ] = False,
    ) -> int:
        found = read_ledger(find_checkout((root or Path.cwd()).resolve()))
        print_ledger(found, names, say)
        return INCOMPLETE if found.missing or found.unknown else 0

    return app


def print_ledger(ledger: Ledger, names: bool, say: Words) -> None:
    """The table, then what is wrong with it."""
    console = Console(highlight=False)
    table = Table(show_lines=names)
    table.add_column(say.say("cli.ledger.statement"), no_wrap=True)
    table.add_column(say.say("cli.ledger.count"), justify="right")
    table.add_column(say.say("cli.ledger.tests"), overflow="fold")
    for rule in ledger.statements:
        table.add_row(rule, str(ledger.count(rule)), tests_text(ledger, rule, names, say))
    console.print(table)
    total = len(ledger.statements)
    proved = total - len(ledger.missing)
    lines = [say.say("cli.ledger.total", proved=proved, total=total)]
    if ledger.missing:
        lines.append(say.say("cli.ledger.missing", rules=say.listed(list(ledger.missing))))
    for rule, tests in ledger.unknown.items():
        lines.append(say.say("cli.ledger.unknown", rule=rule, tests=say.listed(list(tests))))
    console.print("\n".join(lines), markup=False, soft_wrap=True)


def tests_text(ledger: Ledger, rule: str, names: bool, say: Words) -> str:
    """The tests of a statement: all of them one a line, or the first and how many more."""
    tests = [
        name if times == 1 else say.say("cli.ledger.times", name=name, times=times)
        for name, times in ledger.tests[rule].items()
    ]
    if names or len(tests) <= 1:
        return "\n".join(tests) or "-"
    return say.say("cli.ledger.more", first=tests[0], more=len(tests) - 1)

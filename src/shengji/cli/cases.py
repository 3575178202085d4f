"""`shengji cases`: rule cases, run."""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from cyclopts import App, Parameter

from shengji.engine.cards import Cards, show
from shengji.engine.errors import ShengjiError
from shengji.proof.cases import Case, Result, read_cases, run_case
from shengji.words import Words

from .commands import new_app
from .errors import sentence, system_sentence

FAILED = 1
UNREADABLE = 2


def command(say: Words) -> App:
    """The command as an App."""
    app = new_app(say, "cases")

    @app.default
    def cases(
        *files: Annotated[
            Path, Parameter(name="FILE", help=say.say("cli.cases.files"), required=True)
        ],
        verbose: Annotated[
            bool, Parameter(help=say.say("cli.cases.verbose"), negative=(), show_default=False)
        ] = False,
    ) -> int:
        return run_files(files, verbose, say)

    return app


def run_files(files: tuple[Path, ...], verbose: bool, say: Words) -> int:
    """Run the cases of some files and print what fails; returns the exit code."""
    found: list[Case] = []
    readable = True
    for file in files:
        try:
            found += read_cases(file)
        except ShengjiError as error:
            readable = False
            print(sentence(error, say), file=sys.stderr)
        except OSError as error:
            readable = False
            print(system_sentence(error, say), file=sys.stderr)
    failed = 0
    for case in found:
        result = run_case(case)
        failed += not result.passed
        if verbose or not result.passed:
            print(report(result, say))
    if found:
        print(say.say("cli.cases.total", passed=len(found) - failed, failed=failed))
    return UNREADABLE if not readable else FAILED if failed else 0


def report(result: Result, say: Words) -> str:
    """A case's id, and if it failed what was expected and what came."""
    case = result.case
    place = {"id": case.id, "file": case.file, "rules": say.listed(list(case.rules))}
    if result.passed:
        return say.say("cli.cases.passed", **place)
    lines = [say.say("cli.cases.failed", **place)]
    if case.note:
        lines.append(say.say("cli.cases.note", note=case.note))
    lines.append(say.say("cli.cases.expected", what=facts_text(result.expected)))
    got = {name: result.got.get(name) for name in result.expected}
    lines.append(say.say("cli.cases.got", what=facts_text(got)))
    return "\n".join(lines)


def facts_text(facts: Mapping[str, Any]) -> str:
    """Some facts as they stand in a case: `legal = true, forced = "9h"`."""
    return ", ".join(f"{name} = {_fact_text(name, value)}" for name, value in facts.items())


def _fact_text(name: str, value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        if name == "forced":
            return f'"{_cards_text(value)}"'
        return "[" + ", ".join(_fact_text("", one) for one in value) + "]"
    return f'"{value}"' if isinstance(value, str) else str(value)


def _cards_text(cards: Cards) -> str:
    return show(sorted(cards))

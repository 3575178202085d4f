"""Rule cases: facts about the game as data, read and run (docs/cases.md)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .case_fields import CARDS, KINDS, Field
from .case_files import Case, CaseError, read_case, read_cases
from .case_kinds import RUNNERS

__all__ = ["Case", "CaseError", "Result", "read_case", "read_cases", "run_case"]


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a case: `expected` and `got` by the names that `expect` uses."""

    case: Case
    passed: bool
    expected: Mapping[str, Any]
    got: Mapping[str, Any]


def run_case(case: Case) -> Result:
    """Let the engine judge a case; what its `expect` leaves out is not checked."""
    got = RUNNERS[case.kind](case)
    fields = KINDS[case.kind].expect
    passed = all(
        name in got and _same(got[name], value, fields[name]) for name, value in case.expect.items()
    )
    return Result(case, passed, case.expect, got)


def _same(got: Any, value: Any, field: Field) -> bool:
    """Whether two values are the same; the order of cards has no meaning."""
    if field.kind == CARDS:
        return sorted(got) == sorted(value)
    return bool(got == value)

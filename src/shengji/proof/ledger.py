"""The ledger: which tests prove each statement of docs/rules.md (`shengji ledger`)."""

import ast
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from shengji.engine.errors import ShengjiError

from .case_files import read_cases

RULES = Path("docs", "rules.md")
TESTS = Path("tests")
CASES = Path("tests", "cases")
ROW = re.compile(r"^\| ([A-Z]-\d{2}) \| (.+?) \|\s*$", re.MULTILINE)
PYTESTMARK = "pytestmark"
Test = ast.FunctionDef | ast.AsyncFunctionDef


class LedgerError(ShengjiError):
    """A checkout that has no ledger, or one that cannot be read."""


@dataclass(frozen=True, slots=True)
class Ledger:
    """Statements by id, and for each id the tests that prove it: name → how many there are.

    A file of cases is one name and counts once for each of its cases.  `unknown` are ids that
    tests name and the rules do not have.
    """

    statements: Mapping[str, str]
    tests: Mapping[str, Mapping[str, int]]
    unknown: Mapping[str, tuple[str, ...]]

    @property
    def missing(self) -> tuple[str, ...]:
        """The statements that no test proves."""
        return tuple(rule for rule in self.statements if not self.tests[rule])

    def count(self, rule: str) -> int:
        """How many tests prove a statement."""
        return sum(self.tests[rule].values())


def find_checkout(start: Path) -> Path:
    """The checkout that a folder lies in.  Raises LedgerError if it lies in none."""
    for folder in (start, *start.parents):
        if (folder / RULES).is_file() and (folder / TESTS).is_dir():
            return folder
    raise LedgerError("no_checkout", folder=str(start))


def read_ledger(root: Path) -> Ledger:
    """The ledger of a checkout.  Raises LedgerError, CaseError and OSError."""
    statements = read_statements(root / RULES)
    found: dict[str, Counter[str]] = {}
    for rule, name in (*marks_of_tests(root), *marks_of_cases(root)):
        found.setdefault(rule, Counter())[name] += 1
    return Ledger(
        statements,
        {rule: dict(found.get(rule, {})) for rule in statements},
        {rule: tuple(found[rule]) for rule in sorted(found) if rule not in statements},
    )


def read_statements(path: Path) -> dict[str, str]:
    """The statements of the rules by id, as Markdown.  Raises LedgerError."""
    statements: dict[str, str] = {}
    for rule, text in ROW.findall(path.read_text(encoding="utf-8")):
        if rule in statements:
            raise LedgerError("statement_twice", rule=rule)
        statements[rule] = text
    if not statements:
        raise LedgerError("no_statements", file=str(path))
    return statements


def marks_of_cases(root: Path) -> Iterator[tuple[str, str]]:
    """(statement, name) for every case of the checkout's files of cases."""
    for path in sorted((root / CASES).glob("*.toml")):
        for case in read_cases(path):
            for rule in dict.fromkeys(case.rules):
                yield rule, f"cases: {path.name}"


def marks_of_tests(root: Path) -> Iterator[tuple[str, str]]:
    """(statement, test) for every mark `rule` on a test, its class or its module."""
    for path in sorted((root / TESTS).rglob("*.py")):
        try:
            module = ast.parse(path.read_bytes(), str(path))
        except (SyntaxError, ValueError) as error:
            raise LedgerError("not_python", file=str(path), problem=str(error)) from error
        name = path.relative_to(root / TESTS).as_posix()
        for test, rules in _Marks(module).tests():
            for rule in sorted(rules):
                yield rule, f"{name}::{test}"


class _Marks:
    """The marks of one module, read without importing it."""

    def __init__(self, module: ast.Module) -> None:
        self.module = module
        self.named = dict(_assigned(module.body))

    def tests(self) -> Iterator[tuple[str, set[str]]]:
        """Every test with its statements, those of its class and its module included."""
        yield from self._within(self.module.body, "", set())

    def _within(
        self, body: list[ast.stmt], prefix: str, above: set[str]
    ) -> Iterator[tuple[str, set[str]]]:
        here = above | self.rules([value for name, value in _assigned(body) if name == PYTESTMARK])
        for one in body:
            if isinstance(one, Test) and one.name.startswith("test"):
                yield prefix + one.name, here | self.rules(one.decorator_list)
            elif isinstance(one, ast.ClassDef) and one.name.startswith("Test"):
                marks = here | self.rules(one.decorator_list)
                yield from self._within(one.body, f"{prefix}{one.name}::", marks)

    def rules(self, marks: list[ast.expr], seen: frozenset[str] = frozenset()) -> set[str]:
        """The statements that some expressions name, marks kept under a name included."""
        found: set[str] = set()
        for node in (node for mark in marks for node in ast.walk(mark)):
            if isinstance(node, ast.Call) and _is_rule_mark(node.func):
                found |= {str(arg.value) for arg in node.args if isinstance(arg, ast.Constant)}
            elif isinstance(node, ast.Name) and node.id in self.named and node.id not in seen:
                found |= self.rules([self.named[node.id]], seen | {node.id})
        return found


def _assigned(body: list[ast.stmt]) -> Iterator[tuple[str, ast.expr]]:
    """The names that plain assignments give, with their values."""
    for one in body:
        if isinstance(one, ast.Assign):
            for target in one.targets:
                if isinstance(target, ast.Name):
                    yield target.id, one.value
        elif isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name) and one.value:
            yield one.target.id, one.value


def _is_rule_mark(func: ast.expr) -> bool:
    """Whether an expression is `pytest.mark.rule` or `mark.rule`."""
    if not isinstance(func, ast.Attribute) or func.attr != "rule":
        return False
    mark = func.value
    return isinstance(mark, ast.Attribute | ast.Name) and "mark" in (
        getattr(mark, "attr", None),
        getattr(mark, "id", None),
    )

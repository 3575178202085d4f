"""The ledger, read off a small made-up checkout."""

from pathlib import Path

import pytest

from shengji.proof.ledger import LedgerError, find_checkout, read_ledger

RULES = """# Rules

| system | preset id |
|---|---|
| A | `eighty` |

| id | statement |
|---|---|
| G-01 | Four seats. `?` A | b. |
| G-02 | Points. |
| G-03 | Order. |
| G-04 | No trump. |
| G-05 | Equal. |
| G-06 | Pairs. |
"""
TESTS = """
import pytest
from pytest import mark

both = pytest.mark.rule("G-04")


@pytest.mark.rule("G-01", "G-02")
def test_one():
    pass


@both
async def test_two():
    pass


@pytest.mark.parametrize("x", [pytest.param(1, marks=mark.rule("G-03")), 2])
def test_three(x):
    pass


@pytest.mark.rule("G-06")
def helper():
    pass


@pytest.mark.rule("G-05")
class TestFour:
    pytestmark = [pytest.mark.rule("G-02")]

    @mark.rule("Z-99")
    def test_five(self):
        pass

    @pytest.mark.rule(*RULES)
    def test_six(self):
        pass
"""
CASE = """[[case]]
id = "{id}"
kind = "score"
rules = ["G-02", "G-02"]
system = "eighty"
trump = "S"
level = "2"
points = 0
expect = {{ steps = 6 }}
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout with one file of tests and one of cases."""
    for folder in ("docs", "tests/cases", "tests/deep", "src"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "docs/rules.md").write_text(RULES, encoding="utf-8")
    (tmp_path / "tests/test_all.py").write_text(TESTS, encoding="utf-8")
    cases = CASE.format(id="a") + CASE.format(id="b")
    (tmp_path / "tests/cases/two.toml").write_text(cases, encoding="utf-8")
    return tmp_path


def test_the_ledger_finds_marks_on_tests_classes_and_parameters(checkout: Path) -> None:
    ledger = read_ledger(checkout)
    four = {"test_all.py::TestFour::test_five": 1, "test_all.py::TestFour::test_six": 1}
    assert ledger.tests == {
        "G-01": {"test_all.py::test_one": 1},
        "G-02": {"test_all.py::test_one": 1, **four, "cases: two.toml": 2},
        "G-03": {"test_all.py::test_three": 1},
        "G-04": {"test_all.py::test_two": 1},
        "G-05": four,
        "G-06": {},
    }
    assert ledger.count("G-02") == 5
    assert ledger.missing == ("G-06",)
    assert ledger.statements["G-01"] == "Four seats. `?` A | b."


def test_ids_that_the_rules_do_not_have_are_reported(checkout: Path) -> None:
    assert read_ledger(checkout).unknown == {"Z-99": ("test_all.py::TestFour::test_five",)}


def test_a_mark_of_a_module_holds_for_all_its_tests(checkout: Path) -> None:
    text = 'pytestmark = pytest.mark.rule("G-06")\n\ndef test_deep():\n    pass\n'
    (checkout / "tests/deep/test_more.py").write_text(text, encoding="utf-8")
    ledger = read_ledger(checkout)
    assert ledger.tests["G-06"] == {"deep/test_more.py::test_deep": 1}
    assert ledger.missing == ()


def test_the_checkout_is_found_from_any_folder_in_it(checkout: Path) -> None:
    assert find_checkout(checkout / "tests/deep") == checkout


def test_a_folder_outside_of_a_checkout_is_said_to_be_one(tmp_path: Path) -> None:
    with pytest.raises(LedgerError) as caught:
        find_checkout(tmp_path)
    assert caught.value.code == "no_checkout"


@pytest.mark.parametrize(
    ("file", "text", "code"),
    [
        ("docs/rules.md", RULES + "| G-01 | Again. |\n", "statement_twice"),
        ("docs/rules.md", "# Nothing\n", "no_statements"),
        ("tests/test_all.py", "def test(:\n", "not_python"),
    ],
)
def test_a_checkout_that_cannot_be_read_is_refused(
    checkout: Path, file: str, text: str, code: str
) -> None:
    (checkout / file).write_text(text, encoding="utf-8")
    with pytest.raises(LedgerError) as caught:
        read_ledger(checkout)
    assert caught.value.code == code


def test_this_checkout_marks_no_unknown_statements() -> None:
    ledger = read_ledger(find_checkout(Path(__file__).parent))
    assert ledger.unknown == {}
    assert len(ledger.statements) > 140

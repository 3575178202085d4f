"""`shengji bench`: the figures are there, whole and in their units; how fast is no matter."""

import json
import re

import pytest

from shengji.cli import main
from shengji.cli.bench import FIGURES, ROWS_A_DECK, shape_text, telling
from shengji.engine.ruleset import preset
from shengji.proof import bench
from shengji.proof.bench import Figures, check_time, machine, measure
from shengji.proof.positions import positions
from shengji.words import LANGUAGES, words

Printed = pytest.CaptureFixture[str]
KEYS = (
    "random_deals_per_s",
    "decisions_per_s",
    "worst_check_ms",
    "p99_check_ms",
    "copy_us",
    "import_ms",
)
SMALL = ("--deals", "3", "--follows", "300")


@pytest.fixture(autouse=True)
def quick_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Little to measure, English on a wide page."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.setenv(name, "en_GB.UTF-8")
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setattr(bench, "IMPORTS", 1)
    monkeypatch.setattr(bench, "COPIES", 100)


def test_all_is_measured_and_progress_is_told() -> None:
    told: list[tuple[str, float]] = []
    figures = measure(lambda part, done: told.append((part, done)), 3, 300)
    assert {part for part, _ in told} == {"checks", "copy", "import"}
    assert all(0 <= done <= 1 for _, done in told)
    assert all(getattr(figures, name) > 0 for name in KEYS)
    assert figures.p99_check_ms <= figures.worst_check_ms
    assert figures.decisions_per_s > figures.random_deals_per_s
    assert sum(number for _, _, number, _, _ in figures.checks) == 300
    assert all(us <= worst for *_, us, worst in figures.checks)
    assert "3 of random play" in figures.method()
    assert "300 follows" in figures.method()


def test_one_deal_and_one_check_are_enough() -> None:
    figures = measure(lambda *_: None, 1, 1)
    assert figures.worst_check_ms == figures.p99_check_ms


def test_json_has_the_keys_the_machine_and_the_method(capsys: Printed) -> None:
    assert main(["bench", "--json", *SMALL]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    data = json.loads(out)
    assert list(data)[: len(KEYS)] == list(KEYS)
    assert all(isinstance(data[key], float) and data[key] > 0 for key in KEYS)
    assert set(data) - set(KEYS) == {"checks", "machine", "method"}
    assert data["machine"] == machine()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_table_has_every_figure_with_its_unit(capsys: Printed, lang: str) -> None:
    assert main(["bench", *SMALL, "--lang", lang]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert tuple(name for name, _ in FIGURES) == KEYS
    for name in KEYS:
        assert words(lang).say(f"cli.bench.figure.{name}") in out
    assert out.count(" ms ") >= 3
    assert " µs " in out
    assert machine() in out
    assert not re.search(r"[{}]|None", out)


def test_the_most_telling_rows_are_the_slowest_of_each_number_of_decks() -> None:
    checks = tuple(
        ("pair", decks, 1, 1.0, float(worst)) for decks in (2, 1) for worst in range(1, 7)
    )
    rows = telling(checks)
    assert [(decks, worst) for _, decks, _, _, worst in rows] == [
        *((1, 6.0 - more) for more in range(ROWS_A_DECK)),
        *((2, 6.0 - more) for more in range(ROWS_A_DECK)),
    ]


def test_shapes_have_names() -> None:
    say = words("en")
    assert shape_text("pair", say) == "pair"
    assert shape_text("2x3", say) == "tractor 2×3"
    assert shape_text("throw of quad …", say) == "throw with quad"
    for position in positions(1, 200):
        assert shape_text(position.shape, say)
        assert shape_text(position.shape, words("zh"))


def test_positions_are_the_same_every_time_and_of_all_decks() -> None:
    first, second = (list(positions(5, 200)) for _ in range(2))
    assert [one.play for one in first] == [one.play for one in second]
    assert {one.decks for one in first} == {1, 2, 3, 4}
    assert all(0 < check_time(one) < 1 for one in first[:20])


def test_the_rules_measured_exist() -> None:
    assert preset(bench.RULES).decks == 2
    assert isinstance(Figures(1, 1, 1, 1, 1, 1, 1, 1, ()).to_json(), str)


@pytest.mark.parametrize(
    ("tokens", "part"),
    [
        (["--deals", "0"], "--deals must be 1 or more"),
        (["--follows", "-1"], "--follows must be 1 or more"),
        (["--deals", "x"], "--deals cannot be “x”"),
        (["--rules", "jj"], "no option “--rules”"),
    ],
)
def test_a_bad_command_line_is_one_sentence(capsys: Printed, tokens: list[str], part: str) -> None:
    assert main(["bench", *tokens]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert part in err
    assert err.count("\n") == 1

"""`shengji bench hall`: the counts agree with each other; how fast is no matter."""

import asyncio
import json
import math
from pathlib import Path

import pytest

from shengji.cli import main
from shengji.cli.bench_hall import KILLS, LOAD, figures_of
from shengji.hall.drill import Fault, Report
from shengji.hall.load import load
from shengji.hall.load_seat import pair_in
from shengji.words import LANGUAGES, words

Printed = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def wide_page_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.setenv(name, "en_GB.UTF-8")
    monkeypatch.setenv("COLUMNS", "120")


def test_the_figures_of_a_small_load_agree_with_each_other(tmp_path: Path) -> None:
    told: list[tuple[str, float]] = []
    figures = asyncio.run(load(tmp_path, 4, 1, 0, lambda part, done: told.append((part, done))))
    assert {part for part, _ in told} == {"connect", "start", "measure"}
    assert all(0 <= done <= 1 for _, done in told)
    assert (figures.tables, figures.connections) == (4, 16)
    assert (figures.refused, figures.cut_off) == (0, 0)
    assert figures.moves > 0
    assert math.isclose(figures.moves_per_s, figures.moves / figures.seconds, rel_tol=0.01)
    assert figures.events_per_s > figures.moves_per_s
    assert figures.frames_per_s > 4 * figures.moves_per_s
    assert 0 < figures.ack_p50_ms <= figures.ack_p99_ms <= figures.ack_p999_ms
    assert figures.ack_p999_ms <= figures.ack_worst_ms
    assert 0 < figures.engine_share < figures.server_share
    assert figures.client_share > 0
    assert figures.kb_per_connection > 0


def test_json_has_all_figures_and_the_machine(capsys: Printed) -> None:
    assert main(["bench", "hall", "--tables", "1", "--seconds", "1", "--rate", "50", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert set(LOAD) < set(data)
    assert data["tables"] == 1
    assert data["machine"]
    assert data["moves_per_s"] < 60


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_table_has_every_figure(capsys: Printed, lang: str) -> None:
    assert main(["bench", "hall", "--tables", "1", "--seconds", "1", "--lang", lang]) == 0
    out = capsys.readouterr().out
    assert all(words(lang).say(f"cli.bench.hall.figure.{name}") in out for name in LOAD)
    assert "{" not in out


def test_kills_are_counted_and_without_a_fault_all_is_well(capsys: Printed) -> None:
    assert main(["bench", "hall", "--kills", "2", "--tables", "2", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert set(KILLS) < set(data)
    assert data["kills"] == 2
    assert data["faults"] == []
    assert 0 < data["again_p50_s"] <= data["again_p99_s"] <= data["again_worst_s"]


def test_faults_are_counted_by_kind() -> None:
    report = Report(kills=3, faults=[Fault("lost", "a"), Fault("lost", "b"), Fault("undone", "c")])
    figures = figures_of(report)
    assert (figures["lost"], figures["doubled"], figures["undone"]) == (2, 0, 1)
    assert figures["faults"] == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("tokens", "part"),
    [
        (["--tables", "0"], "--tables must be 1 or more"),
        (["--seconds", "0"], "--seconds must be 1 or more"),
        (["--rate", "-1"], "--rate must be 0 or more"),
        (["--kills", "x"], "--kills cannot be “x”"),
    ],
)
def test_a_bad_command_line_is_one_sentence(capsys: Printed, tokens: list[str], part: str) -> None:
    assert main(["bench", "hall", *tokens]) == 2
    assert part in capsys.readouterr().err


def test_a_pair_is_two_equal_cards() -> None:
    assert pair_in(["5s", "Th", "5s"]) == ["5s", "5s"]
    assert pair_in(["5s", "Th"]) == []

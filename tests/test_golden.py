"""Every preset plays its golden match again, and has as many legal plays at every turn."""

import json
from pathlib import Path

import pytest

from shengji.engine.ruleset import PRESETS
from shengji.proof.golden import differences

FOLDER = Path(__file__).parent / "golden"
LEAST_PLAYS = 100


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_plays_its_golden_match(name: str) -> None:
    lines = (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    assert list(differences(lines)) == []


@pytest.mark.parametrize("name", PRESETS)
def test_a_golden_match_counts_legal_plays(name: str) -> None:
    lines = (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    counts = [data["legal"] for data in map(json.loads, lines) if "legal" in data]
    assert len(counts) > LEAST_PLAYS
    assert max(counts) > 1


def test_no_preset_goes_without_a_golden_match() -> None:
    assert {path.stem for path in FOLDER.glob("*.jsonl")} == set(PRESETS)


def test_a_changed_line_is_found() -> None:
    lines = (FOLDER / "huanle-2.jsonl").read_text(encoding="utf-8").splitlines()
    place = next(place for place, line in enumerate(lines) if '"legal"' in line)
    lines[place] = lines[place].replace('"legal":', '"legal":1')
    assert [number for number, _, _ in differences(lines)] == [place + 1]

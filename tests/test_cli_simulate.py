"""`shengji simulate`: what it counts, the records it keeps, and how it stops."""

import json
import re
import signal
import subprocess
import sys
import time
from errno import EACCES
from pathlib import Path

import pytest

from shengji.bots.tiers import TIERS
from shengji.cli import main, simulate
from shengji.cli.progress import progress
from shengji.engine.events import DealScored, Event, MatchEnded
from shengji.engine.record import load, replay, verify
from shengji.engine.ruleset import preset
from shengji.proof.playthrough import PlayError, steps
from shengji.words import LANGUAGES, words

Printed = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch
RUN = ("simulate", "--rules", "huanle-1", "--bots", "random", "--set", "goal_level=3")


@pytest.fixture(autouse=True)
def in_english(monkeypatch: Patch) -> None:
    """English on a wide page, whatever the machine speaks."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.setenv(name, "en_GB.UTF-8")
    monkeypatch.setenv("COLUMNS", "120")


def table(printed: Printed, *tokens: str, code: int = 0) -> dict[str, str]:
    """The rows of the summary that a run prints, by label."""
    assert main(tokens) == code
    out, err = printed.readouterr()
    assert "Traceback" not in err
    if code == 0:
        assert err == ""
    rows = re.findall(r"│ *(.+?) *│ *(.+?) *│", out)
    return dict(rows)


def played(deals: int, seed: int = 1) -> list[Event]:
    """The events of a match as the runs of these tests play it."""
    rules = preset("huanle-1").changed({"goal_level": "3"})
    every = steps(rules, seed, (TIERS["random"],) * 4, deals)
    return [event for step in every for event in step.events]


def records(folder: Path) -> dict[str, bytes]:
    """The records of a folder by name."""
    return {path.name: path.read_bytes() for path in sorted(folder.glob("*.jsonl"))}


def test_the_summary_counts_what_the_records_tell(capsys: Printed, tmp_path: Path) -> None:
    rows = table(capsys, *RUN, "--deals", "40", "--out", str(tmp_path / "new" / "games"))
    events = [load(path) for path in sorted((tmp_path / "new" / "games").glob("*.jsonl"))]
    scores = [one for match in events for one in match if isinstance(one, DealScored)]
    ends = [one for match in events for one in match if isinstance(one, MatchEnded)]
    assert len(scores) == 40
    assert rows["Deals scored"] == "40"
    assert rows["Matches played to the end"] == str(len(ends))
    assert rows["won by seats 1 and 3"] == str(sum(end.winner == 0 for end in ends))
    assert rows["won by seats 2 and 4"] == str(sum(end.winner == 1 for end in ends))
    held = sum(score.winner == "declarers" for score in scores)
    assert rows["Declarers held"] == f"{held * 100 / 40:.1f}%"
    assert rows["Declarers fell"] == f"{(40 - held) * 100 / 40:.1f}%"
    assert rows["Defenders' points, mean"] == f"{sum(one.total for one in scores) / 40:.1f}"
    levels = sum(sum(replay(match).climbed) for match in events)
    assert rows["Levels gained per deal, mean"] == f"{levels / 40:.2f}"
    assert len(events) > 2


def test_match_n_has_the_seed_given_plus_n_minus_1(capsys: Printed, tmp_path: Path) -> None:
    table(capsys, *RUN, "--deals", "20", "--seed", "7", "--out", str(tmp_path))
    assert load(tmp_path / "match-000001.jsonl") == played(20, 7)
    second = load(tmp_path / "match-000002.jsonl")
    assert second == played(20, 8)[: len(second)]
    verify(second)


def test_the_same_options_give_the_same_table(capsys: Printed) -> None:
    first, second = (table(capsys, *RUN, "--deals", "8") for _ in range(2))
    for rows in (first, second):
        del rows["Deals per second"]
    assert first == second


def test_a_run_goes_on_where_it_was(capsys: Printed, tmp_path: Path) -> None:
    out = ("--out", str(tmp_path))
    whole = table(capsys, *RUN, "--deals", "30", *out)
    kept = records(tmp_path)
    names = sorted(kept)
    (tmp_path / names[1]).unlink()
    (tmp_path / names[2]).write_bytes(kept[names[2]][:-20])
    stamp = (tmp_path / names[0]).stat().st_mtime_ns
    again = table(capsys, *RUN, "--deals", "30", *out)
    assert records(tmp_path) == kept
    assert (tmp_path / names[0]).stat().st_mtime_ns == stamp
    assert not list(tmp_path.glob("*.part"))
    for rows in (whole, again):
        del rows["Deals per second"]
    assert whole == again


def test_more_and_fewer_deals_of_the_same_run(capsys: Printed, tmp_path: Path) -> None:
    out = ("--out", str(tmp_path))
    table(capsys, *RUN, "--deals", "9", *out)
    table(capsys, *RUN, "--deals", "25", *out)
    few = table(capsys, *RUN, "--deals", "9", *out)
    fresh = table(capsys, *RUN, "--deals", "9")
    for rows in (few, fresh):
        del rows["Deals per second"]
    assert few == fresh
    assert (
        sum(
            isinstance(one, DealScored)
            for path in records(tmp_path)
            for one in load(tmp_path / path)
        )
        == 25
    )


@pytest.mark.parametrize(
    "change",
    [("--seed", "2"), ("--bots", "novice"), ("--bots", "random", "--set", "decks=2")],
)
def test_another_run_is_kept_out_of_the_folder(
    capsys: Printed, tmp_path: Path, change: tuple[str, ...]
) -> None:
    run = ("simulate", "--rules", "huanle-1", "--deals", "1", "--out", str(tmp_path))
    table(capsys, *run, "--bots", "random")
    before = records(tmp_path)
    assert main([*run, *change]) == 2
    assert "records of another run" in capsys.readouterr().err
    assert records(tmp_path) == before


def test_records_of_unknown_origin_and_a_damaged_manifest_are_respected(
    capsys: Printed, tmp_path: Path
) -> None:
    (tmp_path / "match-000001.jsonl").write_text("mine", encoding="utf-8")
    assert main([*RUN, "--out", str(tmp_path)]) == 2
    (tmp_path / "simulate.json").write_text("{", encoding="utf-8")
    assert main([*RUN, "--out", str(tmp_path)]) == 2
    assert capsys.readouterr().err.count("records of another run") == 2
    assert (tmp_path / "match-000001.jsonl").read_text(encoding="utf-8") == "mine"


def test_a_match_without_a_goal_is_broken_off(
    capsys: Printed, monkeypatch: Patch, tmp_path: Path
) -> None:
    monkeypatch.setattr(simulate, "MOST_DEALS", 3)
    tokens = ("simulate", "--rules", "huanle-1", "--set", "goal=none", "--deals", "7")
    rows = table(capsys, *tokens, "--out", str(tmp_path))
    assert len(records(tmp_path)) == 3
    assert rows["Matches played to the end"] == "0"


def test_bots_by_seat(capsys: Printed) -> None:
    tokens = ["simulate", "--rules", "huanle-1", "--deals", "2", "--lang", "zh"]
    assert main([*tokens, "--bots", "novice，random, novice,random"]) == 0
    assert "novice、random、novice、random" in capsys.readouterr().out


def test_ctrl_c_prints_what_there_is(capsys: Printed, monkeypatch: Patch) -> None:
    def interrupted(*given: object) -> None:
        real(*given)  # type: ignore[arg-type]
        raise KeyboardInterrupt

    real = simulate.play_match
    monkeypatch.setattr(simulate, "play_match", interrupted)
    assert main([*RUN, "--deals", "1000"]) == 130
    out, err = capsys.readouterr()
    assert "Deals scored" in out
    assert err == "Interrupted; the table has what was played until then.\n"


def test_ctrl_c_before_anything_happened_prints_dashes(capsys: Printed, monkeypatch: Patch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(simulate, "play_match", interrupted)
    rows = table(capsys, *RUN, code=130)
    assert rows["Declarers held"] == rows["Deals per second"] == "-"


def test_an_interrupted_process_leaves_whole_records_and_goes_on(tmp_path: Path) -> None:
    tokens = [sys.executable, "-m", "shengji", *RUN, "--out", str(tmp_path), "--deals"]
    with subprocess.Popen(
        [*tokens, "100000"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as run:
        until = time.monotonic() + 60
        while len(records(tmp_path)) < 2 and time.monotonic() < until:
            time.sleep(0.05)
        run.send_signal(signal.SIGINT)
        out, err = run.communicate(timeout=60)
    assert run.returncode == 130
    assert "Deals scored" in out
    assert "Traceback" not in err
    kept = records(tmp_path)
    for name in kept:
        verify(load(tmp_path / name))
    again = subprocess.run([*tokens, "2"], capture_output=True, text=True, check=False, timeout=60)
    assert again.returncode == 0
    assert records(tmp_path) == kept


def test_a_bot_that_breaks_the_rules_ends_the_run_with_its_seed(
    capsys: Printed, monkeypatch: Patch
) -> None:
    def broken(*_: object) -> None:
        raise PlayError("no")

    monkeypatch.setattr(simulate, "steps", broken)
    assert main([*RUN, "--seed", "11"]) == 1
    assert "The match with seed 11 broke off" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("tokens", "part"),
    [
        ([], "--rules is missing"),
        (["--rules", "ninety"], "no ruleset called “ninety”"),
        (["--rules", "jj", "--deals", "0"], "--deals must be 1 or more"),
        (["--rules", "jj", "--deals", "-3"], "--deals must be 1 or more, not -3"),
        (["--rules", "jj", "--deals", "many"], "--deals cannot be “many”"),
        (["--rules", "jj", "--bots", "genius"], "no bots called “genius”"),
        (["--rules", "jj", "--bots", ""], "no bots called “”"),
        (["--rules", "jj", "--bots", "random,random"], "4 names by seat"),
        (["--rules", "jj", "--set", "decks"], "option=value"),
        (["--rules", "jj", "--out", __file__], "--out takes a folder"),
        (["--rules", "jj", "--out", f"{__file__}/games"], ""),
        (["--rules", "jj", "--colour"], "no option “--colour”"),
    ],
)
def test_a_bad_command_line_is_one_sentence(capsys: Printed, tokens: list[str], part: str) -> None:
    assert main(["simulate", *tokens]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert part in err
    assert err.count("\n") == 1


def test_a_folder_that_may_not_be_written_is_one_sentence(
    capsys: Printed, tmp_path: Path, monkeypatch: Patch
) -> None:
    def refused(path: Path, _: object) -> None:
        raise PermissionError(EACCES, "Permission denied", str(path))

    monkeypatch.setattr(simulate, "save", refused)
    assert main([*RUN, "--deals", "1", "--out", str(tmp_path)]) == 2
    assert "may not be read or written" in capsys.readouterr().err


def test_the_manifest_tells_how_the_records_were_made(capsys: Printed, tmp_path: Path) -> None:
    table(capsys, *RUN, "--deals", "1", "--out", str(tmp_path))
    data = json.loads((tmp_path / "simulate.json").read_text(encoding="utf-8"))
    assert data["seed"] == 1
    assert data["bots"] == ["random"] * 4
    assert data["rules"]["goal_level"] == "3"


def test_the_bar_is_drawn_on_a_terminal_only(capsys: Printed, monkeypatch: Patch) -> None:
    with progress(2) as tell:
        tell(1, "half")
    assert capsys.readouterr() == ("", "")
    monkeypatch.setenv("FORCE_COLOR", "1")
    with progress(2) as tell:
        tell(1, "half")
    out, err = capsys.readouterr()
    assert out == ""
    assert "half" in err
    assert "50%" in err


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_row_has_a_label(capsys: Printed, lang: str) -> None:
    assert main([*RUN, "--deals", "1", "--lang", lang]) == 0
    out = capsys.readouterr().out
    for name, _ in simulate.rows(simulate.Summary()):
        assert words(lang).say(f"cli.simulate.row.{name}").strip() in out

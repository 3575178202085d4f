"""`shengji replay`: a match as people read it, and one sentence for what is no record."""

import json
import re
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from driver import play_match
from shengji.bots.policy import action_due, own_seat
from shengji.bots.tiers import TIERS
from shengji.cli import main
from shengji.engine.actions import Action, Bid, Pass, StartMatch
from shengji.engine.cards import CODES
from shengji.engine.decide import decide
from shengji.engine.errors import Refusal
from shengji.engine.events import (
    BidMade,
    DealScored,
    DealStarted,
    DealVoided,
    Event,
    FaultFound,
    MatchEnded,
    Penalised,
    Played,
    ThrowFailed,
    TrumpSet,
)
from shengji.engine.record import save, write
from shengji.engine.record_text import to_text
from shengji.engine.ruleset import PRESETS, preset
from shengji.engine.state import before_match
from shengji.engine.view import View, redact
from shengji.proof.playthrough import steps
from shengji.words import LANGUAGES

Printed = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch
STORMY = {
    "count_penalty": True,
    "runaway_points": 5,
    "takeback_penalty": "level",
}


@pytest.fixture(autouse=True)
def in_english(monkeypatch: Patch) -> None:
    """English on a wide page, whatever the machine speaks."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.setenv(name, "en_GB.UTF-8")
    monkeypatch.setenv("COLUMNS", "160")


def match(name: str = "huanle-2", seed: int = 1, deals: int = 2) -> list[Event]:
    """A match of random bots."""
    bots = (TIERS["random"],) * 4
    every = steps(preset(name), seed, bots, deals, one_by_one=True)
    return [event for step in every for event in step.events]


def file_of(folder: Path, events: list[Event]) -> str:
    """A record of these events."""
    path = folder / "match.jsonl"
    save(path, events)
    return str(path)


def shown(printed: Printed, *tokens: str, code: int = 0) -> str:
    """What the command prints; a refusal is one line on stderr."""
    assert main(["replay", *tokens]) == code
    out, err = printed.readouterr()
    if code:
        assert out == ""
        assert err.count("\n") == 1
        assert "Traceback" not in err
        return str(err)
    assert err == ""
    return str(out)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", PRESETS)
def test_a_match_of_every_preset_is_shown(
    capsys: Printed, tmp_path: Path, name: str, lang: str
) -> None:
    events = match(name)
    out = shown(capsys, file_of(tmp_path, events), "--verify", "--lang", lang)
    assert not re.search(r"[{}]|None|True|False", out)
    deals = sum(isinstance(one, DealStarted) for one in events)
    assert len(re.findall("^== ", out, re.MULTILINE)) == deals
    for event in events:
        if isinstance(event, DealScored):
            assert f"{event.total}" in out
    assert f"shengji rules show {name}" in out


def test_a_deal_has_hands_trump_kitty_tricks_score_and_levels(
    capsys: Printed, tmp_path: Path
) -> None:
    events = match(deals=1)
    out = shown(capsys, file_of(tmp_path, events))
    assert out.startswith("Huanle Shengji, two decks (huanle-2)\n")
    assert "== Deal 1 == seats 1, 3 at 2; seats 2, 4 at 2" in out
    for seat in range(1, 5):
        assert re.search(rf"^seat {seat}: .*[♠♥♣♦]", out, re.MULTILINE)
    trump = next(event for event in events if isinstance(event, TrumpSet))
    assert f"banker seat {trump.banker + 1}" in out
    assert f"seat {trump.banker + 1} took the kitty: " in out
    assert f"seat {trump.banker + 1} buried: " in out
    score = next(event for event in events if isinstance(event, DealScored))
    assert f"Defenders' points: tricks {score.tricks} " in out
    assert f" = {score.total}: " in out
    assert "Next banker: seat " in out
    assert "The record ends here; 1 deals were scored." in out
    rows = re.findall(r"^│ +\d+ │(.+)│ +(-?\d+) │$", out, re.MULTILINE)
    assert len(rows) == sum(isinstance(event, Played) for event in events) // 4
    assert all(row.count("›") == 1 and row.count("*") == 1 for row, _ in rows)
    assert sum(int(points) for _, points in rows) == score.tricks


def test_bids_while_cards_are_dealt_say_when(capsys: Printed, tmp_path: Path) -> None:
    events = next(
        found
        for found in (match(seed=seed, deals=1) for seed in range(9))
        if any(isinstance(event, BidMade) for event in found)
    )
    assert re.search(
        r"seat \d bid .+ \(after \d+ cards\)", shown(capsys, file_of(tmp_path, events))
    )


def test_failed_throws_and_penalties_are_told(capsys: Printed, tmp_path: Path) -> None:
    events = match("jj", seed=2, deals=4)
    failed = [event for event in events if isinstance(event, ThrowFailed)]
    assert failed
    out = shown(capsys, file_of(tmp_path, events))
    assert out.count("forced: ") == len(failed)
    penalties = sum(isinstance(event, Penalised) for event in events)
    assert out.count("penalty for seat") == penalties


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", ["eighty-match", "four-deck-match", "jj"])
def test_faults_claims_and_rulings_are_told(
    capsys: Printed, tmp_path: Path, name: str, lang: str
) -> None:
    rules = preset(name)
    rules = rules.changed({**STORMY, "exposure_penalty": rules.bid_hidden})
    faults = 0
    for seed in range(4):
        events = play_match(rules, seed, 3, assisted=False, one_by_one=True, stormy=True)
        faults += sum(isinstance(event, FaultFound) for event in events)
        out = shown(capsys, file_of(tmp_path, events), "--verify", "--lang", lang)
        assert not re.search(r"[{}]|None|True|False", out)
    assert faults


def test_a_void_deal_says_why_and_has_its_own_number(capsys: Printed, tmp_path: Path) -> None:
    def shy(seen: View, rng: Random, budget: int) -> Action:
        """Passes in the first deal, and bids whatever it can in the next."""
        if action_due(seen) != "Bid":
            return TIERS["random"](seen, rng, budget)
        if seen.number == 1 or not seen.bids:
            return Pass(own_seat(seen))
        return Bid(own_seat(seen), seen.bids[0].cards)

    rules = preset("huanle-1").changed({"nobody_first": "redeal"})
    events = [event for step in steps(rules, 1, (shy,) * 4, 1) for event in step.events]
    assert any(isinstance(event, DealVoided) for event in events)
    file = file_of(tmp_path, events)
    first = shown(capsys, file, "--deal", "1")
    assert "Nobody bid: the cards are dealt again." in first
    assert "Trump" not in first
    assert "Trump" in shown(capsys, file, "--deal", "2")


def test_the_end_of_a_match_is_told(capsys: Printed, tmp_path: Path) -> None:
    rules = preset("huanle-1").changed({"goal_level": "3"})
    every = steps(rules, 1, (TIERS["random"],) * 4)
    events = [event for step in every for event in step.events]
    end = events[-1]
    assert isinstance(end, MatchEnded)
    assert end.winner is not None
    out = shown(capsys, file_of(tmp_path, events))
    side = ("seats 1, 3", "seats 2, 4")[end.winner]
    assert f"The match is over: {side} won (past the last level)." in out
    assert "Huanle Shengji, one deck (changed) (huanle-1)" in out
    assert "A → 3\n" in out


def test_one_deal_is_shown_alone(capsys: Printed, tmp_path: Path) -> None:
    file = file_of(tmp_path, match(deals=3))
    out = shown(capsys, file, "--deal", "2")
    assert "== Deal 2 ==" in out
    assert "== Deal 1 ==" not in out
    text = shown(capsys, file, "--deal", "2", "--text")
    assert text.startswith("Rules: huanle-2\n")
    assert re.findall(r"^Deal (\d+):", text, re.MULTILINE) == ["2"]
    for number in ("0", "-1", "9"):
        refusal = shown(capsys, file, "--deal", number, code=2)
        assert f"no deal {number} in this record; it has 3 deals" in refusal


def test_the_text_form_is_the_canonical_one_and_can_be_shown_itself(
    capsys: Printed, tmp_path: Path
) -> None:
    events = match("four-deck-match", deals=1)
    file = file_of(tmp_path, events)
    text = shown(capsys, file, "--text")
    assert text == to_text(events)
    path = tmp_path / "match.txt"
    path.write_text(text, encoding="utf-8")
    assert shown(capsys, str(path)) == shown(capsys, file)
    path.write_text(text.replace("Trick 2", "Trock 2"), encoding="utf-8")
    assert "cannot be read here" in shown(capsys, str(path), code=2)


def test_a_record_of_a_match_that_has_hardly_begun_is_shown(
    capsys: Printed, tmp_path: Path
) -> None:
    started = decide(before_match(), StartMatch(preset("eighty")))
    assert not isinstance(started, Refusal)
    out = shown(capsys, file_of(tmp_path, list(started)))
    assert "0 deals were scored" in out
    events = match(deals=1)
    for cut in (2, 40, 112, 115, 130):
        shown(capsys, file_of(tmp_path, events[:cut]))


def test_a_record_without_events_is_one_sentence(capsys: Printed, tmp_path: Path) -> None:
    assert "nothing in this record" in shown(capsys, file_of(tmp_path, []), code=2)


@pytest.mark.parametrize(
    ("content", "part"),
    [
        (b"", "not a record of a match"),
        (b"\x7fELF\x00\x01\x02\n\x00\xff", "Line 1 is damaged"),
        (b"hello\n", "Line 1 is damaged"),
        (b'{"t":"Record","format":99,"engine":"9"}\n', "newer version"),
        (b'{"t":"Record","format":1,"engine":"0"}\n{"t":"\\u001b[31mX"}\n', "Line 2"),
        (b'{"t":"Record","format":1,"engine":"0"}\n{"t":"TimeCalled"}\n', "Line 2: TimeCalled"),
    ],
)
def test_foreign_files_are_one_sentence(
    capsys: Printed, tmp_path: Path, content: bytes, part: str
) -> None:
    for name in ("foreign.jsonl", "foreign"):
        path = tmp_path / name
        path.write_bytes(content)
        refusal = shown(capsys, str(path), code=2)
        assert refusal.startswith(f"{path}: ")
        assert part in refusal
        assert "\x1b" not in refusal


@pytest.mark.parametrize("tokens", [(), ("--text",), ("--verify",)])
def test_an_end_that_was_made_up_is_one_sentence(
    capsys: Printed, tmp_path: Path, tokens: tuple[str, ...]
) -> None:
    file = file_of(tmp_path, [*match(deals=1), MatchEnded(0, "nonsense")])
    assert "MatchEnded cannot stand here" in shown(capsys, file, *tokens, code=2)


@pytest.mark.parametrize("tokens", [(), ("--text",)])
def test_a_foreign_name_of_rules_does_not_drive_the_terminal(
    capsys: Printed, tmp_path: Path, tokens: tuple[str, ...]
) -> None:
    rules = replace(preset("huanle-2"), id="\x1b]0;mine\x07\x1b[31m")
    every = steps(rules, 1, (TIERS["random"],) * 4, 1)
    events = [event for step in every for event in step.events]
    out = shown(capsys, file_of(tmp_path, events), *tokens)
    assert "mine" in out
    assert "\x1b" not in out
    assert "\x07" not in out


def test_a_binary_file_in_the_place_of_a_text_is_one_clean_sentence(
    capsys: Printed, tmp_path: Path
) -> None:
    path = tmp_path / "match.txt"
    path.write_bytes(b"\x7fELF\x1b[31m\x00\xff\xfe")
    refusal = shown(capsys, str(path), code=2)
    assert "Line 1" in refusal
    assert "\x1b" not in refusal


def test_missing_files_and_folders_are_one_sentence(capsys: Printed, tmp_path: Path) -> None:
    assert "There is no file" in shown(capsys, str(tmp_path / "none.jsonl"), code=2)
    assert "is a folder" in shown(capsys, str(tmp_path), code=2)
    assert "FILE is missing" in shown(capsys, code=2)
    assert "--deal cannot be “x”" in shown(capsys, "match.jsonl", "--deal", "x", code=2)


def test_a_cut_record_names_the_line(capsys: Printed, tmp_path: Path) -> None:
    path = Path(file_of(tmp_path, match(deals=1)))
    whole = path.read_bytes()
    path.write_bytes(whole[:5000])
    line = whole[:5000].count(b"\n") + 1
    assert f"Line {line} breaks off" in shown(capsys, str(path), code=2)


def test_a_record_that_hides_cards_is_refused_with_its_line(
    capsys: Printed, tmp_path: Path
) -> None:
    events = match(deals=1)
    rules = preset("huanle-2")
    seen = [redact(event, 0, rules) for event in events]
    assert "Line 3: DealStarted hides cards" in shown(capsys, file_of(tmp_path, seen), code=2)


def test_events_in_no_order_never_break_the_command(capsys: Printed, tmp_path: Path) -> None:
    events = match(deals=1)
    rng = Random(1)
    for _ in range(60):
        mixed = events[:2] + rng.sample(events[2:], rng.randint(1, len(events) - 2))
        file = file_of(tmp_path, mixed)
        code = main(["replay", file])
        err = capsys.readouterr().err
        assert code in (0, 2)
        assert bool(err) == (code == 2)
        assert main(["replay", file, "--verify"]) == 2
        assert "line " in capsys.readouterr().err.lower()


def test_what_could_not_have_happened_is_refused_when_verified(
    capsys: Printed, tmp_path: Path
) -> None:
    events = match(deals=1)
    lines = [json.loads(line) for line in write(events)]
    number, played = next((n, one) for n, one in enumerate(lines, 1) if one["t"] == "TrickTaken")
    played["points"] += 5
    path = tmp_path / "match.jsonl"
    path.write_text("".join(f"{json.dumps(one)}\n" for one in lines), encoding="utf-8")
    shown(capsys, str(path))
    assert f"Line {number}: TrickTaken" in shown(capsys, str(path), "--verify", code=2)


def test_cards_are_named_as_people_name_them(capsys: Printed, tmp_path: Path) -> None:
    out = shown(capsys, file_of(tmp_path, match(deals=1)), "--lang", "zh")
    assert "大王" in out
    assert "号位" in out
    assert not any(re.search(rf"\b{code}\b", out) for code in CODES[:52])

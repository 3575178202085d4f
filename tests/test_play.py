"""`shengji play --terminal`: sessions typed through a pipe, to the end, with anything typed."""

import io
import os
import pty
import select
import shutil
import subprocess
import sys
import time
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from shengji.bots.tiers import TIERS
from shengji.cli import main
from shengji.cli.game import Ask, Game, Keeper
from shengji.cli.play import Wishes, chosen, with_end
from shengji.cli.session import Seating, Session
from shengji.cli.tell import Narrator
from shengji.cli.terminal import Terminal, clean
from shengji.engine.actions import Action, Pass
from shengji.engine.cards import show
from shengji.engine.events import BidMade, BidsShown, DealScored, KittyTaken, ThrowFailed, TrumpSet
from shengji.engine.record import load, replay
from shengji.engine.ruleset import PRESETS, preset
from shengji.engine.state import ENDED, PLAYING
from shengji.engine.view import View
from shengji.words import LANGUAGES, words

Play = Callable[..., str]
WIDTH = 80
MANY = ("ok",) * 400
each_language = pytest.mark.parametrize("lang", LANGUAGES)


def columns(text: str) -> int:
    """The columns of a line, wide characters counted twice."""
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)


@pytest.fixture(autouse=True)
def elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A folder and an environment of the test's own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", "state")
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    for name in ("LC_ALL", "LC_MESSAGES", "NO_COLOR", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Play:
    """Runs `shengji play --terminal` with lines typed; gives what it printed, checked for width."""

    def run(*tokens: str, typed: tuple[str, ...] | bytes = MANY, code: int = 0) -> str:
        raw = typed if isinstance(typed, bytes) else "".join(f"{one}\n" for one in typed).encode()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw), encoding="utf-8"))
        assert main(["play", "--terminal", *tokens]) == code
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        assert err.count("\n") == (1 if code == 2 else 0)
        for line in out.splitlines():
            assert columns(line) <= WIDTH, line
        return out + err

    return run


# -- whole deals and matches ---------------------------------------------------------------


@each_language
@pytest.mark.parametrize("name", PRESETS)
def test_a_deal_of_every_preset_is_played_to_its_end(play: Play, name: str, lang: str) -> None:
    tokens = ("--rules", name, "--seed", "3", "--deals", "1", "--lang", lang, "--record", "r.jsonl")
    out = play(*tokens)
    assert words(lang).say("event.reason.deals") in out
    assert replay(load("r.jsonl", verify=True)).phase == ENDED
    assert "{" not in out
    if lang == "en":
        assert not any("\u4e00" <= char <= "\u9fff" for char in out)


@pytest.mark.parametrize("seat", ["1", "2", "3"])
@pytest.mark.parametrize("bots", ["novice", "random"])
@pytest.mark.parametrize("name", ["eighty", "four-deck-match", "jj", "weijia-2"])
def test_every_seat_can_be_played_against_both_bots(
    play: Play, name: str, bots: str, seat: str
) -> None:
    options = ("--seat", seat, "--bots", bots, "--seed", "8", "--deals", "2")
    out = play("--rules", name, *options, "--record", "r.jsonl")
    assert "The match is over" in out
    load("r.jsonl", verify=True)


def test_a_whole_match_is_played_to_its_goal(play: Play) -> None:
    out = play("--rules", "huanle-1", "--seed", "5", "--record", "m.jsonl", typed=("ok",) * 3000)
    assert "past the last level" in out
    assert replay(load("m.jsonl", verify=True)).ended == "goal"


def test_the_same_seed_gives_the_same_match(play: Play) -> None:
    first, second = (
        play("--seed", "9", "--deals", "1", "--record", file) for file in ("a.jsonl", "b.jsonl")
    )
    assert first.replace("a.jsonl", "") == second.replace("b.jsonl", "")
    assert Path("a.jsonl").read_bytes() == Path("b.jsonl").read_bytes()


def test_a_changed_rule_and_other_levels_are_played(play: Play) -> None:
    out = play("--set", "decks=3", "--levels", "5,10", "--seed", "1", "--seat", "1", typed=())
    assert "We play 5, they play 10" in out
    state = replay(load("state/shengji/last.jsonl"))
    assert state.levels == ("T", "5")
    assert state.rules.decks == 3


def test_a_match_without_end_has_eight_deals_if_nobody_can_be_asked(play: Play) -> None:
    assert "8 deals" in play("--rules", "eighty", typed=())
    assert "deals" not in play("--rules", "eighty", "--deals", "0", typed=())
    assert "12 deals" in play("--rules", "eighty", "--set", "match_deals=12", typed=())


# -- leaving and coming back ---------------------------------------------------------------


@pytest.mark.parametrize("name", ["huanle-2", "eighty", "four-deck-match", "weijia-3"])
@pytest.mark.parametrize("turns", [0, 1, 2, 5, 20])
def test_a_match_that_is_left_goes_on_exactly(play: Play, name: str, turns: int) -> None:
    tokens = ("--rules", name, "--seed", "6", "--deals", "2")
    play(*tokens, "--record", "whole.jsonl")
    out = play(*tokens, "--record", "part.jsonl", typed=(*("ok",) * turns, "quit"))
    assert "shengji play --resume part.jsonl" in out
    left = load("part.jsonl", verify=True)
    assert left == load("whole.jsonl")[: len(left)]
    out = play("--resume", "part.jsonl", "--seed", "6")
    assert "The match is over" in out
    assert Path("part.jsonl").read_bytes() == Path("whole.jsonl").read_bytes()


@pytest.mark.parametrize("turns", range(0, 36, 5))
@each_language
def test_the_end_of_the_input_saves_at_any_prompt(play: Play, lang: str, turns: int) -> None:
    tokens = ("--rules", "jj", "--seed", "2", "--lang", lang, "--seat", "2", "--bots", "random")
    out = play(*tokens, typed=("ok",) * turns)
    assert words(lang).say("play.left_saved") in out
    assert out.rstrip().endswith("--seat 2 --bots random")
    load("state/shengji/last.jsonl", verify=True)


def test_a_record_that_breaks_off_goes_on_from_its_last_whole_step(play: Play) -> None:
    play("--seed", "4", "--record", "m.jsonl", typed=("ok",) * 4)
    raw = Path("m.jsonl").read_bytes()
    Path("m.jsonl").write_bytes(raw[:-9])
    assert "Going on" in play("--resume", "m.jsonl", typed=())
    assert len(load("m.jsonl", verify=True)) > 100


def test_the_match_before_the_last_is_kept(play: Play) -> None:
    play("--seed", "1", typed=())
    first = Path("state/shengji/last.jsonl").read_bytes()
    play("--seed", "2", typed=())
    assert Path("state/shengji/before.jsonl").read_bytes() == first


def test_a_finished_match_does_not_go_on(play: Play) -> None:
    play("--deals", "1", "--seed", "1", "--record", "m.jsonl")
    assert "is over" in play("--resume", "m.jsonl")


def test_ctrl_c_saves_and_says_how_to_go_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Interrupted(io.StringIO):
        def readline(self, _: int | None = -1, /) -> str:
            raise KeyboardInterrupt

    monkeypatch.setattr(sys, "stdin", Interrupted())
    assert main(["play", "--record", "m.jsonl"]) == 130
    assert "--resume m.jsonl" in capsys.readouterr().out
    load("m.jsonl", verify=True)


def test_saving_by_command_writes_no_file_that_is_not_ours(play: Play) -> None:
    Path("mine.txt").write_text("my letters", encoding="utf-8")
    typed = ("save", "save mine.txt", "save copy.jsonl", "save no/such/folder", "save \x00")
    out = play("--seed", "1", typed=typed)
    assert Path("mine.txt").read_text(encoding="utf-8") == "my letters"
    assert "left alone" in out
    assert "cannot be saved" in out
    assert load("copy.jsonl", verify=True) == load("state/shengji/last.jsonl")


def test_where_nothing_can_be_saved_one_plays_on(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("file").write_text("", encoding="utf-8")
    monkeypatch.setenv("XDG_STATE_HOME", "file")
    out = play("--seed", "1", "--deals", "1", "--rules", "huanle-1")
    assert out.count("cannot be saved") == 1
    assert "The match is over" in out


def test_a_broken_bot_ends_the_game_with_a_sentence_and_a_record(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    def passes(view: View, _: Random, __: int) -> Action:
        return Pass(view.seat or 0)

    monkeypatch.setattr("shengji.cli.play.TIERS", {"novice": passes})
    out = play("--rules", "huanle-2", "--seed", "1", "--record", "m.jsonl", code=2)
    assert "Something went wrong" in out
    load("m.jsonl", verify=True)


# -- what people type ----------------------------------------------------------------------


@each_language
def test_a_refusal_is_said_and_explained(play: Play, lang: str) -> None:
    tokens = ("--rules", "jj", "--seed", "4", "--lang", lang)
    out = play(*tokens, typed=("p", "p", "3c 4c", "why", "3♠", "bj bj")).replace("\n  ", " ")
    say = words(lang)
    assert say.say("refusal.must_follow_group", cards="♠3 ♠4 ♠4 ♠5 ♠6 ♠6 ♠7 ♠8 ♠9 ♠J") in out
    assert say.say("play.why.rule", rule="G-08") in out
    assert say.say("refusal.wrong_number", number=2) in out


@each_language
def test_every_command_answers(play: Play, lang: str) -> None:
    say = words(lang)
    chinese = (
        "帮助",
        "提示",
        "为什么",
        "上一轮",
        "分数",
        "规则",
        "手牌",
        "记录",
        "存",
        "过",
        "退出",
    )
    english = ("?", "hint", "why", "last", "score", "rules", "hand", "log", "save", "pass", "quit")
    tokens = ("--rules", "eighty", "--seed", "21", "--lang", lang, "--deals", "2")
    for typed in (chinese, english):
        out = play(*tokens, typed=(*("ok",) * 3, *typed))
        for key in (
            "help.cards",
            "help.quit",
            "event.coins_total",
            "play.no_pass",
            "play.why.none",
        ):
            assert say.texts[key].partition("{")[0][:20] in out, key
        assert say.say("rules.cards.points", points=200) in out.replace("\n  ", "") or lang == "en"
        assert out.count(say.say("play.left_saved")) == 1


@each_language
def test_a_hint_names_what_is_to_be_done(play: Play, lang: str) -> None:
    lines = {
        "en": ("would bid: ", "would pass (", "would bury: ", "would play: "),
        "zh": ("新手会亮：", "新手会过（", "新手会埋：", "新手会出："),
    }
    out = ""
    for seed in ("1", "2", "3", "4"):
        tokens = ("--rules", "huanle-2", "--seed", seed, "--lang", lang, "--deals", "3")
        out += play(*tokens, typed=("hint", "ok") * 90)
    for line in lines[lang]:
        assert line in out


@each_language
def test_odd_input_never_stops_the_game(play: Play, lang: str) -> None:
    odd = ["", " ", "\t", "{seat}", "[red]", "9" * 3000, "ok" * 900, "♠" * 500, "5", "s", "10", "0"]
    odd += [
        "-1",
        "99999999999",
        "why",
        "last",
        "hint hint",
        "save",
        "大小王",
        "5x",
        "x5",
        "p p",
        "²",
    ]
    for turns in (0, 3):
        raw = "".join(f"{one}\n" for one in [*("ok",) * turns, *odd]).encode()
        raw += (
            b"\xff\xfe\x00\x1b[A\x1b[31m\r\n\x80\x80\n\xed\xa0\x80\n" + b"\x00" * 4000 + b"\nlast"
        )
        out = play("--seed", "4", "--rules", "jj", "--lang", lang, typed=raw)
        assert "\x1b" not in out
        assert "\x00" not in out


def test_a_throw_says_what_it_risks_and_is_asked_once(play: Play) -> None:
    game, typed = throwing_game()
    say = words("en")
    lines = [*typed, show(throw := some_throw(game)), "", show(throw), "y"]
    out = play("--seed", "1", "--rules", "jj", typed=tuple(lines))
    assert out.count(say.say("play.ask.throw").strip()) == 2
    assert "5 points" in out
    events = load("state/shengji/last.jsonl", verify=True)
    assert any(isinstance(event, ThrowFailed) for event in events)
    assert "and failed:" in out
    assert "Penalty for You: defenders" in out


def throwing_game() -> tuple[Game, list[str]]:
    """A game of jj at a lead of the human's, and what was typed to come there."""
    game = Game(0, TIERS["novice"], 1)
    game.start(preset("jj"), None)
    game.next_deal()
    typed: list[str] = []
    while True:
        asked = game.advance()
        assert asked is not None
        if asked.kind == "play" and not game.view().plays:
            return game, typed
        typed.append("ok")
        answer(game, asked, game.advise())


def some_throw(game: Game) -> tuple[int, ...]:
    """The lowest three different cards of a plain suit in hand."""
    view = game.view()
    for suit in range(4):
        cards = [card for card in dict.fromkeys(view.hand) if card // 13 == suit and card % 13]
        if "SHCD"[suit] != view.trump and len(cards) >= 3:
            return tuple(cards[:3])
    raise AssertionError


def answer(game: Game, asked: Ask, action: Action) -> None:
    """Do what the human does, as a session would."""
    if asked.kind == "bid" and isinstance(action, Pass) and game.state.phase == "dealing":
        game.declined()
    else:
        assert game.apply(action) is None


@pytest.mark.parametrize(
    "tokens",
    [
        ("--seat", "4"),
        ("--seat", "x"),
        ("--bots", "god"),
        ("--deals", "-1"),
        ("--levels", "2"),
        ("--levels", "2,1"),
        ("--levels", "23,4"),
        ("--rules", "nothing"),
        ("--rules", "nothing.toml"),
        ("--set", "decks"),
        ("--resume", "nothing.jsonl"),
        ("--resume", "bad.jsonl"),
        ("--resume", "bad.jsonl", "--deals", "3"),
        ("--record", "bad.jsonl"),
        ("--record", "no/such/folder.jsonl"),
        ("--what",),
        ("more",),
    ],
)
@each_language
def test_a_command_line_that_will_not_do_is_one_sentence(
    play: Play, tokens: tuple[str, ...], lang: str
) -> None:
    Path("bad.jsonl").write_bytes(b"\x00\xff nonsense")
    play(*tokens, "--lang", lang, code=2)
    assert Path("bad.jsonl").read_bytes() == b"\x00\xff nonsense"


def test_a_damaged_record_is_named(play: Play) -> None:
    Path("bad.jsonl").write_bytes(b"\x00\xff nonsense")
    assert "bad.jsonl: This is not a record" in play("--resume", "bad.jsonl", code=2)


def test_an_empty_record_is_refused(play: Play) -> None:
    Keeper(Path("e.jsonl")).save([])
    assert "holds no match" in play("--resume", "e.jsonl", code=2)


# -- a person at a terminal ----------------------------------------------------------------


class Typist(Terminal):
    """A terminal with somebody at it, who types some lines."""

    def __init__(self, *lines: str) -> None:
        super().__init__(plain=True)
        self.interactive = True
        self.lines: Iterator[str] = iter(lines)

    def read(self, _: str) -> str:
        line = next(self.lines, None)
        if line is None:
            raise EOFError
        return clean(line)


@each_language
def test_a_game_is_picked_from_a_list(capsys: pytest.CaptureFixture[str], lang: str) -> None:
    say = words(lang)
    assert chosen(Typist(""), say) == "huanle-2"
    assert chosen(Typist("99", "x", "1"), say) == "eighty"
    assert chosen(Typist("weijia-3"), say) == "weijia-3"
    assert say.say("preset.jj-home") in capsys.readouterr().out


@pytest.mark.parametrize(("line", "deals"), [("", 8), ("1", 4), ("3", 12), ("4", 0), ("x", 8)])
def test_a_game_without_end_is_asked_for_one(line: str, deals: int) -> None:
    typist = Typist(line, "")
    rules = with_end(preset("eighty"), Wishes(), typist, words("en"))
    assert rules.match_deals == deals
    assert with_end(preset("jj"), Wishes(), typist, words("en")) == preset("jj")
    assert with_end(preset("jj"), Wishes(deals=3), typist, words("en")).match_deals == 3


def test_a_person_is_asked_before_the_next_deal(capsys: pytest.CaptureFixture[str]) -> None:
    game = Game(0, TIERS["novice"], 3)
    game.start(preset("huanle-1").changed({"match_deals": 2}), None)
    lines = [line for _ in range(40) for line in ("ok", "log", "rules", "q")]
    session = Session(game, Seating(None), Typist(*lines), words("en"))
    assert session.run() == 0
    out = capsys.readouterr().out
    assert "Deal 2" in out


@pytest.mark.parametrize(
    "settings", [{"TERM": "dumb"}, {"TERM": "xterm-256color", "NO_COLOR": "1"}, {"TERM": "xterm"}]
)
def test_a_real_terminal_is_kept_to_its_size_and_colours(settings: dict[str, str]) -> None:
    keyboard, screen = pty.openpty()
    env = {**os.environ, "LANG": "C.UTF-8", "PYTHONPATH": os.pathsep.join(sys.path), **settings}
    command = [sys.executable, "-m", "shengji", "play", "--rules", "jj", "--seed", "4"]
    child = subprocess.Popen(command, stdin=screen, stdout=screen, stderr=screen, env=env)
    os.close(screen)
    os.write(keyboard, b"hint\np\np\nhelp\nq\nquit\n")
    out = b""
    end = time.monotonic() + 60
    while time.monotonic() < end and select.select([keyboard], [], [], 10)[0]:
        try:
            got = os.read(keyboard, 4096)
        except OSError:
            break
        if not got:
            break
        out += got
    assert child.wait(30) == 0
    os.close(keyboard)
    text = out.decode()
    assert "--resume" in text
    coloured = "\x1b[31m" in text or "\x1b[1;31m" in text
    assert coloured == (settings == {"TERM": "xterm"})
    if settings["TERM"] == "dumb":
        assert "\x1b[" not in text


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "gbk"])
def test_where_suits_cannot_be_written_letters_stand_for_them(encoding: str) -> None:
    env = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-m", "shengji", "play", "--rules", "jj", "--seed", "4"]
    done = subprocess.run(
        command, input=b"3c 4c\nok\n", capture_output=True, env=env, timeout=60, check=False
    )
    assert done.returncode == 0
    assert done.stderr == b""
    out = done.stdout.decode(encoding)
    assert "?" not in out.replace("Type ? for help", "")
    assert "play them first: s3 s4" in out.replace("\n", "") or encoding == "gbk"


def test_a_reader_that_goes_away_is_no_error() -> None:
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = f"yes ok | {sys.executable} -m shengji play --rules jj --deals 1 | head -n 3"
    done = subprocess.run(
        ["sh", "-c", command], capture_output=True, env=env, timeout=60, check=False
    )
    assert done.stderr == b""


# -- nothing is given away, everything is told ---------------------------------------------


@pytest.mark.parametrize("name", PRESETS)
def test_what_is_hidden_is_not_told(name: str) -> None:
    game = Game(0, TIERS["random"], 5)
    game.start(preset(name).changed({"match_deals": 3}), None)
    narrator = Narrator(0, words("en"))
    telling = (BidMade, BidsShown, TrumpSet, KittyTaken, ThrowFailed, DealScored)
    while game.state.phase != ENDED:
        asked = game.advance()
        if asked is not None:
            answer(game, asked, game.advise())
        elif game.state.phase != ENDED:
            game.next_deal()
    for told in game.told:
        lines = narrator.tell(told)
        if isinstance(told.event, telling):
            assert lines
        if isinstance(told.event, KittyTaken) and told.event.seat:
            assert not any(sign in "".join(lines) for sign in "♠♥♣♦")
        hidden = isinstance(told.event, BidMade) and told.after.rules.bid_hidden
        if hidden and told.event.seat:  # type: ignore[union-attr]
            assert not any(sign in "".join(lines) for sign in "♠♥♣♦")
        if told.after.phase == PLAYING:
            assert told.after.deal is not None


def test_the_door_lists_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--help"]) == 0
    out = capsys.readouterr().out
    for option in ("--rules", "--set", "--seat", "--seed", "--deals", "--bots", "--levels"):
        assert option in out
    for option in ("--terminal", "--resume", "--record", "--plain"):
        assert option in out
    assert shutil.which("sh")

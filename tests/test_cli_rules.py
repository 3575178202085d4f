"""`shengji rules`, `cases` and `ledger`: what they print, how they fail, never with a traceback."""

import subprocess
import sys
from pathlib import Path

import pytest

from shengji.cli import main
from shengji.cli.language import check_environment, from_environment, take_language
from shengji.cli.rulesets import RulesetFileError, load_ruleset, read_setting
from shengji.engine.ruleset import PRESETS, option_fields, preset
from shengji.words import words

Printed = pytest.CaptureFixture[str]
CASES = Path(__file__).parent / "cases"


@pytest.fixture(autouse=True)
def in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    """English on a wide page, whatever the machine speaks."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.setenv(name, "en_GB.UTF-8")
    monkeypatch.setenv("COLUMNS", "160")


def said(printed: Printed, *tokens: str, code: int = 0) -> str:
    """What a command prints that ends with this exit code; refusals are one line on stderr."""
    assert main(tokens) == code
    out, err = printed.readouterr()
    if code == 2:
        assert err.count("\n") == 1
        assert "Traceback" not in err
        return str(err)
    assert err == ""
    return str(out)


@pytest.mark.parametrize("tokens", [("rules",), ("rules", "list")])
def test_the_list_has_every_preset_with_both_names(
    capsys: Printed, tokens: tuple[str, ...]
) -> None:
    out = said(capsys, *tokens)
    for name in PRESETS:
        assert name in out
        assert words("zh").say(f"preset.{name}") in out
        assert words("en").say(f"preset.{name}") in out


def test_a_ruleset_is_shown_in_the_language_asked_for(
    capsys: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert said(capsys, "rules", "show", "huanle-2").startswith("# Huanle Shengji, two decks\n")
    chinese = "# 欢乐升级（两副牌）\n"
    assert said(capsys, "rules", "show", "huanle-2", "--lang", "zh").startswith(chinese)
    assert said(capsys, "--lang=zh", "rules", "show", "huanle-2").startswith(chinese)
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    assert said(capsys, "rules", "show", "huanle-2").startswith(chinese)


def test_every_option_is_listed(capsys: Printed) -> None:
    out = said(capsys, "rules", "show", "eighty", "--options")
    for name, one in option_fields().items():
        assert name in out
        assert one.metadata["rules"].split()[0] in out


def test_option_names_stay_whole_on_a_narrow_page(
    capsys: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    out = said(capsys, "rules", "show", "eighty", "--options")
    for name in option_fields():
        assert f"│ {name} " in out


def test_options_are_set_beside_a_preset(capsys: Printed) -> None:
    out = said(capsys, "rules", "diff", "huanle-2", "--set", "decks=3", "must_play=5,10")
    assert "must_play" in out
    assert "5, 10" in out
    assert "Huanle Shengji, two decks (changed)" in out
    assert "differ in no option" in said(capsys, "rules", "diff", "jj", "jj")


def test_a_file_is_a_ruleset(capsys: Printed, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('preset = "huanle-2"\nbid_time = "after"\n', encoding="utf-8")
    assert load_ruleset(str(file)) == preset("huanle-2").changed({"bid_time": "after"})
    assert "bid_time" in said(capsys, "rules", "diff", "huanle-2", str(file))
    file.write_text("decks = 3\n", encoding="utf-8")
    assert load_ruleset(str(file), ["bombs=no"]).id == "custom"


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ('preset = "huanle-2"\n\ncolour = "red"\n', ["line 3", "colour"]),
        ('preset = "huanle-2"\ndecks = 9\n', ["line 2", "decks"]),
        ('preset = "ninety"\n', ["line 1", "ninety", "huanle-2"]),
        ("decks = = 2\n", ["line 1", "TOML"]),
        ("# nothing\n", ["is empty", "preset"]),
    ],
)
def test_a_malformed_ruleset_file_is_refused_with_its_line(
    capsys: Printed, tmp_path: Path, text: str, parts: list[str]
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    sentence = said(capsys, "rules", "show", str(file), code=2)
    for part in [str(file), *parts]:
        assert part in sentence


@pytest.mark.parametrize(
    ("tokens", "part"),
    [
        (["nothing"], "no command “nothing”. These exist: rules,"),
        (["rules", "nothing"], "These exist: list, show, diff."),
        (["rules", "show"], "RULESET is missing. See shengji rules show --help."),
        (["rules", "show", "ninety"], "no ruleset called “ninety”"),
        (["rules", "show", "jj", "--colour"], "no option “--colour”"),
        (["rules", "show", "jj", "--set", "decks"], "option=value"),
        (["rules", "show", "jj", "--set", "decks=many"], "cannot be “many”"),
        (["rules", "show", "jj", "--set", "bombs=maybe"], "yes or no"),
        (["rules", "show", "jj", "--set", "must-play=5,5,Z"], "cannot be “5,5,Z”"),
        (["rules", "show", "jj", "--set", "start_level=x"], "cannot be “x”"),
        (["rules", "show", "/dev/null"], "/dev/null: This ruleset file is empty."),
        (["simulate", "--rules", "jj", "--seed", "1.5"], "--seed cannot be “1.5”."),
        (["check", "--rules", "jj", "--deals", "2.0"], "--deals cannot be “2.0”."),
        (["bench", "--follows", "0.5"], "--follows cannot be “0.5”."),
        (["play", "--seat", "0.4"], "--seat cannot be “0.4”."),
        (["replay", "x", "--deal", "1.5"], "--deal cannot be “1.5”."),
        (["rules", "show", "jj", "more"], "“more” is too much"),
        (["rules", "show", "no/such.toml"], "There is no file no/such.toml."),
        (["rules", "--lang", "fr"], "no language “fr”"),
        (["rules", "--lang"], "no language “”"),
        (["cases"], "FILE is missing"),
        (["cases", "none.toml"], "There is no file none.toml."),
        (["cases", str(CASES)], "is a folder"),
    ],
)
def test_a_bad_command_line_is_one_sentence(capsys: Printed, tokens: list[str], part: str) -> None:
    assert part in said(capsys, *tokens, code=2)


def test_a_bad_command_line_is_a_chinese_sentence_too(capsys: Printed) -> None:
    assert "没有“nothing”这个命令" in said(capsys, "nothing", "--lang", "zh", code=2)
    assert "选项" in said(capsys, "rules", "show", "jj", "--x", "--lang", "zh", code=2)


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("command", ["rules", "cases", "ledger"])
def test_help_shows_examples(capsys: Printed, command: str, lang: str) -> None:
    out = said(capsys, command, "--help", "--lang", lang)
    assert f"  shengji {command}" in out
    assert words(lang).say(f"cli.{command}.summary") in out


def test_help_lists_the_commands_without_importing_them() -> None:
    code = (
        "import sys; from shengji.cli import main; main(['--help']);"
        "sys.exit(any(name.startswith('shengji.proof') for name in sys.modules))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60
    )
    assert run.returncode == 0, run.stderr
    assert "ledger" in run.stdout


def test_cases_that_hold_are_counted(capsys: Printed) -> None:
    file = str(CASES / "public-next-banker.toml")
    assert said(capsys, "cases", file) == "10 passed, 0 failed\n"
    assert said(capsys, "cases", file, "--verbose").count("\n") == 11


def test_a_case_that_fails_is_shown_with_what_came(capsys: Printed, tmp_path: Path) -> None:
    given = (CASES / "public-next-banker.toml").read_text(encoding="utf-8")
    file = tmp_path / "wrong.toml"
    file.write_text(given.replace("expect = { banker = 2 }", "expect = { banker = 1 }", 1), "utf-8")
    out = said(capsys, "cases", str(file), code=1)
    assert "FAILED  eighty-declarers-hold" in out
    assert "expected: banker = 1" in out
    assert "got:      banker = 2" in out
    assert out.endswith("9 passed, 1 failed\n")


def test_an_unreadable_file_of_cases_is_named_and_the_others_run(
    capsys: Printed, tmp_path: Path
) -> None:
    file = tmp_path / "broken.toml"
    file.write_text('[[case]]\nid = "x"\nkind = "flying"\n', encoding="utf-8")
    assert main(["cases", str(file), str(CASES / "public-next-banker.toml")]) == 2
    out, err = capsys.readouterr()
    assert out == "10 passed, 0 failed\n"
    assert err.startswith(f"{file}, case x, field kind: “flying” is unknown.")


def test_the_ledger_fails_for_a_statement_without_a_test(capsys: Printed, tmp_path: Path) -> None:
    for folder in ("docs", "tests"):
        (tmp_path / folder).mkdir()
    rules = "| G-01 | Seats. |\n| G-02 | Points. |\n"
    (tmp_path / "docs/rules.md").write_text(rules, encoding="utf-8")
    test = 'import pytest\n\n@pytest.mark.rule("{}")\ndef test_it(): pass\n'
    (tmp_path / "tests/test_a.py").write_text(test.format("G-01"), encoding="utf-8")
    out = said(capsys, "ledger", "--root", str(tmp_path), code=1)
    assert "1 of 2 statements have a test." in out
    assert "Without a test: G-02." in out
    (tmp_path / "tests/test_b.py").write_text(test.format("G-02"), encoding="utf-8")
    assert "test_b.py::test_it" in said(capsys, "ledger", "--root", str(tmp_path))
    (tmp_path / "tests/test_c.py").write_text(test.format("Z-01"), encoding="utf-8")
    out = said(capsys, "ledger", "--root", str(tmp_path), "--names", code=1)
    assert "no Z-01, but tests name it: test_c.py::test_it" in out


def test_outside_of_a_checkout_the_ledger_says_so(
    capsys: Printed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "not in a checkout" in said(capsys, "ledger", code=2)


@pytest.mark.parametrize(
    ("error", "code"),
    [(KeyboardInterrupt(), 130), (BrokenPipeError(), 141), (PermissionError(13, "no", "f"), 2)],
)
def test_an_interruption_is_no_traceback(
    capsys: Printed, monkeypatch: pytest.MonkeyPatch, error: BaseException, code: int
) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr("shengji.cli.rules.print_list", fail)
    monkeypatch.setattr("shengji.cli.door._give_up_output", lambda: None)
    assert main(["rules"]) == code
    assert "Traceback" not in capsys.readouterr().err


def test_a_reader_that_goes_away_is_no_traceback() -> None:
    code = "from shengji.cli import main; import sys; sys.exit(main(['rules', 'show', 'eighty']))"
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as run:
        assert run.stdout is not None
        assert run.stderr is not None
        run.stdout.close()
        err = run.stderr.read()
        run.wait(timeout=60)
    assert err == b""


@pytest.mark.parametrize(
    ("tokens", "closed", "code"),
    [
        ("rules", ">&-", 0),
        ("rules", ">&- 2>&- <&-", 0),
        ("nothing", "2>&-", 2),
        ("play --seed 1 --record closed.jsonl", "<&-", 0),
    ],
)
def test_closed_streams_are_no_traceback(
    tmp_path: Path, tokens: str, closed: str, code: int
) -> None:
    run = subprocess.run(
        ["sh", "-c", f'"$0" -m shengji {tokens} {closed}', sys.executable],
        capture_output=True,
        cwd=tmp_path,
        check=False,
        timeout=60,
    )
    assert run.returncode == code
    assert run.stderr == b""


def test_the_language_comes_from_the_locale_or_the_flag() -> None:
    assert from_environment({"LANG": "zh_CN.UTF-8"}) == "zh"
    assert from_environment({"LANG": "zh_TW", "LC_ALL": "C"}) == "en"
    assert from_environment({"LC_ALL": "", "LANG": "zh"}) == "zh"
    assert from_environment({}) == "en"


def test_a_language_without_words_is_refused_in_the_environment_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for known in ({}, {"SHENGJI_LANG": "zh_CN.UTF-8"}, {"SHENGJI_LANG": "en"}, {"LANG": "fr"}):
        check_environment(known)
    monkeypatch.setenv("SHENGJI_LANG", "fr")
    assert main(["rules", "list"]) == 2
    assert "fr" in capsys.readouterr().err
    assert take_language(["a", "--lang", "zh", "b"], "en") == ("zh", ["a", "b"])
    assert take_language(["a", "--", "--lang", "zh"], "en") == ("en", ["a", "--", "--lang", "zh"])


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("decks=3", 3),
        ("bombs=yes", True),
        ("bombs=false", False),
        ("kitty=none", "none"),
        ("kitty=12", 12),
        ("stake=20", 20),
        ("start_level=10", "T"),
        ("must-play=5, k", ["5", "K"]),
        ("must_play=", []),
        ("overturn_order=shdc", "SHDC"),
        ("bid_time=after", "after"),
        ("level_tables=[{decks = 2}]", [{"decks": 2}]),
        ("level_tables=[", "["),
        ("colour=red", "red"),
    ],
)
def test_settings_are_read_as_their_options_write_them(text: str, value: object) -> None:
    assert read_setting(text)[1] == value


def test_a_setting_without_a_name_is_refused() -> None:
    with pytest.raises(RulesetFileError):
        read_setting("=3")

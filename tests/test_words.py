"""The words: complete in both languages, and a rules page that reflects every option."""

import re
from collections.abc import Callable
from dataclasses import replace
from importlib.resources import files

import pytest

from option_values import bad_values, variants
from shengji.engine.cards import CODES, RANKS, SUITS, face
from shengji.engine.errors import Refusal, ShengjiError
from shengji.engine.options import RulesetError
from shengji.engine.ruleset import PRESETS, Ruleset, option_fields, preset
from shengji.words import LANGUAGES, words
from shengji.words.options_text import full_rows, points_text, ranges, value_text
from shengji.words.readings import BY_PRESET, COMMON, readings
from shengji.words.refusals import refusal_text
from shengji.words.rules_text import (
    describe,
    describe_difference,
    error_text,
    option_lines,
    option_value_text,
    ruleset_name,
    sections,
)

OPTIONS = sorted(option_fields())
PARAMETER = re.compile(r"\{(\w+)\}")
INPUT = [
    *(("shengji.engine", module) for module in ("options", "ruleset", "cards")),
    *(("shengji.proof", module) for module in ("case_fields", "case_files", "ledger")),
    *(("shengji.cli", module) for module in ("language", "rulesets")),
    ("shengji.hall", "settings"),
]
NAMES_IN_REFUSALS = {"refusal.seat", "refusal.nobody"}
each_language = pytest.mark.parametrize("lang", LANGUAGES)


def custom(rules: Ruleset) -> Ruleset:
    """The ruleset under an id of its own, so that its page lists no changes."""
    return replace(rules, id="custom")


def test_both_languages_have_the_same_keys_and_parameters() -> None:
    chinese, english = (words(lang).texts for lang in LANGUAGES)
    assert set(chinese) == set(english)
    for key, text in chinese.items():
        assert set(PARAMETER.findall(text)) == set(PARAMETER.findall(english[key])), key


@each_language
def test_no_text_is_empty_or_has_a_stray_brace(lang: str) -> None:
    for key, text in words(lang).texts.items():
        assert text or key.startswith("list."), key
        assert not re.search(r"[{}]", PARAMETER.sub("", text)), key


def test_english_stands_in_the_english_file_only() -> None:
    for key, text in words("en").texts.items():
        assert not re.search(r"[\u4e00-\u9fff]", text), key
    for key, text in words("zh").texts.items():
        if not key.startswith(("cli.", "error.", "hall.refusal.", "kind.", "language.")):
            assert not re.search(r"[a-z]{2,}", PARAMETER.sub("", text)), key


@each_language
def test_a_missing_key_a_missing_fact_and_another_language_raise(lang: str) -> None:
    say = words(lang)
    with pytest.raises(KeyError):
        say.say("no.such.key")
    with pytest.raises(KeyError):
        say.say("error.unknown_option")
    with pytest.raises(KeyError):
        words("fr")
    assert words(lang) is say


@each_language
@pytest.mark.parametrize("name", OPTIONS)
def test_every_option_and_every_value_has_words(lang: str, name: str) -> None:
    say = words(lang)
    assert say.say(f"option.{name}.label")
    assert "\n" not in say.say(f"option.{name}.help")
    values = option_fields()[name].metadata["values"]
    if isinstance(values, str):
        assert say.say(f"kind.{values}")
    else:
        texts = [say.say(f"option.{name}.value.{value}") for value in values]
        assert len(set(texts)) == len(values)
    assert say.say(f"group.{option_fields()[name].metadata['group']}")


@each_language
def test_no_words_are_kept_for_options_and_values_that_do_not_exist(lang: str) -> None:
    for key in words(lang).texts:
        if not key.startswith("option."):
            continue
        _, name, what, *rest = key.split(".")
        assert name in option_fields(), key
        assert what in {"label", "help", "value", "count"}, key
        values = option_fields()[name].metadata["values"]
        if what == "value":
            given = [str(value) for value in values]
            assert values in ("count", "kitty") or rest[0] in given, key


@each_language
def test_labels_tell_options_apart(lang: str) -> None:
    labels = [words(lang).say(f"option.{name}.label") for name in OPTIONS]
    assert len(set(labels)) == len(labels)


@each_language
def test_suits_ranks_jokers_and_presets_have_words(lang: str) -> None:
    say = words(lang)
    for suit in [*SUITS, "NT"]:
        assert say.say(f"suit.{suit}")
        assert say.say(f"sign.{suit}")
    for rank in RANKS:
        assert say.say(f"rank.{rank}") == ("10" if rank == "T" else rank)
    for joker in CODES[-2:]:
        assert say.say(f"joker.{joker}")
    names = [ruleset_name(preset(name), lang) for name in PRESETS]
    assert len(set(names)) == len(PRESETS)


def test_names_of_changed_and_custom_rulesets() -> None:
    rules = preset("eighty")
    assert ruleset_name(rules, "zh") == "八十分"
    assert ruleset_name(rules, "en") == "Eighty Points"
    assert ruleset_name(rules.changed({"stake": 5}), "en") == "Eighty Points (changed)"
    assert ruleset_name(Ruleset(), "en") == "House rules"


@each_language
def test_every_error_of_cards_and_rulesets_is_a_sentence(lang: str) -> None:
    codes: set[str] = set()
    for package, module in INPUT:
        source = files(package).joinpath(f"{module}.py").read_text(encoding="utf-8")
        codes |= set(re.findall(r'Error\(\s*"(\w+)"', source))
    assert codes
    for code in codes:
        assert words(lang).has(f"error.{code}"), code


def refusal_codes() -> set[str]:
    """Every code with which the engine can refuse an action."""
    codes: set[str] = set()
    for module in files("shengji.engine").iterdir():
        if module.name.endswith(".py"):
            source = module.read_text(encoding="utf-8")
            codes |= set(re.findall(r'Refusal\(\s*"(\w+)"', source))
            codes |= set(re.findall(r'"(must_follow_\w+)"', source))
    return codes


@each_language
def test_every_refusal_has_words_and_all_words_of_refusals_are_used(lang: str) -> None:
    keys = {key for key in words(lang).texts if key.startswith("refusal.")}
    assert keys == {f"refusal.{code}" for code in refusal_codes()} | NAMES_IN_REFUSALS


@each_language
def test_a_refusal_is_a_sentence_with_its_facts(lang: str) -> None:
    cards = (face("5s"), face("Th"), face("LJ"))
    for code in sorted(refusal_codes()):
        full = refusal_text(Refusal(code, "G-01", cards, 2, 17), lang)
        assert full.endswith((".", "。")), code
        assert len(full) < 120, code
        assert refusal_text(Refusal(code, "G-01"), lang), code
        for fact, shown in (("cards", "♠5 ♥10"), ("seat", "3"), ("number", "17")):
            if f"{{{fact}}}" in words(lang).texts[f"refusal.{code}"]:
                assert shown in full, code


def test_a_refusal_shows_cards_with_suits_and_seats_by_position() -> None:
    pair = Refusal("must_follow_pair", "G-09", (face("5s"), face("5s")))
    assert refusal_text(pair, "en") == "You have a pair and must play it: ♠5 ♠5."
    assert refusal_text(pair, "zh") == "你有对子，要跟对子：♠5 ♠5。"
    turn = Refusal("not_your_turn", "A-17", seat=0)
    assert refusal_text(turn, "en") == "It is not your turn; it is the turn of seat 1."
    assert refusal_text(turn, "zh") == "还没轮到你，现在轮到 1 号位。"
    assert "小王 99" in refusal_text(Refusal("not_held", "G-06", (52, 99)), "zh")
    with pytest.raises(KeyError):
        refusal_text(Refusal("no_such_code", "G-01"), "en")


def refused(attempt: Callable[[], object]) -> str:
    """The English sentence for what an attempt raises."""
    with pytest.raises(ShengjiError) as caught:
        attempt()
    return error_text(caught.value, "en")


def changed(**options: object) -> Callable[[], object]:
    """An attempt to change some options of a preset."""
    return lambda: preset("eighty").changed(options)


def test_errors_name_the_option_and_what_it_takes() -> None:
    assert refused(changed(colour="red")) == "There is no option called “colour”."
    assert refused(changed(bid_time="noon")) == (
        "“When bids are made” (bid_time) cannot be “noon”. "
        "It takes one of these: deal (during the deal), after (after the deal)."
    )
    assert "a whole number from 0 to 1000" in refused(changed(stake=-1))
    assert refused(changed(match_minutes=60)) == (
        "“Time of a match” (match_minutes) and “Goal of the match” (goal) cannot both stand as "
        "they are set. Change one of them."
    )
    assert "eighty-match" in refused(lambda: preset("ninety"))
    assert refused(lambda: face("1x")).startswith("“1x” is not a card.")
    assert len(refused(changed(**{"x" * 500: 1}))) < 100


@each_language
@pytest.mark.parametrize("name", OPTIONS)
def test_a_bad_value_of_any_option_is_refused_in_a_sentence(lang: str, name: str) -> None:
    for value in bad_values(name):
        with pytest.raises(RulesetError) as caught:
            preset("huanle-2").changed({name: value})
        text = error_text(caught.value, lang)
        assert words(lang).say(f"option.{name}.label") in text
        assert name in text


@each_language
@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("decks", [0, 1, 2, 3, 4])
def test_the_rules_page_is_whole(lang: str, name: str, decks: int) -> None:
    options: dict[str, object] = {"decks": decks} if decks else {}
    if decks == 1:
        options["bid_min"] = 1
    rules = preset(name).changed(options)
    page = describe(rules, lang)
    groups = {one.metadata["group"] for one in option_fields().values()}
    for group in groups:
        assert words(lang).say(f"group.{group}") in page
    assert not re.search(r"[{}]|None|True|False", page)
    if lang == "zh":
        assert not re.search(r"[a-z]{3,}", page)
        assert "。。" not in page
    assert all(section.lines for section in sections(rules, lang))
    marked = [line for part in sections(rules, lang) for line in part.lines]
    assert len(set(marked)) == len(marked)


@each_language
@pytest.mark.parametrize("name", [name for name in OPTIONS if name != "players"])
def test_any_change_of_an_option_shows(lang: str, name: str) -> None:
    on_the_page = set()
    for before, after in variants(name):
        assert option_lines(before, lang) != option_lines(after, lang)
        assert option_value_text(before, name, lang) != option_value_text(after, name, lang)
        assert len(describe_difference(before, after, lang)) == 1
        if describe(custom(before), lang) != describe(custom(after), lang):
            on_the_page |= {getattr(before, name), getattr(after, name)}
    assert len(on_the_page) > 1
    values = option_fields()[name].metadata["values"]
    if isinstance(values, list):
        assert on_the_page == set(values)


@each_language
@pytest.mark.parametrize("name", PRESETS)
def test_the_option_list_has_a_line_for_every_option(lang: str, name: str) -> None:
    lines = option_lines(preset(name), lang)
    assert len(lines) == len(OPTIONS)
    assert not any(re.search(r"[{}]|None|True|False", line) for line in lines)


def test_a_difference_says_from_what_to_what() -> None:
    eighty = preset("eighty")
    changed = eighty.changed({"must_play": ["5", "T"], "overturn_order": "SHDC", "stake": 0})
    assert describe_difference(eighty, changed, "en") == [
        "Order of the suits in overturns: ♠ > ♥ > ♣ > ♦ → ♠ > ♥ > ♦ > ♣",
        "Stake: 10 coins → none",
        "Must-play levels: none → 5, 10",
    ]
    assert "必打级别：没有 → 5、10" in describe_difference(eighty, changed, "zh")
    assert describe_difference(eighty, eighty, "zh") == []
    assert describe_difference(eighty, custom(eighty), "zh") == []


@each_language
def test_the_page_of_a_changed_preset_lists_its_changes(lang: str) -> None:
    eighty = preset("eighty")
    changed = eighty.changed({"bid_jokers": "open", "match_deals": 12})
    last = sections(changed, lang)[-1]
    assert last.name == "changes"
    assert list(last.lines) == describe_difference(eighty, changed, lang)
    assert all(part.name != "changes" for part in sections(eighty, lang))


@pytest.mark.rule("C-22")
def test_the_level_table_is_printed_down_to_zero_points_and_under() -> None:
    levels = preset("four-deck-match").level_table
    say = words("en")
    rows = ranges(levels, full_rows(levels))
    printed = [(points_text(row, say), row[2], row[3]) for row in rows]
    assert printed[:6] == [
        ("-35 to 0", "declarers", 5),
        ("5 to 40", "declarers", 4),
        ("45 to 80", "declarers", 3),
        ("85 to 120", "declarers", 2),
        ("125 to 155", "declarers", 1),
        ("160 to 195", "defenders", 0),
    ]
    assert "| 285 and more | defenders take the bank, +6 |" in describe(preset("eighty"), "en")
    assert "| 0 分 | 庄家方连庄，升 3 级 |" in describe(preset("huanle-2"), "zh")


@pytest.mark.parametrize("name", PRESETS)
def test_readings_of_ours_are_those_that_the_preset_marks(name: str) -> None:
    text = files("shengji.engine").joinpath("presets", f"{name}.toml").read_text(encoding="utf-8")
    lines = [re.match(r"(\w+) = .*?#(.*)", line) for line in text.splitlines()]
    stated = {line[1]: "?" in line[2] for line in lines if line}
    if re.search(r"^\[\[level_tables\]\].*\?", text, re.MULTILINE):
        stated["level_tables"] = True
    for option, marked in stated.items():
        if option not in COMMON:
            assert marked == (option in BY_PRESET[name]), option
    assert set(BY_PRESET[name]) <= set(stated)
    assert readings(preset(name)) <= set(option_fields())


def test_a_choice_of_the_table_is_no_reading_of_ours() -> None:
    rules = preset("eighty")
    assert "overturn_turned" in readings(rules)
    assert "overturn_turned" not in readings(rules.changed({"overturn_turned": False}))
    assert "(our reading)" in describe(rules, "en")
    assert "（本站的读法）" in describe(rules, "zh")


def test_a_value_without_words_raises() -> None:
    with pytest.raises(TypeError):
        value_text("stake", 1.5, words("en"))

"""The rules as pages show them: true examples, ladder, level table, the editor's options."""

import msgspec
import pytest

from shengji.engine.cards import RANKS, parse
from shengji.engine.kernel.pieces import shape
from shengji.engine.options import RulesetError
from shengji.engine.pieces import names_of
from shengji.engine.ruleset import PRESETS, Ruleset, option_fields, preset
from shengji.engine.scoring import outcome
from shengji.engine.setting import setting_of
from shengji.hall.calls import RulesExample
from shengji.hall.rules_page import (
    describe,
    ladder_of,
    options,
    preset_of,
    read_rules,
    thresholds_of,
)
from shengji.words import LANGUAGES, words
from shengji.words.rules_text import sections

each_preset = pytest.mark.parametrize("name", PRESETS)
each_language = pytest.mark.parametrize("lang", LANGUAGES)


def examples(rules: Ruleset, lang: str = "zh") -> dict[str, RulesExample]:
    """The examples of a ruleset by the key of their title."""
    found = {}
    for one in describe(rules.to_data(), lang).examples:
        keys = [
            key.split(".")[1]
            for key, text in words(lang).texts.items()
            if key.startswith("example.") and key.endswith(".title") and text == one.title
        ]
        found[keys[0]] = one
    return found


def pieces(rules: Ruleset, row: tuple[str, ...]) -> tuple[str, ...]:
    """The names of the pieces in a row of cards, hearts trump at level 7."""
    setting = setting_of(rules, "H", "7")
    cards = parse(" ".join(row))
    return names_of(shape(setting.trump.hand(cards), setting.table), len(cards))


# -- rulesets in and out ------------------------------------------------------------------------


def test_options_left_out_are_as_the_preset_has_them() -> None:
    assert read_rules({"id": "jj"}) == preset("jj")
    assert read_rules({"id": "jj", "decks": 3}) == preset("jj").changed({"decks": 3})
    assert read_rules(preset("eighty").to_data()) == preset("eighty")
    assert read_rules({"id": "custom"}) == Ruleset()


@pytest.mark.parametrize("data", [{}, {"id": 3}, {"id": "ninety"}, {"id": "jj", "decks": 9}])
def test_a_wrong_ruleset_is_refused(data: dict[str, object]) -> None:
    with pytest.raises(RulesetError):
        read_rules(data)


@each_language
def test_a_wrong_ruleset_is_described_by_a_sentence_and_its_option(lang: str) -> None:
    wrong = describe({"id": "jj", "decks": 9}, lang)
    assert (wrong.ok, wrong.option) == (False, "decks")
    assert wrong.error is not None
    assert "9" in wrong.error
    assert not wrong.sections
    two = describe({"id": "jj", "bombs": True}, lang)
    assert two.option == "bombs"
    unknown = describe({"id": "jj", "colour": 1}, lang)
    assert (unknown.ok, unknown.option) == (False, None)
    assert "colour" in (unknown.error or "")


@each_language
@each_preset
def test_a_preset_is_described_whole(name: str, lang: str) -> None:
    page = describe({"id": name}, lang)
    rules = preset(name)
    assert page.ok
    assert (page.preset, page.changed, page.differences) == (name, (), ())
    assert page.name == words(lang).say(f"preset.{name}")
    assert read_rules(page.rules) == rules
    assert [one.title for one in page.sections] == [one.title for one in sections(rules, lang)]
    table = sections(rules, lang)[9].table
    assert len(page.sections[9].lines) == len(sections(rules, lang)[9].lines) + len(table)
    assert table[-1][0] in page.sections[9].lines[-1]
    assert msgspec.json.decode(msgspec.json.encode(page), type=type(page)) == page


@each_language
def test_differences_from_the_preset_are_told_once(lang: str) -> None:
    page = describe({"id": "eighty", "stake": 0, "decks": 3}, lang)
    assert page.changed == ("decks", "stake")
    assert len(page.differences) == 2
    whole = [line for section in page.sections for line in section.lines]
    assert not set(whole) & set(page.differences)


def test_a_ruleset_of_ones_own_has_no_preset() -> None:
    assert preset_of(Ruleset()) == ("", ())
    page = describe({"id": "custom", "decks": 3}, "en")
    assert (page.ok, page.preset, page.differences) == (True, "", ())


def test_the_editor_gets_every_option_in_order_with_its_group_and_values() -> None:
    found = {one.name: one for one in options()}
    assert list(found) == list(option_fields())
    assert found["decks"].values == (1, 2, 3, 4)
    assert found["bid_hidden"].values == "flag"
    assert found["must_play"].group == "match"
    for lang in LANGUAGES:
        assert all(words(lang).has(f"group.{one.group}") for one in found.values())


# -- the table and the ladder -------------------------------------------------------------------


@each_preset
def test_thresholds_say_what_the_score_would(name: str) -> None:
    rules = preset(name)
    rows = thresholds_of(rules)
    assert [row.points for row in rows] == sorted({row.points for row in rows})
    for row in rows:
        if row.points >= 0 or rules.points_below_zero:
            found = outcome(row.points, rules)
            assert (found.winner, found.steps) == (row.winner, row.steps)
    assert {row.winner for row in rows} == {"declarers", "defenders"}


@pytest.mark.rule("A-24", "F-09", "G-25")
def test_the_ladder_goes_from_the_first_level_to_the_goal_or_once_round() -> None:
    rungs = ladder_of(preset("huanle-2"))
    assert [rung.level for rung in rungs] == list(RANKS)
    assert [rung.level for rung in rungs if rung.goal] == ["A"]
    past_ten = ladder_of(preset("weijia-2").changed({"goal_level": "T", "must_play": ["5", "T"]}))
    assert past_ten[-1].level == "T"
    assert past_ten[-1].goal
    assert [rung.level for rung in past_ten if rung.must] == ["5", "T"]
    round_ = ladder_of(preset("eighty").changed({"start_level": "Q"}))
    assert [rung.level for rung in round_] == list("QKA23456789TJ")
    assert not any(rung.goal for rung in round_)


# -- examples -----------------------------------------------------------------------------------


@each_preset
@pytest.mark.parametrize("decks", [1, 2, 3, 4])
def test_examples_fit_the_decks(name: str, decks: int) -> None:
    changes: dict[str, object] = {"decks": decks, "bid_min": 1}
    rules = preset(name).changed(changes)
    found = examples(rules)
    assert {"order"} <= set(found)
    assert ("runs" in found) == (decks > 1)
    assert ("throw" in found) == (rules.throws != "none")
    for one in found.values():
        for row in one.rows:
            assert max(row.count(card) for card in row) <= decks


@each_preset
def test_runs_are_runs_and_others_are_not(name: str) -> None:
    rules = preset(name)
    found = examples(rules)
    if rules.decks == 1:
        return
    for key, alone in (("runs", True), ("no_runs", False), ("sets", True), ("no_sets", False)):
        if key in found:
            assert found[key].rows
            assert all((len(pieces(rules, row)) == 1) == alone for row in found[key].rows), key


LINKS = (
    ("level_gap_closes", ("6s", "6s", "8s", "8s")),
    ("link_big_joker", ("LJ", "LJ", "BJ", "BJ")),
    ("link_small_joker", ("7h", "7h", "LJ", "LJ")),
    ("link_trump_level", ("7d", "7d", "7h", "7h")),
    ("link_side_level", ("Ah", "Ah", "7d", "7d")),
    ("level_pairs_any_suit", ("7s", "7s", "7c", "7c")),
)


@pytest.mark.rule("G-07", "A-03", "D-07")
@pytest.mark.parametrize(("option", "row"), LINKS)
def test_a_link_is_shown_as_a_run_where_the_rules_have_it(
    option: str, row: tuple[str, ...]
) -> None:
    for on in (True, False):
        found = examples(preset("huanle-2").changed({option: on}))
        assert (row in found["runs"].rows) == on
        assert (row in found["no_runs"].rows if "no_runs" in found else False) == (not on)


@pytest.mark.rule("G-15")
def test_the_throw_shows_what_is_forced() -> None:
    forced = {
        how: examples(preset("huanle-2").changed({"throw_forced": how}))["throw"].rows[-1]
        for how in ("lowest-beaten", "highest-beaten")
    }
    assert forced == {"lowest-beaten": ("3s", "3s"), "highest-beaten": ("8s",)}


@pytest.mark.rule("G-10")
def test_the_follow_shows_the_duty() -> None:
    longest = examples(preset("huanle-2").changed({"follow_runs": "longest-first"}))
    length = examples(preset("huanle-2").changed({"follow_runs": "full-length"}))
    assert "拖拉机" in longest["follow"].text
    assert "拖拉机" not in length["follow"].text
    assert "对子" not in examples(preset("huanle-1"))["follow"].text


@pytest.mark.rule("A-21", "F-12", "C-23")
def test_the_dig_is_worked_out() -> None:
    assert "拖拉机 15 × 8 = 120 分" in examples(preset("huanle-2"))["dig"].text
    twice = examples(preset("huanle-2").changed({"dig_family": "twice"}))["dig"]
    assert "拖拉机 15 × 2 = 30 分" in twice.text
    assert "拖拉机 15 × 4 = 60 分" in examples(preset("four-deck-match"))["dig"].text
    assert "dig" not in examples(preset("huanle-2").changed({"dig": "none"}))
    poor = examples(preset("huanle-2").changed({"kitty_points_max": 5}))["dig"]
    assert poor.rows[0] == ("5c",)
    bare = examples(preset("huanle-2").changed({"kitty_points_max": 0}))["dig"]
    assert bare.rows[0] == ("3c",)


def test_examples_are_of_a_level_that_the_match_comes_to() -> None:
    low = examples(preset("weijia-2").changed({"goal_level": "5"}))
    assert "打 2" in low["order"].text
    assert "打 7" in examples(preset("weijia-2"))["order"].text

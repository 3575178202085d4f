"""Rulesets as data: presets, refusals, round trips, sizes and level tables."""

import json
from dataclasses import replace

import pytest

from option_values import bad_values, good_values, table, variants
from shengji.engine.cards import FACES
from shengji.engine.options import DECLARERS, DEFENDERS, LevelTable, RulesetError
from shengji.engine.ruleset import PRESETS, Ruleset, from_data, option_fields, preset

OPTIONS = sorted(option_fields())
SINGLE_VALUED = {"players"}


def step(levels: LevelTable, points: int) -> tuple[str, int]:
    """What a score does, read slowly from the meaning of the table."""
    first, side, steps = levels.rows[0]
    if points < first and levels.below:
        while points < first:
            first -= levels.below
            steps += 1
        return side, steps
    row = [one for one in levels.rows if one[0] <= points][-1]
    last, side, steps = row
    if row == levels.rows[-1] and levels.above:
        while points >= last + levels.above:
            last += levels.above
            steps += 1
    return side, steps


@pytest.mark.parametrize("name", PRESETS)
def test_each_preset_loads_and_names_itself(name: str) -> None:
    rules = preset(name)
    assert rules.id == name
    assert rules.level_table.decks == rules.decks
    assert rules.hand_size * rules.players + rules.kitty_size == FACES * rules.decks


def test_presets_are_all_different() -> None:
    assert len({preset(name).digest for name in PRESETS}) == len(PRESETS)


def test_an_unknown_preset_is_refused_with_those_there_are() -> None:
    with pytest.raises(RulesetError) as refused:
        preset("ninety")
    assert refused.value.code == "no_such_preset"
    assert refused.value.facts == {"preset": "ninety", "presets": list(PRESETS)}


@pytest.mark.parametrize("name", OPTIONS)
def test_a_bad_value_is_refused_by_the_name_of_its_option(name: str) -> None:
    for value in bad_values(name):
        with pytest.raises(RulesetError) as refused:
            preset("huanle-2").changed({name: value})
        assert refused.value.code in {"option_value", "option_kind"}, value
        assert refused.value.facts["option"] == name
        assert refused.value.facts["given"] == value


@pytest.mark.parametrize("name", ["decks", "bid_min"])
def test_true_is_no_number(name: str) -> None:
    with pytest.raises(RulesetError):
        Ruleset().changed({name: True})


def test_an_unknown_option_is_refused_by_name() -> None:
    with pytest.raises(RulesetError) as refused:
        Ruleset().changed({"colour": "red"})
    assert refused.value.code == "unknown_option"
    assert refused.value.facts == {"option": "colour"}
    with pytest.raises(RulesetError, match="unknown_option"):
        from_data({**Ruleset().to_data(), "colour": "red"})


@pytest.mark.parametrize(
    ("base", "options", "first", "second"),
    [
        ("eighty", {"kitty": 7}, "kitty", "decks"),
        ("eighty", {"kitty": 1000}, "kitty", "decks"),
        ("huanle-3", {"bombs": True}, "bombs", "decks"),
        ("eighty", {"turned_card": 9}, "turned_card", "kitty"),
        ("eighty", {"turned_card": 0}, "turned_card", "kitty"),
        (
            "eighty",
            {"kitty": "none", "dig": "none", "nobody_later": "redeal"},
            "rebury",
            "kitty",
        ),
        ("eighty", {"overturns": "bidding"}, "rebury", "overturns"),
        ("huanle-2", {"link_ace_two": True}, "link_ace_two", "permanent_twos"),
        ("eighty", {"bid_hidden": True}, "bid_hidden", "overturns"),
        ("huanle-2", {"bid_hidden": True}, "bid_hidden", "bid_jokers"),
        (
            "huanle-3",
            {"bid_hidden": True, "bid_jokers": "none"},
            "bid_hidden",
            "bid_rises",
        ),
        ("huanle-2", {"kitty": "none"}, "dig", "kitty"),
        ("eighty", {"match_minutes": 60}, "match_minutes", "goal"),
        ("eighty-match", {"start_level": "J"}, "start_level", "goal_level"),
        ("eighty-match", {"must_play": ["A"]}, "must_play", "goal_level"),
    ],
)
def test_options_that_contradict_are_refused_naming_both(
    base: str, options: dict[str, object], first: str, second: str
) -> None:
    with pytest.raises(RulesetError) as refused:
        preset(base).changed(options)
    assert refused.value.code == "contradiction"
    assert refused.value.facts == {"option": first, "other": second}


@pytest.mark.parametrize("data", [None, [], {}, {"id": 1}, "eighty"])
def test_what_is_no_ruleset_is_refused(data: object) -> None:
    with pytest.raises(RulesetError, match="not_a_ruleset"):
        from_data(data)


@pytest.mark.parametrize("name", PRESETS)
def test_a_ruleset_survives_the_way_through_json(name: str) -> None:
    rules = preset(name)
    again = from_data(json.loads(json.dumps(rules.to_data())))
    assert again == rules
    assert again.digest == rules.digest


@pytest.mark.parametrize("name", [name for name in OPTIONS if name not in SINGLE_VALUED])
def test_any_change_of_an_option_changes_the_digest_and_survives(name: str) -> None:
    changes = list(variants(name))
    assert changes
    for before, after in changes:
        assert after.digest != before.digest
        assert from_data(json.loads(json.dumps(after.to_data()))) == after
        assert before.difference(after) == {name: (getattr(before, name), getattr(after, name))}


@pytest.mark.parametrize("name", OPTIONS)
def test_good_values_are_read_as_they_are(name: str) -> None:
    assert good_values(name)
    default = getattr(Ruleset(), name)
    assert option_fields()[name].metadata["rules"]
    assert getattr(Ruleset().changed({name: default}), name) == default


def test_the_digest_does_not_depend_on_the_id() -> None:
    rules = preset("jj")
    renamed = replace(rules, id="mine")
    assert renamed.digest == rules.digest
    assert rules.difference(renamed) == {}
    assert renamed != rules


def test_a_difference_names_both_values() -> None:
    difference = preset("huanle-2").difference(preset("weijia-2"))
    assert difference["bid_time"] == ("deal", "after")
    assert difference["dig_by"] == ("lead", "play")
    assert "level_tables" not in difference


def test_must_play_levels_are_kept_in_order_and_once() -> None:
    rules = Ruleset().changed({"must_play": ["A", "5", "T", "5"]})
    assert rules.must_play == ("5", "T", "A")


@pytest.mark.rule("A-01", "C-01", "D-01", "D-16", "E-01", "F-01", "G-28")
@pytest.mark.parametrize(
    ("name", "decks", "hand", "kitty"),
    [
        ("eighty", 2, 25, 8),
        ("eighty-match", 2, 25, 8),
        ("jj", 2, 25, 8),
        ("jj", 3, 39, 6),
        ("jj-home", 2, 25, 8),
        ("jj-home", 3, 39, 6),
        ("huanle-1", 1, 12, 6),
        ("huanle-2", 2, 25, 8),
        ("huanle-3", 3, 39, 6),
        ("weijia-1", 1, 12, 6),
        ("weijia-2", 2, 25, 8),
        ("weijia-3", 3, 39, 6),
        ("four-deck-match", 4, 54, 0),
        ("eighty", 1, 12, 6),
        ("eighty", 3, 39, 6),
        ("eighty", 4, 52, 8),
        ("weijia-2", 4, 52, 8),
    ],
)
def test_hands_and_kitty_by_decks(name: str, decks: int, hand: int, kitty: int) -> None:
    rules = preset(name).changed({"decks": decks})
    assert (rules.hand_size, rules.kitty_size) == (hand, kitty)


@pytest.mark.rule("G-28")
@pytest.mark.parametrize("decks", [1, 2, 3, 4])
@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_is_played_with_one_to_four_decks(name: str, decks: int) -> None:
    rules = preset(name).changed({"decks": decks})
    assert rules.level_table.decks == decks
    edges = [points for points, _, _ in rules.level_table.rows]
    assert edges == sorted(set(edges))
    assert all(edge % 5 == 0 for edge in edges)


@pytest.mark.rule("G-28")
def test_level_tables_grow_with_the_decks_edges_rounded_up_to_five() -> None:
    two = preset("jj").level_table
    assert two.scaled(2) == two
    assert two.scaled(4) == table(
        (0, DECLARERS, 3),
        (10, DECLARERS, 2),
        (80, DECLARERS, 1),
        (160, DEFENDERS, 0),
        (240, DEFENDERS, 1),
        decks=4,
        above=80,
    )
    assert two.scaled(3).rows[1] == (10, DECLARERS, 2)  # 7.5, rounded up
    assert two.scaled(1).rows[1] == (5, DECLARERS, 2)  # 2.5, rounded up
    assert preset("jj").changed({"decks": 4}).level_table == two.scaled(4)


@pytest.mark.rule("E-08", "F-10")
@pytest.mark.parametrize("name", ["huanle", "weijia"])
@pytest.mark.parametrize("decks", [1, 2, 3])
def test_a_table_given_for_these_decks_goes_before_proportion(name: str, decks: int) -> None:
    wide = 20 * decks
    wanted = table(
        (0, DECLARERS, 3),
        (5, DECLARERS, 2),
        (wide, DECLARERS, 1),
        (2 * wide, DEFENDERS, 0),
        (3 * wide, DEFENDERS, 1),
        decks=decks,
        above=wide,
    )
    for own in (1, 2, 3):
        assert preset(f"{name}-{own}").changed({"decks": decks}).level_table == wanted


@pytest.mark.rule("A-23")
def test_levels_of_eighty() -> None:
    levels = preset("eighty").level_table
    declarers = [6, 5, 5, 4, 4, 3, 3, 2, *[1] * 8]
    for number, steps in enumerate(declarers):
        assert step(levels, 5 * number) == (DECLARERS, steps)
    defenders = [*[0] * 8, 1, *[2] * 8, *[3] * 8, *[4] * 8, *[5] * 8, *[6] * 40]
    for number, steps in enumerate(defenders):
        assert step(levels, 80 + 5 * number) == (DEFENDERS, steps)


@pytest.mark.rule("B-11")
@pytest.mark.parametrize(
    ("low", "high", "wanted"),
    [
        (0, 0, (DECLARERS, 4)),
        (5, 25, (DECLARERS, 3)),
        (30, 50, (DECLARERS, 2)),
        (55, 75, (DECLARERS, 1)),
        (80, 95, (DEFENDERS, 0)),
        (100, 115, (DEFENDERS, 1)),
        (120, 135, (DEFENDERS, 2)),
        (140, 155, (DEFENDERS, 3)),
        (240, 255, (DEFENDERS, 8)),
    ],
)
def test_levels_of_the_eighty_match(low: int, high: int, wanted: tuple[str, int]) -> None:
    levels = preset("eighty-match").level_table
    assert {step(levels, points) for points in range(low, high + 1, 5)} == {wanted}


@pytest.mark.rule("C-21", "C-22", "G-23")
def test_levels_of_the_four_deck_match_go_on_at_both_ends() -> None:
    rules = preset("four-deck-match")
    assert rules.points_below_zero
    for points in range(-400, 160, 5):
        assert step(rules.level_table, points) == (DECLARERS, 1 + (160 - points) // 40)
    for points in range(160, 900, 5):
        assert step(rules.level_table, points) == (DEFENDERS, (points - 160) // 40)


@pytest.mark.rule("D-13")
def test_levels_of_jj_and_of_the_home_style() -> None:
    home = preset("jj-home").level_table
    assert [step(home, points)[1] for points in (0, 5, 35, 40, 75)] == [10, 5, 5, 1, 1]
    assert [step(home, points)[1] for points in (80, 115, 120, 160, 200)] == [0, 0, 1, 2, 3]
    assert preset("jj").level_table == preset("huanle-2").level_table


@pytest.mark.rule("A-14", "B-04")
def test_diamonds_and_clubs_change_places_in_the_match_rules() -> None:
    assert preset("eighty").overturn_order == "SHCD"
    assert preset("eighty-match").overturn_order == "SHDC"
    assert not preset("eighty-match").overturn_turned


@pytest.mark.rule("G-25", "B-03", "D-14")
def test_must_play_levels_by_preset() -> None:
    must = {name: preset(name).must_play for name in PRESETS if preset(name).must_play}
    assert must == {"eighty-match": ("T",), "jj": ("A",), "jj-home": ("A",)}

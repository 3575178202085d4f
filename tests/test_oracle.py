"""The oracle itself against the given cases: what it says must be what the cases say."""

import tomllib
from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from oracle import Oracle, points, sub_multisets
from shengji.engine.ruleset import Ruleset, preset

CASES = sorted((Path(__file__).parent / "cases").glob("*.toml"))


def given(kind: str) -> list[Any]:
    cases = [one for path in CASES for one in tomllib.loads(path.read_text("utf-8"))["case"]]
    return [pytest.param(one, id=one["id"]) for one in cases if one["kind"] == kind]


def oracle_of(case: dict[str, Any]) -> Oracle:
    rules = preset(case["system"]).changed(case.get("options", {}))
    return Oracle(asdict(rules), case["trump"], case["level"])


@pytest.mark.parametrize("case", given("shape"))
def test_shape(case: dict[str, Any]) -> None:
    assert oracle_of(case).pieces(case["cards"].split()) == case["expect"]["pieces"]


@pytest.mark.parametrize("case", given("lead"))
def test_lead(case: dict[str, Any]) -> None:
    hands = {int(seat): hand.split() for seat, hand in case["hands"].items()}
    found = oracle_of(case).throw(hands, case.get("leader", 0), case["cards"].split())
    expect = case["expect"]
    assert found[0] == expect["legal"]
    if "stands" in expect:
        assert found[1] == expect["stands"]
    if "forced" in expect:
        assert Counter(found[2]) == Counter(expect["forced"].split())


@pytest.mark.parametrize("case", given("follow"))
def test_follow(case: dict[str, Any]) -> None:
    lead, hand, cards = (case[name].split() for name in ("lead", "hand", "cards"))
    assert oracle_of(case).legal_follow(lead, hand, cards) == case["expect"]["legal"]


@pytest.mark.parametrize("case", given("follow"))
def test_some_play_is_always_legal(case: dict[str, Any]) -> None:
    lead, hand = case["lead"].split(), case["hand"].split()
    oracle = oracle_of(case)
    plays = sub_multisets(Counter(hand), len(lead))
    assert any(oracle.legal_follow(lead, hand, play) for play in plays)


@pytest.mark.parametrize("case", given("trick"))
def test_trick(case: dict[str, Any]) -> None:
    plays = [play.split() for play in case["plays"]]
    found = oracle_of(case).winner(plays)
    assert found == case["expect"]["winner"]
    if "points" in case["expect"]:
        assert points(card for play in plays for card in play) == case["expect"]["points"]


def test_two_triples_led_go_down_as_the_source_lists_them() -> None:
    """E-11, word for word."""
    assert Oracle(asdict(Ruleset(decks=3)), "S", "2").ladder((3, 2)) == [
        [((3, 2),)],
        [((3, 1), (3, 1))],
        [((2, 2),)],
        [((3, 1), (2, 1))],
        [((3, 1),)],
        [((2, 1), (2, 1))],
        [((2, 1),)],
        [()],
    ]

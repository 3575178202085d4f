"""The self-check: it passes on every preset, and it notices faults that are planted."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any, cast

import pytest

from shengji.bots.tiers import TIERS
from shengji.cli import main
from shengji.engine import ending, view
from shengji.engine.actions import Action
from shengji.engine.events import Buried, DealScored, Event, MatchStarted
from shengji.engine.evolve import _EVOLVERS, hands_now
from shengji.engine.record import write
from shengji.engine.ruleset import PRESETS, Ruleset, preset
from shengji.engine.state import Deal, State, new_deal
from shengji.engine.view import View
from shengji.proof import check, leaks, playthrough
from shengji.proof.check import CheckError, check_match
from shengji.words import LANGUAGES, words

Printed = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch
DEALS = 20
RANDOM = (TIERS["random"],) * 4
MIXED = (TIERS["novice"], TIERS["random"]) * 2


@pytest.fixture(autouse=True)
def in_english(monkeypatch: Patch) -> None:
    """English, whatever the machine speaks."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.setenv(name, "en_GB.UTF-8")


@pytest.mark.parametrize("name", PRESETS)
def test_twenty_deals_of_every_preset_keep_all_promises(name: str) -> None:
    deals = seed = views = 0
    while deals < DEALS:
        seed += 1
        bots = RANDOM if seed % 2 else MIXED
        left = min(10, DEALS - deals)
        found = check_match(seed, preset(name), bots, left, one_by_one=seed % 2 == 1)
        deals += found.deals
        views += found.views
        assert found.events > 50 * found.deals
    assert views > DEALS


def failing(rules: str = "huanle-2", policies: Any = RANDOM, **how: Any) -> CheckError:
    """What a check raises that meets a planted fault."""
    with pytest.raises(CheckError) as caught:
        check_match(1, preset(rules), policies, 3, **how)
    error = caught.value
    assert error.facts["rules"] == rules
    assert error.facts["seed"] == 1
    for lang in LANGUAGES:
        assert words(lang).has(f"error.{error.code}")
    return error


def plant(monkeypatch: Patch, event: type[Event], fault: Callable[[State, Deal], None]) -> None:
    """Let a fault change the new state and deal whenever such an event happens."""
    real = _EVOLVERS[event]

    def evolver(state: State, event: Any) -> State:
        new = real(state, event).copied()
        new.deal = new_deal() if new.deal is None else new.deal.copied()
        fault(new, new.deal)
        return new

    monkeypatch.setitem(_EVOLVERS, event, evolver)


def test_cards_that_vanish_are_noticed(monkeypatch: Patch) -> None:
    def lose(_: State, deal: Deal) -> None:
        deal.kitty = deal.kitty[1:]

    plant(monkeypatch, Buried, lose)
    error = failing()
    assert error.code == "check_cards"
    assert (error.facts["phase"], error.facts["deal"], error.facts["trick"]) == ("playing", 1, 1)


def test_a_card_that_becomes_another_is_noticed(monkeypatch: Patch) -> None:
    def change(_: State, deal: Deal) -> None:
        deal.kitty = ((deal.kitty[0] + 1) % 54, *deal.kitty[1:])

    plant(monkeypatch, Buried, change)
    assert failing().code == "check_cards"


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        (lambda event: replace(event, total=event.total + 5), "check_score"),
        (lambda event: replace(event, kitty=(*event.kitty[1:], 3, 3)), "check_points"),
    ],
)
def test_a_score_that_does_not_add_up_is_noticed(
    monkeypatch: Patch, fault: Callable[[DealScored], DealScored], code: str
) -> None:
    monkeypatch.setattr(ending, "DealScored", lambda *given: fault(DealScored(*given)))
    assert failing().code == code


def test_a_view_that_shows_another_seats_card_is_noticed(monkeypatch: Patch) -> None:
    real = view.hand_of

    def peeking(state: State, deal: Deal, seat: int) -> tuple[int, ...]:
        own = real(state, deal, seat)
        if deal.turn == seat:  # so that bots play on
            return own
        return own[:-1] + hands_now(state)[(seat + 1) % 4][-1:]

    monkeypatch.setattr(view, "hand_of", peeking)
    assert failing().code == "check_leak"


@pytest.mark.parametrize("one_by_one", [True, False])
def test_a_view_that_only_hints_at_hidden_cards_is_noticed(
    monkeypatch: Patch, one_by_one: bool
) -> None:
    real = view.sizes_of

    def hinting(state: State, deal: Deal) -> tuple[int, ...]:
        sizes = real(state, deal)
        high = sum(max(cards, default=0) for cards in hands_now(state))
        return (*sizes[:-1], sizes[-1] + high % 2)

    monkeypatch.setattr(view, "sizes_of", hinting)
    error = failing(one_by_one=one_by_one)
    assert error.code == "check_leak"
    assert "seat" in error.facts


@pytest.mark.rule("C-03")
def test_a_view_that_shows_a_concealed_bid_is_noticed(monkeypatch: Patch) -> None:
    monkeypatch.setattr(view, "bids_are_hidden", lambda _: False)
    assert failing("four-deck-match", one_by_one=True).code == "check_leak"


@pytest.mark.rule("G-18")
def test_events_that_show_the_buried_cards_are_noticed(monkeypatch: Patch) -> None:
    real = view.redact

    def careless(event: Event, viewer: int | None, rules: Ruleset) -> Event:
        return event if isinstance(event, Buried) else real(event, viewer, rules)

    monkeypatch.setattr(leaks, "redact", careless)
    assert failing().code == "check_leak_in_events"


def test_another_match_the_second_time_is_noticed(monkeypatch: Patch) -> None:
    hidden = Random(7)
    real = playthrough.shuffled
    monkeypatch.setattr(playthrough, "shuffled", lambda rules, _: real(rules, hidden))
    assert failing().code == "check_again"


def test_a_state_that_depends_on_more_than_its_events_is_noticed(monkeypatch: Patch) -> None:
    calls = iter(range(100))

    def count(state: State, _: Deal) -> None:
        state.personal = (next(calls), 0, 0, 0)

    plant(monkeypatch, MatchStarted, count)
    assert failing().code == "check_replay"


def test_a_record_that_loses_an_event_is_noticed(monkeypatch: Patch) -> None:
    monkeypatch.setattr(check, "write", lambda events: list(write(events))[:-1])
    assert failing().code == "check_record"


def test_a_crash_is_a_failure_with_its_place() -> None:
    def broken(seen: View, _: Random, __: int) -> Action:
        raise IndexError(f"seat {seen.seat}")

    error = failing(policies=(broken,) * 4)
    assert error.code == "check_crash"
    assert str(error.facts["problem"]).startswith("IndexError: seat ")


def test_a_bot_that_breaks_the_rules_is_a_failure() -> None:
    def cheat(seen: View, rng: Random, budget: int) -> Action:
        action: Any = TIERS["random"](seen, rng, budget)
        return cast(Action, replace(action, seat=(action.seat + 1) % 4))

    assert failing(policies=(cheat,) * 4).code == "check_crash"


def test_a_deal_without_end_is_noticed(monkeypatch: Patch) -> None:
    monkeypatch.setattr(check, "MOST_STEPS", 30)
    assert failing().code == "check_stuck"


@pytest.mark.rule("C-05")
@pytest.mark.parametrize("seed", [816256, 816258])
def test_no_card_reinforces_an_open_bid_twice(seed: int) -> None:
    rules = preset("huanle-2").changed({"reinforce": "side"})
    found = check_match(seed, rules, (TIERS["novice"],) * 4, 2)
    assert found.deals == 2


# -- the command -------------------------------------------------------------------------------


def test_the_command_closes_with_what_it_watched(capsys: Printed) -> None:
    assert main(["check", "--rules", "huanle-1", "--deals", "25", "--bots", "random"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.startswith("All well: 25 deals, ")
    assert out.endswith("views compared (huanle-1).\n")
    assert out.count("\n") == 1


def test_all_presets_have_a_line_each(capsys: Printed) -> None:
    assert main(["check", "--rules", "all", "--deals", "1", "--lang", "zh"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition("：")[0] for line in lines[:-1]] == list(PRESETS)
    assert lines[-1].startswith(f"都好：{len(PRESETS)} 局")


def test_options_can_be_set(capsys: Printed) -> None:
    tokens = ["check", "--rules", "huanle-1", "--deals", "2", "--set", "throw_shows=seat"]
    assert main(tokens) == 0
    assert main([*tokens, "--set", "throw_shows=never"]) == 2
    assert "throw_shows" in capsys.readouterr().err


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_failure_names_seed_and_place_and_how_to_see_it_again(
    capsys: Printed, monkeypatch: Patch, lang: str
) -> None:
    monkeypatch.setattr(view, "bids_are_hidden", lambda _: False)
    tokens = ["check", "--rules", "four-deck-match", "--deals", "4", "--seed", "5", "--lang", lang]
    assert main(tokens) == 1
    out, err = capsys.readouterr()
    assert err == ""
    assert out.count("\n") == 2
    first, second = out.splitlines()
    assert "four-deck-match" in first
    assert "--rules four-deck-match --seed 5 --bots random" in second
    assert "Traceback" not in out


@pytest.mark.parametrize(
    ("tokens", "part"),
    [
        ([], "--rules is missing"),
        (["--rules", "ninety"], "no ruleset called “ninety”"),
        (["--rules", "jj", "--deals", "0"], "--deals must be 1 or more"),
        (["--rules", "jj", "--deals", "-3"], "--deals must be 1 or more, not -3"),
        (["--rules", "jj", "--deals", "many"], "--deals cannot be “many”"),
        (["--rules", "jj", "--seed", "x"], "--seed cannot be “x”"),
        (["--rules", "jj", "--bots", "genius"], "no bots called “genius”. These exist: random"),
        (["--rules", "jj", "--bots", "random,random"], "4 names by seat"),
        (["--rules", "no/such.toml"], "There is no file no/such.toml."),
    ],
)
def test_a_bad_command_line_is_one_sentence(capsys: Printed, tokens: list[str], part: str) -> None:
    assert main(["check", *tokens]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert part in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("command", ["check", "simulate", "replay", "bench"])
def test_help_teaches(capsys: Printed, command: str, lang: str) -> None:
    assert main([command, "--help", "--lang", lang]) == 0
    out = capsys.readouterr().out
    assert f"  shengji {command}" in out
    assert words(lang).say(f"cli.{command}.summary") in out

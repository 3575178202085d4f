"""Replays of finished deals, and records in and out: whole, checked, and never of open play."""

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any

import pytest

from shengji.bots.tiers import TIERS
from shengji.engine.cards import CODES
from shengji.engine.events import DealScored, DealStarted, Dealt, Event
from shengji.engine.evolve import evolve_all
from shengji.engine.record import RecordError, event_to_data, write
from shengji.engine.record_text import to_text
from shengji.engine.ruleset import PRESETS, preset
from shengji.engine.state import before_match
from shengji.engine.view import for_seat
from shengji.hall.replays import deals_of, read_record, record_lines, replay_of
from shengji.hall.wire import match_data, open_hands
from shengji.proof.playthrough import steps
from shengji.words import LANGUAGES
from shengji.words.options_text import error_text
from table import Table

NAMES = ("a", "b", "c", "d")
each_preset = pytest.mark.parametrize("name", PRESETS)


@cache
def match(name: str, seed: int = 1, deals: int = 2) -> tuple[Event, ...]:
    """The events of a match of bots."""
    bots = [TIERS["random"]] * 4
    made = steps(preset(name), seed, bots, deals, one_by_one=True)
    return tuple(event for step in made for event in step.events)


def under_way(name: str) -> tuple[Event, ...]:
    """The same, cut off in the middle of the last deal."""
    events = match(name)
    last = max(at for at, event in enumerate(events) if isinstance(event, DealStarted))
    return events[: last + 40]


def finished(events: Sequence[Event]) -> list[Event]:
    """The events up to the last deal that is scored."""
    last = max(at for at, event in enumerate(events) if isinstance(event, DealScored))
    after = [at for at, event in enumerate(events) if isinstance(event, DealStarted) and at > last]
    return list(events[: after[0] if after else len(events)])


@each_preset
def test_every_deal_that_is_over_has_its_number(name: str) -> None:
    numbers = deals_of(match(name))
    started = [event.number for event in match(name) if isinstance(event, DealStarted)]
    assert list(numbers) == started
    assert deals_of(under_way(name)) == numbers[:-1]
    assert deals_of(()) == ()


@each_preset
def test_the_steps_of_a_replay_add_up_to_each_moment(name: str) -> None:
    events = match(name)
    for number in deals_of(events):
        replay = replay_of(events, number, NAMES)
        start = next(
            at
            for at, event in enumerate(events)
            if isinstance(event, DealStarted) and event.number == number
        )
        seen: dict[str, Any] = dict(replay.match)
        for at, step in enumerate(replay.steps, start + 1):
            assert step.event == event_to_data(events[at])
            seen |= step.patch
            if at % 17 and not isinstance(events[at], DealScored):
                continue
            state = evolve_all(before_match(), events[: at + 1])
            assert seen == {**match_data(for_seat(state, None)), **open_hands(state)}
        assert not any(seen["hands"]) or seen["result"] is None
        assert (replay.number, replay.names) == (number, NAMES)
        assert replay.numbers == deals_of(events)


def test_hands_are_open_from_the_first_card_on() -> None:
    events = match("huanle-2")
    replay = replay_of(events, 1, NAMES)
    assert replay.match["hands"] == [[], [], [], []]
    dealt = [event for event in events if isinstance(event, Dealt)]
    hands = replay.steps[0].patch["hands"]
    assert dealt[0].card is not None
    assert hands[dealt[0].seat] == [CODES[dealt[0].card]]
    ninth = replay.steps[8].patch["hands"]
    assert sum(map(len, ninth)) >= 8


def test_a_replay_has_the_burial_and_the_table_of_its_rules() -> None:
    replay = replay_of(match("huanle-2"), 1, NAMES)
    buried = next(step for step in replay.steps if step.event["t"] == "Buried")
    assert buried.patch["buried"] == [[buried.event["seat"], buried.event["cards"].split()]]
    assert replay.rules == preset("huanle-2").to_data()
    assert replay.thresholds
    assert len(replay.ladder) == 13


@each_preset
def test_a_deal_under_way_is_neither_replayed_nor_recorded(name: str) -> None:
    events = under_way(name)
    running = max(event.number for event in events if isinstance(event, DealStarted))
    with pytest.raises(KeyError):
        replay_of(events, running, NAMES)
    assert running not in replay_of(events, running - 1, NAMES).numbers
    lines = list(record_lines(events))
    assert lines == list(write(finished(events)))
    deck = [event for event in events if isinstance(event, DealStarted)][-1]
    assert not any(f'"number":{deck.number},' in line for line in lines if '"DealStarted"' in line)


def test_a_record_without_a_finished_deal_is_its_header() -> None:
    assert len(list(record_lines(match("huanle-2")[:30]))) == 1


def test_a_deal_that_nobody_bids_for_is_over_too() -> None:
    table = Table("weijia-2", nobody_first="redeal").deal().close()
    assert deals_of(table.events) == (1,)
    assert replay_of(table.events, 1, NAMES).steps[-1].event["reason"] == "nobody-bid"


# -- files --------------------------------------------------------------------------------------


@each_preset
def test_a_record_comes_back_as_it_was_written(name: str) -> None:
    text = "".join(f"{line}\n" for line in record_lines(match(name)))
    assert read_record(text) == finished(match(name))
    assert read_record("\ufeff" + text.replace("\n", "\r\n")) == finished(match(name))


def test_the_text_form_is_read_too() -> None:
    events = finished(match("huanle-2"))
    assert read_record(to_text(events)) == events


def bad_files() -> list[tuple[str, str]]:
    """Texts that are no record, and the code with which they are refused."""
    lines = list(record_lines(match("huanle-2")))
    played = max(at for at, line in enumerate(lines) if '"Played"' in line)
    return [
        ("", "text"),
        ("hello", "text"),
        ("{}\n", "record_no_header"),
        ("\n".join(lines[: len(lines) // 2])[:-5], "record_"),
        ("\n".join(lines[:played] + lines[played + 1 :]), "record_"),
        ("\n".join(lines[:40]), "record_"),
        ("\n".join(lines[:1]), "record_no_deal"),
        ("\n".join([lines[0], "[" * 5000, ""]), "record_not_json"),
        ("\n".join([*lines[:1], '{"t":"Nonsense"}']), "record_event"),
        (lines[0] + "\n" + "x" * 4_000_001, "record_too_big"),
        (lines[0] + "\n" + "牌" * 1_400_000, "record_too_big"),
        ("\udcff\udcfe{", "text"),
    ]


@pytest.mark.parametrize(("text", "code"), bad_files(), ids=range(len(bad_files())))
def test_a_bad_file_is_refused_in_a_sentence(text: str, code: str) -> None:
    with pytest.raises(RecordError) as caught:
        read_record(text)
    assert caught.value.code.startswith(code)
    for lang in LANGUAGES:
        assert error_text(caught.value, lang).endswith((".", "。"))


def test_a_changed_card_is_found_out() -> None:
    lines = list(record_lines(match("jj")))
    rng = Random(3)
    places = [at for at, line in enumerate(lines) if '"Dealt"' in line]
    for at in rng.sample(places, 5):
        data = lines[at].replace('"card":"', '"card":"X')
        with pytest.raises(RecordError):
            read_record("\n".join([*lines[:at], data, *lines[at + 1 :]]))

"""No leak: views and redacted events stay the same bytes when unseen cards change places."""

from collections.abc import Sequence
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shengji.bots.tiers import TIERS
from shengji.engine.events import (
    BidMade,
    BidsShown,
    Buried,
    DealScored,
    DealStarted,
    Dealt,
    DealVoided,
    Event,
    KittyTaken,
    ThrowFailed,
)
from shengji.engine.evolve import evolve_all
from shengji.engine.ruleset import PRESETS, Ruleset, preset
from shengji.engine.state import State, before_match
from shengji.engine.view import bids_are_hidden, redact
from shengji.proof.leaks import (
    leaks,
    redacted_bytes,
    swapped_events,
    unseen_swapped,
    view_bytes,
)
from shengji.proof.playthrough import steps

DEALS = 2
VIEWERS = (0, 1, 2, 3, None)

Moment = tuple[State, tuple[Event, ...], State]  # before the deal, its events, the state now

presets = st.sampled_from(PRESETS)
seeds = st.integers(0, 5)
stops = st.floats(0, 1, exclude_max=True)
throw_shows = st.sampled_from(("piece", "seat"))


@cache
def moments(name: str, seed: int, shows: str) -> list[Moment]:
    """Every moment of a match's first deals, also between the cards that are dealt."""
    rules = preset(name).changed({"throw_shows": shows})
    bots = [TIERS["random" if (seed + seat) % 3 else "novice"] for seat in range(rules.players)]
    found: list[Moment] = []
    before = now = before_match()
    deal: tuple[Event, ...] = ()
    for step in steps(rules, seed, bots, DEALS, one_by_one=seed % 2 == 1):
        if isinstance(step.events[0], DealStarted):
            before, deal = now, ()
        now = step.state
        if now.deal is not None:
            deal += step.events
            found.append((before, deal, now))
    return found


def moment(name: str, seed: int, shows: str, stop: float) -> Moment:
    """One moment: `stop` is how far into the match, 0 to 1."""
    every = moments(name, seed, shows)
    return every[int(stop * len(every))]


@pytest.mark.rule("G-18", "C-03")
@settings(max_examples=60)
@given(presets, seeds, throw_shows, stops, st.integers(0, 99))
def test_a_view_does_not_change_with_unseen_cards(
    name: str, seed: int, shows: str, stop: float, shuffle: int
) -> None:
    _, _, state = moment(name, seed, shows, stop)
    for viewer in VIEWERS:
        swapped = unseen_swapped(state, viewer, Random(shuffle))
        assert view_bytes(swapped, viewer) == view_bytes(state, viewer)
        assert not leaks(state, viewer, Random(shuffle))


@pytest.mark.rule("G-18", "C-03", "G-15")
@settings(max_examples=60)
@given(presets, seeds, throw_shows, stops, st.integers(0, 99))
def test_redacted_events_do_not_change_with_unseen_cards(
    name: str, seed: int, shows: str, stop: float, shuffle: int
) -> None:
    before, events, state = moment(name, seed, shows, stop)
    for viewer in VIEWERS:
        other = swapped_events(events, viewer, state.rules, Random(shuffle))
        sent = redacted_bytes(events, viewer, state.rules)
        assert redacted_bytes(other, viewer, state.rules) == sent
        assert view_bytes(evolve_all(before, other), viewer) == view_bytes(state, viewer)


@pytest.mark.parametrize("name", PRESETS)
def test_every_event_is_redacted_to_the_same_type_so_that_numbers_have_no_gaps(name: str) -> None:
    _, events, state = moments(name, 0, "seat")[-1]
    for viewer in VIEWERS:
        seen = [redact(event, viewer, state.rules) for event in events]
        assert [type(event) for event in seen] == [type(event) for event in events]


def some_deal(rules: Ruleset, seed: int = 1) -> list[Event]:
    """The events of one deal that was played to its end."""
    events: list[Event] = []
    for step in steps(rules, seed, [TIERS["random"]] * rules.players, 1):
        if any(isinstance(event, DealVoided) for event in step.events):
            events = []
        elif events or isinstance(step.events[0], DealStarted):
            events += step.events
    return events


def of_type(events: Sequence[Event], kind: type[Event]) -> list[Event]:
    return [event for event in events if isinstance(event, kind)]


def differs(events: Sequence[Event], viewer: int | None, rules: Ruleset, kind: type[Event]) -> bool:
    """Whether swapping what a viewer does not know changes some hidden events of a kind."""
    swaps = (swapped_events(events, viewer, rules, Random(seed)) for seed in range(8))
    return any(of_type(other, kind) != of_type(events, kind) for other in swaps)


@pytest.mark.rule("G-18")
def test_the_swap_reaches_hands_and_kitty_and_spares_what_the_viewer_holds() -> None:
    rules = preset("huanle-2")
    events = some_deal(rules)
    burier = next(event.seat for event in events if isinstance(event, Buried))
    until_scored = [event for event in events if not isinstance(event, DealScored)]
    half = events[: len(events) // 2]
    for viewer in VIEWERS:
        assert differs(half, viewer, rules, Dealt)
        assert differs(until_scored, viewer, rules, Buried) == (viewer != burier)
    for kind in (Buried, KittyTaken):
        for event in of_type(events, kind):
            shown = [viewer for viewer in VIEWERS if redact(event, viewer, rules) == event]
            assert shown == [event.seat]  # type: ignore[union-attr]


@pytest.mark.rule("G-18")
def test_when_the_deal_is_scored_all_see_the_kitty_and_no_swap_can_change_it() -> None:
    rules = preset("huanle-2")
    events = some_deal(rules)
    scored = next(event for event in events if isinstance(event, DealScored))
    for viewer in VIEWERS:
        assert redact(scored, viewer, rules) == scored
        assert not differs(events, viewer, rules, Buried)


@pytest.mark.rule("C-03")
def test_a_concealed_bid_is_swapped_until_bids_are_shown() -> None:
    rules = preset("four-deck-match")
    deals = [some_deal(rules, seed) for seed in range(4)]
    bids = 0
    for events in deals:
        shown = next(place for place, one in enumerate(events) if isinstance(one, BidsShown))
        bidders = {event.seat for event in events if isinstance(event, BidMade)}
        bids += len(bidders)
        for viewer in VIEWERS:
            hidden_from = bool(bidders - {viewer})
            assert differs(events[:shown], viewer, rules, BidMade) == hidden_from
            assert not differs(events[: shown + 1], viewer, rules, BidMade)
    assert bids > len(deals)


@pytest.mark.rule("C-03")
def test_swapping_a_state_changes_the_suits_of_the_others_concealed_bids_only() -> None:
    changed = 0
    for _, _, state in moments("four-deck-match", 1, "piece"):
        if state.deal is None or not state.deal.shows or not bids_are_hidden(state):
            continue
        for viewer in VIEWERS:
            other = unseen_swapped(state, viewer, Random(3)).deal
            assert other is not None
            for old, new in zip(state.deal.shows, other.shows, strict=True):
                assert old.count == new.count
                assert old == new or old.seat != viewer
                changed += old.suit != new.suit
    assert changed


@pytest.mark.rule("G-15")
def test_what_beat_a_throw_is_swapped_only_where_it_is_not_shown() -> None:
    for shows in ("piece", "seat"):
        rules = preset("huanle-3").changed({"throw_shows": shows})
        failed = 0
        for seed in range(4):
            events = some_deal(rules, seed)
            for place, event in enumerate(events):
                if isinstance(event, ThrowFailed):
                    failed += 1
                    for viewer in VIEWERS:
                        seen = redact(event, viewer, rules) == event
                        assert seen == (shows == "piece" or viewer == event.by)
                        other = swapped_events(events[: place + 1], viewer, rules, Random(5))
                        assert other[-1] == event or not seen
        assert failed

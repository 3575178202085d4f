"""Deals that are over, for looking at again, and records of them in and out.

A deal under way is in none of this: its cards are not open yet.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from shengji.engine.events import DealScored, DealStarted, DealVoided, Event
from shengji.engine.evolve import evolve, evolve_all
from shengji.engine.record import RecordError, event_to_data, read, verify, write
from shengji.engine.record_text import from_text
from shengji.engine.state import State, before_match
from shengji.engine.view import for_seat

from .calls import Replay, ReplayStep
from .rules_page import ladder_of, thresholds_of
from .wire import match_data, open_changes, open_hands, whole_changes

MEGABYTE = 1_000_000
LARGEST_RECORD = 4 * MEGABYTE  # bytes


class _Span(NamedTuple):
    """Where a finished deal stands among the events of a match."""

    number: int
    start: int
    end: int


def deals_of(events: Iterable[Event]) -> tuple[int, ...]:
    """The numbers of the deals that are over: scored, or not played on."""
    return tuple(span.number for span in _spans(events))


def _spans(events: Iterable[Event]) -> Iterator[_Span]:
    """The finished deals in order; what follows on a deal belongs to it until the next begins."""
    number = start = at = 0
    over = False
    for at, event in enumerate(events):
        if isinstance(event, DealStarted):
            if over:
                yield _Span(number, start, at)
            number, start, over = event.number, at, False
        over = over or isinstance(event, DealScored | DealVoided)
    if over:
        yield _Span(number, start, at + 1)


def replay_of(events: Sequence[Event], number: int, names: Sequence[str]) -> Replay:
    """A finished deal step by step with all hands open.  Raises KeyError if there is none such."""
    spans = {span.number: span for span in _spans(events)}
    span = spans[number]
    state = evolve_all(before_match(), events[: span.start + 1])
    return Replay(
        number=number,
        numbers=tuple(spans),
        names=tuple(names),
        rules=state.rules.to_data(),
        thresholds=thresholds_of(state.rules),
        ladder=ladder_of(state.rules),
        match={**match_data(for_seat(state, None)), **open_hands(state)},
        steps=tuple(_steps(state, events[span.start + 1 : span.end])),
    )


def _steps(state: State, events: Iterable[Event]) -> Iterator[ReplayStep]:
    view, opened = for_seat(state, None), open_hands(state)
    for event in events:
        state = evolve(state, event)
        view_before, opened_before = view, opened
        view, opened = for_seat(state, None), open_hands(state)
        patch = {**whole_changes(view_before, view), **open_changes(opened_before, opened)}
        yield ReplayStep(event=event_to_data(event), patch=patch)


def record_lines(events: Sequence[Event]) -> Iterator[str]:
    """The lines of a record up to the end of the last finished deal, without line ends."""
    end = max((span.end for span in _spans(events)), default=0)
    yield from write(events[:end])


def read_record(text: str) -> list[Event]:
    """The events of a record, JSON Lines or text form, of which at least one deal is over.

    Raises RecordError: too big, damaged, against the rules, or without a finished deal.
    """
    if len(text.encode("utf-8", errors="replace")) > LARGEST_RECORD:
        raise RecordError("record_too_big", 1, number=LARGEST_RECORD // MEGABYTE)
    if text.lstrip("\ufeff").lstrip().startswith("{"):
        events = read(text.removeprefix("\ufeff").splitlines(keepends=True))
        verify(events)
    else:
        events = from_text(text)
    if not deals_of(events):
        raise RecordError("record_no_deal", 1)
    return events

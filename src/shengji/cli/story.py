"""A record taken apart for people: deal by deal, what was held, bid, buried, played and scored."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from shengji.engine.errors import ShengjiError
from shengji.engine.events import (
    BidMade,
    Buried,
    ClaimFailed,
    DealScored,
    DealStarted,
    Dealt,
    DealVoided,
    Dug,
    Event,
    FaultFound,
    KittyTaken,
    LevelsMoved,
    MatchEnded,
    MatchStarted,
    Penalised,
    Played,
    Settled,
    ThrowFailed,
    TimeCalled,
    TrickTaken,
    TrumpSet,
)
from shengji.engine.evolve import evolve
from shengji.engine.record import RecordError
from shengji.engine.state import State, before_match

FIRST_LINE = 2

# What events that cannot have happened may raise where they are evolved or told.
IMPOSSIBLE = (LookupError, TypeError, AttributeError, AssertionError, ValueError)


class ReplayError(ShengjiError):
    """A record that cannot be shown, or not the deal that was asked for."""


@dataclass(slots=True)
class DealStory:
    """One deal.  `kitty_moves` are KittyTaken and Buried in order, `notes` what is rare."""

    started: DealStarted
    levels: tuple[str, ...]
    hands: list[list[int]]
    bids: list[tuple[BidMade, int]] = field(default_factory=list)
    trumps: list[TrumpSet] = field(default_factory=list)
    kitty_moves: list[KittyTaken | Buried] = field(default_factory=list)
    plays: list[list[Played]] = field(default_factory=list)
    taken: list[TrickTaken] = field(default_factory=list)
    throws: list[tuple[int, ThrowFailed]] = field(default_factory=list)
    notes: list[tuple[int, Event]] = field(default_factory=list)
    results: list[Dug | DealScored | Settled | LevelsMoved] = field(default_factory=list)
    voided: DealVoided | None = None

    @property
    def trick(self) -> int:
        """The trick under way, from 1."""
        return len(self.taken) + 1


@dataclass(slots=True)
class MatchStory:
    """A whole match, as far as it was recorded."""

    started: MatchStarted
    deals: list[DealStory]
    ended: MatchEnded | None
    state: State


def story_of(events: Sequence[Event]) -> MatchStory:
    """The story of a record, played through `evolve`.

    Raises ReplayError if there is nothing, RecordError where cards are hidden or evolving fails.
    """
    if not events:
        raise ReplayError("no_events")
    first = events[0]
    if not isinstance(first, MatchStarted):
        raise RecordError("record_misplaced", FIRST_LINE, event=type(first).__name__)
    state = before_match()
    deals: list[DealStory] = []
    ended: MatchEnded | None = None
    for line, event in enumerate(events, FIRST_LINE):
        name = type(event).__name__
        if hidden(event):
            raise RecordError("record_hidden", line, event=name)
        before = state
        try:
            state = evolve(state, event)
            if isinstance(event, DealStarted):
                players = state.rules.players
                deals.append(DealStory(event, before.levels, [[] for _ in range(players)]))
            elif isinstance(event, MatchEnded):
                ended = event
            elif type(event) in _TOLD and deals:
                _TOLD[type(event)](deals[-1], event)
        except IMPOSSIBLE as error:
            raise RecordError("record_misplaced", line, event=name) from error
    return MatchStory(first, deals, ended, state)


def hidden(event: Event) -> bool:
    """Whether an event hides cards, as it does where it was meant for one viewer."""
    match event:
        case DealStarted():
            return event.deck is None
        case Dealt():
            return event.card is None
        case BidMade() | KittyTaken() | Buried():
            return event.cards is None
        case ThrowFailed():
            return event.beaten_by is None
        case _:
            return False


def _dealt(deal: DealStory, event: Dealt) -> None:
    assert event.card is not None
    deal.hands[event.seat].append(event.card)


def _bid(deal: DealStory, event: BidMade) -> None:
    deal.bids.append((event, sum(len(hand) for hand in deal.hands)))


def _played(deal: DealStory, event: Played) -> None:
    if len(deal.plays) < deal.trick:
        deal.plays.append([])
    deal.plays[-1].append(event)


def _voided(deal: DealStory, event: DealVoided) -> None:
    deal.voided = event


def _note(deal: DealStory, event: Event) -> None:
    deal.notes.append((deal.trick, event))


def _result(deal: DealStory, event: Dug | DealScored | Settled | LevelsMoved) -> None:
    deal.results.append(event)


def _kitty(deal: DealStory, event: KittyTaken | Buried) -> None:
    deal.kitty_moves.append(event)


_TOLD: dict[type[Any], Callable[[DealStory, Any], None]] = {
    Dealt: _dealt,
    BidMade: _bid,
    TrumpSet: lambda deal, event: deal.trumps.append(event),
    KittyTaken: _kitty,
    Buried: _kitty,
    Played: _played,
    TrickTaken: lambda deal, event: deal.taken.append(event),
    ThrowFailed: lambda deal, event: deal.throws.append((deal.trick, event)),
    Penalised: _note,
    FaultFound: _note,
    ClaimFailed: _note,
    TimeCalled: _note,
    Dug: _result,
    DealScored: _result,
    Settled: _result,
    LevelsMoved: _result,
    DealVoided: _voided,
}

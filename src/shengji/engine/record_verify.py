"""Events played again: which actions made them, and whether the engine says the same.

Nothing is trusted but `decide`: from the next events the action is guessed that must have made
them, and what `decide` makes of it must be those events exactly.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Any

from .actions import (
    Action,
    Agree,
    Bid,
    Bury,
    Claim,
    CloseBidding,
    Deal,
    Expose,
    Forfeit,
    Pass,
    Play,
    Propose,
    Rule,
    StartDeal,
    StartMatch,
    TakeBack,
    TimeUp,
)
from .decide import decide
from .errors import Refusal
from .events import (
    Agreed,
    BidMade,
    BidsShown,
    Buried,
    ClaimFailed,
    DealStarted,
    Dealt,
    DealVoided,
    Event,
    Events,
    FaultFound,
    MatchEnded,
    MatchStarted,
    Passed,
    Penalised,
    Played,
    Proposed,
    ThrowFailed,
    TimeCalled,
    TrumpSet,
)
from .evolve import evolve_all
from .record_codec import RecordError
from .referee import EXPOSED_BID, EXPOSED_EARLY, REVOKE, TAKE_BACK, WRONG_COUNT
from .seats import SIDES, other_side
from .state import State, before_match

FIRST_LINE = 2
FORFEIT = "forfeit"

Rest = Sequence[Event]


def replay(events: Iterable[Event]) -> State:
    """The state after the events of a match.  They are trusted: see `verify`."""
    return evolve_all(before_match(), events)


def verify(events: Sequence[Event]) -> None:
    """Refuse events that the engine would not have made.  Raises RecordError.

    The error's line is that of the first event that does not fit, in a record of these events.
    """
    for _ in steps(events):
        pass


def steps(events: Sequence[Event], *, allow_cut: bool = False) -> Iterator[tuple[Action, Events]]:
    """The actions that made the events of a match, each with its own events.

    An action that leaves no trace in events is not among them, nor is who made a claim that was
    right: some seat of the side.  Raises RecordError at the first event that does not fit.
    `allow_cut`: an action at the end that has only some of its events is left out.
    """
    state = before_match()
    at = 0
    while at < len(events):
        action, made = _action(state, events, at)
        recorded = tuple(events[at : at + len(made)])
        if recorded != made:
            if allow_cut and recorded == made[: len(recorded)]:
                return
            raise _misfit(recorded, made, at + FIRST_LINE)
        yield action, made
        state = evolve_all(state, made)
        at += len(made)


def _misfit(recorded: Events, made: Events, line: int) -> RecordError:
    """Where the events first differ from those that they should be."""
    pairs = zip(recorded, made, strict=False)
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    expected = type(made[same]).__name__
    if same == len(recorded):
        return RecordError("record_unfinished", line + same - 1, expected=expected)
    event = type(recorded[same]).__name__
    return RecordError("record_differs", line + same, event=event, expected=expected)


def _action(state: State, events: Rest, at: int) -> tuple[Action, Events]:
    """The action that made the next events, and the events that it makes."""
    event = events[at]
    line = at + FIRST_LINE
    name = type(event).__name__
    guess = _GUESSES.get(type(event))
    action = guess(event, events, at) if guess else None
    if action is None:
        raise RecordError("record_misplaced", line, event=name)
    if None in (getattr(event, "cards", ()), getattr(event, "deck", ())):
        raise RecordError("record_hidden", line, event=name)
    made = decide(state, action)
    if isinstance(made, Refusal):
        raise RecordError("record_refused", line, event=name, reason=made.code)
    if isinstance(action, Play) and made != tuple(events[at : at + len(made)]):
        return _read_anew(state, action, made, events[at:])
    return action, made


def _read_anew(state: State, action: Play, made: Events, rest: Rest) -> tuple[Action, Events]:
    """The play under the reading that the events name, if that makes them; else as it was."""
    event = rest[0]
    if not isinstance(event, Played | ThrowFailed) or len(event.pieces) > len(event.cards):
        return action, made
    again = Play(action.seat, action.cards, event.pieces)
    other = decide(state, again)
    if not isinstance(other, Refusal) and other == tuple(rest[: len(other)]):
        return again, other
    return action, made


# -- guesses: the first event of an action tells which it was ----------------------------------


def _deal(_: Dealt, events: Rest, at: int) -> Action:
    end = at
    while end < len(events) and isinstance(events[end], Dealt):
        end += 1
    return Deal(end - at)


def _fault(event: FaultFound, events: Rest, at: int) -> Action | None:
    seat, trick = event.seat, event.trick
    if event.kind == WRONG_COUNT:
        after = events[at + 1] if at + 1 < len(events) else None
        both = isinstance(after, FaultFound) and after.kind == WRONG_COUNT
        return Rule(WRONG_COUNT, None if both else event.side)
    if seat is None:
        return None
    if event.kind == REVOKE and trick is not None:
        return Claim(other_side(seat % SIDES), trick, seat)
    if event.kind == TAKE_BACK:
        return TakeBack(seat)
    if event.kind in (EXPOSED_BID, EXPOSED_EARLY):
        return Expose(seat, event.cards)
    return None


def _ended(event: MatchEnded, _: Rest, __: int) -> Action | None:
    """Only a forfeit ends a match by itself; who left, the event does not say: some seat."""
    if event.reason != FORFEIT or event.winner is None:
        return None
    return Forfeit(other_side(event.winner))


def _close(*_: object) -> Action:
    return CloseBidding()


_GUESSES: dict[type[Any], Callable[[Any, Rest, int], Action | None]] = {
    MatchStarted: lambda one, *_: StartMatch(one.rules, one.levels, one.assisted),
    DealStarted: lambda one, *_: StartDeal(one.deck, one.first),
    Dealt: _deal,
    BidMade: lambda one, *_: Bid(one.seat, one.cards),
    Passed: lambda one, *_: Pass(one.seat),
    BidsShown: _close,
    TrumpSet: _close,
    DealVoided: _close,
    Buried: lambda one, *_: Bury(one.seat, one.cards),
    Played: lambda one, *_: Play(one.seat, one.cards),
    ThrowFailed: lambda one, *_: Play(one.seat, one.cards),
    FaultFound: _fault,
    ClaimFailed: lambda one, *_: Claim(one.seat, one.trick, one.against),
    Proposed: lambda one, *_: Propose(one.kind, one.levels),
    Agreed: lambda one, *_: Agree(one.side),
    TimeCalled: lambda _, *__: TimeUp(),
    Penalised: lambda one, *_: None if one.seat is None else Forfeit(one.seat),
    MatchEnded: _ended,
}

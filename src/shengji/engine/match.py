"""A match: its beginning, its time, and how it may end without a deal's score."""

from .actions import Agree, Forfeit, Propose, StartMatch, TimeUp
from .cards import RANKS
from .ending import leader, voided
from .errors import Refusal
from .events import (
    Agreed,
    Event,
    Events,
    LevelsMoved,
    MatchEnded,
    MatchStarted,
    Penalised,
    Proposed,
    TimeCalled,
)
from .ruleset import Ruleset, past_goal
from .scoring import personal_score
from .seats import SIDES, other_side, side_of
from .state import ENDED, IDLE, READY, State

PROPOSALS = ("levels", "redeal", "end")


def start_match(state: State, action: StartMatch) -> Events | Refusal:
    """The match is opened; levels are the ruleset's first unless given (D-01, G-19)."""
    if state.phase != IDLE:
        return Refusal("not_now", "G-19")
    rules = action.rules
    levels = action.levels or (rules.start_level,) * SIDES
    if not good_levels(levels, rules):
        return Refusal("no_such_level", "G-19")
    return (MatchStarted(rules, levels, action.assisted),)


def good_levels(levels: tuple[str, ...], rules: Ruleset) -> bool:
    """Whether these are levels, one a side, none past the goal."""
    known = all(len(level) == 1 and level in RANKS for level in levels)
    return len(levels) == SIDES and known and not past_goal(rules, *levels)


def time_up(state: State, action: TimeUp) -> Events | Refusal:
    """The match's time is over: between deals it ends, else the deal is played out (B-12)."""
    if state.phase in (IDLE, ENDED) or state.time_up:
        return Refusal("not_now", "B-12")
    called = TimeCalled()
    if state.phase != READY:
        return (called,)
    winner = leader(state.rules, state.levels, state.climbed, state.declaring)
    return called, MatchEnded(winner, "time")


def deal_runs(state: State) -> bool:
    """Whether a deal is under way."""
    return state.phase not in (IDLE, READY, ENDED)


def forfeit(state: State, action: Forfeit) -> Events | Refusal:
    """A seat leaves for good (B-01, D-15)."""
    rules = state.rules
    if state.phase in (IDLE, ENDED):
        return Refusal("not_now", "B-01")
    if not 0 <= action.seat < rules.players:
        return Refusal("no_such_seat", "G-01", seat=action.seat)
    side = side_of(action.seat)
    if rules.forfeit_match or not rules.runaway_points:
        return (MatchEnded(other_side(side), "forfeit"),)
    if not deal_runs(state):
        return Refusal("not_now", "D-15")
    lost = Penalised("run-away", side, action.seat, personal=rules.runaway_points)
    return lost, *voided(state, "run-away")


def propose(state: State, action: Propose) -> Events | Refusal:
    """An official proposes how to go on (B-13)."""
    if state.phase in (IDLE, ENDED):
        return Refusal("not_now", "B-13")
    if action.kind not in PROPOSALS:
        return Refusal("no_such_proposal", "B-13")
    if action.kind == "redeal" and not deal_runs(state):
        return Refusal("not_now", "B-13")
    if action.kind == "levels" and not good_levels(action.levels or (), state.rules):
        return Refusal("no_such_level", "B-13")
    return (Proposed(action.kind, action.levels if action.kind == "levels" else None),)


def agree(state: State, action: Agree) -> Events | Refusal:
    """A side agrees; with both sides it takes effect (B-13)."""
    if state.proposal is None:
        return Refusal("nothing_proposed", "B-13")
    kind, levels, sides = state.proposal
    if action.side not in range(SIDES) or action.side in sides:
        return Refusal("agreed_already", "B-13")
    events: list[Event] = [Agreed(action.side)]
    if len(sides) + 1 == SIDES:
        if kind == "redeal":
            events += voided(state, "agreed")
        elif kind == "levels" and levels is not None:
            events.append(LevelsMoved(levels, climbed_to(state, levels), state.banker))
        else:
            winner = leader(state.rules, state.levels, state.climbed, None)
            events.append(MatchEnded(winner, "agreed"))
    return tuple(events)


def climbed_to(state: State, levels: tuple[str, ...]) -> tuple[int, ...]:
    """Levels gained in all by side, once the sides stand on these levels by agreement."""
    return tuple(
        climbed + RANKS.index(new) - RANKS.index(old)
        for climbed, new, old in zip(state.climbed, levels, state.levels, strict=True)
    )


def personal_scores(state: State) -> tuple[int, ...]:
    """The personal score of every seat as the match stands, penalties included (F-13, D-15)."""
    starts = [RANKS.index(level) for level in state.start_levels]
    reached = [start + more for start, more in zip(starts, state.climbed, strict=True)]
    scores = []
    for seat in range(state.rules.players):
        side = side_of(seat)
        gap = reached[side] - reached[other_side(side)]
        score = personal_score(
            state.climbed[side], gap, state.deals_scored, state.failed_throws[seat]
        )
        scores.append(score + state.personal[seat])
    return tuple(scores)

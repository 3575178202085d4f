"""The self-check: whole matches of bots, watched (`shengji check`)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from shengji.bots.policy import Policy
from shengji.engine.cards import full_deck, points
from shengji.engine.events import DealScored, Event
from shengji.engine.evolve import evolve_all, hands_now
from shengji.engine.record import read, write
from shengji.engine.ruleset import Ruleset
from shengji.engine.state import PLAYING, Deal, State, before_match

from .leaks import leaks
from .playthrough import Step, steps

POINTS_A_DECK = 100
LEAK_ONE_IN = 10


class CheckError(AssertionError):
    """The engine did not keep a promise; the text says which, in which deal."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What was watched: deals scored, events, views compared for leaks."""

    deals: int
    events: int
    views: int


def check_match(seed: int, rules: Ruleset, policies: Sequence[Policy], deals: int = 0) -> Checked:
    """Play a match (or so many deals of it) and watch it.

    Cards and points are conserved after every action, the score adds up, views do not leak, the
    record reads back to the same events and the same state, and a second run is the same.
    Raises CheckError.
    """
    rng = Random(f"check/{seed}")
    events: list[Event] = []
    views = 0
    state = before_match()
    for step in steps(rules, seed, policies, deals):
        state = step.state
        events += step.events
        conserved(step)
        if state.deal is not None and rng.randrange(LEAK_ONE_IN) == 0:
            seat = rng.choice([*range(rules.players), None])
            views += 1
            if leaks(state, seat, rng):
                raise CheckError(f"seat {seat} sees hidden cards ({place_of(state)})")
    round_trip(events, state)
    again = [event for step in steps(rules, seed, policies, deals) for event in step.events]
    if again != events:
        raise CheckError(f"seed {seed} does not play the same match twice")
    return Checked(sum(isinstance(event, DealScored) for event in events), len(events), views)


def place_of(state: State) -> str:
    """Where in a match something went wrong, for the error."""
    tricks = len(state.deal.tricks) if state.deal else 0
    return f"{state.rules.id}, deal {state.number}, {state.phase}, trick {tricks + 1}"


def conserved(step: Step) -> None:
    """Every card is in one place, and the points add up.  Raises CheckError."""
    state = step.state
    deal = state.deal
    if deal is None or deal.setting is None:
        return
    if state.phase == PLAYING:
        every = Counter(card for hand in hands_now(state) for card in hand)
        every.update(deal.kitty)
        every.update(card for play in plays_of(deal) for card in play)
        if every != Counter(full_deck(state.rules.decks)):
            raise CheckError(f"cards are not conserved ({place_of(state)})")
    for event in step.events:
        if isinstance(event, DealScored):
            scored(state, deal, event)


def plays_of(deal: Deal) -> Iterator[tuple[int, ...]]:
    """The cards of every play of a deal so far."""
    for trick in deal.tricks:
        yield from (made.cards for made in trick.plays)
    yield from (made.cards for made in deal.plays)


def scored(state: State, deal: Deal, event: DealScored) -> None:
    """A score's parts add up to it, and all points of the deck were played or buried."""
    if event.total != event.tricks + event.dug + event.penalties:
        raise CheckError(f"the score does not add up ({place_of(state)})")
    on_table = sum(points(play) for play in plays_of(deal)) + points(event.kitty)
    if on_table != POINTS_A_DECK * state.rules.decks:
        raise CheckError(f"points are not conserved ({place_of(state)})")


def round_trip(events: list[Event], state: State) -> None:
    """The record gives the same events back, and they give the same state."""
    if read(write(events)) != events:
        raise CheckError("the record does not read back")
    if evolve_all(before_match(), events) != state:
        raise CheckError("the record does not replay to the same state")

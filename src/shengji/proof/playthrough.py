"""All-bot play: one loop over `due`, through `decide` and `evolve`."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from shengji.bots.policy import Policy
from shengji.engine.actions import Action, Deal, Pass, StartDeal, StartMatch
from shengji.engine.cards import full_deck
from shengji.engine.decide import decide
from shengji.engine.due import SEAT, Due, due
from shengji.engine.errors import Refusal
from shengji.engine.events import Event
from shengji.engine.evolve import evolve
from shengji.engine.ruleset import Ruleset
from shengji.engine.state import DEALING, ENDED, READY, State, before_match
from shengji.engine.view import for_seat


class PlayError(RuntimeError):
    """A bot did what may not be done."""


@dataclass(frozen=True, slots=True)
class Step:
    """One action, the events that it brought about, and the state after them."""

    action: Action
    events: tuple[Event, ...]
    state: State


def shuffled(rules: Ruleset, rng: Random) -> StartDeal:
    """A shuffled deck for the next deal, and a seat drawn by lot for the first card (G-01)."""
    deck = list(full_deck(rules.decks))
    rng.shuffle(deck)
    return StartDeal(tuple(deck), rng.randrange(rules.players))


def apply(state: State, action: Action) -> Step:
    """Decide and evolve.  Raises PlayError if the action is refused."""
    events = decide(state, action)
    if isinstance(events, Refusal):
        raise PlayError(f"{action!r}: {events!r}")
    for event in events:
        state = evolve(state, event)
    return Step(action, events, state)


def table_action(state: State, rules: Ruleset, one: Due, rng: Random, one_by_one: bool) -> Action:
    """What the table does when it is its turn: start, or deal one card or all at once."""
    if one.action == "StartMatch":
        return StartMatch(rules)
    if one.action == "StartDeal":
        return shuffled(rules, rng)
    assert state.deal is not None
    return Deal(1 if one_by_one else rules.hand_size * rules.players - state.deal.dealt)


def last_drawn(state: State) -> int | None:
    """The seat that drew the last card, if it may bid while cards are dealt."""
    bidders = next((one.seats for one in due(state) if one.by == SEAT), ())
    if state.phase != DEALING or state.deal is None or not state.deal.dealt:
        return None
    seat = (state.deal.first + state.deal.dealt - 1) % state.rules.players
    return seat if seat in bidders else None


def steps(
    rules: Ruleset,
    seed: int,
    policies: Sequence[Policy],
    deals: int = 0,
    *,
    one_by_one: bool = False,
) -> Iterator[Step]:
    """A match of bots, step by step, to its end or for so many deals that were scored.

    `policies` has one bot a seat.  The seed settles decks and bots.  `one_by_one`: whoever drew
    a card may bid before the next one is dealt; else bots bid when all cards are dealt.
    """
    deck_rng = Random(seed)
    bot_rngs = [Random(f"{seed}/{seat}") for seat in range(rules.players)]
    state = before_match()
    asked = False
    while state.phase != ENDED:
        if deals and state.phase == READY and state.deals_scored >= deals:
            return
        one = due(state)[0]
        seat = one.seats[0] if one.by == SEAT else None
        if one_by_one and not asked:
            drew = last_drawn(state)
            seat = drew if drew is not None and for_seat(state, drew).bids else seat
        if seat is None:
            action = table_action(state, rules, one, deck_rng, one_by_one)
        else:
            action = policies[seat](for_seat(state, seat), bot_rngs[seat], 0)
        asked = state.phase == DEALING and seat is not None
        if asked and isinstance(action, Pass):
            continue
        step = apply(state, action)
        state = step.state
        yield step

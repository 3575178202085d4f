"""What tests of advice share: verdicts, and deals of bots as every seat sees them."""

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random

from shengji.bots.tiers import TIERS
from shengji.engine.actions import Action, Bid
from shengji.engine.ruleset import preset
from shengji.engine.state import State
from shengji.engine.view import View, for_seat
from shengji.hall.advice import verdict_of
from shengji.hall.protocol import Verdict
from shengji.proof.playthrough import steps
from table import Table

SEATS = range(4)


def said(table: Table, seat: int, cards: str, lang: str = "zh") -> Verdict:
    """The verdict on some cards of a seat."""
    return verdict_of(for_seat(table.state, seat), 7, cards, lang)


def eager(view: View, rng: Random, budget: int) -> Action:
    """Bids whenever it may; else plays at random."""
    if view.bids and view.seat is not None:
        return Bid(view.seat, rng.choice(view.bids).cards)
    return TIERS["random"](view, rng, budget)


@cache
def moments(name: str, seed: int = 0, **options: object) -> tuple[State, ...]:
    """The states of a deal of bots, card by card; the odd seats bid whatever they may."""
    rules = preset(name).changed(options)
    bots = [eager if seat % 2 else TIERS["novice"] for seat in SEATS]
    found = [step.state for step in steps(rules, seed, bots, 1, one_by_one=True)]
    return tuple(state for state in found if state.deal is not None)


def views(states: Sequence[State]) -> Iterator[tuple[State, View]]:
    """Every state as each seat sees it."""
    for state in states:
        for seat in SEATS:
            yield state, for_seat(state, seat)

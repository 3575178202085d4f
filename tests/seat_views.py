"""What seats see in a random match of a preset."""

from collections.abc import Iterator
from random import Random

from driver import steps
from shengji.engine.due import SEAT, due
from shengji.engine.evolve import evolve_all
from shengji.engine.ruleset import Ruleset, preset
from shengji.engine.state import State, before_match
from shengji.engine.view import View, for_seat


def states(rules: Ruleset, seed: int, **how: bool) -> Iterator[State]:
    """The states of a random match, one after each action; `how` as for `driver.steps`."""
    state = before_match()
    for _, events in steps(rules, Random(seed), **how):
        state = evolve_all(state, events)
        yield state


def deciding_views(name: str, number: int, seed: int = 1) -> list[View]:
    """So many views of seats that have to decide something, from the beginning of a match."""
    found: list[View] = []
    for state in states(preset(name), seed):
        found += [for_seat(state, one.seats[0]) for one in due(state) if one.by == SEAT]
        if len(found) >= number:
            break
    return found[:number]

"""Who is due, also between the events of one action."""

from random import Random

import pytest

from shengji.bots import novice
from shengji.engine.due import SEAT, due
from shengji.engine.evolve import evolve
from shengji.engine.ruleset import preset
from shengji.engine.state import PLAYING, before_match
from shengji.engine.view import for_seat
from shengji.proof.playthrough import steps


@pytest.mark.parametrize("rules", ["huanle-2", "jj", "weijia-1", "eighty"])
def test_after_every_single_event_a_seat_that_is_due_to_play_has_a_play(rules: str) -> None:
    state = before_match()
    between = 0
    for step in steps(preset(rules), 4, (novice.decide,) * 4, 2):
        for event in step.events:
            state = evolve(state, event)
            if state.phase != PLAYING:
                continue
            seats = [seat for one in due(state) if one.by == SEAT for seat in one.seats]
            between += not seats
            for seat in seats:
                novice.decide(for_seat(state, seat), Random(1), 0)
    assert between > 20

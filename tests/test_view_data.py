"""A view is read back from its written form without a difference."""

import json
from dataclasses import replace
from itertools import islice

import pytest

from seat_views import deciding_views, states
from shengji.engine.errors import ShengjiError
from shengji.engine.ruleset import PRESETS, preset
from shengji.engine.view import for_seat
from shengji.engine.view_data import view_from_data

STEPS = 400
SEATS = (0, 1, 2, 3, None)


@pytest.mark.parametrize("table", ["assisted", "unassisted", "stormy"])
@pytest.mark.parametrize("name", PRESETS)
def test_a_view_is_what_its_written_form_says(name: str, table: str) -> None:
    how = {"assisted": table == "assisted", "stormy": table == "stormy"}
    phases = set()
    for number, state in enumerate(islice(states(preset(name), 7, **how), STEPS)):
        seat = SEATS[number % len(SEATS)]
        view = for_seat(state, seat)
        assert view_from_data(view.to_data()) == view
        assert view_from_data(json.loads(json.dumps(view.to_data()))) == view
        phases.add(view.phase)
    assert {"ready", "playing"} <= phases or table == "stormy"


def test_the_rules_of_a_house_come_with_the_view() -> None:
    rules = replace(preset("eighty"), id="house", kitty_points_max=40)
    state = next(states(rules, 1))
    assert view_from_data(for_seat(state, 0).to_data()).rules == rules


def test_a_view_with_a_missing_field_or_an_unknown_card_is_none() -> None:
    (view,) = deciding_views("eighty", 1)
    data = view.to_data()
    with pytest.raises(ShengjiError):
        view_from_data({**data, "hand": ["1x"]})
    del data["hand"]
    with pytest.raises(KeyError):
        view_from_data(data)

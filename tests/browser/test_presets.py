"""A person and three bots play every system through the browser."""

import re

import pytest
from playwright.sync_api import expect

from browser.conftest import Visit
from browser.said import PRESETS


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_is_played_to_the_end_of_a_deal_and_on(visit: Visit, preset: str) -> None:
    mei = visit()
    mei.goes_to("/")
    mei.button(re.compile(f"^{PRESETS[preset].replace(' ', '[^，。]*')}")).click()
    mei.plays_on()
    expect(mei.result.get_by_role("heading")).not_to_be_empty()
    mei.starts_next(2)
    expect(mei.cards.first).to_be_visible()

"""Matches to their end, and what comes after."""

import pytest
from playwright.sync_api import expect

from browser.conftest import Visit

SHORT = {
    "huanle-2": {"start_level": "A"},
    "weijia-1": {"match_deals": 2},
}


@pytest.mark.parametrize("preset", SHORT)
def test_a_match_is_played_to_its_end_and_another_begins(visit: Visit, preset: str) -> None:
    mei = visit()
    mei.opens(preset, **SHORT[preset])
    over = mei.result.get_by_role("heading", name="胜").or_(
        mei.result.get_by_role("heading", name="不分胜负")
    )
    for number in range(2, 30):
        mei.plays_on()
        if over.count():
            break
        mei.starts_next(number)
    expect(over).to_be_visible()
    mei.able("再来一场").click()
    expect(mei.result).to_have_count(0)
    mei.able(mei.say["begin"]).click()
    expect(mei.cards).not_to_have_count(0)

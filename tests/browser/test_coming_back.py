"""A reload and a lost connection, in each phase: the table is as it was."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from browser.conftest import Visit
from browser.house import House
from browser.visitor import Visitor
from shengji.engine.ruleset import preset
from table import rigged

LEVEL_CARDS = {0: "2s 2s 2h 2h 2c 2c 2d 2d"}
"""Nobody else can bid, so that Mei gets the bank."""
PART = 42


def dealing(house: House, mei: Visitor) -> None:
    """Some cards are dealt, and one may bid."""
    house.freeze(mei.code)
    house.deal(mei.code, PART)
    expect(mei.cards).not_to_have_count(0)


def bidding(house: House, mei: Visitor) -> None:
    """All cards are dealt, and one is asked for a bid."""
    house.thaw(mei.code)
    house.deal(mei.code, 1)
    expect(mei.no_bid).to_be_visible()


def burying(house: House, mei: Visitor) -> None:
    """One has the kitty."""
    bidding(house, mei)
    mei.bids_or_passes()
    expect(mei.cards).to_have_count(33)


def leading(house: House, mei: Visitor) -> None:
    """It is one's own turn to play."""
    burying(house, mei)
    mei.buries()
    expect(mei.hint).to_be_visible()


def waiting(house: House, mei: Visitor) -> None:
    """It is another's turn, whose card does not come."""
    leading(house, mei)
    house.freeze(mei.code)
    mei.plays_hint()


def result(house: House, mei: Visitor) -> None:
    """The deal is over."""
    leading(house, mei)
    mei.plays_on()


PHASES = [dealing, bidding, burying, leading, waiting, result]
Phase = Callable[[House, Visitor], None]


@pytest.fixture
def mei(house: House, visit: Visit) -> Visitor:
    """Mei at a table where nothing moves yet."""
    house.arrange(pace=1000.0, decks=[rigged(preset("huanle-2"), LEVEL_CARDS, "", {}, 0)])
    visitor = visit()
    visitor.opens()
    return visitor


@pytest.mark.parametrize("phase", PHASES)
def test_a_reload_shows_the_table_as_it_was(house: House, mei: Visitor, phase: Phase) -> None:
    phase(house, mei)
    seen = mei.picture()
    mei.page.reload()
    expect(mei.cards if phase is not result else mei.result).not_to_have_count(0)
    assert mei.picture() == seen
    goes_on(house, mei)


@pytest.mark.parametrize("phase", PHASES)
def test_a_lost_connection_comes_back_by_itself(house: House, mei: Visitor, phase: Phase) -> None:
    phase(house, mei)
    if phase in (burying, leading):
        mei.takes_hint()
    picked = mei.picked()
    seen = mei.picture()
    mei.offline_expected = True
    mei.context.set_offline(True)
    house.hang_up(mei.code)
    lost = mei.page.get_by_role("status").filter(has_text=re.compile("正在重连|正在连接"))
    expect(lost).to_be_visible()
    mei.context.set_offline(False)
    expect(lost).to_have_count(0)
    mei.offline_expected = False
    assert mei.picture() == seen
    assert mei.picked() == picked
    if picked:
        mei.button("重选").click()
    goes_on(house, mei)


def goes_on(house: House, mei: Visitor) -> None:
    """The deal can be played to its end, and the next one begins."""
    house.thaw(mei.code)
    if mei.result.count() == 0:
        mei.plays_on()
    mei.starts_next(2)

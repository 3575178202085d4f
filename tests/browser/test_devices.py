"""One seat on two devices, and a hall that is killed while people play."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.conftest import Visit
from browser.house import House
from shengji.hall.apart import Hall

ELSEWHERE = "你在另一台设备上接着打了。"


@pytest.fixture
def frail(house: House, tmp_path: Path) -> Iterator[Hall]:
    """A hall in a process of its own, which can be killed."""
    hall = Hall(tmp_path)
    house.runs(hall.start())
    yield hall
    house.runs(hall.kill())


def test_the_newest_of_two_devices_plays_and_the_older_returns_when_touched(visit: Visit) -> None:
    desk, phone = visit(), visit()
    code = desk.opens()
    desk.goes_to("/")
    desk.button("用另一台设备接着玩").click()
    dialog = desk.page.get_by_role("dialog")
    link = dialog.get_by_role("textbox", name="链接", exact=True).input_value()
    desk.goes_to(f"/r/{code}")
    expect(desk.cards).to_have_count(25)

    phone.goes_to(f"/link#{link.partition('#')[2]}")
    expect(phone.page.get_by_role("status")).to_contain_text(desk.name)
    phone.button("回到大厅").click()
    phone.button(phone.say["go on"]).click()
    expect(phone.cards).to_have_count(25)
    assert phone.held() == desk.held()
    expect(desk.page.get_by_text(ELSEWHERE)).to_be_visible()

    desk.button("在这里继续").click()
    expect(desk.page.get_by_text(ELSEWHERE)).to_have_count(0)
    expect(phone.page.get_by_text(ELSEWHERE)).to_be_visible()
    desk.plays_on()


def test_a_killed_hall_comes_back_and_play_goes_on_untouched(
    house: House, frail: Hall, visit: Visit
) -> None:
    mei = visit(frail.base)
    mei.opens()
    for _ in range(2):
        while (asked := mei.waits_for_turn()) != "play":
            mei.buries() if asked == "bury" else mei.bids_or_passes()
        mei.plays_hint()
        mei.waits_for_turn()
        mei.takes_hint()
        picked, seen = mei.picked(), mei.picture()
        mei.offline_expected = True
        house.runs(frail.kill())
        lost = mei.page.get_by_role("status").filter(has_text=re.compile("正在重连|正在连接"))
        expect(lost).to_be_visible()
        house.runs(frail.start())
        expect(lost).to_have_count(0)
        mei.offline_expected = False
        assert (mei.picked(), mei.picture()) == (picked, seen)
        mei.acts("play")
    mei.plays_on()
    mei.starts_next(2)

"""The first visit, the second, and what happens to a table that nobody looks at."""

import time

from playwright.sync_api import expect

from browser.conftest import Visit
from browser.house import House

STILL_S = 0.6


def test_one_touch_leads_from_the_start_page_to_a_table_with_cards(visit: Visit) -> None:
    mei = visit()
    mei.goes_to("/")
    mei.button(mei.say["start"]).click()
    expect(mei.cards).not_to_have_count(0)
    expect(mei.page.get_by_role("dialog")).to_have_count(0)


def test_a_table_speaks_the_browsers_language(visit: Visit) -> None:
    ann = visit(lang="en")
    ann.goes_to("/")
    ann.button(ann.say["start"]).click()
    expect(ann.cards).to_have_count(25)
    expect(ann.page.locator("html")).to_have_attribute("lang", "en")
    ann.plays_on()
    ann.starts_next(2)


def test_the_second_visit_offers_to_go_on(visit: Visit) -> None:
    mei = visit()
    mei.goes_to("/")
    expect(mei.button(mei.say["go on"])).to_have_count(0)
    mei.button(mei.say["start"]).click()
    expect(mei.cards).to_have_count(25)
    held = mei.held()
    mei.page.close()

    mei.new_page()
    mei.goes_to("/")
    mei.button(mei.say["go on"]).click()
    expect(mei.cards).to_have_count(25)
    assert mei.held() == held


def test_a_path_that_leads_nowhere_says_so_and_leads_back(visit: Visit) -> None:
    mei = visit()
    mei.goes_to("/nowhere")
    expect(mei.page.get_by_role("alert")).to_have_text("没有这一页。网址也许抄错了。")
    mei.problems.clear()  # the browser's own word on the status 404
    mei.button("回到大厅").click()
    expect(mei.button(mei.say["start"])).to_be_visible()


def test_a_table_stands_still_while_its_page_is_closed(house: House, visit: Visit) -> None:
    house.arrange(pace=1.0)
    mei = visit()
    code = mei.opens(settings={"speed": "fast"})
    expect(mei.cards).not_to_have_count(0)
    mei.page.close()
    while house.within(lambda: house.room(code).members):
        time.sleep(0.01)
    stood = house.room(code).seq
    time.sleep(STILL_S)
    assert house.room(code).seq == stood

    mei.new_page()
    mei.goes_to(f"/r/{code}")
    expect(mei.cards).not_to_have_count(0)
    mei.able(mei.say["rush"]).click()
    expect(mei.cards).to_have_count(25)


def test_the_rest_is_dealt_at_one_touch(house: House, visit: Visit) -> None:
    house.arrange(pace=1.0)
    mei = visit()
    mei.opens(settings={"speed": "slow"})
    mei.able(mei.say["rush"]).click()
    expect(mei.cards).to_have_count(25)

"""Chinese and English, changed while one plays."""

import re

from playwright.sync_api import expect

from browser.conftest import Visit
from browser.said import SAID

CHINESE = re.compile("[\u4e00-\u9fff]")


def test_the_start_page_changes_its_language_and_remembers_it(visit: Visit) -> None:
    mei = visit()
    mei.goes_to("/")
    html = mei.page.locator("html")
    expect(html).to_have_attribute("lang", "zh-Hans")
    mei.button("English").click()
    expect(html).to_have_attribute("lang", "en")
    expect(mei.button(SAID["en"]["start"])).to_be_visible()
    mei.page.reload()
    expect(mei.button(SAID["en"]["start"])).to_be_visible()


def test_the_table_changes_its_language_in_the_middle_of_a_deal(visit: Visit) -> None:
    mei = visit()
    mei.opens("weijia-1")
    while mei.waits_for_turn() != "play":
        mei.buries() if mei.waits_for_turn() == "bury" else mei.bids_or_passes()
    mei.button("菜单").click()
    mei.page.get_by_role("navigation").get_by_role("button", name="设置").click()
    mei.page.get_by_role("radio", name="English").check()
    mei.page.keyboard.press("Escape")
    mei.lang, mei.say = "en", SAID["en"]
    expect(mei.page.locator("html")).to_have_attribute("lang", "en")
    expect(mei.hand).to_be_visible()
    mei.takes_hint()
    verdict = mei.able("Play").locator("small")
    expect(verdict).not_to_be_empty()
    assert not CHINESE.search(verdict.inner_text())
    mei.acts("play")
    mei.plays_on()
    expect(mei.result.get_by_text("Defenders")).not_to_have_count(0)

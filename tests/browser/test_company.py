"""Others at the table: talk, one who watches, a bot in one's place, and a look back."""

from playwright.sync_api import expect

from browser.conftest import Visit
from browser.house import House


def test_what_one_says_another_hears(visit: Visit) -> None:
    mei, bo = visit(), visit(lang="en")
    code = mei.opens()
    bo.goes_to(f"/r/{code}")
    expect(bo.page.get_by_text("You are watching")).to_be_visible()
    mei.page.keyboard.press("c")
    chat = mei.page.get_by_role("dialog", name="聊天")
    chat.get_by_role("textbox", name="说点什么").fill("大家好 <b>")
    chat.get_by_role("button", name="发送").click()
    expect(chat.get_by_role("log")).to_contain_text("大家好 <b>")
    chat.get_by_role("group", name="快捷短语").get_by_role("button").first.click()
    bo.page.keyboard.press("c")
    heard = bo.page.get_by_role("dialog", name="Chat").get_by_role("log")
    expect(heard).to_contain_text("大家好 <b>")
    expect(heard.get_by_role("paragraph")).to_have_count(2)


def test_one_who_watches_sees_the_table_and_no_hand(visit: Visit) -> None:
    mei, bo = visit(), visit()
    code = mei.opens("weijia-1")
    mei.waits_for_turn()
    bo.goes_to(f"/r/{code}")
    expect(bo.page.get_by_text("你在旁观")).to_be_visible()
    expect(bo.hand).to_have_count(0)
    mei.plays_on()
    expect(bo.result).to_be_visible()


def test_a_bot_plays_until_its_place_is_taken_back(house: House, visit: Visit) -> None:
    mei = visit()
    code = mei.opens()
    mei.waits_for_turn()
    house.freeze(code)
    mei.page.keyboard.press("a")
    expect(mei.page.get_by_text("托管中，电脑替你打")).to_be_visible()
    house.thaw(code)
    expect(mei.result).to_be_visible()
    house.freeze(code)
    mei.able(mei.say["next"]).click()
    mei.button("点我取回").click()
    expect(mei.page.get_by_text("托管中，电脑替你打")).to_have_count(0)
    house.thaw(code)
    mei.plays_on()


def test_a_deal_that_is_over_is_looked_at_step_by_step(visit: Visit) -> None:
    mei = visit()
    mei.opens("weijia-1")
    mei.plays_on()
    mei.button(mei.say["replay"], exact=True).click()
    step = mei.page.get_by_role("slider", name="进度")
    expect(step).to_be_visible()
    step.press("Home")
    mei.button("下一墩").click()
    mei.button("进一步").click()
    moved = step.input_value()
    assert int(moved) > 0
    mei.button("退一步").click()
    assert int(step.input_value()) == int(moved) - 1


def test_a_stranger_is_told_that_a_deal_is_for_those_at_the_table(visit: Visit) -> None:
    mei, bo = visit(), visit()
    code = mei.opens("weijia-1")
    mei.plays_on()
    bo.goes_to(f"/r/{code}/deal/1")
    expect(bo.page.get_by_role("alert")).to_have_text("只有同桌的人可以看。")
    bo.problems.clear()  # the browser's own word on the status 403
    bo.button("回到大厅").click()
    expect(bo.button(bo.say["start"])).to_be_visible()


def test_a_record_is_kept_and_opened_again(visit: Visit) -> None:
    mei = visit()
    code = mei.opens("weijia-1")
    mei.plays_on()
    record = mei.context.request.get(f"{mei.base}/api/rooms/{code}/record").body()
    mei.goes_to("/replay")
    expect(mei.page.get_by_text("打开一份牌谱")).not_to_have_count(0)
    file = {"name": "deal.jsonl", "mimeType": "application/x-ndjson", "buffer": record}
    mei.page.locator("input[type=file]").set_input_files(file)
    expect(mei.page.get_by_role("slider", name="进度")).to_be_visible()

"""Without a mouse, and with a screen reader."""

import re

from playwright.sync_api import expect

from browser.conftest import Visit
from browser.house import House
from browser.visitor import Visitor
from shengji.engine.ruleset import preset
from table import rigged

LEVEL_CARDS = {0: "2s 2h 2c 2d"}
MOST_TABS = 60


def test_a_deal_is_played_by_keys_alone_and_the_focus_is_never_lost(
    house: House, visit: Visit
) -> None:
    house.arrange(decks=[rigged(preset("huanle-1"), LEVEL_CARDS, "", {}, 0)])
    mei = visit()
    mei.goes_to("/")
    tabs_to(mei, re.compile("^欢乐升级[^，。]*一副牌"))
    mei.page.keyboard.press("Enter")
    expect(mei.no_bid).to_be_visible()
    mei.page.keyboard.press("1")
    expect(mei.hint).to_be_visible()
    picks_by_keys(mei, 6)
    plays_by_key(mei, "Enter")
    while mei.waits_for_turn() != "over":
        assert_focused(mei)
        mei.page.keyboard.press("h")
        expect(mei.hand.get_by_role("button", pressed=True)).not_to_have_count(0)
        plays_by_key(mei, "Enter")
    assert_focused(mei)
    tabs_to(mei, re.compile("^下一局"))
    mei.page.keyboard.press("Enter")
    expect(mei.page.get_by_role("heading", name="第 2 局")).to_be_attached()
    expect(mei.result).to_have_count(0)
    assert_focused(mei)


def test_keys_open_what_they_name_and_escape_closes_it(visit: Visit) -> None:
    mei = visit()
    mei.opens("huanle-1")
    mei.waits_for_turn()
    for key, title in (("c", "聊天"), ("?", "帮助"), ("p", "记分")):
        mei.page.keyboard.press(key)
        expect(mei.page.get_by_role("dialog", name=title)).to_be_visible()
        mei.page.keyboard.press("Escape")
        expect(mei.page.get_by_role("dialog")).to_have_count(0)


def test_the_chat_beside_a_wide_table_is_written_to_at_once(visit: Visit) -> None:
    mei = visit(size=(1400, 860))
    mei.opens("huanle-1")
    mei.waits_for_turn()
    for _ in range(2):
        mei.page.keyboard.press("c")
        expect(mei.page.get_by_role("textbox", name="说点什么")).to_be_focused()
        expect(mei.page.get_by_role("dialog")).to_have_count(0)
        mei.page.get_by_role("button", name="收起旁栏").click()
    expect(mei.page.get_by_role("textbox")).to_have_count(0)


def test_a_run_of_cards_is_picked_with_shift_and_let_go_with_escape(visit: Visit) -> None:
    mei = visit()
    mei.opens("huanle-1")
    while (asked := mei.waits_for_turn()) == "bid":
        mei.bids_or_passes()
    assert asked in ("play", "bury")
    mei.page.keyboard.press("ArrowRight")
    mei.page.keyboard.press("Home")
    for _ in range(2):
        mei.page.keyboard.press("Shift+ArrowRight")
    expect(mei.hand.get_by_role("button", pressed=True)).to_have_count(3)
    mei.page.keyboard.press("Escape")
    expect(mei.hand.get_by_role("button", pressed=True)).to_have_count(0)


def test_a_screen_reader_hears_what_happens_and_names_every_card(visit: Visit) -> None:
    ann = visit(lang="en")
    ann.opens("huanle-1")
    while ann.waits_for_turn() != "play":
        ann.buries() if ann.waits_for_turn() == "bury" else ann.bids_or_passes()
    ann.plays_hint()
    ann.waits_for_turn()
    log = ann.page.get_by_role("log", name="Log")
    expect(log.get_by_role("paragraph")).not_to_have_count(0)
    expect(log).to_contain_text(re.compile("trick|leads|played|[♠♥♣♦]"))
    names = ann.cards.evaluate_all("all => all.map(one => one.ariaLabel)")
    card = re.compile(r"^(([2-9JQKA]|10) of (spades|hearts|clubs|diamonds)|(small|big) joker)")
    assert [name for name in names if not card.match(name)] == []


def tabs_to(visitor: Visitor, name: re.Pattern[str]) -> None:
    """Press Tab until a button has the focus."""
    target = visitor.button(name)
    expect(target).to_be_visible()
    for _ in range(MOST_TABS):
        visitor.page.keyboard.press("Tab")
        if target.evaluate("one => one === document.activeElement"):
            return
    raise AssertionError(f"{name.pattern} is not reached by Tab")


def picks_by_keys(visitor: Visitor, number: int) -> None:
    """Walk along the hand and pick its first cards."""
    visitor.page.keyboard.press("ArrowRight")
    visitor.page.keyboard.press("Home")
    for _ in range(number):
        visitor.page.keyboard.press("Space")
        visitor.page.keyboard.press("ArrowRight")
    expect(visitor.hand.get_by_role("button", pressed=True)).to_have_count(number)


def plays_by_key(visitor: Visitor, key: str) -> None:
    """Press a key and see the cards go."""
    before = visitor.cards.count()
    expect(visitor.able(f"{visitor.say['play']}|{visitor.say['bury']}")).to_be_visible()
    visitor.page.keyboard.press(key)
    expect(visitor.cards).not_to_have_count(before)


def assert_focused(visitor: Visitor) -> None:
    """Something on the page has the focus."""
    assert visitor.page.evaluate("document.activeElement !== document.body"), "focus is lost"

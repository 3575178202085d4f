"""Everything has its place: nothing scrolls, nothing jumps, nothing is cut."""

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from browser.chromium import DESKTOP, LYING, PHONE, SMALL_PHONE
from browser.conftest import Visit
from browser.house import House
from browser.visitor import Visitor
from shengji.engine.ruleset import preset
from table import rigged

HANDS = {25: "huanle-2", 54: "four-deck-match"}
LEVEL_CARDS = {0: "2s 2s 2h 2h 2c 2c 2d 2d"}
SHIFTS = """
    window.shifts = [];
    new PerformanceObserver((list) => window.shifts.push(...list.getEntries()
        .filter((one) => !one.hadRecentInput).map((one) => [one.value,
            one.sources.map((s) => s.node?.outerHTML?.slice(0, 80)).join(' / ')])))
        .observe({ type: 'layout-shift', buffered: true });
"""
SEEN_SHIFT = 0.01
DOUBLE = """
    addEventListener('DOMContentLoaded', () => {
        document.documentElement.style.fontSize = '200%';
    });
"""


@pytest.mark.parametrize("size", [SMALL_PHONE, PHONE, LYING, DESKTOP])
@pytest.mark.parametrize("cards", HANDS)
def test_nothing_scrolls_while_one_plays(visit: Visit, size: tuple[int, int], cards: int) -> None:
    mei = visit(size=size)
    mei.opens(HANDS[cards])
    while (asked := mei.waits_for_turn()) != "play":
        mei.buries() if asked == "bury" else mei.bids_or_passes()
        assert_all_in_sight(mei, size)
    expect(mei.cards).to_have_count(cards)
    mei.takes_hint()
    assert_all_in_sight(mei, size)
    mei.acts("play")
    mei.waits_for_turn()
    assert_all_in_sight(mei, size)


def test_every_card_of_a_full_hand_can_be_touched(visit: Visit) -> None:
    mei = visit(size=SMALL_PHONE)
    mei.opens("four-deck-match")
    while mei.waits_for_turn() != "play":
        mei.bids_or_passes()
    hidden = mei.cards.evaluate_all(
        """all => all.filter((one) => {
            const box = one.getBoundingClientRect();
            const hit = document.elementFromPoint(box.x + 4, box.y + 12);
            return !one.contains(hit);
        }).map((one) => one.ariaLabel)"""
    )
    assert hidden == []


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_nothing_jumps_while_cards_are_dealt(
    house: House, visit: Visit, size: tuple[int, int]
) -> None:
    house.arrange(pace=1.0, decks=[rigged(preset("huanle-2"), LEVEL_CARDS, "", {}, 0)])
    mei = visit(size=size)
    mei.page.add_init_script(SHIFTS)
    code = mei.opens(settings={"speed": "fast"})
    expect(mei.cards).not_to_have_count(0)
    mei.page.evaluate("window.shifts.length = 0")
    places = boxes(mei)
    house.deal(code, 40)
    expect(mei.cards).not_to_have_count(1)
    assert boxes(mei) == places
    expect(mei.cards).to_have_count(25, timeout=15_000)
    assert boxes(mei) == places
    shifts = mei.page.evaluate("window.shifts")
    assert sum(value for value, _ in shifts) < SEEN_SHIFT, shifts


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_text_of_double_size_is_not_cut(house: House, visit: Visit, lang: str) -> None:
    house.arrange(decks=[rigged(preset("huanle-2"), LEVEL_CARDS, "", {}, 0)])
    mei = visit(lang=lang, size=PHONE)
    mei.page.add_init_script(DOUBLE)
    mei.goes_to("/")
    expect(mei.button(mei.say["start"])).to_be_visible()
    assert_no_sideways(mei)
    mei.opens()
    assert mei.waits_for_turn() == "bid"
    assert_nothing_cut(mei)
    mei.bids_or_passes()
    assert mei.waits_for_turn() == "bury"
    mei.takes_hint()
    assert_nothing_cut(mei)
    mei.acts("bury")
    mei.waits_for_turn()
    mei.takes_hint()
    assert_nothing_cut(mei)
    mei.acts("play")
    mei.plays_on()
    assert_no_sideways(mei)
    mei.starts_next(2)


def controls(visitor: Visitor) -> list[Locator]:
    """The buttons below the table, and the bar above it."""
    main = visitor.page.get_by_role("main")
    return [*main.get_by_role("group").all(), visitor.page.get_by_role("banner")]


def boxes(visitor: Visitor) -> list[Any]:
    """Where the table, the hand and the buttons are."""
    bids = visitor.page.get_by_role("group", name=visitor.say["bids"], exact=True)
    parts = [visitor.mat, visitor.hand, *bids.get_by_role("button").all()]
    return [part.bounding_box() for part in parts]


def assert_all_in_sight(visitor: Visitor, size: tuple[int, int]) -> None:
    """No part of the page lies outside of the window."""
    width, height = size
    root = visitor.page.evaluate(
        "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    )
    assert root == [width, height]
    for part in (*controls(visitor), *visitor.cards.all()):
        box = part.bounding_box()
        assert box is not None
        assert box["x"] >= 0, part.aria_snapshot()
        assert box["y"] >= 0, part.aria_snapshot()
        assert box["x"] + box["width"] <= width, part.aria_snapshot()
        assert box["y"] + box["height"] <= height, part.aria_snapshot()


def assert_no_sideways(visitor: Visitor) -> None:
    """The page does not scroll sideways."""
    root = "document.documentElement"
    assert visitor.page.evaluate(f"{root}.scrollWidth <= {root}.clientWidth")


def assert_nothing_cut(visitor: Visitor) -> None:
    """The texts of the buttons below the table fit in them, and the buttons in the window."""
    assert_no_sideways(visitor)
    cut = visitor.page.evaluate(
        """() => [...document.querySelectorAll('main .actions button')].filter((button) => {
            const box = button.getBoundingClientRect();
            const text = document.createRange();
            text.selectNodeContents(button);
            const words = text.getBoundingClientRect();
            return words.top < box.top || words.bottom > box.bottom ||
                box.right > innerWidth || box.bottom > innerHeight;
        }).map((button) => button.textContent)"""
    )
    assert cut == []

"""What there is to see, scene by scene: for looking at, and for axe."""

import re
from collections.abc import Iterator

from playwright.sync_api import expect

from browser.house import House
from browser.visitor import Visitor
from shengji.engine.ruleset import preset
from table import rigged

FULL = {0: "2s 2s 2h 2h 2c 2c 2d 2d Ad Qd 5h Th Ks"}
"""All level cards, so that nobody else can bid, and a throw that is beaten."""
PART = 60
Scenes = Iterator[str]


def lobby(house: House, visitor: Visitor) -> Scenes:
    """Before a match: start page, room, rules."""
    say = visitor.say
    house.arrange()
    visitor.goes_to("/")
    expect(visitor.button(say["create"])).to_be_visible()
    yield "start"
    visitor.button(say["create"]).click()
    expect(visitor.page.get_by_text(say["alone"])).to_be_visible()
    yield "room"
    visitor.button(say["edit rules"], exact=True).click()
    expect(visitor.page.get_by_role("dialog").get_by_role("group").nth(1)).to_be_visible()
    yield "rules-editor"
    visitor.goes_to("/rules")
    expect(visitor.page.get_by_role("heading", level=2).first).to_be_visible()
    yield "rules"


def table(house: House, visitor: Visitor) -> Scenes:
    """A deal, from the first cards to a throw that fails."""
    house.arrange(pace=1000.0, decks=[rigged(preset("huanle-2"), FULL, "", {}, 0)])
    code = visitor.opens()
    house.deal(code, PART)
    expect(visitor.cards).not_to_have_count(0)
    yield "deal"
    house.thaw(code)
    house.deal(code, 1)
    expect(visitor.no_bid).to_be_visible()
    yield "bid"
    visitor.bids_or_passes()
    expect(visitor.hint).to_be_visible()
    visitor.takes_hint()
    yield "kitty"
    visitor.button(visitor.say["clear"]).click()
    visitor.buries()
    while visitor.waits_for_turn() == "play" and visitor.laid.count() == 0:
        visitor.plays_hint()
    visitor.takes_hint()
    yield "play"
    yield from panels(visitor)


def panels(visitor: Visitor) -> Scenes:
    """What can be opened over the table."""
    say, page = visitor.say, visitor.page
    for scene in ("chat", "settings", "tricks", "help"):
        visitor.button(re.compile(f"^{say['menu']}")).click()
        page.get_by_role("navigation").get_by_role("button", name=say[scene]).click()
        expect(page.get_by_role("dialog")).to_be_visible()
        yield scene
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
    visitor.button(say["levels"]).click()
    expect(page.get_by_role("dialog")).to_be_visible()
    yield "ladder"
    page.keyboard.press("Escape")


def throw(house: House, visitor: Visitor) -> Scenes:
    """A throw that fails."""
    house.arrange(decks=[rigged(preset("huanle-2"), FULL, "", {}, 0)])
    code = visitor.opens()
    expect(visitor.no_bid).to_be_visible()
    visitor.bids_or_passes()
    expect(visitor.hint).to_be_visible()
    visitor.buries()
    expect(visitor.hint).to_be_visible()
    house.freeze(code)
    visitor.picks(["Ad", "Qd"])
    expect(visitor.page.get_by_text(re.compile(visitor.say["throw"])).first).to_be_visible()
    yield "throw-preview"
    visitor.acts("play")
    expect(visitor.page.get_by_role("alert")).to_be_visible()
    yield "throw-failed"


def end(house: House, visitor: Visitor) -> Scenes:
    """The end of a deal, the end of a match, and a look back."""
    house.arrange()
    visitor.opens("huanle-2")
    visitor.plays_on()
    yield "result"
    visitor.opens("weijia-1", match_deals=1)
    visitor.plays_on()
    yield "match-end"
    visitor.button(visitor.say["replay"], exact=True).click()
    expect(visitor.page.get_by_role("slider")).to_be_visible()
    yield "replay"


def many(house: House, visitor: Visitor) -> Scenes:
    """Fifty-four cards in one hand."""
    house.arrange()
    visitor.opens("four-deck-match")
    while (asked := visitor.waits_for_turn()) != "play":
        assert asked == "bid"
        visitor.bids_or_passes()
    visitor.takes_hint()
    yield "play-54"


ALL = (lobby, table, throw, end, many)

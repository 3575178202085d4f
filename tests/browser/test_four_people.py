"""Four people, each with a browser: from the invitation to the second deal."""

import re
from collections.abc import Callable
from itertools import islice

from playwright.sync_api import expect

from browser.conftest import Visit
from browser.house import House
from browser.visitor import Visitor
from shengji.bots.novice import card_cost
from shengji.bots.policy import legal_plays, setting_seen
from shengji.engine.cards import CODES, Cards, parse, show
from shengji.engine.ruleset import preset
from shengji.engine.rulings import Follows
from shengji.engine.state import PLAYING, Deal
from shengji.engine.view import View, for_seat
from table import rigged

HANDS = {0: "2s Ac Ac Kc Ad Qd Ts Ts", 1: "2h 2h BJ BJ Kd"}
"""Mei bids spades and gets the bank; Bo overturns with hearts and can keep the last trick."""
CLOSED = {3: "S Ad Kd"}
"""Di has no spades, so that the first lead of them is ruffed."""
FAILED = re.compile("甩牌失败|Throw failed")
LOOKED_AT = 500


def test_four_people_bid_throw_ruff_dig_and_go_on(house: House, visit: Visit) -> None:
    house.arrange(decks=[rigged(preset("huanle-2"), HANDS, "", CLOSED, 0)])
    four = Four(house, seated(visit))
    mei, bo, lan, di = four.people
    mei.able(mei.say["begin"]).click()
    for person in four.people:
        expect(person.cards).to_have_count(25)

    mei.button("亮主 黑桃 1 张").click()
    bo.button("Overturn hearts ×2").click()
    expect(lan.page.get_by_text("反主：♥2♥2")).not_to_have_count(0)
    four.pass_all()

    expect(mei.cards).to_have_count(33)
    mei.picks(four.burial("Ts Ts"))
    mei.acts("bury")

    mei.plays(["Ac", "Ac", "Kc"])
    expect(bo.hint).to_be_visible()
    expect(bo.page.get_by_text(FAILED)).to_have_count(0)
    four.finish_trick()

    mei.picks(["Ad", "Qd"])
    mei.able(mei.say["play"]).click()
    for person in four.people:
        expect(person.page.get_by_role("alert").filter(has_text=FAILED)).to_be_visible()
    expect(mei.cards).to_have_count(21)
    four.finish_trick()

    four.play(four.turn, four.lowest("s"))
    while four.turn != 3:
        four.play_least()
    four.play(3, four.lowest_trump())
    told = lan.page.get_by_role("log", name="战况")
    expect(told).to_contain_text(f"{di.name}赢了这一墩")

    while four.playing:
        four.play_least()
    for person in four.people:
        expect(person.result.get_by_text(re.compile("^(抠底|Dig)")).first).to_be_visible()
    for person in four.people:
        person.able(person.say["next"]).click()
    for person in four.people:
        heading = person.page.get_by_role("heading", name=person.say["deal"].format(2))
        expect(heading).to_be_attached()


def seated(visit: Visit) -> list[Visitor]:
    """Four at a table, by creating it, by its link and by its code; in the order of seats."""
    mei, bo, lan, di = people = [visit(), visit(lang="en"), visit(), visit()]
    mei.goes_to("/")
    mei.button(mei.say["create"]).click()
    link = mei.page.get_by_role("textbox", name="链接", exact=True).input_value()
    assert link.endswith(f"/r/{mei.code}")

    bo.goes_to(f"/r/{mei.code}")
    bo.button(re.compile("the right seat")).click()
    expect(bo.button("Stand up")).to_be_visible()
    for person, text in ((lan, mei.code.upper()), (di, link)):
        person.goes_to("/")
        person.page.get_by_label("房间号或链接").fill(text)
        person.button("加入", exact=True).click()
        expect(person.button("起身")).to_be_visible()
    expect(mei.page.get_by_text("人齐了")).to_be_visible()
    return people


class Four:
    """Four people at one table, and what each of them can see there."""

    def __init__(self, house: House, people: list[Visitor]) -> None:
        self.house = house
        self.people = people

    def pass_all(self) -> None:
        """Everybody who is still asked for a bid passes."""
        for person in self.people:
            if person.no_bid.count():
                person.no_bid.click()

    @property
    def deal(self) -> Deal:
        """The deal as it stands."""
        found = self.house.match(self.people[0].code).deal
        assert found is not None
        return found

    @property
    def playing(self) -> bool:
        """Whether tricks are still to be played."""
        return self.house.match(self.people[0].code).phase == PLAYING

    @property
    def turn(self) -> int:
        """Whose turn it is."""
        seat = self.deal.turn
        assert seat is not None
        return seat

    def view(self, seat: int) -> View:
        """What a seat sees."""
        return for_seat(self.house.match(self.people[0].code), seat)

    def burial(self, points: str) -> list[str]:
        """These cards, and the least of the banker's others."""
        view = self.view(0)
        kept = parse(HANDS[0])
        others = sorted((card for card in view.hand if card not in kept), key=cost_in(view))
        chosen = parse(points)
        return show((*chosen, *others[: (view.bury or 0) - len(chosen)])).split()

    def lowest(self, suit: str) -> Cards:
        """The least plain card of a suit in the hand whose turn it is."""
        view = self.view(self.turn)
        suited = [card for card in view.hand if CODES[card][-1] == suit]
        return (min(suited, key=cost_in(view)),)

    def lowest_trump(self) -> Cards:
        """The least trump in the hand whose turn it is."""
        view = self.view(self.turn)
        trump = setting_seen(view).trump
        trumps = [card for card in view.hand if trump.bits[card] & setting_seen(view).table.trump]
        return (min(trumps, key=cost_in(view)),)

    def play(self, seat: int, cards: Cards) -> None:
        """A person plays these cards."""
        self.people[seat].plays(show(cards).split())

    def play_least(self) -> None:
        """The one whose turn it is plays what costs least."""
        view = self.view(self.turn)
        legal = legal_plays(view)
        plays = [(card,) for card in view.hand]
        if isinstance(legal, Follows):
            plays = list(islice(iter(legal), LOOKED_AT))
        cost = cost_in(view)
        self.play(self.turn, min(plays, key=lambda cards: sum(map(cost, cards))))

    def finish_trick(self) -> None:
        """Everybody follows until the trick is taken."""
        tricks = len(self.deal.tricks)
        while len(self.deal.tricks) == tricks:
            self.play_least()


def cost_in(view: View) -> Callable[[int], int]:
    """What cards are worth to a seat."""
    setting = setting_seen(view)
    return lambda card: card_cost(card, setting)

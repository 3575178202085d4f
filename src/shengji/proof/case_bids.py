"""Runs of bids: a real table with a deck made up for it, driven through `decide` (docs/cases.md).

The deck gives every seat the cards that it shows in the case; the rest of the hands and the kitty
are cards that decide nothing.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import cycle
from typing import Any

from shengji.engine.actions import Action, Bid, Bury, CloseBidding, Deal, Pass
from shengji.engine.cards import POINTS, SMALL_JOKER, Cards, rank_of
from shengji.engine.decide import decide
from shengji.engine.errors import Refusal
from shengji.engine.events import DealStarted, LevelsMoved, MatchStarted
from shengji.engine.evolve import evolve_all
from shengji.engine.ruleset import Ruleset
from shengji.engine.state import BIDDING, BURYING, DEALING, OVERTURNING, State, before_match
from shengji.engine.state import Deal as DealState

from .case_fields import Entry
from .case_files import Case


def run_bids(case: Case) -> Mapping[str, Any]:
    """Which entries are accepted, and what trump, banker and number of overturns come of them.

    Trump and banker are None where the deal is voided.
    """
    table = BidTable(case)
    accepted = []
    for entry in case.data["bids"]:
        if entry.after:
            table.deal_out()
        accepted.append(table.enter(entry))
    table.finish()
    deal = table.deal
    return {
        "accepted": tuple(accepted),
        "trump": deal.setting.trump.suit if deal.setting else None,
        "banker": deal.banker if deal.setting else None,
        "overturns": deal.overturns,
    }


class BidTable:
    """A table at which a case's bids are made."""

    def __init__(self, case: Case) -> None:
        rules = case.system
        banker = None if case.data["first_deal"] else case.data["banker"]
        levels = (case.level, case.level)
        deck = deck_for(rules, case.level, case.data["bids"], banker or 0)
        self.state: State = evolve_all(
            before_match(),
            (
                MatchStarted(rules, levels, True),
                LevelsMoved(levels, (0, 0), banker),
                DealStarted(1, banker or 0, banker, deck),
            ),
        )
        self.act(Deal(rules.hand_size * rules.players - 1))

    @property
    def deal(self) -> DealState:
        """The deal under way, or just voided."""
        assert self.state.deal is not None
        return self.state.deal

    def act(self, action: Action) -> bool:
        """Do something at the table; whether it was accepted."""
        events = decide(self.state, action)
        if isinstance(events, Refusal):
            return False
        self.state = evolve_all(self.state, events)
        return True

    def enter(self, entry: Entry) -> bool:
        """One entry of the case: a bid or a pass."""
        if entry.cards is None:
            accepted = self.act(Pass(entry.seat))
        else:
            accepted = self.act(Bid(entry.seat, entry.cards))
        self.bury()
        return accepted

    def turn(self) -> int:
        """The seat that has to bury, or whose turn it is to overturn."""
        assert self.deal.turn is not None
        return self.deal.turn

    def deal_out(self) -> None:
        """The last card is dealt; where overturns come in turn, the round of them begins."""
        if self.state.phase == DEALING:
            self.act(Deal(1))
            if self.state.phase == BIDDING and self.state.rules.overturns == "turns":
                self.act(CloseBidding())
            self.bury()

    def bury(self) -> None:
        """Whoever took the kitty lays the same cards away again."""
        while self.state.phase == BURYING:
            buried = self.act(Bury(self.turn(), self.deal.kitty))
            assert buried

    def finish(self) -> None:
        """After the last entry every seat passes."""
        self.deal_out()
        if self.state.phase == BIDDING:
            self.act(CloseBidding())
        self.bury()
        while self.state.phase == OVERTURNING:
            passed = self.act(Pass(self.turn()))
            assert passed


def deck_for(rules: Ruleset, level: str, entries: tuple[Entry, ...], first: int) -> Cards:
    """A deck in dealing order in which every seat has drawn what it shows, kitty last."""
    players, size = rules.players, rules.hand_size
    hands: list[Cards] = []
    filler = fillers(level)
    for seat in range(players):
        shown = cards_shown(entries, seat, rules)[: size - 1]  # one card comes after the bids
        hands.append(shown + tuple(next(filler) for _ in range(size - len(shown))))
    dealt = [hands[(first + place) % players][place // players] for place in range(players * size)]
    return (*dealt, *(next(filler) for _ in range(rules.kitty_size)))


def fillers(level: str) -> Iterator[int]:
    """Cards that can be no bid and count no points, in turn, so that none is held too often."""
    return cycle(card for card in range(SMALL_JOKER) if rank_of(card) != level and not POINTS[card])


def cards_shown(entries: tuple[Entry, ...], seat: int, rules: Ruleset) -> Cards:
    """The cards that a seat shows; where bids lie on the table covered, each show needs its own."""
    held: Counter[int] = Counter()
    for entry in entries:
        if entry.seat == seat and entry.cards is not None:
            shown = Counter(entry.cards)
            held = held + shown if rules.bid_hidden else held | shown
    return tuple(sorted(held.elements()))

"""What happened, told to one seat: a line for each event that says something."""

from collections.abc import Callable, Sequence
from typing import Any

from shengji.engine.cards import NO_TRUMP, Cards, points
from shengji.engine.events import (
    BidMade,
    BidsShown,
    Buried,
    DealScored,
    DealStarted,
    DealVoided,
    Dug,
    Event,
    KittyTaken,
    LevelsMoved,
    MatchEnded,
    Passed,
    Penalised,
    Settled,
    ThrowFailed,
    TimeCalled,
    TrickTaken,
    TrumpSet,
)
from shengji.engine.match import personal_scores
from shengji.engine.options import DEFENDERS
from shengji.engine.ruleset import Ruleset
from shengji.engine.scoring import title
from shengji.engine.seats import side_of
from shengji.engine.state import OVERTURNING, State
from shengji.engine.view import redact
from shengji.words import Words
from shengji.words.options_text import what_text
from shengji.words.pieces_text import cards_line
from shengji.words.refusals import card_text

from .game import Told

PLACES = ("you", "right", "partner", "left")


class Narrator:
    """Tells events as one seat sees them."""

    def __init__(self, seat: int, say: Words) -> None:
        self.seat = seat
        self.words = say
        self._passed: list[int] = []

    def say(self, key: str, **facts: object) -> str:
        """The sentence `event.<key>`."""
        return self.words.say(f"event.{key}", **facts)

    def name(self, seat: int) -> str:
        """A seat as this one sees it: you, right, partner, left."""
        return self.words.say(f"play.seat.{PLACES[(seat - self.seat) % len(PLACES)]}")

    def side(self, side: int) -> str:
        """A side as this seat sees it: ours, theirs."""
        return self.words.say("play.ours" if side == side_of(self.seat) else "play.theirs")

    def by_side(self, values: Sequence[object]) -> tuple[object, object]:
        """Something by side, ours first."""
        own = side_of(self.seat)
        return values[own], values[1 - own]

    def listed(self, seats: Sequence[int]) -> str:
        """Some seats as one enumeration."""
        return self.words.listed([self.name(seat) for seat in seats])

    def rank(self, level: str) -> str:
        """A level as people read it."""
        return self.words.say(f"rank.{level}")

    def tell(self, told: Told) -> list[str]:
        """The lines for an event."""
        event = redact(told.event, self.seat, told.after.rules)
        if isinstance(event, Passed):
            if told.before.phase == OVERTURNING:
                self._passed.append(event.seat)
            return []
        teller = _TELLERS.get(type(event))
        lines = teller(self, event, told) if teller else []
        if lines and self._passed:
            lines.insert(0, self.say("passed", seats=self.listed(self._passed)))
            self._passed = []
        return lines

    def deal_started(self, event: DealStarted, told: Told) -> list[str]:
        ours, theirs = (self.rank(str(level)) for level in self.by_side(told.after.levels))
        if event.banker is None:
            return [self.say("deal_raced", number=event.number, ours=ours, theirs=theirs)]
        level = self.rank(told.after.levels[side_of(event.banker)])
        banker = self.name(event.banker)
        side = self.side(side_of(event.banker))
        return [self.say("deal", number=event.number, banker=banker, level=level, side=side)]

    def bid(self, event: BidMade, told: Told) -> list[str]:
        seat = self.name(event.seat)
        if event.cards is None:
            return [self.say("bid_hidden", seat=seat, count=event.count)]
        cards = cards_line(event.cards, self.words)
        hidden = told.after.rules.bid_hidden
        return [self.say("bid_yours" if hidden else f"bid.{event.kind}", seat=seat, cards=cards)]

    def bids_shown(self, event: BidsShown, _: Told) -> list[str]:
        bids = [f"{self.name(seat)} {cards_line(cards, self.words)}" for seat, cards in event.bids]
        return [self.say("bids_shown", bids=self.words.listed(bids))]

    def trump(self, event: TrumpSet, _: Told) -> list[str]:
        facts = {
            "trump": self.trump_name(event.trump),
            "level": self.rank(event.level),
            "banker": self.name(event.banker),
        }
        key = "no_trump" if event.trump == NO_TRUMP else "trump"
        if event.card is not None:
            card = card_text(event.card, self.words)
            return [self.say("turned", card=card), self.say(key, **facts)]
        lines = [self.say("nobody")] if event.how == "nobody" else []
        return [*lines, self.say(key, **facts)]

    def trump_name(self, trump: str) -> str:
        """`♠` or no trump."""
        return self.words.say(f"suit.{trump}" if trump == NO_TRUMP else f"sign.{trump}")

    def voided(self, event: DealVoided, _: Told) -> list[str]:
        return [self.say(f"voided.{event.reason}")]

    def kitty(self, event: KittyTaken, told: Told) -> list[str]:
        size = told.after.rules.kitty_size
        if event.cards is None:
            return [self.say("kitty_taken", seat=self.name(event.seat), number=size)]
        return [self.say("kitty_yours", number=size, cards=self._sorted(event.cards, told.after))]

    def buried(self, event: Buried, told: Told) -> list[str]:
        if event.cards is None:
            return [self.say("buried", seat=self.name(event.seat))]
        cards = self._sorted(event.cards, told.after)
        return [self.say("buried_yours", cards=cards, points=points(event.cards))]

    def _sorted(self, cards: Cards, state: State) -> str:
        """Cards in the order of the trump that is set."""
        deal = state.deal
        if deal is not None and deal.setting is not None:
            cards = tuple(sorted(cards, key=deal.setting.trump.sort_key))
        return cards_line(cards, self.words)

    def throw_failed(self, event: ThrowFailed, _: Told) -> list[str]:
        facts = {
            "seat": self.name(event.seat),
            "cards": cards_line(event.cards, self.words),
            "by": self.name(event.by),
            "forced": cards_line(event.forced, self.words),
        }
        if not event.beaten_by:
            return [self.say("throw_failed", **facts)]
        beaten_by = cards_line(event.beaten_by, self.words)
        return [self.say("throw_failed_by", beaten_by=beaten_by, **facts)]

    def penalised(self, event: Penalised, _: Told) -> list[str]:
        who = self.side(event.side) if event.seat is None else self.name(event.seat)
        costs = []
        if event.points:
            costs.append(self.say("cost.points", points=f"{event.points:+d}"))
        for what in ("levels", "coins", "personal"):
            lost = getattr(event, what)
            if lost:
                costs.append(self.say(f"cost.{what}", number=lost))
        return [self.say("penalised", seat=who, costs=self.words.listed(costs))]

    def trick(self, event: TrickTaken, told: Told) -> list[str]:
        deal = told.after.deal
        assert deal is not None and deal.banker is not None
        tricks = deal.tricks
        plays = [
            f"{self.name(made.seat)} {cards_line(made.cards, self.words)}"
            for made in tricks[-1].plays
        ]
        taken = sum(points(made.cards) for made in tricks[-1].plays)
        defends = side_of(event.seat) != side_of(deal.banker)
        result = "none" if not taken else "defenders" if defends else "declarers"
        return [
            self.say(
                "trick",
                number=len(tricks),
                plays=self.say("next_play").join(plays),
                seat=self.name(event.seat),
                result=self.say(f"trick_points.{result}", points=taken),
            )
        ]

    def dug(self, event: Dug, told: Told) -> list[str]:
        what = "trick" if told.after.rules.dig == "trick" else "kitty"
        base = abs(event.points) // max(event.factor, 1)
        facts = {"seat": self.name(event.seat), "base": base, "factor": event.factor}
        shown = f"{event.points:+d}" if what == "trick" else event.points
        return [self.say(f"dug.{what}", points=shown, **facts)]

    def scored(self, event: DealScored, told: Told) -> list[str]:
        deal = told.after.deal
        assert deal is not None
        lines = []
        if event.kitty:
            kitty = self._sorted(event.kitty, told.after)
            lines.append(self.say("kitty", cards=kitty, points=points(event.kitty)))
        lines.append(self.sum_of(event.tricks, event.dug, event.penalties))
        row = (None, None, event.winner, event.steps)
        need = threshold(told.after.rules)
        result = what_text(row, self.words)
        return [*lines, self.say("result", total=event.total, need=need, result=result)]

    def sum_of(self, tricks: int, dug: int, penalties: int) -> str:
        """The defenders' points as a sum."""
        parts = [self.say("part.tricks", points=tricks)]
        for what, number in (("dug", dug), ("penalties", penalties)):
            if number:
                sign = self.say("plus" if number > 0 else "minus")
                parts.append(sign + self.say(f"part.{what}", points=abs(number)))
        return self.say("sum", parts="".join(parts), total=tricks + dug + penalties)

    def levels(self, event: LevelsMoved, told: Told) -> list[str]:
        moves = []
        for side in (side_of(self.seat), 1 - side_of(self.seat)):
            before, after = (self.rank(state.levels[side]) for state in (told.before, told.after))
            key = "level_kept" if before == after else "level_moved"
            moves.append(self.say(key, side=self.side(side), before=before, after=after))
        text = self.words.say("list.semicolon").join(moves)
        lines = [text[:1].upper() + text[1:] + self.say("stop")]
        if event.banker is not None:
            lines.append(self.say("next_banker", banker=self.name(event.banker)))
        return lines

    def settled(self, event: Settled, _: Told) -> list[str]:
        order = [(self.seat + place) % len(event.coins) for place in range(len(event.coins))]
        coins = [f"{self.name(seat)} {event.coins[seat]:+d}" for seat in order]
        return [self.say("settled", coins=self.words.listed(coins))]

    def time_called(self, _: TimeCalled, __: Told) -> list[str]:
        return [self.say("time_called")]

    def ended(self, event: MatchEnded, told: Told) -> list[str]:
        ours, theirs = (self.rank(str(level)) for level in self.by_side(told.after.levels))
        who = "drawn" if event.winner is None else "won"
        if event.winner is not None and event.winner != side_of(self.seat):
            who = "lost"
        reason = self.say(f"reason.{event.reason}")
        lines = [self.say(f"ended.{who}", reason=reason), self.say("final", us=ours, them=theirs)]
        rules = told.after.rules
        if rules.stake:
            lines.append(self.say("coins_total", coins=self.each(told.after.coins)))
        if rules.personal_score:
            lines += self.personal(personal_scores(told.after))
        return lines

    def each(self, numbers: Sequence[int]) -> str:
        """A number for every seat, one's own first."""
        order = [(self.seat + place) % len(numbers) for place in range(len(numbers))]
        return self.words.listed([f"{self.name(seat)} {numbers[seat]:+d}" for seat in order])

    def personal(self, scores: Sequence[int]) -> list[str]:
        """Everybody's personal score of the match, and the title that it gives (F-13, F-15)."""
        lines = [self.say("personal", scores=self.each(scores))]
        own = scores[self.seat]
        return [*lines, self.say("title", title=self.say(f"titles.{title(own)}"), points=own)]


def threshold(rules: Ruleset) -> int:
    """The least points with which the defenders take the bank."""
    return min(row[0] for row in rules.level_table.rows if row[1] == DEFENDERS)


_TELLERS: dict[type[Event], Callable[[Narrator, Any, Told], list[str]]] = {
    DealStarted: Narrator.deal_started,
    BidMade: Narrator.bid,
    BidsShown: Narrator.bids_shown,
    TrumpSet: Narrator.trump,
    DealVoided: Narrator.voided,
    KittyTaken: Narrator.kitty,
    Buried: Narrator.buried,
    ThrowFailed: Narrator.throw_failed,
    Penalised: Narrator.penalised,
    TrickTaken: Narrator.trick,
    Dug: Narrator.dug,
    DealScored: Narrator.scored,
    LevelsMoved: Narrator.levels,
    Settled: Narrator.settled,
    TimeCalled: Narrator.time_called,
    MatchEnded: Narrator.ended,
}

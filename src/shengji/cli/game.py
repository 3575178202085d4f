"""A match at a terminal: one human seat, bots on the others, and a record that is always saved.

Nothing here reads or prints.  The decks and the bots follow from the seed, the first deck and the
number of events, so a match that is read back goes on exactly as it would have.
"""

import os
import time
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from random import Random

from shengji.bots import novice
from shengji.bots.policy import Policy
from shengji.engine.actions import (
    Action,
    Bid,
    Bury,
    Deal,
    Pass,
    Play,
    StartDeal,
    StartMatch,
    TimeUp,
)
from shengji.engine.cards import RANKS, SMALL_JOKER, full_deck
from shengji.engine.decide import decide
from shengji.engine.due import SEAT, due
from shengji.engine.errors import Refusal, ShengjiError
from shengji.engine.events import DealStarted, Dealt, Event
from shengji.engine.evolve import evolve
from shengji.engine.record import write
from shengji.engine.ruleset import Ruleset
from shengji.engine.seats import seats_from, side_of
from shengji.engine.state import (
    BIDDING,
    BURYING,
    DEALING,
    ENDED,
    OVERTURNING,
    READY,
    State,
    before_match,
)
from shengji.engine.view import BidOpen, View, for_seat

MINUTE = 60.0


class GameError(ShengjiError):
    """The table or a bot did what may not be done."""


@dataclass(frozen=True, slots=True)
class Ask:
    """The human is to act: `kind` is bid, bury or play."""

    kind: str


@dataclass(frozen=True, slots=True)
class Told:
    """An event with the states before and after it."""

    event: Event
    before: State
    after: State


class Game:
    """The events so far, the state that they give, and who plays the other seats."""

    def __init__(self, seat: int, bot: Policy, seed: int) -> None:
        self.seat = seat
        self.bot = bot
        self.seed = seed
        self.state = before_match()
        self.events: list[Event] = []
        self.told: list[Told] = []
        self.begun = time.monotonic()
        self._origin = str(seed)
        self._declined: set[BidOpen] = set()

    def start(self, rules: Ruleset, levels: tuple[str, ...] | None) -> None:
        """Open the match.  Raises GameError if it is refused."""
        self._must(StartMatch(rules, levels))

    def follow(self, events: Iterable[Event]) -> None:
        """Take over events that happened already."""
        for event in events:
            after = evolve(self.state, event)
            self.told.append(Told(event, self.state, after))
            self.state = after
            self.events.append(event)
            if isinstance(event, DealStarted):
                self._declined.clear()
                if event.number == 1 and event.deck is not None:
                    self._origin = sha256(bytes(event.deck)).hexdigest()

    def apply(self, action: Action) -> Refusal | None:
        """Do an action; the refusal if it may not be done."""
        found = decide(self.state, action)
        if isinstance(found, Refusal):
            return found
        self.follow(found)
        return None

    def view(self) -> View:
        """What the human may know."""
        return for_seat(self.state, self.seat)

    def advise(self) -> Action:
        """What a novice would do in the human's seat; the same each time it is asked."""
        return novice.decide(self.view(), self._rng(self.seat), 0)

    def declined(self) -> None:
        """The human does not want what may be bid now, and is not asked for it again."""
        self._declined.update(self.view().bids)

    def advance(self) -> Ask | None:
        """Let the table and the bots act until the human is asked; None once the match is over.

        One deal at most: it returns None in phase `ready` too, before the next deal starts.
        """
        while True:
            if self.state.phase in (READY, ENDED):
                return None
            step = self._next()
            if isinstance(step, Ask):
                return step
            refusal = self.apply(step)
            if refusal is None:
                continue
            if not isinstance(step, Bid):
                raise broken(step, refusal)
            # A concealed bid may be higher than it looks (C-03): the bot lets it be.
            self._must(Deal(1) if self.state.phase == DEALING else Pass(step.seat))

    def next_deal(self) -> None:
        """Shuffle and start the next deal, or end the match if its time is up."""
        minutes = self.state.rules.match_minutes
        if minutes and time.monotonic() - self.begun >= minutes * MINUTE and not self.state.time_up:
            self._must(TimeUp())
            return
        rules = self.state.rules
        rng = Random(f"{self._origin}/deck/{self.state.number + 1}")
        deck = list(full_deck(rules.decks))
        rng.shuffle(deck)
        self._must(StartDeal(tuple(deck), rng.randrange(rules.players)))

    def _must(self, action: Action) -> None:
        refusal = self.apply(action)
        if refusal is not None:
            raise broken(action, refusal)

    def _rng(self, seat: int) -> Random:
        return Random(f"{self._origin}/{seat}/{len(self.events)}")

    def _next(self) -> Action | Ask:
        """What the human is asked for, or what the table or a bot does now."""
        state = self.state
        assert state.deal is not None
        if state.phase == DEALING:
            return self._while_dealing()
        if state.phase == BIDDING:
            bidders = self._bidders()
            order = seats_from(state.deal.first, state.rules.players)
            return self._speaks(next(seat for seat in order if seat in bidders))
        seat = state.deal.turn or 0
        if state.phase == OVERTURNING:
            return self._speaks(seat)
        if seat == self.seat:
            return Ask("bury" if state.phase == BURYING else "play")
        return self.bot(for_seat(state, seat), self._rng(seat), 0)

    def _bidders(self) -> tuple[int, ...]:
        """The seats that may bid now."""
        return next((one.seats for one in due(self.state) if one.by == SEAT), ())

    def _while_dealing(self) -> Action | Ask:
        """Whoever drew a card may bid; the human is asked whenever something new can be shown."""
        bidders = self._bidders()
        last = self.events[-1]
        if isinstance(last, Dealt) and last.seat != self.seat and last.seat in bidders:
            view = for_seat(self.state, last.seat)
            if view.bids:
                action = self.bot(view, self._rng(last.seat), 0)
                if isinstance(action, Bid):
                    return action
        if self.seat in bidders and not self._declined.issuperset(self.view().bids):
            return Ask("bid")
        return Deal(1)

    def _speaks(self, seat: int) -> Action | Ask:
        """A seat's turn to bid or pass; who has nothing to show passes unasked."""
        view = for_seat(self.state, seat)
        if seat == self.seat and (view.bids or may_join(view)):
            return Ask("bid")
        if not view.bids:
            return Pass(seat)
        return self.bot(view, self._rng(seat), 0)


def broken(action: Action, refusal: Refusal) -> GameError:
    """The error that the table or a bot did what may not be done."""
    return GameError("play.broken", problem=f"{type(action).__name__}, {refusal.code}")


def may_join(view: View) -> bool:
    """Whether the seat may hold cards to add to its partner's concealed bid (C-05)."""
    bid, seat = view.bid, view.seat
    if not view.rules.bid_hidden or bid is None or seat is None or view.phase == OVERTURNING:
        return False
    level = RANKS.index(view.bid_levels[side_of(seat)])
    holds = any(card < SMALL_JOKER and card % len(RANKS) == level for card in view.hand)
    return side_of(bid.seat) == side_of(seat) and bid.seat != seat and holds


def acts_as(kind: str, seat: int, cards: tuple[int, ...]) -> Action:
    """The action of some cards where a seat is asked for a bid, a burial or a play."""
    if kind == "bid":
        return Bid(seat, cards)
    return Bury(seat, cards) if kind == "bury" else Play(seat, cards)


class Keeper:
    """Writes the record to its file, whole or not at all, whenever there is more of it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.lines: list[str] = []
        self.events = 0

    def save(self, events: list[Event]) -> None:
        """Bring the file up to these events.  Raises OSError."""
        if not self.lines:
            self.lines = list(write(()))
        elif self.events == len(events):
            return
        self.lines += list(write(events[self.events :]))[1:]
        self.events = len(events)
        part = self.path.with_name(f".{self.path.name}.{os.getpid()}.part")
        try:
            part.write_text("\n".join([*self.lines, ""]), encoding="utf-8", newline="\n")
            part.replace(self.path)
        finally:
            part.unlink(missing_ok=True)

"""The self-check: whole matches of bots, watched (`shengji check`)."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import NoReturn

from shengji.bots.policy import Policy
from shengji.engine.cards import full_deck, points
from shengji.engine.errors import ShengjiError
from shengji.engine.events import DealScored, DealStarted, Event
from shengji.engine.evolve import evolve_all, hands_now
from shengji.engine.record import read, write
from shengji.engine.ruleset import Ruleset
from shengji.engine.state import PLAYING, Deal, before_match
from shengji.engine.view import for_seat

from .leaks import leaks, redacted_bytes, swapped_events
from .playthrough import Step, steps

POINTS_A_DECK = 100
VIEW_ONE_IN = 10
STREAM_ONE_IN = 50
MOST_STEPS = 20_000  # without a score: many times what a deal of four decks takes

Tell = Callable[[int], None]


class CheckError(ShengjiError):
    """The engine did not keep a promise.

    The facts hold where: `rules`, `seed`, `deal`, `phase`, `trick` (from 1).
    """


@dataclass(frozen=True, slots=True)
class Checked:
    """What was watched: deals scored, events, views and redacted streams compared for leaks."""

    deals: int
    events: int
    views: int


def check_match(
    seed: int,
    rules: Ruleset,
    policies: Sequence[Policy],
    deals: int = 0,
    *,
    one_by_one: bool = False,
    tell: Tell = lambda _: None,
) -> Checked:
    """Play a match (or so many deals of it) and watch it.

    Cards and points are conserved after every action, the score adds up, neither views nor
    redacted events leak, the record reads back to the same events and the same state, and a
    second run is the same.  `one_by_one`: bids are made while cards are dealt.  `tell` is given
    the number of deals whenever one is scored.  Raises CheckError, for a crash too.
    """
    watch = _Watch(seed, rules)

    def play() -> Iterator[Step]:
        return steps(rules, seed, policies, deals, one_by_one=one_by_one)

    try:
        for step in play():
            before = watch.deals
            watch.step(step)
            if watch.deals > before:
                tell(watch.deals)
        watch.round_trip()
        if [event for step in play() for event in step.events] != watch.events:
            watch.fail("check_again")
    except CheckError:
        raise
    except Exception as error:
        watch.fail("check_crash", error, problem=f"{type(error).__name__}: {error}")
    return Checked(watch.deals, len(watch.events), watch.views)


class _Watch:
    """A match that is watched as it is played."""

    def __init__(self, seed: int, rules: Ruleset) -> None:
        self.seed = seed
        self.rules = rules
        self.rng = Random(f"check/{seed}")
        self.state = before_match()
        self.events: list[Event] = []
        self.deal_from = 0
        self.before_deal = self.state
        self.deals = 0
        self.views = 0
        self.steps = 0

    def fail(self, code: str, cause: Exception | None = None, **facts: object) -> NoReturn:
        """Raise the error for what is wrong here and now."""
        deal = self.state.deal
        raise CheckError(
            code,
            rules=self.rules.id,
            seed=self.seed,
            deal=self.state.number or 0,
            phase=self.state.phase,
            trick=len(deal.tricks) + 1 if deal else 0,
            **facts,
        ) from cause

    def step(self, step: Step) -> None:
        """Look at what an action did."""
        if isinstance(step.events[0], DealStarted):
            self.deal_from = len(self.events)
            self.before_deal = self.state
        self.state = step.state
        self.events += step.events
        self.steps += 1
        if self.steps > MOST_STEPS:
            self.fail("check_stuck", number=MOST_STEPS)
        self.conserved(step)
        if self.state.deal is not None:
            seat = self.rng.choice([*range(self.rules.players), None])
            if self.rng.randrange(VIEW_ONE_IN) == 0:
                self.no_leak(seat)
            if self.rng.randrange(STREAM_ONE_IN) == 0:
                self.no_leak_in_events(seat)

    def no_leak(self, seat: int | None) -> None:
        """Unseen cards swapped in the state change nothing in a view."""
        self.views += 1
        if leaks(self.state, seat, self.rng):
            self.fail("check_leak", seat=seat)

    def no_leak_in_events(self, seat: int | None) -> None:
        """Unseen cards swapped in the deal's events change nothing in what a viewer is sent."""
        self.views += 1
        real = self.events[self.deal_from :]
        other = swapped_events(real, seat, self.rules, self.rng)
        sent = (redacted_bytes(events, seat, self.rules) for events in (real, other))
        if len(set(sent)) > 1:
            self.fail("check_leak_in_events", seat=seat)
        if for_seat(evolve_all(self.before_deal, other), seat) != for_seat(self.state, seat):
            self.fail("check_leak", seat=seat)

    def conserved(self, step: Step) -> None:
        """Every card is in one place, and the points add up."""
        deal = self.state.deal
        if deal is None or deal.setting is None:
            return
        if self.state.phase == PLAYING:
            every = Counter(card for hand in hands_now(self.state) for card in hand)
            every.update(deal.kitty)
            for play in plays_of(deal):
                every.update(play)
            if every != Counter(full_deck(self.rules.decks)):
                self.fail("check_cards")
        for event in step.events:
            if isinstance(event, DealScored):
                self.scored(deal, event)

    def scored(self, deal: Deal, event: DealScored) -> None:
        """A score's parts add up to it, and all points of the deck were played or buried."""
        self.deals += 1
        self.steps = 0
        if event.total != event.tricks + event.dug + event.penalties:
            self.fail("check_score")
        on_table = sum(points(play) for play in plays_of(deal)) + points(event.kitty)
        if on_table != POINTS_A_DECK * self.rules.decks:
            self.fail("check_points")

    def round_trip(self) -> None:
        """The record gives the same events back, and they give the same state."""
        if read(write(self.events)) != self.events:
            self.fail("check_record")
        if evolve_all(before_match(), self.events) != self.state:
            self.fail("check_replay")


def plays_of(deal: Deal) -> Iterator[tuple[int, ...]]:
    """The cards of every play of a deal so far."""
    for trick in deal.tricks:
        yield from (made.cards for made in trick.plays)
    yield from (made.cards for made in deal.plays)

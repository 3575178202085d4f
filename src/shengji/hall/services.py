"""What a room is made of and needs: people's connections, numbered events, the house's services."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random, SystemRandom
from typing import Any, NamedTuple, Protocol

from shengji.engine.actions import StartDeal
from shengji.engine.cards import full_deck
from shengji.engine.ruleset import Ruleset

from .seating import AnyEvent, RoomState
from .store import EventLog
from .thinkers import Thinkers


def now_ms() -> int:
    """The time, in ms since 1970."""
    return time.time_ns() // 1_000_000


class Member(Protocol):
    """A person's connection, as a room sees it."""

    person: str
    name: str
    lang: str
    rtt: float

    def push(self, frame: bytes) -> None:
        """Send a frame some time."""

    def close(self, code: int) -> None:
        """Send what is waiting, then close."""


class Entry(NamedTuple):
    """An event with its number and the room after it."""

    seq: int
    event: AnyEvent
    state: RoomState


@dataclass(frozen=True, slots=True)
class Services:
    """What a room needs of the house; `pace` scales every pause, 0 in tests."""

    log: EventLog
    thinkers: Thinkers
    pace: float = 1.0
    bots_alone: bool = False
    rng: Random = field(default_factory=SystemRandom)
    broken: Callable[[Any], None] = lambda _: None

    def deal(self, rules: Ruleset) -> StartDeal:
        """A deck shuffled anew, and a seat drawn by lot for the first card (G-01)."""
        deck = list(full_deck(rules.decks))
        self.rng.shuffle(deck)
        return StartDeal(tuple(deck), self.rng.randrange(rules.players))

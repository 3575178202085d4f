"""What can be done: by a seat, by the table (dealer and clock), or by an official."""

from dataclasses import dataclass

from .cards import Cards
from .ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class StartMatch:
    """The table opens a match; `levels` by side, the ruleset's first level if not given.

    At a table that is not `assisted` illegal follows are accepted and may be claimed (G-27).
    """

    rules: Ruleset
    levels: tuple[str, ...] | None = None
    assisted: bool = True


@dataclass(frozen=True, slots=True)
class StartDeal:
    """The table lays down a shuffled deck, in dealing order, kitty last.

    `first` is the seat drawn by lot for the first card; it counts only where there is no banker.
    """

    deck: Cards
    first: int = 0


@dataclass(frozen=True, slots=True)
class Deal:
    """The table deals so many cards, one at a time round the table."""

    number: int


@dataclass(frozen=True, slots=True)
class Bid:
    """A seat shows cards to bid, reinforce or overturn 亮主, 加固, 反主."""

    seat: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class Pass:
    """A seat does not bid or overturn."""

    seat: int


@dataclass(frozen=True, slots=True)
class CloseBidding:
    """The table ends the bidding: its time is up."""


@dataclass(frozen=True, slots=True)
class Bury:
    """A seat lays away as many cards as the kitty has 埋底."""

    seat: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class Play:
    """A seat leads or follows; a leader may name the reading of a lead, piece by piece (G-21)."""

    seat: int
    cards: Cards
    reading: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Claim:
    """A seat says that a play of this deal was wrong: trick (from 0) and seat of the play."""

    seat: int
    trick: int
    against: int


@dataclass(frozen=True, slots=True)
class TakeBack:
    """A seat took back a played card 悔牌; the trick stands, it only costs (B-07)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Expose:
    """A seat laid its concealed bid open (C-24)."""

    seat: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class Rule:
    """An official enters a ruling: `wrong-count` by a side, or by both if side is None (B-08)."""

    kind: str
    side: int | None = None


@dataclass(frozen=True, slots=True)
class Propose:
    """An official proposes how to go on: `levels`, `redeal` or `end` (B-13)."""

    kind: str
    levels: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Agree:
    """A side agrees to what is proposed (B-13)."""

    side: int


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A seat leaves, or is gone too long (B-01, D-15)."""

    seat: int


@dataclass(frozen=True, slots=True)
class TimeUp:
    """The match's time is over (B-12, C-02)."""


Action = (
    StartMatch
    | StartDeal
    | Deal
    | Bid
    | Pass
    | CloseBidding
    | Bury
    | Play
    | Claim
    | TakeBack
    | Expose
    | Rule
    | Propose
    | Agree
    | Forfeit
    | TimeUp
)

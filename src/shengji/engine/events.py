"""What happened.  A match is the list of its events.

Where a viewer may not know cards, `redact` puts None in their place; the event stays.
"""

from .cards import Cards
from .ruleset import Ruleset
from .value import Value, value


@value
class MatchStarted(Value):
    """A match began, under these rules and levels by side."""

    rules: Ruleset
    levels: tuple[str, ...]
    assisted: bool


@value
class DealStarted(Value):
    """A deal began; `banker` is None where it is raced for.

    `first` gets the first card.  `shuffled_by` and `cut_by` are sides (C-06).
    """

    number: int
    first: int
    banker: int | None
    deck: Cards | None
    shuffled_by: int | None = None
    cut_by: int | None = None


@value
class Dealt(Value):
    """A seat drew a card."""

    seat: int
    card: int | None


@value
class DealtOut(Value):
    """All cards but the kitty are dealt."""


@value
class BidMade(Value):
    """A bid was accepted; `kind` is bid, reinforce, overturn or self-overturn.

    `count` is how many level cards (or jokers) the bid now has; concealed, only the bidder sees
    which they are (C-03).
    """

    seat: int
    cards: Cards | None
    kind: str
    count: int


@value
class BidsShown(Value):
    """Concealed bids were turned up, in the order made, as (seat, cards)."""

    bids: tuple[tuple[int, Cards], ...]


@value
class Passed(Value):
    """A seat passed."""

    seat: int


@value
class TrumpSet(Value):
    """Trump and banker are set; `how` is bid, overturn, turned (by `card`) or nobody."""

    trump: str
    banker: int
    how: str
    level: str
    card: int | None = None


@value
class DealVoided(Value):
    """The deal is not played on; `reason` says why.

    Reasons: nobody-bid, run-away, agreed, wrong-count.
    """

    reason: str


@value
class KittyTaken(Value):
    """A seat took up the kitty 底牌."""

    seat: int
    cards: Cards | None


@value
class Buried(Value):
    """A seat buried as many cards."""

    seat: int
    cards: Cards | None


@value
class Played(Value):
    """Cards lie on the table; `pieces` are their names, for a lead its reading."""

    seat: int
    cards: Cards
    pieces: tuple[str, ...]


@value
class ThrowFailed(Value):
    """A throw did not stand: cards and reading, what is forced, and what beats it (G-15)."""

    seat: int
    cards: Cards
    pieces: tuple[str, ...]
    forced: Cards
    by: int
    beaten_by: Cards | None


@value
class Penalised(Value):
    """What a fault costs.

    `points` change the defenders' score, `levels` are taken off the side after the deal,
    `coins` and `personal` are taken off the seat.
    """

    kind: str
    side: int
    seat: int | None = None
    points: int = 0
    levels: int = 0
    coins: int = 0
    personal: int = 0


@value
class TrickTaken(Value):
    """A seat took the trick; `points` are what the defenders score for it."""

    seat: int
    points: int


@value
class Dug(Value):
    """The last trick was worth `points` to the defenders (less than 0: taken off) 抠底."""

    seat: int
    points: int
    factor: int


@value
class DealScored(Value):
    """The deal's arithmetic: points by tricks, dig and penalties; who declares next, levels gained.

    `kitty` is what was buried, shown to all now (G-18).
    """

    tricks: int
    dug: int
    penalties: int
    total: int
    winner: str
    steps: int
    kitty: Cards


@value
class LevelsMoved(Value):
    """Levels by side from now on, levels gained in all, and the next deal's banker.

    `banker` is None where the bank is raced for.
    """

    levels: tuple[str, ...]
    climbed: tuple[int, ...]
    banker: int | None


@value
class Settled(Value):
    """The stakes of a deal: coins by seat, their sum is 0 (A-25)."""

    coins: tuple[int, ...]


@value
class FaultFound(Value):
    """A fault of a side was established: `kind` says which.

    Kinds: revoke, take-back, wrong-count, exposed-bid, exposed-early.
    """

    side: int
    kind: str
    cards: Cards = ()
    seat: int | None = None
    trick: int | None = None


@value
class ClaimFailed(Value):
    """A claim was judged from the log, and the play was right."""

    seat: int
    trick: int
    against: int


@value
class Proposed(Value):
    """An official proposed how to go on (B-13)."""

    kind: str
    levels: tuple[str, ...] | None = None


@value
class Agreed(Value):
    """A side agreed (B-13)."""

    side: int


@value
class TimeCalled(Value):
    """The match's time is over; a deal under way is played out (B-12)."""


@value
class MatchEnded(Value):
    """The match is over; `winner` is a side, or None if level, `reason` says why.

    Reasons: goal, deals, time, faults, forfeit, agreed.
    """

    winner: int | None
    reason: str


Event = (
    MatchStarted
    | DealStarted
    | Dealt
    | DealtOut
    | BidMade
    | BidsShown
    | Passed
    | TrumpSet
    | DealVoided
    | KittyTaken
    | Buried
    | Played
    | ThrowFailed
    | Penalised
    | TrickTaken
    | Dug
    | DealScored
    | LevelsMoved
    | Settled
    | FaultFound
    | ClaimFailed
    | Proposed
    | Agreed
    | TimeCalled
    | MatchEnded
)
Events = tuple[Event, ...]

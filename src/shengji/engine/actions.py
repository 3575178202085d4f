"""What can be done: by a seat, by the table (dealer and clock), or by an official."""

from .cards import Cards
from .ruleset import Ruleset
from .value import Value, value


@value
class StartMatch(Value):
    """The table opens a match; `levels` by side, the ruleset's first level if not given.

    At a table that is not `assisted` illegal follows are accepted and may be claimed (G-27).
    """

    rules: Ruleset
    levels: tuple[str, ...] | None = None
    assisted: bool = True


@value
class StartDeal(Value):
    """The table lays down a shuffled deck, in dealing order, kitty last.

    `first` is the seat drawn by lot for the first card; it counts only where there is no banker.
    """

    deck: Cards
    first: int = 0


@value
class Deal(Value):
    """The table deals so many cards, one at a time round the table."""

    number: int


@value
class Bid(Value):
    """A seat shows cards to bid, reinforce or overturn 亮主, 加固, 反主."""

    seat: int
    cards: Cards


@value
class Pass(Value):
    """A seat does not bid or overturn."""

    seat: int


@value
class CloseBidding(Value):
    """The table ends the bidding: its time is up."""


@value
class Bury(Value):
    """A seat lays away as many cards as the kitty has 埋底."""

    seat: int
    cards: Cards


@value
class Play(Value):
    """A seat leads or follows; a leader may name the reading of a lead, piece by piece (G-21)."""

    seat: int
    cards: Cards
    reading: tuple[str, ...] | None = None


@value
class Claim(Value):
    """A seat says that a play of this deal was wrong: trick (from 0) and seat of the play."""

    seat: int
    trick: int
    against: int


@value
class TakeBack(Value):
    """A seat took back a played card 悔牌; the trick stands, it only costs (B-07)."""

    seat: int


@value
class Expose(Value):
    """A seat laid its concealed bid open (C-24)."""

    seat: int
    cards: Cards


@value
class Rule(Value):
    """An official enters a ruling: `wrong-count` by a side, or by both if side is None (B-08)."""

    kind: str
    side: int | None = None


@value
class Propose(Value):
    """An official proposes how to go on: `levels`, `redeal` or `end` (B-13)."""

    kind: str
    levels: tuple[str, ...] | None = None


@value
class Agree(Value):
    """A side agrees to what is proposed (B-13)."""

    side: int


@value
class Forfeit(Value):
    """A seat leaves, or is gone too long (B-01, D-15)."""

    seat: int


@value
class TimeUp(Value):
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

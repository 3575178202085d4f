"""Where a match stands: `State`, and in it the `Deal` under way or just ended.

Both are values: nothing changes them once they are handed out.  `copied` gives a new one for
`evolve` to fill in, written out by hand since it is made for every event.
"""

from collections.abc import Iterable

from .cards import Cards
from .events import DealScored
from .kernel.planes import EMPTY, Hand, Hands
from .leads import Lead
from .ruleset import Ruleset
from .seats import SIDES
from .setting import Setting
from .value import Value, value

IDLE = "idle"
READY = "ready"
DEALING = "dealing"
BIDDING = "bidding"
OVERTURNING = "overturning"
BURYING = "burying"
PLAYING = "playing"
ENDED = "ended"


@value
class Show(Value):
    """A bid as it lies on the table: `suit` is S H C D, or LJ or BJ; `count` its level cards."""

    seat: int
    cards: Cards
    kind: str
    suit: str
    count: int


@value
class PlayMade(Value):
    """One seat's cards in a trick, and the names of their pieces."""

    seat: int
    cards: Cards
    pieces: tuple[str, ...]


@value
class Trick(Value):
    """A trick that is over: the plays from the leader on, who took it, the defenders' points."""

    plays: tuple[PlayMade, ...]
    winner: int
    points: int


@value
class Throw(Value):
    """A throw that failed: in which trick, by whom, the cards, what was forced, and by whom."""

    trick: int
    seat: int
    cards: Cards
    forced: Cards
    by: int
    beaten_by: Cards


@value
class Fault(Value):
    """A fault that was established in this deal."""

    side: int
    kind: str
    seat: int | None
    trick: int | None


class Deal:
    """One deal: dealing, bidding, kitty, play, score.

    `dealt` counts the cards drawn from `deck`; a hand before trump is set is read off there.
    `passed` holds the seats that passed since the last bid.  `hands` are planes under `setting`.
    """

    __slots__ = (
        "banker",
        "barred_bid",
        "barred_overturn",
        "best",
        "best_seat",
        "bid",
        "bid_levels",
        "burials",
        "climbed_before",
        "closed",
        "coins",
        "cut_by",
        "dealt",
        "deck",
        "dug",
        "failed",
        "faults",
        "first",
        "hands",
        "how",
        "kitty",
        "lead",
        "level",
        "level_penalties",
        "levels_before",
        "number",
        "overturns",
        "passed",
        "penalties",
        "plays",
        "points",
        "race_again",
        "raced",
        "result",
        "setting",
        "shows",
        "shuffled_by",
        "start_hands",
        "tricks",
        "turn",
        "turned",
    )

    banker: int | None
    barred_bid: tuple[int, ...]
    barred_overturn: tuple[int, ...]
    best: Hand
    best_seat: int
    bid: Show | None
    bid_levels: tuple[str, ...]
    burials: tuple[tuple[int, Cards], ...]
    climbed_before: tuple[int, ...]
    closed: bool
    coins: tuple[int, ...] | None
    cut_by: int | None
    dealt: int
    deck: Cards
    dug: int
    failed: tuple[Throw, ...]
    faults: tuple[Fault, ...]
    first: int
    hands: Hands
    how: str | None
    kitty: Cards
    lead: Lead | None
    level: str | None
    level_penalties: tuple[int, ...]
    levels_before: tuple[str, ...]
    number: int
    overturns: int
    passed: tuple[int, ...]
    penalties: int
    plays: tuple[PlayMade, ...]
    points: int
    race_again: bool
    raced: bool
    result: DealScored | None
    setting: Setting | None
    shows: tuple[Show, ...]
    shuffled_by: int | None
    start_hands: Hands
    tricks: tuple[Trick, ...]
    turn: int | None
    turned: int | None

    def copied(self) -> "Deal":
        """The same deal again."""
        new = object.__new__(Deal)
        new.banker = self.banker
        new.barred_bid = self.barred_bid
        new.barred_overturn = self.barred_overturn
        new.best = self.best
        new.best_seat = self.best_seat
        new.bid = self.bid
        new.bid_levels = self.bid_levels
        new.burials = self.burials
        new.climbed_before = self.climbed_before
        new.closed = self.closed
        new.coins = self.coins
        new.cut_by = self.cut_by
        new.dealt = self.dealt
        new.deck = self.deck
        new.dug = self.dug
        new.failed = self.failed
        new.faults = self.faults
        new.first = self.first
        new.hands = self.hands
        new.how = self.how
        new.kitty = self.kitty
        new.lead = self.lead
        new.level = self.level
        new.level_penalties = self.level_penalties
        new.levels_before = self.levels_before
        new.number = self.number
        new.overturns = self.overturns
        new.passed = self.passed
        new.penalties = self.penalties
        new.plays = self.plays
        new.points = self.points
        new.race_again = self.race_again
        new.raced = self.raced
        new.result = self.result
        new.setting = self.setting
        new.shows = self.shows
        new.shuffled_by = self.shuffled_by
        new.start_hands = self.start_hands
        new.tricks = self.tricks
        new.turn = self.turn
        new.turned = self.turned
        return new

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Deal) and all(
            getattr(self, name) == getattr(other, name) for name in Deal.__slots__
        )

    __hash__ = None  # type: ignore[assignment]


LISTS = (
    "barred_bid",
    "barred_overturn",
    "burials",
    "deck",
    "failed",
    "faults",
    "kitty",
    "passed",
    "plays",
    "shows",
    "tricks",
)
COUNTS = ("best_seat", "dealt", "dug", "overturns", "penalties", "points")


def all_hands(hands: Iterable[Hand]) -> Hands:
    """Every seat's hand, by seat, as the kernel takes them."""
    a, b, c, d = hands
    return a, b, c, d


def new_deal() -> Deal:
    """A deal in which nothing has happened yet, to be filled in."""
    deal = object.__new__(Deal)
    for name in Deal.__slots__:
        setattr(deal, name, () if name in LISTS else 0 if name in COUNTS else None)
    deal.best = EMPTY
    deal.closed = deal.race_again = False
    deal.hands = deal.start_hands = (EMPTY, EMPTY, EMPTY, EMPTY)
    deal.level_penalties = (0,) * SIDES
    return deal


class State:
    """A match: rules, levels by side, whose bank it is, the deal, coins, faults, how it ended."""

    __slots__ = (
        "assisted",
        "banker",
        "climbed",
        "coins",
        "deal",
        "deals_scored",
        "declaring",
        "ended",
        "failed_throws",
        "levels",
        "number",
        "personal",
        "phase",
        "proposal",
        "race_again",
        "revokes",
        "rules",
        "start_levels",
        "takebacks",
        "time_up",
        "winner",
    )

    assisted: bool
    banker: int | None
    climbed: tuple[int, ...]
    coins: tuple[int, ...]
    deal: Deal | None
    deals_scored: int
    declaring: int | None
    ended: str | None
    failed_throws: tuple[int, ...]
    levels: tuple[str, ...]
    number: int
    personal: tuple[int, ...]
    phase: str
    proposal: tuple[str, tuple[str, ...] | None, tuple[int, ...]] | None
    race_again: bool
    revokes: tuple[int, ...]
    rules: Ruleset
    start_levels: tuple[str, ...]
    takebacks: tuple[int, ...]
    time_up: bool
    winner: int | None

    def copied(self) -> "State":
        """The same state again."""
        new = object.__new__(State)
        new.assisted = self.assisted
        new.banker = self.banker
        new.climbed = self.climbed
        new.coins = self.coins
        new.deal = self.deal
        new.deals_scored = self.deals_scored
        new.declaring = self.declaring
        new.ended = self.ended
        new.failed_throws = self.failed_throws
        new.levels = self.levels
        new.number = self.number
        new.personal = self.personal
        new.phase = self.phase
        new.proposal = self.proposal
        new.race_again = self.race_again
        new.revokes = self.revokes
        new.rules = self.rules
        new.start_levels = self.start_levels
        new.takebacks = self.takebacks
        new.time_up = self.time_up
        new.winner = self.winner
        return new

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and all(
            getattr(self, name) == getattr(other, name) for name in State.__slots__
        )

    __hash__ = None  # type: ignore[assignment]


def before_match() -> State:
    """The state in which nothing has happened yet: only `StartMatch` is due."""
    new = object.__new__(State)
    for name in State.__slots__:
        setattr(new, name, None)
    new.phase = IDLE
    return new

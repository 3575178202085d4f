"""A table for tests: situations set up in a line or two, played by the real engine.

    table = Table("eighty", level="5", banker=0)      # a later deal, seat 0 has the bank
    table.deal(hands={1: "5h 5s 5s"})                 # the rest is filled up; all cards drawn
    table.bid(1, "5h").close().bury(0)
    assert table.refused(table.bid, 2, "5s 5s").code == "not_held"

Without `banker` it is a first deal: the bank is raced for.  Cards are codes as in `Ts 5h LJ`.
Every act goes through `decide` and `evolve`; one that is refused raises `NotAccepted`.
`in_play` and `endgame` go straight to the play, the latter with exact, short hands.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from random import Random
from typing import Any, TypeVar

from shengji.engine import actions, events
from shengji.engine.actions import Action
from shengji.engine.cards import CODES, SUITS, Cards, full_deck, parse, points, show
from shengji.engine.decide import decide
from shengji.engine.errors import Refusal
from shengji.engine.events import Event
from shengji.engine.evolve import evolve, evolve_all
from shengji.engine.ruleset import Ruleset, preset
from shengji.engine.rulings import Follows, Leads
from shengji.engine.state import BURYING, OVERTURNING, PLAYING, Deal, State, before_match

E = TypeVar("E")
KITTY = 4
"""The place of the kitty in `only`."""


class NotAccepted(AssertionError):  # noqa: N818 - it is an answer, not an error
    """An act that a test meant to be good was refused."""

    def __init__(self, action: Action, refusal: Refusal) -> None:
        super().__init__(f"{action}: {refusal}")
        self.refusal = refusal


class Table:
    """One match, from `StartMatch` on; acts return the table, so that they can be chained."""

    def __init__(
        self,
        rules: str | Ruleset = "eighty",
        *,
        level: str | None = None,
        levels: tuple[str, str] | None = None,
        banker: int | None = None,
        assisted: bool = True,
        **options: object,
    ) -> None:
        """`level` for both sides or `levels` by side; `banker` makes the next deal a later one."""
        base = preset(rules) if isinstance(rules, str) else rules
        self.rules = base.changed(options)
        self.state: State = before_match()
        self.events: list[Event] = []
        self.given: dict[int, Counter[int]] = {}
        both = (level, level) if level else None
        self.act(actions.StartMatch(self.rules, levels or both, assisted))
        if banker is not None:
            self.set_bank(banker)

    # -- acts ------------------------------------------------------------------------------

    def act(self, action: Action) -> "Table":
        """Do it.  Raises NotAccepted."""
        answer = decide(self.state, action)
        if isinstance(answer, Refusal):
            raise NotAccepted(action, answer)
        self.events += answer
        self.state = evolve_all(self.state, answer)
        return self

    def refused(self, act: Callable[..., object], *args: Any, **kwargs: Any) -> Refusal:
        """The refusal that an act meets: `table.refused(table.bid, 1, "5h")`; it must meet one."""
        before = self.state
        try:
            act(*args, **kwargs)
        except NotAccepted as answer:
            assert self.state is before
            return answer.refusal
        raise AssertionError(f"accepted: {act} {args}")

    def start(
        self,
        hands: Mapping[int, str] | None = None,
        kitty: str = "",
        only: Mapping[int, str] | None = None,
        first: int = 0,
    ) -> "Table":
        """Lay down a deck in which seats draw these cards, in this order, before any others.

        What is not given is filled up, two alike to different seats as far as can be.  `only`
        says by place (seat or KITTY) of which suits (`S H C D`) or cards it has none but the
        given ones: `only={1: "H LJ"}`.  `first` is the seat drawn by lot in a first deal.
        """
        drawer = first if self.state.banker is None else self.state.banker
        deck = rigged(self.rules, hands or {}, kitty, only or {}, drawer)
        self.given = {seat: Counter(parse(text)) for seat, text in (hands or {}).items()}
        return self.act(actions.StartDeal(deck, first))

    def draw(self, number: int | None = None) -> "Table":
        """Deal so many cards, else all that are left."""
        whole = self.rules.hand_size * self.rules.players
        return self.act(actions.Deal(whole - self.d.dealt if number is None else number))

    def deal(
        self,
        hands: Mapping[int, str] | None = None,
        kitty: str = "",
        only: Mapping[int, str] | None = None,
        first: int = 0,
    ) -> "Table":
        """`start`, then draw all cards."""
        return self.start(hands, kitty, only, first).draw()

    def bid(self, seat: int, cards: str) -> "Table":
        """Bid, reinforce or overturn."""
        return self.act(actions.Bid(seat, parse(cards)))

    def pass_(self, *seats: int) -> "Table":
        """These seats pass, one after another."""
        for seat in seats:
            self.act(actions.Pass(seat))
        return self

    def close(self) -> "Table":
        """The table ends the bidding."""
        return self.act(actions.CloseBidding())

    def bury(self, seat: int, cards: str | None = None) -> "Table":
        """Bury these cards, else some without points that were not given to the seat."""
        chosen = parse(cards) if cards is not None else self._spare(seat)
        return self.act(actions.Bury(seat, chosen))

    def play(self, seat: int, cards: str, reading: tuple[str, ...] | None = None) -> "Table":
        """Lead or follow."""
        return self.act(actions.Play(seat, parse(cards), reading))

    def trick(self, *plays: str) -> "Table":
        """All plays of a trick, from the seat whose turn it is on."""
        for cards in plays:
            self.play(self.turn, cards)
        return self

    def play_out(self, rng: Random) -> "Table":
        """Random legal plays to the end of the deal."""
        while self.state.phase == PLAYING:
            deal, seat = self.d, self.turn
            assert deal.setting is not None
            hand = deal.hands[seat]
            legal = (
                Leads(hand, deal.setting)
                if deal.lead is None
                else Follows(hand, deal.lead, deal.setting)
            )
            self.act(actions.Play(seat, legal.sample(rng)))
        return self

    def claim(self, seat: int, trick: int, against: int) -> "Table":
        """A seat says that another's play in a trick (from 0) was wrong."""
        return self.act(actions.Claim(seat, trick, against))

    # -- shortcuts -------------------------------------------------------------------------

    def set_bank(self, banker: int | None) -> "Table":
        """Give the bank of the next deal to a seat, as the end of a deal would."""
        moved = events.LevelsMoved(self.state.levels, self.state.climbed, banker)
        return self._evolve(moved)

    def in_play(
        self,
        trump: str,
        hands: Mapping[int, str] | None = None,
        kitty: str = "",
        only: Mapping[int, str] | None = None,
    ) -> "Table":
        """A later deal whose play begins: whole hands, `kitty` lies buried, trump is set.

        The banker is the table's, else seat 0.
        """
        if self.state.banker is None:
            self.set_bank(0)
        self.deal(hands, kitty, only)
        banker, level = self.d.banker, self.d.level
        assert banker is not None
        assert level is not None
        self._evolve(events.TrumpSet(trump, banker, "bid", level))
        if self.rules.kitty_size:
            below = self.d.kitty
            self._evolve(events.KittyTaken(banker, below), events.Buried(banker, below))
        while self.state.phase == OVERTURNING:
            self.pass_(self.turn)
        assert self.state.phase == PLAYING
        return self

    def endgame(
        self, trump: str, hands: Mapping[int, str], kitty: str = "", points: int = 0
    ) -> "Table":
        """The last tricks of a later deal: exactly these cards are held, and `kitty` is buried.

        `points` the defenders have already; the banker leads.
        """
        return self.in_play(trump).cut(hands, kitty, points)

    def cut(self, hands: Mapping[int, str], kitty: str | None = None, points: int = 0) -> "Table":
        """Leave exactly these cards in hand, as if all others had been played."""
        state = self.state.copied()
        deal = self.d.copied()
        assert deal.setting is not None
        trumps = deal.setting.trump
        south, east, north, west = (trumps.hand(parse(hands[seat])) for seat in range(4))
        deal.hands = (south, east, north, west)
        deal.start_hands = deal.hands
        if kitty is not None:
            deal.kitty = parse(kitty)
            deal.burials = tuple((seat, deal.kitty) for seat, _ in deal.burials)
        deal.points = points
        state.deal = deal
        self.state = state
        return self

    def score(self, points: int) -> "Table":
        """A later deal played to its end at once, trump spades: the defenders score `points`."""
        banker = 0 if self.state.banker is None else self.state.banker
        hands = dict.fromkeys(range(self.rules.players), "3c")
        return self.endgame("S", {**hands, banker: "Ac"}, points=points).trick("Ac", *["3c"] * 3)

    # -- what there is to see --------------------------------------------------------------

    @property
    def d(self) -> Deal:
        """The deal under way or just ended."""
        assert self.state.deal is not None
        return self.state.deal

    @property
    def turn(self) -> int:
        """The seat whose turn it is."""
        assert self.d.turn is not None
        return self.d.turn

    def hand(self, seat: int) -> str:
        """What a seat holds now, once trump is set."""
        assert self.d.setting is not None
        return show(self.d.setting.trump.cards(self.d.hands[seat]))

    def last(self, kind: type[E]) -> E:
        """The last event of a kind; there must be one."""
        return self.all(kind)[-1]

    def all(self, kind: type[E]) -> list[E]:
        """All events of a kind, in order."""
        return [event for event in self.events if isinstance(event, kind)]

    # -- inside ----------------------------------------------------------------------------

    def _evolve(self, *happened: Event) -> "Table":
        for event in happened:
            self.events.append(event)
            self.state = evolve(self.state, event)
        return self

    def _spare(self, seat: int) -> Cards:
        assert self.state.phase == BURYING
        held = Counter(parse(self.hand(seat)))
        loose = list((held - self.given.get(seat, Counter())).elements())
        loose.sort(key=lambda card: (points((card,)), card))
        return tuple(loose[: self.rules.kitty_size])


def rigged(
    rules: Ruleset, hands: Mapping[int, str], kitty: str, only: Mapping[int, str], first: int
) -> Cards:
    """A deck in dealing order that gives each place its cards, the rest spread out evenly."""
    seats = range(rules.players)
    places = {seat: list(parse(hands.get(seat, ""))) for seat in seats}
    places[KITTY] = list(parse(kitty))
    sizes = {**dict.fromkeys(seats, rules.hand_size), KITTY: rules.kitty_size}
    rest = Counter(full_deck(rules.decks))
    for cards in places.values():
        rest.subtract(cards)
    assert min(rest.values()) >= 0, "a card was given too often"
    closed = {place: _faces(text) for place, text in only.items()}
    open_to = {
        card: [place for place in places if card not in closed.get(place, ())] for card in rest
    }
    for card in sorted(rest.elements(), key=lambda card: (len(open_to[card]), card)):
        room = {place: sizes[place] - len(places[place]) for place in open_to[card]}
        fresh = {place: -places[place].count(card) for place in room if room[place] > 0}
        assert fresh, f"no place for {CODES[card]}"
        best = max(fresh, key=lambda place: (fresh[place], room[place], -place))
        places[best].append(card)
    drawn = [places[(first + step) % rules.players] for step in seats]
    deck = [cards[turn] for turn in range(rules.hand_size) for cards in drawn]
    return (*deck, *places[KITTY])


def _faces(text: str) -> frozenset[int]:
    """The faces of some suits and cards: `H LJ`."""
    found: set[int] = set()
    for word in text.split():
        if word in SUITS:
            found |= {13 * SUITS.index(word) + rank for rank in range(13)}
        else:
            found |= set(parse(word))
    return frozenset(found)

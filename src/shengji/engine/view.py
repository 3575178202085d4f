"""What one seat may know.  A client or a bot gets a `View` and nothing else.

All is hidden until it is listed here.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any

from .bidding import REINFORCE, judge_bid, judge_overturn, reinforces_by_adding, show_of
from .cards import BIG_JOKER, CODES, RANKS, SMALL_JOKER, Cards, rank_of
from .dealing import held_for_bid, judge_shown
from .due import SEAT, Due, due
from .errors import Refusal
from .events import (
    BidMade,
    Buried,
    DealScored,
    DealStarted,
    Dealt,
    Event,
    KittyTaken,
    ThrowFailed,
)
from .evolve import hands_now
from .follows import demand, owed_names
from .kernel.planes import size
from .match import personal_scores
from .ruleset import Ruleset
from .scoring import Outcome, outcome
from .seats import side_of
from .state import (
    BURYING,
    IDLE,
    OVERTURNING,
    PLAYING,
    Deal,
    Fault,
    PlayMade,
    Show,
    State,
    Throw,
    Trick,
    new_deal,
)
from .value import Value, value

GROUPS = ("S", "H", "C", "D", "trump")


@value
class BidSeen(Value):
    """A bid as a viewer sees it: concealed cards are None."""

    seat: int
    cards: Cards | None
    kind: str
    count: int


@value
class BidOpen(Value):
    """Cards that the viewer may show now, and what that would be."""

    cards: Cards
    kind: str


@value
class Demand(Value):
    """What a follower must answer: a group, a number of cards, and the pieces it owes.

    `pieces` is None at an unassisted table, which does not tell.
    """

    group: str
    number: int
    pieces: tuple[str, ...] | None


@value
class View(Value):
    """All that a seat knows of a match; a spectator's `seat` is None.

    Points are the defenders'; `sizes` counts each seat's cards; `burials` are one's own, in
    order; `kitty` is shown when the deal has ended; `levels_before` are those of its start.
    `bids`, `demand` and `bury` say what is legal for this seat now.
    """

    seat: int | None
    rules: Ruleset
    assisted: bool
    phase: str
    number: int
    levels: tuple[str, ...]
    levels_before: tuple[str, ...]
    climbed: tuple[int, ...]
    declaring: int | None
    next_banker: int | None
    coins: tuple[int, ...]
    failed_throws: tuple[int, ...]
    personal: tuple[int, ...]
    revokes: tuple[int, ...]
    takebacks: tuple[int, ...]
    time_up: bool
    proposal: tuple[str, tuple[str, ...] | None, tuple[int, ...]] | None
    ended: str | None
    winner: int | None
    first: int | None
    banker: int | None
    raced: bool
    level: str | None
    bid_levels: tuple[str, ...]
    trump: str | None
    how: str | None
    turned: int | None
    overturns: int
    hand: Cards
    sizes: tuple[int, ...]
    burials: tuple[Cards, ...]
    buriers: tuple[int, ...]
    kitty: Cards | None
    shown: tuple[BidSeen, ...]
    bid: BidSeen | None
    passed: tuple[int, ...]
    barred: tuple[int, ...]
    turn: int | None
    plays: tuple[PlayMade, ...]
    best_seat: int | None
    tricks: tuple[Trick, ...]
    throws: tuple[Throw, ...]
    faults: tuple[Fault, ...]
    points: int
    penalties: int
    dug: int
    outlook: Outcome | None
    result: DealScored | None
    settled: tuple[int, ...] | None
    due: tuple[Due, ...]
    bids: tuple[BidOpen, ...]
    demand: Demand | None
    bury: int | None

    def to_data(self) -> dict[str, object]:
        """Plain data for the wire: cards as codes, everything in a fixed order."""
        return {field.name: plain(getattr(self, field.name), field.name) for field in fields(self)}


CARD_FIELDS = ("cards", "hand", "kitty", "forced", "beaten_by", "turned", "burials")


def plain(value: Any, name: str) -> Any:
    """A field's value as plain data; whether ints are cards, the field's name tells."""
    if isinstance(value, int):
        return CODES[value] if name in CARD_FIELDS else value
    if isinstance(value, Due):
        return {"by": value.by, "action": value.action, "seats": list(value.seats)}
    if isinstance(value, tuple):
        return [plain(one, name) for one in value]
    if isinstance(value, Ruleset):
        return value.to_data()
    if isinstance(value, Value):
        return {name: plain(getattr(value, name), name) for name in value.__dataclass_fields__}
    return value


def for_seat(state: State, seat: int | None) -> View:
    """The view of a seat, or of a spectator (None).  Raises ValueError for a seat there is not."""
    if state.phase == IDLE:
        raise ValueError("no match has begun")
    if seat is not None and seat not in range(state.rules.players):
        raise ValueError(f"no seat {seat}")
    deal = state.deal
    return View(
        seat=seat,
        rules=state.rules,
        assisted=state.assisted,
        phase=state.phase,
        number=state.number,
        levels=state.levels,
        climbed=state.climbed,
        declaring=state.declaring,
        next_banker=state.banker,
        coins=state.coins,
        failed_throws=state.failed_throws,
        personal=personal_scores(state) if state.rules.personal_score else state.personal,
        revokes=state.revokes,
        takebacks=state.takebacks,
        time_up=state.time_up,
        proposal=state.proposal,
        ended=state.ended,
        winner=state.winner,
        due=due(state),
        **(_no_deal(state) if deal is None else _deal_view(state, deal, seat)),
    )


def _no_deal(state: State) -> dict[str, Any]:
    """The fields of a deal before the first one."""
    empty: dict[str, Any] = {
        "levels_before": state.levels,
        "first": None,
        "banker": None,
        "raced": True,
        "level": None,
        "bid_levels": state.levels,
        "trump": None,
        "how": None,
        "turned": None,
        "overturns": 0,
        "sizes": (0,) * state.rules.players,
        "kitty": None,
        "bid": None,
        "turn": None,
        "best_seat": None,
        "points": 0,
        "penalties": 0,
        "dug": 0,
        "outlook": None,
        "result": None,
        "settled": None,
        "demand": None,
        "bury": None,
    }
    lists = (
        "hand",
        "burials",
        "buriers",
        "shown",
        "passed",
        "barred",
        "plays",
        "tricks",
        "throws",
        "faults",
        "bids",
    )
    return {**empty, **dict.fromkeys(lists, ())}


def _deal_view(state: State, deal: Deal, seat: int | None) -> dict[str, Any]:
    """The fields of a deal under way, or just ended."""
    running = deal.points + deal.dug + deal.penalties
    return {
        "levels_before": deal.levels_before,
        "first": deal.first,
        "banker": deal.banker,
        "raced": deal.raced,
        "level": deal.level,
        "bid_levels": deal.bid_levels,
        "trump": deal.setting.trump.suit if deal.setting else None,
        "how": deal.how,
        "turned": deal.turned,
        "overturns": deal.overturns,
        "hand": () if seat is None else hand_of(state, deal, seat),
        "sizes": sizes_of(state, deal),
        "burials": tuple(cards for burier, cards in deal.burials if burier == seat),
        "buriers": tuple(burier for burier, _ in deal.burials),
        "kitty": deal.result.kitty if deal.result else None,
        "shown": tuple(bid_seen(state, show, seat) for show in deal.shows),
        "bid": bid_seen(state, deal.bid, seat) if deal.bid else None,
        "passed": deal.passed,
        "barred": deal.barred_bid + deal.barred_overturn,
        "turn": deal.turn,
        "plays": deal.plays,
        "best_seat": deal.best_seat if deal.plays else None,
        "tricks": deal.tricks,
        "throws": tuple(throw_seen(state, throw, seat) for throw in deal.failed),
        "faults": deal.faults,
        "points": deal.points,
        "penalties": deal.penalties,
        "dug": deal.dug,
        "outlook": outcome(running, state.rules) if deal.setting else None,
        "result": deal.result,
        "settled": deal.coins,
        "bids": () if seat is None else tuple(bids_open(state, seat)),
        "demand": demand_of(state, deal, seat),
        "bury": (state.rules.kitty_size if state.phase == BURYING and deal.turn == seat else None),
    }


def hand_of(state: State, deal: Deal, seat: int) -> Cards:
    """A seat's own cards; once trump is known in the order of its table, see `Trump.cards`."""
    if deal.setting is not None:
        return deal.setting.trump.cards(deal.hands[seat])
    return tuple(sorted(hands_now(state)[seat]))


def sizes_of(state: State, deal: Deal) -> tuple[int, ...]:
    """How many cards each seat has."""
    if deal.setting is not None:
        return tuple(size(hand) for hand in deal.hands)
    players = state.rules.players
    return tuple(
        len(range((seat - deal.first) % players, deal.dealt, players)) for seat in range(players)
    )


def bids_are_hidden(state: State) -> bool:
    """Whether bids lie face down still (C-03)."""
    return state.rules.bid_hidden and state.deal is not None and state.deal.setting is None


def bid_seen(state: State, show: Any, seat: int | None) -> BidSeen:
    """A bid as a viewer sees it."""
    hidden = bids_are_hidden(state) and show.seat != seat
    return BidSeen(show.seat, None if hidden else show.cards, show.kind, show.count)


def throw_seen(state: State, throw: Throw, seat: int | None) -> Throw:
    """A failed throw as a viewer sees it: what beat it only where all may know (G-15)."""
    if state.rules.throw_shows == "piece" or seat == throw.by:
        return throw
    return replace(throw, beaten_by=())


def demand_of(state: State, deal: Deal, seat: int | None) -> Demand | None:
    """What this seat has to answer now; None if it is not its turn to follow."""
    if state.phase != PLAYING or seat is None or deal.turn != seat or deal.lead is None:
        return None
    setting = deal.setting
    assert setting is not None
    group = GROUPS[setting.trump.masks.index(deal.lead.group)]
    if not state.assisted:
        return Demand(group, deal.lead.number, None)
    owed = demand(deal.hands[seat], deal.lead, setting)
    return Demand(group, deal.lead.number, owed_names(owed))


def bids_open(state: State, seat: int) -> Iterator[BidOpen]:
    """What a seat may show now.

    A concealed bid's suit is known to its bidder only (C-03): what its suit would decide, such as
    a partner's cards to join it, is not listed, though `decide` takes it where it is right.
    """
    deal = state.deal
    if deal is None or not _seat_may_bid(state, seat):
        return
    held = held_for_bid(state, seat)
    level = RANKS.index(deal.bid_levels[side_of(seat)])
    faces = [card for card in held if card in (SMALL_JOKER, BIG_JOKER) or card % 13 == level]
    hidden = _hidden_from(state, deal, seat)
    with_joker = state.rules.bid_small_joker and deal.raced and held[SMALL_JOKER] > 0
    joker = (SMALL_JOKER,) if with_joker else ()
    for card in sorted(faces):
        for times in range(1, held[card] + 1):
            for extra in ((), joker) if joker and card != SMALL_JOKER else ((),):
                cards = (card,) * times + extra
                kind = _kind_open(state, hidden, seat, cards)
                if kind is not None:
                    yield BidOpen(cards, kind)


def _seat_may_bid(state: State, seat: int) -> bool:
    return any(one.by == SEAT and one.action == "Bid" and seat in one.seats for one in due(state))


def _hidden_from(state: State, deal: Deal, seat: int) -> Deal:
    """The deal as far as a seat knows it: another's concealed bid has no suit."""
    bid = deal.bid
    if bid is None or not state.rules.bid_hidden or bid.seat == seat:
        return deal
    known = deal.copied()
    known.bid = replace(bid, suit="")
    return known


def _kind_open(state: State, known: Deal, seat: int, cards: Cards) -> str | None:
    found = judge_shown(state, known, seat, cards)
    return None if isinstance(found, Refusal) else found.kind


def bid_refused(view: View, cards: Cards) -> Refusal | None:
    """Why a seat may not show some cards now, as far as its view tells; None if it may.

    Cards for a partner's concealed bid are not refused: only the table knows whether they join
    it (C-03, C-05).
    """
    seat = view.seat
    if seat is None or not any(one.action == "Bid" and seat in one.seats for one in view.due):
        return Refusal("not_now", "A-12")
    if not cards:
        return Refusal("no_cards", "A-07")
    if Counter(cards) - _free_to_show(view):
        return Refusal("not_held", "G-06", cards)
    if any(one.cards == tuple(sorted(cards)) for one in view.bids) or _may_join(view, cards):
        return None
    deal = _deal_seen(view)
    if view.phase == OVERTURNING:
        found = judge_overturn(deal, view.rules, seat, cards)
    else:
        found = judge_bid(deal, view.rules, seat, cards)
    return found if isinstance(found, Refusal) else Refusal("joker_bid", "B-09", cards)


def _free_to_show(view: View) -> Counter[int]:
    """The cards that a seat may show, see `held_for_bid`."""
    held = Counter(view.hand)
    if view.rules.bid_hidden or reinforces_by_adding(view.rules):
        for show in reversed(view.shown):
            if show.seat == view.seat:
                held.subtract(show.cards or ())
            if show.kind != REINFORCE:
                break
    return held


def _may_join(view: View, cards: Cards) -> bool:
    """Whether level cards could be added to the partner's bid, whose suit is concealed."""
    bid = view.bid
    if bid is None or bid.cards is not None or view.seat is None:
        return False
    side = side_of(view.seat)
    return (
        view.rules.reinforce == "side"
        and side_of(bid.seat) == side
        and len(set(cards)) == 1
        and rank_of(cards[0]) == view.bid_levels[side]
        and len(cards) <= bid.count
    )


def _deal_seen(view: View) -> Deal:
    """What a view tells of the bidding, as the deal that bids are judged by."""
    deal = new_deal()
    deal.bid_levels = view.bid_levels
    deal.raced = view.raced
    deal.barred_overturn = view.barred
    deal.shows = tuple(_show_seen(one) for one in view.shown)
    deal.bid = None if view.bid is None else _show_seen(view.bid)
    return deal


def _show_seen(bid: BidSeen) -> Show:
    """A bid as far as a viewer knows it; concealed, it has no suit."""
    if bid.cards is None:
        return Show(bid.seat, (), bid.kind, "", bid.count)
    return show_of(bid.seat, bid.cards, bid.kind, bid.count)


def redact(event: Event, viewer: int | None, rules: Ruleset) -> Event:
    """An event as a viewer may see it: hidden cards are None, nothing is left out."""
    match event:
        case DealStarted():
            return replace(event, deck=None)
        case Dealt() | KittyTaken() | Buried() if event.seat == viewer:
            return event
        case Dealt():
            return replace(event, card=None)
        case KittyTaken() | Buried():
            return replace(event, cards=None)
        case BidMade() if rules.bid_hidden and event.seat != viewer:
            return replace(event, cards=None)
        case ThrowFailed() if rules.throw_shows == "seat" and event.by != viewer:
            return replace(event, beaten_by=None)
        case _:
            return event

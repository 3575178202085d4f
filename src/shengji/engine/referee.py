"""Faults: claims, take-backs, exposed bids, wrong counts (B-05, B-07, B-08, C-24, C-25)."""

from collections import Counter

from .actions import Claim, Expose, Rule, TakeBack
from .cards import Cards
from .ending import Tally, deal_ending, ending_with, jack_hooked, voided
from .errors import Refusal
from .events import (
    ClaimFailed,
    Event,
    Events,
    FaultFound,
    LevelsMoved,
    MatchEnded,
    Penalised,
)
from .evolve import hands_now
from .kernel.planes import without
from .leads import lead_made
from .options import DECLARERS, DEFENDERS
from .playing import verdict_of
from .seats import SIDES, other_side, side_of
from .state import BIDDING, DEALING, PLAYING, READY, Deal, State, Trick

REVOKE = "revoke"
TAKE_BACK = "take-back"
WRONG_COUNT = "wrong-count"
EXPOSED_BID = "exposed-bid"
EXPOSED_EARLY = "exposed-early"


def claim(state: State, action: Claim) -> Events | Refusal:
    """A side says that a play was wrong; it is judged from the log (B-05, C-25, G-27)."""
    deal = state.deal
    if state.assisted:
        return Refusal("assisted_table", "G-27")
    if deal is None or not played_on(state, deal):
        return Refusal("not_now", "G-27")
    players = range(state.rules.players)
    if action.seat not in players or action.against not in players:
        return Refusal("no_such_seat", "G-01", seat=action.against)
    if side_of(action.seat) == side_of(action.against):
        return Refusal("own_side", "B-05", seat=action.against)
    if not 0 <= action.trick < len(deal.tricks):
        return Refusal("no_such_trick", "B-05", number=len(deal.tricks))
    if any(
        (fault.kind, fault.seat, fault.trick) == (REVOKE, action.against, action.trick)
        for fault in deal.faults
    ):
        return Refusal("claimed_already", "B-05", seat=action.against)
    cards = wrong_play(deal, action.trick, action.against)
    if cards is None:
        return (ClaimFailed(action.seat, action.trick, action.against),)
    side = side_of(action.against)
    found = FaultFound(side, REVOKE, cards, action.against, action.trick)
    return with_cost(state, deal, found, state.rules.revoke_penalty)


def played_on(state: State, deal: Deal) -> bool:
    """Whether faults still count: in play, and once scored until the next deal or an agreement."""
    scored = state.phase == READY and deal.result is not None
    return state.phase == PLAYING or (scored and not deal.closed)


def wrong_play(deal: Deal, number: int, seat: int) -> Cards | None:
    """The cards of a follow that broke a duty, judged on the hand of that moment; else None."""
    setting = deal.setting
    assert setting is not None
    trump = setting.trump
    hand = deal.start_hands[seat]
    for trick in deal.tricks[:number]:
        hand = without(hand, trump.hand(cards_by(trick, seat)))
    trick = deal.tricks[number]
    first = trick.plays[0]
    if first.seat == seat:
        return None
    cards = cards_by(trick, seat)
    lead = lead_made(first.cards, first.pieces, trump)
    return cards if verdict_of(hand, trump.hand(cards), lead, setting) else None


def cards_by(trick: Trick, seat: int) -> Cards:
    """What a seat played to a trick."""
    return next(made.cards for made in trick.plays if made.seat == seat)


def with_cost(state: State, deal: Deal, found: FaultFound, cost: str) -> Events:
    """A fault, what it costs, and what follows: the match, or a deal scored anew."""
    rules = state.rules
    events: list[Event] = [found]
    points = levels = 0
    if cost == "level":
        levels = 1
        earlier = state.revokes if found.kind == REVOKE else state.takebacks
        events.append(Penalised(found.kind, found.side, found.seat, levels=1))
        if 0 < rules.fault_limit <= earlier[found.side] + 1:
            return (*events, MatchEnded(other_side(found.side), "faults"))
    elif cost == "per-card":
        assert deal.banker is not None
        points = rules.fault_points * len(found.cards)
        if found.side != side_of(deal.banker):
            points = -points
        events.append(Penalised(found.kind, found.side, found.seat, points=points))
    if deal.result is None or cost == "none":
        return tuple(events)
    penalties = tuple(
        lost + levels * (side == found.side) for side, lost in enumerate(deal.level_penalties)
    )
    tally = Tally(deal.result.tricks, deal.dug, deal.penalties + points, penalties)
    if any(fault.kind == WRONG_COUNT for fault in deal.faults):
        ruled = deal.result
        return (*events, *ending_with(state, deal, tally, ruled.winner, ruled.steps, False))
    last = deal.tricks[-1]
    best = cards_by(last, last.winner)
    hooked = jack_hooked(state, deal, best, side_of(last.winner) != side_of(deal.banker or 0))
    return (*events, *deal_ending(state, deal, tally, hooked))


def take_back(state: State, action: TakeBack) -> Events | Refusal:
    """A played card was taken back: the trick stands, it only costs (B-07, G-27)."""
    deal = state.deal
    if state.assisted:
        return Refusal("assisted_table", "G-27")
    if deal is None or not played_on(state, deal):
        return Refusal("not_now", "B-07")
    if action.seat not in range(state.rules.players):
        return Refusal("no_such_seat", "G-01", seat=action.seat)
    if state.rules.takeback_penalty == "none":
        return Refusal("no_take_back", "B-07")
    found = FaultFound(side_of(action.seat), TAKE_BACK, (), action.seat, len(deal.tricks))
    return with_cost(state, deal, found, state.rules.takeback_penalty)


def expose(state: State, action: Expose) -> Events | Refusal:
    """A concealed bid was laid open (C-24).

    In the deal the side may not bid any more; once all cards are drawn it may not overturn.
    """
    deal = state.deal
    if state.assisted:
        return Refusal("assisted_table", "G-27")
    if deal is None or not state.rules.exposure_penalty:
        return Refusal("nothing_to_expose", "C-24")
    if state.phase not in (DEALING, BIDDING):
        return Refusal("not_now", "C-24")
    if action.seat not in range(state.rules.players):
        return Refusal("no_such_seat", "G-01", seat=action.seat)
    if not action.cards or Counter(action.cards) - Counter(hands_now(state)[action.seat]):
        return Refusal("not_held", "G-06", action.cards)
    side = side_of(action.seat)
    if side in (*deal.barred_bid, *deal.barred_overturn):
        return Refusal("nothing_to_expose", "C-24")
    others = [seat for seat in range(state.rules.players) if side_of(seat) != side]
    if set(others) <= set(deal.passed):
        return Refusal("nothing_to_expose", "C-24")
    kind = EXPOSED_BID if state.phase == DEALING else EXPOSED_EARLY
    return (FaultFound(side, kind, action.cards, action.seat),)


def rule(state: State, action: Rule) -> Events | Refusal:
    """An official enters a wrong number of cards: it takes the place of the score (B-08)."""
    deal = state.deal
    if state.assisted:
        return Refusal("assisted_table", "G-27")
    if deal is None or not state.rules.count_penalty:
        return Refusal("no_such_ruling", "B-08")
    if action.kind != WRONG_COUNT or action.side not in (None, *range(SIDES)):
        return Refusal("no_such_ruling", "B-08")
    if state.phase != PLAYING or deal.banker is None:
        return Refusal("not_now", "B-08")
    if action.side is None:
        faults = tuple(FaultFound(side, WRONG_COUNT) for side in range(SIDES))
        moved = LevelsMoved(state.levels, state.climbed, None)
        void, *ended = voided(state, WRONG_COUNT)
        return (*faults, void, moved, *ended)
    winner = DEFENDERS if action.side == side_of(deal.banker) else DECLARERS
    tally = Tally(deal.points, 0, deal.penalties, deal.level_penalties)
    found = FaultFound(action.side, WRONG_COUNT)
    return (found, *ending_with(state, deal, tally, winner, 1, False))

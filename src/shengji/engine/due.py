"""Who may act now, and how."""

from typing import NamedTuple

from .bidding import may_still_bid
from .state import (
    BIDDING,
    BURYING,
    DEALING,
    ENDED,
    IDLE,
    OVERTURNING,
    PLAYING,
    READY,
    Deal,
    State,
)

TABLE = "table"
SEAT = "seat"


class Due(NamedTuple):
    """One kind of action that may come now: by the table, or by any of some seats."""

    by: str
    action: str
    seats: tuple[int, ...] = ()


START_MATCH = (Due(TABLE, "StartMatch"),)
START_DEAL = (Due(TABLE, "StartDeal"),)
NOTHING: tuple[Due, ...] = ()


def due(state: State) -> tuple[Due, ...]:
    """What the game waits for; every driver is one loop over it.

    Nothing once a match has ended, nor between a last card and the events that follow from it.
    During the deal and the free bidding several seats may act at once; claims, rulings and the
    clock may come at any time and are not listed.
    """
    phase = state.phase
    deal = state.deal
    if phase == PLAYING and deal is not None:
        if deal.turn is None or not any(deal.hands[deal.turn]):
            return NOTHING
        return (Due(SEAT, "Play", (deal.turn,)),)
    if phase == IDLE:
        return START_MATCH
    if phase == READY:
        return START_DEAL
    if phase == ENDED or deal is None:
        return NOTHING
    if phase == BURYING:
        return (Due(SEAT, "Bury", (deal.turn or 0,)),)
    if phase == OVERTURNING:
        return (Due(SEAT, "Bid", (deal.turn or 0,)),)
    return _before_trump(state, deal)


def _before_trump(state: State, deal: Deal) -> tuple[Due, ...]:
    """While cards are dealt, and until the bidding is closed."""
    seats = tuple(
        seat for seat in range(state.rules.players) if may_still_bid(deal, state.rules, seat)
    )
    if state.phase == DEALING:
        bidders = () if state.rules.bid_time == "after" else seats
        deal_on = Due(TABLE, "Deal")
        return (deal_on, Due(SEAT, "Bid", bidders)) if bidders else (deal_on,)
    assert state.phase == BIDDING
    return (Due(SEAT, "Bid", seats), Due(TABLE, "CloseBidding"))

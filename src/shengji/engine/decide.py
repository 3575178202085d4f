"""`decide`: from a state and an action to events, or to a refusal.  Pure."""

from collections.abc import Callable
from typing import Any

from . import dealing, match, playing, referee
from .actions import (
    Action,
    Agree,
    Bid,
    Bury,
    Claim,
    CloseBidding,
    Deal,
    Expose,
    Forfeit,
    Pass,
    Play,
    Propose,
    Rule,
    StartDeal,
    StartMatch,
    TakeBack,
    TimeUp,
)
from .errors import Refusal
from .events import Events
from .state import State


def decide(state: State, action: Action) -> Events | Refusal:
    """The events that an action brings about now, in order, or why it is refused."""
    found: Events | Refusal = _DECIDERS[type(action)](state, action)
    return found


_DECIDERS: dict[type[Any], Callable[[State, Any], Events | Refusal]] = {
    StartMatch: match.start_match,
    StartDeal: dealing.start_deal,
    Deal: dealing.deal_cards,
    Bid: dealing.bid,
    Pass: dealing.pass_bid,
    CloseBidding: dealing.close_bidding,
    Bury: dealing.bury,
    Play: playing.play,
    Claim: referee.claim,
    TakeBack: referee.take_back,
    Expose: referee.expose,
    Rule: referee.rule,
    Propose: match.propose,
    Agree: match.agree,
    Forfeit: match.forfeit,
    TimeUp: match.time_up,
}

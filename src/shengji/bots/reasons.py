"""Why an action is a sensible one, as the key of a sentence."""

from shengji.engine.actions import Action, Bid, Bury, Play
from shengji.engine.cards import Cards, points, rank_of
from shengji.engine.errors import Refusal
from shengji.engine.kernel.planes import size
from shengji.engine.kernel.trick import beats
from shengji.engine.leads import read_lead
from shengji.engine.rulings import Follows
from shengji.engine.seats import partner
from shengji.engine.view import View

from .policy import lead_seen, legal_plays, setting_seen


def bid_kind(view: View, cards: Cards) -> str:
    """What a bid is: a first one, one that reinforces, one that overturns."""
    return next((one.kind for one in view.bids if one.cards == cards), "bid")


def reason(view: View, action: Action) -> str:
    """The key of the sentence that says why."""
    match action:
        case Bid():
            return "bid_more" if bid_kind(view, action.cards) == "reinforce" else "bid"
        case Bury():
            return "bury"
        case Play():
            return _follow(view, action.cards) if view.plays else _lead(view, action.cards)
        case _:
            return "pass_weak" if view.bids else "pass_none"


def _lead(view: View, cards: Cards) -> str:
    setting = setting_seen(view)
    if setting.trump.bits[cards[0]] & setting.table.trump:
        return "lead_trump"
    if len(cards) > 1:
        return "lead_pair"
    top = "K" if view.level == "A" else "A"
    return "lead_top" if rank_of(cards[0]) == top else "lead_low"


def _follow(view: View, cards: Cards) -> str:
    setting = setting_seen(view)
    legal = legal_plays(view)
    lead = lead_seen(view, setting)
    trump = setting.trump
    if isinstance(legal, Follows) and legal.must_all and size(legal.of_group) == lead.number:
        return "follow_only"
    wins = takes_lead(view, cards)
    of_lead = all(trump.bits[card] & lead.group for card in cards)
    if wins:
        return "follow_win" if of_lead else "follow_ruff"
    if view.seat is not None and view.best_seat == partner(view.seat, view.rules.players):
        return "follow_feed" if points(cards) else "follow_partner"
    return "follow_low" if of_lead else "discard"


def takes_lead(view: View, cards: Cards) -> bool:
    """Whether some cards beat all that lies on the table."""
    setting = setting_seen(view)
    lead = lead_seen(view, setting)
    best = next(made.cards for made in view.plays if made.seat == view.best_seat)
    hands = (setting.trump.hand(best), setting.trump.hand(cards))
    return beats(*hands, lead.group, lead.number, lead.pieces, setting.table, setting.options)


def is_throw(view: View, cards: Cards) -> bool:
    """Whether some held cards, led, are a throw 甩牌."""
    if (
        view.plays
        or len(cards) < 2
        or any(cards.count(card) > view.hand.count(card) for card in cards)
    ):
        return False
    setting = setting_seen(view)
    lead = read_lead(cards, setting.trump.hand(cards), setting)
    return not isinstance(lead, Refusal) and lead.is_throw

"""What a bot is: a seat's view in, an action out.  It gets nothing else."""

from collections.abc import Callable
from random import Random

from shengji.engine.actions import Action
from shengji.engine.leads import Lead, lead_made
from shengji.engine.rulings import Follows, Leads
from shengji.engine.setting import Setting, setting_of
from shengji.engine.view import View

Policy = Callable[[View, Random, int], Action]


def setting_seen(view: View) -> Setting:
    """The order of cards that a view tells of.  Raises ValueError before trump is set."""
    if view.trump is None or view.level is None:
        raise ValueError("trump is not set")
    return setting_of(view.rules, view.trump, view.level)


def lead_seen(view: View, setting: Setting) -> Lead:
    """The lead of the trick that lies on the table."""
    first = view.plays[0]
    return lead_made(first.cards, first.pieces, setting.trump)


def legal_plays(view: View) -> Follows | Leads:
    """What the seat may play now, as a lazy view."""
    setting = setting_seen(view)
    hand = setting.trump.hand(view.hand)
    if view.plays:
        return Follows(hand, lead_seen(view, setting), setting)
    return Leads(hand, setting)


def own_seat(view: View) -> int:
    """The seat that decides.  Raises ValueError for a spectator's view."""
    if view.seat is None:
        raise ValueError("a spectator decides nothing")
    return view.seat


def action_due(view: View) -> str:
    """What the seat may do now: Bid, Bury or Play.  Raises ValueError if nothing."""
    for one in view.due:
        if view.seat in one.seats:
            return one.action
    raise ValueError("nothing is due from this seat")

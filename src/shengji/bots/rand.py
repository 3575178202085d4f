"""`random`: any legal action.  A random lead is a random piece, one time in ten a throw."""

from random import Random

from shengji.engine.actions import Action, Bid, Bury, Pass, Play
from shengji.engine.cards import Cards, points
from shengji.engine.view import View

from .policy import action_due, legal_plays, own_seat

BIDS_ONE_IN = 2


def decide(view: View, rng: Random, _budget: int = 0) -> Action:
    """A legal action, chosen by the generator alone."""
    seat = own_seat(view)
    match action_due(view):
        case "Bid":
            if view.bids and rng.randrange(BIDS_ONE_IN) == 0:
                return Bid(seat, rng.choice(view.bids).cards)
            return Pass(seat)
        case "Bury":
            return Bury(seat, some_burial(view, rng))
        case _:
            return Play(seat, legal_plays(view).sample(rng))


def some_burial(view: View, rng: Random) -> Cards:
    """A random burial that is within the kitty's limit of points (E-17)."""
    cards = tuple(rng.sample(view.hand, view.bury or 0))
    if points(cards) <= view.rules.kitty_points_max:
        return cards
    by_points = sorted(view.hand, key=lambda card: points((card,)))
    return tuple(by_points[: view.bury])

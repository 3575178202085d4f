"""What a seat might do: the best bot's choice first, then others that are legal and sensible.

They depend on the seat's view and on nothing else; the same view gives the same hints.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from random import Random
from typing import Literal

from shengji.bots.novice import card_cost, lead_worth, looked_at, trump_share
from shengji.bots.policy import legal_plays, own_seat, setting_seen
from shengji.bots.reasons import reason, takes_lead
from shengji.bots.tiers import BEST, TIERS
from shengji.engine.actions import Action, Bid, Bury, Pass, Play
from shengji.engine.cards import CODES, RANKS, Cards, points
from shengji.engine.kernel.pieces import shape
from shengji.engine.kernel.planes import size
from shengji.engine.pieces import names_of
from shengji.engine.rulings import Follows, Leads, single_pieces
from shengji.engine.seats import side_of
from shengji.engine.view import View
from shengji.words import Words, words

from .protocol import HintView
from .wire import digest, match_data

MOST = 6

_NAMES: Mapping[type[Action], Literal["bid", "pass", "bury", "play"]] = {
    Bid: "bid",
    Pass: "pass",
    Bury: "bury",
    Play: "play",
}

Idea = tuple[Action, str]  # an action and the key of the reason for it


def action_now(view: View) -> str | None:
    """What the view's seat may do now, Bid, Bury or Play; None if nothing."""
    return next((one.action for one in view.due if view.seat in one.seats), None)


def codes(cards: Iterable[int]) -> tuple[str, ...]:
    """Cards as the wire has them."""
    return tuple(CODES[card] for card in cards)


def hints_of(view: View, lang: str) -> tuple[HintView, ...]:
    """Legal actions of the view's seat, the best first; nothing if nothing is due from it."""
    if view.seat is None or action_now(view) is None:
        return ()
    rng = Random(digest(match_data(view)))
    found: dict[Action, str] = {}
    for action, why in _ideas(view, rng):
        if _takes_effect(view, action):
            found.setdefault(_in_order(view, action), why)
    say = words(lang)
    return tuple(_hint(action, why, say) for action, why in islice(found.items(), MOST))


def _ideas(view: View, rng: Random) -> Iterator[Idea]:
    best = TIERS[BEST](view, rng, 0)
    yield best, f"play.advice.{reason(view, best)}"
    match action_now(view):
        case "Bid":
            yield from _bids(view)
        case "Bury":
            yield from _burials(view)
        case _:
            legal = legal_plays(view)
            if isinstance(legal, Follows):
                yield from _follows(view, legal, rng)
            elif isinstance(legal, Leads):
                yield from _leads(view, legal)


def _takes_effect(view: View, action: Action) -> bool:
    """While cards are dealt nobody passes: whoever does not bid just waits."""
    dealing = any(one.action == "Deal" for one in view.due)
    return not (isinstance(action, Pass) and dealing)


def _in_order(view: View, action: Action) -> Action:
    """The action with its cards in the order in which a hand is held."""
    if view.trump is None or not isinstance(action, Bury | Play):
        return action
    cards = tuple(sorted(action.cards, key=setting_seen(view).trump.sort_key))
    return type(action)(action.seat, cards)


def _hint(action: Action, why: str, say: Words) -> HintView:
    cards: Cards = getattr(action, "cards", ())
    return HintView(action=_NAMES[type(action)], cards=codes(cards), text=say.say(why))


def _bids(view: View) -> Iterator[Idea]:
    """To pass, and every other bid, those for the longest suits first."""
    seat = own_seat(view)
    if view.bids:
        yield Pass(seat), "advice.hint.wait"
    for one in sorted(view.bids, key=lambda one: trump_share(view, one), reverse=True):
        yield Bid(seat, one.cards), "advice.hint.bid"


def _burials(view: View) -> Iterator[Idea]:
    """The lowest cards without points, and suits made void."""
    setting = setting_seen(view)
    trump = setting.trump
    groups = [trump.groups[card] for card in view.hand]

    def low(card: int) -> tuple[bool, int, int]:
        return bool(trump.bits[card] & setting.table.trump), points((card,)), card % len(RANKS)

    def short(card: int) -> tuple[bool, int, int, int]:
        group = trump.groups[card]
        return low(card)[0], groups.count(group), group, card % len(RANKS)

    ways: tuple[tuple[Callable[[int], tuple[int, ...]], str], ...] = ((low, "low"), (short, "void"))
    for key, why in ways:
        cards = _burial(view, key)
        if len(cards) == view.bury:
            yield Bury(own_seat(view), cards), f"advice.hint.bury_{why}"


def _burial(view: View, key: Callable[[int], tuple[int, ...]]) -> Cards:
    """The first cards by some order that keep to the kitty's limit of points."""
    left = view.rules.kitty_points_max
    chosen: list[int] = []
    for card in sorted(view.hand, key=key):
        if len(chosen) < (view.bury or 0) and points((card,)) <= left:
            chosen.append(card)
            left -= points((card,))
    return tuple(chosen)


def _leads(view: View, legal: Leads) -> Iterator[Idea]:
    """The best piece of each kind in each group, the best first."""
    setting = legal.setting
    pieces = [piece for part in legal.groups() for piece in single_pieces(part, setting)]
    pieces.sort(key=lambda piece: lead_worth(view, piece, setting), reverse=True)
    kinds = set()
    for piece in pieces:
        cards = legal.cards(piece)
        kind = setting.trump.groups[cards[0]], names_of(shape(piece, setting.table), size(piece))
        if kind not in kinds:
            kinds.add(kind)
            action = Play(own_seat(view), cards)
            key = reason(view, action)
            yield action, "advice.hint.lead_low" if key == "lead_low" else f"play.advice.{key}"


def _follows(view: View, legal: Follows, rng: Random) -> Iterator[Idea]:
    """The cheapest that wins, the cheapest that does not, points for the partner, a high win."""
    seat, setting = own_seat(view), legal.setting

    def cost(cards: Cards) -> tuple[int, Cards]:
        return sum(card_cost(card, setting) + 4 * points((card,)) for card in cards), cards

    plays = sorted(set(looked_at(legal, rng)), key=cost)
    winning = [cards for cards in plays if takes_lead(view, cards)]
    losing = [cards for cards in plays if cards not in winning]
    chosen = [*winning[:1], *losing[:1]]
    if losing and side_of(view.best_seat or 0) == side_of(seat):
        chosen.append(max(losing, key=lambda cards: (points(cards), cards)))
    for cards in chosen:
        action = Play(seat, cards)
        yield action, f"play.advice.{reason(view, action)}"
    if winning:
        yield Play(seat, winning[-1]), "advice.hint.win_high"

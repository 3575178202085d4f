"""`novice` 新手: plain but sensible.

It bids with length, buries low and makes voids, leads its strong pieces, plays high when that
wins, feeds its partner and saves its trumps.
"""

from itertools import islice
from random import Random

from shengji.engine.actions import Action, Bid, Bury, Pass, Play
from shengji.engine.cards import BIG_JOKER, RANKS, SMALL_JOKER, Cards, points
from shengji.engine.kernel.planes import Hand, size, within
from shengji.engine.kernel.trick import beats
from shengji.engine.leads import Lead
from shengji.engine.rulings import Follows, Leads, single_pieces
from shengji.engine.seats import side_of
from shengji.engine.setting import Setting
from shengji.engine.view import BidOpen, View

from .policy import action_due, lead_seen, legal_plays, own_seat, setting_seen

CANDIDATES = 40
BID_SHARE = 0.32
OVERTURN_SHARE = 0.40
NO_TRUMP_SHARE = 0.22
TRUMP_COST = 14
ACE = RANKS.index("A")


def decide(view: View, rng: Random, _budget: int = 0) -> Action:
    """The novice's action; the generator breaks ties and picks among many plays."""
    seat = own_seat(view)
    match action_due(view):
        case "Bid":
            cards = best_bid(view)
            return Pass(seat) if cards is None else Bid(seat, cards)
        case "Bury":
            return Bury(seat, best_burial(view))
        case _:
            legal = legal_plays(view)
            if isinstance(legal, Leads):
                return Play(seat, best_lead(view, legal, rng))
            return Play(seat, best_follow(view, legal, rng))


def best_bid(view: View) -> Cards | None:
    """The bid for the suit with most trumps, if they are many enough; None to pass."""
    options = [(trump_share(view, one), len(one.cards), one.cards, one) for one in view.bids]
    if not options:
        return None
    share, _, cards, best = max(options, key=lambda option: option[:3])
    return cards if best.kind == "reinforce" or share >= needed_share(view, best) else None


def needed_share(view: View, bid: BidOpen) -> float:
    """What share of trumps a bid asks for: more to overturn, fewer at no trump."""
    if bid.cards[0] in (SMALL_JOKER, BIG_JOKER):
        return NO_TRUMP_SHARE
    return BID_SHARE if view.bid is None else OVERTURN_SHARE


def trump_share(view: View, bid: BidOpen) -> float:
    """The share of the hand that would be trump under a bid."""
    level = RANKS.index(view.bid_levels[side_of(own_seat(view))])
    card = bid.cards[0]
    suit = card // len(RANKS) if card < SMALL_JOKER else None
    trumps = sum(
        one >= SMALL_JOKER or one % len(RANKS) == level or one // len(RANKS) == suit
        for one in view.hand
    )
    return trumps / len(view.hand)


def best_burial(view: View) -> Cards:
    """The cheapest cards: low plain cards of short suits, no points, no pairs, no trumps."""
    setting = setting_seen(view)
    trump = setting.trump
    groups = [trump.groups[card] for card in view.hand]
    lengths = [groups.count(group) for group in range(len(trump.masks))]

    def cost(card: int) -> tuple[int, int]:
        if trump.bits[card] & setting.table.trump:
            return 1000 + trump.row(card).bit_length(), card
        rank = card % len(RANKS)
        total = rank + 2 * lengths[trump.groups[card]] + 2 * points((card,))
        total += 12 if view.hand.count(card) > 1 else 0
        return total + (20 if rank == ACE else 0), card

    left = view.rules.kitty_points_max
    chosen: list[int] = []
    for card in sorted(view.hand, key=cost):
        if len(chosen) < (view.bury or 0) and points((card,)) <= left:
            chosen.append(card)
            left -= points((card,))
    return tuple(chosen)


def best_lead(view: View, legal: Leads, rng: Random) -> Cards:
    """The best single piece to lead."""
    setting = legal.setting
    pieces = [piece for part in legal.groups() for piece in single_pieces(part, setting)]

    def worth(piece: Hand) -> tuple[int, float]:
        return lead_worth(view, piece, setting), rng.random()

    return legal.cards(max(pieces, key=worth))


def lead_worth(view: View, piece: Hand, setting: Setting) -> int:
    """How good a piece is to lead: long runs and aces of plain suits first, then low cards."""
    table = setting.table
    number = size(piece)
    if piece[0] & table.trump:
        row = (piece[0] & table.rows).bit_length() - table.lowest_trump.bit_length()
        return 4 * (number - 1) - row // 2 - TRUMP_COST
    top = setting.trump.faces[piece[0].bit_length() - 1]
    rank = top % len(RANKS)
    strong = rank == ACE or (rank == ACE - 1 and view.level == "A")
    if number > 1:
        return 10 * number + rank + (20 if strong else 0)
    return 25 if strong else 8 - rank - points((top,))


def best_follow(view: View, legal: Follows, rng: Random) -> Cards:
    """The play with the best balance of points won and cards spent, among those looked at."""
    setting = legal.setting
    lead = lead_seen(view, setting)
    return max(
        looked_at(legal, rng),
        key=lambda cards: (follow_worth(view, cards, lead, setting), cards),
    )


def looked_at(legal: Follows, rng: Random) -> list[Cards]:
    """All legal plays if they are few, else as many at random and the cheapest discard."""
    plays = list(islice(iter(legal), CANDIDATES + 1))
    if len(plays) <= CANDIDATES:
        return plays
    samples = [legal.sample(rng) for _ in range(CANDIDATES)]
    return [*samples, cheapest_discard(legal)] if legal.must_all else samples


def cheapest_discard(legal: Follows) -> Cards:
    """All cards of the led group, and beside them the cards that are missed least."""
    setting = legal.setting
    strangers = within(legal.hand, ~legal.lead.group)
    spare = sorted(
        legal.cards(strangers), key=lambda card: card_cost(card, setting) + 4 * points((card,))
    )
    missing = legal.lead.number - size(legal.of_group)
    return legal.cards(legal.of_group) + tuple(spare[:missing])


def follow_worth(view: View, cards: Cards, lead: Lead, setting: Setting) -> float:
    """Points won, given to the partner or lost, less what the cards are worth themselves."""
    trump = setting.trump
    best = next(made.cards for made in view.plays if made.seat == view.best_seat)
    wins = beats(
        trump.hand(best),
        trump.hand(cards),
        lead.group,
        lead.number,
        lead.pieces,
        setting.table,
        setting.options,
    )
    on_table = sum(points(made.cards) for made in view.plays)
    own = points(cards)
    partner_best = side_of(view.best_seat or 0) == side_of(own_seat(view))
    last = len(view.plays) == view.rules.players - 1
    spent = sum(card_cost(card, setting) for card in cards) / 4
    if wins:
        gain = (on_table + own + 4) * (1.0 if last else 0.6)
        return (gain / 3 if partner_best else gain) - spent
    if partner_best:
        return (own if last else own / 2) - spent
    return -own - spent


def card_cost(card: int, setting: Setting) -> int:
    """What it costs to part with a card: its height, and more for trumps."""
    trump = setting.trump
    if trump.bits[card] & setting.table.trump:
        base = setting.table.lowest_trump.bit_length()
        return TRUMP_COST + trump.row(card).bit_length() - base
    return card % len(RANKS)

"""Bids, reinforcements and overturns: what a seat may show, and when the bidding is over.

Statements A-07 to A-17, B-04, B-09, C-03 to C-05, D-02 to D-05, E-04 to E-09, F-02, F-03.
"""

from .cards import BIG_JOKER, CODES, NO_TRUMP, SMALL_JOKER, Cards, rank_of, suit_of
from .errors import Refusal
from .ruleset import Ruleset
from .seats import next_seat, seats_from, side_of
from .state import Deal, Show

BID = "bid"
REINFORCE = "reinforce"
OVERTURN = "overturn"
SELF_OVERTURN = "self-overturn"
OVERTURNS = (OVERTURN, SELF_OVERTURN)
JOKERS = ("LJ", "BJ")
ABOVE_LEVELS = 100


def read_show(cards: Cards, seat: int, level: str, with_joker: bool) -> Show | Refusal:
    """The cards of a bid, read: all one level card or all one joker (G-06, A-09, C-03).

    `with_joker`: exactly one small joker must lie beside the level cards.
    """
    shown = list(cards)
    if with_joker:
        if shown.count(SMALL_JOKER) != 1:
            return Refusal("one_small_joker", "C-03", cards)
        shown.remove(SMALL_JOKER)
    if not shown or any(card != shown[0] for card in shown):
        return Refusal("bid_not_identical", "G-06", cards)
    if shown[0] in (SMALL_JOKER, BIG_JOKER):
        suit = CODES[shown[0]]
        if len(shown) < 2:
            return Refusal("joker_alone", "A-09", cards)
    elif rank_of(shown[0]) == level:
        suit = suit_of(shown[0]) or ""
    else:
        return Refusal("not_the_level", "G-19", cards)
    return Show(seat, cards, "", suit, len(shown))


def judge_bid(deal: Deal, rules: Ruleset, seat: int, cards: Cards) -> Show | Refusal:
    """The bid that some held cards make now, while bidding is free; or why they make none."""
    side = side_of(seat)
    if side in deal.barred_bid:
        return Refusal("bid_right_lost", "C-24", seat=seat)
    current = deal.bid
    with_joker = rules.bid_small_joker and deal.raced
    level = deal.bid_levels[side]
    if reinforces_by_adding(rules) and current is not None and side == side_of(current.seat):
        added = _reinforcement(current, seat, cards, level, rules)
        if added is not None:
            return added
    show = read_show(cards, seat, level, with_joker)
    if isinstance(show, Refusal):
        return show
    if show.suit in JOKERS and deal.race_again:
        return Refusal("joker_bid", "B-09", cards)
    if current is None:
        return _opening(show, rules)
    return _over(show, current, deal, rules)


def least_bid(rules: Ruleset) -> int:
    """How many level cards a bid needs; never more than there are alike."""
    return min(rules.bid_min, rules.decks)


def _opening(show: Show, rules: Ruleset) -> Show | Refusal:
    if show.suit in JOKERS:
        if rules.bid_jokers != "open":
            return Refusal("joker_bid", "A-09", show.cards)
    elif show.count < least_bid(rules):
        return Refusal("bid_too_small", "D-04", show.cards, number=least_bid(rules))
    return _as(show, BID)


def _over(show: Show, current: Show, deal: Deal, rules: Ruleset) -> Show | Refusal:
    """A show over the bid in force."""
    own = show.seat == current.seat
    kind = OVERTURN
    if own:
        kind = REINFORCE if show.suit == current.suit else SELF_OVERTURN
    if kind == REINFORCE and rules.reinforce == "bidder" and not rules.bid_hidden:
        if show.count > current.count:
            return _as(show, REINFORCE)
        return Refusal("bid_must_rise", "A-15", show.cards)
    barred = _barred(show, current, deal, rules) or _too_low(show, current, deal, rules)
    return barred or _as(show, kind)


def _barred(show: Show, current: Show, deal: Deal, rules: Ruleset) -> Refusal | None:
    """Why a seat may not change the bid in force, whatever it shows."""
    if rules.overturns != "bidding" and rules.bid_rises != "any":
        return Refusal("bid_stands", "A-07", current.cards)
    same_bid = show.seat == current.seat and show.suit == current.suit
    if same_bid and (rules.reinforce == "none" or reinforces_by_adding(rules)):
        return Refusal("own_bid", "A-15", current.cards)
    if show.seat == current.seat and not rules.self_overturn:
        return Refusal("own_bid", "C-04" if rules.bid_hidden else "A-13", current.cards)
    if side_of(show.seat) in deal.barred_overturn:
        return Refusal("overturn_right_lost", "C-24", seat=show.seat)
    if _partner_barred(show, current, rules):
        return Refusal("partners_bid", "A-12", current.cards)
    return None


def _too_low(show: Show, current: Show, deal: Deal, rules: Ruleset) -> Refusal | None:
    """Why a show does not rise over the bid in force."""
    if show.suit in JOKERS:
        if rules.bid_jokers == "none":
            return Refusal("joker_bid", "A-09", show.cards)
    elif show.count < least_bid(rules):
        return Refusal("bid_too_small", "D-04", show.cards, number=least_bid(rules))
    if not _rises(show, current, rules):
        return Refusal("bid_must_rise", _rise_rule(rules), current.cards)
    if _shown_before(show, deal):
        return Refusal("shown_already", "D-04", show.cards)
    return None


def _partner_barred(show: Show, current: Show, rules: Ruleset) -> bool:
    partners = show.seat != current.seat and side_of(show.seat) == side_of(current.seat)
    return rules.overturn_by == "opponents" and partners


def _rises(show: Show, current: Show, rules: Ruleset) -> bool:
    if rules.bid_rises == "any":
        return True
    if rules.bid_rises == "ladder":
        return _rung(show) > _rung(current)
    if rules.bid_rises == "equal" and _equal_pairs(show, current):
        return True
    return show.count > current.count or _worth(show) > _worth(current)


def _shown_before(show: Show, deal: Deal) -> bool:
    """Whether the seat has shown these cards in this deal; else two seats could go on for ever."""
    return any(
        (earlier.seat, earlier.suit) == (show.seat, show.suit) and earlier.count >= show.count
        for earlier in deal.shows
    )


def _equal_pairs(show: Show, current: Show) -> bool:
    """Another seat's pair of another suit over a pair (D-04)."""
    levels = show.suit not in JOKERS and current.suit not in JOKERS
    other = show.suit != current.suit and show.seat != current.seat
    return levels and other and show.count >= current.count


def _worth(show: Show) -> int:
    """More cards are more; equal jokers are above all level cards, big over small (D-02)."""
    if show.suit in JOKERS:
        return ABOVE_LEVELS + JOKERS.index(show.suit)
    return show.count


def _rung(show: Show) -> int:
    """One level card, two, two jokers, three level cards, three jokers … (E-09)."""
    return 2 * show.count + (show.suit in JOKERS)


def _rise_rule(rules: Ruleset) -> str:
    if rules.bid_hidden:
        return "C-04"
    return {"ladder": "E-09", "equal": "D-04"}.get(rules.bid_rises, "D-02")


def reinforces_by_adding(rules: Ruleset) -> bool:
    """Whether cards are added to a bid that lies, rather than all of them shown again (C-05)."""
    return rules.reinforce == "side" or (rules.bid_hidden and rules.reinforce == "bidder")


def _reinforcement(
    current: Show, seat: int, cards: Cards, level: str, rules: Ruleset
) -> Show | Refusal | None:
    """Cards added to the own side's bid: of its suit, no more than lie there (C-05).

    None if the cards are something else.
    """
    if any(rank_of(card) != level or suit_of(card) != current.suit for card in cards):
        return None
    if seat != current.seat and rules.reinforce != "side":
        return None
    if len(cards) > current.count:
        if seat != current.seat:
            return None
        return Refusal("reinforce_too_much", "C-05", cards, number=current.count)
    return Show(seat, cards, REINFORCE, current.suit, current.count + len(cards))


def judge_overturn(deal: Deal, rules: Ruleset, seat: int, cards: Cards) -> Show | Refusal:
    """The overturn that some held cards make, in the round in turn after the bidding (A-12)."""
    level = deal.bid_levels[side_of(seat)]
    current = deal.bid
    if current is not None and current.seat == seat:
        return Refusal("own_bid", "A-13", current.cards)
    show = read_show(cards, seat, level, with_joker=False)
    if isinstance(show, Refusal):
        return show
    if show.count < 2:
        return Refusal("overturn_needs_pair", "A-12", cards)
    if show.suit in JOKERS and deal.race_again:
        return Refusal("joker_bid", "B-09", cards)
    if current is None:
        return _as(show, OVERTURN)
    no_partner = deal.race_again or rules.overturn_by == "opponents"
    if no_partner and side_of(current.seat) == side_of(seat):
        return Refusal("partners_bid", "B-09" if deal.race_again else "A-12", current.cards)
    order = (*reversed(JOKERS), *rules.overturn_order)
    if current.count > 1 and order.index(show.suit) >= order.index(current.suit):
        return Refusal("overturn_must_rise", _order_rule(rules), current.cards)
    return _as(show, OVERTURN)


def _order_rule(rules: Ruleset) -> str:
    return "A-14" if rules.overturn_order == "SHCD" else "B-04"


def _as(show: Show, kind: str) -> Show:
    return Show(show.seat, show.cards, kind, show.suit, show.count)


def may_still_bid(deal: Deal, rules: Ruleset, seat: int) -> bool:
    """Whether a seat could still bid, as far as all can see, and has not passed."""
    if seat in deal.passed or side_of(seat) in deal.barred_bid:
        return False
    current = deal.bid
    if current is None:
        return True
    own = seat == current.seat
    reinforces = rules.reinforce != "none" and current.count < rules.decks
    if rules.overturns == "bidding" or rules.bid_rises == "any":
        counted = rules.bid_rises in ("count", "equal")
        tops = counted and current.suit == "BJ" and current.count >= rules.decks
        return not tops and (not own or rules.self_overturn or reinforces)
    return own and reinforces


def overturn_turn(deal: Deal, rules: Ruleset, after: int) -> int | None:
    """Whose turn it is to overturn, looking from the next seat of `after`; None if nobody's."""
    current = deal.bid
    if current is not None and current.suit == "BJ":
        return None
    for seat in seats_from(next_seat(after, rules.players), rules.players):
        owner = current is not None and current.seat == seat
        if seat not in deal.passed and not owner:
            return seat
    return None


def banker_of_bids(deal: Deal, rules: Ruleset) -> int:
    """Who takes the bank where it is raced for: the first to bid, or whose bid is in force."""
    shows = deal.shows
    if rules.first_banker == "last-bid" and deal.bid is not None:
        return deal.bid.seat
    return shows[0].seat


def trump_of_show(show: Show) -> str:
    """The trump that a bid makes: its suit, or no trump for jokers."""
    return NO_TRUMP if show.suit in JOKERS else show.suit


def show_of(seat: int, cards: Cards, kind: str, count: int) -> Show:
    """The bid that an event tells of."""
    levels = [card for card in cards if card not in (SMALL_JOKER, BIG_JOKER)]
    suit = suit_of(levels[0]) if levels else CODES[cards[0]]
    return Show(seat, cards, kind, suit or "", count)


def in_force(current: Show | None, show: Show, rules: Ruleset) -> Show:
    """The bid in force once a show was made; cards added to a concealed bid join it (C-05)."""
    if current is None or not reinforces_by_adding(rules) or show.kind != REINFORCE:
        return show
    return Show(current.seat, current.cards + show.cards, REINFORCE, show.suit, show.count)

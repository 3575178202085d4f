"""From the shuffled deck to the first lead: dealing, bidding, kitty, overturns in turn."""

from collections import Counter

from .actions import Bid, Bury, CloseBidding, Deal, Pass, StartDeal
from .bidding import (
    REINFORCE,
    banker_of_bids,
    judge_bid,
    judge_overturn,
    may_still_bid,
    reinforces_by_adding,
    trump_of_show,
)
from .cards import FACES, NO_TRUMP, Cards, full_deck, points, suit_of
from .ending import voided
from .errors import Refusal
from .events import (
    BidMade,
    BidsShown,
    Buried,
    DealStarted,
    Dealt,
    DealtOut,
    Event,
    Events,
    KittyTaken,
    Passed,
    TrumpSet,
)
from .evolve import evolve, hands_now, round_is_now
from .ruleset import Ruleset
from .seats import next_seat, other_side, side_of
from .state import BIDDING, BURYING, DEALING, OVERTURNING, READY, Show, State
from .state import Deal as DealState


def start_deal(state: State, action: StartDeal) -> Events | Refusal:
    """The deck is laid down, checked card by card (G-01)."""
    rules = state.rules
    if state.phase != READY:
        return Refusal("not_now", "G-01")
    if tuple(sorted(action.deck)) != full_deck(rules.decks):
        return Refusal("not_the_deck", "G-28", number=FACES * rules.decks)
    if not 0 <= action.first < rules.players:
        return Refusal("no_such_seat", "G-01", seat=action.first)
    shuffled_by = cut_by = None
    if rules.winners_shuffle and state.declaring is not None:
        shuffled_by, cut_by = state.declaring, other_side(state.declaring)
    first = action.first if state.banker is None else state.banker
    started = DealStarted(state.number + 1, first, state.banker, action.deck, shuffled_by, cut_by)
    return (started,)


def deal_cards(state: State, action: Deal) -> Events | Refusal:
    """The next cards of the deck, one at a time round the table."""
    deal = state.deal
    if state.phase != DEALING or deal is None:
        return Refusal("not_now", "G-01")
    players = state.rules.players
    size = state.rules.hand_size * players
    end = deal.dealt + action.number
    if action.number < 1 or end > size:
        return Refusal("no_such_number", "G-01", number=size - deal.dealt)
    first, deck = deal.first, deal.deck
    events: list[Event] = [
        Dealt((first + place) % players, deck[place]) for place in range(deal.dealt, end)
    ]
    if end == size:
        events.append(DealtOut())
        if not anyone_may_bid(deal, state):
            events += closing(state)
    return tuple(events)


def anyone_may_bid(deal: DealState, state: State) -> bool:
    """Whether some seat could still bid, as far as all can see."""
    return any(may_still_bid(deal, state.rules, seat) for seat in range(state.rules.players))


def held_for_bid(state: State, seat: int) -> Counter[int]:
    """The cards that a seat may show: its hand, less what it laid down in a bid to be added to."""
    held = Counter(hands_now(state)[seat])
    deal = state.deal
    added = state.rules.bid_hidden or reinforces_by_adding(state.rules)
    if deal is not None and added:
        for show in reversed(deal.shows):
            if show.seat == seat:
                held.subtract(show.cards)
            if show.kind != REINFORCE:
                break
    return held


def bid(state: State, action: Bid) -> Events | Refusal:
    """A seat shows cards, while bidding is free or in a round of overturns."""
    show = judged(state, action.seat, action.cards)
    if isinstance(show, Refusal):
        return show
    made = BidMade(action.seat, tuple(sorted(action.cards)), show.kind, show.count)
    if state.phase == OVERTURNING:
        return (made, *_after_overturn(state, show))
    if state.phase == BIDDING:
        after = evolve(state, made)
        if after.deal is not None and not anyone_may_bid(after.deal, after):
            return (made, *closing(after))
    return (made,)


def judged(state: State, seat: int, cards: Cards) -> Show | Refusal:
    """The bid that a seat's cards would make now, or why they would make none."""
    deal = state.deal
    rules = state.rules
    if deal is None or state.phase not in (DEALING, BIDDING, OVERTURNING):
        return Refusal("not_now", "A-12")
    if not 0 <= seat < rules.players:
        return Refusal("no_such_seat", "G-01", seat=seat)
    if not cards:
        return Refusal("no_cards", "A-07")
    if Counter(cards) - held_for_bid(state, seat):
        return Refusal("not_held", "G-06", cards)
    return judge_shown(state, deal, seat, cards)


def judge_shown(state: State, deal: DealState, seat: int, cards: Cards) -> Show | Refusal:
    """The bid that shown cards would make, whoever holds them."""
    rules = state.rules
    if state.phase == OVERTURNING:
        if seat != deal.turn:
            return Refusal("not_your_turn", "A-17", seat=deal.turn)
        return judge_overturn(deal, rules, seat, cards)
    if state.phase == DEALING and rules.bid_time == "after":
        return Refusal("bid_after_deal", "F-02")
    if seat in deal.passed:
        return Refusal("passed_already", "A-17", seat=seat)
    return judge_bid(deal, rules, seat, cards)


def _after_overturn(state: State, show: Show) -> Events:
    deal = state.deal
    assert deal is not None and deal.banker is not None and deal.level is not None
    banker, level = deal.banker, deal.level
    if deal.raced and state.rules.first_banker == "last-bid":
        banker = show.seat
        level = deal.bid_levels[side_of(banker)]
    trump = TrumpSet(trump_of_show(show), banker, "overturn", level)
    if round_is_now(state, "overturn"):
        after = evolve(evolve(state, BidMade(show.seat, show.cards, show.kind, show.count)), trump)
        if after.deal is not None and after.deal.turn is None:
            return (trump, *_kitty(after))
        return (trump,)
    return trump, KittyTaken(show.seat, deal.kitty)


def pass_bid(state: State, action: Pass) -> Events | Refusal:
    """A seat has nothing to say (A-17)."""
    deal = state.deal
    if deal is None or state.phase not in (BIDDING, OVERTURNING):
        return Refusal("not_now", "A-17")
    passed = Passed(action.seat)
    if state.phase == OVERTURNING:
        if action.seat != deal.turn and not own_bid_stands(deal, action.seat, state.rules):
            return Refusal("not_your_turn", "A-17", seat=deal.turn)
        after = evolve(state, passed)
        if after.phase == OVERTURNING and after.deal is not None and after.deal.turn is None:
            return (passed, *_kitty(after))
        return (passed,)
    if not 0 <= action.seat < state.rules.players:
        return Refusal("no_such_seat", "G-01", seat=action.seat)
    if action.seat in deal.passed:
        return Refusal("passed_already", "A-17", seat=action.seat)
    after = evolve(state, passed)
    if after.deal is not None and not anyone_may_bid(after.deal, after):
        return (passed, *closing(after))
    return (passed,)


def own_bid_stands(deal: DealState, seat: int, rules: Ruleset) -> bool:
    """Whether a seat whose own bid is in force is passed over now: it may say its pass (A-13)."""
    owner = deal.bid is not None and deal.bid.seat == seat and seat not in deal.passed
    return owner and next_seat(seat, rules.players) == deal.turn


def close_bidding(state: State, action: CloseBidding) -> Events | Refusal:
    """The table's time for bids is up."""
    if state.phase != BIDDING:
        return Refusal("not_now", "D-02")
    return closing(state)


def closing(state: State) -> Events:
    """What comes when nobody bids any more: trump, the kitty, or a new deal."""
    deal = state.deal
    rules = state.rules
    assert deal is not None
    if deal.bid is None:
        return _nobody_bid(state, deal)
    banker = banker_of_bids(deal, rules) if deal.banker is None else deal.banker
    level = deal.bid_levels[side_of(banker)]
    trump = TrumpSet(trump_of_show(deal.bid), banker, "bid", level)
    events = trump_and_kitty(state, trump)
    if rules.bid_hidden:
        return (BidsShown(tuple((show.seat, show.cards) for show in deal.shows)), *events)
    return events


def _nobody_bid(state: State, deal: DealState) -> Events:
    rules = state.rules
    what = rules.nobody_first if deal.raced else rules.nobody_later
    if what == "redeal":
        return voided(state, "nobody-bid")
    banker = deal.first if deal.banker is None else deal.banker
    level = deal.bid_levels[side_of(banker)]
    if what == "turn-kitty":
        card = deal.kitty[rules.turned_card - 1]
        suit = suit_of(card) or NO_TRUMP
        return trump_and_kitty(state, TrumpSet(suit, banker, "turned", level, card))
    return trump_and_kitty(state, TrumpSet(NO_TRUMP, banker, "nobody", level))


def trump_and_kitty(state: State, trump: TrumpSet) -> Events:
    """Trump is set; the kitty is taken at once unless overturns come first (A-16)."""
    after = evolve(state, trump)
    assert after.deal is not None
    if after.phase == OVERTURNING and after.deal.turn is not None:
        return (trump,)
    return trump, *_kitty(after)


def _kitty(state: State) -> Events:
    """The banker takes the kitty once the round of overturns is over."""
    deal = state.deal
    assert deal is not None and deal.banker is not None
    return (KittyTaken(deal.banker, deal.kitty),) if state.rules.kitty_size else ()


def bury(state: State, action: Bury) -> Events | Refusal:
    """A seat that took the kitty lays as many cards away (A-11)."""
    deal = state.deal
    if state.phase != BURYING or deal is None or deal.setting is None:
        return Refusal("not_now", "A-11")
    if action.seat != deal.turn:
        return Refusal("not_your_turn", "A-11", seat=deal.turn)
    size = state.rules.kitty_size
    if len(action.cards) != size:
        return Refusal("bury_number", "A-11", number=size)
    if Counter(action.cards) - Counter(deal.setting.trump.cards(deal.hands[action.seat])):
        return Refusal("not_held", "G-06", action.cards)
    most = state.rules.kitty_points_max
    if points(action.cards) > most:
        return Refusal("too_many_points", "E-17", action.cards, number=most)
    return (Buried(action.seat, tuple(sorted(action.cards))),)

"""No leak: what a seat gets stays the same when the cards that it may not know change places.

Two ways, made apart from each other: cards swapped in a state (`unseen_swapped`), and cards
swapped in the events of a deal, from which states are made again (`swapped_events`).
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from random import Random

from shengji.engine.cards import RANKS, SMALL_JOKER, SUITS, Cards, rank_of, suit_of
from shengji.engine.events import (
    BidMade,
    BidsShown,
    Buried,
    DealScored,
    DealStarted,
    Dealt,
    Event,
    KittyTaken,
    Played,
    ThrowFailed,
    TrumpSet,
)
from shengji.engine.evolve import hands_now
from shengji.engine.record import event_to_data
from shengji.engine.ruleset import Ruleset
from shengji.engine.state import BURYING, Deal, Show, State, all_hands
from shengji.engine.view import bids_are_hidden, for_seat, redact

Moving = Dealt | KittyTaken | Buried | Played
Places = tuple[int, ...]  # cards as places in the deck, so that equal ones are told apart


def view_bytes(state: State, seat: int | None) -> bytes:
    """A view as it would go over the wire."""
    return json.dumps(for_seat(state, seat).to_data(), separators=(",", ":")).encode()


def leaks(state: State, seat: int | None, rng: Random) -> bool:
    """Whether a seat's view tells anything of cards that it may not know."""
    return for_seat(state, seat) != for_seat(unseen_swapped(state, seat, rng), seat)


def unseen_swapped(state: State, seat: int | None, rng: Random) -> State:
    """The state with all cards that a seat (or a spectator, None) may not know shuffled."""
    if state.deal is None:
        return state
    new = state.copied()
    deal = state.deal.copied()
    new.deal = deal
    if deal.setting is None:
        deal.deck = deck_swapped(state, deal, seat, rng)
        deal.kitty = deal.deck[state.rules.hand_size * state.rules.players :]
    else:
        swap_hands(state, deal, seat, rng)
    if bids_are_hidden(state):
        swap_bids(deal, seat, rng)
    return new


def deck_swapped(state: State, deal: Deal, seat: int | None, rng: Random) -> Cards:
    """The deck with every card shuffled that the seat has not drawn."""
    players = state.rules.players
    own = set() if seat is None else set(range((seat - deal.first) % players, deal.dealt, players))
    places = [place for place in range(len(deal.deck)) if place not in own]
    cards = [deal.deck[place] for place in places]
    rng.shuffle(cards)
    deck = list(deal.deck)
    for place, card in zip(places, cards, strict=True):
        deck[place] = card
    return tuple(deck)


def swap_bids(deal: Deal, seat: int | None, rng: Random) -> None:
    """Give the concealed bids of the others other suits (C-03)."""
    suits = dict(zip(SUITS, rng.sample(SUITS, len(SUITS)), strict=True))

    def swapped(show: Show) -> Show:
        if show.seat == seat:
            return show
        cards = tuple(other_suit(card, suits) for card in show.cards)
        return replace(show, cards=cards, suit=suits.get(show.suit, show.suit))

    deal.shows = tuple(swapped(show) for show in deal.shows)
    if deal.bid is not None:
        deal.bid = swapped(deal.bid)


def other_suit(card: int, suits: dict[str, str]) -> int:
    """The same rank in another suit; a joker stays."""
    suit = suit_of(card)
    if suit is None:
        return card
    return card + (SUITS.index(suits[suit]) - SUITS.index(suit)) * len(RANKS)


def kitty_known(deal: Deal, seat: int | None) -> bool:
    """Whether a seat knows the kitty: it buried it last, or the deal is scored."""
    buried_it = bool(deal.burials) and deal.burials[-1][0] == seat
    return buried_it or deal.result is not None


def swap_hands(state: State, deal: Deal, seat: int | None, rng: Random) -> None:
    """Shuffle the other seats' hands, and the kitty unless the seat knows it."""
    assert deal.setting is not None
    hands = list(hands_now(state))
    others = [other for other in range(state.rules.players) if other != seat]
    pool = [card for other in others for card in hands[other]]
    in_hand = deal.turn is not None and state.phase == BURYING
    hides_kitty = not kitty_known(deal, seat) and not in_hand
    if hides_kitty:
        pool += deal.kitty
    rng.shuffle(pool)
    for other in others:
        count = len(hands[other])
        hands[other] = tuple(pool[:count])
        del pool[:count]
    if hides_kitty:
        deal.kitty = tuple(pool)
        deal.burials = tuple(
            (burier, cards if burier == seat else tuple(pool)) for burier, cards in deal.burials
        )
    deal.hands = all_hands(map(deal.setting.trump.hand, hands))
    deal.start_hands = deal.hands
    deal.deck = ()


# -- events ------------------------------------------------------------------------------------


def redacted_bytes(events: Iterable[Event], viewer: int | None, rules: Ruleset) -> bytes:
    """Events as they would go over the wire to a viewer."""
    data = [event_to_data(redact(event, viewer, rules)) for event in events]
    return json.dumps(data, separators=(",", ":")).encode()


def swapped_events(
    events: Sequence[Event], viewer: int | None, rules: Ruleset, rng: Random
) -> list[Event]:
    """The events of one deal so far, with all cards shuffled that were not shown to the viewer.

    They begin with DealStarted; no faults may be among them.  The cards that a viewer knows (its
    own, those laid on the table, the kitty once it is shown) are where they were; a card of a
    concealed bid is exchanged for one of its rank, which all know (C-03).
    """
    tracker = _Tracker(events, viewer, rules)
    for event in events:
        tracker.track(event)
    return tracker.swapped(events, rng)


class _Tracker:
    """Which card of the deck each event shows, and which of them the viewer has seen."""

    def __init__(self, events: Sequence[Event], viewer: int | None, rules: Ruleset) -> None:
        started = events[0]
        assert isinstance(started, DealStarted) and started.deck is not None
        self.deck = started.deck
        self.viewer = viewer
        self.rules = rules
        self.dealt = 0
        self.hands: list[list[int]] = [[] for _ in range(rules.players)]
        self.kitty: Places = tuple(range(rules.hand_size * rules.players, len(self.deck)))
        self.seen: set[int] = set()
        self.shown: list[Places] = []  # for each event, the places of its hidden cards
        self.concealed: set[str | None] = set()  # ranks of concealed bids

    def track(self, event: Event) -> None:
        """Follow the cards through one event."""
        places, seen = self.moved(event) if isinstance(event, Moving) else self.laid_down(event)
        if seen:
            self.seen.update(places)
        self.shown.append(places)

    def moved(self, event: Moving) -> tuple[Places, bool]:
        """Cards that go from one place to another, and whether the viewer sees them."""
        own = event.seat == self.viewer
        match event:
            case Dealt():
                places: Places = (self.dealt,)
                self.dealt += 1
                self.hands[event.seat] += places
            case KittyTaken():
                places = self.kitty
                self.hands[event.seat] += places
            case Buried():
                places = self.kitty = self.taken(event.seat, event.cards or ())
            case Played():
                return self.taken(event.seat, event.cards), True
        return places, own

    def laid_down(self, event: Event) -> tuple[Places, bool]:
        """Cards that are shown, perhaps face down, and stay where they are."""
        match event:
            case BidMade():
                places = self.held(event.seat, event.cards or ())
                seen = event.seat == self.viewer or not self.rules.bid_hidden
                if not seen:
                    self.conceal(places)
                return places, seen
            case BidsShown():
                shown = [self.held(seat, cards) for seat, cards in event.bids]
                return tuple(place for places in shown for place in places), True
            case TrumpSet() if event.card is not None:
                return (next(one for one in self.kitty if self.deck[one] == event.card),), True
            case ThrowFailed():
                self.seen.update(self.held(event.seat, event.cards))
                places = self.held(event.by, event.beaten_by or ())
                return places, event.by == self.viewer or self.rules.throw_shows == "piece"
            case DealScored():
                return self.kitty, True
            case _:
                return (), True

    def conceal(self, places: Places) -> None:
        """A bid lies face down: its rank is known, and so is a joker in it."""
        for place in places:
            if self.deck[place] >= SMALL_JOKER:
                self.seen.add(place)
            else:
                self.concealed.add(rank_of(self.deck[place]))

    def held(self, seat: int, cards: Cards) -> Places:
        """The places of some cards that a seat holds."""
        left = list(self.hands[seat])
        found = []
        for card in cards:
            place = next(one for one in left if self.deck[one] == card)
            left.remove(place)
            found.append(place)
        return tuple(found)

    def taken(self, seat: int, cards: Cards) -> Places:
        """The same, and the seat holds them no longer."""
        found = self.held(seat, cards)
        for place in found:
            self.hands[seat].remove(place)
        return found

    def swapped(self, events: Sequence[Event], rng: Random) -> list[Event]:
        """The events with the unseen cards shuffled."""
        alike: dict[str | None, list[int]] = {}
        for place, card in enumerate(self.deck):
            if place not in self.seen:
                rank = rank_of(card) if rank_of(card) in self.concealed else None
                alike.setdefault(rank, []).append(place)
        deck = list(self.deck)
        for places in alike.values():
            faces = [self.deck[place] for place in places]
            rng.shuffle(faces)
            for place, card in zip(places, faces, strict=True):
                deck[place] = card
        return [
            _with_cards(event, tuple(deck[place] for place in places), tuple(deck))
            for event, places in zip(events, self.shown, strict=True)
        ]


def _with_cards(event: Event, cards: Cards, deck: Cards) -> Event:
    """An event with other cards in those of its fields that somebody may not see."""
    match event:
        case DealStarted():
            return replace(event, deck=deck)
        case Dealt():
            return replace(event, card=cards[0])
        case KittyTaken() | Buried() | BidMade():
            return replace(event, cards=cards)
        case ThrowFailed():
            return replace(event, beaten_by=cards)
        case _:
            return event

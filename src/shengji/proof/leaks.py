"""No leak: a view stays the same when the cards that its seat may not know change places."""

import json
from random import Random

from shengji.engine.cards import Cards
from shengji.engine.evolve import hands_now
from shengji.engine.state import Deal, State, all_hands
from shengji.engine.view import for_seat


def view_bytes(state: State, seat: int | None) -> bytes:
    """A view as it would go over the wire."""
    return json.dumps(for_seat(state, seat).to_data(), separators=(",", ":")).encode()


def leaks(state: State, seat: int | None, rng: Random) -> bool:
    """Whether a seat's view tells anything of cards that it may not know."""
    return view_bytes(state, seat) != view_bytes(unseen_swapped(state, seat, rng), seat)


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
    in_hand = deal.turn is not None and state.phase == "burying"
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

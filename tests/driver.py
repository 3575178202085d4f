"""A small driver for tests: matches of random play, through `decide` and `evolve` alone.

from driver import play_match
events = play_match(preset("eighty"), seed=1, deals=3)
"""

from collections.abc import Iterator
from random import Random

from shengji.engine.actions import (
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
from shengji.engine.cards import BIG_JOKER, SMALL_JOKER, Cards, full_deck, points, rank_of
from shengji.engine.decide import decide
from shengji.engine.due import due
from shengji.engine.errors import Refusal
from shengji.engine.events import DealScored, Event, Events, MatchStarted
from shengji.engine.evolve import evolve_all, hands_now
from shengji.engine.ruleset import Ruleset
from shengji.engine.rulings import Follows, Leads
from shengji.engine.state import DEALING, ENDED, State, before_match

WILL_TO_BID = 0.5
TRIES = 3
CLOSE_EARLY = 0.1
FAULTY = 0.2
INTERRUPTED = 0.1


def play_match(
    rules: Ruleset,
    seed: int,
    deals: int,
    *,
    assisted: bool = True,
    one_by_one: bool = False,
    stormy: bool = False,
) -> list[Event]:
    """The events of a match of random legal play, until so many deals are scored or it ends.

    The same arguments give the same events.  `one_by_one` deals card by card, with bids in
    between; else the table deals in a few runs.  At a table that is not `assisted` some plays
    break duties.  `stormy`: with claims, rulings, proposals, forfeits and the clock in between.
    """
    rng = Random(seed)
    events: list[Event] = []
    scored = 0
    for _, step in steps(rules, rng, assisted=assisted, one_by_one=one_by_one, stormy=stormy):
        events += step
        scored += sum(isinstance(event, DealScored) for event in step)
        if scored >= deals:
            break
    return events


def steps(
    rules: Ruleset,
    rng: Random,
    *,
    assisted: bool = True,
    one_by_one: bool = False,
    stormy: bool = False,
) -> Iterator[tuple[Action, Events]]:
    """Every action of a random match with its events, until the match ends (perhaps never)."""
    state = before_match()
    action: Action = StartMatch(rules, None, assisted)
    while True:
        events = accepted(state, action)
        yield action, events
        state = evolve_all(state, events)
        if state.phase == ENDED:
            return
        action = random_action(state, rng, one_by_one=one_by_one)
        if stormy and rng.random() < INTERRUPTED:
            action = random_interruption(state, rng) or action


def accepted(state: State, action: Action) -> Events:
    """The events of an action that must not be refused."""
    events = decide(state, action)
    assert not isinstance(events, Refusal), (action, events)
    return events


def after(events: list[Event]) -> State:
    """The state after some events from the beginning of a match."""
    return evolve_all(before_match(), events)


def rules_of(events: list[Event]) -> Ruleset:
    """The ruleset of a match."""
    first = events[0]
    assert isinstance(first, MatchStarted)
    return first.rules


def random_action(state: State, rng: Random, *, one_by_one: bool = False) -> Action:
    """An action that the engine accepts now, by somebody who is due."""
    wanted = due(state)
    kinds = {one.action: one.seats for one in wanted}
    if "StartDeal" in kinds:
        deck = list(full_deck(state.rules.decks))
        rng.shuffle(deck)
        return StartDeal(tuple(deck), rng.randrange(state.rules.players))
    if "Bid" in kinds:
        return random_bidding(state, kinds["Bid"], rng, one_by_one=one_by_one)
    if "Deal" in kinds:
        return random_deal(state, rng, one_by_one=one_by_one)
    seat = wanted[0].seats[0]
    if "Bury" in kinds:
        return Bury(seat, random_burial(state, seat, rng))
    return random_play(state, seat, rng)


def random_deal(state: State, rng: Random, *, one_by_one: bool) -> Action:
    """So many of the cards that are not dealt yet."""
    assert state.deal is not None
    left = state.rules.hand_size * state.rules.players - state.deal.dealt
    return Deal(1 if one_by_one else rng.choice((left, rng.randint(1, left))))


def random_bidding(
    state: State, seats: tuple[int, ...], rng: Random, *, one_by_one: bool
) -> Action:
    """A bid if somebody finds one; else a pass, the end of the bidding, or the next cards."""
    for seat in rng.sample(seats, len(seats)):
        cards = random_bid(state, seat, rng)
        if cards is not None:
            return Bid(seat, cards)
    if state.phase == DEALING:
        return random_deal(state, rng, one_by_one=one_by_one)
    if len(due(state)) > 1 and rng.random() < CLOSE_EARLY:
        return CloseBidding()
    return Pass(rng.choice(seats))


def random_bid(state: State, seat: int, rng: Random) -> Cards | None:
    """Cards that make a bid now, or None."""
    deal = state.deal
    assert deal is not None
    if rng.random() > WILL_TO_BID:
        return None
    level = deal.bid_levels[seat % 2]
    hand = hands_now(state)[seat]
    fit = [card for card in hand if card in (SMALL_JOKER, BIG_JOKER) or rank_of(card) == level]
    for _ in range(TRIES if fit else 0):
        card = rng.choice(fit)
        cards = (card,) * rng.randint(1, fit.count(card))
        if state.rules.bid_small_joker and deal.raced and SMALL_JOKER in hand:
            cards = rng.choice((cards, (*cards, SMALL_JOKER)))
        if not isinstance(decide(state, Bid(seat, cards)), Refusal):
            return cards
    return None


def random_burial(state: State, seat: int, rng: Random) -> Cards:
    """As many cards as the kitty has, with no more points than may be buried."""
    hand = list(hands_now(state)[seat])
    rng.shuffle(hand)
    size = state.rules.kitty_size
    if points(hand[:size]) > state.rules.kitty_points_max:
        hand.sort(key=lambda card: points([card]))
    return tuple(hand[:size])


def random_play(state: State, seat: int, rng: Random) -> Play:
    """A legal lead or follow; where the table does not watch, now and then any cards."""
    deal = state.deal
    assert deal is not None
    assert deal.setting is not None
    if deal.lead is not None and not state.assisted and rng.random() < FAULTY:
        return Play(seat, tuple(rng.sample(hands_now(state)[seat], deal.lead.number)))
    if deal.lead is None:
        return Play(seat, Leads(deal.hands[seat], deal.setting).sample(rng))
    return Play(seat, Follows(deal.hands[seat], deal.lead, deal.setting).sample(rng))


def random_interruption(state: State, rng: Random) -> Action | None:
    """What may come at any time: a claim, a ruling, the clock …; None if it would be refused."""
    seat, side = rng.randrange(state.rules.players), rng.randrange(2)
    levels = tuple(rng.choice("2359TA") for _ in range(2))
    trick = rng.randrange(len(state.deal.tricks) + 1) if state.deal is not None else 0
    rare: list[Action] = [Forfeit(seat), TimeUp(), Propose("end"), Rule("wrong-count", None)]
    rare += [Rule("wrong-count", side), Propose("redeal")]
    common: list[Action] = [Claim(seat, trick, (seat + 1) % 4), Claim(seat, trick, (seat + 3) % 4)]
    common += [TakeBack(seat), Propose("levels", levels), Agree(side), Agree(1 - side)]
    if state.phase == DEALING:
        common.append(Expose(seat, hands_now(state)[seat][:1]))
    action = rng.choice(rare if rng.random() < INTERRUPTED else common)
    return None if isinstance(decide(state, action), Refusal) else action

"""What a room waits for, and how long: pure functions of its state.

Times are in ms.  With no person connected nothing moves; see `Room`.
"""

from collections.abc import Hashable, Mapping
from random import Random
from typing import Literal, NamedTuple

from shengji.bots.policy import legal_plays
from shengji.engine.actions import Action, CloseBidding, Pass, Play
from shengji.engine.cards import Cards
from shengji.engine.due import SEAT, due
from shengji.engine.kernel.planes import size
from shengji.engine.rulings import Follows
from shengji.engine.state import (
    BIDDING,
    BURYING,
    DEALING,
    OVERTURNING,
    PLAYING,
    READY,
    Deal,
    State,
)
from shengji.engine.view import View, bids_open, for_seat

from .protocol import Clock
from .seating import RoomState

CARD_MS = {"slow": 250, "normal": 110, "fast": 45, "instant": 0}
TURN_MS = {"casual": 60_000, "fast": 20_000}
BANK_MS = {"casual": 0, "fast": 60_000}
BID_MS = {"casual": 15_000, "fast": 8_000}
NEXT_MS = {"casual": 60_000, "fast": 20_000}
BURY_TURNS = 2
AWAY_MS = 30_000
FORCED_MS = 700
BID_PAUSE = (800, 2500)
PLAY_PAUSE = (700, 1600)

Kind = Literal["bid", "overturn", "bury", "play", "next"]
KINDS: Mapping[str, Kind] = {
    BIDDING: "bid",
    OVERTURNING: "overturn",
    BURYING: "bury",
    PLAYING: "play",
    READY: "next",
}


class Wait(NamedTuple):
    """A countdown: its kind, the seats that are waited for, its time, and what it hangs on.

    As long as `key` stays the same the same countdown goes on.
    """

    kind: Kind
    seats: tuple[int, ...]
    total: int
    key: Hashable


def seats_due(match: State) -> tuple[int, ...]:
    """The seats that may act now."""
    return next((one.seats for one in due(match) if one.by == SEAT), ())


def moment(match: State) -> Hashable:
    """Stays the same until somebody has acted."""
    deal = match.deal
    if deal is None:
        return match.number
    return (
        match.number,
        match.phase,
        len(deal.shows),
        len(deal.burials),
        len(deal.tricks),
        len(deal.plays),
        deal.turn,
    )


def waited_for(state: RoomState) -> tuple[int, ...]:
    """The seats of people that must act before the game goes on; bots are never waited for."""
    if state.phase != "playing" or state.match.phase == DEALING:
        return ()
    if state.match.phase == READY:
        return _not_ready(state)
    return tuple(seat for seat in seats_due(state.match) if not state.by_bot(seat))


def _not_ready(state: RoomState) -> tuple[int, ...]:
    """Who is waited for before the next deal: people who play themselves.

    Where bots play for all of them the first to say so is enough, lest deals go by unseen.
    """
    people = state.persons()
    playing = [seat for seat in people if not state.seats[seat].auto]
    if playing:
        return tuple(seat for seat in playing if seat not in state.ready)
    return () if state.ready else tuple(people)


def countdown(state: RoomState) -> Wait | None:
    """The countdown that runs now, if time runs at all."""
    clock = state.settings.clock
    seats = waited_for(state)
    if clock == "off" or not seats:
        return None
    kind = KINDS[state.match.phase]
    total = {
        "bid": BID_MS[clock],
        "overturn": BID_MS[clock],
        "bury": TURN_MS[clock] * BURY_TURNS,
        "play": TURN_MS[clock],
        "next": NEXT_MS[clock],
    }[kind]
    raced = state.match.phase in (BIDDING, READY)
    return Wait(kind, seats, total, (kind, moment(state.match), None if raced else seats))


def bank_left(state: RoomState, seat: int) -> int:
    """A seat's extra time in this deal; only a play or a burial may draw on it."""
    if state.settings.clock == "off" or state.match.phase not in (BURYING, PLAYING):
        return 0
    return max(0, BANK_MS[state.settings.clock] - state.bank[seat])


def clock_of(state: RoomState, wait: Wait, left: float) -> Clock:
    """A countdown as it goes over the wire."""
    bank = () if state.settings.clock == "off" else state.bank
    whole = BANK_MS.get(state.settings.clock, 0)
    return Clock(
        kind=wait.kind,
        seats=wait.seats,
        total=wait.total,
        left=max(0, round(left)),
        bank=tuple(max(0, whole - used) for used in bank),
    )


def at_time(state: RoomState, seat: int) -> Action | None:
    """What the clock does for a seat that did not bid in time; None: a bot takes over."""
    match = state.match
    if match.phase == BIDDING:
        alone = len(seats_due(match)) == 1
        return Pass(seat) if alone and match.rules.bid_time == "after" else CloseBidding()
    return Pass(seat) if match.phase == OVERTURNING else None


# -- bots ----------------------------------------------------------------------------------------


class Thought(NamedTuple):
    """A bot's turn: the seat, its tier (None: what is forced is simply done), and the moment."""

    seat: int
    tier: str | None
    key: Hashable


def bots_due(state: RoomState, best: str) -> list[Thought]:
    """The seats for which a bot, or nobody at all, has to decide now."""
    match = state.match
    if state.phase != "playing" or match.phase == READY:
        return []
    if match.phase == DEALING:
        return _bidders_dealt(state, best)
    found = []
    for seat in seats_due(match):
        if state.by_bot(seat):
            tier = state.seats[seat].tier or best
            found.append(Thought(seat, tier, (moment(match), seat)))
        elif is_forced(state, seat):
            found.append(Thought(seat, None, (moment(match), seat)))
    return found


def _bidders_dealt(state: RoomState, best: str) -> list[Thought]:
    """The bot that drew the last card, if it has something to bid."""
    match, deal = state.match, state.match.deal
    if deal is None or not deal.dealt:
        return []
    seat = (deal.first + deal.dealt - 1) % match.rules.players
    if not state.by_bot(seat) or seat not in seats_due(match):
        return []
    if next(bids_open(match, seat), None) is None:
        return []
    return [Thought(seat, state.seats[seat].tier or best, ("drawn", match.number, deal.dealt))]


def is_forced(state: RoomState, seat: int) -> bool:
    """Whether a person's action is made for them.

    A play without a choice, where the room has it so; and the pass of one who is alone with bots
    and has nothing to bid, since then nobody can learn from it.
    """
    match = state.match
    if match.phase in (BIDDING, OVERTURNING):
        return len(state.persons()) == 1 and next(bids_open(match, seat), None) is None
    if match.phase != PLAYING or not state.settings.forced:
        return False
    return forced_play(for_seat(match, seat)) is not None


def forced_play(view: View) -> Cards | None:
    """The only play that there is, where that is plain to see."""
    if len(view.hand) == 1:
        return view.hand
    if not view.plays:
        return None
    legal = legal_plays(view)
    if not isinstance(legal, Follows):
        return None
    if len(view.hand) == legal.lead.number:
        return view.hand
    if legal.must_all and size(legal.of_group) == legal.lead.number:
        return legal.cards(legal.of_group)
    return None


def forced_action(match: State, seat: int) -> Action | None:
    """What `is_forced` speaks of."""
    if match.phase in (BIDDING, OVERTURNING):
        return Pass(seat)
    cards = forced_play(for_seat(match, seat)) if match.phase == PLAYING else None
    return None if cards is None else Play(seat, cards)


def pause(match: State, rng: Random) -> int:
    """How long a bot seems to think, drawn without a look at the cards."""
    low, high = PLAY_PAUSE if match.phase in (PLAYING, BURYING) else BID_PAUSE
    return rng.randint(low, high)


def card_pause(state: RoomState) -> int:
    """The time between two cards of the deal."""
    return CARD_MS[state.settings.speed]


def cards_left(deal: Deal, match: State) -> int:
    """How many cards are still to be dealt."""
    return match.rules.hand_size * match.rules.players - deal.dealt

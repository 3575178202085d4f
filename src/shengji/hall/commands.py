"""What people may do in a room: from a command to events, or to a refusal.  Pure.

`dealt` is the table's part: it lays down a shuffled deck when a deal begins.
"""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from shengji.bots.tiers import BEST, TIERS
from shengji.engine.actions import Action, Bid, Bury, Deal, Pass, Play, StartDeal, StartMatch
from shengji.engine.cards import CardError, parse
from shengji.engine.decide import decide as engine_decide
from shengji.engine.errors import Refusal
from shengji.engine.events import Event
from shengji.engine.evolve import evolve_all
from shengji.engine.options import RulesetError
from shengji.engine.ruleset import Ruleset
from shengji.engine.state import DEALING, ENDED, READY, State

from . import protocol as wire
from .rules_page import read_rules
from .seating import (
    SEATS,
    Answered,
    AnyEvent,
    Asked,
    AutoSet,
    BotSeated,
    CameIn,
    HostSet,
    MatchCleared,
    Readied,
    Renamed,
    RoomSetUp,
    RoomState,
    RulesSet,
    SatDown,
    SeatsSwapped,
    StoodUp,
)

Events = tuple[AnyEvent, ...]
Dealer = Callable[[Ruleset], StartDeal]


class Refused(Struct, frozen=True):
    """Why a room does not do what it was told: `hall.refusal.<code>` has the words."""

    code: str
    facts: dict[str, object] = {}


Decision = Events | Refused | Refusal | RulesetError


def decide(state: RoomState, command: wire.Command, person: str, dealt: Dealer) -> Decision:
    """The events that a person's command brings about, none if all is so already."""
    if state.closed:
        return Refused("room_closed")
    decider = _DECIDERS.get(type(command))
    if decider is not None:
        return decider(state, command, person)
    if isinstance(command, wire.Start):
        return start(state, person, dealt)
    return _play(state, command, person)


# -- the game ------------------------------------------------------------------------------------


def _play(state: RoomState, command: Any, person: str) -> Decision:
    seat = state.seat_of(person)
    if seat is None:
        return Refused("not_seated")
    try:
        action = _action(command, seat)
    except CardError as error:
        return Refused("no_such_card", dict(error.facts))
    found = act(state.match, action)
    if isinstance(found, tuple) and state.seats[seat].auto:
        return (AutoSet(seat=seat, on=False, why="asked"), *found)
    return found


def _action(command: Any, seat: int) -> Action:
    match command:
        case wire.BidFrame():
            return Bid(seat, parse(command.cards))
        case wire.BuryFrame():
            return Bury(seat, parse(command.cards))
        case wire.PlayFrame():
            return Play(seat, parse(command.cards), command.reading)
        case _:
            return Pass(seat)


def act(match: State, action: Action) -> tuple[Event, ...] | Refusal:
    """What the engine says to an action."""
    return engine_decide(match, action)


def start(state: RoomState, person: str, dealt: Dealer) -> Decision:
    """Begin the match and its first deal; bots take the seats that are free."""
    if person != state.host:
        return Refused("host_only")
    if state.phase != "lobby":
        return Refused("match_is_on")
    bots = tuple(
        BotSeated(seat=seat, tier=BEST, name="")
        for seat in range(SEATS)
        if state.seats[seat].kind == "empty"
    )
    opened = act(state.match, StartMatch(state.rules))
    assert not isinstance(opened, Refusal)
    match = evolve_all(state.match, opened)
    dealt_out = act(match, dealt(state.rules))
    assert not isinstance(dealt_out, Refusal)
    return (*bots, *opened, *dealt_out)


def _next(state: RoomState, _: wire.Next, person: str) -> Decision:
    seat = state.seat_of(person)
    if seat is None:
        return Refused("not_seated")
    if state.match.phase != READY:
        return Refused("no_deal_to_wait_for")
    return () if seat in state.ready else (Readied(seat=seat),)


def _again(state: RoomState, _: wire.Again, person: str) -> Decision:
    if person != state.host:
        return Refused("host_only")
    return (MatchCleared(),) if state.match.phase == ENDED else Refused("match_is_on")


def _rush(state: RoomState, _: wire.Rush, person: str) -> Decision:
    if state.seat_of(person) is None or len(state.persons()) > 1:
        return Refused("not_alone")
    deal = state.match.deal
    if state.match.phase != DEALING or deal is None:
        return ()
    rules = state.match.rules
    return act(state.match, Deal(rules.hand_size * rules.players - deal.dealt))


# -- seats ---------------------------------------------------------------------------------------


def _sit(state: RoomState, command: wire.Sit, person: str) -> Decision:
    mine, seat = state.seat_of(person), command.seat
    if mine == seat:
        return ()
    if state.seats[seat].kind == "person":
        return Refused("seat_taken")
    name = state.name_of(person)
    if mine is not None:
        if state.phase == "playing":
            return Refused("seated_already")
        return (SeatsSwapped(a=mine, b=seat),)
    if not state.dealing_on:
        return (SatDown(seat=seat, person=person, name=name),)
    if any(who == person and held != seat for who, held in state.saw):
        return Refused("saw_a_hand")
    if person == state.host or not state.persons():
        return (SatDown(seat=seat, person=person, name=name),)
    return (Asked(person=person, name=name, seat=seat),)


def _answer(state: RoomState, command: wire.Answer, person: str) -> Decision:
    if person != state.host:
        return Refused("host_only")
    ask = next((one for one in state.asks if one.person == command.person), None)
    if ask is None:
        return ()
    answered = Answered(person=ask.person, yes=command.yes)
    if not command.yes:
        return (answered,)
    if state.seats[ask.seat].kind == "person":
        return Refused("seat_taken")
    return answered, SatDown(seat=ask.seat, person=ask.person, name=ask.name)


def _stand(state: RoomState, _: wire.Stand, person: str) -> Decision:
    seat = state.seat_of(person)
    return () if seat is None else left(state, seat)


def left(state: RoomState, seat: int) -> Events:
    """A person leaves a seat; the host's part goes to another who is seated."""
    tier = BEST if state.phase == "playing" else None
    went: Events = (StoodUp(seat=seat, tier=tier),)
    others = [n for n in state.persons() if n != seat]
    if state.seats[seat].person == state.host and others:
        heir = state.seats[others[0]].person
        assert heir is not None
        went = (*went, HostSet(person=heir))
    return went


def _kick(state: RoomState, command: wire.Kick, person: str) -> Decision:
    if person != state.host:
        return Refused("host_only")
    seat = state.seats[command.seat]
    if seat.kind != "person" or seat.person == person:
        return Refused("nobody_to_kick")
    return left(state, command.seat)


def _swap(state: RoomState, command: wire.Swap, person: str) -> Decision:
    if person != state.host:
        return Refused("host_only")
    if state.dealing_on:
        return Refused("between_deals")
    return () if command.a == command.b else (SeatsSwapped(a=command.a, b=command.b),)


def _bot(state: RoomState, command: wire.BotFrame, person: str) -> Decision:
    if person != state.host:
        return Refused("host_only")
    seat = state.seats[command.seat]
    if seat.kind == "person":
        return Refused("seat_taken")
    if command.tier is not None and command.tier not in TIERS:
        return Refused("no_such_tier", {"tier": command.tier, "tiers": ", ".join(TIERS)})
    if command.tier is None and state.phase == "playing":
        return Refused("match_is_on")
    if command.tier == seat.tier:
        return ()
    return (BotSeated(seat=command.seat, tier=command.tier, name=""),)


def _auto(state: RoomState, command: wire.Auto, person: str) -> Decision:
    seat = state.seat_of(person)
    if seat is None:
        return Refused("not_seated")
    if state.seats[seat].auto == command.on:
        return ()
    return (AutoSet(seat=seat, on=command.on, why="asked"),)


def came(state: RoomState, person: str, name: str) -> Events:
    """Somebody is here: noted once."""
    if state.seat_of(person) is not None or any(one.person == person for one in state.watchers):
        return ()
    return (CameIn(person=person, name=name),)


# -- the room ------------------------------------------------------------------------------------


def _rename(_: RoomState, command: wire.Rename, person: str) -> Decision:
    name = clean_name(command.name)
    return (Renamed(person=person, name=name),) if name else Refused("no_name")


def clean_name(name: str) -> str:
    """A name without what cannot be seen or would break a line."""
    return " ".join("".join(c if c.isprintable() else " " for c in name).split())[:16]


def _rules(state: RoomState, command: wire.RulesFrame, person: str) -> Decision:
    if person != state.host:
        return Refused("host_only")
    if state.phase == "playing":
        return Refused("match_is_on")
    try:
        rules = read_rules(command.rules)
    except RulesetError as error:
        return error
    return () if rules == state.rules else (RulesSet(rules=rules.to_data()),)


def _setup(state: RoomState, command: wire.Setup, person: str) -> Decision:
    if person != state.host:
        return Refused("host_only")
    return () if command.settings == state.settings else (RoomSetUp(settings=command.settings),)


_DECIDERS: dict[type[Any], Callable[[RoomState, Any, str], Decision]] = {
    wire.Next: _next,
    wire.Again: _again,
    wire.Rush: _rush,
    wire.Sit: _sit,
    wire.Answer: _answer,
    wire.Stand: _stand,
    wire.Kick: _kick,
    wire.Swap: _swap,
    wire.BotFrame: _bot,
    wire.Auto: _auto,
    wire.Rename: _rename,
    wire.RulesFrame: _rules,
    wire.Setup: _setup,
}

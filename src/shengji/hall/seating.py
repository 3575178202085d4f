"""A room's state and its events: who sits where, under which rules, and the match itself.

Room events and match events share one log.  `evolve` is pure and cannot fail; what may happen,
`commands` decides.
"""

from collections.abc import Callable, Mapping
from typing import Any, Literal, get_args

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from shengji.engine import evolve as engine
from shengji.engine.events import (
    DealStarted,
    Event,
    LevelsMoved,
    MatchEnded,
    MatchStarted,
)
from shengji.engine.record_codec import event_from_data, event_to_data
from shengji.engine.ruleset import Ruleset, from_data, preset
from shengji.engine.state import ENDED, IDLE, READY, State, before_match

from .protocol import AskView, PersonView, SeatView, Settings

Seats = tuple[SeatView, SeatView, SeatView, SeatView]
EMPTY = SeatView()
SEATS = 4
MOST_WATCHERS = 60


class RoomFact(Struct, frozen=True, kw_only=True, tag_field="t", tag=True):
    """One thing that happened in a room and is not of the game."""


class RoomOpened(RoomFact, frozen=True):
    """A room was opened by its host, under a ruleset."""

    host: str
    name: str
    rules: dict[str, Any]
    settings: Settings


class CameIn(RoomFact, frozen=True):
    """Somebody without a seat is here."""

    person: str
    name: str


class SatDown(RoomFact, frozen=True):
    """A person took a seat."""

    seat: int
    person: str
    name: str


class StoodUp(RoomFact, frozen=True):
    """A person left a seat, to a bot of this tier or to nobody."""

    seat: int
    tier: str | None


class BotSeated(RoomFact, frozen=True):
    """A bot of a tier took a seat that was free or a bot's; None: the bot went."""

    seat: int
    tier: str | None
    name: str


class SeatsSwapped(RoomFact, frozen=True):
    """Two seats changed places."""

    a: int
    b: int


class AutoSet(RoomFact, frozen=True):
    """A bot plays for a person from now on 托管, or no more; `why`: asked, time, away."""

    seat: int
    on: bool
    why: str


class HostSet(RoomFact, frozen=True):
    """Another person is host."""

    person: str


class Renamed(RoomFact, frozen=True):
    """A person is called something else."""

    person: str
    name: str


class RulesSet(RoomFact, frozen=True):
    """The next match has these rules."""

    rules: dict[str, Any]


class RoomSetUp(RoomFact, frozen=True):
    """The room is run in this way."""

    settings: Settings


class Readied(RoomFact, frozen=True):
    """A seat waits for the next deal."""

    seat: int


class Asked(RoomFact, frozen=True):
    """Somebody asks for a bot's seat during a deal."""

    person: str
    name: str
    seat: int


class Answered(RoomFact, frozen=True):
    """The host answered one who had asked; where yes, `SatDown` follows."""

    person: str
    yes: bool


class BankUsed(RoomFact, frozen=True):
    """A seat used so much of its extra time in this deal, in ms."""

    seat: int
    ms: int


class MatchCleared(RoomFact, frozen=True):
    """The match that has ended was put away: the room is a lobby again."""


class RoomClosed(RoomFact, frozen=True):
    """The room is closed for good."""


RoomEvent = (
    RoomOpened
    | CameIn
    | SatDown
    | StoodUp
    | BotSeated
    | SeatsSwapped
    | AutoSet
    | HostSet
    | Renamed
    | RulesSet
    | RoomSetUp
    | Readied
    | Asked
    | Answered
    | BankUsed
    | MatchCleared
    | RoomClosed
)
AnyEvent = RoomEvent | Event

_ROOM_DECODER = msgspec.json.Decoder(RoomEvent)
_ROOM_TYPES = frozenset(cls.__name__ for cls in get_args(RoomEvent))


def to_payload(event: AnyEvent) -> str:
    """An event as it stands in the log."""
    data = event if isinstance(event, RoomFact) else event_to_data(event)
    return msgspec.json.encode(data).decode()


def from_payload(kind: str, payload: str) -> AnyEvent:
    """The event that `to_payload` wrote.  Raises for one that is damaged or foreign."""
    if kind in _ROOM_TYPES:
        return _ROOM_DECODER.decode(payload)
    return event_from_data(msgspec.json.decode(payload))


def wire_event(event: AnyEvent) -> dict[str, Any]:
    """An event as plain data for a frame."""
    if isinstance(event, RoomFact):
        data: dict[str, Any] = msgspec.to_builtins(event)
        return data
    return event_to_data(event)


class RoomState(Struct, frozen=True, kw_only=True):
    """A room: people, seats, rules of the next match, the match now.

    `saw`: who has held which seat in this deal; `bank`: ms of extra time used in it.
    """

    code: str
    host: str = ""
    seats: Seats = (EMPTY, EMPTY, EMPTY, EMPTY)
    watchers: tuple[PersonView, ...] = ()
    asks: tuple[AskView, ...] = ()
    ready: tuple[int, ...] = ()
    saw: tuple[tuple[str, int], ...] = ()
    bank: tuple[int, ...] = (0,) * SEATS
    settings: Settings = Settings()
    rules: Ruleset = preset("huanle-2")
    match: State = before_match()
    closed: bool = False

    @property
    def phase(self) -> Literal["lobby", "playing", "ended"]:
        """Before a match, in one, or after it."""
        if self.match.phase == IDLE:
            return "lobby"
        return "ended" if self.match.phase == ENDED else "playing"

    @property
    def dealing_on(self) -> bool:
        """Whether a deal is under way: hands are held."""
        return self.match.phase not in (IDLE, READY, ENDED)

    def seat_of(self, person: str) -> int | None:
        """The seat that a person has."""
        return next((n for n, seat in enumerate(self.seats) if seat.person == person), None)

    def persons(self) -> list[int]:
        """The seats that people have."""
        return [n for n, seat in enumerate(self.seats) if seat.kind == "person"]

    def by_bot(self, seat: int) -> bool:
        """Whether a bot plays this seat now."""
        return self.seats[seat].kind == "bot" or self.seats[seat].auto

    def name_of(self, person: str) -> str:
        """What a person is called here, or nothing."""
        known = [(one.person, one.name) for one in self.seats]
        known += [(one.person, one.name) for one in self.watchers]
        return next((name for who, name in known if who == person), "")


def evolve(state: RoomState, event: AnyEvent) -> RoomState:
    """The room after an event."""
    change = _CHANGES.get(type(event))
    if change is not None:
        return replace(state, **change(state, event))
    assert not isinstance(event, RoomFact)
    match = engine.evolve(state.match, event)
    match event:
        case DealStarted():
            saw = tuple((seat.person, n) for n, seat in enumerate(state.seats) if seat.person)
            return replace(state, match=match, saw=saw, ready=(), bank=(0,) * SEATS)
        case MatchStarted() | LevelsMoved() | MatchEnded():
            return replace(state, match=match, ready=(), asks=())
        case _:
            return replace(state, match=match)


def _with_seat(state: RoomState, number: int, seat: SeatView) -> Seats:
    seats = list(state.seats)
    seats[number] = seat
    a, b, c, d = seats
    return a, b, c, d


def _opened(_: RoomState, event: RoomOpened) -> dict[str, Any]:
    return {
        "host": event.host,
        "watchers": (PersonView(person=event.host, name=event.name),),
        "rules": from_data(event.rules),
        "settings": event.settings,
    }


def _came_in(state: RoomState, event: CameIn) -> dict[str, Any]:
    watchers = (*state.watchers, PersonView(person=event.person, name=event.name))
    return {"watchers": watchers[-MOST_WATCHERS:]}


def _sat_down(state: RoomState, event: SatDown) -> dict[str, Any]:
    seats = _with_seat(
        state, event.seat, SeatView(kind="person", name=event.name, person=event.person)
    )
    saw = (*state.saw, (event.person, event.seat)) if state.dealing_on else state.saw
    return {
        "seats": seats,
        "saw": saw,
        "watchers": tuple(one for one in state.watchers if one.person != event.person),
        "asks": tuple(
            one for one in state.asks if one.person != event.person and one.seat != event.seat
        ),
        "ready": tuple(seat for seat in state.ready if seat != event.seat),
    }


def _stood_up(state: RoomState, event: StoodUp) -> dict[str, Any]:
    left = state.seats[event.seat]
    now = EMPTY
    if event.tier is not None:
        now = SeatView(kind="bot", name=left.name, tier=event.tier)
    watchers = state.watchers
    if left.person is not None:
        watchers = (*watchers, PersonView(person=left.person, name=left.name))[-MOST_WATCHERS:]
    return {
        "seats": _with_seat(state, event.seat, now),
        "watchers": watchers,
        "ready": tuple(seat for seat in state.ready if seat != event.seat),
    }


def _bot_seated(state: RoomState, event: BotSeated) -> dict[str, Any]:
    seat = EMPTY
    if event.tier is not None:
        seat = SeatView(kind="bot", name=event.name, tier=event.tier)
    return {"seats": _with_seat(state, event.seat, seat)}


def _swapped(state: RoomState, event: SeatsSwapped) -> dict[str, Any]:
    seats = list(state.seats)
    seats[event.a], seats[event.b] = seats[event.b], seats[event.a]
    places = {event.a: event.b, event.b: event.a}
    return {"seats": tuple(seats), "ready": tuple(places.get(seat, seat) for seat in state.ready)}


def _auto_set(state: RoomState, event: AutoSet) -> dict[str, Any]:
    return {"seats": _with_seat(state, event.seat, replace(state.seats[event.seat], auto=event.on))}


def _renamed(state: RoomState, event: Renamed) -> dict[str, Any]:
    def named(one: Any) -> Any:
        if one.person != event.person:
            return one
        return replace(one, name=event.name)

    return {
        "seats": tuple(named(seat) for seat in state.seats),
        "watchers": tuple(named(one) for one in state.watchers),
        "asks": tuple(named(one) for one in state.asks),
    }


def _asked(state: RoomState, event: Asked) -> dict[str, Any]:
    others = tuple(one for one in state.asks if one.person != event.person)
    return {"asks": (*others, AskView(person=event.person, name=event.name, seat=event.seat))}


def _bank_used(state: RoomState, event: BankUsed) -> dict[str, Any]:
    bank = list(state.bank)
    bank[event.seat] += event.ms
    return {"bank": tuple(bank)}


_CHANGES: Mapping[type, Callable[[RoomState, Any], dict[str, Any]]] = {
    RoomOpened: _opened,
    CameIn: _came_in,
    SatDown: _sat_down,
    StoodUp: _stood_up,
    BotSeated: _bot_seated,
    SeatsSwapped: _swapped,
    AutoSet: _auto_set,
    HostSet: lambda _, event: {"host": event.person},
    Renamed: _renamed,
    RulesSet: lambda _, event: {"rules": from_data(event.rules)},
    RoomSetUp: lambda _, event: {"settings": event.settings},
    Readied: lambda state, event: {"ready": (*state.ready, event.seat)},
    Asked: _asked,
    Answered: lambda state, event: {
        "asks": tuple(one for one in state.asks if one.person != event.person)
    },
    BankUsed: _bank_used,
    MatchCleared: lambda _, __: {"match": before_match(), "ready": (), "asks": (), "saw": ()},
    RoomClosed: lambda _, __: {"closed": True},
}

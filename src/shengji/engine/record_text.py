"""A match as text for people: what was done, and what came of it.

    Rules: eighty
    Option stake: 0
    Levels: 2 2

    Deal 1: first 0, banker none, levels 2 2
    Hand 0: 5s 2h …                        (in the order drawn)
    Kitty: …
    Bid 2 @37: 2s (bid)                    (by seat 2, once 37 cards were dealt)
    Pass: 3 0 1
    Trump: S, banker 2, level 2, by bid
    Bury 2: …
    Trick 1 from 2: Ah Ah, 3h 4h, 5h 5h, 6h 7h = 2, 0
    Trick 2 from 2: Kc Qc Qc ! Kc, Ac, 3c, 4c = 3, 10      (a failed throw, and what was forced)
    Score: 85, tricks 85, dug 0, penalties 0, defenders +0

`to_text` writes one form; `from_text` reads many (see record_reader), and checks what came of it.
"""

from collections.abc import Callable, Sequence
from typing import Any

from .actions import (
    Action,
    Bid,
    Bury,
    Claim,
    CloseBidding,
    Deal,
    Pass,
    Play,
    StartDeal,
    StartMatch,
)
from .cards import show
from .events import BidMade, Event, Events, MatchStarted, Played, ThrowFailed, TrickTaken
from .evolve import evolve
from .record_codec import TYPE, action_to_data
from .record_notation import rules_lines, told, told_line
from .record_reader import from_text
from .record_verify import steps
from .state import DEALING, State, before_match

__all__ = ["from_text", "to_text"]


def to_text(events: Sequence[Event]) -> str:
    """The text of a match, in its one canonical form.  Raises RecordError as `verify` does."""
    writer = _Writer()
    for action, made in steps(events):
        writer.add(action, made)
    return writer.text()


class _Writer:
    """Lines as they grow; `plays` are those of a trick whose line is not written yet."""

    def __init__(self) -> None:
        self.state = before_match()
        self.lines: list[str] = []
        self.trick = ""
        self.plays: list[str] = []

    def add(self, action: Action, made: Events) -> None:
        """One action and what came of it."""
        if isinstance(action, Play):
            self.play(action, made)
        else:
            self.flush()
            self.lines += _SHOWN.get(type(action), _other)(action, made, self.state)
            if isinstance(action, Pass):
                self.join_passes()
        for event in made:
            self.state = evolve(self.state, event)
            if isinstance(event, TrickTaken):
                self.flush(f" = {event.seat}, {event.points}")
            said = told(event, self.state)
            if said is not None and not isinstance(action, StartDeal):
                self.lines.append(told_line(*said))

    def play(self, action: Play, made: Events) -> None:
        """One play of a trick; a failed throw with what was forced."""
        deal = self.state.deal
        assert deal is not None
        if not self.plays:
            self.trick = f"Trick {len(deal.tricks) + 1} from {action.seat}: "
        played = next(event for event in made if isinstance(event, Played))
        thrown = made[0].cards if isinstance(made[0], ThrowFailed) else None
        text = show(played.cards if thrown is None else thrown)
        if action.reading is not None:
            text += f" [{' '.join(action.reading)}]"
        if thrown is not None:
            text += f" ! {show(played.cards)}"
        self.plays.append(text)

    def flush(self, result: str = "") -> None:
        """The line of the trick, as far as it has come."""
        if self.plays:
            self.lines.append(f"{self.trick}{', '.join(self.plays)}{result}")
            self.plays = []

    def join_passes(self) -> None:
        """Passes one after the other stand on one line."""
        *rest, before, last = self.lines
        if before.startswith("Pass: "):
            self.lines = [*rest, f"{before} {last.removeprefix('Pass: ')}"]

    def text(self) -> str:
        """All lines."""
        self.flush()
        if self.state.phase == DEALING and self.state.deal is not None:
            self.lines.append(f"Dealt: {self.state.deal.dealt}")
        return "".join(f"{line}\n" for line in self.lines)


def _when(state: State) -> str:
    """` @37` while cards are dealt."""
    return f" @{state.deal.dealt}" if state.phase == DEALING and state.deal is not None else ""


def _match(action: StartMatch, made: Events, _: State) -> list[str]:
    started = made[0]
    assert isinstance(started, MatchStarted)
    lines = [*rules_lines(action.rules), f"Levels: {' '.join(started.levels)}"]
    return lines if action.assisted else [*lines, "Table: unassisted"]


def _deal(action: StartDeal, made: Events, state: State) -> list[str]:
    rules = state.rules
    after = evolve(state, made[0])
    said = told(made[0], after)
    assert said is not None
    assert after.deal is not None
    players = rules.players
    dealt = action.deck[: rules.hand_size * players]
    first = after.deal.first
    hands = [dealt[(seat - first) % players :: players] for seat in range(players)]
    lines = [
        "",
        told_line(*said),
        *(f"Hand {seat}: {show(hand)}" for seat, hand in enumerate(hands)),
    ]
    return [*lines, f"Kitty: {show(action.deck[len(dealt) :])}"] if rules.kitty_size else lines


def _bid(action: Bid, made: Events, state: State) -> list[str]:
    bid = made[0]
    assert isinstance(bid, BidMade)
    return [f"Bid {action.seat}{_when(state)}: {show(action.cards)} ({bid.kind})"]


def _other(action: Action, _: Events, state: State) -> list[str]:
    """What is rare has its fields by name."""
    data = action_to_data(action)
    if isinstance(action, Claim):
        data["trick"] = action.trick + 1
    head = f"{data.pop(TYPE)}{_when(state)}"
    given = [f"{name}={_field(value)}" for name, value in data.items() if value is not None]
    return [f"{head}: {' '.join(given)}" if given else head]


def _field(value: object) -> str:
    parts = value if isinstance(value, list) else str(value).split()
    return ",".join(str(part) for part in parts)


_SHOWN: dict[type[Any], Callable[[Any, Events, State], list[str]]] = {
    StartMatch: _match,
    StartDeal: _deal,
    Deal: lambda *_: [],
    Bid: _bid,
    Pass: lambda action, *_: [f"Pass: {action.seat}"],
    CloseBidding: lambda *_: ["Close"],
    Bury: lambda action, *_: [f"Bury {action.seat}: {show(action.cards)}"],
}

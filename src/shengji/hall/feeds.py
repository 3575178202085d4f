"""A feed: what viewers of one kind get of a room, event by event.

Every seat that a person has is a feed of its own; `WATCH` is all spectators together, `OUTSIDE`
those who may see the room but not the game.
"""

from collections import deque
from functools import lru_cache
from typing import Any

import msgspec

from shengji.engine.events import DealScored, TrickTaken
from shengji.engine.ruleset import Ruleset
from shengji.engine.state import IDLE
from shengji.engine.view import View, for_seat, redact

from .protocol import Ev, Patch, RoomView
from .rules_page import ladder_of, preset_of, thresholds_of
from .seating import AnyEvent, RoomFact, RoomState, wire_event
from .wire import changes, digest, match_data, merged

WATCH = -1
OUTSIDE = -2
RING = 64

encode = msgspec.json.encode
ROOM_FIELDS = tuple(RoomView.__struct_fields__)


@lru_cache(maxsize=256)
def rules_view(rules: Ruleset) -> dict[str, Any]:
    """What a room's view says of its rules."""
    preset, changed = preset_of(rules)
    return {
        "rules": rules.to_data(),
        "hand_size": rules.hand_size,
        "preset": preset,
        "changed": changed,
        "thresholds": thresholds_of(rules),
        "ladder": ladder_of(rules),
    }


def room_view(state: RoomState) -> RoomView:
    """A room as all in it see it; during a match the rules are the match's."""
    rules = state.rules if state.match.phase == IDLE else state.match.rules
    return RoomView(
        code=state.code,
        host=state.host,
        phase=state.phase,
        seats=state.seats,
        watchers=state.watchers,
        asks=state.asks,
        ready=state.ready,
        settings=state.settings,
        **rules_view(rules),
    )


def room_is_same(old: RoomState, new: RoomState) -> bool:
    """Whether nothing of the room's view has changed, told without making it."""
    return (
        old.seats is new.seats
        and old.watchers is new.watchers
        and old.asks == new.asks
        and old.ready == new.ready
        and old.host == new.host
        and old.settings is new.settings
        and old.rules is new.rules
        and old.match.rules is new.match.rules
        and old.phase == new.phase
    )


class Feed:
    """The frames for one kind of viewer, in order, the last of them kept for who reconnects.

    `match` is the whole match as this viewer knows it.
    """

    def __init__(self, viewer: int, state: RoomState, seq: int) -> None:
        self.viewer = viewer
        self.state = state
        self.seq = seq
        self.view = self._view(state)
        self.match = None if self.view is None else match_data(self.view)
        self.room = room_view(state)
        self.ring: deque[tuple[int, bytes]] = deque(maxlen=RING)

    def _view(self, state: RoomState) -> View | None:
        if self.viewer == OUTSIDE or state.match.phase == IDLE:
            return None
        return for_seat(state.match, None if self.viewer == WATCH else self.viewer)

    def digest(self) -> str | None:
        """The sum over the match by which a client sees that its own is right."""
        return None if self.match is None else digest(self.match)

    def publish(self, seq: int, event: AnyEvent, state: RoomState, quiet: bool) -> bytes:
        """The frame of one event.  `quiet`: its patch comes with the event after it."""
        patch = Patch() if quiet else self._patch(state)
        sum_now: Any = msgspec.UNSET
        if isinstance(event, TrickTaken | DealScored) and self.view is not None:
            sum_now = self.digest()
        frame = encode(Ev(seq=seq, event=self._event(event, state), patch=patch, digest=sum_now))
        self.seq = seq
        self.ring.append((seq, frame))
        return frame

    def _patch(self, state: RoomState) -> Patch:
        room: Any = msgspec.UNSET
        if not room_is_same(self.state, state):
            before, self.room = self.room, room_view(state)
            after = self.room
            room = {
                name: value
                for name in ROOM_FIELDS
                if (value := getattr(after, name)) != getattr(before, name)
            } or msgspec.UNSET
        match: Any = msgspec.UNSET
        if state.match is not self.state.match:
            match = self._match_patch(state)
        self.state = state
        return Patch(room=room, match=match)

    def _match_patch(self, state: RoomState) -> Any:
        """What has changed of the match; all of it where one begins."""
        old, self.view = self.view, self._view(state)
        if old is not None and self.match is not None and self.view is not None:
            patch = changes(old, self.view)
            self.match = merged(self.match, patch)
            return patch or msgspec.UNSET
        self.match = None if self.view is None else match_data(self.view)
        return msgspec.UNSET if old is self.view else self.match

    def _event(self, event: AnyEvent, state: RoomState) -> dict[str, Any]:
        if isinstance(event, RoomFact):
            return wire_event(event)
        if self.viewer == OUTSIDE:
            return {"t": "Hidden"}
        viewer = None if self.viewer == WATCH else self.viewer
        return wire_event(redact(event, viewer, state.match.rules))

    def since(self, seq: int) -> list[bytes] | None:
        """The frames after `seq`, None if they are no longer kept or were never sent."""
        if seq > self.seq:
            return None
        if seq == self.seq:
            return []
        if not self.ring or self.ring[0][0] > seq + 1:
            return None
        return [frame for number, frame in self.ring if number > seq]

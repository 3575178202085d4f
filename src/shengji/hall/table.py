"""The table's own part in a room: dealing, the clock, bots, and who has been away too long.

`plan` looks at the room after every change and sees to it that just what is due is on its way.
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import Protocol

from shengji.bots.tiers import BEST
from shengji.engine.actions import Action, Deal, Pass, TimeUp
from shengji.engine.errors import Refusal
from shengji.engine.state import DEALING, READY, State
from shengji.engine.view import for_seat

from . import pace
from .commands import act
from .pace import Thought, Wait
from .protocol import Clock
from .seating import SEATS, AnyEvent, AutoSet, BankUsed, HostSet, RoomState
from .services import Entry, Member, Services
from .thinkers import stand_in

VOID_MS = 2500
AUTO_NEXT_MS = 3000
MOST_LAG_MS = 500.0
LAG_A_TURN_MS = 100.0
GRACE_MS = 15_000
HOST_AWAY_MS = 60_000

log = logging.getLogger("shengji.hall")


class Around(Protocol):
    """The room around a table, as the table sees it; `Room` says what each is."""

    services: Services
    state: RoomState
    seq: int
    shown_seq: int
    members: dict[str, Member]
    late: deque[tuple[float, Entry]]
    broken: bool
    active_ms: int
    last_at: int

    def anybody(self) -> bool:
        """Whether a person with a seat is connected."""

    def online(self, person: str | None) -> bool:
        """Whether a person is connected."""

    def commit(self, events: Sequence[AnyEvent], actor: str) -> object:
        """Make events happen."""

    def rest(self) -> None:
        """Nobody is here any more."""

    def wake(self) -> None:
        """Somebody is here again."""

    def fail(self) -> None:
        """Give the room up; it comes back from the log."""

    def tell_clock(self) -> None:
        """Tell everybody of the countdown."""

    def release_late(self) -> float | None:
        """Show spectators what is old enough."""


class Table:
    """What moves a room on while people are there."""

    def __init__(self, room: Around) -> None:
        self.room = room
        self.wait: Wait | None = None
        self.since = 0.0
        self.credit = 0.0
        self.quota = [MOST_LAG_MS] * SEATS
        self.spared_until = 0.0
        self.halted = False
        self.gone: dict[str, float] = {}
        self.timers: dict[str, tuple[Hashable, asyncio.TimerHandle]] = {}
        self.thinking: dict[Hashable, asyncio.Task[None]] = {}

    # -- timers ----------------------------------------------------------------------------------

    def _later(self, name: str, key: Hashable, seconds: float, action: Callable[[], None]) -> None:
        """Do something in a while, once; the same name with the same key goes on as it is."""
        old = self.timers.get(name)
        if old is not None:
            if old[0] == key:
                return
            old[1].cancel()

        def run() -> None:
            del self.timers[name]
            try:
                action()
            except Exception:
                log.exception("the table's %s failed", name)
                self.room.fail()

        handle = asyncio.get_running_loop().call_later(max(0.0, seconds), run)
        self.timers[name] = (key, handle)

    def _never(self, name: str) -> None:
        old = self.timers.pop(name, None)
        if old is not None:
            old[1].cancel()

    def stop(self) -> None:
        """Let nothing more happen by itself."""
        for name in tuple(self.timers):
            self._never(name)
        for task in self.thinking.values():
            task.cancel()
        self.thinking.clear()
        self.wait = None

    def halt(self) -> None:
        """Let nothing happen by itself ever again."""
        self.halted = True
        self.stop()

    def spare(self) -> None:
        """The room was just read from the log: for a while nobody's time is up."""
        self.spared_until = time.monotonic() + GRACE_MS / 1000

    def _seconds(self, ms: float) -> float:
        return ms / 1000 * self.room.services.pace

    # -- planning --------------------------------------------------------------------------------

    def plan(self) -> None:
        """See to it that what is due is on its way, and nothing else."""
        room = self.room
        if self.halted or room.state.closed:
            self.stop()
            return
        if not room.anybody():
            self._rest()
            return
        room.wake()
        self._plan_spectators()
        if room.seq != room.shown_seq:
            return
        self._plan_cards()
        self._plan_clock()
        self._plan_bots()
        self._plan_away()
        self._plan_host()
        self._plan_end()

    def _rest(self) -> None:
        """Nobody is here: only spectators are still shown what they have coming."""
        self.room.rest()
        clock_ran = self.wait is not None
        self.stop()
        self.gone.clear()
        self._plan_spectators()
        if clock_ran:
            self.room.tell_clock()

    def _plan_cards(self) -> None:
        match = self.room.state.match
        if match.phase == DEALING and match.deal is not None:
            ms = pace.card_pause(self.room.state)
            key = (match.number, match.deal.dealt)
            self._later("cards", key, self._seconds(ms), self._deal_on)
        else:
            self._never("cards")
        if match.phase == READY and self.room.state.phase == "playing":
            voided = match.deal is not None and match.deal.result is None
            waited = pace.waited_for(self.room.state)
            if voided or not waited:
                people = self.room.state.persons()
                ms = VOID_MS if voided else 0 if people else AUTO_NEXT_MS
                self._later("deal", match.number, self._seconds(ms), self._start_deal)
            else:
                self._never("deal")
        else:
            self._never("deal")

    def _deal_on(self) -> None:
        state = self.room.state
        deal = state.match.deal
        if state.match.phase != DEALING or deal is None:
            return
        instant = pace.card_pause(state) == 0
        self.do(Deal(pace.cards_left(deal, state.match) if instant else 1))

    def _start_deal(self) -> None:
        match = self.room.state.match
        if match.phase == READY:
            self.do(self.room.services.deal(match.rules))

    def do(self, action: Action, actor: str = "table") -> bool:
        """Act on behalf of the table or a bot; whether the engine agreed."""
        found = act(self.room.state.match, action)
        if isinstance(found, Refusal):
            return False
        self.room.commit(found, actor)
        return True

    # -- the clock -------------------------------------------------------------------------------

    def _plan_clock(self) -> None:
        wait = pace.countdown(self.room.state)
        if wait is None:
            self._never("clock")
            if self.wait is not None:
                self._pay_lag(self.wait)
                self.wait = None
                self.room.tell_clock()
            return
        if self.wait is not None and self.wait.key == wait.key:
            if self.wait.seats != wait.seats:
                self.wait = wait._replace(total=self.wait.total)
                self.room.tell_clock()
            return
        if self.wait is not None:
            self._pay_lag(self.wait)
        self.since = time.monotonic()
        spared = round((self.spared_until - self.since) * 1000)
        self.wait = wait = wait._replace(total=max(wait.total, spared))
        self.credit = self._lag(wait.seats)
        extra = pace.bank_left(self.room.state, wait.seats[0]) + self.credit
        self._later("clock", wait.key, (wait.total + extra) / 1000, self._time_is_up)
        self.room.tell_clock()

    def _lag(self, seats: tuple[int, ...]) -> float:
        """Half the slowest round trip of those who are waited for, in ms.

        Clients tell it themselves, so each seat has a quota, which grows again turn by turn.
        """
        credits = [0.0]
        for seat in seats:
            self.quota[seat] = min(MOST_LAG_MS, self.quota[seat] + LAG_A_TURN_MS)
            member = self.room.members.get(self.room.state.seats[seat].person or "")
            if member is not None:
                credits.append(min(self.quota[seat], member.rtt / 2))
        return max(credits)

    def _pay_lag(self, wait: Wait) -> None:
        """Take off their quota what a countdown that is over gave its seats for slow lines."""
        over = (time.monotonic() - self.since) * 1000 - wait.total
        used = min(self.credit, max(0.0, over))
        for seat in wait.seats:
            self.quota[seat] = max(0.0, self.quota[seat] - used)

    def clock(self) -> Clock | None:
        """The countdown that runs, with what is left of it."""
        if self.wait is None:
            return None
        left = self.wait.total - (time.monotonic() - self.since) * 1000
        return pace.clock_of(self.room.state, self.wait, left)

    def time_used(self, person: str) -> tuple[BankUsed, ...]:
        """What a play or a burial now takes from the bank of the one who acts."""
        seat = self.room.state.seat_of(person)
        if self.wait is None or seat is None or seat not in self.wait.seats:
            return ()
        over = round((time.monotonic() - self.since) * 1000 - self.wait.total - self.credit)
        ms = min(over, pace.bank_left(self.room.state, seat))
        return (BankUsed(seat=seat, ms=ms),) if ms > 0 else ()

    def _time_is_up(self) -> None:
        wait, state = self.wait, self.room.state
        now = pace.countdown(state)
        if wait is None or now is None or now.key != wait.key:
            return
        if wait.kind == "next":
            self._start_deal()
            return
        seat = now.seats[0]
        action = pace.at_time(state, seat)
        if action is not None and self.do(action, "clock"):
            return
        bank = pace.bank_left(state, seat)
        used = (BankUsed(seat=seat, ms=bank),) if bank else ()
        self.room.commit((*used, AutoSet(seat=seat, on=True, why="time")), "clock")

    def _plan_end(self) -> None:
        """The time of the whole match, where the rules set one (B-12, C-02)."""
        match = self.room.state.match
        if self.room.state.phase != "playing" or not match.rules.match_minutes or match.time_up:
            self._never("end")
            return
        left = match.rules.match_minutes * 60_000 - self.room.active_ms
        self._later("end", self.room.last_at, left / 1000, self._end)

    def _end(self) -> None:
        self.do(TimeUp(), "clock")

    # -- people ----------------------------------------------------------------------------------

    def came(self, person: str) -> None:
        """A person is connected."""
        self.gone.pop(person, None)

    def went(self, person: str) -> None:
        """A person is no longer connected; of those who only watch nothing is noted."""
        state = self.room.state
        if person == state.host or state.seat_of(person) is not None:
            self.gone[person] = time.monotonic()

    def _plan_away(self) -> None:
        """One who is away too long while the others wait is played for by a bot."""
        state = self.room.state
        away = []
        for seat in pace.waited_for(state):
            person = state.seats[seat].person
            if person is not None and not state.seats[seat].auto and not self.room.online(person):
                self.gone.setdefault(person, time.monotonic())
                away.append((self.gone[person], seat))
        if not away:
            self._never("away")
            return
        gone, seat = min(away)
        wait = gone + self._seconds(pace.AWAY_MS) - time.monotonic()
        key = (gone, seat, pace.moment(state.match))
        self._later("away", key, wait, lambda: self._take_over(seat))

    def _take_over(self, seat: int) -> None:
        state = self.room.state
        if seat in pace.waited_for(state) and not self.room.online(state.seats[seat].person):
            self.room.commit((AutoSet(seat=seat, on=True, why="away"),), "table")

    def _plan_host(self) -> None:
        """A host who is away for long hands the room to another who has a seat."""
        host = self.room.state.host
        if self.room.online(host) or self._heir() is None:
            self._never("host")
            return
        gone = self.gone.setdefault(host, time.monotonic())
        wait = gone + self._seconds(HOST_AWAY_MS) - time.monotonic()
        self._later("host", (host, gone), wait, self._hand_on)

    def _heir(self) -> str | None:
        """The first who has a seat and is connected."""
        persons = (seat.person for seat in self.room.state.seats)
        return next((one for one in persons if self.room.online(one)), None)

    def _hand_on(self) -> None:
        heir = self._heir()
        if heir is not None and not self.room.online(self.room.state.host):
            self.room.commit((HostSet(person=heir),), "table")

    def _plan_spectators(self) -> None:
        if self.room.late:
            at = self.room.late[0][0]
            self._later("late", at, at - time.monotonic(), self._release)

    def _release(self) -> None:
        self.room.release_late()
        self._plan_spectators()

    # -- bots ------------------------------------------------------------------------------------

    def _plan_bots(self) -> None:
        wanted = {one.key: one for one in pace.bots_due(self.room.state, BEST)}
        for key in [one for one in self.thinking if not _of_the_deal(one) and one not in wanted]:
            self.thinking.pop(key).cancel()
        for key, thought in wanted.items():
            if key not in self.thinking:
                thinking = self._think(thought, self.room.state.match)
                task = asyncio.get_running_loop().create_task(thinking)
                self.thinking[key] = task
                task.add_done_callback(partial(self._thought, key))

    def _thought(self, key: Hashable, task: "asyncio.Task[None]") -> None:
        if self.thinking.get(key) is task:
            del self.thinking[key]
        if not task.cancelled() and task.exception() is not None:
            log.error("a bot's turn failed", exc_info=task.exception())
            self.room.fail()

    async def _think(self, thought: Thought, match: State) -> None:
        """Let a bot decide; its answer comes after a pause that tells nothing of the cards."""
        room = self.room
        began = time.monotonic()
        view = for_seat(match, thought.seat)
        seed = room.services.rng.getrandbits(32)
        if thought.tier is None:
            action = pace.forced_action(match, thought.seat)
            ms = pace.FORCED_MS
        else:
            ms = pace.pause(match, room.services.rng)
            action = await room.services.thinkers.action(thought.tier, view, seed)
        await asyncio.sleep(self._seconds(ms) - (time.monotonic() - began))
        if action is None or room.broken or not self._still(thought):
            return
        if isinstance(action, Pass) and _of_the_deal(thought.key):
            return
        actor = f"bot:{thought.seat}"
        if not self.do(action, actor) and not _of_the_deal(thought.key):
            self.do(stand_in(view, seed), actor)

    def _still(self, thought: Thought) -> bool:
        """Whether the answer to a thought is still wanted."""
        state = self.room.state
        if not self.room.anybody() or thought.seat not in pace.seats_due(state.match):
            return False
        if thought.tier is not None and not state.by_bot(thought.seat):
            return False
        return _of_the_deal(thought.key) or thought.key == (pace.moment(state.match), thought.seat)


def _of_the_deal(key: Hashable) -> bool:
    """Whether a thought came with a card that was drawn: other cards do not end it."""
    return isinstance(key, tuple) and key[0] == "drawn"

"""A room: one actor, one place that changes it.

Everything that happens becomes events; events go to the log, and nothing that follows from them
leaves the room before they are stored (the output gate).
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Iterable, Sequence

from shengji.engine.errors import Refusal
from shengji.engine.events import Dealt
from shengji.engine.state import IDLE

from . import commands
from .answers import Answers
from .commands import Decision, Refused
from .feeds import OUTSIDE, WATCH, Feed, encode
from .protocol import (
    CLOSE_REMOVED,
    CLOSE_REPLACED,
    CLOSE_RESTART,
    Ack,
    BuryFrame,
    ChatLine,
    Clock,
    ClockFrame,
    Command,
    Nack,
    PlayFrame,
    Presence,
    Said,
    Snap,
    You,
)
from .refusals import nack
from .seating import AnyEvent, RoomState, StoodUp, evolve, from_payload, to_payload
from .services import Entry, Member, Services, now_ms
from .store import Row, StaleError
from .table import Table

CHAT_LINES = 50
SPECTATOR_DELAY_S = 120.0
IDLE_GAP_MS = 60_000

log = logging.getLogger("shengji.hall")


class Room:
    """One room with everybody who is connected to it."""

    def __init__(self, code: str, services: Services) -> None:
        self.code = code
        self.services = services
        self.state = RoomState(code=code)
        self.seq = 0
        self.shown = self.state
        self.shown_seq = 0
        self.answers = Answers()
        self.members: dict[str, Member] = {}
        self.feeds: dict[int, Feed] = {}
        self.moved: dict[str, int] = {}
        self.late: deque[tuple[float, Entry]] = deque()
        self.watched = self.state
        self.watched_seq = 0
        self.chat: deque[ChatLine] = deque(maxlen=CHAT_LINES)
        self.active_ms = 0
        self.last_at = 0
        self.resting = True
        self.broken = False
        self.touched = time.monotonic()
        self.table = Table(self)

    # -- from the log ----------------------------------------------------------------------------

    def restore(self, rows: Sequence[Row]) -> None:
        """Make the room what its events say.  Raises for one that is damaged or foreign."""
        deal: list[tuple[int, Entry]] = []
        for row in rows:
            event = from_payload(row.type, row.payload)
            self._count_time(row.at, IDLE_GAP_MS)
            self.state = evolve(self.state, event)
            self.seq = row.seq
            if row.cid is not None:
                self.answers.acknowledged[row.cid] = row.seq
            if not self.state.dealing_on:
                deal.clear()
            deal.append((row.at, Entry(row.seq, event, self.state)))
        self.table.spare()
        self.shown, self.shown_seq = self.state, self.seq
        self._hold_back(deal)

    def _hold_back(self, deal: list[tuple[int, Entry]]) -> None:
        """Spectators who are behind stay so: of this deal they get what is old enough."""
        self._watch(deal[-1][1])
        if not self._delays():
            return
        delay = SPECTATOR_DELAY_S * self.services.pace
        waits = [(delay - (now_ms() - at) / 1000, entry) for at, entry in deal]
        self._watch([deal[0][1], *(entry for wait, entry in waits if wait <= 0)][-1])
        now = time.monotonic()
        self.late.extend(
            (now + wait, entry) for wait, entry in waits if entry.seq > self.watched_seq
        )

    def _watch(self, entry: Entry) -> None:
        """Spectators have come so far."""
        self.watched, self.watched_seq = entry.state, entry.seq

    def _count_time(self, at: int, most: int) -> None:
        """The match's time goes on since it was last counted, by so much at most."""
        passed = min(max(0, at - self.last_at), most) if self.last_at else 0
        self.active_ms = 0 if self.state.match.phase == IDLE else self.active_ms + passed
        self.last_at = at

    def rest(self) -> None:
        """Nobody is here: from now on no time counts."""
        if not self.resting:
            self._count_time(now_ms(), IDLE_GAP_MS)
            self.resting = True

    def wake(self) -> None:
        """Somebody is here: time counts again."""
        if self.resting:
            self.last_at = now_ms()
            self.resting = False

    # -- people ----------------------------------------------------------------------------------

    def attach(self, member: Member, since: int | None) -> None:
        """A person's connection opens; one that the person had is replaced."""
        if self.broken:
            member.close(CLOSE_RESTART)
            return
        before = self.members.get(member.person)
        if before is not None and before is not member:
            before.close(CLOSE_REPLACED)
        self.members[member.person] = member
        self.touched = time.monotonic()
        feed = self._feed(self.viewer(member.person))
        same_place = since is not None and since >= self.moved.get(member.person, 0)
        frames = feed.since(since) if since is not None and same_place else None
        if frames is None:
            self._snap(member)
        else:
            for frame in frames:
                member.push(frame)
        self.table.came(member.person)
        self._note(member)
        self._presence()
        self.table.plan()
        self._tell_clock((member,))

    def _note(self, member: Member) -> None:
        """See to it that the room knows who somebody is."""
        came = commands.came(self.state, member.person, member.name)
        if came:
            self.commit(came, member.person)

    def detach(self, member: Member) -> None:
        """A person's connection is gone."""
        if self.members.get(member.person) is not member:
            return
        del self.members[member.person]
        self.touched = time.monotonic()
        self.table.went(member.person)
        self._presence()
        self.table.plan()

    def online(self, person: str | None) -> bool:
        """Whether a person is connected."""
        return person in self.members

    def anybody(self) -> bool:
        """Whether a person with a seat is connected; else the room rests."""
        seats = self.state.seats
        here = (self.online(seats[seat].person) for seat in self.state.persons())
        return self.services.bots_alone or any(here)

    def viewer(self, person: str) -> int:
        """Which feed a person gets: that of a seat, or a spectator's."""
        seat = self.shown.seat_of(person)
        if seat is not None:
            return seat
        hidden = self.shown.settings.spectators == "off" and self.shown.match.phase != IDLE
        return OUTSIDE if hidden else WATCH

    def _presence(self) -> None:
        self._push_all(encode(Presence(online=tuple(sorted(self.members)))))

    def _push_all(self, frame: bytes) -> None:
        for member in tuple(self.members.values()):
            member.push(frame)

    # -- what happens ----------------------------------------------------------------------------

    def command(self, member: Member, command: Command) -> None:
        """A person's command: acknowledged once it is stored, refused with the reason."""
        cid = f"{member.person}:{command.cid}"
        self.touched = time.monotonic()
        if self.answers.knows(cid, member):
            return
        if not self.broken:
            self._note(member)
        found = self.decide(member.person, command)
        if not isinstance(found, tuple):
            stale = command.seq < self.seq and isinstance(found, Refusal)
            self._answer(member, cid, nack(command.cid, found, member.lang, stale=stale))
        elif not found:
            self._answer(member, cid, Ack(cid=command.cid, seq=self.seq))
        else:
            self.commit(found, member.person, cid)
            self.answers.expect(cid, member)

    def decide(self, person: str, command: Command) -> Decision:
        """What a command of a person comes to."""
        if self.broken:
            return Refused("try_again")
        found = commands.decide(self.state, command, person, self.services.deal)
        if isinstance(found, tuple) and isinstance(command, PlayFrame | BuryFrame):
            return (*self.table.time_used(person), *found)
        return found

    def _answer(self, member: Member, cid: str, answer: Ack | Nack) -> None:
        """Answer a command that changes nothing, once all that the answer rests on is stored."""
        if self.broken:
            member.push(encode(answer))
        else:
            self.answers.hold(self.seq, cid, member, answer)
            self.answers.stored(self.shown_seq)

    def commit(
        self, events: Sequence[AnyEvent], actor: str, cid: str | None = None
    ) -> "asyncio.Future[None]":
        """Make events happen: change the room, hand them to the log, publish them when stored.

        Raises StaleError if the room was given up.
        """
        if self.broken:
            raise StaleError("hall.stale", problem=self.code)
        at = now_ms()
        state, entries, rows = self.state, [], []
        last = self.seq + len(events)
        for seq, event in enumerate(events, start=self.seq + 1):
            state = evolve(state, event)
            entries.append(Entry(seq, event, state))
            own = cid if seq == last else None
            kind, payload = type(event).__name__, to_payload(event)
            rows.append(Row(self.code, seq, at, actor, own, kind, payload))
        self._count_time(at, 0 if self.resting else at)
        self.state, self.seq = state, last
        stored = self.services.log.append(rows)
        stored.add_done_callback(lambda done: self._stored(done, entries, actor, cid))
        return stored

    def _stored(
        self, done: "asyncio.Future[None]", entries: list[Entry], actor: str, cid: str | None
    ) -> None:
        if done.cancelled() or done.exception() is not None:
            self.answers.lost()
            self.fail()
            return
        if self.broken:
            return
        try:
            self._let_out(entries, actor, cid)
        except Exception:
            log.exception("room %s failed", self.code)
            self.fail()

    def _let_out(self, entries: list[Entry], actor: str, cid: str | None) -> None:
        """Stored events, and all that follows from them, leave the room."""
        shown_out = self._shown_out(entries, actor)
        self._publish(entries)
        self.answers.stored(self.shown_seq, cid)
        for person in shown_out:
            self.remove(person)
        self.table.plan()

    def _shown_out(self, entries: list[Entry], actor: str) -> list[str]:
        """Who lost a seat by another's will."""
        stood = [one.event.seat for one in entries if isinstance(one.event, StoodUp)]
        persons = [self.shown.seats[seat].person for seat in stood]
        return [person for person in persons if person is not None and person != actor]

    def fail(self) -> None:
        """Forget everything; the room comes back from the log."""
        if self.broken:
            return
        self.broken = True
        self.close(CLOSE_RESTART)
        self.services.broken(self)

    def close(self, code: int) -> None:
        """Close every connection; nothing more happens by itself."""
        self.table.halt()
        for member in tuple(self.members.values()):
            member.close(code)

    # -- publishing ------------------------------------------------------------------------------

    def _feed(self, viewer: int) -> Feed:
        feed = self.feeds.get(viewer)
        if feed is None:
            state, seq = self.shown, self.shown_seq
            if viewer == WATCH:
                state, seq = self.watched, self.watched_seq
            feed = self.feeds[viewer] = Feed(viewer, state, seq)
        return feed

    def _publish(self, entries: list[Entry]) -> None:
        before = {person: self.viewer(person) for person in self.members}
        self._note_moves(self.shown, entries[-1])
        self.shown, self.shown_seq = entries[-1].state, entries[-1].seq
        if self._delays():
            at = time.monotonic() + SPECTATOR_DELAY_S * self.services.pace
            self.late.extend((at, entry) for entry in entries)
        else:
            self._release([*(entry for _, entry in self.late), *entries], before)
            self.late.clear()
        for viewer in [one for one in self.feeds if one != WATCH]:
            self._send(viewer, entries, before)
        for person, member in tuple(self.members.items()):
            if self.viewer(person) != before[person]:
                self._snap(member)
        self._drop_feeds()

    def _note_moves(self, before: RoomState, entry: Entry) -> None:
        """Who has another seat now, or none, cannot go on from what was seen in the old one."""
        after = entry.state
        if before.seats is after.seats:
            return
        for person in {seat.person for seat in (*before.seats, *after.seats) if seat.person}:
            if before.seat_of(person) != after.seat_of(person):
                self.moved[person] = entry.seq

    def _delays(self) -> bool:
        """Whether spectators are behind: only while hands are held."""
        return self.shown.settings.spectators == "delayed" and self.shown.dealing_on

    def release_late(self) -> float | None:
        """Show spectators what is old enough; the seconds until there is more, if there is."""
        now = time.monotonic()
        due = []
        while self.late and self.late[0][0] <= now:
            due.append(self.late.popleft()[1])
        self._release(due, {person: self.viewer(person) for person in self.members})
        return self.late[0][0] - now if self.late else None

    def _release(self, entries: list[Entry], before: dict[str, int]) -> None:
        if not entries:
            return
        self._watch(entries[-1])
        if WATCH in self.feeds:
            self._send(WATCH, entries, before)

    def _send(self, viewer: int, entries: list[Entry], before: dict[str, int]) -> None:
        feed = self.feeds[viewer]
        frames = []
        for place, (seq, event, state) in enumerate(entries):
            after = entries[place + 1].event if place + 1 < len(entries) else None
            quiet = isinstance(event, Dealt) and isinstance(after, Dealt)
            frames.append(feed.publish(seq, event, state, quiet))
        for person, member in tuple(self.members.items()):
            if before.get(person) == viewer == self.viewer(person):
                for frame in frames:
                    member.push(frame)

    def _drop_feeds(self) -> None:
        """Seats without a person need no feed; what one person saw is not kept for another."""
        for viewer in tuple(self.feeds):
            seated = viewer >= 0 and self.shown.seats[viewer].kind == "person"
            if not seated and viewer not in map(self.viewer, self.members):
                del self.feeds[viewer]

    def _snap(self, member: Member) -> None:
        member.push(encode(self.snap(member)))

    def snap(self, member: Member) -> Snap:
        """All that a person may know now."""
        viewer = self.viewer(member.person)
        feed = self._feed(viewer)
        return Snap(
            seq=feed.seq,
            you=You(person=member.person, name=self.shown.name_of(member.person) or member.name),
            room=feed.room,
            match=feed.match,
            chat=tuple(self.chat),
            clock=self._clock(viewer),
            online=tuple(sorted(self.members)),
            digest=feed.digest(),
        )

    def resync(self, member: Member) -> None:
        """Everything once more, for one whose picture is wrong."""
        self._snap(member)

    # -- talk and time ---------------------------------------------------------------------------

    def say(self, member: Member, text: str | None, key: str | None) -> None:
        """Somebody says something: heard by all, kept for who comes later, not stored."""
        line = ChatLine(
            person=member.person,
            name=self.shown.name_of(member.person) or member.name,
            seat=self.shown.seat_of(member.person),
            text=text,
            key=key,
            at=time.time(),
        )
        self.chat.append(line)
        self._push_all(encode(Said(line=line)))

    def _clock(self, viewer: int) -> Clock | None:
        """The countdown now, for those who may know whom the game waits for."""
        behind = viewer == OUTSIDE or (viewer == WATCH and self._delays())
        return None if behind else self.table.clock()

    def tell_clock(self) -> None:
        """Tell everybody of the countdown."""
        self._tell_clock(self.members.values())

    def _tell_clock(self, members: Iterable[Member]) -> None:
        for member in members:
            member.push(encode(ClockFrame(clock=self._clock(self.viewer(member.person)))))

    def remove(self, person: str) -> None:
        """Show a person out."""
        member = self.members.get(person)
        if member is not None:
            member.close(CLOSE_REMOVED)

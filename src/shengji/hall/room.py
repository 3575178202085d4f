"""A room: one actor, one place that changes it.

Everything that happens becomes events; events go to the log, and nothing that follows from them
leaves the room before they are stored (the output gate).
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Sequence

from shengji.engine.errors import Refusal
from shengji.engine.events import Dealt
from shengji.engine.state import IDLE

from . import commands
from .commands import Decision, Refused
from .feeds import OUTSIDE, WATCH, Feed, encode
from .protocol import (
    CLOSE_REMOVED,
    CLOSE_REPLACED,
    CLOSE_RESTART,
    Ack,
    ChatLine,
    Clock,
    ClockFrame,
    Command,
    Presence,
    Said,
    Snap,
    You,
)
from .refusals import nack
from .seating import AnyEvent, RoomState, evolve, to_payload
from .services import Entry, Member, Services, now_ms
from .store import Row
from .table import Table

CHAT_LINES = 50
SPECTATOR_DELAY_S = 120.0
IDLE_GAP_MS = 60_000


class Room:
    """One room with everybody who is connected to it."""

    def __init__(self, code: str, services: Services) -> None:
        self.code = code
        self.services = services
        self.state = RoomState(code=code)
        self.seq = 0
        self.shown = self.state
        self.shown_seq = 0
        self.cids: dict[str, int] = {}
        self.waiting: dict[str, list[Member]] = {}
        self.members: dict[str, Member] = {}
        self.feeds: dict[int, Feed] = {}
        self.late: deque[tuple[float, Entry]] = deque()
        self.watched = Entry(0, None, self.state)  # type: ignore[arg-type]
        self.chat: deque[ChatLine] = deque(maxlen=CHAT_LINES)
        self.active_ms = 0
        self.last_at = 0
        self.broken = False
        self.touched = time.monotonic()
        self.table = Table(self)

    # -- from the log ----------------------------------------------------------------------------

    def restore(self, rows: Sequence[Row], read: Callable[[str, str], AnyEvent]) -> None:
        """Make the room what its events say."""
        for row in rows:
            event = read(row.type, row.payload)
            self.state = evolve(self.state, event)
            self.seq = row.seq
            if row.cid is not None:
                self.cids[row.cid] = row.seq
            self._count_time(row.at)
        self.shown, self.shown_seq = self.state, self.seq
        self.watched = Entry(self.seq, None, self.state)  # type: ignore[arg-type]

    def _count_time(self, at: int) -> None:
        """Time goes on between two events, but not while the room rests or is down."""
        if self.last_at and self.state.match.phase != IDLE:
            self.active_ms += min(max(0, at - self.last_at), IDLE_GAP_MS)
        if self.state.match.phase == IDLE:
            self.active_ms = 0
        self.last_at = at

    # -- people ----------------------------------------------------------------------------------

    def attach(self, member: Member, since: int | None) -> None:
        """A person's connection opens; one that the person had is replaced."""
        before = self.members.get(member.person)
        if before is not None and before is not member:
            before.close(CLOSE_REPLACED)
        self.members[member.person] = member
        self.touched = time.monotonic()
        feed = self._feed(self.viewer(member.person))
        frames = feed.since(since) if since is not None else None
        if frames is None:
            self._snap(member)
        else:
            for frame in frames:
                member.push(frame)
        self.table.came(member.person)
        came = commands.came(self.state, member.person, member.name)
        if came:
            self.commit(came, member.person)
        self._presence()
        self.table.plan()
        self.table.tell(member)

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
        if cid in self.waiting:
            self.waiting[cid].append(member)
            return
        if cid in self.cids:
            member.push(encode(Ack(cid=command.cid, seq=self.cids[cid])))
            return
        found = self.decide(member.person, command)
        if not isinstance(found, tuple):
            stale = command.seq < self.seq and isinstance(found, Refusal)
            member.push(encode(nack(command.cid, found, member.lang, stale=stale)))
            return
        if not found:
            member.push(encode(Ack(cid=command.cid, seq=self.seq)))
            return
        self.waiting[cid] = [member]
        self.commit(found, member.person, cid)

    def decide(self, person: str, command: Command) -> Decision:
        """What a command of a person comes to."""
        if self.broken:
            return Refused("try_again")
        found = commands.decide(self.state, command, person, self.services.deal)
        if not isinstance(found, tuple):
            return found
        return (*self.table.time_used(person), *found)

    def commit(
        self, events: Sequence[AnyEvent], actor: str, cid: str | None = None
    ) -> "asyncio.Future[None]":
        """Make events happen: change the room, hand them to the log, publish them when stored."""
        at = now_ms()
        entries = []
        rows = []
        last = len(events) - 1
        for place, event in enumerate(events):
            self.seq += 1
            self.state = evolve(self.state, event)
            entries.append(Entry(self.seq, event, self.state))
            own = cid if place == last else None
            kind, payload = type(event).__name__, to_payload(event)
            rows.append(Row(self.code, self.seq, at, actor, own, kind, payload))
        self._count_time(at)
        stored = self.services.log.append(rows)
        stored.add_done_callback(lambda done: self._stored(done, entries, cid))
        return stored

    def _stored(self, done: "asyncio.Future[None]", entries: list[Entry], cid: str | None) -> None:
        if done.cancelled() or done.exception() is not None:
            self.fail()
            return
        if self.broken:
            return
        self._publish(entries)
        if cid is not None:
            self.cids[cid] = entries[-1].seq
            for member in self.waiting.pop(cid, ()):
                member.push(encode(Ack(cid=cid.partition(":")[2], seq=entries[-1].seq)))
        self.table.plan()

    def fail(self) -> None:
        """The log did not take an event: forget everything; the room comes back from the log."""
        if self.broken:
            return
        self.broken = True
        self.table.stop()
        for cid, members in self.waiting.items():
            for member in members:
                refused = nack(cid.partition(":")[2], Refused("try_again"), member.lang)
                member.push(encode(refused))
        self.close(CLOSE_RESTART)
        self.services.broken(self)

    def close(self, code: int) -> None:
        """Close every connection."""
        self.table.stop()
        for member in tuple(self.members.values()):
            member.close(code)

    # -- publishing ------------------------------------------------------------------------------

    def _feed(self, viewer: int) -> Feed:
        feed = self.feeds.get(viewer)
        if feed is None:
            state, seq = self.shown, self.shown_seq
            if viewer == WATCH:
                state, seq = self.watched.state, self.watched.seq
            feed = self.feeds[viewer] = Feed(viewer, state, seq)
        return feed

    def _publish(self, entries: list[Entry]) -> None:
        before = {person: self.viewer(person) for person in self.members}
        self.shown, self.shown_seq = entries[-1].state, entries[-1].seq
        if self._delays():
            at = time.monotonic() + SPECTATOR_DELAY_S * self.services.pace
            self.late.extend((at, entry) for entry in entries)
        else:
            self._release([*(entry for _, entry in self.late), *entries])
            self.late.clear()
        for viewer in [one for one in self.feeds if one != WATCH]:
            self._send(viewer, entries, before)
        for person, member in tuple(self.members.items()):
            if self.viewer(person) != before[person]:
                self._snap(member)
        self._drop_feeds()

    def _delays(self) -> bool:
        """Whether spectators are behind: only while hands are held."""
        return self.shown.settings.spectators == "delayed" and self.shown.dealing_on

    def release_late(self) -> float | None:
        """Show spectators what is old enough; the seconds until there is more, if there is."""
        now = time.monotonic()
        due = []
        while self.late and self.late[0][0] <= now:
            due.append(self.late.popleft()[1])
        self._release(due)
        return self.late[0][0] - now if self.late else None

    def _release(self, entries: list[Entry]) -> None:
        if not entries:
            return
        self.watched = entries[-1]
        if WATCH in self.feeds:
            self._send(WATCH, entries, {person: self.viewer(person) for person in self.members})

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
        feed = self._feed(self.viewer(member.person))
        member.push(encode(self.snap(member, feed)))

    def snap(self, member: Member, feed: Feed) -> Snap:
        """All that a person may know now."""
        match = feed.match()
        return Snap(
            seq=feed.seq,
            you=You(person=member.person, name=self.shown.name_of(member.person) or member.name),
            room=feed.room,
            match=match,
            chat=tuple(self.chat),
            clock=self.clock(),
            online=tuple(sorted(self.members)),
            digest=None if match is None else feed.digest(),
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

    def clock(self) -> Clock | None:
        """The countdown now."""
        return self.table.clock()

    def tell_clock(self) -> None:
        """Tell everybody of the countdown."""
        self._push_all(encode(ClockFrame(clock=self.clock())))

    def remove(self, person: str) -> None:
        """Show a person out."""
        member = self.members.get(person)
        if member is not None:
            member.close(CLOSE_REMOVED)

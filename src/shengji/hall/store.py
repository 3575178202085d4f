"""What outlives the process: the events of every room, and who the guests are."""

import asyncio
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

from .database import VERSION, Database, LogError, StaleError

__all__ = [
    "EventLog",
    "Guest",
    "GuestBook",
    "LogError",
    "RoomInfo",
    "Row",
    "SqliteLog",
    "StaleError",
    "open_store",
]

# The least room above another's name, again and again: one look at the index for each room.
ROOMS = """
    WITH RECURSIVE found (name) AS (
        SELECT min(room) FROM event
        UNION ALL
        SELECT (SELECT min(room) FROM event WHERE room > name) FROM found WHERE name IS NOT NULL
    )
    SELECT room, seq, at, type FROM found JOIN event
    ON room = name AND seq = (SELECT max(seq) FROM event WHERE room = name)
    WHERE :idle_before IS NULL OR at < :idle_before
"""
APPEND = "INSERT INTO event (room, seq, at, actor, cid, type, payload) VALUES (?, ?, ?, ?, ?, ?, ?)"
LOAD = """
    SELECT room, seq, at, actor, cid, type, payload FROM event
    WHERE room = ? AND seq > ? ORDER BY seq
"""
LAST = "SELECT max(seq) FROM event WHERE room = ?"
BY_TOKEN = """
    SELECT person, name, guest.created, seen FROM token JOIN guest USING (person) WHERE hash = ?
"""
TOUCH = """
    INSERT INTO member (person, room, at) VALUES (?, ?, ?)
    ON CONFLICT (person, room) DO UPDATE SET at = excluded.at
"""


class Row(NamedTuple):
    """One event of a room; `at` in ms since 1970, `payload` is JSON.

    `seq` counts from 1 in each room; `cid` names the command that it answers, if any.
    """

    room: str
    seq: int
    at: int
    actor: str
    cid: str | None
    type: str
    payload: str


class RoomInfo(NamedTuple):
    """A room and its last event."""

    room: str
    last_seq: int
    last_at: int
    last_type: str


class Guest(NamedTuple):
    """A person and when it came and was last seen, in ms since 1970."""

    person: str
    name: str
    created: int
    seen: int


class EventLog(Protocol):
    """Where rooms keep their events."""

    def append(self, rows: Sequence[Row]) -> "asyncio.Future[None]":
        """Store events of one room, all or none; the future is done when they are durable.

        Rows are stored in the order of the calls.  The future raises StaleError if the rows do
        not follow the last one of the room without a gap or a command was answered already, and
        LogError if the disk fails: what was appended after that is stale then.
        """

    async def load(self, room: str, after: int = 0) -> list[Row]:
        """The events of a room with a `seq` above `after`, in order.  Raises LogError."""

    async def rooms(self, idle_before: int | None = None) -> list[RoomInfo]:
        """All rooms, or those whose last event is older than a time.  Raises LogError."""

    async def probe(self) -> None:
        """Write nothing of meaning, durably.  Raises LogError if that fails."""

    async def close(self) -> None:
        """Store all that was appended and let the data go."""


class SqliteLog:
    """The event log in a database file."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def append(self, rows: Sequence[Row]) -> "asyncio.Future[None]":
        """See EventLog."""
        return self._database.write(lambda connection: _append(connection, rows))

    async def load(self, room: str, after: int = 0) -> list[Row]:
        """See EventLog."""
        return await self._database.read(
            lambda connection: [Row(*one) for one in connection.execute(LOAD, (room, after))]
        )

    async def rooms(self, idle_before: int | None = None) -> list[RoomInfo]:
        """See EventLog."""
        facts = {"idle_before": idle_before}
        return await self._database.read(
            lambda connection: [RoomInfo(*one) for one in connection.execute(ROOMS, facts)]
        )

    async def probe(self) -> None:
        """See EventLog.  Setting the format to what it is writes a page."""
        await self._database.write(
            lambda connection: connection.execute(f"PRAGMA user_version = {VERSION}")
        )

    async def close(self) -> None:
        """See EventLog."""
        await self._database.close()


def _append(connection: sqlite3.Connection, rows: Sequence[Row]) -> None:
    if not rows:
        return
    room = rows[0].room
    (last,) = connection.execute(LAST, (room,)).fetchone()
    for seq, row in enumerate(rows, start=(last or 0) + 1):
        if (row.room, row.seq) != (room, seq):
            raise StaleError("hall.stale", problem=f"{row.room} {row.seq} ≠ {room} {seq}")
        connection.execute(APPEND, row)


class GuestBook:
    """People without accounts: known by the hash of a token, one token for each device."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def create(self, person: str, token_hash: str, name: str, at: int) -> None:
        """Enter a person with its first token.  Raises StaleError if either is known."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute("INSERT INTO guest VALUES (?, ?, ?, ?)", (person, name, at, at))
            connection.execute("INSERT INTO token VALUES (?, ?, ?)", (token_hash, person, at))

        await self._database.write(work)

    async def link(self, person: str, token_hash: str, at: int) -> None:
        """Give a person one more token.  Raises StaleError: no such person, or a known token."""
        await self._run("INSERT INTO token VALUES (?, ?, ?)", token_hash, person, at)

    async def by_token(self, token_hash: str) -> Guest | None:
        """Whose token that is; None if nobody's."""

        def work(connection: sqlite3.Connection) -> Guest | None:
            found = connection.execute(BY_TOKEN, (token_hash,)).fetchone()
            return None if found is None else Guest(*found)

        return await self._database.read(work)

    async def rename(self, person: str, name: str) -> None:
        """Give a person another name."""
        await self._run("UPDATE guest SET name = ? WHERE person = ?", name, person)

    async def seen(self, person: str, at: int) -> None:
        """Note when a person was here."""
        await self._run("UPDATE guest SET seen = ? WHERE person = ?", at, person)

    async def touch(self, person: str, room: str, at: int) -> None:
        """Note when a person was in a room.  Raises StaleError if there is no such person."""
        await self._run(TOUCH, person, room, at)

    async def rooms_of(self, person: str) -> list[tuple[str, int]]:
        """The rooms where a person was and when, the newest first."""
        query = "SELECT room, at FROM member WHERE person = ? ORDER BY at DESC, room"
        return await self._database.read(
            lambda connection: connection.execute(query, (person,)).fetchall()
        )

    async def _run(self, statement: str, *values: str | int) -> None:
        await self._database.write(lambda connection: connection.execute(statement, values))


def open_store(folder: Path) -> tuple[SqliteLog, GuestBook]:
    """The log and the guests of a data folder; closing the log closes both.

    Raises LogError if the folder or its file cannot be used, is in use, or is of a newer format.
    """
    database = Database(folder)
    return SqliteLog(database), GuestBook(database)

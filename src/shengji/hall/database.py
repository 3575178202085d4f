"""One SQLite file in a data folder: a thread that writes, a thread that reads.

The writer commits what has queued up as one transaction, so that one wait for the disk serves
many rooms.
"""

import asyncio
import fcntl
import os
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, NamedTuple, TypeVar

from shengji.engine.errors import ShengjiError

Result = TypeVar("Result")
Work = Callable[[sqlite3.Connection], Result]

FILE = "events.db"
LOCK = "events.lock"
VERSION = 1
BATCH = 1024

SCHEMA = (
    """CREATE TABLE event (
        room TEXT NOT NULL,
        seq INTEGER NOT NULL,
        at INTEGER NOT NULL,
        actor TEXT NOT NULL,
        cid TEXT,
        type TEXT NOT NULL,
        payload TEXT NOT NULL,
        PRIMARY KEY (room, seq)
    ) STRICT""",
    "CREATE UNIQUE INDEX event_cid ON event (room, cid) WHERE cid IS NOT NULL",
    """CREATE TABLE guest (
        person TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        created INTEGER NOT NULL,
        seen INTEGER NOT NULL
    ) STRICT""",
    """CREATE TABLE token (
        hash TEXT PRIMARY KEY,
        person TEXT NOT NULL REFERENCES guest,
        created INTEGER NOT NULL
    ) STRICT""",
    """CREATE TABLE member (
        person TEXT NOT NULL REFERENCES guest,
        room TEXT NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (person, room)
    ) STRICT""",
)


class LogError(ShengjiError):
    """The rooms' data cannot be opened, read or written."""


class StaleError(LogError):
    """What is stored says otherwise: a number, a command or a token is taken."""


class Job(NamedTuple):
    """Something to write, and who waits for it."""

    work: Work[Any]
    done: "asyncio.Future[Any]"


class Outcome(NamedTuple):
    """What became of a job: its result, or why it failed."""

    done: "asyncio.Future[Any]"
    result: object
    error: Exception | None


class Database:
    """The file `events.db` of a data folder, which one process may have open.

    Raises LogError if the folder or the file cannot be used, is in use, or is of a newer format.
    """

    def __init__(self, folder: Path) -> None:
        self._file = folder / FILE
        self._closed = False
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._lock = _locked(folder)
        except OSError as error:
            raise LogError("hall.folder", folder=str(folder), problem=error.strerror) from error
        try:
            self._writer = _opened(self._file)
            self._reader = _connected(self._file)
        except BaseException:
            os.close(self._lock)
            raise
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._reading = ThreadPoolExecutor(1, "reader")
        self._thread = Thread(target=self._write_on, name="writer", daemon=True)
        self._thread.start()

    def write(self, work: Work[Result]) -> "asyncio.Future[Result]":
        """Do some work in a transaction: the future has its result once that is on disk.

        Work is done in the order of the calls.  The future raises StaleError if the work runs
        against a constraint, LogError if the disk fails; then nothing of it is stored.
        """
        done: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        if self._closed:
            done.set_exception(LogError("hall.closed"))
        else:
            self._jobs.put(Job(work, done))
        return done

    async def read(self, work: Work[Result]) -> Result:
        """The result of a query over what is on disk.  Raises LogError."""
        if self._closed:
            raise LogError("hall.closed")
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._reading, work, self._reader)
        except sqlite3.Error as error:
            raise LogError("hall.unreadable", file=str(self._file), problem=str(error)) from error

    async def close(self) -> None:
        """Write all that was asked for, then let the file and the folder go."""
        if self._closed:
            return
        self._closed = True
        self._jobs.put(None)
        await asyncio.to_thread(self._let_go)

    def _let_go(self) -> None:
        self._thread.join()
        self._reading.shutdown()
        self._reader.close()
        self._writer.close()
        os.close(self._lock)

    def _write_on(self) -> None:
        """The writer thread: batch after batch, until None stands in the queue."""
        more = True
        while more:
            queued = [self._jobs.get()]
            with suppress(Empty):
                while len(queued) < BATCH:
                    queued.append(self._jobs.get_nowait())
            batch = [job for job in queued if job is not None]
            more = len(batch) == len(queued)
            if batch:
                _tell(self._committed(batch))

    def _committed(self, batch: list[Job]) -> list[Outcome]:
        """What became of each job of a batch, after the commit."""
        try:
            self._writer.execute("BEGIN IMMEDIATE")
            outcomes = [self._done(job) for job in batch]
            self._writer.execute("COMMIT")
        except sqlite3.Error as error:
            with suppress(sqlite3.Error):
                self._writer.rollback()
            return [Outcome(job.done, None, self._unwritable(error)) for job in batch]
        return outcomes

    def _unwritable(self, error: sqlite3.Error) -> LogError:
        return LogError("hall.unwritable", file=str(self._file), problem=str(error))

    def _done(self, job: Job) -> Outcome:
        """One job inside the transaction; one that is refused leaves no trace.

        Raises sqlite3.Error if the trouble is the disk's.
        """
        self._writer.execute("SAVEPOINT job")
        try:
            outcome = Outcome(job.done, job.work(self._writer), None)
        except sqlite3.IntegrityError as error:
            outcome = Outcome(job.done, None, StaleError("hall.stale", problem=str(error)))
        except sqlite3.DatabaseError:
            raise
        except Exception as error:
            outcome = Outcome(job.done, None, error)
        if outcome.error is not None:
            self._writer.execute("ROLLBACK TO job")
        self._writer.execute("RELEASE job")
        return outcome


def _tell(outcomes: list[Outcome]) -> None:
    """Settle the futures on their loop; if that is closed, nobody waits."""
    with suppress(RuntimeError):
        outcomes[0].done.get_loop().call_soon_threadsafe(_settle, outcomes)


def _settle(outcomes: list[Outcome]) -> None:
    for done, result, error in outcomes:
        if done.done():
            continue
        if error is None:
            done.set_result(result)
        else:
            done.set_exception(error)


def _locked(folder: Path) -> int:
    """The lock of a data folder, as a file descriptor; the file names its process.

    Raises LogError if another process has it.
    """
    lock = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        owner = os.pread(lock, 32, 0).decode(errors="replace").strip()
        os.close(lock)
        raise LogError("hall.in_use", folder=str(folder), process=owner) from error
    os.ftruncate(lock, 0)
    os.pwrite(lock, f"{os.getpid()}\n".encode(), 0)
    return lock


def _opened(file: Path) -> sqlite3.Connection:
    """A connection to the file, made with its tables if it is new.  Raises LogError."""
    try:
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        raise LogError("hall.folder", folder=str(file), problem=error.strerror) from error
    connection = _connected(file)
    try:
        _prepare(connection, file)
    except sqlite3.Error as error:
        connection.close()
        raise LogError("hall.damaged", file=str(file), problem=str(error)) from error
    except LogError:
        connection.close()
        raise
    return connection


def _connected(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(file, isolation_level=None, check_same_thread=False)


def _prepare(connection: sqlite3.Connection, file: Path) -> None:
    """Check the format, set what durability needs, make the tables of an empty file."""
    (found,) = connection.execute("PRAGMA user_version").fetchone()
    if found > VERSION:
        raise LogError("hall.newer", file=str(file), found=found, known=VERSION)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    if found == 0:
        connection.execute("BEGIN IMMEDIATE")
        for statement in SCHEMA:
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.execute("COMMIT")

"""The event log keeps what it acknowledged: whole, in order, once, and through a kill."""

import asyncio
import json
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import IO

import pytest

from shengji.hall.database import FILE, VERSION, Database
from shengji.hall.store import (
    EventLog,
    Guest,
    GuestBook,
    LogError,
    RoomInfo,
    Row,
    SqliteLog,
    StaleError,
    open_store,
)
from shengji.words import LANGUAGES
from shengji.words.options_text import error_text

APPENDER = Path(__file__).with_name("appender.py")
NOW = 1_700_000_000_000

Open = Callable[[], EventLog]


def row(seq: int, room: str = "ROOM", cid: str | None = None, payload: str = "{}") -> Row:
    return Row(room, seq, NOW + seq, "seat:2", cid, "Played", payload)


def told(error: LogError) -> list[str]:
    """What people read of an error, in each language."""
    return [error_text(error, lang) for lang in LANGUAGES]


# -- what every event log does -----------------------------------------------------------------


def sqlite_log(folder: Path) -> EventLog:
    return open_store(folder)[0]


@pytest.fixture(params=[sqlite_log])
def open_log(request: pytest.FixtureRequest, tmp_path: Path) -> Open:
    """Opens the same log again and again."""
    opener: Callable[[Path], EventLog] = request.param
    return lambda: opener(tmp_path / "data")


def with_log(open_log: Open, use: Callable[[EventLog], Awaitable[None]]) -> None:
    async def run() -> None:
        log = open_log()
        try:
            await use(log)
        finally:
            await log.close()

    asyncio.run(run())


def test_a_room_is_read_as_it_was_written_also_after_a_restart(open_log: Open) -> None:
    first = [row(1, cid="a", payload='{"t":"Überstich ♠"}'), row(2)]
    other = [row(1, room="OTHER", cid="a")]

    async def write(log: EventLog) -> None:
        assert await log.append(first) is None
        await log.append([row(3, cid="b")])
        await log.append(other)
        assert await log.load("ROOM") == [*first, row(3, cid="b")]

    async def read(log: EventLog) -> None:
        assert await log.load("ROOM") == [*first, row(3, cid="b")]
        assert await log.load("ROOM", after=2) == [row(3, cid="b")]
        assert await log.load("ROOM", after=3) == []
        assert await log.load("OTHER") == other
        assert await log.load("NONE") == []

    with_log(open_log, write)
    with_log(open_log, read)


@pytest.mark.parametrize(
    "stale",
    [
        pytest.param([row(2)], id="number-taken"),
        pytest.param([row(4)], id="gap"),
        pytest.param([row(3), row(5)], id="gap-inside"),
        pytest.param([row(3), row(3)], id="twice"),
        pytest.param([row(3), row(4, room="OTHER")], id="two-rooms"),
        pytest.param([row(3, cid="a")], id="command-answered"),
        pytest.param([row(3), row(4, cid="a")], id="command-answered-later"),
        pytest.param([row(3, cid="z"), row(4, cid="z")], id="command-twice"),
    ],
)
def test_what_does_not_follow_is_refused_whole_and_spoils_nothing_else(
    open_log: Open, stale: list[Row]
) -> None:
    async def use(log: EventLog) -> None:
        begun = [row(1, cid="a"), row(2)]
        await log.append(begun)
        before = log.append([row(1, room="BEFORE")])
        refused = log.append(stale)
        after = log.append([row(1, room="AFTER")])
        with pytest.raises(StaleError) as caught:
            await refused
        assert all(told(caught.value))
        await before
        await after
        assert await log.load("ROOM") == begun
        assert {one.room for one in await log.rooms()} == {"AFTER", "BEFORE", "ROOM"}
        await log.append([row(3, cid="b")])
        assert await log.load("ROOM") == [*begun, row(3, cid="b")]

    with_log(open_log, use)


def test_an_append_that_fails_by_its_values_fails_alone(open_log: Open) -> None:
    async def use(log: EventLog) -> None:
        broken = log.append([row(1), row(2, payload="\ud800")])
        good = log.append([row(1, room="GOOD")])
        with pytest.raises(UnicodeEncodeError):
            await broken
        await good
        assert await log.load("ROOM") == []
        assert await log.load("GOOD") == [row(1, room="GOOD")]

    with_log(open_log, use)


def test_no_rows_are_stored_at_once(open_log: Open) -> None:
    async def use(log: EventLog) -> None:
        assert await log.append([]) is None
        assert await log.rooms() == []

    with_log(open_log, use)


def test_appends_of_many_rooms_are_answered_in_order_and_on_the_loop(open_log: Open) -> None:
    async def use(log: EventLog) -> None:
        loop = asyncio.get_running_loop()
        answered: dict[str, list[int]] = defaultdict(list)

        def note(room: str, seq: int) -> Callable[[object], None]:
            def answer(_: object) -> None:
                assert asyncio.get_running_loop() is loop
                answered[room].append(seq)

            return answer

        rooms = [f"R{number}" for number in range(30)]
        futures = []
        for seq in range(1, 61):
            for room in rooms:
                future = log.append([row(seq, room=room, cid=f"c{seq}")])
                future.add_done_callback(note(room, seq))
                futures.append(future)
        await asyncio.gather(*futures)
        assert answered == {room: list(range(1, 61)) for room in rooms}
        assert await log.load("R29") == [row(seq, "R29", f"c{seq}") for seq in range(1, 61)]

    with_log(open_log, use)


def test_one_who_waits_no_longer_stops_nobody(open_log: Open) -> None:
    async def use(log: EventLog) -> None:
        log.append([row(1)]).cancel()
        await log.append([row(2)])
        assert await log.load("ROOM") == [row(1), row(2)]

    with_log(open_log, use)


def test_rooms_are_listed_with_their_last_event_and_by_how_long_they_rest(open_log: Open) -> None:
    async def use(log: EventLog) -> None:
        assert await log.rooms() == []
        await log.append([row(1, room="A")])
        await log.append([row(seq, room="B") for seq in range(1, 6)])
        await log.append([row(seq, room="C") for seq in range(1, 4)])
        a, b, c = RoomInfo("A", 1, NOW + 1), RoomInfo("B", 5, NOW + 5), RoomInfo("C", 3, NOW + 3)
        assert sorted(await log.rooms()) == [a, b, c]
        assert sorted(await log.rooms(idle_before=NOW + 5)) == [a, c]
        assert await log.rooms(idle_before=NOW + 1) == []

    with_log(open_log, use)


def test_closing_stores_what_was_appended_and_takes_no_more(open_log: Open) -> None:
    async def use(log: EventLog) -> None:
        last = log.append([row(1)])
        await log.close()
        await log.close()
        assert last.done()
        for refused in (log.append([row(2)]), log.load("ROOM"), log.probe()):
            with pytest.raises(LogError) as caught:
                await refused
            assert caught.value.code == "hall.closed"
        assert all(told(caught.value))

    async def read(log: EventLog) -> None:
        assert await log.load("ROOM") == [row(1)]

    with_log(open_log, use)
    with_log(open_log, read)


# -- SQLite: the disk --------------------------------------------------------------------------


def test_after_kills_all_that_was_acknowledged_is_there_whole_and_once(tmp_path: Path) -> None:
    rng = Random(5)
    acknowledged: dict[str, int] = {}
    for _ in range(5):
        with growing(tmp_path) as (appender, said):
            lines = [said.readline() for _ in range(rng.randint(50, 1500))]
            appender.send_signal(signal.SIGKILL)
            lines += said.readlines()
        for line in lines:
            room, seq = line.split()
            acknowledged[room] = int(seq)
        asyncio.run(check_grown(tmp_path, acknowledged))


@contextmanager
def growing(folder: Path) -> "Iterator[tuple[subprocess.Popen[str], IO[str]]]":
    """A process that appends to rooms of a folder, and what it says; killed in the end."""
    command = [sys.executable, str(APPENDER), str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as appender:
        assert appender.stdout is not None
        try:
            yield appender, appender.stdout
        finally:
            appender.kill()


async def check_grown(folder: Path, acknowledged: dict[str, int]) -> None:
    """No hole, nothing doubled, each append whole, and all that was acknowledged."""
    log, _ = open_store(folder)
    assert acknowledged
    for room, seq in acknowledged.items():
        rows = await log.load(room)
        assert [one.seq for one in rows] == list(range(1, len(rows) + 1))
        assert len({one.cid for one in rows}) == len(rows)
        assert len(rows) >= seq
        for one in rows:
            first, last = json.loads(one.payload)
            assert first <= one.seq <= last <= len(rows)
    await log.close()


def test_a_torn_file_gives_the_appends_before_the_tear(tmp_path: Path) -> None:
    whole, torn = tmp_path / "whole", tmp_path / "torn"

    async def write() -> None:
        log, _ = open_store(whole)
        for seq in range(1, 61, 2):
            await log.append([row(seq), row(seq + 1)])
        shutil.copytree(whole, torn)
        await log.close()

    asyncio.run(write())
    journal = (torn / f"{FILE}-wal").read_bytes()
    found = []
    for cut in range(len(journal), len(journal) // 3, -len(journal) // 24 - 7):
        copy = tmp_path / f"cut-{cut}"
        shutil.copytree(torn, copy)
        (copy / f"{FILE}-shm").unlink()
        (copy / f"{FILE}-wal").write_bytes(journal[:cut])
        found.append(asyncio.run(sizes_of(copy)))
    assert found[0] == 60
    assert found == sorted(found, reverse=True)
    assert len(set(found)) > 5


async def sizes_of(folder: Path) -> int:
    """How many events there are of a room that was written two at a time."""
    log, _ = open_store(folder)
    rows = await log.load("ROOM")
    await log.close()
    assert rows == [row(seq) for seq in range(1, len(rows) + 1)]
    assert len(rows) % 2 == 0
    return len(rows)


def test_a_full_disk_fails_what_it_cannot_take_and_no_more(tmp_path: Path) -> None:
    async def use() -> None:
        database = Database(tmp_path)
        log = SqliteLog(database)
        await log.append([row(1)])
        (pages,) = await database.read(lambda it: it.execute("PRAGMA page_count").fetchone())
        await limit(database, pages + 3)
        big = [log.append([row(1, f"R{one}", payload="x" * 9000)]) for one in range(8)]
        failed = [one for one in await asyncio.gather(*big, return_exceptions=True) if one]
        assert failed
        for error in failed:
            assert isinstance(error, LogError)
            assert error.code == "hall.unwritable"
            assert all("full" in text and FILE in text for text in told(error))
        assert len(await log.rooms()) == 1 + len(big) - len(failed)
        await limit(database, pages + 1000)
        rest = [log.append([row(1, f"S{one}", payload="x" * 9000)]) for one in range(8)]
        await asyncio.gather(*rest, log.append([row(2)]))
        assert await log.load("ROOM") == [row(1), row(2)]
        await log.close()

    asyncio.run(use())


async def limit(database: Database, pages: int) -> None:
    await database.write(lambda it: it.execute(f"PRAGMA max_page_count = {pages}").fetchone())


def test_a_probe_writes_to_the_disk_and_changes_nothing(tmp_path: Path) -> None:
    async def use() -> None:
        log, _ = open_store(tmp_path)
        await log.append([row(1)])
        before = (tmp_path / f"{FILE}-wal").read_bytes()
        await log.probe()
        assert (tmp_path / f"{FILE}-wal").read_bytes() != before
        assert await log.load("ROOM") == [row(1)]
        await log.close()

    asyncio.run(use())


def test_every_commit_waits_for_the_disk(tmp_path: Path) -> None:
    async def use() -> None:
        database = Database(tmp_path)
        assert await database.write(settings) == ("wal", 2, 1)
        await SqliteLog(database).close()

    def settings(it: sqlite3.Connection) -> tuple[object, ...]:
        names = ("journal_mode", "synchronous", "foreign_keys")
        return tuple(it.execute(f"PRAGMA {name}").fetchone()[0] for name in names)

    asyncio.run(use())


# -- SQLite: the folder ------------------------------------------------------------------------


def test_nobody_else_may_look_into_the_folder(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "data"

    async def use() -> None:
        log, _ = open_store(folder)
        assert folder.stat().st_mode & 0o777 == 0o700
        assert {file.stat().st_mode & 0o777 for file in folder.iterdir()} == {0o600}
        await log.close()

    asyncio.run(use())


def test_a_folder_has_one_process_at_a_time(tmp_path: Path) -> None:
    with growing(tmp_path) as (other, said):
        said.readline()
        with pytest.raises(LogError) as caught:
            open_store(tmp_path)
        assert caught.value.code == "hall.in_use"
        assert all(f"{other.pid}" in text and str(tmp_path) in text for text in told(caught.value))
    asyncio.run(open_store(tmp_path)[0].close())


def refused(folder: Path, code: str, *facts: str) -> None:
    """The folder cannot be opened, and people are told why; nothing stays locked."""
    for _ in range(2):
        with pytest.raises(LogError) as caught:
            open_store(folder)
        assert caught.value.code == code
        for text in told(caught.value):
            assert all(fact in text for fact in facts)


def test_a_newer_database_is_left_alone(tmp_path: Path) -> None:
    asyncio.run(open_store(tmp_path)[0].close())
    database = sqlite3.connect(tmp_path / FILE)
    database.execute(f"PRAGMA user_version = {VERSION + 1}")
    database.close()
    before = (tmp_path / FILE).read_bytes()
    refused(tmp_path, "hall.newer", FILE, str(VERSION), str(VERSION + 1))
    assert (tmp_path / FILE).read_bytes() == before


def test_a_file_that_is_no_database_is_damaged(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"no database" * 400)
    refused(tmp_path, "hall.damaged", FILE, "not a database")


def test_another_programs_database_is_left_alone(tmp_path: Path) -> None:
    database = sqlite3.connect(tmp_path / FILE)
    database.execute("CREATE TABLE guest (other)")
    database.close()
    refused(tmp_path, "hall.damaged", FILE, "already exists")


def test_a_damaged_page_is_told_when_it_is_read(tmp_path: Path) -> None:
    async def write() -> None:
        log, _ = open_store(tmp_path)
        await log.append([row(seq, payload="x" * 2000) for seq in range(1, 50)])
        await log.close()

    async def read() -> None:
        log, _ = open_store(tmp_path)
        with pytest.raises(LogError) as caught:
            await log.load("ROOM")
        assert caught.value.code == "hall.unreadable"
        assert all(FILE in text for text in told(caught.value))
        await log.close()

    asyncio.run(write())
    whole = (tmp_path / FILE).read_bytes()
    (tmp_path / FILE).write_bytes(whole[:8192] + b"\xff" * (len(whole) - 8192))
    asyncio.run(read())


def test_a_folder_that_cannot_be_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    refused(tmp_path / "file", "hall.folder", str(tmp_path / "file"))
    refused(tmp_path / "file" / "below", "hall.folder", str(tmp_path / "file"))
    (tmp_path / "folder" / FILE).mkdir(parents=True)
    refused(tmp_path / "folder", "hall.folder", FILE)


# -- guests ------------------------------------------------------------------------------------


def with_guests(folder: Path, use: Callable[[GuestBook], Awaitable[None]]) -> None:
    async def run() -> None:
        log, guests = open_store(folder)
        try:
            await use(guests)
        finally:
            await log.close()

    asyncio.run(run())


def test_a_guest_is_known_by_its_token_also_after_a_restart(tmp_path: Path) -> None:
    async def enter(guests: GuestBook) -> None:
        await guests.create("p1", "hash1", "阿明", NOW)
        assert await guests.by_token("hash1") == Guest("p1", "阿明", NOW, NOW)
        await guests.rename("p1", "Ming")
        await guests.seen("p1", NOW + 5)

    async def find(guests: GuestBook) -> None:
        assert await guests.by_token("hash1") == Guest("p1", "Ming", NOW, NOW + 5)
        assert await guests.by_token("hash2") is None

    with_guests(tmp_path, enter)
    with_guests(tmp_path, find)


def test_another_device_of_a_guest_has_a_token_of_its_own(tmp_path: Path) -> None:
    async def use(guests: GuestBook) -> None:
        await guests.create("p1", "phone", "Ming", NOW)
        await guests.link("p1", "laptop", NOW + 9)
        assert await guests.by_token("laptop") == await guests.by_token("phone")
        with pytest.raises(StaleError):
            await guests.link("p1", "phone", NOW)
        with pytest.raises(StaleError):
            await guests.link("nobody", "tablet", NOW)

    with_guests(tmp_path, use)


def test_a_person_and_a_token_are_entered_once_a_name_may_be_twice(tmp_path: Path) -> None:
    async def use(guests: GuestBook) -> None:
        await guests.create("p1", "hash1", "Ming", NOW)
        with pytest.raises(StaleError):
            await guests.create("p1", "hash2", "Other", NOW)
        with pytest.raises(StaleError):
            await guests.create("p2", "hash1", "Other", NOW)
        assert await guests.by_token("hash2") is None
        await guests.create("p2", "hash2", "Ming", NOW)

    with_guests(tmp_path, use)


def test_the_rooms_of_a_guest_are_listed_the_newest_first(tmp_path: Path) -> None:
    async def use(guests: GuestBook) -> None:
        await guests.create("p1", "hash1", "Ming", NOW)
        await guests.create("p2", "hash2", "Hua", NOW)
        for at, room in enumerate(["A", "B", "C", "A"]):
            await guests.touch("p1", room, NOW + at)
        assert await guests.rooms_of("p1") == [("A", NOW + 3), ("C", NOW + 2), ("B", NOW + 1)]
        assert await guests.rooms_of("p2") == []
        with pytest.raises(StaleError):
            await guests.touch("nobody", "A", NOW)

    with_guests(tmp_path, use)

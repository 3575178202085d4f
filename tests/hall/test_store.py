"""The event log keeps what it acknowledged: whole, in order, once, and through a kill."""

import asyncio
import json
import shutil
import signal
import sqlite3
import time
from collections import defaultdict
from collections.abc import Callable, Coroutine
from pathlib import Path
from random import Random

import pytest

from rooms_data import NOW, growing, row, told
from shengji.hall.database import FILE, Database
from shengji.hall.store import (
    EventLog,
    LogError,
    RoomInfo,
    Row,
    SqliteLog,
    StaleError,
    open_store,
)

Open = Callable[[], EventLog]


def sqlite_log(folder: Path) -> EventLog:
    return open_store(folder)[0]


@pytest.fixture(params=[sqlite_log])
def open_log(request: pytest.FixtureRequest, tmp_path: Path) -> Open:
    """Opens the same log again and again."""
    opener: Callable[[Path], EventLog] = request.param
    return lambda: opener(tmp_path / "data")


def with_log(open_log: Open, use: Callable[[EventLog], Coroutine[None, None, None]]) -> None:
    async def run() -> None:
        log = open_log()
        try:
            await asyncio.wait_for(use(log), 20)
        finally:
            await log.close()

    asyncio.run(run())


def test_a_room_is_read_as_it_was_written_also_after_a_restart(open_log: Open) -> None:
    first = [row(1, cid="a", payload='{"t":"Überstich ♠"}'), row(2)]
    other = [row(1, room="OTHER", cid="a")]

    async def write(log: EventLog) -> None:
        await log.append(first)
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


def test_to_append_nothing_changes_nothing(open_log: Open) -> None:
    async def use(log: EventLog) -> None:
        await log.append([])
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
        a, b, c = (
            RoomInfo(room, last, NOW + last, row(last).type)
            for room, last in (("A", 1), ("B", 5), ("C", 3))
        )
        assert sorted(await log.rooms()) == [a, b, c]
        assert sorted(await log.rooms(idle_before=NOW + 5)) == [a, c]
        assert await log.rooms(idle_before=NOW + 1) == []

    with_log(open_log, use)


def test_closing_stores_what_was_appended_and_takes_no_more(open_log: Open) -> None:
    async def use(log: EventLog) -> None:
        stored = [log.append([row(seq)]) for seq in range(1, 3001)]
        await log.close()
        await log.close()
        assert all(one.done() for one in stored)
        for refused in (log.append([row(3001)]), log.load("ROOM"), log.probe()):
            with pytest.raises(LogError) as caught:
                await refused
            assert caught.value.code == "hall.closed"
        assert all(told(caught.value))

    async def read(log: EventLog) -> None:
        assert await log.load("ROOM") == [row(seq) for seq in range(1, 3001)]

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


def test_a_disk_error_fails_a_whole_transaction_and_not_the_next(tmp_path: Path) -> None:
    def disk_error(_: sqlite3.Connection) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    async def use() -> None:
        database = Database(tmp_path)
        log = SqliteLog(database)
        rooms = [f"R{number}" for number in range(50)]
        appended = [log.append([row(1, room)]) for room in rooms]
        failed = database.write(disk_error)
        answers = await asyncio.gather(*appended, return_exceptions=True)
        with pytest.raises(LogError) as caught:
            await failed
        assert caught.value.code == "hall.unwritable"
        stored = {one.room for one in await log.rooms()}
        assert stored == {room for room, error in zip(rooms, answers, strict=True) if not error}
        await log.append([row(1)])
        assert await log.load("ROOM") == [row(1)]
        await log.close()

    asyncio.run(asyncio.wait_for(use(), 20))


def test_closing_waits_for_a_slow_disk(tmp_path: Path) -> None:
    async def use() -> None:
        database = Database(tmp_path)
        log = SqliteLog(database)
        database.write(lambda _: time.sleep(0.2))
        last = log.append([row(1)])
        await log.close()
        await last
        log, _ = open_store(tmp_path)
        assert await log.load("ROOM") == [row(1)]
        await log.close()

    asyncio.run(asyncio.wait_for(use(), 20))


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

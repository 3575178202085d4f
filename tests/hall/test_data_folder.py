"""A data folder: whose it is, what may be in it, and what people are told."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from rooms_data import growing, row, told
from shengji.hall.database import FILE, VERSION
from shengji.hall.store import LogError, open_store


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

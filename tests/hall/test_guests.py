"""Guests: known by the tokens of their devices, with the rooms where they were."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from rooms_data import NOW
from shengji.hall.store import Guest, GuestBook, StaleError, open_store


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

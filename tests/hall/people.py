"""People for tests: in a room, playing as the novice would."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from random import Random
from typing import Any

from shengji.bots import novice
from shengji.engine.state import PLAYING
from shengji.hall.client import Client


@asynccontextmanager
async def at_table(base: str, name: str = "Mei", **body: Any) -> AsyncIterator[Client]:
    """A person in the first seat of a new room."""
    client = await Client.guest(base, name)
    created = await client.post("/api/rooms", body)
    await client.enter(created["code"])
    await client.until(lambda: client.room)
    try:
        yield client
    finally:
        await client.leave()


@asynccontextmanager
async def joined(host: Client, name: str, **body: Any) -> AsyncIterator[Client]:
    """Another person who came by the host's link."""
    client = await Client.guest(host.base, name)
    await client.post(f"/api/rooms/{host.code}/join", body)
    await client.enter(host.code)
    await client.until(lambda: client.room)
    try:
        yield client
    finally:
        await client.leave()


async def one_step(client: Client, rng: Random) -> dict[str, Any]:
    """What the novice does now, or a word that one is ready; the server's answer."""
    if client.is_waited_for():
        return await client.do("next")
    return await client.act(novice.decide(client.view(), rng, 0))


async def play_on(
    client: Client, until: Callable[[], Any], rng: Random, seconds: float = 60
) -> None:
    """Play until something holds; refusals are allowed only where something came between."""

    def wakes() -> Any:
        return until() or client.closed or client.my_turn() or client.is_waited_for()

    async with asyncio.timeout(seconds):
        while True:
            await client.until(wakes, seconds)
            if until():
                return
            assert client.closed is None, client.closed
            answer = await one_step(client, rng)
            assert answer["t"] == "ack" or answer["code"] == "stale", answer


SOLO: dict[str, Any] = {"bots": "novice", "start": True, "settings": {"speed": "instant"}}
"""The body of a table with three bots that begins at once, its cards dealt at once."""


def told(client: Client, kind: str) -> list[dict[str, Any]]:
    """All frames of a kind that a client got."""
    return [frame for frame in client.frames if frame["t"] == kind]


def events(client: Client, kind: str) -> list[dict[str, Any]]:
    """All events of a kind that a client was told of."""
    return [frame["event"] for frame in told(client, "ev") if frame["event"]["t"] == kind]


async def heard_of(client: Client, kind: str, seconds: float = 10.0) -> dict[str, Any]:
    """The last event of a kind, as soon as there is one."""
    found = await client.until(lambda: events(client, kind), seconds)
    last: dict[str, Any] = found[-1]
    return last


async def until_my(client: Client, phase: str, rng: Random) -> None:
    """Play until one is to act in a phase."""

    def mine() -> bool:
        return client.my_turn() and (client.match or {})["phase"] == phase

    await play_on(client, mine, rng)


async def quiet(client: Client) -> None:
    """Until the server has answered everything that was sent before."""
    number = len(told(client, "pong"))
    await client.send({"t": "ping", "t0": 1.0})
    await client.until(lambda: len(told(client, "pong")) > number)


def cards_to_lead(client: Client) -> str:
    """Any one card of one's own."""
    card: str = (client.match or {})["hand"][0]
    return card


async def playing_alone(client: Client, seed: int = 1) -> None:
    """Until one is to play a card."""
    await until_my(client, PLAYING, Random(seed))

"""Nonsense into live rooms: nothing fails inside, and the server goes on answering."""

import logging
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from shengji.engine.cards import CODES
from shengji.hall.client import Client

from .halls import Running, in_hall
from .people import SOLO, at_table, told

FRAMES = 500
ODD = (None, True, -1, 2**63, 10**40, 1e308, "", "x" * 500, "\u202e\u0000", [], {}, [[]], {"t": 1})


def valid(client: Client, rng: Random) -> dict[str, Any]:
    """A frame that means something."""
    cards = " ".join(rng.choices(CODES, k=rng.randint(0, 6)))
    command = {"cid": f"c{rng.randrange(10**9)}", "seq": max(0, client.seq - rng.randrange(3))}
    return rng.choice(
        [
            {"t": "play", "cards": cards, "reading": ["pair", "x"], **command},
            {"t": "bid", "cards": cards, **command},
            {"t": "bury", "cards": cards, **command},
            {"t": "pass", **command},
            {"t": "sit", "seat": rng.randrange(4), **command},
            {"t": "swap", "a": rng.randrange(4), "b": rng.randrange(4), **command},
            {
                "t": "bot",
                "seat": rng.randrange(4),
                "tier": rng.choice(["novice", "", None]),
                **command,
            },
            {"t": "rules", "rules": {"id": "huanle-2", rng.choice(["decks", "x"]): 3}, **command},
            {"t": "answer", "person": "x", "yes": True, **command},
            {"t": "auto", "on": rng.random() < 0.5, **command},
            {"t": "rename", "name": rng.choice(["\u200b", "Lan", " "]), **command},
            {"t": "preview", "id": 1, "cards": cards},
            {"t": "hint", "id": 2},
            {"t": "chat", "text": rng.choice(["\u202e", "hello", " "])},
            {"t": "phrase", "key": rng.choice(["hello", "..", "a.b"])},
            {"t": "ping", "t0": 1.5, "rtt": 3.0},
            {"t": "hello", "room": client.code, "since": rng.randrange(10**6)},
            {"t": "lang", "lang": "en"},
        ]
    )


def mutated(frame: dict[str, Any], rng: Random) -> bytes:
    """A frame with one thing wrong, or with its bytes shaken."""
    kind = rng.randrange(4)
    if kind == 0:
        frame[rng.choice([*frame, "extra"])] = rng.choice(ODD)
    elif kind == 1:
        frame.pop(rng.choice(list(frame)))
    data = bytearray(msgspec.json.encode(frame))
    if kind == 2:
        for _ in range(rng.randint(1, 5)):
            data[rng.randrange(len(data))] = rng.randrange(256)
    if kind == 3:
        return rng.randbytes(rng.randrange(300))
    return bytes(data)


def nonsense(client: Client, rng: Random) -> Iterator[bytes]:
    """Frames, mostly wrong."""
    for _ in range(FRAMES):
        frame = valid(client, rng)
        yield mutated(frame, rng) if rng.random() < 0.5 else msgspec.json.encode(frame)


@pytest.fixture(autouse=True)
def _complaints(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Whatever the server complains of fails the test."""
    with caplog.at_level(logging.ERROR):
        yield
    assert [record.getMessage() for record in caplog.records] == []


async def pour(hall: Running, client: Client, rng: Random) -> None:
    """Send it all, coming back whenever the server has had enough."""
    for data in nonsense(client, rng):
        if client.socket is None or client.closed is not None:
            hall.app.state.api.sockets.buckets.clear()
            await client.enter(client.code)
        assert client.socket is not None
        try:
            text = data.decode()
            await client.socket.send(text)
        except UnicodeDecodeError:
            await client.socket.send(data)
        except ConnectionClosed:
            continue
        if rng.random() < 0.2:
            await answered(client)


async def answered(client: Client) -> None:
    """Until the server has come to the end of what was sent."""
    number = len(told(client, "pong"))
    await client.send({"t": "ping", "t0": 0.0})
    await client.until(lambda: client.closed or len(told(client, "pong")) > number)


class Endless:
    """A bucket that is never empty: the frames shall all get through."""

    def __init__(self, *_: float) -> None:
        """Whatever its size would be."""

    def take(self) -> bool:
        """One more is always within the limit."""
        return True


@in_hall(changed={"sockets.BAD_FRAMES": 10**6, "sockets.Bucket": Endless})
async def test_no_frame_breaks_the_server(hall: Running) -> None:
    async with at_table(hall.base, **SOLO) as mei, at_table(hall.base, "Bo", **SOLO) as bo:
        await pour(hall, mei, Random(11))
        assert len(told(mei, "notice")) > FRAMES / 4
        assert {"ack", "nack"} <= {answer["t"] for answer in mei.answers.values()}
        assert len(mei.answers) > FRAMES / 6
        await mei.leave()
        assert (await bo.do("rename", name="Bao"))["t"] == "ack"
        await mei.enter(mei.code)
        assert (await mei.do("rename", name="Lan"))["t"] == "ack"
        rows = await hall.hub.log.load(mei.code)
        assert [row.seq for row in rows] == list(range(1, len(rows) + 1))

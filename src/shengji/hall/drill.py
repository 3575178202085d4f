"""The kill drill: a hall of its own is killed again and again while tables play.

Afterwards the log is held against what every client was told: nothing that was acknowledged may
be lost or stand twice, nothing that was seen may be undone.
"""

import asyncio
import os
import signal
import socket
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from shengji.bots import novice
from shengji.engine.record_verify import verify

from .client import LOST, Client, ProtocolError
from .seating import RoomFact, from_payload
from .store import Row, open_store

HALL = (sys.executable, "-m", "shengji", "serve", "--local")
ALIVE = (0.25, 0.9)  # seconds between two kills
AGAIN_S = 0.05
START_S = 20.0
PLAY_S = 30.0


@dataclass
class Report:
    """What the drill found: counts, faults in words, and seconds from each kill to play."""

    kills: int = 0
    acknowledged: int = 0
    events: int = 0
    faults: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)


class Hall:
    """A hall in a process of its own, without pauses."""

    def __init__(self, folder: Path, **environment: str) -> None:
        self.folder = folder
        self.environment = {**os.environ, "SHENGJI_PACE": "0", **environment}
        self.port = free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self.process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Start it, and wait until it listens.  Raises TimeoutError, ProtocolError."""
        self.process = await asyncio.create_subprocess_exec(
            *HALL,
            "--port",
            str(self.port),
            "--data",
            str(self.folder),
            env=self.environment,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
        )
        async with asyncio.timeout(START_S):
            while not _listens(self.port):
                if self.process.returncode is not None:
                    raise ProtocolError(f"the hall ended with {self.process.returncode}")
                await asyncio.sleep(0.01)

    async def kill(self) -> None:
        """Kill it, as a power cut would."""
        if self.process is not None and self.process.returncode is None:
            with suppress(ProcessLookupError):
                self.process.send_signal(signal.SIGKILL)
            await self.process.wait()


def free_port() -> int:
    """A port of this machine on which nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _listens(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=0.2):
        return True
    return False


class Player:
    """A person with three bots who plays whatever happens, and remembers what it was told."""

    def __init__(self, client: Client, rng: Random) -> None:
        self.client = client
        self.rng = rng
        self.acknowledged: dict[str, int] = {}
        self.seen: dict[int, str] = {}
        self.moved: float | None = None
        client.heard = self._hear

    def _hear(self, frame: dict[str, Any]) -> None:
        if frame["t"] == "ack":
            self.acknowledged[frame["cid"]] = frame["seq"]
        elif frame["t"] == "ev":
            self.seen[frame["seq"]] = frame["event"]["t"]

    async def play(self) -> None:
        """Play for ever, through every loss of the connection."""
        while True:
            with suppress(*LOST):
                await self.client.enter(self.client.code, self.client.seq or None)
                await self._play_on()
            await asyncio.sleep(AGAIN_S)

    async def _play_on(self) -> None:
        client = self.client
        await client.until(lambda: client.room or client.closed, PLAY_S)
        while client.closed is None:
            await client.until(
                lambda: client.closed or client.my_turn() or client.is_waited_for(), PLAY_S
            )
            if client.closed is not None:
                return
            with suppress(ProtocolError):
                if client.is_waited_for():
                    await client.do("next")
                elif client.my_turn():
                    await client.act(novice.decide(client.view(), self.rng, 0))
                self.moved = self.moved or time.monotonic()


async def drill(
    folder: Path,
    rooms: int,
    kills: int,
    seed: int,
    rules: str = "huanle-2",
    told: Callable[[int], None] = lambda _: None,
) -> Report:
    """Play at so many tables while the hall is killed so often.  Raises what clients meet.

    `told` hears of every kill.
    """
    report = Report()
    rng = Random(seed)
    hall = Hall(folder)
    await hall.start()
    try:
        players = [await _seated(hall, rules, Random(f"{seed}/{n}")) for n in range(rooms)]
        tasks = [asyncio.create_task(player.play()) for player in players]
        for number in range(kills):
            await asyncio.sleep(rng.uniform(*ALIVE))
            await hall.kill()
            killed = time.monotonic()
            for player in players:
                player.moved = None
            await hall.start()
            report.seconds += await _all_play(players, tasks, killed)
            report.kills += 1
            told(number + 1)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for player in players:
            await player.client.leave()
    finally:
        await hall.kill()
    await _judge(folder, players, report)
    return report


async def _seated(hall: Hall, rules: str, rng: Random) -> Player:
    client = await Client.guest(hall.base)
    body = {"rules": {"id": rules}, "bots": "novice", "start": True}
    client.code = (await client.post("/api/rooms", body))["code"]
    return Player(client, rng)


async def _all_play(
    players: list[Player], tasks: list["asyncio.Task[None]"], killed: float
) -> list[float]:
    """Wait until every person has played since the kill; how long each took."""
    async with asyncio.timeout(PLAY_S):
        while any(player.moved is None for player in players):
            for task in tasks:
                if task.done():
                    task.result()
            await asyncio.sleep(0.005)
    return [player.moved - killed for player in players if player.moved is not None]


async def _judge(folder: Path, players: list[Player], report: Report) -> None:
    """Hold the log against what the clients were told."""
    log, _ = open_store(folder)
    for player in players:
        rows = await log.load(player.client.code)
        report.events += len(rows)
        report.acknowledged += len(player.acknowledged)
        report.faults += _faults(player, rows)
    await log.close()


def _faults(player: Player, rows: list[Row]) -> list[str]:
    code, person = player.client.code, player.client.person
    found = []
    if [row.seq for row in rows] != list(range(1, len(rows) + 1)):
        found.append(f"{code}: a hole in the log")
    cids = [row.cid for row in rows if row.cid is not None]
    if len(cids) != len(set(cids)):
        found.append(f"{code}: a command stands twice")
    stored = {row.cid: row.seq for row in rows if row.cid is not None}
    for cid, seq in player.acknowledged.items():
        if stored.get(f"{person}:{cid}") != seq:
            found.append(f"{code}: {cid} was acknowledged as {seq} and is lost")
    kinds = {row.seq: row.type for row in rows}
    for seq, kind in player.seen.items():
        if kinds.get(seq) != kind:
            found.append(f"{code}: {seq} was seen as {kind} and is {kinds.get(seq)}")
    events = [from_payload(row.type, row.payload) for row in rows]
    verify([event for event in events if not isinstance(event, RoomFact)])
    return found

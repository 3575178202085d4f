"""Keeps many rooms of a data folder growing until it is killed; says what was acknowledged.

Each append holds one to three events, whose payload is (first seq, last seq).
"""

import asyncio
import json
import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

from shengji.hall.store import EventLog, Row, open_store

ROOMS = 20


def rows_of(room: str, first: int) -> list[Row]:
    """What is appended to a room that has so many events less one."""
    last = first + first % 3
    payload = json.dumps([first, last])
    return [
        Row(room, seq, 1_700_000_000_000 + seq, "table", f"c{seq}", "Played", payload)
        for seq in range(first, last + 1)
    ]


async def grow(log: EventLog, room: str, say: Callable[[str], None]) -> None:
    """Append to a room again and again, two appends under way at a time."""
    stored = await log.load(room)
    seq = stored[-1].seq if stored else 0
    waiting: list[tuple[int, Awaitable[None]]] = []
    while True:
        rows = rows_of(room, seq + 1)
        seq = rows[-1].seq
        waiting.append((seq, log.append(rows)))
        if len(waiting) == 2:
            done, answer = waiting.pop(0)
            await answer
            say(f"{room} {done}\n")


async def main(folder: Path) -> None:
    log, _ = open_store(folder)
    rooms = (grow(log, f"R{number}", told) for number in range(ROOMS))
    await asyncio.gather(*rooms)


def told(text: str) -> None:
    os.write(sys.stdout.fileno(), text.encode())


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))

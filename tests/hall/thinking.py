"""Has bots think in two processes, says so, and waits to be killed."""

import asyncio
import sys

from seat_views import deciding_views
from shengji.hall.thinkers import Thinkers


async def main() -> None:
    thinkers = Thinkers(2)
    views = deciding_views("eighty", 2)
    while not thinkers.ready:
        await thinkers.action("novice", views[0], 1)
    await asyncio.gather(*(thinkers.action("novice", view, 1) for view in views))
    print("ready", flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    asyncio.run(main())

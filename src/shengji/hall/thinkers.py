"""Bots think in processes of their own, so that no table waits for another's bot."""

import asyncio
import logging
import multiprocessing
import os
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from random import Random
from typing import Any

from shengji.bots import novice
from shengji.bots.tiers import TIERS
from shengji.bots.worker import begin, think
from shengji.engine.actions import Action
from shengji.engine.record_codec import action_from_data
from shengji.engine.view import View

PATIENCE = 5.0
logger = logging.getLogger(__name__)


class Thinkers:
    """A pool of so many processes, started when first needed.

    Until one of them is ready bots think in a thread of this process: nobody waits for the start.
    `patience` is how long a bot may think, in seconds.
    """

    def __init__(self, workers: int, patience: float = PATIENCE) -> None:
        self._workers = workers
        self.patience = patience
        self._free = asyncio.Semaphore(workers)
        self._pool: ProcessPoolExecutor | None = None
        self._begun: Future[int] = Future()
        self._closed = False

    async def action(self, tier: str, view: View, seed: int, budget_ms: int = 0) -> Action:
        """What a bot of a tier does in a seat; the same arguments give the same action.

        Where its process is late or dies, the bot fails, or no process gets free, the answer is
        that of `stand_in`.  Raises ValueError if nothing is due from the seat.
        """
        try:
            async with asyncio.timeout(self.patience):
                await self._free.acquire()
        except TimeoutError:
            logger.warning("no process is free for a bot")
            return stand_in(view, seed)
        try:
            return await self._thought(tier, view, seed, budget_ms)
        finally:
            self._free.release()

    async def _thought(self, tier: str, view: View, seed: int, budget_ms: int) -> Action:
        if self._closed:
            return stand_in(view, seed)
        pool = self._pool or self._start()
        try:
            async with asyncio.timeout(self.patience):
                if not self.ready:
                    return await asyncio.to_thread(TIERS[tier], view, Random(seed), budget_ms)
                job: Future[Any] = pool.submit(think, tier, view.to_data(), seed, budget_ms)
                return action_from_data(await asyncio.wrap_future(job))
        except (TimeoutError, BrokenProcessPool) as error:
            logger.warning("a bot's process is late or dead: %s", type(error).__name__)
            self._drop(pool)
        except Exception:
            logger.exception("the bot %s failed", tier)
        return stand_in(view, seed)

    @property
    def ready(self) -> bool:
        """Whether bots think in processes by now."""
        return self._pool is not None and self._begun.done()

    def _start(self) -> ProcessPoolExecutor:
        spawn = multiprocessing.get_context("spawn")
        pool = ProcessPoolExecutor(self._workers, mp_context=spawn, initializer=begin)
        self._begun = pool.submit(os.getpid)
        self._pool = pool
        return pool

    def _drop(self, pool: ProcessPoolExecutor) -> None:
        """End a pool at once, whatever its processes do; the next action starts another."""
        if self._pool is pool:
            self._pool = None
        for process in list((pool._processes or {}).values()):
            process.kill()
        pool.shutdown(wait=False)

    def close(self) -> None:
        """End the processes.  From now on `stand_in` answers."""
        self._closed = True
        if self._pool is not None:
            self._drop(self._pool)


def stand_in(view: View, seed: int) -> Action:
    """What the novice does in a seat whose own bot gives no action, or none that is legal.

    Raises ValueError if nothing is due from the seat.
    """
    return novice.decide(view, Random(seed))

"""Bots think in other processes; where those fail, the novice answers."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine
from dataclasses import replace
from multiprocessing import active_children
from pathlib import Path
from random import Random

import pytest

from seat_views import deciding_views
from shengji.bots.tiers import TIERS
from shengji.engine.actions import Action
from shengji.engine.view import View
from shengji.hall.thinkers import PATIENCE, Thinkers, stand_in

THINKING = Path(__file__).with_name("thinking.py")
SEED = 11


def here(tier: str, view: View) -> Action:
    """What a bot does when it thinks in this process."""
    return TIERS[tier](view, Random(SEED), 0)


def telling_view() -> View:
    """A view in which the random bot and the novice do not do the same."""
    views = deciding_views("eighty", 40)
    return next(view for view in views if here("random", view) != here("novice", view))


async def until_ready(thinkers: Thinkers) -> None:
    """Have a bot think, and wait until the processes do so."""
    await thinkers.action("random", telling_view(), SEED)
    while not thinkers.ready:
        await asyncio.sleep(0.01)


def with_thinkers(
    use: Callable[[Thinkers], Coroutine[None, None, None]], ready: bool = True
) -> None:
    """Use a pool of one process; afterwards it has none."""

    async def run() -> None:
        thinkers = Thinkers(1)
        try:
            if ready:
                await asyncio.wait_for(until_ready(thinkers), 20)
            await asyncio.wait_for(use(thinkers), 20)
        finally:
            thinkers.close()

    try:
        asyncio.run(run())
        assert gone(pids())
    finally:
        for pid in pids():
            os.kill(pid, signal.SIGKILL)


def pids() -> list[int]:
    """The processes that think for this one."""
    return [child.pid for child in active_children() if child.pid and alive(child.pid)]


def gone(processes: list[int]) -> bool:
    """Whether all these processes end within two seconds."""
    end = time.monotonic() + 2
    while any(alive(pid) for pid in processes):
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


def alive(pid: int) -> bool:
    """Whether a process runs still; one that nobody has asked about since it ended does not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


@pytest.mark.parametrize("tier", TIERS)
def test_the_same_tier_view_and_seed_give_the_same_action_anywhere(tier: str) -> None:
    async def use(thinkers: Thinkers) -> None:
        for view in deciding_views("huanle-2", 40):
            assert await thinkers.action(tier, view, SEED) == here(tier, view)

    with_thinkers(use)


def test_nobody_waits_for_the_processes_to_start() -> None:
    view = telling_view()

    async def use(thinkers: Thinkers) -> None:
        assert await thinkers.action("random", view, SEED) == here("random", view)
        assert not thinkers.ready
        (starting,) = pids()
        os.kill(starting, signal.SIGSTOP)
        assert await thinkers.action("random", view, SEED) == here("random", view)
        os.kill(starting, signal.SIGCONT)
        await until_ready(thinkers)
        assert pids() == [starting]

    with_thinkers(use, ready=False)


def test_no_process_starts_before_somebody_thinks(capfd: pytest.CaptureFixture[str]) -> None:
    async def use(thinkers: Thinkers) -> None:
        assert pids() == []
        await thinkers.action("novice", telling_view(), SEED)
        assert len(pids()) == 1

    with_thinkers(use, ready=False)
    assert capfd.readouterr().err == ""


def test_many_rooms_think_at_once(caplog: pytest.LogCaptureFixture) -> None:
    async def use(thinkers: Thinkers) -> None:
        views = deciding_views("eighty", 60)
        found = await asyncio.gather(*(thinkers.action("random", one, SEED) for one in views))
        assert found == [here("random", one) for one in views]

    with_thinkers(use)
    assert not caplog.records


def test_the_novice_answers_for_a_bot_that_is_late(caplog: pytest.LogCaptureFixture) -> None:
    view = telling_view()

    async def use(thinkers: Thinkers) -> None:
        (late,) = pids()
        os.kill(late, signal.SIGSTOP)
        thinkers.patience = 0.3
        assert await thinkers.action("random", view, SEED) == here("novice", view)
        assert gone([late])
        thinkers.patience = PATIENCE
        assert await thinkers.action("random", view, SEED) == here("random", view)

    with_thinkers(use)
    assert "late or dead" in caplog.text


def test_the_novice_answers_when_no_process_gets_free() -> None:
    view = telling_view()

    async def use(thinkers: Thinkers) -> None:
        os.kill(pids()[0], signal.SIGSTOP)
        thinkers.patience = 0.3
        asked = [thinkers.action("random", view, SEED) for _ in range(3)]
        assert await asyncio.gather(*asked) == [here("novice", view)] * 3
        thinkers.patience = PATIENCE
        assert await thinkers.action("random", view, SEED) == here("random", view)

    with_thinkers(use)


def test_the_novice_answers_for_a_bot_whose_process_dies_while_it_thinks() -> None:
    view = telling_view()

    async def use(thinkers: Thinkers) -> None:
        (dead,) = pids()
        os.kill(dead, signal.SIGSTOP)
        answer = asyncio.create_task(thinkers.action("random", view, SEED))
        await asyncio.sleep(0.05)
        os.kill(dead, signal.SIGKILL)
        assert await answer == here("novice", view)
        assert await thinkers.action("random", view, SEED) == here("random", view)

    with_thinkers(use)


def test_the_novice_answers_for_a_bot_that_fails(caplog: pytest.LogCaptureFixture) -> None:
    view = telling_view()

    async def use(thinkers: Thinkers) -> None:
        assert await thinkers.action("no-such-bot", view, SEED) == here("novice", view)
        kept = pids()
        assert await thinkers.action("random", view, SEED) == here("random", view)
        assert pids() == kept

    with_thinkers(use)
    assert "no-such-bot" in caplog.text


def test_the_novice_answers_once_all_is_closed() -> None:
    view = telling_view()

    async def use(thinkers: Thinkers) -> None:
        thinkers.close()
        assert await thinkers.action("random", view, SEED) == here("novice", view)
        assert stand_in(view, SEED) == here("novice", view)

    with_thinkers(use)


def test_a_seat_that_has_nothing_to_decide_is_refused() -> None:
    view = telling_view()
    idle = replace(view, due=())

    async def use(thinkers: Thinkers) -> None:
        with pytest.raises(ValueError, match="nothing is due"):
            await thinkers.action("random", idle, SEED)

    with_thinkers(use)


def test_an_interrupt_at_the_terminal_does_not_end_a_process_that_thinks() -> None:
    view = telling_view()

    async def use(thinkers: Thinkers) -> None:
        kept = pids()
        os.kill(kept[0], signal.SIGINT)
        assert await thinkers.action("random", view, SEED) == here("random", view)
        assert pids() == kept

    with_thinkers(use)


def test_the_processes_end_with_the_one_that_started_them_however_it_ends() -> None:
    path = os.pathsep.join([str(THINKING.parents[1]), *sys.path])
    with subprocess.Popen(
        [sys.executable, str(THINKING)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": path},
    ) as server:
        try:
            assert server.stdout is not None
            assert server.stdout.readline() == b"ready\n"
            found = children_of(server.pid)
            assert len(found) >= 2
        finally:
            server.kill()
    assert gone(found)


def children_of(pid: int) -> list[int]:
    """The processes that a process has started."""
    return [int(one.name) for one in Path("/proc").glob("[0-9]*") if parent_of(one) == pid]


def parent_of(process: Path) -> int | None:
    try:
        status = (process / "stat").read_text(encoding="utf-8")
    except OSError:
        return None
    return int(status.rpartition(")")[2].split()[1])

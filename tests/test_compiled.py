"""The compiled kernel against the plain one: on the same arguments both give the same.

The arguments are real: a third copy of the kernel writes down all its calls while small examples
are judged.  So every function of every module is run, and run as it is used.
"""

import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

from shengji.bots import compiled
from shengji.bots.compiled import compiled_kernel, kernel_copy, kernel_modules
from shengji.engine import kernel as plain
from shengji.engine.kernel import jit as plain_jit
from shengji.engine.setting import Setting
from strategies import a_follow, a_throw, a_trick, by_random

EXAMPLES = 400
CALLS = 60

Calls = dict[str, list[tuple[tuple[Any, ...], Any]]]


def full_name(function: Callable[..., Any]) -> str:
    return f"{function.__module__.rpartition('.')[2]}.{function.__name__}"


@pytest.fixture(scope="module")
def calls() -> Calls:
    """Some calls of every kernel function, with what they gave, spread over all examples."""
    found: Calls = defaultdict(list)
    numbers: dict[str, int] = defaultdict(int)
    rng = Random(1)

    def recorder(function: Callable[..., Any]) -> Callable[..., Any]:
        name = full_name(function)
        kept = found[name]

        def recorded(*args: Any) -> Any:
            result = function(*args)
            numbers[name] += 1
            if len(kept) < CALLS:
                kept.append((args, result))
            elif rng.randrange(numbers[name]) < CALLS:
                kept[rng.randrange(CALLS)] = (args, result)
            return result

        return recorded

    name = "shengji_kernel_recorded"
    kernel = kernel_copy(name, recorder, plain_jit.popcount, plain_jit.top_bit)
    choose = by_random(Random(2))
    for _ in range(EXAMPLES):
        judge_follow(kernel, *follow_planes(a_follow(choose, 16)))
        judge_throw(kernel, a_throw(choose, 16))
        judge_trick(kernel, a_trick(choose, 16))
    for module in [one for one in sys.modules if one.startswith(name)]:
        del sys.modules[module]
    return found


def follow_planes(one: Any) -> tuple[Setting, int, tuple[int, ...], tuple[int, ...], Any]:
    trump = one.setting.trump
    group = trump.group_mask(one.lead[0])
    return one.setting, group, trump.hand(one.lead), trump.hand(one.hand), trump.hand(one.play)


def judge_follow(
    kernel: ModuleType,
    setting: Setting,
    group: int,
    lead: tuple[int, ...],
    hand: tuple[int, ...],
    play: Any,
) -> None:
    table, options = setting.table, setting.options
    number = kernel.planes.size(lead)
    pieces = kernel.pieces.shape(lead, table)
    kernel.follow.verdict(hand, play, group, number, pieces, table, options)
    of_group = kernel.planes.within(hand, group)
    kernel.follow.owed(of_group, pieces, table, options)
    kernel.planes.points(hand, table)
    kernel.planes.together(play, kernel.planes.without(hand, play))
    kernel.planes.holds(hand, play)
    seed = number * 1234567
    kernel.playout.random_follow(hand, group, number, pieces, table, options, seed)
    kernel.playout.random_lead(hand, table, options, seed)


def judge_throw(kernel: ModuleType, one: Any) -> None:
    table, trump = one.setting.table, one.setting.trump
    lead = trump.hand([card for card in one.lead if trump.groups[card] == trump.groups[one.lead[0]]])
    pieces = kernel.pieces.shape(lead, table)
    kernel.score.dig_factor(lead, pieces, one.setting.options)
    kernel.pieces.cards_in(pieces)
    kernel.pieces.best_piece(lead, table)
    k, n = kernel.pieces.largest(pieces)
    kernel.pieces.counted(pieces[max(k - 2, 0)], n)
    group = trump.group_mask(one.lead[0])
    top = kernel.trick.top_of(lead, pieces, table)
    for hand in one.others:
        kernel.trick.beaten(trump.hand(hand), group, k, n, top, table)


def judge_trick(kernel: ModuleType, one: Any) -> None:
    table, options, trump = one.setting.table, one.setting.options, one.setting.trump
    plays = [trump.hand(play) for play in one.plays]
    group = trump.group_mask(one.plays[0][0])
    number = len(one.plays[0])
    pieces = kernel.pieces.shape(plays[0], table)
    for play in plays[1:]:
        kernel.trick.beats(plays[0], play, group, number, pieces, table, options)


def kernel_functions() -> Iterator[str]:
    """Every function of every kernel module, as `module.name`."""
    for name in kernel_modules():
        module = __import__(f"{plain.__name__}.{name}", fromlist=[name])
        for one in vars(module).values():
            if callable(one) and getattr(one, "__module__", "") == module.__name__:
                if not isinstance(one, type):
                    yield full_name(one)


def test_the_calls_written_down_are_of_every_kernel_function(calls: Calls) -> None:
    assert sorted(name for name in calls if calls[name]) == sorted(kernel_functions())


@pytest.mark.parametrize("boundscheck", [False, True])
def test_compiled_functions_give_what_plain_ones_give(
    calls: Calls, tmp_path: Path, boundscheck: bool
) -> None:
    pytest.importorskip("numba")
    kernel = compiled_kernel(tmp_path, boundscheck)
    for name, written in calls.items():
        module, _, function = name.partition(".")
        run = getattr(getattr(kernel, module), function)
        for args, result in written:
            assert run(*args) == result, (name, args)

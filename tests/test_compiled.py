"""The compiled kernel against the plain one: on the same arguments both give the same.

The arguments are real: a third copy of the kernel writes down all its calls while small examples
are judged.  So every function of every module is run, and run as it is used.
"""

import os
import pickle
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from importlib import import_module
from inspect import isfunction
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

from shengji.bots import compiled
from shengji.bots.compiled import compiled_kernel, kernel_copy, kernel_modules
from shengji.engine import kernel as plain
from shengji.engine.cards import full_deck
from shengji.engine.kernel import jit as plain_jit
from shengji.engine.ruleset import PRESETS, preset
from shengji.engine.setting import Setting
from strategies import Follow, Throw, Trick, a_follow, a_setting, a_throw, a_trick, by_random

EXAMPLES = 1000
DEALS = 40
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
        judge_follow(kernel, a_follow(choose, 16))
        judge_throw(kernel, a_throw(choose, 16))
        judge_trick(kernel, a_trick(choose, 16))
    for number in range(DEALS):
        play_deal(kernel, a_setting(choose), Random(number))
    for rules in map(preset, PRESETS):
        for points in range(-100, 500, 35):
            table = rules.level_table
            kernel.levels.level_gain(points, *rules.level_rows, table.above, table.below)
    for module in [one for one in sys.modules if one.startswith(name)]:
        del sys.modules[module]
    return found


def judge_follow(kernel: ModuleType, one: Follow) -> None:
    table, options, trump = one.setting.table, one.setting.options, one.setting.trump
    hand, play = trump.hand(one.hand), trump.hand(one.play)
    group, number = trump.group_mask(one.lead[0]), len(one.lead)
    pieces = kernel.pieces.shape(trump.hand(one.lead), table)
    kernel.follow.verdict(hand, play, group, number, pieces, table, options)
    kernel.follow.owed(kernel.planes.within(hand, group), pieces, table, options)
    kernel.planes.points(hand, table)
    kernel.planes.together(play, kernel.planes.without(hand, play))
    kernel.planes.holds(hand, play)
    if len(one.hand) >= number:
        kernel.playout.random_follow(hand, group, number, pieces, table, options, number * 1234567)
    kernel.playout.random_lead(hand, table, options, number * 7654321)


def play_deal(kernel: ModuleType, setting: Setting, rng: Random) -> None:
    """A deal of random hands, from the first lead to the last trick."""
    rules = setting.rules
    deck = list(full_deck(rules.decks))
    rng.shuffle(deck)
    hands = tuple(
        setting.trump.hand(deck[seat * rules.hand_size : (seat + 1) * rules.hand_size])
        for seat in range(4)
    )
    seed = rng.getrandbits(31)
    kernel.playout.play_out(hands, seed % 4, setting.table, setting.options, seed)


def judge_throw(kernel: ModuleType, one: Throw) -> None:
    table, trump = one.setting.table, one.setting.trump
    group = trump.group_mask(one.lead[0])
    lead = kernel.planes.within(trump.hand(one.lead), group)
    pieces = kernel.pieces.shape(lead, table)
    kernel.score.dig_factor(lead, pieces, one.setting.options)
    kernel.pieces.cards_in(pieces)
    kernel.pieces.best_piece(lead, table)
    k, n = kernel.pieces.largest(pieces)
    kernel.pieces.counted(pieces[max(k - 2, 0)], n)
    hands = tuple(trump.hand(hand) for hand in (one.hand, *one.others))
    kernel.throw.forced_piece(lead, pieces, hands, 0, group, table, one.setting.options)


def judge_trick(kernel: ModuleType, one: Trick) -> None:
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
        module = import_module(f"{plain.__name__}.{name}")
        for member in vars(module).values():
            if isfunction(member) and member.__module__ == module.__name__:
                yield full_name(member)


def compiled_function(kernel: ModuleType, name: str) -> Any:
    module, _, function = name.partition(".")
    return getattr(getattr(kernel, module), function)


def differences(kernel: ModuleType, calls: Calls) -> list[tuple[str, Any]]:
    """The calls that give something else, or something of another type, in a compiled kernel."""
    found = []
    for name, written in calls.items():
        run = compiled_function(kernel, name)
        for args, result in written:
            given = run(*args)
            if given != result or type(given) is not type(result):
                found.append((name, args))
    return found


def test_the_calls_written_down_are_of_every_kernel_function(calls: Calls) -> None:
    assert sorted(name for name in calls if calls[name]) == sorted(kernel_functions())


def test_compiled_functions_stay_in_bounds(calls: Calls, tmp_path: Path) -> None:
    assert differences(compiled_kernel(tmp_path, boundscheck=True), calls) == []


READ_BACK = """
import pickle, sys
from pathlib import Path
from shengji.bots.compiled import compiled_kernel
from test_compiled import differences
folder = Path(sys.argv[1])
kernel = compiled_kernel(folder)
assert differences(kernel, pickle.loads((folder / "calls").read_bytes())) == []
assert not kernel.follow.verdict.stats.cache_misses
"""


def test_compiled_functions_give_the_same_also_read_back_from_the_cache(
    calls: Calls, tmp_path: Path
) -> None:
    """A cached function that calls itself with other types would crash the second process."""
    kernel = compiled_kernel(tmp_path)
    assert differences(kernel, calls) == []
    assert kernel is compiled_kernel(tmp_path)
    assert {name for name in calls if len(compiled_function(kernel, name).signatures) != 1} == set()
    (tmp_path / "calls").write_bytes(pickle.dumps(dict(calls)))
    path = os.pathsep.join([str(Path(__file__).parent), *filter(None, sys.path)])
    subprocess.run(
        [sys.executable, "-c", READ_BACK, str(tmp_path)],
        env={**os.environ, "PYTHONPATH": path},
        check=True,
    )


def test_without_numba_the_error_names_the_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    with pytest.raises(ImportError, match=r"shengji\[fast\]"):
        compiled_kernel(tmp_path)


@pytest.mark.parametrize("mask", [0, 1, 2, 3, 1 << 53, (1 << 62) - 1, 0x1234_5678_9ABC])
def test_the_primitives_agree(mask: int) -> None:
    assert compiled.popcount(mask) == plain_jit.popcount(mask)
    assert compiled.top_bit(mask) == plain_jit.top_bit(mask)

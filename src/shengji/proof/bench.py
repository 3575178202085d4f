"""How fast the engine is, on this machine, in plain Python, on one core (`shengji bench`)."""

import json
import os
import platform
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

from shengji.engine.actions import Action, Bid, Bury, Deal, Pass, Play, StartMatch
from shengji.engine.due import Due, due
from shengji.engine.events import DealScored
from shengji.engine.evolve import hands_now
from shengji.engine.kernel.follow import verdict
from shengji.engine.ruleset import Ruleset, preset
from shengji.engine.rulings import legal
from shengji.engine.state import ENDED, State, before_match
from shengji.engine.view import bids_open

from .playthrough import apply, shuffled
from .positions import Position, positions

RULES = "huanle-2"
SEED = 20_260_101
DEALS = 400
FOLLOWS = 20_000
REPEATS = 3
SLOWEST = 100
REPEATS_AGAIN = 17
COPIES = 100_000
IMPORTS = 7
CPUS = Path("/proc/cpuinfo")
IMPORT_CODE = (
    "from time import perf_counter as now; t = now(); "
    "import shengji.engine.decide, shengji.engine.evolve, shengji.engine.view; "
    "print(now() - t)"
)

METHOD = (
    "One process, one core, plain CPython. Deals: {deals} of random play of {rules} from "
    "StartDeal to DealScored, bids and burials included, every action through decide and every "
    "event through evolve; shuffling is counted. Checks: {follows} follows from a fixed seed, 1 to "
    "4 decks, groups of up to 54 cards, leads of up to 24; the best of {repeats} runs "
    "of each, of {more} for the slowest {slowest}. "
    "Copy: a state and its deal, mean of {copies}. Import: decide, evolve and view in a new "
    "process, no preset read; the median of {imports}."
)

Progress = Callable[[str, float], None]


@dataclass(frozen=True, slots=True)
class Figures:
    """What was measured; `checks` has (shape, decks, number, µs median, µs worst)."""

    random_deals_per_s: float
    decisions_per_s: float
    worst_check_ms: float
    p99_check_ms: float
    copy_us: float
    import_ms: float
    deals: int
    follows: int
    checks: tuple[tuple[str, int, int, float, float], ...]

    def to_json(self) -> str:
        """The figures, the machine and the method, as one JSON object."""
        names = (
            "random_deals_per_s",
            "decisions_per_s",
            "worst_check_ms",
            "p99_check_ms",
            "copy_us",
            "import_ms",
        )
        data: dict[str, object] = {name: round(getattr(self, name), 3) for name in names}
        data["checks"] = [
            {"shape": shape, "decks": decks, "number": number, "us": us, "worst_us": worst}
            for shape, decks, number, us, worst in self.checks
        ]
        data |= {"machine": machine(), "method": self.method()}
        return json.dumps(data, indent=2)

    def method(self) -> str:
        """How the figures are taken."""
        return METHOD.format(
            rules=RULES,
            deals=self.deals,
            follows=self.follows,
            repeats=REPEATS,
            more=REPEATS + REPEATS_AGAIN,
            slowest=SLOWEST,
            copies=COPIES,
            imports=IMPORTS,
        )


def machine() -> str:
    """The machine and the interpreter, in one line."""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{processor()} ({os.cpu_count()} cores), {platform.system()}, {python}"


def processor() -> str:
    """The processor's name where the system tells it, else its kind."""
    with suppress(OSError):
        for line in CPUS.read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.machine()


def measure(progress: Progress, deals: int = DEALS, follows: int = FOLLOWS) -> Figures:
    """All figures; `progress` is told the part and how much of it is done, 0 to 1."""
    per_s, decisions, state = deals_per_s(progress, deals)
    checks = check_times(progress, follows)
    times = sorted(seconds for _, seconds in checks)
    progress("copy", 0)
    copy = copy_us(state)
    progress("import", 0)
    return Figures(
        random_deals_per_s=per_s,
        decisions_per_s=decisions,
        worst_check_ms=times[-1] * 1e3,
        p99_check_ms=times[len(times) * 99 // 100] * 1e3,
        copy_us=copy,
        import_ms=import_ms(),
        deals=deals,
        follows=follows,
        checks=by_shape(checks),
    )


def random_action(state: State, one: Due, rng: Random) -> Action:
    """A random action of a seat, chosen from the state itself."""
    seat = one.seats[0]
    deal = state.deal
    assert deal is not None
    if one.action == "Bid":
        bids = list(bids_open(state, seat)) if rng.random() < 0.5 else []
        return Bid(seat, rng.choice(bids).cards) if bids else Pass(seat)
    if one.action == "Bury":
        return Bury(seat, tuple(rng.sample(hands_now(state)[seat], state.rules.kitty_size)))
    return Play(seat, legal(state).sample(rng))


def next_action(state: State, rules: Ruleset, rng: Random) -> tuple[Action, bool]:
    """The next random action, and whether a seat takes it."""
    one = due(state)[0]
    if one.action == "StartDeal":
        return shuffled(rules, rng), False
    if one.action == "Deal":
        assert state.deal is not None
        return Deal(rules.hand_size * rules.players - state.deal.dealt), False
    return random_action(state, one, rng), True


def deals_per_s(progress: Progress, deals: int) -> tuple[float, float, State]:
    """Whole random deals and seats' actions a second, and a state in the middle of play."""
    rules = preset(RULES)
    rng = Random(SEED)
    fresh = apply(before_match(), StartMatch(rules)).state
    state = middle = fresh
    done = decisions = 0
    start = perf_counter()
    while done < deals:
        if state.phase == ENDED:
            state = fresh
        action, by_seat = next_action(state, rules, rng)
        step = apply(state, action)
        state = step.state
        decisions += by_seat
        if any(isinstance(event, DealScored) for event in step.events):
            done += 1
            if done % 20 == 0:
                progress("deals", done / deals)
        elif done == deals // 2 and by_seat:
            middle = state
    seconds = perf_counter() - start
    return done / seconds, decisions / seconds, middle


def check_times(progress: Progress, follows: int) -> list[tuple[Position, float]]:
    """The seconds of one legality check in each position: the best of some runs.

    The slowest are timed again: another process may have come between all runs of one of them.
    """
    found = []
    for place, position in enumerate(positions(SEED, follows)):
        found.append((position, best_time(position, REPEATS)))
        if place % 500 == 0:
            progress("checks", place / follows)
    found.sort(key=lambda one: one[1], reverse=True)
    for place, (position, seconds) in enumerate(found[:SLOWEST]):
        found[place] = (position, min(seconds, best_time(position, REPEATS_AGAIN)))
    return found


def best_time(position: Position, repeats: int) -> float:
    """The seconds of one legality check, the best of some runs."""
    return min(check_time(position) for _ in range(repeats))


def check_time(position: Position) -> float:
    """The seconds of one legality check."""
    setting = position.setting
    start = perf_counter()
    verdict(
        position.hand,
        position.play,
        position.group,
        position.number,
        position.lead,
        setting.table,
        setting.options,
    )
    return perf_counter() - start


def by_shape(
    checks: list[tuple[Position, float]],
) -> tuple[tuple[str, int, int, float, float], ...]:
    """Times by the lead's largest piece and the number of decks."""
    groups: dict[tuple[str, int], list[float]] = defaultdict(list)
    for position, seconds in checks:
        groups[position.shape, position.decks].append(seconds * 1e6)
    return tuple(
        (shape, decks, len(times), round(median(times), 1), round(max(times), 1))
        for (shape, decks), times in sorted(groups.items())
    )


def copy_us(state: State) -> float:
    """Microseconds to copy a state and the deal in it."""
    assert state.deal is not None
    deal = state.deal
    start = perf_counter()
    for _ in range(COPIES):
        state.copied()
        deal.copied()
    return (perf_counter() - start) / COPIES * 1e6


def import_ms() -> float:
    """Milliseconds to import the engine in a new process: the median of some."""
    times = [
        float(
            subprocess.run(
                [sys.executable, "-c", IMPORT_CODE], capture_output=True, check=True, text=True
            ).stdout
        )
        for _ in range(IMPORTS)
    ]
    return median(times) * 1e3

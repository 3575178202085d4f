"""`shengji bench hall`: how much the hall bears, and whether it keeps its word when killed."""

import asyncio
import json as json_text
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import App
from rich.console import Console
from rich.table import Table

from shengji.proof.bench import machine
from shengji.words import Words

from .bots import DEFAULT_SEED, MaybeWhole, Whole, at_least, option
from .commands import new_part
from .progress import progress

if TYPE_CHECKING:
    from shengji.hall.drill import Report

TABLES = 250
SECONDS = 20
RATE = 1000
TABLES_KILLED = 8
PARTS = {"connect": (0.0, 0.3), "start": (0.3, 0.2), "measure": (0.5, 0.5)}
LOAD = {
    "moves_per_s": 0,
    "ack_p50_ms": 1,
    "ack_p99_ms": 1,
    "ack_p999_ms": 1,
    "ack_worst_ms": 1,
    "events_per_s": 0,
    "frames_per_s": 0,
    "server_share": 2,
    "engine_share": 2,
    "client_share": 2,
    "kb_per_connection": 1,
    "server_mb": 0,
    "refused": 0,
    "cut_off": 0,
}
KILLS = {
    "kills": 0,
    "acknowledged": 0,
    "seen": 0,
    "lost": 0,
    "doubled": 0,
    "undone": 0,
    "other": 0,
    "again_p50_s": 2,
    "again_p99_s": 2,
    "again_worst_s": 2,
}


def add_hall(app: App, say: Words) -> None:
    """Enter the part `hall` of `shengji bench`."""

    def words_of(name: str, *, shows_default: bool = True) -> Any:
        return option(name, say, f"cli.bench.hall.{name}", shows_default=shows_default)

    @new_part(app, say, "hall", say.say("cli.bench.hall.summary")).default
    def hall(
        *,
        json: Annotated[bool, words_of("json", shows_default=False)] = False,
        tables: Annotated[MaybeWhole, words_of("tables", shows_default=False)] = None,
        seconds: Annotated[Whole, words_of("seconds")] = SECONDS,
        rate: Annotated[Whole, words_of("rate")] = RATE,
        kills: Annotated[Whole, words_of("kills", shows_default=False)] = 0,
    ) -> int:
        at_least("--tables", 1 if tables is None else tables)
        at_least("--seconds", seconds)
        at_least("--rate", rate, 0)
        at_least("--kills", kills, 0)
        with TemporaryDirectory() as folder:
            if kills:
                figures = _killed(Path(folder, "hall"), tables or TABLES_KILLED, kills, say)
            else:
                figures = _loaded(Path(folder, "hall"), tables or TABLES, seconds, rate, say)
        figures["machine"] = machine()
        if json:
            print(json_text.dumps(figures, indent=2, ensure_ascii=False))
        else:
            _print(figures, KILLS if kills else LOAD, say)
        return 1 if figures.get("faults") else 0


def _loaded(folder: Path, tables: int, seconds: int, rate: int, say: Words) -> dict[str, Any]:
    from shengji.hall.load import load

    with progress(1.0) as tell:

        def told(part: str, done: float) -> None:
            start, share = PARTS[part]
            tell(start + done * share, say.say(f"cli.bench.hall.part.{part}"))

        return asdict(asyncio.run(load(folder, tables, seconds, rate, told)))


def _killed(folder: Path, tables: int, kills: int, say: Words) -> dict[str, Any]:
    from shengji.hall.drill import drill

    with progress(float(kills)) as tell:

        def told(number: int) -> None:
            tell(number, say.say("cli.bench.hall.part.kills", number=number))

        report = asyncio.run(drill(folder, tables, kills, DEFAULT_SEED, told=told))
    return {"tables": tables, **figures_of(report)}


def figures_of(report: "Report") -> dict[str, Any]:
    """A drill's report as figures: counts, seconds to play again, and faults in words."""
    seconds = sorted(report.seconds) or [0.0]
    last = len(seconds) - 1
    return {
        "kills": report.kills,
        "acknowledged": report.acknowledged,
        "seen": report.seen,
        "events": report.events,
        **{kind: report.number(kind) for kind in ("lost", "doubled", "undone", "other")},
        "again_p50_s": round(seconds[round(last * 0.5)], 3),
        "again_p99_s": round(seconds[round(last * 0.99)], 3),
        "again_worst_s": round(seconds[last], 3),
        "faults": [fault.text for fault in report.faults],
    }


def _print(figures: dict[str, Any], digits: dict[str, int], say: Words) -> None:
    """The figures with their units, faults, the machine."""
    console = Console(highlight=False)
    table = Table(show_header=False)
    table.add_column()
    table.add_column(justify="right")
    for name, places in digits.items():
        unit = f"cli.bench.hall.unit.{name}"
        value = f"{figures[name]:,.{places}f}"
        shown = say.say(unit, n=value) if say.has(unit) else value
        table.add_row(say.say(f"cli.bench.hall.figure.{name}"), shown)
    console.print(say.say("cli.bench.hall.tables_were", n=figures["tables"]), markup=False)
    console.print(table)
    for fault in figures.get("faults", ()):
        console.print(fault, markup=False)
    console.print(say.say("cli.bench.machine", machine=figures["machine"]), markup=False)

"""`shengji simulate`: many matches of bots, and what came of them."""

import json
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import Annotated, Any

from cyclopts import App
from rich.console import Console
from rich.table import Table

from shengji.engine.events import (
    DealScored,
    DealStarted,
    DealVoided,
    Dug,
    Event,
    LevelsMoved,
    MatchEnded,
    ThrowFailed,
)
from shengji.engine.options import DECLARERS
from shengji.engine.record import RecordError, load, replay, save
from shengji.engine.ruleset import Ruleset
from shengji.engine.state import ENDED
from shengji.proof.playthrough import PlayError, steps
from shengji.words import Words
from shengji.words.rules_text import ruleset_name

from .bots import DEFAULT_SEED, OptionError, Whole, at_least, option, policies_of, read_bots
from .commands import new_app
from .progress import Tell, progress
from .rulesets import load_ruleset
from .story import IMPOSSIBLE

FAILED = 1
INTERRUPTED = 130
DEFAULT_DEALS = 100
MOST_DEALS = 100  # of one match: some rules have no goal
MANIFEST = "simulate.json"
RECORDS = "match-*.jsonl"


@dataclass(slots=True)
class Summary:
    """What came of some matches; points are the defenders', levels those gained by both sides."""

    begun: int = 0
    matches: int = 0
    won: tuple[int, int] = (0, 0)
    deals: int = 0
    voided: int = 0
    held: int = 0
    points: int = 0
    dug: int = 0
    failed_throws: int = 0
    levels: int = 0
    climbed: int = 0
    played: int = 0
    kept: int = 0
    seconds: float = 0.0

    def begin(self) -> None:
        """Another match begins."""
        self.begun += 1
        self.climbed = 0

    def add(self, events: Iterable[Event]) -> None:
        """Count some events of a match."""
        for event in events:
            match event:
                case DealScored():
                    self.deals += 1
                    self.held += event.winner == DECLARERS
                    self.points += event.total
                case Dug():
                    self.dug += event.points > 0
                case LevelsMoved():
                    now = sum(event.climbed)
                    self.levels += now - self.climbed
                    self.climbed = now
                case ThrowFailed():
                    self.failed_throws += 1
                case DealVoided():
                    self.voided += 1
                case MatchEnded():
                    self.matches += 1
                    sides = enumerate(self.won)
                    first, second = (won + (side == event.winner) for side, won in sides)
                    self.won = (first, second)


@dataclass(frozen=True, slots=True)
class Run:
    """What is to be played: match number n has the seed `seed` + n - 1."""

    rules: Ruleset
    deals: int
    seed: int
    bots: tuple[str, ...]
    out: Path | None

    def manifest(self) -> dict[str, Any]:
        """What must be the same for a run to go on in a folder."""
        rules = self.rules.to_data()
        return {"rules": rules, "seed": self.seed, "bots": list(self.bots)}


def command(say: Words) -> App:
    """The command as an App."""
    app = new_app(say, "simulate")

    @app.default
    def simulate(
        *,
        rules: Annotated[str, option("rules", say, "cli.simulate.rules")],
        deals: Annotated[Whole, option("deals", say, "cli.simulate.deals")] = DEFAULT_DEALS,
        seed: Annotated[Whole, option("seed", say, "cli.simulate.seed")] = DEFAULT_SEED,
        bots: Annotated[str, option("bots", say, "cli.simulate.bots")] = "novice",
        out: Annotated[
            Path | None, option("out", say, "cli.simulate.out", shows_default=False)
        ] = None,
        settings: Annotated[
            tuple[str, ...], option("set", say, "cli.simulate.set", shows_default=False)
        ] = (),
    ) -> int:
        at_least("--deals", deals)
        run = Run(load_ruleset(rules, settings), deals, seed, read_bots(bots), out)
        return simulate_run(run, say)

    return app


def simulate_run(run: Run, say: Words) -> int:
    """Play a run and print its summary, though it be interrupted; returns the exit code."""
    if run.out is not None:
        open_folder(run.out, run)
    summary = Summary()
    code = 0
    try:
        with progress(run.deals) as tell:
            play_matches(run, summary, tell)
    except KeyboardInterrupt:
        code = INTERRUPTED
    except PlayError as error:
        seed = run.seed + summary.begun - 1
        print(say.say("cli.simulate.crashed", seed=seed, problem=error), file=sys.stderr)
        code = FAILED
    print_summary(run, summary, say)
    if code == INTERRUPTED:
        print(say.say("cli.simulate.interrupted"), file=sys.stderr)
    return code


def open_folder(folder: Path, run: Run) -> None:
    """Make a folder for records, or find the one of the same run.  Raises OptionError, OSError."""
    if folder.exists() and not folder.is_dir():
        raise OptionError("not_a_folder", file=str(folder))
    folder.mkdir(parents=True, exist_ok=True)
    manifest = folder / MANIFEST
    if manifest.exists():
        try:
            found = json.loads(manifest.read_text(encoding="utf-8"))
        except ValueError:
            found = None
        if found != json.loads(json.dumps(run.manifest())):
            raise OptionError("another_run", file=str(folder))
        return
    if next(folder.glob(RECORDS), None) is not None:
        raise OptionError("another_run", file=str(folder))
    part = folder / f".{MANIFEST}.part"
    part.write_text(json.dumps(run.manifest(), ensure_ascii=False) + "\n", encoding="utf-8")
    part.replace(manifest)


def play_matches(run: Run, summary: Summary, tell: Tell) -> None:
    """Matches until so many deals are scored; the last one is broken off."""
    while summary.deals < run.deals:
        summary.begin()
        left = min(run.deals - summary.deals, MOST_DEALS)
        path = run.out / f"match-{summary.begun:06}.jsonl" if run.out is not None else None
        kept = kept_record(path, left) if path is not None else None
        if kept is not None:
            summary.add(first_deals(kept, left))
            summary.kept += 1
        else:
            play_match(run, left, path, summary, tell)
        tell(summary.deals, run.rules.id)


def play_match(run: Run, deals: int, path: Path | None, summary: Summary, tell: Tell) -> None:
    """One match of at most so many deals; its record is written when it is over."""
    events: list[Event] = []
    began = time.perf_counter()
    before = summary.deals
    try:
        for step in steps(run.rules, run.seed + summary.begun - 1, policies_of(run.bots), deals):
            summary.add(step.events)
            if path is not None:
                events += step.events
            if isinstance(step.events[0], DealStarted):
                tell(summary.deals, run.rules.id)
    finally:
        summary.seconds += time.perf_counter() - began
        summary.played += summary.deals - before
    if path is not None:
        save(path, events)


def kept_record(path: Path, deals: int) -> list[Event] | None:
    """The events of a record that is there and complete: to the match's end, or for so many deals.

    What is damaged or shorter is None, and is played anew.
    """
    if not path.exists():
        return None
    try:
        events = load(path)
        state = replay(events)
    except (RecordError, *IMPOSSIBLE):
        return None
    scored = sum(isinstance(event, DealScored) for event in events)
    return events if state.phase == ENDED or scored >= deals else None


def first_deals(events: Iterable[Event], deals: int) -> Iterator[Event]:
    """The events until so many deals are scored, with all that belongs to the last of them."""
    scored = 0

    def wanted(event: Event) -> bool:
        nonlocal scored
        scored += isinstance(event, DealScored)
        return scored < deals or not isinstance(event, DealStarted)

    return takewhile(wanted, events)


def print_summary(run: Run, summary: Summary, say: Words) -> None:
    """The table of what came of it."""
    console = Console(highlight=False)
    title = say.say(
        "cli.simulate.title",
        rules=ruleset_name(run.rules, say.lang),
        bots=say.listed(list(run.bots if len(set(run.bots)) > 1 else run.bots[:1])),
        seed=run.seed,
    )
    console.print(title, markup=False, soft_wrap=True)
    table = Table(show_header=False)
    table.add_column()
    table.add_column(justify="right")
    for name, value in rows(summary):
        table.add_row(say.say(f"cli.simulate.row.{name}"), value)
    console.print(table)
    if summary.kept:
        console.print(say.say("cli.simulate.kept", number=summary.kept), markup=False)


def rows(summary: Summary) -> Iterator[tuple[str, str]]:
    """The rows of the table: name and value."""
    deals = summary.deals
    yield "matches", f"{summary.matches:,}"
    yield "won_0", f"{summary.won[0]:,}"
    yield "won_1", f"{summary.won[1]:,}"
    yield "deals", f"{deals:,}"
    yield "rate", f"{summary.played / summary.seconds:,.1f}" if summary.played else "-"
    yield "held", ratio(summary.held * 100, deals, "%")
    yield "fell", ratio((deals - summary.held) * 100, deals, "%")
    yield "points", ratio(summary.points, deals)
    yield "dug", ratio(summary.dug * 100, deals, "%")
    yield "failed_throws", f"{summary.failed_throws:,}"
    yield "levels", ratio(summary.levels, deals, digits=2)
    yield "voided", f"{summary.voided:,}"


def ratio(value: int, of: int, unit: str = "", digits: int = 1) -> str:
    """A mean or a share, a dash if there is nothing yet."""
    return f"{value / of:,.{digits}f}{unit}" if of else "-"

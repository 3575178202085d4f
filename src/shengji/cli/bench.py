"""`shengji bench`: how fast the engine is on this machine, and with `hall` the server."""

from typing import Annotated

from cyclopts import App
from rich.console import Console
from rich.table import Table

from shengji.engine.pieces import SETS, piece_of
from shengji.proof.bench import DEALS, FOLLOWS, Figures, machine, measure
from shengji.words import Words

from .bench_hall import add_hall
from .bots import Whole, at_least, option
from .commands import new_app
from .progress import progress

PARTS = {"deals": 0.0, "checks": 0.4, "copy": 0.9, "import": 0.95}
SHARE = {"deals": 0.4, "checks": 0.5}
FIGURES = (
    ("random_deals_per_s", 0),
    ("decisions_per_s", 0),
    ("worst_check_ms", 3),
    ("p99_check_ms", 3),
    ("copy_us", 2),
    ("import_ms", 1),
)
ROWS_A_DECK = 3
THROW = "throw of "

Check = tuple[str, int, int, float, float]


def command(say: Words) -> App:
    """The command as an App."""
    app = new_app(say, "bench")

    @app.default
    def bench(
        *,
        json: Annotated[bool, option("json", say, "cli.bench.json", shows_default=False)] = False,
        deals: Annotated[Whole, option("deals", say, "cli.bench.deals")] = DEALS,
        follows: Annotated[Whole, option("follows", say, "cli.bench.follows")] = FOLLOWS,
    ) -> None:
        at_least("--deals", deals)
        at_least("--follows", follows)
        with progress(1.0) as tell:

            def told(part: str, done: float) -> None:
                tell(PARTS[part] + done * SHARE.get(part, 0.0), say.say(f"cli.bench.part.{part}"))

            figures = measure(told, deals, follows)
        if json:
            print(figures.to_json())
        else:
            print_figures(figures, say)

    add_hall(app, say)
    return app


def print_figures(figures: Figures, say: Words) -> None:
    """The figures with their units, the slowest checks, the machine and the method."""
    console = Console(highlight=False)
    table = Table(show_header=False)
    table.add_column()
    table.add_column(justify="right")
    for name, digits in FIGURES:
        value = say.say(f"cli.bench.unit.{name}", n=f"{getattr(figures, name):,.{digits}f}")
        table.add_row(say.say(f"cli.bench.figure.{name}"), value)
    console.print(table)
    console.print(say.say("cli.bench.slowest"), markup=False)
    slow = Table()
    for column in ("decks", "shape", "number", "us", "worst_us"):
        justify = "left" if column == "shape" else "right"
        slow.add_column(say.say(f"cli.bench.column.{column}"), justify=justify)  # type: ignore[arg-type]
    for shape, decks, number, us, worst in telling(figures.checks):
        slow.add_row(str(decks), shape_text(shape, say), f"{number:,}", f"{us:.1f}", f"{worst:.1f}")
    console.print(slow)
    for line in (
        say.say("cli.bench.machine", machine=machine()),
        say.say("cli.bench.method", method=figures.method()),
    ):
        console.print(line, markup=False)


def telling(checks: tuple[Check, ...]) -> list[Check]:
    """Of each number of decks the rows with the slowest checks."""
    rows: list[Check] = []
    for decks in sorted({check[1] for check in checks}):
        of_decks = [check for check in checks if check[1] == decks]
        rows += sorted(of_decks, key=lambda check: check[4], reverse=True)[:ROWS_A_DECK]
    return rows


def shape_text(shape: str, say: Words) -> str:
    """A lead's shape in words: `pair`, `tractor 2×3`, `throw with tractor 2×3`."""
    name = shape.removeprefix(THROW).split()[0]
    k, n = piece_of(name)
    text = say.say(f"piece.{SETS[k]}") if n == 1 else say.say("cli.bench.run", k=k, n=n)
    return say.say("cli.bench.throw", piece=text) if shape.startswith(THROW) else text

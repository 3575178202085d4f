"""`shengji play`: a table in the browser; in the terminal, one seat for you and bots on others."""

import os
import re
from dataclasses import dataclass
from pathlib import Path
from random import SystemRandom
from typing import Annotated

from cyclopts import App, Parameter

from shengji.bots.tiers import TIERS
from shengji.engine.cards import RANKS
from shengji.engine.errors import ShengjiError
from shengji.engine.record import RecordError, load
from shengji.engine.ruleset import PRESETS, Ruleset, preset
from shengji.engine.seats import side_of
from shengji.engine.state import ENDED
from shengji.words import Words
from shengji.words.rules_text import ruleset_name

from .bots import MaybeWhole, Whole
from .commands import new_app
from .errors import in_file
from .game import Game, Keeper
from .rulesets import load_ruleset
from .session import DONE, INTERRUPTED, Seating, Session
from .terminal import Terminal

DEFAULT_RULES = "huanle-2"
DEFAULT_BOT = "novice"
DEFAULT_DEALS = 8
DEALS_OFFERED = {"1": 4, "2": 8, "3": 12, "4": 0}
SEATS = 4
SEED_BITS = 32


class PlayOptionError(ShengjiError):
    """Something on the command line that a table cannot be laid with."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the command line asks for; None where it says nothing."""

    rules: str | None = None
    settings: tuple[str, ...] = ()
    seat: int = 0
    seed: int | None = None
    deals: int | None = None
    bots: str = DEFAULT_BOT
    levels: str | None = None
    resume: Path | None = None
    record: Path | None = None
    plain: bool = False

    @property
    def of_the_terminal(self) -> bool:
        """Whether something is asked for that only the game in the terminal has."""
        return self != Wishes(rules=self.rules)


def command(say: Words) -> App:
    """The command as an App."""
    app = new_app(say, "play")

    def option(name: str, negative: bool = False) -> Parameter:
        about = say.say(f"cli.play.{name}")
        return Parameter(
            name=f"--{name}", help=about, negative=() if not negative else None, show_default=False
        )

    changes = Parameter(
        name="--set",
        help=say.say("cli.play.set"),
        consume_multiple=True,
        negative=(),
        show_default=False,
    )

    @app.default
    def play(  # noqa: PLR0913 - one argument for each option of the command line
        *,
        rules: Annotated[str | None, option("rules")] = None,
        settings: Annotated[tuple[str, ...], changes] = (),
        seat: Annotated[Whole, option("seat")] = 0,
        seed: Annotated[MaybeWhole, option("seed")] = None,
        deals: Annotated[MaybeWhole, option("deals")] = None,
        bots: Annotated[str, option("bots")] = DEFAULT_BOT,
        levels: Annotated[str | None, option("levels")] = None,
        resume: Annotated[Path | None, option("resume")] = None,
        record: Annotated[Path | None, option("record")] = None,
        plain: Annotated[bool, option("plain")] = False,
        terminal: Annotated[bool, option("terminal")] = False,
        port: Annotated[MaybeWhole, option("port")] = None,
        local: Annotated[bool | None, option("local")] = None,
    ) -> int:
        wishes = Wishes(rules, settings, seat, seed, deals, bots, levels, resume, record, plain)
        if terminal or wishes.of_the_terminal:
            return sit_down(wishes, say)
        return open_table(wishes, {"port": port, "local": local}, say)

    return app


def open_table(wishes: Wishes, flags: dict[str, object], say: Words) -> int:
    """Open a table in the browser; returns the exit code.  Raises ShengjiError and OSError."""
    page = "/" if wishes.rules is None else f"/?rules={preset(wishes.rules).id}"
    from shengji.hall.serve import serve
    from shengji.hall.settings import load_settings

    return serve(load_settings(flags, os.environ), say, page)


def sit_down(wishes: Wishes, say: Words) -> int:
    """Lay the table and play; returns the exit code.  Raises ShengjiError and OSError."""
    check(wishes)
    terminal = Terminal(wishes.plain)
    try:
        session = resumed(wishes, terminal, say) if wishes.resume else begun(wishes, terminal, say)
    except EOFError:
        return DONE
    except KeyboardInterrupt:
        terminal.line("")
        return INTERRUPTED
    return DONE if session is None else session.run()


def check(wishes: Wishes) -> None:
    """Refuse what no table can do.  Raises PlayOptionError."""
    if wishes.seat not in range(SEATS):
        raise PlayOptionError("play.seat", given=wishes.seat)
    if wishes.bots not in TIERS:
        raise PlayOptionError("play.bots", given=wishes.bots, known=sorted(TIERS))
    if wishes.deals is not None and wishes.deals < 0:
        raise PlayOptionError("play.deals", given=wishes.deals)
    given = (wishes.rules, wishes.levels, wishes.deals, wishes.settings or None)
    if wishes.resume is not None and any(one is not None for one in given):
        raise PlayOptionError("play.resume_alone")
    record = wishes.record
    if record is not None and record != wishes.resume and record.exists():
        raise PlayOptionError("play.record_exists", file=str(record))


def begun(wishes: Wishes, terminal: Terminal, say: Words) -> Session:
    """A new match.  Raises EOFError if the human leaves before it."""
    name = wishes.rules or (chosen(terminal, say) if terminal.interactive else DEFAULT_RULES)
    rules = with_end(load_ruleset(name, wishes.settings), wishes, terminal, say)
    levels = None if wishes.levels is None else read_levels(wishes.levels, wishes.seat)
    seed = SystemRandom().getrandbits(SEED_BITS) if wishes.seed is None else wishes.seed
    game = Game(wishes.seat, TIERS[wishes.bots], seed)
    game.start(rules, levels)
    keeper = keeper_for(wishes.record)
    if wishes.record is not None:
        keeper.save(game.events)
    session = Session(game, Seating(keeper, options(wishes)), terminal, say)
    terminal.rule(say.say("play.welcome", name=ruleset_name(without_end(rules), say.lang)))
    terminal.say(say.say("play.tip"))
    if rules.match_deals:
        terminal.say(say.say("play.deals", number=rules.match_deals))
    if rules.match_minutes:
        terminal.say(say.say("play.minutes", number=rules.match_minutes))
    return session


def resumed(wishes: Wishes, terminal: Terminal, say: Words) -> Session | None:
    """A match that was saved; None if it is over.  Raises ShengjiError and OSError."""
    assert wishes.resume is not None
    try:
        events = load(wishes.resume, verify=True, allow_cut=True)
    except RecordError as error:
        raise in_file(wishes.resume, error) from error
    if not events:
        raise PlayOptionError("play.nothing_there", file=str(wishes.resume))
    seed = SystemRandom().getrandbits(SEED_BITS) if wishes.seed is None else wishes.seed
    game = Game(wishes.seat, TIERS[wishes.bots], seed)
    game.follow(events)
    if game.state.phase == ENDED:
        terminal.say(say.say("play.over_already"))
        return None
    keeper = Keeper(wishes.record or wishes.resume)
    session = Session(game, Seating(keeper, options(wishes)), terminal, say)
    session.catch_up()
    return session


def options(wishes: Wishes) -> tuple[str, ...]:
    """What must be said again to come back to this seat and these bots."""
    found: list[str] = []
    if wishes.seat:
        found += ["--seat", str(wishes.seat)]
    if wishes.bots != DEFAULT_BOT:
        found += ["--bots", wishes.bots]
    return tuple(found)


def chosen(terminal: Terminal, say: Words) -> str:
    """The preset that the human picks from a list."""
    terminal.say(say.say("play.choose"))
    for number, name in enumerate(PRESETS, 1):
        label = ruleset_name(preset(name), say.lang)
        mark = say.say("play.default") if name == DEFAULT_RULES else ""
        terminal.say(f" {number:2}  {label}{mark}")
    while True:
        line = terminal.read(say.say("play.ask.rules"))
        if not line:
            return DEFAULT_RULES
        if line.isdecimal() and 0 < int(line[:3]) <= len(PRESETS):
            return tuple(PRESETS)[int(line[:3]) - 1]
        if line in PRESETS:
            return line
        terminal.say(say.say("play.choose_again", number=len(PRESETS)))


def with_end(rules: Ruleset, wishes: Wishes, terminal: Terminal, say: Words) -> Ruleset:
    """The rules with the number of deals that is wished; a match without end is asked for one."""
    if wishes.deals is not None:
        return rules.changed({"match_deals": wishes.deals})
    if rules.goal != "none" or rules.match_deals:
        return rules
    number = DEFAULT_DEALS
    if terminal.interactive:
        terminal.say(say.say("play.no_end"))
        line = terminal.read(say.say("play.ask.deals"))
        while line and line not in DEALS_OFFERED:
            line = terminal.read(say.say("play.ask.deals"))
        number = DEALS_OFFERED.get(line, DEFAULT_DEALS)
    return rules.changed({"match_deals": number})


def without_end(rules: Ruleset) -> Ruleset:
    """The rules by the name that they have without a number of deals."""
    if rules.id not in PRESETS:
        return rules
    return rules.changed({"match_deals": preset(rules.id).match_deals})


def read_levels(text: str, seat: int) -> tuple[str, ...]:
    """The levels by side that `ours,theirs` means.  Raises PlayOptionError."""
    parts = [part.upper().replace("10", "T") for part in re.split(r"[\s,，/:]+", text) if part]
    if len(parts) != len(("ours", "theirs")) or any(part not in RANKS for part in parts):
        raise PlayOptionError("play.levels", given=text)
    if any(len(part) != 1 for part in parts):
        raise PlayOptionError("play.levels", given=text)
    return tuple(parts) if side_of(seat) == 0 else tuple(reversed(parts))


def keeper_for(record: Path | None) -> Keeper:
    """Where a new match is saved: as asked, or where the last one lies, which is kept once more."""
    if record is not None:
        return Keeper(record)
    base = os.environ.get("XDG_STATE_HOME") or "~/.local/state"
    path = Path(base).expanduser() / "shengji" / "last.jsonl"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists():
            path.replace(path.with_name("before.jsonl"))
    except OSError:
        pass  # the first attempt to save will say so
    return Keeper(path)

"""`shengji check`: whole matches of bots, watched."""

import shlex
from dataclasses import dataclass
from typing import Annotated

from cyclopts import App

from shengji.engine.errors import ShengjiError
from shengji.engine.ruleset import PRESETS, Ruleset
from shengji.proof.check import CheckError, check_match
from shengji.words import Words
from shengji.words.refusals import seat_text

from .bots import BOTS, DEFAULT_SEED, Whole, at_least, option, policies_of, read_bots
from .commands import new_app
from .errors import sentence
from .progress import Tell, progress
from .rulesets import load_ruleset

FAILED = 1
DEFAULT_DEALS = 100
DEALS_A_MATCH = 20
ALL = "all"


@dataclass(slots=True)
class Counts:
    """What was watched so far."""

    matches: int = 0
    deals: int = 0
    events: int = 0
    views: int = 0

    def add(self, other: "Counts") -> None:
        """Count something more."""
        self.matches += other.matches
        self.deals += other.deals
        self.events += other.events
        self.views += other.views


def command(say: Words) -> App:
    """The command as an App."""
    app = new_app(say, "check")

    @app.default
    def check(
        *,
        rules: Annotated[str, option("rules", say, "cli.check.rules")],
        deals: Annotated[Whole, option("deals", say, "cli.check.deals")] = DEFAULT_DEALS,
        seed: Annotated[Whole, option("seed", say, "cli.check.seed")] = DEFAULT_SEED,
        bots: Annotated[str, option("bots", say, "cli.check.bots")] = "random",
        settings: Annotated[
            tuple[str, ...], option("set", say, "cli.check.set", shows_default=False)
        ] = (),
    ) -> int:
        at_least("--deals", deals)
        names = read_bots(bots)
        ids = PRESETS if rules == ALL else (rules,)
        rulesets = [load_ruleset(one, settings) for one in ids]
        try:
            return check_all(rulesets, deals, seed, names, say)
        except CheckError as error:
            given = error.facts["rules"] if rules == ALL else rules
            again = ["--rules", given, "--seed", error.facts["seed"], BOTS, bots]
            for setting in settings:
                again += ["--set", setting]
            print(failure(error, shlex.join(map(str, again)), say))
            return FAILED

    return app


def check_all(
    rulesets: list[Ruleset], deals: int, seed: int, bots: tuple[str, ...], say: Words
) -> int:
    """Check so many deals of each ruleset; a line for each if they are many, and one in the end.

    Raises CheckError.
    """
    total = Counts()
    with progress(deals * len(rulesets)) as tell:
        for rules in rulesets:
            found = check_deals(rules, deals, seed, bots, tell, total.deals)
            total.add(found)
            if len(rulesets) > 1:
                print(counts_text("one", found, rules.id, say))
    print(counts_text("total", total, say.listed([rules.id for rules in rulesets]), say))
    return 0


def check_deals(
    rules: Ruleset, deals: int, seed: int, bots: tuple[str, ...], tell: Tell, before: int
) -> Counts:
    """Check matches of one ruleset until so many deals are scored.  Raises CheckError.

    The matches have the seeds from `seed` on; with odd ones bids are made while cards are dealt.
    """
    counts = Counts()
    policies = policies_of(bots)
    while counts.deals < deals:
        done = counts.deals
        one = seed + counts.matches
        found = check_match(
            one,
            rules,
            policies,
            min(DEALS_A_MATCH, deals - done),
            one_by_one=one % 2 == 1,
            tell=lambda more, done=done: tell(before + done + more, rules.id),  # type: ignore[misc]
        )
        counts.add(Counts(1, found.deals, found.events, found.views))
    return counts


def counts_text(key: str, counts: Counts, rules: str, say: Words) -> str:
    """A line on what was watched."""
    return say.say(
        f"cli.check.{key}",
        rules=rules,
        deals=f"{counts.deals:,}",
        events=f"{counts.events:,}",
        views=f"{counts.views:,}",
    )


def failure(error: CheckError, again: str, say: Words) -> str:
    """What went wrong, where, and the options with which to see it again."""
    facts = dict(error.facts)
    if "seat" in facts:
        seat = facts["seat"]
        facts["seat"] = seat_text(seat, say) if isinstance(seat, int) else say.say("cli.check.none")
    reason = sentence(ShengjiError(error.code, **facts), say)
    place = say.say("cli.check.failed", **facts, reason=reason)
    return f"{place}\n{say.say('cli.check.again', options=again)}"

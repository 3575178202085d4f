"""`shengji replay`: a record, read as people read a match."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter
from rich.console import Console
from rich.table import Table
from rich.text import Text

from shengji.engine.cards import points
from shengji.engine.errors import ShengjiError
from shengji.engine.events import (
    ClaimFailed,
    DealScored,
    Dug,
    Event,
    FaultFound,
    KittyTaken,
    LevelsMoved,
    Penalised,
    Settled,
)
from shengji.engine.record import RecordError, load, verify
from shengji.engine.record_text import from_text, to_text
from shengji.engine.ruleset import PRESETS, Ruleset, preset
from shengji.engine.seats import SIDES, side_of
from shengji.engine.setting import setting_of
from shengji.engine.trump import Trump
from shengji.words import Words
from shengji.words.options_text import describe_difference, what_text
from shengji.words.pieces_text import cards_line
from shengji.words.refusals import seat_text
from shengji.words.rules_text import ruleset_name

from .bots import MaybeWhole, option
from .cards_text import grouped
from .commands import new_app
from .errors import in_file, printable
from .story import IMPOSSIBLE, DealStory, MatchStory, ReplayError, story_of
from .terminal import coloured

TEXT_FORM = ".txt"
LEADS = "›"
TAKES = "*"


def command(say: Words) -> App:
    """The command as an App."""
    app = new_app(say, "replay")
    record = Parameter(name="FILE", help=say.say("cli.replay.file"))

    @app.default
    def replay(
        file: Annotated[Path, record],
        /,
        *,
        text: Annotated[bool, option("text", say, "cli.replay.text", shows_default=False)] = False,
        deal: Annotated[
            MaybeWhole, option("deal", say, "cli.replay.deal", shows_default=False)
        ] = None,
        verify: Annotated[
            bool, option("verify", say, "cli.replay.verify", shows_default=False)
        ] = False,
    ) -> None:
        try:
            show(read(file), text=text, number=deal, verified=verify, say=say)
        except (RecordError, ReplayError) as error:
            raise in_file(file, error) from error

    return app


def read(path: Path) -> list[Event]:
    """The events of a record, or of a match in text form.  Raises RecordError and OSError."""
    if path.suffix == TEXT_FORM:
        return from_text(path.read_bytes().decode("utf-8", errors="replace"))
    return load(path)


def show(
    events: Sequence[Event], *, text: bool, number: int | None, verified: bool, say: Words
) -> None:
    """Print a match, or one deal of it.  Raises RecordError and ReplayError."""
    story = story_of(events)
    if verified:
        verify(events)
    deals = chosen(story, number)
    page = Page(story, say)
    try:
        lines = to_text(events) if text else ""
        parts = [] if text else list(page.all(deals, verified, ended=number is None))
    except (*IMPOSSIBLE, ShengjiError):
        verify(events)  # what was made up has its sentence; all else is a fault of this program
        raise
    if text:
        print(lines if number is None else text_of_deal(lines, number), end="")
    else:
        page.print(parts)


def chosen(story: MatchStory, number: int | None) -> list[DealStory]:
    """The deals to be shown; a number may have been dealt again.  Raises ReplayError."""
    if number is None:
        return story.deals
    found = [deal for deal in story.deals if deal.started.number == number]
    if not found:
        raise ReplayError("no_such_deal", given=number, number=len(story.deals))
    return found


def text_of_deal(text: str, number: int) -> str:
    """The header of a text form and the part of one deal."""
    header, *deals = text.split("\n\n")
    wanted = [part for part in deals if part.startswith(f"Deal {number}:")]
    return "\n\n".join(part.rstrip("\n") for part in (header, *wanted)) + "\n"


class Page:
    """A match as lines and tables."""

    def __init__(self, story: MatchStory, words: Words) -> None:
        self.story = story
        self.rules: Ruleset = story.started.rules
        self.words = words
        self.console = Console(highlight=False)

    def print(self, parts: Iterable[str | Table]) -> None:
        """Print lines, cards in colour, and tables."""
        for part in parts:
            self.console.print(coloured(part) if isinstance(part, str) else part, soft_wrap=True)

    # -- names -----------------------------------------------------------------------------

    def say(self, key: str, **facts: object) -> str:
        """The sentence `cli.replay.<key>`."""
        return self.words.say(f"cli.replay.{key}", **facts)

    def seat(self, seat: int | None) -> str:
        """A seat by its position."""
        return seat_text(seat, self.words)

    def side(self, side: int | None) -> str:
        """A side by its seats."""
        if side is None:
            return self.say("nobody")
        seats = [str(seat + 1) for seat in range(self.rules.players) if side_of(seat) == side]
        return self.say("side", seats=self.words.listed(seats))

    def rank(self, level: str) -> str:
        """A level as people read it."""
        return self.words.say(f"rank.{level}")

    def levels(self, levels: Sequence[str]) -> str:
        """The levels of both sides."""
        return self.words.say("list.semicolon").join(
            self.say("level", side=self.side(side), level=self.rank(levels[side]))
            for side in range(SIDES)
        )

    def all(self, deals: Iterable[DealStory], verified: bool, ended: bool) -> Iterator[str | Table]:
        """The header, some deals, and perhaps how the match stands in the end."""
        yield from self.header(verified)
        for deal in deals:
            yield from self.deal(deal)
        if ended:
            yield from self.ending()

    # -- the match -------------------------------------------------------------------------

    def header(self, verified: bool) -> Iterator[str]:
        """Rules, levels at the beginning, and how to read the tables."""
        name = ruleset_name(self.rules, self.words.lang)
        known = self.rules.id in PRESETS
        base = preset(self.rules.id) if known else Ruleset(self.rules.id)
        yield self.say("title", rules=name, id=printable(self.rules.id))
        for line in describe_difference(base, self.rules, self.words.lang):
            yield self.say("change", change=line)
        if known:
            yield self.say("rules", id=self.rules.id)
        if not self.story.started.assisted:
            yield self.say("unassisted")
        yield self.say("start", levels=self.levels(self.story.started.levels))
        yield self.say("legend", leads=LEADS, takes=TAKES)
        if verified:
            yield self.say("verified")

    def ending(self) -> Iterator[str]:
        """How the match stands in the end."""
        yield ""
        ended = self.story.ended
        if ended is None:
            yield self.say("unfinished", deals=self.story.state.deals_scored)
        else:
            reason = self.words.say(f"event.reason.{ended.reason}")
            yield self.say("ended", side=self.side(ended.winner), reason=reason)
        yield self.say("stand", levels=self.levels(self.story.state.levels))

    # -- a deal ----------------------------------------------------------------------------

    def deal(self, deal: DealStory) -> Iterator[str | Table]:
        """All of one deal."""
        trump = self.trump_of(deal)
        yield ""
        yield self.say("heading", number=deal.started.number, levels=self.levels(deal.levels))
        for seat, hand in enumerate(deal.hands):
            yield self.say("hand", seat=self.seat(seat), cards=self.hand(hand, trump))
        yield from self.bidding(deal)
        yield from self.kitty(deal, trump)
        if deal.plays:
            yield self.tricks(deal)
        for trick, throw in deal.throws:
            yield self.say(
                "throw_failed",
                trick=trick,
                seat=self.seat(throw.seat),
                cards=cards_line(throw.cards, self.words),
                forced=cards_line(throw.forced, self.words),
                by=self.seat(throw.by),
                beaten_by=cards_line(throw.beaten_by or (), self.words),
            )
        for trick, note in deal.notes:
            yield self.note(trick, note)
        if deal.voided is not None:
            yield self.words.say(f"event.voided.{deal.voided.reason}")
        yield from self.results(deal)

    def trump_of(self, deal: DealStory) -> Trump | None:
        """The order of cards in a deal, None if trump was never set."""
        if not deal.trumps:
            return None
        last = deal.trumps[-1]
        return setting_of(self.rules, last.trump, last.level).trump

    def hand(self, cards: Sequence[int], trump: Trump | None) -> str:
        """A hand, sorted, two blanks between groups."""
        ordered = sorted(cards, key=trump.sort_key if trump else None)
        groups = grouped(ordered, trump, None)
        return "  ".join(cards_line(group, self.words) for group in groups if group)

    def bidding(self, deal: DealStory) -> Iterator[str]:
        """Bids and what they made trump."""
        for bid, dealt in deal.bids:
            cards = cards_line(bid.cards or (), self.words)
            text = self.words.say(f"event.bid.{bid.kind}", seat=self.seat(bid.seat), cards=cards)
            full = dealt >= self.rules.hand_size * self.rules.players
            yield text if full else self.say("bid_at", bid=text, number=dealt)
        for trump in deal.trumps[-1:]:
            name = self.words.say(
                f"suit.{trump.trump}" if trump.trump == "NT" else f"sign.{trump.trump}"
            )
            card = "" if trump.card is None else cards_line((trump.card,), self.words)
            yield self.say(
                f"trump.{trump.how}",
                trump=name,
                level=self.rank(trump.level),
                banker=self.seat(trump.banker),
                card=card,
            )

    def kitty(self, deal: DealStory, trump: Trump | None) -> Iterator[str]:
        """Who took the kitty, and what was buried."""
        for move in deal.kitty_moves:
            yield self.say(
                "took" if isinstance(move, KittyTaken) else "buried",
                seat=self.seat(move.seat),
                cards=self.hand(move.cards or (), trump),
                points=points(move.cards or ()),
            )

    def tricks(self, deal: DealStory) -> Table:
        """The tricks, a row each; who leads and who takes it are marked."""
        table = Table()
        table.add_column(self.say("column.trick"), justify="right")
        for seat in range(self.rules.players):
            table.add_column(self.seat(seat), overflow="fold")
        table.add_column(self.say("column.points"), justify="right")
        for number, plays in enumerate(deal.plays):
            taken = deal.taken[number] if number < len(deal.taken) else None
            cells = [Text("")] * self.rules.players
            for place, made in enumerate(plays):
                takes = taken is not None and taken.seat == made.seat
                mark = LEADS if place == 0 else " "
                text = f"{mark}{cards_line(made.cards, self.words)}{TAKES if takes else ''}"
                cells[made.seat] = coloured(text)
                cells[made.seat].end = ""
            table.add_row(str(number + 1), *cells, "" if taken is None else str(taken.points))
        return table

    def note(self, trick: int, event: Event) -> str:
        """What is rare: faults, penalties, claims, the clock."""
        match event:
            case Penalised():
                costs = [
                    self.words.say(f"event.cost.{name}", **{fact: value})
                    for name, fact, value in (
                        ("points", "points", event.points),
                        ("levels", "number", event.levels),
                        ("coins", "number", event.coins),
                        ("personal", "number", event.personal),
                    )
                    if value
                ]
                who = self.side(event.side) if event.seat is None else self.seat(event.seat)
                return self.say("penalty", trick=trick, who=who, costs=self.words.listed(costs))
            case FaultFound():
                kind = self.say(f"fault.{event.kind}")
                who = self.side(event.side) if event.seat is None else self.seat(event.seat)
                return self.say("fault_found", trick=trick, who=who, kind=kind)
            case ClaimFailed():
                seat, against = self.seat(event.seat), self.seat(event.against)
                return self.say("claim_failed", seat=seat, against=against, trick=event.trick + 1)
            case _:
                return self.words.say("event.time_called")

    # -- results ---------------------------------------------------------------------------

    def results(self, deal: DealStory) -> Iterator[str]:
        """The score's arithmetic, levels, bank and coins."""
        levels = deal.levels
        for event in deal.results:
            match event:
                case Dug():
                    yield self.say(
                        "dug",
                        seat=self.seat(event.seat),
                        points=event.points,
                        base=event.points // event.factor,
                        factor=event.factor,
                    )
                case DealScored():
                    row = (None, None, event.winner, event.steps)
                    yield self.say(
                        "score",
                        tricks=event.tricks,
                        dug=signed(event.dug),
                        penalties=signed(event.penalties),
                        total=event.total,
                        result=what_text(row, self.words),
                    )
                case Settled():
                    coins = self.words.listed([f"{coins:+}" for coins in event.coins])
                    yield self.say("coins", coins=coins)
                case LevelsMoved():
                    yield self.moved(levels, event)
                    levels = event.levels

    def moved(self, before: Sequence[str], event: LevelsMoved) -> str:
        """Which side went up or down, and whose bank it is."""
        moves = [
            self.say("rose", side=self.side(side), before=self.rank(old), after=self.rank(new))
            for side, (old, new) in enumerate(zip(before, event.levels, strict=True))
            if old != new
        ]
        text = self.words.listed(moves) if moves else self.say("stay")
        banker = self.say("race") if event.banker is None else self.seat(event.banker)
        return self.say("moved", moves=text, banker=banker)


def signed(number: int) -> str:
    """`+ 20`, `- 10`."""
    return f"{'-' if number < 0 else '+'} {abs(number)}"

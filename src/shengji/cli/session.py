"""The conversation at a table: what is asked, what may be answered, and the commands."""

import shlex
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from shengji.bots.reasons import is_throw
from shengji.engine.actions import Action, Pass
from shengji.engine.cards import NO_TRUMP, Cards, suit_of
from shengji.engine.errors import Refusal
from shengji.engine.events import DealScored, DealStarted, TrickTaken
from shengji.engine.record import save as save_record
from shengji.engine.state import DEALING, ENDED, OVERTURNING
from shengji.engine.trump import trump_of
from shengji.engine.view import View
from shengji.words import Words
from shengji.words.pieces_text import cards_line
from shengji.words.refusals import refusal_text
from shengji.words.rules_text import describe, level_rows
from shengji.words.throw_text import throw_risk

from .advice import action_text, advice_text, why_text
from .cards_text import CardsError, all_of_group, read_cards
from .game import Ask, Game, Keeper, acts_as
from .table_text import demand_text, draw, draw_hand, ladder, standing
from .tell import Narrator
from .terminal import Terminal, padded

DONE = 0
INTERRUPTED = 130
NAMES_WIDTH = 22
COMMANDS: dict[str, tuple[str, ...]] = {
    "help": ("help", "?", "h", "帮助"),
    "hint": ("hint", "提示"),
    "ok": ("ok", "好", "照办"),
    "why": ("why", "为什么"),
    "hand": ("hand", "table", "手牌", "牌桌"),
    "last": ("last", "上一轮", "上一墩"),
    "score": ("score", "分数"),
    "log": ("log", "记录"),
    "rules": ("rules", "规则"),
    "save": ("save", "存", "保存"),
    "quit": ("quit", "exit", "退出"),
}
COMMAND_OF = {word: name for name, found in COMMANDS.items() for word in found}
PASSES = frozenset({"pass", "p", "过", "不", "不叫", "不亮", "不反"})
YES = frozenset({"y", "yes", "ok", "是", "好", "甩", "确定"})


class LeaveError(Exception):
    """The human leaves the table."""


@dataclass(frozen=True, slots=True)
class Seating:
    """How to come back: whose seat, which bots, and where the record lies."""

    keeper: Keeper | None
    options: tuple[str, ...] = ()


class Session:
    """One sitting: tells what happens, asks the human, and keeps the record."""

    def __init__(self, game: Game, seating: Seating, terminal: Terminal, say: Words) -> None:
        self.game = game
        self.seating = seating
        self.terminal = terminal
        self.words = say
        self.narrator = Narrator(game.seat, say)
        self.refusal: Refusal | None = None
        self.log: list[str] = []
        self.seen = 0
        self.commands: dict[str, Callable[[str], None]] = {
            "help": self.help,
            "hint": self.hint,
            "why": self.why,
            "hand": self.hand,
            "last": self.last,
            "score": self.score,
            "log": self.show_log,
            "rules": self.rules,
            "save": self.save_as,
            "quit": self.leave,
        }

    def say(self, key: str, **facts: object) -> str:
        """The text `play.<key>`."""
        return self.words.say(f"play.{key}", **facts)

    def tell(self, key: str, **facts: object) -> None:
        """Print the text `play.<key>`."""
        self.terminal.say(self.say(key, **facts))

    # -- the sitting -----------------------------------------------------------------------

    def run(self) -> int:
        """Play until the match is over or the human leaves; returns the exit code."""
        try:
            self._play()
        except LeaveError:
            self.farewell()
        except EOFError:
            if self.terminal.interactive:
                self.terminal.line("")
            self.farewell()
        except KeyboardInterrupt:
            self.terminal.line("")
            self.farewell()
            return INTERRUPTED
        finally:
            self.keep()
        return DONE

    def catch_up(self) -> None:
        """After a match was read back: say where it stands."""
        self._listen(quiet=True)
        self.tell("resumed", number=self.game.state.number)
        for line in self.log[-3:]:
            self.terminal.say(line, "dim", indent=2)

    def _play(self) -> None:
        while self.game.state.phase != ENDED:
            asked = self.game.advance()
            self._listen()
            self.keep()
            if asked is not None:
                self._answer(asked)
            elif self.game.state.phase != ENDED:
                if self.game.state.number and self.terminal.interactive:
                    self._read(self.say("ask.next"))
                self.game.next_deal()
        self._listen()
        self.keep()
        if self.seating.keeper is not None:
            self.terminal.line(self.say("kept", file=shown(self.seating.keeper.path)))

    def _listen(self, quiet: bool = False) -> None:
        """Tell what happened since the last time."""
        for told in self.game.told[self.seen :]:
            if isinstance(told.event, DealStarted):
                self.log.clear()
            lines = self.narrator.tell(told)
            self.log += lines
            if not quiet:
                if isinstance(told.event, DealScored):
                    self.terminal.rule(self.say("deal_over", number=told.after.number))
                for line in lines:
                    self.terminal.say(line, indent=2)
        self.seen = len(self.game.told)

    def keep(self) -> None:
        """Save; where that cannot be, say so once and play on."""
        if self.seating.keeper is None:
            return
        try:
            self.seating.keeper.save(self.game.events)
        except OSError as error:
            self.tell("cannot_save", problem=error.strerror or str(error))
            self.seating = Seating(None, self.seating.options)

    def farewell(self) -> None:
        """Save and tell how to go on."""
        self.keep()
        if self.seating.keeper is None:
            self.tell("left")
            return
        self.tell("left_saved")
        file = shown(self.seating.keeper.path)
        seed = () if self.game.state.number else ("--seed", str(self.game.seed))
        words = ["shengji", "play", "--resume", file, *self.seating.options, *seed]
        self.terminal.line("  " + " ".join(words))

    def leave(self, _: str) -> None:
        """Leave the table."""
        raise LeaveError

    # -- asking ----------------------------------------------------------------------------

    def _read(self, prompt: str) -> str:
        """A line that is no command; commands are done on the way.  Raises EOFError."""
        while True:
            line = self.terminal.read(prompt)
            word, _, rest = line.partition(" ")
            name = COMMAND_OF.get(word.lower())
            if name is None or name == "ok":
                return line
            self.commands[name](rest.strip())

    def _answer(self, asked: Ask) -> None:
        """Ask until the human has done something that may be done."""
        view = self.game.view()
        if self.terminal.interactive or asked.kind != "bid" or view.phase != DEALING:
            draw(view, self.narrator, self.terminal)
        else:
            draw_hand(view, self.words, self.terminal)
        prompt = self._question(asked, view)
        while True:
            line = self._read(prompt)
            if not line:
                self.tell(f"empty.{asked.kind}")
                continue
            try:
                action = self._meant(asked, view, line)
            except CardsError as error:
                self.terminal.say(self._not_cards(error))
                continue
            if action is None:
                continue
            if isinstance(action, Pass) and view.phase == DEALING:
                self.game.declined()
                return
            self.refusal = self.game.apply(action)
            if self.refusal is None:
                return
            text = refusal_text(self.refusal, self.words.lang)
            self.terminal.say(self.say("refused", text=text), "yellow", indent=2)

    def _question(self, asked: Ask, view: View) -> str:
        """What is asked, as a prompt; for a bid the choices are printed first."""
        if asked.kind == "play":
            return self.say("prompt", text=demand_text(view, self.narrator))
        if asked.kind == "bury":
            if view.rules.kitty_points_max < 100 * view.rules.decks:
                self.tell("bury_limit", number=view.rules.kitty_points_max)
            return self.say("prompt", text=self.say("ask.bury", number=view.bury))
        for number, one in enumerate(view.bids, 1):
            kind = self.say(f"bid_kind.{one.kind}")
            cards = cards_line(one.cards, self.words)
            trump = self.narrator.trump_name(trump_by(one.cards))
            text = self.say("bid", kind=kind, cards=cards, trump=trump)
            self.terminal.line(f" {number}  {text}")
        key = "ask.overturn" if view.phase == OVERTURNING else "ask.bid"
        if not view.bids:
            key = "ask.bid_join"
        elif len(view.bids) == 1:
            key += "_one"
        return self.say("prompt", text=self.say(key, number=len(view.bids)))

    def _meant(self, asked: Ask, view: View, line: str) -> Action | None:
        """The action that a line means; None if the human thinks better of it."""
        if COMMAND_OF.get(line.lower()) == "ok":
            action = self.game.advise()
            self.terminal.say(action_text(view, action, self.words) or self.say("passes"))
            return action
        if line.lower() in PASSES:
            if asked.kind == "bid":
                return Pass(self.game.seat)
            self.tell("no_pass")
            return None
        if asked.kind == "bid" and line.isdecimal() and len(line) < 3:
            if 0 < int(line) <= len(view.bids):
                return acts_as("bid", self.game.seat, view.bids[int(line) - 1].cards)
            self.tell("no_such_bid" if view.bids else "empty.join", number=len(view.bids))
            return None
        cards = read_cards(line, view.hand, self._asked_group(asked, view))
        if asked.kind == "play" and is_throw(view, cards) and not self._sure(view, cards):
            return None
        return acts_as(asked.kind, self.game.seat, cards)

    def _asked_group(self, asked: Ask, view: View) -> frozenset[int]:
        """The cards among which a bare rank is looked for first."""
        if asked.kind != "play" or not view.plays or view.trump is None or view.level is None:
            return frozenset()
        trump = trump_of(view.rules, view.trump, view.level)
        return all_of_group(trump, trump.group_mask(view.plays[0].cards[0]))

    def _sure(self, view: View, cards: Cards) -> bool:
        """Whether the human wants to throw in spite of the risk."""
        risk = throw_risk(view.rules, self.words)
        self.tell("throw", cards=cards_line(cards, self.words), risk=risk)
        return self._read(self.say("ask.throw")).lower() in YES

    def _not_cards(self, error: CardsError) -> str:
        facts = dict(error.facts)
        if "cards" in facts:
            cards = facts["cards"]
            assert isinstance(cards, tuple)
            facts["cards"] = self.words.listed([cards_line((card,), self.words) for card in cards])
        if "rank" in facts:
            facts["rank"] = self.words.say(f"rank.{facts['rank']}")
        return self.say(f"cards.{error.code}", **facts)

    # -- commands --------------------------------------------------------------------------

    def help(self, _: str) -> None:
        """What can be typed."""
        say = self.words
        self.terminal.say(say.say("help.cards"), indent=2)
        self.terminal.say(say.say("help.bids"), indent=2)
        chinese = say.lang == "zh"
        for name, names in COMMANDS.items():
            own = [word for word in names if word.isascii() != chinese or word == "?"]
            latin = [name] if chinese and name not in own else []
            head = padded(" " + " ".join([*own, *latin]), NAMES_WIDTH)
            self.terminal.say(head + say.say(f"help.{name}"), indent=NAMES_WIDTH)
        head = padded(" 过 p" if chinese else " pass p", NAMES_WIDTH)
        self.terminal.say(head + say.say("help.pass"), indent=NAMES_WIDTH)

    def hint(self, _: str) -> None:
        """What a novice would do here."""
        if self._nothing_asked():
            return
        view = self.game.view()
        self.terminal.say(advice_text(view, self.game.advise(), self.words), indent=2)

    def _nothing_asked(self) -> bool:
        """Between deals there is nothing to advise."""
        view = self.game.view()
        if any(self.game.seat in one.seats for one in view.due):
            return False
        self.tell("nothing_now")
        return True

    def why(self, _: str) -> None:
        """The last refusal, explained."""
        if self.refusal is None:
            self.tell("why.none")
            return
        for line in why_text(self.refusal, self.words):
            self.terminal.say(line, indent=2)

    def hand(self, _: str) -> None:
        """The table again."""
        draw(self.game.view(), self.narrator, self.terminal)

    def last(self, _: str) -> None:
        """The last trick."""
        for told in reversed(self.game.told):
            if isinstance(told.event, TrickTaken):
                for line in Narrator(self.game.seat, self.words).tell(told):
                    self.terminal.say(line, indent=2)
                return
        self.tell("no_trick")

    def score(self, _: str) -> None:
        """The defenders' points as a sum, the level table, and the levels."""
        view = self.game.view()
        if view.banker is not None and view.trump is not None:
            self.terminal.say(self.narrator.sum_of(view.points, view.dug, view.penalties))
            self.terminal.say(standing(view, self.narrator), indent=2)
        for points, result in level_rows(view.rules, self.words):
            self.terminal.say(padded(f"  {points}", 16) + result)
        self.terminal.say(ladder(view.levels, self.narrator, view.rules), indent=2)
        if view.rules.stake:
            coins = self.narrator.each(view.coins)
            self.terminal.say(self.words.say("event.coins_total", coins=coins))

    def show_log(self, _: str) -> None:
        """What happened in this deal."""
        self.terminal.page(self.log or [self.say("no_log")], self.say("more"))

    def rules(self, _: str) -> None:
        """The rules of this table."""
        page = describe(self.game.state.rules, self.words.lang)
        self.terminal.page(page.splitlines(), self.say("more"))

    def save_as(self, name: str) -> None:
        """Save now, to a file of its own if one is named."""
        keeper = self.seating.keeper
        path = Path(name).expanduser() if name else keeper.path if keeper else None
        if path is None:
            self.tell("save_where")
            return
        if name and path.exists() and not is_record(path):
            self.tell("not_ours", file=name)
            return
        try:
            save_record(path, self.game.events)
        except (OSError, ValueError) as error:
            self.tell("cannot_save", problem=getattr(error, "strerror", None) or str(error))
            return
        self.terminal.line(self.say("saved", file=shown(path)))


def trump_by(cards: Cards) -> str:
    """The trump that a bid of some cards makes."""
    suits = (suit_of(card) for card in cards)
    return next((suit for suit in suits if suit is not None), NO_TRUMP)


def is_record(path: Path) -> bool:
    """Whether a file is a record of ours, which may be written over."""
    try:
        with path.open("rb") as file:
            return file.read(13) in (b'{"t":"Record"', b"")
    except OSError:
        return False


def shown(path: Path) -> str:
    """A path as one types it in a shell."""
    home = str(Path.home())
    text = str(path)
    if text.startswith(f"{home}/"):
        rest = shlex.quote(text[len(home) + 1 :])
        return f"~/{rest}"
    return shlex.quote(text)

"""Reading the text form: liberal in blanks, case, suits and order, strict in what happened.

Every line is turned into actions and played through `decide`; what the text says of results is
compared with what the engine makes of them.
"""

import re
from collections.abc import Callable
from typing import get_args

from .actions import (
    Action,
    Bid,
    Bury,
    CloseBidding,
    Deal,
    Pass,
    Play,
    StartDeal,
    StartMatch,
)
from .cards import Cards, full_deck, show
from .decide import decide
from .errors import Refusal
from .events import BidMade, Event, Events, Played, ThrowFailed, TrickTaken
from .evolve import evolve
from .options import RulesetError
from .record_codec import TYPE, RecordError, action_from_data, is_text
from .record_notation import (
    Line,
    agrees,
    base_of,
    read_cards,
    read_level,
    read_line,
    read_option,
    read_value_text,
    told,
    told_line,
)
from .state import DEALING, IDLE, PLAYING, before_match

PLAY = re.compile(r"([^\[\]!]*)(?:\[([^\[\]!]*)\])?\s*(?:!([^\[\]!]*))?")
BID = re.compile(r"([^()]*)(?:\(([^()]*)\))?")
FIRST = re.compile(r"\bfirst\s+(\d)\b")
CLOSING = ("trump", "void")
TABLES = {"assisted": True, "unassisted": False}


def from_text(text: str) -> list[Event]:
    """The events of a match that a text tells of.  Raises RecordError, with the line.

    May be left out: comments, results, options as the preset has them, levels, the kitty,
    passes where the table closes the bidding (`Close`), when bids were made (then after the deal).
    """
    reader = _Reader()
    for number, raw in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        line = read_line(raw, number)
        if line is not None:
            reader.read(line)
    return reader.end()


class _Reader:
    """The match so far, and the lines that wait: header and hands until the first action."""

    def __init__(self) -> None:
        self.state = before_match()
        self.events: list[Event] = []
        self.line = 1
        self.rules_id: str | None = None
        self.options: dict[str, object] = {}
        self.levels: tuple[str, ...] | None = None
        self.assisted = True
        self.deal: Line | None = None
        self.hands: dict[int, Cards] = {}
        self.kitty: Cards | None = None
        self.left_off = False
        self.said: dict[str, list[str]] = {}

    def read(self, line: Line) -> None:
        """One line."""
        self.line = line.line
        known = _READERS.get(line.head)
        if known is not None:
            known(self, line)
        elif line.head in _OTHERS:
            self.other(line)
        else:
            self.result(line)

    def end(self) -> list[Event]:
        """The events, once all lines are read."""
        if self.left_off:
            return self.events
        self.dealt_out()
        return self.events

    def result(self, line: Line) -> None:
        """What came of it all.  While cards are dealt, trump says that the rest was dealt too."""
        if line.head in CLOSING and self.state.phase in (IDLE, DEALING):
            self.dealt_out()
        if line.head not in self.said:
            raise self.unread(line.head)
        self.compare(line.body, line.head)

    # -- helpers -------------------------------------------------------------------------------

    def unread(self, given: str) -> RecordError:
        return RecordError("text_line", self.line, given=given)

    def act(self, action: Action) -> Events:
        """Do it, and keep what a text may say of what came of it."""
        made = decide(self.state, action)
        if isinstance(made, Refusal):
            raise RecordError("text_refused", self.line, reason=made.code)
        self.events += made
        fresh: dict[str, list[str]] = {}
        for event in made:
            self.state = evolve(self.state, event)
            said = told(event, self.state)
            if said is not None:
                fresh.setdefault(said[0].lower().split()[0], []).extend(said[1])
        self.said |= fresh
        return made

    def compare(self, given: str, head: str) -> None:
        """What is said of a result must be so."""
        if not agrees(given, self.said[head]):
            expected = told_line(head.capitalize(), self.said[head])
            raise RecordError("text_told", self.line, given=given, expected=expected)

    def same(self, given: object, expected: object) -> None:
        if given != expected:
            raise RecordError("text_told", self.line, given=given, expected=expected)

    def dealt_out(self, at: int | None = None) -> None:
        """Begin the match and lay down the deck if that is still to do, and deal so far."""
        self.left_off = False
        if self.state.phase == IDLE:
            self.start()
        if self.deal is not None or self.hands:
            self.lay()
        deal = self.state.deal
        if self.state.phase != DEALING or deal is None:
            if at is not None:
                raise self.unread(f"@{at}")
            return
        rules = self.state.rules
        number = (rules.hand_size * rules.players if at is None else at) - deal.dealt
        if number:
            self.act(Deal(number))

    def start(self) -> None:
        if self.rules_id is None:
            raise RecordError("text_no_rules", self.line)
        try:
            rules = base_of(self.rules_id).changed(self.options)
        except RulesetError as error:
            given = error.facts.get("option", self.rules_id)
            raise RecordError("text_ruleset", self.line, given=given) from error
        self.act(StartMatch(rules, self.levels, self.assisted))

    def lay(self) -> None:
        """The deck, from hands in the order drawn; a kitty that is not given is what is left."""
        here, self.line = self.line, self.deal.line if self.deal is not None else self.line
        head, hands, kitty = self.deal, self.hands, self.kitty
        self.deal, self.hands, self.kitty = None, {}, None
        self.said = {}
        rules = self.state.rules
        players, number = rules.players, rules.hand_size
        for seat in range(players):
            if len(hands.get(seat, ())) != number:
                raise RecordError("text_hand", self.line, seat=seat, number=number)
        found = FIRST.search(head.body.lower()) if head is not None else None
        first = int(found[1]) if found else 0
        starts = first if self.state.banker is None else self.state.banker
        places = range(number * players)
        dealt = [hands[(starts + place) % players][place // players] for place in places]
        if kitty is None:
            kitty = _left(dealt, rules.decks)
        self.act(StartDeal((*dealt, *kitty), first))
        if head is not None:
            self.compare(head.body, "deal")
            if head.numbers:
                self.same(head.numbers[0], self.state.number)
        self.line = here

    # -- lines ---------------------------------------------------------------------------------

    def header(self, line: Line) -> None:
        """`Rules`, `Option`, `Levels`, `Table`: before anything happens."""
        if self.state.phase != IDLE or self.deal is not None:
            raise self.unread(line.head)
        if line.head == "rules":
            name = read_value_text(line.body)
            self.rules_id = name if isinstance(name, str) else line.body
            if not self.rules_id or not is_text(self.rules_id):
                raise self.unread(line.body)
        elif line.head == "levels":
            self.levels = tuple(read_level(word) for word in line.body.split())
        elif line.head == "table":
            if line.body.lower() not in TABLES:
                raise self.unread(line.body)
            self.assisted = TABLES[line.body.lower()]
        else:
            name = " ".join(line.words)
            self.options[name] = read_option(name, line.body, line.line)

    def new_deal(self, line: Line) -> None:
        """`Deal 3: first 1, …`."""
        self.dealt_out()
        self.deal = line

    def hand(self, line: Line) -> None:
        """`Hand 0: …`, `Kitty: …`."""
        if self.deal is None:
            raise self.unread(line.head)
        if line.head == "kitty":
            self.kitty = read_cards(line.body, line.line)
        else:
            self.hands[self.seat(line)] = read_cards(line.body, line.line)

    def seat(self, line: Line) -> int:
        if not line.numbers:
            raise self.unread(line.head)
        return line.numbers[0]

    def bid(self, line: Line) -> None:
        """`Bid 2 @37: 5s 5s (overturn)`."""
        self.dealt_out(line.at)
        found = BID.fullmatch(line.body)
        if found is None:
            raise self.unread(line.body)
        made = self.act(Bid(self.seat(line), read_cards(found[1], line.line)))
        if found[2] is not None and isinstance(made[0], BidMade):
            self.same(found[2].strip().lower(), made[0].kind)

    def passes(self, line: Line) -> None:
        """`Pass: 3 0 1`."""
        self.dealt_out(line.at)
        words = line.body.replace(",", " ").split() or [str(one) for one in line.numbers]
        if not words or not all(re.fullmatch(r"[0-9]", word) for word in words):
            raise self.unread(line.body)
        for word in words:
            self.act(Pass(int(word)))

    def close(self, line: Line) -> None:
        """`Close`."""
        self.dealt_out(line.at)
        self.act(CloseBidding())

    def bury(self, line: Line) -> None:
        """`Bury 2: …`."""
        self.dealt_out()
        self.act(Bury(self.seat(line), read_cards(line.body, line.line)))

    def dealt(self, line: Line) -> None:
        """`Dealt: 37`, where a text ends while cards are dealt."""
        if not re.fullmatch(r"[0-9]{1,3}", line.body):
            raise self.unread(line.body)
        self.dealt_out(int(line.body))
        self.left_off = True

    def trick(self, line: Line) -> None:
        """`Trick 3 from 1: 5s 5s, 6s 6s, 7s 7s, 8s 8s = 0, 10`."""
        self.dealt_out()
        deal = self.state.deal
        if self.state.phase != PLAYING or deal is None or deal.turn is None:
            raise RecordError("text_refused", self.line, reason="not_now")
        plays, _, result = line.body.partition("=")
        for number, actual in zip(line.numbers, (len(deal.tricks) + 1, deal.turn), strict=False):
            self.same(number, actual)
        made: Events = ()
        for text in plays.split(","):
            made = self.play(text)
        if result.strip():
            taken = [event for event in made if isinstance(event, TrickTaken)]
            expected = [number for event in taken for number in (event.seat, event.points)]
            given = [int(number) for number in re.findall(r"-?[0-9]{1,4}", result)]
            if not given or given != expected[: len(given)]:
                self.same(result.strip(), ", ".join(map(str, expected)))

    def play(self, text: str) -> Events:
        """`5s 5s`, `5s 5s 6s 6s [pair pair]`, `As Ks Ks ! As`."""
        found = PLAY.fullmatch(text.strip())
        deal = self.state.deal
        if found is None or deal is None:
            raise self.unread(text)
        reading = tuple(found[2].lower().split()) if found[2] is not None else None
        cards = read_cards(found[1], self.line)
        made = self.act(Play(deal.turn or 0, cards, reading))
        if found[3] is not None:
            failed = isinstance(made[0], ThrowFailed)
            forced = [event.cards for event in made if failed and isinstance(event, Played)]
            given = sorted(read_cards(found[3], self.line))
            self.same(show(given), "".join(show(sorted(cards)) for cards in forced))
        return made

    def other(self, line: Line) -> None:
        """`Claim: seat=1 trick=3 against=0`, and what else is rare."""
        self.dealt_out(line.at)
        kind = _OTHERS[line.head]
        data: dict[str, object] = {TYPE: kind.__name__}
        for word in line.body.split():
            name, equals, text = word.partition("=")
            if not equals:
                raise self.unread(word)
            data[name.lower()] = self.field(name.lower(), text)
        self.act(action_from_data(data, line.line))

    def field(self, name: str, text: str) -> object:
        """The value of a field by name; tricks are counted from 1."""
        if name == "levels":
            return [read_level(level) for level in text.split(",")]
        if name == "cards":
            return show(read_cards(text, self.line))
        if re.fullmatch(r"[0-9]{1,3}", text):
            return int(text) - (name == "trick")
        return text.lower()


def _left(dealt: list[int], decks: int) -> Cards:
    """The cards of the deck that are not among these."""
    left = list(full_deck(decks))
    for card in dealt:
        if card in left:
            left.remove(card)
    return tuple(left)


_READERS: dict[str, Callable[[_Reader, Line], None]] = {
    "rules": _Reader.header,
    "option": _Reader.header,
    "levels": _Reader.header,
    "table": _Reader.header,
    "deal": _Reader.new_deal,
    "hand": _Reader.hand,
    "kitty": _Reader.hand,
    "dealt": _Reader.dealt,
    "bid": _Reader.bid,
    "pass": _Reader.passes,
    "close": _Reader.close,
    "bury": _Reader.bury,
    "trick": _Reader.trick,
}
_OTHERS = {
    kind.__name__.lower(): kind
    for kind in get_args(Action)
    if kind not in (StartMatch, StartDeal, Deal, Bid, Pass, CloseBidding, Bury, Play)
}

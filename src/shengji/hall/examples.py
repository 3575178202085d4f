"""Cards that show the rules of one table.

Every example is put to the engine first, so that it is true for the ruleset it stands under.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from shengji.engine.cards import CODES, FACES, NO_TRUMP, RANKS, Cards, face, parse, points
from shengji.engine.kernel.pieces import shape
from shengji.engine.kernel.score import dig_factor
from shengji.engine.leads import Lead, failed_throw, read_lead
from shengji.engine.pieces import names_of
from shengji.engine.ruleset import Ruleset, past_goal
from shengji.engine.rulings import Follows
from shengji.engine.setting import Setting, setting_of
from shengji.engine.trump import TRUMP_GROUP
from shengji.words import Words, words
from shengji.words.pieces_text import cards_line, piece_label

from .calls import RulesExample

LEVEL = "7"
TRUMP = "H"
PLAIN = "s"
KITTIES = ("5c Tc", "5c", "3c")

Rows = Iterable[Cards]


def examples(rules: Ruleset, lang: str) -> tuple[RulesExample, ...]:
    """The examples that a ruleset asks for, in the order of its chapters."""
    return tuple(_Examples(rules, words(lang)).all())


class _Examples:
    """Examples for one ruleset: hearts are trump, and a level that its matches come to."""

    def __init__(self, rules: Ruleset, say: Words) -> None:
        self.rules = rules
        self.words = say
        self.level = rules.start_level if past_goal(rules, LEVEL) else LEVEL
        self.setting = setting_of(rules, TRUMP, self.level)
        twos = "2" if rules.permanent_twos else ""
        self.ranks = [rank for rank in RANKS if rank not in (self.level, twos)]

    def all(self) -> Iterator[RulesExample]:
        """One example after the other."""
        yield self.order()
        if self.rules.decks > 1:
            yield from self.sets()
            yield from self.runs()
        if self.rules.throws != "none":
            yield self.throw()
        yield self.follow()
        if self.rules.dig != "none":
            yield self.dig()

    def made(self, name: str, rows: Rows, **facts: object) -> RulesExample:
        """An example by the name of its texts."""
        level = self.words.say(f"rank.{self.level}")
        return RulesExample(
            title=self.words.say(f"example.{name}.title"),
            text=self.words.say(f"example.{name}.text", level=level, **facts),
            rows=tuple(tuple(CODES[card] for card in row) for row in rows),
        )

    def plain(self, *counts: tuple[int, int]) -> Cards:
        """Cards of the plain suit: which of its ranks from low to high, and how often."""
        return tuple(
            face(self.ranks[place] + PLAIN) for place, times in counts for _ in range(times)
        )

    # -- order and pieces -------------------------------------------------------------------

    def order(self) -> RulesExample:
        """Trump, a plain suit and trump at no trump, each from high to low."""
        bare = setting_of(self.rules, NO_TRUMP, self.level)
        trumps = [_falling(setting, TRUMP_GROUP) for setting in (self.setting, bare)]
        return self.made("order", (trumps[0], _falling(self.setting, 0), trumps[1]))

    def sets(self) -> Iterator[RulesExample]:
        """Pairs and more of a kind, and cards that look like a pair and are none."""
        alike = [self.plain((5, times)) for times in range(2, self.rules.decks + 1)]
        level = self.level
        unlike = [parse(f"{level}s {level}c"), parse("LJ BJ"), parse(f"{self.ranks[5]}s 9h")]
        yield self.made("sets", (*alike, parse("BJ BJ")), pieces=self.labels(alike))
        yield self.made("no_sets", [row for row in unlike if len(self.names(row)) > 1])

    def runs(self) -> Iterator[RulesExample]:
        """Tractors of every kind that these rules know, and neighbours that make none."""
        rows = list(self.neighbours())
        runs = [row for row in rows if len(self.names(row)) == 1]
        if self.rules.decks > 2:
            runs.append(self.plain((8, 3), (9, 3)))
        yield self.made("runs", runs)
        loose = [row for row in rows if row not in runs]
        if loose:
            yield self.made("no_runs", loose)

    def neighbours(self) -> Iterator[Cards]:
        """Two pairs side by side: in a plain suit, across the level, up through the trumps."""
        yield self.plain((8, 2), (9, 2))
        lower = [rank for rank in self.ranks if RANKS.index(rank) < RANKS.index(self.level)]
        if lower:
            yield self.plain((len(lower) - 1, 2), (len(lower), 2))
        order = _falling(self.setting, TRUMP_GROUP)
        tops = {self.setting.trump.row(card): card for card in reversed(order)}
        above = self.setting.trump.row(face(self.ranks[-2] + TRUMP.lower()))
        for high, low in pairwise(sorted((row for row in tops if row > above), reverse=True)):
            yield (tops[low], tops[low], tops[high], tops[high])
        yield parse(f"{self.level}s {self.level}s {self.level}c {self.level}c")
        if self.rules.permanent_twos:
            yield parse("2h 2h Ah Ah")

    # -- throws, duties, the dig ------------------------------------------------------------

    def throw(self) -> RulesExample:
        """A throw that another seat can beat in part, and what of it must be played."""
        if self.rules.decks > 1:
            thrown, held = self.plain((5, 1), (4, 2), (1, 2)), self.plain((8, 2))
        else:
            thrown, held = self.plain((10, 1), (5, 1)), self.plain((8, 1))
        hand = self.setting.trump.hand
        planes = hand(thrown)
        lead = read_lead(thrown, planes, self.setting)
        assert isinstance(lead, Lead)
        hands = (planes, hand(held), hand(()), hand(()))
        failed = failed_throw(lead, planes, hands, 0, self.setting)
        assert failed is not None
        facts = {
            "thrown": cards_line(thrown, self.words),
            "held": cards_line(held, self.words),
            "forced": cards_line(failed.forced.cards, self.words),
        }
        return self.made("throw", (thrown, held, failed.forced.cards), **facts)

    def follow(self) -> RulesExample:
        """A lead, a hand and a right answer."""
        if self.rules.decks > 1:
            led = self.plain((4, 2), (5, 2), (6, 2))
            own = self.plain((0, 2), (1, 2), (3, 2), (8, 2), (10, 1))
        else:
            led, own = self.plain((4, 1)), self.plain((0, 1), (9, 1))
        trump = self.setting.trump
        lead = read_lead(led, trump.hand(led), self.setting)
        assert isinstance(lead, Lead)
        hand = (*own, *parse("3d 5d Kh"))
        legal = Follows(trump.hand(hand), lead, self.setting)
        owed = names_of(legal.owed, 0)
        key = "follow_pieces" if owed else "follow"
        pieces = self.words.listed([piece_label(one, self.rules, self.words) for one in owed])
        facts = {"pieces": pieces} if owed else {}
        answer = next(iter(legal))
        return self.made(key, (led, hand, answer), number=legal.count(), **facts)

    def dig(self) -> RulesExample:
        """What the last trick is worth when a single, a pair or a tractor takes it."""
        rows = [self.plain((10, 1))]
        if self.rules.decks > 1:
            rows += [self.plain((10, 2)), self.plain((9, 2), (10, 2))]
        most = self.rules.kitty_points_max
        kitty = next(cards for cards in map(parse, KITTIES) if points(cards) <= most)
        base = points(kitty)
        lines = []
        for row in rows:
            factor = len(row) if self.rules.dig == "trick" else self.factor(row)
            facts = {"pieces": self.labels([row]), "factor": factor, "points": base * factor}
            lines.append(self.words.say("example.dig_line", base=base, **facts))
        sums = self.words.say("list.semicolon").join(lines)
        if self.rules.dig == "trick":
            return self.made("dig_trick", rows, sums=sums, base=base)
        return self.made("dig", (kitty, *rows), sums=sums, base=base)

    def factor(self, cards: Cards) -> int:
        """What a last trick that is led and won with some cards multiplies the kitty by."""
        planes = self.setting.trump.hand(cards)
        return dig_factor(planes, shape(planes, self.setting.table), self.setting.options)

    def names(self, cards: Cards) -> tuple[str, ...]:
        """The names of the pieces in some cards of one group."""
        planes = self.setting.trump.hand(cards)
        return names_of(shape(planes, self.setting.table), len(cards))

    def labels(self, rows: Sequence[Cards]) -> str:
        """What rows of one piece each are, in words."""
        names = [self.names(row)[0] for row in rows]
        return self.words.listed([piece_label(one, self.rules, self.words) for one in names])


def _falling(setting: Setting, group: int) -> Cards:
    """The faces of a suit group from high to low."""
    trump = setting.trump
    faces = [card for card in range(FACES) if trump.groups[card] == group]
    return tuple(sorted(faces, key=trump.sort_key, reverse=True))

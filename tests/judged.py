"""One question to the engine in a line: what cards are, what may follow, who takes a trick.

    at = At("huanle-2", "S", "6")          # spades are trump, sixes are played
    assert at.pieces("5h 5h 7h 7h") == ["2x2"]
    assert at.winner("5h", "As") == 1

Every answer comes from an `endgame` of the table, so through `decide` and `evolve`.
"""

from itertools import combinations

from shengji.engine.actions import Play
from shengji.engine.cards import CODES, parse, show
from shengji.engine.decide import decide
from shengji.engine.errors import Refusal
from shengji.engine.events import Dug, Played, ThrowFailed, TrickTaken
from shengji.engine.ruleset import Ruleset
from shengji.engine.state import all_hands
from table import NotAccepted, Table

RANKS_FROM_BELOW = "346789JQKA5T2"


def text(cards: tuple[int, ...]) -> str:
    """Cards as text, sorted by face."""
    return show(sorted(cards))


def picks(*plays: str) -> set[str]:
    """Some plays, each sorted by face, to compare with `answers`."""
    return {text(parse(cards)) for cards in plays}


class At:
    """Judgements under some rules, for one trump and level."""

    def __init__(
        self, rules: str | Ruleset, trump: str, level: str = "2", **options: object
    ) -> None:
        self.table = Table(rules, level=level, banker=0, **options)
        self.trump = trump
        self.level = level
        self.table.in_play(trump)
        self.begun = self.table.state

    def hold(self, *hands: str, kitty: str = "", points: int = 0, leader: int = 0) -> Table:
        """The table with exactly these cards in hand, from the leader on; seat 0 is banker."""
        assert self.begun.deal is not None
        deal = self.begun.deal.copied()
        assert deal.setting is not None
        whole = (*hands, *[""] * (4 - len(hands)))
        planes = [deal.setting.trump.hand(parse(hand)) for hand in whole]
        deal.hands = all_hands(planes[seat - leader] for seat in range(4))
        deal.start_hands = deal.hands
        deal.turn = leader
        deal.kitty = parse(kitty)
        deal.points = points
        state = self.begun.copied()
        state.deal = deal
        self.table.state = state
        self.table.events = []
        return self.table

    def pieces(self, cards: str, reading: tuple[str, ...] | None = None) -> list[str]:
        """The pieces of a lead, the largest first."""
        return list(self.hold(cards).play(0, cards, reading).last(Played).pieces)

    def is_run(self, cards: str) -> bool:
        """Whether the cards are one tractor, titanic or the like."""
        pieces = self.pieces(cards)
        return len(pieces) == 1 and "x" in pieces[0]

    def throw(self, cards: str, *others: str) -> str:
        """What a lead leaves on the table while the next seats hold these cards."""
        return text(self.thrown(cards, *others).last(Played).cards)

    def thrown(self, cards: str, *others: str) -> Table:
        """The table after a lead while the next seats hold these cards."""
        return self.hold(cards, *others).play(0, cards)

    def stands(self, cards: str, *others: str) -> bool:
        """Whether a throw stands while the next seats hold these cards."""
        return not self.thrown(cards, *others).all(ThrowFailed)

    def why_not(
        self, lead: str, hand: str, cards: str, reading: tuple[str, ...] | None = None
    ) -> str:
        """The code of the refusal of a follow, empty if it may be made."""
        table = self.hold(lead, hand).play(0, lead, reading)
        assert not table.all(ThrowFailed), "the throw must stand"
        try:
            table.play(1, cards)
        except NotAccepted as refused:
            return refused.refusal.code
        return ""

    def may_follow(
        self, lead: str, hand: str, cards: str, reading: tuple[str, ...] | None = None
    ) -> bool:
        """Whether a hand may answer a lead with these cards."""
        return not self.why_not(lead, hand, cards, reading)

    def answers(self, lead: str, hand: str, reading: tuple[str, ...] | None = None) -> set[str]:
        """All legal answers of a hand to a lead, found by trying every choice of its cards."""
        table = self.hold(lead, hand).play(0, lead, reading)
        assert not table.all(ThrowFailed), "the throw must stand"
        number = len(parse(lead))
        choices = set(combinations(sorted(parse(hand)), number))
        return {
            show(cards)
            for cards in choices
            if not isinstance(decide(table.state, Play(1, cards)), Refusal)
        }

    def trick(self, *plays: str, kitty: str = "", points: int = 0, leader: int = 0) -> Table:
        """The table after a last trick of these plays, filled up with cards that cannot win."""
        number = len(parse(plays[0]))
        spare = self._discards(plays[0], number)
        whole = [*plays, *[spare] * (4 - len(plays))]
        table = self.hold(*whole, kitty=kitty, points=points, leader=leader).trick(*whole)
        assert not table.all(ThrowFailed), "the throw must stand"
        return table

    def winner(self, *plays: str) -> int:
        """Which of some plays takes the trick."""
        return self.trick(*plays).last(TrickTaken).seat

    def factor(self, *plays: str, leader: int = 1) -> int:
        """What the last trick, led by a defender and won by one, multiplies the kitty by."""
        return self.trick(*plays, kitty="5c", leader=leader).last(Dug).factor

    def _discards(self, lead: str, number: int) -> str:
        led = {code[1].upper() for code in lead.split()}
        suit = next(one for one in "DCHS" if one not in {*led, self.trump})
        ranks = [rank for rank in RANKS_FROM_BELOW if rank != self.level]
        cards = [rank + suit.lower() for rank in ranks] * self.table.rules.decks
        assert all(card in CODES for card in cards)
        return " ".join(cards[:number])

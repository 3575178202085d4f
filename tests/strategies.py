"""Rulesets, leads, hands and tricks for the property tests: small, and full of trouble.

Everything is made by plain functions that ask a `Choose` for numbers.  Hypothesis gives them, so
that a failing example shrinks; a `random.Random` can give them too (`by_random`), for a long
hunt.  Cards are faces of the engine; no rule is judged here.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import TypeVar

from hypothesis import strategies as st

from shengji.engine.options import RulesetError
from shengji.engine.ruleset import PRESETS, Ruleset, option_fields, preset
from shengji.engine.setting import Setting, setting_of

T = TypeVar("T")
Faces = tuple[int, ...]
Wanted = list[tuple[int, int]]

JUDGING = (
    *("decks", "permanent_twos", "level_gap_closes", "link_side_level", "link_trump_level"),
    *("link_small_joker", "link_big_joker", "link_twos", "link_ace_two", "level_pairs_any_suit"),
    *("throws", "throw_forced", "follow_runs", "triples_for_pairs", "tractors_for_pairs"),
    *("ladders", "compare_throws", "wider_beats", "bombs"),
)
NEEDS = {"bombs": {"decks": 4}, "link_ace_two": {"permanent_twos": True}}
TRUMPS = ("S", "H", "C", "D", "NT")
LEVELS = "23456789TJQKA"


class Choose:
    """Numbers on demand: `choose(n)` is one of 0 … n - 1, and 0 is the simplest."""

    def __init__(self, number: Callable[[int], int]) -> None:
        self.number = number

    def __call__(self, n: int) -> int:
        return self.number(n) if n > 1 else 0

    def one(self, things: Sequence[T]) -> T:
        """One of some things."""
        return things[self(len(things))]

    def often(self, times: int, of: int) -> bool:
        """True so many times of so many."""
        return self(of) >= of - times


def by_random(rng: Random) -> Choose:
    """Numbers from a generator of random numbers."""
    return Choose(rng.randrange)


@cache
def _below(n: int) -> st.SearchStrategy[int]:
    return st.integers(0, n - 1)


def made(make: Callable[[Choose], T]) -> st.SearchStrategy[T]:
    """The strategy of what a function makes."""

    @st.composite
    def strategy(draw: st.DrawFn) -> T:
        return make(Choose(lambda n: draw(_below(n))))

    return strategy()


# --- rulesets -------------------------------------------------------------------------------


def a_ruleset(choose: Choose) -> Ruleset:
    """Any preset, some or all of its options that judge cards changed, contradictions left out."""
    rules = preset(choose.one(PRESETS))
    names = [choose.one(JUDGING) for _ in range(choose(7))]
    for name in JUDGING if choose.often(1, 4) else names:
        rules = _changed(rules, name, choose)
    if choose.often(1, 2):
        rules = _with(rules, {"decks": 4 - choose(2)})
    return rules


def _changed(rules: Ruleset, name: str, choose: Choose) -> Ruleset:
    values = option_fields()[name].metadata["values"]
    value = choose.one((False, True) if values == "flag" else values)
    return _with(rules, {**(NEEDS.get(name, {}) if value else {}), name: value})


def _with(rules: Ruleset, options: dict[str, object]) -> Ruleset:
    try:
        return rules.changed(options)
    except RulesetError:
        return rules


def a_setting(choose: Choose) -> Setting:
    """A ruleset, a trump and a level."""
    level = choose.one("2A3K5T") if choose.often(1, 2) else choose.one(LEVELS)
    return setting_of(a_ruleset(choose), choose.one(TRUMPS), level)


# --- cards ----------------------------------------------------------------------------------


class Pack:
    """All decks of a setting, to take cards from."""

    def __init__(self, setting: Setting, choose: Choose) -> None:
        self.setting = setting
        self.choose = choose
        self.decks = setting.rules.decks
        self.gone: Counter[int] = Counter()

    def left(self, face: int) -> int:
        """How many copies are left."""
        return self.decks - self.gone[face]

    def take(self, face: int, most: int) -> Faces:
        """Up to so many copies of a face."""
        found = (face,) * min(most, self.left(face))
        self.gone.update(found)
        return found

    def group(self, number: int) -> Faces:
        """The faces of a suit group, from low to high, equal ones side by side.

        Of trump often only the top: levels and jokers make the hardest cases.
        """
        trump = self.setting.trump
        faces = [face for face in range(54) if trump.groups[face] == number]
        faces.sort(key=trump.sort_key)
        return tuple(faces[-10:] if number == 4 and self.choose.often(1, 3) else faces)

    def rich(self, faces: Faces, size: int) -> Faces:
        """Up to so many cards, full of sets and neighbours."""
        choose = self.choose
        cards: Faces = ()
        place = choose(len(faces))
        for _ in range(4 * size):
            copies = self.copies()
            cards += self.take(faces[place], min(copies, size - len(cards)))
            if len(cards) == size:
                break
            place = (place + 1) % len(faces) if choose.often(3, 4) else choose(len(faces))
        return cards

    def copies(self) -> int:
        """How many copies to take: several, more often than not."""
        return min(1 + self.choose(4), self.decks) if self.choose.often(3, 4) else 1

    def run(self, faces: Faces, width: int, length: int) -> Faces:
        """About a run of so many sets so wide: neighbours in the list of faces."""
        start = self.choose(max(1, len(faces) - length + 1))
        trump = self.setting.trump
        cards: Faces = ()
        row = -1
        for face in faces[start:]:
            if len(cards) >= width * length:
                break
            skips = trump.row(face) == row and self.choose.often(3, 4)
            if self.left(face) >= width and not skips:
                cards += self.take(face, width)
                row = trump.row(face)
        return cards

    def pieces(self, faces: Faces, wanted: Wanted) -> Faces:
        """About these pieces, from one group."""
        cards: Faces = ()
        for width, length in wanted:
            cards += self.run(faces, width, length)
        return cards

    def wanted(self, size: int) -> Wanted:
        """Pieces of up to so many cards together, the first often large."""
        choose = self.choose
        wanted: Wanted = []
        while size:
            width = 1 + choose(min(self.decks, size))
            length = 1 + choose(size // width) if width > 1 and choose.often(2, 3) else 1
            wanted.append((width, length))
            size -= width * length
            if choose.often(1, 3):
                break
        return wanted


def a_group(pack: Pack) -> int:
    """The number of a suit group that has cards; trump (4) as often as all others together."""
    plain = [number for number in range(4) if pack.group(number)]
    return 4 if pack.choose.often(1, 2) else pack.choose.one(plain)


Picks = tuple[int, ...]
"""Numbers by which a test picks one of the readings of a lead; () for the usual one."""


def some_picks(choose: Choose) -> Picks:
    """Mostly none: the usual reading."""
    return tuple(choose(64) for _ in range(6)) if choose.often(1, 4) else ()


@dataclass(frozen=True)
class Follow:
    """A lead, how to pick its reading, a follower's hand, and a play of the hand."""

    setting: Setting
    lead: Faces
    picks: Picks
    hand: Faces
    play: Faces


def a_follow(choose: Choose, largest: int = 8) -> Follow:
    """A lead, a follower's hand of up to so many cards, and a play, near a legal one."""
    setting = a_setting(choose)
    pack = Pack(setting, choose)
    faces = pack.group(a_group(pack))
    wanted = pack.wanted(2 + choose(largest - 2))
    lead = pack.pieces(faces, wanted) or pack.rich(faces, 1)
    hand: Faces = ()
    if choose.often(1, 2):
        hand = pack.pieces(faces, wanted)[:largest]
    hand += pack.rich(faces, choose(largest + 1 - len(hand)))
    strangers = pack.rich(tuple(range(54)), choose(3))
    hand = hand + strangers or pack.rich(tuple(range(54)), 1)
    play = a_play(choose, setting, lead, hand)
    return Follow(setting, lead, some_picks(choose), hand, play)


def a_play(choose: Choose, setting: Setting, lead: Faces, hand: Faces) -> Faces:
    """As many cards of the hand as were led: of the group if they suffice, sets together."""
    group = setting.trump.groups[lead[0]]
    copies = Counter(hand)

    def weight(card: int) -> tuple[bool, int, int]:
        near = choose.often(7, 8)
        return (setting.trump.groups[card] != group) == near, -copies[card] * choose(3), card

    weights = {card: weight(card) for card in copies}
    return tuple(sorted(hand, key=weights.__getitem__)[: len(lead)])


@dataclass(frozen=True)
class Throw:
    """A lead, how to pick its reading, and the hands of all seats from the leader on."""

    setting: Setting
    lead: Faces
    picks: Picks
    hand: Faces
    others: tuple[Faces, Faces, Faces]


def a_throw(choose: Choose, largest: int = 8) -> Throw:
    """A lead, mostly of several pieces, and what the others hold of its group."""
    setting = a_setting(choose)
    pack = Pack(setting, choose)
    faces = pack.group(a_group(pack))
    wanted = pack.wanted(2 + choose(largest - 1))
    lead = pack.pieces(faces, wanted) or pack.rich(faces, 1)
    if choose.often(1, 8):
        lead += pack.rich(tuple(range(54)), 1)
    hand = lead + pack.rich(tuple(range(54)), choose(3))
    others = tuple(_other_hand(choose, pack, faces, wanted, largest) for _ in range(3))
    return Throw(setting, lead, some_picks(choose), hand, (others[0], others[1], others[2]))


def _other_hand(choose: Choose, pack: Pack, faces: Faces, wanted: Wanted, largest: int) -> Faces:
    hand = pack.run(faces, *choose.one(wanted)) if choose.often(1, 2) else ()
    return hand + pack.rich(faces, choose(largest // 2)) + pack.rich(tuple(range(54)), choose(3))


@dataclass(frozen=True)
class Trick:
    """Two to four plays of as many cards, the leader's first, and how to pick its reading."""

    setting: Setting
    picks: Picks
    plays: tuple[Faces, ...]


def a_trick(choose: Choose, largest: int = 8) -> Trick:
    """A lead and plays that often answer it, from its group or from trump."""
    setting = a_setting(choose)
    pack = Pack(setting, choose)
    led = a_group(pack)
    wanted = pack.wanted(1 + choose(largest))
    lead = pack.pieces(pack.group(led), wanted) or pack.rich(pack.group(led), 1)
    plays = [lead]
    for _ in range(1 + choose(3)):
        faces = pack.group(led if choose.often(1, 2) else 4)
        if choose.often(1, 12):
            faces = tuple(range(54))
        plays.append(_an_answer(choose, pack, faces, wanted, len(lead)))
    return Trick(setting, some_picks(choose), tuple(plays))


def _an_answer(choose: Choose, pack: Pack, faces: Faces, wanted: Wanted, number: int) -> Faces:
    cards: Faces = ()
    if choose.often(7, 8):
        cards = pack.pieces(faces, _redrawn(choose, wanted))[:number]
    cards += pack.rich(faces, number - len(cards))
    for face in range(54):
        cards += pack.take(face, number - len(cards))
    return cards


def _redrawn(choose: Choose, wanted: Wanted) -> Wanted:
    """The same pieces, or two of them in one row, or one more wide and less long."""
    found = list(wanted)
    if len(found) > 1 and choose.often(1, 4) and found[0][0] == found[1][0]:
        found[:2] = [(found[0][0], found[0][1] + found[1][1])]
    elif choose.often(1, 4):
        width, length = found[0]
        wider = 1 + choose(4)
        found[0] = (wider, max(1, width * length // wider))
    return found


@dataclass(frozen=True)
class Cards:
    """Some cards of one group, and pieces that may be a reading of them."""

    setting: Setting
    cards: Faces
    wanted: Wanted


def some_cards(choose: Choose, largest: int = 10) -> Cards:
    """Some cards of one group, rich in sets and neighbours."""
    setting = a_setting(choose)
    pack = Pack(setting, choose)
    faces = pack.group(a_group(pack))
    size = 1 + choose(largest)
    wanted = pack.wanted(size)
    cards = pack.pieces(faces, _redrawn(choose, wanted))[:size] if choose.often(1, 2) else ()
    cards = cards + pack.rich(faces, size - len(cards)) or pack.rich(faces, 1)
    singles = len(cards) - sum(width * length for width, length in wanted)
    return Cards(setting, cards, [*wanted, *[(1, 1)] * singles])


def text(cards: Iterable[int]) -> list[str]:
    """The codes of some cards, as the oracle reads them."""
    from shengji.engine.cards import CODES

    return [CODES[card] for card in cards]

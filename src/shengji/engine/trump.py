"""The order of cards for one trump and level, as the kernel's tables (G-03, G-04, C-07, E-02)."""

from collections.abc import Iterable
from functools import lru_cache

from .cards import BIG_JOKER, CODES, FACES, NO_TRUMP, RANKS, SMALL_JOKER, SUITS, Cards
from .kernel.planes import Hand, Table
from .ruleset import Ruleset

TRUMP_GROUP = 4


class Trump:
    """One trump and level: every face's bit and group, and the kernel's table.

    `bits[face]` is the face's bit, `faces[i]` the face of bit i, `groups[face]` its suit group
    (0 to 3 the plain suits ♠ ♥ ♣ ♦, 4 trump), `masks[group]` the faces of a group.
    """

    __slots__ = ("bits", "faces", "groups", "level", "masks", "suit", "table")

    def __init__(self, order: tuple[bool, ...], suit: str, level: str) -> None:
        self.suit = suit
        self.level = level
        self.table, self.faces, self.groups = _build(order, suit, level)
        bits = [0] * FACES
        masks = [0] * (TRUMP_GROUP + 1)
        for position, card in enumerate(self.faces):
            bits[card] = 1 << position
            masks[self.groups[card]] |= 1 << position
        self.bits = tuple(bits)
        self.masks = tuple(masks)

    def hand(self, cards: Iterable[int]) -> Hand:
        """The planes of some cards."""
        bits = self.bits
        a = b = c = d = 0
        for card in cards:
            bit = bits[card]
            if not a & bit:
                a |= bit
            elif not b & bit:
                b |= bit
            elif not c & bit:
                c |= bit
            else:
                d |= bit
        return a, b, c, d

    def cards(self, hand: Hand) -> Cards:
        """The cards of some planes, in the order of their bits.

        That is plain suits in turn, then trump, each from low to high; of equal faces only the
        first is in its place, the others come last.  `sort_key` sorts as people do.
        """
        a, b, c, d = hand
        found = []
        faces = self.faces
        while a:
            bit = a & -a
            a ^= bit
            card = faces[bit.bit_length() - 1]
            found.append(card)
            if b & bit:
                found.append(card)
                if c & bit:
                    found.append(card)
                    if d & bit:
                        found.append(card)
        return tuple(found)

    def group_mask(self, card: int) -> int:
        """The faces of the suit group that a card belongs to."""
        return self.masks[self.groups[card]]

    def row(self, card: int) -> int:
        """The row of a card as a bit: of two cards of one group the higher has the higher row."""
        bit = self.bits[card]
        table = self.table
        if bit & table.levels:
            return table.level_row
        return table.twos_row if bit & table.twos else bit

    def sort_key(self, card: int) -> tuple[int, int, int]:
        """Sorts a hand for people: plain suits in turn, trump last, each from low to high."""
        return self.groups[card], self.row(card), self.bits[card]

    def __repr__(self) -> str:
        return f"Trump({self.suit!r}, level {self.level!r})"


ORDER_OPTIONS = (
    "permanent_twos",
    "level_gap_closes",
    "link_side_level",
    "link_trump_level",
    "link_small_joker",
    "link_big_joker",
    "link_twos",
    "link_ace_two",
    "level_pairs_any_suit",
)


def trump_of(rules: Ruleset, suit: str, level: str) -> Trump:
    """The order of cards under a ruleset; `suit` is one of S H C D, or NT for no trump."""
    return _trump(tuple(getattr(rules, name) for name in ORDER_OPTIONS), suit, level)


@lru_cache(maxsize=512)
def _trump(order: tuple[bool, ...], suit: str, level: str) -> Trump:
    return Trump(order, suit, level)


class _Tiers:
    """The rows of cards from the lowest plain suit to the big joker, being laid."""

    def __init__(self) -> None:
        self.faces: list[list[int]] = []
        self.linked: list[bool] = []

    def add(self, faces: list[int], linked: bool) -> None:
        """One row more, of equal faces; `linked`: to the next row up."""
        self.faces.append(faces)
        self.linked.append(linked)

    def add_suit(self, number: int, ranks: list[int], gap_closes: bool, top_links: bool) -> None:
        """The cards of a suit from low to high; the level may leave a gap (G-07)."""
        for rank, above in zip(ranks, [*ranks[1:], None], strict=True):
            linked = top_links if above is None else gap_closes or above - rank == 1
            self.add([number * len(RANKS) + rank], linked)


def _build(
    order: tuple[bool, ...], suit: str, level: str
) -> tuple[Table, tuple[int, ...], tuple[int, ...]]:
    twos_stay, gap_closes, side_level, trump_level, small, big, link_twos, ace_two, any_level = (
        order
    )
    twos_stay = twos_stay and level != "2"
    twos_link = twos_stay and link_twos
    trump_suit = SUITS.find(suit) if suit != NO_TRUMP else -1
    plain = [number for number in range(len(SUITS)) if number != trump_suit]
    ranks = _suit_ranks(level, twos_stay)
    tiers = _Tiers()
    for number in plain:
        tiers.add_suit(number, ranks, gap_closes, False)
    lowest_trump = len(tiers.faces)
    sides = [number * len(RANKS) + RANKS.index(level) for number in plain]
    twos = [number * len(RANKS) for number in plain] if twos_stay else []
    if trump_suit >= 0:
        tiers.add_suit(trump_suit, ranks, gap_closes, twos_link if twos_stay else side_level)
        if twos:
            tiers.add(twos, twos_link)
            tiers.add([trump_suit * len(RANKS)], twos_link and side_level)
        tiers.add(sides, trump_level)
        tiers.add([trump_suit * len(RANKS) + RANKS.index(level)], small)
    else:
        if twos:
            tiers.add(twos, twos_link and side_level)
        tiers.add(sides, small)
    tiers.add([SMALL_JOKER], big)
    tiers.add([BIG_JOKER], False)
    groups = [TRUMP_GROUP] * FACES
    for number in plain:
        for rank in ranks:
            groups[number * len(RANKS) + rank] = number
    special = ace_two and twos_stay and trump_suit >= 0 and level != "A"
    low_run = [trump_suit * len(RANKS) + RANKS.index("A"), trump_suit * len(RANKS)]
    faces = tuple(row[0] for row in tiers.faces) + tuple(
        card for row in tiers.faces for card in row[1:]
    )
    table = _table(
        faces,
        groups,
        tiers.linked,
        lowest_trump,
        sides,
        twos,
        low_run if special else [],
        any_level,
    )
    return table, faces, tuple(groups)


def _table(
    faces: tuple[int, ...],
    groups: list[int],
    linked: list[bool],
    lowest_trump: int,
    sides: list[int],
    twos: list[int],
    low_run: list[int],
    any_level: bool,
) -> Table:
    """The masks of an order: `sides` and `twos` are its equal faces, `low_run` A and 2 (C-09)."""
    place_of = {card: place for place, card in enumerate(faces)}

    def mask(cards: Iterable[int]) -> int:
        return sum(1 << place_of[card] for card in cards)

    def group(number: int) -> int:
        return mask(card for card in range(FACES) if groups[card] == number)

    return Table(
        rows=(1 << len(linked)) - 1,
        link=sum(1 << row for row, links in enumerate(linked) if links),
        levels=mask(sides),
        level_row=mask(sides[:1]),
        twos=mask(twos),
        twos_row=mask(twos[:1]),
        trump=group(TRUMP_GROUP),
        lowest_trump=1 << lowest_trump,
        ace=mask(low_run[:1]),
        two=mask(low_run[1:]),
        equal_levels=mask(sides) if any_level else 0,
        fives=mask(card for card in range(FACES) if CODES[card][0] == "5"),
        tens=mask(card for card in range(FACES) if CODES[card][0] in "TK"),
        spades=group(0),
        hearts=group(1),
        clubs=group(2),
        diamonds=group(3),
    )


def _suit_ranks(level: str, twos_stay: bool) -> list[int]:
    """The ranks of a suit from low to high, without the level and without 2s that are trumps."""
    ranks = [rank for rank in range(len(RANKS)) if RANKS[rank] != level]
    return ranks[1:] if twos_stay else ranks

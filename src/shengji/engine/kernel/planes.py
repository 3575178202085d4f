"""Hands as bit planes: plane k-1 holds the faces held at least k times.

For one trump and level each face has a bit.  Rows come first, plain suits in blocks and trump
last, each block in order of strength; equal faces (side levels, side 2s) share the row of the
first of them, the others have spare bits above all rows and fold onto it.
"""

from typing import NamedTuple

from .jit import kernel, popcount

Hand = tuple[int, int, int, int]
Hands = tuple[Hand, Hand, Hand, Hand]
EMPTY: Hand = (0, 0, 0, 0)
NONE: Hand = (-1, -1, -1, -1)


class Table(NamedTuple):
    """The order of cards for one trump and level, as masks of bits.

    `link` marks the rows that link to the next row up.  `levels` and `twos` are the equal faces
    that share `level_row` and `twos_row`.  `ace` and `two` are the faces of the lowest trump run
    (C-09) or 0; `equal_levels` are the level faces of which any two pairs make a run (D-07).
    """

    rows: int
    link: int
    levels: int
    level_row: int
    twos: int
    twos_row: int
    trump: int
    lowest_trump: int
    ace: int
    two: int
    equal_levels: int
    fives: int
    tens: int
    spades: int
    hearts: int
    clubs: int
    diamonds: int


class Options(NamedTuple):
    """The options of a ruleset that judge cards, as ints."""

    bulldozer: int
    full_length: int
    protect: int
    tractors_kept: int
    bombs: int
    compare: int
    wider: int
    dig_family: int
    dig_cap: int
    throws: int
    forced: int


COMPARE_TOP, COMPARE_ALL, COMPARE_HIGHEST = range(3)
THROWS_NONE, THROWS_PLAIN, THROWS_ALL = range(3)
FORCED_LOWEST_BEATEN, FORCED_LOWEST, FORCED_HIGHEST_BEATEN = range(3)
DIG_ADDED, DIG_ADDED_DOUBLING, DIG_LARGEST, DIG_LARGEST_DOUBLING, DIG_POWER, DIG_TWICE = range(6)


@kernel
def size(hand: Hand) -> int:
    """How many cards the hand has."""
    a, b, c, d = hand
    if c:
        return popcount(a) + popcount(b) + popcount(c) + popcount(d)
    return popcount(a) + popcount(b)


@kernel
def within(hand: Hand, mask: int) -> Hand:
    """The cards of the hand whose faces are in the mask."""
    a, b, c, d = hand
    return a & mask, b & mask, c & mask, d & mask


@kernel
def holds(hand: Hand, part: Hand) -> bool:
    """Whether the hand holds all cards of the part."""
    a, b, c, d = hand
    p, q, r, s = part
    return not (p & ~a | q & ~b | r & ~c | s & ~d)


@kernel
def without(hand: Hand, part: Hand) -> Hand:
    """The hand less the cards of the part, which it holds."""
    a, b, c, d = hand
    p, q, r, s = part
    if not b:
        return a & ~p, 0, 0, 0
    one = p & ~q
    if not (c | q):
        return a & ~one | b & one, b & ~one, 0, 0
    two = q & ~r
    three = r & ~s
    return (
        a & ~p | b & one | c & two | d & three,
        b & ~p | c & one | d & two,
        c & ~p | d & one,
        d & ~p,
    )


@kernel
def together(hand: Hand, other: Hand) -> Hand:
    """The cards of both, at most four of a face."""
    a, b, c, d = hand
    p, q, r, s = other
    return (
        a | p,
        b | q | a & p,
        c | r | b & p | a & q,
        d | s | c & p | b & q | a & r,
    )


@kernel
def take(hand: Hand, face: int, k: int) -> Hand:
    """The hand without k copies of one face, which it holds."""
    a, b, c, d = hand
    for _ in range(k):
        a, b, c, d = a & ~face | b & face, b & ~face | c & face, c & ~face | d & face, d & ~face
    return a, b, c, d


@kernel
def fold(mask: int, table: Table) -> int:
    """The rows of some faces: spare bits of equal faces fold onto their row."""
    spare = mask & ~table.rows
    if spare:
        if spare & table.levels:
            mask |= table.level_row
        if spare & table.twos:
            mask |= table.twos_row
        mask &= table.rows
    return mask


@kernel
def faces_of(row: int, table: Table) -> int:
    """The faces that share a row."""
    if row == table.level_row:
        return table.levels
    if row == table.twos_row:
        return table.twos
    return row


@kernel
def plane(hand: Hand, k: int) -> int:
    """The faces held at least k times."""
    return hand[k - 1]


@kernel
def runs(rows: int, n: int, link: int) -> int:
    """The lowest row of every run of n rows that link."""
    starts = rows
    for i in range(1, n):
        starts &= (rows >> i) & (link >> (i - 1))
    return starts


@kernel
def with_hand(hands: Hands, seat: int, hand: Hand) -> Hands:
    """The hands with another one at a seat."""
    a, b, c, d = hands
    if seat == 0:
        return hand, b, c, d
    if seat == 1:
        return a, hand, c, d
    if seat == 2:
        return a, b, hand, d
    return a, b, c, hand


@kernel
def points(hand: Hand, table: Table) -> int:
    """The points of some cards (G-02)."""
    a, b, c, d = hand
    total = 5 * popcount(a & table.fives) + 10 * popcount(a & table.tens)
    if b:
        total += 5 * popcount(b & table.fives) + 10 * popcount(b & table.tens)
        if c:
            total += 5 * popcount(c & table.fives) + 10 * popcount(c & table.tens)
            total += 5 * popcount(d & table.fives) + 10 * popcount(d & table.tens)
    return total


@kernel
def group_of(face: int, table: Table) -> int:
    """The suit group of a face, as a mask."""
    if face & table.trump:
        return table.trump
    if face & table.spades:
        return table.spades
    if face & table.hearts:
        return table.hearts
    if face & table.clubs:
        return table.clubs
    return table.diamonds

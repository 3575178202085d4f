"""Pieces: sets of k identical cards, and runs of n of them.

A multiset of pieces (what a lead is, what a follower owes) is three ints, for pairs, triples and
quads: field n of an int counts the runs of length n, field 1 the loose sets.  Singles are not
written down: they are what remains.
"""

from .jit import kernel, popcount, top_bit
from .planes import Hand, Table, faces_of, fold, plane, runs, take

Pieces = tuple[int, int, int]
NO_PIECES: Pieces = (0, 0, 0)

LONGEST = 17
SHIFT = (0, 0, 5, 10, 15, 20, 25, 30, 35, 40, 42, 44, 46, 48, 50, 52, 54, 56)
FIELD = (0, 31, 31, 31, 31, 31, 31, 31, 31, 3, 3, 3, 3, 3, 3, 3, 3, 3)
RUNS_FROM = 5
TWO_OF_FOUR = (0, 0b0011, 0b0101, 0b1001, 0b0110, 0b1010, 0b1100)
LOOSE = 31


@kernel
def longest(counts: int) -> int:
    """The length of the longest run counted, 0 for none."""
    if counts < 1 << RUNS_FROM:
        return 1 if counts else 0
    n = LONGEST
    while not counts >> SHIFT[n]:
        n -= 1
    return n


@kernel
def counted(counts: int, n: int) -> int:
    """How many runs of length n are counted."""
    return counts >> SHIFT[n] & FIELD[n]


@kernel
def add(pieces: Pieces, k: int, n: int, times: int) -> Pieces:
    """The pieces and so many runs of n k-tuples more (or fewer)."""
    pairs, triples, quads = pieces
    more = times << SHIFT[n] if times > 0 else -(-times << SHIFT[n])
    if k == 2:
        return pairs + more, triples, quads
    if k == 3:
        return pairs, triples + more, quads
    return pairs, triples, quads + more


@kernel
def largest(pieces: Pieces) -> tuple[int, int]:
    """The largest piece, as (k, n): most cards, as many: the wider; (1, 1) where none is left."""
    k, n = 1, 1
    for width in range(2, 5):
        length = longest(pieces[width - 2])
        if length and width * length >= k * n:
            k, n = width, length
    return k, n


@kernel
def sets_in(counts: int) -> int:
    """How many k-tuples the runs of one width have together."""
    if counts < 1 << RUNS_FROM:
        return counts
    total = 0
    for n in range(1, LONGEST + 1):
        total += n * (counts >> SHIFT[n] & FIELD[n])
    return total


@kernel
def cards_in(pieces: Pieces) -> int:
    """How many cards the pieces have together."""
    return 2 * sets_in(pieces[0]) + 3 * sets_in(pieces[1]) + 4 * sets_in(pieces[2])


@kernel
def smallest_set(hand: Hand, faces: int, k: int) -> int:
    """Of some faces the lowest of those held least often, but at least k times; 0 for none."""
    for held in range(k, 5):
        found = hand[held - 1] & faces
        if held < 4:
            found &= ~hand[held]
        if found:
            return found & -found
    return 0


@kernel
def take_run(hand: Hand, start: int, k: int, n: int, table: Table) -> Hand:
    """The hand without the run of n k-tuples that starts at a row."""
    for i in range(n):
        row = start << i
        face = row
        if row == table.level_row or row == table.twos_row:
            face = smallest_set(hand, faces_of(row, table), k)
        hand = take(hand, face, k)
    return hand


@kernel
def special_faces(hand: Hand, table: Table) -> int:
    """The two faces of a run that no shift gives, held as pairs; 0 if there is none.

    Two equal level pairs (D-07) before the trump suit's A and 2 (C-09).
    """
    pairs = hand[1]
    equal = pairs & table.equal_levels
    if equal & (equal - 1):
        low = smallest_set(hand, equal, 2)
        return low | smallest_set(hand, equal & ~low, 2)
    low_run = table.ace | table.two
    return low_run if low_run and pairs & low_run == low_run else 0


@kernel
def special_runs(table: Table) -> int:
    """How many places there may be for a run that no shift gives, see `special_run`."""
    return 7 if table.equal_levels | table.ace else 0


@kernel
def special_run(pairs: int, number: int, table: Table) -> int:
    """The two faces of one of all runs that no shift gives; 0 if they are not among the pairs.

    Number 0 is the trump suit's A and 2 (C-09), 1 to 6 are two of four equal levels (D-07).
    """
    if number == 0:
        faces = table.ace | table.two
    else:
        faces = 0
        left = table.equal_levels
        for place in range(4):
            if TWO_OF_FOUR[number] >> place & 1:
                faces |= left & -left
            left &= left - 1
        if not faces & (faces - 1):
            return 0
    return faces if pairs & faces == faces else 0


@kernel
def special_top(faces: int, table: Table) -> int:
    """The row that a run of `special_faces` counts as its top."""
    return table.level_row if faces & table.equal_levels else table.lowest_trump


@kernel
def take_faces(hand: Hand, faces: int, k: int) -> Hand:
    """The hand without k copies of each of some faces."""
    while faces:
        face = faces & -faces
        hand = take(hand, face, k)
        faces ^= face
    return hand


@kernel
def best_piece(hand: Hand, table: Table) -> tuple[int, int]:
    """The largest piece in the cards, as (k, n): most cards, as many: the wider (G-21)."""
    best_k, best_n = (1, 1) if hand[0] else (0, 0)
    for k in range(2, 5):
        rows = fold(plane(hand, k), table)
        if not rows:
            break
        n = 1
        starts = rows
        while starts:
            if k * n >= best_k * best_n:
                best_k, best_n = k, n
            starts &= (rows >> n) & (table.link >> (n - 1))
            n += 1
    if best_k * best_n < 4 and special_faces(hand, table):
        return 2, 2
    return best_k, best_n


@kernel
def runs_of_piece(hand: Hand, k: int, n: int, table: Table) -> int:
    """The lowest row of every run of n k-tuples in some cards of one group."""
    return runs(fold(plane(hand, k), table), n, table.link)


@kernel
def top_start(hand: Hand, k: int, n: int, table: Table) -> int:
    """The lowest row of the highest run of n k-tuples, 0 if there is none."""
    return top_bit(runs_of_piece(hand, k, n, table))


@kernel
def highest(hand: Hand, k: int, n: int, table: Table) -> int:
    """The top row of the highest run of n k-tuples in some cards of one group, 0 for none."""
    start = top_start(hand, k, n, table)
    top = start << (n - 1)
    if k == 2 and n == 2:
        special = special_faces(hand, table)
        if special and special_top(special, table) > top:
            return special_top(special, table)
    return top


@kernel
def take_highest(hand: Hand, k: int, n: int, table: Table) -> Hand:
    """The cards less their highest run of n k-tuples, which they hold."""
    start = top_start(hand, k, n, table)
    if k == 2 and n == 2:
        special = special_faces(hand, table)
        if special and special_top(special, table) > start << (n - 1):
            return take_faces(hand, special, 2)
    return take_run(hand, start, k, n, table)


@kernel
def shape(cards: Hand, table: Table) -> Pieces:
    """The pieces of some cards of one group, the largest taken first (G-21)."""
    pieces = NO_PIECES
    while cards[1]:
        k, n = best_piece(cards, table)
        pieces = add(pieces, k, n, 1)
        cards = take_highest(cards, k, n, table)
    return pieces


@kernel
def loose_fit(hand: Hand, pieces: Pieces, protect: int) -> bool:
    """Whether the cards hold so many loose quads, triples and pairs, runs not counted."""
    _, b, c, d = hand
    pairs, triples, quads = pieces[0] & LOOSE, pieces[1] & LOOSE, pieces[2] & LOOSE
    if not c:
        return quads == 0 and triples == 0 and pairs <= popcount(b)
    of_two, of_three, of_four = popcount(b & ~c), popcount(c & ~d), popcount(d)
    if protect:
        return pairs <= of_two and triples <= of_three and quads <= of_four
    of_four -= quads
    of_three -= triples
    if of_three < 0:
        of_four += of_three
        of_three = 0
    return of_four >= 0 and pairs <= of_two + of_three + 2 * of_four

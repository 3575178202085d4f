"""Can some cards be split so that they hold given pieces?  Exact, by backtracking.

Runs are placed widest first, then longest first; loose sets are only counted.  While nothing but
pairs is left, much need not be tried: runs of one length may be placed from below as they fit,
and a run whose lowest row has room for one pair may as well lie a row lower, if that is free.
"""

from .jit import kernel, popcount
from .pieces import (
    LOOSE,
    SHIFT,
    Pieces,
    add,
    longest,
    loose_fit,
    sets_in,
    special_run,
    special_runs,
    take_faces,
    take_run,
)
from .planes import NONE, Hand, Table, fold, runs, take


@kernel
def usable(hand: Hand, k: int, protect: int) -> int:
    """The faces that may give a set of k: held k times, exactly so where sets are protected."""
    faces = hand[k - 1]
    if protect and k < 4:
        faces &= ~hand[k]
    return faces


@kernel
def pack(hand: Hand, pieces: Pieces, table: Table, protect: int) -> bool:
    """Whether the cards of one group hold all the pieces at once.

    With `protect` a set of k is taken only from a face held exactly k times (G-22).
    """
    pairs, triples, quads = pieces
    if pairs | triples | quads <= LOOSE:
        return loose_fit(hand, pieces, protect)
    if triples | quads:
        return place_wide(hand, pieces, table, protect, 1)
    if sets_in(pairs) > pairs_in(hand, protect):
        return False
    return place_pairs(hand, pairs, table, protect, 1)


@kernel
def pairs_in(hand: Hand, protect: int) -> int:
    """How many pairs the cards hold at once."""
    if protect:
        return popcount(hand[1] & ~hand[2])
    return popcount(hand[1]) + popcount(hand[3])


@kernel
def place_pairs(hand: Hand, pairs: int, table: Table, protect: int, low: int) -> bool:
    """Place the longest run of pairs at a row from `low` up, and then the others.

    The number of pairs is known to suffice.
    """
    n = longest(pairs)
    if n <= 1:
        return True
    rest = pairs - (1 << SHIFT[n])
    if n == 2 and low == 1:
        held = usable(hand, 2, protect)
        for number in range(special_runs(table)):
            faces = special_run(held, number, table)
            if faces and place_pairs(take_faces(hand, faces, 2), rest, table, protect, low):
                return True
    free = runs(fold(usable(hand, 2, protect), table), n, table.link)
    if rest <= LOOSE:
        return free & -low != 0
    starts = free & -low & ~(free << 1 & ~crowded(hand, table, protect))
    again = longest(rest) == n
    alone = rest - ((rest >> SHIFT[n]) << SHIFT[n]) <= LOOSE
    while starts:
        start = starts & -starts
        starts ^= start
        left = take_run(hand, start, 2, n, table)
        if place_pairs(left, rest, table, protect, start if again else 1):
            return True
        if alone:
            return False
    return False


@kernel
def crowded(hand: Hand, table: Table, protect: int) -> int:
    """The rows that have room for more than one pair."""
    rows = 0 if protect else fold(hand[3], table)
    pairs = usable(hand, 2, protect)
    levels = pairs & table.levels
    if levels & (levels - 1):
        rows |= table.level_row
    twos = pairs & table.twos
    if twos & (twos - 1):
        rows |= table.twos_row
    return rows


@kernel
def place_wide(hand: Hand, pieces: Pieces, table: Table, protect: int, low: int) -> bool:
    """Place the widest and longest run at a row from `low` up, and then the others.

    Here triples or quads are among the pieces, so every place is tried.
    """
    pairs, triples, quads = pieces
    loose = sets_in(pairs), sets_in(triples), sets_in(quads)
    if not loose_fit(hand, loose, protect):
        return False
    if pairs | triples | quads <= LOOSE:
        return True
    k = 4 if quads > LOOSE else 3 if triples > LOOSE else 2
    n = longest(pieces[k - 2])
    rest = add(pieces, k, n, -1)
    if k == 2 and n == 2 and low == 1:
        held = usable(hand, 2, protect)
        for number in range(special_runs(table)):
            faces = special_run(held, number, table)
            if faces and place_wide(take_faces(hand, faces, 2), rest, table, protect, low):
                return True
    again = longest(rest[k - 2]) == n
    starts = runs(fold(usable(hand, k, protect), table), n, table.link) & -low
    while starts:
        start = starts & -starts
        starts ^= start
        last_level, last_two = last_helds(start, k, n, table, protect)
        for level in range(k, last_level + 1):
            for two in range(k, last_two + 1):
                left = take_held(hand, start, k, n, table, level, two)
                if left != NONE and place_wide(left, rest, table, protect, start if again else 1):
                    return True
    return False


@kernel
def last_helds(start: int, k: int, n: int, table: Table, protect: int) -> tuple[int, int]:
    """Up to how many copies held a level and a 2 need be tried in a run, as `take_held` does."""
    rows = start * ((1 << n) - 1)
    level = 4 if rows & table.level_row and not protect else k
    two = 4 if rows & table.twos_row and not protect else k
    return level, two


@kernel
def leave_run(
    hand: Hand, start: int, k: int, n: int, rest: Pieces, table: Table, protect: int
) -> Hand:
    """What a run leaves of some cards if the other pieces are in it; NONE if they are not."""
    last_level, last_two = last_helds(start, k, n, table, protect)
    for level in range(k, last_level + 1):
        for two in range(k, last_two + 1):
            left = take_held(hand, start, k, n, table, level, two)
            if left != NONE and pack(left, rest, table, protect):
                return left
    return NONE


@kernel
def take_held(hand: Hand, start: int, k: int, n: int, table: Table, level: int, two: int) -> Hand:
    """The hand without a run; from shared rows a face held `level` or `two` times, or NONE."""
    for i in range(n):
        face = start << i
        if face == table.level_row:
            face = held_exactly(hand, table.levels, level)
        elif face == table.twos_row:
            face = held_exactly(hand, table.twos, two)
        if not face:
            return NONE
        hand = take(hand, face, k)
    return hand


@kernel
def held_exactly(hand: Hand, faces: int, times: int) -> int:
    """The lowest of some faces that is held exactly so many times, 0 if none is."""
    found = hand[times - 1] & faces
    if times < 4:
        found &= ~hand[times]
    return found & -found

"""What a follower owes, and whether a play gives it (G-08 to G-12, C-12 to C-16, E-11, E-12).

A lead is a multiset of pieces.  What a hand owes to it is again one: the best that can be given,
piece by piece from the largest, so that a play is legal exactly if it holds what is owed.
"""

from .jit import kernel
from .pack import pack, pairs_in, usable
from .pieces import (
    LOOSE,
    NO_PIECES,
    Pieces,
    add,
    counted,
    largest,
    sets_in,
)
from .planes import Hand, Options, Table, faces_of, fold, holds, runs, size, within

FITS, WRONG_NUMBER, NOT_THE_GROUP, NOT_ALL_OF_GROUP, NOT_THE_PIECES = range(5)


@kernel
def verdict(
    hand: Hand, play: Hand, group: int, number: int, lead: Pieces, table: Table, options: Options
) -> int:
    """Whether a play that the hand holds answers a lead of so many cards: FITS, or why not."""
    if size(play) != number:
        return WRONG_NUMBER
    of_group = within(hand, group)
    held = size(of_group)
    if held <= number:
        return FITS if holds(play, of_group) else NOT_ALL_OF_GROUP
    if play[0] & ~group:
        return NOT_THE_GROUP
    if lead == NO_PIECES:
        return FITS
    if gives(of_group, play, owed(of_group, lead, table, options), table, options):
        return FITS
    return NOT_THE_PIECES


@kernel
def gives(of_group: Hand, play: Hand, debt: Pieces, table: Table, options: Options) -> bool:
    """Whether a play of the group holds what is owed."""
    if debt == NO_PIECES:
        return True
    if options.protect:
        play = within(play, genuine(of_group, play))
    return fits(without_bombs(play, options), debt, table, options)


@kernel
def genuine(of_group: Hand, play: Hand) -> int:
    """The faces of which a play has just as many copies as the hand holds."""
    a, b, c, d = of_group
    p, q, r, s = play
    return p & ~(a ^ p) & ~(b ^ q) & ~(c ^ r) & ~(d ^ s)


@kernel
def without_bombs(hand: Hand, options: Options) -> Hand:
    """The cards as a duty sees them (G-28): with bombs four alike are owed as three at most.

    Where longer sets are protected they are not owed at all.
    """
    a, b, c, d = hand
    if not options.bombs:
        return hand
    if options.protect:
        return a, b & ~d, c & ~d, 0
    return a, b, c, 0


@kernel
def fits(hand: Hand, pieces: Pieces, table: Table, options: Options) -> bool:
    """Whether the cards hold the pieces, stand-ins allowed where the ladder has them (C-14)."""
    if pack(hand, pieces, table, options.protect):
        return True
    if not options.bulldozer or not hand[2] or pieces[0] <= LOOSE:
        return False
    threes = counted(pieces[0], 3)
    twos = counted(pieces[0], 2)
    for i in range(threes + 1):
        for j in range(twos + 1):
            if i + j and pack(hand, stand_in(pieces, i, j), table, options.protect):
                return True
    return False


@kernel
def stand_in(pieces: Pieces, bulldozers: int, bombs: int) -> Pieces:
    """The pieces with some three-pair runs as bulldozers and some two-pair runs as bombs."""
    pieces = add(add(pieces, 2, 3, -bulldozers), 3, 2, bulldozers)
    return add(add(pieces, 2, 2, -bombs), 4, 1, bombs)


@kernel
def owed(of_group: Hand, lead: Pieces, table: Table, options: Options) -> Pieces:
    """What the cards held of a led group owe to the lead; stand-ins are named as the real piece."""
    hand = without_bombs(of_group, options)
    debt = NO_PIECES
    if not hand[1]:
        return debt
    if lead == (1, 0, 0):
        return owe_pair(hand, table, options)
    if options.tractors_kept and lead[0] <= LOOSE and not lead[1] | lead[2]:
        hand = without_runs(hand, table, options)
    while lead != NO_PIECES:
        k, n = largest(lead)
        lead = add(lead, k, n, -1)
        if k == 2:
            debt = owe_pairs(hand, debt, n, table, options)
        elif options.bulldozer:
            debt = owe_bulldozer(hand, debt, k, n, table, options)
        else:
            debt = owe_titanic(hand, debt, k, n, table, options)
    return debt


@kernel
def owe_pair(hand: Hand, table: Table, options: Options) -> Pieces:
    """What is owed to one pair (G-09)."""
    if options.tractors_kept:
        hand = without_runs(hand, table, options)
    pairs = hand[1] & ~hand[2] if options.protect else hand[1]
    return (1, 0, 0) if pairs else NO_PIECES


@kernel
def without_runs(hand: Hand, table: Table, options: Options) -> Hand:
    """The cards less the faces that are part of a run of pairs, which pair leads spare."""
    pairs = usable(hand, 2, options.protect)
    rows = fold(pairs, table)
    starts = runs(rows, 2, table.link)
    in_runs = starts | starts << 1
    faces = in_runs
    if in_runs & table.level_row:
        faces |= faces_of(table.level_row, table)
    if in_runs & table.twos_row:
        faces |= faces_of(table.twos_row, table)
    equal = pairs & table.equal_levels
    if equal & (equal - 1):
        faces |= equal
    low_run = table.ace | table.two
    if pairs & low_run == low_run:
        faces |= low_run
    return within(hand, ~(faces & pairs))


@kernel
def more_sets(hand: Hand, debt: Pieces, k: int, most: int, table: Table, options: Options) -> int:
    """How many loose sets of k, at most so many, can be given beside what is owed already."""
    stand_ins = options.bulldozer and hand[2]
    if k == 2 and not debt[1] | debt[2] | stand_ins:
        return min(most, pairs_in(hand, options.protect) - sets_in(debt[0]))
    while most and not fits(hand, add(debt, k, 1, most), table, options):
        most -= 1
    return most


@kernel
def longest_held(hand: Hand, k: int, most: int, table: Table) -> int:
    """The length of the longest run of k-tuples, at most so much; special runs count 2."""
    rows = fold(hand[k - 1], table)
    n = 0
    starts = rows
    while starts and n < most:
        n += 1
        starts &= (rows >> n) & (table.link >> (n - 1))
    if n < 2 and k == 2 and (table.equal_levels or table.ace):
        return min(most, 2)
    return n


@kernel
def owe_pairs(hand: Hand, debt: Pieces, n: int, table: Table, options: Options) -> Pieces:
    """What is owed to a run of n pairs (G-10, C-13, C-14)."""
    if n > 1 and options.full_length:
        whole = add(debt, 2, n, 1)
        if fits(hand, whole, table, options):
            return whole
    elif n > 1:
        total = n if options.bulldozer else more_sets(hand, debt, 2, n, table, options)
        found = owe_runs(hand, debt, total, table, options)
        if found != NO_PIECES:
            return found
    return add(debt, 2, 1, more_sets(hand, debt, 2, n, table, options))


@kernel
def owe_runs(hand: Hand, debt: Pieces, total: int, table: Table, options: Options) -> Pieces:
    """What is owed of so many pairs, the longest runs first; NO_PIECES if no run can be given."""
    left = total
    length = left
    if not options.bulldozer:
        length = longest_held(hand, 2, left, table)
    runs_owed = 0
    while left:
        length = min(length, left)
        while length > 1:
            if completes(hand, add(debt, 2, length, 1), length, left - length, table, options):
                break
            length -= 1
        if length <= 1:
            break
        debt = add(debt, 2, length, 1)
        left -= length
        runs_owed += 1
    return add(debt, 2, 1, left) if runs_owed else NO_PIECES


@kernel
def completes(
    hand: Hand, debt: Pieces, longest_part: int, left: int, table: Table, options: Options
) -> bool:
    """Whether so many pairs more can be given beside a debt: loose, or in parts with stand-ins."""
    if fits(hand, add(debt, 2, 1, left), table, options):
        return True
    if not options.bulldozer or not hand[2]:
        return False
    most_threes = left // 3 if longest_part > 2 else 0
    for threes in range(most_threes + 1):
        with_threes = add(debt, 2, 3, threes)
        for twos in range((left - 3 * threes) // 2 + 1):
            parts = add(with_threes, 2, 2, twos)
            loose = left - 3 * threes - 2 * twos
            if threes + twos and fits(hand, add(parts, 2, 1, loose), table, options):
                return True
    return False


@kernel
def owe_run_part(hand: Hand, debt: Pieces, k: int, n: int, table: Table, options: Options) -> int:
    """The length of the longest run of k-tuples, n at most, that can be given too; 0 if none."""
    length = longest_held(hand, k, n, table)
    shortest = n if options.full_length else 2
    while length > 1 and length >= shortest:
        if fits(hand, add(debt, k, length, 1), table, options):
            return length
        length -= 1
    return 0


@kernel
def owe_titanic(hand: Hand, debt: Pieces, k: int, n: int, table: Table, options: Options) -> Pieces:
    """What is owed to n triples or quads in a row (E-11, E-12, G-22)."""
    pairs_for_each = 1
    while n:
        part = owe_run_part(hand, debt, k, n, table, options)
        if part:
            debt = add(debt, k, part, 1)
            n -= part
            continue
        sets = more_sets(hand, debt, k, n, table, options)
        if k == 4 and sets < n:
            debt = add(debt, 4, 1, sets)
            n -= sets
            k, pairs_for_each = 3, 2
            continue
        part = 0
        if sets < n:
            part = owe_run_part(hand, debt, 2, n, table, options)
        if part:
            debt = add(debt, 2, part, 1)
            n -= part
            continue
        debt = add(debt, k, 1, sets)
        pairs = pairs_for_each * (n - sets)
        return add(debt, 2, 1, more_sets(hand, debt, 2, pairs, table, options))
    return debt


@kernel
def owe_bulldozer(
    hand: Hand, debt: Pieces, k: int, n: int, table: Table, options: Options
) -> Pieces:
    """What is owed to n triples or quads in a row (C-15, C-16)."""
    while n > 1:
        part = owe_run_part(hand, debt, k, n, table, options)
        if not part:
            return owe_pairs(hand, debt, k * n // 2, table, options)
        debt = add(debt, k, part, 1)
        n -= part
    if not n:
        return debt
    for width in range(k, 2, -1):
        if more_sets(hand, debt, width, 1, table, options):
            return add(debt, width, 1, 1)
    return owe_pairs(hand, debt, k // 2, table, options)

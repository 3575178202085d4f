"""Who takes a trick (G-05, G-11 to G-13, G-22, G-28, C-18 to C-20); what stops a throw (G-14)."""

from .jit import kernel, top_bit
from .pack import last_helds, leave_run, pack, take_held
from .pieces import (
    LOOSE,
    NO_PIECES,
    Pieces,
    add,
    highest,
    largest,
    runs_of_piece,
    special_run,
    special_runs,
    take_faces,
    take_run,
)
from .planes import COMPARE_ALL, COMPARE_TOP, NONE, Hand, Options, Table, fold, take, within

TOP_ROW = 1 << 60


@kernel
def beaten(hand: Hand, group: int, k: int, n: int, top: int, table: Table) -> bool:
    """Whether a hand holds a higher piece of the same kind in the group (G-14)."""
    return highest(within(hand, group), k, n, table) > top


@kernel
def top_of(play: Hand, pieces: Pieces, table: Table) -> int:
    """The top row of the largest piece asked for, in the best reading of a play; 0 if none fits."""
    if pieces == NO_PIECES:
        return top_bit(fold(play[0], table))
    k, n = largest(pieces)
    rest = add(pieces, k, n, -1)
    if rest == NO_PIECES:
        return highest(play, k, n, table)
    starts = runs_of_piece(play, k, n, table)
    best = 0
    while starts and not best:
        start = top_bit(starts)
        starts ^= start
        if leave_run(play, start, k, n, rest, table, 0) != NONE:
            best = start << (n - 1)
    if k == 2 and n == 2:
        if best < table.level_row and leave_special(play, False, rest, table) != NONE:
            return table.level_row
        if not best and leave_special(play, True, rest, table) != NONE:
            return table.lowest_trump
    return best


@kernel
def take_top(play: Hand, pieces: Pieces, top: int, table: Table) -> Hand:
    """What the largest piece, which has this top, leaves of a play for the other pieces."""
    k, n = largest(pieces)
    rest = add(pieces, k, n, -1)
    start = top >> (n - 1)
    if start & runs_of_piece(play, k, n, table):
        left = leave_run(play, start, k, n, rest, table, 0)
        if left != NONE:
            return left
    if top == table.level_row:
        return leave_special(play, False, rest, table)
    return leave_special(play, True, rest, table)


@kernel
def leave_special(play: Hand, low: bool, rest: Pieces, table: Table) -> Hand:
    """As `leave_run` for a run that no shift gives: A and 2 (C-09), or two equal levels (D-07)."""
    first = 0 if low else 1
    last = 1 if low else special_runs(table)
    for number in range(first, last):
        faces = special_run(play[1], number, table)
        if faces:
            left = take_faces(play, faces, 2)
            if pack(left, rest, table, 0):
                return left
    return NONE


@kernel
def all_higher(best: Hand, play: Hand, pieces: Pieces, table: Table, high: int) -> bool:
    """Whether some reading of a play is higher, piece by piece, than the best so far.

    Its next piece starts at a row up to `high`: of one kind the higher is placed first.
    """
    pairs, triples, quads = pieces
    if pairs <= LOOSE and not triples | quads:
        return pairs_higher(best, play, pairs, table)
    k, n = largest(pieces)
    rest = add(pieces, k, n, -1)
    other = top_of(best, pieces, table)
    best = take_top(best, pieces, other, table)
    starts = runs_of_piece(play, k, n, table) & (high | high - 1)
    starts &= ~((other >> (n - 1) << 1) - 1)
    again = largest(rest) == (k, n)
    while starts:
        start = starts & -starts
        starts ^= start
        bound = start if again else TOP_ROW
        last_level, last_two = last_helds(start, k, n, table, 0)
        for level in range(k, last_level + 1):
            for two in range(k, last_two + 1):
                left = take_held(play, start, k, n, table, level, two)
                if left != NONE and all_higher(best, left, rest, table, bound):
                    return True
    if k == 2 and n == 2 and other < table.level_row:
        for number in range(1, special_runs(table)):
            faces = special_run(play[1], number, table)
            if faces and all_higher(best, take_faces(play, faces, 2), rest, table, high):
                return True
    return False


@kernel
def pairs_higher(best: Hand, play: Hand, pairs: int, table: Table) -> bool:
    """`all_higher` where only pairs and singles are left: each pair as low as may be."""
    for _ in range(pairs):
        other = top_bit(fold(best[1], table))
        above = fold(play[1], table) & ~((other << 1) - 1)
        if not above:
            return False
        best = take_run(best, other, 2, 1, table)
        play = take_run(play, above & -above, 2, 1, table)
    while play[0]:
        row = top_bit(fold(play[0], table))
        other = top_bit(fold(best[0], table))
        if row <= other:
            return False
        play = take_highest_card(play, row, table)
        best = take_highest_card(best, other, table)
    return True


@kernel
def take_highest_card(play: Hand, row: int, table: Table) -> Hand:
    """The play without one card of a row."""
    faces = row
    if row == table.level_row:
        faces = table.levels
    elif row == table.twos_row:
        faces = table.twos
    faces &= play[0]
    return take(play, faces & -faces, 1)


@kernel
def is_one_piece(lead: Pieces, number: int) -> bool:
    """Whether a lead of so many cards is a single piece."""
    k, n = largest(lead)
    return k * n == number


@kernel
def as_one_piece(play: Hand, number: int, table: Table) -> int:
    """The width of a play that is one piece, the widest reading; 0 if it is none."""
    if number == 1:
        return 1
    for k in range(4, 1, -1):
        if number % k == 0 and play[k - 1] and highest(play, k, number // k, table):
            return k
    return 0


@kernel
def wider_or_higher(best: Hand, play: Hand, number: int, table: Table) -> bool:
    """Whether a play beats the best so far where the wider piece wins (C-18 to C-20)."""
    width = as_one_piece(play, number, table)
    other = as_one_piece(best, number, table)
    if not width or width < other:
        return False
    best_is_trump = best[0] & table.trump != 0
    play_is_trump = play[0] & table.trump != 0
    if best_is_trump != play_is_trump:
        return play_is_trump
    if width != other:
        return True
    n = number // width
    return highest(play, width, n, table) > highest(best, width, n, table)


@kernel
def beats(
    best: Hand,
    play: Hand,
    group: int,
    number: int,
    lead: Pieces,
    table: Table,
    options: Options,
) -> bool:
    """Whether a play of so many cards takes the trick from the best play so far.

    `group` and `lead` are the suit group and the pieces of the trick's lead.
    """
    faces = play[0]
    if faces & ~group and faces & ~table.trump:
        return False
    if number == 1:
        return fold(faces, table) > fold(best[0], table)
    if number == 4 and options.bombs and (play[3] or best[3]):
        return play[3] != 0 and fold(play[3], table) > fold(best[3], table)
    one_piece = is_one_piece(lead, number)
    if options.wider and one_piece:
        return wider_or_higher(best, play, number, table)
    top = top_of(play, lead, table)
    if not top:
        return False
    ruffed = faces & ~group != 0 and best[0] & ~table.trump != 0
    if one_piece or options.compare == COMPARE_TOP:
        return top > top_of(best, lead, table)
    if options.compare == COMPARE_ALL:
        return ruffed or all_higher(best, play, lead, table, TOP_ROW)
    return top_bit(fold(faces, table)) > top_bit(fold(best[0], table))

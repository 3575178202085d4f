"""Who takes a trick (G-05, G-11 to G-13, G-22, G-28, C-18 to C-20); what stops a throw (G-14)."""

from .jit import kernel, top_bit
from .pack import pack
from .pieces import (
    NO_PIECES,
    Pieces,
    add,
    highest,
    largest,
    runs_of_piece,
    special_faces,
    special_top,
    take_faces,
    take_run,
)
from .planes import (
    COMPARE_ALL,
    COMPARE_TOP,
    Hand,
    Options,
    Table,
    fold,
    take,
    within,
)


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
        if pack(take_run(play, start, k, n, table), rest, table, 0):
            best = start << (n - 1)
    if k == 2 and n == 2:
        special = special_faces(play, table)
        higher = special != 0 and special_top(special, table) > best
        if higher and pack(take_faces(play, special, 2), rest, table, 0):
            best = special_top(special, table)
    return best


@kernel
def take_top(play: Hand, k: int, n: int, top: int, table: Table) -> Hand:
    """The play without the run of n k-tuples that has this top."""
    if k == 2 and n == 2:
        special = special_faces(play, table)
        if special and special_top(special, table) == top:
            return take_faces(play, special, 2)
    return take_run(play, top >> (n - 1), k, n, table)


@kernel
def all_higher(best: Hand, play: Hand, pieces: Pieces, table: Table) -> bool:
    """Whether piece by piece, each kind from its top, a play is higher than the best so far."""
    while pieces != NO_PIECES:
        k, n = largest(pieces)
        top = top_of(play, pieces, table)
        other = top_of(best, pieces, table)
        if top <= other:
            return False
        play = take_top(play, k, n, top, table)
        best = take_top(best, k, n, other, table)
        pieces = add(pieces, k, n, -1)
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
    for k in range(4, 0, -1):
        if number % k == 0 and play[k - 1] and highest(play, k, number // k, table):
            if k > 1 or number == 1:
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
        return ruffed or all_higher(best, play, lead, table)
    return top_bit(fold(faces, table)) > top_bit(fold(best[0], table))

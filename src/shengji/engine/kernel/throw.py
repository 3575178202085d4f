"""What a throw forces where it does not stand (G-14, G-15)."""

from .jit import kernel, top_bit
from .pieces import NO_PIECES, Pieces, add, largest
from .planes import (
    EMPTY,
    FORCED_HIGHEST_BEATEN,
    FORCED_LOWEST,
    Hand,
    Hands,
    Options,
    Table,
    fold,
    size,
    without,
)
from .trick import beaten, take_highest_card, take_top, top_of

Forced = tuple[int, int, int, int, Hand]


@kernel
def stopper(hands: Hands, leader: int, group: int, k: int, n: int, top: int, table: Table) -> int:
    """The first seat in playing order that holds a higher piece of the kind, -1 if none does."""
    for step in range(1, len(hands)):
        seat = (leader + step) % len(hands)
        if beaten(hands[seat], group, k, n, top, table):
            return seat
    return -1


@kernel
def comes_before(top: int, piece: Hand, best_top: int, best: Hand, highest_first: int) -> bool:
    """Whether a piece is forced rather than the best so far.

    By its top card, lowest first or highest first; equal, the fewer cards; still equal, the
    lowest face, which is the first suit of equal level cards.
    """
    if top != best_top:
        return top > best_top if highest_first else top < best_top
    if size(piece) != size(best):
        return size(piece) < size(best)
    return piece[0] & -piece[0] < best[0] & -best[0]


@kernel
def forced_piece(
    play: Hand,
    pieces: Pieces,
    hands: Hands,
    leader: int,
    group: int,
    table: Table,
    options: Options,
) -> Forced:
    """What a throw leaves on the table: (cards beaten, k, n, top row, the piece).

    All 0 if it stands.  `hands` has every seat's cards; an empty hand stops nothing.
    """
    highest_first = int(options.forced == FORCED_HIGHEST_BEATEN)
    stopped = 0
    best_k, best_n, best_top = 0, 0, 0
    best = EMPTY
    left = play
    while left[0]:
        k, n = largest(pieces)
        if pieces == NO_PIECES:
            top = top_bit(fold(left[0], table))
            after = take_highest_card(left, top, table)
        else:
            top = top_of(left, pieces, table)
            after = take_top(left, pieces, top, table)
            pieces = add(pieces, k, n, -1)
        piece = without(left, after)
        left = after
        stops = stopper(hands, leader, group, k, n, top, table) >= 0
        if stops:
            stopped += size(piece)
        if (stops or options.forced == FORCED_LOWEST) and (
            best == EMPTY or comes_before(top, piece, best_top, best, highest_first)
        ):
            best_k, best_n, best_top, best = k, n, top, piece
    if not stopped:
        return 0, 0, 0, 0, EMPTY
    return stopped, best_k, best_n, best_top, best

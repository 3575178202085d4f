"""What the last trick multiplies (A-21, B-10, D-11, D-12, F-12, G-20)."""

from .jit import kernel, popcount
from .pieces import Pieces, largest, sets_in
from .planes import (
    DIG_ADDED,
    DIG_ADDED_DOUBLING,
    DIG_LARGEST,
    DIG_POWER,
    DIG_TWICE,
    Hand,
    Options,
)


@kernel
def dig_factor(cards: Hand, pieces: Pieces, options: Options) -> int:
    """What the kitty's points are multiplied by, for the cards that dig and their reading."""
    family = options.dig_family
    if family == DIG_TWICE or not cards[1]:
        factor = 2
    elif family == DIG_ADDED or family == DIG_ADDED_DOUBLING:
        factor = added_factor(cards, family == DIG_ADDED_DOUBLING)
    else:
        k, n = largest(pieces)
        if family == DIG_LARGEST:
            factor = 2 * k * n
        elif family == DIG_POWER:
            loose = sets_in(pieces[0]) if k == 2 and n == 1 else 1
            factor = (1 << k * n) << (loose - 1)
        else:
            factor = 2 * k << (n - 1)
    return min(factor, options.dig_cap) if options.dig_cap else factor


@kernel
def added_factor(cards: Hand, doubling: bool) -> int:
    """All pairs, triples and quads added, each twice its cards; or each doubling the one before."""
    _, b, c, d = cards
    total = 0
    for k, faces in ((2, b & ~c), (3, c & ~d), (4, d)):
        sets = popcount(faces)
        if sets:
            total += 2 * k << (sets - 1) if doubling else 2 * k * sets
    return total

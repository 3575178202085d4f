"""Pieces as people see them: pairs, tractors, triples and more, with their cards."""

from collections.abc import Sequence
from functools import cache

from .cards import Cards
from .errors import ShengjiError
from .kernel.pack import pack
from .kernel.pieces import (
    LONGEST,
    NO_PIECES,
    Pieces,
    add,
    best_piece,
    cards_in,
    counted,
    highest,
    largest,
    take_highest,
)
from .kernel.planes import Hand, size, without
from .kernel.trick import take_top, top_of
from .setting import Setting
from .value import Value, value

SINGLE = "single"
SETS = {1: SINGLE, 2: "pair", 3: "triple", 4: "quad"}
RUN_LENGTHS = tuple(str(n) for n in range(2, LONGEST + 1))


class ReadingError(ShengjiError):
    """A reading that does not name the pieces of the cards."""


@value
class Piece(Value):
    """A run of n sets of k identical cards; `top` is the row of its highest card, as a bit."""

    k: int
    n: int
    top: int
    cards: Cards

    @property
    def name(self) -> str:
        """`single`, `pair`, `triple`, `quad`, or `KxN` for a run."""
        return piece_name(self.k, self.n)


@cache
def piece_name(k: int, n: int) -> str:
    """The name of a run of n k-tuples: `pair`, `2x3` …"""
    return SETS[k] if n == 1 else f"{k}x{n}"


@cache
def piece_of(name: str) -> tuple[int, int]:
    """The (k, n) that a name stands for.  Raises ReadingError."""
    for k, word in SETS.items():
        if name == word:
            return k, 1
    k_text, _, n_text = name.partition("x")
    if k_text in ("2", "3", "4") and n_text in RUN_LENGTHS:
        return int(k_text), int(n_text)
    raise ReadingError("no_such_piece", piece=name)


@cache
def names_of(pieces: Pieces, number: int) -> tuple[str, ...]:
    """The names of the pieces in so many cards, the largest first, singles last."""
    names = []
    singles = number - cards_in(pieces)
    while pieces != NO_PIECES:
        k, n = largest(pieces)
        names += [piece_name(k, n)] * counted(pieces[k - 2], n)
        pieces = add(pieces, k, n, -counted(pieces[k - 2], n))
    return (*names, *[SINGLE] * singles)


def read_pieces(names: Sequence[str]) -> Pieces:
    """The multiset that some names stand for; singles are left out.  Raises ReadingError."""
    pieces = NO_PIECES
    for name in names:
        k, n = piece_of(name)
        if k > 1:
            pieces = add(pieces, k, n, 1)
    return pieces


def is_reading(cards: Hand, pieces: Pieces, names: Sequence[str], setting: Setting) -> bool:
    """Whether the names are a reading of all the cards: the sets held at once, the rest singles."""
    singles = sum(name == SINGLE for name in names)
    return cards_in(pieces) + singles == size(cards) and pack(cards, pieces, setting.table, 0)


def split(cards: Hand, setting: Setting, reading: Pieces | None = None) -> tuple[Piece, ...]:
    """The pieces of some cards of one group, the largest first, singles last (G-21).

    A reading says which pieces to take; it must fit.
    """
    found: list[Piece] = []
    table = setting.table
    left = cards
    while left[1] and reading != NO_PIECES:
        if reading is None:
            k, n = best_piece(left, table)
            top = highest(left, k, n, table)
            rest = take_highest(left, k, n, table)
        else:
            k, n = largest(reading)
            top = top_of(left, reading, table)
            rest = take_top(left, reading, top, table)
            reading = add(reading, k, n, -1)
        found.append(Piece(k, n, top, setting.trump.cards(without(left, rest))))
        left = rest
    trump = setting.trump
    singles = [Piece(1, 1, trump.row(card), (card,)) for card in trump.cards(left)]
    singles.sort(key=lambda piece: piece.top, reverse=True)
    return (*found, *singles)

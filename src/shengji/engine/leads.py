"""What may be led, whether a throw stands, and what a failed one forces (G-14, G-15, C-17)."""

from collections.abc import Sequence

from .cards import Cards
from .errors import Refusal
from .kernel.pieces import NO_PIECES, Pieces, shape, take_highest
from .kernel.planes import Hand, within, without
from .kernel.trick import beaten
from .pieces import (
    SINGLE,
    Piece,
    ReadingError,
    is_reading,
    names_of,
    read_pieces,
    split,
)
from .setting import Setting
from .value import Value, value

ONE_SINGLE = (SINGLE,)


@value
class Lead(Value):
    """A lead that may be made: its group as a mask, number of cards, pieces and their names."""

    group: int
    number: int
    pieces: Pieces
    names: tuple[str, ...]

    @property
    def is_throw(self) -> bool:
        """Whether it has more than one piece 甩牌."""
        return len(self.names) > 1


@value
class FailedThrow(Value):
    """Why a throw does not stand, and what of it must be played.

    `beaten` are its pieces that another hand can beat; `by` is the first seat in playing order
    that beats the forced piece (the lowest of `beaten` if none does), with `beaten_by`.
    """

    forced: Piece
    beaten: tuple[Piece, ...]
    by: int
    beaten_by: Cards


def read_lead(
    cards: Cards, play: Hand, setting: Setting, reading: Sequence[str] | None = None
) -> Lead | Refusal:
    """The lead that some held cards make, or why they make none."""
    group = setting.trump.group_mask(cards[0])
    number = len(cards)
    if play[0] & ~group:
        return Refusal("one_group_only", "G-14", cards)
    if number == 1:
        return Lead(group, 1, NO_PIECES, ONE_SINGLE)
    try:
        pieces = shape(play, setting.table) if reading is None else read_pieces(reading)
    except ReadingError:
        return Refusal("no_such_reading", "G-21", cards)
    if reading is not None and not is_reading(play, pieces, reading, setting):
        return Refusal("no_such_reading", "G-21", cards)
    lead = Lead(group, number, pieces, names_of(pieces, number))
    if lead.is_throw:
        if setting.rules.throws == "none":
            return Refusal("no_throws", "C-17", cards)
        if setting.rules.throws == "plain" and group == setting.table.trump:
            return Refusal("no_trump_throws", "A-04", cards)
    return lead


def failed_throw(
    lead: Lead, play: Hand, others: Sequence[tuple[int, Hand]], setting: Setting
) -> FailedThrow | None:
    """What stops a throw, given the other seats in playing order with their hands (G-14).

    Equal does not beat, cards of two hands do not add up, trumps do not stop a plain throw.
    """
    table = setting.table
    pieces = split(play, setting, lead.pieces)
    stopped = tuple(
        piece
        for piece in pieces
        if any(beaten(hand, lead.group, piece.k, piece.n, piece.top, table) for _, hand in others)
    )
    if not stopped:
        return None
    forced = _forced(pieces, stopped, setting)
    shown = forced if forced in stopped else min(stopped, key=_height)
    seat, cards = next(
        (seat, _higher_piece(hand, lead.group, shown, setting))
        for seat, hand in others
        if beaten(hand, lead.group, shown.k, shown.n, shown.top, table)
    )
    return FailedThrow(forced, stopped, seat, cards)


def _forced(pieces: tuple[Piece, ...], stopped: tuple[Piece, ...], setting: Setting) -> Piece:
    """The piece that a failed throw leaves on the table (G-15)."""
    how = setting.rules.throw_forced
    if how == "highest-beaten":
        return min(stopped, key=lambda piece: (-piece.top, *_height(piece)))
    return min(pieces if how == "lowest" else stopped, key=_height)


def _height(piece: Piece) -> tuple[int, int, int]:
    """Lowest by its top card; equal, the fewer cards; still equal, the first suit."""
    return piece.top, len(piece.cards), piece.cards[0]


def _higher_piece(hand: Hand, group: int, piece: Piece, setting: Setting) -> Cards:
    """The cards of the highest piece of the same kind in a hand."""
    of_group = within(hand, group)
    left = take_highest(of_group, piece.k, piece.n, setting.table)
    return setting.trump.cards(without(of_group, left))

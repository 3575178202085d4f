"""What may be led, whether a throw stands, and what a failed one forces (G-14, G-15, C-17)."""

from collections.abc import Sequence

from .cards import Cards
from .errors import Refusal
from .kernel.pieces import NO_PIECES, Pieces, shape, take_highest
from .kernel.planes import Hand, Hands, within, without
from .kernel.throw import forced_piece, stopper
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
from .trump import Trump
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


def lead_made(cards: Cards, names: tuple[str, ...], trump: Trump) -> Lead:
    """The lead that lies on the table: cards that were led, and the names of their pieces."""
    return Lead(trump.group_mask(cards[0]), len(cards), read_pieces(names), names)


@value
class FailedThrow(Value):
    """Why a throw does not stand, and what of it must be played.

    `beaten` is how many of its cards are in pieces that another hand can beat; `by` is the first
    seat in playing order that beats the forced piece (if none does, as the option `lowest` may
    have it, a piece of the throw), with `beaten_by`.
    """

    forced: Piece
    beaten: int
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
    names = names_of(pieces, number)
    if reading is not None and sorted(reading) != sorted(names):
        return Refusal("no_such_reading", "G-21", cards)
    lead = Lead(group, number, pieces, names)
    if lead.is_throw:
        if setting.rules.throws == "none":
            return Refusal("no_throws", "C-17", cards)
        if setting.rules.throws == "plain" and group == setting.table.trump:
            return Refusal("no_trump_throws", "A-04", cards)
    return lead


def failed_throw(
    lead: Lead, play: Hand, hands: Hands, leader: int, setting: Setting
) -> FailedThrow | None:
    """What stops a throw, given every seat's hand (G-14, G-15).

    Equal does not beat, cards of two hands do not add up, trumps do not stop a plain throw.
    """
    table, group = setting.table, lead.group
    beaten, k, n, top, cards = forced_piece(
        play, lead.pieces, hands, leader, group, table, setting.options
    )
    if not beaten:
        return None
    forced = Piece(k, n, top, setting.trump.cards(cards))
    shown, by = forced, stopper(hands, leader, group, k, n, top, table)
    if by < 0:
        shown, by = _first_stopped(lead, play, hands, leader, setting)
    return FailedThrow(forced, beaten, by, _higher_piece(hands[by], group, shown, setting))


def _first_stopped(
    lead: Lead, play: Hand, hands: Hands, leader: int, setting: Setting
) -> tuple[Piece, int]:
    """The lowest piece of a throw that another hand can beat, and the first seat that does."""
    for piece in sorted(split(play, setting, lead.pieces), key=lambda piece: piece.top):
        by = stopper(hands, leader, lead.group, piece.k, piece.n, piece.top, setting.table)
        if by >= 0:
            return piece, by
    raise ValueError("the throw stands")


def _higher_piece(hand: Hand, group: int, piece: Piece, setting: Setting) -> Cards:
    """The cards of the highest piece of the same kind in a hand."""
    of_group = within(hand, group)
    left = take_highest(of_group, piece.k, piece.n, setting.table)
    return setting.trump.cards(without(of_group, left))

"""Suits, ranks, faces and their text codes.

A card is its *face*, an int: `suit * 13 + rank` for the plain cards (suits in the order
♠ ♥ ♣ ♦, ranks from 2 to A), then the small and the big joker.  Two copies of one card are
the same int, so a set of cards is a multiset of ints.
"""

from collections.abc import Iterable

from .errors import ShengjiError

SUITS = "SHCD"
NO_TRUMP = "NT"
RANKS = "23456789TJQKA"
SMALL_JOKER = 52
BIG_JOKER = 53
FACES = 54

Cards = tuple[int, ...]


class CardError(ShengjiError):
    """A text that names no card."""


CODES: tuple[str, ...] = (*(rank + suit for suit in SUITS.lower() for rank in RANKS), "LJ", "BJ")
POINTS: tuple[int, ...] = tuple({"5": 5, "T": 10, "K": 10}.get(code[0], 0) for code in CODES)
_FACE = {code.upper(): face for face, code in enumerate(CODES)}


def face(code: str) -> int:
    """The face of a card code such as `5s`, `Th`, `LJ`; upper and lower case are the same.

    Raises CardError on any other text.
    """
    found = _FACE.get(code.upper())
    if found is None:
        raise CardError("no_such_card", card=code)
    return found


def parse(text: str) -> Cards:
    """The cards of a text such as `5s 5s LJ`, in the order written.  Raises CardError."""
    return tuple(face(code) for code in text.replace(",", " ").split())


def show(cards: Iterable[int]) -> str:
    """The text of some cards, in the order given: `5s 5s LJ`."""
    return " ".join(CODES[card] for card in cards)


def rank_of(card: int) -> str | None:
    """The rank of a plain card as one letter, None for a joker."""
    return RANKS[card % 13] if card < SMALL_JOKER else None


def suit_of(card: int) -> str | None:
    """The printed suit of a plain card, None for a joker."""
    return SUITS[card // 13] if card < SMALL_JOKER else None


def points(cards: Iterable[int]) -> int:
    """The points of some cards: 5 for a five, 10 for a ten or a king (G-02)."""
    return sum(POINTS[card] for card in cards)


def full_deck(decks: int) -> Cards:
    """All cards of so many decks, sorted by face."""
    return tuple(card for card in range(FACES) for _ in range(decks))

"""Cards as people type them and as a hand is laid out."""

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator
from itertools import groupby

from shengji.engine.cards import (
    BIG_JOKER,
    FACES,
    RANKS,
    SMALL_JOKER,
    SUITS,
    Cards,
    rank_of,
    suit_of,
)
from shengji.engine.errors import ShengjiError
from shengji.engine.trump import TRUMP_GROUP, Trump
from shengji.words import Words
from shengji.words.pieces_text import PAIRED
from shengji.words.refusals import card_text

SUIT_WORDS = {
    "S": ("黑桃", "♠", "♤", "黑", "s"),
    "H": ("红桃", "红心", "♥", "♡", "红", "h"),
    "C": ("梅花", "草花", "♣", "♧", "梅", "草", "c"),
    "D": ("方块", "方片", "♦", "♢", "方", "d"),
}
JOKER_WORDS = {
    SMALL_JOKER: ("small joker", "smalljoker", "小王", "lj", "xw", "小"),
    BIG_JOKER: ("big joker", "bigjoker", "大王", "bj", "dw", "大"),
}
SUIT_OF_WORD = {word: suit for suit, found in SUIT_WORDS.items() for word in found}
JOKER_OF_WORD = {word: card for card, found in JOKER_WORDS.items() for word in found}
TOKEN = re.compile(
    "(?P<joker>" + "|".join(JOKER_OF_WORD) + ")"
    "|(?P<suit>" + "|".join(sorted(SUIT_OF_WORD, key=len, reverse=True)) + ")"
    "|(?P<rank>10|[2-9tjqka])"
    r"|(?P<gap>[\s,、，;+·.\-]+)"
)


class CardsError(ShengjiError):
    """A typed line that names no cards, or not clearly which."""


Named = tuple[str | None, str]  # a suit, perhaps, and a rank


def read_cards(line: str, hand: Cards, group: Collection[int] = ()) -> Cards:
    """The cards that a line names: `5s 5s`, `s55`, `♠5♠5`, `黑桃5`, `大王`, `10h`, `K`.

    A rank without a suit means a card of the `group` that is asked for, else of the hand, where
    only one can be meant.  Raises CardsError.
    """
    cards: list[int] = []
    bare: list[str] = []
    for one in _named(line):
        if isinstance(one, int):
            cards.append(one)
        elif one[0] is None:
            bare.append(one[1])
        else:
            cards.append(SUITS.index(one[0]) * len(RANKS) + RANKS.index(one[1]))
    for rank in dict.fromkeys(bare):
        cards += _meant(rank, bare.count(rank), hand, group)
    return tuple(cards)


def _named(line: str) -> list[int | Named]:
    """The cards of a line in the order written, suits as far as they were named."""
    text = unicodedata.normalize("NFKC", line).replace("\ufe0f", "").lower()
    found: list[int | Named] = []
    pending: list[str] = []  # ranks before their suit
    suit: str | None = None  # a suit before its ranks
    unused = False  # the suit has no rank yet

    def flush() -> None:
        found.extend((None, rank) for rank in pending)
        pending.clear()

    for what, word in _tokens(text):
        if what == "suit" and pending:
            found.extend((SUIT_OF_WORD[word], rank) for rank in pending)
            pending.clear()
        elif what == "suit":
            suit, unused = SUIT_OF_WORD[word], True
        elif what == "rank" and suit is not None:
            found.append((suit, _rank(word)))
            unused = False
        elif what == "rank":
            pending.append(_rank(word))
        elif not unused:
            flush()
            suit = None
            if what == "joker":
                found.append(JOKER_OF_WORD[word])
    flush()
    if unused:
        raise CardsError("no_such_cards", given=line[:20])
    return found


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    """The words of a line: joker, suit, rank or gap.  Raises CardsError."""
    place = 0
    while place < len(text):
        token = TOKEN.match(text, place)
        if token is None or token.lastgroup is None:
            raise CardsError("no_such_cards", given=text[:20])
        yield token.lastgroup, token[0]
        place = token.end()


def _rank(word: str) -> str:
    return "T" if word == "10" else word.upper()


def _meant(rank: str, number: int, hand: Cards, group: Collection[int]) -> list[int]:
    """Which cards so many bare ranks can only mean."""
    held = [card for card in hand if rank_of(card) == rank]
    asked = [card for card in held if card in group] or held
    if len(asked) == number or len(set(asked)) == 1:
        return (asked * number)[:number] if len(set(asked)) == 1 else asked
    if not held:
        raise CardsError("rank_not_held", rank=rank)
    raise CardsError("which_suit", rank=rank, cards=tuple(dict.fromkeys(asked)))


def grouped(cards: Iterable[int], trump: Trump | None, level: str | None) -> list[list[int]]:
    """A hand in four suits and trump last; before trump is set, level cards and jokers last."""
    rows: list[list[int]] = [[] for _ in range(TRUMP_GROUP + 1)]
    for card in cards:
        if trump is not None:
            rows[trump.groups[card]].append(card)
        elif card >= SMALL_JOKER or rank_of(card) == level:
            rows[TRUMP_GROUP].append(card)
        else:
            rows[card // len(RANKS)].append(card)
    return rows


def pairs_joined(cards: Iterable[int], say: Words, bare: str | None) -> list[str]:
    """Cards side by side, equal ones joined; those of the suit `bare` are named by rank alone."""
    return [
        PAIRED.join([short_text(card, say, bare)] * len(list(same)))
        for card, same in groupby(cards)
    ]


def short_text(card: int, say: Words, bare: str | None = None) -> str:
    """A card's text, without its sign if it is of the suit that the line is for."""
    rank = rank_of(card)
    if rank is not None and suit_of(card) == bare:
        return say.say(f"rank.{rank}")
    return card_text(card, say)


def all_of_group(trump: Trump, group: int) -> frozenset[int]:
    """The faces of a suit group, given as its mask."""
    return frozenset(card for card in range(FACES) if trump.bits[card] & group)

"""The order of cards for one trump and level, as the kernel's tables (G-03, G-04, C-07, E-02)."""

from collections.abc import Iterable
from functools import lru_cache

from .cards import BIG_JOKER, CODES, FACES, NO_TRUMP, RANKS, SMALL_JOKER, SUITS, Cards
from .kernel.planes import Hand, Table
from .ruleset import Ruleset

TRUMP_GROUP = 4


class Trump:
    """One trump and level: every face's bit and group, and the kernel's table.

    `bits[face]` is the face's bit, `faces[i]` the face of bit i, `groups[face]` its suit group
    (0 to 3 the plain suits ♠ ♥ ♣ ♦, 4 trump), `masks[group]` the faces of a group.
    """

    __slots__ = ("bits", "faces", "groups", "level", "masks", "suit", "table")

    def __init__(self, order: tuple[bool, ...], suit: str, level: str) -> None:
        self.suit = suit
        self.level = level
        self.table, self.faces, self.groups = _build(order, suit, level)
        bits = [0] * FACES
        masks = [0] * (TRUMP_GROUP + 1)
        for position, card in enumerate(self.faces):
            bits[card] = 1 << position
            masks[self.groups[card]] |= 1 << position
        self.bits = tuple(bits)
        self.masks = tuple(masks)

    def hand(self, cards: Iterable[int]) -> Hand:
        """The planes of some cards."""
        bits = self.bits
        a = b = c = d = 0
        for card in cards:
            bit = bits[card]
            if not a & bit:
                a |= bit
            elif not b & bit:
                b |= bit
            elif not c & bit:
                c |= bit
            else:
                d |= bit
        return a, b, c, d

    def cards(self, hand: Hand) -> Cards:
        """The cards of some planes: plain suits in turn, trump last, each from low to high."""
        a, b, c, d = hand
        found = []
        faces = self.faces
        while a:
            bit = a & -a
            a ^= bit
            card = faces[bit.bit_length() - 1]
            found.append(card)
            if b & bit:
                found.append(card)
                if c & bit:
                    found.append(card)
                    if d & bit:
                        found.append(card)
        return tuple(found)

    def group_mask(self, card: int) -> int:
        """The faces of the suit group that a card belongs to."""
        return self.masks[self.groups[card]]

    def row(self, card: int) -> int:
        """The row of a card as a bit: of two cards of one group the higher has the higher row."""
        bit = self.bits[card]
        table = self.table
        if bit & table.levels:
            return table.level_row
        return table.twos_row if bit & table.twos else bit

    def sort_key(self, card: int) -> tuple[int, int, int]:
        """Sorts a hand for people: plain suits in turn, trump last, each from low to high."""
        return self.groups[card], self.row(card), self.bits[card]

    def __repr__(self) -> str:
        return f"Trump({self.suit!r}, level {self.level!r})"


ORDER_OPTIONS = (
    "permanent_twos",
    "level_gap_closes",
    "link_side_level",
    "link_trump_level",
    "link_small_joker",
    "link_big_joker",
    "link_twos",
    "link_ace_two",
    "level_pairs_any_suit",
)


def trump_of(rules: Ruleset, suit: str, level: str) -> Trump:
    """The order of cards under a ruleset; `suit` is one of S H C D, or NT for no trump."""
    return _trump(tuple(getattr(rules, name) for name in ORDER_OPTIONS), suit, level)


@lru_cache(maxsize=512)
def _trump(order: tuple[bool, ...], suit: str, level: str) -> Trump:
    return Trump(order, suit, level)


def _build(
    order: tuple[bool, ...], suit: str, level: str
) -> tuple[Table, tuple[int, ...], tuple[int, ...]]:
    (twos_stay, gap_closes, *links, twos_link, ace_two, any_levels) = order
    twos_stay = twos_stay and level != "2"
    trump_suit = SUITS.find(suit) if suit != NO_TRUMP else -1
    blocks = [_plain_ranks(level, twos_stay)] * len(SUITS)
    tiers: list[list[int]] = []
    link_after: list[bool] = []
    groups = [TRUMP_GROUP] * FACES

    def tier(faces: list[int], linked: bool) -> None:
        tiers.append(faces)
        link_after.append(linked)

    def suit_tiers(number: int, top_links: bool) -> None:
        ranks = blocks[number]
        for place, rank in enumerate(ranks):
            top = place == len(ranks) - 1
            gap = not top and ranks[place + 1] - rank > 1
            tier([number * 13 + rank], top_links if top else gap_closes or not gap)

    for number in range(len(SUITS)):
        if number != trump_suit:
            suit_tiers(number, False)
            for rank in blocks[number]:
                groups[number * 13 + rank] = number
    lowest_trump = len(tiers)
    twos_between = twos_stay and twos_link
    side_level, trump_level, small_joker, big_joker = links
    if trump_suit >= 0:
        suit_tiers(trump_suit, twos_between if twos_stay else side_level)
    level_faces = [number * 13 + RANKS.index(level) for number in range(len(SUITS))]
    if twos_stay:
        tier([number * 13 for number in range(len(SUITS)) if number != trump_suit], twos_between)
        if trump_suit >= 0:
            tier([trump_suit * 13], twos_between and side_level)
        elif not side_level:
            link_after[-1] = False
    sides = [card for card in level_faces if card // 13 != trump_suit]
    if trump_suit >= 0:
        tier(sides, trump_level)
        tier([level_faces[trump_suit]], small_joker)
    else:
        tier(sides, small_joker)
    tier([SMALL_JOKER], big_joker)
    tier([BIG_JOKER], False)
    faces = tuple(faces[0] for faces in tiers) + tuple(
        card for faces in tiers for card in faces[1:]
    )
    place_of = {card: place for place, card in enumerate(faces)}

    def mask(cards: Iterable[int]) -> int:
        return sum(1 << place_of[card] for card in cards)

    twos = [faces for faces in tiers if len(faces) > 1 and faces != sides]
    special = ace_two and twos_stay and trump_suit >= 0 and level != "A"
    table = Table(
        rows=(1 << len(tiers)) - 1,
        link=sum(1 << row for row, linked in enumerate(link_after) if linked),
        levels=mask(sides),
        level_row=mask(sides[:1]),
        twos=mask(twos[0]) if twos else 0,
        twos_row=mask(twos[0][:1]) if twos else 0,
        trump=mask(card for card in range(FACES) if groups[card] == TRUMP_GROUP),
        lowest_trump=1 << lowest_trump,
        ace=mask([trump_suit * 13 + 12]) if special else 0,
        two=mask([trump_suit * 13]) if special else 0,
        equal_levels=mask(sides) if any_levels else 0,
        fives=mask(card for card in range(FACES) if CODES[card][0] == "5"),
        tens=mask(card for card in range(FACES) if CODES[card][0] in "TK"),
        spades=mask(card for card in range(FACES) if groups[card] == 0),
        hearts=mask(card for card in range(FACES) if groups[card] == 1),
        clubs=mask(card for card in range(FACES) if groups[card] == 2),
        diamonds=mask(card for card in range(FACES) if groups[card] == 3),
    )
    return table, faces, tuple(groups)


def _plain_ranks(level: str, twos_stay: bool) -> list[int]:
    ranks = [rank for rank in range(len(RANKS)) if RANKS[rank] != level]
    return ranks[1:] if twos_stay else ranks

"""What is legal, as lazy views: `in`, `explain`, iteration in a fixed order, `count`, `sample`.

Nothing here lists plays for its own sake: membership and explanations are judged on planes.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from functools import cached_property
from itertools import combinations, product
from math import comb
from random import Random
from typing import Final

from .cards import Cards
from .errors import Refusal
from .follows import demand
from .kernel.follow import gives
from .kernel.pieces import NO_PIECES, Pieces
from .kernel.planes import EMPTY, Hand, faces_of, fold, runs, size, within
from .kernel.playout import SEED_BITS, random_follow, random_lead
from .leads import Lead, read_lead
from .playing import held_planes, refused_follow, verdict_of
from .setting import Setting
from .state import PLAYING, State


class Legal(ABC):
    """The plays that may be made from a hand now."""

    def __init__(self, hand: Hand, setting: Setting) -> None:
        self.hand: Final = hand
        self.setting: Final = setting

    def __contains__(self, cards: Cards) -> bool:
        return self.explain(cards) is None

    @abstractmethod
    def explain(self, cards: Cards) -> Refusal | None:
        """Why some cards may not be played, None if they may."""

    @abstractmethod
    def __iter__(self) -> Iterator[Cards]:
        """Every legal play once, in a fixed order."""

    @abstractmethod
    def count(self) -> int:
        """How many different legal plays there are, exactly."""

    @abstractmethod
    def sample(self, rng: Random) -> Cards:
        """A legal play: every one can come, not all equally often."""

    def cards(self, hand: Hand) -> Cards:
        """The cards of some planes."""
        return self.setting.trump.cards(hand)


def faces_held(hand: Hand) -> list[tuple[int, int]]:
    """The faces of a hand from low to high, each with how often it is held."""
    a, b, c, d = hand
    found = []
    while a:
        bit = a & -a
        a ^= bit
        found.append((bit, 1 + (b & bit > 0) + (c & bit > 0) + (d & bit > 0)))
    return found


def copies(bit: int, times: int) -> Hand:
    """So many copies of one face."""
    return tuple(bit if times > k else 0 for k in range(4))  # type: ignore[return-value]


def subsets(faces: list[tuple[int, int]], number: int) -> Iterator[Hand]:
    """Every choice of so many cards of some faces, in a fixed order."""
    room = sum(held for _, held in faces)

    def choose(place: int, left: int, room: int, chosen: Hand) -> Iterator[Hand]:
        if not left:
            yield chosen
            return
        bit, held = faces[place]
        room -= held
        for times in range(max(0, left - room), min(held, left) + 1):
            a, b, c, d = copies(bit, times)
            p, q, r, s = chosen
            yield from choose(place + 1, left - times, room, (p | a, q | b, r | c, s | d))

    if number <= room:
        yield from choose(0, number, room, EMPTY)


def count_subsets(hand: Hand, number: int) -> int:
    """How many different choices of so many cards a hand has."""
    ways = [1] + [0] * number
    for _, held in faces_held(hand):
        ways = [
            sum(ways[place - times] for times in range(min(held, place) + 1))
            for place in range(number + 1)
        ]
    return ways[number]


class Follows(Legal):
    """The answers to a lead."""

    def __init__(self, hand: Hand, lead: Lead, setting: Setting) -> None:
        super().__init__(hand, setting)
        self.lead: Final = lead

    @cached_property
    def of_group(self) -> Hand:
        """The cards of the led group."""
        return within(self.hand, self.lead.group)

    @cached_property
    def must_all(self) -> bool:
        """Whether all cards of the led group must be played (G-08)."""
        return size(self.of_group) <= self.lead.number

    @cached_property
    def owed(self) -> Pieces:
        """The pieces that are due."""
        return demand(self.hand, self.lead, self.setting)

    def explain(self, cards: Cards) -> Refusal | None:
        planes = held_planes(cards, self.hand, self.setting)
        if planes is None:
            return Refusal("not_held", "G-06", cards)
        found = verdict_of(self.hand, planes, self.lead, self.setting)
        return refused_follow(found, self.hand, self.lead, self.setting) if found else None

    def __iter__(self) -> Iterator[Cards]:
        lead = self.lead
        if self.must_all:
            strangers = faces_held(within(self.hand, ~lead.group))
            for rest in subsets(strangers, lead.number - size(self.of_group)):
                a, b, c, d = rest
                p, q, r, s = self.of_group
                yield self.cards((a | p, b | q, c | r, d | s))
            return
        for play in subsets(faces_held(self.of_group), lead.number):
            if self._pays(play):
                yield self.cards(play)

    def _pays(self, play: Hand) -> bool:
        setting = self.setting
        return gives(self.of_group, play, self.owed, setting.table, setting.options)

    def count(self) -> int:
        lead = self.lead
        if self.must_all:
            strangers = within(self.hand, ~lead.group)
            return count_subsets(strangers, lead.number - size(self.of_group))
        if self.owed == NO_PIECES:
            return count_subsets(self.of_group, lead.number)
        return self._count_paying()

    def _count_paying(self) -> int:
        """Over all choices of pairs and more; single cards then fill up in closed form."""
        faces = faces_held(self.of_group)
        several = [(bit, held) for bit, held in faces if held > 1]
        total = 0
        for sets, left in choices_of_sets(several, self.lead.number):
            ways = comb(len(faces) - len(sets), left)
            if ways and self._pays(hand_of(sets)):
                total += ways
        return total

    def sample(self, rng: Random) -> Cards:
        lead, setting = self.lead, self.setting
        play, _ = random_follow(
            self.hand,
            lead.group,
            lead.number,
            lead.pieces,
            setting.table,
            setting.options,
            rng.getrandbits(SEED_BITS),
        )
        return self.cards(play)


def choices_of_sets(
    several: list[tuple[int, int]], number: int
) -> Iterator[tuple[list[tuple[int, int]], int]]:
    """Every choice of two or more copies of some faces within so many cards, and what is left."""
    if not several:
        yield [], number
        return
    bit, held = several[0]
    for sets, left in choices_of_sets(several[1:], number):
        yield sets, left
        for times in range(2, min(held, left) + 1):
            yield [(bit, times), *sets], left - times


def hand_of(sets: list[tuple[int, int]]) -> Hand:
    """The planes of some faces, each so many times."""
    planes = [0, 0, 0, 0]
    for bit, times in sets:
        for k in range(times):
            planes[k] |= bit
    return planes[0], planes[1], planes[2], planes[3]


class Leads(Legal):
    """What may be led: one piece, or where throws are allowed any cards of one group."""

    def groups(self) -> list[Hand]:
        """The hand by suit groups, those that it has."""
        parts = [within(self.hand, mask) for mask in self.setting.trump.masks]
        return [part for part in parts if part[0]]

    def explain(self, cards: Cards) -> Refusal | None:
        planes = held_planes(cards, self.hand, self.setting)
        if planes is None:
            return Refusal("not_held", "G-06", cards)
        found = read_lead(cards, planes, self.setting)
        return found if isinstance(found, Refusal) else None

    def __iter__(self) -> Iterator[Cards]:
        for part in self.groups():
            if self._throws(part):
                faces = faces_held(part)
                for number in range(1, size(part) + 1):
                    yield from (self.cards(play) for play in subsets(faces, number))
            else:
                yield from (self.cards(play) for play in single_pieces(part, self.setting))

    def _throws(self, part: Hand) -> bool:
        """Whether cards of a group may be thrown."""
        throws = self.setting.rules.throws
        return throws == "all" or (throws == "plain" and not part[0] & self.setting.table.trump)

    def count(self) -> int:
        total = 0
        for part in self.groups():
            if self._throws(part):
                ways = 1
                for _, held in faces_held(part):
                    ways *= held + 1
                total += ways - 1
            else:
                total += sum(1 for _ in single_pieces(part, self.setting))
        return total

    def sample(self, rng: Random) -> Cards:
        setting = self.setting
        seed = rng.getrandbits(SEED_BITS)
        play, _ = random_lead(self.hand, setting.table, setting.options, seed)
        return self.cards(play)


def single_pieces(part: Hand, setting: Setting) -> Iterator[Hand]:
    """Every single piece in some cards of one group: sets, runs of them, special runs."""
    table = setting.table
    for k in range(1, 5):
        faces = part[k - 1]
        rows = fold(faces, table)
        yield from (hand_of([(bit, k)]) for bit, _ in faces_held((faces, 0, 0, 0)))
        n = 2
        while k > 1 and (starts := runs(rows, n, table.link)):
            for start, _ in faces_held((starts, 0, 0, 0)):
                shared = [faces_of(start << i, table) & faces for i in range(n)]
                for chosen in product(*(bits_of(mask) for mask in shared)):
                    yield hand_of([(bit, k) for bit in chosen])
            n += 1
    pairs = part[1]
    for first, second in combinations(bits_of(pairs & table.equal_levels), 2):
        yield hand_of([(first, 2), (second, 2)])
    low_run = table.ace | table.two
    if low_run and pairs & low_run == low_run:
        yield hand_of([(bit, 2) for bit in bits_of(low_run)])


def bits_of(mask: int) -> list[int]:
    """The bits of a mask from low to high."""
    return [bit for bit, _ in faces_held((mask, 0, 0, 0))]


def legal(state: State) -> Legal:
    """What the seat whose turn it is may play.  Raises ValueError unless cards are being played."""
    deal = state.deal
    if state.phase != PLAYING or deal is None or deal.setting is None or deal.turn is None:
        raise ValueError("no play is due")
    hand = deal.hands[deal.turn]
    if deal.lead is None:
        return Leads(hand, deal.setting)
    return Follows(hand, deal.lead, deal.setting)

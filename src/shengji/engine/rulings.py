"""What is legal, as lazy views: `in`, `explain`, iteration in a fixed order, `count`, `sample`.

Nothing here lists plays for its own sake: membership and explanations are judged on planes.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from itertools import combinations, product
from random import Random
from typing import Final

from .cards import Cards
from .errors import Refusal
from .follows import demand
from .kernel.follow import gives
from .kernel.pieces import LOOSE, Pieces, loose_fit
from .kernel.planes import EMPTY, Hand, faces_of, fold, runs, size, together, within
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


Faces = list[tuple[int, int]]
Sets = tuple[int, int, int]
NO_SETS: Sets = (0, 0, 0)


def faces_held(hand: Hand) -> Faces:
    """The faces of a hand from low to high, each with how often it is held."""
    a, b, c, d = hand
    found = []
    while a:
        bit = a & -a
        a ^= bit
        found.append((bit, 1 + (b & bit > 0) + (c & bit > 0) + (d & bit > 0)))
    return found


def subsets(faces: Faces, number: int) -> Iterator[Hand]:
    """Every choice of so many cards of some faces, in a fixed order."""
    room = sum(held for _, held in faces)

    def choose(place: int, left: int, room: int, chosen: Hand) -> Iterator[Hand]:
        if not left:
            yield chosen
            return
        bit, held = faces[place]
        room -= held
        for times in range(max(0, left - room), min(held, left) + 1):
            a, b, c, d = hand_of([(bit, times)])
            p, q, r, s = chosen
            yield from choose(place + 1, left - times, room, (p | a, q | b, r | c, s | d))

    if number <= room:
        yield from choose(0, number, room, EMPTY)


def count_subsets(faces: Faces, number: int) -> int:
    """How many different choices of so many cards some faces have."""
    ways = [1] + [0] * number
    for _, held in faces:
        ways = [
            sum(ways[place - times] for times in range(min(held, place) + 1))
            for place in range(number + 1)
        ]
    return ways[number]


def with_set(sets: Sets, times: int) -> Sets:
    """How many faces there are twice, three times and four times, with one face more."""
    if times < 2:
        return sets
    counts = list(sets)
    counts[times - 2] += 1
    return counts[0], counts[1], counts[2]


def hand_of_sets(sets: Sets) -> Hand:
    """Some hand that has so many faces twice, three times and four times."""
    held = [2] * sets[0] + [3] * sets[1] + [4] * sets[2]
    return hand_of([(1 << place, times) for place, times in enumerate(held)])


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
        if self.must_all:
            strangers = faces_held(within(self.hand, ~self.lead.group))
            for rest in subsets(strangers, self.lead.number - size(self.of_group)):
                yield self.cards(together(self.of_group, rest))
            return
        for paid, free, left in self._paid():
            for rest in subsets(free, left):
                yield self.cards(together(paid, rest))

    def count(self) -> int:
        if self.must_all:
            strangers = faces_held(within(self.hand, ~self.lead.group))
            return count_subsets(strangers, self.lead.number - size(self.of_group))
        if max(self.owed) <= LOOSE:
            return self._count_loose()
        return sum(count_subsets(free, left) for _, free, left in self._paid())

    def _count_loose(self) -> int:
        """Where only loose sets are owed it matters how many there are, not which."""
        number, options = self.lead.number, self.setting.options
        ways = Counter({(0, NO_SETS): 1})
        for _, held in faces_held(self.of_group):
            before, ways = ways, Counter()
            for (used, sets), count in before.items():
                for times in range(min(held, number - used) + 1):
                    counts = times == held or not options.protect
                    more = with_set(sets, min(times, 3) if options.bombs else times)
                    ways[used + times, more if counts else sets] += count
        return sum(
            count
            for (used, sets), count in ways.items()
            if used == number and loose_fit(hand_of_sets(sets), self.owed, options.protect)
        )

    def _paid(self) -> Iterator[tuple[Hand, Faces, int]]:
        """Choices that pay what is owed, each with the faces that are free and the cards to come.

        Faces held most often are chosen from first, two copies or more: one copy pays nothing.  A
        choice ends as soon as it pays, and is given up once all other faces could not mend it.
        """
        faces = sorted(faces_held(self.of_group), key=lambda face: (-face[1], face[0]))
        after = [hand_of(faces[place:]) for place in range(len(faces) + 1)]

        def choose(
            place: int, left: int, chosen: Hand, once: Faces
        ) -> Iterator[tuple[Hand, Faces, int]]:
            if self._pays(chosen):
                yield chosen, [*once, *faces[place:]], left
                return
            if not left or not self._pays(together(chosen, after[place])):
                return
            bit, held = faces[place]
            for times in range(min(held, left), 1, -1):
                sets = together(chosen, hand_of([(bit, times)]))
                yield from choose(place + 1, left - times, sets, once)
            yield from choose(place + 1, left, chosen, [*once, (bit, 1)])

        yield from choose(0, self.lead.number, EMPTY, [])

    def _pays(self, play: Hand) -> bool:
        setting = self.setting
        return gives(self.of_group, play, self.owed, setting.table, setting.options)

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


def hand_of(sets: Faces) -> Hand:
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
    """What the seat whose turn it is may play without breaking a duty (G-27).

    Raises ValueError unless cards are being played.
    """
    deal = state.deal
    if state.phase != PLAYING or deal is None or deal.setting is None or deal.turn is None:
        raise ValueError("no play is due")
    hand = deal.hands[deal.turn]
    if deal.lead is None:
        return Leads(hand, deal.setting)
    return Follows(hand, deal.lead, deal.setting)

"""A slow and obvious second opinion on the rules of one trick.

It shares no code with the engine: options are a plain mapping of flat names, cards are text
codes (`5s Th LJ BJ`), and every question is answered by trying everything.

Words: a *shape* is `(width, length)`: `(1, 1)` a single, `(2, 1)` a pair, `(2, 3)` a run of
three pairs, `(3, 2)` a run of two triples.  A *state* is what is left of some cards, as sorted
`(card, count)` pairs.  A *ladder* is a list of rungs, the best first; a rung is a list of
alternatives; an alternative is a tuple of shapes that must all be found, side by side.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations
from typing import NamedTuple

RANKS = "23456789TJQKA"
SUITS = "SHCD"
SINGLE, PAIR, TRIPLE, QUAD = (1, 1), (2, 1), (3, 1), (4, 1)
NAMES = {SINGLE: "single", PAIR: "pair", TRIPLE: "triple", QUAD: "quad"}
TIERS = ("suit", "side two", "trump two", "side level", "trump level", "LJ", "BJ")
LOWEST = -1  # the top of C-09's run of A and 2: below every other run

Shape = tuple[int, int]
State = tuple[tuple[str, int], ...]
Alternative = tuple[Shape, ...]
Rung = list[Alternative]
Ladder = list[Rung]
Vector = tuple[int, ...]
Tops = tuple[tuple[int, int], ...]


class Piece(NamedTuple):
    """Some cards that are one shape: its faces, and the row that it compares by."""

    width: int
    faces: tuple[str, ...]
    top: int

    @property
    def shape(self) -> Shape:
        return (self.width, len(self.faces))

    @property
    def cards(self) -> Counter[str]:
        return Counter(dict.fromkeys(self.faces, self.width))

    @property
    def suits(self) -> tuple[int, ...]:
        """Where its faces stand in S H C D, for choices between equals."""
        return tuple(map(_suit, self.faces))


class Oracle:
    """The rules of one deal: some options, a trump suit (or "NT") and a level."""

    def __init__(self, options: Mapping[str, object], trump: str, level: str) -> None:
        self.options = options
        self.trump = trump
        self.level = level
        self.exact = options["triples_for_pairs"] == "protect"
        self.bombs = bool(options["bombs"])

    # --- order -------------------------------------------------------------------------------

    def tier(self, card: str) -> str:
        """Which part of the order a card belongs to; "suit" for all that the level left alone.

        At no trump there is no trump level and no trump 2: all four are "side".
        """
        if card in ("LJ", "BJ"):
            return card
        side = "trump" if card[1].upper() == self.trump else "side"
        if card[0] == self.level:
            return f"{side} level"
        if card[0] == "2" and self.options["permanent_twos"]:
            return f"{side} two"
        return "suit"

    def group(self, card: str) -> str:
        """The suit group: "S", "H", "C", "D", or "T" for trump."""
        if self.tier(card) != "suit" or card[1].upper() == self.trump:
            return "T"
        return card[1].upper()

    def row(self, card: str) -> int:
        """The strength inside the group; equal cards share it."""
        tier = self.tier(card)
        return RANKS.index(card[0]) if tier == "suit" else len(RANKS) + TIERS.index(tier)

    def linked(self, a: str, b: str) -> bool:
        """Whether two faces are neighbours for a run (the two special runs are not meant)."""
        if self.group(a) != self.group(b) or self.row(a) == self.row(b):
            return False
        low, high = sorted((a, b), key=self.row)
        if self.tier(high) == "suit":
            return self._suit_link(low[0], high[0])
        if self.tier(low) == "suit" and low[0] != self._top_of_suit():
            return False
        return self._tier_link(self.tier(low), self.tier(high))

    def _suit_link(self, low: str, high: str) -> bool:
        between = RANKS[RANKS.index(low) + 1 : RANKS.index(high)]
        return between == "" or (between == self.level and bool(self.options["level_gap_closes"]))

    def _top_of_suit(self) -> str:
        return "K" if self.level == "A" else "A"

    def _tiers_in_force(self) -> list[str]:
        missing = set()
        if self.trump == "NT":
            missing |= {"suit", "trump two", "trump level"}
        if not self.options["permanent_twos"] or self.level == "2":
            missing |= {"side two", "trump two"}
        return [tier for tier in TIERS if tier not in missing]

    def _tier_link(self, low: str, high: str) -> bool:
        """Whether two tiers lie side by side, and the options let them link."""
        tiers = self._tiers_in_force()
        if tiers.index(high) - tiers.index(low) != 1:
            return False
        needed = []
        if "two" in low or "two" in high:
            needed.append("link_twos")
        if high == "side level":
            needed.append("link_side_level")
        if high == "trump level":
            needed.append("link_trump_level")
        if high == "LJ":
            needed.append("link_small_joker")
        if high == "BJ":
            needed.append("link_big_joker")
        return all(self.options[name] for name in needed)

    # --- pieces ------------------------------------------------------------------------------

    def find(self, counts: Mapping[str, int], shape: Shape, exact: bool = False) -> list[Piece]:
        """Every piece of that shape in the cards; `exact`: faces held neither less nor more."""
        width, length = shape
        if width == 1 and length > 1:
            return []
        faces = [
            face
            for face, count in counts.items()
            if count == width or (count > width and not exact)
        ]
        runs: list[tuple[str, ...]] = [(face,) for face in faces]
        for _ in range(length - 1):
            runs = [(*run, face) for run in runs for face in faces if self._above(run[-1], face)]
        found = [Piece(width, run, self.row(run[-1])) for run in runs]
        if shape == (2, 2):
            found += self._special_runs(faces)
        return found

    def _above(self, low: str, high: str) -> bool:
        return self.row(high) > self.row(low) and self.linked(low, high)

    def _special_runs(self, faces: Sequence[str]) -> Iterator[Piece]:
        """C-09's A and 2 of trump, and D-07's two level pairs of equal strength."""
        ace, two = (rank + self.trump.lower() for rank in "A2")
        there = self.level not in "A2" and ace in faces and two in faces
        if self.options["link_ace_two"] and there:
            yield Piece(2, (ace, two), LOWEST)
        if self.options["level_pairs_any_suit"]:
            levels = [face for face in faces if self.tier(face).endswith("level")]
            for a, b in combinations(sorted(levels, key=_suit), 2):
                if self.row(a) == self.row(b):
                    yield Piece(2, (a, b), self.row(a))

    def split(self, cards: Iterable[str]) -> list[Piece]:
        """The pieces of some cards of one group: the largest first, again and again (G-21).

        Of several equal shapes the one with the highest top, different ranks before equal ones
        (D-07); then the one that leaves the largest next piece, and so on; then the first in
        S H C D.
        """
        left = Counter(cards)
        if not left:
            return []
        firsts = _best(list(self.all_pieces(left)))
        return _least([[first, *self.split(left - first.cards)] for first in firsts])

    def read_as(self, cards: Iterable[str], shapes: Sequence[Shape]) -> list[Piece]:
        """The pieces of some cards in another reading that fits: the tops as high as may be."""
        left = Counter(cards)
        if not shapes:
            return []
        fitting = [
            piece
            for piece in self.find(left, shapes[0])
            if self.readings(left - piece.cards, shapes[1:])
        ]
        firsts = _best(fitting)
        return _least([[first, *self.read_as(left - first.cards, shapes[1:])] for first in firsts])

    def all_pieces(self, counts: Mapping[str, int]) -> Iterator[Piece]:
        """Every piece in the cards."""
        for width in range(1, max(counts.values(), default=0) + 1):
            for length in range(1, len(counts) + 1):
                yield from self.find(counts, (width, length))

    def pieces(self, cards: Iterable[str]) -> list[str]:
        """The names of the pieces, as a case of kind "shape" lists them."""
        return [name(piece.shape) for piece in self.split(cards)]

    def shapes(self, cards: Iterable[str], reading: Sequence[str] | None = None) -> list[Shape]:
        """What a lead asks for, the largest first; `reading` names another way to read it."""
        if reading is None:
            return [piece.shape for piece in self.split(cards)]
        return sorted((shape_of(text) for text in reading), key=_shape_order)

    # --- follow ------------------------------------------------------------------------------

    def legal_follow(
        self,
        lead: Iterable[str],
        hand: Iterable[str],
        cards: Iterable[str],
        reading: Sequence[str] | None = None,
    ) -> bool:
        """Whether the hand may play these cards on that lead (G-08 to G-10, G-22, C-12 …)."""
        asked, held, play = Counter(lead), Counter(hand), Counter(cards)
        if not play <= held or play.total() != asked.total():
            return False
        mine = self._of_group(held, asked)
        if mine.total() <= asked.total():
            return mine <= play
        return play <= mine and state_of(play) in self.legal_follows(asked, held, reading)

    def legal_follows(
        self,
        lead: Iterable[str],
        hand: Iterable[str],
        reading: Sequence[str] | None = None,
    ) -> set[State]:
        """Every legal play of a hand that has more cards of the led group than were led."""
        asked = Counter(lead)
        mine = self._of_group(Counter(hand), asked)
        plays = list(sub_multisets(mine, asked.total()))
        shapes = self.shapes(asked, reading)
        ladders = [self.ladder(shape) for shape in shapes if shape != SINGLE]
        spared = self._spared(shapes, mine)
        own = Duty(self, ladders, mine, frozenset())
        owed = Duty(self, ladders, mine, spared) if spared else own
        best = min(owed.vector(play) for play in plays)
        return {state_of(play) for play in plays if own.vector(play) <= best}

    def _of_group(self, held: Counter[str], asked: Counter[str]) -> Counter[str]:
        """The cards held of the led group."""
        group = self.group(next(iter(asked)))
        return Counter({card: n for card, n in held.items() if self.group(card) == group})

    def _spared(self, shapes: Sequence[Shape], mine: Counter[str]) -> frozenset[str]:
        """The faces whose pairs are not owed, as they lie in a run (`tractors_for_pairs`)."""
        if self.options["tractors_for_pairs"] != "protect":
            return frozenset()
        if any(shape not in (SINGLE, PAIR) for shape in shapes):
            return frozenset()
        runs = self.find(mine, (2, 2), self.exact)
        return frozenset(chain.from_iterable(run.faces for run in runs))

    # --- ladders -----------------------------------------------------------------------------

    def ladder(self, shape: Shape) -> Ladder:
        """What a piece of the lead asks for, the best answer first."""
        width, length = shape
        if self.options["ladders"] == "bulldozer":
            by_width = {2: self._dozer_pairs, 3: self._dozer_triples, 4: self._dozer_quads}
            return by_width[width](length)
        simple = {2: self._titanic_pairs, 3: self._titanic_triples, 4: self._titanic_quads}
        return [[alternative] for alternative in simple[width](length)]

    def _run_lengths(self, length: int) -> Iterable[int]:
        """The run lengths that bind for a run of so many: the longest first, down to two."""
        if self.options["follow_runs"] == "full-length":
            return [length] if length > 1 else []
        return range(length, 1, -1)

    def _titanic_pairs(self, n: int) -> list[Alternative]:
        """The longest run, then a duty of its own for the rest; no run: loose pairs (G-10)."""
        rungs: list[Alternative] = []
        for run in self._run_lengths(n):
            rungs += [((2, run), *rest) for rest in self._titanic_pairs(n - run)]
        return rungs + [(PAIR,) * pairs for pairs in range(n, -1, -1)]

    def _titanic_triples(self, n: int, pairs_each: int = 1) -> list[Alternative]:
        """E-12 for one triple, E-11 for two, longer by analogy.

        Runs of triples; all loose triples; runs of pairs, each pair of the run standing for one
        triple; loose triples and, for each triple that is missing, `pairs_each` loose pairs.
        After a run the rest is a duty of its own.
        """
        if n == 0:
            return [()]
        rungs: list[Alternative] = []
        for run in self._run_lengths(n):
            rungs += [((3, run), *rest) for rest in self._titanic_triples(n - run, pairs_each)]
        rungs.append((TRIPLE,) * n)
        for run in self._run_lengths(n):
            rungs += [((2, run), *rest) for rest in self._titanic_triples(n - run, pairs_each)]
        for triples in range(n - 1, -1, -1):
            for pairs in range((n - triples) * pairs_each, -1, -1):
                rungs.append((TRIPLE,) * triples + (PAIR,) * pairs)
        return rungs

    def _titanic_quads(self, n: int) -> list[Alternative]:
        """Runs of quads with a duty of its own for the rest; loose quads, as many as possible.

        What is missing then goes down the ladder of as many triples, with two pairs for each
        quad where that says one pair for each triple (so one quad: quad, triple, two pairs,
        pair, nothing).  With `bombs` no quad is owed at all: the triples' ladder alone.
        """
        if self.bombs:
            return self._titanic_triples(n, 2)
        if n == 0:
            return [()]
        rungs: list[Alternative] = []
        for run in self._run_lengths(n):
            rungs += [((4, run), *rest) for rest in self._titanic_quads(n - run)]
        for quads in range(n, -1, -1):
            rungs += [(QUAD,) * quads + rest for rest in self._titanic_triples(n - quads, 2)]
        return rungs

    def _dozer_pairs(self, n: int) -> Ladder:
        """All n pairs in runs, partition by partition (C-13, C-14); else loose pairs.

        A part of 3 may be two triples in a row instead, a part of 2 a bomb.
        """
        ladder = [self._dozer_answers(parts) for parts in self._partitions(n)]
        return ladder + [[(PAIR,) * pairs] for pairs in range(n - 1, -1, -1)]

    def _partitions(self, n: int) -> Iterator[tuple[int, ...]]:
        if self.options["follow_runs"] != "full-length":
            yield from partitions(n, n)
            return
        yield (n,)
        if n > 1:
            yield (1,) * n

    def _dozer_answers(self, parts: Sequence[int]) -> Rung:
        answers: Rung = [()]
        for part in parts:
            choices: list[Shape] = [(2, part)]
            if part == 3:
                choices.append((3, 2))
            if part == 2 and not self.bombs:
                choices.append(QUAD)
            answers = [(*answer, choice) for answer in answers for choice in choices]
        return answers

    def _dozer_triples(self, n: int) -> Ladder:
        """C-15 for one, C-16 for two: the longest part, then the rest; no part: 3n/2 pairs."""
        if n == 0:
            return [[()]]
        if n == 1:
            return [[(TRIPLE,)], [(PAIR,)], [()]]
        ladder: Ladder = []
        for run in self._run_lengths(n):
            ladder += _with((3, run), self._dozer_triples(n - run))
        return ladder + self._dozer_pairs(3 * n // 2)

    def _dozer_quads(self, n: int) -> Ladder:
        """C-15 for one; more: the longest part, then the rest; no part: 2n pairs."""
        if n == 0:
            return [[()]]
        if n == 1:
            bomb: Ladder = [] if self.bombs else [[(QUAD,)]]
            return [*bomb, [(TRIPLE,)], [((2, 2),)], [(PAIR, PAIR)], [(PAIR,)], [()]]
        ladder: Ladder = []
        for run in () if self.bombs else self._run_lengths(n):
            ladder += _with((4, run), self._dozer_quads(n - run))
        return ladder + self._dozer_pairs(2 * n)

    # --- lead --------------------------------------------------------------------------------

    def throw(
        self,
        hands: Mapping[int, Iterable[str]],
        leader: int,
        cards: Iterable[str],
        reading: Sequence[str] | None = None,
    ) -> tuple[bool, bool, list[str] | None]:
        """Whether the cards may be led, whether they stand, and if not the forced cards."""
        lead = Counter(cards)
        groups = {self.group(card) for card in lead}
        if len(groups) != 1 or not lead <= Counter(hands[leader]):
            return (False, False, None)
        pieces = self.split(lead)
        if reading is not None:
            pieces = self.read_as(lead, self.shapes(lead, reading))
        if len(pieces) == 1:
            return (True, True, None)
        if not self._may_throw(groups.pop()):
            return (False, False, None)
        others = [Counter(hand) for seat, hand in hands.items() if seat != leader]
        beaten = [piece for piece in pieces if any(self.beats(hand, piece) for hand in others)]
        if not beaten:
            return (True, True, None)
        return (True, False, list(self._forced(pieces, beaten).cards.elements()))

    def _may_throw(self, group: str) -> bool:
        allowed = self.options["throws"]
        return allowed == "all" or (allowed == "plain" and group != "T")

    def beats(self, hand: Counter[str], piece: Piece) -> bool:
        """Whether the hand holds a higher piece of the same shape in the same group (G-14)."""
        group = self.group(piece.faces[0])
        mine = {card: n for card, n in hand.items() if self.group(card) == group}
        return any(other.top > piece.top for other in self.find(mine, piece.shape))

    def _forced(self, pieces: list[Piece], beaten: list[Piece]) -> Piece:
        """By its top card; equal, the fewer cards; still equal, the first in S H C D (G-15)."""
        how = self.options["throw_forced"]
        sign = -1 if how == "highest-beaten" else 1
        choice = pieces if how == "lowest" else beaten
        return min(choice, key=lambda one: (sign * one.top, one.cards.total(), one.suits))

    # --- trick -------------------------------------------------------------------------------

    def winner(self, plays: Sequence[Iterable[str]], reading: Sequence[str] | None = None) -> int:
        """Which of the plays, in order from the leader, takes the trick."""
        trick = [Counter(play) for play in plays]
        shapes = self.shapes(trick[0], reading)
        beats = self._rule_of_beating(shapes)
        best = 0
        for index, play in enumerate(trick):
            if index and self._may_win(trick[0], play) and beats(play, trick[best]):
                best = index
        return best

    def _rule_of_beating(self, shapes: list[Shape]) -> Callable[[Counter[str], Counter[str]], bool]:
        def usual(play: Counter[str], best: Counter[str]) -> bool:
            if self.options["wider_beats"] and len(shapes) == 1:
                return self._wider(play, best)
            return self._higher(shapes, play, best)

        def with_bombs(play: Counter[str], best: Counter[str]) -> bool:
            if is_bomb(play) and is_bomb(best):
                return self._strength(play) > self._strength(best)
            return is_bomb(play) or (not is_bomb(best) and usual(play, best))

        return with_bombs if self.bombs else usual

    def _may_win(self, lead: Counter[str], play: Counter[str]) -> bool:
        """As many cards as led, all of the led group or all of trump (G-11)."""
        groups = {self.group(card) for card in play}
        led = self.group(next(iter(lead)))
        return play.total() == lead.total() and groups in ({led}, {"T"})

    def _is_trump(self, play: Counter[str]) -> bool:
        return all(self.group(card) == "T" for card in play)

    def _strength(self, play: Counter[str]) -> tuple[bool, int]:
        """Trump over plain, then the highest card."""
        return (self._is_trump(play), max(self.row(card) for card in play))

    def _wider(self, play: Counter[str], best: Counter[str]) -> bool:
        """C-18 to C-20: one piece each; the wider wins, then the higher; trump over plain."""
        mine, theirs = self.split(play), self.split(best)
        if len(mine) != 1:
            return False
        if self._is_trump(play) != self._is_trump(best):
            return self._is_trump(play) and mine[0].width >= theirs[0].width
        return (mine[0].width, mine[0].top) > (theirs[0].width, theirs[0].top)

    def _higher(self, shapes: list[Shape], play: Counter[str], best: Counter[str]) -> bool:
        """G-11 to G-13: the lead's structure is there, and what decides is higher."""
        mine, theirs = self.readings(play, shapes), self.readings(best, shapes)
        if not mine:
            return False
        if self._is_trump(play) != self._is_trump(best):
            return self._is_trump(play)
        how = self.options["compare_throws"]
        if how == "all":
            return any(_all_higher(one, min(theirs)) for one in mine)
        if how == "highest" and len(shapes) > 1:
            return self._strength(play) > self._strength(best)
        return min(mine)[0] < min(theirs)[0]

    def readings(self, play: Counter[str], shapes: list[Shape]) -> set[Tops]:
        """Every way to find all the shapes in the play, side by side, as the tops they have.

        A reading is sorted `(place of the shape, minus the top)`: the least one has the highest
        top in the largest shape.
        """
        found: set[tuple[State, Tops]] = {(state_of(play), ())}
        for shape in shapes:
            place = shapes.index(shape)
            found = {
                (_without(state, piece), tuple(sorted((*tops, (place, -piece.top)))))
                for state, tops in found
                for piece in self.find(dict(state), shape)
            }
        return {tops for _, tops in found}


class Duty:
    """How well plays of one hand meet the ladders of a lead, the first ladder first."""

    def __init__(
        self, oracle: Oracle, ladders: list[Ladder], mine: Counter[str], spared: frozenset[str]
    ) -> None:
        self.oracle = oracle
        self.ladders = ladders
        self.mine = mine
        self.spared = spared
        self.known: dict[tuple[State, int], Vector] = {}
        self.rests: dict[tuple[State, Shape], set[State]] = {}

    def vector(self, play: Counter[str]) -> Vector:
        """The best rungs that the play reaches, ladder by ladder; less is better.

        With `triples_for_pairs = "protect"` only faces that are played whole can count.
        """
        counted = play
        if self.oracle.exact:
            counted = Counter({card: n for card, n in play.items() if n == self.mine[card]})
        return self._best(_sets(state_of(counted)), 0)

    def _best(self, state: State, index: int) -> Vector:
        if index == len(self.ladders):
            return ()
        key = (state, index)
        if key not in self.known:
            rung, rests = self._first_rung(state, self.ladders[index])
            self.known[key] = (rung, *min(self._best(rest, index + 1) for rest in rests))
        return self.known[key]

    def _first_rung(self, state: State, ladder: Ladder) -> tuple[int, set[State]]:
        """The best rung of the ladder that the cards reach, and all that may be left then."""
        for number, rung in enumerate(ladder):
            rests = set(chain.from_iterable(self._place(state, answer) for answer in rung))
            if rests:
                return number, rests
        raise AssertionError("every ladder ends with nothing")

    def _place(self, state: State, answer: Alternative) -> set[State]:
        """What may be left of the cards once every shape of the answer is taken out."""
        states = {state}
        for shape in answer:
            states = set(chain.from_iterable(self._take(one, shape) for one in states))
        return states

    def _take(self, state: State, shape: Shape) -> set[State]:
        key = (state, shape)
        if key not in self.rests:
            pieces = self.oracle.find(dict(state), shape, self.oracle.exact)
            self.rests[key] = {self._left(state, piece) for piece in pieces if self._counts(piece)}
        return self.rests[key]

    def _counts(self, piece: Piece) -> bool:
        return piece.width != 2 or self.spared.isdisjoint(piece.faces)

    def _left(self, state: State, piece: Piece) -> State:
        """With `bombs` four of a kind count as one pair at most: its face is used up."""
        if self.oracle.bombs:
            return tuple((card, n) for card, n in state if card not in piece.faces)
        return _sets(_without(state, piece))


# --- plain helpers ---------------------------------------------------------------------------


def name(shape: Shape) -> str:
    """`single`, `pair`, `triple`, `quad`, or `KxN` for a run."""
    return NAMES.get(shape) or f"{shape[0]}x{shape[1]}"


def shape_of(text: str) -> Shape:
    """The shape that a name stands for."""
    for shape, known in NAMES.items():
        if text == known:
            return shape
    width, length = text.split("x")
    return (int(width), int(length))


def points(cards: Iterable[str]) -> int:
    """The points of some cards (G-02)."""
    return sum({"5": 5, "T": 10, "K": 10}.get(card[0], 0) for card in Counter(cards).elements())


def is_bomb(play: Counter[str]) -> bool:
    """Four identical cards."""
    return play.total() == 4 and len(play) == 1


def state_of(cards: Counter[str]) -> State:
    """The cards as a value that can be a key."""
    return tuple(sorted((card, n) for card, n in cards.items() if n > 0))


def sub_multisets(cards: Counter[str], size: int) -> Iterator[Counter[str]]:
    """Every different choice of so many of the cards."""
    faces = list(cards)

    def choose(index: int, left: int) -> Iterator[dict[str, int]]:
        if index == len(faces):
            if left == 0:
                yield {}
            return
        for count in range(min(left, cards[faces[index]]) + 1):
            for rest in choose(index + 1, left - count):
                yield {faces[index]: count, **rest}

    for choice in choose(0, size):
        yield +Counter(choice)


def partitions(n: int, largest: int) -> Iterator[tuple[int, ...]]:
    """The ways to write n as a sum, parts falling, the largest first part first."""
    if n == 0:
        yield ()
    for part in range(min(n, largest), 0, -1):
        for rest in partitions(n - part, part):
            yield (part, *rest)


def _suit(face: str) -> int:
    """Where a face stands in S H C D; a joker is last."""
    return SUITS.find(face[1].upper()) % 5


def _shape_order(shape: Shape) -> tuple[int, int]:
    """Most cards first; as many, the wider."""
    return (-shape[0] * shape[1], -shape[0])


def _largest_first(piece: Piece) -> tuple[int, int, int, bool]:
    equal = len({face[0] for face in piece.faces}) < len(piece.faces)
    return (*_shape_order(piece.shape), -piece.top, equal)


def _best(pieces: Sequence[Piece]) -> list[Piece]:
    """Of some pieces those that come first; several if only suits tell them apart."""
    best = min(map(_largest_first, pieces))
    return [piece for piece in pieces if _largest_first(piece) == best]


def _least(ways: Iterable[list[Piece]]) -> list[Piece]:
    """Of some readings the one that comes first, piece by piece, and only then by suits."""
    return min(ways, key=lambda way: ([*map(_largest_first, way)], [one.suits for one in way]))


def _with(shape: Shape, ladder: Ladder) -> Ladder:
    """The ladder with one more shape in every answer."""
    return [[(shape, *answer) for answer in rung] for rung in ladder]


def _without(state: State, piece: Piece) -> State:
    """The state once the piece is taken out."""
    left = ((card, n - piece.width * (card in piece.faces)) for card, n in state)
    return tuple((card, n) for card, n in left if n > 0)


def _sets(state: State) -> State:
    """Only the faces held twice or more: singles never decide a duty."""
    return tuple((card, n) for card, n in state if n > 1)


def _all_higher(mine: Tops, theirs: Tops) -> bool:
    return all(one < other for one, other in zip(mine, theirs, strict=True))

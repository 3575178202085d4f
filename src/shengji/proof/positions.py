"""Positions from a fixed seed, rich in pairs and rows: what legality checks are timed on."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from shengji.engine.kernel.pieces import NO_PIECES, Pieces, add, cards_in
from shengji.engine.kernel.planes import Hand, size
from shengji.engine.kernel.playout import SEED_BITS, random_follow
from shengji.engine.pieces import names_of
from shengji.engine.ruleset import preset
from shengji.engine.rulings import hand_of
from shengji.engine.setting import Setting, setting_of

LARGEST_LEAD = 24
LARGEST_HAND = 54
PRESET_OF = {1: "huanle-1", 2: "huanle-2", 3: "huanle-3"}
TRUMPS = ("S", "H", "C", "D", "NT")
LEVELS = "23456789TJQKA"


@dataclass(frozen=True, slots=True)
class Position:
    """A follower's hand, the lead, and a play to be judged."""

    decks: int
    setting: Setting
    group: int
    number: int
    lead: Pieces
    hand: Hand
    play: Hand

    @property
    def shape(self) -> str:
        """The largest piece of the lead, with `throw` before it if there are more."""
        names = names_of(self.lead, self.number)
        return names[0] if len(names) == 1 else f"throw of {names[0]} …"


def positions(seed: int, number: int) -> Iterator[Position]:
    """So many positions: 1 to 4 decks, several systems, any group, leads of up to 24 cards."""
    rng = Random(seed)
    settings = {decks: some_settings(decks, rng) for decks in (1, 2, 3, 4)}
    for _ in range(number):
        decks = rng.choice((1, 2, 2, 3, 3, 4, 4, 4))
        yield some_position(decks, rng.choice(settings[decks]), rng)


def some_settings(decks: int, rng: Random) -> list[Setting]:
    """Settings of so many decks, of the systems that have them and with house options."""
    if decks == 4:
        rules = [
            preset("four-deck-match"),
            preset("huanle-3").changed({"decks": 4}),
            preset("huanle-3").changed({"decks": 4, "triples_for_pairs": "protect"}),
        ]
    else:
        base = preset(PRESET_OF[decks])
        rules = [base, base.changed({"level_pairs_any_suit": True, "permanent_twos": True})]
    return [setting_of(one, trump, rng.choice(LEVELS)) for one in rules for trump in (*TRUMPS, "S")]


def some_position(decks: int, setting: Setting, rng: Random) -> Position:
    """One position: the follower is rich in the group that was led."""
    masks = [mask for mask in setting.trump.masks if mask]
    group = rng.choice([*masks, setting.table.trump])
    hand = some_group(group, decks, rng)
    lead, number = some_lead(decks, min(LARGEST_LEAD, max(1, size(hand) - 1)), rng)
    table, options = setting.table, setting.options
    play, _ = random_follow(hand, group, number, lead, table, options, rng.getrandbits(SEED_BITS))
    if rng.random() < 0.5:
        play, _ = random_follow(
            hand, group, number, NO_PIECES, table, options, rng.getrandbits(SEED_BITS)
        )
    return Position(decks, setting, group, number, lead, hand, play)


def some_group(group: int, decks: int, rng: Random) -> Hand:
    """Cards of one group, each face from no copy to all, often all of them."""
    rich = rng.random()
    faces = []
    left = LARGEST_HAND
    while group:
        bit = group & -group
        group ^= bit
        times = min(left, rng.randint(0, decks) if rng.random() > rich else decks)
        if times:
            faces.append((bit, times))
            left -= times
    return hand_of(faces or [(bit, 1)])


def some_lead(decks: int, most: int, rng: Random) -> tuple[Pieces, int]:
    """A lead of pieces and singles within so many cards."""
    number = rng.randint(1, most)
    lead = NO_PIECES
    for _ in range(rng.randint(1, 8)):
        k = rng.randint(1, decks)
        n = rng.randint(1, 6) if rng.random() < 0.7 else 1
        if k > 1 and cards_in(lead) + k * n <= number:
            lead = add(lead, k, n, 1)
    return lead, number

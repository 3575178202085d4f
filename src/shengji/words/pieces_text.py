"""Cards and their pieces as people call them."""

from collections.abc import Iterable
from itertools import groupby

from shengji.engine.cards import SMALL_JOKER, rank_of, suit_of
from shengji.engine.pieces import piece_of
from shengji.engine.ruleset import Ruleset

from . import Words
from .refusals import card_text

PAIRED = "·"


def cards_line(cards: Iterable[int], say: Words) -> str:
    """Some cards in one line: `♠5♠5 ♥K`, equal ones together."""
    return " ".join(
        card_text(card, say) * len(list(same))
        if card < SMALL_JOKER
        else PAIRED.join([card_text(card, say)] * len(list(same)))
        for card, same in groupby(cards)
    )


def ranks_line(cards: Iterable[int], say: Words) -> str:
    """Some cards by rank alone where they are of one suit: `6677`; else as `cards_line`."""
    listed = list(cards)
    ranks = [rank_of(card) for card in listed]
    if None in ranks or len({suit_of(card) for card in listed}) != 1:
        return cards_line(listed, say)
    return "".join(say.say(f"rank.{rank}") for rank in ranks)


def piece_label(name: str, rules: Ruleset, say: Words) -> str:
    """What a piece is called at a table: pair, tractor, titanic."""
    k, n = piece_of(name)
    if n == 1:
        return say.say(f"piece.{name}")
    wide = "bulldozer" if rules.ladders == "bulldozer" else "titanic"
    return say.say("piece.tractor" if k == 2 else f"piece.{wide}")

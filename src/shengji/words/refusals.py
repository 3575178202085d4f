"""What the engine refuses, in words (`refusal.<code>` in the two TOML files)."""

from collections.abc import Iterable

from shengji.engine.cards import BIG_JOKER, CODES, FACES, SMALL_JOKER, rank_of, suit_of
from shengji.engine.errors import Refusal

from . import Words, words


def refusal_text(refusal: Refusal, lang: str) -> str:
    """Why an action is not accepted, as a full sentence.  KeyError: a code without words."""
    say = words(lang)
    text = say.say(
        f"refusal.{refusal.code}",
        cards=cards_text(refusal.cards, say),
        seat=seat_text(refusal.seat, say),
        number=refusal.number,
    )
    return text[:1].upper() + text[1:]


def cards_text(cards: Iterable[int], say: Words) -> str:
    """Some cards as people see them, in the order given: `♠5 ♠5 small joker`."""
    return " ".join(card_text(card, say) for card in cards)


def card_text(card: int, say: Words) -> str:
    """One card: `♥10`, a joker by its name; a number that is no card stays a number."""
    if card in (SMALL_JOKER, BIG_JOKER):
        return say.say(f"joker.{CODES[card]}")
    if not 0 <= card < FACES:
        return str(card)
    return say.say(f"sign.{suit_of(card)}") + say.say(f"rank.{rank_of(card)}")


def seat_text(seat: int | None, say: Words) -> str:
    """A seat by its position at the table; people count from 1, the engine from 0."""
    if seat is None:
        return say.say("refusal.nobody")
    return say.say("refusal.seat", number=seat + 1)

"""What a room refuses, in words."""

from shengji.engine.cards import CODES
from shengji.engine.errors import Refusal
from shengji.engine.options import RulesetError
from shengji.words import words
from shengji.words.options_text import error_text
from shengji.words.refusals import refusal_text

from .commands import Refused
from .protocol import Nack


def nack(
    cid: str, refused: Refused | Refusal | RulesetError, lang: str, *, stale: bool = False
) -> Nack:
    """The answer to a command that was refused.

    `stale`: something had happened that the client had not seen; the code says so then.
    """
    match refused:
        case Refused():
            return Nack(cid=cid, code=refused.code, text=refused_text(refused, lang))
        case RulesetError():
            return Nack(cid=cid, code=refused.code, text=error_text(refused, lang))
        case Refusal():
            return Nack(
                cid=cid,
                code="stale" if stale else refused.code,
                text=refusal_text(refused, lang),
                rule=refused.rule,
                cards=tuple(CODES[card] for card in refused.cards),
            )


def refused_text(refused: Refused, lang: str) -> str:
    """The sentence for what a room refuses."""
    return words(lang).say(f"hall.refusal.{refused.code}", **refused.facts)

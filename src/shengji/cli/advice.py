"""The novice's choice in a few words why, and a refusal explained."""

from shengji.bots.policy import setting_seen
from shengji.bots.reasons import bid_kind, reason
from shengji.engine.actions import Action, Bid, Bury, Play
from shengji.engine.cards import Cards
from shengji.engine.errors import Refusal
from shengji.engine.view import View
from shengji.words import Words
from shengji.words.pieces_text import cards_line
from shengji.words.refusals import refusal_text


def advice_text(view: View, action: Action, say: Words) -> str:
    """The advised action and why, in one line."""
    why = say.say(f"play.advice.{reason(view, action)}")
    match action:
        case Bid():
            verb = say.say(f"play.bid_kind.{bid_kind(view, action.cards)}")
        case Bury():
            verb = say.say("play.advice.verb.bury")
        case Play():
            verb = say.say("play.advice.verb.play")
        case _:
            return say.say("play.advice.line_pass", why=why)
    return say.say("play.advice.line", verb=verb, cards=action_text(view, action, say), why=why)


def action_text(view: View, action: Action, say: Words) -> str:
    """The cards of an action in the order in which they are held; nothing for a pass."""
    cards: Cards = getattr(action, "cards", ())
    if view.trump is not None and view.level is not None:
        cards = tuple(sorted(cards, key=setting_seen(view).trump.sort_key))
    return cards_line(cards, say)


def why_text(refusal: Refusal, say: Words) -> list[str]:
    """A refusal explained: the sentence, the statement it rests on, the cards that prove it."""
    lines = [refusal_text(refusal, say.lang), say.say("play.why.rule", rule=refusal.rule)]
    if refusal.cards and refusal.code != "not_held":
        lines.append(say.say("play.why.cards", cards=cards_line(refusal.cards, say)))
    return lines

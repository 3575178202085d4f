"""The novice's choice in a few words why, and what a throw risks."""

from shengji.bots.policy import lead_seen, legal_plays, setting_seen
from shengji.engine.actions import Action, Bid, Bury, Play
from shengji.engine.cards import Cards, points, rank_of
from shengji.engine.errors import Refusal
from shengji.engine.kernel.planes import size
from shengji.engine.kernel.trick import beats
from shengji.engine.leads import read_lead
from shengji.engine.rulings import Follows
from shengji.engine.seats import partner
from shengji.engine.view import View
from shengji.words import Words
from shengji.words.refusals import refusal_text

from .cards_text import cards_line


def advice_text(view: View, action: Action, say: Words) -> str:
    """The advised action and why, in one line."""
    why = say.say(f"play.advice.{reason(view, action)}")
    match action:
        case Bid():
            verb = say.say(f"play.bid_kind.{_kind(view, action)}")
        case Bury():
            verb = say.say("play.advice.verb.bury")
        case Play():
            verb = say.say("play.advice.verb.play")
        case _:
            return say.say("play.advice.line_pass", why=why)
    return say.say("play.advice.line", verb=verb, cards=action_text(view, action, say), why=why)


def _kind(view: View, bid: Bid) -> str:
    """What a bid is: a first one, one that reinforces, one that overturns."""
    return next((one.kind for one in view.bids if one.cards == bid.cards), "bid")


def action_text(view: View, action: Action, say: Words) -> str:
    """The cards of an action in the order in which they are held; nothing for a pass."""
    cards: Cards = getattr(action, "cards", ())
    if view.trump is not None and view.level is not None:
        cards = tuple(sorted(cards, key=setting_seen(view).trump.sort_key))
    return cards_line(cards, say)


def reason(view: View, action: Action) -> str:
    """The key of the sentence that says why."""
    match action:
        case Bid():
            return "bid_more" if _kind(view, action) == "reinforce" else "bid"
        case Bury():
            return "bury"
        case Play():
            return _follow(view, action.cards) if view.plays else _lead(view, action.cards)
        case _:
            return "pass_weak" if view.bids else "pass_none"


def _lead(view: View, cards: Cards) -> str:
    setting = setting_seen(view)
    if setting.trump.bits[cards[0]] & setting.table.trump:
        return "lead_trump"
    if len(cards) > 1:
        return "lead_pair"
    top = "K" if view.level == "A" else "A"
    return "lead_top" if rank_of(cards[0]) == top else "lead_low"


def _follow(view: View, cards: Cards) -> str:
    setting = setting_seen(view)
    legal = legal_plays(view)
    lead = lead_seen(view, setting)
    trump = setting.trump
    if isinstance(legal, Follows) and legal.must_all and size(legal.of_group) == lead.number:
        return "follow_only"
    best = next(made.cards for made in view.plays if made.seat == view.best_seat)
    options = setting.options
    hands = (trump.hand(best), trump.hand(cards))
    wins = beats(*hands, lead.group, lead.number, lead.pieces, setting.table, options)
    of_lead = all(trump.bits[card] & lead.group for card in cards)
    if wins:
        return "follow_win" if of_lead else "follow_ruff"
    if view.seat is not None and view.best_seat == partner(view.seat, view.rules.players):
        return "follow_feed" if points(cards) else "follow_partner"
    return "follow_low" if of_lead else "discard"


def is_throw(view: View, cards: Cards) -> bool:
    """Whether some held cards, led, are a throw 甩牌."""
    if (
        view.plays
        or len(cards) < 2
        or any(cards.count(card) > view.hand.count(card) for card in cards)
    ):
        return False
    setting = setting_seen(view)
    lead = read_lead(cards, setting.trump.hand(cards), setting)
    return not isinstance(lead, Refusal) and lead.is_throw


def throw_risk(view: View, say: Words) -> str:
    """What it costs if a throw does not stand."""
    rules = view.rules
    parts = [say.say(f"rules.throw_forced.{rules.throw_forced}")]
    if rules.throw_penalty != "none":
        parts.append(
            say.say(
                f"rules.throw_penalty.{rules.throw_penalty}",
                points=rules.throw_penalty_points,
                cards=say.say(f"option.throw_penalty_cards.value.{rules.throw_penalty_cards}"),
            )
        )
    if rules.throw_stake and rules.stake:
        parts.append(say.say("play.throw_stake", number=rules.stake // 2))
    if rules.personal_score:
        parts.append(say.say("play.throw_personal"))
    return say.say("list.space").join(parts)


def why_text(refusal: Refusal, say: Words) -> list[str]:
    """A refusal explained: the sentence, the statement it rests on, the cards that prove it."""
    lines = [refusal_text(refusal, say.lang), say.say("play.why.rule", rule=refusal.rule)]
    if refusal.cards and refusal.code != "not_held":
        lines.append(say.say("play.why.cards", cards=cards_line(refusal.cards, say)))
    return lines

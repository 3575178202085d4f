"""What a throw risks, in words."""

from shengji.engine.ruleset import Ruleset

from . import Words


def throw_cost(rules: Ruleset, cards: int, say: Words) -> str:
    """What it costs if a throw of so many cards does not stand, short enough for a phone."""
    parts = [say.say(f"advice.throw.{rules.throw_forced}")]
    points = rules.throw_penalty_points
    if rules.throw_penalty == "per-attempt":
        parts.append(say.say("advice.throw.points", points=points))
    elif rules.throw_penalty == "per-card":
        counted = rules.throw_penalty_cards
        most = points * (cards - 1 if counted == "taken-back" else cards)
        key = "advice.throw.points" if counted == "thrown" else "advice.throw.most"
        parts.append(say.say(key, points=most))
    if rules.throw_stake and rules.stake:
        parts.append(say.say("advice.throw.coins", number=rules.stake // 2))
    if rules.personal_score:
        parts.append(say.say("advice.throw.personal"))
    return say.say("list.semicolon").join(parts)


def throw_risk(rules: Ruleset, say: Words) -> str:
    """What it costs if a throw does not stand."""
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

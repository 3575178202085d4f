"""What a throw risks, in words."""

from shengji.engine.ruleset import Ruleset

from . import Words


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

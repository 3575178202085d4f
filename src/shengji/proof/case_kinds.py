"""What the engine says to each kind of rule case: its own functions, and no rule of this file's.

A runner returns what came, by the names that `expect` uses (docs/cases.md).
"""

from collections.abc import Callable, Mapping
from typing import Any

from shengji.engine.cards import RANKS, Cards, points
from shengji.engine.ending import digging
from shengji.engine.errors import Refusal
from shengji.engine.events import DealStarted, MatchStarted, Played, TrumpSet
from shengji.engine.evolve import evolve_all
from shengji.engine.kernel.pieces import NO_PIECES, shape
from shengji.engine.kernel.planes import EMPTY
from shengji.engine.kernel.trick import beats
from shengji.engine.leads import Lead, failed_throw, read_lead
from shengji.engine.options import DEFENDERS
from shengji.engine.pieces import names_of
from shengji.engine.playing import held_planes
from shengji.engine.rulings import Follows
from shengji.engine.scoring import advance, next_banker, outcome, personal_score
from shengji.engine.setting import Setting
from shengji.engine.state import Deal, all_hands, before_match

from .case_bids import run_bids
from .case_files import Case

Got = Mapping[str, Any]


def table_lead(cards: Cards, setting: Setting) -> Lead:
    """The lead that some cards are, whether or not they might be led (G-21)."""
    play = setting.trump.hand(cards)
    pieces = NO_PIECES if len(cards) == 1 else shape(play, setting.table)
    return Lead(
        setting.trump.group_mask(cards[0]), len(cards), pieces, names_of(pieces, len(cards))
    )


def run_shape(case: Case) -> Got:
    """The pieces of some cards, the largest first."""
    return {"pieces": table_lead(case.data["cards"], case.setting).names}


def run_lead(case: Case) -> Got:
    """Whether cards may be led; whether they stand, and if not what is forced (G-14, G-15)."""
    setting, cards = case.setting, case.data["cards"]
    players = setting.rules.players
    hands = {seat: setting.trump.hand(hand) for seat, hand in case.data["hands"].items()}
    first = case.data.get("leader", 0)
    play = held_planes(cards, hands[first], setting) if first in hands else None
    lead = None if play is None else read_lead(cards, play, setting)
    if play is None or lead is None or isinstance(lead, Refusal):
        return {"legal": False, "stands": False}
    failed = None
    if lead.is_throw:
        every = all_hands(hands.get(seat, EMPTY) for seat in range(players))
        failed = failed_throw(lead, play, every, first, setting)
    if failed is None:
        return {"legal": True, "stands": True}
    return {"legal": True, "stands": False, "forced": failed.forced.cards}


def run_follow(case: Case) -> Got:
    """Whether cards answer a lead (G-08 to G-12)."""
    setting = case.setting
    hand = setting.trump.hand(case.data["hand"])
    lead = table_lead(case.data["lead"], setting)
    return {"legal": case.data["cards"] in Follows(hand, lead, setting)}


def run_trick(case: Case) -> Got:
    """Who takes the trick, and the points that lie in it (G-02, G-11 to G-13)."""
    setting, plays = case.setting, case.data["plays"]
    lead = table_lead(plays[0], setting)
    winner, best = 0, setting.trump.hand(plays[0])
    for place, cards in enumerate(plays[1:], 1):
        play = setting.trump.hand(cards)
        number, pieces = lead.number, lead.pieces
        if beats(best, play, lead.group, number, pieces, setting.table, setting.options):
            winner, best = place, play
    return {"winner": winner, "points": sum(points(play) for play in plays)}


def run_dig(case: Case) -> Got:
    """What the last trick changes in the defenders' score (A-21, C-23, D-11, F-11)."""
    setting, data = case.setting, case.data
    plays = data.get("plays", ())
    led = data.get("lead") or (plays[0] if plays else data["last"])
    lead = table_lead(led, setting)
    deal = last_trick_deal(case, lead, led)
    best = setting.trump.hand(data["last"])
    score = sum(points(play) for play in plays or (data["last"],))
    defends = data["winner"] == DEFENDERS
    dug = digging(case.system, setting, deal, lead, best, score, defends)
    return {"points": dug[0] if dug else 0}


def last_trick_deal(case: Case, lead: Lead, led: Cards) -> Deal:
    """A deal in its last trick: the case's kitty lies there, and the lead has just been played."""
    rules = case.system
    deck = (0,) * (rules.hand_size * rules.players) + case.data["kitty"]
    state = evolve_all(
        before_match(),
        (
            MatchStarted(rules, (case.level, case.level), True),
            DealStarted(1, 0, 0, deck),
            TrumpSet(case.trump, 0, "bid", case.level),
            Played(0, led, lead.names),
        ),
    )
    assert state.deal is not None
    return state.deal


def run_score(case: Case) -> Got:
    """What a deal's score does (A-23, B-11, C-21, C-22, D-13, E-08, F-10)."""
    found = outcome(case.data["points"], case.system)
    return {"winner": found.winner, "steps": found.steps}


def run_levels(case: Case) -> Got:
    """Where a step leads (A-24, B-03, D-14, E-16, F-09, G-25)."""
    data = case.data
    step = advance(data["from"], data["steps"], data["declaring"], case.system)
    return {"to": step.level, "match_won": step.won}


def run_next_banker(case: Case) -> Got:
    """Who is banker of the next deal (G-17)."""
    data = case.data
    return {"banker": next_banker(data["banker"], data["winner"], case.system.players)}


def run_personal_score(case: Case) -> Got:
    """A seat's score of a whole match (F-13); the level past the goal counts as one more (F-09)."""
    data = case.data

    def reached(level: str, passed: str) -> int:
        return RANKS.index(data[level]) + int(data[passed])

    own, other = reached("to", "passed"), reached("other_to", "other_passed")
    levels = own - RANKS.index(data["from"])
    return {"score": personal_score(levels, own - other, data["deals"], data["failed_throws"])}


RUNNERS: dict[str, Callable[[Case], Got]] = {
    "shape": run_shape,
    "lead": run_lead,
    "follow": run_follow,
    "trick": run_trick,
    "dig": run_dig,
    "score": run_score,
    "levels": run_levels,
    "bids": run_bids,
    "next-banker": run_next_banker,
    "personal-score": run_personal_score,
}

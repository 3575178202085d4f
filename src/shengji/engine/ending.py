"""The end of a deal: dig, score, levels, bank, coins, and whether the match is over."""

from .cards import RANKS, points, rank_of
from .events import (
    DealScored,
    DealVoided,
    Dug,
    Event,
    Events,
    LevelsMoved,
    MatchEnded,
    Settled,
)
from .kernel.pieces import shape
from .kernel.planes import Hand
from .kernel.score import dig_factor
from .leads import Lead
from .options import DECLARERS
from .ruleset import Ruleset
from .scoring import advance, lowered, next_banker, outcome, stakes
from .seats import SIDES, other_side, side_of
from .setting import Setting
from .state import Deal, State
from .value import Value, value


@value
class Tally(Value):
    """A deal's points: by tricks, dig and penalties; and the levels that faults take off."""

    tricks: int
    dug: int
    penalties: int
    level_penalties: tuple[int, ...]

    @property
    def total(self) -> int:
        """The defenders' score (A-22)."""
        return self.tricks + self.dug + self.penalties


def last_trick(
    state: State, deal: Deal, winner: int, best: Hand, score: int, counted: int
) -> Events:
    """What follows on the last trick of `score` points, of which the defenders have `counted`."""
    setting, lead = deal.setting, deal.lead
    assert setting is not None and lead is not None and deal.banker is not None
    defends = side_of(winner) != side_of(deal.banker)
    dug = digging(state.rules, setting, deal, lead, best, score, defends)
    tally = Tally(
        deal.points + counted,
        dug[0] if dug else 0,
        deal.penalties,
        deal.level_penalties,
    )
    hooked = jack_hooked(state, deal, setting.trump.cards(best), defends)
    ending = deal_ending(state, deal, tally, hooked)
    return (Dug(winner, *dug), *ending) if dug else ending


def digging(
    rules: Ruleset,
    setting: Setting,
    deal: Deal,
    lead: Lead,
    best: Hand,
    score: int,
    defends: bool,
) -> tuple[int, int] | None:
    """Points and factor of the dig, None if there is none (A-21, C-23, D-11, F-11, G-20)."""
    if rules.dig == "trick":
        return (score if defends else -score) * lead.number, lead.number
    if rules.dig == "none" or not defends:
        return None
    if rules.dig_by == "lead":
        cards, pieces = setting.trump.hand(deal.plays[0].cards), lead.pieces
    else:
        cards, pieces = best, shape(best, setting.table)
    factor = dig_factor(cards, pieces, setting.options)
    return points(deal.kitty) * factor, factor


def jack_hooked(state: State, deal: Deal, best: tuple[int, ...], defends: bool) -> bool:
    """Whether declarers at J lost the last trick to a single jack (G-28)."""
    jack = len(best) == 1 and rank_of(best[0]) == "J"
    return state.rules.jack_hook and defends and deal.level == "J" and jack


def deal_ending(state: State, deal: Deal, tally: Tally, hooked: bool) -> Events:
    """Score, levels, bank and coins of a deal, and the end of the match if it has come."""
    assert deal.banker is not None
    found = outcome(tally.total, state.rules)
    return ending_with(state, deal, tally, found.winner, found.steps, hooked)


def ending_with(
    state: State, deal: Deal, tally: Tally, winner: str, steps: int, hooked: bool
) -> Events:
    """The same for a winner and steps that a ruling gives (B-08)."""
    rules = state.rules
    assert deal.banker is not None
    declarers = side_of(deal.banker)
    winners = declarers if winner == DECLARERS else other_side(declarers)
    scored = DealScored(
        tally.tricks, tally.dug, tally.penalties, tally.total, winner, steps, deal.kitty
    )
    levels = list(deal.levels_before)
    climbed = list(deal.climbed_before)

    def fall(side: int, lost: int) -> None:
        fallen = lowered(levels[side], lost, rules)
        climbed[side] -= RANKS.index(levels[side]) - RANKS.index(fallen)
        levels[side] = fallen

    if hooked:
        fall(declarers, len(RANKS))
    step = advance(levels[winners], steps, winners == declarers, rules)
    levels[winners] = step.level
    climbed[winners] += step.climbed
    for side in range(SIDES):
        fall(side, tally.level_penalties[side])
    moved = LevelsMoved(
        tuple(levels), tuple(climbed), next_banker(deal.banker, winner, rules.players)
    )
    events: list[Event] = [scored]
    coins = settlement(deal, winner, step.climbed, rules)
    if coins is not None:
        events.append(Settled(coins))
    events.append(moved)
    ended = match_end(state, moved.levels, moved.climbed, winners, step.won)
    if ended is not None:
        events.append(ended)
    return tuple(events)


def settlement(deal: Deal, winner: str, steps: int, rules: Ruleset) -> tuple[int, ...] | None:
    """The coins that change hands, less what this deal settled before; None without stakes."""
    if not rules.stake:
        return None
    assert deal.banker is not None
    coins = stakes(deal.banker, winner, steps, deal.overturns, rules)
    if deal.coins is None:
        return coins
    return tuple(new - old for new, old in zip(coins, deal.coins, strict=True))


def match_end(
    state: State, levels: tuple[str, ...], climbed: tuple[int, ...], declaring: int, won: bool
) -> MatchEnded | None:
    """The end of the match after a deal, if it has come: goal, number of deals, or time."""
    if won:
        return MatchEnded(declaring, "goal")
    scored = state.deals_scored + (state.deal is None or state.deal.result is None)
    if state.rules.match_deals and scored >= state.rules.match_deals:
        return MatchEnded(leader(state.rules, levels, climbed, declaring), "deals")
    if state.time_up:
        return MatchEnded(leader(state.rules, levels, climbed, declaring), "time")
    return None


def leader(
    rules: Ruleset, levels: tuple[str, ...], climbed: tuple[int, ...], declaring: int | None
) -> int | None:
    """The side ahead: the higher level, level on level the declaring side (B-12, C-02).

    Where levels go round, levels gained in all are compared.
    """
    if rules.goal == "none":
        ahead = climbed[0] - climbed[1]
    else:
        ahead = RANKS.index(levels[0]) - RANKS.index(levels[1])
    if ahead:
        return 0 if ahead > 0 else 1
    return declaring


def voided(state: State, reason: str) -> Events:
    """A deal is not played on; at time the match ends with it (B-12)."""
    void = DealVoided(reason)
    if not state.time_up:
        return (void,)
    banker = state.deal.banker if state.deal else None
    declaring = state.declaring if banker is None else side_of(banker)
    ahead = leader(state.rules, state.levels, state.climbed, declaring)
    return void, MatchEnded(ahead, "time")

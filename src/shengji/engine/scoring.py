"""What a deal scores, and where it takes the levels, the bank and the coins."""

from .cards import RANKS
from .kernel.levels import level_gain
from .options import DECLARERS, LevelTable
from .ruleset import Ruleset
from .seats import next_seat, partner, side_of
from .value import Value, value

POINT_STEP = 5


@value
class Outcome(Value):
    """What a score means: who declares next, levels gained, and the edges of its row.

    `lower` and `upper` are the least and the most points with the same outcome (None: no end);
    `next_points` is what the defenders need for the next better row, None at the cap.
    """

    winner: str
    steps: int
    lower: int | None
    upper: int | None
    next_points: int | None


def counted_points(points: int, rules: Ruleset) -> int:
    """The points as the level table sees them: not below 0, but in system C (G-23)."""
    return points if rules.points_below_zero else max(points, 0)


def outcome(points: int, rules: Ruleset) -> Outcome:
    """What the defenders' points do (A-23, B-11, C-21, C-22, D-13, E-08, F-10)."""
    table = rules.level_table
    points = counted_points(points, rules)
    winner, steps = _row(points, rules)
    lower: int | None = _edge(points, table)
    upper: int | None = _edge_above(points, table)
    top = upper - POINT_STEP if upper is not None else None
    return Outcome(winner, steps, lower, top, upper)


def _row(points: int, rules: Ruleset) -> tuple[str, int]:
    table = rules.level_table
    row, steps = level_gain(points, *rules.level_rows, table.above, table.below)
    return table.rows[row][1], steps


def _edge(points: int, table: LevelTable) -> int | None:
    first = table.rows[0][0]
    if points < first:
        if not table.below:
            return None
        return first - -(-(first - points) // table.below) * table.below
    last = table.rows[-1][0]
    if points >= last and table.above:
        return last + (points - last) // table.above * table.above
    return max(row[0] for row in table.rows if row[0] <= points)


def _edge_above(points: int, table: LevelTable) -> int | None:
    first, last = table.rows[0][0], table.rows[-1][0]
    if points < first and table.below:
        return (_edge(points, table) or 0) + table.below
    points = max(points, first)
    if points >= last:
        return last + ((points - last) // table.above + 1) * table.above if table.above else None
    return min(row[0] for row in table.rows if row[0] > points)


def thresholds(rules: Ruleset, most: int) -> tuple[Outcome, ...]:
    """The level table row by row, from 0 (from the least row below 0 in C) up to so many points."""
    rows = []
    points = outcome(0, rules).lower or 0
    while points <= most:
        row = outcome(points, rules)
        rows.append(row)
        if row.next_points is None:
            break
        points = row.next_points
    return tuple(rows)


@value
class Advance(Value):
    """Where a step leads: the level, levels gained on the way, whether the match is won."""

    level: str
    climbed: int
    won: bool


def advance(level: str, steps: int, declaring: bool, rules: Ruleset) -> Advance:
    """Move a side up (A-24, B-03, D-14, E-16, F-09, G-25).

    `declaring`: the side held the bank at this level, which a must-play level asks for.
    """
    climbed = 0
    if steps and level in rules.must_play and not declaring:
        return Advance(level, 0, False)
    while climbed < steps:
        if rules.goal == "pass" and level == rules.goal_level:
            return Advance(level, climbed + 1, True)
        level = RANKS[(RANKS.index(level) + 1) % len(RANKS)]
        climbed += 1
        if rules.goal == "reach" and level == rules.goal_level:
            return Advance(level, climbed, True)
        if level in rules.must_play:
            break
    return Advance(level, climbed, False)


def lowered(level: str, steps: int, rules: Ruleset) -> str:
    """A level some steps down, never below the first level (G-23)."""
    first = RANKS.index(rules.start_level)
    return RANKS[max(RANKS.index(level) - steps, min(first, RANKS.index(level)))]


def next_banker(banker: int, winner: str, players: int) -> int:
    """Who is banker of the next deal (G-17)."""
    return partner(banker, players) if winner == DECLARERS else next_seat(banker, players)


def stakes(banker: int, winner: str, steps: int, overturns: int, rules: Ruleset) -> tuple[int, ...]:
    """Coins by seat: each loser pays each winner base × max(1, levels) × 2^overturns (A-25)."""
    amount = rules.stake * max(1, steps)
    if rules.overturns_double:
        amount <<= overturns
    losers_side = 1 - side_of(banker) if winner == DECLARERS else side_of(banker)
    seats = range(rules.players)
    losers = sum(side_of(seat) == losers_side for seat in seats)
    return tuple(
        -amount * (rules.players - losers) if side_of(seat) == losers_side else amount * losers
        for seat in seats
    )


def personal_score(levels: int, gap: int, deals: int, failed_throws: int) -> int:
    """The personal score of a match (F-13).

    1 for each level passed, 2 for each level ahead of the other team (less than 0: behind), 1 for
    each full 10 deals, less 1 for each failed throw of one's own.
    """
    return levels + 2 * gap + deals // 10 - failed_throws


TITLES = 25


def title(score: int) -> int:
    """The number of the title of a personal score, 0 to TITLES - 1: n from 50·n² on (F-15)."""
    number = 0
    while number + 1 < TITLES and score >= 50 * (number + 1) ** 2:
        number += 1
    return number


def match_gain(score: int, won: bool, own_title: int, other_titles: tuple[int, ...]) -> int:
    """What a match adds to a personal total (F-16).

    Winners whose title is 3 or more above the higher of the losers' gain nothing.
    """
    if won and own_title >= max(other_titles) + 3:
        return min(score, 0)
    return score

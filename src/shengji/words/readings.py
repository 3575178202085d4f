"""Options whose value is a reading of ours: ledger statements marked `?`.

The source of the system is silent there, cut short, or contradicts itself.  The rules page
says so to the player.
"""

from shengji.engine.ruleset import PRESETS, Ruleset, preset

COMMON = frozenset(
    {
        "follow_runs",  # G-10
        "triples_for_pairs",  # G-22
        "throw_forced",  # G-15
        "throw_shows",  # G-15
        "points_below_zero",  # G-23
        "nobody_first",  # A-10 C-05 G-26
    }
)
_EIGHTY = frozenset({"dig_by", "link_small_joker"})
_LEFT_OPEN = frozenset(  # B-14
    {"kitty", "link_side_level", "link_trump_level", "link_big_joker", "bid_time", "bid_min"}
    | {"bid_rises", "bid_jokers", "reinforce", "self_overturn", "overturns", "overturn_by"}
    | {"first_banker", "turned_card", "throws"}
)
_JJ = frozenset({"throws", "goal", "dig_by", "link_trump_level", "level_pairs_any_suit"})
_HUANLE = frozenset(
    {"kitty", "link_twos", "throw_penalty", "start_level", "goal", "goal_level", "must_play"}
    | {"dig_family", "dig_by", "first_banker"}
)
_WEIJIA = frozenset(
    {"bid_rises", "bid_jokers", "first_banker", "nobody_later", "throw_penalty", "dig_family"}
    | {"dig_by", "goal_level", "must_play", "link_side_level", "link_trump_level"}
    | {"link_small_joker", "link_big_joker"}
)
BY_PRESET = {
    "eighty": _EIGHTY | {"bid_rises", "overturn_turned", "stake", "goal"},
    "eighty-match": _EIGHTY | _LEFT_OPEN | {"throw_penalty_cards", "dig_family"},
    "four-deck-match": frozenset(
        {"link_side_level", "link_trump_level", "link_small_joker", "reinforce", "nobody_later"}
    ),
    "jj": _JJ | {"bid_rises", "bid_jokers", "level_tables"},
    "jj-home": _JJ | {"bid_rises", "bid_jokers", "nobody_later"},
    "huanle-1": _HUANLE | {"bid_rises", "bid_jokers", "reinforce", "self_overturn", "overturns"},
    "huanle-2": _HUANLE | {"bid_rises", "bid_jokers"},
    "huanle-3": _HUANLE | {"self_overturn"},
    "weijia-1": _WEIJIA,
    "weijia-2": _WEIJIA,
    "weijia-3": _WEIJIA,
}
SILENT = {"four-deck-match": frozenset({"follow_runs", "points_below_zero"})}  # C-14 G-23


def readings(rules: Ruleset) -> frozenset[str]:
    """The options of a ruleset that stand as we read the source of its preset."""
    base = preset(rules.id) if rules.id in PRESETS else Ruleset()
    names = (COMMON | BY_PRESET.get(rules.id, frozenset())) - SILENT.get(rules.id, frozenset())
    return frozenset(name for name in names if getattr(rules, name) == getattr(base, name))

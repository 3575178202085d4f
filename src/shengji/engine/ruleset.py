"""What is being played, as data: one frozen dataclass, presets as TOML files of options.

Code branches on options, never on a preset's name.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields, replace
from functools import cache, cached_property
from types import MappingProxyType
from typing import Any, cast

from .cards import FACES, RANKS
from .kernel.levels import MOST_ROWS, Rows
from .options import DECLARERS, DEFENDERS, LevelTable, RulesetError, option, read_value
from .value import Value

PRESETS = (
    "eighty",
    "eighty-match",
    "four-deck-match",
    "jj",
    "jj-home",
    "huanle-1",
    "huanle-2",
    "huanle-3",
    "weijia-1",
    "weijia-2",
    "weijia-3",
)

STANDARD_KITTY = {1: 6, 2: 8, 3: 6, 4: 8}
HUANLE_TABLE = LevelTable(
    2,
    (
        (0, DECLARERS, 3),
        (5, DECLARERS, 2),
        (40, DECLARERS, 1),
        (80, DEFENDERS, 0),
        (120, DEFENDERS, 1),
    ),
    above=40,
    below=0,
)


@dataclass(frozen=True, eq=False, repr=False)
class Ruleset(Value):
    """Every choice that a table can make.  `players` is a parameter; all systems have 4."""

    id: str = "custom"

    decks: int = option(2, [1, 2, 3, 4], "G-28", "cards")
    players: int = option(4, [4], "G-01", "cards")
    kitty: int | str = option("standard", "kitty", "F-01 G-28 C-01", "cards")

    permanent_twos: bool = option(False, "flag", "E-02 C-07", "order")
    level_gap_closes: bool = option(True, "flag", "G-07", "order")
    link_side_level: bool = option(True, "flag", "A-03 E-03 D-07", "order")
    link_trump_level: bool = option(True, "flag", "A-03 E-03 D-07", "order")
    link_small_joker: bool = option(True, "flag", "A-03 E-03 D-07", "order")
    link_big_joker: bool = option(True, "flag", "A-03 E-03 D-07", "order")
    link_twos: bool = option(True, "flag", "E-03 C-08", "order")
    link_ace_two: bool = option(False, "flag", "C-09", "order")
    level_pairs_any_suit: bool = option(False, "flag", "D-07", "order")

    bid_time: str = option("deal", ["deal", "after"], "F-02", "bidding")
    bid_hidden: bool = option(False, "flag", "C-03", "bidding")
    bid_min: int = option(1, [1, 2, 3, 4], "D-04", "bidding")
    bid_rises: str = option(
        "count",
        ["first", "count", "equal", "ladder", "any"],
        "A-07 D-02 D-04 E-09 F-02",
        "bidding",
    )
    bid_jokers: str = option(
        "overturn", ["overturn", "open", "none"], "A-09 D-02 D-04 E-04", "bidding"
    )
    bid_small_joker: bool = option(False, "flag", "C-03", "bidding")
    reinforce: str = option("bidder", ["bidder", "side", "none"], "A-15 C-05 D-03", "bidding")
    self_overturn: bool = option(True, "flag", "D-03 E-04 C-04 A-13", "bidding")
    overturns: str = option("bidding", ["bidding", "turns", "none"], "A-16 A-17 E-04", "bidding")
    overturn_by: str = option("anyone", ["anyone", "opponents"], "A-12", "bidding")
    overturn_order: str = option("SHCD", "suits", "A-14 B-04", "bidding")
    overturn_turned: bool = option(True, "flag", "A-10 B-04", "bidding")
    rebury: bool = option(False, "flag", "A-17 B-04", "bidding")
    first_banker: str = option(
        "first-bid", ["first-bid", "last-bid"], "A-16 D-05 E-07 F-03", "bidding"
    )
    nobody_first: str = option("no-trump", ["no-trump", "redeal"], "G-26 A-10", "bidding")
    nobody_later: str = option(
        "no-trump", ["no-trump", "redeal", "turn-kitty"], "A-10 D-02 E-05", "bidding"
    )
    turned_card: int = option(3, "count", "A-10", "bidding")
    kitty_points_max: int = option(1000, "count", "E-17", "bidding")

    throws: str = option("all", ["all", "plain", "none"], "A-04 C-17 D-08", "throws")
    throw_forced: str = option(
        "lowest-beaten", ["lowest-beaten", "lowest", "highest-beaten"], "G-15", "throws"
    )
    throw_shows: str = option("piece", ["piece", "seat"], "G-15", "throws")
    throw_penalty: str = option(
        "none", ["none", "per-card", "per-attempt"], "B-06 D-09 E-06 F-07", "throws"
    )
    throw_penalty_points: int = option(5, "count", "B-06 D-09", "throws")
    throw_penalty_cards: str = option(
        "thrown", ["thrown", "beaten", "taken-back"], "B-06 D-09", "throws"
    )
    throw_stake: bool = option(False, "flag", "A-06", "throws")

    follow_runs: str = option("longest-first", ["longest-first", "full-length"], "G-10", "follow")
    triples_for_pairs: str = option("break", ["break", "protect"], "G-22", "follow")
    tractors_for_pairs: str = option("break", ["break", "protect"], "G-09", "follow")
    ladders: str = option("titanic", ["titanic", "bulldozer"], "G-22 E-11 C-13 C-16", "follow")

    compare_throws: str = option("top", ["top", "all", "highest"], "G-13", "tricks")
    wider_beats: bool = option(False, "flag", "C-19 C-20", "tricks")
    bombs: bool = option(False, "flag", "G-28", "tricks")

    dig: str = option("kitty", ["kitty", "trick", "none"], "A-21 C-23 D-11 F-11", "scoring")
    dig_family: str = option(
        "added",
        ["added", "added-doubling", "largest", "largest-doubling", "power", "twice"],
        "A-21 B-10 D-11 F-12",
        "scoring",
    )
    dig_cap: int = option(0, "count", "D-11", "scoring")
    dig_by: str = option("lead", ["lead", "play"], "G-20", "scoring")
    level_tables: tuple[LevelTable, ...] = option((HUANLE_TABLE,), "tables", "E-08", "scoring")
    points_below_zero: bool = option(False, "flag", "G-23", "scoring")
    stake: int = option(0, "count", "A-25", "scoring")
    overturns_double: bool = option(False, "flag", "A-18", "scoring")
    personal_score: bool = option(False, "flag", "F-13", "scoring")

    start_level: str = option("2", "level", "D-01 C-02", "match")
    goal: str = option("pass", ["pass", "reach", "none"], "D-14 E-16 F-09 A-24", "match")
    goal_level: str = option("A", "level", "B-03 F-09", "match")
    must_play: tuple[str, ...] = option((), "levels", "G-25", "match")
    match_deals: int = option(0, "count", "A-27", "match")
    match_minutes: int = option(0, "count", "B-12 C-02", "match")
    jack_hook: bool = option(False, "flag", "G-28", "match")

    revoke_penalty: str = option("none", ["none", "level", "per-card"], "B-05 C-25", "referee")
    takeback_penalty: str = option("none", ["none", "level"], "B-07", "referee")
    fault_points: int = option(10, "count", "C-25", "referee")
    fault_limit: int = option(3, "count", "B-05 B-07", "referee")
    count_penalty: bool = option(False, "flag", "B-08", "referee")
    exposure_penalty: bool = option(False, "flag", "C-24", "referee")
    runaway_points: int = option(0, "count", "D-15", "referee")
    forfeit_match: bool = option(False, "flag", "B-01", "referee")
    winners_shuffle: bool = option(False, "flag", "C-06", "referee")

    def __post_init__(self) -> None:
        for name, field in option_fields().items():
            read_value(name, field.metadata["values"], getattr(self, name))
        check(self)

    @cached_property
    def kitty_size(self) -> int:
        """How many cards are left after the deal (F-01, G-28, C-01)."""
        if self.kitty == "standard":
            return STANDARD_KITTY[self.decks]
        if self.kitty == "none":
            return FACES * self.decks % self.players
        return int(self.kitty)

    @cached_property
    def hand_size(self) -> int:
        """How many cards each seat is dealt."""
        return (FACES * self.decks - self.kitty_size) // self.players

    @cached_property
    def level_table(self) -> LevelTable:
        """The table in force: the one for these decks, else the nearest one in proportion."""
        nearest = min(self.level_tables, key=lambda table: abs(table.decks - self.decks))
        return nearest if nearest.decks == self.decks else nearest.scaled(self.decks)

    @cached_property
    def level_rows(self) -> tuple[Rows, Rows, int]:
        """The level table for the kernel: where rows begin, levels gained, number of rows."""
        rows = self.level_table.rows
        padding = [0] * (MOST_ROWS - len(rows))
        starts = tuple([start for start, _, _ in rows] + padding)
        gains = tuple([steps for _, _, steps in rows] + padding)
        return cast(Rows, starts), cast(Rows, gains), len(rows)

    def changed(self, options: Mapping[str, object]) -> "Ruleset":
        """This ruleset with some options replaced.  Raises RulesetError, naming the option."""
        known = option_fields()
        values: dict[str, Any] = {}
        for name, given in options.items():
            if name not in known:
                raise RulesetError("unknown_option", option=name)
            values[name] = read_value(name, known[name].metadata["values"], given)
        return replace(self, **values)

    def difference(self, other: "Ruleset") -> dict[str, tuple[object, object]]:
        """The options in which the two differ: name → (mine, the other's)."""
        return {
            name: (getattr(self, name), getattr(other, name))
            for name in option_fields()
            if getattr(self, name) != getattr(other, name)
        }

    def to_data(self) -> dict[str, object]:
        """Plain data that `from_data` reads back: id and every option."""
        data = asdict(self)
        data["must_play"] = list(self.must_play)
        data["level_tables"] = [
            {**asdict(table), "rows": [list(row) for row in table.rows]}
            for table in self.level_tables
        ]
        return data

    @cached_property
    def digest(self) -> str:
        """Sixteen hex digits that stand for all options; equal rulesets, equal digests."""
        import hashlib
        import json

        options = {name: value for name, value in self.to_data().items() if name != "id"}
        text = json.dumps(options, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:16]


@cache
def option_fields() -> Mapping[str, Any]:
    """The options by name, as dataclass fields with `values`, `rules`, `group` in metadata."""
    return MappingProxyType({one.name: one for one in fields(Ruleset) if one.metadata})


def from_data(data: object) -> Ruleset:
    """The ruleset that `to_data` wrote, or a preset's TOML holds.  Raises RulesetError."""
    if not isinstance(data, Mapping) or not isinstance(data.get("id"), str):
        raise RulesetError("not_a_ruleset")
    options = {name: value for name, value in data.items() if name != "id"}
    return Ruleset(id=data["id"]).changed(options)


@cache
def preset(name: str) -> Ruleset:
    """One of the presets by id.  Raises RulesetError, naming those there are."""
    if name not in PRESETS:
        raise RulesetError("no_such_preset", preset=name, presets=list(PRESETS))
    import tomllib
    from importlib.resources import files

    text = files(__package__).joinpath("presets", f"{name}.toml").read_text(encoding="utf-8")
    return from_data({"id": name, **tomllib.loads(text)})


def check(rules: Ruleset) -> None:
    """Refuse options that contradict each other.  Raises RulesetError, naming two of them."""
    for first, second, contradicts in CONTRADICTIONS:
        if contradicts(rules):
            raise RulesetError("contradiction", option=first, other=second)


def _uneven(rules: Ruleset) -> bool:
    dealt = FACES * rules.decks - rules.kitty_size
    return dealt <= 0 or dealt % rules.players != 0


def past_goal(rules: Ruleset, *levels: str) -> bool:
    """Whether one of some levels lies above the goal level."""
    top = RANKS.index(rules.goal_level)
    return rules.goal != "none" and any(RANKS.index(level) > top for level in levels)


CONTRADICTIONS: tuple[tuple[str, str, Callable[[Ruleset], bool]], ...] = (
    ("kitty", "decks", _uneven),
    ("bombs", "decks", lambda rules: rules.bombs and rules.decks < 4),
    (
        "turned_card",
        "kitty",
        lambda rules: (
            rules.nobody_later == "turn-kitty" and not 1 <= rules.turned_card <= rules.kitty_size
        ),
    ),
    ("rebury", "kitty", lambda rules: rules.rebury and not rules.kitty_size),
    ("rebury", "overturns", lambda rules: rules.rebury and rules.overturns != "turns"),
    (
        "link_ace_two",
        "permanent_twos",
        lambda rules: rules.link_ace_two and not rules.permanent_twos,
    ),
    ("bid_hidden", "overturns", lambda rules: rules.bid_hidden and rules.overturns == "turns"),
    ("bid_hidden", "bid_jokers", lambda rules: rules.bid_hidden and rules.bid_jokers != "none"),
    (
        "bid_small_joker",
        "bid_jokers",
        lambda rules: rules.bid_small_joker and rules.bid_jokers != "none",
    ),
    ("bid_hidden", "bid_rises", lambda rules: rules.bid_hidden and rules.bid_rises != "count"),
    ("dig", "kitty", lambda rules: rules.dig == "kitty" and not rules.kitty_size),
    ("match_minutes", "goal", lambda rules: rules.goal == "none" and rules.match_minutes > 0),
    ("start_level", "goal_level", lambda rules: past_goal(rules, rules.start_level)),
    ("must_play", "goal_level", lambda rules: past_goal(rules, *rules.must_play)),
)

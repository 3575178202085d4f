"""What judges cards during one deal: the ruleset's options and the order of cards, together."""

from .kernel.planes import Options
from .ruleset import Ruleset
from .trump import Trump, trump_of

DIG_FAMILIES = ("added", "added-doubling", "largest", "largest-doubling", "power", "twice")
COMPARISONS = ("top", "all", "highest")
THROWS = ("none", "plain", "all")
FORCED = ("lowest-beaten", "lowest", "highest-beaten")


class Setting:
    """A ruleset with a trump and a level: what the kernel needs, ready to be passed to it."""

    __slots__ = ("options", "rules", "table", "trump")

    def __init__(self, rules: Ruleset, trump: Trump) -> None:
        self.rules = rules
        self.trump = trump
        self.table = trump.table
        self.options = kernel_options(rules)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Setting)
            and self.rules == other.rules
            and self.table == other.table
            and self.trump.bits == other.trump.bits
        )

    __hash__ = None  # type: ignore[assignment]


def setting_of(rules: Ruleset, suit: str, level: str) -> Setting:
    """The setting for a trump suit (S H C D, or NT for no trump) and a level."""
    return Setting(rules, trump_of(rules, suit, level))


def kernel_options(rules: Ruleset) -> Options:
    """The options that judge cards, as the kernel's ints."""
    return Options(
        bulldozer=int(rules.ladders == "bulldozer"),
        full_length=int(rules.follow_runs == "full-length"),
        protect=int(rules.triples_for_pairs == "protect"),
        tractors_kept=int(rules.tractors_for_pairs == "protect"),
        bombs=int(rules.bombs),
        compare=COMPARISONS.index(rules.compare_throws),
        wider=int(rules.wider_beats),
        dig_family=DIG_FAMILIES.index(rules.dig_family),
        dig_cap=rules.dig_cap,
        throws=THROWS.index(rules.throws),
        forced=FORCED.index(rules.throw_forced),
    )

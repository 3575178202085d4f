"""A ruleset as a page that teaches the game, made from its options.

The sentences stand under `rules.*` in the two TOML files; here is only which of them hold.
"""

from collections.abc import Callable
from dataclasses import dataclass

from shengji.engine.ruleset import PRESETS, Ruleset, preset

from . import Words, words
from .options_text import (
    decks_text,
    describe_difference,
    error_text,
    full_rows,
    levels_text,
    option_lines,
    option_value_text,
    order_text,
    points_text,
    ranges,
    what_text,
)
from .readings import readings

__all__ = [
    "Section",
    "describe",
    "describe_difference",
    "error_text",
    "option_lines",
    "option_value_text",
    "ruleset_name",
    "sections",
]

TRIPLES = 3  # decks from which triples exist
QUADS = 4


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the rules page: its sentences, and the rows of a table that follows them."""

    name: str
    title: str
    lines: tuple[str, ...]
    table: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Teller:
    """Gives the sentences for one ruleset and marks those that are readings of ours."""

    rules: Ruleset
    words: Words
    ours: frozenset[str]

    def say(self, key: str, *options: str, **facts: object) -> str:
        """The sentence `rules.<key>`, marked if one of these options is a reading of ours."""
        text = self.words.say(f"rules.{key}", **facts)
        return self.reading(text) if self.ours & set(options) else text

    def choice(self, option: str, *others: str, **facts: object) -> str:
        """The sentence for the value that an option has; a flag's value is `yes` or `no`."""
        value = getattr(self.rules, option)
        word = ("no", "yes")[value] if isinstance(value, bool) else value
        return self.say(f"{option}.{word}", option, *others, **facts)

    def reading(self, text: str) -> str:
        """A sentence marked as a reading of ours."""
        return self.words.say("rules.reading", sentence=text)

    def ours_said(self, key: str) -> str:
        """A sentence that is a reading of ours in every system."""
        return self.reading(self.say(key))


def describe(rules: Ruleset, lang: str) -> str:
    """The whole rules of a ruleset in plain Chinese (`zh`) or English (`en`), as Markdown."""
    say = words(lang)
    parts = [f"# {ruleset_name(rules, lang)}", say.say("rules.intro")]
    for section in sections(rules, lang):
        parts.append(say.say("rules.heading", title=section.title))
        parts.append("\n".join(f"- {line}" for line in section.lines))
        if section.table:
            head = (say.say("table.points"), say.say("table.what"))
            rows = (head, ("---", "---"), *section.table)
            parts.append("\n".join(f"| {left} | {right} |" for left, right in rows))
    parts.append(say.say("rules.readings"))
    return "\n\n".join(parts) + "\n"


def sections(rules: Ruleset, lang: str) -> tuple[Section, ...]:
    """The parts of the rules page in order; the last lists what was changed in a preset."""
    say = words(lang)
    tell = Teller(rules, say, readings(rules))
    found = []
    for name, title, lines in _SECTIONS:
        table = level_rows(rules, say) if name == "levels" else ()
        found.append(Section(name, say.say(title), tuple(lines(tell)), table))
    if rules.id in PRESETS:
        base = preset(rules.id)
        changed = describe_difference(base, rules, lang)
        if changed:
            title = say.say("rules.changes", name=say.say(f"preset.{rules.id}"))
            found.append(Section("changes", title, tuple(changed)))
    return tuple(found)


def ruleset_name(rules: Ruleset, lang: str) -> str:
    """The name of a ruleset; a preset with other options is called changed."""
    say = words(lang)
    if rules.id not in PRESETS:
        return say.say("preset.custom")
    name = say.say(f"preset.{rules.id}")
    if rules.difference(preset(rules.id)):
        return say.say("preset.changed", name=name)
    return name


def level_rows(rules: Ruleset, say: Words) -> tuple[tuple[str, str], ...]:
    """The level table in force as rows of text: points, what happens."""
    table = rules.level_table
    return tuple(
        (points_text(row, say), what_text(row, say)) for row in ranges(table, full_rows(table))
    )


def no_trump_possible(rules: Ruleset) -> bool:
    """Whether a deal can come to no trump under these options."""
    jokers = rules.bid_jokers != "none" or rules.overturns == "turns"
    return (
        jokers
        or "no-trump" in (rules.nobody_first, rules.nobody_later)
        or (rules.nobody_later == "turn-kitty")
    )


def _cards(tell: Teller) -> list[str]:
    rules = tell.rules
    cards = rules.hand_size * rules.players + rules.kitty_size
    dealt = "cards.kitty" if rules.kitty_size else "cards.no_kitty"
    decks = "cards.one_deck" if rules.decks == 1 else "cards.decks"
    return [
        tell.say("cards.seats", players=rules.players),
        tell.ours_said("cards.first_card"),
        tell.say(decks, decks=rules.decks, cards=cards),
        tell.say(dealt, "kitty", hand=rules.hand_size, kitty=rules.kitty_size),
        tell.say("cards.points", points=100 * rules.decks),
    ]


def _order(tell: Teller) -> list[str]:
    twos = "_twos" if tell.rules.permanent_twos else ""
    lines = [
        tell.say("order.level"),
        tell.say(f"order.groups{twos}"),
        tell.choice("permanent_twos"),
    ]
    if no_trump_possible(tell.rules):
        lines.append(tell.say(f"order.no_trump{twos}"))
    return [*lines, tell.say("order.equal")]


def _runs(tell: Teller) -> list[str]:
    rules = tell.rules
    if rules.decks == 1:
        return [tell.say("runs.only_singles")]
    bulldozer = rules.ladders == "bulldozer"
    lines = [tell.say("runs.pair")]
    if rules.decks >= TRIPLES:
        lines.append(tell.say("runs.triple"))
    if rules.decks >= QUADS:
        lines.append(tell.say("runs.quad_bomb" if bulldozer or rules.bombs else "runs.quad"))
    lines += [tell.say("runs.tractor"), tell.choice("level_gap_closes"), *_links(tell)]
    if rules.decks >= TRIPLES:
        lines.append(tell.say("runs.bulldozer" if bulldozer else "runs.titanic"))
    if rules.bombs:
        lines.append(tell.choice("bombs"))
    return lines


def _links(tell: Teller) -> list[str]:
    """Which neighbours link in trump, and which do not."""
    rules, say = tell.rules, tell.words
    twos_link = rules.permanent_twos and rules.link_twos
    side = "side_level_twos" if rules.permanent_twos else "side_level"
    links = [
        ("big_joker", "link_big_joker", rules.link_big_joker),
        ("small_joker", "link_small_joker", rules.link_small_joker),
        ("trump_level", "link_trump_level", rules.link_trump_level),
        (side, "link_side_level", rules.link_side_level and (twos_link or side == "side_level")),
    ]
    if rules.permanent_twos:
        links.append(("twos", "link_twos", rules.link_twos))
    lines = []
    for key, wanted in (("runs.links", True), ("runs.no_links", False)):
        held = [
            tell.say(f"runs.{name}", option) for name, option, linked in links if linked == wanted
        ]
        if held:
            lines.append(tell.say(key, links=say.listed(held)))
    if rules.link_small_joker and no_trump_possible(rules):
        lines.append(tell.ours_said("runs.no_trump"))
    if rules.link_ace_two:
        lines.append(tell.choice("link_ace_two"))
    return [*lines, tell.choice("level_pairs_any_suit")]


def _bidding(tell: Teller) -> list[str]:
    rules = tell.rules
    lines = [tell.say("bid.banker"), tell.say("bid.showing"), tell.choice("bid_time")]
    if rules.bid_hidden:
        lines.append(tell.choice("bid_hidden"))
    lines.append(tell.choice("bid_min"))
    if rules.bid_small_joker:
        lines.append(tell.choice("bid_small_joker"))
    lines.append(tell.choice("bid_rises"))
    if rules.decks > 1 or rules.bid_jokers == "none":
        lines.append(tell.choice("bid_jokers"))
    if rules.decks > 1:
        lines.append(tell.choice("reinforce"))
    lines += _overturns(tell)
    lines += [tell.choice("first_banker"), tell.say("bid.later"), tell.choice("nobody_first")]
    turned = ("turned_card",) if rules.nobody_later == "turn-kitty" else ()
    return [*lines, tell.choice("nobody_later", *turned, card=rules.turned_card)]


def _overturns(tell: Teller) -> list[str]:
    """When and by whom a bid is overturned."""
    rules = tell.rules
    order = order_text(rules.overturn_order, tell.words)
    lines = [tell.choice("overturns", order=order)]
    if rules.overturns == "none" or rules.decks == 1:
        return lines
    lines += [tell.choice("overturn_by"), tell.choice("self_overturn")]
    if rules.overturns == "turns":
        lines += [tell.say("overturn_time.first"), tell.say("overturn_time.later")]
        if rules.nobody_later == "turn-kitty":
            lines.append(tell.choice("overturn_turned"))
    return lines


def _kitty(tell: Teller) -> list[str]:
    rules = tell.rules
    if not rules.kitty_size:
        return [tell.say("kitty.none"), tell.say("kitty.lead")]
    lines = [tell.say("kitty.take", kitty=rules.kitty_size), tell.say("kitty.secret")]
    if rules.overturns == "turns":
        lines.append(tell.choice("rebury"))
    most = rules.kitty_points_max
    key = "kitty.points_max" if most < 100 * rules.decks else "kitty.points"
    return [*lines, tell.say(key, "kitty_points_max", points=most), tell.say("kitty.lead")]


def _pieces(rules: Ruleset) -> list[str]:
    """The pieces that can be led with so many decks, by their keys."""
    pieces = ["single", "pair", "triple", "quad"][: rules.decks]
    if rules.decks > 1:
        pieces.append("tractor")
    if rules.decks >= TRIPLES:
        pieces.append(rules.ladders)
    return pieces


def _throws(tell: Teller) -> list[str]:
    rules, say = tell.rules, tell.words
    pieces = say.listed([say.say(f"piece.{piece}") for piece in _pieces(rules)])
    lines = [tell.say("lead.pieces", pieces=pieces)]
    if rules.decks > 1:
        lines.append(tell.ours_said("lead.reading"))
    lines.append(tell.choice("throws", example="A K" if rules.decks == 1 else "A K K"))
    if rules.throws == "none":
        return lines
    cards = say.say(f"option.throw_penalty_cards.value.{rules.throw_penalty_cards}")
    paid = ("throw_penalty_cards",) if rules.throw_penalty == "per-card" else ()
    lines += [
        tell.say("throws.stands"),
        tell.choice("throw_forced"),
        *([tell.say("throws.example")] if _example_holds(rules) else []),
        tell.ours_said("throws.tie"),
        tell.choice("throw_shows"),
        tell.choice("throw_penalty", *paid, points=rules.throw_penalty_points, cards=cards),
    ]
    if rules.throw_stake:
        lines.append(tell.choice("throw_stake"))
    return lines


def _example_holds(rules: Ruleset) -> bool:
    return rules.throw_forced == "lowest-beaten" and rules.decks > 1


def _follow(tell: Teller) -> list[str]:
    rules = tell.rules
    lines = [tell.say("follow.suit")]
    if rules.decks == 1:
        return lines
    lines += [tell.say("follow.pair"), tell.choice("tractors_for_pairs")]
    lines.append(tell.say("follow.tractor"))
    if rules.ladders == "bulldozer":
        lines.append(tell.say("ladders.bulldozer_pairs"))
    else:
        lines.append(tell.choice("follow_runs"))
    if rules.decks >= TRIPLES:
        triples = rules.ladders == "bulldozer"
        lines.append(tell.say("ladders.bulldozer_triples" if triples else "ladders.titanic"))
        lines.append(tell.choice("triples_for_pairs"))
    if rules.throws != "none":
        lines.append(tell.say("follow.throw"))
    return lines


def _tricks(tell: Teller) -> list[str]:
    rules = tell.rules
    ruff = "tricks.ruff_single" if rules.decks == 1 else "tricks.ruff"
    lines = [tell.say("tricks.winner"), tell.say(ruff)]
    if rules.throws != "none" and rules.decks > 1:
        lines.append(tell.say("tricks.throw"))
    lines.append(tell.say("tricks.equal"))
    if rules.throws != "none":
        top = rules.compare_throws == "top" and rules.decks == 1
        lines.append(tell.say("compare_throws.highest") if top else tell.choice("compare_throws"))
    if rules.wider_beats:
        lines.append(tell.choice("wider_beats"))
    return [*lines, tell.say("tricks.next")]


def _scoring(tell: Teller) -> list[str]:
    rules = tell.rules
    lines = [tell.say("scoring.tricks"), tell.choice("dig")]
    if rules.dig == "kitty":
        lines.append(tell.choice("dig_family"))
        if rules.dig_cap:
            lines.append(tell.say("dig_cap.some", "dig_cap", cap=rules.dig_cap))
        lines.append(tell.choice("dig_by"))
    lines.append(tell.choice("points_below_zero"))
    if rules.stake:
        lines.append(tell.say("stake.settle", "stake", stake=rules.stake))
    if rules.overturns_double:
        lines.append(tell.choice("overturns_double"))
    if rules.personal_score:
        lines.append(tell.choice("personal_score"))
    return lines


def _levels(tell: Teller) -> list[str]:
    table, say = tell.rules.level_table, tell.words
    decks = decks_text(table.decks, say)
    lines = [tell.say("levels.banker"), tell.say("levels.decks", "level_tables", decks=decks)]
    if table.below:
        lines.append(tell.say("levels.below", points=table.below))
    if table.above:
        lines.append(tell.say("levels.above", points=table.above))
    return lines


def _match(tell: Teller) -> list[str]:
    rules, say = tell.rules, tell.words
    lines = [
        tell.say("match.start", "start_level", level=say.say(f"rank.{rules.start_level}")),
        tell.say("match.own"),
        tell.choice("goal", "goal_level", level=say.say(f"rank.{rules.goal_level}")),
    ]
    if rules.must_play:
        levels = levels_text(rules.must_play, say)
        lines.append(tell.say("must_play.some", "must_play", levels=levels))
    else:
        lines.append(tell.say("must_play.none", "must_play"))
    if rules.match_deals:
        lines.append(tell.say("match.deals", deals=rules.match_deals))
    if rules.match_minutes:
        lines.append(tell.say("match.minutes", minutes=rules.match_minutes))
    if rules.match_deals or rules.match_minutes:
        lines.append(tell.say("match.higher"))
    elif rules.goal == "none":
        lines.append(tell.say("match.open"))
    return [*lines, tell.choice("jack_hook")] if rules.jack_hook else lines


def _referee(tell: Teller) -> list[str]:
    rules = tell.rules
    lines = _faults(tell)
    if rules.runaway_points:
        lines.append(tell.say("runaway_points.some", points=rules.runaway_points))
    flags = ("forfeit_match", "winners_shuffle")
    lines += [tell.choice(flag) for flag in flags if getattr(rules, flag)]
    return [tell.ours_said("referee.assisted"), *(lines or [tell.say("referee.none")])]


def _faults(tell: Teller) -> list[str]:
    """What faults at an unassisted table cost; nothing if they cost nothing."""
    rules = tell.rules
    by_level = "level" in (rules.revoke_penalty, rules.takeback_penalty)
    lines = []
    if by_level or rules.revoke_penalty != "none":
        lines.append(tell.choice("revoke_penalty", points=rules.fault_points))
        lines.append(tell.choice("takeback_penalty"))
    if by_level:
        limit = "fault_limit.some" if rules.fault_limit else "fault_limit.never"
        lines.append(tell.say(limit, limit=rules.fault_limit))
        lines.append(tell.ours_said("referee.floor"))
    flags = ("count_penalty", "exposure_penalty")
    lines += [tell.choice(flag) for flag in flags if getattr(rules, flag)]
    return [tell.say("referee.unassisted"), *lines] if lines else lines


_SECTIONS: tuple[tuple[str, str, Callable[[Teller], list[str]]], ...] = (
    ("cards", "group.cards", _cards),
    ("order", "group.order", _order),
    ("runs", "rules.runs.title", _runs),
    ("bidding", "group.bidding", _bidding),
    ("kitty", "rules.kitty.title", _kitty),
    ("throws", "group.throws", _throws),
    ("follow", "group.follow", _follow),
    ("tricks", "group.tricks", _tricks),
    ("scoring", "group.scoring", _scoring),
    ("levels", "rules.levels.title", _levels),
    ("match", "group.match", _match),
    ("referee", "group.referee", _referee),
)

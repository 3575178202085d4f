"""The table as one seat sees it, in a few lines."""

from collections.abc import Sequence

from rich.cells import cell_len

from shengji.bots.policy import setting_seen
from shengji.engine.cards import NO_TRUMP, RANKS, SUITS
from shengji.engine.pieces import piece_of
from shengji.engine.ruleset import Ruleset
from shengji.engine.scoring import outcome
from shengji.engine.seats import side_of
from shengji.engine.state import DEALING, PLAYING, PlayMade
from shengji.engine.trump import TRUMP_GROUP
from shengji.engine.view import View
from shengji.words import Words
from shengji.words.pieces_text import cards_line

from .cards_text import grouped, pairs_joined
from .tell import Narrator
from .terminal import Terminal, padded

RED_SUITS = "HD"
SUITS_SET = frozenset(SUITS)
LABEL = 5
GAP = "  "
TRIPLE = 3


def draw(view: View, narrator: Narrator, terminal: Terminal) -> None:
    """Print the table: levels and trump, points, the trick, the hand."""
    say = narrator.words
    title = say.say("play.title", number=view.number, name=level_title(view, narrator))
    terminal.rule(title)
    terminal.say(status(view, narrator), "bold")
    if view.phase == PLAYING:
        terminal.say(standing(view, narrator))
        for line in cross(view, narrator, terminal.width) if view.plays else ():
            terminal.say(line, indent=2 * LABEL)
    draw_hand(view, say, terminal)


def level_title(view: View, narrator: Narrator) -> str:
    """The levels of both sides, ours first."""
    ours, theirs = (narrator.rank(str(level)) for level in narrator.by_side(view.levels))
    return narrator.words.say("play.levels", us=ours, them=theirs)


def status(view: View, narrator: Narrator) -> str:
    """What is played, trump and banker; while cards are dealt, what lies shown."""
    say = narrator.words
    if view.trump is not None and view.level is not None and view.banker is not None:
        return say.say(
            "play.status_no_trump" if view.trump == NO_TRUMP else "play.status",
            level=narrator.rank(view.level),
            trump=narrator.trump_name(view.trump),
            banker=narrator.name(view.banker),
            side=narrator.side(side_of(view.banker)),
        )
    dealt = say.say("play.dealt", cards=len(view.hand), size=view.rules.hand_size)
    if view.phase != DEALING:
        dealt = say.say("play.dealt_out")
    if view.bid is None:
        return dealt + say.say("play.no_bid")
    if view.bid.cards is None:
        shown = say.say("play.hidden_bid", count=view.bid.count)
    else:
        shown = cards_line(view.bid.cards, say)
    return dealt + say.say("play.bid_is", seat=narrator.name(view.bid.seat), cards=shown)


def standing(view: View, narrator: Narrator) -> str:
    """The defenders' points, what they come to, and what the next row is."""
    say = narrator.words
    points = view.points + view.dug + view.penalties
    assert view.banker is not None
    facts = {
        "side": narrator.side(1 - side_of(view.banker)),
        "points": points,
        "now": what(points, view.rules, say),
    }
    found = outcome(points, view.rules)
    if found.next_points is None:
        return say.say("play.standing_top", **facts)
    then = what(found.next_points, view.rules, say)
    return say.say("play.standing", next=found.next_points, then=then, **facts)


def what(points: int, rules: Ruleset, say: Words) -> str:
    """What so many points would do, in a few words."""
    found = outcome(points, rules)
    key = f"play.now.{found.winner}" + ("" if found.steps else "_0")
    return say.say(key, steps=found.steps)


def cross(view: View, narrator: Narrator, width: int) -> list[str]:
    """The trick that lies on the table, by position; the best play so far is marked."""
    say = narrator.words
    players = view.rules.players
    by_seat = {made.seat: made for made in view.plays}

    def cell(place: int) -> str:
        seat = (narrator.seat + place) % players
        cards = on_table(by_seat.get(seat), say)
        mark = say.say("play.best") if seat == view.best_seat and view.plays else ""
        return f"{narrator.name(seat)} {cards}{mark}".rstrip()

    you, right, partner, left = (cell(place) for place in range(players))
    half = width // 2 + 4
    if max(map(cell_len, (you, partner, left))) > half - 4 or cell_len(right) > width - half:
        order = [made.seat for made in view.plays]
        return [GAP + cell((seat - narrator.seat) % players) for seat in order]
    middle = " " * (half - LABEL - 8)
    return [middle + partner, padded(GAP + left, half) + right, middle + you]


def on_table(made: PlayMade | None, say: Words) -> str:
    """What a seat has played in the trick."""
    return "" if made is None else cards_line(made.cards, say)


def draw_hand(view: View, say: Words, terminal: Terminal) -> None:
    """Print the hand, a line for each suit and for trump, equal cards joined."""
    for label, items, style in hand_rows(view, say):
        head = padded(f" {label}", LABEL)
        line = head
        for item in items:
            if line != head and cell_len(line) + cell_len(item) + 1 > terminal.width:
                terminal.line(line, style)
                line = " " * LABEL
            line += f"{item} "
        terminal.line(line.rstrip(), style)


def hand_rows(view: View, say: Words) -> list[tuple[str, list[str], str]]:
    """The rows of a hand: label, cards or pairs, style; empty suits are left out."""
    set_ = view.trump is not None and view.level is not None
    trump = setting_seen(view).trump if set_ else None
    level = view.level or view.bid_levels[side_of(view.seat or 0)]
    hand = view.hand if trump is None else sorted(view.hand, key=trump.sort_key)
    rows = grouped(hand, trump, level)
    found = []
    for group, cards in enumerate(rows[:TRUMP_GROUP]):
        suit = SUITS[group]
        if cards:
            style = "red" if suit in RED_SUITS else ""
            found.append((say.say(f"sign.{suit}"), pairs_joined(cards, say, suit), style))
    if rows[TRUMP_GROUP]:
        label = say.say("play.trump_row" if set_ else "play.level_row")
        if view.trump in SUITS_SET:
            label += say.say(f"sign.{view.trump}")
        found.append((label, pairs_joined(rows[TRUMP_GROUP], say, None), ""))
    return found


def demand_text(view: View, narrator: Narrator) -> str:
    """What the seat is to play now, in a few words."""
    say = narrator.words
    demand = view.demand
    if demand is None:
        return say.say("play.ask.lead")
    setting = setting_seen(view)
    mask = setting.trump.group_mask(view.plays[0].cards[0])
    held = sum(1 for card in view.hand if setting.trump.bits[card] & mask)
    name = group_name(demand.group, narrator)
    if not held:
        return say.say("play.ask.void", group=name, number=demand.number)
    if held < demand.number:
        return say.say("play.ask.short", group=name, number=demand.number, held=held)
    owed = [piece_text(one, say) for one in demand.pieces or () if one != "single"]
    if demand.number == 1 or not owed:
        return say.say("play.ask.follow", group=name, number=demand.number)
    pieces = say.listed(owed)
    return say.say("play.ask.follow_pieces", group=name, number=demand.number, pieces=pieces)


def group_name(group: str, narrator: Narrator) -> str:
    """A suit's sign, or trump."""
    say = narrator.words
    return say.say("term.trump") if group == "trump" else say.say(f"sign.{group}")


def piece_text(name: str, say: Words) -> str:
    """A piece's name in words: pair, triple, run of three pairs."""
    k, n = piece_of(name)
    if n == 1:
        return say.say(f"piece.{name}")
    kind = {2: "pairs", TRIPLE: "triples"}.get(k, "quads")
    return say.say(f"play.run.{kind}", number=n)


def ladder(levels: Sequence[str], narrator: Narrator, rules: Ruleset) -> str:
    """All levels in a row, with where each side stands."""
    say = narrator.words
    ours, theirs = narrator.by_side(levels)
    first = RANKS.index(rules.start_level) if rules.goal != "none" else 0
    steps = []
    for rank in RANKS[first:]:
        marks = [
            say.say(f"play.ladder.{who}")
            for who, level in (("us", ours), ("them", theirs))
            if level == rank
        ]
        text = narrator.rank(rank)
        steps.append(f"[{text} {'+'.join(marks)}]" if marks else text)
        if rules.goal != "none" and rank == rules.goal_level:
            break
    return " ".join(steps)

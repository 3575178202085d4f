"""What a seat is told of the cards it has picked.

It comes from the seat's view alone: whether a throw will stand, nobody is told beforehand.
"""

from collections import Counter
from collections.abc import Iterable

from shengji.bots.policy import lead_seen, legal_plays, setting_seen
from shengji.bots.reasons import bid_kind, takes_lead
from shengji.engine.cards import CardError, Cards, parse, points
from shengji.engine.errors import Refusal
from shengji.engine.leads import Lead, read_lead
from shengji.engine.pieces import Piece, split
from shengji.engine.setting import Setting
from shengji.engine.view import View, bid_refused
from shengji.words import Words, words
from shengji.words.options_text import error_text
from shengji.words.pieces_text import cards_line, piece_label, ranks_line
from shengji.words.refusals import refusal_text
from shengji.words.throw_text import throw_cost

from .hints import action_now, codes
from .protocol import Verdict

NO_LIMIT = 1000  # points in the kitty, see the option `kitty_points_max`


def verdict_of(view: View, number: int, text: str, lang: str) -> Verdict:
    """What the cards of a text are for this seat now: a label, or why they will not do."""
    try:
        cards = parse(text)
    except CardError as error:
        return Verdict(id=number, ok=False, text=error_text(error, lang))
    return _Judge(view, number, words(lang)).verdict(cards)


class _Judge:
    """Answers one question of one seat."""

    def __init__(self, view: View, number: int, say: Words) -> None:
        self.view = view
        self.id = number
        self.words = say

    def verdict(self, cards: Cards) -> Verdict:
        """By what the seat may do now."""
        if Counter(cards) - Counter(self.view.hand):
            return self.refused(Refusal("not_held", "G-06", cards))
        match action_now(self.view):
            case "Bid":
                return self.bid(cards)
            case "Bury":
                return self.bury(cards)
            case "Play" if self.view.plays:
                return self.follow(cards)
            case "Play":
                return self.lead(cards)
            case _:
                return self.idle(cards)

    def refused(self, refusal: Refusal) -> Verdict:
        """The sentence of a refusal, its statement and the cards that prove it."""
        text = refusal_text(refusal, self.words.lang)
        cards = () if refusal.code == "not_held" else codes(refusal.cards)
        return Verdict(id=self.id, ok=False, text=text, rule=refusal.rule, cards=cards)

    def said(self, key: str, *, ok: bool = True, **facts: object) -> Verdict:
        """A verdict with nothing but its text."""
        return Verdict(id=self.id, ok=ok, text=self.words.say(f"advice.{key}", **facts))

    def bid(self, cards: Cards) -> Verdict:
        """Which kind of bid it would be."""
        refusal = bid_refused(self.view, cards)
        if refusal is not None:
            return self.refused(refusal)
        shown = tuple(sorted(cards))
        line = cards_line(shown, self.words)
        if all(one.cards != shown for one in self.view.bids):
            return self.said("join", cards=line)
        kind = bid_kind(self.view, shown).replace("-", "_")
        return self.said("bid", kind=self.words.say(f"term.{kind}"), cards=line)

    def bury(self, cards: Cards) -> Verdict:
        """How many cards are still to be chosen, and what points among them may cost."""
        needed = self.view.bury or 0
        most = self.view.rules.kitty_points_max
        if len(cards) > needed:
            return self.refused(Refusal("bury_number", "A-11", number=needed))
        if points(cards) > most:
            return self.refused(Refusal("too_many_points", "E-17", cards, number=most))
        whole = len(cards) == needed
        return Verdict(
            id=self.id,
            ok=whole,
            text=self.words.say(
                "advice.bury" if whole else "advice.bury_part",
                chosen=len(cards),
                number=needed,
            ),
            warning=self.kitty_warning(points(cards)),
        )

    def kitty_warning(self, buried: int) -> str | None:
        """What to think of with so many points in the kitty."""
        rules = self.view.rules
        if not buried:
            return None
        key = "kitty_dug" if rules.dig == "kitty" else "kitty_points"
        parts = [self.words.say(f"advice.{key}", points=buried)]
        if rules.kitty_points_max < NO_LIMIT:
            parts.append(self.words.say("play.bury_limit", number=rules.kitty_points_max))
        return self.words.say("list.space").join(parts)

    def lead(self, cards: Cards) -> Verdict:
        """The piece or the throw that is led."""
        if not cards:
            return self.refused(Refusal("no_cards", "G-08"))
        setting = setting_seen(self.view)
        lead = read_lead(cards, setting.trump.hand(cards), setting)
        if isinstance(lead, Refusal):
            return self.refused(lead)
        pieces = split(setting.trump.hand(cards), setting, lead.pieces)
        label = self.label(pieces)
        if not lead.is_throw:
            return self.pieced(pieces, label, ok=True)
        thrown = self.words.say("advice.piece", name=self.words.say("piece.throw"), cards=label)
        warning = throw_cost(self.view.rules, len(cards), self.words)
        return self.pieced(pieces, thrown, ok=True, warning=warning)

    def follow(self, cards: Cards) -> Verdict:
        """What is followed with; duties are told of only where the table sees to them (G-27)."""
        setting = setting_seen(self.view)
        lead = lead_seen(self.view, setting)
        if len(cards) < lead.number:
            return self.said("more", ok=False, number=lead.number - len(cards))
        if len(cards) > lead.number:
            return self.refused(Refusal("wrong_number", "G-08", number=lead.number))
        refusal = legal_plays(self.view).explain(cards) if self.view.assisted else None
        if refusal is not None:
            return self.refused(refusal)
        return self.answer(cards, lead, setting)

    def answer(self, cards: Cards, lead: Lead, setting: Setting) -> Verdict:
        """The label of cards that may be played: of the led group, a ruff, or a discard."""
        trump = setting.trump
        of_lead = sum(1 for card in cards if trump.bits[card] & lead.group)
        strangers = len(cards) - of_lead
        if not strangers or all(trump.bits[card] & setting.table.trump for card in cards):
            pieces = split(trump.hand(cards), setting)
            label = self.label(pieces)
            if strangers and takes_lead(self.view, cards):
                ruff = self.words.say("term.ruff")
                label = self.words.say("advice.piece", name=ruff, cards=label)
            return self.pieced(pieces, label, ok=True)
        if of_lead:
            return self.said("short", number=of_lead, more=strangers)
        return self.said("discard", number=strangers)

    def idle(self, cards: Cards) -> Verdict:
        """What cards are when nothing can be done with them now."""
        view = self.view
        line = cards_line(cards, self.words)
        if not cards or view.trump is None:
            return Verdict(id=self.id, ok=False, text=line)
        setting = setting_seen(view)
        if len({setting.trump.groups[card] for card in cards}) > 1:
            return Verdict(id=self.id, ok=False, text=line)
        pieces = split(setting.trump.hand(cards), setting)
        return self.pieced(pieces, self.label(pieces), ok=False)

    def pieced(
        self, pieces: Iterable[Piece], text: str, *, ok: bool, warning: str | None = None
    ) -> Verdict:
        """A verdict that tells of pieces."""
        listed = list(pieces)
        return Verdict(
            id=self.id,
            ok=ok,
            text=text,
            names=tuple(piece.name for piece in listed),
            pieces=tuple(codes(piece.cards) for piece in listed),
            warning=warning,
        )

    def label(self, pieces: tuple[Piece, ...]) -> str:
        """`tractor 6677` for one piece, `A + KK` for more."""
        lines = [ranks_line(piece.cards, self.words) for piece in pieces]
        if len(lines) > 1:
            return " + ".join(lines)
        name = piece_label(pieces[0].name, self.view.rules, self.words)
        return self.words.say("advice.piece", name=name, cards=lines[0])

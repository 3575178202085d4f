"""What a follower owes in cards, and the refusal that shows it (G-09, G-10, E-12, C-13 …)."""

from .cards import Cards
from .errors import Refusal
from .kernel.follow import owed, without_bombs
from .kernel.pieces import NO_PIECES, Pieces, largest
from .kernel.planes import Hand, within, without
from .kernel.playout import pay
from .leads import Lead
from .pieces import names_of
from .setting import Setting

DUTY_SEED = 1


def demand(hand: Hand, lead: Lead, setting: Setting) -> Pieces:
    """The pieces that a hand owes to a lead, as a multiset; none where any cards may go."""
    of_group = within(hand, lead.group)
    if lead.pieces == NO_PIECES or sum(mask.bit_count() for mask in of_group) <= lead.number:
        return NO_PIECES
    return owed(of_group, lead.pieces, setting.table, setting.options)


def owed_cards(hand: Hand, lead: Lead, setting: Setting) -> Refusal:
    """The refusal of a play that lacks pieces: which kind is due, and cards that prove it."""
    of_group = within(hand, lead.group)
    debt = owed(of_group, lead.pieces, setting.table, setting.options)
    code, rule = duty_of(debt, lead, setting)
    return Refusal(code, rule, witness(of_group, debt, setting))


def duty_of(debt: Pieces, lead: Lead, setting: Setting) -> tuple[str, str]:
    """The refusal code and the ledger id of the largest piece that is due."""
    k, n = largest(debt)
    bulldozer = setting.rules.ladders == "bulldozer"
    led_wide = lead.pieces[1] | lead.pieces[2] != 0
    if n > 1:
        rule = "C-14" if bulldozer else "E-11" if led_wide else "G-10"
        return "must_follow_run", rule
    if k == 2:
        if bulldozer:
            return "must_follow_pair", "C-12"
        return "must_follow_pair", "E-12" if led_wide else "G-09"
    rule = "C-15" if bulldozer else "E-12"
    return ("must_follow_triple" if k == 3 else "must_follow_quad"), rule


def witness(of_group: Hand, debt: Pieces, setting: Setting) -> Cards:
    """Cards of the group that hold all that is owed."""
    hand = without_bombs(of_group, setting.options)
    left, _ = pay(hand, debt, setting.table, setting.options, DUTY_SEED)
    return setting.trump.cards(without(hand, left))


def owed_names(debt: Pieces) -> tuple[str, ...]:
    """The names of what is owed, the largest first."""
    return names_of(debt, 0)

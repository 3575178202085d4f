"""Leads, follows, failed throws and tricks (G-08 to G-16)."""

from .actions import Play
from .cards import FACES, Cards
from .ending import last_trick
from .errors import Refusal
from .events import Event, Events, Penalised, Played, ThrowFailed, TrickTaken
from .follows import owed_cards
from .kernel.follow import (
    FITS,
    NOT_ALL_OF_GROUP,
    NOT_THE_GROUP,
    WRONG_NUMBER,
    verdict,
)
from .kernel.pieces import shape
from .kernel.planes import Hand, holds, points, size
from .kernel.trick import beats
from .leads import FailedThrow, Lead, failed_throw, read_lead
from .pieces import SINGLE, names_of
from .ruleset import Ruleset
from .seats import side_of
from .setting import Setting
from .state import PLAYING, Deal, State

ONE_SINGLE = (SINGLE,)


def play(state: State, action: Play) -> Events | Refusal:
    """A seat leads or follows."""
    deal = state.deal
    if state.phase != PLAYING or deal is None:
        return Refusal("not_now", "G-16")
    seat, cards = action.seat, action.cards
    if seat != deal.turn:
        return Refusal("not_your_turn", "G-01", seat=deal.turn)
    setting = deal.setting
    assert setting is not None
    planes = held_planes(cards, deal.hands[seat], setting)
    if planes is None:
        return Refusal("not_held", "G-06", cards) if cards else Refusal("no_cards", "G-08")
    if deal.lead is None:
        return lead_cards(state, deal, action, planes)
    lead = deal.lead
    hand = deal.hands[seat]
    found = FITS
    if lead.number != len(cards):
        found = WRONG_NUMBER
    elif state.assisted:
        found = verdict_of(hand, planes, lead, setting)
    if found:
        return refused_follow(found, hand, lead, setting)
    played = Played(seat, cards_of(cards, planes, setting), follow_names(planes, lead, setting))
    if len(deal.plays) < state.rules.players - 1:
        return (played,)
    return trick_over(state, deal, played, planes)


def verdict_of(hand: Hand, planes: Hand, lead: Lead, setting: Setting) -> int:
    """The kernel's verdict on a follow from a hand that holds it: FITS, or why not."""
    return verdict(
        hand, planes, lead.group, lead.number, lead.pieces, setting.table, setting.options
    )


def held_planes(cards: Cards, hand: Hand, setting: Setting) -> Hand | None:
    """The planes of some cards if the hand holds them all, else None."""
    if len(cards) == 1:
        card = cards[0]
        if 0 <= card < FACES and setting.trump.bits[card] & hand[0]:
            return setting.trump.bits[card], 0, 0, 0
        return None
    if not 0 < len(cards) <= size(hand) or not all(0 <= card < FACES for card in cards):
        return None
    if max(map(cards.count, cards)) > setting.rules.decks:
        return None
    planes = setting.trump.hand(cards)
    return planes if holds(hand, planes) else None


def cards_of(cards: Cards, planes: Hand, setting: Setting) -> Cards:
    """The cards of a play in the order of the trump's table."""
    return cards if len(cards) == 1 else setting.trump.cards(planes)


def follow_names(planes: Hand, lead: Lead, setting: Setting) -> tuple[str, ...]:
    """The names of a follower's pieces: of cards of the led group or of trump only, else none."""
    if lead.number == 1:
        return ONE_SINGLE
    if planes[0] & ~lead.group and planes[0] & ~setting.table.trump:
        return ()
    return names_of(shape(planes, setting.table), lead.number)


def refused_follow(found: int, hand: Hand, lead: Lead, setting: Setting) -> Refusal:
    """The refusal for a verdict of the kernel, with the cards that prove it."""
    of_group = setting.trump.cards(
        (
            hand[0] & lead.group,
            hand[1] & lead.group,
            hand[2] & lead.group,
            hand[3] & lead.group,
        )
    )
    if found == WRONG_NUMBER:
        return Refusal("wrong_number", "G-08", number=lead.number)
    if found in (NOT_THE_GROUP, NOT_ALL_OF_GROUP):
        return Refusal("must_follow_group", "G-08", of_group)
    return owed_cards(hand, lead, setting)


def lead_cards(state: State, deal: Deal, action: Play, planes: Hand) -> Events | Refusal:
    """A lead; a throw that does not stand is cut down to the forced piece."""
    setting = deal.setting
    assert setting is not None
    seat = action.seat
    lead = read_lead(action.cards, planes, setting, action.reading)
    if isinstance(lead, Refusal):
        return lead
    cards = cards_of(action.cards, planes, setting)
    if not lead.is_throw:
        return (Played(seat, cards, lead.names),)
    failed = failed_throw(lead, planes, deal.hands, seat, setting)
    if failed is None:
        return (Played(seat, cards, lead.names),)
    forced = failed.forced
    events: list[Event] = [
        ThrowFailed(seat, cards, lead.names, forced.cards, failed.by, failed.beaten_by)
    ]
    penalty = throw_penalty(seat, cards, failed, deal, state.rules)
    if penalty is not None:
        events.append(penalty)
    events.append(Played(seat, forced.cards, (forced.name,)))
    return tuple(events)


def throw_penalty(
    seat: int, cards: Cards, failed: FailedThrow, deal: Deal, rules: Ruleset
) -> Penalised | None:
    """What a failed throw costs at once: points, coins (A-06, B-06, D-09)."""
    assert deal.banker is not None
    points_lost = 0
    if rules.throw_penalty == "per-attempt":
        points_lost = rules.throw_penalty_points
    elif rules.throw_penalty == "per-card":
        counted = {
            "thrown": len(cards),
            "beaten": failed.beaten,
            "taken-back": len(cards) - len(failed.forced.cards),
        }
        points_lost = rules.throw_penalty_points * counted[rules.throw_penalty_cards]
    coins = rules.stake // 2 if rules.throw_stake else 0
    if not points_lost and not coins:
        return None
    declares = side_of(seat) == side_of(deal.banker)
    return Penalised(
        "failed-throw",
        side_of(seat),
        seat,
        points=points_lost if declares else -points_lost,
        coins=coins,
    )


def trick_over(state: State, deal: Deal, played: Played, planes: Hand) -> Events:
    """The last play of a trick: who takes it, and if it was the last one what the deal scores."""
    setting = deal.setting
    lead = deal.lead
    assert setting is not None and lead is not None and deal.banker is not None
    winner, best = deal.best_seat, deal.best
    table = setting.table
    if beats(best, planes, lead.group, lead.number, lead.pieces, table, setting.options):
        winner, best = played.seat, planes
    score = points(planes, table)
    bits = setting.trump.bits
    for made in deal.plays:
        cards = made.cards
        if len(cards) == 1:
            face = bits[cards[0]]
            score += 5 if face & table.fives else 10 if face & table.tens else 0
        else:
            score += points(setting.trump.hand(cards), table)
    last = holds(planes, deal.hands[played.seat])
    defends = side_of(winner) != side_of(deal.banker)
    counted = score if defends and not (last and state.rules.dig == "trick") else 0
    events = (played, TrickTaken(winner, counted))
    if not last:
        return events
    return (*events, *last_trick(state, deal, winner, best, score, counted))

"""What an event does to the state.  `evolve` cannot fail: events come from `decide`."""

from collections.abc import Callable, Iterable
from typing import Any

from .bidding import OVERTURNS, in_force, overturn_turn, show_of
from .cards import Cards
from .events import (
    Agreed,
    BidMade,
    BidsShown,
    Buried,
    ClaimFailed,
    DealScored,
    DealStarted,
    Dealt,
    DealtOut,
    DealVoided,
    Dug,
    Event,
    FaultFound,
    KittyTaken,
    LevelsMoved,
    MatchEnded,
    MatchStarted,
    Passed,
    Penalised,
    Played,
    Proposed,
    Settled,
    ThrowFailed,
    TimeCalled,
    TrickTaken,
    TrumpSet,
)
from .kernel.planes import together, with_hand, without
from .kernel.trick import beats
from .leads import lead_made
from .seats import SIDES, other_side, side_of
from .setting import setting_of
from .state import (
    BIDDING,
    BURYING,
    DEALING,
    ENDED,
    OVERTURNING,
    PLAYING,
    READY,
    Deal,
    Fault,
    PlayMade,
    State,
    Throw,
    Trick,
    all_hands,
    new_deal,
)


def evolve(state: State, event: Event) -> State:
    """The state after an event; the state given stays as it is."""
    new: State = _EVOLVERS[type(event)](state, event)
    return new


def evolve_all(state: State, events: Iterable[Event]) -> State:
    """The state after some events, in turn."""
    for event in events:
        state = evolve(state, event)
    return state


def _with_deal(state: State, deal: Deal) -> State:
    new = state.copied()
    new.deal = deal
    return new


def _deal(state: State) -> Deal:
    """A new copy of the deal, to be filled in."""
    assert state.deal is not None
    return state.deal.copied()


def _match_started(state: State, event: MatchStarted) -> State:
    players = event.rules.players
    new = object.__new__(State)
    new.assisted = event.assisted
    new.banker = None
    new.climbed = (0,) * SIDES
    new.coins = (0,) * players
    new.deal = None
    new.deals_scored = 0
    new.declaring = None
    new.ended = None
    new.failed_throws = (0,) * players
    new.levels = event.levels
    new.number = 0
    new.personal = (0,) * players
    new.phase = READY
    new.proposal = None
    new.race_again = False
    new.revokes = (0,) * SIDES
    new.rules = event.rules
    new.start_levels = event.levels
    new.takebacks = (0,) * SIDES
    new.time_up = False
    new.winner = None
    return new


def _deal_started(state: State, event: DealStarted) -> State:
    rules = state.rules
    deck = event.deck or ()
    deal = new_deal()
    deal.number = event.number
    deal.first = event.first
    deal.banker = event.banker
    deal.raced = event.banker is None
    deal.race_again = state.race_again
    deal.shuffled_by = event.shuffled_by
    deal.cut_by = event.cut_by
    deal.deck = deck
    deal.kitty = deck[rules.hand_size * rules.players :]
    deal.levels_before = state.levels
    deal.climbed_before = state.climbed
    if event.banker is None:
        deal.bid_levels = state.levels
    else:
        deal.level = state.levels[side_of(event.banker)]
        deal.bid_levels = (deal.level,) * SIDES
    new = _with_deal(state, deal)
    new.number = event.number
    new.phase = DEALING
    new.proposal = None
    return new


def _dealt(state: State, event: Dealt) -> State:
    deal = _deal(state)
    deal.dealt += 1
    return _with_deal(state, deal)


def _dealt_out(state: State, event: DealtOut) -> State:
    new = state.copied()
    new.phase = BIDDING
    return new


def _bid_made(state: State, event: BidMade) -> State:
    deal = _deal(state)
    show = show_of(event.seat, event.cards or (), event.kind, event.count)
    deal.bid = in_force(deal.bid, show, state.rules)
    deal.shows = (*deal.shows, show)
    deal.passed = ()
    if event.kind in OVERTURNS:
        deal.overturns += 1
    return _with_deal(state, deal)


def _bids_shown(state: State, event: BidsShown) -> State:
    return state


def _passed(state: State, event: Passed) -> State:
    deal = _deal(state)
    deal.passed = (*deal.passed, event.seat)
    new = _with_deal(state, deal)
    if state.phase == OVERTURNING:
        deal.turn = overturn_turn(deal, state.rules, event.seat)
        if deal.turn is None and (deal.burials or not state.rules.kitty_size):
            _begin_play(new, deal)
    return new


def _trump_set(state: State, event: TrumpSet) -> State:
    deal = _deal(state)
    rules = state.rules
    held = hands_now(state)
    deal.setting = setting_of(rules, event.trump, event.level)
    deal.hands = all_hands(map(deal.setting.trump.hand, held))
    deal.banker = event.banker
    deal.level = event.level
    deal.how = event.how
    deal.turned = event.card
    new = _with_deal(state, deal)
    if event.how == "overturn":
        deal.turn = overturn_turn(deal, rules, deal.bid.seat if deal.bid else event.banker)
    elif round_follows(state, event.how):
        deal.passed = ()
        before_kitty = deal.raced or not rules.rebury
        after = deal.bid.seat if deal.bid and before_kitty else event.banker
        deal.turn = overturn_turn(deal, rules, after)
    if round_is_now(state, event.how) and deal.turn is not None:
        new.phase = OVERTURNING
    elif not rules.kitty_size:
        _begin_play(new, deal)
    return new


def round_follows(state: State, how: str) -> bool:
    """Whether overturns in turn follow on the bidding at all (A-16, A-17, B-04)."""
    rules = state.rules
    if rules.overturns != "turns" or rules.decks < 2:
        return False
    return how != "turned" or rules.overturn_turned


def round_is_now(state: State, how: str) -> bool:
    """Whether overturns in turn come before the kitty is taken: first deals, or no re-burials."""
    deal = state.deal
    before_kitty = deal is not None and (deal.raced or not state.rules.rebury)
    if how == "overturn":
        return before_kitty
    return round_follows(state, how) and before_kitty


def hands_now(state: State) -> tuple[Cards, ...]:
    """Each seat's cards as they are now; before trump is set, as they were drawn."""
    deal = state.deal
    assert deal is not None
    players = state.rules.players
    if deal.setting is not None:
        return tuple(deal.setting.trump.cards(hand) for hand in deal.hands)
    return tuple(
        deal.deck[(seat - deal.first) % players : deal.dealt : players] for seat in range(players)
    )


def _kitty_taken(state: State, event: KittyTaken) -> State:
    deal = _deal(state)
    assert deal.setting is not None
    cards = event.cards or ()
    hand = together(deal.hands[event.seat], deal.setting.trump.hand(cards))
    deal.hands = with_hand(deal.hands, event.seat, hand)
    deal.turn = event.seat
    new = _with_deal(state, deal)
    new.phase = BURYING
    return new


def _buried(state: State, event: Buried) -> State:
    deal = _deal(state)
    assert deal.setting is not None
    rules = state.rules
    cards = event.cards or ()
    hand = without(deal.hands[event.seat], deal.setting.trump.hand(cards))
    deal.hands = with_hand(deal.hands, event.seat, hand)
    deal.burials = (*deal.burials, (event.seat, cards))
    deal.kitty = cards
    new = _with_deal(state, deal)
    deal.turn = None
    if rules.rebury and not deal.raced and round_follows(state, deal.how or ""):
        deal.turn = overturn_turn(deal, rules, event.seat)
        new.phase = OVERTURNING
    if deal.turn is None:
        _begin_play(new, deal)
    return new


def _begin_play(new: State, deal: Deal) -> None:
    """The banker leads the first trick (G-24)."""
    new.phase = PLAYING
    deal.turn = deal.banker
    deal.start_hands = deal.hands
    deal.plays = ()
    deal.passed = ()


def _played(state: State, event: Played) -> State:
    assert state.deal is not None
    deal = state.deal.copied()
    setting = deal.setting
    assert setting is not None
    seat = event.seat
    cards = event.cards
    trump = setting.trump
    play = (trump.bits[cards[0]], 0, 0, 0) if len(cards) == 1 else trump.hand(cards)
    hands = deal.hands
    deal.hands = with_hand(hands, seat, without(hands[seat], play))
    lead = deal.lead
    players = state.rules.players
    if not deal.plays or lead is None:
        deal.lead = lead_made(cards, event.pieces, trump)
        deal.best = play
        deal.best_seat = seat
    elif len(deal.plays) < players - 1 and beats(
        deal.best, play, lead.group, lead.number, lead.pieces, setting.table, setting.options
    ):
        deal.best = play
        deal.best_seat = seat
    deal.plays = (*deal.plays, PlayMade(seat, cards, event.pieces))
    deal.turn = (seat + 1) % players if len(deal.plays) < players else None
    new = state.copied()
    new.deal = deal
    return new


def _throw_failed(state: State, event: ThrowFailed) -> State:
    deal = _deal(state)
    beaten_by = event.beaten_by or ()
    throw = Throw(len(deal.tricks), event.seat, event.cards, event.forced, event.by, beaten_by)
    deal.failed = (*deal.failed, throw)
    new = _with_deal(state, deal)
    new.failed_throws = _added(state.failed_throws, event.seat, 1)
    return new


def _added(numbers: tuple[int, ...], place: int, more: int) -> tuple[int, ...]:
    return (*numbers[:place], numbers[place] + more, *numbers[place + 1 :])


def _penalised(state: State, event: Penalised) -> State:
    deal = _deal(state)
    deal.penalties += event.points
    deal.level_penalties = _added(deal.level_penalties, event.side, event.levels)
    new = _with_deal(state, deal)
    if event.seat is not None:
        new.coins = _added(state.coins, event.seat, -event.coins)
        new.personal = _added(state.personal, event.seat, -event.personal)
    return new


def _trick_taken(state: State, event: TrickTaken) -> State:
    deal = _deal(state)
    deal.tricks = (*deal.tricks, Trick(deal.plays, event.seat, event.points))
    deal.points += event.points
    deal.plays = ()
    deal.lead = None
    deal.turn = event.seat
    return _with_deal(state, deal)


def _dug(state: State, event: Dug) -> State:
    deal = _deal(state)
    deal.dug = event.points
    return _with_deal(state, deal)


def _deal_scored(state: State, event: DealScored) -> State:
    deal = _deal(state)
    new = _with_deal(state, deal)
    if deal.result is None:
        new.deals_scored += 1
    deal.result = event
    deal.turn = None
    new.phase = READY
    if state.proposal is not None and state.proposal[0] == "redeal":
        new.proposal = None
    new.race_again = False
    banker_side = side_of(deal.banker or 0)
    new.declaring = banker_side if event.winner == "declarers" else other_side(banker_side)
    return new


def _levels_moved(state: State, event: LevelsMoved) -> State:
    new = state.copied()
    new.levels = event.levels
    new.climbed = event.climbed
    new.banker = event.banker
    new.race_again = state.race_again and event.banker is None
    if state.phase not in (READY, ENDED):
        deal = _deal(state)
        deal.levels_before = event.levels
        deal.climbed_before = event.climbed
        new.deal = deal
    return new


def _settled(state: State, event: Settled) -> State:
    deal = _deal(state)
    deal.coins = event.coins
    new = _with_deal(state, deal)
    if state.deal is not None and state.deal.coins is not None:
        before = state.deal.coins
        deal.coins = tuple(a + b for a, b in zip(before, event.coins, strict=True))
    new.coins = tuple(have + more for have, more in zip(state.coins, event.coins, strict=True))
    return new


def _deal_voided(state: State, event: DealVoided) -> State:
    deal = _deal(state)
    deal.turn = None
    new = _with_deal(state, deal)
    new.phase = READY
    new.proposal = None
    new.race_again = state.race_again or event.reason == "wrong-count"
    return new


def _fault_found(state: State, event: FaultFound) -> State:
    deal = _deal(state)
    deal.faults = (*deal.faults, Fault(event.side, event.kind, event.seat, event.trick))
    new = _with_deal(state, deal)
    if event.kind == "revoke":
        new.revokes = _added(state.revokes, event.side, 1)
    elif event.kind == "take-back":
        new.takebacks = _added(state.takebacks, event.side, 1)
    elif event.kind == "exposed-bid":
        deal.barred_bid = (*deal.barred_bid, event.side)
        _withdraw(deal, event.side, state)
    elif event.kind == "exposed-early":
        deal.barred_overturn = (*deal.barred_overturn, event.side)
    return new


def _withdraw(deal: Deal, side: int, state: State) -> None:
    """Take a side's bids off the table; the other side's last bid is in force again."""
    deal.shows = tuple(show for show in deal.shows if side_of(show.seat) != side)
    deal.bid = None
    for show in deal.shows:
        deal.bid = in_force(deal.bid, show, state.rules)
    deal.overturns = sum(show.kind in OVERTURNS for show in deal.shows)


def _claim_failed(state: State, event: ClaimFailed) -> State:
    return state


def _proposed(state: State, event: Proposed) -> State:
    new = state.copied()
    new.proposal = (event.kind, event.levels, ())
    return new


def _agreed(state: State, event: Agreed) -> State:
    new = state.copied()
    if state.proposal is not None:
        kind, levels, sides = state.proposal
        agreed = (*sides, event.side)
        new.proposal = None if len(agreed) == SIDES else (kind, levels, agreed)
        if new.proposal is None and kind == "levels" and state.phase == READY and state.deal:
            new.deal = state.deal.copied()
            new.deal.closed = True
    return new


def _time_called(state: State, event: TimeCalled) -> State:
    new = state.copied()
    new.time_up = True
    return new


def _match_ended(state: State, event: MatchEnded) -> State:
    new = state.copied()
    new.phase = ENDED
    new.winner = event.winner
    new.ended = event.reason
    new.proposal = None
    return new


_EVOLVERS: dict[type[Any], Callable[[State, Any], State]] = {
    MatchStarted: _match_started,
    DealStarted: _deal_started,
    Dealt: _dealt,
    DealtOut: _dealt_out,
    BidMade: _bid_made,
    BidsShown: _bids_shown,
    Passed: _passed,
    TrumpSet: _trump_set,
    DealVoided: _deal_voided,
    KittyTaken: _kitty_taken,
    Buried: _buried,
    Played: _played,
    ThrowFailed: _throw_failed,
    Penalised: _penalised,
    TrickTaken: _trick_taken,
    Dug: _dug,
    DealScored: _deal_scored,
    LevelsMoved: _levels_moved,
    Settled: _settled,
    FaultFound: _fault_found,
    ClaimFailed: _claim_failed,
    Proposed: _proposed,
    Agreed: _agreed,
    TimeCalled: _time_called,
    MatchEnded: _match_ended,
}

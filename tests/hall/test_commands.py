"""What people may do in a room, without sockets: pure decisions over a room's state."""

from random import Random
from typing import Any

import pytest

from shengji.engine.actions import StartDeal
from shengji.engine.cards import full_deck
from shengji.engine.errors import Refusal
from shengji.engine.ruleset import Ruleset, preset
from shengji.engine.state import before_match
from shengji.hall import protocol as wire
from shengji.hall.commands import Refused, came, clean_name, decide
from shengji.hall.seating import (
    Answered,
    AnyEvent,
    Asked,
    BotSeated,
    RoomOpened,
    RoomState,
    SatDown,
    SeatsSwapped,
    StoodUp,
    evolve,
    from_payload,
    to_payload,
)
from shengji.words import words


def deck(rules: Ruleset) -> StartDeal:
    cards = list(full_deck(rules.decks))
    Random(3).shuffle(cards)
    return StartDeal(tuple(cards))


class Table:
    """A room to which commands are given one after the other."""

    def __init__(self) -> None:
        self.state = RoomState(code="abc234", match=before_match())
        self.add(
            RoomOpened(
                host="ann", name="Ann", rules=preset("huanle-2").to_data(), settings=wire.Settings()
            ),
            SatDown(seat=0, person="ann", name="Ann"),
        )

    def add(self, *events: AnyEvent) -> None:
        for event in events:
            assert from_payload(type(event).__name__, to_payload(event)) == event
            self.state = evolve(self.state, event)

    def tell(self, who: str, kind: type[wire.Command], **fields: Any) -> Any:
        found = decide(self.state, kind(cid="c", seq=0, **fields), who, deck)
        if isinstance(found, tuple):
            self.add(*found)
        return found

    def refuses(self, who: str, kind: type[wire.Command], **fields: Any) -> str:
        before = self.state
        found = self.tell(who, kind, **fields)
        assert isinstance(found, Refused | Refusal), found
        assert self.state is before
        for lang in ("zh", "en"):
            if isinstance(found, Refused):
                assert words(lang).say(f"hall.refusal.{found.code}", **found.facts)
        return found.code

    def arrives(self, person: str) -> None:
        self.add(*came(self.state, person, person.title()))


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture
def started(table: Table) -> Table:
    table.tell("ann", wire.Start)
    return table


def kinds(table: Table) -> list[str]:
    return [seat.kind for seat in table.state.seats]


def test_who_comes_is_a_watcher_until_a_seat_is_taken(table: Table) -> None:
    table.arrives("bob")
    assert [one.person for one in table.state.watchers] == ["bob"]
    table.tell("bob", wire.Sit, seat=2)
    assert table.state.seats[2].name == "Bob"
    assert table.state.watchers == ()
    assert came(table.state, "bob", "Bob") == ()


def test_a_taken_seat_stays_taken(table: Table) -> None:
    table.arrives("bob")
    assert table.refuses("bob", wire.Sit, seat=0) == "seat_taken"


def test_before_the_match_one_may_change_seats(table: Table) -> None:
    table.tell("ann", wire.Sit, seat=3)
    assert kinds(table) == ["empty", "empty", "empty", "person"]


def test_the_start_is_the_hosts_and_bots_take_free_seats(table: Table) -> None:
    table.arrives("bob")
    table.tell("bob", wire.Sit, seat=1)
    assert table.refuses("bob", wire.Start) == "host_only"
    found = table.tell("ann", wire.Start)
    assert [type(event).__name__ for event in found] == [
        "BotSeated",
        "BotSeated",
        "MatchStarted",
        "DealStarted",
    ]
    assert kinds(table) == ["person", "person", "bot", "bot"]
    assert table.refuses("ann", wire.Start) == "match_is_on"


def test_in_a_deal_a_friend_asks_for_a_bots_seat_and_the_host_answers(started: Table) -> None:
    started.arrives("bob")
    assert isinstance(started.tell("bob", wire.Sit, seat=2)[0], Asked)
    assert started.refuses("bob", wire.Answer, person="bob", yes=True) == "host_only"
    answered, sat = started.tell("ann", wire.Answer, person="bob", yes=True)
    assert isinstance(answered, Answered) and isinstance(sat, SatDown)
    assert started.state.asks == ()
    assert started.state.seat_of("bob") == 2


def test_a_refused_friend_does_not_sit(started: Table) -> None:
    started.arrives("bob")
    started.tell("bob", wire.Sit, seat=2)
    started.tell("ann", wire.Answer, person="bob", yes=False)
    assert started.state.seat_of("bob") is None
    assert started.state.asks == ()


def test_who_has_seen_a_hand_of_this_deal_gets_no_other(started: Table) -> None:
    started.tell("ann", wire.Stand)
    assert started.state.seats[0].kind == "bot"
    assert started.refuses("ann", wire.Sit, seat=1) == "saw_a_hand"
    assert isinstance(started.tell("ann", wire.Sit, seat=0)[0], SatDown)


def test_who_leaves_hands_the_room_to_another(table: Table) -> None:
    table.arrives("bob")
    table.tell("bob", wire.Sit, seat=1)
    found = table.tell("ann", wire.Stand)
    assert isinstance(found[0], StoodUp) and found[0].tier is None
    assert table.state.host == "bob"


def test_only_the_host_shows_people_out_and_never_herself(table: Table) -> None:
    table.arrives("bob")
    table.tell("bob", wire.Sit, seat=1)
    assert table.refuses("bob", wire.Kick, seat=0) == "host_only"
    assert table.refuses("ann", wire.Kick, seat=0) == "nobody_to_kick"
    table.tell("ann", wire.Kick, seat=1)
    assert table.state.seat_of("bob") is None


def test_bots_are_the_hosts_to_seat_and_have_a_known_tier(table: Table) -> None:
    assert isinstance(table.tell("ann", wire.BotFrame, seat=1, tier="random")[0], BotSeated)
    assert table.tell("ann", wire.BotFrame, seat=1, tier="random") == ()
    assert table.refuses("ann", wire.BotFrame, seat=1, tier="oracle") == "no_such_tier"
    assert table.refuses("ann", wire.BotFrame, seat=0, tier="random") == "seat_taken"
    table.tell("ann", wire.BotFrame, seat=1, tier=None)
    assert kinds(table)[1] == "empty"


def test_seats_are_swapped_by_the_host_and_not_while_hands_are_held(table: Table) -> None:
    assert isinstance(table.tell("ann", wire.Swap, a=0, b=2)[0], SeatsSwapped)
    assert table.state.seat_of("ann") == 2
    table.tell("ann", wire.Start)
    assert table.refuses("ann", wire.Swap, a=0, b=2) == "between_deals"


def test_rules_change_between_matches_only(table: Table) -> None:
    found = table.tell("ann", wire.RulesFrame, rules={"id": "weijia-3"})
    assert found and table.state.rules == preset("weijia-3")
    assert table.tell("ann", wire.RulesFrame, rules={"id": "weijia-3"}) == ()
    table.tell("ann", wire.Start)
    assert table.refuses("ann", wire.RulesFrame, rules={"id": "eighty"}) == "match_is_on"


def test_cards_of_one_who_has_no_seat_are_not_played(started: Table) -> None:
    started.arrives("bob")
    assert started.refuses("bob", wire.PlayFrame, cards="5s") == "not_seated"
    assert started.refuses("ann", wire.PlayFrame, cards="5x") == "no_such_card"


def test_alone_with_bots_the_rest_is_dealt_at_once(started: Table) -> None:
    events = started.tell("ann", wire.Rush)
    assert len(events) == 101  # 100 cards, and word that they are dealt
    assert started.tell("ann", wire.Rush) == ()


def test_with_others_cards_come_one_by_one(table: Table) -> None:
    table.arrives("bob")
    table.tell("bob", wire.Sit, seat=1)
    table.tell("ann", wire.Start)
    assert table.refuses("ann", wire.Rush) == "not_alone"


def test_taking_back_ones_cards_is_said_once(started: Table) -> None:
    started.tell("ann", wire.Auto, on=True)
    assert started.state.by_bot(0)
    assert started.tell("ann", wire.Auto, on=True) == ()
    started.tell("ann", wire.Auto, on=False)
    assert not started.state.by_bot(0)


@pytest.mark.parametrize(
    ("given", "clean"),
    [("  Mei\n Li ", "Mei Li"), ("\u202e\u200b", ""), ("阿奶", "阿奶"), ("x" * 40, "x" * 16)],
)
def test_names_show_what_can_be_seen(given: str, clean: str) -> None:
    assert clean_name(given) == clean


def test_a_closed_room_takes_no_more(table: Table) -> None:
    from shengji.hall.seating import RoomClosed

    table.add(RoomClosed())
    assert table.refuses("ann", wire.Start) == "room_closed"

"""No frame ever names a card that its reader may not know: whole deals, all viewers."""

from collections.abc import Iterator
from contextlib import AsyncExitStack
from random import Random
from typing import Any

import pytest

from shengji.engine.cards import CODES
from shengji.engine.events import (
    BidMade,
    BidsShown,
    DealScored,
    DealStarted,
    Dealt,
    FaultFound,
    KittyTaken,
    MatchStarted,
    Played,
    ThrowFailed,
    TrumpSet,
)
from shengji.engine.ruleset import Ruleset
from shengji.hall.client import Client
from shengji.hall.seating import from_payload
from shengji.hall.store import Row

from .halls import Running, in_hall
from .people import at_table, events, joined, one_step, play_on

EVERYBODY = (0, 1, 2, 3, None)
Known = dict[int | None, frozenset[int]]
NOT_CARDS = ("order", "rules", "ladder", "thresholds", "level", "levels", "trump", "bid_levels")


def known_after(rows: list[Row]) -> dict[int, Known]:
    """The faces that each seat, and a spectator, may know of a deal after each event."""
    known: Known = dict.fromkeys(EVERYBODY, frozenset())
    found = {}
    rules: Ruleset | None = None
    for row in rows:
        event = from_payload(row.type, row.payload)
        if isinstance(event, MatchStarted):
            rules = event.rules
        if isinstance(event, DealStarted):
            known = dict.fromkeys(EVERYBODY, frozenset())
        for viewer, cards in learnt(event, rules):
            known = {**known, viewer: known[viewer] | set(cards)}
        found[row.seq] = known
    return found


def learnt(event: object, rules: Ruleset | None) -> Iterator[tuple[int | None, Any]]:
    """Who learns of which cards by an event."""
    match event:
        case Dealt(seat, card):
            yield seat, (card,)
        case KittyTaken(seat, cards):
            yield seat, cards or ()
        case BidMade(seat, cards):
            hidden = rules is not None and rules.bid_hidden
            yield from [(one, cards) for one in EVERYBODY if not hidden or one == seat]
        case BidsShown(bids):
            yield from [(one, cards) for one in EVERYBODY for _, cards in bids]
        case TrumpSet() if event.card is not None:
            yield from [(one, (event.card,)) for one in EVERYBODY]
        case ThrowFailed():
            yield from [(one, event.cards) for one in EVERYBODY]
            shown = rules is not None and rules.throw_shows == "piece"
            beaten = event.beaten_by or ()
            yield from [(one, beaten) for one in EVERYBODY if shown or one == event.by]
        case Played() | FaultFound():
            yield from [(one, event.cards) for one in EVERYBODY]
        case DealScored():
            yield from [(one, event.kitty) for one in EVERYBODY]


def faces(data: object) -> Iterator[int]:
    """Every card that some data of a frame names."""
    if isinstance(data, str):
        yield from [CODES.index(word) for word in data.split() if word in CODES]
    elif isinstance(data, dict):
        for name, value in data.items():
            if name not in NOT_CARDS:
                yield from faces(value)
    elif isinstance(data, list):
        for value in data:
            yield from faces(value)


def judge(client: Client, known: dict[int, Known], watching: bool) -> int:
    """Hold every frame against what its reader may know; how many cards were named.

    A seat's reader sat there from the first frame on.
    """
    seat = None if watching else client.seat
    seq, named = 0, 0
    for frame in client.frames:
        seq = max(seq, frame.get("seq", 0)) if frame["t"] in ("ev", "snap") else seq
        shown = list(faces(frame))
        named += len(shown)
        leaked = set(shown) - known[seq][seat]
        assert not leaked, (seat, seq, frame["t"], [CODES[card] for card in leaked])
    return named


async def deals_of(hall: Running, rules: str, deals: int) -> None:
    """Four people and a spectator over whole deals of a ruleset; questions are asked, too."""
    body = {"rules": {"id": rules}, "settings": {"speed": "instant"}}
    async with AsyncExitStack() as stack:
        mei = await stack.enter_async_context(at_table(hall.base, **body))
        players = [mei]
        for name in ("Bo", "Cai", "Dan"):
            players += [await stack.enter_async_context(joined(mei, name))]
        watcher = await stack.enter_async_context(joined(mei, "Eve"))
        await mei.do("start")
        rng = Random(rules)
        while len(events(watcher, "DealScored")) < deals:
            await step(players, rng)
            await watcher.until(lambda: watcher.seq >= max(one.seq for one in players))
        assert watcher.seat is None
        known = known_after(await hall.hub.log.load(mei.code))
        for client in players:
            assert judge(client, known, watching=False) > 100
        assert judge(watcher, known, watching=True) > 100


async def step(players: list[Client], rng: Random) -> None:
    """One player who may act does, and asks before; refusals are due to the others' haste."""
    newest = max(one.seq for one in players)
    for client in players:
        await client.until(lambda client=client: client.seq >= newest)
    ready = [one for one in players if one.my_turn() or one.is_waited_for()]
    if not ready:
        await players[0].until(lambda: players[0].seq > newest)
        return
    client = rng.choice(ready)
    if rng.random() < 0.2 and (client.match or {})["hand"]:
        await client.send({"t": "hint", "id": 1})
        hand = (client.match or {})["hand"]
        cards = " ".join(rng.sample(hand, min(len(hand), rng.randint(1, 4))))
        await client.send({"t": "preview", "id": 2, "cards": cards})
    await one_step(client, rng)


@in_hall()
async def test_of_the_usual_game_nobody_learns_more_than_the_table_shows(hall: Running) -> None:
    await deals_of(hall, "huanle-2", 2)


@in_hall()
async def test_nor_where_bids_lie_face_down(hall: Running) -> None:
    await deals_of(hall, "four-deck-match", 1)


@in_hall()
async def test_nor_where_a_card_of_the_kitty_is_turned(hall: Running) -> None:
    await deals_of(hall, "eighty", 1)


@in_hall()
async def test_a_leak_would_be_seen(hall: Running) -> None:
    async with at_table(hall.base, bots="novice", start=True) as mei:
        await play_on(mei, lambda: events(mei, "DealScored"), Random(1))
        known = known_after(await hall.hub.log.load(mei.code))
        judge(mei, known, watching=False)
        seq = next(frame["seq"] for frame in mei.frames if frame["t"] == "ev")
        unseen = next(card for card in range(54) if card not in known[seq][0])
        mei.frames.append({"t": "ev", "seq": seq, "event": {"t": "Dealt", "card": CODES[unseen]}})
        with pytest.raises(AssertionError, match=CODES[unseen]):
            judge(mei, {**known, max(known): known[seq]}, watching=False)

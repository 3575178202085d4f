"""A room as people live it: the output gate, commands, coming back, devices."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from shengji.engine.state import PLAYING
from shengji.hall.client import Client, ProtocolError
from shengji.hall.room import Room
from shengji.hall.seating import Renamed
from shengji.hall.store import LogError, Row, StaleError

from .halls import Running, in_hall
from .people import (
    SOLO,
    at_table,
    cards_to_lead,
    events,
    heard_of,
    joined,
    play_on,
    playing_alone,
    quiet,
    told,
    until_my,
)

DERIVED = ("ev", "ack", "nack")


class Gate:
    """A log in front of a room's own: it may hold back what is to be stored, or lose it."""

    def __init__(self, room: Room) -> None:
        self.log: Any = room.services.log
        self.held: list[tuple[Sequence[Row], asyncio.Future[None]]] = []
        room.services = replace(room.services, log=self)

    def append(self, rows: Sequence[Row]) -> "asyncio.Future[None]":
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.held.append((rows, done))
        return done

    async def let_through(self) -> None:
        """Store what was held back."""
        held, self.held = self.held, []
        for rows, done in held:
            await self.log.append(rows)
            done.set_result(None)

    def lose(self) -> None:
        """The disk fails."""
        held, self.held = self.held, []
        for _, done in held:
            done.set_exception(LogError("hall.unwritable", file="", problem="full"))


# -- the output gate -----------------------------------------------------------------------------


@in_hall()
async def test_nothing_leaves_the_room_before_it_is_stored(hall: Running) -> None:
    async with at_table(hall.base, **SOLO) as mei, joined(mei, "Bo") as bo:
        await playing_alone(mei)
        await quiet(bo)
        gate = Gate(hall.hub.rooms[mei.code])
        asked = hall.hub.services.thinkers.asked
        before = [frame for client in (mei, bo) for frame in client.frames if frame["t"] in DERIVED]
        legal = mei.view()
        await mei.command("auto", "twice", on=True)
        await mei.command("auto", "again", on=True)
        await mei.command("swap", "refused", a=0, b=1)
        await quiet(mei)
        await quiet(bo)
        after = [frame for client in (mei, bo) for frame in client.frames if frame["t"] in DERIVED]
        assert after == before
        assert mei.view() == legal
        assert len(gate.held) == 1
        assert hall.hub.services.thinkers.asked == asked
        await gate.let_through()
        await mei.until(lambda: {"twice", "again", "refused"} <= set(mei.answers))
        assert [mei.answers[cid]["t"] for cid in ("twice", "again", "refused")] == [
            "ack",
            "ack",
            "nack",
        ]
        await heard_of(bo, "AutoSet")


@in_hall()
async def test_where_the_log_fails_nothing_happened_and_the_room_comes_back(hall: Running) -> None:
    async with at_table(hall.base, **SOLO) as mei, joined(mei, "Bo") as bo:
        await playing_alone(mei)
        room = hall.hub.rooms[mei.code]
        gate = Gate(room)
        seq, hand = mei.seq, mei.view().hand
        await mei.command("rename", "first", name="Lan")
        await mei.command("start", "second")
        await quiet(mei)
        gate.lose()
        await mei.until(lambda: mei.closed)
        await bo.until(lambda: bo.closed)
        assert (mei.closed, bo.closed) == (1012, 1012)
        assert [mei.answers[cid]["code"] for cid in ("first", "second")] == ["try_again"] * 2
        assert mei.code not in hall.hub.rooms
        await mei.enter(mei.code, mei.seq)
        await quiet(mei)
        assert (mei.seq, mei.view().hand) == (seq, hand)
        assert hall.hub.rooms[mei.code] is not room
        answer = await mei.do("rename", name="Lan")
        assert answer["t"] == "ack"
        assert len(events(mei, "Renamed")) == 1
        rows = await hall.hub.log.load(mei.code)
        assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
        assert [row.type for row in rows].count("Renamed") == 1


@in_hall()
async def test_a_room_that_was_given_up_writes_no_more(hall: Running) -> None:
    async with at_table(hall.base, **SOLO) as mei:
        room = hall.hub.rooms[mei.code]
        room.fail()
        await mei.until(lambda: mei.closed)
        late = Stranger("somebody")
        room.attach(late, None)
        assert (late.closed, late.frames) == (1012, [])
        with pytest.raises(StaleError):
            room.commit((Renamed(person=mei.person, name="Lan"),), mei.person)
        async with joined(mei, "Cai") as cai:
            assert cai.room["seats"][0]["name"] == "Mei"


class Stranger:
    """A connection that only remembers."""

    rtt = 0.0
    lang = "en"
    name = "Bo"

    def __init__(self, person: str) -> None:
        self.person = person
        self.frames: list[bytes] = []
        self.closed: int | None = None

    def push(self, frame: bytes) -> None:
        self.frames.append(frame)

    def close(self, code: int) -> None:
        self.closed = code


# -- commands ------------------------------------------------------------------------------------


@in_hall()
async def test_a_command_takes_effect_once_however_often_it_comes(hall: Running) -> None:
    async with at_table(hall.base) as mei, joined(mei, "Bo") as bo:
        gate = Gate(hall.hub.rooms[mei.code])
        for _ in range(3):
            await mei.command("rename", "same", name="Lan")
        await quiet(mei)
        assert len(gate.held) == 1
        await mei.enter(mei.code, mei.seq)
        await mei.command("rename", "same", name="Lan")
        await quiet(mei)
        assert len(gate.held) == 1
        await gate.let_through()
        await heard_of(bo, "Renamed")
        await mei.command("rename", "same", name="Lan")
        await mei.enter(mei.code, mei.seq)
        await mei.command("rename", "same", name="Lan")
        await quiet(mei)
        assert len(events(bo, "Renamed")) == 1
        acks = {ack["seq"] for ack in told(mei, "ack") if ack["cid"] == "same"}
        assert len(acks) == 1


@in_hall()
async def test_what_changed_nothing_changes_nothing_when_it_comes_again_later(
    hall: Running,
) -> None:
    async with at_table(hall.base) as mei:
        await mei.command("sit", "early", seat=0)
        await mei.until(lambda: "early" in mei.answers)
        first = mei.answers.pop("early")
        await mei.do("sit", seat=2)
        await mei.command("sit", "early", seat=0)
        await mei.until(lambda: "early" in mei.answers)
        assert first["t"] == "ack"
        assert mei.answers["early"] == first
        assert mei.seat == 2


@in_hall(changed={"answers.MOST_IDLE": 3})
async def test_of_what_changed_nothing_only_the_newest_is_remembered(hall: Running) -> None:
    async with at_table(hall.base) as mei:
        for _ in range(5):
            await mei.do("sit", seat=0)
        assert len(hall.hub.rooms[mei.code].answers.acknowledged) == 3


@in_hall()
async def test_the_same_id_of_two_people_are_two_commands(hall: Running) -> None:
    async with at_table(hall.base) as mei, joined(mei, "Bo") as bo:
        await mei.command("rename", "one", name="Lan")
        await bo.command("rename", "one", name="Bao")
        await mei.until(lambda: len(events(mei, "Renamed")) == 2)
        assert [seat["name"] for seat in mei.room["seats"][:2]] == ["Lan", "Bao"]


@in_hall()
async def test_cards_that_one_does_not_hold_are_refused_with_the_rule_and_the_cards(
    hall: Running,
) -> None:
    async with at_table(hall.base, **SOLO) as mei:
        await mei.send({"t": "lang", "lang": "en"})
        await playing_alone(mei)
        hand = (mei.match or {})["hand"]
        other = next(card for card in ("BJ", "LJ", "As", "Kd", "3c") if card not in hand)
        refused = await mei.do("play", cards=other)
        assert (refused["t"], refused["code"], refused["rule"]) == ("nack", "not_held", "G-06")
        assert refused["cards"] == [other]
        assert refused["text"]
        assert (mei.match or {})["hand"] == hand


@in_hall()
async def test_it_is_not_the_others_turn(hall: Running) -> None:
    body = {**SOLO, "bots": None, "start": False}
    async with at_table(hall.base, **body) as mei, joined(mei, "Bo", seat=2) as bo:
        await mei.do("start")
        rng = Random(1)
        playing = asyncio.create_task(play_on(bo, lambda: mei_leads(mei), rng))
        await until_my(mei, PLAYING, rng)
        await asyncio.wait([playing], timeout=0.1)
        playing.cancel()
        await bo.until(lambda: bo.seq == mei.seq)
        refused = await bo.do("play", cards=cards_to_lead(bo))
        assert (refused["t"], refused["code"]) == ("nack", "not_your_turn")
        bo.seq -= 1
        refused = await bo.do("play", cards=cards_to_lead(bo))
        assert refused["code"] == "stale"


def mei_leads(mei: Client) -> bool:
    """Whether it is her turn to play a card."""
    return mei.my_turn() and (mei.match or {})["phase"] == PLAYING


# -- coming back ---------------------------------------------------------------------------------


@in_hall()
async def test_who_comes_back_soon_gets_only_what_was_missed(hall: Running) -> None:
    async with at_table(hall.base) as mei, joined(mei, "Bo") as bo:
        await bo.leave()
        for name in ("A", "B", "C"):
            await mei.do("rename", name=name)
        missed = mei.seq - bo.seq
        bo.frames.clear()
        await bo.enter(mei.code, bo.seq)
        await bo.until(lambda: bo.seq == mei.seq)
        assert len(told(bo, "ev")) == missed >= 3
        assert told(bo, "snap") == []
        assert bo.room["seats"][0]["name"] == "C"


@in_hall()
async def test_who_comes_back_late_or_from_the_future_gets_everything(hall: Running) -> None:
    async with at_table(hall.base, **SOLO) as mei:
        await playing_alone(mei)
        for since in (1, mei.seq + 1, mei.seq + 10**9):
            mei.frames.clear()
            await mei.enter(mei.code, since)
            await mei.until(lambda: told(mei, "snap"))
            assert told(mei, "ev") == []


@in_hall()
async def test_who_got_another_seat_meanwhile_gets_everything(hall: Running) -> None:
    async with (
        at_table(hall.base) as mei,
        joined(mei, "Bo", seat=1) as bo,
        joined(mei, "Cai", seat=2) as cai,
        joined(mei, "Dan", seat=3) as dan,
    ):
        await dan.do("stand")
        await bo.until(lambda: bo.seq == dan.seq)
        await bo.leave()
        await mei.do("swap", a=1, b=2)
        await cai.until(lambda: cai.seat == 1)
        bo.frames.clear()
        await bo.enter(mei.code, bo.seq)
        await quiet(bo)
        assert bo.seat == 2
        assert len(told(bo, "snap")) == 1
        assert told(bo, "ev") == []
        await bo.until(lambda: bo.seq == mei.seq)
        await bo.leave()
        await mei.do("kick", seat=2)
        bo.frames.clear()
        await bo.enter(mei.code, bo.seq)
        await quiet(bo)
        assert bo.seat is None
        assert len(told(bo, "snap")) == 1
        assert told(bo, "ev") == []


@in_hall()
async def test_a_sum_over_the_view_comes_with_every_trick_and_is_right(hall: Running) -> None:
    async with at_table(hall.base, **SOLO) as mei:
        await play_on(mei, lambda: events(mei, "DealScored"), Random(3))
        sums = [frame for frame in told(mei, "ev") if "digest" in frame]
        kinds = [frame["event"]["t"] for frame in sums]
        assert kinds.count("TrickTaken") == len(events(mei, "TrickTaken")) > 0
        assert kinds.count("DealScored") == 1
        assert mei.digests == len(sums) + len([1 for snap in told(mei, "snap") if snap["digest"]])


@in_hall()
async def test_a_second_hello_brings_everything_once_more(hall: Running) -> None:
    async with at_table(hall.base, **SOLO) as mei:
        await mei.send({"t": "hello", "room": mei.code})
        await mei.until(lambda: len(told(mei, "snap")) == 2)


# -- devices -------------------------------------------------------------------------------------


@in_hall()
async def test_the_newest_device_plays_and_the_older_is_told(hall: Running) -> None:
    async with at_table(hall.base, **SOLO) as mei:
        await playing_alone(mei)
        other = Client(hall.base, mei.token, mei.person)
        await other.enter(mei.code)
        await other.until(lambda: other.match)
        await mei.until(lambda: mei.closed)
        assert mei.closed == 4409
        assert hall.hub.rooms[mei.code].members[mei.person].person == mei.person
        assert other.seat == 0
        await play_on(other, lambda: events(other, "TrickTaken"), Random(2))
        await other.leave()


@in_hall()
async def test_a_linking_code_makes_a_second_device_the_same_person_once(hall: Running) -> None:
    async with at_table(hall.base) as mei:
        link = await mei.post("/api/link", {})
        assert link["seconds"] == 120
        code = link["link"].partition("#")[2]
        stranger = await Client.guest(hall.base, "Bo")
        claimed = await stranger.post("/api/link/claim", {"code": code})
        assert claimed["person"] == mei.person
        assert [room["code"] for room in claimed["rooms"]] == [mei.code]
        for wrong in (code, "nonsense"):
            with pytest.raises(ProtocolError, match='"link_is_over"'):
                await stranger.post("/api/link/claim", {"code": wrong})


@in_hall(changed={"hub.LINK_SECONDS": 0.05})
async def test_a_linking_code_is_over_after_a_while(hall: Running) -> None:
    mei = await Client.guest(hall.base)
    link = await mei.post("/api/link", {})
    await asyncio.sleep(0.06)
    with pytest.raises(ProtocolError, match='"link_is_over"'):
        await mei.post("/api/link/claim", {"code": link["link"].partition("#")[2]})

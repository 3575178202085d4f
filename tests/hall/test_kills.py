"""A hall that is killed at any moment keeps every word it gave."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from shengji.bots import novice
from shengji.engine.ruleset import preset
from shengji.hall.apart import EndedError, Hall
from shengji.hall.client import Client
from shengji.hall.drill import Player, as_told, drill, faults_of
from shengji.hall.protocol import Settings
from shengji.hall.seating import AnyEvent, RoomOpened, SatDown, to_payload
from shengji.hall.store import Row
from shengji.proof.playthrough import steps

RULES = preset("huanle-2")


def test_nothing_is_lost_doubled_or_undone_when_the_hall_is_killed(tmp_path: Path) -> None:
    told: list[int] = []
    report = asyncio.run(drill(tmp_path / "hall", 4, 20, seed=8, told=told.append))
    assert report.faults == []
    assert report.kills == told[-1] == 20
    assert report.acknowledged > 40
    assert report.seen > report.acknowledged
    assert len(report.seconds) == 4 * len(told)


def test_a_hall_that_is_interrupted_leaves_no_process(tmp_path: Path) -> None:
    async def interrupted() -> Hall:
        hall = Hall(tmp_path)
        await hall.start()
        assert hall.process is not None
        assert hall.process.stdin is not None
        hall.process.stdin.close()
        async with asyncio.timeout(10):
            await hall.process.wait()
        return hall

    assert asyncio.run(interrupted()).process is not None


def test_a_hall_that_cannot_start_says_why(tmp_path: Path) -> None:
    async def start() -> None:
        await Hall(tmp_path, SHENGJI_PACE="fast").start()

    with pytest.raises(EndedError, match="SHENGJI_PACE"):
        asyncio.run(start())


# -- the judge can fail ----------------------------------------------------------------------------


def played() -> tuple[Player, list[Row]]:
    """A player who was told the truth about a short log, which is returned with it."""
    player = Player(Client("", "", "mei"), RULES, Random(1))
    player.client.code = "table1"
    opened = RoomOpened(host="mei", name="Mei", rules=RULES.to_data(), settings=Settings())
    events: list[AnyEvent] = [opened, SatDown(seat=0, person="mei", name="Mei")]
    for step in steps(RULES, 3, (novice.decide,) * 4, 1):
        events += step.events
    rows = [
        Row("table1", seq, 1000 + seq, "mei", None, type(event).__name__, to_payload(event))
        for seq, event in enumerate(events, start=1)
    ]
    for seq, event in enumerate(events, start=1):
        player.seen[seq] = as_told(event, RULES)
    for place in range(10, 200, 10):
        rows[place] = rows[place]._replace(cid=f"mei:c{place}")
        player.acknowledged[f"c{place}"] = rows[place].seq
    return player, rows


def kinds(player: Player, rows: list[Row]) -> set[str]:
    return {fault.kind for fault in faults_of(player, rows)}


def test_a_true_log_has_no_fault() -> None:
    assert faults_of(*played()) == []


def test_a_move_that_was_acknowledged_and_is_not_stored_is_lost() -> None:
    player, rows = played()
    rows[100] = rows[100]._replace(cid=None)
    assert [fault.kind for fault in faults_of(player, rows)] == ["lost"]
    assert "c100" in faults_of(player, rows)[0].text


def test_a_move_that_is_stored_elsewhere_than_was_acknowledged_is_lost() -> None:
    player, rows = played()
    rows[100], rows[101] = rows[100]._replace(cid=None), rows[101]._replace(cid="mei:c100")
    assert kinds(player, rows) == {"lost"}


def test_a_command_that_stands_twice_is_doubled() -> None:
    player, rows = played()
    rows[101] = rows[101]._replace(cid="mei:c100")
    assert kinds(player, rows) == {"doubled"}


def test_an_end_that_was_seen_and_is_gone_is_undone() -> None:
    player, rows = played()
    player.acknowledged.clear()
    assert "undone" in kinds(player, rows[:-1])


def test_an_event_that_has_become_another_of_its_kind_is_undone() -> None:
    player, rows = played()
    seq = next(seq for seq, told in player.seen.items() if told["t"] == "Dealt")
    player.seen[seq] = {**player.seen[seq], "seat": player.seen[seq]["seat"] ^ 1}
    assert kinds(player, rows) == {"undone"}


def test_a_hole_in_the_log_is_a_loss_and_cannot_be_played_again() -> None:
    player, rows = played()
    del rows[120]
    player.acknowledged.clear()
    assert kinds(player, rows) == {"lost", "undone", "other"}


def test_each_match_of_a_room_is_played_again_by_itself() -> None:
    player, rows = played()
    again = [row for row in rows if row.type not in ("RoomOpened", "SatDown")]
    more = [
        row._replace(seq=len(rows) + place, cid=None) for place, row in enumerate(again, start=1)
    ]
    assert faults_of(player, [*rows, *more]) == []
    del more[40]
    assert kinds(player, [*rows, *more]) == {"lost", "other"}


def test_the_same_number_told_of_two_events_is_undone() -> None:
    player, _ = played()
    for seat in (1, 2):
        player.client.heard({"t": "ev", "seq": 900, "event": {"t": "Passed", "seat": seat}})
    assert [fault.kind for fault in player.faults] == ["undone"]

"""Connections: what ends one, and how it is told so."""

import asyncio
import logging
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from shengji.hall.client import Client
from shengji.hall.protocol import SUBPROTOCOL
from shengji.hall.sockets import OUTBOX_BYTES, Connection

from .halls import Running, in_hall
from .people import SOLO, at_table, joined, told


async def opened(
    hall: Running, token: str = "", *, spoken: str = SUBPROTOCOL, **more: Any
) -> ClientConnection:
    """A bare socket of a program."""
    return await connect(
        hall.base.replace("http", "ws", 1) + "/ws",
        subprotocols=[Subprotocol(spoken)] if spoken else None,
        additional_headers={"Authorization": f"Bearer {token or 'nobody'}"},
        compression=None,
        **more,
    )


async def ended(socket: ClientConnection, *frames: object) -> int | None:
    """The code with which the server closes after these frames."""
    try:
        for frame in frames:
            await socket.send(
                frame if isinstance(frame, str) else msgspec.json.encode(frame).decode()
            )
        async with asyncio.timeout(5):
            while True:
                await socket.recv()
    except ConnectionClosed:
        return socket.close_code


@in_hall(changed={"sockets.HELLO_SECONDS": 0.1})
async def test_who_says_nothing_is_not_waited_for(hall: Running) -> None:
    mei = await Client.guest(hall.base)
    assert await ended(await opened(hall, mei.token)) == 4408


@in_hall()
async def test_the_first_word_is_hello(hall: Running) -> None:
    mei = await Client.guest(hall.base)
    for first in ({"t": "ping", "t0": 0}, "not even a frame"):
        assert await ended(await opened(hall, mei.token), first) == 4408


@in_hall()
async def test_an_unknown_room_an_unknown_person_and_another_protocol(hall: Running) -> None:
    mei = await Client.guest(hall.base)
    hello = {"t": "hello", "room": "zzzzzz"}
    assert await ended(await opened(hall, mei.token), hello) == 4404
    assert await ended(await opened(hall), hello) == 4401
    assert await ended(await opened(hall, mei.token, spoken=""), hello) == 4400


@in_hall()
async def test_three_frames_that_are_none_end_a_connection(hall: Running) -> None:
    async with at_table(hall.base) as mei:
        for wrong in ('{"t": "play"}', "[" * 16_000):
            await mei.send(msgspec.Raw(wrong.encode()))
        await mei.until(lambda: len(told(mei, "notice")) == 2)
        assert {notice["code"] for notice in told(mei, "notice")} == {"bad_frame"}
        assert mei.closed is None
        await mei.send({"t": "no such frame"})
        await mei.until(lambda: mei.closed)
        assert mei.closed == 4400


@in_hall()
async def test_nothing_in_a_frame_is_deep_enough_to_break_the_server(
    hall: Running,
) -> None:
    async with at_table(hall.base) as mei:
        deep = '{"t":"rules","cid":"a","seq":1,"rules":{"id":' + "[" * 7000 + "]" * 7000 + "}}"
        await mei.send(msgspec.Raw(deep.encode()))
        await mei.until(lambda: told(mei, "notice") or "a" in mei.answers)
        assert mei.closed is None


@in_hall()
async def test_a_frame_too_large_ends_the_connection(hall: Running) -> None:
    mei = await Client.guest(hall.base)
    assert await ended(await opened(hall, mei.token), "x" * (16 * 1024 + 1)) == 1009


@in_hall()
async def test_a_flood_of_commands_ends_the_connection(hall: Running) -> None:
    async with at_table(hall.base) as mei, joined(mei, "Bo") as bo:
        for number in range(150):
            await mei.send({"t": "next", "cid": f"c{number}", "seq": 0})
        await mei.until(lambda: mei.closed)
        assert mei.closed == 4429
        assert (await bo.do("rename", name="Bao"))["t"] == "ack"


@in_hall()
async def test_a_flood_of_anything_else_does_too(hall: Running) -> None:
    for frame in ({"t": "ping", "t0": 0.0}, {"t": "lang", "lang": "en"}):
        async with at_table(hall.base) as mei:
            for _ in range(400):
                await mei.send(frame)
            await mei.until(lambda mei=mei: mei.closed)
            assert mei.closed == 4429


@in_hall()
async def test_nobody_gets_everything_again_and_again(hall: Running) -> None:
    async with at_table(hall.base) as mei:
        for _ in range(400):
            await mei.send({"t": "hello", "room": mei.code})
        await mei.until(lambda: mei.closed)
        assert mei.closed in (4429, 1013)
        assert len(told(mei, "snap")) <= 110


@in_hall(changed={"web.MOST_SOCKETS": 2})
async def test_one_person_has_so_many_connections_and_no_more(hall: Running) -> None:
    async with at_table(hall.base) as mei:
        second = await opened(hall, mei.token)
        assert await ended(await opened(hall, mei.token)) == 4429
        await second.close()
        while hall.app.state.api.open[mei.person] > 1:
            await asyncio.sleep(0.01)
        assert await ended(await opened(hall, mei.token), "no frame") == 4408
        assert mei.closed is None
    while hall.app.state.api.open:
        await asyncio.sleep(0.01)


@in_hall()
async def test_a_fault_of_our_own_ends_the_connection_and_is_complained_of(hall: Running) -> None:
    heard: list[str] = []

    def listens(record: logging.LogRecord) -> bool:
        heard.append(str(record.exc_info))
        return False

    def fails(*_: object) -> None:
        raise RuntimeError("ours")

    async with at_table(hall.base) as mei:
        logging.getLogger("shengji.hall").addFilter(listens)
        try:
            hall.hub.rooms[mei.code].command = fails
            await mei.command("rename", name="Lan")
            await mei.until(lambda: mei.closed)
            while not heard:
                await asyncio.sleep(0.01)
        finally:
            logging.getLogger("shengji.hall").removeFilter(listens)
        assert mei.closed == 1012
        assert "RuntimeError('ours')" in heard[0]


# -- slow readers --------------------------------------------------------------------------------


async def silent(hall: Running, mei: Client) -> tuple[ClientConnection, Connection]:
    """Somebody at Mei's table who does not read, and the server's side of it."""
    bo = await Client.guest(hall.base, "Bo")
    socket = await opened(hall, bo.token, max_queue=1)
    await socket.send(f'{{"t": "hello", "room": "{mei.code}"}}')
    room = hall.hub.rooms[mei.code]
    while bo.person not in room.members:
        await asyncio.sleep(0.01)
    connection = room.members[bo.person]
    assert isinstance(connection, Connection)
    return socket, connection


async def fill(connection: Connection) -> int:
    """Send until the outbox is full; the most that it held."""
    most = 0
    while connection.closing is None:
        connection.push(b'{"t":"pong","t0":0,"t1":0,"x":"' + b"x" * 60_000 + b'"}')
        most = max(most, connection.bytes)
        await asyncio.sleep(0)
    return most


@in_hall(changed={"sockets.CLOSE_SECONDS": 0.2})
async def test_one_who_does_not_read_is_cut_off_and_holds_nobody_up(hall: Running) -> None:
    async with at_table(hall.base) as mei:
        socket, connection = await silent(hall, mei)
        before = len(hall.server.server_state.connections)
        assert await fill(connection) < OUTBOX_BYTES + 70_000
        assert connection.closing == 1013
        assert (await mei.do("rename", name="Lan"))["t"] == "ack"
        async with asyncio.timeout(3):
            while len(hall.server.server_state.connections) == before:
                await asyncio.sleep(0.02)
        assert connection.person not in hall.hub.rooms[mei.code].members
        assert hall.hub.rooms[mei.code].members.keys() == {mei.person}
        socket.transport.abort()


@in_hall()
async def test_one_who_reads_again_in_time_is_told_why(hall: Running) -> None:
    async with at_table(hall.base) as mei:
        socket, connection = await silent(hall, mei)
        await fill(connection)
        assert await ended(socket) == 1013


# -- the end -------------------------------------------------------------------------------------


@in_hall()
async def test_before_a_restart_everybody_hears_of_it(hall: Running) -> None:
    async with at_table(hall.base, **SOLO) as mei, joined(mei, "Bo") as bo:
        await bo.send({"t": "lang", "lang": "en"})
        await bo.send({"t": "ping", "t0": 0.0})
        await bo.until(lambda: told(bo, "pong"))
        hall.server.should_exit = True
        for client in (mei, bo):
            await client.until(lambda client=client: client.closed)
            assert client.closed == 1012
            assert [notice["code"] for notice in told(client, "notice")] == ["restart"]
        assert told(mei, "notice")[0]["text"] != told(bo, "notice")[0]["text"]


@in_hall()
async def test_a_hall_that_goes_down_lets_nobody_in(hall: Running) -> None:
    mei = await Client.guest(hall.base)
    created = await mei.post("/api/rooms", {})
    hall.hub.draining = True
    assert (
        await ended(await opened(hall, mei.token), {"t": "hello", "room": created["code"]}) == 1012
    )


@in_hall()
async def test_what_was_asked_last_is_still_acknowledged_at_the_end(hall: Running) -> None:
    async with at_table(hall.base) as mei:
        await mei.command("rename", "last", name="Lan")
        await mei.until(lambda: "last" in mei.answers)
        await hall.hub.drain()
        await mei.until(lambda: mei.closed)
        rows = await hall.hub.log.load(mei.code)
        assert rows[-1].cid == f"{mei.person}:last"


@in_hall()
async def test_a_fault_in_one_room_is_that_rooms_alone(hall: Running) -> None:
    async with at_table(hall.base) as mei, at_table(hall.base, "Bo") as bo:
        room = hall.hub.rooms[mei.code]
        logging.getLogger("shengji.hall").disabled = True
        try:
            room._publish = None
            await mei.command("rename", "one", name="Lan")
            await mei.until(lambda: mei.closed)
        finally:
            logging.getLogger("shengji.hall").disabled = False
        assert mei.closed == 1012
        assert (await bo.do("rename", name="Bao"))["t"] == "ack"
        await mei.enter(mei.code)
        await mei.until(lambda: "one" in mei.answers and mei.answers["one"]["t"] == "ack")
        assert mei.room["seats"][0]["name"] == "Lan"

"""docs/protocol.md says what the wire is: frames, structs, calls, codes, and a conversation."""

import importlib.util
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, get_args

import msgspec

from shengji.engine.events import Event
from shengji.hall import calls
from shengji.hall import protocol as wire
from shengji.hall.seating import RoomEvent
from shengji.hall.web import CALLS
from shengji.hall.wire import GREW, NAMES

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
TOOL = ROOT / "tools" / "make_transcript.py"

FRAMES = (*get_args(wire.ClientFrame), *get_args(wire.ServerFrame))
BASES = (wire.Frame, wire.Command, calls.Body)
COMMON = ("cid", "seq")  # of every command


def tables(first: str) -> Iterator[list[str]]:
    """The rows of the tables whose first heading is this, as cells."""
    inside = False
    for line in PAGE.splitlines():
        cells = [cell.strip() for cell in line.split("|")[1:-1]]
        if not cells:
            inside = False
        elif cells[0] == first:
            inside = True
        elif inside and not set(cells[0]) <= {"-"}:
            yield cells


def names(cell: str) -> list[str]:
    """What stands in backquotes."""
    return re.findall(r"`([^`]+)`", cell)


def told(first: str) -> dict[str, list[str]]:
    """The fields that the page names for each thing; a thing stands there once."""
    rows = [(names(row[0])[0], names(row[1])) for row in tables(first)]
    assert len({name for name, _ in rows}) == len(rows)
    return dict(rows)


def fields(kind: type[msgspec.Struct], leave: Iterable[str] = ()) -> list[str]:
    """A struct's fields as the page writes them: `?` after one that may be left out."""
    config = kind.__struct_config__
    may_be_left_out = config.forbid_unknown_fields and kind not in get_args(wire.ServerFrame)
    found = []
    for field in msgspec.structs.fields(kind):
        optional = msgspec.UnsetType in get_args(field.type) or (
            may_be_left_out and not field.required
        )
        if field.encode_name not in leave:
            found.append(field.encode_name + "?" * optional)
    return found


def tag(frame: type[msgspec.Struct]) -> str:
    return str(frame.__struct_config__.tag)


def is_command(frame: type[msgspec.Struct]) -> bool:
    return issubclass(frame, wire.Command)


def test_every_frame_stands_there_with_its_fields() -> None:
    plain = [frame for frame in FRAMES if not is_command(frame)]
    assert told("frame") == {tag(frame): fields(frame) for frame in plain}


def test_every_command_stands_there_with_its_fields() -> None:
    commands = [frame for frame in FRAMES if is_command(frame)]
    assert told("command") == {tag(frame): fields(frame, COMMON) for frame in commands}


def test_every_other_struct_stands_there_with_its_fields() -> None:
    structs = [
        one
        for one in (*vars(wire).values(), *vars(calls).values())
        if isinstance(one, type) and issubclass(one, msgspec.Struct) and one is not msgspec.Struct
    ]
    others = [one for one in structs if one not in FRAMES and one not in BASES]
    assert told("struct") == {one.__name__: fields(one) for one in others}


def test_every_field_of_a_match_stands_there() -> None:
    after = PAGE.split("## The match\n")[1].split("\n## ")[0]
    rows = [line.split("|")[1] for line in after.splitlines() if line.startswith("| `")]
    assert sorted(name for row in rows for name in names(row)) == sorted((*NAMES, "order"))


def test_every_event_of_a_room_stands_there_with_its_fields() -> None:
    kinds = get_args(RoomEvent)
    assert told("event") == {kind.__name__: fields(kind) for kind in kinds}


def test_every_call_stands_there() -> None:
    written = [names(row[0])[0].partition("?")[0] for row in tables("call")]
    assert written == [f"{method} {re.sub(':int', '', path)}" for method, path, _ in CALLS]


def test_every_struct_of_a_call_is_one_of_ours() -> None:
    for row in tables("call"):
        for name in names(row[1]) + names(row[2]):
            assert hasattr(calls, name), name


def test_every_close_code_stands_there() -> None:
    codes = {str(value) for name, value in vars(wire).items() if name.startswith("CLOSE_")}
    assert {row[0] for row in tables("code")} == codes


# -- the conversation --------------------------------------------------------------------------


def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_transcript", TOOL)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def frames(way: str) -> list[dict[str, Any]]:
    lines = [line[2:] for line in PAGE.splitlines() if line.startswith(f"{way} {{")]
    assert lines
    return [json.loads(line) for line in lines]


def test_what_the_client_says_there_is_understood() -> None:
    for frame in frames(">"):
        msgspec.convert(frame, wire.ClientFrame)


def test_what_the_server_says_there_is_of_its_types() -> None:
    for frame in frames("<"):
        kind = type(msgspec.convert(frame, wire.ServerFrame, strict=True))
        known = {field.encode_name for field in msgspec.structs.fields(kind)}
        assert set(frame) - {"t"} <= known


def test_events_and_patches_there_name_what_there_is() -> None:
    events = {kind.__name__ for kind in (*get_args(Event), *get_args(RoomEvent))}
    fields_of_match = {*NAMES, "order", tool().MORE}
    fields_of_room = set(wire.RoomView.__struct_fields__)
    for frame in frames("<"):
        if frame["t"] == "ev":
            room, match = frame["patch"].get("room", {}), frame["patch"].get("match", {})
            assert frame["event"]["t"] in events
            assert set(room) <= fields_of_room
            assert {name.removesuffix(GREW) for name in match} <= fields_of_match


def test_the_conversation_shows_a_deal_a_refusal_and_a_return() -> None:
    told_events = [frame["event"]["t"] for frame in frames("<") if frame["t"] == "ev"]
    for name in ("DealStarted", "Dealt", "BidMade", "KittyTaken", "Buried", "Played", "TrickTaken"):
        assert name in told_events
    assert any(frame["t"] == "nack" for frame in frames("<"))
    assert any(frame["t"] == "hello" and frame.get("since") for frame in frames(">"))


def test_the_conversation_is_what_a_hall_says_today() -> None:
    assert tool().page() == PAGE, "run tools/make_transcript.py"

"""A match as JSON Lines, and back: a header, then one line for every event.

Damaged and foreign input is refused with a RecordError, which names the line.  Older formats
are brought up by `UPGRADES`, newer ones refused.
"""

import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from .events import Event
from .record_codec import (
    TYPE,
    RecordError,
    action_from_data,
    action_to_data,
    event_from_data,
    event_to_data,
    is_text,
)
from .record_verify import replay, steps, verify

__all__ = [
    "ENGINE",
    "FORMAT",
    "RecordError",
    "action_from_data",
    "action_to_data",
    "event_from_data",
    "event_to_data",
    "load",
    "read",
    "replay",
    "save",
    "steps",
    "verify",
    "write",
]

FORMAT = 1
ENGINE = "0.1.0"
HEADER = "Record"

Data = dict[str, Any]
Upgrade = Callable[[Iterator[Data]], Iterator[Data]]

# From format n to n + 1, by n.  An upgrade is given the data of all events as they were read,
# unchecked, and yields one for each, so that line numbers stay.
UPGRADES: Mapping[int, Upgrade] = {}


def write(events: Iterable[Event]) -> Iterator[str]:
    """The lines of a record, without line ends.  Equal events give equal lines."""
    yield _line({TYPE: HEADER, "format": FORMAT, "engine": ENGINE})
    for event in events:
        yield _line(event_to_data(event))


def read(lines: Iterable[str], *, allow_cut: bool = False) -> list[Event]:
    """The events of a record's lines, with or without line ends.  Raises RecordError.

    `allow_cut`: a last line that was not written to its end is left out.  Whether the events
    can have happened, `verify` says.
    """
    found = _parsed(lines, allow_cut)
    header = next(found, None)
    for upgrade in _upgrades(header):
        found = upgrade(found)
    return [event_from_data(data, number) for number, data in enumerate(found, 2)]


def save(path: str | Path, events: Iterable[Event]) -> None:
    """Write a record to a file; the file is there whole or, if anything fails, as it was."""
    path = Path(path)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with part.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(f"{line}\n" for line in write(events))
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def load(path: str | Path, *, verify: bool = False, allow_cut: bool = False) -> list[Event]:
    """The events of a file.  Raises RecordError, and OSError as `open` does.

    `verify`: refuse events that cannot follow.  `allow_cut`: leave out a last line that was not
    written to its end; with `verify`, all events of an action that did not get all of its own.
    """
    text = Path(path).read_bytes().decode("utf-8", errors="surrogateescape")
    events = read(re.findall(r"[^\n]*\n|[^\n]+", text), allow_cut=allow_cut)
    if not verify:
        return events
    return [event for _, made in steps(events, allow_cut=allow_cut) for event in made]


def _line(data: Data) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _upgrades(header: Data | None) -> list[Upgrade]:
    """What brings a record of this header up to the format of today."""
    if header is None or header.get(TYPE) != HEADER:
        raise RecordError("record_no_header", 1)
    number, engine = header.get("format"), header.get("engine")
    if type(number) is not int or not isinstance(engine, str):
        raise RecordError("record_no_header", 1)
    if number > FORMAT:
        raise RecordError("record_newer", 1, given=engine, number=number)
    chain = [UPGRADES.get(step) for step in range(max(number, 0), FORMAT)]
    if None in chain:
        raise RecordError("record_no_header", 1)
    return [one for one in chain if one is not None]


def _parsed(lines: Iterable[str], allow_cut: bool) -> Iterator[Data]:
    """The data of each line.  Only the last line may be cut, and then it has no line end."""
    rest = iter(lines)
    line = next(rest, None)
    number = 1
    while line is not None:
        after = next(rest, None)
        try:
            data = _data(line, number)
        except RecordError:
            if after is not None or line.endswith("\n"):
                raise
            if not allow_cut:
                raise RecordError("record_cut", number) from None
            return
        yield data
        line = after
        number += 1


def _data(line: str, number: int) -> Data:
    try:
        if not is_text(line):
            raise ValueError
        data = json.loads(line, parse_constant=_refuse, object_pairs_hook=_no_key_twice)
    except (ValueError, RecursionError):
        raise RecordError("record_not_json", number) from None
    if not isinstance(data, dict):
        raise RecordError("record_not_json", number)
    return data


def _refuse(_: str) -> object:
    raise ValueError


def _no_key_twice(pairs: list[tuple[str, Any]]) -> Data:
    data = dict(pairs)
    if len(data) < len(pairs):
        raise ValueError
    return data

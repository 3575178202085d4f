"""Rows for an event log, a process that writes them, and what its errors say."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from shengji.hall.store import LogError, Row
from shengji.words import LANGUAGES
from shengji.words.options_text import error_text

APPENDER = Path(__file__).parent / "hall" / "appender.py"
NOW = 1_700_000_000_000


def row(seq: int, room: str = "ROOM", cid: str | None = None, payload: str = "{}") -> Row:
    return Row(room, seq, NOW + seq, "seat:2", cid, "Played", payload)


def told(error: LogError) -> list[str]:
    """What people read of an error, in each language."""
    return [error_text(error, lang) for lang in LANGUAGES]


@contextmanager
def growing(folder: Path) -> "Iterator[tuple[subprocess.Popen[str], IO[str]]]":
    """A process that appends to rooms of a folder, and what it says; killed in the end."""
    command = [sys.executable, str(APPENDER), str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as appender:
        assert appender.stdout is not None
        try:
            yield appender, appender.stdout
        finally:
            appender.kill()

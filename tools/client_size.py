"""How large a first visit is: script and style from the start page to a playing table, gzipped.

Reads what vite wrote down of the build: which files each page brings along.
"""

import gzip
import json
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

CLIENT = Path(__file__).resolve().parent.parent / "src" / "shengji" / "_web"
BUDGET = 70 * 1024
START = "start"
TABLE = "table"
RAIL = "Rail"
LANGUAGES = ("zh", "en")

Manifest = Mapping[str, Mapping[str, Any]]


def main() -> int:
    """Print the sizes; returns 1 if the first visit is over the budget in some language."""
    text = (CLIENT / ".vite" / "manifest.json").read_text(encoding="utf-8")
    manifest: Manifest = json.loads(text)
    largest = 0
    for lang in LANGUAGES:
        start = brought(manifest, named(manifest, START, lang))
        visit = start | brought(manifest, named(manifest, TABLE))
        wide = visit | brought(manifest, named(manifest, RAIL))
        largest = max(largest, size_of(wide))
        print(f"  {kilobytes(size_of(start))}  the start page, {lang}")
        print(f"  {kilobytes(size_of(visit))}  and a playing table")
        print(f"  {kilobytes(size_of(wide))}  and, in a wide window, its side rail")
    for name in sorted(wide):
        print(f"  {kilobytes(size_of({name}))}  {name}")
    print(f"  {kilobytes(largest)}  of {kilobytes(BUDGET).strip()} for a first visit")
    return 0 if largest <= BUDGET else 1


def kilobytes(size: int) -> str:
    """A size in a column."""
    return f"{size / 1024:6.1f} KB"


def named(manifest: Manifest, *names: str) -> list[str]:
    """The keys of the chunks with these names.  Raises KeyError if the build lacks one."""
    keys = {chunk["name"]: key for key, chunk in manifest.items() if "name" in chunk}
    return [keys[name] for name in names]


def brought(manifest: Manifest, keys: Iterable[str]) -> set[str]:
    """The files that some chunks bring along, each with all that it imports."""
    found: set[str] = set()
    for key in keys:
        chunk = manifest[key]
        found |= {chunk["file"], *chunk.get("css", ())}
        found |= brought(manifest, chunk.get("imports", ()))
    return found


def size_of(names: set[str]) -> int:
    """How many bytes these files are as they are sent."""
    return sum(len(gzip.compress((CLIENT / name).read_bytes(), 6)) for name in names)


if __name__ == "__main__":
    sys.exit(main())

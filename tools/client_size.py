"""How large a first visit is: script and style of the start page, gzipped; and the table after it.

Reads what vite wrote down of the build: which files each page brings along.
"""

import gzip
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

CLIENT = Path(__file__).resolve().parent.parent / "src" / "shengji" / "_web"
BUDGET = 70 * 1024
START = ("index.html", "src/ui/Start.svelte")
TABLE = ("src/ui/Table.svelte",)

Manifest = Mapping[str, Mapping[str, Any]]


def main() -> int:
    """Print the sizes; returns 1 if the first visit is over the budget."""
    text = (CLIENT / ".vite" / "manifest.json").read_text(encoding="utf-8")
    manifest: Manifest = json.loads(text)
    first = set(brought(manifest, START))
    then = set(brought(manifest, TABLE)) - first
    sizes = {name: gzipped(CLIENT / name) for name in first | then}
    for name in sorted(first):
        print(f"  {sizes[name] / 1024:6.1f} KB  {name}")
    total = sum(sizes[name] for name in first)
    print(f"  {total / 1024:6.1f} KB  of {BUDGET // 1024} KB for a first visit")
    print(f"  {sum(sizes[name] for name in then) / 1024:6.1f} KB  more for the table")
    return 0 if total <= BUDGET else 1


def brought(manifest: Manifest, sources: tuple[str, ...]) -> Iterator[str]:
    """The files that some sources bring along, each with all that it imports.

    Raises KeyError for a source that the build does not have.
    """
    for source in sources:
        chunk = manifest[source]
        yield chunk["file"]
        yield from chunk.get("css", ())
        yield from brought(manifest, tuple(chunk.get("imports", ())))


def gzipped(file: Path) -> int:
    """The length of a file as it is sent."""
    return len(gzip.compress(file.read_bytes(), 6))


if __name__ == "__main__":
    sys.exit(main())

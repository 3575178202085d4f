"""How large a first visit is: the script and style that index.html names, gzipped."""

import gzip
import re
import sys
from pathlib import Path

CLIENT = Path(__file__).resolve().parent.parent / "src" / "shengji" / "_web"
BUDGET = 70 * 1024
ASSET = re.compile(r'(?:src|href)="\.?/?(assets/[^"]+\.(?:js|css))"')


def main() -> int:
    """Print the size of each file and of all; returns 1 if that is over the budget."""
    page = (CLIENT / "index.html").read_text(encoding="utf-8")
    sizes = {name: gzipped(CLIENT / name) for name in ASSET.findall(page)}
    total = sum(sizes.values())
    for name, size in sizes.items():
        print(f"  {size / 1024:6.1f} KB  {name}")
    print(f"  {total / 1024:6.1f} KB  of {BUDGET // 1024} KB for a first visit")
    return 0 if sizes and total <= BUDGET else 1


def gzipped(file: Path) -> int:
    """The length of a file as it is sent."""
    return len(gzip.compress(file.read_bytes(), 6))


if __name__ == "__main__":
    sys.exit(main())

"""Write the matches that later versions must still read: tests/records/format-N/<name>.jsonl.

    python tools/make_records.py

One match of each preset, and one with faults, claims, rulings and the clock.  Run it when the
format's number rises, or before it was ever released; a released format's folder stays as it is.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SEED = 1
DEALS = 2

sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests")]

from driver import play_match  # noqa: E402
from shengji.engine.events import Event  # noqa: E402
from shengji.engine.record import FORMAT, load, save  # noqa: E402
from shengji.engine.ruleset import PRESETS, preset  # noqa: E402

FAULTS = {"exposure_penalty": True, "count_penalty": True, "runaway_points": 5}


def matches() -> Iterator[tuple[str, list[Event]]]:
    """Every match with the name of its file."""
    for name in PRESETS:
        yield name, play_match(preset(name), SEED, DEALS, one_by_one=True)
    rules = preset("eighty-match").changed({"takeback_penalty": "level", **FAULTS})
    yield "faults", play_match(rules, SEED, 4 * DEALS, assisted=False, stormy=True)


def main() -> None:
    """Write them all, and read each again."""
    folder = ROOT / "tests" / "records" / f"format-{FORMAT}"
    folder.mkdir(parents=True, exist_ok=True)
    for name, events in matches():
        path = folder / f"{name}.jsonl"
        save(path, events)
        assert load(path, verify=True) == events
        print(f"{path.relative_to(ROOT)}: {len(events)} events, {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()

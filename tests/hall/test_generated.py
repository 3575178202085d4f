"""The browser's types and words are those of the server."""

import importlib.util
import json
from pathlib import Path
from types import ModuleType

from shengji.hall.wire import digest

ROOT = Path(__file__).resolve().parents[2]
TOOL = ROOT / "tools" / "emit_ts.py"
SAMPLES = ROOT / "web" / "src" / "fixtures" / "wire.json"


def emitter() -> ModuleType:
    spec = importlib.util.spec_from_file_location("emit_ts", TOOL)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_generated_files_are_current() -> None:
    assert emitter().stale() == [], "run tools/emit_ts.py"


def test_cards_are_lists_in_a_match_and_text_in_an_event() -> None:
    text = emitter().protocol_text()
    for member in ("hand: string[];", "turned: string | null;", "burials: string[][];"):
        assert f"  {member}\n" in text
    assert "  bids: [number, string][];\n" in text
    assert (
        'export interface Dealt {\n  t: "Dealt";\n  seat: number;\n  card: string | null;\n}'
        in text
    )


def test_a_client_may_leave_out_what_has_a_default() -> None:
    text = emitter().protocol_text()
    assert '  t: "hello";\n  room: string;\n  since?: number | null;\n' in text
    assert "  rule: string | null;\n  cards: string[];\n}" in text


def test_the_browser_checks_its_digest_against_ours() -> None:
    samples = json.loads(SAMPLES.read_text(encoding="utf-8"))
    for sample in samples["digests"]:
        assert digest(sample["value"]) == sample["digest"]
    assert digest(samples["trick"]["match"]) == samples["trick"]["digest"]

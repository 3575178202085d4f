"""tools/build_client.py: when the web client is built, and what is said where it cannot be."""

import json
import os
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parent.parent


def loaded(name: str) -> ModuleType:
    """A tool as a module."""
    spec = spec_from_file_location(name, ROOT / "tools" / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


tool = loaded("build_client")
size = loaded("client_size")


class Place:
    """A source tree with a client, and what was run and said there."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.web = root / "web"
        self.out = root / "src" / "shengji" / "_web"
        self.ran: list[str] = []
        self.said: list[str] = []
        self.environment = {"PATH": str(root / "bin")}
        (self.web / "src").mkdir(parents=True)
        (self.web / "package-lock.json").write_text("{}")
        (self.web / "src" / "main.ts").write_text("1")

    def has_node(self, version: str = "v20.19.0") -> None:
        """Put a Node.js of a version in reach."""
        for name, text in (("node", f"echo {version}"), ("npm", "exit 1")):
            file = self.root / "bin" / name
            file.parent.mkdir(exist_ok=True)
            file.write_text(f"#!/bin/sh\n{text}\n")
            file.chmod(0o755)

    def run(self, command: list[str], folder: Path) -> None:
        """What npm would leave."""
        assert folder == self.web
        self.ran.append(command[1])
        if command[1] == "ci":
            (self.web / "node_modules").mkdir(exist_ok=True)
        else:
            self.out.mkdir(parents=True, exist_ok=True)
            (self.out / "index.html").write_text("built")

    def build(self) -> list[str]:
        """Build, and what was run for it."""
        self.ran.clear()
        tool.build(self.root, self.environment, self.run, self.said.append)
        return list(self.ran)


@pytest.fixture
def place(tmp_path: Path) -> Place:
    """A fresh tree."""
    return Place(tmp_path)


def test_a_fresh_tree_gets_its_packages_and_its_client_and_says_how_long(place: Place) -> None:
    place.has_node()
    assert place.build() == ["ci", "run"]
    assert place.said == ["Building the client, about 20 s"]


def test_nothing_is_done_twice(place: Place) -> None:
    place.has_node()
    place.build()
    assert place.build() == []
    assert len(place.said) == 1


def test_a_change_of_the_client_builds_it_anew_without_fetching(place: Place) -> None:
    place.has_node()
    place.build()
    (place.web / "src" / "main.ts").write_text("2")
    assert place.build() == ["run"]
    (place.web / "src" / "more.ts").write_text("")
    assert place.build() == ["run"]


def test_a_change_of_the_lock_fetches_the_packages_anew(place: Place) -> None:
    place.has_node()
    place.build()
    (place.web / "package-lock.json").write_text('{"lockfileVersion": 3}')
    assert place.build() == ["ci", "run"]


def test_tests_and_what_tools_leave_are_no_reason_to_build(place: Place) -> None:
    place.has_node()
    place.build()
    (place.web / "src" / "main.test.ts").write_text("")
    (place.web / "node_modules" / "left.ts").write_text("")
    assert place.build() == []


def test_a_build_that_broke_off_is_begun_anew(place: Place) -> None:
    place.has_node()
    place.build()
    (place.out / ".stamp").unlink()
    assert place.build() == ["run"]


@pytest.mark.parametrize("version", [None, "v18.20.4", "v20.18.3"])
def test_without_a_node_that_is_new_enough_one_sentence_says_what_to_do(
    place: Place, version: str | None
) -> None:
    if version is not None:
        place.has_node(version)
    with pytest.raises(tool.NoNodeError) as caught:
        place.build()
    for part in ("Node.js 20.19", "SHENGJI_SKIP_WEB=1"):
        assert part in str(caught.value)
    assert place.ran == []


def test_without_node_the_client_of_before_is_used(place: Place) -> None:
    place.has_node()
    place.build()
    (place.root / "bin" / "node").unlink()
    assert place.build() == []
    assert len(place.said) == 1
    (place.web / "src" / "main.ts").write_text("2")
    assert place.build() == []
    assert place.said[-1] == tool.AS_BEFORE


def test_who_wants_no_client_gets_none(place: Place) -> None:
    place.has_node()
    place.environment["SHENGJI_SKIP_WEB"] = "1"
    assert place.build() == []
    assert not place.out.exists()


@pytest.mark.parametrize(
    ("version", "enough"),
    [("v20.19.0", True), ("v22.12.0", True), ("v20.18.3", False), ("v9.99.0", False), ("", False)],
)
def test_versions_of_node_are_compared_by_number(version: str, enough: bool) -> None:
    assert tool.new_enough(version) is enough


def test_the_tool_fails_with_its_sentence_and_a_code_of_its_own(
    place: Place, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(tool, "ROOT", place.root)
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("SHENGJI_SKIP_WEB", raising=False)
    assert tool.main([]) == tool.main(["install"]) == tool.NO_NODE
    assert capsys.readouterr().err == f"{tool.WITHOUT}\n" * 2
    place.has_node()
    monkeypatch.setenv("PATH", os.pathsep.join((str(place.root / "bin"), os.defpath)))
    assert tool.main([]) == tool.FAILED
    assert "ci" in capsys.readouterr().err


def test_a_first_visit_is_what_start_page_table_and_rail_bring_along_and_has_a_budget(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(size, "CLIENT", tmp_path)
    manifest = {
        "_start.js": {"name": "start", "file": "start.js", "css": ["start.css"]},
        "_table.js": {"name": "table", "file": "table.js", "imports": ["_start.js"]},
        "Rail.svelte": {"name": "Rail", "file": "rail.js", "imports": ["_start.js"]},
        "zh.ts": {"name": "zh", "file": "zh.js"},
        "en.ts": {"name": "en", "file": "en.js"},
        "Help.svelte": {"name": "Help", "file": "help.js"},
    }
    (tmp_path / ".vite").mkdir()
    (tmp_path / ".vite" / "manifest.json").write_text(json.dumps(manifest))
    for name in ("start.js", "start.css", "table.js", "rail.js", "zh.js", "en.js"):
        (tmp_path / name).write_bytes(os.urandom(1024))
    (tmp_path / "help.js").write_bytes(os.urandom(80 * 1024))
    assert size.main() == 0
    out = capsys.readouterr().out
    assert out.count("start.js") == 1
    assert "5.1 KB  of 70.0 KB for a first visit" in out
    assert "help.js" not in out
    (tmp_path / "zh.js").write_bytes(os.urandom(70 * 1024))
    assert size.main() == 1
    del manifest["Rail.svelte"]
    (tmp_path / ".vite" / "manifest.json").write_text(json.dumps(manifest))
    with pytest.raises(KeyError):
        size.main()

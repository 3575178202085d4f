"""Plant faults, one at a time, into a copy of the tree: every one must turn a test red.

The faults stand in tools/mutants/*.toml, each as

    [[mutant]]
    what = "every throw stands (G-14)"          # one phrase
    file = "engine/leads.py"                    # below src/shengji
    old = "if not beaten:"                      # stands once in the file
    new = "if True:"
    tests = "test_rules_jj.py -k throw"         # may be left out: who should notice

The named tests run first, and if they stay green the whole suite but for LEFT_OUT.
"""

import argparse
import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn

ROOT = Path(__file__).resolve().parent.parent
LISTS = ROOT / "tools" / "mutants"
CACHE = ROOT / ".mutants-cache"
COPIED = ("src", "tests", "docs", "README.md", "pyproject.toml")
# Slow, or about the terminal and words, or they only tell that something changed (golden).
LEFT_OUT = re.compile(r"test_(bench|check|cli|compiled|golden|play|properties|words)\w*\.py")
SECONDS = 300
KILLED, SURVIVED, BROKEN = "killed", "survived", "broken"
console = Console(highlight=False)


class MutantError(Exception):
    """The list of mutants, or the tree, is not fit for a run."""


@dataclass(frozen=True)
class Mutant:
    """A fault: in `file` the text `old`, which stands there once, becomes `new`."""

    what: str
    file: str
    old: str
    new: str
    tests: str = ""

    def path(self, root: Path) -> Path:
        """The file in a tree."""
        return root / "src" / "shengji" / self.file

    @property
    def named(self) -> list[str]:
        """The named tests as arguments for pytest."""
        words = shlex.split(self.tests)
        return [f"tests/{word}" if word.endswith(".py") else word for word in words]

    @property
    def label(self) -> str:
        """How it is shown, and what --only looks in."""
        return f"{self.file}: {self.what}"


@dataclass(frozen=True)
class Outcome:
    """How a mutant fared: killed, survived or broken, and by which test or why."""

    kind: str
    by: str = ""


def read_mutants(only: str) -> list[Mutant]:
    """The mutants of all lists whose label matches.  Raises MutantError."""
    found: list[Mutant] = []
    for path in sorted(LISTS.glob("*.toml")):
        try:
            found += [Mutant(**given) for given in tomllib.loads(path.read_text("utf-8"))["mutant"]]
        except (TypeError, KeyError, tomllib.TOMLDecodeError) as error:
            raise MutantError(f"{path.name}: {error}") from error
    if len({(one.file, one.old, one.new) for one in found}) < len(found):
        raise MutantError("a mutant is listed twice")
    return [one for one in found if re.search(only, one.label)]


def problem_of(mutant: Mutant) -> str | None:
    """Why a mutant cannot be planted into the tree as it is: it is stale."""
    path = mutant.path(ROOT)
    times = path.read_text("utf-8").count(mutant.old) if path.is_file() else 0
    return None if times == 1 else f"“{mutant.old}” stands there {times} times"


def tree_digest() -> str:
    """What stands for the tree that is copied."""
    found = hashlib.sha256()
    paths = [path for name in COPIED for path in (ROOT / name, *(ROOT / name).rglob("*"))]
    for path in sorted(paths):
        if path.is_file() and "__pycache__" not in path.parts:
            found.update(f"{path.relative_to(ROOT)}\0".encode())
            found.update(hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()


class Tree:
    """A copy of the tree in which tests run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        skip = shutil.ignore_patterns("__pycache__", ".hypothesis")
        for name in COPIED:
            copy = partial(shutil.copytree, ignore=skip) if (ROOT / name).is_dir() else shutil.copy
            copy(ROOT / name, folder / name)
        changed = {"PYTHONPATH": str(folder / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
        self.env = {**os.environ, **changed, "PYTEST_ADDOPTS": "", "HYPOTHESIS_PROFILE": "ci"}
        where = self.python("-c", "import shengji; print(shengji.__file__)").stdout.strip()
        if not Path(where).is_relative_to(folder):
            raise MutantError(f"the copy in {folder} is shadowed: shengji is {where}")

    def python(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run this Python in the copy."""
        command = [sys.executable, *words]
        run_in = partial(subprocess.run, cwd=self.folder, env=self.env, timeout=SECONDS)
        return run_in(command, text=True, capture_output=True, check=False)

    def tested(self, words: Sequence[str]) -> Outcome:
        """Run tests until the first red."""
        try:
            done = self.python("-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *words)
        except subprocess.TimeoutExpired:
            return Outcome(KILLED, f"no end within {SECONDS} s")
        if done.returncode == 0:
            return Outcome(SURVIVED)
        if done.returncode == 1 and (red := re.search(r"^FAILED (\S+)", done.stdout, re.M)):
            return Outcome(KILLED, red[1].removeprefix("tests/"))
        said = (done.stdout + done.stderr).strip()[-500:]
        return Outcome(BROKEN, said or f"no tests in {shlex.join(words)}")

    def tried(self, mutant: Mutant, suite: Sequence[str]) -> Outcome:
        """How a mutant fares with the tests that it names, then with the whole suite."""
        path = mutant.path(self.folder)
        text = path.read_text("utf-8")
        path.write_text(text.replace(mutant.old, mutant.new), "utf-8")
        try:
            found = self.tested(mutant.named) if mutant.named else Outcome(SURVIVED)
            return found if found.kind != SURVIVED else self.tested(suite)
        finally:
            path.write_text(text, "utf-8")


def kept(key: str, make: Callable[[], Outcome]) -> Outcome:
    """An outcome from the cache, else made and put there; what is broken is not kept."""
    path = CACHE / f"{hashlib.sha256(key.encode()).hexdigest()[:24]}.json"
    if path.exists():
        return Outcome(**json.loads(path.read_text("utf-8")))
    found = make()
    if found.kind != BROKEN:
        path.write_text(json.dumps(asdict(found)), "utf-8")
    return found


def run(mutants: list[Mutant], jobs: int) -> dict[Mutant, Outcome]:
    """How the mutants fared.  Raises MutantError if tests are red without any."""
    CACHE.mkdir(exist_ok=True)
    (CACHE / ".gitignore").write_text("*\n", "utf-8")
    digest = tree_digest()
    files = [f"tests/{path.name}" for path in sorted((ROOT / "tests").glob("test_*.py"))]
    suite = [name for name in files if not LEFT_OUT.fullmatch(Path(name).name)]
    whole = [name for name in files if name in suite or any(name in one.named for one in mutants)]
    outcomes: dict[Mutant, Outcome] = {}
    with ExitStack() as stack:
        trees: SimpleQueue[Tree] = SimpleQueue()
        for _ in range(jobs):
            folder = stack.enter_context(TemporaryDirectory(prefix="shengji-mutants-"))
            trees.put(Tree(Path(folder).resolve()))

        def in_a_tree(key: object, work: Callable[[Tree], Outcome]) -> Outcome:
            tree = trees.get()
            try:
                return kept(f"{digest} {key}", lambda: work(tree))
            finally:
                trees.put(tree)

        green = in_a_tree(whole, partial(Tree.tested, words=whole))
        if green.kind != SURVIVED:
            raise MutantError(f"tests are red without any mutant: {green.by}")
        pool = stack.enter_context(ThreadPoolExecutor(jobs))
        stack.callback(pool.shutdown, cancel_futures=True)
        columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
        progress = stack.enter_context(Progress(*columns, console=console, transient=True))
        task = progress.add_task("", total=len(mutants))
        works = [(one, partial(Tree.tried, mutant=one, suite=suite)) for one in mutants]
        futures = {pool.submit(in_a_tree, one, work): one for one, work in works}
        for future in as_completed(futures):
            one, found = futures[future], future.result()
            outcomes[one] = found
            style = "green" if found.kind == KILLED else "bold red"
            console.print(f"[{style}]{found.kind:8}[/] {escape(one.label)}", soft_wrap=True)
            progress.advance(task)
    return outcomes


def main() -> int:
    """Run the mutants; 0 if every one was killed."""
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__.split("\n")[0])
    parser.add_argument("--only", default="", metavar="REGEX", help="those whose label matches")
    parser.add_argument("--list", action="store_true", help="show them and run nothing")
    parser.add_argument("--jobs", type=int, default=2, help="how many at a time (2)")
    given = parser.parse_args()
    try:
        mutants = read_mutants(given.only)
        stale = [(one, problem) for one in mutants if (problem := problem_of(one))]
        for one in mutants if given.list else ():
            console.print(escape(one.label), soft_wrap=True)
        for one, problem in stale:
            console.print(f"[bold red]stale[/] {escape(f'{one.label}: {problem}')}", soft_wrap=True)
        if stale or given.list:
            console.print(f"{len(mutants)} mutants, {len(stale)} stale")
            return int(bool(stale))
        outcomes = run(mutants, max(1, given.jobs))
    except (MutantError, re.error) as error:
        console.print(f"[bold red]{escape(str(error))}")
        return 1
    lost = [(one, outcomes[one]) for one in mutants if outcomes[one].kind != KILLED]
    for one, found in lost:
        shown = escape(f"{one.label}\n    {one.old!r}\n    {one.new!r}\n    {found.by}")
        console.print(f"[bold red]{found.kind:8}[/] {shown}", soft_wrap=True)
    kinds = Counter(found.kind for found in outcomes.values())
    broken = f"{kinds[BROKEN]} {BROKEN}, " if kinds[BROKEN] else ""
    console.print(f"{broken}{kinds[KILLED]} {KILLED}, {kinds[SURVIVED]} {SURVIVED}")
    return int(bool(lost))


if __name__ == "__main__":
    sys.exit(main())

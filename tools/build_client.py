"""Builds the web client into src/shengji/_web, unless it stands there as `web/` would make it.

The build hook and make use it; the standard library is all that it needs.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OLDEST_NODE = (20, 19)
NOT_SOURCE = frozenset({"node_modules", "dist", ".vite"})
TEST = ".test.ts"
FAILED, NO_NODE = 1, 3

NODE = "Node.js 20.19 or later with npm"
WITHOUT = (
    f"The table in the browser needs {NODE} to be built, and there is none here: install it, "
    "or set SHENGJI_SKIP_WEB=1 to do without that table."
)
AS_BEFORE = f"{NODE} is not here: the client stays as it was built before."

Run = Callable[[list[str], Path], None]


class NoNodeError(Exception):
    """There is no Node.js that could build the client."""


def build(
    root: Path, environment: Mapping[str, str], run: Run, tell: Callable[[str], None]
) -> None:
    """See to it that the client is there; `run` runs a command in a folder.

    Raises NoNodeError if it is not there and cannot be built, and what `run` raises.
    """
    web, out = root / "web", root / "src" / "shengji" / "_web"
    stamp = out / ".stamp"
    wanted = digest(web)
    if environment.get("SHENGJI_SKIP_WEB") == "1":
        return
    if stamp.is_file() and stamp.read_text(encoding="utf-8") == wanted:
        return
    npm = find_npm(environment.get("PATH"))
    if npm is None:
        if not (out / "index.html").is_file():
            raise NoNodeError(WITHOUT)
        tell(AS_BEFORE)
        return
    tell("Building the client, about 20 s")
    install(web, npm, run)
    run([npm, "run", "--silent", "build"], web)
    stamp.write_text(wanted, encoding="utf-8")


def install(web: Path, npm: str, run: Run) -> None:
    """Bring the packages that the lock file names, if it has changed since the last time."""
    lock, installed = web / "package-lock.json", web / "node_modules" / ".installed-lock"
    if installed.is_file() and installed.read_bytes() == lock.read_bytes():
        return
    run([npm, "ci", "--no-audit", "--no-fund"], web)
    installed.write_bytes(lock.read_bytes())


def digest(web: Path) -> str:
    """A hash of everything that the client is built from."""
    found = sha256()
    for file in sorted(web.rglob("*")):
        name = file.relative_to(web)
        if file.is_file() and not NOT_SOURCE.intersection(name.parts) and TEST not in file.name:
            content = sha256(file.read_bytes()).hexdigest()
            found.update(f"{name.as_posix()} {content}\n".encode())
    return found.hexdigest()


def find_npm(path: str | None) -> str | None:
    """The npm of a Node.js that is new enough, None if there is none."""
    npm, node = shutil.which("npm", path=path), shutil.which("node", path=path)
    if npm is None or node is None:
        return None
    asked = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    return npm if new_enough(asked.stdout) else None


def new_enough(version: str) -> bool:
    """Whether a version such as `v20.19.0` can build the client."""
    numbers = re.match(r"v(\d+)\.(\d+)", version)
    return numbers is not None and (int(numbers[1]), int(numbers[2])) >= OLDEST_NODE


def run_in(command: list[str], folder: Path) -> None:
    """Run a command in a folder.  Raises subprocess.CalledProcessError."""
    subprocess.run(command, cwd=folder, check=True)


def say(text: str) -> None:
    """Tell it to whoever waits."""
    print(text, file=sys.stderr, flush=True)


def main(arguments: list[str]) -> int:
    """Build, or with `install` only bring the packages; returns the exit code."""
    try:
        if arguments == ["install"]:
            npm = find_npm(os.environ.get("PATH"))
            if npm is None:
                raise NoNodeError(WITHOUT)
            install(ROOT / "web", npm, run_in)
        else:
            build(ROOT, os.environ, run_in, say)
    except NoNodeError as error:
        say(str(error))
        return NO_NODE
    except subprocess.CalledProcessError as error:
        say(f"`{' '.join(map(str, error.cmd))}` failed in {ROOT / 'web'}.")
        return FAILED
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

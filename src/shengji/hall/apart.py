"""A hall in a process of its own, for drills and measurements: it never outlives its starter.

The process reads its standard input: a line asks what it has used so far, the end ends it.
"""

import asyncio
import json
import os
import resource
import runpy
import signal
import socket
import sys
import time
from contextlib import suppress
from pathlib import Path
from random import SystemRandom
from threading import Thread
from types import FrameType
from typing import NamedTuple

from shengji.engine.errors import ShengjiError

PORTS = range(20_000, 32_000)
START_S = 20.0
SAMPLE_S = 0.004
ENGINE = f"{os.sep}engine{os.sep}"
LOG = "hall.log"


class EndedError(ShengjiError):
    """A hall that does not run, or a table that does not go on."""


class Used(NamedTuple):
    """What a hall has used: seconds that passed and of its processor, memory, and samples.

    `engine` of the `samples` were taken while the rules engine ran.
    """

    at: float
    cpu: float
    rss: int
    samples: int
    engine: int


class Hall:
    """A hall that listens on this machine only; without pauses, if the environment has no others.

    What it complains of is in `log`.
    """

    def __init__(self, folder: Path, **environment: str) -> None:
        self.folder = folder
        self.environment = {**os.environ, "SHENGJI_PACE": "0", **environment}
        self.port = free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self.log = folder / LOG
        self.process: asyncio.subprocess.Process | None = None

    async def launch(self) -> None:
        """Start the process, which does not listen yet."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with self.log.open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", __name__, "serve", "--local"),
                *("--port", str(self.port), "--data", str(self.folder)),
                env=self.environment,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
            )

    async def listening(self) -> None:
        """Wait until it listens.  Raises EndedError."""
        end = time.monotonic() + START_S
        while not _listens(self.port):
            late = time.monotonic() > end
            if late or self.process is None or self.process.returncode is not None:
                raise self._ended()
            await asyncio.sleep(0.01)

    def _ended(self) -> EndedError:
        """With the last that it complained of."""
        told = self.log.read_text(errors="replace") if self.log.exists() else ""
        return EndedError("hall.ended", problem=told.strip()[-500:] or "?")

    async def start(self) -> None:
        """Start it, and wait until it listens.  Raises EndedError."""
        await self.launch()
        await self.listening()

    async def used(self) -> Used:
        """What it has used so far; it takes samples from the first question on.

        Raises EndedError if it has ended.
        """
        process = self.process
        if process is None or process.stdin is None or process.stdout is None:
            raise self._ended()
        process.stdin.write(b"?\n")
        line = await process.stdout.readline()
        if not line:
            raise self._ended()
        return Used(*json.loads(line))

    async def kill(self) -> None:
        """Kill it, as a power cut would."""
        if self.process is not None and self.process.returncode is None:
            with suppress(ProcessLookupError):
                self.process.send_signal(signal.SIGKILL)
            await self.process.wait()


def free_port() -> int:
    """A port of this machine on which nobody listens.

    It is none that the system hands out: where nobody listens on such a port, one who calls it
    again and again is in the end connected with itself, and the port is taken.
    """
    while True:
        port = SystemRandom().choice(PORTS)
        with suppress(OSError), socket.socket() as probe:
            probe.bind(("127.0.0.1", port))
            return port


def _listens(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=0.2):
        return True
    return False


# -- inside the process ----------------------------------------------------------------------------


class Meter:
    """Counts how often the engine runs when the processor's time is looked at."""

    def __init__(self) -> None:
        self.samples = 0
        self.engine = 0
        signal.signal(signal.SIGPROF, self._sample)

    def _sample(self, _: int, frame: FrameType | None) -> None:
        self.samples += 1
        while frame is not None:
            if ENGINE in frame.f_code.co_filename:
                self.engine += 1
                return
            frame = frame.f_back

    def used(self) -> Used:
        """What this process has used so far."""
        signal.setitimer(signal.ITIMER_PROF, SAMPLE_S, SAMPLE_S)
        cpu = time.process_time()
        return Used(time.perf_counter(), cpu, resident(), self.samples, self.engine)


def resident() -> int:
    """The bytes of memory that this process holds; where that is not told, the most it held."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return pages * resource.getpagesize()


def _obey(meter: Meter, answers: int) -> None:
    """Answer whoever started the process, and end with them."""
    while os.read(0, 1024):
        os.write(answers, json.dumps(meter.used()).encode() + b"\n")
    os._exit(1)


def main() -> None:
    """Run `shengji` with the arguments of this process."""
    answers = os.dup(1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    Thread(target=_obey, args=(Meter(), answers), daemon=True).start()
    sys.argv = ["shengji", *sys.argv[1:]]
    runpy.run_module("shengji", run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()

"""`shengji`: reads the arguments, runs a command, and turns whatever goes wrong into a sentence.

Exit codes: 0 done, 1 what was asked about is not so, 2 the input is no good, 130 interrupted.
"""

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version

from cyclopts import App, CycloptsError

from shengji.engine.errors import ShengjiError
from shengji.words import Words, words

from .commands import register, with_headings
from .errors import sentence, system_sentence, usage_sentence
from .language import check_environment, from_environment, take_language

BAD_INPUT = 2
INTERRUPTED = 130
BROKEN_PIPE = 141


def run(tokens: Sequence[str] | None = None) -> int:
    """Run `shengji` with some arguments; returns the exit code."""
    _open_what_is_closed()
    given = sys.argv[1:] if tokens is None else list(tokens)
    _write_what_can_be_written()
    say = words(from_environment(os.environ))
    try:
        check_environment(os.environ)
        lang, rest = take_language(given, say.lang)
        say = words(lang)
        code = _call(rest, say)
        sys.stdout.flush()
        return code
    except CycloptsError as error:
        return _complain(usage_sentence(error, say))
    except ShengjiError as error:
        return _complain(sentence(error, say))
    except BrokenPipeError:
        _give_up_output()
        return BROKEN_PIPE
    except OSError as error:
        return _complain(system_sentence(error, say))
    except KeyboardInterrupt:
        return INTERRUPTED


def _call(tokens: list[str], say: Words) -> int:
    door = new_door(say)
    register(door, say, tokens)
    result = door(tokens, exit_on_error=False, print_error=False, result_action="return_value")
    return result if isinstance(result, int) else 0


def new_door(say: Words) -> App:
    """The App of `shengji` itself, without commands."""
    door = App(
        name="shengji",
        help=say.say("cli.shengji.summary"),
        help_epilogue=say.say("cli.shengji.examples"),
        help_format="plaintext",
        version=_version,
        suppress_keyboard_interrupt=False,
    )
    with_headings(door, say)
    door["--help"].help = say.say("cli.help.help")
    door["--version"].help = say.say("cli.help.version")
    return door


def _version() -> str:
    try:
        return version("shengji")
    except PackageNotFoundError:
        return "?"


def _complain(text: str) -> int:
    print(text, file=sys.stderr)
    return BAD_INPUT


def _open_what_is_closed() -> None:
    """A stream that the shell closed (`>&-`) is None: nothing is read there, and nothing kept."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115


def _write_what_can_be_written() -> None:
    """Where the terminal's encoding lacks a character, a question mark is better than a crash."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError):
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]


def _give_up_output() -> None:
    """Nobody reads any more: what is left in the buffer goes nowhere."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

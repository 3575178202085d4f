"""Everything that can go wrong at the door, as one sentence each."""

from pathlib import Path

from cyclopts import (
    CoercionError,
    CycloptsError,
    MissingArgumentError,
    UnknownCommandError,
    UnknownOptionError,
    UnusedCliTokensError,
)

from shengji.engine.errors import ShengjiError
from shengji.words import Words
from shengji.words.rules_text import error_text

from .commands import COMMANDS


def sentence(error: ShengjiError, say: Words) -> str:
    """A refused input in words; where a code has no words, the code and its facts."""
    facts: dict[str, object] = {}
    for name, fact in error.facts.items():
        if isinstance(fact, ShengjiError):
            facts[name] = sentence(fact, say)
        elif name == "known" and isinstance(fact, list):
            facts[name] = say.listed([str(one) for one in fact])
        elif name == "wanted":
            facts[name] = say.say(f"error.wanted.{fact}")
        else:
            facts[name] = fact
    if not say.has(f"error.{error.code}"):
        return str(error)
    return error_text(ShengjiError(error.code, **facts), say.lang)


class FileError(ShengjiError):
    """Something wrong in a file, with the file's name."""


def in_file(file: Path, error: ShengjiError) -> FileError:
    """What is wrong in a foreign file, with its name and nothing that a terminal would obey."""
    facts = {name: printable(fact) for name, fact in error.facts.items()}
    return FileError("in_file", file=str(file), reason=ShengjiError(error.code, **facts))


def printable(fact: object) -> object:
    """A fact of a foreign file without what a terminal would obey."""
    if not isinstance(fact, str):
        return fact
    return "".join(char if char.isprintable() else "?" for char in fact)


def system_sentence(error: OSError, say: Words) -> str:
    """A file that cannot be read or written, in words."""
    for kind, key in (
        (FileNotFoundError, "no_such_file"),
        (IsADirectoryError, "is_a_folder"),
        (PermissionError, "not_allowed"),
    ):
        if isinstance(error, kind) and error.filename is not None:
            return say.say(f"error.{key}", file=error.filename)
    return say.say("error.system", problem=error.strerror or str(error))


def usage_sentence(error: CycloptsError, say: Words) -> str:
    """A command line that cannot be understood, in words, and where to read more."""
    command = " ".join(["shengji", *(error.command_chain or ())])
    more = say.say("cli.usage.more", command=command)
    return f"{_usage(error, say)}{say.say('list.space')}{more}"


def _usage(error: CycloptsError, say: Words) -> str:
    if isinstance(error, UnknownOptionError):
        return say.say("cli.usage.no_such_option", given=error.token.keyword or error.token.value)
    if isinstance(error, UnknownCommandError | UnusedCliTokensError):
        unused = error.unused_tokens or [""]
        known = parts_of(error)
        if known:
            listed = say.listed(known)
            return say.say("cli.usage.no_such_command", given=unused[0], known=listed)
        return say.say("cli.usage.too_much", given=" ".join(unused))
    name = error.argument.name if error.argument else ""
    if isinstance(error, MissingArgumentError):
        return say.say("cli.usage.missing", name=name)
    if isinstance(error, CoercionError) and error.token is not None:
        return say.say("cli.usage.bad_value", name=name, given=error.token.value)
    error.verbose = False
    return " ".join(str(error).split())


def parts_of(error: CycloptsError) -> list[str]:
    """The commands among which the one that was meant must be, none if there are no parts."""
    if not error.command_chain:
        return list(COMMANDS)
    return [name for name in error.app or () if not name.startswith("-")]

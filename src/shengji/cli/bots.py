"""What commands with bots at all seats have in common: who plays, and numbers that make sense."""

from collections.abc import Sequence
from typing import Annotated

from cyclopts import Parameter, Token

from shengji.bots.policy import Policy
from shengji.bots.tiers import TIERS
from shengji.engine.errors import ShengjiError
from shengji.words import Words

DEFAULT_SEED = 1
SEATS = 4
BOTS = "--bots"


class OptionError(ShengjiError):
    """A value on the command line that makes no sense."""


def read_whole(_: object, tokens: Sequence[Token]) -> int:
    """A whole number; left to itself cyclopts rounds 1.5.  ValueError: it is none."""
    return int(tokens[0].value)


Whole = Annotated[int, Parameter(converter=read_whole)]
MaybeWhole = Annotated[int | None, Parameter(converter=read_whole)]


def read_bots(text: str) -> tuple[str, ...]:
    """The bots by seat: `novice` for all, or `novice,random,novice,random`.  Raises OptionError."""
    names = tuple(name.strip() for name in text.replace("，", ",").split(","))
    for name in names:
        if name not in TIERS:
            raise OptionError("no_such_bot", given=name, known=list(TIERS))
    if len(names) == 1:
        return names * SEATS
    if len(names) != SEATS:
        raise OptionError("bots_number", given=text, number=SEATS)
    return names


def policies_of(names: tuple[str, ...]) -> tuple[Policy, ...]:
    """The bots of these names."""
    return tuple(TIERS[name] for name in names)


def at_least(option: str, given: int, least: int = 1) -> None:
    """Refuse a number that is too small.  Raises OptionError."""
    if given < least:
        raise OptionError("option_least", option=option, given=given, number=least)


def option(name: str, say: Words, key: str, *, shows_default: bool = True) -> Parameter:
    """An option of a command with its help; `key` is where its words stand."""
    return Parameter(
        name=f"--{name}",
        help=say.say(key),
        negative=(),
        consume_multiple=name == "set",
        show_default=shows_default,
    )

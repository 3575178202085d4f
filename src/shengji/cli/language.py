"""Which language a command speaks."""

from collections.abc import Mapping, Sequence

from shengji.engine.errors import ShengjiError
from shengji.words import LANGUAGES

FLAG = "--lang"
OURS = "SHENGJI_LANG"
VARIABLES = (OURS, "LC_ALL", "LC_MESSAGES", "LANG")


class LanguageError(ShengjiError):
    """A language that has no words."""


def from_environment(environment: Mapping[str, str]) -> str:
    """Chinese if SHENGJI_LANG or, without it, the locale is Chinese; else English."""
    locale = next((environment[name] for name in VARIABLES if environment.get(name)), "")
    return "zh" if locale.lower().startswith("zh") else "en"


def check_environment(environment: Mapping[str, str]) -> None:
    """Raises LanguageError where SHENGJI_LANG names a language that has no words."""
    given = environment.get(OURS, "")
    if given and not given.lower().startswith(LANGUAGES):
        raise LanguageError("no_such_language", given=given)


def take_language(tokens: Sequence[str], default: str) -> tuple[str, list[str]]:
    """The language asked for by `--lang`, anywhere among the arguments, and the others.

    Raises LanguageError.
    """
    lang = default
    rest: list[str] = []
    left = iter(tokens)
    for token in left:
        if token == "--":
            rest += [token, *left]
        elif token == FLAG or token.startswith(f"{FLAG}="):
            lang = next(left, "") if token == FLAG else token.removeprefix(f"{FLAG}=")
            if lang not in LANGUAGES:
                raise LanguageError("no_such_language", given=lang)
        else:
            rest.append(token)
    return lang, rest

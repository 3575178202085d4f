"""Rulesets as a command line names them: a preset or a file, and options set beside it."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

from shengji.engine.errors import ShengjiError
from shengji.engine.options import RulesetError
from shengji.engine.ruleset import Ruleset, option_fields, preset

YES = frozenset({"true", "yes", "on", "是"})
NO = frozenset({"false", "no", "off", "否"})


class RulesetFileError(ShengjiError):
    """A ruleset file or a setting that cannot be read."""


def load_ruleset(name: str, settings: Sequence[str] = ()) -> Ruleset:
    """The ruleset that a preset's id or the path of a .toml file names, with some settings.

    Raises RulesetError, RulesetFileError and OSError.
    """
    base = read_ruleset(Path(name)) if is_path(name) else preset(name)
    options = dict(read_setting(text) for text in settings)
    try:
        return base.changed(options) if options else base
    except RulesetError as error:
        facts = dict(error.facts)
        if "given" in facts:
            facts["given"] = _typed(str(facts["option"]), settings)
        raise RulesetError(error.code, **facts) from error


def is_path(name: str) -> bool:
    """Whether a name means a file."""
    return name.endswith(".toml") or "/" in name or "\\" in name


def read_ruleset(path: Path) -> Ruleset:
    """A ruleset file: options, and perhaps `preset`, the id of the one that they change.

    Raises RulesetFileError, naming the line, and OSError.
    """
    file = str(path)
    raw = path.read_bytes()
    try:
        text = raw.decode("utf-8")
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        reason = RulesetFileError("not_toml", problem=str(error))
        raise RulesetFileError("in_file", file=file, reason=reason) from error
    if not data:
        raise RulesetFileError("in_file", file=file, reason=RulesetFileError("ruleset_empty"))
    try:
        return _from_table(data)
    except RulesetError as error:
        line = _line_of(str(error.facts.get("option", "preset")), text)
        if line is None:
            raise RulesetFileError("in_file", file=file, reason=error) from error
        raise RulesetFileError("in_line", file=file, line=line, reason=error) from error


def _from_table(data: Mapping[str, object]) -> Ruleset:
    base = Ruleset()
    if "preset" in data:
        base = preset(str(data["preset"]))
    return base.changed({name: value for name, value in data.items() if name != "preset"})


def _line_of(name: str, text: str) -> int | None:
    """The line on which an option is set."""
    start = re.compile(rf"\s*(\[\[)?\s*[\"']?{re.escape(name)}[\"']?\s*(\]\]|=|\.)")
    for number, line in enumerate(text.splitlines(), 1):
        if start.match(line):
            return number
    return None


def read_setting(text: str) -> tuple[str, object]:
    """`name=value` as an option and its value, as far as it can be read; the ruleset judges it.

    Raises RulesetFileError if there is no `=`.
    """
    name, equals, value = text.partition("=")
    if not equals or not name.strip():
        raise RulesetFileError("not_a_setting", given=text)
    name, value = _name(text), value.strip()
    field = option_fields().get(name)
    return name, value if field is None else _value(value, field.metadata["values"])


def _typed(option: str, settings: Sequence[str]) -> str:
    """The value that was typed for an option, the last one if there are several."""
    values = {_name(text): text.partition("=")[2].strip() for text in settings}
    return values[option]


def _name(setting: str) -> str:
    return setting.partition("=")[0].strip().replace("-", "_")


def _value(text: str, values: Sequence[object] | str) -> object:
    """A value as the option's kind writes it; what fits none stays a text."""
    if not isinstance(values, str):
        return next((value for value in values if str(value) == text), text)
    if values == "flag":
        return True if text.lower() in YES else False if text.lower() in NO else text
    if values in ("count", "kitty"):
        return int(text) if text.isdecimal() else text
    if values == "level":
        return _rank(text)
    if values == "levels":
        return [_rank(one) for one in re.split(r"[\s,，、]+", text.strip("[]")) if one]
    if values == "suits":
        return text.upper()
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text


def _rank(text: str) -> str:
    """A level as people write it: 10 is T."""
    bare = text.strip("\"' ").upper()
    return "T" if bare == "10" else bare

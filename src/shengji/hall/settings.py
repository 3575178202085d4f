"""How a server is run: flags before the environment before a TOML file before what stands here."""

import os
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, ValidationError, convert
from msgspec.structs import fields

from shengji.engine.errors import ShengjiError

PREFIX = "SHENGJI_"
CONFIG = "SHENGJI_CONFIG"
NOT_OURS = frozenset({CONFIG, "SHENGJI_LANG", "SHENGJI_SKIP_WEB"})

Text = Annotated[str, Meta(min_length=1, max_length=1000)]


class SettingsError(ShengjiError):
    """A setting that does not exist, or with a value that it cannot have."""


class Settings(Struct, frozen=True, kw_only=True):
    """What can be set; an empty `host` listens on all addresses of this machine.

    `public_url` is the address from outside, where it is not this machine's.  `pace` stretches
    the pauses of the deal and of bots; 0: none.  `bot_workers` 0: one for each core but one.
    `bots_alone`: a table goes on while no person is connected.
    """

    host: Text = ""
    port: Annotated[int, Meta(ge=0, le=65535)] = 8765
    data: Text = ""
    local: bool = False
    public_url: Annotated[str, Meta(pattern=r"^https?://[\w.:\[\]-]+/?$", max_length=300)] = ""
    bot_workers: Annotated[int, Meta(ge=0, le=64)] = 0
    bots_alone: bool = False
    pace: Annotated[float, Meta(ge=0, le=10)] = 1.0
    max_rooms: Annotated[int, Meta(ge=1, le=100_000)] = 1000
    log_level: Literal["debug", "info", "warning", "error"] = "warning"

    @property
    def folder(self) -> Path:
        """The data folder; whether it exists is not asked."""
        if self.data:
            return Path(self.data).expanduser()
        base = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
        return Path(base).expanduser() / "shengji"

    @property
    def public_origin(self) -> str:
        """`public_url` as browsers send it in Origin, empty if there is none."""
        return self.public_url.rstrip("/").lower()

    @property
    def https(self) -> bool:
        """Whether browsers come over https."""
        return self.public_origin.startswith("https:")

    @property
    def workers(self) -> int:
        """How many processes think for bots."""
        return self.bot_workers or max(1, (os.cpu_count() or 1) - 1)


TYPES = {field.name: field.type for field in fields(Settings)}


def load_settings(
    flags: Mapping[str, object], environment: Mapping[str, str], file: Path | None = None
) -> Settings:
    """The settings; a flag that is None was not given.

    `file` is read where it is given, else the one that SHENGJI_CONFIG names, else none.
    Raises SettingsError, and OSError for a file that cannot be read.
    """
    named = file or (Path(environment[CONFIG]) if environment.get(CONFIG) else None)
    found = {} if named is None else _from_file(named)
    found |= _from_environment(environment)
    asked = {name: value for name, value in flags.items() if value is not None}
    found |= {name: _checked(name, value, _flag(name)) for name, value in asked.items()}
    return Settings(**found)


def _from_file(file: Path) -> dict[str, Any]:
    """The settings of a TOML file."""
    try:
        table = tomllib.loads(file.read_text(encoding="utf-8"))
    except ValueError as error:
        reason = SettingsError("not_toml", problem=str(error))
        raise SettingsError("in_file", file=str(file), reason=reason) from error
    try:
        return {name: _checked(name, value, name) for name, value in table.items()}
    except SettingsError as error:
        raise SettingsError("in_file", file=str(file), reason=error) from error


def _from_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    """The settings of the environment: `public_url` is SHENGJI_PUBLIC_URL."""
    found: dict[str, Any] = {}
    for variable, value in environment.items():
        if variable.startswith(PREFIX) and variable not in NOT_OURS:
            name = variable.removeprefix(PREFIX).lower()
            found[name] = _checked(name, value, variable, strict=False)
    return found


def _checked(name: str, value: object, written: str, strict: bool = True) -> Any:
    """The value in its type; `written` is the setting's name as the person wrote it."""
    if name not in TYPES:
        raise SettingsError("no_such_setting", given=written, known=_written(TYPES, written))
    try:
        return convert(value, TYPES[name], strict=strict)
    except ValidationError as error:
        raise SettingsError(
            "setting_value", setting=written, given=str(value), wanted=f"setting.{name}"
        ) from error


def _written(names: Iterable[str], like: str) -> list[str]:
    """The names of settings in the spelling of one of them."""
    if like.startswith(PREFIX):
        return [PREFIX + name.upper() for name in names]
    return list(names)


def _flag(name: str) -> str:
    return "--" + name.replace("_", "-")

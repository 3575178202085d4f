"""Files of rule cases, read and checked field by field (docs/cases.md)."""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from shengji.engine.cards import RANKS, SUITS, CardError
from shengji.engine.errors import ShengjiError
from shengji.engine.options import RulesetError
from shengji.engine.ruleset import PRESETS, Ruleset, preset
from shengji.engine.setting import Setting, setting_of

from .case_fields import (
    COMMON,
    KINDS,
    LEVELLED,
    PLACED,
    Field,
    FieldError,
)


class CaseError(ShengjiError):
    """A case that cannot be read: `file`, `case` (its id or number), `field`, and the `reason`.

    The code is `case_field`, or `case_file` where no single case is to blame; the reason is an
    error with a code and facts of its own.
    """

    def __init__(self, file: str, case: str, field: str, reason: ShengjiError) -> None:
        code = "case_field" if case else "case_file"
        super().__init__(code, file=file, case=case, field=field, reason=reason)
        self.file = file
        self.case = case
        self.field = field
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Case:
    """One case, checked: `data` has its fields with texts of cards read into cards."""

    file: str
    id: str
    kind: str
    rules: tuple[str, ...]
    system: Ruleset
    trump: str
    level: str
    note: str
    data: Mapping[str, Any]
    expect: Mapping[str, Any]

    @property
    def setting(self) -> Setting:
        """What judges this case's cards."""
        return setting_of(self.system, self.trump, self.level)


def read_cases(path: str | Path) -> list[Case]:
    """All cases of a file.  Raises CaseError, naming file, case and field, and OSError."""
    file = str(path)
    try:
        text = Path(path).read_bytes().decode("utf-8")
        tables = tomllib.loads(text).get("case")
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise CaseError(file, "", "", FieldError("not_toml", problem=str(error))) from error
    if not isinstance(tables, list) or not all(isinstance(one, dict) for one in tables):
        raise CaseError(file, "", "", FieldError("no_cases"))
    found: dict[str, Case] = {}
    for number, table in enumerate(tables, 1):
        case = read_case(table, file, number)
        if case.id in found:
            raise CaseError(file, case.id, "id", FieldError("case_twice"))
        found[case.id] = case
    return list(found.values())


def read_case(table: Mapping[str, Any], file: str = "", number: int = 1) -> Case:
    """One case from its table.  Raises CaseError."""
    given = table.get("id")
    name = given if isinstance(given, str) and given else f"#{number}"
    reader = _Reader(file, name, table)
    kind = reader.word("kind", KINDS)
    reader.fields(kind)
    expect = reader.expect(kind)
    trump = level = ""
    if kind in PLACED:
        trump = reader.word("trump", (*SUITS, "NT"))
    if kind in LEVELLED:
        level = reader.word("level", tuple(RANKS))
    return Case(
        file=file,
        id=reader.data["id"],
        kind=kind,
        rules=tuple(reader.data["rules"]),
        system=reader.ruleset(),
        trump=trump,
        level=level,
        note=reader.data.get("note", ""),
        data=reader.data,
        expect=expect,
    )


class _Reader:
    """Reads one table; knows the file and the case that an error has to name."""

    def __init__(self, file: str, case: str, table: Mapping[str, Any]) -> None:
        self.file = file
        self.case = case
        self.table = table
        self.data: dict[str, Any] = {}

    def error(self, field: str, reason: ShengjiError) -> CaseError:
        return CaseError(self.file, self.case, field, reason)

    def word(self, name: str, known: Iterable[str]) -> str:
        """A field that takes one of some words."""
        if name not in self.table:
            raise self.error(name, FieldError("missing_field"))
        given = self.table[name]
        if not isinstance(given, str) or given not in known:
            raise self.error(name, FieldError("unknown_value", given=given, known=list(known)))
        return given

    def fields(self, kind: str) -> None:
        """All fields of the case but `expect`, the needed ones there and no unknown ones."""
        known: dict[str, Field] = {**COMMON, **KINDS[kind].fields}
        for name in self.table:
            if name not in known and name != "expect":
                raise self.error(name, FieldError("unknown_field", known=list(known)))
        for name, field in known.items():
            if name in self.table:
                self.data[name] = self.value(name, field, self.table[name])
            elif field.needed:
                raise self.error(name, FieldError("missing_field"))
        if self.data.get("first_deal") is False and "banker" not in self.data:
            raise self.error("banker", FieldError("missing_field"))

    def expect(self, kind: str) -> dict[str, Any]:
        """What the case expects, at least one thing."""
        given = self.table.get("expect")
        if given is None:
            raise self.error("expect", FieldError("missing_field"))
        known = KINDS[kind].expect
        if not isinstance(given, dict) or not given:
            raise self.error("expect", FieldError("field_kind", given=given, wanted="table"))
        found = {}
        for name, value in given.items():
            place = f"expect.{name}"
            if name not in known:
                raise self.error(place, FieldError("unknown_field", known=list(known)))
            found[name] = self.value(place, known[name], value)
        return found

    def value(self, name: str, field: Field, given: object) -> Any:
        """A value as its field takes it; texts of cards are read into cards."""
        try:
            return field.read(given)
        except (FieldError, CardError) as error:
            place = error.facts.get("within") if isinstance(error, FieldError) else None
            raise self.error(f"{name}.{place}" if place else name, error) from error

    def ruleset(self) -> Ruleset:
        """The preset with the case's options."""
        system = self.word("system", PRESETS)
        try:
            return preset(system).changed(self.data.get("options", {}))
        except RulesetError as error:
            option = error.facts.get("option")
            raise self.error(f"options.{option}" if option else "options", error) from error

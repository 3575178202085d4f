"""Values: small classes of fields that nothing changes once they are made.

Type checkers refuse an assignment to a field.  At run time there is no guard, and one comparison
serves all classes: making a value and importing its class take a third of the time.
"""

from dataclasses import Field, dataclass
from typing import Any, ClassVar, TypeVar, dataclass_transform

Class = TypeVar("Class")


class Value:
    """Equal to another of its class with equal fields; shows its fields."""

    __slots__ = ()
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Value) and (
            type(self) is type(other) and self._fields() == other._fields()
        )

    def __hash__(self) -> int:
        return hash(self._fields())

    def __repr__(self) -> str:
        names = self.__dataclass_fields__
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"{type(self).__name__}({shown})"

    def _fields(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in self.__dataclass_fields__)


@dataclass_transform(frozen_default=True)
def value(cls: type[Class]) -> type[Class]:
    """Make a class of annotated fields a value class with slots."""
    return dataclass(slots=True, eq=False, repr=False)(cls)

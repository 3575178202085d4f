"""What people read, in Chinese and English: two TOML files, one key for each sentence.

The engine speaks in codes; every client takes its sentences from here.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

LANGUAGES = ("zh", "en")


@dataclass(frozen=True, slots=True)
class Words:
    """The texts of one language, by dotted key such as `option.decks.label`."""

    lang: str
    texts: Mapping[str, str]

    def say(self, key: str, **facts: object) -> str:
        """The text of a key with its `{name}` parameters filled in.

        Raises KeyError for a key that has no text and for a parameter that is not given.
        """
        return self.texts[key].format_map(facts)

    def has(self, key: str) -> bool:
        """Whether there is a text for this key."""
        return key in self.texts

    def listed(self, parts: list[str]) -> str:
        """Some texts as one enumeration."""
        return self.texts["list.comma"].join(parts)


@cache
def words(lang: str) -> Words:
    """The texts of a language, `zh` or `en`.  Raises KeyError for any other."""
    if lang not in LANGUAGES:
        raise KeyError(lang)
    import tomllib
    from importlib.resources import files

    text = files(__name__).joinpath(f"{lang}.toml").read_text(encoding="utf-8")
    return Words(lang, MappingProxyType(dict(_flat(tomllib.loads(text)))))


def _flat(table: Mapping[str, object], above: str = "") -> Iterator[tuple[str, str]]:
    """The leaves of nested tables as dotted keys."""
    for name, value in table.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{above}{name}.")
        else:
            yield f"{above}{name}", str(value)

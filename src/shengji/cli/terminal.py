"""A terminal or a pipe: lines in, coloured lines out, never wider than 80 columns."""

import re
import sys
from collections.abc import Iterable
from contextlib import suppress

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

WIDEST = 80
NARROWEST = 30
LONGEST_LINE = 1000
ROOM_TO_TYPE = 24
LETTERS = str.maketrans({"♠": "s", "♥": "h", "♣": "c", "♦": "d", "·": "+", "→": "to", "…": "..."})
MARK = " > "  # ends a prompt
RED = re.compile(r"[♥♦](?:10|[2-9JQKA](?![A-Za-z]))?|大王|big joker")
DARK = re.compile(r"[♠♣](?:10|[2-9JQKA](?![A-Za-z]))?|小王|small joker")
NOT_FIRST = "，。；：、！？）”』」》〉·…"
NOT_LAST = "（“『「《〈"


class Terminal:
    """Where the human sits; `interactive` if there is a person at both ends."""

    def __init__(self, plain: bool = False) -> None:
        for stream in (sys.stdin, sys.stdout):
            with suppress(AttributeError, ValueError):
                stream.reconfigure(errors="replace")  # type: ignore[union-attr]
        self.console = Console(
            highlight=False, markup=False, emoji=False, color_system=None if plain else "auto"
        )
        self.letters = not writes_suits()
        self.plain = plain or self.letters or self.console.color_system is None
        self.interactive = bool(sys.stdin and sys.stdin.isatty() and sys.stdout.isatty())
        if self.interactive:
            with suppress(ImportError):
                import readline  # noqa: F401 - `input` edits lines once it is loaded

    @property
    def width(self) -> int:
        """Columns that may be used."""
        return max(NARROWEST, min(WIDEST, self.console.width))

    def say(self, text: str = "", style: str = "", indent: int = 0) -> None:
        """Print some text, wrapped; later lines are indented."""
        for line in text.split("\n"):
            for part in wrapped(line, self.width, indent):
                self.line(part, style)

    def line(self, text: str, style: str = "") -> None:
        """Print one line that fits, its cards in colour."""
        if self.letters:
            text = text.translate(LETTERS)
        if self.plain:
            self.console.print(text, soft_wrap=True)
        else:
            self.console.print(coloured(text, style), soft_wrap=True)

    def rule(self, title: str) -> None:
        """A line across with a title."""
        dash = "-" if self.plain else "─"
        room = self.width - cell_len(title) - 4
        self.line(f"{dash * 2} {title} {dash * max(room, 2)}", "bold cyan")

    def read(self, prompt: str) -> str:
        """The next line that is typed.  Raises EOFError at the end of the input."""
        if self.letters:
            prompt = prompt.translate(LETTERS)
        if cell_len(prompt) > self.width - ROOM_TO_TYPE:
            self.say(prompt.removesuffix(MARK))
            prompt = MARK.lstrip()
        if self.interactive:
            return clean(input(prompt))
        sys.stdout.write(prompt)
        sys.stdout.flush()
        line = sys.stdin.readline() if sys.stdin else ""
        if not line:
            sys.stdout.write("\n")
            raise EOFError
        given = clean(line)
        sys.stdout.write(f"{fitted(given, self.width - cell_len(prompt) - 1)}\n")
        return given

    def page(self, lines: Iterable[str], more: str) -> None:
        """Print many lines, a screenful at a time where somebody sits there."""
        shown = [
            (part, "bold" if line.startswith("#") else "")
            for line in lines
            for part in wrapped(line.lstrip("# "), self.width, 2)
        ]
        room = max(5, self.console.height - 2) if self.interactive else len(shown) + 1
        for start in range(0, len(shown), room):
            for line, style in shown[start : start + room]:
                self.line(line, style)
            if start + room < len(shown) and self.read(more):
                return


def writes_suits() -> bool:
    """Whether the output's encoding has the signs of the suits."""
    try:
        "".join(chr(sign) for sign in LETTERS).encode(sys.stdout.encoding or "utf-8")
    except (AttributeError, LookupError, UnicodeEncodeError):
        return False
    return True


def clean(line: str) -> str:
    """A typed line without what does not print."""
    kept = line.strip()[:LONGEST_LINE]
    return "".join(char if char.isprintable() or char == "\t" else "?" for char in kept).strip()


def coloured(text: str, style: str = "") -> Text:
    """A text with red suits red and black suits bold."""
    found = Text(text, style=style, end="\n")
    found.highlight_regex(RED, style="bold red")
    found.highlight_regex(DARK, style="bold")
    return found


def fitted(text: str, width: int) -> str:
    """A text cut to so many columns."""
    while cell_len(text) > max(width, 0):
        text = text[:-1]
    return text


def padded(text: str, width: int) -> str:
    """A text filled up with blanks to so many columns."""
    return text + " " * max(0, width - cell_len(text))


def wrapped(text: str, width: int, indent: int = 0) -> list[str]:
    """The lines of a text, broken at blanks or between Chinese characters."""
    lines: list[str] = []
    left = text
    while cell_len(left) > width:
        at = _break(left, width)
        lines.append(left[:at].rstrip())
        left = " " * indent + left[at:].lstrip()
    return [*lines, left]


def _break(text: str, width: int) -> int:
    """Where a line that is too long is broken best."""
    start = len(text) - len(text.lstrip())
    used, best, last = 0, 0, 0
    for place, char in enumerate(text):
        used += cell_len(char)
        if used > width:
            break
        last = place + 1
        if place < start:
            continue
        after = text[place + 1] if place + 1 < len(text) else " "
        wide = max(cell_len(char), cell_len(after)) > 1
        if char == " " or (wide and after not in NOT_FIRST and char not in NOT_LAST):
            best = place + 1
    return best or max(last, start + 1)

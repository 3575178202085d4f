"""QR codes: an SVG path for the browser, block letters for a terminal."""

from itertools import groupby

import segno

from .calls import Qr

MARGIN = 4
INK = "\x1b[30;107m"  # black on white, whatever the terminal's own colours are
PLAIN = "\x1b[0m"
BLOCKS = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}

Matrix = list[list[bool]]


def matrix(text: str) -> Matrix:
    """The dark modules of a code, rows of equal length, with the margin that readers need."""
    code = segno.make(text, error="m", micro=False)
    return [[bool(module) for module in row] for row in code.matrix_iter(border=MARGIN)]


def qr(text: str) -> Qr:
    """A code as one SVG path of its dark modules."""
    rows = matrix(text)
    parts = []
    for y, row in enumerate(rows):
        x = 0
        for dark, run in groupby(row):
            length = len(list(run))
            if dark:
                parts.append(f"M{x} {y}h{length}v1h-{length}z")
            x += length
    return Qr(size=len(rows), path="".join(parts))


def terminal_lines(text: str) -> list[str]:
    """A code for a terminal that knows colours, two rows of modules in a line."""
    rows = matrix(text)
    if len(rows) % 2:
        rows.append([False] * len(rows[0]))
    lines = []
    for upper, lower in zip(rows[::2], rows[1::2], strict=True):
        lines.append(INK + "".join(BLOCKS[pair] for pair in zip(upper, lower, strict=True)) + PLAIN)
    return lines

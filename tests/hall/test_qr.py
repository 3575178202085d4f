"""QR codes: the drawing has the modules of the code, in the browser and in a terminal."""

import re

import pytest
import segno

from shengji.hall.qr import BLOCKS, INK, MARGIN, PLAIN, qr, terminal_lines

LINKS = ["http://192.168.1.5:8765/r/k7m2xq", "https://cards.example.org/link#" + "x" * 43]
RUN = re.compile(r"M(\d+) (\d+)h(\d+)v1h-(\d+)z")


def modules(text: str) -> list[list[bool]]:
    """The dark modules as segno has them, with the margin."""
    code = segno.make(text, error="m", micro=False)
    return [[bool(one) for one in row] for row in code.matrix_iter(border=MARGIN)]


@pytest.mark.parametrize("link", LINKS)
def test_the_path_draws_every_dark_module_once(link: str) -> None:
    drawn = qr(link)
    rows = [[False] * drawn.size for _ in range(drawn.size)]
    for x, y, length, back in (map(int, run) for run in RUN.findall(drawn.path)):
        assert length == back
        for column in range(x, x + length):
            assert not rows[y][column]
            rows[y][column] = True
    assert rows == modules(link)
    assert RUN.sub("", drawn.path) == ""


@pytest.mark.parametrize("link", LINKS)
def test_the_terminal_shows_two_rows_of_modules_in_a_line(link: str) -> None:
    pairs = {block: pair for pair, block in BLOCKS.items()}
    rows: list[list[bool]] = []
    for line in terminal_lines(link):
        assert line.startswith(INK)
        assert line.endswith(PLAIN)
        blocks = [pairs[block] for block in line.removeprefix(INK).removesuffix(PLAIN)]
        rows += [[upper for upper, _ in blocks], [lower for _, lower in blocks]]
    wanted = modules(link)
    assert rows[: len(wanted)] == wanted
    assert not any(any(row) for row in rows[len(wanted) :])

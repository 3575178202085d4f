"""What points do to the levels, by a table of rows (A-23, B-11, C-21, C-22, D-13, E-08, F-10)."""

from .jit import kernel

MOST_ROWS = 16
# fmt: off
Rows = tuple[int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int]
# fmt: on


@kernel
def row_of(points: int, starts: Rows, number: int) -> int:
    """The last of so many rows that begins at or below the points, -1 if all lie above."""
    row = number - 1
    while row >= 0 and starts[row] > points:
        row -= 1
    return row


@kernel
def level_gain(
    points: int, starts: Rows, gains: Rows, number: int, above: int, below: int
) -> tuple[int, int]:
    """The row that points fall in, and the levels gained by its side.

    The first row goes on below itself, one level more for each `below` points, the last above
    itself for each `above`; 0: no more levels.
    """
    row = row_of(points, starts, number)
    if row < 0:
        extra = (starts[0] - points + below - 1) // below if below else 0
        return 0, gains[0] + extra
    if row == number - 1 and above:
        return row, gains[row] + (points - starts[row]) // above
    return row, gains[row]

"""Seats and sides: partners sit opposite, play goes round by rising seat number (G-01)."""

SIDES = 2


def next_seat(seat: int, players: int) -> int:
    """The seat that plays after this one 下家."""
    return (seat + 1) % players


def partner(seat: int, players: int) -> int:
    """The seat opposite 对家."""
    return (seat + players // SIDES) % players


def side_of(seat: int) -> int:
    """The side of a seat: even seats are side 0, odd seats side 1."""
    return seat % SIDES


def other_side(side: int) -> int:
    """The opposing side."""
    return SIDES - 1 - side


def seats_from(seat: int, players: int) -> tuple[int, ...]:
    """All seats in playing order, beginning with this one."""
    return tuple((seat + step) % players for step in range(players))

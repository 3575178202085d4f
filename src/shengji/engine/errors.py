"""What the engine raises and returns when something may not be.

The engine has no prose: an error is a code and the facts that its sentence needs; the
sentences stand in `shengji.words`.
"""

from .value import Value, value


class ShengjiError(Exception):
    """A refusal of input (a card, a ruleset, a record), with a code and its facts."""

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts

    def __str__(self) -> str:
        given = ", ".join(f"{name}={value!r}" for name, value in self.facts.items())
        return f"{self.code} ({given})" if given else self.code


@value
class Refusal(Value):
    """Why an action is not accepted.

    `code` names the reason (words say it), `rule` is the ledger id it rests on, `cards` are
    the cards that prove it (the pairs that are held, say), `seat` whom it concerns.
    """

    code: str
    rule: str
    cards: tuple[int, ...] = ()
    seat: int | None = None
    number: int | None = None

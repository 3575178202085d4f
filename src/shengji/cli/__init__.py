"""The one door: `shengji`, with a command for each thing that it does."""

from collections.abc import Sequence

__all__ = ["main"]


def main(tokens: Sequence[str] | None = None) -> int:
    """Run `shengji` with some arguments (those of the process if none); returns the exit code."""
    from .door import run

    return run(tokens)

"""The decorator of every kernel function, and the two primitives that a compiler does not know.

Here all three are plain.  A second import of the kernel's files, as another package, can put
compiled ones in their place; see `shengji.bots.compiled`.
"""

from collections.abc import Callable
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])

popcount: Callable[[int], int] = int.bit_count


def kernel(function: Function) -> Function:
    """The function itself."""
    return function


def top_bit(mask: int) -> int:
    """The highest bit of the mask, 0 for an empty mask."""
    return 1 << mask.bit_length() >> 1

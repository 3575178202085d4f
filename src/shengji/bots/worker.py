"""A bot in a process of its own: a view in its written form in, an action in its written form out.

The process ends with the one that started it, however that ends.
"""

import os
import signal
from collections.abc import Mapping
from multiprocessing import parent_process
from multiprocessing.connection import wait
from random import Random
from threading import Thread
from typing import Any

from shengji.engine.record_codec import action_to_data
from shengji.engine.view_data import view_from_data

from .tiers import TIERS


def begin() -> None:
    """Make ready a process that thinks: Ctrl-C is its parent's business, whose end is its own."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def think(tier: str, view: Mapping[str, Any], seed: int, budget_ms: int) -> dict[str, object]:
    """What a bot of a tier does; the same arguments give the same action.

    Raises KeyError for a tier that there is not, ValueError if nothing is due from the seat.
    """
    return action_to_data(TIERS[tier](view_from_data(view), Random(seed), budget_ms))

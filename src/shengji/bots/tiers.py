"""The bots by name."""

from collections.abc import Mapping
from types import MappingProxyType

from . import novice, rand
from .policy import Policy

TIERS: Mapping[str, Policy] = MappingProxyType({"random": rand.decide, "novice": novice.decide})
BEST = "novice"
"""The tier that gives advice."""

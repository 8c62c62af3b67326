"""The fusion kinds, in the order in which they are tried."""

from .elementwise import ELEMENTWISE
from .kind import FusionKind
from .reduction import REDUCTION

KINDS: tuple[FusionKind, ...] = (REDUCTION, ELEMENTWISE)

__all__ = ["KINDS", "FusionKind"]

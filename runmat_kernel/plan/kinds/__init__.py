"""The fusion kinds, in the order in which they are tried."""

from .elementwise import ELEMENTWISE
from .kind import FusionKind
from .matmul_epilogue import MATMUL_EPILOGUE
from .reduction import REDUCTION

KINDS: tuple[FusionKind, ...] = (MATMUL_EPILOGUE, REDUCTION, ELEMENTWISE)

__all__ = ["KINDS", "FusionKind"]

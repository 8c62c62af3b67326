"""RunMat Kernel: MATLAB syntax, compiled, with array math fused into kernels for host and GPU."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .base.errors import MatlabError
    from .session import Outcome, Session, execute

__version__ = "0.1.0"
__all__ = ["MatlabError", "Outcome", "Session", "execute"]


def __getattr__(name: str) -> Any:
    """Names are imported when they are asked for, so that ``import runmat_kernel`` stays light."""
    if name == "MatlabError":
        from .base.errors import MatlabError

        return MatlabError
    if name in ("Session", "Outcome", "execute"):
        from . import session

        return getattr(session, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

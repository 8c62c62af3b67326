"""RunMat Kernel: MATLAB syntax, compiled, with array math fused into kernels for host and GPU."""

import sys

if sys.argv[:1] == ["-m"] and not sys.flags.safe_path:
    # ``python -m runmat_kernel`` puts the current folder first on Python's path: a ``numpy.py`` there would run as NumPy.
    # Nothing may be imported before this, not even ``__future__``.
    _pairs = zip(sys.orig_argv, sys.orig_argv[1:], strict=False)
    if any(flag.endswith("m") and name.split(".")[0] == "runmat_kernel" for flag, name in _pairs):
        del sys.path[0]

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

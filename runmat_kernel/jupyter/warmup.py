"""Loading what the first cell needs, in pieces, while the kernel has nothing to do.

The kernel answers its first messages before NumPy, the language and the builtins are loaded; a front end that runs a cell at once
loads them then.
"""

from __future__ import annotations

import gc
import importlib
import logging
from collections.abc import Callable
from typing import Any

# In the order of their dependence, each at most about a tenth of a second.
_MODULES = ("numpy", "runmat_kernel.syntax.parser", "runmat_kernel.values.display", "runmat_kernel.accel.engine", "runmat_kernel.session")

# Modules of linear algebra and transforms, with the parts of NumPy that SciPy loads; then those of solvers and splines.
_NUMBERS = ("numpy.testing", "numpy.f2py", "numpy.ma", "scipy.linalg", "scipy.fft")
_SOLVERS = ("scipy.optimize", "scipy.integrate", "scipy.interpolate")

_FIGURES = (
    "matplotlib", "matplotlib.font_manager", "matplotlib.text", "matplotlib.image", "matplotlib.axes", "matplotlib.backend_bases",
    "matplotlib.backends.backend_agg", "matplotlib.figure", "runmat_kernel.figures.drawing.render",
)  # fmt: skip


def pieces(session: Callable[[], Any]) -> list[Callable[[], Any]]:
    """The steps of warming up: the session, the builtins, then what first matrices, figures and solvers need; in the end the heap is
    settled."""
    language, numbers, solvers = (list(map(_loading, names)) for names in (_MODULES, _NUMBERS, _SOLVERS))
    figures: list[Callable[[], Any]] = [lambda name=name: _load_quietly(name) for name in _FIGURES]
    # Loaded modules are never freed: the collector need not look through them, which takes some 50 ms each time.
    return [*language, session, _read_builtins, *numbers, *figures, *solvers, gc.freeze]


def _loading(name: str) -> Callable[[], Any]:
    return lambda: importlib.import_module(name)


def _load_quietly(name: str) -> None:
    """The first import of matplotlib on a machine makes a cache of its fonts and says so."""
    logger = logging.getLogger("matplotlib")
    before = logger.level
    logger.setLevel(logging.ERROR)
    try:
        importlib.import_module(name)
    finally:
        logger.setLevel(before)


def _read_builtins() -> None:
    from ..builtins.registry import builtins

    builtins()

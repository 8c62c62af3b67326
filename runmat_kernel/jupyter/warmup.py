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

_FIGURES = (
    "matplotlib", "matplotlib.font_manager", "matplotlib.text", "matplotlib.image", "matplotlib.axes", "matplotlib.backend_bases",
    "matplotlib.backends.backend_agg", "matplotlib.figure", "runmat_kernel.figures.render",
)  # fmt: skip


def pieces(session: Callable[[], Any]) -> list[Callable[[], Any]]:
    """The steps of warming up: the session, the builtins, then what the first figure needs; in the end the heap is settled."""
    loads: list[Callable[[], Any]] = [lambda name=name: importlib.import_module(name) for name in _MODULES]
    figures: list[Callable[[], Any]] = [lambda name=name: _load_quietly(name) for name in _FIGURES]
    # What was loaded stays: the collector need not look through it again and again, which takes some 50 ms each time.
    return [*loads, session, _read_builtins, *figures, gc.freeze]


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

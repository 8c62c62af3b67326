"""Loading what the first cell needs, in pieces, while the kernel has nothing to do.

The kernel answers its first messages before NumPy, the language and the builtins are loaded; a front end that runs a cell at once
loads them then.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

# In the order of their dependence, each at most about a tenth of a second.
_MODULES = ("numpy", "runmat_kernel.syntax.parser", "runmat_kernel.values.display", "runmat_kernel.accel.engine", "runmat_kernel.session")


def pieces(session: Callable[[], Any]) -> list[Callable[[], Any]]:
    """The steps of warming up, the last of which make the session and read the builtins."""
    loads: list[Callable[[], Any]] = [lambda name=name: importlib.import_module(name) for name in _MODULES]
    return [*loads, session, _read_builtins]


def _read_builtins() -> None:
    from ..builtins.registry import builtins

    builtins()

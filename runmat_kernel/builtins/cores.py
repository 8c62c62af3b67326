"""How many cores LAPACK works on: one for small matrices.

OpenBLAS shares out the columns of matrices from some fifty rows on, and the core that asked waits in a loop until the others have woken.
Where other processes are at work, the singular values of a 100-by-100 matrix then take up to a hundred times as long as on one core;
where none are, one core is about as fast as several for matrices of this size.  SciPy's solvers ask other cores for the smallest matrices
as well: ``expm`` of two rows took thirty times as long.
"""

from __future__ import annotations

import ctypes
import glob
import os
import sys
from collections.abc import Callable
from functools import cache, wraps
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .call import Call

_SMALLEST = 24 * 24
"""Elements up to which NumPy's functions ask no other core anyway; before SciPy's module is there nothing is loaded for them."""
_LARGEST = 512 * 512
_NAMES = [f"{prefix}openblas_set_num_threads{suffix}" for prefix in ("scipy_", "") for suffix in ("64_", "")]


def on_one_core(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function of a builtin, which lets OpenBLAS use one core while all arrays that it is given are small."""

    @wraps(function)
    def run(call: Call, *arguments: Any, **named: Any) -> Any:
        most = max([a.numel for a in arguments if hasattr(a, "numel")], default=0)
        if not most or most > _LARGEST or (most <= _SMALLEST and "scipy.linalg" not in sys.modules):
            return function(call, *arguments, **named)
        for set_cores, _ in _libraries():
            set_cores(1)
        try:
            return function(call, *arguments, **named)
        finally:
            for set_cores, count in _libraries():
                set_cores(count)

    return run


@cache
def _libraries() -> list[tuple[Callable[[int], None], int]]:
    """For each OpenBLAS in the wheels of NumPy and SciPy: what sets its number of cores, and the number that it uses at first, if not one.

    SciPy's is loaded here, before SciPy itself is: the first decomposition is to run on one core as well.
    """
    libraries = []
    for package in ("numpy", "scipy"):
        spec = find_spec(package)
        folder = os.path.dirname(spec.origin) if spec is not None and spec.origin else ""
        for path in (*glob.glob(folder + ".libs/*openblas*"), *glob.glob(folder + "/.dylibs/*openblas*")):
            library = ctypes.CDLL(path)
            name = next((name for name in _NAMES if hasattr(library, name)), None)
            count = getattr(library, name.replace("_set_", "_get_"))() if name is not None else 1
            if count > 1:
                libraries.append((getattr(library, str(name)), count))
    return libraries

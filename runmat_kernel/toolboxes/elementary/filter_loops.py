"""The compiled loop of digital filters."""

from __future__ import annotations

import importlib.util
import sys
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Any

import numpy as np


def linear_filter(b: np.ndarray, a: np.ndarray, x: np.ndarray, axis: int = -1, state: np.ndarray | None = None) -> Any:
    """The result of ``scipy.signal.lfilter``, with the last state where there is a first one."""
    loop = _loop() if len(a) > 1 else None
    if loop is None:
        from scipy.signal import lfilter

        return lfilter(b, a, x, axis, state)
    return loop(b, a, x, axis) if state is None else loop(b, a, x, axis, state)


@cache
def _loop() -> Any:
    """SciPy's loop without the package around it, which takes longer to load than most programs run; None where it is not as expected."""
    try:
        module = sys.modules.get("scipy.signal._sigtools") or _alone()
        loop = module._linear_filter
        works = loop(np.array([1.0]), np.array([1.0, -0.5]), np.ones(2), 0).tolist() == [1.0, 1.5]
    except (ImportError, OSError, AttributeError, TypeError, ValueError):
        return None
    return loop if works else None


def _alone() -> Any:
    import scipy

    folder = Path(scipy.__file__).parent / "signal"
    path = next((path for ending in EXTENSION_SUFFIXES if (path := folder / f"_sigtools{ending}").is_file()), None)
    spec = importlib.util.spec_from_file_location("scipy.signal._sigtools", path) if path is not None else None
    if spec is None or spec.loader is None:
        raise ImportError
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module

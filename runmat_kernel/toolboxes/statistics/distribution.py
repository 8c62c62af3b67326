"""Families of distributions: their parameters, and estimates of these from samples."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...base.records import record


@record
class Family:
    """``stem`` is that of the functions (``normpdf``); ``of`` makes SciPy's distribution; ``valid`` says which parameters there can be.

    A distribution without functions of its own has no ``stem``.  ``estimate`` of a sample gives the parameters, ``bounds`` of a sample, parameters, their covariance and a level the intervals (2-by-n).
    """

    stem: str
    name: str
    parameters: tuple[str, ...]
    defaults: tuple[float, ...]
    of: Callable[..., Any]
    valid: Callable[..., bool]
    estimate: Callable[[np.ndarray], tuple[float, ...]] | None = None
    covariance: Callable[..., np.ndarray] | None = None
    bounds: Callable[..., np.ndarray] | None = None
    support: Callable[[np.ndarray], bool] = lambda x: True
    fixed: tuple[str, ...] = ()
    """Parameters that are not estimated: ``estimate``, ``covariance`` and ``support`` get their values behind the sample."""

    @property
    def class_name(self) -> str:
        return f"{key_of(self.name)}Distribution"


def key_of(name: str) -> str:
    """The name of a distribution without blanks and hyphens."""
    return name.replace(" ", "").replace("-", "")

"""Axes of categories: names in a row on a ruler, the k-th at k, with half a place around each.

An axes tells by ``_XNames`` (``_YNames``, ``_ZNames``), an empty categorical array with the names in their order, that its numbers along x
are places of names.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from ..values.convert import to_value
from ..values.times.categorical import Categorical

if TYPE_CHECKING:
    from .tree import Node


def ruler_of(axes: Node, letter: str) -> Categorical | None:
    """An empty array of the categories that an axis shows; None where it shows none."""
    return axes.values.get(f"_{letter}Names")


def extend(ruler: Categorical | None, value: Categorical) -> Categorical:
    """The ruler that also has the names of ``value``, new ones behind those that are there."""
    if ruler is None:
        return value.like(np.zeros((0, 0)))
    return Categorical(np.zeros((0, 0)), (*ruler.names, *(name for name in value.names if name not in ruler.names)))


def numbers(value: Any, ruler: Categorical) -> Any:
    """Categories as their places on a ruler, NaN for a name that is not on it; any other value as it is."""
    if type(value) is not Categorical:
        return value
    places = {name: float(k) for k, name in enumerate(ruler.names, 1)}
    return to_value(value.renamed(ruler.names, [places.get(name, math.nan) for name in value.names]).numbers)


def between(value: Any, ruler: Categorical) -> Any:
    """The limits that two categories are as numbers: half a place beyond them; any other value as it is."""
    if type(value) is not Categorical:
        return value
    ends = numbers(value, ruler)
    values = np.asarray(getattr(ends, "array", ends), dtype=np.float64).ravel()
    return to_value((values + np.resize([-0.5, 0.5], values.size)).reshape(1, -1))


def limits(ruler: Categorical) -> tuple[float, float]:
    """The limits that hold all names."""
    return 0.5, max(len(ruler.names), 1) + 0.5


def within(low: float, high: float, ruler: Categorical) -> Categorical:
    """The first and the last name between limits."""
    first, last = max(math.ceil(low - 1e-9), 1), min(math.floor(high + 1e-9), len(ruler.names))
    return ruler.like(np.array([[float(first), float(last)]]) if first <= last else np.zeros((1, 0)))


def shown(at: np.ndarray, ruler: Categorical) -> Categorical:
    """The categories at places on a ruler; undefined where there is none."""
    known = (at == np.round(at)) & (at >= 1) & (at <= len(ruler.names))
    return ruler.like(np.where(known, at, np.nan))


def labels(at: np.ndarray, ruler: Categorical) -> list[str]:
    """The words at ticks."""
    return ["" if name is None else name for name in shown(at, ruler).strings()]

"""Sorting of host arrays: its definition for every provider."""

from __future__ import annotations

import numpy as np

from ..base.records import record


@record
class Sort:
    """Elements in order along the 0-based dimension ``dim``, NaN as the largest; equal ones keep their order.

    ``positions``: not the elements, but where each came from, from 1.
    """

    dim: int
    descending: bool = False
    positions: bool = False


def order(form: Sort, array: np.ndarray) -> np.ndarray:
    """The positions, from 0, that sort a real array."""
    flipped = np.flip(array, form.dim) if form.descending else array
    places = np.argsort(flipped, axis=form.dim, kind="stable")
    return np.flip(array.shape[form.dim] - 1 - places, form.dim) if form.descending else places


def sort(form: Sort, array: np.ndarray) -> np.ndarray:
    """The sorted elements, or the positions as doubles."""
    if form.positions:
        return order(form, array) + 1.0
    if array.dtype.kind == "f" and _both_zeros(array):
        # They are equal, so they keep their order, which NumPy's fast sort does not.
        return np.take_along_axis(array, order(form, array), form.dim)
    ordered = np.sort(array, form.dim)
    return np.flip(ordered, form.dim) if form.descending else ordered


def _both_zeros(array: np.ndarray) -> bool:
    signs = np.signbit(array[array == 0])
    return bool(signs.any()) and not signs.all()

"""Running sums, products and extremes of host arrays: their definition for every provider."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np

from ..base.records import record
from ..values.classes import INTEGER_LIMITS, saturate
from .accumulate import wide_dtype

_BESIDE = 4096
"""Blocks of running sums that take their steps together."""


@record
class Scan:
    """A running accumulation (``sum prod max min``) along the 0-based dimension ``dim``, from its end where ``reverse``.

    ``argmax`` and ``argmin`` give the positions, from 1, of the running extremes.  ``omit_nan`` passes over NaN.
    """

    kind: str
    dim: int
    reverse: bool = False
    omit_nan: bool = False

    @property
    def name(self) -> str:
        return f"cum{self.kind.removeprefix('arg')}"


def scan(form: Scan, array: np.ndarray, matlab_class: str, out: np.ndarray | None = None) -> np.ndarray:
    """The running accumulation in the array's class, positions as doubles; integers saturate at every step."""
    source = np.flip(array, form.dim) if form.reverse else array
    with np.errstate(all="ignore"):
        running = _running(form, source, matlab_class)
    if form.kind in ("argmax", "argmin") and form.reverse:
        running = array.shape[form.dim] + 1 - running
    running = np.flip(running, form.dim) if form.reverse else running
    if out is None:
        return running
    out[...] = running
    return out


def _running(form: Scan, source: np.ndarray, matlab_class: str) -> np.ndarray:
    if form.kind in ("argmax", "argmin"):
        return _positions(_running(replace(form, kind=form.kind[3:]), source, matlab_class), form.dim)
    if form.kind in ("max", "min"):
        skipping, keeping = (np.fmax, np.maximum) if form.kind == "max" else (np.fmin, np.minimum)
        return (skipping if form.omit_nan else keeping).accumulate(source, axis=form.dim)
    ufunc, neutral = (np.add, 0) if form.kind == "sum" else (np.multiply, 1)
    if form.omit_nan and source.dtype.kind in "fc":
        undefined = np.isnan(source)
        source = np.where(undefined, source.dtype.type(neutral), source) if undefined.any() else source
    if matlab_class in INTEGER_LIMITS:
        # A running total that left the class stays at its limit until it comes back.
        return _saturating(ufunc, source, form.dim, matlab_class)
    return ufunc.accumulate(source, axis=form.dim, dtype=wide_dtype(source)).astype(source.dtype, copy=False)


def _positions(extremes: np.ndarray, axis: int) -> np.ndarray:
    """Where each running extreme stood first: the last place where it changed."""
    changed = np.ones(extremes.shape, bool)
    later, former = np.moveaxis(extremes, axis, 0)[1:], np.moveaxis(extremes, axis, 0)[:-1]
    differ = later != former
    if extremes.dtype.kind == "f":
        differ &= ~(np.isnan(later) & np.isnan(former))
    np.moveaxis(changed, axis, 0)[1:] = differ
    steps = np.arange(extremes.shape[axis]).reshape([-1 if d == axis else 1 for d in range(extremes.ndim)])
    return np.maximum.accumulate(np.where(changed, steps, 0), axis=axis) + 1.0


def _saturating(ufunc: np.ufunc, source: np.ndarray, axis: int, matlab_class: str) -> np.ndarray:
    """Running totals that stay at a limit of the class which they would leave, until they come back."""
    wide = wide_dtype(source)
    exact = ufunc.accumulate(source, axis=axis, dtype=wide)
    low, high = INTEGER_LIMITS[matlab_class]
    if not ((exact > high) | (exact < low)).any():
        return exact.astype(source.dtype)
    if not (source < 0).any():  # these do not come back, but for products by zero
        clipped = saturate(np.minimum(exact, high), matlab_class)
        return clipped if ufunc is np.add else np.where(np.logical_or.accumulate(source == 0, axis=axis), 0, clipped).astype(source.dtype)
    lines = np.moveaxis(source, axis, 0)
    running = (_clamped_sums if ufunc is np.add else _clamped_products)(lines.reshape(len(lines), -1).astype(wide), low, high)
    return np.moveaxis(saturate(running, matlab_class).reshape(lines.shape), 0, axis)


def _clamped_sums(lines: np.ndarray, low: int, high: int) -> np.ndarray:
    """Running sums of columns, each kept within the limits.

    Columns are cut into blocks, and all blocks take a step at a time.  What a block makes of the sum before it is to add ``total`` and
    then to cut off at ``least`` and ``most``, whatever the block.
    """
    count, columns = lines.shape
    blocks = max(min(count // 64, _BESIDE // max(columns, 1)), 1)
    length = -(-count // blocks)
    steps = np.zeros((blocks * length, columns), lines.dtype)
    steps[:count] = lines
    steps = np.ascontiguousarray(steps.reshape(blocks, length, columns).transpose(1, 0, 2))
    before = np.zeros((blocks, columns), lines.dtype)
    if blocks > 1:
        total, least, most = np.zeros_like(before), np.full_like(before, low), np.full_like(before, high)
        for step in steps:
            total += step
            for bound in (least, most):
                bound += step
                np.clip(bound, low, high, out=bound)
        for k in range(1, blocks):
            before[k] = np.clip(before[k - 1] + total[k - 1], least[k - 1], most[k - 1])
    for step in steps:
        before += step
        np.clip(before, low, high, out=before)
        step[...] = before
    return steps.transpose(1, 0, 2).reshape(-1, columns)[:count]


def _clamped_products(lines: np.ndarray, low: int, high: int) -> np.ndarray:
    """Running products of columns, each kept within the limits."""
    for k, (former, later) in enumerate(itertools.pairwise(lines)):
        if not former.any():
            lines[k + 1 :] = 0
            break
        later *= former
        np.clip(later, low, high, out=later)
    return lines

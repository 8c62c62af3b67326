"""Volumes as arguments: their axes and values, and their values between the grid points."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ....base.errors import MatlabError
from ....builtins import arguments as arg
from ....values.convert import is_text, numel_of, to_value


def volume(arguments: Sequence[Any]) -> tuple[list[np.ndarray], np.ndarray, list[Any]]:
    """Axes along x, y, z of a volume, its values, and the arguments after them."""
    inputs = [a for a in arguments if not is_text(a)]
    arrays = []
    while inputs and len(arrays) < 4 and (numel_of(inputs[0]) > 1 or len(arrays) in (1, 2)):
        arrays.append(arg.floating(inputs.pop(0)).astype(np.float64))
    if len(arrays) >= 4:
        v = arrays[3]
        axes = [axis(a, k) for k, a in enumerate(arrays[:3])]
        if v.ndim != 3 or [a.size for a in axes] != [v.shape[1], v.shape[0], v.shape[2]]:
            raise MatlabError("Size of X, Y, Z must match the size of V.", "MATLAB:isosurface:XYZVSizeMismatch")
        return axes, v, inputs
    if not arrays or arrays[0].ndim != 3:
        raise MatlabError("V must be a 3-D array.", "MATLAB:volume:VNot3D")
    v = arrays[0]
    rest = [to_value(a) for a in arrays[1:]] + inputs
    return [np.arange(1.0, n + 1) for n in (v.shape[1], v.shape[0], v.shape[2])], v, rest


def axis(array: np.ndarray, k: int) -> np.ndarray:
    """The coordinates along an axis: of a vector, or of what meshgrid makes."""
    if array.ndim < 3:
        return array.ravel(order="F")
    return (array[0, :, 0], array[:, 0, 0], array[0, 0, :])[k]


def sampled(axes: Sequence[np.ndarray], values: np.ndarray) -> Callable[[np.ndarray], np.ndarray]:
    """A volume as a function of points (rows of x, y, z); NaN outside."""
    from scipy.interpolate import RegularGridInterpolator

    interpolator = RegularGridInterpolator((axes[1], axes[0], axes[2]), values, bounds_error=False, fill_value=np.nan)
    return lambda points: interpolator(points[..., [1, 0, 2]])

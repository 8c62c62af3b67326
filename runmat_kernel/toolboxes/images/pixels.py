"""Helpers of the image functions: arguments, correlation with a kernel, results in the class of an image."""

from __future__ import annotations

import numpy as np

from ...base.errors import MatlabError
from ...values.classes import saturate
from ...values.convert import as_array, class_of

IMAGE_CLASSES = ("double", "single", "uint8", "int8", "uint16", "int16", "uint32", "int32", "logical")
_OUTSIDE = {"replicate": "nearest", "symmetric": "reflect", "circular": "wrap", "zeros": "constant"}


def image(value: object, name: str) -> np.ndarray:
    """The pixels of an image, which are real numbers."""
    array = as_array(value) if class_of(value) in IMAGE_CLASSES else None
    if array is None or array.dtype.kind == "c":
        raise MatlabError("Expected input number 1, I, to be a real numeric or logical array.", f"MATLAB:{name}:invalidType")
    return array


def gray(value: object, name: str) -> np.ndarray:
    """The pixels of an image with one plane."""
    array = image(value, name)
    if array.ndim != 2:
        raise MatlabError("Expected input number 1, I, to be two-dimensional.", f"MATLAB:{name}:expected2D")
    return array


def real_pixels(array: np.ndarray) -> np.ndarray:
    """Pixels as floats of at least their own precision."""
    return array if array.dtype in (np.float32, np.float64) else array.astype(np.float64)


def correlated(array: np.ndarray, kernel: np.ndarray, outside: str = "replicate") -> np.ndarray:
    """The correlation of an image with a kernel of odd sizes, plane by plane; ``outside`` is imfilter's name of the padding."""
    from scipy import ndimage

    weights = kernel.reshape(kernel.shape + (1,) * (array.ndim - kernel.ndim))
    return ndimage.correlate(real_pixels(array), weights, mode=_OUTSIDE[outside])


def in_class(array: np.ndarray, dtype: np.dtype) -> np.ndarray:
    """Numbers in the class of an image: rounded and clipped for integers, above a half for logicals."""
    if dtype.kind == "b":
        return array > 0.5
    if dtype.kind == "f":
        return array.astype(dtype)
    return saturate(array, dtype.name)

"""Shapes: implicit expansion aligned at the first dimension, reduced shapes, and the size that may be asked for."""

from __future__ import annotations

import math
import os
from functools import cache, lru_cache

from ..base.errors import MatlabError
from ..values.classes import dtype_of
from ..values.tensor import matlab_shape


def size_text(shape: tuple[int, ...]) -> str:
    """``3x4``, as MATLAB's messages write sizes."""
    return "x".join(map(str, shape))


def expand(left: tuple[int, ...], right: tuple[int, ...]) -> tuple[int, ...]:
    """The shape of a pointwise operation on two arrays.  Raises MATLAB:sizeDimensionsMustMatch with both sizes."""
    if left == right:
        return left
    if len(left) < len(right):
        left_full, right_full = left + (1,) * (len(right) - len(left)), right
    else:
        left_full, right_full = left, right + (1,) * (len(left) - len(right))
    shape = []
    for m, n in zip(left_full, right_full, strict=True):
        if m == n or n == 1:
            shape.append(m)
        elif m == 1:
            shape.append(n)
        else:
            raise MatlabError(
                f"Arrays have incompatible sizes for this operation. The sizes are {size_text(left)} and {size_text(right)}.",
                "MATLAB:sizeDimensionsMustMatch",
            )
    return tuple(shape)


def numel(shape: tuple[int, ...]) -> int:
    return math.prod(shape)


@lru_cache(maxsize=1024)
def reduced_shape(shape: tuple[int, ...], dims: tuple[int, ...]) -> tuple[int, ...]:
    """The shape after reducing over 0-based dimensions (those beyond the array have size one already)."""
    return matlab_shape(tuple(1 if d in dims else n for d, n in enumerate(shape)))


def first_dimension(shape: tuple[int, ...]) -> int:
    """The 0-based dimension that MATLAB reduces by default: the first whose size is not one."""
    for d, n in enumerate(shape):
        if n != 1:
            return d
    return 0


def expansion_strides(shape: tuple[int, ...], space: tuple[int, ...]) -> tuple[int, ...] | None:
    """Element strides of a column-major array of ``shape`` read over ``space``; None where it is the same contiguous array."""
    if shape == space:
        return None
    strides, step = [], 1
    for d in range(len(space)):
        n = shape[d] if d < len(shape) else 1
        strides.append(0 if n == 1 and space[d] != 1 else step)
        step *= n
    return tuple(strides)


@cache
def machine_memory_bytes() -> int:
    """Bytes of memory that this machine has."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") if hasattr(os, "sysconf") else 1 << 36


_LONGEST = 2**48 - 1
"""The longest dimension, as ``[~, n] = computer`` says."""


def check_size(shape: tuple[int, ...], matlab_class: str = "double", limit_bytes: int = 0) -> None:
    """Raise MATLAB's error when an array of this shape and class can never be had.

    ``limit_bytes`` is ``Settings.host_memory_bytes`` (0: the memory of this machine).
    """
    if numel(shape) < 1 << 20:
        return
    if max(shape) > _LONGEST:
        raise MatlabError("Maximum variable size allowed by the program is exceeded.", "MATLAB:pmaxsize")
    limit = limit_bytes or machine_memory_bytes()
    nbytes = numel(shape) * (dtype_of(matlab_class).itemsize if matlab_class not in ("cell", "struct", "string") else 8)
    if nbytes > limit:
        raise MatlabError(
            f"Requested {size_text(shape)} ({nbytes / 2**30:.1f}GB) array exceeds maximum array size preference ({limit / 2**30:.1f}GB). "
            "This might cause MATLAB to become unresponsive.",
            "MATLAB:array:SizeLimitExceeded",
        )

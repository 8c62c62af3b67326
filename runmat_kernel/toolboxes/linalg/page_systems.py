"""Linear systems of a few unknowns, many at a time: elimination written out, so that it is pointwise work over the pages.

Each entry of the matrices is a slice over all pages, and elimination with row exchanges is arithmetic and choices between slices; so
one kernel solves a system in each of its threads, in registers; several right sides share a few kernels.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...base.events import Refused
from ...builtins.formula import Formula
from ...values.convert import class_of, shape_of

LARGEST = 4
"""Unknowns of the largest systems that are written out: larger ones are more than one kernel takes."""
_LEAST_RATIO = {"double": 1e-9, "single": 1e-3}
"""Smallest over largest pivot, below which a system may be so badly conditioned that MATLAB warns: the host finds out."""
_FLOATS = ("double", "single")


def solve_pages(call: Any, a: Any, b: Any, *, transposed: bool, columns: bool) -> Any:
    """``A*X = B`` on every page where a device has the pages; else None, with the reason noted where the arrays are there.

    ``turned``: the matrices are the transposes of the pages of ``a``.  ``columns``: ``b`` and the result hold rows of right sides as their
    columns (``X*A = B``).  ``b`` is None for the identity.
    """
    engine = call.engine
    shape = shape_of(a)
    resident = [x for x in (a, b) if x is not None and engine.prefers_device(x)]
    if not resident or len(shape) < 3 or shape[0] != shape[1] or 0 in shape or (b is not None and 0 in shape_of(b)):
        return None
    n, axis = shape[0], 1 if columns else 0
    if b is not None and shape_of(b)[axis] != n:
        return None
    if (reason := _unfit(call, n, a, b)) is not None:
        engine.note(Refused(reason, None, (call.name,), "shape"))
        return None
    solution, sound = _recorded(call, a, b, n, axis, transposed)
    # Only the result and this answer are stored: everything else is computed inside the kernels.
    if not bool(np.ravel(np.asarray(sound))[0]):
        engine.note(Refused("a page is nearly singular, which the host looks at", None, (call.name,), "value"))
        return None
    return solution


def _recorded(call: Any, a: Any, b: Any, n: int, axis: int, transposed: bool) -> tuple[Any, Any]:
    """The deferred solutions, and whether they can be trusted."""
    matrix = Formula(call, a)
    entries = [[_entry(matrix, (j, i) if transposed else (i, j)) for j in range(n)] for i in range(n)]
    sides = [_side(call, b, i, n, axis, matrix.matlab_class) for i in range(n)]
    solutions, pivots = _eliminated(entries, sides)
    values = [x.value for x in solutions]
    joined = values[0] if n == 1 else call.engine.join(axis + 1, values, solutions[0].matlab_class)
    return joined, _sound(pivots)


def _unfit(call: Any, n: int, *values: Any) -> str | None:
    """Why systems are not written out, in words; None where they are."""
    if n > LARGEST:
        return f"systems of more than {LARGEST} unknowns are solved by the host"
    if any(x is not None and (class_of(x) not in _FLOATS or getattr(x, "is_complex", type(x) is complex)) for x in values):
        return "only systems of real floating-point numbers are solved on the device"
    if call.nargout > 1:
        return "reciprocal condition numbers are found on the host"
    return None


def _entry(matrix: Formula, at: tuple[int, int]) -> Formula:
    return matrix.part(0, at[0], 1).part(1, at[1], 1)


def _side(call: Any, b: Any, i: int, n: int, axis: int, matlab_class: str) -> Formula:
    """The right sides of equation ``i``, one for each system of a page."""
    if b is not None:
        return Formula(call, b).part(axis, i, 1)
    unit = np.zeros((1, n), np.float32 if matlab_class == "single" else np.float64)
    unit[0, i] = 1.0
    return Formula(call, unit.T if axis else unit)


def _eliminated(entries: list[list[Formula]], sides: list[Formula]) -> tuple[list[Formula], list[Formula]]:
    """The solutions, and the pivots: elimination by rows with the largest entry of each column on top."""
    n = len(entries)
    rows = [[*entries[i], sides[i]] for i in range(n)]
    for k in range(n):
        for i in range(k + 1, n):
            exchange = rows[i][k].apply("abs").apply("gt", rows[k][k].apply("abs"))
            for j in range(k, n + 1):
                upper, lower = rows[k][j], rows[i][j]
                rows[k][j], rows[i][j] = upper.where(exchange, lower), lower.where(exchange, upper)
        for i in range(k + 1, n):
            factor = rows[i][k] / rows[k][k]
            for j in range(k + 1, n + 1):
                rows[i][j] = rows[i][j] - factor * rows[k][j]
    solutions: list[Any] = [None] * n
    for i in reversed(range(n)):
        rest = rows[i][n]
        for j in range(i + 1, n):
            rest = rest - rows[i][j] * solutions[j]
        solutions[i] = rest / rows[i][i]
    return solutions, [rows[k][k] for k in range(n)]


def _sound(pivots: Sequence[Formula]) -> Any:
    """Whether the pivots of every page are finite and differ so little that no solution is worth a warning."""
    sizes = [p.apply("abs") for p in pivots]
    smallest = largest = sizes[0]
    for size in sizes[1:]:
        smallest, largest = smallest.apply("min", size), largest.apply("max", size)
    sound = smallest.apply("gt", largest * _LEAST_RATIO[sizes[0].float_class]).apply("and", largest.apply("isfinite"))
    return sound.reduce("all", *range(len(sound.shape)), matlab_class="logical").value

"""Sparse matrices: a value whose class is double or logical and whose elements are a SciPy matrix in compressed columns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import numpy as np

from ...base.errors import MatlabError
from ..blocks import places as numbered
from ..numerals import DisplayFormat, complex_notation, notation
from ..objects import HostObject, MethodTable
from ..subscripts import COLON, is_colon, resolve
from ..tensor import Tensor
from . import kernels as kernels
from .parts import columns as column_range
from .parts import element, elements, replaced, with_element

_LARGE = 1 << 22
"""Elements of a full matrix from which on SciPy finds those that are not zero with less memory."""


_SMALL = 1 << 12
"""Elements up to which a full matrix is filled here: SciPy turns the matrix into one of compressed rows first."""


class Sparse(HostObject):
    """An m-by-n sparse matrix.  ``matrix`` is a SciPy csc_matrix (float64, complex128 or bool), without stored zeros.

    ``methods`` are filled by the chapter of sparse builtins; a builtin that is not among them, and does not say that it takes sparse
    ones, gets full matrices.
    """

    __slots__ = ("matrix",)
    of_builtin_class: ClassVar[bool] = True
    after_name: ClassVar[str] = " ="

    def __init__(self, matrix: Any) -> None:
        if type(matrix) is np.ndarray and matrix.ndim == 2 and matrix.dtype.char in "dD?" and matrix.size < _LARGE:
            self.matrix = kernels.of_full(matrix)
            return
        from scipy.sparse import csc_matrix

        if type(matrix) is not csc_matrix:
            matrix = csc_matrix(matrix)
        if matrix.dtype.kind == "c" and not matrix.data.imag.any():
            matrix = matrix.real
        if matrix.dtype.char not in "dD?":
            matrix = matrix.astype(np.complex128 if matrix.dtype.kind == "c" else np.float64)
        if not matrix.has_canonical_format:
            matrix.sum_duplicates()
        if not matrix.data.all():
            matrix.eliminate_zeros()
        self.matrix = matrix

    @classmethod
    def canonical(cls, matrix: Any) -> Sparse:
        """That of a csc_matrix which ``sparse_kernels`` made: nothing is left to check."""
        sparse = cls.__new__(cls)
        sparse.matrix = matrix
        return sparse

    @property
    def matlab_class(self) -> str:  # type: ignore[override]
        return "logical" if self.matrix.dtype == np.bool_ else "double"

    @property
    def is_complex(self) -> bool:  # type: ignore[override]
        return self.matrix.dtype.kind == "c"

    @property
    def shape(self) -> tuple[int, ...]:
        m, n = self.matrix.shape  # a property of SciPy, which takes its time
        return (int(m), int(n))

    @property
    def array(self) -> np.ndarray:
        """All elements, the zeros too, as a column-major array."""
        m, n = self.shape
        if m * n > _SMALL:
            return np.asfortranarray(self.matrix.toarray())
        full = np.zeros(m * n, self.matrix.dtype)
        full[kernels.places(self.matrix)] = self.matrix.data
        return full.reshape((m, n), order="F")

    def full_value(self) -> Any:
        """The full matrix as a Value."""
        from ..convert import to_value

        if self.matrix.shape == (1, 1):
            return self.matrix.data[0].item() if self.matrix.nnz else False if self.matrix.dtype == np.bool_ else 0.0
        return to_value(self.array)

    def __array__(self, dtype: Any = None, copy: Any = None) -> np.ndarray:
        return self.array if dtype is None else self.array.astype(dtype)

    def truth(self) -> bool:
        """Whether ``if`` takes the matrix as true: it has elements and none is zero; NaN has no truth."""
        if self.matrix.dtype.kind in "fc" and np.isnan(self.matrix.data).any():
            raise MatlabError("NaN values cannot be converted to logicals.", "MATLAB:nologicalnan")
        return 0 < self.numel == self.matrix.nnz

    def method(self, name: str) -> Callable[..., Any] | None:
        function = self.methods.get(name)
        if function is not None or MethodTable.takes_sparse(name):
            return function

        def on_full_matrices(call: Any, *arguments: Any) -> Any:
            return call.feval(name, *(a.full_value() if type(a) is Sparse else a for a in arguments), nargout=call.nargout)

        return on_full_matrices

    def index(self, subscripts: Sequence[Any]) -> Any:
        if not subscripts:
            return self
        if len(subscripts) == 2 and (at := numbered(tuple(subscripts))) is not None and self.matrix.dtype.kind != "c":
            m, n = self.shape
            if at[0] < m and at[1] < n:
                return Sparse.canonical(element(self.matrix, *at))
        if len(subscripts) == 1 and type(mask := subscripts[0]) is Sparse and mask.shape == self.shape and 1 not in self.shape:
            if mask.matrix.dtype == np.bool_:
                chosen = mask.matrix
                columns = np.repeat(np.arange(self.shape[1]), np.diff(chosen.indptr))
                return Sparse(elements(self.matrix, chosen.indices, columns).reshape(-1, 1))
        subscripts = [s.full_value() if type(s) is Sparse else s for s in subscripts]
        if len(subscripts) == 1:
            return self._index_linear(subscripts[0])
        if len(subscripts) > 2:
            rest = [resolve(s, 1, k + 3) for k, s in enumerate(subscripts[2:])]
            if any(r.reach > 1 for r in rest):
                raise MatlabError("Index in position 3 exceeds array bounds.", "MATLAB:badsubscript")
        extents = self.shape
        rows, columns = resolve(subscripts[0], extents[0], 1), resolve(subscripts[1], extents[1], 2)
        self._check(rows.reach, columns.reach)
        if rows.count == 1 and columns.count == 1:
            return Sparse(element(self.matrix, int(_key(rows)[0]), int(_key(columns)[0])))
        key = _key(columns)
        first = int(key[0]) if columns.count else 0
        if is_colon(subscripts[1]):
            chosen = self.matrix
        elif columns.count < 2 or (key[1:] - key[:-1] == 1).all():
            chosen = column_range(self.matrix, first, first + columns.count)
        else:
            chosen = kernels.columns_taken(self.matrix, key)
        return Sparse(chosen) if is_colon(subscripts[0]) else Sparse.canonical(kernels.rows_taken(chosen, _key(rows)))

    def _check(self, rows: int, columns: int) -> None:
        for k, (reach, extent) in enumerate(zip((rows, columns), self.shape, strict=True)):
            if reach > extent:
                raise MatlabError(f"Index in position {k + 1} exceeds array bounds. Index must not exceed {extent}.", "MATLAB:badsubscript")

    def _index_linear(self, subscript: Any) -> Any:
        m, n = self.shape
        if is_colon(subscript):
            return Sparse.canonical(self._column())
        resolved = resolve(subscript, m * n, None)
        if resolved.reach > m * n:
            raise MatlabError(f"Index exceeds the number of array elements. Index must not exceed {m * n}.", "MATLAB:badsubscript")
        places = np.atleast_1d(_key(resolved)).astype(np.int64)
        values = elements(self.matrix, places % m, places // m) if len(places) else np.zeros(0, self.matrix.dtype)
        row = resolved.shape[0] == 1 if resolved.count != 1 and 1 not in self.shape else m == 1
        if resolved.is_mask and 1 not in self.shape:
            row = len(resolved.shape) == 2 and resolved.shape[0] == 1
        shape = (
            resolved.shape
            if len(resolved.shape) == 2 and 1 not in resolved.shape and not resolved.is_mask
            else ((1, -1) if row else (-1, 1))
        )
        return Sparse(values.reshape(shape, order="F"))

    def _column(self) -> Any:
        """All columns below each other."""
        m, n = self.shape
        places = kernels.places(self.matrix)
        kind = self.matrix.indices.dtype if m * n < 1 << 31 else np.int64
        return kernels.bare(self.matrix.data, places.astype(kind), np.array([0, len(places)], kind), (m * n, 1))

    def assign(self, subscripts: Sequence[Any], value: Any) -> HostObject:
        from ..convert import as_array

        if type(value) is float and self.matrix.dtype.char == "d" and len(subscripts) == 2:
            at = numbered(tuple(subscripts))
            if at is not None and at[0] < self.matrix.shape[0] and at[1] < self.matrix.shape[1]:
                return Sparse.canonical(with_element(self.matrix, *at, value))
        source = value.matrix.toarray() if type(value) is Sparse else as_array(value)
        subscripts = [s.full_value() if type(s) is Sparse else s for s in subscripts]
        m, n = self.shape
        dtype = np.result_type(self.matrix.dtype, source.dtype if source.dtype.kind in "fcb" else np.float64)
        if len(subscripts) == 1:
            resolved = resolve(subscripts[0], m * n, None)
            places = np.atleast_1d(_key(resolved)).astype(np.int64)
            if resolved.reach > m * n:
                raise MatlabError("Attempt to grow array along ambiguous dimension.", "MATLAB:indexed_matrix_cannot_be_resized")
            rows, columns = places % m, places // m
            values = np.broadcast_to(source.ravel(order="F"), len(places)) if source.size == 1 else source.ravel(order="F")
            if len(values) != len(places):
                raise MatlabError(
                    "Unable to perform assignment because the left and right sides have a different number of elements.",
                    "MATLAB:matrix:singleSubscriptNumelMismatch",
                )
        else:
            first, second = (resolve(s, self.shape[k], k + 1) for k, s in enumerate(subscripts[:2]))
            m, n = max(m, first.reach), max(n, second.reach)
            i, j = np.atleast_1d(_key(first)), np.atleast_1d(_key(second))
            if source.size != 1 and source.size != len(i) * len(j):
                raise MatlabError(
                    f"Unable to perform assignment because the size of the left side is {len(i)}-by-{len(j)} "
                    f"and the size of the right side is {'-by-'.join(map(str, source.shape))}.",
                    "MATLAB:subsassigndimmismatch",
                )
            rows, columns = np.tile(i, len(j)), np.repeat(j, len(i))
            values = np.full(len(rows), source.flat[0]) if source.size == 1 else source.ravel(order="F")
        rows, columns = rows.astype(np.int64, copy=False), columns.astype(np.int64, copy=False)
        return Sparse(replaced(self.matrix, (m, n), rows, columns, values.astype(dtype)))

    def delete(self, subscripts: Sequence[Any]) -> HostObject:
        from ..indexing import what_is_left

        if len(subscripts) == 1:
            return self._delete_linear(subscripts[0])
        left = what_is_left(self.shape, subscripts)
        if left is None:
            return self
        axis, keep = left
        return Sparse.canonical((kernels.columns_taken if axis else kernels.rows_taken)(self.matrix, np.flatnonzero(keep)))

    def _delete_linear(self, subscript: Any) -> HostObject:
        m, n = self.shape
        if is_colon(subscript):
            return Sparse(kernels.of_full(np.zeros((0, 0))))
        if not resolve(subscript, m * n, None).count:
            return self
        if n == 1 and m != 1:
            return self.delete((subscript, COLON))
        row = self if m == 1 else Sparse(kernels.reshaped(self.matrix, (1, m * n)))
        return row.delete((COLON, subscript))

    def equals(self, other: Any, *, nan_equal: bool = False) -> bool:
        from ..equality import equal

        if type(other) is Sparse:
            if self.shape != other.shape or self.matrix.nnz != other.matrix.nnz:
                return False
            mine, theirs = (m.matrix.tocsc(copy=False).sorted_indices() for m in (self, other))
            places = np.array_equal(mine.indptr, theirs.indptr) and np.array_equal(mine.indices, theirs.indices)
            return places and np.array_equal(mine.data, theirs.data, equal_nan=nan_equal)
        return equal(self.full_value(), other.full_value() if type(other) is Sparse else other, nan_equal=nan_equal)

    def header(self) -> str | None:
        return f"  {self.shape[0]}×{self.shape[1]} sparse logical array" if self.matlab_class == "logical" else None

    def disp_text(self, format: DisplayFormat) -> str:
        m, n = self.shape
        if not self.matrix.nnz:
            return f"   All zero sparse: {m}×{n}\n"
        entries = self.matrix.tocoo()
        rows, columns = (entries.row + 1).tolist(), (entries.col + 1).tolist()
        before, after = (max(2, len(str(max(numbers)))) + 1 for numbers in (rows, columns))
        texts, scale = _element_texts(entries.data, format.style)
        lines = (f"  {f'({i}':>{before}},{f'{j})':<{after}}{t}\n" for i, j, t in zip(rows, columns, texts, strict=True))
        factor = f"   1.0e{scale:+03d} *\n" + ("" if format.compact else "\n") if scale else ""
        return factor + "".join(lines)

    def summary(self) -> str:
        return f"{self.shape[0]}×{self.shape[1]} sparse {self.matlab_class}"


def _key(resolved: Any) -> np.ndarray:
    """Positions as an index vector."""
    positions = resolved.positions
    if isinstance(positions, slice):
        return np.arange(positions.start, positions.stop, positions.step)
    return np.atleast_1d(np.asarray(positions, np.int64))


def _element_texts(data: np.ndarray, style: str) -> tuple[list[str], int]:
    """The numbers as a full column shows them, two places wider, and the power of ten that they are to be multiplied by."""
    if data.dtype == np.bool_:
        return ["     1"] * len(data), 0
    if data.dtype.kind == "f" and style == "short" and _are_whole(data):
        return [f"{int(v):8d}" for v in data], 0
    texts = complex_notation(data, style) if data.dtype.kind == "c" else notation(data, style)
    return [texts.text(v).rjust(texts.width + 2) for v in data.tolist()], texts.scale


def _are_whole(data: np.ndarray) -> bool:
    return bool(np.isfinite(data).all() and (data == np.round(data)).all() and np.abs(data).max() < 1e9)


def as_sparse(value: Any) -> Sparse:
    """The value as a sparse matrix."""
    from ..convert import as_array

    if type(value) is Sparse:
        return value
    array = as_array(value)
    if array.ndim != 2:
        raise MatlabError("N-dimensional sparse arrays are not supported.", "MATLAB:sparsefcn:nd")
    if isinstance(value, Tensor) and array.dtype not in (np.float64, np.complex128, np.bool_):
        raise MatlabError("Function is not defined for inputs of this class.", "MATLAB:UndefinedFunction")
    return Sparse(array)

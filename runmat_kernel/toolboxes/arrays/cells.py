"""Making cell arrays, and converting between cells and other arrays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins.arguments import dimension, read_size
from ...builtins.element_values import elements
from ...builtins.spec import ErrorCase, Example, Fact, builtin
from ...values import CellArray, CharArray, FunctionHandle, StructArray, Tensor, object_array
from ...values.concat import cat, horzcat, vertcat
from ...values.convert import as_array, class_of, numel_of, shape_of, text_of
from ...values.indexing import elements_of, like
from ...values.objects import HostObject
from ...values.sparse.matrix import Sparse

_EMPTY = Tensor(np.zeros((0, 0)))


@builtin(
    "cell",
    "C = cell",
    "C = cell(n)",
    "C = cell(m, n)",
    "C = cell(m, n, ...)",
    "C = cell(sz)",
    summary="Cell array of empty matrices.",
    examples=(Example("cell(1, 2)", "{[], []}"), Example("size(cell(2))", "[2 2]"), Example("size(cell([0 3]))", "[0 3]")),
    facts=Fact.COMPILED | Fact.SPARSE | Fact.OBJECTS,
)
def cell(call, *sizes):
    sizes = tuple(s.full_value() if type(s) is Sparse else s for s in sizes)
    if len(sizes) == 1 and isinstance(sizes[0], HostObject):
        return CellArray.of([sizes[0]])
    shape = read_size(sizes) if sizes else (0, 0)
    return CellArray(object_array([_EMPTY] * int(np.prod(shape)), shape))


@builtin(
    "num2cell",
    "C = num2cell(A)",
    "C = num2cell(A, dims)",
    summary="Each element (or each slice along dimensions) of an array in a cell of its own.",
    examples=(
        Example("num2cell([1 2; 3 4])", "{1, 2; 3, 4}"),
        Example("num2cell('ab')", "{'a', 'b'}"),
        Example("num2cell([1 2; 3 4], 1)", "{[1; 3], [2; 4]}"),
        Example("size(num2cell([]))", "[0 0]"),
    ),
    facts=Fact.COMPILED | Fact.SPARSE | Fact.OBJECTS,
)
def num2cell(call, value, dims=None):
    if dims is None:
        return CellArray(object_array(elements(value), shape_of(value)))
    if type(value) is FunctionHandle:
        return CellArray.of([value])
    lengths = shape_of(value)
    whole = {dimension(float(d)) for d in as_array(dims).ravel()}
    shape = tuple(1 if axis in whole else n for axis, n in enumerate(lengths))
    cells = np.empty(shape, object, order="F")
    block = _blocks_of(value, lengths)
    for position in np.ndindex(shape):
        cells[position] = block([(0, lengths[a]) if a in whole else (i, i + 1) for a, i in enumerate(position)])
    return CellArray(cells)


def _blocks_of(value: Any, shape: tuple[int, ...]) -> Callable[[Sequence[tuple[int, int]]], Any]:
    """A function that gives a block of a value of any class: from and to (from 0) along each dimension of ``shape``."""
    if isinstance(value, Sparse):
        return lambda ends: Sparse(value.matrix[tuple(slice(*pair) for pair in ends[:2])])
    if isinstance(value, HostObject):
        return lambda ends: value.index([Tensor(np.arange(a + 1.0, b + 1.0).reshape(1, -1)) for a, b in ends])
    array = elements_of(value).reshape(shape, order="F")
    return lambda ends: like(value, array[tuple(slice(*pair) for pair in ends)])


def _blocks_of_objects(call: Any, value: Any) -> Callable[[Sequence[tuple[int, int]]], Any]:
    def block(ends: Sequence[tuple[int, int]]) -> Any:
        places = CellArray.of([Tensor(np.arange(a + 1.0, b + 1.0).reshape(1, -1)) for a, b in ends], (1, len(ends)))
        step = StructArray.scalar({"type": CharArray.row("()"), "subs": places})
        return call.feval("subsref", value, step)[0]

    return block


@builtin(
    "mat2cell",
    "C = mat2cell(A, dim1Dist, ..., dimNDist)",
    "C = mat2cell(A, rowDist)",
    summary="Divide an array into blocks of the given sizes, one per cell.",
    examples=(
        Example("mat2cell([1 2 3; 4 5 6], [1 1], [2 1])", "{[1 2], 3; [4 5], 6}"),
        Example("mat2cell([1; 2; 3], [1 2])", "{1; [2; 3]}"),
        Example("mat2cell('abcd', 1, [1 3])", "{'a', 'bcd'}"),
        Example("c = mat2cell(datetime(2020,1,1:3), 1, [1 2]); day(c{2})", "[2 3]"),
        Example("c = mat2cell(speye(3), [1 2]); issparse(c{2}) && isequal(c{2}, [0 1 0; 0 0 1])", "true"),
    ),
    errors=(ErrorCase("mat2cell([1 2 3], 1, [1 1])", "MATLAB:mat2cell:VectorSumMismatch", "must sum to each dimension"),),
    facts=Fact.SPARSE | Fact.OBJECTS,
)
def mat2cell(call, value, *distributions):
    has_own_size = getattr(value, "cls", None) is not None  # objects may have a size and subscripts of their own
    shape = tuple(int(n) for n in as_array(call.feval("size", value)[0]).ravel()) if has_own_size else shape_of(value)
    sizes = [[int(n) for n in as_array(d).ravel(order="F")] for d in distributions]
    if not sizes:
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
    sizes += [[n] for n in shape[len(sizes) :]]
    shape += (1,) * (len(sizes) - len(shape))
    if tuple(map(sum, sizes)) != shape:
        raise call.error(
            f"Input arguments, D1 through D{len(sizes)}, must sum to each dimension of the input matrix size, [{' '.join(map(str, shape))}].",
            "MATLAB:mat2cell:VectorSumMismatch",
        )
    edges = [np.concatenate([[0], np.cumsum(s)]).astype(int) for s in sizes]
    cells = np.empty(tuple(map(len, sizes)), object, order="F")
    block = _blocks_of_objects(call, value) if has_own_size else _blocks_of(value, shape)
    for position in np.ndindex(cells.shape):
        cells[position] = block([(e[i], e[i + 1]) for e, i in zip(edges, position, strict=True)])
    return CellArray(cells)


def _check_contents(items: Sequence[Any]) -> None:
    classes = {class_of(item) for item in items}
    if len(classes) > 1:
        raise MatlabError("All contents of the input cell array must be of the same data type.", "MATLAB:cell2mat:MixedDataTypes")
    if type(items[0]) in (CellArray, FunctionHandle) or (isinstance(items[0], HostObject) and not isinstance(items[0], Sparse)):
        raise MatlabError(
            "CELL2MAT does not support cell arrays containing cell arrays or objects.", "MATLAB:cell2mat:UnsupportedCellContent"
        )


@builtin(
    "cell2mat",
    "A = cell2mat(C)",
    summary="Join the contents of a cell array into one array.",
    examples=(
        Example("cell2mat({1, 2; 3, 4})", "[1 2; 3 4]"),
        Example("cell2mat({[1 2], 3; [4 5], 6})", "[1 2 3; 4 5 6]"),
        Example("cell2mat({'ab', 'c'})", "'abc'"),
        Example("cell2mat({})", "[]"),
        Example("cell2mat({sparse([1 0; 0 2]), [3; 0]})", "sparse([1 0 3; 0 2 0])"),
    ),
    errors=(
        ErrorCase("cell2mat({1, 'a'})", "MATLAB:cell2mat:MixedDataTypes", "same data type"),
        ErrorCase("cell2mat({{1}, {2}})", "MATLAB:cell2mat:UnsupportedCellContent", "does not support"),
        ErrorCase("cell2mat(3)", "MATLAB:cell2mat:InvalidInput"),
    ),
    facts=Fact.OBJECTS,
)
def cell2mat(call, value):
    if type(value) is not CellArray:
        raise call.error(f"Input must be a cell array, not of class '{class_of(value)}'.", "MATLAB:cell2mat:InvalidInput")
    cells = value.array
    if not cells.size:
        return _EMPTY
    items = list(cells.ravel(order="F"))
    if set(map(type, items)) == {float}:
        return np.array(items).reshape(cells.shape, order="F")
    _check_contents(items)
    if any(isinstance(item, Sparse) for item in items):
        lines = [call.feval("horzcat", *row)[0] for row in cells.reshape(cells.shape[0], -1)]
        return call.feval("vertcat", *lines)[0]
    if cells.ndim == 2 and cells.shape[0] < cells.shape[1]:
        return horzcat([vertcat(list(column)) for column in cells.T])
    return _joined(cells)


def _joined(cells: np.ndarray) -> Any:
    """The blocks joined along columns first, then rows, then the further dimensions."""
    order = [1, 0, *range(2, cells.ndim)]
    for axis in order:
        front = np.moveaxis(cells, axis, -1)
        reduced = np.empty(front.shape[:-1], object)
        for position in np.ndindex(reduced.shape):
            reduced[position] = cat(axis + 1, list(front[position]))
        cells = np.expand_dims(reduced, axis)
    return cells.flat[0]


@builtin(
    "struct2cell",
    "C = struct2cell(S)",
    summary="The contents of a struct's fields as a cell array, fields along the first dimension.",
    examples=(
        Example("struct2cell(struct('a', 1, 'b', 'x'))", "{1; 'x'}"),
        Example("size(struct2cell(struct('a', {1, 2, 3})))", "[1 1 3]"),
    ),
    errors=(ErrorCase("struct2cell(1)", "MATLAB:struct2cell:InvalidInput"),),
    facts=Fact.COMPILED | Fact.OBJECTS,
)
def struct2cell(call, value):
    if type(value) is not StructArray:
        raise call.error("Input must be a structure.", "MATLAB:struct2cell:InvalidInput")
    items = [item[field] for item in value.array.ravel(order="F") for field in value.fields]
    return CellArray(object_array(items, (len(value.fields), *value.shape)))


@builtin(
    "cell2struct",
    "S = cell2struct(C, fields, dim)",
    "S = cell2struct(C, fields)",
    summary="A struct array whose fields are taken along a dimension of a cell array.",
    examples=(
        Example("cell2struct({1; 'x'}, {'a'; 'b'}, 1)", "struct('a', 1, 'b', 'x')"),
        Example("cell2struct({1, 2}, {'a', 'b'}, 2)", "struct('a', 1, 'b', 2)"),
        Example("size(cell2struct({1, 2; 3, 4}, {'a', 'b'}, 1))", "[2 1]"),
    ),
    errors=(ErrorCase("cell2struct({1, 2}, {'a'}, 2)", "MATLAB:cell2struct:InvalidFieldCount", "Number of field names must match"),),
    facts=Fact.OBJECTS,
)
def cell2struct(call, value, fields, dim=1.0):
    from .structs import field_names

    if type(value) is not CellArray:
        raise call.error(f"First argument must be a cell array, not of class '{class_of(value)}'.", "MATLAB:cell2struct:InvalidInput")
    names, axis = field_names(fields), dimension(dim)
    count = value.array.shape[axis] if axis < value.array.ndim else 1
    if len(names) != count:
        raise call.error("Number of field names must match number of fields in new structure.", "MATLAB:cell2struct:InvalidFieldCount")
    array = value.array if axis < value.array.ndim else value.array.reshape(value.array.shape + (1,) * (axis + 1 - value.array.ndim))
    slices = np.moveaxis(array, axis, 0)
    rest = slices.shape[1:]
    shape = (*rest, 1) if len(rest) == 1 else rest
    flat = slices.reshape(len(names), -1, order="F") if slices.size else slices.reshape(len(names), 0)
    items = [dict(zip(names, flat[:, i], strict=True)) for i in range(int(np.prod(shape)))]
    return StructArray(object_array(items, shape), names)


@builtin(
    "cellslices",
    "C = cellslices(A, lower, upper)",
    "C = cellslices(A, lower, upper, dim)",
    summary="Slices of an array between pairs of bounds, one per cell.",
    examples=(Example("cellslices(1:4, [1 3], [2 4])", "{[1 2], [3 4]}"),),
    facts=Fact.OBJECTS,
)
def cellslices(call, value, lower, upper, dim=None):
    array = elements_of(value)
    axis = dimension(dim) if dim is not None else next((i for i, n in enumerate(array.shape) if n != 1), 0)
    slices = []
    for low, high in zip(as_array(lower).flat, as_array(upper).flat, strict=True):
        key = [slice(None)] * array.ndim
        if axis >= array.ndim:
            break
        key[axis] = slice(int(low) - 1, max(int(high), int(low) - 1))
        slices.append(like(value, array[tuple(key)]))
    return CellArray.of(slices)


def _display_cells(call: Any, value: CellArray, name: str) -> None:
    gap = "" if call.display_format.compact else " \n"
    rows, columns = value.array.shape[0], value.array.size // max(value.array.shape[0], 1)
    for position, item in enumerate(value.array.ravel(order="F")):
        i, j = position % rows + 1, position // rows + 1
        label = f"{name}{{{position + 1}}}" if 1 in (rows, columns) else f"{name}{{{i},{j}}}"
        if type(item) is CellArray and item.numel:
            _display_cells(call, item, label)
            continue
        call.write(f"{gap}{label} =\n{gap}")
        if numel_of(item):
            call.session.feval("disp", [item], 0)
        else:
            call.write("     " + {"char": "''", "cell": "{}"}.get(class_of(item), "[]") + "\n")
        call.write(gap)


@builtin(
    "celldisp",
    "celldisp(C)",
    "celldisp(C, name)",
    summary="Display the contents of a cell array, cell by cell, under the name of the variable or another one.",
    examples=(
        Example(
            "C = {'ab', 5}; strsplit(strtrim(evalc('celldisp(C)')), newline)", "{'C{1} =', ' ', 'ab', ' ', ' ', 'C{2} =', ' ', '     5'}"
        ),
    ),
    errors=(ErrorCase("celldisp(1)", "MATLAB:celldisp:notCellArray", "Must be a cell array."),),
    facts=Fact.OBJECTS,
)
def celldisp(call, value, name=None):
    if type(value) is not CellArray:
        raise call.error("Must be a cell array.", "MATLAB:celldisp:notCellArray")
    _display_cells(call, value, text_of(name, "name") if name is not None else call.session.given_name("celldisp", 1) or "ans")

"""Images of several bands in raw files: multibandread and multibandwrite."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import nullcontext
from types import MappingProxyType
from typing import Any

import numpy as np

from ...base.stored import replacing, reserve
from ...builtins import arguments as arg
from ...builtins.spec import ErrorCase, Example, builtin
from ...values.classes import DTYPES
from ...values.containers import CellArray
from ...values.convert import as_array, class_of, text_of, to_value
from ...values.tensor import Tensor

_AXES: MappingProxyType[str, tuple[int, int, int]] = MappingProxyType({"bsq": (2, 0, 1), "bil": (0, 2, 1), "bip": (0, 1, 2)})
"""Rows, columns and bands in the order of the file, the slowest first."""
_ALIKE = {"float32": "single", "float": "single", "float64": "double", "uchar": "uint8", "schar": "int8", "short": "int16", "int": "int32"}
_FILE = "f = tempname; x = reshape(1:24,2,3,4); "


def _class(call: Any, name: str) -> str:
    kind = _ALIKE.get(name.strip().lower(), name.strip().lower())
    if kind not in DTYPES or kind == "logical":
        raise call.error(f"Invalid precision '{name}'.", f"MATLAB:{call.name}:InvalidPrecision")
    return kind


def _order(call: Any, interleave: Any) -> tuple[int, int, int]:
    word = text_of(interleave).lower()
    if word not in _AXES:
        raise call.error("The interleave must be 'bsq', 'bil', or 'bip'.", f"MATLAB:{call.name}:InvalidInterleave")
    return _AXES[word]


def _byte_order(call: Any, name: Any) -> str:
    order = {"ieee-le": "<", "l": "<", "ieee-be": ">", "b": ">", "n": "=", "native": "="}.get(text_of(name).lower())
    if order is None:
        raise call.error("The byte order must be 'ieee-le' or 'ieee-be'.", f"MATLAB:{call.name}:InvalidByteOrder")
    return order


@builtin(
    "multibandread", "X = multibandread(filename, size, precision, offset, interleave, byteorder)",
    "X = multibandread(filename, size, precision, offset, interleave, byteorder, subset1, subset2, subset3)",
    summary="Read an image of several bands (rows, columns, bands) from a raw file, or parts of it.",
    examples=(
        Example(_FILE + "multibandwrite(x,f,'bil'); y = multibandread(f,[2 3 4],'double',0,'bil','n'); delete(f); isequal(x,y)", "true"),
        Example(_FILE + "multibandwrite(int16(x),f,'bip'); y = multibandread(f,[2 3 4],'int16=>int16',0,'bip','n',{'Band',[1 4]},{'Row','Range',[2 1 2]}); delete(f); y(:,:,2)",
                "int16([20 22 24])"),
    ),
    errors=(
        ErrorCase("multibandread('nosuchfile',[1 1 1],'uint8',0,'bsq','ieee-le')", "MATLAB:multibandread:FileOpen"),
        ErrorCase(_FILE + "multibandwrite(x,f,'bsq'); multibandread(f,[9 9 9],'double',0,'bsq','n')", "MATLAB:multibandread:FileTooShort"),
        ErrorCase(_FILE + "multibandwrite(x,f,'bsq'); multibandread(f,[2 3 4],'double',0,'bxx','n')", "MATLAB:multibandread:InvalidInterleave"),
    ),
    see_also=("multibandwrite", "fread"),
)  # fmt: skip
def multibandread(
    call: Any, filename: Any, size: Any, precision: Any, offset: Any, interleave: Any, byteorder: Any, *subsets: Any
) -> Tensor:
    path, shape = os.path.expanduser(text_of(filename, "file name")), tuple(int(n) for n in arg.flat(size))
    if len(shape) != 3:
        raise call.error("The size must be a vector of three lengths.", "MATLAB:multibandread:InvalidSize")
    word = text_of(precision)
    source, _, target = word.partition("=>")
    if word.startswith("*"):
        source = target = word[1:]
    own, result = _class(call, source), _class(call, target or "double")
    axes = _order(call, interleave)
    dtype = np.dtype(DTYPES[own]).newbyteorder(_byte_order(call, byteorder))
    if not os.path.isfile(path):
        raise call.error(f"Unable to open {path} for reading.", "MATLAB:multibandread:FileOpen")
    start = int(arg.scalar(offset))
    if os.path.getsize(path) < start + int(np.prod(shape)) * dtype.itemsize:
        raise call.error("The file is shorter than its offset and size say.", "MATLAB:multibandread:FileTooShort")
    stored = np.memmap(path, dtype, "r", start, tuple(shape[a] for a in axes))
    image = stored.transpose(np.argsort(axes))
    for axis, places in enumerate(_places(call, subsets, shape)):
        if places is not None:
            image = image.take(places, axis=axis)
    data = np.array(image, dtype.newbyteorder("="), order="F")
    return call.feval(result, Tensor(data))[0]


def _places(call: Any, subsets: Sequence[Any], shape: tuple[int, ...]) -> list[np.ndarray | None]:
    """The selected positions of rows, columns and bands; None selects all."""
    places: list[np.ndarray | None] = [None, None, None]
    for subset in subsets:
        parts = list(subset.array.ravel(order="F")) if type(subset) is CellArray else []
        words = [text_of(p).lower() for p in parts[:-1]]
        axis = next((k for k, n in enumerate(("row", "column", "band")) if words and words[0] == n), None)
        if axis is None or len(parts) not in (2, 3) or words[1:] not in ([], ["direct"], ["range"]):
            raise call.error("A subset must be {dim, index} or {dim, method, index}.", "MATLAB:multibandread:InvalidSubset")
        numbers = arg.flat(parts[-1])
        if words[1:] == ["range"]:
            first, step, last = (numbers[0], 1, numbers[1]) if numbers.size == 2 else tuple(numbers[:3])
            numbers = np.arange(first, last + 1, step)
        if numbers.size and (numbers.min() < 1 or numbers.max() > shape[axis]):
            raise call.error("A subset goes beyond the image.", "MATLAB:multibandread:InvalidSubset")
        places[axis] = numbers.astype(int) - 1
    return places


@builtin(
    "multibandwrite", "multibandwrite(data, filename, interleave)", "multibandwrite(data, filename, interleave, start, totalsize)",
    "multibandwrite(..., Name, Value)",
    summary="Write an image of several bands to a raw file, or a part of a larger one: 'precision', 'offset', 'machfmt', 'fillvalue'.",
    examples=(
        Example(_FILE + "multibandwrite(x,f,'bsq'); i = fopen(f); v = fread(i,3,'double')'; fclose(i); delete(f); v", "[1 3 5]"),
        Example(_FILE + "multibandwrite(uint8([7 8]),f,'bip',[2 2 1],[2 3 1],'fillvalue',9); y = multibandread(f,[2 3 1],'uint8',0,'bip','n'); delete(f); y",
                "[9 9 9;9 7 8]"),
    ),
    errors=(
        ErrorCase("multibandwrite('a','f','bsq')", "MATLAB:multibandwrite:InvalidData"),
        ErrorCase("multibandwrite(1,'f','bsq',[2 1 1],[1 1 1])", "MATLAB:multibandwrite:InvalidStart"),
    ),
    see_also=("multibandread", "fwrite"),
)  # fmt: skip
def multibandwrite(call: Any, data: Any, filename: Any, interleave: Any, *rest: Any) -> None:
    if class_of(data) not in DTYPES or class_of(data) == "char" or as_array(data).ndim > 3 or as_array(data).dtype.kind == "c":
        raise call.error("The data must be a real numeric array of at most three dimensions.", "MATLAB:multibandwrite:InvalidData")
    positional = list(rest)
    start = total = None
    if len(positional) >= 2 and class_of(positional[0]) not in ("char", "string"):
        start, total = (tuple(int(n) for n in arg.flat(positional.pop(0))) for _ in range(2))
    options = arg.name_values(positional, "multibandwrite", "precision offset machfmt fillvalue")
    name = (
        _class(call, text_of(options["precision"]))
        if "precision" in options
        else class_of(data)
        if class_of(data) != "logical"
        else "uint8"
    )
    image = as_array(call.feval(name, data)[0])
    image = image.reshape((*image.shape, 1)[:3], order="F")
    axes = _order(call, interleave)
    dtype = np.dtype(DTYPES[name]).newbyteorder(_byte_order(call, options.get("machfmt", to_value("n"))))
    offset = int(arg.scalar(options["offset"])) if "offset" in options else 0
    path = os.path.expanduser(text_of(filename, "file name"))
    shape = total if total is not None else image.shape
    at = tuple(n - 1 for n in start) if start is not None else (0, 0, 0)
    if len(shape) != 3 or len(at) != 3 or any(a < 0 or a + n > s for a, n, s in zip(at, image.shape, shape, strict=True)):
        raise call.error("The part goes beyond the total size.", "MATLAB:multibandwrite:InvalidStart")
    try:
        extends = os.path.isfile(path) and start is not None and os.path.getsize(path) >= offset + int(np.prod(shape)) * dtype.itemsize
        with nullcontext(path) if extends else replacing(path) as file:
            reserve(file, offset + int(np.prod(shape)) * dtype.itemsize)
            stored = np.memmap(file, dtype, "r+", offset, tuple(shape[a] for a in axes))
            whole = stored.transpose(np.argsort(axes))
            if not extends and start is not None:
                whole[...] = options.number("fillvalue", 0)
            whole[tuple(slice(a, a + n) for a, n in zip(at, image.shape, strict=True))] = image
            stored.flush()
    except OSError as error:
        raise call.error(f"Unable to open {path} for writing.", "MATLAB:multibandwrite:FileOpen") from error
    call.session.wrote(path)

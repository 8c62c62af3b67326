"""HDF5 files by way of h5py, which is an extra: opening them, and what their datasets and attributes are as Values.

Dimensions are turned round: what varies fastest is the first dimension here and the last one in a file.
"""

from __future__ import annotations

import io
import mmap
import os
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from math import prod
from typing import Any

import numpy as np

from ....base.errors import Damaged, MatlabError
from ....base.folders import absolute
from ....base.stored import replacing, reserve, unwritten
from ....values import CellArray, CharArray, StringArray, StructArray, Tensor, object_array
from ....values.convert import as_array, class_of, shape_of, text_of, to_value
from .damage import check_memory, reading

CLASSES = ("double", "single", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64")
_HEAP = b"GCOL\x01\0\0\0"
"""How a collection of texts of any length begins."""
_SEARCHED = 1 << 28
"""Bytes of a file that is searched for such collections; larger ones would take too long."""
_COPIED = 1 << 26
"""Bytes of a file that is copied to be changed; larger ones are changed in their place."""


def library(name: str) -> Any:
    """The module h5py; the error that names the extra where it is not installed."""
    try:
        import h5py
    except ImportError:
        message = f"'{name}' is not available: HDF5 files need the package h5py (pip install 'runmat-kernel[hdf5]', or pip install h5py)."
        raise MatlabError(message, f"RunMat:{name}:notAvailable") from None
    return h5py


def is_there() -> bool:
    """Whether h5py is installed."""
    from importlib.util import find_spec

    return find_spec("h5py") is not None


def opened(call: Any, source: Any, mode: str = "r", growth: int = 0) -> Any:
    """The h5py.File of a file name, which the caller closes.  ``mode`` is "r", "r+", or "a" for a file that may be made, ``growth`` about
    how many bytes are added."""
    h5py = library(call.name)
    path = os.path.expanduser(text_of(source, "file name"))
    location = call.session.path.file(path) if mode == "r" else path
    path = absolute(location if os.path.isfile(location) else path)
    if mode != "a" and not os.path.isfile(path):
        message = "The filename specified was either not found on the MATLAB path or it contains unsupported characters."
        raise call.error(message, f"MATLAB:imagesci:{call.name}:{'fileDoesNotExist' if mode == 'r+' else 'fileOpenErr'}")
    if os.path.isfile(path) and not h5py.is_hdf5(path):
        raise call.error(f"The file '{path}' is not an HDF5 file.", f"MATLAB:imagesci:{call.name}:notHDF5")
    return _changing(call, path, growth) if mode != "r" else _reading(call, path)


@contextmanager
def _reading(call: Any, path: str) -> Iterator[Any]:
    with reading(path, "HDF5 file", f"MATLAB:imagesci:{call.name}:unableToOpenFile"):
        check_heaps(path)
        file = library(call.name).File(path, "r")
    with reading(path, "HDF5 file", f"MATLAB:imagesci:{call.name}:libraryError"), file:
        yield file


@contextmanager
def _changing(call: Any, path: str, growth: int) -> Iterator[Any]:
    try:
        with changing(path, growth) as file:
            yield file
    except OSError as error:
        raise call.error(unwritten(error, path), f"MATLAB:imagesci:{call.name}:unableToOpenFile") from error


class _Guarded(io.FileIO):
    """A file that refuses the HDF5 library nothing, since a write that fails while that closes a file can end the process.  What was
    refused first is kept in ``error``."""

    error: OSError | None = None

    def write(self, data: Any) -> int:
        left = memoryview(data).cast("B")
        size = len(left)
        try:
            while self.error is None and len(left):
                left = left[super().write(left) :]
        except OSError as error:
            self.error = error
        return size

    def truncate(self, size: int | None = None) -> int:
        try:
            super().truncate(size)
        except OSError as error:
            self.error = self.error or error
        return size or 0


@contextmanager
def creating(path: str, header: bytes, **options: Any) -> Iterator[Any]:
    """An h5py.File that replaces the file ``path`` when the block ends, with a header in its user block.  Raises OSError."""
    with replacing(path) as name, _opened(name, "w+", "w", **options) as (file, stream):
        yield file
        file.close()
        stream.seek(0)
        stream.write(header)


@contextmanager
def changing(path: str, growth: int) -> Iterator[Any]:
    """An h5py.File to change, or a new one.  Raises OSError; the file is as it was then.

    A large file is not copied: it is changed in its place where the disk has room for ``growth`` more bytes.
    """
    size = os.path.getsize(path) if os.path.isfile(path) else 0
    if size > _COPIED:
        reserve(path, size + growth)
        with _opened(path, "r+", "r+") as (file, _):
            yield file
        return
    with replacing(path, update=True) as name, _opened(name, "r+", "r+" if size else "w") as (file, _):
        yield file


@contextmanager
def _opened(name: str, mode: str, form: str, **options: Any) -> Iterator[tuple[Any, _Guarded]]:
    import h5py

    with _Guarded(name, mode) as stream:
        try:
            with h5py.File(stream, form, **options) as file:
                yield file, stream
        finally:
            if stream.error is not None:
                raise stream.error


def check_heaps(path: str) -> None:
    """Refuse a file with a collection of texts in which free space has no size: the library would read it for ever.

    Source: "HDF5 File Format Specification", global heap.
    """
    if not 0 < os.path.getsize(path) <= _SEARCHED:
        return
    with open(path, "rb") as stream, mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ) as data:
        at = data.find(_HEAP)
        while at >= 0:
            _check_heap(data, at)
            at = data.find(_HEAP, at + len(_HEAP))


def _check_heap(data: mmap.mmap, start: int) -> None:
    """Objects follow each other, each a header (number, uses, size) and data filled up to eight bytes; number 0 is free space."""
    header = struct.Struct("<HHIQ")
    (size,) = struct.unpack("<Q", data[start + 8 : start + 16].ljust(8, b"\0"))
    at, end = start + 16, min(start + size, len(data))
    while at + header.size <= end:
        number, _, _, length = header.unpack_from(data, at)
        if not number and not length:
            raise Damaged("its texts are damaged")
        at += header.size + -(-length // 8) * 8 if number else length


def elements(stored: Any, part: tuple[slice, ...] = ()) -> Any:
    """What h5py reads of a dataset or of a part of it; refused where that is more than there is memory for."""
    lengths = [len(range(*piece.indices(length))) for piece, length in zip(part, stored.shape, strict=True)] if part else stored.shape or ()
    check_memory(prod(lengths) * stored.dtype.itemsize)
    return stored[part]


def full_path(call: Any, name: Any, what: str = "dataset name") -> str:
    """The path of an object in a file, which begins with a slash."""
    text = text_of(name, what)
    if not text.startswith("/"):
        raise call.error(f"The {what} must be a full path that begins with '/'.", f"MATLAB:imagesci:{call.name}:notFullPathName")
    return text


def failure(call: Any, reason: str) -> MatlabError:
    """The error for what the HDF5 library refuses."""
    message = f"The HDF5 library encountered an error and produced the following information:\n\n    {reason}"
    return call.error(message, f"MATLAB:imagesci:{call.name}:libraryError")


def turned(array: np.ndarray) -> np.ndarray:
    """An array as h5py gives it with its dimensions turned round, at least two of them."""
    array = array.T
    return np.asfortranarray(array.reshape((array.size, 1) if array.ndim == 1 else (1, 1), order="F") if array.ndim < 2 else array)


def texts(array: np.ndarray) -> np.ndarray:
    """Python strings of an array of bytes or strings."""
    result = np.empty(array.shape, object)
    for place in np.ndindex(array.shape):
        item = array[place]
        result[place] = item.decode("utf-8", "replace").split("\0")[0] if isinstance(item, bytes) else "" if not item else str(item)
    return result


def value_of(call: Any, data: Any, dtype: np.dtype) -> Any:
    """The Value of what h5py read; ``dtype`` is the type that it knows the file's type by."""
    h5py = library(call.name)
    if isinstance(data, h5py.Empty):
        return CharArray.row("") if h5py.check_string_dtype(dtype) is not None else Tensor(np.zeros((0, 0)))
    if dtype.subdtype is not None:
        dtype = dtype.subdtype[0]
    array = np.asarray(data, object) if isinstance(data, (str, bytes)) else np.asarray(data)
    if h5py.check_string_dtype(dtype) is not None:
        return StringArray(turned(texts(array)))
    if (names := h5py.check_enum_dtype(dtype)) is not None or dtype.kind == "b":
        names = names if names is not None else {"FALSE": 0, "TRUE": 1}
        words = {int(number): CharArray.row(name) for name, number in names.items()}
        return CellArray(turned(object_array([words[int(n)] for n in array.ravel()], (array.size,)).reshape(array.shape)))
    if h5py.check_ref_dtype(dtype) is not None:
        raise failure(call, "Datasets of references to other objects cannot be read.")
    if (inner := h5py.check_vlen_dtype(dtype)) is not None:
        items = [value_of(call, item, inner) for item in array.ravel()]
        return CellArray(turned(object_array(items, (array.size,)).reshape(array.shape)))
    if dtype.kind == "c":
        return StructArray.scalar({"r": to_value(turned(array.real)), "i": to_value(turned(array.imag))})
    if dtype.names:
        return StructArray.scalar({name: value_of(call, array[name], dtype[name]) for name in dtype.names})
    if dtype.kind == "V":  # bytes without a meaning
        raw = [to_value(np.frombuffer(bytes(item), np.uint8).reshape(-1, 1)) for item in array.ravel()]
        return CellArray(turned(object_array(raw, (array.size,)).reshape(array.shape)))
    return Tensor(turned(native(array)))


def native(array: np.ndarray) -> np.ndarray:
    """Numbers of a class of the language: halves are singles, long doubles are doubles."""
    if array.dtype.kind == "f" and array.dtype.itemsize not in (4, 8):
        return array.astype(np.float32 if array.dtype.itemsize < 4 else np.float64)
    return array.astype(array.dtype.newbyteorder("="), copy=False)


def stored(call: Any, value: Any) -> np.ndarray:
    """What h5py writes for a Value, dimensions turned round; strings are objects."""
    own = class_of(value)
    if own in ("string", "cell", "char"):
        strings = call.feval("string", value)[0]
        array = np.asarray(strings.array, object) if type(strings) is StringArray else np.array([[text_of(strings)]], object)
        if any(text is None for text in array.flat):
            raise call.error("Missing strings cannot be written to an HDF5 file.", f"MATLAB:imagesci:{call.name}:missingString")
        return array.T
    if own not in (*CLASSES, "logical"):
        raise call.error(f"Data of class '{own}' cannot be written to an HDF5 file.", f"MATLAB:imagesci:{call.name}:unsupportedDatatype")
    array = as_array(call.feval("full", value)[0])
    if array.dtype.kind == "c":
        raise call.error("Complex data cannot be written to an HDF5 file.", f"MATLAB:imagesci:{call.name}:complexData")
    array = array.astype(np.uint8) if array.dtype.kind == "b" else array
    return np.ascontiguousarray(array.reshape(shape_of(value), order="F").T)


def attribute_value(call: Any, attributes: Any, name: str) -> Any:
    """The Value of an attribute: a text of fixed length is a char row, others are strings."""
    h5py = library(call.name)
    dtype = attributes.get_id(name).dtype
    check_memory(attributes.get_id(name).get_storage_size())
    data = attributes[name]
    known = h5py.check_string_dtype(dtype)
    if known is not None and known.length is not None and not isinstance(data, h5py.Empty) and np.ndim(data) == 0:
        return CharArray.row(str(texts(np.array(data, object))[()]))
    return value_of(call, data, dtype)

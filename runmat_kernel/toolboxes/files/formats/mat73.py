""".mat files of version 7.3, which are HDF5 files: their variables read and written one by one.

A variable is a dataset or a group of its name whose attributes tell its class.  Cells, and structure arrays that are not 1-by-1, are
datasets of references to what lies in the group ``#refs#``; dimensions are turned round, as in all HDF5 files.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from math import prod
from typing import Any

import numpy as np

from ....base.errors import Damaged, MatlabError
from ....values import CellArray, CharArray, StructArray, Tensor
from ....values.containers import object_array
from ....values.convert import as_array, class_of, shape_of
from ....values.sparse.matrix import Sparse
from . import hdf5_files as files
from .damage import check_memory, reading
from .mat_structure import check_depth
from .stored_objects import StoredObjects

_REFERENCES = "#refs#"
_SUBSYSTEM = "#subsystem#"
_HEADER = 512
_OPAQUE = [("s0", object), ("s1", object), ("s2", object), ("arr", object)]
_SLACK = 1 << 20
"""Bytes that a file may grow by beside its data."""
_STRUCTURE_BYTES = 200
"""Bytes that a structure without fields takes, about."""
_COMPRESSED_ABOVE = 1000
"""Elements above which a dataset is compressed: a chunk has its own cost."""
_DTYPES = {"double": np.float64, "single": np.float32, "logical": np.bool_}


def is_version_73(path: str) -> bool:
    """Whether a file is one, or any HDF5 file."""
    with open(path, "rb") as stream:
        head = stream.read(_HEADER + 8)
    return head.startswith((b"MATLAB 7.3", b"\x89HDF")) or head[_HEADER:] == b"\x89HDF\r\n\x1a\n"


# --- reading ---------------------------------------------------------------------------------------------------------------


class Reader:
    """The variables of a file; ``value_of`` makes Values of what arrays of NumPy stand for (see ``library.matfiles.from_mat``)."""

    def __init__(self, path: str, value_of: Callable[[Any, StoredObjects | None], Any]) -> None:
        self.h5py = files.library("load")
        self.path, self.make = path, value_of
        self.objects: StoredObjects | None = None

    def __enter__(self) -> Reader:
        with reading_mat(self.path):
            files.check_heaps(self.path)
            self.file = self.h5py.File(self.path, "r")
        return self

    def __exit__(self, *_: Any) -> None:
        self.file.close()

    def names(self) -> list[str]:
        with reading_mat(self.path):
            return [name for name in self.file if not name.startswith("#")]

    def read(self, chosen: Iterable[str]) -> dict[str, Any]:
        """These variables as Values."""
        with reading_mat(self.path):
            if _SUBSYSTEM in self.file and "MCOS" in self.file[_SUBSYSTEM]:
                cells = self._referred(self.file[_SUBSYSTEM]["MCOS"]).ravel(order="F")
                self.objects = StoredObjects.of_cells(cells, lambda item: self.make(item, self.objects))
            return {name: self.make(self._item(self.file[name]), self.objects) for name in chosen}

    def part(self, name: str, subscripts: tuple[slice, ...]) -> Any:
        """A part of a variable of numbers, logicals or characters, or None for one that has to be read whole."""
        with reading_mat(self.path):
            item = self.file.get(name)
            if not _is_plain(item) or item.ndim != len(subscripts):
                return None
            part = subscripts[::-1]
            if any((length if piece.stop is None else piece.stop) > length for piece, length in zip(part, item.shape, strict=True)):
                return None
            return self.make(self._plain(files.elements(item, part), _class(item)), None)

    def size(self, name: str) -> tuple[tuple[int, ...], str] | None:
        """Size and class of a variable, where it need not be read for them."""
        with reading_mat(self.path):
            item = self.file[name]
            return (tuple(item.shape[::-1]), _class(item) or "") if _is_plain(item) else None

    def _item(self, node: Any) -> Any:
        own = _class(node)
        if "MATLAB_object_decode" in node.attrs and int(np.ravel(node.attrs["MATLAB_object_decode"])[0]) == 3:
            return self._object(node, own or "")
        if isinstance(node, self.h5py.Group):
            if "MATLAB_sparse" in node.attrs:
                return _sparse(node, own or "double")
            return self._structure(node)
        if node.attrs.get("MATLAB_empty", 0):
            return _empty(node, own or "double")
        if self.h5py.check_ref_dtype(node.dtype) is not None:
            cells = self._referred(node)
            return cells if own != "struct" else _records(cells, ())
        return self._plain(files.elements(node), own)

    def _plain(self, data: Any, own: str | None) -> Any:
        """Numbers, logicals or characters; ``own`` is None where another program made the dataset."""
        if own is None and np.asarray(data).dtype.kind in "OS":
            return (
                CharArray.row(str(files.texts(np.asarray(data, object)).ravel()[0]))
                if np.size(data) == 1
                else files.texts(np.asarray(data))
            )
        array = np.asarray(data)
        if array.dtype.names is not None and set(array.dtype.names) == {"real", "imag"}:
            parts = files.native(array["real"]), files.native(array["imag"])
            array = np.empty(array.shape, np.complex64 if parts[0].dtype == np.float32 else np.complex128)
            array.real, array.imag = parts
        array = files.turned(array)
        if own == "char":
            return CharArray(array.astype(np.uint16))
        return array.astype(bool) if own == "logical" else array if array.dtype.kind in "cV" else files.native(array)

    def _referred(self, item: Any) -> np.ndarray:
        references = files.elements(item)
        cells = np.empty(references.shape, object)
        for place in np.ndindex(references.shape):
            cells[place] = self._item(self.file[references[place]])
        return files.turned(cells)

    def _structure(self, group: Any) -> Any:
        names = _fields(group)
        if not names:
            return StructArray(object_array([{}], (1, 1)), ())
        first = group[names[0]]
        if isinstance(first, self.h5py.Dataset) and self.h5py.check_ref_dtype(first.dtype) is not None and _class(first) is None:
            columns = {name: self._referred(group[name]) for name in names}
            record = np.empty(columns[names[0]].shape, [(name, object) for name in names])
            for name in names:
                record[name] = columns[name]
            return record
        record = np.empty((1, 1), [(name, object) for name in names])
        for name in names:
            record[0, 0][name] = self._item(group[name])
        return record

    def _object(self, item: Any, own: str) -> np.ndarray:
        opaque = np.empty(1, _OPAQUE)
        numbers = files.turned(files.elements(item)) if isinstance(item, self.h5py.Dataset) else self._structure(item)
        opaque[0] = (b"", b"MCOS", own.encode(), numbers)
        return opaque


def reading_mat(path: str, kinds: type[Exception] = Exception) -> AbstractContextManager[None]:
    """While a MAT-file of any version is read: MATLAB's error for one that is damaged (see ``damage.reading``)."""
    return reading(path, "MAT-file", "MATLAB:load:unableToReadMatFile", "Unable to read MAT-file {path}. File might be corrupt.", kinds)


def _class(item: Any) -> str | None:
    own = item.attrs.get("MATLAB_class")
    return None if own is None else own.decode() if isinstance(own, bytes) else str(own)


def _is_plain(item: Any) -> bool:
    """Whether this is a dataset of numbers, logicals or characters with elements."""
    own = _class(item) if hasattr(item, "dtype") else None
    if own is None or item.attrs.get("MATLAB_empty", 0) or "MATLAB_object_decode" in item.attrs:
        return False
    return own in (*files.CLASSES, "logical", "char") and item.ndim > 1


def _fields(group: Any) -> list[str]:
    """The fields of a structure in their order, which is an attribute; without it that of the file."""
    order = group.attrs.get("MATLAB_fields")
    names = [b"".join(np.ravel(letters)).decode() for letters in np.ravel(order)] if order is not None else []
    return names if names and all(name in group for name in names) else list(group)


def _records(cells: np.ndarray, names: tuple[str, ...]) -> StructArray:
    return StructArray(object_array([{name: Tensor(np.zeros((0, 0))) for name in names} for _ in range(cells.size)], cells.shape), names)


def _empty(node: Any, own: str) -> Any:
    shape = tuple(int(n) for n in np.ravel(files.elements(node)))
    if not 0 < len(shape) <= 32 or (0 not in shape and own != "struct"):  # structures without fields are written so, too
        raise Damaged("an empty array has elements")
    check_memory(prod(shape) * _STRUCTURE_BYTES)
    if own == "char":
        return CharArray(np.zeros(shape, np.uint16))
    if own == "cell":
        return np.empty(shape, object)
    if own == "struct":
        order = node.attrs.get("MATLAB_fields")
        names = tuple(b"".join(np.ravel(letters)).decode() for letters in np.ravel(order)) if order is not None else ()
        return _records(np.empty(shape, object), names)
    return np.zeros(shape, _DTYPES.get(own, own if own in files.CLASSES else np.float64), order="F")


def _sparse(group: Any, own: str) -> Any:
    from scipy.sparse import csc_array

    ends = files.elements(group["jc"]).astype(np.int64)
    rows = files.elements(group["ir"]).astype(np.int64) if "ir" in group else np.zeros(0, np.int64)
    data = files.elements(group["data"]) if "data" in group else np.zeros(0)
    if data.dtype.names is not None:
        data = data["real"] + 1j * data["imag"]
    data = data.astype(bool if own == "logical" else np.complex128 if data.dtype.kind == "c" else np.float64)
    matrix = csc_array((data, rows, ends), shape=(int(np.ravel(group.attrs["MATLAB_sparse"])[0]), len(ends) - 1))
    matrix.check_format(full_check=True)  # what works on sparse matrices trusts their indices
    return matrix


# --- writing ---------------------------------------------------------------------------------------------------------------


def write(path: str, variables: dict[str, Any], *, append: bool = False, compress: bool = True) -> None:
    """Write variables (after ``classes.packed``), beside what a file of this version holds with ``append``."""
    files.library("save")
    new = not (append and os.path.isfile(path))
    growth = _SLACK + sum(value.array.nbytes for value in variables.values() if type(value) is Tensor)
    options = {"userblock_size": _HEADER, "libver": ("earliest", "v110")}
    with files.creating(path, _header(), **options) if new else files.changing(path, growth) as file:
        writer = Writer(file, compress)
        for name, value in variables.items():
            writer.put(file, name, value, name)


def _header() -> bytes:
    """The first bytes of a file, which say its version and when it was made."""
    when = time.strftime("%a %b %d %H:%M:%S %Y")
    text = f"MATLAB 7.3 MAT-file, Platform: RunMat, Created on: {when} HDF5 schema 1.00 ."
    return text.encode()[:116].ljust(116) + bytes(8) + b"\x00\x02IM"


def write_part(path: str, name: str, subscripts: tuple[slice, ...], value: Any) -> bool:
    """Write elements of a variable of numbers in place.  False where they are of another class or shape, or the variable cannot grow."""
    files.library("save")
    if type(value) is Sparse:
        return False
    with files.changing(path, _SLACK + 2 * as_array(value).nbytes) as file:
        dataset = file.get(name)
        if not _is_plain(dataset) or dataset.ndim != len(subscripts) or class_of(value) != _class(dataset):
            return False
        array = as_array(value).reshape(shape_of(value), order="F")
        shape = tuple(dataset.shape[::-1])
        part = tuple(slice(p.start or 0, n if p.stop is None else p.stop, p.step or 1) for p, n in zip(subscripts, shape, strict=True))
        lengths = tuple(len(range(p.start, p.stop, p.step)) for p in part)
        if array.dtype.kind == "c" or dataset.dtype.names is not None or not all(lengths) or (array.size != 1 and array.shape != lengths):
            return False
        if not _can_hold(dataset, tuple(max(p.stop, n) for p, n in zip(part, shape, strict=True))[::-1]):
            return False
        array = array.astype(np.uint8) if array.dtype.kind == "b" else array
        dataset[part[::-1]] = array.T if array.size != 1 else array.item()
        return True


def _can_hold(dataset: Any, shape: tuple[int, ...]) -> bool:
    """Extend a dataset to a shape (in the order of the file) where it is smaller; False where it cannot grow so far."""
    if shape != tuple(dataset.shape):
        if any(most is not None and most < n for most, n in zip(dataset.maxshape, shape, strict=True)):
            return False
        dataset.resize(shape)
    return True


class Writer:
    """Puts Values into an h5py.File."""

    def __init__(self, file: Any, compress: bool) -> None:
        self.h5py = files.library("save")
        self.file, self.compress = file, compress
        self.count = 0

    def put(self, parent: Any, name: str, value: Any, variable: str, depth: int = 0) -> Any:
        """Write a Value, which lies in ``depth`` others, under a name of a group; the dataset or group that was made."""
        check_depth(variable, depth)
        if name in parent:
            del parent[name]
        kind = type(value)
        if kind is CellArray:
            references = self._references(parent, name, list(value.array.ravel(order="F")), value.shape, variable, depth)
            return _marked(references, "cell")
        if kind is StructArray:
            return self._structure(parent, name, value, variable, depth)
        if kind is Sparse:
            return self._sparse(parent, name, value)
        if kind is CharArray:
            return _marked(self._dataset(parent, name, value.array), "char", 2)
        if kind not in (Tensor, float, bool, complex):
            own = class_of(value)
            raise MatlabError(f"Variable '{variable}' of class '{own}' cannot be saved to a MAT-file.", "MATLAB:save:unsupportedClass")
        array = as_array(value).reshape(shape_of(value), order="F")
        if array.dtype.kind == "b":
            return _marked(self._dataset(parent, name, array.astype(np.uint8)), "logical", 1)
        return _marked(self._dataset(parent, name, array), class_of(value))

    def _dataset(self, parent: Any, name: str, array: np.ndarray) -> Any:
        if not array.size:
            return self._empty(parent, name, array.shape)
        if array.dtype.kind == "c":
            part = np.float32 if array.dtype == np.complex64 else np.float64
            array = np.asfortranarray(array).view([("real", part), ("imag", part)])
        many = self.compress and array.size > _COMPRESSED_ABOVE
        room = {"compression": "gzip", "compression_opts": 3, "maxshape": (None,) * array.ndim} if many else {}
        return parent.create_dataset(name, data=array.T, **room)

    def _empty(self, parent: Any, name: str, shape: tuple[int, ...]) -> Any:
        dataset = parent.create_dataset(name, data=np.array(shape, np.uint64))
        dataset.attrs["MATLAB_empty"] = np.uint8(1)
        return dataset

    def _references(self, parent: Any, name: str, items: list[Any], shape: tuple[int, ...], variable: str, depth: int) -> Any:
        if not items:
            return self._empty(parent, name, shape)
        store = self.file.require_group(_REFERENCES)
        links = np.empty(len(items), self.h5py.ref_dtype)
        for place, item in enumerate(items):
            links[place] = self.put(store, self._unused(store), item, variable, depth + 1).ref
        return parent.create_dataset(name, data=links.reshape(shape[::-1]), dtype=self.h5py.ref_dtype)

    def _unused(self, store: Any) -> str:
        """A name in the group of references: a, b, ... z, aa, ab and so on."""
        if not self.count:
            self.count = len(store)
        while True:
            number, name = self.count, ""
            while number >= 0:
                number, name = number // 26 - 1, chr(97 + number % 26) + name
            self.count += 1
            if name not in store:
                return name

    def _structure(self, parent: Any, name: str, value: StructArray, variable: str, depth: int) -> Any:
        fields = tuple(value.fields)
        if value.numel == 1:
            own_group = parent.create_group(name)
            for field in fields:
                self.put(own_group, field, value.array.flat[0][field], variable, depth + 1)
        elif not value.numel or not fields:
            own_group = self._empty(parent, name, value.shape)
        else:
            own_group = parent.create_group(name)
            elements = value.array.ravel(order="F")
            for field in fields:
                self._references(own_group, field, [element[field] for element in elements], value.shape, variable, depth)
        if fields:
            letters = self.h5py.vlen_dtype(np.dtype("S1"))
            order = np.empty(len(fields), object)
            order[:] = [np.frombuffer(field.encode(), "S1") for field in fields]
            own_group.attrs.create("MATLAB_fields", order, dtype=letters)
        return _marked(own_group, "struct")

    def _sparse(self, parent: Any, name: str, value: Sparse) -> Any:
        matrix = value.matrix.tocsc()
        own_group = parent.create_group(name)
        logical = matrix.data.dtype.kind == "b"
        if matrix.nnz:
            self._column(own_group, "data", matrix.data.astype(np.uint8) if logical else matrix.data)
            self._column(own_group, "ir", matrix.indices.astype(np.uint64))
        self._column(own_group, "jc", matrix.indptr.astype(np.uint64))
        own_group.attrs["MATLAB_sparse"] = np.uint64(matrix.shape[0])
        return _marked(own_group, "logical" if logical else "double", 1 if logical else None)

    def _column(self, group: Any, name: str, vector: np.ndarray) -> None:
        if vector.dtype.kind == "c":
            vector = vector.astype(np.complex128).view([("real", np.float64), ("imag", np.float64)])
        many = self.compress and vector.size > _COMPRESSED_ABOVE
        group.create_dataset(name, data=vector, **({"compression": "gzip", "compression_opts": 3} if many else {}))


def _marked(item: Any, own: str, decode: int | None = None) -> Any:
    item.attrs["MATLAB_class"] = np.bytes_(own)
    if decode is not None:
        item.attrs["MATLAB_int_decode"] = np.int32(decode)
    return item

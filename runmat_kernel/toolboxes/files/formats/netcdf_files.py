"""Files in netCDF's classic formats (classic, 64-bit offset, 64-bit data): their header, and arrays that lie in the file."""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from math import prod
from types import MappingProxyType
from typing import Any

import numpy as np

from ....base.errors import Damaged
from ....base.stored import replacing, reserve

DTYPES: MappingProxyType[int, str] = MappingProxyType({
    1: ">i1", 2: "S1", 3: ">i2", 4: ">i4", 5: ">f4", 6: ">f8", 7: ">u1", 8: ">u2", 9: ">u4", 10: ">i8", 11: ">u8",
})  # fmt: skip
"""The types of a file by their number; those from 7 on are in files of 64-bit data alone."""
CLASSES: MappingProxyType[str, int] = MappingProxyType({
    "int8": 1, "char": 2, "int16": 3, "int32": 4, "single": 5, "double": 6, "uint8": 7, "uint16": 8, "uint32": 9, "int64": 10, "uint64": 11,
})  # fmt: skip
CLASS_OF: MappingProxyType[int, str] = MappingProxyType({number: name for name, number in CLASSES.items()})
FILLS: MappingProxyType[int, Any] = MappingProxyType({
    1: -127, 2: b"\0", 3: -32767, 4: -2147483647, 5: 9.969209968386869e36, 6: 9.969209968386869e36, 7: 255, 8: 65535, 9: 4294967295,
    10: -9223372036854775806, 11: 18446744073709551614,
})  # fmt: skip
"""What stands where nothing was written, unless a variable says otherwise."""
FORMATS: MappingProxyType[int, str] = MappingProxyType({1: "classic", 2: "64bit", 5: "64bit_data"})
CLASSIC_TYPES = 6
_DIMENSION, _VARIABLE, _ATTRIBUTE = 10, 11, 12
_LONGEST_OFFSET = 2**31 - 1
_COPIED = 1 << 24


class NotClassic(Exception):
    """The file is none of the classic formats; the argument says what it is instead."""


@dataclass(slots=True)
class Dimension:
    name: str
    length: int
    unlimited: bool = False


@dataclass(slots=True)
class Variable:
    """``dimensions`` are positions in the list of the file, slowest first; ``begin`` is where the elements begin."""

    name: str
    kind: int
    dimensions: tuple[int, ...]
    attributes: dict[str, Any] = field(default_factory=dict)
    begin: int = 0

    @property
    def dtype(self) -> np.dtype:
        return np.dtype(DTYPES[self.kind])

    @property
    def fill(self) -> Any:
        """What stands where nothing was written."""
        fill_value = self.attributes.get("_FillValue")
        if fill_value is None:
            return FILLS[self.kind]
        return fill_value[:1].encode("latin-1", "replace") if isinstance(fill_value, str) else fill_value.ravel()[0]


@dataclass(slots=True)
class File:
    """The contents of the header of a file.  Attributes are text or one-dimensional arrays."""

    version: int = 1
    records: int = 0
    dimensions: list[Dimension] = field(default_factory=list)
    attributes: dict[str, Any] = field(default_factory=dict)
    variables: list[Variable] = field(default_factory=list)

    def variable(self, name: str) -> Variable | None:
        return next((v for v in self.variables if v.name == name), None)

    def dimension(self, name: str) -> int | None:
        return next((k for k, d in enumerate(self.dimensions) if d.name == name), None)

    def lengths(self, variable: Variable) -> tuple[int, ...]:
        return tuple(self.records if self.dimensions[d].unlimited else self.dimensions[d].length for d in variable.dimensions)

    def by_records(self, variable: Variable) -> bool:
        return bool(variable.dimensions) and self.dimensions[variable.dimensions[0]].unlimited

    def own(self, variable: Variable) -> int:
        """Bytes of a variable (of one of its records), without what fills up to four."""
        lengths = self.lengths(variable)[self.by_records(variable) :]
        return prod(lengths) * variable.dtype.itemsize

    def record_bytes(self) -> int:
        """From one record to the next.  The records of a single variable are not filled up."""
        sizes = [self.own(v) for v in self.variables if self.by_records(v)]
        return sizes[0] if len(sizes) == 1 else sum(map(_padded, sizes))


def _padded(count: int) -> int:
    return -(-count // 4) * 4


class _Reader:
    def __init__(self, stream: Any) -> None:
        self.stream, self.version = stream, 1
        self.size = os.fstat(stream.fileno()).st_size

    def number(self, form: str) -> int:
        size = struct.calcsize(form)
        data = self.stream.read(size)
        if len(data) < size:
            raise Damaged("its header is damaged")
        return struct.unpack(form, data)[0]

    def count(self) -> int:
        return self.number(">q" if self.version == 5 else ">i")

    def bytes(self, count: int) -> bytes:
        if not 0 <= count <= self.size:
            raise Damaged("its header is damaged")
        data = self.stream.read(_padded(count))
        if len(data) < count:
            raise Damaged("its header is damaged")
        return data[:count]

    def name(self) -> str:
        return self.bytes(self.count()).decode("utf-8", "replace")

    def entries(self) -> range:
        """The tag of a list, which says nothing that its place does not, and the entries behind it."""
        self.number(">i")
        return range(self.count())

    def attributes(self) -> dict[str, Any]:
        values: dict[str, Any] = {}
        for _ in self.entries():
            name, kind = self.name(), self.number(">i")
            if kind not in DTYPES:
                raise Damaged("its header is damaged")
            count = self.count()
            data = self.bytes(count * np.dtype(DTYPES[kind]).itemsize)
            dtype = np.dtype(DTYPES[kind])
            values[name] = _text(data) if kind == CLASSES["char"] else np.frombuffer(data, dtype).astype(dtype.newbyteorder("="))
        return values


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8").rstrip("\0")
    except UnicodeDecodeError:
        return data.decode("latin-1").rstrip("\0")


def read_header(path: str) -> File:
    """The header of a file; raises NotClassic, Damaged and OSError."""
    with open(path, "rb") as stream:
        magic = stream.read(4)
        if magic[:3] != b"CDF" or magic[3:] not in (b"\1", b"\2", b"\5"):
            raise NotClassic("netCDF-4" if magic == b"\x89HDF" else "unknown")
        reader = _Reader(stream)
        reader.version = magic[3]
        records = reader.count()
        dimensions = [(reader.name(), reader.count()) for _ in reader.entries()]
        if records < -1 or any(length < 0 for _, length in dimensions):
            raise Damaged("its header is damaged")
        header = File(magic[3], records, [Dimension(name, n, n == 0) for name, n in dimensions], reader.attributes())
        for _ in reader.entries():
            header.variables.append(_read_variable(reader, header))
        if records < 0:
            # A stream wrote the file: it has as many records as fit into it.
            header.records = _records_there(header, os.path.getsize(path))
        return header


def _read_variable(reader: _Reader, header: File) -> Variable:
    name = reader.name()
    places = tuple(reader.count() for _ in range(reader.count()))
    attributes, kind = reader.attributes(), reader.number(">i")
    reader.count()
    dimensions = header.dimensions
    if kind not in DTYPES or any(not 0 <= k < len(dimensions) or (dimensions[k].unlimited and k != places[0]) for k in places):
        raise Damaged("its header is damaged")
    return Variable(name, kind, places, attributes, reader.number(">i" if header.version == 1 else ">q"))


def _records_there(header: File, size: int) -> int:
    begins = [v.begin for v in header.variables if header.by_records(v)]
    step = header.record_bytes()
    return (size - min(begins)) // step if begins and step else 0


def _header(header: File) -> bytes:
    wide = header.version == 5
    count = struct.Struct(">q" if wide else ">i").pack
    offset = struct.Struct(">i" if header.version == 1 else ">q").pack

    def filled(data: bytes) -> bytes:
        return data + b"\0" * (_padded(len(data)) - len(data))

    def name(text: str) -> bytes:
        data = text.encode()
        return count(len(data)) + filled(data)

    def entries(tag: int, items: list[bytes]) -> bytes:
        return struct.pack(">i", tag if items else 0) + count(len(items)) + b"".join(items)

    def attributes(values: dict[str, Any]) -> bytes:
        items = []
        for key, value in values.items():
            if isinstance(value, str):
                kind, data, number = CLASSES["char"], value.encode(), len(value.encode())
            else:
                kind = kind_of(value.dtype)
                data, number = value.astype(DTYPES[kind]).tobytes(), value.size
            items.append(name(key) + struct.pack(">i", kind) + count(number) + filled(data))
        return entries(_ATTRIBUTE, items)

    def variable(v: Variable) -> bytes:
        size = min(_padded(header.own(v)), 2**63 - 1 if wide else 2**31 - 4)
        places = count(len(v.dimensions)) + b"".join(count(d) for d in v.dimensions)
        return name(v.name) + places + attributes(v.attributes) + struct.pack(">i", v.kind) + count(size) + offset(v.begin)

    dimensions = [name(d.name) + count(0 if d.unlimited else d.length) for d in header.dimensions]
    return b"".join((
        b"CDF", bytes([header.version]), count(header.records), entries(_DIMENSION, dimensions), attributes(header.attributes),
        entries(_VARIABLE, [variable(v) for v in header.variables]),
    ))  # fmt: skip


def kind_of(dtype: np.dtype) -> int:
    """The number of the type of an array's elements."""
    return next(number for number, name in DTYPES.items() if np.dtype(name).newbyteorder("=") == dtype.newbyteorder("="))


def place(header: File) -> bytes:
    """Give every variable its place in the file, and make the header; those with records come last, one record after the other."""
    for version in (header.version, 2):
        header.version = max(header.version, version)
        at = len(_header(header))
        for v in sorted(header.variables, key=header.by_records):
            v.begin, at = at, at + _padded(header.own(v))
        if header.version > 1 or all(v.begin <= _LONGEST_OFFSET for v in header.variables):
            break
    return _header(header)


def view(path: str, header: File, variable: Variable, mode: str = "r") -> np.ndarray:
    """The elements of a variable in the file, its fastest dimension first, as MATLAB names them."""
    shape, dtype = header.lengths(variable), variable.dtype
    if 0 in shape:
        return np.zeros(shape, dtype).T
    steps = [dtype.itemsize]
    for length in shape[:0:-1]:
        steps.append(steps[-1] * length)
    steps = steps[: len(shape)][::-1] if shape else []
    if header.by_records(variable):
        steps[0] = header.record_bytes()
    if mode != "r":
        reserve(path, os.path.getsize(path))
    memory = np.memmap(path, np.uint8, mode)  # type: ignore[call-overload]
    end = variable.begin + sum((length - 1) * step for length, step in zip(shape, steps, strict=True)) + dtype.itemsize
    if variable.begin < 0 or end > memory.size:
        raise Damaged("it ends before its variables do")
    return np.ndarray(shape, dtype, memory, variable.begin, tuple(steps)).T


def rewrite(path: str, old: File | None, header: File) -> None:
    """Write a file anew with another header; variables that were there keep their elements, others are filled."""
    header.variables = [replace(v) for v in header.variables]
    begin = place(header)
    sizes = [v.begin + _padded(header.own(v)) for v in header.variables if not header.by_records(v)]
    records = [v.begin for v in header.variables if header.by_records(v)]
    end = max([len(begin), *sizes, *[b + header.records * header.record_bytes() for b in records[:1]]])
    with replacing(path) as name:
        with open(name, "wb") as stream:
            stream.write(begin)
        reserve(name, end)
        for variable in header.variables:
            before = old.variable(variable.name) if old is not None else None
            target = view(name, header, variable, "r+")
            if before is None:
                target[...] = variable.fill
            elif old is not None:
                source = view(path, old, before)
                for part in _parts(target.shape, target.dtype.itemsize):
                    target[part] = source[part]


def _parts(shape: tuple[int, ...], itemsize: int) -> Iterator[tuple[Any, ...]]:
    """An array in pieces along its last dimension, so that a large file is not in memory as a whole."""
    if not shape:
        yield ()
        return
    step = max(1, _COPIED // max(1, prod(shape[:-1]) * itemsize))
    for start in range(0, shape[-1], step):
        yield (..., slice(start, start + step))


def write(path: str, header: File, variable: Variable, part: tuple[slice, ...], data: np.ndarray, records: int) -> File:
    """Write elements of a variable; the file with at least so many records, of which new ones are filled.

    Raises OSError; the file is as it was then.
    """
    if records <= header.records:
        view(path, header, variable, "r+")[part] = data
        return header
    size, after = os.path.getsize(path), replace(header, records=records)
    variables = [v for v in header.variables if header.by_records(v)]
    try:
        with open(path, "r+b") as stream:
            reserve(path, max(size, min(v.begin for v in variables) + records * header.record_bytes()))
            for v in variables:
                view(path, after, v, "r+")[..., header.records :] = v.fill
            target = view(path, after, variable, "r+")
            stream.seek(4)
            stream.write(struct.pack(">q" if header.version == 5 else ">i", records))
    except BaseException:
        with suppress(OSError):
            os.truncate(path, size)
        raise
    target[part] = data  # last: the elements that were there are as before where something fails
    return after

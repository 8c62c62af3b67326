"""The structure of MAT-files of versions 4 to 7, checked before scipy reads them: its reader takes sizes and types as they stand.

Source: "MAT-File Format", MathWorks.  A file is a header of 128 bytes and elements, each a tag (type, bytes) and data; matrices are
elements that hold elements.  What scipy gets is the file with its compressed elements inflated, so that it reads what was checked.
"""

from __future__ import annotations

import struct
import zlib
from math import prod

import numpy as np

from ....base.errors import Damaged, MatlabError
from .damage import check_memory

DEEPEST = 1000
"""Cells and structures within each other, at most: reading and writing take a piece of the stack for each."""

_MATRIX, _COMPRESSED = 14, 15
_TEXT_TYPES = (1, 16)
_DTYPES = {1: "i1", 2: "u1", 3: "i2", 4: "u2", 5: "i4", 6: "u4", 7: "f4", 9: "f8", 12: "i8", 13: "u8"}
"""Types of elements that hold numbers."""
_WIDTHS = {kind: np.dtype(name).itemsize for kind, name in _DTYPES.items()}
_UNITS = {1: 1, 2: 1, 3: 2, 4: 2, 16: 1, 17: 1, 18: 1}
"""Types of elements that hold characters, and the least bytes of one."""
_CELL, _STRUCT, _OBJECT, _CHAR, _SPARSE, _FUNCTION, _OPAQUE = 1, 2, 3, 4, 5, 16, 17
_NUMERIC = range(6, 16)
_COMPLEX, _LOGICAL = 0x0800, 0x0200
_MOST_DIMENSIONS = 32
_HEADER = 128


def check_depth(name: str, depth: int) -> None:
    """Refuse to write what could not be read again."""
    if depth > DEEPEST:
        raise MatlabError(
            f"Variable '{name}' cannot be saved: its cells and structures are more than {DEEPEST} levels deep.", "RunMat:save:tooDeep"
        )


def checked(path: str) -> bytes:
    """The contents of a MAT-file of version 4 to 7 without compression; raises Damaged, and OSError."""
    with open(path, "rb") as stream:
        data = stream.read()
    if len(data) < 20:
        raise Damaged("the file is too short")
    if 0 in data[:4]:
        _check_version_4(data)
        return data
    return checked_version_5(data)


def checked_version_5(data: bytes) -> bytes:
    """The same for the bytes of a file of version 5 to 7."""
    order = "<" if data[126:128] == b"IM" else ">"
    elements = [data[:_HEADER]]
    at, total = _HEADER, 0
    while at < len(data):
        kind, size = _words(data, at, order)
        if at + 8 + size > len(data):
            raise Damaged("an element is longer than the file")
        element = data[at : at + 8 + size]
        elements.append(_inflated(element, order, total) if kind == _COMPRESSED else element)
        at, total = at + 8 + size, total + len(elements[-1])
    plain = b"".join(elements)
    at = _HEADER
    for element in elements[1:]:
        _Element(plain, at, at + len(element), order).check()
        at += len(element)
    return plain


def _words(data: bytes, at: int, order: str) -> tuple[int, int]:
    if at + 8 > len(data):
        raise Damaged("a tag ends too early")
    return struct.unpack_from(order + "II", data, at)


def _inflated(element: bytes, order: str, total: int) -> bytes:
    """What a compressed element behind so many bytes holds: one matrix, whose tag says how long it is."""
    machine = zlib.decompressobj()
    tag = machine.decompress(element[8:], 8)
    _, size = _words(tag, 0, order)
    check_memory(2 * (total + size))  # the file as it is here, and its values
    body = machine.decompress(machine.unconsumed_tail, size) if size else b""
    if len(body) < size:
        raise Damaged("a compressed element is shorter than it says")
    rest = machine.decompress(machine.unconsumed_tail, 1)  # the checksum is read with what follows
    if rest or not machine.eof:
        raise Damaged("a compressed element is longer than it says")
    return tag + body


class _Element:
    """One element of a file that lies from ``at`` to ``end``; reads its parts one after the other."""

    def __init__(self, data: bytes, at: int, end: int, order: str) -> None:
        self.data, self.at, self.end = data, at, end
        self.unpack = struct.Struct(order + "II").unpack_from
        self.order = order

    def check(self) -> None:
        self._matrix(0)

    def _tag(self) -> tuple[int, int]:
        """Type and bytes of the next element; ``at`` is its data.  Up to four bytes lie within the tag."""
        if self.at + 8 > self.end:
            raise Damaged("a tag ends too early")
        first, size = self.unpack(self.data, self.at)
        if first >> 16:
            self.at += 4
            kind, size = first & 0xFFFF, first >> 16
            if size > 4:
                raise Damaged("a small element is longer than four bytes")
            return kind, size
        self.at += 8
        if self.at + size > self.end:
            raise Damaged("an element is longer than what holds it")
        return first, size

    def _part(self) -> tuple[int, int, int]:
        """Type, place and bytes of the next element of data, which is passed with what fills it up to eight bytes."""
        start = self.at
        kind, size = self._tag()
        place = self.at
        self.at = start + 8 if place == start + 4 else place + -(-size // 8) * 8
        return kind, place, size

    def _matrix(self, depth: int) -> None:
        kind, size = self._tag()
        if kind != _MATRIX:
            raise Damaged("an element is no matrix")
        if not size:
            return
        if depth > DEEPEST:
            raise RecursionError
        if self._tag() != (6, 8):
            raise Damaged("a matrix has no flags")
        flags, _ = self.unpack(self.data, self.at)
        self.at += 8
        own = flags & 0xFF
        if own == _OPAQUE:
            for _ in range(3):
                self._text()
            self._matrix(depth + 1)
            return
        shape = self._integers()
        if not 2 <= len(shape) <= _MOST_DIMENSIONS or min(shape) < 0:
            raise Damaged("a matrix has no valid size")
        self._text()
        self._contents(own, shape, flags, depth)

    def _contents(self, own: int, shape: list[int], flags: int, depth: int) -> None:
        if own in _NUMERIC:
            for _ in range(2 if flags & _COMPLEX else 1):
                self._numbers(prod(shape))
        elif own == _CHAR:
            self._characters(prod(shape))
        elif own == _CELL:
            self._items(prod(shape), depth)
        elif own in (_STRUCT, _OBJECT):
            if own == _OBJECT:
                self._text()
            self._items(prod(shape) * self._fields(), depth, prod(shape))
        elif own == _SPARSE:
            self._sparse(shape, flags)
        elif own == _FUNCTION:
            self._matrix(depth + 1)
        else:
            raise Damaged("a matrix is of no class")

    def _items(self, count: int, depth: int, elements: int = 0) -> None:
        """So many matrices, for which there must be room at least for their tags; ``elements`` of a structure take room without fields."""
        if 8 * count > self.end - self.at or elements > max(len(self.data), 1 << 20):
            raise Damaged("a matrix has more elements than the file has room for")
        for _ in range(count):
            self._matrix(depth + 1)

    def _text(self) -> None:
        kind, _, _ = self._part()
        if kind not in _TEXT_TYPES:
            raise Damaged("a name is no text")

    def _integers(self) -> list[int]:
        kind, place, size = self._part()
        if kind not in (5, 6) or size % 4:
            raise Damaged("a size is no list of integers")
        return list(struct.unpack_from(f"{self.order}{size // 4}i", self.data, place))

    def _numbers(self, count: int) -> None:
        kind, _, size = self._part()
        if kind not in _WIDTHS or size != count * _WIDTHS[kind]:
            raise Damaged("the numbers of a matrix do not fit its size")

    def _characters(self, count: int) -> None:
        kind, _, size = self._part()
        least = count * _UNITS.get(kind, 0) if size else count  # no characters at all stand for so many blanks
        if kind not in _UNITS or least > (size or len(self.data)):
            raise Damaged("the characters of a matrix do not fit its size")

    def _fields(self) -> int:
        """How many fields a structure has: names of equal length, each with a zero behind it."""
        lengths = self._integers()
        if len(lengths) != 1 or lengths[0] < 1:
            raise Damaged("a structure has no valid length of names")
        kind, place, size = self._part()
        names = [self.data[k : k + lengths[0]] for k in range(place, place + size // lengths[0] * lengths[0], lengths[0])]
        if kind not in _TEXT_TYPES or any(0 not in name for name in names):
            raise Damaged("a structure has no valid names")
        return len(names)

    def _sparse(self, shape: list[int], flags: int) -> None:
        rows, ends = self._array(), self._array()
        if len(shape) != 2 or len(ends) < shape[1] + 1:
            raise Damaged("a sparse matrix does not fit its size")
        ends = ends[: shape[1] + 1]
        last = int(ends[-1])
        if ends[0] != 0 or (np.diff(ends.astype(np.int64)) < 0).any() or last > len(rows):
            raise Damaged("a sparse matrix has columns that do not follow each other")
        rows = rows[:last]
        if last and (rows.min() < 0 or rows.max() >= shape[0]):
            raise Damaged("a sparse matrix has elements outside of it")
        for _ in range(2 if flags & _COMPLEX else 1):
            kind, _, size = self._part()
            width = 1 if flags & _LOGICAL else _WIDTHS.get(kind, 0)  # truth values are bytes always
            if kind not in _WIDTHS or size < last * width:
                raise Damaged("a sparse matrix has too few numbers")

    def _array(self) -> np.ndarray:
        kind, place, size = self._part()
        if kind not in _WIDTHS or size % _WIDTHS[kind]:
            raise Damaged("an element holds no numbers")
        dtype = np.dtype(self.order + _DTYPES[kind])
        return np.frombuffer(self.data, dtype, size // dtype.itemsize, place)


_SIZES_4 = (8, 4, 4, 2, 2, 1)
"""Bytes of a number by the type of data of version 4."""


def _check_version_4(data: bytes) -> None:
    """Matrices of version 4 follow each other: five integers, a name, numbers."""
    order = _order_4(data)
    at = 0
    while at < len(data):
        if at + 20 > len(data):
            raise Damaged("a header ends too early")
        form, height, width, imaginary, length = struct.unpack_from(order + "5i", data, at)
        machine, unused, kind, own = form // 1000, form // 100 % 10, form // 10 % 10, form % 10
        if not 0 <= form <= 5000 or machine not in (0, 1) or unused or kind >= len(_SIZES_4) or own > 2:
            raise Damaged("a matrix is of no known type")
        if min(height, width) < 0 or length < 1 or imaginary not in (0, 1):
            raise Damaged("a matrix has no valid size")
        start = at + 20 + length
        at = start + height * width * _SIZES_4[kind] * (1 + imaginary)
        if at > len(data):
            raise Damaged("a matrix is longer than the file")
        if own == 2:
            _check_sparse_4(data[start:at], order, (height, width), kind)


def _order_4(data: bytes) -> str:
    (form,) = struct.unpack_from("<i", data)
    return "<" if 0 <= form <= 5000 else ">"


def _check_sparse_4(numbers: bytes, order: str, shape: tuple[int, int], kind: int) -> None:
    """Rows of row, column and number; the last row is the size of the matrix."""
    if kind or shape[0] < 1 or shape[1] not in (3, 4):
        raise Damaged("a sparse matrix is of no known type")
    table = np.frombuffer(numbers, order + "f8").reshape(shape, order="F")[:, :2]
    if not (np.isfinite(table) & (table == np.floor(table))).all() or not ((table[-1] >= 0) & (table[-1] < 2**31)).all():
        raise Damaged("a sparse matrix has no valid size")
    check_memory(8 * int(table[-1, 1]))
    if not ((table[:-1] >= 1) & (table[:-1] <= table[-1])).all():
        raise Damaged("a sparse matrix has elements outside of it")

"""memmapfile: the bytes of a file as an array, or as structures of arrays, read and written when they are asked for."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...base.folders import absolute
from ...builtins.arguments import scalar
from ...values.containers import StructArray, object_array
from ...values.convert import as_array, class_of, is_text, numel_of, shape_of, text_of, to_value
from ...values.numerals import DisplayFormat
from ...values.objects import HostObject
from ...values.text import CharArray

CLASSES = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "single", "double")
_NUMPY = {"single": np.float32, "double": np.float64}


class Field:
    """A part of the format: a class, a size, and a name (empty where the whole file is of one class)."""

    __slots__ = ("kind", "name", "shape")

    def __init__(self, kind: str, shape: tuple[int, ...], name: str) -> None:
        self.kind, self.shape, self.name = kind, shape, name

    @property
    def dtype(self) -> np.dtype:
        return np.dtype(_NUMPY.get(self.kind, self.kind))

    @property
    def size(self) -> int:
        return int(np.prod(self.shape)) * self.dtype.itemsize


class MemoryMap(HostObject):
    """A handle object; ``format`` is the Value that the program gave and ``fields`` what it means."""

    __slots__ = ("fields", "format", "offset", "path", "repeat", "writable")
    matlab_class = "memmapfile"
    superclasses = ("handle",)
    is_handle = True

    def __init__(self, path: str) -> None:
        self.path, self.writable, self.offset, self.repeat = path, False, 0, float("inf")
        self.format: Any = CharArray.row("uint8")
        self.fields: Sequence[Field] = (Field("uint8", (1, 1), ""),)

    def properties(self) -> Mapping[str, Any]:
        return {**self._settings(), "Data": self.data()}

    def _settings(self) -> dict[str, Any]:
        shown = {"Filename": CharArray.row(self.path), "Writable": self.writable, "Offset": float(self.offset)}
        return {**shown, "Format": self.format, "Repeat": self.repeat}

    def get_property(self, name: str) -> Any:
        return self.data() if name == "Data" else super().get_property(name)

    def count(self) -> int:
        """How often the format fits into the file, or is asked for."""
        try:
            room = os.path.getsize(self.path) - self.offset
        except OSError:
            raise MatlabError(f"Cannot access file '{self.path}'.", "MATLAB:memmapfile:inaccessibleFile") from None
        size = sum(f.size for f in self.fields)
        fits = max(room, 0) // size
        if fits < 1 or (np.isfinite(self.repeat) and fits < self.repeat):
            raise MatlabError(
                f"File '{self.path}' is not large enough to map with the current format, offset and repeat.",
                "MATLAB:memmapfile:fileTooSmall",
            )
        return int(fits if np.isinf(self.repeat) else self.repeat)

    def data(self) -> Any:
        count = self.count()
        if not self.fields[0].name:
            kind = self.fields[0]
            return to_value(np.fromfile(self.path, kind.dtype, count, offset=self.offset).reshape(-1, 1))
        size = sum(f.size for f in self.fields)
        raw = np.fromfile(self.path, np.uint8, count * size, offset=self.offset).reshape(count, size)
        items = []
        for record in raw:
            at, values = 0, {}
            for f in self.fields:
                part = np.frombuffer(record[at : at + f.size].tobytes(), f.dtype).reshape(f.shape, order="F")
                values[f.name] = to_value(np.array(part, order="F"))
                at += f.size
            items.append(values)
        return StructArray(object_array(items, (count, 1)), tuple(f.name for f in self.fields))

    def set_property(self, name: str, value: Any) -> MemoryMap:
        if name == "Data":
            self._store(value)
        elif name == "Writable":
            self.writable = bool(scalar(value, "property Writable"))
        elif name == "Offset":
            self.offset = int(self._whole(name, value, 0))
        elif name == "Repeat":
            self.repeat = self._whole(name, value, 1)
        elif name == "Format":
            self.fields, self.format = fields_of(value), value
        elif name == "Filename":
            self.path = absolute(text_of(value, "file name"))
        else:
            super().set_property(name, value)
        return self

    @staticmethod
    def _whole(name: str, value: Any, least: int) -> float:
        number = float(as_array(value).item()) if not is_text(value) and numel_of(value) == 1 else -1.0
        if not number >= least or (np.isfinite(number) and number != int(number)) or (name == "Offset" and np.isinf(number)):
            raise MatlabError(f"{name} must be a whole number of at least {least}.", f"MATLAB:memmapfile:invalid{name}")
        return number

    def _store(self, value: Any) -> None:
        if not self.writable:
            raise MatlabError("Cannot assign to Data: Writable is false.", "MATLAB:memmapfile:notWritable")
        before = self.data()
        if shape_of(value) != shape_of(before) or class_of(value) != class_of(before):
            raise MatlabError("The data must keep its class and its size.", "MATLAB:memmapfile:illegalSubscriptedAssignment")
        if type(value) is StructArray:
            parts = []
            for item in value.array.ravel(order="F"):
                for f in self.fields:
                    new = item.get(f.name)
                    if new is None or shape_of(new) != f.shape or class_of(new) != f.kind:
                        raise MatlabError(
                            "The fields of Data must keep their classes and sizes.", "MATLAB:memmapfile:illegalSubscriptedAssignment"
                        )
                    parts.append(np.asarray(as_array(new)).tobytes(order="F"))
            raw = b"".join(parts)
        else:
            raw = np.asarray(as_array(value)).tobytes(order="F")
        with open(self.path, "r+b") as file:
            file.seek(self.offset)
            file.write(raw)

    def disp_text(self, format: DisplayFormat) -> str:
        try:
            data: Any = self.data()
            shown = f"{'x'.join(map(str, shape_of(data)))} {class_of(data)} array"
            if type(data) is StructArray:
                shown += " with fields:\n" + "\n".join(f"{f.name:>14}" for f in self.fields)
        except MatlabError:
            shown = "<The file is not large enough>"
        kind = f"'{text_of(self.format)}'" if is_text(self.format) else "{" + "; ".join(_row(f) for f in self.fields) + "}"
        lines = [f"Filename: '{self.path}'", f"Writable: {str(self.writable).lower()}", f"Offset: {self.offset}", f"Format: {kind}",
                 f"Repeat: {'Inf' if np.isinf(self.repeat) else int(self.repeat)}", f"Data: {shown}"]  # fmt: skip
        return "".join(f"{line.split(':')[0]:>12}:{line.partition(':')[2]}\n" for line in lines)


def _row(field: Field) -> str:
    return f"'{field.kind}' [{' '.join(map(str, field.shape))}] '{field.name}'"


def fields_of(value: Any) -> tuple[Field, ...]:
    """The fields of a format: a class, or rows of a class, a size and a name.  MatlabError for anything else."""
    if is_text(value):
        rows = [(value, None, None)] if text_of(value) in CLASSES else []
    else:
        is_table = class_of(value) == "cell" and len(value.shape) == 2 and value.shape[1] == 3
        rows = list(value.array) if is_table and all(_is_field(*row) for row in value.array) else []
    names = [text_of(name) if name is not None else "" for _, _, name in rows]
    if not rows or len(set(names)) < len(names):
        raise MatlabError(
            "Format must be the name of a class, or a cell array whose rows have a class, a size and a name.", "MATLAB:memmapfile:invalidFormat"
        )
    sizes = [(1, 1) if shape is None else tuple(int(n) for n in as_array(shape).ravel()) for _, shape, _ in rows]
    return tuple(Field(text_of(kind), size, name) for (kind, _, _), size, name in zip(rows, sizes, names, strict=True))


def _is_field(kind: Any, shape: Any, name: Any) -> bool:
    if not is_text(kind) or text_of(kind) not in CLASSES or not is_text(name) or not text_of(name).isidentifier() or is_text(shape):
        return False
    sizes = as_array(shape).ravel()
    return sizes.size >= 2 and bool(((sizes >= 1) & (sizes == np.floor(sizes))).all())

"""matfile: variables of a .mat file that are read and written one at a time."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import numpy as np

from ...base.errors import Damaged
from ...base.folders import absolute
from ...builtins import arguments as arg
from ...builtins.spec import ErrorCase, Example, builtin, methods
from ...values import CellArray, CharArray, Tensor
from ...values.convert import as_array, class_of, shape_of, text_of, to_value
from ...values.subscripts import COLON
from ..programming.workspace import listing, shown_names
from .formats import hdf5_files, mat73
from .mat_object import MatFile
from .matfiles import from_mat, read_mat, to_mat, write_mat

_FILE = "f = [tempname '.mat']; x = magic(4); s = 'abc'; save(f,'x','s'); "


@builtin(
    "matfile", "m = matfile(filename)", "m = matfile(filename, 'Writable', tf)", summary="The variables of a .mat file, read and changed in the file as properties.",
    examples=(
        Example(_FILE + "m = matfile(f); v = {m.x(2:3,1), m.s, size(m,'x'), who(m)}; delete(f); v", "{[5;9],'abc',[4 4],{'s';'x'}}"),
        Example(_FILE + "m = matfile(f,'Writable',true); m.x(1,1) = 99; m.new = {1}; t = load(f); delete(f); {t.x(1), t.new}", "{99,{1}}"),
        Example("f = [tempname '.mat']; x = magic(4); save(f,'x','-v7.3'); m = matfile(f,'Writable',true); m.x(2,1:2) = [0 0]; v = m.x(:,2:3); delete(f); v", "[2 3;0 10;7 6;14 15]"),
        Example("f = [tempname '.mat']; m = matfile(f); m.a = 5; t = load(f); delete(f); t.a", "5"),
    ),
    errors=(ErrorCase(_FILE + "m = matfile(f); m.x = 1;", "MATLAB:MatFile:NotWritable"), ErrorCase(_FILE + "m = matfile(f); m.zz", "MATLAB:MatFile:VariableNotInFile")),
    see_also=("load", "save"),
)  # fmt: skip
def matfile(call: Any, name: Any, *options: Any) -> Any:
    path = os.path.expanduser(text_of(name))
    path = path if os.path.splitext(path)[1] else path + ".mat"
    named = arg.name_values(options, "matfile", "writable")
    writable = named.flag("writable", None)
    path = absolute(path if writable else call.session.path.file(path))
    return MatFile(path, not os.path.isfile(path) if writable is None else writable, _Store(path, call.session.classes))


class _Store:
    """The variables of a file of any version; parts of variables are read and written alone in files of version 7.3."""

    def __init__(self, path: str, classes: Any) -> None:
        self.path, self.classes = path, classes

    def _is_73(self) -> bool:
        return mat73.is_version_73(self.path) if os.path.isfile(self.path) else hdf5_files.is_there()

    def names(self) -> list[str]:
        if os.path.isfile(self.path) and self._is_73():
            with mat73.Reader(self.path, from_mat) as reader:
                return reader.names()
        return list(self.described())

    def described(self, names: Sequence[str] | None = None) -> dict[str, Any]:
        """Variables of which only class and size are asked for."""
        with self.classes.describing():
            return self.read(names)

    def read(self, names: Sequence[str] | None = None) -> dict[str, Any]:
        if not os.path.isfile(self.path):
            return {}
        contents = read_mat(self.path, lambda stored: [n for n in stored if names is None or n in names]) or {}
        with mat73.reading_mat(self.path, Damaged):
            return self.classes.unpacked({n: v for n, v in contents.items() if names is None or n in names})

    def write(self, name: str, value: Any) -> None:
        if self._is_73():
            mat73.write(self.path, self.classes.packed({name: value}), append=True)
            return
        variables = self.classes.packed({**self.read(), name: value})
        write_mat(self.path, {key: to_mat(value, key) for key, value in variables.items()})

    def size(self, name: str) -> tuple[tuple[int, ...], str]:
        if os.path.isfile(self.path) and self._is_73():
            with mat73.Reader(self.path, from_mat) as reader:
                known = reader.size(name)
            if known is not None:
                return known
        value = self.described([name])[name]
        return shape_of(value), class_of(value)

    def read_part(self, name: str, subscripts: Sequence[Any]) -> Any:
        part = _slices(subscripts)
        if part is None or not os.path.isfile(self.path) or not self._is_73():
            return None
        with mat73.Reader(self.path, from_mat) as reader:
            return reader.part(name, part)

    def write_part(self, name: str, subscripts: Sequence[Any], value: Any) -> bool:
        part = _slices(subscripts)
        return part is not None and os.path.isfile(self.path) and self._is_73() and mat73.write_part(self.path, name, part, value)


def _slices(subscripts: Sequence[Any]) -> tuple[slice, ...] | None:
    """Two or more subscripts as slices from zero; None where one is no colon, number or increasing range of these."""
    slices = [_slice(subscript) for subscript in subscripts]
    return tuple(slices) if len(slices) > 1 and None not in slices else None


def _slice(subscript: Any) -> slice | None:
    if subscript is COLON or (type(subscript) is CharArray and subscript.text == ":"):
        return slice(None)
    if type(subscript) not in (float, Tensor) or class_of(subscript) == "logical":
        return None
    numbers = as_array(subscript).ravel(order="F")
    if not numbers.size or numbers.dtype.kind not in "fiu" or np.any(numbers != np.floor(numbers)) or numbers[0] < 1:
        return None
    steps = np.unique(np.diff(numbers.astype(np.float64)))
    if steps.size > 1 or (steps.size and steps[0] < 1):
        return None
    return slice(int(numbers[0]) - 1, int(numbers[-1]), int(steps[0]) if steps.size else 1)


def _size(call: Any, m: MatFile, name: Any = None, *dims: Any) -> Any:
    if name is None:
        return call.feval("size", 1.0, nargout=max(call.nargout, 1))
    key = text_of(name)
    if key not in m.store.names():
        raise m.absent(key)
    shape, _ = m.store.size(key)
    stand_in = call.feval("zeros", Tensor(np.array([shape], np.float64)))[0]  # zeros that nobody looks at take no memory
    return call.feval("size", stand_in, *dims, nargout=max(call.nargout, 1))


def _who(call: Any, m: MatFile) -> Any:
    names = sorted(m.store.names())
    if call.nargout:
        return CellArray.of([CharArray.row(n) for n in names], (len(names), 1 if names else 0))
    shown_names(call, names)
    return None


def _whos(call: Any, m: MatFile) -> Any:
    variables = m.store.described()
    return listing(call, {name: variables[name] for name in sorted(variables)}, set())


MAT_FILE_METHODS = methods(MatFile, {"size": _size, "who": _who, "whos": _whos, "isprop": lambda call, m, name: to_value(text_of(name) in m.store.names())})

"""matfile: variables of a .mat file that are read and written one at a time."""

from __future__ import annotations

import os
from typing import Any

from ...values import CellArray, CharArray
from ...values.convert import text_of, to_value
from ...values.mat_object import MatFile
from .. import arguments as arg
from ..spec import ErrorCase, Example, builtin
from .matfiles import read_mat, to_mat
from .workspace import listing, shown_names

_FILE = "f = [tempname '.mat']; x = magic(4); s = 'abc'; save(f,'x','s'); "


@builtin(
    "matfile", "m = matfile(filename)", "m = matfile(filename, 'Writable', tf)", summary="The variables of a .mat file, read and changed in the file as properties.",
    examples=(
        Example(_FILE + "m = matfile(f); v = {m.x(2:3,1), m.s, size(m,'x'), who(m)}; delete(f); v", "{[5;9],'abc',[4 4],{'s';'x'}}"),
        Example(_FILE + "m = matfile(f,'Writable',true); m.x(1,1) = 99; m.new = {1}; t = load(f); delete(f); {t.x(1), t.new}", "{99,{1}}"),
        Example("f = [tempname '.mat']; m = matfile(f); m.a = 5; t = load(f); delete(f); t.a", "5"),
    ),
    errors=(ErrorCase(_FILE + "m = matfile(f); m.x = 1;", "MATLAB:MatFile:NotWritable"), ErrorCase(_FILE + "m = matfile(f); m.zz", "MATLAB:MatFile:VariableNotInFile")),
    see_also=("load", "save"),
)  # fmt: skip
def matfile(call: Any, name: Any, *options: Any) -> Any:
    path = os.path.abspath(os.path.expanduser(text_of(name)))
    path = path if os.path.splitext(path)[1] else path + ".mat"
    named = arg.name_values(options, "matfile", "writable")
    classes = call.session.classes

    def read() -> dict[str, Any]:
        return classes.unpacked(read_mat(path) or {}) if os.path.isfile(path) else {}

    def write(variables: dict[str, Any]) -> None:
        from scipy.io import savemat

        contents = {key: to_mat(value, key) for key, value in classes.packed(variables).items()}
        savemat(path, contents, do_compression=True, long_field_names=True, oned_as="row")

    return MatFile(path, bool(arg.scalar(named["writable"])) if "writable" in named else not os.path.isfile(path), read, write)


def _size(call: Any, m: MatFile, name: Any = None, *dims: Any) -> Any:
    if name is None:
        return call.feval("size", 1.0, nargout=max(call.nargout, 1))
    return call.feval("size", m.get_property(text_of(name)), *dims, nargout=max(call.nargout, 1))


def _who(call: Any, m: MatFile) -> Any:
    names = sorted(m.read())
    if call.nargout:
        return CellArray.of([CharArray.row(n) for n in names], (len(names), 1 if names else 0))
    shown_names(call, names)
    return None


def _whos(call: Any, m: MatFile) -> Any:
    found = m.read()
    return listing(call, {name: found[name] for name in sorted(found)})


MatFile.methods = {"size": _size, "who": _who, "whos": _whos, "isprop": lambda call, m, name: to_value(text_of(name) in m.read())}

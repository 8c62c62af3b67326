"""memmapfile: files as arrays."""

from __future__ import annotations

import os
from typing import Any

from ...base.folders import absolute
from ...builtins import arguments as arg
from ...builtins.spec import ErrorCase, Example, builtin
from ...values.convert import text_of
from .memory_map import MemoryMap

_FILE = "f = tempname; i = fopen(f,'w'); fwrite(i,1:8,'double'); fclose(i); "
_NAMES = {"writable": "Writable", "offset": "Offset", "format": "Format", "repeat": "Repeat"}


@builtin(
    "memmapfile", "m = memmapfile(filename)", "m = memmapfile(filename, Name, Value, ...)",
    summary="A file as an array: Format, Offset, Repeat and Writable say how, Data is what is there.",
    examples=(
        Example(_FILE + "m = memmapfile(f,'Format','double','Offset',16); d = m.Data(1:2)'; delete(f); d", "[3 4]"),
        Example(_FILE + "m = memmapfile(f,'Format',{'double',[2 2],'x'}); v = {size(m.Data), m.Data(2).x}; delete(f); v", "{[2 1],[5 7;6 8]}"),
        Example(_FILE + "m = memmapfile(f,'Format','double','Writable',true); m.Data(2) = 9; n = memmapfile(f,'Format','double'); d = n.Data(2); delete(f); d",
                "9"),
    ),
    errors=(
        ErrorCase("memmapfile('nosuchfile')", "MATLAB:memmapfile:inaccessibleFile"),
        ErrorCase(_FILE + "m = memmapfile(f,'Format','char');", "MATLAB:memmapfile:invalidFormat"),
        ErrorCase(_FILE + "m = memmapfile(f); m.Data(1) = 3;", "MATLAB:memmapfile:notWritable"),
        ErrorCase(_FILE + "m = memmapfile(f,'Offset',1e6); m.Data", "MATLAB:memmapfile:fileTooSmall"),
    ),
    see_also=("fread", "matfile"),
)  # fmt: skip
def memmapfile(call: Any, name: Any, *options: Any) -> MemoryMap:
    path = absolute(os.path.expanduser(text_of(name, "file name")))
    if not os.path.isfile(path):
        raise call.error(f"Cannot access file '{path}'.", "MATLAB:memmapfile:inaccessibleFile")
    mapping = MemoryMap(path)
    for key, value in arg.name_values(options, "memmapfile", " ".join(_NAMES)).items():
        mapping.set_property(_NAMES[key], value)
    return mapping

"""load and save: .mat files (versions 5 to 7, and 7.3 with h5py) and files of numbers."""

from __future__ import annotations

import math
import os
import re
import warnings
from collections.abc import Callable, Iterable
from io import BytesIO
from typing import Any

import numpy as np

from ...base.errors import Damaged, MatlabError
from ...base.stored import replacing
from ...builtins.spec import Effect, ErrorCase, Example, Fact, builtin
from ...values import CellArray, CharArray, StringArray, StructArray, Tensor
from ...values.containers import object_array
from ...values.convert import as_array, class_of, shape_of, text_of, to_value
from ...values.sparse.matrix import Sparse
from ...values.stored import StoredFunction
from .formats import hdf5_files, mat73, mat_structure
from .formats.stored_objects import WORKSPACE, StoredObjects, is_object, name_of, numbers_of

NO_FIELDS = "noFields__"
"""The field in files of structure arrays that have none: scipy writes such a structure only where it stands alone."""

_FUNCTION = ("matlabroot", "separator", "sentinel", "function_handle")
"""The fields of a function handle that MATLAB wrote."""


def from_mat(item: Any, objects: StoredObjects | None = None) -> Any:
    """The Value of an item that scipy read from a .mat file; ``objects`` decodes the objects that MATLAB wrote."""
    if hasattr(item, "toarray"):
        item.data = _in_machine_order(item.data)
        return Sparse(item)
    if not isinstance(item, np.ndarray):
        return CharArray.row(item) if isinstance(item, str) else to_value(item)
    if item.dtype.names:
        if is_object(item):
            return objects.value(numbers_of(item)) if objects is not None else to_value(np.asfortranarray(numbers_of(item)))
        record = _from_record(item, objects)
        if item.dtype.names == _FUNCTION:
            return StoredFunction.of(record.array.item(0)["function_handle"].array.item(0))
        return record
    if item.dtype.kind == "U":
        return _from_text(item)
    if item.dtype == object:
        if item.size and all(one is None for one in item.flat):  # how scipy gives structures without fields
            return StructArray(object_array([{} for _ in range(item.size)], item.shape), ())
        cells = np.empty(item.shape, object)
        for position in np.ndindex(item.shape):
            cells[position] = from_mat(item[position], objects)
        return CellArray(cells)
    return to_value(np.asfortranarray(_in_machine_order(item)))


def _in_machine_order(array: np.ndarray) -> np.ndarray:
    """Numbers of a file in the machine's own order of bytes; memoryview refuses the machine's order too where a type spells it out."""
    if array.dtype.byteorder in "=|":
        return array
    own = array.dtype.newbyteorder("=")
    return array.view(own) if array.dtype.isnative else array.astype(own)


def _from_record(item: np.ndarray, objects: StoredObjects | None) -> StructArray:
    names = () if item.dtype.names == (NO_FIELDS,) else item.dtype.names
    array = np.empty(item.shape, object)
    for position in np.ndindex(item.shape):
        array[position] = {name: from_mat(item[position][name], objects) for name in names}
    return StructArray(array, names)


def _from_text(item: np.ndarray) -> CharArray:
    lines = [str(line) for line in item.reshape(-1)]
    return CharArray.row(lines[0]) if len(lines) == 1 else CharArray.rows(lines) if lines else CharArray.row("")


def to_mat(value: Any, name: str, depth: int = 0) -> Any:
    """The object that scipy writes for a Value at a depth of nesting; an error for classes that a .mat file of version 7 cannot hold."""
    mat_structure.check_depth(name, depth)
    if type(value) is CharArray:
        return value.text if value.is_row else np.array(value.lines())
    if type(value) is CellArray:
        cells = np.empty(value.shape, object)
        for position in np.ndindex(value.shape):
            cells[position] = to_mat(value.array[position], name, depth + 1)
        return cells
    if type(value) is StructArray:
        return _record(value, name, depth)
    if type(value) in (Tensor, float, bool, complex):
        return as_array(value)
    if type(value) is Sparse:
        return value.matrix
    own = class_of(value)
    raise MatlabError(f"Variable '{name}' of class '{own}' cannot be saved to a MAT-file of version 7.", "MATLAB:save:unsupportedClass")


def _record(value: StructArray, name: str, depth: int) -> Any:
    if not value.fields and value.numel == 1:
        return {}
    record = np.empty(value.shape, [(field, object) for field in value.fields or (NO_FIELDS,)])
    for position in np.ndindex(value.shape):
        if not value.fields:
            record[position][NO_FIELDS] = np.empty((0, 0))
        for field in value.fields:
            record[position][field] = to_mat(value.array[position][field], name, depth + 1)
    return record


def _with_complex(item: Any, raw: Any) -> Any:
    """``item``, with the complex arrays of ``raw``, which is the same data read without class conversion."""
    if not isinstance(item, np.ndarray):
        return raw if hasattr(raw, "toarray") and raw.dtype.kind == "c" else item
    if raw.dtype.kind == "c":
        return raw.astype(np.complex64 if item.dtype == np.float32 else np.complex128)
    if item.dtype == object:
        merged = np.empty(item.shape, object)
        for position in np.ndindex(item.shape):
            merged[position] = _with_complex(item[position], raw[position])
        return merged
    if item.dtype.names:
        for position in np.ndindex(item.shape):
            for name in item.dtype.names:
                item[position][name] = _with_complex(item[position][name], raw[position][name])
    return item


def _found_file(call: Any, name: str, ascii_only: bool) -> str | None:
    names = [name] if ascii_only or os.path.splitext(name)[1] else [name + ".mat", name]
    candidates = [call.session.path.file(text) for text in names]
    return next((candidate for candidate in candidates if os.path.isfile(candidate)), None)


def _read_file(stream: BytesIO) -> dict[str, Any]:
    """What scipy reads from a file in memory whose structure was checked."""
    from scipy.io import loadmat

    def again(**options: Any) -> dict[str, Any]:
        stream.seek(0)
        return loadmat(stream, **options)

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        contents = again(mat_dtype=True, chars_as_strings=True, struct_as_record=True)
        if any(str(warning.message).startswith("Unreadable variable") for warning in caught):
            raise Damaged("a variable cannot be read")  # scipy gives its own words as the value
        if caught:
            # With mat_dtype scipy drops imaginary parts, and warns of it: complex arrays come from a second reading.
            contents = {n: _with_complex(item, other) for (n, item), other in zip(contents.items(), again().values(), strict=True)}
    return contents


def _with_objects(stream: BytesIO, contents: dict[str, Any]) -> dict[str, Any]:
    """``contents`` with all variables that are objects, by their names: scipy before 1.18 gives all of these one name."""
    from scipy.io.matlab import varmats_from_mat

    named = {}
    for name, part in varmats_from_mat(stream):
        if name != "None":
            named[name] = contents.get(name)
        elif (opaque := next((v for k, v in _read_file(part).items() if k == name), None)) is not None:
            named[name_of(opaque, name)] = opaque
    return {name: item for name, item in named.items() if item is not None}


def read_mat(path: str, choose: Callable[[list[str]], list[str]] = list) -> dict[str, Any] | None:
    """The variables of a .mat file, or None when the file is not one.  Of files of version 7.3 only those that ``choose`` gives are read."""
    if mat73.is_version_73(path):
        with mat73.Reader(path, from_mat) as reader:
            return reader.read(choose(reader.names()))
    with open(path, "rb") as stream:
        head = stream.read(128)
    if not head.startswith(b"MATLAB 5.0") and not path.endswith(".mat"):
        return None
    with mat73.reading_mat(path):
        return _read_version_5(path)


def _read_version_5(path: str) -> dict[str, Any]:
    """The variables of a .mat file of version 4 to 7."""
    from scipy.io import whosmat

    stream = BytesIO(mat_structure.checked(path))
    contents, objects = _read_file(stream), None
    if WORKSPACE in contents:
        objects = StoredObjects(contents[WORKSPACE], lambda part: _read_file(BytesIO(mat_structure.checked_version_5(part))), from_mat)
        contents = _with_objects(stream, contents)
    sparse = [name for name, item in contents.items() if hasattr(item, "toarray")]
    if sparse:  # scipy does not tell which sparse matrices are logical
        stream.seek(0)
        kinds = {name: kind for name, _, kind in whosmat(stream)}
        contents |= {name: contents[name].astype(bool) for name in sparse if kinds.get(name) == "logical"}
    return {name: from_mat(item, objects) for name, item in contents.items() if not name.startswith("__")}


def _read_numbers(path: str) -> np.ndarray:
    rows: list[list[float]] = []
    with open(path, encoding="utf-8", errors="replace") as stream:
        for number, line in enumerate(stream, 1):
            words = re.split(r"[\s,;]+", re.split("[%#]", line)[0].strip())
            if words == [""]:
                continue
            try:
                rows.append([float(word) for word in words if word])
            except ValueError:
                raise MatlabError(
                    f'Unknown text on line number {number} of ASCII file {path}\n"{line.split()[0]}".', "MATLAB:load:unknownText"
                ) from None
            if len(rows[-1]) != len(rows[0]):
                raise MatlabError(
                    f"Number of columns on line {number} of ASCII file {path} must be the same as previous lines.",
                    "MATLAB:load:numColumnsNotSame",
                )
    return np.array(rows) if rows else np.zeros((0, 0))


def _chosen(names: Iterable[str], patterns: list[str], regular: bool) -> list[str]:
    """Names that match wildcards (``*``), or regular expressions; all of them without patterns."""
    names = list(names)
    if not patterns:
        return names
    tests = [re.compile(p if regular else re.escape(p).replace(r"\*", ".*") + r"\Z") for p in patterns]
    return [name for name in names if any((t.search if regular else t.match)(name) for t in tests)]


@builtin(
    "load",
    "load",
    "load(filename)",
    "load(filename, variable1, ..., variableN)",
    "S = load(...)",
    "load filename -ascii",
    summary="Load variables from a .mat file, or numbers from a text file.",
    examples=(
        Example(
            "f = [tempname '.mat']; x = [1 2; 3 4]; y = 'abc'; z = {1, 'q'}; save(f, 'x', 'y', 'z'); s = load(f); delete(f); s.z",
            "{1, 'q'}",
        ),
        Example("f = [tempname '.mat']; x = int8(5); save(f, 'x'); clear x; load(f); delete(f); x", "int8(5)"),
        Example(
            "f = [tempname '.mat']; s.a = true; s.b.c = 'hi'; save(f, 's'); t = load(f); delete(f); t.s",
            "struct('a', true, 'b', struct('c', 'hi'))",
        ),
        Example("f = [tempname '.txt']; x = [1 2; 3 4]; save(f, 'x', '-ascii'); y = load(f); delete(f); y", "[1 2; 3 4]"),
    ),
    errors=(ErrorCase("load('no such file')", "MATLAB:load:couldNotReadFile", "Unable to find file or directory 'no such file'."),),
    see_also=("save",),
    effect=Effect.VARIABLES,
)
def load(call, *arguments):
    words = [text_of(argument) for argument in arguments] or ["matlab.mat"]
    flags = {word for word in words if word.startswith("-")}
    name, *wanted = [word for word in words if not word.startswith("-")]
    path = _found_file(call, name, "-ascii" in flags)
    if path is None:
        raise call.error(f"Unable to find file or directory '{name}'.", "MATLAB:load:couldNotReadFile")
    regular = "-regexp" in flags
    contents = None if "-ascii" in flags else read_mat(path, lambda names: _chosen(names, wanted, regular))
    if contents is None:
        return _loaded_numbers(call, path)
    for variable in wanted:
        if not regular and "*" not in variable and variable not in contents:
            call.warning(f"Variable '{variable}' not found.", "MATLAB:load:variableNotFound")
    with mat73.reading_mat(path, Damaged):
        chosen = call.session.classes.unpacked({n: contents[n] for n in _chosen(contents, wanted, regular)})
    if call.nargout:
        return StructArray.scalar(chosen)
    for variable, value in chosen.items():
        call.session.frame.set(variable, value)
    return None


def _loaded_numbers(call: Any, path: str) -> Any:
    """The numbers of a text file: the output, or a variable of the name of the file."""
    array = to_value(_read_numbers(path))
    if call.nargout:
        return array
    stem = re.sub(r"\W", "_", os.path.splitext(os.path.basename(path))[0])
    call.session.frame.set(stem if re.match("[A-Za-z]", stem) else "X" + stem, array)
    return None


def _write_ascii(path: str, values: list[Any], digits: int, tabs: bool) -> None:
    with replacing(path) as name, open(name, "w", encoding="utf-8") as stream:
        for value in values:
            for row in as_array(value).astype(np.float64).reshape(shape_of(value)[0], math.prod(shape_of(value)[1:]), order="F"):
                stream.write(("\t" if tabs else "").join(f"{x: .{digits}e}".rjust(digits + 9) for x in row) + "\n")


def _to_save(call: Any, names: list[str], flags: set[str]) -> dict[str, Any]:
    """The variables that are asked for, by the names they are saved under."""
    variables, regular = call.session.frame.variables(), "-regexp" in flags
    if "-struct" in flags:
        return _fields_to_save(call, variables, names, regular)
    missing = _first_missing(names, variables, regular)
    if missing is not None:
        raise call.error(f"Variable '{missing}' not found.", "MATLAB:save:noSuchVar")
    return {name: variables[name] for name in _chosen(variables, names, regular)}


def _first_missing(names: list[str], known: Any, regular: bool) -> str | None:
    """The first name, no pattern among them, that is unknown."""
    return next((name for name in names if "*" not in name and not regular and name not in known), None)


def _fields_to_save(call: Any, variables: Any, names: list[str], regular: bool) -> dict[str, Any]:
    """The fields of the structure of the first name, all or those of the other names."""
    if not names:
        text = "The -STRUCT option must be followed by the name of a scalar structure variable."
        raise call.error(text, "MATLAB:save:badStructArg")
    holder = variables.get(names[0])
    if type(holder) is not StructArray or holder.numel != 1:
        raise call.error("The argument to -STRUCT must be the name of a scalar structure variable.", "MATLAB:save:badStructArg")
    contents = holder.array[0, 0]
    missing = _first_missing(names[1:], contents, regular)
    if missing is not None:
        raise call.error(f"The variable '{names[0]}' does not contain a field named '{missing}'.", "MATLAB:save:noSuchField")
    return {field: contents[field] for field in _chosen(contents, names[1:], regular)}


def _contents(call: Any, chosen: dict[str, Any], named: bool, as_values: bool) -> dict[str, Any]:
    """What goes into the file, for scipy or as Values.  Of a whole workspace, what no file can hold is left out with a warning."""
    contents: dict[str, Any] = {}
    for name, value in call.session.classes.packed(chosen).items():
        try:
            converted = to_mat(value, name)
        except MatlabError as error:
            if named or error.identifier != "MATLAB:save:unsupportedClass":
                raise
            call.warning(f"Variable '{name}' was not saved: {class_of(value)} objects cannot be saved to a MAT-file.", error.identifier)
            continue
        contents[name] = value if as_values else converted
    return contents


def write_mat(path: str, contents: dict[str, Any], compress: bool = True) -> None:
    """Write a .mat file of version 7 with what ``to_mat`` gave."""
    from scipy.io import savemat

    with replacing(path) as name:
        savemat(name, contents, do_compression=compress, long_field_names=True, oned_as="row", appendmat=False)


def _version_73(call: Any, path: str, flags: set[str]) -> bool:
    """Whether a file of version 7.3 is to be written: asked for, or there to be added to."""
    if "-append" in flags and os.path.isfile(path):
        return mat73.is_version_73(path)
    if "-v7.3" in flags and not hdf5_files.is_there():
        message = "Version 7.3 needs the package h5py (pip install 'runmat-kernel[hdf5]'); the file is written in version 7."
        call.warning(message, "RunMat:save:version73NotAvailable")
        return False
    return "-v7.3" in flags


def without_strings(value: Any) -> Any:
    """String arrays, which version 7 files cannot hold, as char or cell arrays."""
    if type(value) is StringArray:
        items = [CharArray.row(text or "") for text in value.array.ravel(order="F")]
        return items[0] if len(items) == 1 else CellArray.of(items, value.shape)
    return value


@builtin(
    "save",
    "save",
    "save(filename)",
    "save(filename, variable1, ..., variableN)",
    "save(filename, '-struct', name)",
    "save filename variables -ascii",
    "save(filename, ..., '-append')",
    "save(filename, ..., '-v7.3')",
    summary="Save variables to a .mat file, or numbers to a text file with -ascii.",
    examples=(
        Example("f = [tempname '.mat']; s.p = 1; s.q = 2; save(f, '-struct', 's'); t = load(f); delete(f); t", "struct('p', 1, 'q', 2)"),
        Example("f = [tempname '.mat']; c = {1, 'q'}; save(f, 'c', '-v7.3'); t = load(f); delete(f); t.c", "{1, 'q'}"),
    ),
    errors=(ErrorCase("save('x.mat', 'no_such_variable')", "MATLAB:save:noSuchVar", "Variable 'no_such_variable' not found."),),
    see_also=("load",),
    facts=Fact.COMPILED | Fact.SPARSE | Fact.OBJECTS,
    effect=Effect.FILES,
)
def save(call, *arguments):
    words = [text_of(argument) for argument in arguments]
    flags = {word.lower() for word in words if word.startswith("-")}
    plain = [word for word in words if not word.startswith("-")]
    path = os.path.expanduser(plain[0] if plain else "matlab.mat")
    names = plain[1:]
    if "-struct" in flags:
        after = [word.lower() for word in words].index("-struct") + 1
        names = [word for word in words[after:] if not word.startswith("-")]
    chosen = _to_save(call, names, flags)
    if not chosen:
        raise call.error("No variables to save.", "MATLAB:save:noVariables")
    try:
        if flags & {"-ascii", "-text"}:
            _write_ascii(path, list(chosen.values()), 15 if "-double" in flags else 7, "-tabs" in flags)
        else:
            _write_variables(call, path if os.path.splitext(path)[1] else path + ".mat", chosen, len(plain) > 1, flags)
    except OSError as error:
        refused = isinstance(error, (FileNotFoundError, NotADirectoryError, PermissionError))
        identifier = "MATLAB:save:permissionDenied" if refused else "MATLAB:save:unableToWriteToMatFile"
        raise call.error(f"Unable to write file {path}: {error.strerror}.", identifier) from None


def _write_variables(call: Any, path: str, variables: dict[str, Any], named: bool, flags: set[str]) -> None:
    """Write variables into a .mat file of the version that the flags, or the file that is there, ask for."""
    new_form = _version_73(call, path, flags)
    contents = _contents(call, variables, named, new_form)
    if new_form:
        mat73.write(path, contents, append="-append" in flags, compress="-nocompression" not in flags)
        return
    if "-append" in flags and os.path.isfile(path):
        kept = call.session.classes.packed(read_mat(path) or {})
        contents = {name: to_mat(value, name) for name, value in kept.items()} | contents
    write_mat(path, contents, not flags & {"-v6", "-nocompression"})

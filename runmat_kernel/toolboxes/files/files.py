"""Files opened by identifier: fopen, fclose, reading and writing lines and binary data."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from ...base.files import FileTable, OpenFile
from ...builtins.arguments import scalar
from ...builtins.spec import Effect, ErrorCase, Example, builtin
from ...values import CharArray, Tensor
from ...values.classes import DTYPES, INTEGER_CLASSES, saturate
from ...values.convert import as_array, is_text, text_of
from .bit_fields import bit_field, class_of_bits, read_bits, written_bits

# Names of number types in fread and fwrite.
_TYPES = {
    "uchar": "uint8",
    "unsigned char": "uint8",
    "schar": "int8",
    "signed char": "int8",
    "integer*1": "int8",
    "char*1": "uint8",
    "char": "uint8",
    "short": "int16",
    "integer*2": "int16",
    "int": "int32",
    "integer*4": "int32",
    "long": "int64",
    "integer*8": "int64",
    "ushort": "uint16",
    "unsigned short": "uint16",
    "uint": "uint32",
    "unsigned int": "uint32",
    "ulong": "uint64",
    "unsigned long": "uint64",
    "float": "single",
    "float32": "single",
    "real*4": "single",
    "float64": "double",
    "real*8": "double",
}
_ORIGINS = {"bof": 0, "cof": 1, "eof": 2, "-1": 0, "0": 1, "1": 2}


def files_of(session: Any) -> FileTable:
    """The session's table of open files, made at first use."""
    table = getattr(session, "files", None)
    if table is None:
        table = session.files = FileTable(session.write, session.write_error)
    return table


def opened(call: Any, fid: Any) -> OpenFile:
    return files_of(call.session).get(scalar(fid, "file identifier"))


_STANDARD = {0: ('"stdin"', "r"), 1: ('"stdout"', "w"), 2: ('"stderr"', "w")}
"""Name and permission of the files that are always open."""


@builtin(
    "fopen",
    "fid = fopen(filename)",
    "fid = fopen(filename, permission)",
    "fid = fopen(filename, permission, machinefmt, encoding)",
    "[fid, message] = fopen(...)",
    "fids = fopen('all')",
    "[filename, permission, machinefmt, encoding] = fopen(fid)",
    summary="Open a file; -1 when that fails.",
    examples=(
        Example("fopen('no such file')", "-1"),
        Example("[name, mode] = fopen(99)", "{'', ''}"),
        Example("f = [tempname '.txt']; fid = fopen(f, 'w'); fclose(fid); delete(f); fid > 2", "true"),
    ),
    effect=Effect.FILES,
)
def fopen(call, name, *options):
    table = files_of(call.session)
    if not is_text(name):
        number = scalar(name, "file identifier")
        if number in _STANDARD:
            return *_STANDARD[number], "ieee-le", "UTF-8"
        if number not in table.identifiers():
            return "", "", "", ""
        file = table.get(number)
        return file.name, file.permission, {"n": "ieee-le"}.get(file.machine, file.machine), file.encoding
    if text_of(name) == "all":
        return np.array(table.identifiers(), np.float64).reshape(1, -1) if table.identifiers() else np.zeros((0, 0))
    words = [text_of(option) for option in options]
    reads = not words or (words[0].startswith("r") and "+" not in words[0])
    path = call.session.path.file(text_of(name)) if reads else text_of(name)
    fid, message = table.open(path, *words)
    return float(fid), message


@builtin(
    "fclose",
    "status = fclose(fid)",
    "status = fclose('all')",
    summary="Close an open file, or all of them.",
    errors=(
        ErrorCase("fclose(99)", "MATLAB:FileIO:InvalidFid", "Invalid file identifier."),
        ErrorCase("fclose('x')", "MATLAB:FileIO:InvalidFid", "Invalid file identifier."),
    ),
    effect=Effect.FILES,
)
def fclose(call, fid):
    table = files_of(call.session)
    if is_text(fid) and text_of(fid).lower() != "all":
        raise call.error("Invalid file identifier. Use fopen to generate a valid file identifier.", "MATLAB:FileIO:InvalidFid")
    closing = table.identifiers() if is_text(fid) else [scalar(fid, "file identifier")]
    whole = True
    for number in closing:
        if number in (0, 1, 2):
            continue
        file = table.get(number)
        whole &= table.close(number)
        if not file.permission.startswith("r") or "+" in file.permission:
            call.session.wrote(file.name)
    return 0.0 if whole else -1.0


def _decoded(file: OpenFile, data: bytes) -> str:
    return data.decode(file.encoding, "replace" if file.encoding.upper() != "UTF-8" else "surrogateescape")


def _line(call: Any, fid: Any, limit: Any, keep_end: bool) -> Any:
    file = opened(call, fid)
    data = file.read_line(int(scalar(limit)) if limit is not None else -1)
    if not data:
        return -1.0
    text = _decoded(file, data)
    if not keep_end:
        text = text.removesuffix("\n").removesuffix("\r")
    return CharArray(np.zeros((1, 0), np.uint16)) if not text and keep_end else text


@builtin("fgetl", "line = fgetl(fid)", summary="Next line of a file without its line end; -1 at the end of the file.", effect=Effect.FILES)
def fgetl(call, fid):
    return _line(call, fid, None, keep_end=False)


@builtin(
    "fgets",
    "line = fgets(fid)",
    "line = fgets(fid, nchar)",
    "[line, terminator] = fgets(...)",
    summary="Next line of a file with its line end, and the codes of that; -1 at the end of the file.",
    examples=(
        Example(
            "f = tempname; fid = fopen(f, 'w+'); fprintf(fid, 'ab\\r\\ncd'); frewind(fid); [~,a] = fgets(fid); [~,b] = fgets(fid); fclose(fid); delete(f); {a,b}",
            "{[13 10],[]}",
        ),
    ),
    effect=Effect.FILES,
)
def fgets(call, fid, limit=None):
    line = _line(call, fid, limit, keep_end=True)
    text = line if isinstance(line, str) else ""
    end = text[len(text.removesuffix("\n").removesuffix("\r")) :]
    return line, np.array([[float(ord(c)) for c in end]]) if end else np.zeros((0, 0))


@builtin("feof", "status = feof(fid)", summary="Whether the end of a file was met by the last read.", effect=Effect.FILES)
def feof(call, fid):
    return 1.0 if opened(call, fid).at_end else 0.0


@builtin(
    "ferror",
    "message = ferror(fid)",
    "[message, errnum] = ferror(fid)",
    "[message, errnum] = ferror(fid, 'clear')",
    summary="Last error of a file.",
    effect=Effect.FILES,
)
def ferror(call, fid, clear=None):
    file = opened(call, fid)
    message = file.failure
    if clear is not None:
        file.failure = ""
    return message, -1.0 if message else 0.0


@builtin("ftell", "position = ftell(fid)", summary="Position in a file, in bytes from its start.", effect=Effect.FILES)
def ftell(call, fid):
    return float(opened(call, fid).stream.tell())


@builtin(
    "fseek",
    "status = fseek(fid, offset, origin)",
    "status = fseek(fid, offset)",
    summary="Move to a position in a file; 0 when that works, -1 otherwise.",
    effect=Effect.FILES,
)
def fseek(call, fid, offset, origin=None):
    where = "bof" if origin is None else text_of(origin) if is_text(origin) else str(int(scalar(origin)))
    if where not in _ORIGINS:
        raise call.error("Origin must be 'bof', 'cof' or 'eof'.", "MATLAB:FileIO:InvalidOrigin")
    return 0.0 if opened(call, fid).seek(int(scalar(offset)), _ORIGINS[where]) else -1.0


@builtin("frewind", "frewind(fid)", summary="Move to the start of a file.", effect=Effect.FILES)
def frewind(call, fid):
    opened(call, fid).seek(0, 0)


@builtin("fflush", "status = fflush(fid)", summary="Write what is buffered for a file.", effect=Effect.FILES)
def fflush(call, fid):
    if is_text(fid) or scalar(fid) in (0, 1, 2):
        return 0.0
    opened(call, fid).stream.flush()
    return 0.0


@builtin("stdout", "fid = stdout", summary="File identifier of standard output.", examples=(Example("stdout", "1"),))
def stdout(call):
    return 1.0


@builtin("stderr", "fid = stderr", summary="File identifier of standard error.", examples=(Example("stderr", "2"),))
def stderr(call):
    return 2.0


# --- binary ---------------------------------------------------------------------------------------------------------


def _type(call: Any, name: str) -> str:
    name = _TYPES.get(name.strip(), name.strip())
    if name not in DTYPES and bit_field(name) is None:
        raise call.error("Invalid precision.", "MATLAB:FileIO:InvalidPrecision")
    return name


def _precision(call: Any, text: str) -> tuple[int, str, str, bool]:
    """Block length, type in the file, class of the result, and whether the result is char."""
    match = re.match(r"(?:(\d+)\*)?(.*)\Z", text.strip())
    assert match is not None
    body = match[2] if not re.match(r"(integer|real|char)\*", text) else text
    block = int(match[1]) if match[1] else 1
    if body.startswith("*"):
        source = target = body[1:].strip()
    elif "=>" in body:
        source, target = (part.strip() for part in body.split("=>", 1))
    else:
        source, target = body, "double"
    source, is_char = _type(call, source), target in ("char", "char*1")
    target = "char" if is_char else _type(call, target)
    field = bit_field(target)
    return block, source, target if field is None else class_of_bits(*field), is_char


def _order(file: OpenFile, machine: Any) -> str:
    if machine is None:
        return file.byte_order
    name = text_of(machine).lower()
    return ">" if name in ("b", "ieee-be", "s", "ieee-be.l64") else "<" if name not in ("n", "native") else "="


def _wanted(size: Any) -> tuple[int, int | None, bool]:
    """Elements to read (-1: all), the rows of the result where it is a matrix, and whether its columns are counted by the data."""
    if size is None:
        return -1, None, False
    numbers = as_array(size).ravel().tolist()
    if len(numbers) == 1:
        return (-1 if numbers[0] == float("inf") else int(numbers[0])), None, False
    rows, columns = numbers
    return (-1 if columns == float("inf") else int(rows * columns)), int(rows), columns == float("inf")


def shaped(data: np.ndarray, rows: int | None) -> np.ndarray:
    """A column, or a matrix of ``rows`` rows filled up with zeros where the data end early."""
    if rows is None:
        return data.reshape(-1, 1)
    columns = -(-data.size // rows) if rows else 0
    full = np.zeros(rows * columns, data.dtype)
    full[: data.size] = data
    return full.reshape((rows, columns), order="F")


@builtin(
    "fread",
    "A = fread(fid)",
    "A = fread(fid, sizeA, precision, skip, machinefmt)",
    "[A, count] = fread(...)",
    summary="Read binary data from a file.",
    effect=Effect.FILES,
)
def fread(call, fid, size=None, precision=None, skip=0.0, machine=None):
    file = opened(call, fid)
    if is_text(size):
        size, precision = None, size
    block, source, target, is_char = _precision(call, text_of(precision) if precision is not None else "uint8=>double")
    count, rows, _ = _wanted(size)
    gap = int(scalar(skip))
    if (field := bit_field(source)) is not None:
        items = read_bits(file, field, _order(file, machine) == ">", count, block, gap)
    elif not gap and _is_encoded(precision):
        items = _read_characters(file, count)
    else:
        kind = np.dtype(np.bool_ if source == "logical" else np.uint8 if source == "char" else DTYPES[source])
        dtype = kind.newbyteorder(_order(file, machine))
        data = _read_blocks(file, dtype, count, block, gap) if gap else _read_all(file, dtype, count)
        items = data.astype(dtype.newbyteorder("="))
    result = shaped(items, rows)
    if is_char:
        return CharArray(result.astype(np.uint16)), float(items.size)
    if target in INTEGER_CLASSES:
        return Tensor(saturate(result, target)), float(items.size)
    return Tensor(result.astype(DTYPES[target])), float(items.size)


def _is_encoded(precision: Any) -> bool:
    """Whether a precision means characters in the encoding of the file: ``char``, unlike ``uchar`` and ``char*1``."""
    return precision is not None and text_of(precision).split("=>")[0].strip().lstrip("*") == "char"


def _read_characters(file: OpenFile, count: int) -> np.ndarray:
    """The codes of so many characters, of all where negative; bytes that are no characters stand for themselves."""
    start = file.stream.tell()
    text = file.read(4 * count if count >= 0 else -1).decode(file.encoding, "surrogateescape")
    if count >= 0:
        file.at_end = len(text) < count
        text = text[:count]
        file.stream.seek(start + len(text.encode(file.encoding, "surrogateescape")))
    units = "".join(chr(ord(c) - 0xDC00) if 0xDC80 <= ord(c) <= 0xDCFF else c for c in text) if not text.isascii() else text
    return np.frombuffer(units.encode("utf-16-le", "surrogatepass"), "<u2").astype(np.float64)


def _read_all(file: OpenFile, dtype: np.dtype, count: int) -> np.ndarray:
    data = file.read(count * dtype.itemsize if count >= 0 else -1)
    return np.frombuffer(data[: len(data) // dtype.itemsize * dtype.itemsize], dtype)


def _read_blocks(file: OpenFile, dtype: np.dtype, count: int, block: int, gap: int) -> np.ndarray:
    parts: list[np.ndarray] = []
    while count < 0 or count > sum(p.size for p in parts):
        part = _read_all(file, dtype, block if count < 0 else min(block, count - sum(p.size for p in parts)))
        if not part.size:
            break
        parts.append(part)
        file.stream.seek(gap, 1)
    return np.concatenate(parts) if parts else np.empty(0, dtype)


@builtin(
    "fwrite",
    "fwrite(fid, A)",
    "count = fwrite(fid, A, precision, skip, machinefmt)",
    summary="Write binary data to a file, column by column; the number of elements written.",
    examples=(
        Example(
            "f = [tempname '.bin']; fid = fopen(f, 'w'); fwrite(fid, [1 2 300], 'int16'); fclose(fid); "
            "fid = fopen(f); a = fread(fid, [1 Inf], 'int16'); fclose(fid); delete(f); a",
            "[1 2 300]",
        ),
        Example(
            "f = [tempname '.bin']; fid = fopen(f, 'w+'); fwrite(fid, [7 8], 'uint8', 2); frewind(fid); a = fread(fid)'; fclose(fid); "
            "delete(f); a",
            "[0 0 7 0 0 8]",
        ),
    ),
    effect=Effect.FILES,
)
def fwrite(call, fid, data, precision=None, skip=0.0, machine=None):
    name = _type(call, text_of(precision).removeprefix("*") if precision is not None else "uint8")
    array = as_array(data)
    if name in INTEGER_CLASSES and not _is_encoded(precision):
        array = saturate(array, name)
    table, number = files_of(call.session), scalar(fid, "file identifier")
    numbers = array.ravel(order="F")
    if number in (1, 2):
        table.write(number, "".join(map(chr, numbers.astype(int))))
        return float(array.size)
    file = table.get(number)
    if _is_encoded(precision):
        text = "".join(map(chr, numbers.astype(int)))
        table.put(file, text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace").encode(file.encoding, "replace"))
    elif (field := bit_field(name)) is not None:
        if scalar(skip):
            raise call.error("Numbers of bits are written without skips.", "MATLAB:FileIO:InvalidSkip")
        table.put(file, written_bits(file, field, _order(file, machine) == ">", numbers))
    else:
        dtype = np.dtype(np.uint8 if name == "char" else DTYPES[name]).newbyteorder(_order(file, machine))
        _put_numbers(table, file, np.ascontiguousarray(numbers.astype(dtype)).tobytes(), dtype.itemsize, int(scalar(skip)))
    return float(array.size)


def _put_numbers(table: Any, file: OpenFile, data: bytes, size: int, gap: int) -> None:
    """Write bytes of numbers, each after a gap."""
    for start in range(0, len(data), size) if gap else (0,):
        file.stream.seek(gap, 1)
        table.put(file, data[start : start + size] if gap else data)

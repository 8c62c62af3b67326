"""Text arguments of builtins in their three forms (char, string array, cell array of char rows), and results in the same form."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..base.errors import MatlabError
from ..values import CellArray, CharArray, StringArray, object_array
from ..values.convert import as_array, is_text, shape_of, text_of
from ..values.format import invalid_escape, sprintf

if TYPE_CHECKING:
    from .call import Call


def is_textual(value: Any) -> bool:
    """A char array, string array, or a cell array of char rows."""
    if type(value) is CellArray:
        return all(is_text(item) for item in value.array.flat)
    return type(value) in (CharArray, StringArray)


def items(value: Any, call: Call | None = None) -> tuple[list[Any], tuple[int, ...]]:
    """The strs (None: missing) in column-major order, and the shape they stand in; a char array is one text for each row."""
    kind = type(value)
    if kind is CharArray:
        lines = [value.text] if value.is_row else value.lines()
        return lines, (len(lines), 1)
    if kind is StringArray:
        return list(value.array.ravel(order="F")), value.shape
    if kind is CellArray and is_textual(value):
        return [text_of(item) for item in value.array.ravel(order="F")], value.shape
    raise text_error(call)


def formatted(call: Call, format: str, values: Sequence[Any]) -> str:
    """The text of ``sprintf`` for a format and values, with its warning of a backslash sequence that is none."""
    if unknown := invalid_escape(format):
        call.warning(
            f"Escaped character '{unknown}' is not valid. See 'doc sprintf' for supported special characters.",
            "MATLAB:printf:BadEscapeSequenceInFormat",
        )
    return sprintf(format, values)


def text_error(call: Call | None, position: str = "First") -> MatlabError:
    """The error for an argument that is not text."""
    name = call.name if call is not None else "text"
    return MatlabError(
        f"{position} argument must be a string array, character vector, or cell array of character vectors.",
        f"MATLAB:{name}:{position.lower()}InputType",
        function=name,
    )


def map_text(value: Any, change: Callable[[str], str], call: Call | None = None) -> Any:
    """``change`` applied to each text, in the form of ``value``; missing strings stay missing."""
    kind = type(value)
    if kind is CharArray:
        if value.is_row:
            return CharArray.row(change(value.text))
        return CharArray.rows([change(line) for line in value.lines()])
    texts, shape = items(value, call)
    if kind is StringArray:
        return strings([None if t is None else change(t) for t in texts], shape)
    return cellstr([change(t) for t in texts], shape)


def map_value(value: Any, answer: Callable[[str], Any], missing: Any, call: Call | None = None) -> Any:
    """``answer`` of each text: one for a char row, an array for string arrays and cells."""
    texts, shape = items(value, call)
    answers = [missing if t is None else answer(t) for t in texts]
    if len(answers) == 1 and shape == (1, 1):
        return answers[0]
    dtype = bool if isinstance(missing, bool) else float
    return np.array(answers, dtype).reshape(shape, order="F")


def strings(texts: Sequence[str | None], shape: tuple[int, ...]) -> StringArray:
    """A string array of texts in column-major order."""
    return StringArray(object_array(list(texts), shape))


def cellstr(texts: Sequence[str], shape: tuple[int, ...]) -> CellArray:
    """A cell array of char rows."""
    return CellArray(object_array([CharArray.row(t) for t in texts], shape))


def collected(like: Any, texts: Sequence[str], shape: tuple[int, ...]) -> Any:
    """Several texts in the form that goes with ``like``: a string array for strings, a cell of char rows otherwise."""
    return strings(texts, shape) if type(like) is StringArray else cellstr(texts, shape)


def spread(call: Call, *values: Any) -> tuple[list[tuple[Any, ...]], tuple[int, ...]]:
    """Texts and numbers that belong together, element by element, and their shape; what is one is repeated."""
    parts = [items(v, call) if is_textual(v) else (as_array(v).ravel(order="F").tolist(), shape_of(v)) for v in values]
    shape = next((s for t, s in parts if len(t) != 1), (1, 1))
    if any(len(t) != 1 and s != shape for t, s in parts):
        raise call.error("Inputs must be the same size or either one must be a scalar.", "MATLAB:string:MustBeSameSizeOrScalar")
    count = next((len(t) for t, _ in parts if len(t) != 1), 1)
    return list(zip(*(t * count if len(t) == 1 else t for t, _ in parts), strict=True)), shape


def one_like(like: Any, text: str) -> Any:
    """One text: a string scalar for strings, a char row otherwise."""
    return StringArray.scalar(text) if type(like) is StringArray else CharArray.row(text)


def patterns(value: Any, call: Call) -> list[str]:
    """The texts of a pattern argument; any of them may match."""
    texts, _ = items(value, call)
    return [t for t in texts if t is not None]


def options(call: Call, arguments: Sequence[Any], **defaults: Any) -> dict[str, Any]:
    """Name-value pairs over defaults, names in lower case; an unknown name is an error."""
    values = dict(defaults)
    if len(arguments) % 2:
        raise call.error("Name-value arguments must come in pairs.", f"MATLAB:{call.name}:ParameterPairs")
    for i in range(0, len(arguments), 2):
        name = text_of(arguments[i], "parameter name").lower()
        matches = [key for key in defaults if key == name] or [key for key in defaults if key.startswith(name)]
        if len(matches) != 1:
            raise call.error(f"'{name}' is not a recognized parameter.", f"MATLAB:{call.name}:UnknownParameter")
        values[matches[0]] = arguments[i + 1]
    return values


def is_on(value: Any) -> bool:
    """Whether an option value is true: nonzero."""
    return value if isinstance(value, bool) else bool(as_array(value).all())

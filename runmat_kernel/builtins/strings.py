"""String arrays in operators: comparison and joining by ``+``."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from ..base.errors import MatlabError
from ..graph.evaluate import same_rank
from ..graph.shapes import expand
from ..values.containers import CellArray
from ..values.convert import as_array, class_of
from ..values.format import strings_of_numbers
from ..values.tensor import Tensor
from ..values.text import CharArray, StringArray

if TYPE_CHECKING:
    from .call import Call


def as_strings(value: Any) -> np.ndarray:
    """A string array, char matrix (a row each), cellstr, number or logical as an object ndarray of str (None: missing)."""
    kind = type(value)
    if kind is StringArray:
        return value.array
    if kind is CharArray:
        lines = value.lines() or [""]
        return np.array(lines, dtype=object).reshape(-1, 1)
    if kind is CellArray:
        texts = [_content_text(x) for x in value.array.ravel(order="F")]
        return np.array(texts, dtype=object).reshape(value.shape, order="F")
    if kind in (float, bool, complex, Tensor):
        array = as_array(value)
        return np.array(strings_of_numbers(array), dtype=object).reshape(array.shape, order="F")
    raise MatlabError(f"Conversion to string from {class_of(value)} is not possible.", "MATLAB:invalidConversion")


def _content_text(value: Any) -> str | None:
    """The text of a cell's content: a char vector, or anything else that is one string."""
    if type(value) is CharArray:
        return value.text
    texts = as_strings(value)
    if texts.size != 1:
        message = "Conversion from cell failed. Element 1 must be convertible to a string scalar."
        raise MatlabError(message, "MATLAB:string:CannotConvertCell")
    return texts.item()


def compare_strings(name: str, python: Callable[[Any, Any], bool], a: Any, b: Any) -> Any:
    """A comparison of strings with strings, chars or cellstrs; ``missing`` equals nothing."""
    left, right = as_strings(a), as_strings(b)
    expand(left.shape, right.shape)
    left, right = np.broadcast_arrays(*same_rank([left, right]))
    result = np.empty(left.shape, bool)
    for i in np.ndindex(left.shape):
        x, y = left[i], right[i]
        result[i] = name == "ne" if x is None or y is None else python(x, y)
    return result


def string_plus(a: Any, b: Any) -> Any:
    """Strings joined element by element; numbers are written as ``string`` does."""
    left, right = as_strings(a), as_strings(b)
    expand(left.shape, right.shape)
    left, right = np.broadcast_arrays(*same_rank([left, right]))
    joined = np.empty(left.shape, object)
    for i in np.ndindex(left.shape):
        joined[i] = None if left[i] is None or right[i] is None else left[i] + right[i]
    return StringArray(joined)


def appended(call: Call, a: Any, b: Any) -> Any:
    """``"text" + value`` where the value has a class of its own: what ``string`` makes of it is appended."""
    return string_plus(*(value if type(value) is StringArray else call.feval("string", value)[0] for value in (a, b)))

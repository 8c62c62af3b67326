"""Arguments that reductions have in common: dimensions, 'all', NaN flags, and the class of the result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..base.errors import MatlabError
from ..graph.shapes import first_dimension
from ..values.classes import NUMERIC_CLASSES
from ..values.convert import as_array, class_of, is_text, numel_of, shape_of, text_of
from ..values.objects import HostObject
from .argument_errors import too_many_inputs

if TYPE_CHECKING:
    from .call import Call

_FLAGS = {
    "omitnan": ("omit_nan", True),
    "omitmissing": ("omit_nan", True),
    "includenan": ("omit_nan", False),
    "includemissing": ("omit_nan", False),
    "native": ("output", "native"),
    "double": ("output", "double"),
    "default": ("output", "default"),
    "linear": ("linear", True),
    "forward": ("reverse", False),
    "reverse": ("reverse", True),
}


@dataclass(slots=True)
class Options:
    """``dims``: 0-based dimensions, sorted; ``explicit``: whether the program named them; ``everything``: 'all'."""

    dims: tuple[int, ...] = ()
    explicit: bool = False
    everything: bool = False
    omit_nan: bool | None = None
    output: str = "default"
    linear: bool = False
    reverse: bool = False


def options(call: Call, value: Any, rest: Sequence[Any]) -> Options:
    """The options in the arguments after the array.  Raises MATLAB's errors for what is no dimension."""
    chosen = Options()
    for argument in rest:
        if is_text(argument):
            text = text_of(argument).lower()
            if text == "all":
                chosen.everything = chosen.explicit = True
            elif text in _FLAGS:
                setattr(chosen, *_FLAGS[text])
            else:
                raise call.error(f"Invalid option '{text}'.", f"MATLAB:{call.name}:unknownOption")
        elif numel_of(argument) == 0:
            continue
        elif chosen.explicit:
            raise too_many_inputs(call.name)
        else:
            chosen.dims, chosen.explicit = dimensions(call, argument), True
    shape = shape_of(value)
    if chosen.everything:
        chosen.dims = tuple(range(len(shape)))
    elif not chosen.explicit:
        chosen.dims = (0, 1) if shape == (0, 0) else (first_dimension(shape),)
    return chosen


def dimensions(call: Call, argument: Any) -> tuple[int, ...]:
    """A dimension, or a vector of them, as sorted 0-based numbers."""
    if type(argument) is float and 1 <= argument < 1e9 and argument.is_integer():
        return (int(argument) - 1,)
    numbers = as_array(argument).ravel(order="F")
    wanted = numbers.tolist()
    # A limit that no array reaches; NaN is not below it either.
    if numbers.dtype.kind in "cb" or not all([1 <= n < 1e9 and n == int(n) for n in wanted]):
        raise call.error(
            "Dimension argument must be a positive integer scalar, a vector of unique positive integers, or 'all'.",
            "MATLAB:getdimarg:invalidDim",
        )
    dims = sorted([int(n) - 1 for n in wanted])
    if len(set(dims)) != len(dims):
        raise call.error(
            "Vector of dimensions must contain unique positive integers.", "MATLAB:getdimarg:vecDimsMustBeUniquePositiveIntegers"
        )
    return tuple(dims)


def numeric(call: Call, value: Any, allowed: tuple[str, ...] = (*NUMERIC_CLASSES, "logical", "char")) -> str:
    """The class of a numeric argument; MATLAB's error for anything else."""
    kind = class_of(value)
    if kind not in allowed:
        if isinstance(value, HostObject):
            raise call.undefined(value)
        raise MatlabError(
            "Invalid data type. First argument must be numeric or logical.", f"MATLAB:{call.name}:wrongInput", function=call.name
        )
    return kind


def output_class(kind: str, output: str) -> str:
    """The class of a sum, product or mean: single stays, 'native' keeps the class, everything else is double."""
    if output == "native" and kind not in ("char",):
        return kind
    return "single" if kind == "single" and output == "default" else "double"


def count(shape: tuple[int, ...], dims: tuple[int, ...]) -> int:
    """Elements that are reduced to each result."""
    n = 1
    for d in dims:
        n *= shape[d] if d < len(shape) else 1
    return n

"""Reading arguments of builtins (scalars, dimensions, sizes, options) and putting results back into the class of an input."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..base.errors import MatlabError
from ..values.classes import DTYPES, INTEGER_LIMITS
from ..values.containers import CellArray, StructArray
from ..values.convert import as_array, class_of, is_text, numel_of, shape_of, text_of
from ..values.functions import FunctionHandle
from ..values.objects import HostObject
from ..values.text import CharArray, StringArray
from ..values.times.numbered import NumberedArray

if TYPE_CHECKING:
    from .call import Call

_SCALARS = (float, bool, complex)
_DIMENSIONS = 2**31
"""No dimension has this number or a larger one: what an index of a dimension can hold."""


def elements(value: Any) -> np.ndarray:
    """The elements of any array value (objects for cells, strings and structs, numbers for times), column-major, of its MATLAB shape."""
    if type(value) in _SCALARS:
        return np.array([[value]], order="F")
    if hasattr(value, "array"):
        return value.array
    if isinstance(value, NumberedArray):
        return value.numbers
    if isinstance(value, HostObject) and (each := value.each_element()) is not None:
        return each
    holder = np.empty((1, 1), object)
    holder[0, 0] = value
    return holder


def like(value: Any, array: np.ndarray) -> Any:
    """A value of the class of ``value`` with the elements ``array``."""
    kind = type(value)
    if kind is CharArray or kind is StringArray or kind is CellArray:
        return kind(array)
    if kind is StructArray:
        return StructArray(array, value.fields)
    if isinstance(value, NumberedArray):
        return value.like(array)
    if array.dtype == object and isinstance(value, HostObject) and value.each_element() is not None:
        return value.of_elements(array)
    if array.dtype == object and array.size == 1:  # a function handle, or another value that is no array
        return array.item(0)
    if kind is FunctionHandle:
        raise MatlabError(
            "Nonscalar arrays of function handles are not allowed; use cell arrays instead.", "MATLAB:err_non_scalar_function_handles"
        )
    return array


def numeric(value: Any) -> np.ndarray:
    """The elements of a numeric, logical or char value; chars become doubles."""
    array = as_array(value)
    return array.astype(np.float64) if class_of(value) == "char" else array


def floating(value: Any) -> np.ndarray:
    """The elements as double, single or their complex kinds; integers, logicals and chars become double."""
    array = as_array(value)
    return array if array.dtype.kind in "fc" else array.astype(np.float64)


def float_class(*values: Any) -> type:
    """np.float32 when any of the values is single, else np.float64."""
    return np.float32 if any(class_of(v) == "single" for v in values) else np.float64


def same_precision(*arrays: np.ndarray) -> list[np.ndarray]:
    """Float arrays all as single when one of them is: MATLAB's rule for mixed precision."""
    if any(a.dtype in (np.float32, np.complex64) for a in arrays):
        return [a.astype(np.complex64 if a.dtype.kind == "c" else np.float32) for a in arrays]
    return list(arrays)


def single_like(array: Any, *values: Any) -> np.ndarray:
    """A result that was computed in double precision, single where one of the values is."""
    array = np.asarray(array)
    if float_class(*values) is np.float32 and array.dtype.kind in "fc":
        return array.astype(np.complex64 if array.dtype.kind == "c" else np.float32)
    return array


def narrow(array: np.ndarray) -> np.ndarray:
    """A complex array whose imaginary parts are all zero becomes real, as every MATLAB result does."""
    if array.dtype.kind == "c" and not array.imag.any():
        return array.real
    return array


def column(array: np.ndarray) -> np.ndarray:
    """All elements as an n-by-1 array, column-major."""
    return array.reshape(-1, 1, order="F")


def flat(value: Any) -> np.ndarray:
    """All elements of a numeric value as a 1-D array, column-major order, at least double or single."""
    return floating(value).ravel(order="F")


def nonempty(value: Any, name: str = "argument") -> np.ndarray:
    """The elements in column order, of which there is one at least; an error naming the argument otherwise."""
    numbers = flat(value)
    if not numbers.size:
        raise MatlabError(f"The {name} must not be empty.", "MATLAB:expectedNonempty")
    return numbers


def is_vector(shape: Sequence[int]) -> bool:
    """Whether a shape is 1-by-n or n-by-1."""
    return len(shape) == 2 and 1 in shape


def oriented(vector: np.ndarray, template: Any) -> np.ndarray:
    """A 1-D array as a column when ``template`` is a column, else as a row."""
    shape = shape_of(template)
    return vector.reshape(-1, 1) if len(shape) == 2 and shape[1] == 1 and shape[0] != 1 else vector.reshape(1, -1)


def scalar(value: Any, name: str = "argument") -> float:
    """A real scalar as a float; an error naming the argument otherwise."""
    if type(value) is float:
        return value
    if type(value) in (bool, complex) or numel_of(value) == 1:
        number = as_array(value).flat[0]
        if number.imag:
            raise MatlabError(f"The {name} must be real.", "MATLAB:expectedReal")
        return float(number.real)
    raise MatlabError(f"The {name} must be a scalar.", "MATLAB:expectedScalar")


def integer(value: Any, name: str = "argument") -> int:
    """A whole-numbered scalar as an int; an error naming the argument otherwise."""
    number = scalar(value, name)
    if number != number or number in (float("inf"), float("-inf")) or number != int(number):
        raise MatlabError(f"The {name} must be an integer.", "MATLAB:expectedInteger")
    return int(number)


def dimension(value: Any) -> int:
    """A dimension argument as a NumPy axis (from 0)."""
    if class_of(value) not in ("char", "string", "cell") and numel_of(value) == 1:
        number = scalar(value)
        if 1 <= number < _DIMENSIONS and number == int(number):
            return int(number) - 1
    raise MatlabError(
        "Dimension argument must be a positive integer scalar within indexing range.",
        "MATLAB:getdimarg:dimensionMustBePositiveInteger",
    )


def dimensions(value: Any) -> list[int]:
    """A vector of dimensions as NumPy axes."""
    if class_of(value) in ("char", "string", "cell"):
        return [dimension(value)]
    return [dimension(float(n)) for n in as_array(value).ravel(order="F")]


def first_nonsingleton(shape: Sequence[int]) -> int:
    """The axis functions work along by default: the first whose length is not 1, else 0."""
    return next((i for i, n in enumerate(shape) if n != 1), 0)


def pad_dims(array: np.ndarray, ndim: int) -> np.ndarray:
    """The array with trailing ones up to ``ndim`` dimensions, of which NumPy's arrays have 64 at most."""
    if ndim > 64:
        raise MatlabError("The size vector has too many elements.", "MATLAB:maxDims")
    return array if array.ndim >= ndim else array.reshape(array.shape + (1,) * (ndim - array.ndim), order="F")


def is_empty_matrix(value: Any) -> bool:
    """Whether this is ``[]`` or another value without elements: how MATLAB's optional arguments are left out."""
    return type(value) not in _SCALARS and hasattr(value, "shape") and numel_of(value) == 0


def split_options(arguments: Sequence[Any]) -> tuple[list[Any], list[str]]:
    """Arguments that are not text, and the texts in lower case, in order."""
    values, words = [], []
    for argument in arguments:
        if is_text(argument) and type(argument) in (CharArray, StringArray):
            words.append(text_of(argument).lower())
        else:
            values.append(argument)
    return values, words


def option(call: Call, value: Any, *known: str, default: str = "") -> str:
    """An option in lower case: ``default`` where none was given, MATLAB's kind of error for one that is not known."""
    if value is None:
        return default
    word = text_of(value, "option").lower()
    check_options(call, [word], *known)
    return word


def check_options(call: Call, words: Sequence[str], *known: str) -> None:
    """An error for the first word (in lower case) that is no option of the function."""
    for word in words:
        if word not in known:
            raise MatlabError(f"Invalid option '{word}'.", f"MATLAB:{call.name}:unknownOption")


def optional(parameters: Sequence[Any], place: int, default: float) -> float:
    """The number at a place of trailing arguments; the default where they end before it or have ``[]`` there."""
    return scalar(parameters[place]) if len(parameters) > place and not is_empty_matrix(parameters[place]) else default


class Options(dict[str, Any]):
    """Values of name-value arguments by name; each method reads one value, or gives the default where the name is missing."""

    def read(self, name: str, reader: Callable[[Any], Any], default: Any) -> Any:
        """The result of ``reader`` for a value."""
        return reader(self[name]) if name in self else default

    def number(self, name: str, default: Any) -> Any:
        return self.read(name, scalar, default)

    def integer(self, name: str, default: Any) -> Any:
        return self.read(name, integer, default)

    def text(self, name: str, default: Any = "") -> Any:
        return self.read(name, text_of, default)

    def word(self, name: str, default: str = "") -> str:
        """A text in lower case."""
        return text_of(self[name]).lower() if name in self else default

    def flag(self, name: str, default: Any = False) -> Any:
        """Whether a scalar is not 0."""
        return bool(scalar(self[name])) if name in self else default

    def switch(self, name: str, default: Any = False) -> Any:
        """Whether a value has elements and none of them is 0."""
        return self.read(name, is_true, default)


def is_true(value: Any) -> bool:
    """Whether a value that is a switch is on: it has elements, and none of them is 0."""
    array = as_array(value)
    return array.size > 0 and bool(array.all())


def name_values(arguments: Sequence[Any], function: str = "", known: str = "") -> Options:
    """Name-value pairs with names in lower case; ``known`` are the names there are, which may be shortened."""
    if len(arguments) % 2:
        raise MatlabError("Arguments must occur in name-value pairs.", "MATLAB:InputParser:ParamMissingValue")
    names = [text_of(name, "parameter name") for name in arguments[::2]]
    return Options(zip([_full_name(name, known.split(), function) for name in names], arguments[1::2], strict=True))


def _full_name(spelled: str, known: Sequence[str], function: str) -> str:
    name = spelled.lower()
    matches = [n for n in known if n.startswith(name)]
    if not known or name in matches:
        return name
    if len(matches) != 1 or not name:
        raise MatlabError(f"Unrecognized parameter name '{spelled}'.", f"MATLAB:{function}:NameValueNames" if function else "")
    return matches[0]


def pop_value(arguments: list[Any]) -> Any:
    """Take the first argument away and return it; None where it is a text, or there is none."""
    return arguments.pop(0) if arguments and not is_text(arguments[0]) else None


def before_text(arguments: Sequence[Any]) -> tuple[list[Any], list[Any]]:
    """The arguments before the first text, and the others: options begin with their names."""
    place = next((k for k, argument in enumerate(arguments) if is_text(argument)), len(arguments))
    return list(arguments[:place]), list(arguments[place:])


def read_size(arguments: Sequence[Any]) -> tuple[int, ...]:
    """The size that ``zeros(n)``, ``zeros(m, n, ...)`` or ``zeros([m n ...])`` name; negative lengths and empty ones count as 0."""
    if not arguments:
        return (1, 1)
    if len(arguments) == 1:
        numbers = [_length(n) for n in as_array(arguments[0]).ravel(order="F").tolist()]
        if len(numbers) > 1 and (len(shape_of(arguments[0])) != 2 or shape_of(arguments[0])[0] != 1):
            raise MatlabError("Size vector should be a row vector with integer elements.", "MATLAB:sizeVectorRow")
        if len(numbers) == 1:
            numbers = numbers * 2
        return tuple(numbers) if len(numbers) >= 2 else (0, 0)
    if any(type(a) is not float and numel_of(a) > 1 for a in arguments):
        raise MatlabError("Size inputs must be scalar.", "MATLAB:checkDimScalar")
    return tuple([_length(a if type(a) is float else as_array(a).flat[0] if numel_of(a) else 0.0) for a in arguments])


def _length(number: Any) -> int:
    if type(number) is float and number.is_integer() and abs(number) <= 2**53:
        return max(int(number), 0)
    if isinstance(number, complex) or isinstance(number, np.complexfloating) or number != number or number != np.floor(number):
        raise MatlabError("Size inputs must be integers.", "MATLAB:NonIntegerInput")
    if abs(number) > 2**53:
        raise MatlabError("Maximum variable size allowed by the program is exceeded.", "MATLAB:pmaxsize")
    return max(int(number), 0)


def read_size_and_class(arguments: Sequence[Any], classes: Sequence[str] | None = None) -> tuple[tuple[int, ...], str, Any]:
    """Size, class name and the ``'like'`` prototype (or None) of a creation function's arguments."""
    values, matlab_class, prototype = [a for a in arguments if not _is_gpu_word(a)], "double", None
    for i, argument in enumerate(values):
        if type(argument) in (CharArray, StringArray) and is_text(argument):
            word = text_of(argument)
            if word.lower() == "like" and i + 1 < len(values):
                prototype = values[i + 1]
                matlab_class = class_of(prototype)
                rest = values[i + 2 :]
            else:
                matlab_class, rest = word, values[i + 1 :]
            if rest:
                raise MatlabError("Size inputs must be numeric.", "MATLAB:zeros:invalidInput")
            values = values[:i]
            break
    allowed = classes if classes is not None else ("double", "single", "logical", *INTEGER_LIMITS)
    if matlab_class not in allowed:
        raise MatlabError(
            f"Unable to use a value of class '{matlab_class}' as a trailing string input, or the class is not supported.",
            "MATLAB:zeros:invalidInputClass",
        )
    return read_size(values), matlab_class, prototype


def _is_gpu_word(argument: Any) -> bool:
    """Whether an argument is the text 'gpuArray': where an array is made is the planner's choice."""
    return type(argument) in (CharArray, StringArray) and is_text(argument) and text_of(argument) == "gpuArray"


def filled(shape: Sequence[int], matlab_class: str, fill: float = 0.0) -> np.ndarray:
    """A column-major array of one value after the check that memory allows it."""
    check_array_size(shape, matlab_class)
    dtype = DTYPES[matlab_class]
    if fill == 0:
        return np.zeros(tuple(shape), dtype, order="F")
    return np.full(tuple(shape), fill, dtype, order="F")


def check_array_size(shape: Sequence[int], matlab_class: str) -> None:
    """Raise MATLAB's error for an array that this machine cannot hold."""
    from ..graph.shapes import check_size

    check_size(tuple(shape), matlab_class)


def square(value: Any, what: str = "Matrix") -> np.ndarray:
    """The elements of a square matrix as double or single; MATLAB's error otherwise."""
    array = floating(value)
    if array.ndim != 2:
        raise MatlabError("Arguments must be 2-D.", "MATLAB:inputMustBe2D")
    if array.shape[0] != array.shape[1]:
        raise MatlabError(f"{what} must be square.", "MATLAB:square")
    return array


def matrix(value: Any) -> np.ndarray:
    """The elements of a matrix as double or single; an error for more than two dimensions."""
    array = floating(value)
    if array.ndim != 2:
        raise MatlabError("Arguments must be 2-D.", "MATLAB:inputMustBe2D")
    return array

"""Errors for arguments that a builtin, or the library it hands them to, turned out not to take.

Builtins check what they are given; where one does not, Python's exception says nothing to a MATLAB user.  Three paths, best first:
what libraries say of arguments that do not go together has words of MATLAB; what a library says after checking an argument is
passed on; anything else names the function and the classes and sizes of its arguments, and keeps Python's traceback as ``internal``.
"""

from __future__ import annotations

import re
import traceback
from collections.abc import Iterator
from types import FrameType
from typing import Any

import numpy as np

from ..base.errors import MatlabError
from ..builtins.call import Call
from ..values.convert import class_of, shape_of, to_value

_WORDS = (
    (r"missing \d+ required positional argument|^tuple index out of range$", "Not enough input arguments.", "MATLAB:minrhs"),
    (
        r"broadcast|same shape|mismatch in its core|dimensions except for the concat|cannot reshape|square matrix|incompatible|"
        r"vectors of length|must be square|same number of columns|binomial coefficient|values to unpack|"
        r"zip\(\) argument \d is (longer|shorter)|number of values and points|dimension mismatch|not aligned",
        "Arrays have incompatible sizes for this operation.",
        "MATLAB:sizeDimensionsMustMatch",
    ),
    (
        r"cannot convert float (infinity|NaN) to integer|infs or NaNs|must be finite|cannot contain NaN",
        "Input must not contain NaN or Inf.",
        "MATLAB:expectedFinite",
    ),
    (r"Casting complex values to real", "Inputs must be real.", "MATLAB:expectedReal"),
    (r"SVD did not converge", "Input to SVD must not contain NaN or Inf.", "MATLAB:svd:matrixWithNaNInf"),
    (
        r"Maximum allowed (size|dimension) exceeded|array is too big|cannot fit 'int' into an index|negative dimensions are not allowed|"
        r"int too large to convert|integer won't fit into",
        "Maximum variable size allowed by the program is exceeded.",
        "MATLAB:pmaxsize",
    ),
    (r"argument must be a string.* not 'complex'", "Inputs must be real.", "MATLAB:expectedReal"),
    (r"takes (from )?\d+ .*positional arguments? but", "Too many input arguments.", "MATLAB:TooManyInputs"),
    (r"^(list )?index (-?\d+ is )?out of (bounds|range)", "Index exceeds the number of array elements.", "MATLAB:badsubscript"),
    (
        r"^boolean index did not match",
        "The logical indices contain a true value outside of the array bounds.",
        "MATLAB:badsubscript",
    ),
    (
        r"^zero-size array|^need at least one array|must be at least a \(2, 2\)|an empty sequence|cannot be empty$",
        "Input must not be empty.",
        "MATLAB:expectedNonempty",
    ),
    (r"^axis -?\d+ is out of bounds", "Dimension argument must be within indexing range.", "MATLAB:getdimarg:invalidDim"),
    (r"^duplicate axes|^repeated axis", "Dimensions must differ from each other.", "MATLAB:getdimarg:vecDimsMustBeUnique"),
    (
        r"^math (domain|range) error$|Numerical result out of range|result too large for a float|^Error in function .*Overflow Error",
        "Inputs must be finite and in the domain of the function.",
        "MATLAB:expectedFinite",
    ),
    (r"^embedded null", "A name of a file must not hold the character 0.", "MATLAB:io:InvalidName"),
    (r"^Singular matrix$", "Matrix is singular to working precision.", "MATLAB:singularMatrix"),
    (r"not supported (between instances|for the input types)", "Invalid data type of an argument.", "MATLAB:invalidType"),
    (r"^QH\d+", "The points do not span a region: they are collinear or too few.", "MATLAB:delaunay:NotEnoughPts"),
)
_CHECKING = ("scipy", "calendar")
"""Libraries whose own checks of arguments are worded for whoever gave them."""
_ARGUMENTS = (TypeError, ValueError, AttributeError, LookupError, ArithmeticError, AssertionError)
"""The exceptions of Python for a value of an unexpected kind."""


def refused(error: BaseException) -> MatlabError | None:
    """The error for arguments that were refused while a builtin ran; None where it is something else."""
    frames = list(_frames(error))
    inside = any(not {"builtins", "toolboxes"}.isdisjoint(f.f_globals.get("__name__", "").split(".")) for f in frames)
    matlab_error = None
    if inside or isinstance(error, TypeError):
        matlab_error = next((MatlabError(m, identifier) for pattern, m, identifier in _WORDS if re.search(pattern, str(error))), None)
    if matlab_error is None and isinstance(error, _ARGUMENTS):
        matlab_error = _of_call(error, frames)
    if matlab_error is not None:
        matlab_error.internal = "".join(traceback.format_exception(error))  # type: ignore[attr-defined]
    return matlab_error


def _frames(error: BaseException) -> Iterator[FrameType]:
    """The frames of an error, outermost first."""
    trace = error.__traceback__
    while trace is not None:
        yield trace.tb_frame
        trace = trace.tb_next


def _of_call(error: BaseException, frames: list[FrameType]) -> MatlabError | None:
    """The error that names the innermost call of a builtin among the frames."""
    call = next((c for f in reversed(frames) for c in f.f_locals.values() if type(c) is Call), None)
    if call is None:
        return None
    checker = frames[-1].f_globals.get("__name__", "").partition(".")[0]
    if isinstance(error, ValueError) and checker in _CHECKING:
        text = " ".join(str(error).split())
        return MatlabError(text if text.endswith(".") else f"{text}.", f"MATLAB:{call.name}:invalidArgument", function=call.name)
    entered = next((f for f in reversed(frames) if f.f_locals.keys() >= {"nargout", "arguments"}), None)
    first = next(iter(entered.f_locals["arguments"]), None) if entered is not None else None
    if isinstance(error, AttributeError) and str(error).startswith(f"'{type(first).__name__}' object has no attribute"):
        message = f"Undefined function '{call.name}' for input arguments of type '{class_of(first)}'."
        return MatlabError(message, "MATLAB:UndefinedFunction", function=call.name)
    listed = ", ".join(_described(a) for a in (entered.f_locals["arguments"] if entered is not None else ()))
    message = f"Function '{call.name}' cannot be evaluated for {f'arguments {listed}' if listed else 'these arguments'}."
    return MatlabError(message, f"RunMat:{call.name}:invalidArguments", function=call.name)


def _described(argument: Any) -> str:
    if isinstance(argument, np.ndarray):  # given by one builtin to another
        argument = to_value(argument)
    return f"{class_of(argument)} ({'-by-'.join(map(str, shape_of(argument)))})"

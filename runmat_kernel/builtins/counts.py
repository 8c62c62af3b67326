"""Errors for too many inputs or outputs, words that no usage line names, and inputs of classes that a function is not defined for.

MATLAB gives other ones for functions that are part of its executable (``MATLAB:maxrhs``) than for functions written in its own
language (``MATLAB:TooManyInputs``), so programs that catch them see which is which.
"""

from __future__ import annotations

from typing import Any

from ..base.errors import MatlabError
from ..values.convert import class_of, is_text, text_of
from ..values.objects import HostObject
from .usage import words_at

# Functions that MATLAB has in its executable.
COMPILED = frozenset(
    """
    abs acos acosh all and any arrayfun asin asinh assignin atan atan2 atanh bitand bitor bitshift bitxor bsxfun cat ceil cell
    cellfun char chol class clc clear colon complex conj cos cosh ctranspose cummax cummin cumprod cumsum det diag diff disp
    double drawnow eig end eps eq erf erfc error evalc exp expm1 eye false feval fft fft2 fftn filter find fix floor fprintf full
    func2str gamma gammaln ge gt hess horzcat hypot ifft imag Inf inf int16 int32 int64 int8 inv isa iscell iscellstr ischar
    iscolumn isempty isequal isequaln isfield isfinite isfloat ishandle isinf isinteger islogical ismatrix isnan isnumeric
    isobject isreal isrow isscalar isspace issparse isstring isstruct isvector ldivide le length log log10 log1p log2 logical
    lower lt lu max min minus mldivide mod mpower mrdivide mtimes NaN nan ndims ne nnz nonzeros norm not num2cell numel ones or
    permute plus power prod qr rand randi randn randperm rcond rdivide real regexp regexpi regexprep rem reshape rethrow round
    save schur sign sin single sinh size sort sparse sprintf sqrt sscanf str2func strcmp strcmpi strfind string strncmp strncmpi
    strrep strtrim struct struct2cell sum svd tan tanh tic times toc transpose tril triu true typecast uint16 uint32 uint64 uint8
    uminus uplus upper vertcat warning xor zeros
    """.split()
)

CONTAINERS = ("cell", "struct", "string", "function_handle", "table")
CONVERTING = frozenset(
    "arrayfun bsxfun cellfun double feval evalc int16 int32 int64 int8 logical single struct uint16 uint32 uint64 uint8".split()
)
"""Functions whose conversions fail in their own words, or in those of what they call."""


def worded(error: MatlabError, name: str, arguments: tuple[Any, ...]) -> MatlabError:
    """The error of a compiled function whose argument is no number, or an object: it is not defined for that class."""
    if error.identifier == "MATLAB:invalidConversion" and name in COMPILED and name not in CONVERTING and not error.stack:
        kind = next((class_of(a) for a in arguments if class_of(a) in CONTAINERS or isinstance(a, HostObject)), None)
        if kind is not None:
            error.message = f"Undefined function '{name}' for input arguments of type '{kind}'."
            error.identifier = "MATLAB:UndefinedFunction"
            error.function = None
    return error


def too_many_inputs(name: str) -> MatlabError:
    """The error of a builtin that was given more inputs than it takes."""
    return MatlabError("Too many input arguments.", "MATLAB:maxrhs" if name in COMPILED else "MATLAB:TooManyInputs", function=name)


def too_many_outputs(name: str) -> MatlabError:
    """The error of a builtin that was asked for more outputs than it has."""
    return MatlabError("Too many output arguments.", "MATLAB:maxlhs" if name in COMPILED else "MATLAB:TooManyOutputs", function=name)


def check_words(name: str, usage: tuple[str, ...], arguments: tuple[Any, ...]) -> None:
    """Raise for a text where the usage lines name other words, or numbers alone; a word may be shortened."""
    for place, argument in enumerate(arguments):
        if not is_text(argument) or not (text := text_of(argument)):
            continue
        words = words_at(name, usage, place)
        if words is not None and not any(word.startswith(text.lower()) for word in words):
            raise MatlabError(f"Invalid option '{text}'.", f"MATLAB:{name}:unknownOption", function=name)

"""Errors for too many inputs or outputs.

MATLAB gives them other identifiers for functions that are part of its executable (``MATLAB:maxrhs``) than for functions written in its own
language (``MATLAB:TooManyInputs``), so programs that catch them see which is which.
"""

from __future__ import annotations

from ..base.errors import MatlabError

# Functions that MATLAB has in its executable.
COMPILED = frozenset(
    """
    abs acos acosh all and any arrayfun asin asinh atan atan2 atanh bitand bitor bitshift bitxor bsxfun cat ceil cell cellfun char
    chol class colon complex conj cos cosh ctranspose cummax cummin cumprod cumsum det diag diff disp double eig end eps eq erf erfc
    error evalc exp expm1 eye false feval fft fft2 fftn filter find fix floor fprintf full func2str gamma gammaln ge gt hess horzcat
    hypot ifft imag Inf inf int16 int32 int64 int8 inv isa iscell iscellstr ischar iscolumn isempty isequal isequaln isfield
    isfinite isfloat ishandle isinf isinteger islogical ismatrix isnan isnumeric isobject isreal isrow isscalar isspace issparse
    isstring isstruct isvector ldivide le length log log10 log1p log2 logical lower lt lu max min minus mldivide mod mpower mrdivide
    mtimes NaN nan ndims ne nnz nonzeros norm not num2cell numel ones or permute plus power prod qr rand randi randn randperm rcond
    rdivide real regexp regexpi regexprep rem reshape round schur sign sin single sinh size sort sparse sprintf sqrt sscanf str2func
    strcmp strcmpi strfind string strncmp strncmpi strrep strtrim struct struct2cell sum svd tan tanh tic times toc transpose tril
    triu true typecast uint16 uint32 uint64 uint8 uminus uplus upper vertcat warning xor zeros
    """.split()
)


def too_many_inputs(name: str) -> MatlabError:
    """The error of a builtin that was given more inputs than it takes."""
    return MatlabError("Too many input arguments.", "MATLAB:maxrhs" if name in COMPILED else "MATLAB:TooManyInputs", function=name)


def too_many_outputs(name: str) -> MatlabError:
    """The error of a builtin that was asked for more outputs than it has."""
    return MatlabError("Too many output arguments.", "MATLAB:maxlhs" if name in COMPILED else "MATLAB:TooManyOutputs", function=name)

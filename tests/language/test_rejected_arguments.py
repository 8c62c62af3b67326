"""Arguments that a builtin does not take are errors of the language, whoever found it out."""

import pytest

from runmat_kernel import Session
from runmat_kernel.builtins.call import Call
from runmat_kernel.language.errors import to_matlab_error
from runmat_kernel.language.rejected_arguments import refused
from runmat_kernel.providers.provider import OutOfMemory
from runmat_kernel.values import CharArray


@pytest.mark.parametrize(
    ("code", "identifier", "message"),
    [
        ("butter(1, 0.5, 'abc')", "MATLAB:butter:invalidArgument", "'abc' is an invalid bandtype for filter."),
        ("hilb(1e19)", "MATLAB:pmaxsize", "Maximum variable size allowed"),
        ("sort(1, Inf)", "MATLAB:getdimarg:dimensionMustBePositiveInteger", "Dimension argument must be"),
        ("unique()", "MATLAB:minrhs", "Not enough input arguments."),
        ("rng(1, 'twister', 3)", "MATLAB:TooManyInputs", "Too many input arguments."),
        ("bitand(1, 2, 'abc')", "MATLAB:bitand:unknownType", "ASSUMEDTYPE must be an integer type name."),
        ("feval(string(missing))", "MATLAB:feval:argMustBeStringOrHandle", "Function to evaluate must be"),
    ],
)
def test_words(code, identifier, message):
    error = Session(provider="host").run(code).error
    assert error.identifier == identifier
    assert error.message.startswith(message)


def test_what_a_builtin_did_not_check_names_its_arguments():
    def run(nargout, *arguments):
        call = Call(None, "magic", 1)
        return [][len(call.name)]

    with pytest.raises(IndexError) as caught:
        run(1, CharArray.row("abc"), 2.0)
    error = refused(caught.value)
    assert error.identifier == "RunMat:magic:invalidArguments"
    assert error.message == "Function 'magic' cannot be evaluated for arguments char (1-by-3), double (1-by-1)."
    assert "IndexError" in error.internal


def test_mistakes_of_our_own_are_not_the_arguments_fault():
    with pytest.raises(NameError) as caught:
        undefined_name  # noqa: B018, F821
    assert refused(caught.value) is None


def test_memory_that_a_provider_has_not_is_out_of_memory():
    """The error of results in blocks (``OutOfMemory``) was an internal one."""
    for error in (OutOfMemory(3200), MemoryError()):
        made = to_matlab_error(error)
        assert (made.identifier, made.message) == ("MATLAB:nomem", "Out of memory.")


@pytest.mark.parametrize(
    ("code", "identifier"),
    [
        ("quantile([], 3, 2^30)", "MATLAB:maxDims"),
        ("svds([1 2; 3 4], 1, 'largest', 5)", "MATLAB:TooManyInputs"),
        ("otsuthresh(1i)", "MATLAB:expectedReal"),
        ("bitshift([1 2], [1 2 3])", "MATLAB:sizeDimensionsMustMatch"),
        ("h = plot(1:2); linkprop(h, 5)", "MATLAB:hg:InvalidPropertyName"),
        ("rigid2d(Inf, [1 2])", "MATLAB:expectedFinite"),
        ("scatteredInterpolant()", "MATLAB:expectedNonempty"),
    ],
)
def test_arguments_that_libraries_refuse_have_words_of_matlab(code, identifier):
    error = Session(provider="host").run(code).error
    assert error is not None and error.identifier == identifier, error


def test_a_sheet_far_behind_the_others_is_refused(tmp_path, monkeypatch):
    pytest.importorskip("openpyxl")
    monkeypatch.chdir(tmp_path)
    error = Session(provider="host").run("xlswrite('a.xlsx', 5, 1e9)").error
    assert error is not None and error.identifier == "MATLAB:spreadsheet:book:openSheetIndex", error

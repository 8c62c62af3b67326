"""Arguments that mutated programs gave: every builtin names what is wrong with them itself."""

import pytest

from runmat_kernel.session import Session


@pytest.mark.parametrize(
    ("code", "identifier"),
    [
        ("inputname('a')", "MATLAB:inputname:argNumberNotValid"),
        ("fimplicit(@(x,y) [])", "MATLAB:fimplicit:InvalidFunctionValue"),
        ("convhull", "MATLAB:minrhs"),
        ("hypot(1)", "MATLAB:minrhs"),
        ("x = 1; y = hypot(x);", "MATLAB:minrhs"),
        ("convhull([1 2 3], 1)", "MATLAB:delaunayTriangulation:InconsistentDims"),
        ("addedge(graph(1,2), 1)", "MATLAB:graphfun:addedge:NotEnoughInputs"),
        ("addedge(graph(1,2), 1.5, 2)", "MATLAB:graphfun:graphbuiltin:InvalidNodes"),
        ("[a, b] = ordschur(eye(3), [1 2;0 4], [1 0])", "MATLAB:ordschur:matrixSizeMismatch"),
        ("interp2(ones(2), -1)", "MATLAB:interp2:InvalidRefinement"),
        ("interp2(ones(2), 1, 1, 'foo')", "MATLAB:interp2:InvalidMethod"),
        ("interp2([2 1 3], 1:2, ones(2,3), 1, 1)", "MATLAB:griddedInterpolant:NonMonotonicCompVecsErrId"),
        ("interp3(ones(2), 1)", "MATLAB:interp3:InvalidValues"),
        ("timerange(1, 2)", "MATLAB:timerange:InvalidTimes"),
        ("timerange(seconds(1), datetime(2024,1,1))", "MATLAB:timerange:InvalidTimes"),
        ("TT = timetable(datetime(2024,1:2,1)', [5;6]); TT(timerange(seconds(1), seconds(2)), :)", "MATLAB:timerange:MismatchRowTimesType"),
        ("var([1 2], 3i)", "MATLAB:var:invalidWgts"),
        ("fft2(1, 2, 3, 4)", "MATLAB:maxrhs"),
        ("ifft2(1, 2, 3, 4)", "MATLAB:TooManyInputs"),
        ("fftn(1, 2, 3)", "MATLAB:maxrhs"),
        ("ifft([1 2], 2, 1, 1)", "MATLAB:maxrhs"),
        ("maxk([1 2], 1, 2, 3)", "MATLAB:TooManyInputs"),
        ("movmean([1 2], 1, 2, 3)", "MATLAB:TooManyInputs"),
        ("movstd([1 2], 1, 0, 2, 3)", "MATLAB:TooManyInputs"),
        ("geomean([1 2], 1, 2)", "MATLAB:TooManyInputs"),
        ("eps(1, 2)", "MATLAB:maxrhs"),
    ],
)
def test_arguments_are_checked(code, identifier):
    assert Session(provider="host").run(code).error.identifier == identifier


def test_ranges_of_times_are_shown():
    outcome = Session(provider="host").run("format compact; S = timerange('2024-02-20', '2024-03-01', 'months')")
    assert outcome.text == (
        "S = \n  timetable timerange subscript:\n    Select timetable rows with times in: MONTHS\n"
        "      Starting at, including:    01-Feb-2024\n      Ending at, but excluding:  01-Apr-2024\n"
        "  See Select Timetable Data by Row Time and Variable Type.\n"
    )


@pytest.mark.parametrize("cls", ["double", "single"])
@pytest.mark.parametrize("value", ["NaN", "Inf", "-Inf"])
def test_systems_with_what_is_not_finite(cls, value):
    code = f"A = {cls}(magic(4)); for k = 1:16, B = A; B(k) = {value};"
    code += " fprintf('%d', all(isnan(inv(B)), 'all'), all(isnan(B \\ ones(4,1)))), end"
    outcome = Session(provider="host").run("warning off; " + code)
    assert outcome.error is None and outcome.text == "11" * 16


@pytest.mark.parametrize(
    ("code", "identifier"),
    [
        ("histc([1 2], [3 1])", "MATLAB:histc:InvalidInput3"),
        ("[d, n] = weekday(NaN)", "MATLAB:weekday:NotFinite"),
        ("[f, e] = log2(1i)", "MATLAB:log2:complexInput"),
        ("symrcm([1 2 3])", "MATLAB:symrcm:NotSquare"),
        ("perms({1, 2}, 'unique')", "MATLAB:perms:InvalidInput"),
        ("perms(1:2, 'foo')", "MATLAB:perms:unknownOption"),
        ("regress([1;2], [1;2;3])", "stats:regress:InvalidData"),
        ("[fx, fy] = gradient(magic(3), 1, [1 2])", "MATLAB:gradient:InvalidGridSpacing"),
        ("[fx, fy, fz] = gradient(ones(3,3,3), 1, 1)", "MATLAB:gradient:InvalidInputs"),
        ("strrep('a', NaN, '')", "MATLAB:strrep:secondInputType"),
        ("extractAfter(5, 'a')", "MATLAB:extractAfter:firstInputType"),
        ("extractBefore([1 2], 1)", "MATLAB:extractBefore:firstInputType"),
        ("seconds('a')", "MATLAB:duration:InvalidDurationData"),
        ("kmeans(ones(2,2,2), 1)", "stats:kmeans:InvalidData"),
        ("pca(ones(2,2,2))", "stats:pca:InvalidData"),
        ("imfilter(ones(3), [])", "MATLAB:imfilter:expectedNonempty"),
        ("rmmissing(ones(2,2,2))", "MATLAB:rmmissing:NDArrays"),
        ("categorical({'a'}) .* 'a'", "MATLAB:UndefinedFunction"),
        ("setdiff(1, 'same', NaT)", "MATLAB:setdiff:UnknownInput"),
        ("sortrows([1 2;3 4], {1})", "MATLAB:invalidType"),
        ("logm([1 Inf;1 1])", "MATLAB:schur:matrixWithNaNInf"),
        ("regexp({'a','b','c'}, {'a','b'})", "MATLAB:regexp:cellArrayDimensionMismatch"),
        ("regexp({'a','b'}, {'a','b','c'})", "MATLAB:regexp:cellArrayDimensionMismatch"),
        ("filtfilt([], 1, 1:9)", "MATLAB:filtfilt:InvalidCoefficients"),
        ("listdlg('Name', 'a')", "MATLAB:listdlg:NeedParameter"),
        ("scatteredInterpolant([1 2 3])", "MATLAB:scatteredInterpolant:InvalidInput"),
        ("native2unicode(uint8(65), 'foo')", "MATLAB:native2unicode:InvalidCharset"),
        ("unicode2native('a', 'foo')", "MATLAB:unicode2native:InvalidCharset"),
        ("narginchk('ab', 2)", "MATLAB:expectedScalar"),
    ],
)
def test_what_python_found_out_before(code, identifier):
    assert Session(provider="host").run(code).error.identifier == identifier


@pytest.mark.parametrize(
    ("code", "gives"),
    [
        ("weekday(NaN)", "NaN"),
        ("range(zeros(0,3))", "zeros(0,3)"),
        ("range([])", "[]"),
        ("mat2gray([])", "[]"),
        ("imfilter([], 1)", "[]"),
        ("symrcm([])", "zeros(1,0)"),
        ("histc([1 2], zeros(1,0))", "zeros(1,0)"),
        ("size(zeros([],3,[]))", "[0 3 0]"),
        ("size([ones(2,[]), rand([],0)])", "[2 0]"),
        ("{zeros([]), cell([]), true([])}", "{[], {}, logical([])}"),
        ("size(rats(ones(1,2,2)))", "size(rats(ones(1,4)))"),
    ],
)
def test_of_nothing(code, gives):
    outcome = Session(provider="host").run(f"same = isequaln({code}, {gives})")
    assert outcome.error is None and "1" in outcome.text


def test_fraction_and_exponent_of_logicals():
    outcome = Session(provider="host").run("[f, e] = log2(true); same = isequal({f, e, class(f)}, {0.5, 1, 'double'})")
    assert outcome.error is None and "1" in outcome.text

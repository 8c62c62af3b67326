"""Functions of lines along a dimension: one beyond the array's dimensions has lines of one element, like any dimension of length 1."""

import pytest

from runmat_kernel.session import Session, execute

# D is the dimension, A the array
CALLS = """all(A,D) any(A,D) bounds(A,D) center(A,D) circshift(A,1,D) cplxpair(A,[],D) cummax(A,D) cummin(A,D) cumprod(A,D) cumsum(A,D)
cumsum(A,D,'reverse') cumtrapz(A,D) diff(A,1,D) dot(A,A,D) fft(A,4,D) ifft(A,[],D) fftshift(A,D) fillmissing(A,'linear',D)
fillmissing(A,'previous',D) filloutliers(A,'linear','median',D) filter(1,[1,.5],A,[],D) flip(A,D) geomean(A,D) histc(A,0:2:10,D)
interpft(A,5,D) iqr(A,D) ischange(A,'mean',D) islocalmax(A,D) isoutlier(A,D) isoutlier(A,'movmedian',3,D) kurtosis(A,0,D) mad(A,0,D)
max(A,[],D) max(A,[],D,'linear') maxk(A,2,D) mean(A,D) median(A,D) min(A,[],D) mode(A,D) movmedian(A,3,D) movstd(A,3,0,D) normalize(A,D)
polyarea(A,A,D) prctile(A,[30,40,50],D) prod(A,D) quantile(A,.3,D) range(A,D) rms(A,D) skewness(A,1,D) smoothdata(A,D,'movmean',3)
smoothdata(A,D,'gaussian',3) sort(A,D,'descend') std(A,0,D) trapz(A,D) unwrap(A,[],D) var(A,1,D) vecnorm(A,2,D) zscore(A,0,D)""".split()

ARRAYS = ("magic(4)", "single(magic(3))", "[1 NaN 3;4 5 6]", "zeros(0,3)", "(1:4)'")


@pytest.fixture(scope="module")
def session():
    return Session(provider="host")


@pytest.mark.parametrize("call", CALLS)
def test_dimension_beyond_the_array(session, call):
    """Along dimension 3 of a matrix as along dimension 1 of the same matrix turned so that dimension 1 is the one of length 1."""
    for array in ARRAYS:
        code = f"A = {array}; D = 3; beyond = {call}; A = permute(A, [3 1 2]); D = 1; first = permute({call}, [2 3 1]);"
        code += "fprintf('%d', isequal(size(beyond), size(first)) && strcmp(class(beyond), class(first)) && "
        code += "all(beyond(:) == first(:) | abs(beyond(:) - first(:)) < 1e-5 | (isnan(beyond(:)) & isnan(first(:)))))"
        outcome = session.run(code)
        assert outcome.error is None, f"{array}: {outcome.error}"
        assert outcome.text == "1", array


TRUE = [
    "isequal(size(permute(seconds(ones(1,2,3)), [2 3 1])), [2 3])",
    "isequal(size(permute(categorical({'a','b'}), [2 3 1])), [2 1])",
    "isequal(class(fillmissing(int32([1 2;3 4]), 'linear')), 'int32')",
    "isequal(fillmissing(int8([1 9 3]), 'constant', 7, 'MissingLocations', logical([0 1 0])), int8([1 7 3]))",
    "strcmp(char(std(seconds([1 2 3]))), '1 sec') && strcmp(char(range(hours([1 3]))), '2 hr')",
    "isequal(height(rmoutliers(table([1;2;1;2;50], [5;6;7;5;6]))), 4)",
    "isequal(size(isoutlier(zeros(0,3))), [0 3]) && isequal(size(smoothdata(zeros(0,3), 'gaussian', 3)), [0 3])",
]


@pytest.mark.parametrize("code", TRUE)
def test_true(code):
    assert execute(f"fprintf('%d', {code})") == "1"


@pytest.mark.parametrize(
    ("code", "printed"),
    [
        ("[m, i] = max([1 2;3 4], [], 3, 'linear'); fprintf('%g ', i)", "1 2 3 4 "),
        ("[m, i] = max(zeros(1,0,3), [], 1); fprintf('%d ', size(m), size(i))", "1 0 3 1 0 3 "),
        ("[b, tf] = rmoutliers([1 2 1 2 50;1 2 3 4 5], 2); fprintf('%d ', b, tf)", "1 1 2 2 1 3 2 4 0 0 0 0 1 "),
    ],
)
def test_printed(code, printed):
    assert execute(code) == printed

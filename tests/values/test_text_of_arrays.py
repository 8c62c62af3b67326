"""Text of numeric arrays, codes of characters and ranges of integers, and a few forms of the language, as MATLAB R2025b has them."""

import pytest

from runmat_kernel.session import Session


@pytest.mark.parametrize(
    ("code", "printed"),
    [
        ("fprintf('%s ', string([9016.9943749474514 12345.5]))", "9016.99437 12345.5 "),
        ("fprintf('%s ', string([1/3 100]), string([1/3 1000]))", "0.333333 100 0.3333333 1000 "),
        ("fprintf('%s ', string([1/3 1e15]), string([Inf 1234.5678]))", "0.3333333333333333 1000000000000000 Inf 1234.5678 "),
        ("fprintf('%s ', string(single([pi 1e10 16777217])))", "3.1415927410126 10000000000 16777216 "),
        ("fprintf('%s ', ['x'; 'y'] + string([1/3; 200/3]))", "x0.333333 y66.6667 "),
        ('fprintf("%s ", "a" + [1/3 100], string(2^60), string(realmax))', "a0.333333 a100 1.152921504606847e+18 1.797693134862316e+308 "),
        ("fprintf('%d ', ismissing(string([1 NaN])))", "0 1 "),
        ("fprintf('%d ', char([65 65.4 65.9 66.5 70000 -1 Inf]))", "65 65 65 66 65535 0 65535 "),
        ("x = 'abc'; x(2) = 66.9; fprintf('%s', [x 67.9])", "aBcC"),
        ("e = []; e(2) = true; fprintf('%s ', class(e)); e = []; e(2) = int8(1); fprintf('%s', class(e))", "double int8"),
        ("s = struct([]); s = [s, struct('a', 1)]; s = [s, struct('a', 2)]; fprintf('%d ', size(s), s.a)", "1 2 1 2 "),
        (
            "t = datetime(2020, 1, 2, 3, 4, 5); fprintf('[%s]', dateshift(t, 'start', 'day'), t - timeofday(t), t)",
            "[02-Jan-2020][02-Jan-2020][02-Jan-2020 03:04:05]",
        ),
        (
            "f = @no_such_name; try, f(1), catch e, fprintf('%s', e.message), end",
            "Undefined function 'no_such_name' for input arguments of type 'double'.",
        ),
        ("d = dictionary([1 2], [3 4]); try, d([1 5]), catch e, fprintf('%s', e.message), end", "Element 2 of the key array not found."),
        ("e = blanks(0); fprintf('%d', size(e), isequal(e, ''), strcmp(e, ''), size(upper(e))); disp(mat2str(e))", "100010zeros(1,0)\n"),
        ("switch blanks(0), case '', disp('as text'), otherwise, disp('no'), end", "no\n"),
        ("fprintf('%d ', week(datetime(2026, 1, [1 4 5 31 32 33]), 'iso-weekofmonth'))", "1 1 2 5 5 1 "),
        ("fprintf('%d ', int8(-130):-127, uint8(1):300:2, uint8(1):-1:0)", "-128 -127 1 1 0 "),
    ],
)
def test_values(code: str, printed: str) -> None:
    outcome = Session().run(code)
    assert outcome.error is None, outcome.error
    assert outcome.text == printed


@pytest.mark.parametrize(
    ("code", "identifier"),
    [
        ("uint8(254):258", "MATLAB:colon:OutOfRange"),
        ("uint8(250):2:300", "MATLAB:colon:OutOfRange"),
        ("int16(1):40000", "MATLAB:colon:OutOfRange"),
        ("int8(1):Inf", "MATLAB:colon:OutOfRange"),
        ("accumarray([1; 2; 2], 1, [1 4])", "MATLAB:accumarray:badSzInputVecInd"),
        ("sum([1 2], 1.5)", "MATLAB:getdimarg:invalidDim"),
        ("dot([1 2], [3 4], 'all')", "MATLAB:getdimarg:dimensionMustBePositiveInteger"),
        ("x = clc;", "MATLAB:maxlhs"),
        ("x = drawnow;", "MATLAB:maxlhs"),
        ("f = @(x) x; [a, b] = f(1);", "MATLAB:needMoreRhsOutputs"),
    ],
)
def test_refusals(code: str, identifier: str) -> None:
    assert Session().run(code).error.identifier == identifier

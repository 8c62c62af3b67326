"""How many arguments usage lines declare."""

import pytest

from runmat_kernel.builtins.usage import Arity, arity_of
from runmat_kernel.session import execute


@pytest.mark.parametrize(
    ("lines", "arity"),
    [
        (("y = f(x)", "y = f(x, dim)"), Arity(1, 2, 1)),
        (("f(x, 'reverse')",), Arity(2, 2, 0)),
        (("y = f(x, 'linear', 'extrap')",), Arity(3, 3, 1)),
        (("y = f(x)", "y = f(x, 'Names', names)"), Arity(1, -1, 1)),
        (("y = f(x, Name, Value)",), Arity(3, -1, 1)),
        (("[a, b] = f(x, ...)",), Arity(0, -1, 2)),
        (("f on",), Arity(0, -1, -1)),
    ],
)
def test_arity(lines, arity):
    assert arity_of("f", lines) == arity


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("T = array2table([1 2], 'VariableNames', {'a', 'b'}, 'RowNames', {'r'}); fprintf('%s ', T.Properties.RowNames{:})", "r "),
        ("T = cell2table({1 'a'}, 'VariableNames', {'n', 's'}, 'RowNames', {'r'}); fprintf('%s ', T.Properties.VariableNames{:})", "n s "),
        ("fprintf('%s', jsonencode(struct('a', NaN), 'ConvertInfAndNaN', false, 'PrettyPrint', false))", '{"a":NaN}'),
        ("fprintf('%g ', resize([1 2], [1 4], 'FillValue', 7, 'Side', 'trailing'))", "1 2 7 7 "),
        ("s = bvp4c(@(x,y,p) [y(2);-p*y(1)], @(a,b,p) [a(1);b(1)-1], bvpinit(0:.5:1, [0 1]), [], 1); fprintf('%g', s.y(1,end))", "1"),
        ("fprintf('%g', dblquad(@(x,y,a) a*x*y, 0, 1, 0, 1, [], [], 3))", "0.75"),
    ],
)
def test_options_and_parameters_may_repeat(code, text):
    assert execute(code) == text

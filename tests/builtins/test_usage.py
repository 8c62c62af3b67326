"""How many arguments usage lines declare."""

import pytest

from runmat_kernel.builtins.usage import Arity, arity_of, words_at
from runmat_kernel.session import Session, execute


@pytest.mark.parametrize(
    ("lines", "arity"),
    [
        (("y = f(x)", "y = f(x, dim)"), Arity(1, 2, 1)),
        (("f(x, 'reverse')",), Arity(2, 2, 0)),
        (("y = f(x, 'linear', 'extrap')",), Arity(3, 3, 1)),
        (("y = f(x)", "y = f(x, 'Names', names)"), Arity(1, -1, 1)),
        (("y = f(x, Name, Value)",), Arity(3, -1, 1)),
        (("[a, b] = f(x, ...)",), Arity(0, -1, 2)),
        (("f(x, y)", "h = f(...)"), Arity(2, -1, 1)),
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


def test_lines_that_add_to_others():
    lines = ("y = f(A)", "y = f(A, dim)", "y = f(..., type)", "y = f(..., flag)", "[y, i] = f(..., flag)", "[...] = f(...)")
    assert arity_of("f", lines) == Arity(1, 4, -1)
    assert arity_of("f", ("y = f(A)", "y = f(..., type)", "y = f(..., Name, Value)")) == Arity(1, -1, 1)


@pytest.mark.parametrize(
    ("lines", "place", "words"),
    [
        (("y = f(x, 'rows')", "y = f(x, dim)"), 1, {"rows"}),
        (("y = f(x, 'rows')", "y = f(x, type)"), 1, None),
        (("y = f(x, [m n], 'valid')", "y = f(x, [m n], 'same')"), 1, set()),
        (("y = f(x, [m n], 'valid')", "y = f(x, [m n], 'same')"), 2, {"valid", "same"}),
        (("y = f(sz1, ..., szN)",), 4, set()),
        (("y = f(sz1, ..., szN)", "y = f(..., 'like', p)"), 4, None),
        (("y = f(x)", "y = f(..., 'all')"), 3, {"all"}),
        (("f on", "f(dim)"), 0, None),
    ],
)
def test_words_that_lines_name(lines, place, words):
    assert words_at("f", lines, place) == words


@pytest.mark.parametrize(
    ("code", "identifier"),
    [
        ("perms([1 2], 'foo')", "MATLAB:perms:unknownOption"),
        ("reshape(1:4, 'a', 2)", "MATLAB:reshape:unknownOption"),
        ("strings(2, 'a')", "MATLAB:strings:unknownOption"),
        ("gsvd(1, 2, 'frob')", "MATLAB:gsvd:unknownOption"),
        ("lsqminnorm(1, 2, 'loud')", "MATLAB:lsqminnorm:unknownOption"),
        ("f = @fft; f(1:3, 3, 'a')", "MATLAB:fft:unknownOption"),
        ("cellfun(@(x) perms(x, 'foo'), {1})", "MATLAB:perms:unknownOption"),
        ("a = {1, 2}; a{}", "MATLAB:badsubscript"),
        ("a = {1, 2}; x = [a{}];", "MATLAB:badsubscript"),
        ("a = {1, 2}; for k = 1:2, x = a{}; end", "MATLAB:badsubscript"),
    ],
)
def test_what_no_line_names_is_refused(code, identifier):
    error = Session().run(code).error
    assert error is not None and error.identifier == identifier

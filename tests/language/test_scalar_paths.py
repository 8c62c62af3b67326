"""The short paths of scalar code must give what the general paths give: types, bounds, sharing, complex numbers."""

import pytest

from runmat_kernel.session import Session


def run(text: str) -> str:
    outcome = Session(provider="host").run(text)
    if outcome.error is not None:
        raise outcome.error
    return outcome.text


def failure(text: str):
    outcome = Session(provider="host").run(text)
    assert outcome.error is not None, outcome.text
    return outcome


@pytest.mark.parametrize(
    ("program", "printed"),
    [
        # a copy made before or inside the loop keeps its elements
        ("a = 1:3; b = a; for i = 1:3, a(i) = 10 * i; end, fprintf('%d ', a, b)", "10 20 30 1 2 3 "),
        ("a = 1:3; for i = 1:3, b = a; a(i) = 0; end, fprintf('%d ', a, b)", "0 0 0 0 0 3 "),
        ("a = 1:4; c = {}; for i = 1:4, a(i) = -i; c{i} = a; end, fprintf('%d ', c{2}, a)", "-1 -2 3 4 -1 -2 -3 -4 "),
        ("a = 1:4; for i = 1:2, a(i) = 9; p = a(1:2); a(1) = 5; end, fprintf('%d ', p, a)", "5 9 5 9 3 4 "),
        ("a = 1:4; k = 1:2; for i = 1:2, p = a(k); a(1) = a(1) + 1; end, fprintf('%d ', p, a)", "2 2 3 2 3 4 "),
        # classes change on the way
        ("x = 1; for i = 1:3, if i == 2, x = [1 2]; end, y = x + i; end, fprintf('%d ', y)", "4 5 "),
        ("x = 1; for i = 1:3, x = x + 1i; end, fprintf('%g %g', real(x), imag(x))", "1 3"),
        ("x = 2; for i = 1:2, x = int8(x) * 100; end, disp(class(x)), fprintf('%d', x)", "int8\n127"),
        ("a = zeros(1, 3); for i = 1:3, a(i) = i * 1i; end, fprintf('%d', isreal(a))", "0"),
        ("a = false(1, 3); for i = 1:3, a(i) = 5; end, disp(class(a)), fprintf('%d ', a)", "logical\n1 1 1 "),
        ("a = zeros(1, 3, 'int8'); for i = 1:3, a(i) = 99.5 * i; end, fprintf('%d ', a)", "100 127 127 "),
        ("a = zeros(1, 2); for i = 1:2, a(i) = true; end, disp(class(a))", "double\n"),
        ("a = single([1 2]); s = 0; for i = 1:2, s = s + a(i); end, disp(class(s))", "single\n"),
        # growth
        ("a = []; for i = 1:20, a(end + 1) = i; end, fprintf('%d %d', numel(a), sum(a))", "20 210"),
        ("a = 1:2; for i = 1:4, a(i) = i * i; end, fprintf('%d ', a)", "1 4 9 16 "),
        ("a = eye(2); for i = 1:3, a(i, 3) = i; end, fprintf('%d ', a)", "1 0 0 0 1 0 1 2 3 "),
        ("c = {}; for i = 1:12, c{end + 1} = i; end, d = c; d{1} = 7; fprintf('%d %d %d', numel(c), c{1}, d{1})", "12 1 7"),
        ("s = ''; for i = 1:3, s = [s 'x' num2str(i)]; end, disp(s)", "x1x2x3\n"),
        # subscripts with offsets, and 2-D
        ("a = magic(4); t = 0; for i = 2:4, for j = 1:3, t = t + a(i - 1, j + 1) * a(i, j); end, end, fprintf('%d', t)", "682"),
        ("a = 1:5; for i = 5:-1:2, a(i) = a(i - 1); end, fprintf('%d ', a)", "1 1 2 3 4 "),
        ("a = 1:4; t = 0; for x = [2 4], t = t + a(x); end, fprintf('%d', t)", "6"),
        ("a = 1:4; t = 0; for x = 0.5:1:3.5, t = t + a(x + 0.5); end, fprintf('%d', t)", "10"),
        ("a = 10:13; t = 0; for i = int8(1):int8(4), t = t + a(i); end, fprintf('%d', t)", "46"),
        ("a = [5 6]; t = 0; for i = 1:2, t = t + a(true) + a(end); end, fprintf('%d', t)", "22"),
        # loops that do not run, and what is left of their variable
        ("i = 7; for i = 1:0, end, fprintf('%d %d', size(i))", "0 0"),
        ("x = 1; for i = 1:0, x = 'no'; end, y = x + 1; fprintf('%d', y)", "2"),
        ("x = 1; for k = 1:3, for i = 1:k - 1, x = x + i; end, end, fprintf('%d', x)", "5"),
        # try, break and continue leave the variable as it was set
        ("x = 1; for i = 1:2, try, x = [1 2 3]; error('a'); x = 2; catch, end, end, fprintf('%d ', x + 1)", "2 3 4 "),
        ("x = 1; while true, x = 'ab'; break, x = 1; end, fprintf('%d ', x + 1)", "98 99 "),
        ("x = 1; for i = 1:3, y = x; if i == 2, x = {1}; continue, end, x = 2; end, fprintf('%d', x)", "2"),
        # special numbers
        ("x = 0; for i = 1:2, y = 1 / x; z = -1 / x; w = x / x; end, fprintf('%g %g %g', y, z, w)", "Inf -Inf NaN"),
        ("a = [1 NaN]; n = 0; for i = 1:2, if a(i) == a(i), n = n + 1; end, end, fprintf('%d', n)", "1"),
        ("x = -8; for i = 1:1, y = x ^ (1 / 3); end, fprintf('%.4f %.4f', real(y), imag(y))", "1.0000 1.7321"),
    ],
)
def test_short_paths_agree(program: str, printed: str) -> None:
    assert run(program) == printed
    # The same within a function, where variables are parameters or locals of other kinds.
    assert run(f"function f_()\n{program}\nend\nf_()") == printed


@pytest.mark.parametrize(
    ("program", "identifier"),
    [
        ("a = 1:3; for i = 1:4, b = a(i); end", "MATLAB:badsubscript"),
        ("a = 1:3; for i = 0:1, b = a(i); end", "MATLAB:badsubscript"),
        ("a = 1:3; for i = 1:3, b = a(i - 1); end", "MATLAB:badsubscript"),
        ("a = 1:3; for i = 1:3, b = a(i + 0.5); end", "MATLAB:badsubscript"),
        ("a = magic(3); for i = 1:4, b = a(i, 1); end", "MATLAB:badsubscript"),
        ("a = magic(3); for i = 1:4, b = a(1, i); end", "MATLAB:badsubscript"),
        ("a = 1:3; for i = 1:3, a(-i) = 1; end", "MATLAB:badsubscript"),
        ("a = 1:3; for i = 1:3, b = a(i:4); end", "MATLAB:badsubscript"),
        ("a = 1:3; for i = 1:3, b = a(i - 1:3); end", "MATLAB:badsubscript"),
        ("a = 1:3; for i = 1:3, b = a(i - 2.5:3); end", "MATLAB:badsubscript"),
        ("a = 'abc'; for i = 1:3, b = a(i:4); end", "MATLAB:badsubscript"),
        ("for i = 1:3, b = [i i; [1 2 3] 4]; end", "MATLAB:catenate:dimensionMismatch"),
        ("for i = 1:3, b = undefined_(i); end", "MATLAB:UndefinedFunction"),
        ("c = {1}; for i = 1:2, b = c{i}; end", "MATLAB:badsubscript"),
    ],
)
def test_errors_of_short_paths(program: str, identifier: str) -> None:
    assert failure(program).error.identifier == identifier


def test_an_array_keeps_its_elements_when_a_loop_fails() -> None:
    session = Session(provider="host")
    session.run("a = zeros(1, 5); for i = 1:9, a(i) = 1; if i == 3, error('stop'), end, end")
    assert session.run("fprintf('%d', a)").text == "11100"
    assert session.run("b = a; b(1) = 7; fprintf('%d', a(1))").text == "1"


def test_assignin_reaches_an_array_that_a_loop_views() -> None:
    function = "function g_()\nassignin('caller', 'a', [7 8 9]);\nend\n"
    assert run(function + "a = 1:3; t = 0; for i = 1:3, if i == 2, g_(), end, t = t + a(i); end, fprintf('%d', t)") == "18"


def test_parameters_are_not_changed_for_the_caller() -> None:
    assert run("function f_(a)\nfor i = 1:3, a(i) = 0; end\nend\na = 1:3; f_(a); fprintf('%d', a)") == "123"


@pytest.mark.parametrize(
    "program",
    [
        # the general path is taken for more than two dimensions, or where an option is named
        "x = [3 NaN 1 -2]; same = isequaln(sort(x), sort(x, 'ascend'), [-2 1 3 NaN]) && isequaln(sort(x'), sort(x, 2)')",
        "x = magic(4); same = isequal(mean(x), mean(x, 1)) && isequal(mean(x(:, 1)), mean(x(:, 1), 1)) && isequaln(mean([1 NaN]), NaN)",
        "x = single([1 2]); same = isa(mean(x), 'single') && isa(x .^ 2, 'single') && isa(mean([true false]), 'double')",
        "same = isequal(zeros(2, 3), zeros([2 3])) && isequal(ones(2), ones(2, 2)) && isequal(size(zeros(0, 3)), [0 3])",
        "same = isequal(eye(2, 3), [1 0 0; 0 1 0]) && isequal(eye(3), diag([1 1 1])) && zeros(1) == 0",
        "x = [1e200 -2; 3 0]; same = isequal(x .^ 2, x .* x, [Inf 4; 9 0]) && isequal(int8([12 2]) .^ 2, int8([127 4]))",
        "x = (1:6)'; k = [2; 5]; same = isequal(x(k), [2; 5]) && isequal(x(k'), [2; 5]) && isequal(x([1 2 3]'), [1; 2; 3])",
        "A = [0 2 1; 1 0 0; 0 1 0]; same = det(A) == 1 && det(eye(3)) == 1 && det([0 1; 1 0]) == -1 && det([1 2; 2 4]) == 0",
        "A = [2 0; 1 4]; same = isequal(A \\ [2; 9], [1; 2]) && isequal(A' \\ [4; 8], [1; 2])",
        "x = 1:5; for i = 1:2, a = x(i:4); b = x'; b = b(i:3); c = 'hello'; c = c(i:3); d = x > 3; d = d(3:5); e = int8(x); e = e(i:3); "
        "end; same = isequal(a, [2 3 4]) && isequal(b, [2; 3]) && strcmp(c, 'el') && islogical(d) && isequal(d, 0:2 > 0) && isa(e, 'int8')",
        "x = zeros(1, 5); y = x; z = 1:5; for i = 1:2, x(i:4) = i; z(i:3) = z(3:5 - i + 1); u = x; u(2:3) = 9; v = z; v(i:2) = int8(7); "
        "end; same = isequal(x, [1 2 2 2 0]) && ~any(y) && isequal(u, [1 9 9 2 0]) && isequal(v(2), 7) && isa(v, 'double')",
        "x = [5 6]; for i = 1:2, x(i + 1:4) = i; c = 'abc'; c(i:3) = 'z'; m = magic(3); m(i:4) = zeros(5 - i, 1); end; "
        "same = isequal(x, [5 1 2 2]) && strcmp(c, 'azz') && isequal(m(:)', [8 0 0 0 5 9 6 7 2])",
        "x = magic(4); s = 'añb'; for i = 2:3, a = x(i:4); b = x(i:i); c = s(i:3); d = x(i:1); end; y = x; y(2) = 0; a(1) = -1; "
        "same = isequal(a, [-1 4]) && x(3) == 9 && b == 9 && strcmp(c, 'b') && isequal(size(d), [1 0]) && isequal(class(d), 'double')",
        "for i = 1:2, a = [i 2; 3 i]; b = [i true; 3 4]; c = [int8(i) 2; 3 4]; d = ['a' 'b'; 'c' 'd']; e = [i [2 3]; 4 5 6]; end; "
        "same = isequal(a, [2 2; 3 2]) && isequal(b, [2 1; 3 4]) && isa(c, 'int8') && isequal(d(:)', 'acbd') && isequal(e, [2 2 3; 4 5 6])",
        "lastwarn(''); x = [1 1; 0 1e-20] \\ [1; 1]; [~, id] = lastwarn; same = strcmp(id, 'MATLAB:nearlySingularMatrix')",
    ],
)
def test_what_is_quick_for_small_arrays_gives_the_same(program):
    assert run(program + "; fprintf('%d', same)").endswith("1")


ENDS = ("1", "0", "-0", "3", "3.7", "-2.5", "0.1", "1e15", "9007199254740990", "Inf", "NaN", "true", "single(2)", "int8(5)")


@pytest.mark.parametrize("start", ENDS)
def test_ranges_are_what_the_function_colon_gives(start):
    """Ends between two whole numbers too (``1:3.7``); signs of zeros count."""
    steps = ("", "1", "2", "-1", "0.5", "-0.3", "0", "Inf")
    distances = ("0", "0.4", "2", "2.7", "-1.2", "30")
    program = "a = {start}; b = a + {distance}; d = []; try, x = {range}; catch e, x = e.message; end\n"
    program += "try, y = colon({call}); catch e, y = e.message; end\n"
    program += "fprintf('%d', isequaln(x, y) && strcmp(class(x), class(y)) && (ischar(x) || isequaln(1 ./ double(x), 1 ./ double(y))))"
    session = Session(provider="host")
    for step in steps:
        for distance in distances:
            parts = ["a", step, "b"] if step else ["a", "b"]
            outcome = session.run(program.format(start=start, distance=distance, range=":".join(parts), call=", ".join(parts)))
            assert outcome.text == "1", (start, step, distance, outcome.text, outcome.error)

"""fzero, fminbnd and fminsearch: the steps they take and what they print, as in printed sessions of MATLAB."""

import pytest

from runmat_kernel.session import execute


def test_the_steps_of_fzero():
    text = execute("fzero(@(x) exp(-exp(-x)) - x, [0 1], optimset('Display', 'iter'));")
    assert text.splitlines() == [
        " ",
        " Func-count    x          f(x)             Procedure",
        "    2               1     -0.307799        initial",
        "    3        0.544459     0.0153522        interpolation",
        "    4        0.566101    0.00070708        interpolation",
        "    5        0.567143  -1.40255e-08        interpolation",
        "    6        0.567143   1.50024e-12        interpolation",
        "    7        0.567143             0        interpolation",
        " ",
        "Zero found in the interval [0, 1]",
    ]


def test_the_search_for_an_interval():
    lines = execute("fzero(@(x) sign(x-2)*sqrt(abs(x-2)), 1, optimset('Display', 'iter'));").splitlines()
    assert lines[1] == "Search for an interval around 1 containing a sign change:"
    assert lines[3] == "    1               1            -1             1            -1   initial interval"
    assert lines[15:17] == ["   25           -0.28      -1.50997          2.28       0.52915   search", " "]
    assert lines[17] == "Search for a zero in the interval [-0.28, 2.28]:"
    assert lines[-3:] == ["   56               2  -2.10734e-08        interpolation", " ", "Zero found in the interval [-0.28, 2.28]"]


def test_the_steps_of_fminbnd():
    lines = execute("fminbnd(@sin, 0, 2*pi, optimset('Display', 'iter'));").splitlines()
    assert lines[2] == "    1        2.39996      0.67549        initial"
    assert lines[6] == "    5        4.70582    -0.999978        parabolic"
    assert lines[12] == "Optimization terminated:"
    assert lines[13] == " the current x satisfies the termination criteria using OPTIONS.TolX of 1.000000e-04 "


def test_the_steps_of_fminsearch():
    lines = execute("fminsearch(@(x) x^2, 3, optimset('Display', 'iter', 'MaxIter', 3));").splitlines()
    assert lines[2:6] == [
        "     0            1                9         ",
        "     1            2                9         initial simplex",
        "     2            4             7.29         expand",
        "     3            6             4.41         expand",
    ]
    assert lines[7] == "Exiting: Maximum number of iterations has been exceeded"


STOPPED = [("fminsearch(@(x) x^2, 3,", "2.1000"), ("fminbnd(@cos, 1, 4,", "3.1482"), ("fzero(@cos, 1,", "1.5708")]


@pytest.mark.parametrize(("search", "point"), STOPPED)
def test_output_functions_end_a_search(search, point):
    function = "function stop = seen(x, v, state)\n stop = v.iteration > 2;\nend\n"
    assert execute(function + f"[x, v, flag] = {search} optimset('OutputFcn', @seen)); fprintf('%.4f %d', x, flag)") == f"{point} -1"


def test_lsqnonneg_says_that_it_ended():
    assert execute("x = lsqnonneg([1 2;3 4;5 6], [1;-2;3], optimset('Display', 'final'));") == "Optimization terminated.\n"
    assert execute("x = lsqnonneg([1 2;3 4;5 6], [1;-2;3], optimset('Display', 'notify'));") == ""

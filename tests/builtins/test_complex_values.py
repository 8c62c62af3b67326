"""Complex numbers in functions that once dropped imaginary parts without a word: they take them now, or say that they do not."""

import pytest

from runmat_kernel.session import Session

_OFF = "optimset('Display', 'off')"


def _holds(code: str) -> None:
    outcome = Session(provider="host").run(code)
    assert outcome.error is None, outcome.error
    assert outcome.text == "1", outcome.text


@pytest.mark.parametrize("solver", ["ode45", "ode23", "ode113", "ode78", "ode89", "ode15s", "ode23s", "ode23t", "ode23tb"])
def test_real_initial_values_become_complex_where_slopes_are(solver):
    _holds(f"[t, y] = {solver}(@(t,y) 1i*y, [0 1], 1); fprintf('%d', abs(y(end) - exp(1i)) < 1e-2)")
    # the first slope is real: only later ones are not
    _holds(f"[t, y] = {solver}(@(t,y) 1i*t*y, [0 0.5 1], [1; 2]); fprintf('%d', norm(y(end,:) - exp(0.5i)*[1 2]) < 2e-2 && isreal(y(1,:)))")


def test_solutions_and_events_of_complex_equations():
    _holds("s = ode45(@(t,y) [1i*y(2); y(1)], [0 1], [1; 0]); w = deval(s, 0.5); fprintf('%d', abs(imag(w(1)) - 0.125) < 1e-3)")
    _holds("s = dde23(@(t,y,Z) 1i*Z, 1, 1, [0 2]); fprintf('%d', abs(s.y(end) - (0.5 + 2i)) < 1e-6)")
    code = (
        "function [v, e, d] = f(t, y), v = imag(y) - 0.5; e = 1; d = 0; end\n"
        "[t, y, te] = ode45(@(t,y) 1i*y, [0 2], 1, odeset('Events', @f)); fprintf('%d', abs(te - asin(0.5)) < 1e-3)"
    )
    _holds(code)


@pytest.mark.parametrize(
    "code",
    [
        f"x = fsolve(@(x) x.^2+1, 1+1i, {_OFF}); fprintf('%d', abs(x - 1i) < 1e-6)",
        f"[x, ~, ~, ~, J] = fsolve(@(x) [x(1)^2+1; x(2)-2i], [.3i; 1], {_OFF}); fprintf('%d', norm([x; diag(J)]-[1i;2i;2i;1]) < 1e-4)",
        f"x = fsolve(@(x) x-2i, 0, {_OFF}); fprintf('%d', abs(x - 2i) < 1e-6)",
        f"[x, n, r] = lsqnonlin(@(x) [x-[1i 2] 1i], [0 0], [], [], {_OFF}); fprintf('%d', norm([x n r]-[1i 2 1 0 0 1i]) < 1e-6)",
        "t = (0:5)'; f = @(p,t) p(1)*exp(p(2)*t); w = [1+2i;-.5i];"
        f" x = lsqcurvefit(f, [1+1i; -.4i], t, f(w, t), [], [], {_OFF}); fprintf('%d', norm(x-w) < 1e-6)",
    ],
)
def test_systems_and_fits_have_complex_solutions(code):
    _holds(code)


@pytest.mark.parametrize("solver", ["minres", "symmlq"])
@pytest.mark.parametrize("b", ["[1;2i;3]", "[1;2;3]"])
@pytest.mark.parametrize("preconditioner", ["", ", diag([4 3 5])"])
def test_hermitian_systems(solver, b, preconditioner):
    _holds(
        f"A = [4 1i 0;-1i 3 2;0 2 -5]; [x, f] = {solver}(A, {b}, 1e-10, 20{preconditioner}); fprintf('%d', f == 0 && norm(A*x-{b}) < 1e-8)"
    )


@pytest.mark.parametrize(
    "code",
    [
        "[s, l] = bounds([3+4i 4+1i]); fprintf('%d', s == 4+1i && l == 3+4i)",
        "[s, l] = bounds([3+4i 4+1i; 1 2i], 2); fprintf('%d', isequal(s, [4+1i; 1]) && isequal(l, [3+4i; 2i]))",
        "fprintf('%d', range([3+4i 4+1i]) == -1+3i)",
        "fprintf('%d', isequal(smoothdata([3 6i 3 9], 'movmean', 3), [1.5+3i 2+2i 4+2i 6]))",
        "[b, w] = smoothdata([1 2i 5 3 4 5 6 7 8], 2, 'gaussian'); fprintf('%d', w > 1 && any(imag(b)))",
        "fprintf('%d', isequal([besselk(0, complex(0)) bessely(1, complex(0))], [Inf -Inf]))",
        "d = detrend([1 NaN 3i 1+4i], 0, 'omitnan'); fprintf('%d', norm(d([1 3 4]) - ([1 3i 1+4i] - mean([1 3i 1+4i]))) < 1e-12)",
    ],
)
def test_statistics_of_complex_data(code):
    _holds(code)


@pytest.mark.parametrize(
    "code",
    [
        "gcd(1.5i, 2)", "hours(2+1i)", "accumarray(2+1i, 1)", "isoutlier([1 2i 3])", "islocalmax([1 2i 3])", "ind2sub([2 3], 2+1i)",
        "datevec(2+1i)", "ode45(@(t,y) y, [0 1i], 1)", "fzero(@(x) x, 1i)", "polyshape([0 0 1], [0 1 1i])", "interp2([1 2;3 4], 1.5i, 1)",
        "kmeans([0;1;9i], 2)", "clip([1 2], 0, 1i)",
    ],
)  # fmt: skip
def test_imaginary_parts_are_not_dropped(code):
    assert Session(provider="host").run(code).error.message == "Inputs must be real."


@pytest.mark.parametrize(
    "code", ["diag([1 2], 1i)", "linspace(0, 1, 3i)", "quantile(1:4, 0.5, 2i)", "circshift(1:3, 1, 2i)", "sort([2 1], 2i)"]
)
def test_numbers_that_choose_are_real(code):
    assert Session(provider="host").run(code).error is not None


@pytest.mark.parametrize("fusion", [False, True])
@pytest.mark.parametrize("code", ["atan2d(x, 1)", "sinc(x)", "heaviside(x)", "atan2(x, 1)"])
def test_roots_of_what_a_mask_left_are_real(fusion, code):
    """Where nothing proves that roots are real, functions of real numbers look first."""
    session = Session(provider="host", fusion=fusion)
    outcome = session.run(
        f"v = (1:100000) - 5.5; x = sqrt(v(v > 0)); y = {code}; x = sqrt(0.5); z = {code}; fprintf('%d', abs(y(1) - z) < 1e-15)"
    )
    assert outcome.error is None, outcome.error
    assert outcome.text == "1"


def test_sinc_takes_complex_numbers():
    _holds("z = 2+1i; fprintf('%d', abs(sinc(z) - sin(pi*z)/(pi*z)) < 1e-15 && norm(sinc(complex([0 1], 0)) - [1 0]) < 1e-15)")


@pytest.mark.parametrize("name", ["atan2d(1, 2i)", "heaviside(2i)"])
def test_functions_of_real_numbers_say_so(name):
    assert Session(provider="host").run(name).error.identifier == f"MATLAB:{name.partition('(')[0]}:complexInput"


@pytest.mark.parametrize("name", ["log", "log2", "log10", "log1p", "sqrt", "asin", "acos", "acosh", "atanh", "asec", "acoth", "acosd"])
@pytest.mark.parametrize("class_", ["double", "single"])
def test_nan_stays_real_beside_what_leaves_the_real_domain(name, class_):
    _holds(f"y = {name}({class_}([NaN -3 0.5])); fprintf('%d', ~isreal(y) && isnan(real(y(1))) && imag(y(1)) == 0 && isreal(y(1)))")

"""Loops that are reached again: the kernel of the first time is taken where it is right, with the scalars and arrays of now, and the
answers are those of ordinary iterations."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from runmat_kernel.language.loops.recipe import Recipe
from runmat_kernel.language.loops.trace import Tracer
from runmat_kernel.session import Session
from runmat_kernel.values.convert import as_array, class_of

N = 3000
PATHS = f"S = S0 * ones({N}, 1); for t = 1:T, S = S .* exp(drift + scale * randn({N}, 1)); end, r = mean(max(S - K, 0));"
COLUMNS = "y = zeros(size(X, 1), 1); for t = 1:40, y = y + alpha * (X(:, t) - y); end"
ROOTS = f"a = linspace(0, 1, {N})'; for t = 1:30, a = 0.5 * sqrt(a + k); end"
WRITES = f"x = (1:{N})' / 7; Y = zeros({N}, 25); for t = 1:25, x = x * q; Y(:, t) = x + p; end"
INVARIANT = "A = B; for t = 1:30, A = A + h * (B - A) .* W; end"


class Traces:
    """How many iterations were traced, and how many loops ran without."""

    def __init__(self) -> None:
        self.made = self.used = 0


@pytest.fixture
def traces(monkeypatch: pytest.MonkeyPatch) -> Iterator[Traces]:
    found, begin, again = Traces(), Tracer.__init__, Recipe.run

    def counted(self, *given):
        found.made += type(self) is Tracer
        begin(self, *given)

    def run(self, *given):
        after = again(self, *given)
        found.used += after is not None
        return after

    monkeypatch.setattr(Tracer, "__init__", counted)
    monkeypatch.setattr(Recipe, "run", run)
    return found


def compared(steps: list[tuple[str, str]], names: str, provider: str = "host") -> None:
    """Run setups and programs in order, as kernels and iteration by iteration, and compare the variables that there are after each."""
    fused, plain = Session(provider=provider), Session(provider="host", loops=False)
    for setup, program in steps:
        for session in (fused, plain):
            for text in (setup, program):
                outcome = session.run(text)
                assert outcome.error is None, outcome.error
        for name in names.split():
            if name not in plain.workspace_values:
                continue
            a, b = fused.workspace_values[name], plain.workspace_values[name]
            assert class_of(a) == class_of(b)
            np.testing.assert_allclose(as_array(a), as_array(b), rtol=1e-12, err_msg=f"{name} after {setup}")


def test_a_cell_run_again_is_not_traced(traces: Traces) -> None:
    setup = "rng(1, 'philox'); S0 = 100; T = 40; drift = 1e-3; scale = 0.02; K = 90;"
    compared([(setup, PATHS)] * 5, "S r t")
    assert traces.made == 2  # the second run has other variables, and is compiled anew
    assert traces.used == 3


def test_other_scalars_and_seeds(traces: Traces) -> None:
    steps = [
        (f"rng({k}, 'philox'); S0 = {100 + k}; T = 40; drift = {1e-3 * (k - 2)}; scale = {0.02 * k}; K = 90;", PATHS) for k in range(7)
    ]
    compared(steps, "S r t")
    assert (traces.made, traces.used) == (2, 5)


def test_a_value_that_the_trace_depends_on(traces: Traces) -> None:
    setup = "rng(1, 'philox'); S0 = 100; T = {}; drift = 1e-3; scale = 0.02; K = 90;"
    compared([(setup.format(t), PATHS) for t in (40, 40, 40, 41, 40, 41, 30)], "S r t")
    assert (traces.made, traces.used) == (4, 3)


def test_draws_go_on_where_the_last_ones_ended(traces: Traces) -> None:
    setup = "S0 = 100; T = 40; drift = 1e-3; scale = 0.02; K = 90;"
    steps = [("rng(3, 'philox');", setup), *[(setup, PATHS)] * 4, ("u = rand(9, 1);", "v = u + 1;")]
    compared(steps, "S r v")
    assert traces.used == 2


def test_the_blocks_of_draws_leave_32_bits(traces: Traces) -> None:
    setup = "rng(3, 'philox'); S0 = 100; T = 40; drift = 1e-3; scale = 0.02; K = 90;"
    fused, plain = Session(provider="host"), Session(provider="host", loops=False)
    for block in (1, 1, 2**32 - 31_000, 2**32 - 15_000, 2**32 + 5, 2**40 + 1):
        for session in (fused, plain):
            session.run(setup)
            session.random.block = block
            assert session.run(PATHS).error is None
        np.testing.assert_allclose(as_array(fused.workspace_values["S"]), as_array(plain.workspace_values["S"]), rtol=1e-12)
        assert fused.random.block == plain.random.block
    assert (traces.made, traces.used) == (3, 3)


def test_other_arrays_of_the_same_size(traces: Traces) -> None:
    steps = [(f"X = reshape(mod((1:{N}*40) * 0.{k}7, 1), {N}, 40); alpha = 0.{k};", COLUMNS) for k in range(1, 7)]
    compared(steps, "y t")
    assert (traces.made, traces.used) == (2, 4)


def test_arrays_of_another_class_or_size(traces: Traces) -> None:
    make = "X = {}(reshape(mod((1:{}*40) * 0.37, 1), {}, 40)); alpha = 0.1;"
    cases = [("double", N), ("double", N), ("double", N), ("single", N), ("double", 2 * N), ("double", N), ("double", N)]
    compared([(make.format(c, n, n), COLUMNS) for c, n in cases], "y t")
    assert traces.used >= 3


def test_scalars_that_leave_the_real_domain() -> None:
    compared([(f"k = {k};", ROOTS) for k in (1, 1, 1, 2, -0.25, 1, -0.25, 0, 3)], "a")


def test_arrays_of_which_parts_are_written(traces: Traces) -> None:
    compared([(f"q = 0.9{k}; p = {k};", WRITES) for k in range(6)], "x Y t")
    assert traces.used == 4


def test_two_names_for_one_array() -> None:
    steps = [("B = rand(3000, 1); W = B; h = 0.1;", INVARIANT)] * 3 + [("W = 1 - B; h = 0.2;", INVARIANT), ("W = B;", INVARIANT)]
    steps += [("B = linspace(0, 1, 3000)'; W = B / 2;", INVARIANT)] * 2
    fused, plain = Session(provider="host"), Session(provider="host", loops=False)
    for setup, program in steps:
        for session in (fused, plain):
            session.run(setup)
            assert session.run(program).error is None
        np.testing.assert_allclose(as_array(fused.workspace_values["A"]), as_array(plain.workspace_values["A"]), rtol=1e-12)


def test_scalars_that_were_equal_by_chance(traces: Traces) -> None:
    program = f"x = linspace(0, 1, {N})'; for t = 1:30, x = p * cos(q * x) + 0.5 * x; end"
    compared([(f"p = {p}; q = {q};", program) for p, q in ((0.5, 0.5), (0.5, 0.5), (0.5, 0.5), (0.5, 0.25), (0.25, 0.5), (1, 2))], "x")
    assert traces.used == 4


def test_a_name_that_becomes_a_variable_or_a_function() -> None:
    program = f"x = linspace(0, 1, {N})'; for t = 1:30, x = p * cos(x) + 0.1; end"
    steps = [("p = 0.5;", program)] * 3 + [("function y = cos(x)\n y = x / 2; end", program), ("p = 0.25;", program)]
    compared(steps, "x")


def test_a_scalar_of_another_class(traces: Traces) -> None:
    program = f"x = linspace(0, 1, {N})'; for t = 1:30, x = p * cos(x) + q; end"
    scalars = ["0.5", "0.5", "0.5", "single(0.5)", "true", "[0.5]", "0.25", "NaN", "Inf", "-0", "0"]
    compared([(f"p = {p}; q = 0.1;", program) for p in scalars], "x")
    assert traces.used >= 4


def test_expressions_of_scalars(traces: Traces) -> None:
    program = f"x = linspace(0, 1, {N})'; for t = 1:30, x = (r - s^2 / 2) * h + sqrt(1 - r^2) * cos(x) + max(x, h * s) / (2 * t); end"
    compared([(f"r = 0.{k}; s = 0.{k + 1}; h = {k};", program) for k in range(1, 8)], "x t")
    assert (traces.made, traces.used) == (2, 5)


def test_a_name_that_the_iteration_assigns_is_no_variable_from_before() -> None:
    program = f"x = linspace(0, 1, {N})'; for t = 1:30, c = 2 * p; x = (c + p) * cos(x) / 4; end"
    compared([(f"p = {p}; c = 100;", program) for p in (0.5, 0.5, 0.5, 0.25, 0.75)], "x c")


def test_short_forms_are_proved_anew() -> None:
    many = 1 << 18
    program = f"x = linspace(0, 1, {many})'; for t = 1:4, x = exp(scale * cos(x)) / big; end"
    scales = ["1, 3", "1, 3", "1, 3", "900, 1e300", "1, 2", "-900, 1", "Inf, 1", "0, 1"]
    compared([("scale = {}; big = {};".format(*pair.split(", ")), program) for pair in scales], "x")


def test_inside_a_function(traces: Traces) -> None:
    text = "function y = walk(n, k)\n y = linspace(0, 1, n)';\n for t = 1:30\n  y = y + k * sin(y) / t;\n end\nend"
    compared([(text, "y1 = walk(3000, 0.1); y2 = walk(3000, 0.2); y3 = walk(3000, 0.3); y4 = walk(4000, 0.3);")], "y1 y2 y3 y4")
    assert (traces.made, traces.used) == (2, 2)


def test_a_mask_and_two_carries(traces: Traces) -> None:
    program = (
        f"S = 1 + linspace(0, 1, {N})'; m = zeros({N}, 1); alive = true({N}, 1);"
        " for t = 1:30, S = S .* (1 + v * sin(t * S)); m = max(m, S); S(S < low) = 0.1; alive = alive & S < high; end"
    )
    compared([(f"v = 0.{k}; low = 0.{k}; high = {1 + k / 4};", program) for k in range(1, 7)], "S m alive")
    assert traces.used == 4


def test_what_is_deferred_before_the_loop(traces: Traces) -> None:
    program = "Z = Q .* 2 + g; y = Z; for t = 1:40, y = y + h * (Z - y .* Q); end"
    steps = [(f"Q = reshape(mod((1:20000) * 0.{k}7, 1), [], 1); g = {k}; h = 0.0{k};", program) for k in range(1, 7)]
    compared(steps, "y")
    assert traces.used == 4


def test_columns_computed_from_the_columns_before(traces: Traces) -> None:
    program = f"S = zeros({N}, 21); S(:, 1) = S0; for t = 1:20, S(:, t + 1) = S(:, t) .* exp(d + s * randn({N}, 1)); end"
    compared([(f"rng({k}, 'philox'); S0 = {90 + k}; d = 0.00{k}; s = 0.0{k};", program) for k in range(1, 7)], "S t")
    assert traces.used == 4


def test_columns_read_ahead_of_what_is_written(traces: Traces) -> None:
    program = "for t = 1:19, X(:, t) = X(:, t + 1) - h * X(:, t); end"
    compared([(f"X = reshape(mod((1:{N}*20) * 0.{k}7, 1), {N}, 20); h = 0.{k};", program) for k in range(1, 7)], "X")
    assert traces.used == 4


def test_elements_that_the_iterations_take(traces: Traces) -> None:
    program = f"x = linspace(0, 1, {N})'; y = 0 * x; for t = 1:30, y = y + w(t) * x + v(3); end"
    make = "w = cos((1:30) * {}); v = {} * [1 2 3];"
    compared([(make.format(a, b), program) for a, b in ((1, 1), (1, 1), (1, 1), (2, 1), (1, 1), (2, 1), (2, 4))], "y")
    assert (traces.made, traces.used) == (4, 3)


def test_an_element_that_is_replaced_in_place(traces: Traces) -> None:
    program = f"x = linspace(0, 1, {N})'; y = 0 * x; for t = 1:30, y = y + w(t) * x; end"
    compared([("w = cos(1:30);", program)] * 3 + [("w(7) = 5;", program), ("w(7) = -5;", program)], "y")
    assert traces.used == 1


def test_sums_that_wait_when_the_loop_begins(traces: Traces) -> None:
    program = "m = mean(x); s = sum(x .^ 2); y = x; for t = 1:30, y = y + h * (m - y) / s; end"
    compared([(f"x = mod((1:40000)' * 0.{k}7, 1); h = 0.{k};", program) for k in range(1, 7)], "y m s")
    assert traces.used == 4


def test_functions_of_the_program(traces: Traces) -> None:
    setup = "function y = slope(x, c)\n k = 2 * c;\n y = k * cos(x) - x;\nend"
    other = "function y = slope(x, c)\n y = c * x;\nend"
    program = f"x = linspace(0, 1, {N})'; for t = 1:30, x = x + h * slope(x, c); end"
    steps = [(setup, "h = 0.1; c = 2;"), *[("h = 0.1;", program)] * 3, ("h = 0.2;", program), ("c = 1;", program), (other, "c = 1;")]
    compared([*steps, ("c = 1;", program), ("h = 0.3;", program)], "x")
    assert traces.used == 3


def test_arrays_that_iterations_have_in_common(traces: Traces) -> None:
    program = f"x = linspace(0, 1, {N})'; for t = 1:30, x = x + h * B .* (1 - x) + C / k .* cos(x); end"
    make = "h = 0.0{}; k = {}; B = (1:3000)' / {}; C = B / 7;"
    steps = [(make.format(k, k, 3000 + k), program) for k in range(1, 6)] + [("C = B;", program), ("h = k; C = -B; k = h;", program)]
    compared([*steps, ("B = single(B);", program), ("B = B(1);", program), ("k = 3;", program)], "x")
    assert traces.used >= 4


def test_arrays_made_alike_by_chance() -> None:
    program = f"x = linspace(0, 1, {N})'; for t = 1:30, x = h * B .* (1 - x) + k * B .* cos(x); end"
    compared([(f"h = {h}; k = {k}; B = (1:3000)' / 6000;", program) for h, k in ((1, 1), (1, 1), (1, 1), (1, 0.5), (0.5, 1))], "x")


def test_handles(traces: Traces) -> None:
    program = f"x = linspace(0, 1, {N})'; for t = 1:30, k1 = f(x); x = x + h * f(x + h / 2 * k1); end"
    handles = ["@(x) a * x", "@(x) a * x", "@(x) a * x", "@(x) a - x", "@cos", "@cos", "@sin"]
    compared([(f"a = 0.{k % 3 + 1}; h = 0.0{k + 1}; f = {text};", program) for k, text in enumerate(handles)], "x")
    same = f"x = linspace(0, 1, {N})'; f = @(x) a * x; for t = 1:30, x = x + h * f(x); end"
    compared([(f"a = 0.{1 + (k > 4)}; h = 0.0{k + 1};", same) for k in range(7)], "x")
    assert traces.used > 4


def test_sizes_of_arrays(traces: Traces) -> None:
    program = "for t = 1:30, x = x + h * randn(size(x)) / numel(x); end"
    compared([(f"rng(1, 'philox'); x = linspace(0, 1, {n})'; h = {n};", program) for n in (3000, 3000, 3000, 4000, 3000)], "x")
    assert traces.used == 2


def test_a_loop_that_never_is_the_same_is_left_alone(traces: Traces) -> None:
    program = f"x = linspace(0, 1, {N})'; for t = 1:30, x = x .^ p + t; end"
    session = Session(provider="host")
    for k in range(12):
        session.run(f"p = 1 / {k + 2};")
        assert session.run(program).error is None
    assert (traces.made, traces.used) == (12, 0)
    session.run(program)
    assert traces.used == 0


@pytest.mark.parametrize("provider", ["host", "gpu"])
def test_loops_that_wait_for_a_reduction(provider: str, traces: Traces) -> None:
    n = 70_000
    program = (
        f"S = S0 * ones({n}, 1); A = zeros({n}, 1); for t = 1:12, S = S .* exp(d + s * randn({n}, 1)); A = A + (S - A) / t; end,"
        " r = mean(max(A - K, 0)); q = mean(S);"
    )
    steps = [(f"rng({k}); S0 = {90 + k}; d = 0.00{k}; s = 0.0{k}; K = 95;", program) for k in range(1, 7)]
    if provider == "gpu":
        from ..adapters import no_adapter

        session = Session(provider="gpu")
        session.run("x = sum(ones(1e5, 1));")
        if not session.engine.has_device:
            no_adapter(session.engine.device.closed)
    compared(steps, "r q S", provider)
    assert traces.used == 4

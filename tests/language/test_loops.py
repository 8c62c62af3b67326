"""Loops that run as kernels: the same variables afterwards as iteration by iteration, on the host and on the device, and the strategy
taken."""

from __future__ import annotations

import numpy as np
import pytest

from runmat_kernel.session import Session

from ..adapters import no_adapter
from .loop_programs import ERRORS, IN_KERNEL, ON_A_DEVICE, REPLAYED, STOPPED, TURN_BY_TURN
from .loop_runs import run, same, strategies


@pytest.mark.parametrize("name", IN_KERNEL)
def test_in_one_kernel_on_the_host(name: str) -> None:
    expected, _, _ = run(IN_KERNEL[name], provider="host", loops=False)
    found, report, error = run(IN_KERNEL[name], provider="host", loops=True)
    assert error is None
    assert strategies(report).count("loop") == 1, report["refusals"]
    same(found, expected)


@pytest.mark.parametrize("name", IN_KERNEL)
def test_in_one_kernel_on_the_device(name: str) -> None:
    expected, _, _ = run(IN_KERNEL[name], provider="host", loops=False)
    found, report, error = run(IN_KERNEL[name], provider="gpu", loops=True)
    if any("No GPU" in n for n in report["notices"]):
        no_adapter(report["notices"])
    assert error is None
    assert [(g["kind"], g["provider"]) for g in report["groups"]].count(("loop", "gpu")) == 1, report["refusals"]
    assert set(found) == set(expected)
    for key, value in expected.items():
        a, b = np.asarray(found[key]), np.asarray(value)
        assert a.dtype == b.dtype and a.shape == b.shape, key
        np.testing.assert_allclose(a, b, rtol=2e-5 if a.dtype == np.float32 else 1e-11, atol=1e-6 if a.dtype == np.float32 else 1e-12)


@pytest.mark.parametrize(
    ("name", "provider"), [*((name, place) for name in REPLAYED for place in ("host", "gpu")), *((name, "gpu") for name in ON_A_DEVICE)]
)
def test_planned_once_for_all_iterations(name: str, provider: str) -> None:
    program = {**REPLAYED, **ON_A_DEVICE}[name]
    expected, _, _ = run(program, provider="host", loops=False)
    found, report, error = run(program, provider=provider, loops=True)
    if provider == "gpu" and any("No GPU" in n for n in report["notices"]):
        no_adapter(report["notices"])
    assert error is None
    assert any("planned once for" in g["reason"] for g in report["groups"]), report["refusals"]
    assert set(found) == set(expected)
    for key, value in expected.items():
        a, b = np.asarray(found[key]), np.asarray(value)
        assert a.dtype == b.dtype and a.shape == b.shape, key
        np.testing.assert_allclose(a, b, rtol=1e-6 if a.dtype == np.float32 else 1e-10, atol=1e-12)


@pytest.mark.parametrize("provider", ("host", "gpu"))
@pytest.mark.parametrize("name", STOPPED)
def test_stopped_by_an_array(name: str, provider: str) -> None:
    expected, _, _ = run(STOPPED[name], provider="host", loops=False)
    found, report, error = run(STOPPED[name], provider=provider, loops=True)
    if provider == "gpu" and any("No GPU" in n for n in report["notices"]):
        no_adapter(report["notices"])
    assert error is None
    assert any("planned once for" in g["reason"] for g in report["groups"]), report["refusals"]
    assert not any("iteration by iteration" in r["reason"] for r in report["refusals"])
    assert set(found) == set(expected)
    for key, value in expected.items():
        a, b = np.asarray(found[key]), np.asarray(value)
        assert a.dtype == b.dtype and a.size == b.size, key
        np.testing.assert_allclose(a.ravel(), b.ravel(), rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("name", TURN_BY_TURN)
def test_iteration_by_iteration(name: str) -> None:
    expected, _, _ = run(TURN_BY_TURN[name], provider="host", loops=False)
    found, report, error = run(TURN_BY_TURN[name], provider="host", loops=True)
    assert error is None
    assert "loop" not in strategies(report)
    assert any("iteration by iteration" in r["reason"] for r in report["refusals"])
    same(found, expected)


@pytest.mark.parametrize("name", ERRORS)
def test_errors_are_those_of_ordinary_iterations(name: str) -> None:
    expected, _, wanted = run(ERRORS[name], provider="host", loops=False)
    found, _, error = run(ERRORS[name], provider="host", loops=True)
    assert error is not None and (error.identifier, error.message, error.stack) == (wanted.identifier, wanted.message, wanted.stack)
    same(found, expected)


def test_no_iterations_and_few_iterations() -> None:
    program = "x = linspace(0, 1, 20000); y = x; for t = 1:0, y = y + 1; end, for k = 1:2, y = y * 2; end"
    expected, _, _ = run(program, provider="host", loops=False)
    found, report, _ = run(program, provider="host", loops=True)
    assert "loop" not in strategies(report)
    same(found, expected)


def test_random_numbers_of_an_iteration_that_is_run_again() -> None:
    """The first iteration runs by itself, as z is set in some iterations only; then the branch on s makes the loop begin anew."""
    program = (
        "rng(1); x = zeros(70000, 1); s = 0; for t = 1:12, x = x + randn(70000, 1); if mod(t, 3) == 0, continue, end, z = x * t;"
        " s = mod(s + 3, 7); if s > 3, x = x / 2; end, end, r = rand(1, 3);"
    )
    expected, _, _ = run(program, provider="host", loops=False)
    found, report, error = run(program, provider="host", loops=True)
    assert error is None and "loop" in strategies(report)
    same(found, expected)


@pytest.mark.parametrize("iterations", (9, 10, 11, 12, 15, 16))
def test_iterations_are_looked_ahead_in_parts(monkeypatch: pytest.MonkeyPatch, iterations: int) -> None:
    monkeypatch.setattr("runmat_kernel.language.loops.iterations.MOST_FORESEEN", 5)
    program = (
        f"x = linspace(0, 1, 40000); y = x; k = 0; while true, k = k + 1; if k > {iterations}, z = k; break, end, x = x * 0.9 + k; end,"
        f" s = 0; for t = 1:{iterations}, s = mod(s + 3, 7); if s > 3, y = y + s; else, y = y / 2; end, end"
    )
    expected, _, _ = run(program, provider="host", loops=False)
    found, report, error = run(program, provider="host", loops=True)
    assert error is None
    assert "loop" in strategies(report) and not any("iteration by iteration" in r["reason"] for r in report["refusals"])
    same(found, expected)


@pytest.mark.parametrize("iterations", (0, 1, 2, 3))
def test_while_loops_of_few_iterations(iterations: int) -> None:
    program = f"x = linspace(0, 1, 40000); k = 0; while k < {iterations}, x = x + 1; k = k + 1; z = k; end"
    expected, _, _ = run(program, provider="host", loops=False)
    found, report, _ = run(program, provider="host", loops=True)
    assert ("loop" in strategies(report)) == (iterations == 3)
    same(found, expected)


def test_the_rest_of_a_loop_that_cannot_go_on_as_it_began() -> None:
    """The trace of many iterations ahead would leave the array; the iterations that there are do not."""
    program = (
        "x = linspace(0, 1, 40000); w = 1:90; e = 1; k = 1; while e > 1e-9, y = cos(x + w(k) * 0); e = norm(y - x); x = y; k = k + 1; end"
    )
    expected, _, _ = run(program, provider="host", loops=False)
    found, report, error = run(program, provider="host", loops=True)
    assert error is None
    assert any("planned once for" in g["reason"] for g in report["groups"])
    for name in expected:
        np.testing.assert_allclose(np.ravel(found[name]), np.ravel(expected[name]), rtol=1e-10)


def test_random_streams_go_on_behind_the_loop() -> None:
    program = "rng(7); x = zeros(70001, 1); for t = 1:5, x = x + rand(70001, 1); end, y = rand(70000, 1);"
    expected, _, _ = run(program, provider="host", loops=False)
    found, report, _ = run(program, provider="host", loops=True)
    assert "loop" in strategies(report)
    same(found, expected)


def test_arrays_in_functions() -> None:
    program = "y = f(linspace(0, 1, 30000), 20);\nfunction y = f(x, n)\n y = x; for t = 1:n\n y = y + x * t;\n end\nend"
    expected, _, _ = run(program, provider="host", loops=False)
    found, report, _ = run(program, provider="host", loops=True)
    assert "loop" in strategies(report)
    same(found, expected)


def test_others_that_hold_an_array_keep_it() -> None:
    program = "Y = zeros(3000, 20); Z = Y; for t = 2:20, Y(:, t) = Y(:, t - 1) + t; end"
    expected, _, _ = run(program, provider="host", loops=False)
    found, report, _ = run(program, provider="host", loops=True)
    assert "loop" in strategies(report)
    same(found, expected)


def test_arrays_split_over_buffers() -> None:
    """Each dispatch takes the iterations whose columns lie in one chunk; carries go from one to the next."""
    session = Session(provider="gpu", loops=True)
    session.run("warm = sum(linspace(0, 1, 30000));")
    device = session.engine.device
    if device.closed is not None:
        no_adapter(device.closed)
    device.chunk_cap = 20000
    program = (
        "X = mod((1:3000)' + 7 * (1:30), 97); a = 2; y = zeros(3000, 1); Y = X;"
        " for t = 2:30, z = X(:, t); y = 0.9 * y + a * z; Y(:, t) = y + Y(:, t - 1) / 2; end"
    )
    outcome = session.run(program)
    assert outcome.error is None
    assert ("loop", "gpu") in [(g["kind"], g["provider"]) for g in outcome.report.to_dict()["groups"]]
    expected, _, _ = run(program, provider="host", loops=False)
    for name in ("y", "Y", "z"):
        np.testing.assert_allclose(session.workspace_values[name].array, expected[name], rtol=1e-13)


def test_a_scalar_that_a_table_gives_stays_a_scalar():
    text = "v = linspace(0, 1, 8); S = ones(3000, 1);\nfor t = 1:8\n  g = v(t);\n  if t > 4\n    g = 0.9 * g;\n  end\n  S = S + g;\nend"
    session = Session(provider="host", defer_elements=1, loop_work=1)
    outcome = session.run(text)
    assert outcome.error is None and session.workspace_values["g"] == 0.9
    assert [g["kind"] for g in outcome.report.to_dict()["groups"]] == ["loop"]


def test_iterations_read_what_the_iteration_before_wrote_also_where_it_is_spread_out():
    """Narrow arrays are expanded into full ones before a kernel runs on the host: anew for every iteration."""
    code = "x = (1:12)'; v = x * 0; for t = 1:20, d = x' - x; a = d * x; v = v + 0.001 * a; x = x + 0.01 * v; end"
    found = []
    for settings in ({"loops": False}, {"loop_elements": 1, "loop_work": 1, "defer_elements": 1}):
        session = Session(provider="host", **settings)
        assert session.run(code).error is None
        found.append(np.asarray(session.workspace["x"]))
    np.testing.assert_allclose(found[1], found[0], rtol=1e-12)


REASONS = {
    "a display": ("x = 1:20000;\nfor t = 1:5\n  x = x + 1;\n  if t > 4, x(1), end\nend", "line 4: x(1)"),
    "a call": ("x = 1:20000;\nfor t = 1:5\n  x = x + 1;\n  fprintf('');\nend", "line 4: fprintf('')"),
    "a try": ("x = 1:20000;\nfor t = 1:5\n  try\n    x = x + 1;\n  catch\n  end\nend", "'try' is not taken into loops (line 3: try)"),
    "a cell": ("x = 1:20000; c = {};\nfor t = 1:5\n  c{t} = x;\nend", "a cell or a field is assigned (line 3: c{t} = x)"),
    "typecast": ("n = int32(1:20000);\nfor t = 1:5\n  n = n + 1;\n  m = typecast(n, 'uint32');\nend", "line 4: m = typecast(n, 'uint32')"),
    "a branch": ("x = (1:20000) / 7;\nfor t = 1:5\n  if x(3), x = x + 1; else, x = x / 2; end\nend", "line 3: if x(3), x = x + 1"),
    "a function": (
        "x = 1:20000;\nfor t = 1:5\n  x = g(x);\nend\nfunction x = g(x)\n  global G\n  x = x + 1;\nend",
        "'global' is not taken into loops (line 6: global G)",
    ),
}


@pytest.mark.parametrize(("program", "words"), REASONS.values(), ids=REASONS.keys())
def test_a_refusal_names_the_statement(program: str, words: str) -> None:
    _, report, error = run(program, provider="host", loops=True)
    assert error is None
    assert [r["line"] for r in report["refusals"]] == [2]
    assert words in report["refusals"][0]["reason"]

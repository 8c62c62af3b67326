"""Reductions of what a loop leaves behind join the loop's kernel, on the host and on a device, with the same numbers."""

import numpy as np
import pytest

from runmat_kernel import Session
from runmat_kernel.codegen.interpret import interpret
from runmat_kernel.language.loops.eligibility import Loop
from runmat_kernel.syntax.ast import For

from ..adapters import needs_adapter

N = 70_001
PATHS = f"rng(7); S = 100*ones({N}, 1); for t = 1:8, S = S .* exp(0.001 + 0.02*randn({N}, 1)); end\n"
# Program, outputs of the one group of kind 'loop', how many other groups there are.
PROGRAMS = {
    "price of a cell": (PATHS + "payoff = max(S - 100, 0); r = exp(-0.03) * mean(payoff);", 3, 0),
    "nothing held": ("r = f();\nfunction p = f()\n" + PATHS + "p = exp(-0.03) * mean(max(S - 100, 0));\nend", 1, 0),
    "overwritten": (PATHS + "S = exp(-0.03) * mean(max(S - 100, 0)); r = S;", 1, 0),
    "several": (PATHS + "r1 = mean(S); r2 = max(S); [r3, k] = min(S); r4 = std(S); clear S; r = [r1 r2 r3 k r4];", 5, 0),
    "single": (
        f"rng(7); S = ones({N}, 1, 'single'); for t = 1:8, S = S .* exp(0.02*randn({N}, 1, 'single')); end\nr = sum(S); clear S",
        1,
        0,
    ),
    "another array": (f"w = mod((1:{N})' * 0.37, 1); w = w + 0; " + PATHS + "r = sum(S .* w); clear S", 2, 0),
    "numbers drawn": (PATHS + f"u = rand({N}, 1); r = mean(max(S - 100*u, 0)); clear S u", 1, 0),
    "logical": (PATHS + "hit = S > 100; r = mean(hit);", 3, 0),
    "two results": (
        f"x = zeros({N}, 1); v = ones({N}, 1); k = (1:{N})' / {N}; for t = 1:9, a = -x .* k; v = v + 0.1*a; x = x + 0.1*v; end\n"
        "r = [sum(x .* v), max(abs(a))]; clear x v a",
        5,
        1,
    ),
    "a matrix": (f"S = ones({N}, 3); k = (1:{N})'; for t = 1:5, S = S .* 0.5 + k; end\nr = sum(S, 'all'); clear S", 1, 0),
    "along one dimension": (f"S = ones({N}, 3); k = (1:{N})'; for t = 1:5, S = S .* 0.5 + k; end\nr = sum(S); clear S", 1, 1),
    "slowly": (PATHS + "a = S(3); r = mean(S) + a; clear S", 1, 1),
    "out of the domain": (PATHS + "r = mean(sqrt(S - 100)); clear S", 1, 1),
}


def run(program, provider="host", **settings):
    session = Session(provider=provider, **settings)
    outcome = session.run(program)
    assert outcome.error is None
    return np.ravel(session.workspace["r"]), outcome.report, session


@pytest.mark.parametrize("provider", ["host", "gpu"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_one_kernel(name, provider):
    if provider == "gpu":
        needs_adapter()
    program, outputs, others = PROGRAMS[name]
    found, report, _ = run(program, provider)
    loops = [g for g in report.groups if g.kind == "loop"]
    assert [len(g.outputs) for g in loops] == [outputs]
    if provider == "host":
        assert len(report.groups) == 1 + others, [g.title for g in report.groups]
    expected, _, _ = run(program, "host", loops=False)
    np.testing.assert_allclose(found, expected, rtol=2e-5 if name == "single" else 1e-12)


def test_what_is_still_held_is_stored_besides():
    price = "r = mean(max(S - 100, 0));"
    _, held, session = run(PATHS + price)
    _, gone, _ = run(PATHS + price + " clear S")
    assert held.groups[0].nbytes - gone.groups[0].nbytes == 8 * N
    assert session.workspace["S"].shape == (N, 1)


def test_the_lines_and_operations_of_both_are_shown():
    _, report, _ = run(PATHS + "payoff = max(S - 100, 0);\nr = exp(-0.03) * mean(payoff);")
    (group,) = report.groups
    assert group.lines == (1, 2, 3)
    assert group.ops[:4] == ("rand_normal", "times", "plus", "exp") or "rand_normal" in group.ops
    assert {"max", "sum"} <= set(group.ops)


def test_threads_do_not_change_the_sum():
    program = PATHS + "r = mean(S); clear S"
    found = [run(program, threads=count)[0] for count in (1, 2, 3)]
    assert found[0] == found[1] == found[2]


def test_a_second_run_takes_the_same_plan():
    session = Session(provider="host")
    program = PATHS + "r = mean(S); clear S"
    first = session.run(program)
    second = session.run(program)
    assert first.report.groups[-1].kernel is second.report.groups[-1].kernel
    assert second.report.flushes[-1].cached


def test_dispatches_hand_silent_carries_on(monkeypatch):
    needs_adapter()
    from runmat_kernel.providers.gpu.provider import GpuProvider

    program = (
        "M = 1100; X = reshape(mod((1:M*40) * 0.7548776662466927, 1), M, 40); y = zeros(M, 1); p = zeros(M, 1);\n"
        "for t = 1:40, y = y + 0.3*(X(:, t) - y); p = max(p, y); end\nr = [mean(y), mean(p)]; clear y p"
    )
    settings = {"defer_elements": 16, "loop_elements": 1, "loop_work": 1}
    expected, _, _ = run(program, "host", loops=False)
    session = Session(provider="gpu", **settings)
    session.engine.expect_device()
    assert isinstance(session.engine.device, GpuProvider)
    monkeypatch.setattr(session.engine.device, "chunk_cap", 7 * 1100)
    outcome = session.run(program)
    assert outcome.error is None
    (group,) = [g for g in outcome.report.groups if g.kind == "loop"]
    assert len(session.engine.device.prepare(group.kernel).dispatches) == 7
    np.testing.assert_allclose(np.ravel(session.workspace["r"]), expected, rtol=1e-13)


def test_the_body_means_what_the_kernel_does():
    session = Session(provider="host")
    outcome = session.run(f"S = ones({N}, 1); for t = 1:6, S = S*0.5 + t; end\nr = sum(S .* 2) + 1; clear S")
    body = outcome.report.groups[-1].kernel.body
    assert body.tail is not None and body.silent == (0,)
    calls = []
    run_loop = session.engine.host.run_one
    session.engine.host.run_one = lambda call: (calls.append((call.inputs, call.parameters)), run_loop(call))
    session.run(f"S = ones({N}, 1); for t = 1:6, S = S*0.5 + t; end\nr = sum(S .* 2) + 1; clear S")
    inputs, parameters = calls[-1]
    found = interpret(body, inputs, parameters, ())
    np.testing.assert_allclose(found.arrays[-1].ravel(), np.ravel(session.workspace["r"]), rtol=1e-14)


@pytest.mark.parametrize(
    ("after", "waits"),
    [
        ("r = mean(S);", True),
        ("payoff = max(S - 1, 0); r = mean(payoff);", True),
        ("a = S + 1; b = a * 2; r = sum(b);", True),
        ("r = S + 1;", False),
        ("e = toc; r = mean(S);", False),
        ("if x, r = mean(S); end", False),
        ("disp(mean(S))", True),
        ("", False),
    ],
)
def test_loops_wait_where_the_program_goes_on_to_reduce(after, waits):
    from runmat_kernel.base.source import Source
    from runmat_kernel.syntax.parser import parse

    statements = parse(Source("x", "for t = 1:5, S = S + t; end\n" + after)).statements
    assert isinstance(statements[0], For)
    assert Loop(statements[0], ("S", "t"), ("S", "t"), statements[1:]).folds is waits


def test_an_interrupted_flush_leaves_the_loop_to_be_computed():
    session = Session(provider="host")
    session.run(PATHS.replace("rng(7);", "rng(7); "))
    session.engine.host.interrupt.wanted = True
    with pytest.raises(KeyboardInterrupt):
        session.engine.flush("test")
        session.run(PATHS + "r = mean(S);")
    session.engine.host.interrupt.wanted = False
    assert np.isfinite(session.workspace["S"]).all()

"""Loops of which some iterations run by themselves: those that print, keep, or change what the others do not; the same with every
strategy."""

from __future__ import annotations

import numpy as np
import pytest

from runmat_kernel.session import Session
from runmat_kernel.values.convert import class_of

from ..adapters import no_adapter

U = "u = cos((1:3000)');\n"
PAUSED = {
    "prints now and then": U + "for k = 1:400, u = 0.9 * u + 0.1; if mod(k, 100) == 0, fprintf('%d %.6f\\n', k, mean(u)); end, end",
    "prints in its first iterations": U + "for k = 1:400\n if k < 3, disp(k), end\n u = 0.9 * u + 0.1;\nend",
    "prints in its last iterations": U + "for k = 1:400\n u = 0.9 * u + 0.1;\n if k > 397, k, end\nend",
    "keeps every fiftieth column": (
        U + "Y = zeros(3000, 8); for k = 1:400, u = 0.9 * u + 0.1; if mod(k, 50) == 0, Y(:, k / 50) = u; end, end"
    ),
    "a counter of what it keeps": (
        U + "c = 1; T = 0; Y = u; for k = 1:400, u = 0.9 * u + 0.1; if rem(k, 90) == 0, c = c + 1; Y(:, c) = u; T(c) = k; end, end"
    ),
    "what it keeps grows": U + "H = []; for k = 1:400, u = 0.9 * u + 0.1; if mod(k, 80) == 0, H = [H u]; end, end",
    "cells and structures": (
        U
        + "C = {}; for k = 1:400, u = 0.9 * u + 0.1; if mod(k, 90) == 7, C{end + 1} = u; s(numel(C)).k = k; end, end, n = [s.k]; q = C{2};"
    ),
    "what is printed decides": (U + "c = 0; for k = 1:400, u = 0.9 * u + 0.1; c = c + 1; if c == 70, disp(c), c = 10; last = k; end, end"),
    "ends with a break": U + "for k = 1:400, u = 0.9 * u + 0.1; if mod(k, 60) == 0, disp(k), end, if k == 333, break, end, end",
    "ends with a break in what is printed": (
        U + "h = []; for k = 1:400, u = 0.9 * u + 0.1; if mod(k, 60) == 0, h(end + 1) = sum(u); if numel(h) == 4, break, end, end, end"
    ),
    "ends as arrays say": (
        U + "u = repmat(u, 7, 1);"
        " for k = 1:400, v = 0.9 * u + 0.05; e = max(abs(v - u)); u = v; if mod(k, 50) == 0, disp(k), end, if e < 1e-9, break, end, end"
    ),
    "as long as arrays change": (
        U + "u = repmat(u, 7, 1); e = 1; k = 0; while e > 1e-9\n"
        " v = 0.9 * u + 0.05; e = max(abs(v - u)); u = v; k = k + 1; if mod(k, 50) == 0, fprintf('%d\\n', k); end\nend"
    ),
    "a clock that counts its iterations": (
        U + "t = 0; k = 0; while t < 30, u = 0.9 * u + 0.1; t = t + 0.1; k = k + 1; if mod(k, 70) == 0, fprintf('%.2f\\n', t); end, end"
    ),
    "what is printed takes iterations from a while loop": (
        U + "n = 0; while n < 400, n = n + 1; u = 0.99 * u; if mod(n, 60) == 0, n = n + 9; fprintf('%d\\n', n); end, end"
    ),
    "a while loop that ends with a break": (
        U + "n = 0; while true, n = n + 1; u = 0.99 * u; if mod(n, 60) == 0, n, end\n if n > 333, disp('end'), break, end, end"
    ),
    "a while loop that goes on with the next iteration": (
        U + "n = 0; while n < 400\n n = n + 1; if mod(n, 60) == 0, disp(n), continue, end\n u = 0.99 * u;\nend"
    ),
    "goes on with the next iteration": U + "for k = 1:400\n if mod(k, 100) == 0, disp(k); continue, end\n u = 0.9 * u + 0.1;\nend",
    "a range of fractions": U + "for t = 0:0.1:30, u = 0.9 * u + 0.1 * t; if mod(round(10 * t), 70) == 0, fprintf('%.2f\\n', t); end, end",
    "given numbers": U + "for k = [1:200 350:-1:201], u = 0.9 * u + k; if mod(k, 50) == 0, fprintf('%d\\n', k); end, end",
    "random numbers": U
    + "rng(2); for k = 1:400, u = 0.9 * u + randn(3000, 1); if mod(k, 90) == 0, fprintf('%.5f\\n', rand); end, end, z = rand;",
    "a list says when": U + "t = 0; for k = 1:400, t = t + 0.5; u = 0.9 * u + 0.1; if any(abs(t - [30 77.5]) < 1e-9), disp(t), end, end",
    "in a function that ends there": (
        "[u, k] = f(cos((1:3000)'));\n"
        "function [u, k] = f(u)\n for k = 1:400\n"
        "  u = 0.9 * u + 0.1;\n  if mod(k, 70) == 0, disp(k), end\n  if k == 333, return, end\n end\nend"
    ),
    "elements of a vector": (
        U + "x = zeros(1, 400); s = 0; for k = 1:400\n u = 0.9 * u + 0.1; x(k) = k ^ 2; s = s + x(k);\n"
        " if rem(k, 90) == 0, disp(s), x(1) = -1; end\nend"
    ),
    "in another loop": (
        U + "for j = 1:2, for k = 1:300, u = 0.9 * u + j; if mod(k, 90) == 5, fprintf('%d:%d\\n', j, k); end, end, m(j) = mean(u); end"
    ),
    "a variable that is made late": U + "for k = 1:400, u = 0.9 * u + 0.1; if k == 200, m = mean(u); end, end",
    "another class from some iteration on": U + "for k = 1:400, u = 0.9 * u + 0.1; if k == 200, u(1) = 2i; end, end",
    "elements are deleted": U + "for k = 1:400, u = 0.99 * u; if mod(k, 90) == 0, u(u < 0) = []; end, end",
}
SAYS_SO_AT_THE_END = {
    "says that it has converged": (
        U + "u = repmat(u, 7, 1); for k = 1:400, v = 0.9 * u + 0.05; e = max(abs(v - u)); u = v;\n"
        " if e < 1e-5, fprintf('converged after %d\\n', k); break, end\nend"
    ),
    "says that it has converged, of a while loop": (
        U + "u = repmat(u, 7, 1); k = 0; while k < 400, k = k + 1; v = 0.9 * u + 0.05; e = max(abs(v - u)); u = v;\n"
        " if e < 1e-5, fprintf('converged after %d\\n', k); break, end\nend"
    ),
}
"""Loops of which no iteration but the last one prints."""
ORDINARY = {
    "prints in most iterations": U + "for k = 1:40, u = 0.9 * u + 0.1; if mod(k, 3), disp(k), end, end",
    "small arrays": "u = (1:9)'; for k = 1:400, u = 0.9 * u + 0.1; if mod(k, 100) == 0, disp(k), end, end",
    "as arrays say": U + "m = 0; for k = 1:400, u = 0.9 * u; if max(u) > m, m = max(u); disp(k), end, end",
}
ERRORS = {
    "an error in the condition of a while loop": (
        U + "n = 0; x = 1:300;\nwhile x(n + 1) < 500\n n = n + 1; u = 0.99 * u;\n if mod(n, 80) == 0, disp(n), end\nend"
    ),
    "an error where it prints": (
        U + "for k = 1:400\n u = 0.9 * u + 0.1;\n if mod(k, 90) == 0\n  fprintf('%d\\n', k);\n"
        "  if k > 200, error('A:b', 'iteration %d', k); end\n end\nend"
    ),
    "an error between": U + "X = ones(3000, 250); for k = 1:400\n u = 0.9 * u + X(:, k);\n if mod(k, 90) == 0, disp(k), end\nend",
}


def ran(program: str, **settings):
    session = Session(**settings)
    outcome = session.run(program)
    return session, outcome, outcome.report.to_dict()


@pytest.mark.parametrize("provider", ("host", "gpu"))
@pytest.mark.parametrize("name", (*PAUSED, *SAYS_SO_AT_THE_END, *ORDINARY, *ERRORS))
def test_the_same_as_iteration_by_iteration(name: str, provider: str) -> None:
    program = {**PAUSED, **SAYS_SO_AT_THE_END, **ORDINARY, **ERRORS}[name]
    plain, expected, _ = ran(program, provider="host", loops=False, fusion=False)
    given = {} if name in ORDINARY else {"loop_work": 1000}
    session, outcome, report = ran(program, provider=provider, **given)
    if provider == "gpu" and any("No GPU" in n for n in report["notices"]):
        no_adapter(report["notices"])
    assert outcome.text == expected.text
    errors = [(x.error.identifier, x.error.message, x.error.stack) if x.error else None for x in (outcome, expected)]
    assert errors[0] == errors[1]
    reasons = [r["reason"] for r in report["refusals"] if r["code"] == "loop"]
    iterations = [r for r in reasons if "run by themselves" in r]
    if name in PAUSED:
        assert iterations and not any("iteration by iteration" in r for r in reasons)
    if name in PAUSED or name in SAYS_SO_AT_THE_END:
        assert any(g["provider"] == provider for g in report["groups"])
    if name in ORDINARY:
        assert not iterations and not any(g["kind"] == "loop" for g in report["groups"])
    assert set(session.workspace_values) == set(plain.workspace_values)
    for key, value in plain.workspace_values.items():
        found = session.workspace_values[key]
        assert class_of(found) == class_of(value), key
        if class_of(value) in ("double", "single", "logical"):
            np.testing.assert_allclose(
                np.atleast_2d(getattr(found, "array", found)), np.atleast_2d(getattr(value, "array", value)), rtol=1e-9
            )


def test_a_report_counts_the_iterations_that_run_by_themselves() -> None:
    program = U + "for k = 1:400\n  u = 0.9 * u + 0.1;\n  if mod(k, 100) == 0, fprintf('%d\\n', k); end\nend"
    _, _, report = ran(program, provider="host", loop_work=1000)
    assert [(r["line"], r["reason"]) for r in report["refusals"]] == [
        (
            2,
            "4 of 400 iterations of the loop run by themselves: a statement displays a value, or calls a function for what it does "
            "(line 4: fprintf('%d\\n', k))",
        )
    ]
    loops = [g for g in report["groups"] if g["kind"] == "loop"]
    assert loops and all(g["provider"] == "host" for g in loops)


def test_an_interrupt_between_two_pauses_leaves_the_last_finished_iteration(monkeypatch) -> None:
    from runmat_kernel.providers.host import loops

    session = Session(provider="host", loop_work=1000)
    session.run(U + "n = 0;")
    run, calls = loops.run_loop, []

    def interrupted(*given):
        calls.append(1)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return run(*given)

    monkeypatch.setattr("runmat_kernel.providers.host.provider.run_loop", interrupted)
    with pytest.raises(KeyboardInterrupt):
        session.run("for k = 1:400, u = u + 1; if mod(k, 50) == 0, n = n + 1; disp(n), end, end, after = 1;")
    monkeypatch.undo()
    outcome = session.run("k, n, d = u(1) - cos(1);")
    assert outcome.error is None and "after" not in session.workspace
    values = session.workspace_values
    assert (values["k"], values["n"]) == (100, 2) and abs(values["d"] - 100) < 1e-9

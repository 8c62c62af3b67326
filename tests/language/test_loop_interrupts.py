"""Interrupts and errors in the middle of loops that run as kernels: what was finished before an interrupt stays, errors are those of
ordinary iterations."""

from __future__ import annotations

import signal
import sys
import time

import numpy as np
import pytest

from runmat_kernel.accel import replay
from runmat_kernel.jupyter.interrupts import InterruptGuard
from runmat_kernel.language.loops import capture
from runmat_kernel.language.loops import pieces as loop_run
from runmat_kernel.session import Session

SMALL = {"provider": "host", "defer_elements": 1, "loop_elements": 1, "loop_work": 1}
LOOPS = {
    "branches of their own": "for k = 1:40, if k > 15, Y(:, k) = x; end, x = x + 1; end",
    "a test of arrays": "k = 0; e = 1; while e > 1e-3, k = k + 1; y = x + 1; e = norm(y - x); x = y; end",
    "looked ahead in parts": "k = 0; while true, k = k + 1; x = x + 1; if k > 40, break, end, end",
}


@pytest.mark.parametrize("loop", LOOPS.values(), ids=LOOPS)
def test_in_the_second_piece(monkeypatch, loop):
    monkeypatch.setattr("runmat_kernel.language.loops.iterations.MOST_FORESEEN", 10)
    pieces = []

    class Interrupted(loop_run.Piece):
        def run(self, before):
            if pieces:
                raise KeyboardInterrupt
            found = super().run(before)
            pieces.append(self)
            return found

    monkeypatch.setattr(capture, "Piece", Interrupted)
    session = Session(**SMALL)
    session.run("x = zeros(50, 1); Y = zeros(50, 40);")
    with pytest.raises(KeyboardInterrupt):
        session.run(loop + ", after = 1;")
    iterations = pieces[0].done
    assert iterations > 1 and "after" not in session.workspace
    assert session.workspace["k"] == iterations
    np.testing.assert_array_equal(session.workspace["x"], np.full((50, 1), float(iterations)))
    monkeypatch.undo()
    assert session.run("x = x + 1;").error is None


def test_in_the_first_piece(monkeypatch):
    def run(self, before):
        raise KeyboardInterrupt

    monkeypatch.setattr(loop_run.Piece, "run", run)
    session = Session(**SMALL)
    session.run("x = zeros(50, 1);")
    with pytest.raises(KeyboardInterrupt):
        session.run("for k = 1:40, x = x + 1; end")
    assert "k" not in session.workspace
    assert not session.workspace["x"].any()


GUARDS = {
    "nothing happens": ("for k = 1:9, x = x * 0.9; if any(isnan(x)), error('A:b', 'iteration %d', k); end, m = mean(x); end", True),
    "it grows": ("for k = 1:9, x = x * 10; Y(:, k) = x; if max(x) > 1e6, error('A:b', 'iteration %d', k); end, m = k; end", False),
    "random numbers": ("for k = 1:9, x = x + rand(50, 1); if max(x) > 1e6, error('A:b', 'iteration %d', k); end, end, r = rand;", True),
    "random numbers grow": ("for k = 1:9, x = x + rand(50, 1); if max(x) > 3, error('A:b', 'iteration %d', k); end, end", False),
}


@pytest.mark.parametrize(("loop", "fine"), GUARDS.values(), ids=GUARDS)
def test_arrays_that_may_end_a_loop_with_an_error(loop, fine):
    found = []
    for settings in ({"provider": "host", "fusion": False}, SMALL):
        session = Session(**settings)
        session.run("rng(1); x = ones(50, 1); Y = zeros(50, 9);")
        outcome = session.run(loop)
        assert (outcome.error is None) == fine
        found.append((str(outcome.error), {name: np.asarray(getattr(v, "array", v)) for name, v in session.workspace_values.items()}))
    assert any("planned once" in g["reason"] for g in outcome.report.to_dict()["groups"])
    assert found[0][0] == found[1][0] and found[0][1].keys() == found[1][1].keys()
    for name, value in found[0][1].items():
        np.testing.assert_allclose(found[1][1][name], value, rtol=1e-12)


@pytest.mark.parametrize("at", [1, 4])
@pytest.mark.parametrize("provider", ["host", "gpu"])
def test_arrays_that_grow_are_as_large_as_finished_iterations_made_them(monkeypatch, provider, at):
    start = "n = 300; A = cos((1:n)' * (1:n)) / n; z = cos((1:9000)'); v = ones(n, 1); h = []; H = []; J = 1; q = z; i = 0;"
    loop = (
        "for k = 1:%d, w = A * v; v = w + 1 + z(k:k + n - 1) / 9; h(end + 1) = sum(v); H(:, k) = v; J = [J sum(w)]; i = i + 1; G(:, i) = w;"
        " b = (k - 1) * n + (1:n); q(b) = v; N(2 * k, 1) = max(w); t(k) = k / 10; end"
    )
    session = Session(**{**SMALL, "provider": provider})
    session.run(start)
    iteration = replay.Replay._iteration

    def interrupted(self, plans, number, *given, **named):
        session.engine.interrupt.wanted |= number == at
        return iteration(self, plans, number, *given, **named)

    monkeypatch.setattr(replay.Replay, "_iteration", interrupted)
    with pytest.raises(KeyboardInterrupt):
        session.run(loop % 25)
    monkeypatch.undo()
    ordinary = Session(provider="host", fusion=False, loops=False)
    ordinary.run(start + (loop % session.workspace["k"]))
    assert 1 < session.workspace["k"] < 25 and session.workspace.keys() == ordinary.workspace.keys()
    for name, value in ordinary.workspace_values.items():
        found = session.workspace_values[name]
        assert type(found) is type(value), name
        np.testing.assert_allclose(np.asarray(getattr(found, "array", found)), np.asarray(getattr(value, "array", value)), rtol=1e-9)


def test_a_signal_that_is_sent_again_waits_until_the_loop_left_its_variables(monkeypatch):
    guard = InterruptGuard()
    guard.open = True
    left, turned = capture._left, replay.Replay._iteration

    def asked_in_the_third_iteration(self, plans, iteration, *arguments, **options):
        if iteration == 2:
            guard.interrupt.wanted = True
        return turned(self, plans, iteration, *arguments, **options)

    def asked_again(*arguments):
        guard._again = True
        guard._handle(signal.SIGINT, sys._getframe())
        return left(*arguments)

    monkeypatch.setattr(replay.Replay, "_iteration", asked_in_the_third_iteration)
    monkeypatch.setattr(capture, "_left", asked_again)
    monkeypatch.setattr("runmat_kernel.jupyter.interrupts._RETRY_SECONDS", 1e3)
    guard._since = time.monotonic()
    session = Session(**SMALL)
    session.engine.obey(guard.interrupt)
    session.run("A = eye(50); x = zeros(50, 1);")
    with pytest.raises(KeyboardInterrupt):
        session.run("for k = 1:40, x = A * x + 1; end")
    iterations = session.workspace["k"]
    assert 1 < iterations < 40 and not guard.interrupt.wanted and not guard.interrupt.taken
    np.testing.assert_array_equal(session.workspace["x"], np.full((50, 1), iterations))

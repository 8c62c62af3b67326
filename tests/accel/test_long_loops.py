"""Loops inside a kernel that take long: divided into dispatches of bounded time, with the same numbers, and an end between them."""

from __future__ import annotations

import numpy as np
import pytest

from runmat_kernel import Session

from ..adapters import needs_adapter

SETTINGS = {"provider": "gpu", "defer_elements": 16, "loop_elements": 1, "loop_work": 1}
LOOP = (
    "rng(1); N = 70000; x = (1:N)' / N; y = zeros(N, 1); Y = zeros(N, 20); for t = 1:20, "
    "y = 0.9 * y + sin(x * t) + 0.1 * randn(N, 1); Y(:, t) = y; end, z = y + 1;"
)


@pytest.fixture(autouse=True)
def adapter():
    needs_adapter()


def found(monkeypatch, work: float) -> tuple[np.ndarray, ...]:
    from runmat_kernel.codegen.wgsl import loop_dispatches as loops
    from runmat_kernel.providers.gpu import queue

    monkeypatch.setattr(loops, "_SOFTWARE_PART_WORK", work)
    monkeypatch.setattr(loops, "_PART_WORK", work)
    submitted = []
    submit = queue.GpuQueue.submit
    monkeypatch.setattr(queue.GpuQueue, "submit", lambda self, tests=(): submitted.append(tests) or submit(self, tests))
    session = Session(**SETTINGS)
    assert session.run(LOOP).error is None
    monkeypatch.undo()
    return len(submitted), *(session.workspace[name] for name in ("y", "Y", "z"))


def test_the_same_numbers_in_parts(monkeypatch):
    whole, *expected = found(monkeypatch, 1e12)
    parts, *divided = found(monkeypatch, 3e7)
    assert whole == 0 and 2 <= parts <= 20
    for a, b in zip(expected, divided, strict=True):
        np.testing.assert_array_equal(a, b)


def test_an_interrupt_between_two_parts(monkeypatch):
    from runmat_kernel.codegen.wgsl import loop_dispatches as loops
    from runmat_kernel.providers.gpu import queue

    monkeypatch.setattr(loops, "_SOFTWARE_PART_WORK", 1.0)
    monkeypatch.setattr(loops, "_PART_WORK", 1.0)
    session = Session(**SETTINGS)
    submit = queue.GpuQueue.submit

    def asked(self, tests=()):
        session.engine.interrupt.wanted = True
        return submit(self, tests)

    monkeypatch.setattr(queue.GpuQueue, "submit", asked)
    with pytest.raises(KeyboardInterrupt):
        session.run(LOOP)
    assert "z" not in session.workspace
    monkeypatch.undo()
    assert session.run(LOOP).error is None


@pytest.mark.parametrize("program", (LOOP, LOOP.replace("sin(x * t)", "mean(x) * t")))
def test_a_software_adapter_has_few_submissions_to_end(monkeypatch, program):
    """It shares the processors with all others: an interrupt waits for what is in flight."""
    from runmat_kernel.codegen.wgsl import loop_dispatches as loops
    from runmat_kernel.providers.gpu import queue

    monkeypatch.setattr(loops, "_SOFTWARE_PART_WORK", 1.0)
    session = Session(**SETTINGS)
    session.run("x = ones(70000, 1) + 1;")
    if not session.engine.device.target.is_software:
        pytest.skip("of software adapters")
    submit, wait, flight, most = queue.GpuQueue.submit, queue.Submitted.wait, [0], [0]

    def begun(self, tests=()):
        flight[0] += 1
        most[0] = max(most[0], flight[0])
        return submit(self, tests)

    def ended(self):
        flight[0] -= 1
        return wait(self)

    monkeypatch.setattr(queue.GpuQueue, "submit", begun)
    monkeypatch.setattr(queue.Submitted, "wait", ended)
    assert session.run(program).error is None
    assert most[0] == 2 and flight[0] == 0

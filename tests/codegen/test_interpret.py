"""The host provider computes what a Body means."""

from dataclasses import replace

import numpy as np
import pytest

from runmat_kernel.codegen.interpret import interpret
from runmat_kernel.providers.host.provider import HostProvider
from tests.accel.calls import EMPTY, Caller, elements

rng = np.random.default_rng(11)
A = rng.standard_normal((70, 90, 5))
ROW = rng.standard_normal((1, 90))
PROGRAMS = {
    "outputs": lambda f: [y := f("plus", f("sin", A), ROW), f("gt", y, 0.0), f("int8", f("times", y, 100.0))],
    "moments": lambda f: [f("mean", A, 2.0), f("var", A, 0.0, 2.0), f("max", A, EMPTY, 2.0)],
    "results and stores": lambda f: [y := f("times", A, 2.0), f("sum", y, 3.0), f("sqrt", f("sum", f("power", y, 2.0), 3.0))],
    "middle dimension": lambda f: [f("sum", A, np.array([[1.0, 3.0]]))],
    "counts": lambda f: [f("nnz", f("gt", A, 0.0)), f("all", f("lt", A, 9.0), "all"), f("any", f("gt", A, 9.0), "all")],
    "random": lambda f: [f("plus", f.engine.random("normal", 3, 1, (70, 90), "double"), 1.0)],
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_host_agrees_with_the_interpreter(name, monkeypatch):
    seen = []
    original = HostProvider.run

    def run(self, calls):
        original(self, calls)
        # The engine lets a call's arrays go after the run.
        seen.extend(replace(call) for call in calls)

    monkeypatch.setattr(HostProvider, "run", run)
    f = Caller()
    held = PROGRAMS[name](f)
    f.engine.flush()
    assert seen and held
    for call in seen:
        meant = interpret(call.kernel.body, call.inputs, call.parameters)
        assert meant.flagged == call.flagged
        for want, got in zip(meant.arrays, call.outputs, strict=True):
            assert got.dtype == want.dtype
            np.testing.assert_allclose(got, want.reshape(got.shape, order="F"), rtol=1e-12, atol=1e-12)


def test_flags_are_raised_in_any_block():
    x = np.ones((1, 200_000))
    f = Caller()
    elements(f("sqrt", x))
    assert f.report().refusals == []
    x[0, 150_000] = -1
    elements(f("sqrt", x))
    assert [r.code for r in f.report().refusals] == ["domain"]

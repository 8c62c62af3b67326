"""Errors of a device in the middle of a program: the host takes over, variables can be read, the next cell works."""

import numpy as np
import pytest

from runmat_kernel.providers.gpu.native import Commands, Landing
from runmat_kernel.providers.gpu.staging import Staging
from runmat_kernel.session import Session

from ..adapters import needs_adapter

PROGRAMS = (
    "y = sin(x) + 1; z = y * 2;",
    "y = sqrt(x - 0.5); z = real(y) + x;",
    "y = x; for t = 1:50, y = sin(y) .* 0.5 + t; end, z = y + 1;",
    "y = x; for t = 1:20, y = cumsum(y) ./ t; end, z = y - 1;",
    "A = reshape(x, 200, 200); y = A * A; z = sum(y(:)) + sort(x);",
    "y = cumsum(x); m = max(y); z = y / m;",
)
PLACES = ((Commands, "submit"), (Landing, "ask"), (Landing, "view"), (Staging, "upload"))


class Failing:
    """Stands for a method; its call number ``at`` fails once."""

    def __init__(self, method, at, error):
        self.method, self.left, self.error = method, at, error

    def __get__(self, owner, _):
        return lambda *arguments: self(owner, *arguments)

    def __call__(self, owner, *arguments):
        self.left -= 1
        if self.left == 0:
            raise self.error
        return self.method(owner, *arguments)


def values(session):
    return {name: np.asarray(session.workspace[name]) for name in ("x", "y", "z")}


@pytest.mark.parametrize("error", ["GPUOutOfMemoryError", "GPUValidationError", "GPUInternalError"])
@pytest.mark.parametrize(("owner", "name"), PLACES)
def test_the_host_takes_over(owner, name, error, monkeypatch):
    needs_adapter()
    import wgpu

    for program in PROGRAMS:
        expected = Session(provider="host")
        assert expected.run("x = linspace(0, 1, 40000);" + program).error is None
        for at in (1, 2, 3):
            session = Session(provider="gpu")
            assert session.run("x = linspace(0, 1, 40000); w = x + 1;").error is None
            with monkeypatch.context() as patch:
                failing = Failing(getattr(owner, name), at, getattr(wgpu, error)("injected"))
                patch.setattr(owner, name, failing)
                outcome = session.run(program)
                later = session.run("q = 1; v = w + x;")
            for result in (outcome, later):
                assert result.error is None or result.error.identifier in ("MATLAB:nomem", "RunMat:DeviceFailed"), result.error
            if outcome.error is not None:
                assert session.run(program).error is None
            assert session.run("v = w + x;").error is None
            np.testing.assert_allclose(np.asarray(session.workspace["v"]), 2 * np.linspace(0, 1, 40000)[None] + 1, rtol=1e-14)
            for key, value in values(expected).items():
                np.testing.assert_allclose(np.asarray(session.workspace[key]), value, rtol=1e-9, atol=1e-9, err_msg=f"{program} {at} {key}")

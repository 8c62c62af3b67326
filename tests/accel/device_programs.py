"""Programs of large arrays on a device: what tests of functions that stay there have in common."""

import numpy as np

from runmat_kernel.session import Session
from runmat_kernel.values.convert import as_array

SETUP = (
    "rng(3, 'philox'); x = mod(reshape((1:20000)*7.3, 100, 200), 11) - 5; s = single(x); i = int8(x*20); u = uint8(abs(x)*40); v = x(:);"
    " r = round(x); y = x; y(3:7:end) = NaN; y(5) = Inf; y(6) = -Inf; z = s; z(2:9:end) = NaN;"
)


def run(code, **settings):
    session = Session(**settings)
    # Everything is on the device, where there is one; what opens it comes first.
    for text in (
        "k = (1:20000)*2 + 1;",
        SETUP,
        "k = x + 1; k = s + 1; k = i + 1; k = u + 1; k = v + 1; k = r + 1; k = y + 1; k = z + 1; clear k",
    ):
        assert session.run(text).error is None
    outcome = session.run(code)
    assert outcome.error is None, outcome.error
    return session, outcome.report


def agree_with_eager(code):
    """The numbers, classes and shapes of all variables of one letter are those of eager evaluation, on the device and on the host."""
    eager, _ = run(code, provider="host", fusion=False)
    for settings in ({"provider": "gpu"}, {"provider": "host", "defer_elements": 1}):
        session, _ = run(code, **settings)
        for variable in sorted(v for v in eager.workspace if len(v) == 1):
            expected, found = (np.atleast_2d(as_array(e.workspace_values[variable])) for e in (eager, session))
            assert found.dtype == expected.dtype and found.shape == expected.shape, variable
            near = 2e-6 if expected.dtype == np.float32 else 1e-12
            np.testing.assert_allclose(found, expected, rtol=near, atol=near, err_msg=variable)


def moved(code):
    """The bytes of what a program moves between device and host, without small pieces."""
    _, report = run(code, provider="gpu")
    return [t.nbytes for t in report.transfers if t.nbytes > 10000]

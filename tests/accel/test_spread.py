"""Parts of arrays that turns of a loop replace: on a device they are computed where they are put, in one kernel."""

import numpy as np
import pytest

from runmat_kernel.session import Session

from ..adapters import needs_adapter

PROGRAMS = {
    "plane": (
        "U(2:end-1,2:end-1) = U(2:end-1,2:end-1) + 0.2*(U(1:end-2,2:end-1) + U(3:end,2:end-1) + U(2:end-1,1:end-2) + U(2:end-1,3:end)"
        " - 4*U(2:end-1,2:end-1));",
        1,
    ),
    "odd plane": ("U = U(1:end,1:end); O(2:end-1,2:end-1) = 0.25*(O(1:end-2,2:end-1) + O(3:end,2:end-1) + O(2:end-1,1:end-2));", 1),
    "line": ("L(3:end-2) = L(3:end-2) + 0.1*(L(5:end) - 2*L(3:end-2) + L(1:end-4));", 1),
    "columns": ("U(:,2:end) = 0.5*U(:,2:end) + 0.5*U(:,1:end-1);", 1),
    "with a row and a column": ("U(2:end-1,2:end-1) = U(2:end-1,2:end-1).*c + r - U(1:end-2,2:end-1);", 1),
    "with a number of the turn": ("U(2:end-1,2:end-1) = U(2:end-1,2:end-1)/t + U(1:end-2,2:end-1);", 1),
    "cube": ("C(2:end-1,2:end-1,2:end-1) = (C(1:end-2,2:end-1,2:end-1) + C(3:end,2:end-1,2:end-1) + C(2:end-1,2:end-1,3:end))/3;", 1),
    "steps": ("U(1:2:end,2:3:98) = U(2:2:end,1:3:97)*0.9;", 2),
    "backwards": ("U(end-1:-1:2,2:end-1) = U(1:end-2,2:end-1)*0.9;", 2),
    "a part that is kept": ("q = 0.5*U(1:end-2,2:end-1); U(2:end-1,2:end-1) = q;", 2),
}
NAMES = ("U", "O", "L", "C", "q")


def run(code, **settings):
    session = Session(**settings)
    before = "U = mod(reshape((1:9000)*7.3, 90, 100), 11); O = U(1:81,1:73); L = U(1:5001); C = reshape(U(1:8640), 20, 24, 18);"
    assert session.run(f"{before} c = (1:88)'/88; r = 1:98;").error is None
    outcome = session.run(f"for t = 1:40\n{code}\nend")
    assert outcome.error is None, outcome.error
    return {n: np.asarray(session.workspace[n]) for n in NAMES if n in session.workspace}, outcome.report


@pytest.mark.parametrize("name", PROGRAMS)
def test_one_kernel_for_each_part(name):
    needs_adapter()
    code, kernels = PROGRAMS[name]
    expected, _ = run(code, provider="host", fusion=False, loops=False)
    found, report = run(code, provider="gpu", defer_elements=1, loop_elements=1)
    for k, array in expected.items():
        np.testing.assert_allclose(found[k], array, rtol=1e-12, atol=1e-13, err_msg=k)
    assert len([group for group in report.groups if group.replayed > 1]) == kernels

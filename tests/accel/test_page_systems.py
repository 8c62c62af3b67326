"""Many small linear systems on a device: the host's numbers, in kernels; what is not done there says why."""

import numpy as np
import pytest

from runmat_kernel.session import Session

from ..adapters import needs_adapter

MAKE = "rng(3); A = rand({n},{n},100) - 0.5; A = A + 2 * eye({n}); A(1,1,7) = 0; B = rand({n},2,100) * 1; C = rand(2,{n},100) * 1;"
SOLVE = {
    "mldivide": "x = pagemldivide(A, B);",
    "transposed": "x = pagemldivide(A, 'transpose', B);",
    "mrdivide": "x = pagemrdivide(C, A);",
    "mrdivide transposed": "x = pagemrdivide(C, A, 'transpose');",
    "one matrix of right sides": "x = pagemldivide(A, B(:,:,1));",
    "single": "x = pagemldivide(single(A), B);",
    "inverse": "x = pageinv(A);",
    "one right side": "x = pagemldivide(A, B(:,1,:));",
}


@pytest.fixture(scope="module")
def device():
    needs_adapter()


def run(strategy, make, text):
    session = Session(provider=strategy, defer_elements=64)
    assert session.run(make).error is None
    outcome = session.run(text)
    assert outcome.error is None, outcome.error
    return session.workspace["x"], outcome


@pytest.mark.parametrize(("name", "n"), [*((name, 3) for name in SOLVE), ("mldivide", 1), ("mldivide", 2), ("inverse", 2), ("mrdivide", 4)])
def test_systems(device, name, n):
    make = MAKE.format(n=n).replace("A(1,1,7) = 0; ", "" if n == 1 else "A(1,1,7) = 0; ")
    expected, _ = run("host", make, SOLVE[name])
    found, outcome = run("gpu", make, SOLVE[name])
    assert {g.provider for g in outcome.report.groups} == {"gpu"}
    assert not outcome.report.refusals
    if name == "one right side":
        # the elimination, its rows side by side, and the right side that was cut out
        assert len(outcome.report.groups) <= 3
    assert (found.shape, found.dtype) == (expected.shape, expected.dtype)
    tolerance = 2e-4 if found.dtype == np.float32 else 1e-12
    np.testing.assert_allclose(found, expected, rtol=tolerance, atol=tolerance * np.abs(expected).max())


def test_what_the_host_does_says_why(device):
    cases = [
        (5, "x = pagemldivide(A, B);", "systems of more than 4 unknowns"),
        (2, "A(:,:,3) = [1 2;2 4]; x = pagemldivide(A, B);", "nearly singular"),
        (2, "[x, r] = pagemldivide(A, B);", "condition numbers"),
        (2, "x = pagemldivide(A .* 1i, B);", "real floating-point"),
    ]
    for n, text, reason in cases:
        expected, host = run("host", MAKE.format(n=n), text)
        found, outcome = run("gpu", MAKE.format(n=n), text)
        assert any(reason in r.reason for r in outcome.report.refusals), text
        np.testing.assert_allclose(found, expected, rtol=1e-12)
        assert outcome.text == host.text

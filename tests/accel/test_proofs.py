"""Short forms of functions by proved ranges: used where they are proved, never where elements may have changed, with equal results."""

import numpy as np
import pytest

from runmat_kernel.session import Session

from ..adapters import needs_adapter

N = 300_001


@pytest.fixture
def session():
    needs_adapter()
    return Session(provider="gpu")


def run(session, text):
    outcome = session.run(text)
    assert outcome.error is None, outcome.error
    return outcome


def short_forms(session, text):
    """The operations of a cell that were written in their short form."""
    groups = run(session, text).report.groups
    body = [i.op.name for g in groups for i in (*g.kernel.body.instructions, *g.kernel.body.finish)]
    return {name.removesuffix(" (near)") for name in body if name.endswith("(near)")}


def test_a_chain_of_known_range_uses_short_forms(session):
    run(session, f"x = single(linspace(0, 4*pi, {N}));")
    chain = "y = sin(x) .* exp(-0.1 * x); z = tanh(0.5 * y); z = z ./ (1 + z .* z); w = sqrt(abs(z)).^0.4; l = log(2+y);"
    found = short_forms(session, chain)
    assert found == {"sin", "exp", "tanh", "rdivide", "power", "log"}
    x = np.linspace(0, 4 * np.pi, N).astype(np.float32)
    y = np.sin(x) * np.exp(np.float32(-0.1) * x)
    np.testing.assert_allclose(np.asarray(session.workspace["y"]).ravel(), y, rtol=1e-6, atol=1e-7)


@pytest.mark.parametrize(
    ("setup", "expected"),
    [
        ("x = linspace(-0.5, 0.5, %d);", True),
        ("x = rand(600) - 0.5;", True),
        ("x = 0.05*randn(600);", True),
        ("x = rand(600) - 0.5; x(x > 0.49) = 0.51;", True),
        ("x = linspace(-0.5, 0.5, %d); x(7) = 40;", False),
        ("x = linspace(-0.5, 0.5, %d); x = x * 3;", False),
        ("x = linspace(-0.5, 0.5, 1000);", False),
        ("x = linspace(-0.5, 0.5, %d); x(x > 0.49) = Inf;", False),
        ("x = linspace(-0.5, 0.5, %d); x = x ./ x;", False),
        ("x = reshape(linspace(-0.5, 0.5, %d), [], 1)'; x = [x 2*x];", False),
        ("x = cumsum(linspace(-0.5, 0.5, %d));", False),
        ("x = linspace(-0.5, 0.5, %d); for k = 1:3, x = x * 2; end", False),
    ],
)
def test_tanh_is_short_only_where_that_is_proved(session, setup, expected):
    run(session, setup.replace("%d", str(N)))
    assert ("tanh" in short_forms(session, "y = tanh(x); s = sum(y, 'omitnan');")) == expected
    x = np.asarray(session.workspace["x"])
    np.testing.assert_allclose(np.asarray(session.workspace["y"]), np.tanh(x), rtol=1e-14)


def test_an_element_written_on_the_host_ends_the_proof(session):
    run(session, f"x = linspace(-0.5, 0.5, {N});  y = x + 0;")
    assert short_forms(session, "z = tanh(y) + 1;") == {"tanh"}
    run(session, "y(3); y(3) = 25;")
    run(session, "y(4) = NaN; y(5) = -1e30;")
    assert short_forms(session, "z = tanh(y) + 0;") == set()
    z = np.asarray(session.workspace["z"]).ravel()
    assert z[2] == 1 and np.isnan(z[3]) and z[4] == -1


def test_other_scalars_are_another_proof(session):
    run(session, f"x = linspace(0, 1, {N});")
    for k in (0.1, 100.0, 0.2, -3000.0, 0.1):
        run(session, f"k = {k};")
        found = short_forms(session, "y = exp(k * x) - 1;")
        assert ("exp" in found) == (-87 <= k <= 88)
        np.testing.assert_allclose(np.asarray(session.workspace["y"]).ravel(), np.exp(k * np.linspace(0, 1, N)) - 1, rtol=1e-12, atol=1e-15)


def test_loops_use_short_forms_of_random_numbers(session):
    run(session, "S = 100 * ones(1, 300000); for k = 1:5, S = S .* exp(-0.01 + 0.1 * randn(size(S))); end, m = mean(S);")
    assert 60 < float(np.asarray(session.workspace["m"]).ravel()[0]) < 140


def test_nan_and_signed_zeros_pass_short_forms(session):
    run(session, f"x = linspace(-0.5, 0.5, {N}); z = x * 0; x = 0.5 * sin(x ./ (x <= 0.49));")
    forms = short_forms(session, "a = sin(z); b = tanh(z); c = z ./ (3 + cos(z)); d = sin(x); e = tanh(x); f = exp(x); g = abs(x).^2.5;")
    assert {"sin", "tanh", "rdivide", "exp", "power"} <= forms
    x = np.linspace(-0.5, 0.5, N)
    for name in "abc":
        values = np.asarray(session.workspace[name]).ravel()
        assert (values == 0).all() and (np.signbit(values) == (x < 0)).all(), name
    for name in "defg":
        assert (np.isnan(np.asarray(session.workspace[name]).ravel()) == (x > 0.49)).all(), name

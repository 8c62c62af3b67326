"""Loops whose variables begin with the same number in all elements: the kernel makes it, and nothing is filled or sent beforehand."""

import numpy as np
import pytest

from runmat_kernel import Session

from ..adapters import needs_adapter

N = 70_001
PROGRAMS = {
    "ones": f"S = 100*ones({N}, 1); k = (1:{N})'; for t = 1:20, S = S*0.9 + k/t; end; r = [sum(S), S(7)];",
    "logical": f"S = true({N}, 1); k = (1:{N})'; for t = 1:9, S = S & mod(k, t + 1) > 0; end; r = sum(S);",
    "minus zero": f"S = -zeros({N}, 1); for t = 1:4, S = S*2; end; r = [1/S(3), sum(S)];",
    "infinite": f"S = -inf({N}, 1, 'single'); k = single(1:{N})'; for t = 1:6, S = max(S, k*(3 - t)); end; r = double([sum(S), S(5)]);",
    "integers": f"S = zeros({N}, 1, 'int32'); k = (1:{N})'; for t = 1:9, S = S + int32(mod(k, 5))*t; end; r = double([sum(S), S(3)]);",
    "written": f"X = reshape(mod((1:{N}*6)*0.37, 1), {N}, 6); Y = zeros({N}, 6); for t = 2:6, Y(:, t) = 0.9*Y(:, t-1) + X(:, t); end; "
    "r = [sum(Y(:, 1)), sum(Y(:, 4)), sum(Y(:, 6))];",
}


@pytest.fixture(autouse=True)
def adapter():
    needs_adapter()


@pytest.mark.parametrize("name", PROGRAMS)
def test_every_strategy_gives_the_same(name):
    results = {}
    for provider in ("none", "host", "gpu"):
        session = Session(provider="host" if provider == "none" else provider, loops=provider != "none")
        outcome = session.run(PROGRAMS[name])
        assert outcome.error is None
        results[provider] = np.ravel(session.workspace["r"])
        kinds = [g.kind for g in outcome.report.groups]
        assert ("loop" in kinds) == (provider != "none")
    np.testing.assert_allclose(results["host"], results["none"], rtol=1e-12)
    np.testing.assert_allclose(results["gpu"], results["none"], rtol=1e-12)


@pytest.mark.parametrize("provider", ["host", "gpu"])
def test_the_array_is_not_made_before(provider):
    session = Session(provider=provider)
    report = session.run(f"S = 3 + zeros({N}, 1); for t = 1:20, S = S*0.5 + t; end; r = sum(S);").report
    assert report.groups[0].kind == "loop"
    assert not [t for t in report.transfers if t.direction == "upload"]


def test_a_variable_that_is_still_there_keeps_its_elements():
    session = Session(provider="gpu")
    session.run(f"Z = 3*ones({N}, 1); S = Z + 1; for t = 1:9, S = S*1.5 - t; end; r = [sum(Z), S(3)];")
    assert np.ravel(session.workspace["r"])[0] == 3 * N

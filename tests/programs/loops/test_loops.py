"""Every loop of this folder gives what its twin computes, on all roads, and all roads leave the same variables."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from runmat_kernel.base.settings import Settings
from runmat_kernel.session import Session
from runmat_kernel.values.convert import as_array, class_of

from ...adapters import no_adapter
from .programs import ORDINARY, PROGRAMS, RELATIVE, ROADS, LoopProgram, difference, session, variables
from .twins import twin

CASES = [
    pytest.param(program, size, id=f"{program.name}-{('small', 'large')[k]}")
    for program in PROGRAMS
    for k, size in enumerate(program.sizes)
]


@pytest.fixture(scope="module")
def ordinary() -> Session:
    return session(ORDINARY)


@pytest.fixture(scope="module", params=ROADS)
def road(request: pytest.FixtureRequest) -> Session:
    if request.param == "gpu":
        from runmat_kernel.providers.gpu import ProviderUnavailable, open_provider

        try:
            open_provider(Settings(provider="gpu"))
        except ProviderUnavailable as error:
            no_adapter(error)
    return session(ROADS[request.param])


def run(engine: Session, program: LoopProgram, size: dict[str, int]) -> Any:
    engine.run("clear all")
    outcome = engine.run(program.source(size), program.name)
    assert outcome.error is None, outcome.error
    return outcome


@pytest.mark.parametrize(("program", "size"), CASES)
def test_ordinary_execution_is_what_the_twin_says(ordinary: Session, program: LoopProgram, size: dict[str, int]) -> None:
    outcome = run(ordinary, program, size)
    expected = twin(program.name)(**size)
    assert outcome.text == expected.pop("$text", "")
    absolute, period = expected.pop("$absolute", {}), expected.pop("$period", {})
    for name, value in expected.items():
        found = ordinary.workspace_values[name]
        ours, theirs = as_array(found), np.atleast_2d(np.asarray(value))
        assert ours.shape == theirs.shape, name
        relative = RELATIVE.get(class_of(found), 0)
        if name in period:
            ours = theirs + (ours - theirs + period[name] / 2) % period[name] - period[name] / 2
        finite = np.abs(theirs[np.isfinite(theirs)]).max(initial=0) if theirs.dtype.kind in "fc" else 0
        np.testing.assert_allclose(ours, theirs, relative, absolute.get(name, relative * min(finite, 1)), err_msg=name)


@pytest.mark.parametrize(("program", "size"), CASES)
def test_roads_agree(road: Session, ordinary: Session, program: LoopProgram, size: dict[str, int]) -> None:
    reference = run(ordinary, program, size)
    known = variables(ordinary)
    outcome = run(road, program, size)
    found = variables(road)
    assert outcome.text == reference.text
    assert found.keys() == known.keys()
    different = {name: words for name in known if (words := difference(known[name], found[name]))}
    assert not different

"""Every loop of this folder gives what its twin computes, all strategies leave the same variables, and the loop takes the strategy it
must."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from runmat_kernel.session import Session
from runmat_kernel.values.convert import as_array, class_of

from ...adapters import needs_adapter
from .programs import ORDINARY, PROGRAMS, RELATIVE, STRATEGIES, LoopProgram, difference, session, strategy_taken, variables
from .twins import twin

CASES = [
    pytest.param(program, size, id=f"{program.name}-{('small', 'large')[k]}")
    for program in PROGRAMS
    for k, size in enumerate(program.sizes)
]


@pytest.fixture(scope="module")
def ordinary() -> Session:
    return session(ORDINARY)


@pytest.fixture(scope="module")
def host() -> Session:
    return session(STRATEGIES["host"])


@pytest.fixture(scope="module")
def device() -> Session:
    needs_adapter()
    return session(STRATEGIES["gpu"])


def run(engine: Session, program: LoopProgram, size: dict[str, int]) -> Any:
    engine.run("clear all")
    outcome = engine.run(program.source(size), program.name)
    assert outcome.error is None, outcome.error
    return outcome


def check_twin(program: LoopProgram, size: dict[str, int], text: str, found: dict[str, Any]) -> None:
    expected = twin(program.name)(**size)
    assert text == expected.pop("$text", "")
    absolute, period = expected.pop("$absolute", {}), expected.pop("$period", {})
    for name, value in expected.items():
        ours, theirs = as_array(found[name]), np.atleast_2d(np.asarray(value))
        assert ours.shape == theirs.shape, name
        relative = RELATIVE.get(class_of(found[name]), 0)
        if name in period:
            ours = theirs + (ours - theirs + period[name] / 2) % period[name] - period[name] / 2
        finite = np.abs(theirs[np.isfinite(theirs)]).max(initial=0) if theirs.dtype.kind in "fc" else 0
        np.testing.assert_allclose(ours, theirs, relative, absolute.get(name, relative * min(finite, 1)), err_msg=name)


def check_strategy(program: LoopProgram, size: dict[str, int], engine: Session, ordinary: Session) -> Any:
    """Run on both; the outcome of ``engine``."""
    text, known = run(ordinary, program, size).text, variables(ordinary)
    outcome = run(engine, program, size)
    found = variables(engine)
    assert outcome.text == text
    assert found.keys() == known.keys()
    different = {name: words for name in known if (words := difference(known[name], found[name]))}
    assert not different
    return outcome


def check_taken(program: LoopProgram, outcome: Any, strategies: tuple[str, ...]) -> None:
    assert strategy_taken(outcome) in strategies, outcome.report.to_dict()["refusals"]


@pytest.mark.parametrize(("program", "size"), CASES)
def test_the_host_agrees_with_ordinary_iterations_and_with_the_twin(
    host: Session, ordinary: Session, program: LoopProgram, size: dict[str, int]
) -> None:
    outcome = check_strategy(program, size, host, ordinary)
    check_twin(program, size, outcome.text, variables(host))
    if size == program.sizes[-1] and program.strategy == "kernel":
        check_taken(program, outcome, ("kernel",))


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.name)
def test_the_device_agrees_with_ordinary_iterations(device: Session, ordinary: Session, program: LoopProgram) -> None:
    outcome = check_strategy(program, program.sizes[-1], device, ordinary)
    if program.strategy in ("kernel", "replay"):
        check_taken(program, outcome, ("kernel", "replay"))

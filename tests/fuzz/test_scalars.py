"""Random loops over single numbers give the same as machine code and as ordinary code; the campaign ``scalars`` runs more."""

from __future__ import annotations

import pytest

from .scalars import ScalarProgram, Twice


@pytest.fixture(scope="module")
def twice() -> Twice:
    return Twice()


@pytest.mark.parametrize("first", range(0, 120, 40))
def test_machine_code_agrees(twice: Twice, first: int) -> None:
    before = twice.compiled
    found = {}
    for seed in range(first, first + 40):
        program = ScalarProgram(seed)
        if difference := twice.disagreement(program.text):
            found[seed] = f"{difference}\n{program.text}"
    assert not found
    assert twice.compiled > before

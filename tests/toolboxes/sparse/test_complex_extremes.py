"""Extremes of sparse complex matrices: the same as of full ones, without making these."""

import pytest

from runmat_kernel import Session

MATRICES = (
    "A = sparse([3i 0 5; -2 0 1+1i]);",
    "A = sparse([1i -1i 0 1; -1 1 0 1i; 1 -1 0 -1]);",
    "A = sparse([0 0; 0 0]) * 1i;",
    "rng(1); A = sprand(30, 20, 0.2) + 1i * sprand(30, 20, 0.2);",
)


@pytest.mark.parametrize("matrix", MATRICES)
@pytest.mark.parametrize("call", ["max(A)", "min(A)", "max(A, [], 2)", "min(A, [], 2)", "max(A, [], 'all')"])
def test_as_full(matrix: str, call: str) -> None:
    outcome = Session(provider="host").run(f"{matrix} disp(isequal(full({call}), {call.replace('A', 'full(A)')}) && issparse({call}))")
    assert outcome.error is None and outcome.text.split() == ["1"], outcome.text


def test_large_matrices_need_no_full_one() -> None:
    outcome = Session(provider="host").run("disp(isequal(max(max(speye(65536) * 1i)), 1i)), disp(full(min(min(speye(65536) * 1i))))")
    assert outcome.error is None and outcome.text.split() == ["1", "0"]

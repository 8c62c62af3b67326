"""Sparse matrices as programs use them: arithmetic stays sparse where MATLAB's does, indexing, assignment, solving."""

import numpy as np
import pytest

from runmat_kernel.session import Session


@pytest.fixture
def session():
    return Session(provider="host")


def value(session, code):
    outcome = session.run(f"x__ = {code};")
    assert outcome.error is None, str(outcome.error)
    return session.workspace_values["x__"]


@pytest.mark.parametrize(
    ("code", "sparse"),
    [
        ("S + S", True),
        ("S * 2", True),
        ("S + 1", False),
        ("S * ones(3,1)", False),
        ("S * S", True),
        ("S .* ones(3)", True),
        ("S'", True),
        ("S(2,:)", True),
        ("sum(S)", True),
        ("sin(S) + ones(3)", False),
        ("[S; S]", True),
        ("S > 1", True),
    ],
)
def test_kind_of_results(session, code, sparse):
    session.run("S = sparse([1 2 3 1], [1 2 3 3], [4 5 6 1]);")
    assert value(session, f"issparse({code})") is sparse
    session.run("S = full(S);")
    dense = np.asarray(value(session, code))
    session.run("S = sparse(S);")
    assert np.array_equal(np.asarray(value(session, f"full({code})")), dense)


def test_assignment_and_masks(session):
    session.run("S = sparse(3, 3); S(2, 3) = 7; S(1, :) = [1 0 2]; A = full(S); B = A(S > 1);")
    assert np.array_equal(np.asarray(session.workspace_values["A"]), [[1, 0, 2], [0, 0, 7], [0, 0, 0]])
    assert np.asarray(session.workspace_values["B"]).ravel().tolist() == [2, 7]


def test_solving_agrees_with_full(session):
    session.run("n = 20; e = ones(n,1); S = spdiags([-e 4*e -e], -1:1, n, n); b = (1:n)'; r = norm(S\\b - full(S)\\b);")
    assert session.workspace_values["r"] < 1e-12

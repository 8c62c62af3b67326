"""Schur factors in another order: the factors still give the matrices, and the eigenvalues stand where they were sent."""

from __future__ import annotations

import numpy as np
import pytest

from runmat_kernel.session import Session
from runmat_kernel.toolboxes.linalg import schur_order


@pytest.fixture(scope="module")
def session() -> Session:
    return Session(provider="host")


PROGRAM = """
rng({seed});
n = {n};
A = randn(n); B = randn(n);
if {complex}, A = A + 1i * randn(n); B = B + 1i * randn(n); end
[AA, BB, Q, Z] = qz(A, B, '{form}');
[U, T] = schur(A, '{form}');
e = ordeig(AA, BB); f = ordeig(T);
order = {order};
[AS, BS, QS, ZS] = ordqz(AA, BB, Q, Z, order);
[US, TS] = ordschur(U, T, order);
residual = norm(QS * A * ZS - AS) + norm(QS * B * ZS - BS) + norm(US * TS * US' - A);
unitary = norm(QS * QS' - eye(n)) + norm(ZS' * ZS - eye(n)) + norm(US' * US - eye(n));
below = norm(tril(BS, -1)) + norm(tril(AS, -2)) + norm(tril(TS, -2));
after_pair = ordeig(AS, BS); after = ordeig(TS);
"""


def run(session: Session, seed: int, order: str) -> None:
    n, complex_ = 1 + seed % 20, seed % 3 == 0
    form = "complex" if complex_ or seed % 3 == 1 else "real"
    text = PROGRAM.format(seed=seed, n=n, complex=str(complex_).lower(), form=form, order=order)
    outcome = session.run("clear\n" + text)
    assert outcome.error is None, outcome.error


def value(session: Session, name: str) -> np.ndarray:
    return np.atleast_1d(np.asarray(session.workspace[name])).ravel(order="F")


def clusters_of_pairs(values: np.ndarray, clusters: np.ndarray) -> np.ndarray:
    """The cluster of each eigenvalue; conjugate neighbours of a real factor share the higher one."""
    clusters, k = clusters.astype(float), 0
    while k + 1 < len(values):
        if values[k].imag > 0 and np.isclose(values[k], values[k + 1].conj()):
            clusters[k : k + 2] = clusters[k : k + 2].max()
            k += 1
        k += 1
    return clusters


def assert_ordered(before: np.ndarray, clusters: np.ndarray, after: np.ndarray) -> None:
    """Cluster by cluster from the highest on, the same eigenvalues."""
    place = 0
    for level in np.unique(clusters)[::-1]:
        old = before[clusters == level]
        new = after[place : place + len(old)]
        place += len(old)
        for number in old:
            assert np.abs(new - number).min() <= 1e-6 * max(1.0, abs(number)), (level, old, new)


@pytest.mark.parametrize("first", range(0, 60, 20))
@pytest.mark.parametrize("order", ["rand(n, 1) < 0.5", "randi(4, n, 1)"])
def test_selections_and_clusters(session: Session, first: int, order: str) -> None:
    for seed in range(first, first + 20):
        run(session, seed, order)
        assert value(session, "residual") < 1e-11 and value(session, "unitary") < 1e-11 and value(session, "below") == 0, seed
        chosen = value(session, "order")
        complex_factors = seed % 3 != 2
        for before, after in (("e", "after_pair"), ("f", "after")):
            old = value(session, before)
            clusters = chosen.astype(float) if complex_factors else clusters_of_pairs(old, chosen)
            assert_ordered(old, clusters, value(session, after))


@pytest.mark.parametrize("keyword", ["lhp", "rhp", "udi", "udo"])
def test_keywords(session: Session, keyword: str) -> None:
    for seed in range(6, 12):
        run(session, seed, f"'{keyword}'")
        assert value(session, "residual") < 1e-11 and value(session, "unitary") < 1e-11, seed
        for before, after in (("e", "after_pair"), ("f", "after")):
            inside = schur_order.in_region(value(session, before), keyword)
            assert inside is not None
            assert_ordered(value(session, before), inside.astype(float), value(session, after))


def test_single_and_empty(session: Session) -> None:
    assert session.run("[AS,BS,QS,ZS] = ordqz([],[],[],[],[]); [US,TS] = ordschur([],[],[]);").error is None
    text = "A = single([1 2;3 5]); B = single([2 1;1 3]); [AA,BB,Q,Z] = qz(A,B); [AS,BS,QS,ZS] = ordqz(AA,BB,Q,Z,[0 1]);"
    assert session.run(text + "c = class(AS); r = double(norm(QS*A*ZS - AS) + norm(QS*B*ZS - BS));").error is None
    assert session.workspace["r"] < 1e-5
    assert "single" in session.run("disp(c)").text


def test_real_factors_with_complex_transformations(session: Session) -> None:
    """A complex Q belongs to a real pair as well; its blocks of two rows stay whole."""
    text = """
    rng(3); A = randn(6); B = randn(6); [AA,BB,Q,Z] = qz(A,B,'real'); Q = 1i * Q;
    [AS,BS,QS,ZS] = ordqz(AA,BB,Q,Z,[0 0 0 0 1 1]); r = norm(QS*A*ZS - 1i * AS) + norm(QS*B*ZS - 1i * BS); x = isreal(AS);
    """
    assert session.run(text).error is None
    assert session.workspace["r"] < 1e-11 and session.workspace["x"] is True


REFUSED = ("ordqz([1 NaN;0 1],eye(2),eye(2),eye(2),[0 1])", "ordschur(eye(3),[1 2 3;4 5 6;7 8 9],[0 1 0])", "ordeig(eye(2),1)")


@pytest.mark.parametrize("code", REFUSED)
def test_refused(session: Session, code: str) -> None:
    error = session.run(code).error
    assert error is not None and error.identifier.startswith("MATLAB:ord"), error


@pytest.mark.parametrize("form", ["real", "complex"])
def test_vectors_of_qz(session: Session, form: str) -> None:
    for seed in range(20):
        n = 1 + seed
        text = f"""
        rng({seed}); n = {n}; A = randn(n); B = randn(n); if {seed} > 9, B(:, 1) = 0; end
        [AA,BB,Q,Z,V,W] = qz(A,B,'{form}'); e = ordeig(AA,BB); r = 0;
        for k = 1:n
            if isinf(e(k)), a = 1; b = 0; else, a = e(k); b = 1; end
            r = max(r, norm(b * A * V(:,k) - a * B * V(:,k)) / (1 + abs(a)));
            r = max(r, norm(b * W(:,k)' * A - a * W(:,k)' * B) / (1 + abs(a)));
        end
        size_ = max(abs(real(V)) + abs(imag(V)));
        """
        assert session.run("clear\n" + text).error is None
        assert value(session, "r") < 1e-9, seed
        assert np.allclose(value(session, "size_"), 1)

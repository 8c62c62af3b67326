"""Operations on matrices in compressed columns agree with those on full ones, and their results are canonical."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.sparse import csc_matrix

from runmat_kernel.session import Session
from runmat_kernel.values.sparse import kernels as kernels
from runmat_kernel.values.sparse.parts import elements, with_element


def made(rng, height, width):
    """A full matrix with many zeros, also with numbers that cancel, and the same in compressed columns."""
    full = rng.integers(-2, 3, (height, width)).astype(float) * (rng.random((height, width)) < 0.5)
    if rng.random() < 0.4:
        full = full + 1j * rng.integers(-1, 2, (height, width)) * (rng.random((height, width)) < 0.5)
    return full, kernels.of_full(full)


def check(found, full):
    assert found.shape == full.shape
    assert np.array_equal(found.toarray(), full)
    again = csc_matrix((found.data, found.indices, found.indptr), found.shape)
    again.check_format()
    assert again.has_canonical_format
    assert found.data.all()
    assert found.indices.dtype == found.indptr.dtype == np.int32
    assert found.dtype.kind != "c" or found.data.imag.any()


@pytest.mark.parametrize("seed", range(60))
def test_as_on_full_matrices(seed):
    rng = np.random.default_rng(seed)
    m, n, p = (int(k) for k in rng.integers(0, 7, 3))
    (x, a), (y, b), (z, c) = made(rng, m, n), made(rng, m, n), made(rng, n, p)
    check(a, x)
    for how, full in (("plus", x + y), ("minus", x - y), ("elmul", x * y)):
        check(kernels.combined(how, a, b), full)
    check(kernels.product(a, c), x @ z)
    check(kernels.turned(a), x.T)
    check(kernels.turned(kernels.with_data(a, a.data != 0)), (x != 0).T)
    check(kernels.with_data(a, np.floor(a.data.real / 2)), np.where(x != 0, np.floor(x.real / 2), 0))
    if m and n:
        i, j, v = rng.integers(0, m, 9), rng.integers(0, n, 9), rng.integers(-1, 2, 9).astype(float)
        full = np.zeros((m, n))
        np.add.at(full, (i, j), v)
        check(kernels.of_entries(i, j, v, (m, n)), full)
        for rows in (rng.integers(0, m, 5), np.unique(rng.integers(0, m, 3))):
            check(kernels.rows_taken(a, rows), x[rows])
        check(kernels.columns_taken(a, j), x[:, j])
    assert np.array_equal(kernels.with_vector(a, z[:, :1]), (x @ z[:, :1]).ravel()) if p else True
    for axis in (0, 1):
        assert np.array_equal(kernels.totals(a, axis), x.sum(axis))


@pytest.mark.parametrize("seed", range(60))
def test_shapes_and_elements_are_those_of_full_matrices(seed):
    rng = np.random.default_rng(seed)
    m, n, p = (int(k) for k in rng.integers(0, 7, 3))
    (x, a), (y, b) = made(rng, m, n), made(rng, n, p)
    for diagonal in range(-3, 4):
        check(kernels.triangle(a, diagonal, upper=True), np.triu(x, diagonal))
        check(kernels.triangle(a, diagonal, upper=False), np.tril(x, diagonal))
    for height in {1, m, n, max(m * n, 1)}:
        if height and m * n % height == 0:
            check(kernels.reshaped(a, (height, m * n // height)), x.reshape((height, -1), order="F"))
    check(kernels.tensor_product(a, b), np.kron(x, y))
    check(kernels.identity(m, n), np.eye(m, n))
    row = rng.integers(-3, 4, (1, m)).astype(float)
    assert np.array_equal(kernels.row_with(row, a), (row @ x).ravel())
    for axis in (0, 1):
        assert np.array_equal(kernels.counts(a, axis), (x != 0).sum(axis))
    if m and n:
        i, j = rng.integers(0, m, 5), rng.integers(0, n, 5)
        assert np.array_equal(elements(a, i, j), x[i, j])
        real = kernels.of_full(np.ascontiguousarray(x.real))
        for axis in (0, 1):
            check(kernels.extremes(real, axis, np.maximum), x.real.max(axis, keepdims=True))
            check(kernels.extremes(real, axis, np.minimum), x.real.min(axis, keepdims=True))
        for value in (0.0, 7.0, -0.0):
            full = x.real.copy()
            full[i[0], j[0]] = value
            check(with_element(real, int(i[0]), int(j[0]), value), full)
        check(real, x.real)


def test_results_share_no_changes():
    """Results may share arrays with their operands: what is written into one must not be seen in another."""
    code = (
        "A = sparse([1 0 2; 0 3 0; 4 0 5]); B = 2*A; C = A'; D = -A; E = A(:, [1 3]); F = real(A); B(1, 1) = 9; D(:, 3) = 0; F(2, 2) = 0;"
        "A(3, 1) = 0; E(1, 1) = 0; C(1, 3) = 7; G = A(:); G(1) = 0; fprintf('%d ', full(A), full(B), full(C), full(D), full(E), full(F))"
    )
    outcome = Session(provider="host").run(code)
    assert outcome.error is None
    numbers = [int(t) for t in outcome.text.split()]
    expected = "1 0 0 0 3 0 2 0 5  9 0 8 0 6 0 4 0 10  1 0 2 0 3 0 7 0 5  -1 0 -4 0 -3 0 0 0 0  0 0 4 2 0 5  1 0 4 0 0 0 2 0 5"
    assert numbers == [int(t) for t in expected.split()]


def test_without_the_loops_of_the_library(monkeypatch):
    """Where SciPy is not as expected the general path gives the same."""
    code = (
        "A = sparse([1 0 2; 0 3 0]); B = A + A; C = A*A'; D = A.*A; E = A.'; F = A(2, :); G = A*[1;2;3]; K = [A A; A A];"
        "H = sparse([1 1 2], [1 1 3], [1 2 3]); L = [kron(A, A); [1 2]*A*0 zeros(1, 6)]; "
        "M = [tril(A) triu(A, 1) reshape(A, 2, 3); max(A) min(A) any(A)];"
        "fprintf('%d ', full(B), full(C), full(D), full(E), full(F), G, full(H), full(K), full(2*A - A), full(L(1:4, :)), full(M))"
    )
    with_loops = Session(provider="host").run(code)
    cls, _, _ = kernels._library()
    monkeypatch.setattr(kernels, "_library", lambda: (cls, None, {}))
    without = Session(provider="host").run(code)
    assert with_loops.error is None
    assert without.error is None, str(without.error)
    assert with_loops.text == without.text

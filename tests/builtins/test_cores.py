"""Decompositions of small matrices run on one core, whatever happens in them; large ones on all."""

import pytest

from runmat_kernel.builtins import cores
from runmat_kernel.session import execute


@pytest.mark.parametrize(
    ("code", "numbers"),
    [
        ("[u, s, v] = svd(magic(50));", [1, 4]),
        ("x = (magic(50) + eye(50)) \\ ones(50, 1);", [1, 4]),
        ("try, chol(-eye(50)), end", [1, 4]),
        ("x = expm(magic(3));", [1, 4]),
        ("A = magic(3); [q, r] = qr(A);", [1, 4]),
        ("x = ones(1000, 300) \\ ones(1000, 1);", []),
    ],
)
def test_how_many_cores_a_call_asks_for(code, numbers, monkeypatch):
    asked = []
    execute("x = expm([1 2;3 4]);")
    monkeypatch.setattr(cores, "_libraries", lambda: [(asked.append, 4)])
    execute(code)
    assert asked == numbers


def test_the_numbers_of_cores_are_as_before_a_call():
    libraries = cores._libraries()
    execute("e = eig(magic(50)); [u, s, v] = svd(magic(60)); x = expm(ones(50) / 50);")
    cores._libraries.cache_clear()
    assert [count for _, count in cores._libraries()] == [count for _, count in libraries]

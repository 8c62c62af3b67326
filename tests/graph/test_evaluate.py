"""Operations on host arrays: 64-bit integers are exact, and saturate where a result leaves their class."""

from operator import add, mul, sub

import numpy as np
import pytest

from runmat_kernel.graph.evaluate import evaluate
from runmat_kernel.graph.primitives import MINUS, PLUS, TIMES
from runmat_kernel.values.classes import INTEGER_LIMITS


@pytest.mark.parametrize("name", ["int64", "uint64"])
@pytest.mark.parametrize(("op", "exact"), [(PLUS, add), (MINUS, sub), (TIMES, mul)])
@pytest.mark.parametrize("numbers", [(3, 5, 100), (2**62, 2**31 + 1, 7), None])
def test_64_bit_integers(name, op, exact, numbers):
    low, high = INTEGER_LIMITS[name]
    array = np.array([numbers or (low, high, high - 1)], name)
    for other in (array[:, ::-1], array[:, :1]):
        meant = [min(max(exact(int(x), int(y)), low), high) for x, y in np.broadcast(array, other)]
        assert evaluate(op, [array, other], name, name).tolist() == [meant]


def test_a_double_beside_64_bit_integers():
    array = np.array([[2**62 + 1, 3]], "int64")
    for number, meant in ((1.0, [2**62 + 2, 4]), (0.5, [2**62 + 2, 4]), (1e19, [2**63 - 1, 2**63 - 1]), (np.nan, [0, 0])):
        assert evaluate(PLUS, [array, np.array([[number]])], "int64", "int64").tolist() == [meant]

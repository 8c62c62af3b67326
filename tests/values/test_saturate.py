"""Numbers become integers as in MATLAB: halves go away from zero, what is too large is the limit, NaN is 0."""

import numpy as np
import pytest

from runmat_kernel.session import Session
from runmat_kernel.values.classes import INTEGER_LIMITS, saturate

NUMBERS = [0.0, -0.0, 0.5, -0.5, 0.49999999999999994, 2.5, -2.5, 126.5, -128.6, 1e300, -1e300, np.inf, -np.inf, np.nan]


def expected(x: float, low: int, high: int) -> int:
    if np.isnan(x):
        return 0
    if np.isinf(x):
        return high if x > 0 else low
    whole = int(abs(x))
    whole += abs(x) - whole >= 0.5
    return max(low, min(high, whole if x > 0 else -whole))


@pytest.mark.parametrize("matlab_class", INTEGER_LIMITS)
def test_every_number_and_shape(matlab_class):
    low, high = INTEGER_LIMITS[matlab_class]
    wanted = [expected(x, int(low), int(high)) for x in NUMBERS]
    assert saturate(np.array(NUMBERS), matlab_class).tolist() == wanted
    for number, one in zip(NUMBERS, wanted, strict=True):
        made = saturate(np.array(number), matlab_class)  # no dimensions
        assert isinstance(made, np.ndarray) and made.shape == () and made.item() == one


def test_an_element_of_a_large_integer_array_may_be_set_to_nan():
    outcome = Session(provider="host").run("x = int32(reshape(1:90000, 300, 300)) + 1; x(2) = NaN; x(3) = 2.5; disp(x(1:4, 1)')")
    assert outcome.error is None
    assert outcome.text.split() == ["2", "0", "3", "5"]

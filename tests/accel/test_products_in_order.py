"""Products that overflow in one part and are zero in another are what the elements in order give."""

import pytest

from runmat_kernel.session import Session

PROGRAMS = [
    "x = ones(n, 1) * 10; x(5) = 0; r = prod(x .* 2);",
    "x = ones(n, 1) * 10; x(n - 5) = 0; r = prod(x .* 2);",
    "x = ones(n, 2) * 10; x(n - 5, 1) = 0; x(5, 2) = 0; r = prod(x .* 2);",
    "x = ones(n, 2) * 10; x(5, 2) = 0; r = prod(x .* 2, 'all');",
    "x = ones(2, n) * 10; x(1, n - 5) = 0; x(2, 5) = 0; r = prod(x .* 2, 2);",
    "x = ones(2, 30000) * 10; x(1, 29990) = 0; x(2, 5) = 0; r = prod(x .* 2, 2);",
    "x = ones(2, n / 8, 4) * 10; x(1, 7, 2) = 0; x(2, 5, :) = 0; r = prod(x .* 2, [2 3]);",
    "x = single(ones(n, 1) * 1e9); x(5) = 0; r = prod(x .* 2);",
    "x = ones(n, 1) * 10; x(5) = NaN; x(2) = 0; r = prod(x .* 2, 'omitnan');",
    "x = ones(n, 1) * 10; x(2) = 0; x(5) = NaN; r = prod(x .* 2);",
]


@pytest.mark.parametrize("program", PROGRAMS)
def test_as_the_reference(program):
    shown = "n = 400000; " + program + " fprintf('%.12g ', r);"
    eager, host = (Session(**given).run(shown).text for given in ({"fusion": False}, {"provider": "host"}))
    assert host == eager

"""``fillmissing`` with rules for the ends and the longest gap, and for every class."""

from __future__ import annotations

import pytest

from runmat_kernel.session import execute


@pytest.mark.parametrize(
    ("call", "filled"),
    [
        ("[NaN 2 NaN 4 NaN], 'constant', 0, 'EndValues', 9", "[9 2 0 4 9]"),
        ("[NaN 2 NaN 4 NaN], 'constant', 0, 'EndValues', 'next'", "[2 2 0 4 NaN]"),
        ("[NaN 2 NaN 4 NaN], 'constant', 0, 'EndValues', 'linear'", "[1 2 0 4 5]"),
        ("[NaN NaN], 'linear', 'EndValues', 7", "[7 7]"),
        ("[NaN 2 NaN 4 NaN], 'linear', 3, 'EndValues', 0", "[0 2 0 4 0]"),
        ("[NaN 2; NaN 4], 'constant', [7; 8], 2, 'EndValues', 'extrap'", "[7 2; 8 4]"),
        ("[1 NaN NaN 4 NaN 6], 'constant', 0, 'MaxGap', 2", "[1 NaN NaN 4 0 6]"),
        ("[1 NaN 3 NaN 5], 'constant', 0, 'MaxGap', 2, 'SamplePoints', [0 1 2 3 5]", "[1 0 3 NaN 5]"),
        ("[1 NaN NaN NaN 5], 'movmean', 4", "[1 1 1 5 5]"),
        ("[1 NaN NaN NaN 5], 'movmean', 4, 'SamplePoints', 1:5", "[1 1 1 5 5]"),
        ("[1 NaN NaN NaN 5], 'movmedian', 3, 'SamplePoints', [1 2 3 4 4.5]", "[1 1 NaN 5 5]"),
        ("[1 2 NaN], @(x, t, q) x + t + q, 1", "[1 2 NaN]"),
        ("int32(1:5), 'next', 'MissingLocations', logical([1 0 1 0 1])", "int32([2 2 4 4 5])"),
        ("logical([1 0 1]), 'constant', false, 'MissingLocations', logical([1 0 1])", "false(1, 3)"),
        ("[' foo'; 'bar '], 'next', 1", "['bfoo'; 'bar ']"),
        ("'a b', 'constant', 'x'", "'axb'"),
    ],
)
def test_what_is_filled(call: str, filled: str) -> None:
    assert execute(f"F = fillmissing({call}); R = {filled}; fprintf('%d', isequaln(F, R), strcmp(class(F), class(R)))") == "11"

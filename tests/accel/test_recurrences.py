"""Filters with feedback of many channels run as one kernel, with the numbers that scipy's filter gives."""

import numpy as np
import pytest

from runmat_kernel import Session

from ..adapters import needs_adapter

START = "X = reshape(mod((1:20000*12)*0.37, 1), 12, 20000) - 0.4; X(3, 5) = Inf; X(4, 9) = NaN; "
FILTERS = {
    "columns": "Y = filter([0.2 0.3 0.1], [1 -0.5 0.1], X);",
    "rows": "Y = filter([0.2 0.3], [2 -0.5 0.25 0.1], X', [], 2);",
    "singles": "Y = filter(0.1, [1 -0.9], single(X));",
    "rows of singles": "Y = filter(0.1, [1 -0.9], single(X)', [], 2);",
    "pages": "Y = filter([1 2], [1 .3], reshape(X, [2 6 20000]), [], 2);",
    "zeros": "Y = filter([1 0], [1 .5 0], X);",
    "what waits": "Y = filter(.3, [1 -.7], X' + 1, [], 2);",
}


@pytest.mark.parametrize("provider", ["host", "gpu"])
@pytest.mark.parametrize("name", FILTERS)
def test_the_numbers_of_the_eager_filter(name, provider):
    if provider == "gpu":
        needs_adapter()
    eager, session = Session(provider="host", fusion=False), Session(provider=provider)
    assert eager.run(START + FILTERS[name]).error is None
    outcome = session.run(START + FILTERS[name])
    assert outcome.error is None
    assert [g.provider for g in outcome.report.groups if g.kind == "loop"] == [provider]
    expected, found = (np.asarray(s.workspace["Y"]) for s in (eager, session))
    assert found.dtype == expected.dtype
    np.testing.assert_array_equal(found, expected)


def test_states_and_few_channels_stay_with_the_host():
    session = Session(provider="host")
    few = "v = filter(1, [1 -.5], rand(20000, 5)); w = filter(1, [1 -.5], rand(1, 50000));"
    outcome = session.run("[y, z] = filter(1, [1 -.5], rand(5, 20000)); " + few)
    assert outcome.error is None
    assert not [g for g in outcome.report.groups if g.kind == "loop"]


def test_one_channel_is_filtered_at_once_whatever_is_deferred():
    outcome = Session(provider="host", defer_elements=1).run("y = filter(1, [1 -0.5], [1 1 1])")
    assert outcome.error is None and "1.7500" in outcome.text

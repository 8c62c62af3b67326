"""Moments as parts of the calendar and as text, for whole arrays: what Python's dates say one by one."""

from datetime import datetime, timedelta

import numpy as np
import pytest

from runmat_kernel.base.errors import MatlabError
from runmat_kernel.values.moments import calendar_of, part_of, seconds_of
from runmat_kernel.values.time_text import moment_texts

EPOCH = datetime(1970, 1, 1)
RNG = np.random.default_rng(5)
SECONDS = np.concatenate(
    [RNG.uniform(-6.2e10, 2.5e11, 500), np.floor(RNG.uniform(-2e9, 2e9, 200)), [0.0, -1.0, -5e-7, 0.9999996, -86400.0]]
)
MOMENTS = [EPOCH + timedelta(seconds=s) for s in SECONDS.tolist()]


@pytest.mark.parametrize("name", ["year", "month", "day", "hour", "minute", "second", "microsecond"])
def test_parts(name):
    assert getattr(calendar_of(SECONDS), name).tolist() == [getattr(moment, name) for moment in MOMENTS]


def test_weekdays_and_days_of_the_year():
    found = calendar_of(SECONDS)
    assert found.weekday.tolist() == [moment.weekday() for moment in MOMENTS]
    assert (found.since(1) + 1).tolist() == [moment.timetuple().tm_yday for moment in MOMENTS]


def test_what_is_no_moment_has_no_parts():
    assert np.array_equal(part_of(np.array([[np.nan, 0.0]]), "year"), [[np.nan, 1970.0]], equal_nan=True)
    for seconds in (1e12, -7e10, np.inf):
        with pytest.raises(MatlabError, match="years 1 to 9999"):
            calendar_of(np.array([0.0, seconds]))


def test_parts_beyond_their_range_run_over():
    cases = [((2020, 2, 30), (2020, 3, 1)), ((2020, 14, 1), (2021, 2, 1)), ((2020, 0, 1), (2019, 12, 1)), ((2020, 1, 0), (2019, 12, 31))]
    for given, meant in cases:
        assert seconds_of(*given) == (datetime(*meant) - EPOCH).total_seconds()
    assert np.array_equal(seconds_of([2020.0, np.nan, np.inf], 1.0, 1.0), [1577836800.0, np.nan, np.nan], equal_nan=True)
    assert seconds_of(2400.0, 1.0, 1.0) - seconds_of(2000.0, 1.0, 1.0) == seconds_of(12400.0, 1.0, 1.0) - seconds_of(12000.0, 1.0, 1.0)


@pytest.mark.parametrize(("form", "other"), [
    ("uuuu-MM-dd HH:mm:ss.SSSSSS", "%Y-%m-%d %H:%M:%S.%f"), ("dd-MMM-yy hh:mm a", "%d-%b-%y %I:%M %p"), ("eeee, MMMM d", "%A, %B %e"),
    ("DDD 'of' yyyy '%s' %", "%j of %Y %%s %%"),
])  # fmt: skip
def test_texts(form, other):
    late = [k for k, moment in enumerate(MOMENTS) if moment.year >= 1000]  # strftime does not pad years everywhere
    expected = [MOMENTS[k].strftime(other).replace(" " * 3, " ").replace(",  ", ", ").replace("  ", " ") for k in late]
    assert moment_texts(SECONDS[late], form) == expected

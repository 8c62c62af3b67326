"""Moments as parts of the calendar and as text, for whole arrays: what Python's dates say one by one."""

from datetime import datetime, timedelta

import numpy as np
import pytest

from runmat_kernel.base.errors import MatlabError
from runmat_kernel.values.times.moments import calendar_of, part_of, seconds_of
from runmat_kernel.values.times.time_text import fixed_moments, moment_texts, parse_moment

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


@pytest.mark.parametrize("form", ["dd-MMM-uuuu HH:mm:ss", "uuuu-MM-dd'T'HH:mm:ss.SSS", "yyyyMMdd", "MM/dd/uuuu HH:mm", "dd.MM.yyyy"])
def test_texts_are_read_together_as_one_by_one(form):
    texts = moment_texts(RNG.uniform(-2e9, 4e9, 200), form)
    assert fixed_moments(texts, form).tolist() == [(parse_moment(text, form) - EPOCH).total_seconds() for text in texts]
    for k, text in enumerate(texts):  # one wrong letter: refused, or what is read by itself
        at = k % len(text)
        changed = text[:at] + "0/9 x:"[k % 6] + text[at + 1 :]
        found, moment = fixed_moments([changed], form), parse_moment(changed, form)
        assert found is None or (moment is not None and found.tolist() == [(moment - EPOCH).total_seconds()])


def test_dates_that_are_none_are_not_read():
    assert fixed_moments(["2020-02-29", "2020-12-31"], "uuuu-MM-dd").tolist() == [1582934400.0, 1609372800.0]
    for text in ("2019-02-29", "2020-13-01", "2020-00-01", "2020-01-00", "0000-01-01", "2020-1-01", "NaT", ""):
        assert fixed_moments(["2020-01-01", text], "uuuu-MM-dd") is None
    assert fixed_moments(["10:30"], "HH:mm") is None
    assert fixed_moments([], "uuuu") is None

"""Plots over dates and durations: what the axes tell, and where their ticks stand."""

from __future__ import annotations

import numpy as np
import pytest

from runmat_kernel import Session
from runmat_kernel.figures import time_axes
from runmat_kernel.figures.drawing.render import render
from runmat_kernel.values.times.times import Datetime, Duration


@pytest.fixture
def session() -> Session:
    return Session(provider="host")


def printed(session: Session, code: str) -> str:
    outcome = session.run(code)
    assert outcome.error is None, outcome.error
    for figure in session.figures.all:
        render(figure)
    return outcome.text


def test_the_axes_tell_times(session: Session) -> None:
    code = "plot(datetime(2024,1,1:5), 1:5); ax = gca; h = ax.Children; disp(ax.XLim); disp(h.XData(2)); disp(class(xticks)); disp(ax.YLim)"
    assert printed(session, code).split() == ["01-Jan-2024", "05-Jan-2024", "02-Jan-2024", "datetime", "1", "5"]


def test_limits_and_data_are_set_with_times(session: Session) -> None:
    printed(session, "h = plot(datetime(2024,1,1:5), 1:5); xlim(datetime(2024,1,[2 4]));")
    assert printed(session, "disp(xlim)").split() == ["02-Jan-2024", "04-Jan-2024"]
    assert printed(session, "h.XData = datetime(2025,1,1:5); disp(h.XData(1))").split() == ["01-Jan-2025"]
    assert printed(session, "hold on; xline(datetime(2024,1,3)); plot(1:3); disp(class(get(gca, 'XLim')))").split() == ["datetime"]


def test_numbers_afterwards_are_numbers_again(session: Session) -> None:
    assert printed(session, "plot(datetime(2024,1,1:5), 1:5); plot(1:3); disp(get(gca, 'XLim'))").split() == ["1", "3"]


def test_times_along_y(session: Session) -> None:
    assert printed(session, "plot(1:3, datetime(2024,1,1:3)); disp(class(ylim)); disp(class(xlim))").split() == ["datetime", "double"]
    assert printed(session, "plot(hours(1:3)); disp(ylim)").split() == ["1", "hr", "3", "hr"]


@pytest.mark.parametrize("name", ["plot", "scatter", "bar", "stem", "stairs", "area", "errorbar"])
def test_kinds_of_plots(session: Session, name: str) -> None:
    more = ", 1:3" if name == "errorbar" else ""
    assert printed(session, f"{name}(datetime(2024,1,1:3), 1:3{more}); disp(class(xlim))").strip() == "datetime"


@pytest.mark.parametrize(
    "code", ["plot(NaT, 1)", "plot(datetime(2024,1,[1 1]), 1:2)", "plot(duration(0, 0, 0:10:200), 0:20)", "plot(years(1:3), 1:3)"]
)
def test_odd_times_are_drawn(session: Session, code: str) -> None:
    printed(session, code)


def words(first: str, last: str, most: int) -> list[str]:
    ruler = Datetime([])
    low, high = (
        (np.datetime64(day) - np.datetime64("1970-01-01")) / np.timedelta64(1, "s") / 86400 + time_axes.FIRST_DAY for day in (first, last)
    )
    return time_axes.labels(time_axes.clock_ticks(low, high, most, dated=True), ruler, None)


def test_ticks_of_dates() -> None:
    assert words("2000-01-01", "2024-01-01", 6) == ["2000", "2005", "2010", "2015", "2020"]
    assert words("2024-01-01", "2024-06-20", 6) == ["Jan\n2024", "Feb", "Mar", "Apr", "May", "Jun"]
    assert words("2024-12-30", "2025-01-02", 4) == ["Dec 30\n2024", "Dec 31", "Jan 01\n2025", "Jan 02"]
    assert words("2024-03-01T22:00", "2024-03-02T02:00", 4) == ["22:00\nMar 01, 2024", "23:00", "00:00\nMar 02, 2024", "01:00", "02:00"]


def test_ticks_of_whole_hours_are_whole_hours() -> None:
    text = Session().run("plot(datetime(2024,1,1) + hours(1:3), 1:3); t = xticks; fprintf('%s ', t([1 end]))").text
    assert text == "01-Jan-2024 01:00:00 01-Jan-2024 03:00:00 "


def test_ticks_of_durations() -> None:
    at = time_axes.clock_ticks(0, 200 / 1440, 5, dated=False)
    assert time_axes.labels(at, Duration([]), None) == ["00:00:00", "01:00:00", "02:00:00", "03:00:00"]
    assert time_axes.labels(np.array([0.0, 2.0]), Duration([], "s"), None) == ["0 sec", "2 sec"]
    assert time_axes.labels(np.array([0.0, 60.0]), Duration([], "s"), "mm:ss") == ["00:00", "01:00"]


def test_ticks_of_weeks_are_sundays() -> None:
    outcome = Session(provider="host").run(
        "plot(datetime(2020,3,1) + days(0:50), 1:51); fprintf('%d ', unique(weekday(xticks)), day(xticks))"
    )
    assert outcome.error is None and outcome.text == "1 1 15 29 12 26 "

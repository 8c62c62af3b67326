"""Time series: how data and times belong together, statistics, operators, and samples at other times."""

import pytest

from runmat_kernel.session import Session

_MADE = "ts = timeseries([1;4;9], [0 1 3], 'Name', 'v'); "


@pytest.mark.parametrize(
    "condition",
    [
        "ts = timeseries(1:5); isequal(ts.Data, (1:5)') && ts.Length == 5 && isequal(size(ts), [5 1]) && length(ts) == 5",
        "ts = timeseries(magic(4), 1:4); isequal(ts.Data(2, :), [5 11 10 8]) && isequal(mean(ts), mean(magic(4)))",
        "ts = timeseries(reshape(1:24, 2, 3, 4)); isequal(sum(ts), sum(reshape(1:24, 2, 3, 4), 3)) && ~ts.IsTimeFirst",
        "ts = timeseries([1;NaN;3]); mean(ts) == 2 && max(ts) == 3",
        "ts.Data(2) = 40; isequal(ts.Data', [1 40 9])",
        "u = ts; u.Name = 'w'; strcmp(ts.Name, 'v') && strcmp(u.Name, 'w')",
        "u = 2*ts + 1; isequal(u.Data', [3 9 19]) && isequal(u.Time, ts.Time)",
        "u = ts - ts; isequal(u.Data', [0 0 0])",
        "u = -ts; isequal(u.Data', [-1 -4 -9])",
        "[a, b] = synchronize(ts, timeseries([0;10], [1 2]), 'Union'); "
        "isequal(a.Time', [1 2]) && isequal(a.Data', [4 6.5]) && isequal(b.Data', [0 10])",
        "[a, b] = synchronize(ts, timeseries([0;10], [0 3]), 'Uniform', 'Interval', 1); "
        "isequal(a.Data', [1 4 6.5 9]) && numel(b.Time) == 4",
        "u = append(ts, timeseries(16, 4)); isequal(u.Data', [1 4 9 16])",
        "u = resample(ts, [-1 0 5]); isequaln(u.Data', [NaN 1 NaN])",
        "u = delsample(ts, 'Value', 1); isequal(u.Time', [0 3])",
        "u = detrend(ts, 'constant'); abs(sum(u.Data)) < 1e-12",
        "u = detrend(timeseries([1 2;3 5;5 8], 1:3), 'constant', 2); isequal(u.Data, [1 -3;3 0;5 3])",
        "u = filter(timeseries([1 2;3 5;5 8], 1:3), 1, [1 1], 1); isequal(u.Data, [1 2;2 5;3 8])",
        "mean(ts, 'MissingData', 'remove') == mean(ts)",
        "ts.DataInfo.Units = 'm'; ts.DataInfo.Interpolation = 'zoh'; u = resample(ts, 2); u.Data == 4 && strcmp(ts.DataInfo.Units, 'm')",
        "ts = timeseries([1;2], {'01-Jan-2024 00:00:00', '01-Jan-2024 12:00:00'}); "
        "abs(ts.Time(2) - 0.5) < 1e-9 && strcmp(ts.TimeInfo.Units, 'days')",
        "h = plot(ts); isequal(h.YData, [1 4 9]) && strcmp(get(get(gca, 'Title'), 'String'), 'Time Series Plot:v')",
        "isa(ts, 'timeseries') && isequal(ts, ts) && ~isequal(ts, 2*ts) && isobject(ts)",
        "T = timeseries2timetable(ts); isequal(T.v', [1 4 9]) && isequal(seconds(T.Time)', [0 1 3])",
        "u = addsample(timeseries, 'Data', 3, 'Time', 1); u.Data == 3 && isempty(timeseries)",
    ],
)  # fmt: skip
def test_time_series(condition):
    *before, last = condition.split("; ")
    outcome = Session(provider="host").run(_MADE + "; ".join([*before, f"fprintf('%d', {last})"]))
    assert outcome.error is None and outcome.text == "1"


@pytest.mark.parametrize(
    ("code", "identifier"),
    [
        ("ts + timeseries([1;2;3])", "arith:timeMismatch"),
        ("ts.Data = [1 2];", "chkDataProp:arraymismatch"),
        ("ts.Time = [1 2];", "set:timeLengthMismatch"),
        ("getdatasamples(ts, 5)", "badIndex"),
        ("append(ts, timeseries(1, 2))", "append:timeOverlap"),
        ("addsample(ts, 'Data', [1 2], 'Time', 9)", "addsample:sizeMismatch"),
        ("synchronize(ts, timeseries(1, 9), 'Union')", "synchronize:noOverlap"),
        ("mean(ts, 'Weighting', 'time')", "mean:option"),
        ("std(ts, 'Quality', 3)", "std:option"),
        ("resample(ts, 1:2, 'linear', 5)", "resample:qualityCode"),
    ],
)
def test_refusals(code, identifier):
    assert Session(provider="host").run(_MADE + code).error.identifier == f"MATLAB:timeseries:{identifier}"


def test_series_are_shown_with_their_common_properties():
    text = Session(provider="host").run("format compact; ts = timeseries([1;2])").text
    assert (
        text.startswith("ts = \n  timeseries\n") and "            Data: [2x1 double]\n" in text and "            Name: 'unnamed'\n" in text
    )

"""timeseries: samples with times, and what is computed with them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.element_values import texts_of
from ...builtins.methods_only import method_only
from ...builtins.spec import ErrorCase, Example, Stored, builtin, methods
from ...values import CellArray, CharArray, Tensor
from ...values.convert import as_array, class_of, is_text, text_of, to_value
from .time_series_object import About, TimeSeries, aligned, interpolation

_MADE = "ts = timeseries([1;4;9],[0 1 3]); "


@builtin(
    "timeseries", "ts = timeseries(data)", "ts = timeseries(data, time)", "ts = timeseries(data, time, 'Name', name)", "ts = timeseries",
    summary="Samples with the times that they were taken at.",
    examples=(
        Example("ts = timeseries([1;4;9]); {ts.Time', ts.Length, ts.Name}", "{[0 1 2],3,'unnamed'}"),
        Example("ts = timeseries([4;1],[3 0],'Name','v'); {ts.Data', ts.Time', ts.Name}", "{[1 4],[0 3],'v'}"),
        Example("ts = timeseries(ones(2,3,4)); [ts.Length ts.IsTimeFirst]", "[4 0]"),
        Example("ts = timeseries([1;2]); ts.TimeInfo.Units = 'hours'; {ts.TimeInfo.Units, ts.TimeInfo.End}", "{'hours',1}"),
        Example(_MADE + "u = resample(ts,[0 0.5 2]); v = resample(ts,[0.5 2],'zoh'); {u.Data', v.Data'}", "{[1 2.5 6.5],[1 4]}"),
    ),
    errors=(
        ErrorCase("timeseries([1 2 3],[0 1])", "MATLAB:timeseries:chkDataProp:arraymismatch"),
        ErrorCase("ts = timeseries(1:3); ts.Nothing", "MATLAB:noSuchMethodOrField"),
        ErrorCase(_MADE + "resample(ts,1,'nosuch')", "MATLAB:timeseries:invalidInterpolation"),
        ErrorCase("timeseries({1})", "MATLAB:timeseries:timeseries:invalidData"),
    ),
    see_also=("timetable", "resample"),
)  # fmt: skip
def timeseries(call: Any, *arguments: Any) -> TimeSeries:
    rest = list(arguments)
    if len(rest) == 1 and is_text(rest[0]):
        return TimeSeries(np.zeros((0, 0)), np.zeros(0), About(name=text_of(rest[0])))
    if rest and class_of(rest[0]) in ("cell", "struct", "table", "function_handle"):
        raise call.error("The data of a time series must be numbers.", "MATLAB:timeseries:timeseries:invalidData")
    data = as_array(rest.pop(0)) if rest else np.zeros((0, 0))
    count = max(data.shape) if data.ndim == 2 and 1 in data.shape else data.shape[0 if data.ndim < 3 else -1]
    time, start = np.arange(float(count)), ""
    if rest and not (is_text(rest[0]) and len(rest) % 2 == 0):
        time, start = _times(call, rest.pop(0))
    name = arg.name_values(rest, "timeseries", "name istimefirst isdatenum").text("name", "unnamed")
    return TimeSeries(*aligned(data, time), About(name=name, start=start, units="days" if start else "seconds"), data.ndim < 3)


def _times(call: Any, value: Any) -> tuple[np.ndarray, str]:
    """Times as numbers, and the date they count from: dates in words are days since the first of them; '' for plain numbers."""
    if is_text(value) or class_of(value) in ("cell", "string", "datetime"):
        days = as_array(call.feval("datenum", value)[0]).ravel()
        first = float(days.min())
        return days - first, text_of(call.feval("datestr", first)[0])
    if class_of(value) == "duration":
        value = call.feval("seconds", value)[0]
    return as_array(value).ravel(order="F").astype(np.float64), ""


def _moved(series: TimeSeries) -> np.ndarray:
    """The data with its samples along the first dimension."""
    return np.moveaxis(series.data, series.axis, 0)


def _back(series: TimeSeries, data: np.ndarray) -> np.ndarray:
    return np.moveaxis(data, 0, series.axis)


def sampled(series: TimeSeries, time: np.ndarray, method: str = "") -> TimeSeries:
    """The series at other times, between samples by its method; NaN outside of them."""
    data = _moved(series).astype(np.float64)
    flat = data.reshape(len(data), -1)
    good = ~np.isnan(flat).any(axis=1) if series.about.skips_nan else np.ones(len(flat), bool)
    at, flat = series.time[good], flat[good]
    out = np.full((time.size, flat.shape[1]), np.nan)
    inside = (time >= at[0]) & (time <= at[-1]) if at.size else np.zeros(time.size, bool)
    if inside.any():
        if (method or series.about.method) == "zoh":
            out[inside] = flat[np.searchsorted(at, time[inside], side="right") - 1]
        else:
            for k in range(flat.shape[1]):
                out[inside, k] = np.interp(time[inside], at, flat[:, k])
    return series.with_samples(_back(series, out.reshape(time.size, *data.shape[1:])), time)


def _resample(call: Any, series: TimeSeries, time: Any, method: Any = None, code: Any = None) -> TimeSeries:
    if code is not None:
        raise call.error("Quality codes of samples between others are not supported.", "MATLAB:timeseries:resample:qualityCode")
    wanted = np.unique(_times(call, time)[0])
    return sampled(series, wanted, interpolation(text_of(method)) if method is not None else "")


def _named(call: Any, arguments: Sequence[Any], known: str) -> dict[str, Any]:
    return arg.name_values(arguments, call.name, known)


def _add_sample(call: Any, series: TimeSeries, *arguments: Any) -> TimeSeries:
    named = _named(call, arguments, "data time quality overwriteflag")
    if "data" not in named or "time" not in named:
        raise call.error("The data and the time of the samples are needed.", "MATLAB:timeseries:addsample:missingArguments")
    times = as_array(named["time"]).ravel().astype(np.float64)
    data = as_array(named["data"])
    if series.time.size == 0:
        return TimeSeries(*aligned(data, times), series.about)
    shape = (times.size, *_moved(series).shape[1:])
    if data.size != np.prod(shape):
        raise call.error("The samples must have the size of those that are there.", "MATLAB:timeseries:addsample:sizeMismatch")
    if np.isin(times, series.time).any() and "overwriteflag" not in named:
        raise call.error("There are samples at these times already.", "MATLAB:timeseries:addsample:timeExists")
    kept = ~np.isin(series.time, times)
    fresh = data.reshape(shape, order="F") if series.first else np.moveaxis(data.reshape(*shape[1:], shape[0], order="F"), -1, 0)
    return series.with_samples(_back(series, np.concatenate([_moved(series)[kept], fresh])), np.concatenate([series.time[kept], times]))


def _append(call: Any, series: TimeSeries, *others: Any) -> TimeSeries:
    for other in others:
        if not isinstance(other, TimeSeries) or _moved(other).shape[1:] != _moved(series).shape[1:]:
            raise call.error("Only time series with samples of the same size can be joined.", "MATLAB:timeseries:append:sizeMismatch")
        if series.time.size and other.time.size and other.time[0] < series.time[-1]:
            raise call.error("The times of a series must begin where those of the one before end.", "MATLAB:timeseries:append:timeOverlap")
        series = series.with_samples(
            _back(series, np.concatenate([_moved(series), _moved(other)])), np.concatenate([series.time, other.time])
        )
    return series


def _positions(call: Any, series: TimeSeries, value: Any) -> np.ndarray:
    places = as_array(value).ravel(order="F")
    if places.dtype == bool:
        return np.flatnonzero(places)
    if ((places < 1) | (places > series.time.size) | (places != np.floor(places))).any():
        raise call.error("Index exceeds the number of samples.", "MATLAB:timeseries:badIndex")
    return places.astype(np.int64) - 1


def _delete_sample(call: Any, series: TimeSeries, *arguments: Any) -> TimeSeries:
    named = _named(call, arguments, "index value")
    gone = _positions(call, series, named["index"]) if "index" in named else np.flatnonzero(np.isin(series.time, as_array(named["value"])))
    kept = np.setdiff1d(np.arange(series.time.size), gone)
    return series.with_samples(_back(series, _moved(series)[kept]), series.time[kept])


def _samples(call: Any, series: TimeSeries, which: Any) -> TimeSeries:
    places = _positions(call, series, which)
    return series.with_samples(_back(series, _moved(series)[places]), series.time[places])


def _data_samples(call: Any, series: TimeSeries, which: Any) -> Any:
    return to_value(np.asfortranarray(_back(series, _moved(series)[_positions(call, series, which)])))


def _using_time(call: Any, series: TimeSeries, start: Any, stop: Any = None, *options: Any) -> TimeSeries:
    _named(call, options, "allowduplicatetimes")  # all samples of a time are found in any case
    low = arg.scalar(start)
    high = arg.scalar(stop) if stop is not None else low
    kept = np.flatnonzero((series.time >= low) & (series.time <= high))
    return series.with_samples(_back(series, _moved(series)[kept]), series.time[kept])


def _statistic(name: str) -> Any:
    """A statistic over time, of each of the columns; missing values are left out."""

    def statistic(call: Any, series: TimeSeries, *options: Any) -> Any:
        for option, value in _named(call, options, "missingdata quality weighting").items():
            if not is_text(value) or text_of(value).lower() != {"missingdata": "remove", "weighting": "none"}.get(option):
                raise call.error(f"The option '{option}' is supported with its default value alone.", f"MATLAB:timeseries:{name}:option")
        data = _moved(series)
        if series.about.skips_nan and name != "iqr" and data.dtype.kind == "f" and np.isnan(data).any():
            flat = data.reshape(len(data), -1)
            columns = [call.feval(name, to_value(c[~np.isnan(c)].reshape(-1, 1)))[0] for c in flat.T]
            row = np.array([as_array(c).item() for c in columns]).reshape(1, *data.shape[1:])
        else:
            last = (to_value(np.zeros((0, 0))), 1.0) if name in ("min", "max", "std", "var") else (1.0,)
            row = as_array(call.feval(name, to_value(np.asfortranarray(data)), *last)[0]).reshape(1, *data.shape[1:])
        return to_value(np.asfortranarray(_back(series, row) if series.first else row[0]))

    return statistic


def _operator(name: str) -> Any:
    """An operator on the data: the times of two series must be the same."""

    def operate(call: Any, a: Any, b: Any) -> TimeSeries:
        own = a if isinstance(a, TimeSeries) else b
        if isinstance(a, TimeSeries) and isinstance(b, TimeSeries) and not np.array_equal(a.time, b.time):
            raise call.error(
                "The time vectors of the time series must be the same; use synchronize.", "MATLAB:timeseries:arith:timeMismatch"
            )
        data = [to_value(v.data) if isinstance(v, TimeSeries) else v for v in (a, b)]
        result = as_array(call.feval(name, *data)[0])
        if result.shape[own.axis if own.axis < result.ndim else 0] != own.time.size:
            raise call.error("The result must have one sample for each time.", "MATLAB:timeseries:arith:sizeMismatch")
        return TimeSeries(result, own.time, About(units=own.about.units, start=own.about.start, method=own.about.method), own.first)

    return operate


def _unary(name: str) -> Any:
    return lambda call, a: a.with_samples(as_array(call.feval(name, to_value(a.data))[0]), a.time)


def _detrend(call: Any, series: TimeSeries, method: Any = None, columns: Any = None) -> TimeSeries:
    way = method if method is not None else to_value("linear")
    return _by_columns(series, columns, lambda data: call.feval("detrend", data, way)[0])


def _filter(call: Any, series: TimeSeries, above: Any, below: Any, columns: Any = None) -> TimeSeries:
    return _by_columns(series, columns, lambda data: call.feval("filter", above, below, data)[0])


def _by_columns(series: TimeSeries, columns: Any, change: Callable[[Any], Any]) -> TimeSeries:
    """A series whose data, or those columns of them that are chosen, are changed."""
    data = np.array(_moved(series), order="F")
    if columns is None:
        data = as_array(change(to_value(data)))
    else:
        chosen = arg.flat(columns).astype(int) - 1
        data[:, chosen] = as_array(change(to_value(np.asfortranarray(data[:, chosen]))))
    return series.with_samples(_back(series, data), series.time)


def _synchronize(call: Any, first: TimeSeries, second: Any, way: Any, *arguments: Any) -> tuple[TimeSeries, TimeSeries]:
    if not isinstance(second, TimeSeries):
        raise call.undefined(second)
    word = text_of(way).lower()
    named = _named(call, arguments, "interval interpmethod keeporiginaltimes tolerance")
    low, high = max(first.time[0], second.time[0]), min(first.time[-1], second.time[-1])
    if low > high:
        raise call.error("The times of the series must overlap.", "MATLAB:timeseries:synchronize:noOverlap")
    if word == "union":
        time = np.union1d(first.time, second.time)
        time = time[(time >= low) & (time <= high)]
    elif word == "intersection":
        time = np.intersect1d(first.time, second.time)
    elif word == "uniform" and "interval" in named:
        step = arg.scalar(named["interval"])
        time = low + step * np.arange(np.floor((high - low) / step * (1 + 1e-12)) + 1)
    else:
        raise call.error(
            "The way must be 'Union', 'Intersection', or 'Uniform' with an interval.", "MATLAB:timeseries:synchronize:invalidMethod"
        )
    method = interpolation(text_of(named["interpmethod"])) if "interpmethod" in named else ""
    return sampled(first, time, method), sampled(second, time, method)


def _uniform(call: Any, series: TimeSeries, *arguments: Any) -> TimeSeries:
    named = {key: arg.scalar(v) for key, v in _named(call, arguments, "starttime endtime interval").items()}
    count = series.time.size
    start = named.get("starttime", named["endtime"] - (count - 1) * named.get("interval", 1.0) if "endtime" in named else 0.0)
    step = named.get("interval", (named["endtime"] - start) / max(count - 1, 1) if "endtime" in named else 1.0)
    return TimeSeries(series.data, start + step * np.arange(count), series.about, series.first)


def _plot(call: Any, series: TimeSeries, *look: Any) -> Any:
    draw = "stairs" if series.about.method == "zoh" else "plot"
    flat = _moved(series).reshape(series.time.size, -1)
    handle = call.feval(draw, Tensor(series.time.reshape(-1, 1)), to_value(np.asfortranarray(flat)), *look, nargout=1)[0]
    units = f" ({series.about.data_units})" if series.about.data_units else ""
    name = "data" if series.about.name == "unnamed" else series.about.name
    shown = {"title": f"Time Series Plot:{series.about.name}", "xlabel": f"Time ({series.about.units})", "ylabel": name + units}
    for function, words in shown.items():
        call.feval(function, to_value(words), nargout=0)
    return handle if call.nargout else None


def _absolute(call: Any, series: TimeSeries) -> Any:
    if not series.about.start:
        raise call.error("The series has no date at which it starts.", "MATLAB:timeseries:getabstime:noStartDate")
    from .time_series_object import UNITS

    first = as_array(call.feval("datenum", to_value(series.about.start))[0]).item()
    days = first + series.time * UNITS[series.about.units] / UNITS["days"]
    words = [text_of(call.feval("datestr", float(day))[0]) for day in days]
    return CellArray.of([CharArray.row(word) for word in words], (len(words), 1))


def _set(call: Any, series: TimeSeries, *arguments: Any) -> TimeSeries:
    for i in range(0, len(arguments) - 1, 2):
        series = series.set_property(text_of(arguments[i]), arguments[i + 1])
    return series


def _to_timetable(call: Any, *several: Any) -> Any:
    columns, names, first = [], [], None
    for series in several:
        if not isinstance(series, TimeSeries):
            raise call.undefined(series)
        if first is not None and not np.array_equal(first.time, series.time):
            raise call.error("The time series must have the same times.", "MATLAB:timeseries2timetable:TimeMismatch")
        first = first or series
        columns.append(to_value(np.asfortranarray(_moved(series))))
        names.append("Data" if series.about.name in ("unnamed", "") else series.about.name)
    names = texts_of(
        call.feval(
            "matlab.lang.makeUniqueStrings", call.feval("matlab.lang.makeValidName", CellArray.of([CharArray.row(n) for n in names]))[0]
        )[0]
    )
    from .time_series_object import UNITS

    times = call.feval("seconds", Tensor((first.time * UNITS[first.about.units]).reshape(-1, 1)))[0]
    return call.feval("timetable", times, *columns, to_value("VariableNames"), CellArray.of([CharArray.row(n) for n in names]))[0]


TIME_SERIES_METHODS = methods(TimeSeries, {
    "resample": _resample, "addsample": _add_sample, "append": _append, "delsample": _delete_sample, "getsamples": _samples,
    "getdatasamples": _data_samples, "getsampleusingtime": _using_time, "detrend": _detrend, "filter": _filter, "synchronize": _synchronize,
    "setuniformtime": _uniform, "plot": _plot, "getabstime": _absolute, "timeseries2timetable": _to_timetable, "set": _set,
    "length": lambda call, ts: float(ts.time.size), "isempty": lambda call, ts: ts.time.size == 0, "numel": lambda call, ts: 1.0,
    "size": lambda call, ts, *dim: call.feval("size", to_value(np.zeros((ts.time.size, 1))), *dim, nargout=max(call.nargout, 1)),
    "getdatasamplesize": lambda call, ts: to_value(np.array([(1, *_moved(ts).shape[1:])], np.float64)),
    "getinterpmethod": lambda call, ts: ts.about.method, "setinterpmethod": lambda call, ts, word: ts.with_about(method=interpolation(text_of(word))),
    "get": lambda call, ts, name: ts.get_property(text_of(name)),
    **{name: _statistic(name) for name in ("mean", "median", "std", "var", "sum", "min", "max", "iqr")},
    **{name: _operator(name) for name in ("plus", "minus", "times", "rdivide", "ldivide", "mtimes", "mrdivide", "power")},
    **{name: _unary(name) for name in ("uminus", "uplus", "abs", "sqrt", "exp", "log")},
})  # fmt: skip

METHODS = (
    method_only(
        "addsample", "ts = addsample(ts, 'Data', data, 'Time', time)", "A time series with more samples.",
        Example(_MADE + "ts = addsample(ts,'Data',7,'Time',2); [ts.Time ts.Data]", "[0 1;1 4;2 7;3 9]"),
        errors=(ErrorCase(_MADE + "addsample(ts,'Data',7,'Time',1)", "MATLAB:timeseries:addsample:timeExists"),),
    ),
    method_only(
        "delsample", ("ts = delsample(ts, 'Index', k)", "ts = delsample(ts, 'Value', time)"), "A time series without some samples.",
        Example(_MADE + "ts = delsample(ts,'Index',2); ts.Data'", "[1 9]"),
    ),
    method_only("getsamples", "ts = getsamples(ts, k)", "Samples of a time series as a series.", Example(_MADE + "u = getsamples(ts,[1 3]); u.Time'", "[0 3]")),
    method_only("getdatasamples", "data = getdatasamples(ts, k)", "The data of some samples.", Example(_MADE + "getdatasamples(ts,[1 3])", "[1;9]")),
    method_only(
        "getsampleusingtime", ("ts = getsampleusingtime(ts, time)", "ts = getsampleusingtime(ts, start, stop)"), "The samples at a time, or between two.",
        Example(_MADE + "u = getsampleusingtime(ts,1,3); u.Data'", "[4 9]"),
    ),
    method_only(
        "setuniformtime", "ts = setuniformtime(ts, 'StartTime', t0, 'EndTime', t1, 'Interval', dt)", "A time series with evenly spaced times.",
        Example(_MADE + "ts = setuniformtime(ts,'StartTime',5,'Interval',2); ts.Time'", "[5 7 9]"),
    ),
    method_only(
        "setinterpmethod", "ts = setinterpmethod(ts, method)", "A time series with another method between samples: 'linear' or 'zoh'.",
        Example(_MADE + "getinterpmethod(setinterpmethod(ts,'zoh'))", "'zoh'"),
    ),
    method_only("getinterpmethod", "m = getinterpmethod(ts)", "The method between samples of a time series.", Example(_MADE + "getinterpmethod(ts)", "'linear'")),
    method_only("getdatasamplesize", "s = getdatasamplesize(ts)", "The size of one sample.", Example("getdatasamplesize(timeseries(ones(5,3)))", "[1 3]")),
    method_only(
        "getabstime", "t = getabstime(ts)", "The times of a series as dates in words.",
        Example("ts = timeseries([1;2],{'01-Jan-2024','02-Jan-2024'}); t = getabstime(ts); t{2}", "'02-Jan-2024'"),
        errors=(ErrorCase(_MADE + "getabstime(ts)", "MATLAB:timeseries:getabstime:noStartDate"),),
    ),
    method_only(
        "timeseries2timetable", "TT = timeseries2timetable(ts, ...)", "A timetable of time series with the same times.",
        Example(_MADE + "T = timeseries2timetable(ts); {T.Data', seconds(T.Time)'}", "{[1 4 9],[0 1 3]}"),
    ),
)  # fmt: skip


STORED = (Stored(About), Stored(TimeSeries))

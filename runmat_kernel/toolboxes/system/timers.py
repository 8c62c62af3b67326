"""Timers: functions that are called after a delay, or repeatedly, whenever a program waits."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins.methods_only import method_only
from ...builtins.spec import Effect, ErrorCase, Example, builtin, methods
from ...values import CellArray, CharArray, StructArray, Tensor
from ...values.convert import is_text, text_of, to_value
from .timer_object import NAMES, Timer

_PROGRAM = "m = containers.Map({'n'},{0}); t = timer('TimerFcn',@(~,~) m.remove('n'),'StartDelay',0.01); "


def _own(name: str) -> str:
    """The property that a name in any case, or its beginning, means."""
    names = [n for n in NAMES if n.lower() == name.lower()] or [n for n in NAMES if n.lower().startswith(name.lower())]
    if len(names) != 1:
        raise MatlabError(f"Unrecognized property '{name}' for class 'timer'.", "MATLAB:timer:InvalidProperty")
    return names[0]


def _set_pairs(call: Any, timer_object: Timer, arguments: tuple[Any, ...]) -> None:
    rest = list(arguments)
    while rest:
        first = rest.pop(0)
        if type(first) is StructArray:
            pairs = list(first.array.flat[0].items())
        elif rest and is_text(first):
            pairs = [(text_of(first), rest.pop(0))]
        else:
            raise call.error("Invalid parameter/value pair arguments.", "MATLAB:timer:incorrectPair")
        for name, value in pairs:
            timer_object.set_property(_own(name), value)


@builtin(
    "timer", "t = timer", "t = timer(Name, Value, ...)",
    summary="A timer: its function is called after a while, or again and again, while the program waits (pause, drawnow, wait).",
    examples=(
        Example("t = timer('Period',2,'ExecutionMode','fixedRate'); {t.Period, t.ExecutionMode, t.Running}", "{2,'fixedRate','off'}"),
        Example(_PROGRAM + "start(t); pause(0.1); {m.isKey('n'), t.TasksExecuted, t.Running}", "{false,1,'off'}"),
        Example("t = timer('TimerFcn',@(~,~) 0,'Period',0.005,'TasksToExecute',3,'ExecutionMode','fixedSpacing'); start(t); wait(t); t.TasksExecuted", "3"),
    ),
    errors=(
        ErrorCase("timer('nosuch',1)", "MATLAB:timer:InvalidProperty"),
        ErrorCase("timer('Period',-1)", "MATLAB:timer:incorrectValue"),
        ErrorCase("start(timer)", "MATLAB:timer:TimerFcnNotDefined"),
    ),
    see_also=("pause", "tic"),
)  # fmt: skip
def timer(call: Any, *arguments: Any) -> Timer:
    timers = call.session.timers
    call.session.timers_made += 1
    timer_object = Timer(call.session.timers_made)
    _set_pairs(call, timer_object, arguments)
    timers.append(timer_object)
    return timer_object


def run_due(session: Any, call: Any, until: float) -> float:
    """Call the functions of all timers that were due by a time; when the next one is due, infinity where none runs."""
    if session.timers_busy:
        return float("inf")
    session.timers_busy = True
    try:
        while True:
            waiting = [t for t in session.timers if t.running]
            if not waiting:
                return float("inf")
            first = min(waiting, key=lambda t: t.due)
            if first.due > min(time.monotonic(), until):
                return float(first.due)
            _run(call, first)
    finally:
        session.timers_busy = False


def _run(call: Any, timer_object: Timer) -> None:
    before = time.monotonic()
    try:
        _call(call, timer_object, "TimerFcn")
    except MatlabError as error:
        name = text_of(timer_object.settings["Name"])
        call.session.write_error(f"Error while evaluating TimerFcn for timer '{name}' \n\n{error.message}\n")
        timer_object.tasks += 1
        _quietly(call, timer_object, "ErrorFcn")
        _ended(call, timer_object)
        return
    if timer_object.running and not timer_object.ran(before, time.monotonic()):
        _ended(call, timer_object)


def _ended(call: Any, timer_object: Timer) -> None:
    if timer_object.running:
        timer_object.due = None
        _quietly(call, timer_object, "StopFcn")


def _quietly(call: Any, timer_object: Timer, name: str) -> None:
    """A callback whose errors are reported and end nothing."""
    try:
        _call(call, timer_object, name)
    except MatlabError as error:
        call.session.write_error(f"Error while evaluating {name} for timer '{text_of(timer_object.settings['Name'])}' \n\n{error.message}\n")


def _call(call: Any, timer_object: Timer, name: str) -> None:
    callback, more = timer_object.settings[name], []
    if type(callback) is CellArray:
        callback, *more = callback.array.ravel(order="F")
    if is_text(callback) and not more:
        if text_of(callback):
            call.feval("eval", callback, nargout=0)
        return
    moment = call.feval("clock")[0]
    event = StructArray.scalar({"Type": CharArray.row(name), "Data": StructArray.scalar({"time": moment})})
    call.feval(callback, timer_object, event, *more, nargout=0)


def _start(call: Any, timer_object: Timer) -> None:
    timer_object.check()
    if timer_object.running:
        raise call.error("Cannot start timer because it is already running.", "MATLAB:timer:alreadystarted")
    callback = timer_object.settings["TimerFcn"]
    if is_text(callback) and not text_of(callback):
        raise call.error("The TimerFcn must be set before the timer is started.", "MATLAB:timer:TimerFcnNotDefined")
    timer_object.begin(time.monotonic())
    _quietly(call, timer_object, "StartFcn")


def _stop(call: Any, timer_object: Timer) -> None:
    timer_object.check()
    _ended(call, timer_object)


def _wait(call: Any, timer_object: Timer) -> None:
    """Call the functions that are due until this timer has stopped."""
    timer_object.check()
    if timer_object.running and text_of(timer_object.settings["ExecutionMode"]) != "singleShot" and np.isinf(timer_object.settings["TasksToExecute"]):
        raise call.error("Cannot wait for a timer that does not stop by itself.", "MATLAB:timer:infiniteWait")
    while timer_object.running and timer_object.alive:
        following = run_due(call.session, call, time.monotonic())
        if timer_object.running:
            time.sleep(max(0.0, min(following - time.monotonic(), 0.05)))


def _delete(call: Any, timer_object: Timer) -> None:
    if timer_object.alive:
        _ended(call, timer_object)
        timer_object.alive = False
        call.session.timers[:] = [t for t in call.session.timers if t is not timer_object]


def _get(call: Any, timer_object: Timer, name: Any = None) -> Any:
    if name is None:
        return StructArray.scalar(dict(timer_object.properties()))
    return timer_object.get_property(_own(text_of(name)))


def _set(call: Any, timer_object: Timer, *arguments: Any) -> None:
    _set_pairs(call, timer_object, arguments)


TIMER_METHODS = methods(Timer, {
    "start": _start, "stop": _stop, "wait": _wait, "delete": _delete, "get": _get, "set": _set,
    "isvalid": lambda call, timer: timer.alive, "isrunning": lambda call, timer: timer.running,
})  # fmt: skip


def _finder(name: str, summary: str, hidden: bool):
    @builtin(
        name, f"out = {name}", f"out = {name}(Name, Value, ...)", summary=summary,
        examples=(Example(f"t = timer('Tag','abc','Name','n1'); u = {name}('Tag','abc'); v = u.Name; delete(t); v", "'n1'"),),
    )  # fmt: skip
    def find(call: Any, *arguments: Any) -> Any:
        if len(arguments) % 2:
            raise call.error("Invalid parameter/value pair arguments.", "MATLAB:timer:incorrectPair")
        pairs = [(_own(text_of(arguments[i])), arguments[i + 1]) for i in range(0, len(arguments), 2)]
        shown = [t for t in call.session.timers if hidden or text_of(t.settings["ObjectVisibility"]) == "on"]
        chosen = [t for t in shown if all(bool(call.feval("isequal", t.get_property(n), v)[0]) for n, v in pairs)]
        if len(chosen) == 1:
            return chosen[0]
        return CellArray.of(chosen) if chosen else to_value(Tensor(np.zeros((0, 0))))

    return find


FINDERS = (
    _finder("timerfind", "The timers that are there, or those with given properties: one, a cell array of several, or [].", False),
    _finder("timerfindall", "The timers that are there, hidden ones among them.", True),
)
METHODS = (
    method_only(
        "start", "start(t)", "Start a timer.", Example("t = timer('TimerFcn','1;'); start(t); r = t.Running; stop(t); r", "'on'"),
        errors=(ErrorCase("t = timer('TimerFcn','1;'); start(t); start(t)", "MATLAB:timer:alreadystarted"), ErrorCase("start(3)", "MATLAB:UndefinedFunction")),
    ).stating(effect=Effect.CODE),
    method_only("stop", "stop(t)", "Stop a timer.", Example("t = timer('TimerFcn','1;'); start(t); stop(t); t.Running", "'off'")),
)  # fmt: skip

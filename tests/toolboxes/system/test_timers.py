"""Timers: what they call while a program waits, in which order, and what ends them."""

import pytest

from runmat_kernel.session import Session

_SAY = "function say(t, event, varargin)\n fprintf('%s%d ', event.Type, t.TasksExecuted); fprintf('%s', varargin{:});\nend\n"


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("t = timer('TimerFcn', @say); start(t); fprintf('first '); pause(0.05); fprintf(t.Running)", "first TimerFcn0 off"),
        ("t = timer('TimerFcn', {@say, 'more'}, 'StartFcn', @say, 'StopFcn', @say); start(t); pause(0.05)",
         "StartFcn0 TimerFcn0 moreStopFcn1 "),
        ("t = timer('TimerFcn', 'fprintf(''text '');', 'Period', 0.01, 'ExecutionMode', 'fixedRate', 'TasksToExecute', 3);"
         "start(t); wait(t)",
         "text text text "),
        ("t = timer('TimerFcn', @say, 'StopFcn', @say); start(t); stop(t); pause(0.02)", "StopFcn0 "),
        ("t = timer('TimerFcn', @say, 'StartDelay', 30); start(t); pause(0.02); fprintf(t.Running); stop(t)", "on"),
        ("t = timer('TimerFcn', @say); start(t); drawnow; fprintf('%d', t.TasksExecuted)", "TimerFcn0 1"),
        ("t = timer('TimerFcn', @(~,~) error('a:b', 'broken'), 'ErrorFcn', @say, 'Period', 0.01, 'ExecutionMode', 'fixedDelay');"
         "start(t); pause(0.05); fprintf(t.Running)", "Error while evaluating TimerFcn for timer 'timer-1' \n\nbroken\nErrorFcn1 off"),
        ("t = timer('TimerFcn', @say); delete(t); fprintf('%d', isvalid(t), isempty(timerfind))", "01"),
        ("t = timer; u = timer; fprintf('%s %s %d', t.Name, u.Name, numel(timerfind))", "timer-1 timer-2 2"),
        ("t = timer('TimerFcn', @(t,~) stop(t), 'ExecutionMode', 'fixedRate', 'TasksToExecute', 9); start(t); wait(t);"
         "fprintf(t.Running)", "off"),
        ("t = timer; set(t, 'period', 3, 'Tag', 'x'); fprintf('%d%s', get(t, 'Period'), t.Tag)", "3x"),
        ("t = timer('UserData', 4); t.UserData(2) = 5; fprintf('%d', t.UserData)", "45"),
    ],
)  # fmt: skip
def test_timers(code, text):
    outcome = Session(provider="host").run(_SAY + code)
    assert outcome.error is None and outcome.text == text


@pytest.mark.parametrize(
    ("code", "identifier"),
    [
        ("t = timer('TimerFcn', @say); start(t); t.Period = 3;", "MATLAB:timer:running"),
        ("t = timer; t.TasksExecuted = 3;", "MATLAB:class:SetProhibited"),
        ("t = timer; delete(t); t.Period", "MATLAB:timer:invalid"),
        ("t = timer('ExecutionMode', 'sometimes');", "MATLAB:datatypes:InvalidEnumValueFor"),
        ("t = timer('TimerFcn', @say, 'ExecutionMode', 'fixedRate'); start(t); wait(t)", "MATLAB:timer:infiniteWait"),
        ("timer('Period')", "MATLAB:timer:incorrectPair"),
    ],
)
def test_refusals(code, identifier):
    assert Session(provider="host").run(_SAY + code).error.identifier == identifier


def test_timers_are_shown_as_a_list():
    text = Session(provider="host").run("format compact; t = timer('TimerFcn', @disp)").text
    assert "Timer Object: timer-1" in text and "ExecutionMode: singleShot" in text and "TimerFcn: @disp" in text

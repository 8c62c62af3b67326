"""Dates against Python's calendar, stopwatches, inputParser and onCleanup in programs."""

import random
from datetime import datetime, timedelta

import numpy as np
import pytest

from runmat_kernel.session import Session
from runmat_kernel.toolboxes.datetime.dates import datenum_of, parts

from .harness import run


def test_serial_numbers_agree_with_pythons_calendar():
    generator = random.Random(1)
    for _ in range(500):
        when = datetime(generator.randint(1, 4000), 1, 1) + timedelta(days=generator.randint(0, 365), seconds=generator.randint(0, 86399))
        number = datenum_of(when)
        assert int(number) == when.toordinal() + 366
        assert parts(np.array([number]))[0].tolist() == [when.year, when.month, when.day, when.hour, when.minute, when.second]


def test_toc_prints():
    assert run("tic; toc").startswith("Elapsed time is ")


def test_pause_does_not_hang():
    assert run("pause; pause(0); disp(1)").split() == ["1"]


def test_cleanup_runs_when_the_function_ends():
    assert run("function f\n c = onCleanup(@() fprintf('bye'));\n fprintf('hi ');\nend\nf") == "hi bye"


def test_cleanup_runs_after_an_error():
    assert "bye" in run("function f\n c = onCleanup(@() fprintf('bye'));\n error('x');\nend\ntry, f, catch, end")


def test_input_parser_in_a_function():
    code = """
function r = f(varargin)
  p = inputParser;
  p.FunctionName = 'f';
  addRequired(p, 'x', @isnumeric);
  addOptional(p, 'n', 3, @(v) isnumeric(v) && isscalar(v));
  addParameter(p, 'Mode', 'fast', @ischar);
  parse(p, varargin{:});
  r = p.Results;
end
a = f(1); b = f(1, 2, 'Mode', 'slow'); c = f(1, 'mode', 'q'); d = f(1, struct('Mode', 'z'));
fprintf('%d %d %s %d %s %s', a.n, b.n, b.Mode, c.n, c.Mode, d.Mode)
"""
    assert run(code) == "3 2 slow 3 q z"


def test_validateattributes_as_validator():
    code = "p = inputParser; addRequired(p, 'x', @(v) validateattributes(v, {'numeric'}, {'positive'})); "
    assert run(code + "try, parse(p, -1), catch e, disp(e.message), end") == "The value of 'x' is invalid. Expected input to be positive.\n"
    assert run(code + "parse(p, 4); disp(p.Results.x)").split() == ["4"]


@pytest.mark.parametrize(("code", "identifier"), [
    ("datetime('now', 'TimeZone', 'Mars/Base')", "MATLAB:datetime:UnknownTimeZone"),
    ("x = [datetime(2020,1,1) datetime(2020,1,1,'TimeZone','UTC')];", "MATLAB:datetime:IncompatibleTZ"),
    ("x = datetime(2020,1,1) - datetime(2020,1,1,'TimeZone','UTC');", "MATLAB:datetime:IncompatibleTZ"),
    ("x = datetime(2020,1,1); x(2) = datetime(2020,1,1,'TimeZone','+01:00');", "MATLAB:datetime:IncompatibleTZ"),
])  # fmt: skip
def test_time_zones_that_do_not_go_together(code, identifier):
    assert Session(provider="host").run(code).error.identifier == identifier


def test_the_present_is_one_moment_in_every_zone():
    code = "a = datetime('now','TimeZone','UTC'); b = datetime('now','TimeZone','local');"
    assert Session(provider="host").run(f"{code} fprintf('%d %s', abs(seconds(a-b)) < 60, a.TimeZone)").text == "1 UTC"


def test_zones_survive_files(tmp_path):
    path = tmp_path / "t.mat"
    code = f"t = datetime(2020,1,1,'TimeZone','Asia/Kolkata'); save('{path}', 't'); clear t; load('{path}');"
    assert Session(provider="host").run(f"{code} fprintf('%s %d', t.TimeZone, t.Hour)").text == "Asia/Kolkata 0"

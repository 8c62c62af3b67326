"""Tests of functions and of classes: functiontests, testsuite, runtests, and running the tests."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from fnmatch import fnmatchcase
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...values import CellArray, Tensor
from ...values.functions import FunctionHandle
from ...values.table import Table
from ...values.testing import Result, Suite, Test, TestCase, TestResults, Tests
from .. import arguments as arg
from ..items import cellstr_column, texts_of
from ..spec import ErrorCase, Example, builtin
from .qualifications import TestStop

_FIXTURES = ("setupOnce", "teardownOnce", "setup", "teardown")


def _suite_name(call: Any) -> str:
    stack = call.session.running()
    names = [frame.file for frame in stack if frame.file.endswith(".m")]
    return os.path.splitext(os.path.basename(names[-1]))[0] if names else (stack[-1].name if stack and stack[-1].name else "tests")


@builtin(
    "functiontests", "tests = functiontests(f)", summary="Tests of handles to local functions whose names start or end with test.",
    examples=(Example("numel(functiontests({@testA, @helper, @bTest}))", "2"),),
    errors=(ErrorCase("functiontests(5)", "MATLAB:unittest:functiontests:MustBeCellOfHandles"),),
)  # fmt: skip
def functiontests(call, handles):
    if type(handles) is not CellArray or not all(isinstance(h, FunctionHandle) for h in handles.array.flat):
        raise call.error("Input must be a cell array of function handles.", "MATLAB:unittest:functiontests:MustBeCellOfHandles")
    named = {(h.name or "").rpartition("/")[2].rpartition(">")[2]: h for h in handles.array.ravel(order="F")}
    suite = Suite(_suite_name(call), {name: named[name] for name in _FIXTURES if name in named})
    return Tests([Test(suite, n, h) for n, h in named.items() if n.lower().startswith("test") or n.lower().endswith("test")])


def _called(call: Any, case: TestCase, function: Any) -> tuple[bool, bool, str]:
    """Whether a function of a suite failed, whether it is incomplete, and what it said."""
    try:
        call.feval(function, case, nargout=0)
    except TestStop as stop:
        return not stop.incomplete, True, stop.message
    except MatlabError as error:
        bar = "=" * 80
        identifier = f"    ---------\n    Error ID:\n    ---------\n    '{error.identifier}'\n" if error.identifier else ""
        call.write(f"\n{bar}\nError occurred in {case.name} and it did not run to completion.\n{identifier}"
                   f"    --------------\n    Error Details:\n    --------------\n    {error}\n{bar}\n")  # fmt: skip
        return True, True, error.message
    return bool(case.failures), False, "\n".join(case.failures)


def _run_one(call: Any, test: Test, shared: Any) -> Result:
    name = f"{test.suite.name}/{test.name}"
    case = TestCase(name, shared)
    begun = time.perf_counter()
    failed, incomplete, details = False, False, ""
    if "setup" in test.suite.fixtures:
        failed, incomplete, details = _called(call, case, test.suite.fixtures["setup"])
    if not incomplete:
        failed, incomplete, details = _called(call, case, test.function)
    for function, arguments in reversed(case.teardowns):
        call.feval(function, *arguments, nargout=0)
    if "teardown" in test.suite.fixtures:
        worse = _called(call, case, test.suite.fixtures["teardown"])
        failed, incomplete = failed or worse[0], incomplete or worse[1]
    return Result(name, not failed and not incomplete, failed, incomplete, time.perf_counter() - begun, details)


def run_tests(call: Any, tests: Tests) -> TestResults:
    """Run tests suite by suite, with what goes before and after; progress is written as dots."""
    results: list[Result] = []
    suites = list(dict.fromkeys(id(test.suite) for test in tests.items))
    for key in suites:
        chosen = [test for test in tests.items if id(test.suite) == key]
        suite = chosen[0].suite
        call.write(f"Running {suite.name}\n")
        case = TestCase(suite.name)
        if "setupOnce" in suite.fixtures:
            failed, incomplete, details = _called(call, case, suite.fixtures["setupOnce"])
            if failed or incomplete:
                results += [Result(f"{suite.name}/{t.name}", False, failed, True, 0.0, details) for t in chosen]
                continue
        for test in chosen:
            results.append(_run_one(call, test, case.data))
            call.write(".")
        if "teardownOnce" in suite.fixtures:
            _called(call, case, suite.fixtures["teardownOnce"])
        for function, arguments in reversed(case.teardowns):
            call.feval(function, *arguments, nargout=0)
        call.write(f"\nDone {suite.name}\n__________\n\n")
    _summarize(call, results)
    return TestResults(results)


def _summarize(call: Any, results: list[Result]) -> None:
    bad = [r for r in results if r.failed or r.incomplete]
    if not bad:
        return
    width = max(len(r.name) for r in bad)
    call.write(f"Failure Summary:\n\n     {'Name'.ljust(width)}  Failed  Incomplete  Reason(s)\n    {'=' * (width + 46)}\n")
    for r in bad:
        reason = "Errored." if r.failed and r.incomplete else "Failed by verification." if r.failed else "Filtered by assumption."
        call.write(f"     {r.name.ljust(width)}  {'X' if r.failed else ' ':^6}  {'X' if r.incomplete else ' ':^10}  {reason}\n")


@builtin(
    "runtests", "results = runtests(tests)", "results = runtests(tests, 'ProcedureName', names, ...)", "results = runtests",
    summary="Run the tests of files (functions that give tests), of folders, or of the current folder; those with certain names alone.",
    errors=(ErrorCase("runtests('x','Tag','a')", "MATLAB:runtests:NameValueNames"),),
)  # fmt: skip
def runtests(call, given=None, *options):
    named = arg.name_values(options, "runtests", _OPTIONS)
    chosen = texts_of(named["procedurename"]) if "procedurename" in named else ["*"]
    found = list(given.items) if isinstance(given, Tests) else []
    for name in () if isinstance(given, Tests) else _titles(texts_of(given) if given is not None else ["."]):
        title, _, procedure = name.partition("/")
        title = os.path.splitext(os.path.basename(title))[0]
        found += [t for t in _suite_of(call, title).items if not procedure or procedure in (t.name, t.name.partition("(")[0])]
    return run_tests(call, Tests([t for t in found if any(fnmatchcase(t.name.partition("(")[0], pattern) for pattern in chosen)]))


_OPTIONS = "procedurename strict debug useparallel logginglevel outputdetail"
"""Those besides the names change how tests run or what is printed of them, not which tests run or what they give."""


def _titles(names: Sequence[str]) -> list[str]:
    """Names of tests; those of all files of tests in place of a folder."""
    titles: list[str] = []
    for name in names:
        if not os.path.isdir(name):
            titles.append(name)
            continue
        files = [os.path.splitext(f)[0] for f in sorted(os.listdir(name)) if f.endswith(".m")]
        titles += [f for f in files if f.lower().startswith("test") or f.lower().endswith("test")]
    return titles


def _suite_of(call: Any, name: str) -> Tests:
    """The tests of a class, or those that a function gives."""
    suite = call.session.classes.tests(name)
    if suite is None:
        suite = call.feval(name)[0]
    if not isinstance(suite, Tests):
        raise call.error(f"'{name}' does not give tests.", "MATLAB:unittest:TestSuite:UnrecognizedSuite")
    return suite


@builtin("testsuite", "suite = testsuite(tests)", summary="The tests of classes and of files with functions that give tests.")
def testsuite(call, given):
    found = [t for name in texts_of(given) for t in _suite_of(call, os.path.splitext(os.path.basename(name))[0]).items]
    return Tests(found)


def _column(items: list[Any], kind: type) -> Tensor:
    return Tensor(np.array(items, kind).reshape(-1, 1))


def _table(call, results):
    rows = results.items
    flags = {title: _column([getattr(r, title.lower()) for r in rows], bool) for title in ("Passed", "Failed", "Incomplete")}
    return Table({"Name": cellstr_column([r.name for r in rows]), **flags, "Duration": _column([r.seconds for r in rows], float)})


def _assert_success(call, results):
    if any(not r.passed for r in results.items):
        raise MatlabError("At least one test failed or did not run to completion.", "MATLAB:unittest:TestResult:NotAllPassed")
    return results


Tests.methods = {
    "run": lambda call, tests, *rest: run_tests(call, tests),
    "horzcat": lambda call, first, *others: first.joined(others),
    "vertcat": lambda call, first, *others: first.joined(others),
}
TestResults.methods = {
    "table": _table,
    "assertSuccess": _assert_success,
    "horzcat": lambda call, first, *others: first.joined(others),
}

"""Tests of functions and of classes: functiontests, testsuite, runtests, and running the tests."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator
from dataclasses import replace
from fnmatch import fnmatchcase
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...base.folders import absolute
from ...builtins import arguments as arg
from ...builtins.element_values import cellstr_column, is_true, texts_of
from ...builtins.spec import ErrorCase, Example, builtin, methods
from ...values import CellArray, CharArray, Tensor
from ...values.convert import is_text, text_of
from ...values.functions import FunctionHandle
from ...values.tables.table import Table
from ...values.testing import Result, Suite, Test, TestCase, TestResults, Tests
from .qualifications import TestStop
from .script_tests import script_tests

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
    return Tests([Test(suite, n, h) for n, h in named.items() if _is_test_name(n)])


def _is_test_name(name: str) -> bool:
    return name.lower().startswith("test") or name.lower().endswith("test")


def _called(call: Any, case: TestCase, function: Any, *arguments: Any) -> tuple[bool, bool, str]:
    """Whether a function of a suite failed, whether it is incomplete, and its report."""
    try:
        call.feval(function, *arguments, nargout=0)
    except TestStop as stop:
        return not stop.incomplete, True, stop.message
    except MatlabError as error:
        bar = "=" * 80
        identifier = f"    ---------\n    Error ID:\n    ---------\n    '{error.identifier}'\n" if error.identifier else ""
        call.write(f"\n{bar}\nError occurred in {case.name} and it did not run to completion.\n{identifier}"
                   f"    --------------\n    Error Details:\n    --------------\n    {error}\n{bar}\n")  # fmt: skip
        return True, True, error.message
    return bool(case.failures), False, "\n".join(case.failures)


def _undo(call: Any, case: TestCase, first: int) -> bool:
    """Run the actions of ``addTeardown`` behind the first ``first`` ones, the latest first; whether one failed."""
    failed = False
    while len(case.teardowns) > first:
        function, arguments = case.teardowns.pop()
        failed |= _called(call, case, function, *arguments)[1]
    return failed


def _diagnose(call: Any, case: TestCase) -> None:
    """Run the requests of ``onFailure``: write a text, call a function."""
    for diagnostic in case.on_failure:
        if is_text(diagnostic):
            call.write(f"    {text_of(diagnostic)}\n")
        elif isinstance(diagnostic, FunctionHandle):
            call.feval(diagnostic, nargout=0)


def _run_one(call: Any, test: Test, shared: Any) -> Result:
    name = f"{test.suite.name}/{test.name}"
    case = TestCase(name, shared)
    begun = time.perf_counter()
    failed, incomplete, details = False, False, ""
    setup = test.setup or test.suite.fixtures.get("setup")
    if setup is not None:
        failed, incomplete, details = _called(call, case, setup, case)
    before = len(case.teardowns)
    if not incomplete:
        failed, incomplete, details = _called(call, case, test.function, case)
    broken = _undo(call, case, before)
    if "teardown" in test.suite.fixtures:
        worse = _called(call, case, test.suite.fixtures["teardown"], case)
        failed, incomplete = failed or worse[0], incomplete or worse[1]
    broken |= _undo(call, case, 0)  # actions of the setup of the test come last
    failed, incomplete = failed or broken, incomplete or broken
    if failed:
        _diagnose(call, case)
    return Result(name, not failed and not incomplete, failed, incomplete, time.perf_counter() - begun, details)


def run_tests(call: Any, tests: Tests, quiet: bool = False) -> TestResults:
    """Run tests suite by suite, with their fixtures; dots show the progress."""
    if not quiet:
        return _run(call, tests)
    with call.session.capture():
        return _run(call, tests)


def _run(call: Any, tests: Tests) -> TestResults:
    results: list[Result] = []
    suites = list(dict.fromkeys(id(test.suite) for test in tests.items))
    for key in suites:
        chosen = [test for test in tests.items if id(test.suite) == key]
        with _reachable(call, chosen[0].suite.folder):
            results += _run_suite(call, chosen)
    _summarize(call, results)
    return TestResults(results)


def _run_suite(call: Any, chosen: list[Test]) -> list[Result]:
    """Run tests of one suite."""
    results: list[Result] = []
    suite = chosen[0].suite
    call.write(f"Running {suite.name}\n")
    case = TestCase(suite.name)
    if "setupOnce" in suite.fixtures:
        failed, incomplete, details = _called(call, case, suite.fixtures["setupOnce"], case)
        if failed or incomplete:
            _undo(call, case, 0)
            return [Result(f"{suite.name}/{t.name}", False, failed, True, 0.0, details) for t in chosen]
    for test in chosen:
        results.append(_run_one(call, test, case.data))
        call.write(".")
    if "teardownOnce" in suite.fixtures:
        _called(call, case, suite.fixtures["teardownOnce"], case)
    _undo(call, case, 0)
    call.write(f"\nDone {suite.name}\n__________\n\n")
    return results


_REASONS = {(True, True): "Errored.", (True, False): "Failed by verification.", (False, True): "Filtered by assumption."}
"""Reasons by whether a test failed, and whether it is incomplete."""


def _summarize(call: Any, results: list[Result]) -> None:
    bad = [r for r in results if r.failed or r.incomplete]
    if not bad:
        return
    width = max(len(r.name) for r in bad)
    call.write(f"Failure Summary:\n\n     {'Name'.ljust(width)}  Failed  Incomplete  Reason(s)\n    {'=' * (width + 46)}\n")
    for r in bad:
        reason = _REASONS[r.failed, r.incomplete]
        call.write(f"     {r.name.ljust(width)}  {'X' if r.failed else ' ':^6}  {'X' if r.incomplete else ' ':^10}  {reason}\n")


@builtin(
    "runtests", "results = runtests(tests)", "results = runtests(tests, 'ProcedureName', names, 'Tag', tag, ...)", "results = runtests",
    summary="Run the tests of files (functions that return tests, classes, sections of scripts), of folders, or of the current folder; those with certain names or tags alone.",
    errors=(ErrorCase("runtests('x','Colour','a')", "MATLAB:runtests:NameValueNames"),),
)  # fmt: skip
def runtests(call, tests=None, *options):
    named = arg.name_values(options, "runtests", f"{_CHOICES} {_PRINTING}")
    quiet = "outputdetail" in named and _is_none(named["outputdetail"])
    return run_tests(call, _chosen(call, tests, named), quiet=quiet)


_CHOICES = "procedurename tag includesubfolders includingsubfolders name"
_PRINTING = "strict debug useparallel logginglevel outputdetail"
"""Options of how tests run and are printed.  They change neither the choice of tests nor the results."""


def _is_none(detail: Any) -> bool:
    """Whether an OutputDetail asks for nothing: 0 or None."""
    return text_of(detail).lower() in ("none", "0") if is_text(detail) else not is_true(detail)


@builtin(
    "testsuite", "suite = testsuite(tests)", "suite = testsuite(tests, 'ProcedureName', names, 'Tag', tag, ...)", "suite = testsuite",
    summary="The tests of classes, of files with functions that return tests, of the sections of scripts and of folders.",
    errors=(ErrorCase("testsuite('x','Colour','a')", "MATLAB:testsuite:NameValueNames"),), see_also=("runtests",),
)  # fmt: skip
def testsuite(call, tests=None, *options):
    return _chosen(call, tests, arg.name_values(options, "testsuite", _CHOICES))


def _chosen(call: Any, source: Any, named: arg.Options) -> Tests:
    """The tests of names, files and folders, or some of the tests of ``source``."""
    procedures = named.read("procedurename", texts_of, ["*"])
    titles = named.read("name", texts_of, ["*"])
    tags = set(texts_of(named["tag"])) if "tag" in named else None
    deep = named.switch("includesubfolders") or named.switch("includingsubfolders")
    chosen = list(source.items) if isinstance(source, Tests) else []
    for name in () if isinstance(source, Tests) else texts_of(source) if source is not None else ["."]:
        chosen += _tests_in(call, name, deep) if os.path.isdir(name) else _tests_of(call, name)
    return Tests([
        t for t in chosen
        if _matches(t.procedure, procedures) and _matches(f"{t.suite.name}/{t.name}", titles) and (tags is None or tags & set(t.tags))
    ])  # fmt: skip


def _matches(name: str, patterns: list[str]) -> bool:
    return any(fnmatchcase(name, pattern) for pattern in patterns)


def _tests_of(call: Any, name: str) -> list[Test]:
    """The tests of a file or a class, or one procedure of it (``file/procedure``)."""
    folder = ""
    if os.path.isfile(name):
        title, procedure = os.path.splitext(os.path.basename(name))[0], ""
        folder = os.path.dirname(absolute(name))
    else:
        title, _, procedure = name.partition("/")
        title = title.removesuffix(".m")
    with _reachable(call, folder):
        items = _suite_of(call, title, folder).items
    return [t for t in items if not procedure or procedure in (t.name, t.procedure)]


def _tests_in(call: Any, folder: str, deep: bool) -> list[Test]:
    """The tests of the files of a folder: classes of tests, and other files whose names begin or end with test."""
    collected: list[Test] = []
    for place, folders, files in os.walk(folder):
        root, package = _package(absolute(place))
        folders[:] = sorted(f for f in folders if deep and f[0] not in ("@." if package else "+@.") and f != "private")
        for file in sorted(f for f in files if f.endswith(".m")):
            title, path = file[:-2], os.path.join(place, file)
            named = _is_test_name(title)
            if named or _begins_class(path):
                with _reachable(call, root):
                    tests = call.session.classes.tests(package + title) if not named else _suite_of(call, package + title, root)
                collected += tests.items if tests is not None else ()
    return collected


def _package(folder: str) -> tuple[str, str]:
    """The folder that the search path needs for the files of a folder, and the prefix of their names: ``pkg.`` in ``+pkg``."""
    above, name = os.path.split(folder)
    if not name.startswith("+"):
        return folder, ""
    root, outer = _package(above)
    return root, f"{outer}{name[1:]}."


def _begins_class(path: str) -> bool:
    """Whether a file defines a class that may be a class of tests."""
    with open(path, encoding="utf-8", errors="replace") as file:
        first = next((line for line in file if line.strip() and not line.lstrip().startswith("%")), "")
    return first.split(None, 1)[:1] == ["classdef"] and "Abstract" not in first


@contextlib.contextmanager
def _reachable(call: Any, folder: str) -> Iterator[None]:
    """While a folder is on the search path."""
    path = call.session.path
    if not folder or absolute(folder) in [absolute(f) for f in path.search()]:
        yield
        return
    call.feval("addpath", CharArray.row(folder), nargout=0)
    try:
        yield
    finally:
        call.feval("rmpath", CharArray.row(folder), nargout=0)


def _suite_of(call: Any, name: str, folder: str = "") -> Tests:
    """The tests of a class, those that a function returns, or the sections of a script."""
    suite = call.session.classes.tests(name)
    if suite is None:
        suite = _of_script(call, name)
    if suite is None:
        suite = call.feval(name)[0]
    if not isinstance(suite, Tests):
        raise call.error(f"'{name}' does not give tests.", "MATLAB:unittest:TestSuite:UnrecognizedSuite")
    groups = {id(t.suite): replace(t.suite, folder=folder) for t in suite.items}
    return Tests([replace(t, suite=groups[id(t.suite)]) for t in suite.items])


def _of_script(call: Any, name: str) -> Tests | None:
    """The tests of a script file; None for names of other kinds."""
    path = call.session.path.find(name)
    if path is None:
        return None
    unit = call.session.file_unit(path, name)
    if unit.program.classes or not unit.program.statements:
        return None
    return script_tests(call, name, path, unit.source.text)


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


TESTS_METHODS = methods(Tests, {
    "run": lambda call, tests, *rest: run_tests(call, tests),
    "selectIf": lambda call, tests, *options: _chosen(call, tests, arg.name_values(options, "selectIf", "procedurename tag name")),
    "horzcat": lambda call, first, *others: first.joined(others),
    "vertcat": lambda call, first, *others: first.joined(others),
})
TEST_RESULTS_METHODS = methods(TestResults, {
    "table": _table,
    "assertSuccess": _assert_success,
    "horzcat": lambda call, first, *others: first.joined(others),
})

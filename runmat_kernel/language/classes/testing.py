"""Class-based tests: the class ``matlab.unittest.TestCase`` and the tests that a class derived from it defines.

Each test runs on an object of its own, a copy of the one that the ``TestClassSetup`` methods were called on.  Qualifications
(``verifyEqual`` ...) report to the ``values.testing.TestCase`` that an object keeps while its test runs.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

from ...base.errors import MatlabError
from ...builtins.registry import builtins
from ...values.containers import CellArray, StructArray
from ...values.convert import class_of, is_text, text_of, to_value
from ...values.functions import FunctionHandle
from ...values.testing import Suite, Test, TestCase, Tests
from .definition import ClassInfo, Method, Property

BASE = "matlab.unittest.TestCase"
_RECORD = "$case"
"""The key under which an object keeps what its qualifications report to."""
_SHARED = "$shared"
"""The key under which it keeps the shared fixtures of its class."""


def methods(table: Any) -> dict[str, Any]:
    """The methods of every test case: the qualifications, ``addTeardown``, ``log``, ``run``."""
    names = TestCase.methods.keys() & builtins().keys()
    return {
        **{name: _reporting(table, name) for name in names},
        "applyFixture": lambda nargout, case, fixture: table.session.calls.call_method(
            TestCase.methods["applyFixture"], "applyFixture", nargout, (_record(case), fixture)
        ),
        "getSharedTestFixtures": lambda nargout, case, *name: _shared(case, *name),
        "run": lambda nargout, case, *wanted: run(table, case, *wanted),
    }


def interactive(table: Any) -> tuple[Any, ...]:
    """``matlab.unittest.TestCase.forInteractiveUse``: a test case whose qualifications tell at once what passed and what failed."""
    case = table.constructors.fresh(table.get(BASE))
    _record(case).interactive = True
    return (case,)


def _record(case: Any) -> TestCase:
    """The receiver of a test case's qualifications."""
    return case.values.setdefault(_RECORD, TestCase(case.cls.name))


def _shared(case: Any, name: Any = None) -> tuple[Any, ...]:
    """The fixtures that the SharedTestFixtures of a class have set up: all in a cell, or the one of a class."""
    fixtures = case.values.get(_SHARED, [])
    if name is not None and len(fixtures := [fixture for fixture in fixtures if class_of(fixture) == text_of(name)]) == 1:
        return (fixtures[0],)
    return (CellArray.of(fixtures, (1, len(fixtures))),)


def _reporting(table: Any, name: str) -> Any:
    def method(nargout: int, case: Any, *arguments: Any) -> tuple[Any, ...]:
        record = _record(case)
        if name == "addTeardown" and arguments:
            function, *rest = arguments
            record.teardowns.append((function, tuple(rest)))
            return ()
        return table.session.calls.call_method(TestCase.methods[name], name, nargout, (record, *arguments))

    return method


def run(table: Any, case: Any, *wanted: Any) -> tuple[Any, ...]:
    """``run(testCase)``: all tests of its class, or those of some names."""
    names = {text_of(name) for name in wanted}
    tests = suite(table, case.cls)
    chosen = Tests([t for t in tests.items if not names or t.name.partition("(")[0] in names])
    return table.session.feval("runtests", (chosen,), 1)


def is_test_class(cls: ClassInfo | None) -> bool:
    return cls is not None and BASE in cls.ancestors


def suite(table: Any, cls: ClassInfo) -> Tests:
    """The tests of a class, in the order of their definition."""
    if cls.abstract:
        raise MatlabError(f"Class '{cls.name}' is abstract and has no tests that can run.", "MATLAB:unittest:TestSuite:AbstractClass")
    tests = []
    for label, once in _choices(table, cls, "TestClassSetup", {}):
        group = Suite(cls.name + label, {
            "setupOnce": _fixture(lambda case, parameters=once: _begin(table, cls, case, parameters)),
            "teardown": _fixture(lambda case: _call(cls, "TestMethodTeardown", case)),
            "teardownOnce": _fixture(lambda case: _call(cls, "TestClassTeardown", case)),
        })  # fmt: skip
        for prefix, each in _choices(table, cls, "TestMethodSetup", once):
            setup = _fixture(lambda case, parameters=each: _each(table, cls, case, parameters))
            for method in _marked(cls, "Test"):
                for title, arguments in _parameters(table, cls, method, each):
                    run_it = _fixture(lambda case, m=method, a=arguments: m.function(0, case.data, *a))
                    tests.append(Test(group, prefix + title, run_it, _tags(method), setup))
    return Tests(tests)


def _choices(table: Any, cls: ClassInfo, mark: str, known: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """Each combination of the parameters of setup methods that are not known yet: how names of tests tell of it, and all values."""
    names = dict.fromkeys(name for method in _marked(cls, mark) for name in method.source.node.parameters[1:] if name not in known)
    values = [[(f"{name}={title}", value) for title, value in _values(table, _parameter(cls, name, mark))] for name in names]
    choices = []
    for combination in itertools.product(*values):
        label = ",".join(title for title, _ in combination)
        chosen = dict(zip(names, (value for _, value in combination), strict=True))
        choices.append((f"[{label}]" if label else "", {**known, **chosen}))
    return choices


def _tags(method: Method) -> tuple[str, ...]:
    """The TestTags of a method's block."""
    tags = method.attributes.get("TestTags", ())
    return (tags,) if isinstance(tags, str) else tuple(tags) if isinstance(tags, tuple) else ()


def _fixture(function: Any) -> FunctionHandle:
    """A handle to a function of the test's record."""

    def target(nargout: int, case: Any) -> tuple[Any, ...]:
        function(case)
        return ()

    return FunctionHandle("fixture", "fixture", target)


def _begin(table: Any, cls: ClassInfo, case: TestCase, parameters: dict[str, Any]) -> None:
    shared = [fixture for text in cls.shared_fixtures for fixture in table.session.feval("eval", (to_value(text),), 1)[0].array.flat]
    for fixture in shared:
        table.session.calls.call_method(TestCase.methods["applyFixture"], "applyFixture", 0, (case, fixture))
    case.data = table.construct(cls, ())
    case.data.values[_SHARED] = shared
    case.data.values[_RECORD] = case
    _call(cls, "TestClassSetup", case, parameters)


def _each(table: Any, cls: ClassInfo, case: TestCase, parameters: dict[str, Any]) -> None:
    case.data = table.copy(case.data)
    case.data.values[_RECORD] = case
    _call(cls, "TestMethodSetup", case, parameters)


def _call(cls: ClassInfo, mark: str, case: TestCase, parameters: dict[str, Any] | None = None) -> None:
    case.data.values[_RECORD] = case
    methods = _marked(cls, mark)
    for method in reversed(methods) if mark.endswith("Teardown") else methods:
        method.function(
            0, case.data, *((parameters or {})[name] for name in method.source.node.parameters[1:] if not mark.endswith("Teardown"))
        )


def _marked(cls: ClassInfo, mark: str) -> list[Method]:
    """Methods of blocks with an attribute, those of superclasses first."""
    methods = [m for m in cls.methods.values() if m.attributes.get(mark)]
    order = [*reversed(cls.ancestors), cls.name]
    return sorted(methods, key=lambda m: order.index(m.owner.name))


def _parameter(cls: ClassInfo, name: str, user: str) -> Property:
    prop = cls.properties.get(name)
    if prop is None or not prop.test_parameter:
        raise MatlabError(f"Method '{user}' takes '{name}', which is no TestParameter property.", "MATLAB:unittest:Parameter:NotFound")
    return prop


def _parameters(table: Any, cls: ClassInfo, method: Method, known: dict[str, Any]) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """The name of each test of a method and its arguments: one test for each combination of its parameters that setup has not chosen."""
    names = method.source.node.parameters[1:]
    own = [name for name in names if name not in known]
    choices = [[(f"{name}={title}", value) for title, value in _values(table, _parameter(cls, name, method.name))] for name in own]
    together = own and method.attributes.get("ParameterCombination") == "sequential"
    for combination in zip(*choices, strict=True) if together else itertools.product(*choices):
        values = {**known, **dict(zip(own, (value for _, value in combination), strict=True))}
        label = ",".join(title for title, _ in combination)
        yield f"{method.name}({label})" if label else method.name, tuple(values[name] for name in names)


def _defined(table: Any, prop: Property) -> Any:
    """The values that a static method of a TestParameterDefinition block gives a parameter; None where there is none."""
    for method in _marked(prop.owner, "TestParameterDefinition"):
        outputs = method.source.node.outputs
        if prop.name in outputs:
            return method.function(len(outputs))[outputs.index(prop.name)]
    return None


def _values(table: Any, prop: Property) -> list[tuple[str, Any]]:
    """Names and values of a parameter: fields of a structure, or elements of a cell (texts name themselves)."""
    values = _defined(table, prop)
    values = table.default_value(prop) if values is None else values
    if type(values) is StructArray:
        return list(values.array.flat[0].items())
    if type(values) is not CellArray:
        raise MatlabError(f"Test parameter '{prop.name}' must be a cell array or a structure.", "MATLAB:unittest:Parameter:InvalidValue")
    items = values.array.ravel(order="F")
    return [(text_of(x) if is_text(x) and text_of(x).isidentifier() else f"value{k + 1}", x) for k, x in enumerate(items)]

"""Objects of function-based tests: tests, the test case that they get, and results."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any

import numpy as np

from ..base.records import record
from .containers import StructArray, object_array
from .convert import as_array
from .indexing import index
from .numerals import DisplayFormat
from .objects import HostObject, property_list
from .tensor import Tensor
from .text import CharArray


@record
class Suite:
    """The functions of a test file: its name, and the handles that run around all tests and around each."""

    name: str
    fixtures: Mapping[str, Any] = field(default_factory=dict)
    folder: str = ""
    """Where its file lies, in a folder that is not on the search path while no tests run."""


@record
class Test:
    """One test function of a suite."""

    suite: Suite
    name: str
    function: Any
    tags: tuple[str, ...] = ()
    setup: Any = None
    """A setup that runs before the test instead of the suite's, where that takes parameters."""

    @property
    def procedure(self) -> str:
        """The name of its function or method, without parameters."""
        return re.sub(r"^\[[^]]*\]", "", self.name).partition("(")[0]


@record
class Result:
    """The result of a test; ``seconds`` is how long it ran."""

    name: str
    passed: bool
    failed: bool
    incomplete: bool
    seconds: float
    details: str = ""


class _Listed(HostObject):
    """An array of records of which one shows its properties."""

    __slots__ = ("dimensions", "items")

    def __init__(self, items: Sequence[Any], dimensions: tuple[int, ...] | None = None) -> None:
        self.items = tuple(items)
        self.dimensions = dimensions or (1, len(self.items))

    @property
    def shape(self) -> tuple[int, ...]:
        return self.dimensions

    def index(self, subscripts: Sequence[Any]) -> Any:
        places = as_array(index(Tensor(np.arange(float(len(self.items))).reshape(self.dimensions, order="F")), tuple(subscripts)))
        return type(self)([self.items[int(k)] for k in places.ravel(order="F")], places.shape)

    def joined(self, others: Sequence[_Listed]) -> Any:
        return type(self)([item for part in (self, *others) for item in part.items])

    def listed_property(self, name: str) -> tuple[Any, ...]:
        return tuple(type(self)([item]).get_property(name) for item in self.items)

    def header(self) -> str | None:
        return None

    def disp_text(self, format: DisplayFormat) -> str:
        title = self.matlab_class.rpartition(".")[2]
        if self.numel == 1:
            return property_list(title, self.properties(), format.style)
        size = "×".join(map(str, self.shape))
        return f"  {size} {title} array with properties:\n\n" + "".join(f"    {name}\n" for name in self.properties())


class Tests(_Listed):
    """``functiontests(...)``: an array of tests."""

    __slots__ = ()
    matlab_class = "matlab.unittest.Test"

    def properties(self) -> Mapping[str, Any]:
        first = self.items[0] if self.items else None
        name = CharArray.row(f"{first.suite.name}/{first.name}") if first else CharArray.row("")
        return {"Name": name, "ProcedureName": CharArray.row(first.procedure if first else ""), "TestClass": Tensor(np.zeros((0, 0)))}


class TestResults(_Listed):
    """``run(tests)``: an array of results."""

    __slots__ = ()
    matlab_class = "matlab.unittest.TestResult"

    def properties(self) -> Mapping[str, Any]:
        if not self.items:
            return dict.fromkeys(("Name", "Passed", "Failed", "Incomplete", "Duration", "Details"), Tensor(np.zeros((0, 0))))
        r = self.items[0]
        details = StructArray.scalar({"DiagnosticRecord": CharArray.row(r.details)})
        return {
            "Name": CharArray.row(r.name), "Passed": r.passed, "Failed": r.failed, "Incomplete": r.incomplete, "Duration": r.seconds,
            "Details": details,
        }  # fmt: skip

    def totals(self) -> str:
        """The lines that end the display."""
        passed, failed, incomplete = (sum(getattr(r, name) for r in self.items) for name in ("passed", "failed", "incomplete"))
        again = " (rerun)" if incomplete else ""
        seconds = sum(r.seconds for r in self.items)
        return f"\nTotals:\n   {passed} Passed, {failed} Failed{again}, {incomplete} Incomplete.\n   {seconds:.5g} seconds testing time.\n"

    def disp_text(self, format: DisplayFormat) -> str:
        return super().disp_text(format) + self.totals()


class TestCase(HostObject):
    """The argument of a test function: ``TestData``, and where qualifications report to (``failures``, ``log``).

    One for interactive use tells what passed too.
    """

    __slots__ = ("data", "failures", "interactive", "log", "name", "on_failure", "teardowns")
    matlab_class = "matlab.unittest.FunctionTestCase"
    superclasses = ("handle", "matlab.unittest.TestCase")
    is_handle = True

    def __init__(self, name: str, data: Any = None, log: Any = None) -> None:
        self.name = name
        self.data: Any = data if data is not None else StructArray(object_array([{}]), ())
        self.failures: list[str] = []
        self.teardowns: list[tuple[Any, tuple[Any, ...]]] = []
        self.on_failure: list[Any] = []
        self.log = log
        self.interactive = False

    def properties(self) -> Mapping[str, Any]:
        return {"TestData": self.data}

    def set_property(self, name: str, value: Any) -> HostObject:
        if name != "TestData":
            return super().set_property(name, value)
        self.data = value
        return self

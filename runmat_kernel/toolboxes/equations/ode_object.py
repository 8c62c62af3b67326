"""ode objects: initial value problems with their solvers, and solutions of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from ...base.errors import MatlabError
from ...values.convert import class_of, is_text, text_of, to_value, word_of
from ...values.functions import FunctionHandle
from ...values.numerals import DisplayFormat
from ...values.objects import HostObject, no_such_member, short_text
from ...values.text import CharArray, StringArray

SOLVERS = ("auto", "stiff", "nonstiff", "ode45", "ode23", "ode113", "ode78", "ode89", "ode15s", "ode23s", "ode23t", "ode23tb", "ode15i")


def _nothing() -> Any:
    return to_value(np.zeros((0, 0)))


class Record(HostObject):
    """A value object with a fixed set of properties; ``words`` are those that take one of some texts."""

    __slots__ = ("values",)
    defaults: ClassVar[Mapping[str, Any]] = {}
    words: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    parts: ClassVar[Mapping[str, str]] = {}

    def __init__(self, values: Mapping[str, Any] | None = None) -> None:
        own = {name: _nothing() if v is None else StringArray.scalar(v) if isinstance(v, str) else v for name, v in self.defaults.items()}
        self.values: dict[str, Any] = {**own, **(values or {})}

    def properties(self) -> Mapping[str, Any]:
        return self.values

    def set_property(self, name: str, value: Any) -> HostObject:
        if name not in self.defaults:
            raise no_such_member(self, name)
        if name in self.words:
            spelled = {word.lower(): word for word in self.words[name]}
            if word_of(value) not in spelled:
                raise MatlabError(f"{name} must be one of: {', '.join(self.words[name])}.", f"MATLAB:{self.matlab_class}:InvalidValue")
            value = StringArray.scalar(spelled[word_of(value)])
        if name in self.parts and class_of(value) not in (self.parts[name], "double"):
            raise MatlabError(f"{name} must be made by {self.parts[name]}.", f"MATLAB:{self.matlab_class}:InvalidValue")
        if name.endswith("Fcn") and not (type(value) is FunctionHandle or is_text(value)):
            raise MatlabError(f"{name} must be a function handle.", f"MATLAB:{self.matlab_class}:InvalidValue")
        return type(self)({**self.values, name: value})

    def word(self, name: str) -> str:
        return text_of(self.values[name])

    def setting(self, name: str) -> Any:
        """A property, or None where it is empty."""
        value = self.values[name]
        return None if getattr(value, "numel", 1) == 0 else value


class OdeEvent(Record):
    __slots__ = ()
    matlab_class = "odeEvent"
    defaults: ClassVar[Mapping[str, Any]] = {"EventFcn": None, "Direction": "both", "Response": "proceed", "CallbackFcn": None}
    words: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "Direction": ("both", "ascending", "descending"),
        "Response": ("proceed", "stop", "callback"),
    }


class OdeMassMatrix(Record):
    __slots__ = ()
    matlab_class = "odeMassMatrix"
    defaults: ClassVar[Mapping[str, Any]] = {"MassMatrix": None, "Singular": "maybe", "StateDependence": "weak", "SparsityPattern": None}
    words: ClassVar[Mapping[str, tuple[str, ...]]] = {"Singular": ("maybe", "no", "yes"), "StateDependence": ("weak", "none", "strong")}


class OdeJacobian(Record):
    __slots__ = ()
    matlab_class = "odeJacobian"
    defaults: ClassVar[Mapping[str, Any]] = {"Jacobian": None, "SparsityPattern": None}


_WORDS = ("EquationType", "Solver", "SelectedSolver")
"""Properties that are shown without quotation marks."""
_SOLVING = ("AbsoluteTolerance", "RelativeTolerance", "Solver", "SelectedSolver")
_ALWAYS = ("ODEFcn", "InitialTime", "InitialValue")


class OdeProblem(Record):
    """``ode``: the problem and its options."""

    __slots__ = ()
    matlab_class = "ode"
    defaults: ClassVar[Mapping[str, Any]] = {
        "ODEFcn": None, "Parameters": None, "InitialTime": 0.0, "InitialValue": None, "InitialSlope": None, "Jacobian": None,
        "MassMatrix": None, "EventDefinition": None, "NonNegativeVariables": None, "EquationType": "standard",
        "AbsoluteTolerance": 1e-6, "RelativeTolerance": 1e-3, "Solver": "auto",
    }  # fmt: skip
    words: ClassVar[Mapping[str, tuple[str, ...]]] = {"Solver": SOLVERS, "EquationType": ("standard", "fullyimplicit")}
    parts: ClassVar[Mapping[str, str]] = {"EventDefinition": "odeEvent"}

    def properties(self) -> Mapping[str, Any]:
        return {**self.values, "SelectedSolver": StringArray.scalar(self.selected())}

    def set_property(self, name: str, value: Any) -> HostObject:
        if name == "SelectedSolver":
            raise MatlabError(
                "Unable to set the 'SelectedSolver' property of class 'ode' because it is read-only.", "MATLAB:class:SetProhibited"
            )
        return super().set_property(name, value)

    def selected(self) -> str:
        """The solver for the properties of the problem; ode objects may still switch where the problem proves to be stiff."""
        word = self.word("Solver")
        if word not in ("auto", "stiff", "nonstiff"):
            return word
        if self.word("EquationType") == "fullyimplicit":
            return "ode15i"
        is_stiff = word == "stiff" or self.setting("Jacobian") is not None or self.setting("MassMatrix") is not None
        return "ode15s" if is_stiff and word != "nonstiff" else "ode45"

    def disp_text(self, format: DisplayFormat) -> str:
        """The properties of the problem and its solver that are set; empty ones are left out."""
        values = self.properties()
        problem = [n for n in values if n not in _SOLVING and (n in _ALWAYS or n == "EquationType" or self.setting(n) is not None)]
        lines = ["  ode with properties:"]
        for title, names in (("Problem definition", problem), ("Solver properties", _SOLVING)):
            lines += ["", f"   {title}"]
            for name in names:
                value = values[name]
                lines.append(f"{name.rjust(21)}: {text_of(value) if name in _WORDS else short_text(value, format.style)}")
        return "\n".join([*lines, "", "  Show all properties", ""])


class OdeResults(HostObject):
    """The solution of an ``ode`` object."""

    __slots__ = ("values",)
    matlab_class = "ODEResults"

    def __init__(self, values: Mapping[str, Any]) -> None:
        self.values = dict(values)

    def properties(self) -> Mapping[str, Any]:
        return self.values


def plain(text: str) -> CharArray:
    return CharArray.row(text)

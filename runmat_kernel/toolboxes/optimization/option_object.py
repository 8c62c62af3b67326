"""Options of a solver as optimoptions gives them: an object that knows which of them were set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins.spec import Stored
from ...values.containers import StructArray
from ...values.convert import class_of, is_text, numel_of, text_of, to_value
from ...values.equality import equal
from ...values.numerals import DisplayFormat
from ...values.objects import HostObject, short_text
from .algorithms import ALGORITHMS
from .options import DEFAULTS, NEW_NAMES, OLD_NAMES

_LEVELS = ("off", "none", "iter", "iter-detailed", "notify", "notify-detailed", "final", "final-detailed")


class SolverOptions(HostObject):
    """``given`` are the options that were set, by their names of today; all others follow from the solver and its algorithm.

    Options of optimset that have no other name today are kept beside them, and not shown.
    """

    __slots__ = ("given", "solver")
    superclasses = ("optim.options.MultiAlgorithm", "optim.options.SolverOptions")

    def __init__(self, solver: str, values: Mapping[str, Any]) -> None:
        self.solver, self.given = solver, dict(values)

    @property
    def matlab_class(self) -> str:  # type: ignore[override]
        return f"optim.options.{self.solver.capitalize()}"

    @property
    def algorithm(self) -> str:
        """The algorithm that these options choose."""
        return text_of(self.given["Algorithm"]) if "Algorithm" in self.given else next(iter(ALGORITHMS[self.solver]))

    def properties(self) -> Mapping[str, Any]:
        """All options that some algorithm of the solver uses, in alphabetical order."""
        usual = self._usual()
        return {name: self.given[name] if name in self.given else usual[name] for name in sorted(usual, key=str.lower)}

    def _usual(self) -> dict[str, Any]:
        defaults: dict[str, Any] = {}
        for _, own in ALGORITHMS[self.solver].values():
            defaults.update(own)
        defaults.update(DEFAULTS[self.solver])
        defaults.update(ALGORITHMS[self.solver][self.algorithm][1])
        defaults["Algorithm"] = self.algorithm
        return {name: to_value(np.zeros((0, 0)) if isinstance(value, list) else value) for name, value in defaults.items()}

    def option(self, name: str, *, exact: bool = False) -> list[str]:
        """The options that a name means: itself in any case (as it is spelled, where ``exact``), or those that an old name stands for."""
        known = self._usual()
        if name in known:
            return [name]
        names = [] if exact else [n for n in known if n.lower() == name.lower()]
        return names or [n for n in NEW_NAMES.get(name.lower(), ()) if n in known][: 1 if exact else None]

    def get_property(self, name: str) -> Any:
        option = self.option(name, exact=True)
        if not option and name in self.given:
            return self.given[name]
        return self.properties()[option[0]] if option else super().get_property(name)

    def set_property(self, name: str, value: Any) -> HostObject:
        option = self.option(name, exact=True)
        if not option:
            raise MatlabError(f"Unrecognized property '{name}' for class '{self.matlab_class}'.", "MATLAB:noPublicFieldForClass")
        return SolverOptions(self.solver, {**self.given, **{n: checked(self.solver, n, value) for n in self.option(name)}})

    def reset(self, names: list[str]) -> SolverOptions:
        """The options with some of them at their defaults again."""
        gone = set()
        for name in names:
            option = self.option(name)
            if not option:
                raise not_an_option(name, self.solver)
            gone.update(option)
        return SolverOptions(self.solver, {name: value for name, value in self.given.items() if name not in gone})

    def as_struct(self) -> StructArray:
        """All options as a structure."""
        return StructArray.scalar(dict(self.properties()))

    def as_optimset(self) -> StructArray:
        """The options that were set, by the names that optimset knows."""
        return StructArray.scalar({OLD_NAMES.get(name.lower(), name): value for name, value in self.given.items()})

    def equals(self, other: Any, *, nan_equal: bool = False) -> bool:
        if type(other) is not SolverOptions or other.solver != self.solver:
            return False
        return equal(self.as_struct(), other.as_struct(), nan_equal=nan_equal)

    def disp_text(self, format: DisplayFormat) -> str:
        algorithm, values = self.algorithm, self.properties()
        used = ALGORITHMS[self.solver][algorithm][0]
        set_names = [name for name in sorted(self.given, key=str.lower) if name in used]
        others = [name for name in used if name not in set_names]
        alike = [f"'{name}'" for name in sorted(ALGORITHMS[self.solver]) if name != algorithm]
        width = max(map(len, used)) + 4
        rows = lambda names: [f"{n.rjust(width)}: {short_text(values[n], format.style)}" for n in names]  # noqa: E731
        lines = [
            f"  {self.solver} options:", "",
            f"   Options used by current Algorithm ('{algorithm}'):", f"   (Other available algorithms: {', '.join(alike)})", "",
            "   Set properties:", *(rows(set_names) or ["     No options set."]), "",
            "   Default properties:", *rows(others),
        ]  # fmt: skip
        return "\n".join(line for line in lines if line or not format.compact) + "\n"


def not_an_option(name: str, solver: str) -> MatlabError:
    """MATLAB's error for a name that no option of a solver has."""
    listed = f"A list of options can be found on the {solver.upper()} documentation page."
    return MatlabError(f"'{name}' is not an option for {solver.upper()}.\n{listed}", "optim:options:InvalidOptionName")


def checked(solver: str, name: str, value: Any) -> Any:
    """A value for an option in the form that it is kept in; MATLAB's error for one that the option cannot have."""
    if name == "Algorithm":
        known = sorted(ALGORITHMS[solver])
        word = text_of(value) if is_text(value) else ""
        match = next((k for k in known if k == word.lower()), None)
        if match is None:
            raise _invalid(name, "must be " + ", ".join(f"'{k}'" for k in known[:-1]) + f", or '{known[-1]}'")
        return to_value(match)
    if name == "Display":
        word = text_of(value).lower() if is_text(value) else ""
        if word not in _LEVELS:
            raise _invalid(name, "must be " + ", ".join(f"'{k}'" for k in _LEVELS[:-1]) + f", or '{_LEVELS[-1]}'")
        return to_value(word)
    if name.startswith(("Specify", "Check")) or name in ("UseParallel", "HonorBounds", "EnableFeasibilityMode"):
        if is_text(value) and text_of(value).lower() in ("on", "off"):
            return text_of(value).lower() == "on"
        if class_of(value) not in ("logical", "double", "single") or numel_of(value) != 1:
            raise _invalid(name, "must be a logical scalar")
        return bool(value) if isinstance(value, bool | float) else value
    if name.endswith("Tolerance") and not (is_text(value) or (class_of(value) in ("double", "single") and numel_of(value) == 1)):
        raise _invalid(name, "must be a real positive scalar")
    if name.startswith("Max") and not (is_text(value) or numel_of(value) == 1):
        raise _invalid(name, "must be a real scalar")
    return value


def _invalid(name: str, what: str) -> MatlabError:
    return MatlabError(f"Invalid value for OPTION parameter {name}:\n{name} {what}.", "optim:options:checkfield:InvalidValue")


def set_options(old: SolverOptions, changes: Mapping[str, Any], others: Sequence[str]) -> SolverOptions:
    """Options with some of them set, named as today or as optimset names them; ``others`` are the names that are only known there."""
    values, known = dict(old.given), {name.lower(): name for name in others}
    for name, value in changes.items():
        option = old.option(name)
        if option:
            values.update({n: checked(old.solver, n, value) for n in option})
        elif name.lower() in known:
            values[known[name.lower()]] = value
        else:
            raise not_an_option(name, old.solver)
    return SolverOptions(old.solver, values)


def applicable(solver: str, old: Mapping[str, Any], others: Sequence[str]) -> SolverOptions:
    """Those of some options that a solver has too; an algorithm that is not its own is left out."""
    options = SolverOptions(solver, {})
    for name, value in old.items():
        if name == "Algorithm" and not (is_text(value) and text_of(value).lower() in ALGORITHMS[solver]):
            continue
        if options.option(name) or name in others:
            options = set_options(options, {name: value}, others)
    return options


STORED = (Stored(SolverOptions),)

"""Reports of the searches for zeros and minima: a table of steps, output functions, and the reason why they ended."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...values.containers import CellArray
from ...values.convert import is_text, text_of, to_value
from ...values.functions import FunctionHandle

_LEVELS = {"off": 0, "none": 0, "notify": 1, "notify-detailed": 1, "final": 2, "final-detailed": 2, "iter": 3, "iter-detailed": 3}


class Stopped(Exception):
    """An output function returned true."""


class Progress:
    """The ``Display`` level and the ``OutputFcn`` of a search.

    ``level`` is 0 (silent) to 3 (every step); ``row`` prints at level 3, ``tell`` a message from a level on.
    """

    def __init__(self, call: Any, options: dict[str, Any], parameters: tuple[Any, ...] = ()) -> None:
        self.call, self.parameters = call, parameters
        self.last: tuple[Any, Any] = (np.nan, np.nan)
        shown = options.get("display")
        self.level = _LEVELS.get(text_of(shown).lower(), 1) if shown is not None and is_text(shown) else 1
        plots = [f for f in _functions(options.get("plotfcns")) if not _is_stock_plot(f)]
        self.functions = _functions(options.get("outputfcn")) + plots

    def row(self, text: str) -> None:
        if self.level >= 3:
            self.call.write(text + "\n")

    def tell(self, text: str, least: int) -> None:
        """A closing message after an empty line, as ``disp`` prints them."""
        if self.level >= least:
            self.call.write(f" \n{text}\n")

    def seen(self, x: Any, state: str, **values: Any) -> None:
        """Show a state ('init', 'iter' or 'done') to the output functions.

        Raises Stopped where one wants the end; ``last`` is then the point and its value.
        """
        if not self.functions:
            return
        self.last = (x, values.get("fval"))
        fields = {name: v if is_text(v) else to_value(v) for name, v in values.items()}
        answers = [self.call.feval(f, to_value(x), to_value(fields), to_value(state), *self.parameters)[0] for f in self.functions]
        if state != "done" and any(bool(arg.flat(w).any()) for w in answers):
            raise Stopped


def _functions(value: Any) -> list[Any]:
    if value is None:
        return []
    items = list(value.array.ravel(order="F")) if type(value) is CellArray else [value]
    return [f for f in items if type(f) is FunctionHandle or is_text(f)]


def _is_stock_plot(function: Any) -> bool:
    """The plot functions that MATLAB brings, which only draw: pictures come at the end of a cell, not step by step."""
    name = text_of(function) if is_text(function) else function.text
    return name.lstrip("@").startswith("optimplot")


def info(iterations: int, evaluations: int, algorithm: str, message: str) -> dict[str, Any]:
    """The ``output`` structure of a search."""
    return {"iterations": float(iterations), "funcCount": float(evaluations), "algorithm": algorithm, "message": message}


def limit_message(what: str, option: str, value: float) -> str:
    """Why a search ended at its limit of steps or of evaluations."""
    lines = f"Exiting: Maximum number of {what} has been exceeded", f"- increase {option} option.", f"Current function value: {value:f} \n"
    return "\n         ".join(lines)


STOPPED_BY_USER = "Optimization terminated prematurely by user."


def count_limit(options: dict[str, Any], name: str, default: float, variables: int = 1) -> float:
    """A limit that may be a number, or a text such as '200*numberofvariables'."""
    value = options.get(name)
    if value is None:
        return default
    if is_text(value):
        factor = text_of(value).lower().replace(" ", "").removesuffix("*numberofvariables")
        return float(factor) * variables if factor.replace(".", "", 1).isdigit() else default
    return arg.scalar(value)


def number(options: dict[str, Any], name: str, default: float) -> float:
    """A numeric option, or its default."""
    value = options.get(name)
    return default if value is None or is_text(value) else arg.scalar(value)


def checks_values(options: dict[str, Any]) -> bool:
    value = options.get("funvalcheck")
    return value is not None and is_text(value) and text_of(value).lower() == "on"


def checked(value: complex, where: Any, name: str) -> float:
    """A function value under ``FunValCheck``: complex ones and NaN are errors."""
    at = f"{where:g}" if np.ndim(where) == 0 else "x"
    if isinstance(value, complex) and value.imag:
        raise MatlabError(f"User function returned a complex value when evaluated at {at}.", f"MATLAB:{name}:checkfun:ComplexFval")
    if np.isnan(value.real):
        raise MatlabError(f"User function returned NaN when evaluated at {at}.", f"MATLAB:{name}:checkfun:NaNFval")
    return float(value.real)

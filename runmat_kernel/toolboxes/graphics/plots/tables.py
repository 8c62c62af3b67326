"""Plots of variables of tables: ``plot(tbl, x, y)`` draws the variables by their names and labels the axes with them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ....base.errors import MatlabError
from ....builtins.spec import methods
from ....figures.arguments import line_spec
from ....figures.handles import Handle
from ....values import CellArray, CharArray, StringArray, Tensor
from ....values.convert import is_text, text_of
from ....values.tables.table import Table
from ....values.tables.timetable import Timetable
from ...tables import methods as table_methods  # noqa: F401  gives the classes their other methods, before these
from ..composing import composed

_PLOTS = (
    "plot",
    "loglog",
    "semilogx",
    "semilogy",
    "scatter",
    "swarmchart",
    "polarplot",
    "polarscatter",
    "plot3",
    "scatter3",
    "bubblechart",
)
_OF_THREE = ("plot3", "scatter3", "bubblechart")


def _variables(table: Table, rest: list[Any], most: int) -> list[list[str]]:
    """The names of the variables that the first arguments choose, taken off them."""
    columns = []
    while rest and len(columns) < most:
        item = rest[0]
        if is_text(item) and type(item) is not CellArray and type(item) is not StringArray and text_of(item) not in table.columns:
            if columns and (len(rest) > 1 or line_spec(text_of(item)) is not None):
                break
            table.column(text_of(item))  # the error for a variable that is not there
        names = table.chosen_names(rest.pop(0))
        if not names:
            raise MatlabError("There must be a variable to plot.", "MATLAB:table:UnrecognizedVarName")
        columns.append(names)
    return columns


def _drawn(name: str) -> Callable[..., Any]:
    def method(call: Any, *arguments: Any) -> Any:
        at = next(k for k, item in enumerate(arguments) if isinstance(item, Table))
        if at and isinstance(arguments[0], Handle):
            call.session.figures.select_axes(arguments[0].node)
        table, rest = arguments[at], list(arguments[at + 1 :])
        chosen = _variables(table, rest, 3 if name in _OF_THREE else 2)
        alone = len(chosen) == 1 and name in _PLOTS[:4]
        if len(chosen) < (3 if name in _OF_THREE else 2) and not alone:
            raise call.error("Not enough input arguments.", "MATLAB:minrhs")
        lead = [table.times] if alone and isinstance(table, Timetable) else []
        colours = [k for k, item in enumerate(rest[:-1]) if is_text(item) and text_of(item).lower() == "colorvariable"]
        shade = table.column(table.chosen_names(rest[colours[0] + 1])[0]) if colours else None
        if colours:
            del rest[colours[0] : colours[0] + 2]
        middle = [Tensor(np.zeros((0, 0))), shade] if shade is not None and name != "bubblechart" else [] if shade is None else [shade]
        with composed(call) as plot:
            for k in range(max(map(len, chosen))):
                names = [group[min(k, len(group) - 1)] for group in chosen]
                plot.draw(name, *lead, *(table.column(n) for n in names), *middle, *rest)
                for node in plot.handles[-1].nodes.flat:
                    node.values["DisplayName"] = CharArray.row(names[-1] if name not in _OF_THREE else names[1])
            for axis, group in zip("y" if alone else "xyz", chosen, strict=False):
                if len(group) == 1 and not name.startswith("polar") and not (axis == "z" and name == "bubblechart"):
                    plot.label(f"{axis}label", group[0], "Interpreter", "none")
            if lead:
                plot.label("xlabel", table.about.dimensions[0], "Interpreter", "none")
            return plot.result()

    return method


PLOTS_OF_TABLES = methods(Table, {name: _drawn(name) for name in _PLOTS})

"""Tables, times and categorical arrays in JSON."""

from __future__ import annotations

from typing import Any

from ...builtins.spec import methods
from ...values.objects import HostObject
from ...values.tables.table import Table
from ...values.times.categorical import Categorical
from ...values.times.times import Datetime, Duration


def _check(call: Any, options: tuple[Any, ...]) -> None:
    """The object to encode comes first: one among the options would be asked for its method again and again."""
    if any(isinstance(option, HostObject) for option in options):
        raise call.error("The parameter name must be a character vector or a string scalar.", "MATLAB:invalidType")


def _as_json(call, table, *options):
    """A table in JSON is a list of its rows."""
    _check(call, options)
    return call.feval("jsonencode", call.feval("table2struct", table)[0], *options)[0]


def _texts_as_json(call, value, *options):
    """Times and categorical arrays in JSON are their texts."""
    _check(call, options)
    return call.feval("jsonencode", call.feval("cellstr" if value.numel != 1 else "char", value)[0], *options)[0]


TABLE_AS_JSON = methods(Table, {"jsonencode": _as_json})
TEXTS_AS_JSON = tuple(methods(kind, {"jsonencode": _texts_as_json}) for kind in (Categorical, Datetime, Duration))

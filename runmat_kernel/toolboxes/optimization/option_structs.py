"""Structures of options: optimset, odeset and their kin, and what a solver reads from them."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...values.containers import StructArray
from ...values.convert import text_of, to_value
from .option_object import SolverOptions

_EMPTY = np.zeros((0, 0))


def option_fields(value: Any) -> arg.Options:
    """The set fields of an options struct by name in lower case; those of optimoptions by the names of optimset."""
    value = value.as_optimset() if isinstance(value, SolverOptions) else value
    if type(value) is not StructArray or value.numel == 0:
        return arg.Options()
    return arg.Options((k.lower(), v) for k, v in value.array.flat[0].items() if not arg.is_empty_matrix(v))


def chosen_option(options: Any, name: Any, default: Any) -> Any:
    """One option, the default where it is not set, ``[]`` where there is none either."""
    value = option_fields(options).get(text_of(name).lower())
    return value if value is not None else (_EMPTY if default is None else default)


def options_struct(names: tuple[str, ...], arguments: tuple[Any, ...], function: str) -> StructArray:
    """``odeset`` and ``optimset``: old structs first (or ``[]`` for none), then name-value pairs; names may be shortened."""
    fields: dict[str, Any] = {name: to_value(_EMPTY) for name in names}
    rest = list(arguments)
    while rest and (type(rest[0]) is StructArray or arg.is_empty_matrix(rest[0])):
        old = rest.pop(0)
        for key, value in old.array.flat[0].items() if type(old) is StructArray and old.numel else ():
            if not arg.is_empty_matrix(value) or key not in fields:
                fields[key] = value
    if len(rest) % 2:
        raise MatlabError("Arguments must occur in name-value pairs.", f"MATLAB:{function}:ArgNameValueMismatch")
    for i in range(0, len(rest), 2):
        word = text_of(rest[i], "property name")
        matches = [n for n in fields if n.lower() == word.lower()] or [n for n in fields if n.lower().startswith(word.lower())]
        if not matches:
            raise MatlabError(f"Unrecognized property name '{word}'.", f"MATLAB:{function}:InvalidPropName")
        fields[matches[0]] = rest[i + 1]
    return StructArray.scalar(fields)

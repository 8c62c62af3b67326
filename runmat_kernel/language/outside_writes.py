"""Variables that other code may set or clear while a piece of code runs: by ``assignin``, ``evalin``, callbacks, handles of ``eval``.

Code that others may write into is *open*: it is lowered without any fact about its variables, so that each read sees what is there.
A loop of a cell is open where it may call code of the program.  Functions are open from the moment that some text of the session could
write into the code that calls it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from ..base.errors import MatlabError
from ..builtins.registry import builtins, stating
from ..builtins.spec import Effect
from ..values.containers import CellArray, StructArray
from ..values.sparse.matrix import Sparse
from ..values.tensor import Tensor
from ..values.text import CharArray, StringArray
from .calls import FunctionTable
from .scope import Usage

OPEN = "$open"
"""A global of open code."""
_DATA = frozenset((float, bool, complex, Tensor, CharArray, StringArray, Sparse))
_MOST_LOOKED_AT = 1 << 16
_NAMES = "(eval|evalc|load|clear|clearvars|run)"
_WRITES = re.compile(rf"\b(assignin|evalin)\b|@\s*{_NAMES}\b|['\"]{_NAMES}['\"]")


def writes_outside(text: str) -> bool:
    """Whether a text may set or clear variables of the code that calls it."""
    return _WRITES.search(text) is not None


def is_open_loop(usage: Usage, variables: dict[str, Any], session: Any, functions: FunctionTable) -> bool:
    """Whether a loop of a cell may call code that sets or clears its variables: anything but builtins that only compute."""
    for name in usage.mentioned | usage.functions:
        if name in variables:
            if _holds_code(variables[name]):
                return True
        elif name not in usage.assigned and not _only_computes(name, session, functions):
            return True
    return False


def unresolved(names: Iterable[str], functions: FunctionTable) -> set[str]:
    """The names that mean no function now, and so may become variables."""
    return {name for name in names if name not in functions.own and not _is_function(name, functions)}


def _is_function(name: str, functions: FunctionTable) -> bool:
    try:
        return functions.lookup(name) is not None
    except MatlabError:  # a file with a mistake
        return True


def _only_computes(name: str, session: Any, functions: FunctionTable) -> bool:
    return name in builtins() and name not in stating(Effect.CODE) and functions.lookup(name) is session.calls.builtin(name)


def _holds_code(value: Any) -> bool:
    """Whether a value is or holds a handle or an object, or is too large to tell."""
    if type(value) in _DATA:
        return False
    waiting, count = [value], 0
    while waiting:
        item = waiting.pop()
        if type(item) is CellArray:
            contents = item.array.ravel(order="F").tolist()
        elif type(item) is StructArray:
            contents = [field for element in item.array.ravel(order="F").tolist() for field in element.values()]
        else:
            return True
        count += len(contents)
        if count > _MOST_LOOKED_AT:
            return True
        if not _DATA.issuperset(map(type, contents)):
            waiting += [inner for inner in contents if type(inner) not in _DATA]
    return False

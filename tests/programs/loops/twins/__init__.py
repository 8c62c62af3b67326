"""The programs' results computed in another way, by hand, with NumPy and SciPy: one function for each program, named as its file.

A twin takes the program's ``given`` values and returns what variables must hold: arrays of their MATLAB shape, or scalars.
Entries that begin with ``$`` say how to compare: ``$absolute`` (name -> absolute tolerance), ``$period`` (name -> length of a circle
on which the variable lives), ``$text`` (what the program prints).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import algebra, dynamics, endings, fields, filters, finance, maps

_CHAPTERS = (algebra, dynamics, endings, fields, filters, finance, maps)


def twin(name: str) -> Callable[..., dict[str, Any]]:
    """The twin of a program; LookupError where there is none."""
    for chapter in _CHAPTERS:
        found = getattr(chapter, name, None)
        if found is not None:
            return found
    raise LookupError(name)

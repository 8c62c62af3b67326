"""Runs a program on several roads and compares all its variables: class, shape, and values within a tolerance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from runmat_kernel.session import Session
from runmat_kernel.values.convert import as_array, class_of, shape_of

ROADS = {
    "eager": {"provider": "host", "fusion": False},
    "host": {"provider": "host", "fusion": True, "defer_elements": 1},
    "gpu": {"provider": "gpu", "fusion": True, "defer_elements": 1},
}
RELATIVE = {"double": 1e-9, "single": 2e-4}


class Roads:
    """A session for each road, reused from program to program."""

    def __init__(self, names: Sequence[str]) -> None:
        self.sessions = {name: Session(**ROADS[name]) for name in names}

    def disagreement(self, text: str, names: Sequence[str]) -> str | None:
        """Run the program on every road; the first difference in words, None when all agree."""
        results = {}
        for road, session in self.sessions.items():
            session.run("clear all")
            outcome = session.run(text)
            error = outcome.error.identifier if outcome.error else None
            if outcome.error and "nternal" in outcome.error.message:
                return f"{road}: {outcome.error.message}"
            failed = [r.reason for r in outcome.report.refusals if r.code == "device error"]
            if failed:
                return f"{road}: {failed[0]}"
            values = session.workspace_values
            results[road] = (error, {n: values[n] for n in names if n in values})
        reference, *others = results
        for road in others:
            found = _difference(results[reference], results[road])
            if found:
                return f"{reference} against {road}: {found}"
        return None


def _difference(reference: tuple, other: tuple) -> str | None:
    if reference[0] != other[0]:
        return f"error {reference[0]} against {other[0]}"
    for name, a in reference[1].items():
        if name not in other[1]:
            return f"{name} is missing"
        found = difference(name, a, other[1][name])
        if found:
            return found
    return None


def difference(name: str, a: Any, b: Any) -> str | None:
    """How two values of a variable differ, in words: class, size, or the first element beyond the tolerance; None where they agree."""
    if class_of(a) != class_of(b):
        return f"class of {name}: {class_of(a)} against {class_of(b)}"
    if shape_of(a) != shape_of(b):
        return f"size of {name}: {shape_of(a)} against {shape_of(b)}"
    x, y = as_array(a), as_array(b)
    if x.dtype.kind != y.dtype.kind:
        return f"{name} is {x.dtype} against {y.dtype}"
    tolerance = RELATIVE.get(class_of(a), 0.0)
    scale = max(1.0, float(np.max(np.abs(x[np.isfinite(x)]), initial=0.0))) if tolerance else 0.0
    close = np.isclose(x, y, rtol=tolerance, atol=tolerance * min(scale, 1e6), equal_nan=True)
    if not close.all():
        at = int(np.flatnonzero(~close.ravel(order="F"))[0])
        return f"{name}({at + 1}): {x.ravel(order='F')[at]!r} against {y.ravel(order='F')[at]!r}"
    return None


def shrink(lines: list[str], names: Sequence[str], roads: Roads) -> list[str]:
    """Leave out statements as long as the roads still disagree."""
    changed = True
    while changed:
        changed = False
        for i in range(len(lines)):
            shorter = lines[:i] + lines[i + 1 :]
            found = roads.disagreement("\n".join(shorter), names)
            if found and "missing" not in found:
                lines, changed = shorter, True
                break
    return lines

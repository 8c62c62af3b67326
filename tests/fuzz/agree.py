"""Runs a program with several strategies and compares all its variables: class, shape, and values.

Values that differ by more than a few ulp are compared with how far the reference moves when its inexact operations are off by
what they may be off (``sensitivity``): the difference may be a few times as large, element by element.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from runmat_kernel.base.errors import InternalError
from runmat_kernel.session import Session
from runmat_kernel.values.convert import as_array, class_of, shape_of

from .cells import CELL
from .sensitivity import noisy

STRATEGIES = {
    "eager": {"provider": "host", "fusion": False},
    "host": {"provider": "host", "fusion": True, "defer_elements": 1, "loop_elements": 1, "loop_work": 1, "compile_work": 1 << 60},
    "compiled": {"provider": "host", "fusion": True, "defer_elements": 1, "loop_elements": 1, "loop_work": 1, "compile_work": 1},
    "gpu": {"provider": "gpu", "fusion": True, "defer_elements": 1, "loop_elements": 1, "loop_work": 1},
    # As users have it: small arrays are computed at once, and meet large ones that wait.
    "host default": {"provider": "host"},
    "gpu default": {"provider": "gpu"},
}
NEAR = 8.0
"""Ulp of an element's own class by which it may always differ."""
RUNS = 6
"""Runs of the eager strategy with moved results."""
MOST_RUNS = 24
"""Runs where fewer do not explain a difference: one element of a thousand beside a step may need them."""
FACTOR = 4.0
"""How many times as far as in those runs a value may move: they are few, and need not have met the worst case."""
TAIL = 64.0
"""The same where runs move a value by its own size and more: it was divided by what is zero but for rounding, and such quotients are
spread far more widely than rounding is."""
Results = tuple[str | None, dict[str, Any]]


class Strategies:
    """A session for each strategy, reused from program to program."""

    def __init__(self, names: Sequence[str]) -> None:
        self.sessions = {name: Session(**STRATEGIES[name], strict=True) for name in names}
        # Short strategies for small arrays do not pass the functions that are made inexact.
        self.moving = Session(**STRATEGIES["eager"], defer_elements=1)

    def disagreement(self, text: str, names: Sequence[str]) -> str | None:
        """Run the program with every strategy; the first difference in words, None when all agree."""
        results = {}
        for strategy, session in self.sessions.items():
            fault, results[strategy] = self._run(session, text, names)
            if fault:
                return f"{strategy}: {fault}"
        reference, *others = results
        moved: list[Results] = []
        for strategy in others:
            found = difference(results[reference], results[strategy], moved)
            while found and len(moved) < MOST_RUNS:
                moved += self._moved(text, names, len(moved), RUNS if not moved else MOST_RUNS - len(moved))
                found = difference(results[reference], results[strategy], moved)
            if found:
                return f"{reference} against {strategy}: {found}"
        return None

    def _run(self, session: Session, text: str, names: Sequence[str]) -> tuple[str | None, Results]:
        """What broke on the way, and the error identifier and variables that came out."""
        session.run("clear all")
        for cell in text.split(f"\n{CELL}\n"):
            try:
                outcome = session.run(cell)
            except InternalError as error:
                return f"{error} {error.__cause__!r}", (None, {})
            if outcome.error:
                break
        failed = [r.reason for r in outcome.report.refusals if r.code == "device error"]
        values = session.workspace_values
        error = outcome.error.identifier if outcome.error else None
        return (failed[0] if failed else None), (error, {n: values[n] for n in names if n in values})

    def _moved(self, text: str, names: Sequence[str], first: int, count: int) -> list[Results]:
        """The results of runs in which every inexact operation is off by what it may be."""
        found = []
        for seed in range(first, first + count):
            with noisy(seed):
                found.append(self._run(self.moving, text, names)[1])
        return found


def difference(reference: Results, other: Results, moved: Sequence[Results]) -> str | None:
    """The first difference in words; what also the ``moved`` runs show is none."""
    if reference[0] != other[0]:
        return None if other[0] in {m[0] for m in moved} else f"error {reference[0]} against {other[0]}"
    for name, a in reference[1].items():
        if name not in other[1]:
            return f"{name} is missing"
        b = other[1][name]
        if class_of(a) != class_of(b):
            return f"class of {name}: {class_of(a)} against {class_of(b)}"
        if shape_of(a) != shape_of(b):
            return f"size of {name}: {shape_of(a)} against {shape_of(b)}"
        x, y = as_array(a), as_array(b)
        near = [as_array(m[1][name]) for m in moved if name in m[1]]
        near = [z for z in near if z.shape == x.shape]
        # An imaginary part that is nothing but rounding may be zero with one strategy: then the numbers are compared.
        floats = x.dtype.kind in "fc" and y.dtype.kind in "fc" and bool(near)
        if x.dtype.kind != y.dtype.kind and not floats and not any(z.dtype.kind == y.dtype.kind for z in near):
            return f"{name} is {x.dtype} against {y.dtype}"
        far = too_far(x, y, near)
        if far.any():
            at = int(np.flatnonzero(far.ravel(order="F"))[0])
            return f"{name}({at + 1}): {x.ravel(order='F')[at]!r} against {y.ravel(order='F')[at]!r}"
    return None


def too_far(x: np.ndarray, y: np.ndarray, near: Sequence[np.ndarray]) -> np.ndarray:
    """Which elements differ by more than is allowed, given what the moved runs found for them."""
    if x.dtype.kind == "c" or y.dtype.kind == "c":
        real, imag = ([part(z) for z in near] for part in (np.real, np.imag))
        # a component may move as far as the number: a product mixes them
        # (fmax: beside a part that is NaN the other one is still a number)
        size = np.fmax(np.abs(np.real(x)), np.abs(np.imag(x)))
        reach = np.maximum(_reach(np.real(x), real), _reach(np.imag(x), imag)) + _near(size)
        return _beyond(np.real(x), np.real(y), reach) | _beyond(np.imag(x), np.imag(y), reach)
    exact = x.dtype.kind != "f"
    x, y, near = (x.astype(float), y.astype(float), [z.astype(float) for z in near]) if exact else (x, y, near)
    with np.errstate(all="ignore"):
        return _beyond(x, y, _reach(x, near) + (0.0 if exact else _near(np.abs(x))))


def _near(size: np.ndarray) -> np.ndarray:
    """What elements as large as these may always differ by; infinite ones by nothing more than their reach."""
    return np.where(np.isfinite(size), NEAR * np.spacing(size), 0.0)


def _reach(x: np.ndarray, near: Sequence[np.ndarray]) -> np.ndarray:
    """How far each element may move; infinite where moved runs turn it from finite to not, or back."""
    reach = np.zeros(x.shape)
    with np.errstate(all="ignore"):
        for z in near:
            z = np.real(z)
            same = (x == z) | (np.isnan(x) & np.isnan(z))
            step = np.abs(z.astype(float) - x.astype(float))
            factor = np.where(step > np.abs(x), TAIL, FACTOR)
            reach = np.maximum(reach, np.where(same, 0.0, np.where(np.isfinite(step), factor * step, np.inf)))
    return reach


def _beyond(x: np.ndarray, y: np.ndarray, reach: np.ndarray) -> np.ndarray:
    with np.errstate(all="ignore"):
        same = (x == y) | (np.isnan(x) & np.isnan(y))
        distance = np.abs(x.astype(float) - y.astype(float))
        # written so that a distance that is NaN, one of them being NaN or infinite, is beyond all but an infinite reach
        return ~(same | (distance <= reach) | (reach == np.inf))


def shrink(lines: list[str], names: Sequence[str], strategies: Strategies, assemble: Callable[[list[str]], str] = "\n".join) -> list[str]:
    """Leave out statements, and runs of them that are whole blocks, as long as the strategies still disagree."""
    changed = True
    while changed:
        changed = False
        for i, k in ((i, i + length) for length in range(1, 7) for i in range(len(lines) - length + 1)):
            shorter = lines[:i] + lines[k:]
            found = strategies.disagreement(assemble(shorter), names)
            if found and "missing" not in found:
                lines, changed = shorter, True
                break
    return lines

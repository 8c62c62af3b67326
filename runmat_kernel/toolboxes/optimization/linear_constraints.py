"""Constraints of the solvers: bounds, linear ones as rows and right-hand sides, and a function of nonlinear ones."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...values.convert import numel_of, to_value
from .options import forward_differences


def linear_constraints(call: Any, matrix: Any, bound: Any, equal: bool) -> tuple[np.ndarray, np.ndarray] | None:
    """The rows that bound something, and their right-hand sides; None where there are none."""
    if matrix is None or arg.is_empty_matrix(matrix):
        return None
    rows, b = rows_of(matrix, bound)
    if np.iscomplexobj(rows) or np.iscomplexobj(b):
        raise call.error("Linear constraints must be real.", f"optim:{call.name}:ComplexConstraints")
    bounding = ~np.isposinf(b) | equal
    return (rows[bounding].astype(np.float64), b[bounding].astype(np.float64)) if bounding.any() else None


def rows_of(matrix: Any, bound: Any) -> tuple[np.ndarray, np.ndarray]:
    """A constraint's matrix and its bounds, one for each row."""
    rows, b = arg.matrix(matrix), arg.flat(bound if bound is not None else to_value(np.empty((0, 0))))
    if len(rows) != len(b):
        raise MatlabError(
            "The number of rows of a matrix of constraints must be the same as the number of elements of its bounds.",
            "optim:InvalidConstraints",
        )
    return rows, b


def bounds_of(lower: Any, upper: Any, n: int) -> Any:
    """Bounds of n unknowns for scipy; a single number bounds them all."""
    from scipy.optimize import Bounds

    low = np.full(n, -np.inf) if lower is None or arg.is_empty_matrix(lower) else arg.flat(lower)
    high = np.full(n, np.inf) if upper is None or arg.is_empty_matrix(upper) else arg.flat(upper)
    return Bounds(_each(low, n, -np.inf), _each(high, n, np.inf))


def _each(values: np.ndarray, n: int, free: float) -> np.ndarray:
    """A bound for each unknown: unknowns behind the last one given are free."""
    if values.size == 1:
        return np.full(n, float(values[0]))
    return np.concatenate([values.astype(np.float64), np.full(max(n - values.size, 0), free)])[:n]


class Conditions:
    """The constraints of a problem: linear ones as rows and right-hand sides, and a function of nonlinear ones."""

    def __init__(self, call: Any, nonlcon: Any, objective: Any, has_gradients: bool) -> None:
        self.call, self.objective, self.has_gradients = call, objective, has_gradients
        self.nonlcon = nonlcon if nonlcon is not None and not arg.is_empty_matrix(nonlcon) else None
        self.linear: tuple[Any, Any] = ((), ())
        self.kept: tuple[bytes, list[Any]] = (b"", [])

    def read(self, below: Any, equal: Any) -> None:
        self.linear = (below, equal)

    def _nonlinear(self, x: np.ndarray) -> list[Any]:
        """c, ceq and, where the program gives them, their slopes by rows."""
        if self.nonlcon is None:
            return [np.zeros(0), np.zeros(0), np.zeros((0, len(x))), np.zeros((0, len(x)))]
        if self.kept[0] != x.tobytes():
            outputs = self.call.feval(self.nonlcon, self.objective.shaped(x), nargout=4 if self.has_gradients else 2)
            values = [arg.flat(v).real.astype(np.float64) for v in outputs[:2]]
            slopes = [arg.matrix(v).astype(np.float64).T if numel_of(v) else np.zeros((0, len(x))) for v in outputs[2:4]]
            self.kept = x.tobytes(), [*values, *(slopes or [None, None])]
        return self.kept[1]

    def _slopes(self, x: np.ndarray, k: int) -> np.ndarray:
        outputs = self._nonlinear(x)
        if outputs[2 + k] is not None:
            return outputs[2 + k]
        return forward_differences(lambda y: self._nonlinear(y)[k], x, outputs[k], self.objective.upper).reshape(len(outputs[k]), len(x))

    def for_scipy(self) -> list[Any]:
        out: list[Any] = []
        for (rows, right), kind in zip([p or (None, None) for p in self.linear], ("ineq", "eq"), strict=True):
            if rows is not None:
                out.append({"type": kind, "fun": lambda x, m=rows, r=right: r - m @ x, "jac": lambda x, m=rows: -m})
        if self.nonlcon is not None:
            for k, kind in enumerate(("ineq", "eq")):
                out.append({"type": kind, "fun": lambda x, k=k: -self._nonlinear(x)[k], "jac": lambda x, k=k: -self._slopes(x, k)})
        return out

    def violation(self, x: np.ndarray, bounds: Any) -> float:
        """By how much the worst constraint is missed."""
        c, ceq = self._nonlinear(x)[:2]
        parts = [bounds.lb - x, x - bounds.ub, c, np.abs(ceq)]
        for index, pair in enumerate(self.linear):
            if pair:
                miss = pair[0] @ x - pair[1]
                parts.append(np.abs(miss) if index else miss)
        return float(max(0.0, *(np.max(p, initial=0.0) for p in parts)))

    def multipliers(self, x: np.ndarray, slope: np.ndarray, bounds: Any) -> tuple[dict[str, Any], float]:
        """Lagrange multipliers of what holds x, found by least squares, and what is left of the slope beside them."""
        from scipy.optimize import nnls

        n, near = len(x), 1e-5
        c = self._nonlinear(x)[0]
        below, equal = (p or (np.zeros((0, n)), np.zeros(0)) for p in self.linear)
        tight = lambda gap, scale: gap > -near * (1 + np.abs(scale))  # noqa: E731
        rows = {
            "lower": (-np.eye(n), tight(bounds.lb - x, x)), "upper": (np.eye(n), tight(x - bounds.ub, x)),
            "ineqlin": (below[0], tight(below[0] @ x - below[1], below[1])), "ineqnonlin": (self._slopes(x, 0), tight(c, 1.0)),
        }  # fmt: skip
        free = {"eqlin": equal[0], "eqnonlin": self._slopes(x, 1)}
        table = [m[multiplier] for m, multiplier in rows.values()] + [sign * m for m in free.values() for sign in (1.0, -1.0)]
        columns = np.concatenate(table).T
        try:
            weights = nnls(columns, -slope)[0] if columns.shape[1] else np.zeros(0)
        except RuntimeError:
            weights = np.linalg.lstsq(columns, -slope, rcond=None)[0]
        left = float(np.abs(slope + columns @ weights).max(initial=0)) if columns.shape[1] else float(np.abs(slope).max(initial=0))
        out, at = {}, 0
        for name, (_, multiplier) in rows.items():
            full, count = np.zeros(len(multiplier)), int(multiplier.sum())
            full[multiplier] = weights[at : at + count]
            out[name], at = full, at + count
        for name, m in free.items():
            out[name] = weights[at : at + len(m)] - weights[at + len(m) : at + 2 * len(m)]
            at += 2 * len(m)
        order = ("eqlin", "eqnonlin", "ineqlin", "lower", "upper", "ineqnonlin")
        return {name: out[name].reshape(-1, 1) for name in order}, left

"""Parabolic and elliptic equations in one space variable: pdepe and pdeval."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.spec import ErrorCase, Example, builtin
from ...values.convert import to_value
from ..optimization.option_structs import option_fields
from .implicit_steps import Integrator, difference_jacobian


class _Discretized:
    """``c u_t = x^-m (x^m f)_x + s`` on a mesh: balances over the cells around its points, with fluxes at midpoints.

    Unknowns are ordered point by point.  ``residual`` is ``M(t, u) u' - r(t, u)``; rows of boundary conditions without flux hold
    the condition itself, which makes the system differential-algebraic.
    """

    def __init__(
        self, call: Any, symmetry: int, equation: Any, boundary: Any, mesh: np.ndarray, count: int, extra: tuple[Any, ...]
    ) -> None:
        self.call, self.equation, self.boundary, self.extra = call, equation, boundary, extra
        self.mesh, self.count = mesh, count
        self.middle = (mesh[:-1] + mesh[1:]) / 2
        power = symmetry + 1
        self.area, self.ends = self.middle**symmetry, (mesh[0] ** symmetry, mesh[-1] ** symmetry)
        self.left = (self.middle**power - mesh[:-1] ** power) / power  # the half of each interval that belongs to its left point
        self.right = (mesh[1:] ** power - self.middle**power) / power
        self.singular = symmetry > 0 and mesh[0] == 0

    def residual(self, t: float, flat: np.ndarray, slope: np.ndarray) -> np.ndarray:
        u = flat.reshape(len(self.mesh), self.count)
        mass, balance = np.zeros_like(u), np.zeros_like(u)
        for k, x in enumerate(self.middle):
            gradient = (u[k + 1] - u[k]) / (self.mesh[k + 1] - self.mesh[k])
            c, f, s = self._terms(x, t, (u[k] + u[k + 1]) / 2, gradient)
            mass[k] += c * self.left[k]
            mass[k + 1] += c * self.right[k]
            balance[k] += self.area[k] * f + s * self.left[k]
            balance[k + 1] += s * self.right[k] - self.area[k] * f
        self._at_ends(t, u, mass, balance)
        return mass.ravel() * slope - balance.ravel()

    def _terms(self, x: float, t: float, u: np.ndarray, gradient: np.ndarray) -> list[np.ndarray]:
        outputs = self.call.feval(self.equation, float(x), float(t), _column(u), _column(gradient), *self.extra, nargout=3)
        terms = [arg.flat(v) for v in outputs]
        if any(v.size != self.count for v in terms):
            raise MatlabError(
                "Unexpected output of PDEFUN. For this problem PDEFUN must return three column vectors of length "
                f"{self.count}.", "MATLAB:pdepe:UnexpectedOutputPDEFUN"
            )  # fmt: skip
        return terms

    def _at_ends(self, t: float, u: np.ndarray, mass: np.ndarray, balance: np.ndarray) -> None:
        outputs = self.call.feval(
            self.boundary, float(self.mesh[0]), _column(u[0]), float(self.mesh[-1]), _column(u[-1]), float(t), *self.extra, nargout=4
        )
        values = [arg.flat(v) for v in outputs]
        if any(v.size != self.count for v in values):
            raise MatlabError(
                "Unexpected output of BCFUN. For this problem BCFUN must return four column vectors of length "
                f"{self.count}.", "MATLAB:pdepe:UnexpectedOutputBCFUN"
            )  # fmt: skip
        for row, p, q, side in ((0, *values[:2], 1.0), (-1, *values[2:], -1.0)):
            if row == 0 and self.singular:  # nothing flows through the centre
                continue
            fixed = q == 0
            flux = np.where(fixed, 0.0, -p / np.where(fixed, 1.0, q)) * self.ends[row]
            balance[row] -= side * flux
            mass[row][fixed], balance[row][fixed] = 0.0, p[fixed]

    def jacobian(self) -> Any:
        """By differences: every third point moves at once, since equations depend on neighbours only."""
        n, count = len(self.mesh), self.count
        groups = [np.arange(start, n, 3) * count + k for start in range(min(3, n)) for k in range(count)]
        rows = [np.arange(max(0, j // count - 1) * count, min(n, j // count + 2) * count) for j in range(n * count)]
        return difference_jacobian(self.residual, groups, rows)


def _column(values: np.ndarray) -> Any:
    return to_value(values.reshape(-1, 1).copy())


def _mesh(call: Any, value: Any, name: str, least: int) -> np.ndarray:
    points = arg.flat(value).astype(np.float64)
    if points.size < least or not (np.diff(points) > 0).all():
        raise call.error(f"The entries of {name} must be strictly increasing, and at least {least}.", f"MATLAB:pdepe:Invalid{name}")
    return points


@builtin(
    "pdepe", "sol = pdepe(m, pdefun, icfun, bcfun, xmesh, tspan)", "sol = pdepe(m, pdefun, icfun, bcfun, xmesh, tspan, options)", "sol = pdepe(..., options, p1, ...)",
    summary="Parabolic and elliptic partial differential equations in one space variable.",
    examples=(
        Example(
            "u = pdepe(0,@(x,t,u,d) deal(pi^2,d,0),@(x) sin(pi*x),@(a,u,b,v,t) deal(u,0,pi*exp(-t),1),linspace(0,1,21),linspace(0,1,3));"
            " max(abs(u(3,:)-exp(-1)*sin(pi*linspace(0,1,21)))) < 2e-3", "true"),
        Example("u = pdepe(1,@(r,t,u,d) deal(1,d,0),@(r) 1,@(a,u,b,v,t) deal(0,1,v-1,0),linspace(0,1,11),[0 1 2]); size(u)", "[3 11]"),
    ),
    errors=(ErrorCase("pdepe(3,@sin,@sin,@sin,[0 1 2],[0 1 2])", "MATLAB:pdepe:InvalidM"),),
)  # fmt: skip
def pdepe(call, symmetry, equation, initial, boundary, xmesh, tspan, options=None, *extra):
    m = arg.scalar(symmetry)
    if m not in (0.0, 1.0, 2.0):
        raise call.error("M must be 0, 1 or 2.", "MATLAB:pdepe:InvalidM")
    mesh, times = _mesh(call, xmesh, "XMESH", 3), _mesh(call, tspan, "TSPAN", 3)
    if m and mesh[0] < 0:
        raise call.error("If M > 0, the left end of XMESH must not be negative.", "MATLAB:pdepe:NegXMESHwithPosM")
    start = np.stack([arg.flat(call.feval(initial, float(x), *extra)[0]).astype(np.float64) for x in mesh])
    problem = _Discretized(call, int(m), equation, boundary, mesh, start.shape[1], extra)
    chosen = option_fields(options)
    relative = arg.scalar(chosen.get("reltol", 1e-3))
    absolute = chosen.read("abstol", arg.flat, np.array([1e-6]))
    stepper = Integrator(
        problem.residual, problem.jacobian(), relative, np.tile(absolute, len(mesh)) if absolute.size > 1 else float(absolute[0])
    )
    span = times[-1] - times[0]
    with np.errstate(all="ignore"):
        begin = stepper.consistent(times[0], start.ravel(), np.zeros(start.size), span)
        if begin is None:
            raise call.error(
                "Spatial discretization has failed. Discretization supports only parabolic and elliptic equations, "
                "with flux term involving spatial derivative.", "MATLAB:pdepe:SpatialDiscretizationFailed")  # fmt: skip
        first = chosen.number("initialstep", None)
        longest = chosen.number("maxstep", span / 10)
        steps = stepper.run(times[0], *begin, times[-1], first, longest)
    inside = times <= steps.t[-1]
    if steps.status < 0:
        call.warning(f"Time integration has failed. Solution is available at requested time points up to t={times[inside][-1]:e}.",
                     "MATLAB:pdepe:TimeIntegrationFailed")  # fmt: skip
    states = steps.sol(times[inside]).T.reshape(int(inside.sum()), len(mesh), start.shape[1])
    states[0] = begin[0].reshape(states[0].shape)
    return to_value(np.asfortranarray(states))


@builtin(
    "pdeval", "[uout, duoutdx] = pdeval(m, xmesh, ui, xout)", summary="Solution of pdepe and its slope between the points of the mesh.",
    examples=(Example("[u,d] = pdeval(0,[0 1 2],[0 1 4],[0.5 1.5])", "{[0.5 2.5],[1 3]}"),),
)  # fmt: skip
def pdeval(call, symmetry, xmesh, values, xout):
    mesh, u, points = _mesh(call, xmesh, "XMESH", 2), arg.flat(values), arg.floating(xout)
    if u.size != mesh.size:
        raise call.error("UI must have one value for each point of the mesh.", "MATLAB:pdeval:MismatchXmeshUI")
    if ((points < mesh[0]) | (points > mesh[-1])).any():
        raise call.error("XOUT must lie in the interval of the mesh.", "MATLAB:pdeval:XoutOutsideXmesh")
    place = np.clip(np.searchsorted(mesh, points, side="right") - 1, 0, mesh.size - 2)
    slope = np.diff(u)[place] / np.diff(mesh)[place]
    return u[place] + (points - mesh[place]) * slope, slope

"""Ordinary differential equations: ode45 and its family, odeset, odeget, deval."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.spec import Builtin, ErrorCase, Example, Fact, builtin
from ...values.containers import CellArray, StructArray
from ...values.convert import is_text, text_of, to_value
from ...values.functions import FunctionHandle
from ..optimization.option_structs import chosen_option, option_fields, options_struct
from .events import event_functions, listed
from .ode_output import watched
from .step_control import held_at_zero, stepper

_OPTIONS = (
    "AbsTol", "BDF", "Events", "InitialStep", "Jacobian", "JConstant", "JPattern", "Mass", "MassSingular", "MaxOrder", "MaxStep", "MinStep",
    "NonNegative", "NormControl", "OutputFcn", "OutputSel", "Refine", "RelTol", "Stats", "Vectorized", "MStateDependence", "MvPattern", "InitialSlope",
)  # fmt: skip
_EMPTY = np.zeros((0, 0))


@builtin(
    "odeset",
    "options = odeset(Name, Value, ...)",
    "options = odeset(oldopts, ...)",
    "options = odeset",
    summary="Options of the ODE solvers.",
    examples=(
        Example("getfield(odeset('RelTol',1e-6),'RelTol')", "1e-6"),
        Example("getfield(odeset([],odeset('AbsTol',2)),'AbsTol')", "2"),
    ),
    errors=(ErrorCase("odeset('foo',1)", "MATLAB:odeset:InvalidPropName"),),
    facts=Fact.SPARSE,
)
def odeset(call: Any, *arguments: Any) -> Any:
    return options_struct(_OPTIONS, arguments, "odeset")


@builtin(
    "odeget",
    "v = odeget(options, name)",
    "v = odeget(options, name, default)",
    summary="One option of the ODE solvers.",
    examples=(Example("odeget(odeset('RelTol',1e-6),'RelTol')", "1e-6"), Example("odeget(odeset,'AbsTol',5)", "5")),
)
def odeget(call: Any, options: Any, name: Any, default: Any = None) -> Any:
    return chosen_option(options, name, default)


class _Complex(Exception):
    """Raised where slopes are complex and the state is real."""


class Problem:
    """A right-hand side with its options: mass matrix, events, parameters passed on."""

    def __init__(self, call: Any, function: Any, parameters: tuple[Any, ...], options: dict[str, Any]) -> None:
        self.call, self.function, self.parameters = call, function, parameters
        mass = options.get("mass")
        self.mass = mass if type(mass) is FunctionHandle else arg.matrix(mass) if mass is not None else None
        self.evaluations = 0
        self.size = 0

    def slope(self, t: float, y: np.ndarray) -> np.ndarray:
        self.evaluations += 1
        out = self.right_side(t, y)
        out = out if self.mass is None else np.linalg.solve(self.mass_at(t, y), out)
        if np.iscomplexobj(out) and not np.iscomplexobj(y):
            raise _Complex
        return out

    def right_side(self, t: float, y: np.ndarray) -> np.ndarray:
        out = arg.floating(self.call.feval(self.function, float(t), to_value(y.reshape(-1, 1)), *self.parameters)[0]).ravel(order="F")
        if len(out) != len(y):
            name = self.function.text if type(self.function) is FunctionHandle else text_of(self.function)
            raise MatlabError(
                f"{name} returns a vector of length {len(out)}, but the length of initial conditions vector is {len(y)}. "
                f"The vector returned by {name} and the initial conditions vector must have the same number of elements.",
                "MATLAB:odearguments:SizeIC",
            )
        return out

    def mass_at(self, t: float, y: np.ndarray) -> np.ndarray:
        mass = self.mass
        if type(mass) is FunctionHandle:
            mass = arg.matrix(self.call.feval(mass, float(t), *((to_value(y.reshape(-1, 1)),) if mass.nargin_declared == 2 else ()))[0])
        return mass

    def residual(self, t: float, y: np.ndarray, slope: np.ndarray) -> np.ndarray:
        """``M(t, y) y' - f(t, y)``."""
        self.evaluations += 1
        return self.mass_at(t, y) @ slope - self.right_side(t, y)


def _jacobian(call: Any, options: dict[str, Any], parameters: tuple[Any, ...]) -> Any:
    jacobian = options.get("jacobian")
    if jacobian is None:
        return None
    if type(jacobian) is FunctionHandle:
        return lambda t, y: arg.matrix(call.feval(jacobian, float(t), to_value(y.reshape(-1, 1)), *parameters)[0])
    return arg.matrix(jacobian)


def _solve(call: Any, name: str, method: str, refine: int, arguments: tuple[Any, ...]) -> Any:
    """Integrate; the outputs that ``nargout`` asks for.  Real initial values are complex from the start where slopes ever are."""
    y0 = arg.flat(arguments[2]) if len(arguments) > 2 else np.zeros(0)
    try:
        return _integrated(call, name, method, refine, arguments, y0)
    except _Complex:
        return _integrated(call, name, method, refine, arguments, y0.astype(np.complex128))


def _integrated(call: Any, name: str, method: str, refine: int, arguments: tuple[Any, ...], y0: np.ndarray) -> Any:
    from scipy.integrate import solve_ivp

    if len(arguments) < 3:
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
    function, span = arguments[:2]
    options = option_fields(arguments[3] if len(arguments) > 3 else None)
    times = _checked_times(call, name, span)
    problem = Problem(call, function, arguments[4:], options)
    events = event_functions(call, options.get("events"), problem.parameters, float(times[0]), y0)
    if method == "Radau" and np.iscomplexobj(y0):  # SciPy's Radau is for real states
        method = "BDF"
    if name in _CONSTRAINED and problem.mass is not None and _is_singular(problem.mass_at(float(times[0]), y0)):
        return implicit_outputs(call, name, problem, problem.residual, times, y0, np.zeros(len(y0)), options, refine)
    nonnegative = np.isin(np.arange(len(y0)), arg.flat(options["nonnegative"]).astype(int) - 1) if "nonnegative" in options else None
    if nonnegative is not None and (y0[nonnegative].real < 0).any():
        raise call.error("Nonnegativity constraint violated at initial time", "MATLAB:odenonnegative:NonnegativityViolatedAtT0")
    chosen, keywords = _steps(call, method, problem, options, abs(times[1] - times[0]), nonnegative)
    slope = problem.slope if nonnegative is None or chosen is not method else held_at_zero(problem.slope, nonnegative)
    with np.errstate(all="ignore"):
        solution = solve_ivp(
            slope, (times[0], times[-1]), y0.astype(np.result_type(y0, np.float64)), chosen, dense_output=True, events=events or None, **keywords
        )  # fmt: skip
    if nonnegative is not None:  # polynomials between the steps may be negative where the steps are not
        solution.y, between = _lifted(solution.y, nonnegative), solution.sol
        solution.sol = lambda t: _lifted(between(t), nonnegative)
    if solution.status < 0:
        _warn_of_failure(call, name, solution.t[-1])
    if _is_on(options.get("stats")):
        steps, failed, evaluations = _statistics(name, solution, problem)
        call.write(f"{steps} successful steps\n{failed} failed attempts\n{evaluations} function evaluations\n")
    return _outputs(
        call,
        name,
        solution,
        times,
        options.integer("refine", refine),
        bool(events),
        problem,
        function,
        options,
    )


def _checked_times(call: Any, name: str, span: Any) -> np.ndarray:
    """The times of ``tspan``: at least two, which increase or decrease."""
    times = arg.flat(span).astype(np.float64)
    if np.isnan(times).any() or (len(times) > 2 and not ((steps := np.diff(times)) > 0).all() and not (steps < 0).all()):
        raise call.error("The entries in tspan must strictly increase or decrease.", "MATLAB:odearguments:TspanNotMonotonic")
    if len(times) < 2:
        raise MatlabError("The last entry in tspan must be different from the first entry.", f"MATLAB:{name}:tspan")
    return times


def _steps(
    call: Any, method: str, problem: Problem, options: dict[str, Any], span: float, nonnegative: np.ndarray | None
) -> tuple[Any, dict[str, Any]]:
    """The method for ``solve_ivp`` and its options: tolerances and steps.  ``nonnegative`` is the mask of components that must not become negative."""
    absolute = options.read("abstol", arg.flat, np.array([1e-6]))
    keywords: dict[str, Any] = {
        "rtol": max(arg.scalar(options.get("reltol", 1e-3)), 3e-14),
        "atol": absolute if absolute.size > 1 else float(absolute[0]),
    }
    if method in ("BDF", "Radau"):
        keywords["jac"] = _jacobian(call, options, problem.parameters)
    for own, option in (("max_step", "maxstep"), ("first_step", "initialstep")):
        if option in options:
            keywords[own] = arg.scalar(options[option])
    if method not in ("RK45", "RK23"):
        return method, keywords
    extra = {} if nonnegative is None else {"nonnegative": nonnegative}
    return stepper(method), {**keywords, "span": span, "norm_control": _is_on(options.get("normcontrol")), **extra}


def _lifted(y: np.ndarray, nonnegative: np.ndarray) -> np.ndarray:
    """States with negative values of some components raised to zero."""
    return np.where(nonnegative.reshape(-1, *([1] * (y.ndim - 1))), np.maximum(y, 0), y)


_CONSTRAINED = ("ode15s", "ode23t")
"""Solvers that take singular mass matrices: differential equations with algebraic ones among them."""


def _is_singular(mass: np.ndarray) -> bool:
    return bool(np.linalg.matrix_rank(mass) < len(mass))


def implicit_outputs(
    call: Any,
    name: str,
    problem: Problem,
    residual: Any,
    times: np.ndarray,
    y: np.ndarray,
    slope: np.ndarray,
    options: dict[str, Any],
    refine: int = 1,
) -> Any:
    """Integrate ``residual(t, y, y') = 0`` from consistent initial values near those given; the outputs that ``nargout`` asks for."""
    from .implicit_steps import Integrator, difference_jacobian

    absolute = arg.flat(options["abstol"]) if "abstol" in options else np.array([1e-6])
    stepper = Integrator(
        residual,
        difference_jacobian(residual),
        arg.scalar(options.get("reltol", 1e-3)),
        absolute if absolute.size > 1 else float(absolute[0]),
    )
    span = times[-1] - times[0]
    seen = (y, slope) if name == "ode15i" else (y,)
    events = event_functions(call, options.get("events"), problem.parameters, float(times[0]), *seen)
    with np.errstate(all="ignore"):
        begin = (y, slope) if name == "ode15i" else stepper.consistent(times[0], y, slope, span)
        if begin is None:
            raise call.error("Need a better guess y0 for consistent initial conditions.", f"MATLAB:{name}:NeedBetterY0")
        first = arg.scalar(options["initialstep"]) if "initialstep" in options else None
        longest = arg.scalar(options["maxstep"]) if "maxstep" in options else abs(span) / 10
        steps = stepper.run(times[0], *begin, times[-1], first, longest, events)
    if steps.status < 0:
        _warn_of_failure(call, name, steps.t[-1])
    points = refine if "refine" not in options else arg.integer(options["refine"])
    return _outputs(call, name, steps, times, points, bool(events), problem, problem.function, options)


def _warn_of_failure(call: Any, name: str, t: float) -> None:
    call.warning(
        f"Failure at t={t:.6e}. Unable to meet integration tolerances without reducing the step size below the smallest value allowed at time t.",
        f"MATLAB:{name}:IntegrationTolNotMet",
    )


def _statistics(name: str, solution: Any, problem: Problem) -> tuple[int, int, int]:
    """Steps, failed attempts (where each costs a known number of evaluations) and evaluations."""
    steps, evaluations = len(solution.t) - 1, problem.evaluations
    each = {"ode45": 6, "ode23": 3}.get(name)
    return steps, max(0, round((evaluations - 1) / each) - steps) if each else 0, evaluations


def _is_on(value: Any) -> bool:
    return value is not None and (text_of(value).lower() == "on" if is_text(value) else bool(arg.scalar(value)))


def _outputs(
    call: Any,
    name: str,
    solution: Any,
    times: np.ndarray,
    refine: int,
    has_events: bool,
    problem: Problem,
    function: Any,
    options: dict[str, Any],
) -> Any:
    t, y = _shown_points(solution, times, refine)
    if "outputfcn" in options:
        stop = watched(call, options, t, y, refine if len(times) == 2 else 1)
        t, y = t[:stop], y[:stop]
    events = listed(solution.t_events, solution.y_events, len(solution.y)) if has_events else ()
    if call.nargout == 1:
        inputs = {
            "odefun": function,
            "options": {n: options[n.lower()] for n in _OPTIONS if n.lower() in options},
            "varargin": list(problem.parameters),
        }
        return _solution_struct(name, solution, inputs, events, _statistics(name, solution, problem))
    if call.nargout == 0:
        if "outputfcn" not in options:
            call.feval("plot", to_value(t.reshape(-1, 1)), to_value(y), to_value("-o"), nargout=0)
        return None
    return (t.reshape(-1, 1), y, *events) if events else (t.reshape(-1, 1), y, _EMPTY, _EMPTY, _EMPTY)


def _shown_points(solution: Any, times: np.ndarray, refine: int) -> tuple[np.ndarray, np.ndarray]:
    """Times and states (rows) of the result: at the times asked for, or at all steps and ``refine`` - 1 points between two of them."""
    end = solution.t[-1]
    if len(times) == 2 and refine <= 1:
        return solution.t, solution.y.T
    if len(times) == 2:
        between = (np.linspace(a, b, refine + 1)[1:] for a, b in pairwise(solution.t))
        t = np.concatenate([solution.t[:1], *between])
    else:
        t = times[times <= end if times[-1] > times[0] else times >= end]
        if solution.status == 1 and (not len(t) or t[-1] != end):
            t = np.append(t, end)
    return t, solution.sol(t).T if len(t) else np.zeros((0, len(solution.y)))


def _solution_struct(
    name: str, solution: Any, inputs: dict[str, Any], events: tuple[Any, ...], statistics: tuple[int, int, int]
) -> StructArray:
    """The solution structure for deval and odextend: inputs, steps, states and values between them; events as columns."""
    fields: dict[str, Any] = {"solver": name, "extdata": inputs, "x": solution.t.reshape(1, -1), "y": solution.y}
    if events:
        moments, states, index = events
        fields.update(xe=moments.reshape(1, -1), ye=states.T, ie=index.reshape(1, -1))
    fields["stats"] = dict(zip(("nsteps", "nfailed", "nfevals"), map(float, statistics), strict=True))
    return to_value({**fields, "idata": {"dense": _dense(solution)}})


def _dense(solution: Any) -> np.ndarray:
    """Values at four inner points of every step: the polynomial through them replaces the solver's interpolant."""
    inner = [solution.sol(a + (b - a) * np.array([0.2, 0.4, 0.6, 0.8])) for a, b in zip(solution.t[:-1], solution.t[1:], strict=True)]
    return np.stack(inner, axis=2) if inner else np.zeros((len(solution.y), 4, 0))


@builtin(
    "deval",
    "y = deval(sol, x)",
    "y = deval(x, sol)",
    "[y, yp] = deval(sol, x, idx)",
    summary="Solution of a differential equation at given points.",
    examples=(Example("sol = ode45(@(t,y) -y,[0 1],1); abs(deval(sol,0.5)-exp(-0.5))<1e-3", "true"),),
)
def deval(call: Any, solution: Any, x: Any, index: Any = None) -> Any:
    if type(solution) is not StructArray:
        solution, x = x, solution
    fields = solution.array.flat[0] if type(solution) is StructArray and solution.numel == 1 else {}
    if not {"x", "y", "idata"} <= set(fields):
        raise call.error(
            "The solution must be a structure returned by a solver of differential equations.", "MATLAB:deval:SolNotFromDiffEqSolver"
        )
    t, y, points = arg.flat(fields["x"]), arg.matrix(fields["y"]), arg.flat(x)
    if points.size and (points.min() < min(t[0], t[-1]) or points.max() > max(t[0], t[-1])):
        raise MatlabError(
            "Attempting to evaluate the solution outside the interval where it is defined.", "MATLAB:deval:SolOutsideInterval"
        )
    dense = arg.floating(fields["idata"].array.flat[0]["dense"])
    result, slopes = _between_steps(t, y, dense.reshape(dense.shape[0], 4, -1, order="F"), points)
    rows = slice(None) if index is None else arg.flat(index).astype(int) - 1
    return result[rows], slopes[rows]


def _between_steps(t: np.ndarray, y: np.ndarray, dense: np.ndarray, points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Values and slopes at points, by a polynomial through six values of each step."""
    sign = 1.0 if t[-1] >= t[0] else -1.0
    place = np.clip(np.searchsorted(sign * t, sign * points, side="right") - 1, 0, len(t) - 2)
    s = (points - t[place]) / (t[place + 1] - t[place])
    values = np.concatenate([y[:, None, :-1], dense, y[:, None, 1:]], axis=1)
    inverse = np.linalg.inv(np.vander(np.array([0.0, 0.2, 0.4, 0.6, 0.8, 1.0]), 6))
    coefficients = np.einsum("jk,ikn->ijn", inverse, values)[:, :, place]
    result = (coefficients * np.vander(s, 6).T[None]).sum(axis=1)
    slope_powers = np.stack([(5 - k) * s ** (4 - k) for k in range(5)])
    return result, (coefficients[:, :5] * slope_powers[None]).sum(axis=1) / (t[place + 1] - t[place])


def _solver(name: str, method: str, refine: int, summary: str) -> Builtin:
    def function(call: Any, *arguments: Any) -> Any:
        if is_text(arguments[0]):
            arguments = (FunctionHandle(text_of(arguments[0]), text_of(arguments[0])), *arguments[1:])
        if type(arguments[0]) is CellArray:
            raise MatlabError("The first argument must be a function handle.", f"MATLAB:{name}:inputNotHandle")
        return _solve(call, name, method, refine, arguments)

    usage = (
        f"[t, y] = {name}(odefun, tspan, y0)",
        f"[t, y, te, ye, ie] = {name}(odefun, tspan, y0, options, p1, ...)",
        f"sol = {name}(...)",
    )
    examples = (
        Example(f"[t,y] = {name}(@(t,y) -y,[0 0.5 1],1); abs(y(end)-exp(-1))<0.01", "true"),
        Example(f"[t,y] = {name}(@(t,y) [y(2);-y(1)],[0 1 2],[1 0]); size(y)", "[3 2]"),
    )
    return Builtin(name, usage, summary, function, examples=examples)


SOLVERS = (
    _solver("ode45", "RK45", 4, "Solves nonstiff differential equations, Runge-Kutta (4,5)."),
    _solver("ode23", "RK23", 1, "Solves nonstiff differential equations, Runge-Kutta (2,3)."),
    _solver("ode113", "DOP853", 1, "Solves nonstiff differential equations with high accuracy."),
    _solver("ode78", "DOP853", 8, "Solves nonstiff differential equations with high accuracy."),
    _solver("ode89", "DOP853", 8, "Solves nonstiff differential equations with high accuracy."),
    _solver("ode15s", "BDF", 1, "Solves stiff differential equations by backward differentiation."),
    _solver("ode23s", "Radau", 1, "Solves stiff differential equations by an implicit Runge-Kutta method."),
    _solver("ode23t", "Radau", 1, "Solves stiff differential equations by an implicit Runge-Kutta method."),
    _solver("ode23tb", "Radau", 1, "Solves stiff differential equations by an implicit Runge-Kutta method."),
)

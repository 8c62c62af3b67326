"""Boundary value problems of ordinary differential equations by collocation: bvp4c, bvp5c, bvpinit, bvpset, bvpget."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.spec import Builtin, ErrorCase, Example, builtin
from ...values.convert import class_of, to_value
from ...values.functions import FunctionHandle
from ..optimization.option_structs import chosen_option, option_fields, options_struct

_OPTIONS = ("RelTol", "AbsTol", "SingularTerm", "FJacobian", "BCJacobian", "Stats", "Nmax", "Vectorized")
_EMPTY = np.zeros((0, 0))


@builtin(
    "bvpset",
    "options = bvpset(Name, Value, ...)",
    "options = bvpset(oldopts, ...)",
    "options = bvpset",
    summary="Options of the solvers of boundary value problems.",
    examples=(Example("getfield(bvpset('RelTol',1e-6),'RelTol')", "1e-6"),),
)
def bvpset(call: Any, *arguments: Any) -> Any:
    return options_struct(_OPTIONS, arguments, "bvpset")


@builtin(
    "bvpget",
    "v = bvpget(options, name)",
    "v = bvpget(options, name, default)",
    summary="One option of the solvers of boundary value problems.",
    examples=(Example("bvpget(bvpset('RelTol',1e-6),'RelTol')", "1e-6"), Example("bvpget(bvpset,'Nmax',5)", "5")),
)
def bvpget(call: Any, options: Any, name: Any, default: Any = None) -> Any:
    return chosen_option(options, name, default)


@builtin(
    "bvpinit", "solinit = bvpinit(x, yinit)", "solinit = bvpinit(x, yinit, parameters)", "solinit = bvpinit(sol, [anew bnew])", summary="A first guess of the solution of a boundary value problem.",
    examples=(
        Example("s = bvpinit(linspace(0,1,3),[1 0]); s.y", "[1 1 1;0 0 0]"), Example("s = bvpinit(0:2,@(x) [x;2*x]); s.y", "[0 1 2;0 2 4]"), Example("s = bvpinit([0 1],1,[3 4]); s.parameters", "[3;4]"),
    ),
    errors=(ErrorCase("bvpinit(1,[1 0])", "MATLAB:bvpinit:XTooShort"),),
)  # fmt: skip
def bvpinit(call: Any, x: Any, guess: Any, parameters: Any = None) -> Any:
    if class_of(x) == "struct":
        return _extended(x.array.flat[0], arg.flat(guess))
    mesh = arg.flat(x).astype(np.float64)
    if len(mesh) < 2:
        raise MatlabError("The mesh must contain at least two points.", "MATLAB:bvpinit:XTooShort")
    if type(guess) is FunctionHandle:
        extra = () if parameters is None else (parameters,)
        extra = extra if guess.nargin_declared == 2 else ()
        y = np.stack([arg.flat(call.feval(guess, float(p), *extra)[0]) for p in mesh], axis=1)
    else:
        y = np.tile(arg.flat(guess).reshape(-1, 1), len(mesh))
    fields = {"solver": "bvpinit", "x": mesh.reshape(1, -1), "y": y, "yinit": guess}
    if parameters is not None:
        fields["parameters"] = arg.flat(parameters).reshape(-1, 1)
    return to_value(fields)


def _extended(fields: dict[str, Any], ends: np.ndarray) -> Any:
    """A solution on a longer interval, constant beyond its ends."""
    _check_guess(fields)
    x, y = arg.flat(fields["x"]), arg.matrix(fields["y"])
    if ends[0] < x[0]:
        x, y = np.concatenate([ends[:1], x]), np.column_stack([y[:, :1], y])
    if ends[-1] > x[-1]:
        x, y = np.concatenate([x, ends[-1:]]), np.column_stack([y, y[:, -1:]])
    return to_value({**fields, "solver": "bvpinit", "x": x.reshape(1, -1), "y": y})


def _check_guess(fields: dict[str, Any]) -> None:
    for name in ("x", "y"):
        if name not in fields:
            raise MatlabError(f"The field '{name}' not present in SOLINIT.", f"MATLAB:bvparguments:No{name.upper()}InSolinit")


def _solver(name: str, tolerance_scale: float, summary: str) -> Builtin:
    def function(call: Any, ode: Any, conditions: Any, guess: Any, options: Any = None, *rest: Any) -> Any:
        if class_of(guess) != "struct":
            raise MatlabError(
                f"The third argument of {name.upper()} must be a structure made by BVPINIT.", f"MATLAB:{name}:SolinitNotStruct"
            )
        return _solved(call, name, ode, conditions, guess.array.flat[0], option_fields(options), rest, tolerance_scale)

    usage = (
        f"sol = {name}(odefun, bcfun, solinit)",
        f"sol = {name}(odefun, bcfun, solinit, options)",
        f"sol = {name}(odefun, bcfun, solinit, options, p1, ...)",
    )
    problem = f"s = {name}(@(x,y) [y(2);-y(1)],@(a,b) [a(1);b(1)-1],bvpinit(linspace(0,pi/2,5),[0 0]));"
    unknown = f"s = {name}(@(x,y,p) [y(2);-p*y(1)],@(a,b,p) [a(1);b(1);a(2)-1],bvpinit(linspace(0,pi,9),@(x) [sin(x);cos(x)],1.2));"
    emden = (
        f"s = {name}(@(x,y) [y(2);-y(1)^5],@(a,b) [a(2);b(1)-sqrt(3)/2],bvpinit(linspace(0,1,5),[1;0]),bvpset('SingularTerm',[0 0;0 -2]));"
    )
    examples = (
        Example(f"{problem} max(abs(deval(s,[0.5 1],1)-sin([0.5 1]))) < 1e-3", "true"), Example(f"{unknown} abs(s.parameters-1) < 1e-3", "true"),
        Example(f"{problem} isequal(size(s.y,1),2) && s.x(1)==0", "true"),
        Example(f"{emden} abs(s.y(1)-1) < 1e-3", "true"),
    )  # fmt: skip
    return Builtin(name, usage, summary, function, examples=examples)


SOLVERS = (
    _solver("bvp4c", 1.0, "Solves boundary value problems by cubic collocation."),
    _solver("bvp5c", 1e-2, "Solves boundary value problems by collocation of high order."),
)


def _solved(
    call: Any, name: str, ode: Any, conditions: Any, guess: dict[str, Any], options: dict[str, Any], rest: tuple[Any, ...], scale: float
) -> Any:
    from scipy.integrate import solve_bvp

    _check_guess(guess)
    x, y = arg.flat(guess["x"]).astype(np.float64), arg.matrix(guess["y"]).astype(np.float64)
    p = arg.flat(guess["parameters"]).astype(np.float64) if "parameters" in guess and not arg.is_empty_matrix(guess["parameters"]) else None
    calls = [0, 0]

    def more(parameters: np.ndarray | None) -> tuple[Any, ...]:
        return (*(() if parameters is None else (to_value(parameters.reshape(-1, 1)),)), *rest)

    def slopes(points: np.ndarray, states: np.ndarray, parameters: np.ndarray | None = None) -> np.ndarray:
        calls[0] += len(points)
        columns = []
        for k, t in enumerate(points):
            result = arg.flat(call.feval(ode, float(t), to_value(states[:, k : k + 1].copy()), *more(parameters))[0])
            if len(result) != len(states):
                raise MatlabError(
                    f"The derivative function should return a column vector of length {len(states)}.", f"MATLAB:{name}:ODEfunOutputSize"
                )
            columns.append(result)
        return np.stack(columns, axis=1)

    def residual(a: np.ndarray, b: np.ndarray, parameters: np.ndarray | None = None) -> np.ndarray:
        calls[1] += 1
        result = arg.flat(call.feval(conditions, to_value(a.reshape(-1, 1)), to_value(b.reshape(-1, 1)), *more(parameters))[0])
        needed = len(a) + (0 if parameters is None else len(parameters))
        if len(result) != needed:
            raise MatlabError(
                f"The boundary condition function should return a column vector of length {needed}.", f"MATLAB:{name}:BCfunOuputSize"
            )
        return result

    tolerance = (options.number("reltol", 1e-3)) * scale
    most = options.integer("nmax", 1000)
    with np.errstate(all="ignore"):
        singular = arg.matrix(options["singularterm"]).astype(np.float64) if "singularterm" in options else None
        result = solve_bvp(slopes, residual, x, y, p, S=singular, tol=tolerance, max_nodes=max(most, len(x)))
    if not result.success:
        if result.status == 2:
            raise MatlabError("Unable to solve the collocation equations -- a singular Jacobian encountered.", f"MATLAB:{name}:SingJac")
        call.warning(f"Unable to meet the tolerance without using more than {most} mesh points.", f"MATLAB:{name}:RelTolNotMet")
    inner = [result.sol(a + (b - a) * np.array([0.2, 0.4, 0.6, 0.8])) for a, b in zip(result.x[:-1], result.x[1:], strict=True)]
    fields: dict[str, Any] = {"solver": name, "x": result.x.reshape(1, -1), "y": result.y, "yp": result.yp}
    if p is not None:
        fields["parameters"] = result.p.reshape(-1, 1)
    stats = {
        "nmeshpoints": float(len(result.x)),
        "maxres": float(np.max(result.rms_residuals)),
        "nODEevals": float(calls[0]),
        "nBCevals": float(calls[1]),
    }
    if options.word("stats") == "on":
        call.write(f"The solution was obtained on a mesh of {len(result.x)} points.\nThe maximum residual is {stats['maxres']:10.3e}. \n")
        call.write(f"There were {calls[0]} calls to the ODE function. \nThere were {calls[1]} calls to the BC function. \n")
    fields["stats"] = stats
    return to_value({**fields, "idata": {"dense": np.stack(inner, axis=2)}})

"""Options of the searches and solvers; linear and quadratic programs."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.element_values import texts_of
from ...builtins.spec import ErrorCase, Example, Fact, builtin
from ...values.containers import StructArray
from ...values.convert import class_of, is_text, text_of, to_value
from ...values.functions import FunctionHandle
from .linear_constraints import Conditions, bounds_of, linear_constraints, rows_of
from .option_object import SolverOptions, applicable, set_options
from .option_structs import option_fields, options_struct
from .options import DEFAULTS, DETAILS, solver_fields
from .scalar_searches import problem_fields
from .search_progress import Progress, number

_OPTIONS = (
    "Display", "MaxFunEvals", "MaxIter", "TolFun", "TolX", "FunValCheck", "OutputFcn", "PlotFcns", "ActiveConstrTol", "Algorithm", "AlwaysHonorConstraints",
    "DerivativeCheck", "Diagnostics", "DiffMaxChange", "DiffMinChange", "FinDiffRelStep", "FinDiffType", "GoalsExactAchieve", "GradConstr", "GradObj",
    "HessFcn", "Hessian", "HessMult", "HessPattern", "HessUpdate", "InitBarrierParam", "InitTrustRegionRadius", "Jacobian", "JacobMult", "JacobPattern",
    "LargeScale", "LineSearchType", "MaxNodes", "MaxPCGIter", "MaxProjCGIter", "MaxSQPIter", "MaxTime", "MeritFunction", "MinAbsMax", "ObjectiveLimit",
    "PrecondBandWidth", "RelLineSrchBnd", "RelLineSrchBndDuration", "ScaleProblem", "SubproblemAlgorithm", "TolCon", "TolConSQP", "TolGradCon", "TolPCG",
    "TolProjCG", "TolProjCGAbs", "TypicalX", "UseParallel",
)  # fmt: skip
_SEARCH = {"Display": "notify", "MaxFunEvals": 500.0, "MaxIter": 500.0, "TolX": 1e-4}
_DEFAULTS: dict[str, dict[str, Any]] = {
    "fzero": {"Display": "notify", "TolX": 2.0**-52, "FunValCheck": "off"},
    "fminbnd": {**_SEARCH, "FunValCheck": "off"},
    "fminsearch": {
        **_SEARCH,
        "MaxFunEvals": "200*numberofvariables",
        "MaxIter": "200*numberofvariables",
        "TolFun": 1e-4,
        "FunValCheck": "off",
    },
    "lsqnonneg": {"Display": "notify", "TolX": "10*eps*norm(c,1)*length(c)"},
}


@builtin(
    "optimset",
    "options = optimset(Name, Value, ...)",
    "options = optimset(oldopts, ...)",
    "options = optimset",
    "options = optimset(optimfun)",
    summary="Options of the optimisation functions.",
    examples=(
        Example("getfield(optimset('TolX',1e-8),'TolX')", "1e-8"),
        Example("getfield(optimset('fminsearch'),'MaxIter')", "'200*numberofvariables'"),
    ),
    errors=(ErrorCase("optimset('foo',1)", "MATLAB:optimset:InvalidPropName"),),
    facts=Fact.SPARSE,
)
def optimset(call: Any, *arguments: Any) -> Any:
    if len(arguments) == 1 and (is_text(arguments[0]) or type(arguments[0]) is FunctionHandle):
        solver = text_of(arguments[0]) if is_text(arguments[0]) else arguments[0].text.lstrip("@")
        arguments = tuple(to_value(v) for pair in _DEFAULTS.get(solver.lower(), {}).items() for v in pair)
    return options_struct(_OPTIONS, arguments, "optimset")


@builtin(
    "optimget",
    "v = optimget(options, name)",
    "v = optimget(options, name, default)",
    summary="One option of the optimisation functions.",
    examples=(Example("optimget(optimset('TolX',1e-8),'TolX')", "1e-8"), Example("optimget(optimset,'TolX',5)", "5")),
)
def optimget(call: Any, options: Any, name: Any, default: Any = None) -> Any:
    fields, word = option_fields(options), text_of(name).lower()
    value = next((fields[k] for k in sorted(fields, key=len) if k.startswith(word)), None)
    return value if value is not None else (np.zeros((0, 0)) if default is None else default)


@builtin(
    "optimoptions",
    "options = optimoptions(solver)",
    "options = optimoptions(solver, Name, Value, ...)",
    "options = optimoptions(solver, oldoptions, Name, Value, ...)",
    "options = optimoptions(oldoptions, Name, Value, ...)",
    summary="Options of a solver: an object that shows which of them were set.",
    examples=(
        Example("o = optimoptions('fsolve','Display','off'); o.Display", "'off'"),
        Example("o = optimoptions('fsolve'); o.Display", "'final'"),
        Example("o = optimoptions('fmincon','MaxIter',20); o.MaxIterations", "20"),
        Example("o = optimoptions('fmincon','Algorithm','sqp'); o.StepTolerance = 1e-8; {class(o), o.MaxIterations, o.TolX}", "{'optim.options.Fmincon',400,1e-8}"),
    ),
    errors=(
        ErrorCase("optimoptions('nosuchsolver')", "optim:optimoptions:InvalidSolver"),
        ErrorCase("optimoptions('fsolve','NoSuchOption',1)", "optim:options:InvalidOptionName"),
        ErrorCase("optimoptions('fsolve','Display')", "MATLAB:optimoptions:ArgNameValueMismatch"),
        ErrorCase("optimoptions('fsolve','Algorithm','sqp')", "optim:options:checkfield:InvalidValue", "must be 'levenberg-marquardt'"),
        ErrorCase("o = optimoptions('fsolve'); o.Foo = 1;", "MATLAB:noPublicFieldForClass"),
    ),
    facts=Fact.SPARSE,
)  # fmt: skip
def optimoptions(call: Any, solver: Any, *arguments: Any) -> Any:
    rest = list(arguments)
    if isinstance(solver, SolverOptions):
        options = solver
    else:
        named = is_text(solver) or type(solver) is FunctionHandle
        if type(solver) is StructArray:
            rest.insert(0, solver)
        name = (text_of(solver) if is_text(solver) else solver.text.lstrip("@")) if named else "fmincon"
        name = next((known for known in DEFAULTS if known == name.lower()), "") if named or type(solver) is StructArray else ""
        if not name:
            message = "Invalid solver specified. Provide a solver name or handle (such as 'fmincon' or @fminunc)."
            raise MatlabError(message, "optim:optimoptions:InvalidSolver")
        options = SolverOptions(name, {})
        if rest and isinstance(rest[0], StructArray | SolverOptions):
            old = rest.pop(0)
            fields = old.given if isinstance(old, SolverOptions) else old.array.flat[0] if old.numel else {}
            options = applicable(name, {k: v for k, v in fields.items() if not arg.is_empty_matrix(v)}, _OPTIONS)
    if len(rest) % 2:
        raise MatlabError("Arguments must occur in name-value pairs.", "MATLAB:optimoptions:ArgNameValueMismatch")
    return set_options(options, {text_of(rest[i], "property name"): rest[i + 1] for i in range(0, len(rest), 2)}, _OPTIONS)


@builtin(
    "resetoptions",
    "options2 = resetoptions(options, optionname)",
    "options2 = resetoptions(options, multioptions)",
    summary="Options of a solver with one or several of them at their defaults again.",
    examples=(
        Example("o = optimoptions('fmincon','Algorithm','sqp','MaxIterations',2e4); p = resetoptions(o,'MaxIterations'); p.MaxIterations", "400"),
        Example("o = optimoptions('fmincon','Algorithm','sqp','MaxIterations',2e4); p = resetoptions(o,{'MaxIterations','Algorithm'}); p.MaxIterations", "1000"),
    ),
    errors=(
        ErrorCase("resetoptions(optimoptions('fsolve'),'Foo')", "optim:options:InvalidOptionName"),
        ErrorCase("resetoptions(5,'MaxIterations')", "optim:resetoptions:InvalidInput"),
    ),
    see_also=("optimoptions",),
)  # fmt: skip
def resetoptions(call: Any, options: Any, names: Any) -> Any:
    if not isinstance(options, SolverOptions):
        raise call.error("The first input must be options as optimoptions gives them.", "optim:resetoptions:InvalidInput")
    return options.reset(texts_of(names, "option name"))


_OPTIMAL = {
    1.0: "Optimal solution found.", 0.0: "Solver stopped prematurely.\n\nlinprog stopped because it exceeded its iteration limit.",
    -2.0: "No feasible solution found.\n\nLinprog stopped because no point satisfies the constraints.", -3.0: "Problem is unbounded.",
}  # fmt: skip


def _show_message(call: Any, fields: dict[str, Any], flag: float, message: str, details: bool = False) -> None:
    """The closing message of a solver, where the program wants one."""
    if Progress(call, {"display": to_value("final"), **fields}).level >= (2 if flag > 0 else 1):
        call.write(f"\n{message}\n\n" + (f"{DETAILS}\n\n" if details and flag > 0 else ""))


def _problem(first: Any, name: str, second: Any, *names: str) -> tuple[Any, ...] | None:
    """The fields of a problem structure in the order of the solver's arguments; None where it is no such structure."""
    if second is not None or class_of(first) != "struct":
        return None
    fields = problem_fields(first, name, names[:1])[0], first.array.flat[0]
    return tuple(fields[1].get(n) for n in names)


@builtin(
    "linprog",
    "x = linprog(f, A, b)",
    "x = linprog(f, A, b, Aeq, beq, lb, ub, options)",
    "x = linprog(f, A, b, Aeq, beq, lb, ub, x0, options)",
    "x = linprog(problem)",
    "[x, fval, exitflag, output, lambda] = linprog(...)",
    summary="Linear programming.",
    examples=(
        Example("o = optimset('Display','off'); linprog([-1;-1],[1 1],1,[],[],[0;0],[1;0],o)", "[1;0]"),
        Example("o = optimset('Display','off'); [x,v,flag,out,L] = linprog(-1,1,2,[],[],[],[],o); [v flag L.ineqlin]", "[-2 1 1]"),
        Example("o = optimset('Display','off'); linprog([1;1],[],[],[1 2],4,[0;0],[],[],o)", "[0;2]"),
    ),
)  # fmt: skip
def linprog(
    call: Any, f: Any, a: Any = None, b: Any = None, aeq: Any = None, beq: Any = None, lb: Any = None, ub: Any = None, start: Any = None,
    options: Any = None,
) -> Any:  # fmt: skip
    from scipy import optimize

    if options is None:  # earlier releases had a starting point before the options, which the algorithms do not use
        options = start
    if (problem := _problem(f, "linprog", a, "f", "Aineq", "bineq", "Aeq", "beq", "lb", "ub", "options")) is not None:
        f, a, b, aeq, beq, lb, ub, options = problem
    fields, c = solver_fields(options, "linprog"), arg.flat(f)
    pair = lambda m, v: (None, None) if m is None or arg.is_empty_matrix(m) else rows_of(m, v)  # noqa: E731
    (left, right), (left_eq, right_eq) = pair(a, b), pair(aeq, beq)
    if any(m is not None and m.shape[1] != len(c) for m in (left, left_eq)):
        raise MatlabError(
            "The number of columns of a matrix of constraints must be the same as the number of elements of f.",
            "optim:linprog:SizeMismatch",
        )
    bounds = bounds_of(lb, ub, len(c))
    most = {"maxiter": int(number(fields, "maxiter", 0))} if "maxiter" in fields else {}
    solution = optimize.linprog(
        c, left, right, left_eq, right_eq, np.stack([bounds.lb, bounds.ub], axis=1), method="highs", options=most
    )  # fmt: skip
    flag = {0: 1.0, 1: 0.0, 2: -2.0, 3: -3.0}.get(solution.status, -4.0)
    message = _OPTIMAL.get(flag, "Solver stopped: NaN value encountered.")
    _show_message(call, fields, flag, message)
    output = {"iterations": float(solution.nit), "algorithm": "dual-simplex-highs", "constrviolation": 0.0, "message": message}
    if solution.x is None:
        return np.zeros((0, 0)), np.zeros((0, 0)), flag, {**output, "constrviolation": np.zeros((0, 0))}, np.zeros((0, 0))
    weights = {
        "lower": solution.lower.marginals, "upper": -solution.upper.marginals, "eqlin": -solution.eqlin.marginals, "ineqlin": -solution.ineqlin.marginals,
    }  # fmt: skip
    multipliers = {name: np.asarray(v, np.float64).reshape(-1, 1) + 0.0 for name, v in weights.items()}
    return solution.x.reshape(-1, 1), float(solution.fun), flag, output, multipliers


@builtin(
    "quadprog",
    "x = quadprog(H, f, A, b)",
    "x = quadprog(H, f, A, b, Aeq, beq, lb, ub, x0, options)",
    "x = quadprog(H, f)",
    "x = quadprog(problem)",
    "[x, fval, exitflag, output, lambda] = quadprog(...)",
    summary="Quadratic programming.",
    examples=(
        Example("o = optimset('Display','off'); round(quadprog([2 0;0 2],[-2;-4],[],[],[],[],[],[],[],o),6)", "[1;2]"),
        Example("o = optimset('Display','off'); [x,v,flag,out,L] = quadprog(2,-4,1,1,[],[],[],[],[],o); round([x v flag L.ineqlin],4)", "[1 -3 1 2]"),
    ),
)  # fmt: skip
def quadprog(
    call: Any, h: Any, f: Any = None, a: Any = None, b: Any = None, aeq: Any = None, beq: Any = None, lb: Any = None, ub: Any = None,
    x0: Any = None, options: Any = None,
) -> Any:  # fmt: skip
    from scipy.optimize import minimize

    if (problem := _problem(h, "quadprog", f, "H", "f", "Aineq", "bineq", "Aeq", "beq", "lb", "ub", "x0", "options")) is not None:
        h, f, a, b, aeq, beq, lb, ub, x0, options = problem
    fields, quadratic = solver_fields(options, "quadprog"), arg.square(h).astype(np.float64)
    if not quadratic.size:
        raise call.error("The quadratic term must have at least one element.", "optim:quadprog:EmptyH")
    linear = np.zeros(len(quadratic)) if f is None or arg.is_empty_matrix(f) else arg.flat(f).astype(np.float64)
    start = np.zeros(len(linear)) if x0 is None or arg.is_empty_matrix(x0) else arg.flat(x0)
    quadratic = (quadratic + quadratic.T) / 2
    conditions = Conditions(call, None, None, False)
    conditions.read(linear_constraints(call, a, b, False), linear_constraints(call, aeq, beq, True))
    bounds = bounds_of(lb, ub, len(linear))
    steps = int(number(fields, "maxiter", 1000))
    solution = minimize(
        lambda x: 0.5 * x @ quadratic @ x + linear @ x,
        start,
        jac=lambda x: quadratic @ x + linear,
        method="SLSQP",
        bounds=bounds,
        constraints=conditions.for_scipy(),
        options={"ftol": 1e-14, "maxiter": steps},
    )
    x = np.clip(solution.x, bounds.lb, bounds.ub)
    flag, message = _quadratic_end(solution, quadratic, conditions.violation(x, bounds), steps)
    _show_message(call, fields, flag, message, details=True)
    weights, left = conditions.multipliers(x, quadratic @ x + linear, bounds)
    output = {
        "message": message, "algorithm": "interior-point-convex", "firstorderopt": left, "constrviolation": conditions.violation(x, bounds),
        "iterations": float(solution.nit), "linearsolver": "dense", "cgiterations": np.zeros((0, 0)),
    }  # fmt: skip
    del weights["eqnonlin"], weights["ineqnonlin"]
    return x.reshape(-1, 1), float(solution.fun), flag, output, {name: weights[name] for name in ("ineqlin", "eqlin", "lower", "upper")}


def _quadratic_end(solution: Any, quadratic: np.ndarray, miss: float, steps: int) -> tuple[float, str]:
    """MATLAB's exit flag and words for where a quadratic program ended."""
    if miss > 1e-6:
        return -2.0, "No feasible solution found.\n\nquadprog stopped because it was unable to find a point that satisfies the constraints."
    if not np.isfinite(solution.fun) or np.abs(solution.x).max(initial=0) > 1e15:
        return -3.0, "The problem is unbounded."
    if np.linalg.eigvalsh(quadratic).min(initial=0) < -1e-8 * max(1.0, np.abs(quadratic).max(initial=0)):
        return -6.0, "The problem is non-convex."
    if solution.nit >= steps and not solution.success:
        return 0.0, "Solver stopped prematurely.\n\nquadprog stopped because it exceeded the iteration limit."
    return 1.0, (
        "Minimum found that satisfies the constraints.\n\nOptimization completed because the objective function is non-decreasing in \n"
        "feasible directions, to within the value of the optimality tolerance,\n"
        "and constraints are satisfied to within the value of the constraint tolerance."
    )

"""ode objects: initial value problems with their options, solved by solve and solutionFcn."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.methods_only import method_only
from ...builtins.spec import ErrorCase, Example, Stored, builtin, methods
from ...values import FunctionHandle, StructArray
from ...values.convert import as_array, is_text, numel_of, text_of, to_value
from .ode_object import OdeEvent, OdeJacobian, OdeMassMatrix, OdeProblem, OdeResults, Record, plain

_STIFF = 1e4
"""The size of the fastest rate times the span of time beyond which a problem counts as stiff."""
_DECAY = "F = ode(ODEFcn=@(t,y) -2*y, InitialValue=1); "


def _constructed(call: Any, record: Record, arguments: tuple[Any, ...]) -> Any:
    if len(arguments) % 2:
        raise call.error("Arguments must occur in name-value pairs.", f"MATLAB:{record.matlab_class}:InvalidArguments")
    instance: Any = record
    for i in range(0, len(arguments), 2):
        word = text_of(arguments[i], "property name")
        names = [name for name in record.defaults if name.lower() == word.lower()]
        if not names:
            raise call.error(
                f"Unrecognized property '{word}' for class '{record.matlab_class}'.", f"MATLAB:{record.matlab_class}:InvalidProperty"
            )
        instance = instance.set_property(names[0], arguments[i + 1])
    return instance


@builtin(
    "ode", "F = ode", "F = ode(Name=Value, ...)",
    summary="An initial value problem: ODEFcn, InitialTime, InitialValue, Parameters, Solver, tolerances, events, mass matrix, Jacobian.",
    examples=(
        Example(_DECAY + "S = solve(F,0,1); abs(S.Solution(end)-exp(-2)) < 1e-3", "true"),
        Example(_DECAY + "S = solve(F,[0 0.5 1]); S.Time", "[0 0.5 1]"),
        Example("F = ode; F.ODEFcn = @(t,y,p) p*y; F.Parameters = -1; F.InitialValue = [1 2]; S = solve(F,0,1); size(S.Solution,1)", "2"),
    ),
    errors=(
        ErrorCase("ode(NoSuchThing=1)", "MATLAB:ode:InvalidProperty"), ErrorCase("ode(Solver='nosuch')", "MATLAB:ode:InvalidValue"),
        ErrorCase("solve(ode,0,1)", "MATLAB:ode:NoODEFcn"),
    ),
    see_also=("ode45", "odeEvent", "solutionFcn"),
)  # fmt: skip
def ode(call: Any, *arguments: Any) -> OdeProblem:
    return _constructed(call, OdeProblem(), arguments)


@builtin(
    "odeEvent", "E = odeEvent(Name=Value, ...)", summary="An event of an ode object: where a function of its solution is zero.",
    examples=(Example("E = odeEvent(EventFcn=@(t,y) y-0.5, Direction='descending', Response='stop'); " + _DECAY
                      + "F.EventDefinition = E; S = solve(F,0,9); abs(S.EventTime-log(2)/2) < 1e-3 && abs(S.Time(end)-S.EventTime) < 1e-12", "true"),),
    errors=(ErrorCase("odeEvent(Direction='sideways')", "MATLAB:odeEvent:InvalidValue"),),
)  # fmt: skip
def ode_event(call: Any, *arguments: Any) -> OdeEvent:
    return _constructed(call, OdeEvent(), arguments)


@builtin(
    "odeMassMatrix", "M = odeMassMatrix(Name=Value, ...)", summary="The mass matrix of an ode object.",
    examples=(Example(_DECAY + "F.MassMatrix = odeMassMatrix(MassMatrix=2); S = solve(F,0,1); abs(S.Solution(end)-exp(-1)) < 1e-3", "true"),),
    errors=(ErrorCase("odeMassMatrix(Singular='perhaps')", "MATLAB:odeMassMatrix:InvalidValue"),),
)  # fmt: skip
def ode_mass_matrix(call: Any, *arguments: Any) -> OdeMassMatrix:
    return _constructed(call, OdeMassMatrix(), arguments)


@builtin(
    "odeJacobian", "J = odeJacobian(Name=Value, ...)", summary="The Jacobian of an ode object, or where it is not zero.",
    examples=(Example(_DECAY + "F.Solver = 'stiff'; F.Jacobian = odeJacobian(Jacobian=-2); S = solve(F,0,1); abs(S.Solution(end)-exp(-2)) < 1e-2", "true"),),
    errors=(ErrorCase("odeJacobian(NoSuchThing=1)", "MATLAB:odeJacobian:InvalidProperty"),),
)  # fmt: skip
def ode_jacobian(call: Any, *arguments: Any) -> OdeJacobian:
    return _constructed(call, OdeJacobian(), arguments)


def _handle(text: str, target: Any, inputs: int) -> FunctionHandle:
    """A handle of a function of this module for programs and solvers."""
    return FunctionHandle(None, text, target, nargin_declared=inputs)


class _Run:
    """An ode object as the solvers of functions take it: a right-hand side of two arguments, options, and the name of a solver."""

    def __init__(self, call: Any, problem: OdeProblem, span: float) -> None:
        self.call, self.problem = call, problem
        if problem.setting("ODEFcn") is None or problem.setting("InitialValue") is None:
            raise call.error("ODEFcn and InitialValue must be set before the problem is solved.", "MATLAB:ode:NoODEFcn")
        parameters = problem.setting("Parameters")
        self.extra = () if parameters is None else (parameters,)
        self.start = arg.scalar(problem.values["InitialTime"])
        value = problem.values["InitialValue"]
        self.first = to_value(as_array(value).reshape(-1, 1, order="F"))
        self.implicit = problem.word("EquationType") == "fullyimplicit"
        self.right = self._of_two(problem.values["ODEFcn"], 3 if self.implicit else 2)
        self.options = self._options()
        self.solver = self._solver(span)

    def _of_two(self, function: Any, inputs: int = 2) -> FunctionHandle:
        """A function of time and solution (and slope) alone: the parameters follow where it takes one argument more."""
        if is_text(function):
            (function,) = self.call.feval("str2func", function)
        if not self.extra:
            return function
        count = self.call.feval("nargin", function)[0]
        if 0 <= count <= inputs:
            return function
        session, extra = self.call.session, self.extra
        text = "@(t,y) f(t,y,p)" if inputs == 2 else "@(t,y,yp) f(t,y,yp,p)"
        return _handle(text, lambda nargout, *arguments: tuple(session.feval(function, (*arguments, *extra), max(nargout, 1))), inputs)

    def _options(self) -> dict[str, Any]:
        problem = self.problem
        fields = {"RelTol": problem.values["RelativeTolerance"], "AbsTol": problem.values["AbsoluteTolerance"]}
        if (chosen := problem.setting("NonNegativeVariables")) is not None:
            fields["NonNegative"] = chosen
        fields |= self._mass(problem.setting("MassMatrix"))
        fields |= self._jacobian(problem.setting("Jacobian"))
        event = problem.setting("EventDefinition")
        if isinstance(event, OdeEvent):
            fields["Events"] = self._events(event)
        return fields

    def _events(self, event: OdeEvent) -> FunctionHandle:
        if event.word("Response") == "callback":
            raise self.call.error("Events with a callback are not supported: use 'proceed' or 'stop'.", "MATLAB:ode:CallbackNotSupported")
        if event.setting("EventFcn") is None:
            raise self.call.error("EventFcn must be set.", "MATLAB:ode:NoEventFcn")
        function = self._of_two(event.values["EventFcn"])
        stop = float(event.word("Response") == "stop")
        side = {"both": 0.0, "ascending": 1.0, "descending": -1.0}[event.word("Direction")]

        session = self.call.session

        def seen(nargout: int, *inputs: Any) -> tuple[Any, ...]:
            value = session.feval(function, inputs, 1)[0]
            ones = np.ones((max(numel_of(value), 1), 1))
            return value, to_value(stop * ones), to_value(side * ones)

        return _handle("@(t,y) event(t,y)", seen, 2)

    def _mass(self, mass: Any) -> dict[str, Any]:
        if not isinstance(mass, OdeMassMatrix):
            return {} if mass is None else {"Mass": mass}
        fields = {"MassSingular": plain(mass.word("Singular"))}
        matrix = mass.setting("MassMatrix")
        if type(matrix) is FunctionHandle:
            return {**fields, "Mass": self._of_two(matrix), "MStateDependence": plain(mass.word("StateDependence"))}
        return fields if matrix is None else {**fields, "Mass": matrix}

    def _jacobian(self, jacobian: Any) -> dict[str, Any]:
        fields = {}
        if isinstance(jacobian, OdeJacobian):
            if (pattern := jacobian.setting("SparsityPattern")) is not None:
                fields["JPattern"] = pattern
            jacobian = jacobian.setting("Jacobian")
        if jacobian is not None:
            fields["Jacobian"] = self._of_two(jacobian) if type(jacobian) is FunctionHandle else jacobian
        return fields

    def _solver(self, span: float) -> str:
        word = self.problem.word("Solver")
        if self.implicit != (word == "ode15i") and (self.implicit is False or word != "auto"):
            raise self.call.error("Solver 'ode15i' and equations of type 'fullyimplicit' go together.", "MATLAB:ode:SolverNotSupported")
        if self.implicit:
            return "ode15i"
        if word == "auto" and not {"Jacobian", "MassSingular", "Mass"} & set(self.options):
            return "ode15s" if self._fastest() * abs(span) > _STIFF else "ode45"
        return {"auto": "ode15s", "stiff": "ode15s", "nonstiff": "ode45"}.get(word, word)

    def _fastest(self) -> float:
        """The largest rate at which the solution changes at its start, from differences."""
        y = as_array(self.first).ravel().astype(np.complex128 if as_array(self.first).dtype.kind == "c" else np.float64)
        if y.size > 200:
            return 0.0
        value = lambda at: as_array(self.call.feval(self.right, self.start, to_value(at.reshape(-1, 1)))[0]).ravel()  # noqa: E731
        base, columns = value(y), []
        for k in range(y.size):
            step = 1e-7 * max(abs(y[k]), 1e-3)
            moved = y.copy()
            moved[k] += step
            columns.append((value(moved) - base) / step)
        table = np.stack(columns, axis=1)
        return float(np.abs(np.linalg.eigvals(table)).max(initial=0)) if table.size and np.isfinite(table).all() else 0.0

    def solved(self, times: np.ndarray, outputs: int, **more: Any) -> tuple[Any, ...]:
        """The solver's outputs for times that begin anywhere; the integration always begins at the problem's initial time."""
        options = StructArray.scalar({**self.options, **more})
        first = self._consistent() if self.implicit else (self.first,)
        if times[0] != self.start:
            span = to_value(np.array([[self.start, times[0]]]))
            if self.implicit:
                (solution,) = self.call.feval(self.solver, self.right, span, *first, options)
                first = tuple(self.call.feval("deval", solution, float(times[0]), nargout=2)[:2])
            else:
                results = self.call.feval(self.solver, self.right, span, *first, options, nargout=2)
                first = (to_value(as_array(results[1])[-1].reshape(-1, 1)),)
        return tuple(self.call.feval(self.solver, self.right, to_value(times.reshape(1, -1)), *first, options, nargout=outputs))

    def _consistent(self) -> tuple[Any, ...]:
        """Values and slopes at the initial time that fulfil implicit equations: the values as given, where slopes can be found for them."""
        slope = self.problem.setting("InitialSlope")
        near = np.zeros_like(as_array(self.first), np.float64) if slope is None else as_array(slope).reshape(-1, 1, order="F")
        none = to_value(np.zeros((0, 0)))
        for fixed in (to_value(np.ones_like(near)), none):
            outputs = self.call.feval("decic", self.right, self.start, self.first, fixed, to_value(near), none, nargout=3)
            if fixed is none or arg.scalar(outputs[2]) <= 1e-6:
                break
        return tuple(outputs[:2])


def _solve(call: Any, problem: OdeProblem, first: Any = None, *rest: Any) -> OdeResults:
    if first is None:
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
    positional = list(rest)
    times = as_array(first).ravel().astype(np.float64)
    if times.size == 1:
        if not positional or is_text(positional[0]):
            times = np.array([arg.scalar(problem.values["InitialTime"]), times[0]])
        else:
            times = np.array([times[0], arg.scalar(positional.pop(0))])
    named = arg.name_values(positional, "solve", "refine")
    more = {"Refine": named["refine"]} if "refine" in named else {}
    run = _Run(call, problem, times[-1] - times[0])
    events = "Events" in run.options
    outputs = run.solved(times, 5 if events else 2, **more)
    values: dict[str, Any] = {"Time": to_value(as_array(outputs[0]).T), "Solution": to_value(np.asfortranarray(as_array(outputs[1]).T))}
    if events:
        values["EventTime"], values["EventSolution"], values["EventIndex"] = (
            to_value(np.asfortranarray(as_array(v).T)) for v in outputs[2:5]
        )
    return OdeResults(values)


def _solution_function(call: Any, problem: OdeProblem, start: Any, stop: Any, *rest: Any) -> Any:
    named = arg.name_values(rest, "solutionFcn", "outputvariables")
    low, high = arg.scalar(start), arg.scalar(stop)
    run = _Run(call, problem, high - low)
    (solution,) = run.solved(np.array([low, high]), 1)
    chosen = (named["outputvariables"],) if "outputvariables" in named else ()
    session = call.session
    named_function = call.feval("str2func", to_value("deval"))[0]
    function = _handle(
        "@(t) solution(t)", lambda nargout, t: tuple(session.feval(named_function, (solution, t, *chosen), max(nargout, 1))), 1
    )
    if call.nargout < 2:
        return function
    fields = solution.array.flat[0]
    return function, OdeResults({"Time": fields["x"], "Solution": fields["y"]})


ODE_PROBLEM_METHODS = methods(OdeProblem, {"solve": _solve, "solutionFcn": _solution_function})

METHODS = (
    method_only(
        "solve", ("S = solve(F, t)", "S = solve(F, t0, tf)", "S = solve(F, t0, tf, Refine=n)"), "The solution of an ode object: Time, Solution and events.",
        Example(_DECAY + "S = solve(F,[0 1]); {class(S), size(S.Solution,1)}", "{'ODEResults',1}"), errors=(ErrorCase("solve(3,4)", "MATLAB:UndefinedFunction"),),
    ),
    method_only(
        "solutionFcn", ("fcn = solutionFcn(F, t0, tf)", "[fcn, S] = solutionFcn(F, t0, tf, OutputVariables=k)"), "The solution of an ode object as a function of time.",
        Example(_DECAY + "f = solutionFcn(F,0,1); max(abs(f([0.2 0.7])-exp(-[0.4 1.4]))) < 1e-3", "true"),
    ),
)  # fmt: skip


STORED = (Stored(OdeProblem),)

"""Extension of solutions of differential equations: odextend."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.spec import ErrorCase, Example, builtin
from ...values.containers import CellArray, StructArray
from ...values.convert import text_of, to_value
from .differential_equations import deval


@builtin(
    "odextend",
    "solext = odextend(sol, odefun, tfinal)",
    "solext = odextend(sol, [], tfinal)",
    "solext = odextend(sol, odefun, tfinal, yinit)",
    "solext = odextend(sol, odefun, tfinal, [yinit, ypinit])",
    "solext = odextend(sol, odefun, tfinal, yinit, options, p1, ...)",
    summary="A solution of a differential equation, extended to a later (or earlier) end by the solver that made it.",
    examples=(
        Example(
            "s = odextend(ode45(@(t,y) -y,[0 1],1), [], 2); {s.x(end), abs(deval(s,1.5)-exp(-1.5)) < 1e-3, numel(s.x) == size(s.y,2)}",
            "{2,true,true}",
        ),
        Example(
            "s = ode45(@(t,y) -y,[0 1],1); e = odextend(s, @(t,y) 0*y, 3, 5); round([deval(e,1-1e-9) deval(e,1) deval(e,2) numel(e.x) - numel(s.x) > 1], 3)",
            "[0.368 5 5 1]",
        ),
        Example("s = ode15s(@(t,y,k) -k*y,[0 1],1,[],2); s = odextend(s, [], 2); abs(s.y(end)-exp(-4)) < 1e-3", "true"),
    ),
    errors=(ErrorCase("odextend(struct('a',1), [], 2)", "MATLAB:odextend:SolNotFromODESolver"),),
    see_also=("ode45", "deval"),
)
def odextend(call: Any, sol: Any, odefun: Any, tfinal: Any, yinit: Any = None, options: Any = None, *parameters: Any) -> Any:
    """New initial values make a jump: the steps hold its time twice, and deval takes the later values there.

    New options replace those of the solution one by one; new parameters replace all of them.
    """
    fields = dict(sol.array.flat[0]) if type(sol) is StructArray and sol.numel == 1 else {}
    if not {"solver", "extdata", "x", "y", "idata"} <= set(fields):
        raise call.error("The solution must be a structure returned by an ODE solver.", "MATLAB:odextend:SolNotFromODESolver")
    known, solver = fields["extdata"].array.flat[0], text_of(fields["solver"])
    t, end = arg.flat(fields["x"]), arg.scalar(tfinal)
    if (end - t[-1]) * (t[-1] - t[0]) <= 0:
        raise call.error("TFINAL must lie beyond the last point of the solution.", "MATLAB:odextend:TFINALnotNextToXEnd")
    function = known["odefun"] if arg.is_empty_matrix(odefun) else odefun
    settings = [known["options"]] if options is None or arg.is_empty_matrix(options) else [known["options"], options]
    extra = parameters or tuple(known["varargin"].array.flat) if isinstance(known["varargin"], CellArray) else parameters
    jump = yinit is not None and not arg.is_empty_matrix(yinit)
    start = arg.matrix(yinit) if jump else arg.matrix(fields["y"])[:, -1:]
    initial = [to_value(start[:, :1]) if solver == "ode15i" or start.shape[0] > 1 else to_value(start.reshape(-1, 1))]
    if solver == "ode15i":
        initial.append(to_value(start[:, 1:] if start.shape[1] > 1 else deval.function(call, sol, to_value(t[-1]))[1]))
    arguments = (function, to_value(np.array([[t[-1], end]])), *initial, call.feval("odeset", *settings)[0], *extra)
    return _joined(fields, call.feval(solver, *arguments)[0].array.flat[0], jump)


def _joined(fields: dict[str, Any], more: dict[str, Any], jump: bool) -> Any:
    """Two solutions joined into one; without a jump their common time appears once."""
    result = {**fields, "extdata": more["extdata"]}
    for name in ("x", "y"):
        result[name] = np.concatenate([arg.matrix(fields[name]), arg.matrix(more[name])[:, 0 if jump else 1 :]], axis=1)
    for name in {"xe", "ye", "ie"} & set(more):
        events = [arg.matrix(f[name]) for f in (fields, more) if name in f]
        known = [e for e in events if e.size] or events[:1]
        result[name] = np.concatenate(known, axis=1)
    first, second = (arg.floating(f["idata"].array.flat[0]["dense"]) for f in (fields, more))
    pieces = [d.reshape(d.shape[0], 4, -1, order="F") for d in (first, second)]
    if jump:
        pieces.insert(1, np.repeat(arg.matrix(fields["y"])[:, None, -1:], 4, axis=1))
    result["idata"] = {"dense": np.concatenate(pieces, axis=2)}
    counts = [f["stats"].array.flat[0] for f in (fields, more)]
    result["stats"] = {name: float(counts[0][name]) + float(counts[1][name]) for name in counts[0]}
    return to_value(result)

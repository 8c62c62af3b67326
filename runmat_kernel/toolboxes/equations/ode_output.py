"""Output functions that show a solution during the integration: odeplot, odephas2, odephas3, odeprint."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.spec import Builtin, Example, builtin
from ...values.convert import as_array, is_text, text_of, to_value
from ...values.tensor import Tensor


def watched(call: Any, options: dict[str, Any], t: np.ndarray, y: np.ndarray, parts: int) -> int:
    """Show points of a solution (rows of ``y``), ``parts`` for each step, to the output function; the number of points until it stops.

    The function gets ``([t0 tfinal], y0, 'init')``, then ``(t, y, [])`` with columns of ``y``, and ``([], [], 'done')``; true stops.
    """
    function = options["outputfcn"]
    chosen = arg.flat(options["outputsel"]).astype(int) - 1 if "outputsel" in options else slice(None)
    shown = y[:, chosen]
    empty = Tensor(np.zeros((0, 0)))
    call.feval(function, to_value(np.array([[t[0]], [t[-1]]])), to_value(shown[0].reshape(-1, 1)), to_value("init"), nargout=0)
    stop = len(t)
    for first in range(1, len(t), parts):
        last = min(first + parts, len(t))
        state = call.feval(function, to_value(t[first:last].reshape(1, -1)), to_value(np.asfortranarray(shown[first:last].T)), empty)[0]
        if bool(as_array(state).any()):
            stop = last
            break
    call.feval(function, empty, empty, to_value("done"), nargout=0)
    return stop


_DRAWN = {"odephas2": "plot", "odephas3": "plot3"}


def _plotting(name: str, summary: str) -> Builtin:
    """An output function that draws when the solution is complete: a cell shows its figures at its end."""

    def function(call: Any, t: Any, y: Any, flag: Any = None, *parameters: Any) -> Any:
        word = text_of(flag) if flag is not None and is_text(flag) else ""
        figure, key = call.feval("gcf")[0], to_value(name)
        if word == "done":
            points = as_array(call.feval("getappdata", figure, key)[0])
            call.feval("rmappdata", figure, key, nargout=0)
            columns = [to_value(row.reshape(-1, 1)) for row in points]
            if name == "odeplot":
                call.feval("plot", columns[0], to_value(np.asfortranarray(points[1:].T)), to_value("-o"), nargout=0)
            else:
                call.feval(_DRAWN[name], *columns[1 : 3 if name == "odephas2" else 4], to_value("-o"), nargout=0)
            return None
        times, states = arg.flat(t), as_array(y)
        states = states.reshape(states.shape[0], -1, order="F")
        if word == "init":
            rows = np.vstack([times[:1].reshape(1, 1), states[:, :1]])
        else:
            rows = np.hstack([as_array(call.feval("getappdata", figure, key)[0]), np.vstack([times.reshape(1, -1), states])])
        call.feval("setappdata", figure, key, to_value(np.asfortranarray(rows)), nargout=0)
        return False

    usage = (f"status = {name}(t, y, flag)", f"status = {name}(t, y, flag, p1, ...)")
    return Builtin(name, usage, summary, function, examples=())


PLOTS = (
    _plotting("odeplot", "Output function that plots the components of a solution against time."),
    _plotting("odephas2", "Output function that plots the first two components of a solution against each other."),
    _plotting("odephas3", "Output function that plots the first three components of a solution in space."),
)


@builtin(
    "odeprint",
    "status = odeprint(t, y, flag)",
    "status = odeprint(t, y, flag, p1, ...)",
    summary="Output function that prints a solution.",
    examples=(Example("odeprint(1,[2;3],'')", "false"),),
)
def odeprint(call: Any, t: Any, y: Any, flag: Any = None, *parameters: Any) -> Any:
    word = text_of(flag) if flag is not None and is_text(flag) else ""
    if word == "done":
        call.write("\n\n")
        return None
    if word == "init":
        call.session.display("t", to_value(float(arg.flat(t)[0])))
        call.session.display("y", y)
        return False
    call.session.display("t", t)
    call.session.display("y", y)
    return False

"""Plots of functions: fplot, ezplot, fplot3, fsurf, fmesh, fcontour, fimplicit, fimplicit3 and their old names."""

from __future__ import annotations

from typing import Any

import numpy as np

from ....base.errors import MatlabError
from ....builtins.spec import Example, builtin
from ....figures import arguments as read
from ....figures.arguments import give, row
from ....figures.tree import Node
from ....values import CellArray, CharArray
from ....values.convert import as_array, is_text, text_of, to_value
from ....values.functions import FunctionHandle
from ..composing import as_function, composed, numbers, sampled
from ..plots3d.isosurfaces import surface_at
from .series import prepare_axes, set_spec

_TWO_PI = 2 * np.pi
_OWN = frozenset(("meshdensity", "levellist", "showpoles", "showcontours"))
"""Options of the plots of functions that are no properties of what they draw."""


def _functions(arguments: tuple[Any, ...], most: int) -> tuple[list[Any], list[float], list[Any]]:
    """The functions that come first, the limits, and the options after them."""
    rest = list(arguments)
    functions = []
    while (
        rest
        and len(functions) < most
        and (isinstance(rest[0], FunctionHandle) or (is_text(rest[0]) and not functions) or (is_text(rest[0]) and _expression(rest[0])))
    ):
        functions.append(rest.pop(0))
    if not functions:
        raise MatlabError("Input must be a function handle or text.", "MATLAB:fplot:InvalidFunction")
    limits = []
    while rest and not is_text(rest[0]):
        limits.append(rest.pop(0))
    return functions, numbers(limits), rest


def _expression(value: Any) -> bool:
    text = text_of(value)
    return any(c in text for c in "()+*/^") or text in ("x", "y", "t", "s", "u", "v")


def _title(call: Any, function: Any) -> str:
    """The expression of a function, as TeX."""
    if is_text(function):
        text = text_of(function)
    else:
        text = function.text if isinstance(function, FunctionHandle) else ""
        text = text.split(")", 1)[1] if text.startswith("@(") else text.lstrip("@")
    return text_of(call.feval("texlabel", CharArray.row(text))[0]) if text else ""


def _line(low: float, high: float, count: int = 400) -> np.ndarray:
    return np.linspace(low, high, count)


def _square(limits: list[float], default: tuple[float, float], count: int) -> tuple[np.ndarray, np.ndarray]:
    low, high = limits[:2] if limits else default
    bottom, top = limits[2:4] if len(limits) >= 4 else (low, high)
    return np.meshgrid(np.linspace(low, high, count), np.linspace(bottom, top, count))


def _variables(call: Any, function: Any) -> int:
    """How many variables a function has."""
    if isinstance(function, FunctionHandle):
        return function.nargin_declared if function.nargin_declared >= 0 else 1
    return len(as_function(call, function, 1).parameters)


def _each_plotted(call: Any, axes: Any, functions: CellArray, rest: list[Any]) -> Any:
    owner = read.owner(axes)
    held = bool(call.feval("ishold", *owner)[0])
    handles = []
    for function in functions.array.ravel(order="F"):
        handles.append(call.feval("fplot", *owner, function, *rest, nargout=1)[0])
        call.feval("hold", *owner, to_value("on"), nargout=0)
    if not held:
        call.feval("hold", *owner, to_value("off"), nargout=0)
    return call.feval("vertcat", *handles)[0] if call.nargout else None


@builtin(
    "fplot", "fplot(f)", "fplot(f, limits, LineSpec, ...)", "fplot(x, y, limits, ...)", "h = fplot(...)", summary="Plot a function over an interval; a line for each of its values.",
    examples=(Example("h = fplot(@(x) [x; x^2],[0 2]); [numel(h) h(2).YData(end)]", "[2 4]"), Example("h = fplot(@(x) x,[0 1],'r','MeshDensity',40); h.Color", "[1 0 0]"),
              Example("h = fplot({@sin,@cos},[0 1]); {numel(h), h(2).YData(1), ishold}", "{2,1,false}"),
              Example("h = fplot(@sin,[0 1],2000,'k'); numel(h.XData)", "2001"),
              Example("fplot(@tan,[-2 2],'ShowPoles','off'); y = ylim; all(abs(y) < 100)", "true")),
    see_also=("plot",),
)  # fmt: skip
def fplot(call, *arguments):
    target, rest = read.take_axes(call.session.figures, arguments)
    if not rest:
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
    if type(rest[0]) is CellArray:  # a line for each function
        return _each_plotted(call, target, rest.pop(0), rest)
    functions = [rest.pop(0)]
    if rest and type(rest[0]) is FunctionHandle:
        functions.append(rest.pop(0))
    t = _parameters(call, rest, (-5.0, 5.0) if len(functions) == 1 else (0.0, 2 * np.pi))
    show_poles = _take_show_poles(rest)
    values = [_sampled(call, function, t) for function in functions]
    axes = prepare_axes(call, target)
    spec = read.take_spec(rest)
    if len(functions) == 2:
        lines = [Node("line", axes, XData=x[None, :], YData=y[None, :]) for x, y in zip(*(v.T for v in values), strict=False)]
    else:
        lines = [_line_with_poles(axes, t, y, _poles(call, functions[0], k, t, y), show_poles) for k, y in enumerate(values[0].T)]
        axes.values.update(XLim=row([t[0], t[-1]]), XLimMode=CharArray.row("manual"))
    for line in lines:
        call.session.figures.colour_next(axes, line)
        set_spec(line, spec)
    if type(functions[0]) is FunctionHandle and len(lines) == 1:
        lines[0].values["DisplayName"] = CharArray.row(functions[0].text)
    read.apply(lines, rest, "fplot")
    return give(call, lines)


def _parameters(call: Any, rest: list[Any], interval: tuple[float, float]) -> np.ndarray:
    """The points at which functions are evaluated: in an interval that ``rest`` begins with, else in the usual one."""
    low, high = interval
    if rest and not is_text(rest[0]):
        ends = read.data(rest.pop(0), "fplot").ravel(order="F")
        if ends.size not in (2, 4) or not ends[0] < ends[1]:
            raise call.error("Input must be a 2-element vector of increasing values.", "MATLAB:fplot:InvalidInterval")
        low, high = ends[:2].tolist()
    count = 501
    while rest and not is_text(rest[0]):  # older code gives a least number of intervals, or (below one) a tolerance
        count = max(count, int(numbers([rest.pop(0)])[0]) + 1)
    return np.linspace(low, high, count)


def _take_show_poles(rest: list[Any]) -> bool:
    """Whether ShowPoles is on; takes the options that are fplot's own off ``rest`` (enough points are taken without MeshDensity)."""
    own = [k for k in range(len(rest) - 1) if is_text(rest[k]) and text_of(rest[k]).lower() in _OWN]
    named = {text_of(rest[k]).lower(): rest[k + 1] for k in own}
    for k in reversed(own):
        del rest[k : k + 2]
    switch = named.get("showpoles", True)
    return text_of(switch).lower() != "off" if is_text(switch) else bool(switch)


def _line_with_poles(axes: Node, x: np.ndarray, y: np.ndarray, poles: list[float], show: bool) -> Node:
    """A line that ends at each pole and begins anew behind it."""
    for pole in poles:
        place = int(np.searchsorted(x, pole))
        x, y = np.insert(x, place, pole), np.insert(y, place, np.nan)
    node = Node("line", axes, XData=x[None, :], YData=y[None, :])
    if poles:
        node.values["_YShown"] = _shown(y)
        if show:
            node.values["_poles"] = poles
    return node


_STEPS = 40
"""Halvings of an interval in which a pole is looked for."""


_LARGE = 1e6
"""How many times a value near a pole is at the least what the function usually is."""


def _poles(call: Any, function: Any, k: int, x: np.ndarray, y: np.ndarray) -> list[float]:
    """Where the k-th value of a function goes to infinity and comes back from it at the other side."""
    usual = np.median(np.abs(np.diff(y[np.isfinite(y)]))) if np.isfinite(y).sum() > 1 else 0.0
    typical = float(np.median(np.abs(y[np.isfinite(y)]))) if np.isfinite(y).any() else 1.0
    poles = [float(a) for a in x[np.isinf(y)]]
    jumps = np.flatnonzero(
        (np.sign(y[:-1]) * np.sign(y[1:]) < 0) & (np.abs(np.diff(y)) > 20 * usual) & np.isfinite(y[:-1]) & np.isfinite(y[1:])
    )
    for j in jumps[:50]:
        (left, right), (low, high) = x[j : j + 2].tolist(), y[j : j + 2].tolist()
        for _ in range(_STEPS):
            middle = (left + right) / 2
            value = float(_sampled(call, function, np.array([middle, middle]))[0, k])
            if not np.isfinite(value):
                low = np.inf
                break
            if middle in (left, right):
                break
            left, low, right, high = (middle, value, right, high) if np.sign(value) == np.sign(low) else (left, low, middle, value)
        if max(abs(low), abs(high)) > _LARGE * max(typical, 1e-300):
            poles.append((left + right) / 2)
    return sorted(set(poles))


def _shown(y: np.ndarray) -> tuple[float, float]:
    """The heights of a function with poles that are shown: those that most of its points have, and some more."""
    low, high = np.percentile(y[np.isfinite(y)], (5, 95)) if np.isfinite(y).any() else (0.0, 1.0)
    margin = 0.25 * (high - low)
    return float(low - margin), float(high + margin)


def _sampled(call: Any, function: Any, t: np.ndarray) -> np.ndarray:
    """The function at the points ``t``, at once where it takes vectors, else one by one; a column for each of its values."""
    if is_text(function):
        (function,) = call.feval("str2func", CharArray.row(f"@(x) {text_of(function)}"))
    try:
        values = as_array(call.feval(function, to_value(t[None, :]))[0]).ravel(order="F")
        if values.size == t.size:
            return np.real(values).reshape(-1, 1)
    except MatlabError:
        pass
    single = [np.real(as_array(call.feval(function, float(x))[0])).ravel(order="F") for x in t]
    if len({value.size for value in single}) > 1:
        raise call.error("The function must return as many values for each input.", "MATLAB:fplot:InvalidFunctionValue")
    return np.array(single, np.float64)


@builtin(
    "ezplot", "h = ezplot(f)", "h = ezplot(f, [min max])", "h = ezplot(f, [xmin xmax ymin ymax])", "h = ezplot(x, y, [tmin tmax])",
    summary="Plot of y = f(x), of the curve f(x, y) = 0, or of x(t), y(t).",
    examples=(Example("h = ezplot('x^2',[0 2]); max(h.YData)", "4"), Example("h = ezplot(@(x) sin(x)); numel(h)", "1"), Example("ezplot('x*y^10'); t = get(gca,'Title'); t.String", "'{x} {y}^{10} = 0'")),
)  # fmt: skip
def ezplot(call, *arguments):
    functions, limits, _ = _functions(arguments, 2)
    with composed(call) as plot:
        if len(functions) == 2:
            t = _line(*(limits[:2] or (0.0, _TWO_PI)))
            plot.draw("plot", sampled(call, functions[0], t), sampled(call, functions[1], t))
            plot.label("title", f"x = {_title(call, functions[0])}, y = {_title(call, functions[1])}")
        elif _variables(call, functions[0]) == 2:
            x, y = _square(limits, (-_TWO_PI, _TWO_PI), 150)
            plot.draw("contour", x, y, sampled(call, functions[0], x, y), np.array([0.0, 0.0]))
            plot.label("title", f"{_title(call, functions[0])} = 0")
        else:
            x = _line(*(limits[:2] or (-_TWO_PI, _TWO_PI)))
            plot.draw("plot", x, sampled(call, functions[0], x))
            plot.label("title", _title(call, functions[0]))
            plot.label("xlim", np.array([x[0], x[-1]]))
        plot.label("xlabel", "x")
        if len(functions) == 2 or _variables(call, functions[0]) == 2:
            plot.label("ylabel", "y")
        return plot.result()


@builtin("ezpolar", "h = ezpolar(f)", "h = ezpolar(f, [a b])", summary="Polar plot of a function.",
         examples=(Example("h = ezpolar(@(t) 1 + cos(t)); numel(h)", "1"),))  # fmt: skip
def ezpolar(call, function, limits=None):
    low, high = numbers([limits]) if limits is not None else (0.0, _TWO_PI)
    t = _line(low, high)
    return call.feval("polar", *(call.session.value(x.reshape(1, -1)) for x in (t, sampled(call, function, t))), nargout=1)[0]


def _curve3(name: str, default: tuple[float, float]):
    @builtin(name, f"h = {name}(x, y, z)", f"h = {name}(x, y, z, [tmin tmax])", f"h = {name}(..., LineSpec, Name, Value)", summary="Curve x(t), y(t), z(t).",
             examples=(Example(f"h = {name}(@sin,@cos,@(t) t,[0 1]); max(h.ZData)", "1"),))  # fmt: skip
    def function(call, *arguments):
        functions, limits, options = _functions(arguments, 3)
        t = _line(*(limits[:2] or default))
        with composed(call) as plot:
            plot.draw("plot3", *(sampled(call, f, t) for f in functions), *options)
            return plot.result()

    return function


def _surface(name: str, draw: str, default: tuple[float, float], titled: bool):
    @builtin(
        name, f"h = {name}(f)", f"h = {name}(f, [min max])", f"h = {name}(f, [xmin xmax ymin ymax])", f"h = {name}(x, y, z, ...)",
        f"h = {name}(..., Name, Value)", summary=f"{draw} of a function of two variables.",
        examples=(Example(f"h = {name}(@(x,y) x + y,[0 1]); numel(h) > 0", "true"),),
    )  # fmt: skip
    def function(call, *arguments):
        functions, limits, options = _functions(arguments, 3)
        spec = [options.pop(0)] if len(options) % 2 else []
        named = {text_of(options[k]).lower(): options[k + 1] for k in range(0, len(options) - 1, 2)}
        look = [*spec, *(item for k in range(0, len(options), 2) if text_of(options[k]).lower() not in _OWN for item in options[k : k + 2])]
        density = int(numbers([named.pop("meshdensity")])[0]) if "meshdensity" in named else 60 if not draw.startswith("contour") else 100
        levels = np.array(numbers([named["levellist"]])) if "levellist" in named else None
        shown = named.get("showcontours", CharArray.row("off"))
        with_lines = draw in ("surf", "mesh") and (text_of(shown).lower() == "on" if is_text(shown) else bool(shown))
        kind = draw + "c" if with_lines else draw
        x, y = _square(limits, default, density)
        with composed(call) as plot:
            if len(functions) == 3:
                plot.draw(kind, *(sampled(call, f, x, y) for f in functions), *look)
            else:
                plot.draw(kind, x, y, sampled(call, functions[0], x, y), *([levels] if levels is not None else []), *look)
            if titled:
                plot.label("title", _title(call, functions[0]))
                plot.label("xlabel", "x")
                plot.label("ylabel", "y")
            return plot.result()

    return function


DRAWN = (
    _curve3("fplot3", (-5.0, 5.0)),
    _curve3("ezplot3", (0.0, _TWO_PI)),
    _surface("fsurf", "surf", (-5.0, 5.0), False),
    _surface("fmesh", "mesh", (-5.0, 5.0), False),
    _surface("fcontour", "contour", (-5.0, 5.0), False),
    _surface("ezsurf", "surf", (-_TWO_PI, _TWO_PI), True),
    _surface("ezmesh", "mesh", (-_TWO_PI, _TWO_PI), True),
    _surface("ezsurfc", "surfc", (-_TWO_PI, _TWO_PI), True),
    _surface("ezmeshc", "meshc", (-_TWO_PI, _TWO_PI), True),
    _surface("ezcontour", "contour", (-_TWO_PI, _TWO_PI), True),
    _surface("ezcontourf", "contourf", (-_TWO_PI, _TWO_PI), True),
)


@builtin(
    "fimplicit", "h = fimplicit(f)", "h = fimplicit(f, [min max])", "h = fimplicit(f, [xmin xmax ymin ymax])", "h = fimplicit(..., LineSpec)", "h = fimplicit(..., Name, Value)",
    summary="Curve f(x, y) = 0.", examples=(Example("h = fimplicit(@(x,y) x.^2 + y.^2 - 1,[-2 2]); numel(h)", "1"),),
)  # fmt: skip
def fimplicit(call, *arguments):
    functions, limits, options = _functions(arguments, 1)
    x, y = _square(limits, (-5.0, 5.0), 200)
    keep = len(options) % 2
    look = options[:keep] + [
        item for k in range(keep, len(options), 2) if text_of(options[k]).lower() not in _OWN for item in options[k : k + 2]
    ]
    heights = to_value(np.asfortranarray(sampled(call, functions[0], x, y)))
    matrix = as_array(call.feval("contourc", to_value(x[:1]), to_value(np.asfortranarray(y[:, :1])), heights, to_value(np.zeros((1, 2))))[0])
    pieces, at = [np.full((2, 1), np.nan)], 0
    while at < matrix.shape[1]:
        count = int(matrix[1, at])
        pieces += [matrix[:, at + 1 : at + 1 + count], np.full((2, 1), np.nan)]
        at += 1 + count
    path = np.concatenate(pieces, axis=1)[:, 1:] if len(pieces) > 1 else pieces[0]
    with composed(call) as plot:
        plot.draw("plot", path[0], path[1], *look)
        return plot.result()


@builtin(
    "fimplicit3", "h = fimplicit3(f)", "h = fimplicit3(f, [min max])", "h = fimplicit3(f, [xmin xmax ymin ymax zmin zmax])", "h = fimplicit3(..., Name, Value)",
    summary="Surface f(x, y, z) = 0.",
    examples=(Example("h = fimplicit3(@(x,y,z) x.^2+y.^2+z.^2-4,[-3 3]); max(abs(sqrt(sum(h.Vertices.^2,2)) - 2)) < 0.05", "true"),), see_also=("fimplicit", "isosurface"),
)  # fmt: skip
def fimplicit3(call, *arguments):
    functions, limits, options = _functions(arguments, 1)
    limits = limits or [-5.0, 5.0]
    sides = limits if len(limits) == 6 else limits[:2] * 3
    density = 35
    for k in reversed(range(0, len(options) - 1, 2)):
        if text_of(options[k]).lower() == "meshdensity":
            density = int(numbers([options[k + 1]])[0])
            del options[k : k + 2]
    x, y, z = np.meshgrid(*(np.linspace(low, high, density) for low, high in zip(sides[::2], sides[1::2], strict=True)))
    heights = sampled(call, functions[0], x, y, z)
    faces, corners = surface_at([x[0, :, 0], y[:, 0, 0], z[0, 0, :]], heights, 0.0)
    with composed(call) as plot:
        plot.draw(
            "patch",
            "Faces",
            faces,
            "Vertices",
            corners,
            "FaceVertexCData",
            corners[:, 2:],
            "FaceColor",
            "interp",
            "EdgeColor",
            np.zeros((1, 3)),
            *options,
        )
        plot.label("view", 3.0)
        plot.label("grid", "on")
        return plot.result()

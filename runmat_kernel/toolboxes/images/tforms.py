"""Spatial transformations as structures of old releases: maketform, cp2tform, tformfwd, tforminv, fliptform, findbounds, imtransform."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.spec import Builtin, ErrorCase, Example, builtin
from ...values import StructArray
from ...values.convert import as_array, is_text, numel_of, text_of, to_value
from .pixels import image, in_class, real_pixels
from .rotation import _weight
from .warps import _fitted

_AFFINE = ("@(u, t) [u ones(size(u, 1), 1)]*t.tdata.T(:, 1:end-1)", "@(x, t) [x ones(size(x, 1), 1)]*t.tdata.Tinv(:, 1:end-1)")
_PROJECTIVE = tuple(
    f"@(u, t) ([u ones(size(u, 1), 1)]*t.tdata.{m}(:, 1:end-1))./([u ones(size(u, 1), 1)]*t.tdata.{m}(:, end))" for m in ("T", "Tinv")
)
_BOX = ("@(u, t) u.*t.tdata.scale + t.tdata.shift", "@(x, t) (x - t.tdata.shift)./t.tdata.scale")
_CHAIN = ("tformfwd", "tforminv")


def _tform(call: Any, sizes: tuple[int, int], functions: Sequence[Any], data: Any) -> StructArray:
    handles = [call.feval("str2func", to_value(f))[0] if type(f) is str else f for f in functions]
    fields = {
        "ndims_in": float(sizes[0]),
        "ndims_out": float(sizes[1]),
        "forward_fcn": handles[0],
        "inverse_fcn": handles[1],
        "tdata": to_value(data),
    }
    return StructArray.scalar({name: to_value(value) for name, value in fields.items()})


def _of_matrix(call: Any, matrix: np.ndarray, *, projective: bool) -> StructArray:
    """A transformation of rows by a matrix behind them."""
    n = len(matrix) - 1
    if abs(np.linalg.det(matrix)) < 1e-300 or np.linalg.cond(matrix) > 1e15:
        raise MatlabError("The transformation matrix must be nonsingular.", "images:maketform:conditionNumberofTIsHigh")
    if not projective:
        matrix[:, -1] = [*[0.0] * n, 1.0]
    inverse = np.linalg.inv(matrix)
    if not projective:
        inverse[:, -1] = matrix[:, -1]
    parts = {"T": np.asfortranarray(matrix), "Tinv": np.asfortranarray(inverse)}
    return _tform(call, (n, n), _PROJECTIVE if projective else _AFFINE, parts)


def _is_tform(value: Any) -> bool:
    return type(value) is StructArray and {"ndims_in", "ndims_out", "forward_fcn", "inverse_fcn", "tdata"} <= set(value.fields)


@builtin(
    "maketform", "T = maketform('affine', A)", "T = maketform('affine', U, X)", "T = maketform('projective', A)", "T = maketform('projective', U, X)",
    "T = maketform('box', size, low, high)", "T = maketform('box', inbounds, outbounds)", "T = maketform('composite', T1, T2, ...)", "T = maketform('custom', nin, nout, forward, inverse, tdata)",
    summary="A spatial transformation as a structure: of rows [x y 1] by a matrix, of three or four points, of a box, of several one after the other (the last first), or of functions.",
    examples=(
        Example("T = maketform('affine',[2 0 0;0 3 0;10 20 1]); tformfwd(T,[1 1;0 0])", "[12 23;10 20]"),
        Example("T = maketform('affine',[0 0;1 0;0 1],[5 5;7 5;5 8]); round(T.tdata.T,10)", "[2 0 0;0 3 0;5 5 1]"),
        Example("T = maketform('projective',[0 0;1 0;1 1;0 1],[0 0;2 0;3 3;0 2]); round(tformfwd(T,[1 1;0 1;0.5 0.5]),6)", "[3 3;0 2;1 1]"),
        Example("T = maketform('box',[1 1;5 9],[0 0;1 1]); tformfwd(T,[3 5])", "[0.5 0.5]"),
        Example("a = maketform('affine',[2 0 0;0 2 0;0 0 1]); b = maketform('affine',[1 0 0;0 1 0;3 4 1]); c = maketform('composite',a,b); {tformfwd(c,[1 1]), tforminv(c,[8 10])}", "{[8 10],[1 1]}"),
        Example("T = maketform('custom',2,2,@(u,t) u*t.tdata,@(x,t) x/t.tdata,4); {tformfwd(T,[1 2]), tforminv(T,[4 8])}", "{[4 8],[1 2]}"),
    ),
    errors=(ErrorCase("maketform('twist',1)", "MATLAB:maketform:unknownOption"), ErrorCase("maketform('affine',zeros(3))", "images:maketform:conditionNumberofTIsHigh")),
    see_also=("tformfwd", "imtransform", "affine2d"),
)  # fmt: skip
def maketform(call: Any, kind: Any, *arguments: Any) -> Any:
    word = text_of(kind).lower() if is_text(kind) else ""
    arg.check_options(call, [word], "affine", "projective", "box", "composite", "custom")
    if word == "composite":
        parts = list(arguments) if len(arguments) > 1 else list(arguments[0].array.flat) if arguments else []
        if not parts or not all(_is_tform(part) for part in parts):
            raise call.error("Expected transformations.", "images:maketform:invalidTForm")
        first, last = (part.array.flat[0] for part in (parts[0], parts[-1]))
        forms = {f"t{k + 1}": part for k, part in enumerate(parts)}
        inner = [f"t.tdata.t{k + 1}" for k in range(len(parts))]
        texts = ["u", "u"]
        for name in reversed(inner):
            texts[0] = f"tformfwd({name}, {texts[0]})"
        for name in inner:
            texts[1] = f"tforminv({name}, {texts[1]})"
        sizes = (int(as_array(last["ndims_in"]).flat[0]), int(as_array(first["ndims_out"]).flat[0]))
        return _tform(call, sizes, [f"@(u, t) {text}" for text in texts], forms)
    if word == "custom":
        if len(arguments) != 5:
            raise call.error("Not enough input arguments.", "MATLAB:minrhs")
        return _tform(call, (arg.integer(arguments[0]), arg.integer(arguments[1])), arguments[2:4], arguments[4])
    numbers = [arg.matrix(a).astype(np.float64) for a in arguments]
    if not numbers:
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
    if word == "box":
        return _box(call, numbers)
    return _of_matrix(call, _matrix(call, word, numbers), projective=word == "projective")


def _matrix(call: Any, word: str, numbers: list[np.ndarray]) -> np.ndarray:
    """The matrix that multiplies rows from the right: the program's own, or from points and their images."""
    if len(numbers) == 1:
        matrix = numbers[0].copy()
        if matrix.shape[0] == matrix.shape[1] + 1:
            matrix = np.column_stack([matrix, [*[0.0] * matrix.shape[1], 1.0]])
        if matrix.shape[0] != matrix.shape[1] or len(matrix) < 2:
            raise call.error("The matrix must be square.", "images:maketform:invalidMatrix")
        return matrix
    count = 3 if word == "affine" else 4
    if any(points.shape != (count, 2) for points in numbers):
        raise call.error(f"U and X must be {count}-by-2.", "images:maketform:invalidPoints")
    return _fitted(word, *numbers).T


def _box(call: Any, numbers: list[np.ndarray]) -> StructArray:
    if len(numbers) == 3:
        inner = np.stack([np.ones(numbers[0].size), numbers[0].ravel()])
        outer = np.stack([numbers[1].ravel(), numbers[2].ravel()])
    else:
        inner, outer = numbers[0], numbers[1]
    span = inner[1] - inner[0]
    scale = np.where(span == 0, 1.0, (outer[1] - outer[0]) / np.where(span == 0, 1.0, span))
    parts = {"scale": scale[None, :], "shift": (outer[0] - inner[0] * scale)[None, :]}
    return _tform(call, (scale.size, scale.size), _BOX, parts)


@builtin(
    "cp2tform", "T = cp2tform(input, base, type)", summary="The transformation that brings input points nearest to base points: 'nonreflective similarity', 'similarity', 'affine', 'projective'.",
    examples=(Example("T = cp2tform([0 0;1 0;0 1],[5 5;7 5;5 8],'affine'); round(T.tdata.T,10)", "[2 0 0;0 3 0;5 5 1]"), Example("T = cp2tform([0 0;1 0],[3 4;3 6],'nonreflective similarity'); round(tformfwd(T,[0 1]),10)", "[1 4]")),
    errors=(ErrorCase("cp2tform([0 0],[1 1],'affine')", "images:cp2tform:rankError"), ErrorCase("cp2tform([0 0],[1 1],'lwm')", "MATLAB:cp2tform:unknownOption")), see_also=("maketform", "fitgeotrans"),
)  # fmt: skip
def cp2tform(call: Any, moving: Any, fixed: Any, kind: Any) -> Any:
    word = text_of(kind).lower()
    arg.check_options(call, [word], "nonreflective similarity", "similarity", "affine", "projective")
    first, second = arg.matrix(moving).astype(np.float64), arg.matrix(fixed).astype(np.float64)
    least = {"affine": 3, "projective": 4, "similarity": 3}.get(word, 2)
    if first.shape != second.shape or first.shape[1] != 2 or len(first) < least:
        raise call.error(f"At least {least} points that are not on a line are needed.", "images:cp2tform:rankError")
    return _of_matrix(call, _fitted(word.replace("nonreflective ", "nonreflective"), first, second).T, projective=word == "projective")


def _applied(name: str, function: str, summary: str, *examples: Example) -> Builtin:
    def apply(call: Any, *arguments: Any) -> Any:
        forms = [a for a in arguments if _is_tform(a)]
        values = [arg.floating(a) for a in arguments if not _is_tform(a)]
        if not forms or not values:
            raise call.error("Expected a transformation and points.", f"images:{name}:invalidTForm")
        record = forms[0].array.flat[0]
        if numel_of(record[function]) == 0:
            raise call.error("The transformation has no such direction.", f"images:{name}:fieldMissing")
        shape = values[0].shape if len(values) > 1 else None
        points = np.column_stack([v.ravel(order="F") for v in values]) if shape is not None else values[0]
        result = arg.floating(call.feval(record[function], call.session.value(np.asfortranarray(points)), forms[0], nargout=1)[0])
        if shape is None:
            return result
        parts = [column.reshape(shape, order="F") for column in result.T]
        return tuple(parts) if call.nargout > 1 else np.stack(parts, axis=-1) if min(shape) > 1 else result

    usage = (f"X = {name}(T, U)", f"[x, y] = {name}(T, u, v)")
    errors = (ErrorCase(f"{name}([1 2],[1 2])", f"images:{name}:invalidTForm"),)
    return Builtin(name, usage, summary, apply, examples=examples, errors=errors, see_also=("maketform",))


_DOUBLE = "T = maketform('affine',[2 0 0;0 3 0;1 1 1]); "
APPLIED = (
    _applied("tformfwd", "forward_fcn", "Points moved by a transformation of maketform.", Example(_DOUBLE + "tformfwd(T,[1 1;2 2])", "[3 4;5 7]"), Example(_DOUBLE + "[x,y] = tformfwd(T,[1 2;0 0],[1 1;0 2]); {x,y}", "{[3 5;1 1],[4 4;1 7]}"),
             Example(_DOUBLE + "tformfwd([1 1],T)", "[3 4]")),
    _applied("tforminv", "inverse_fcn", "Points moved back by a transformation of maketform.", Example(_DOUBLE + "tforminv(T,[3 4;5 7])", "[1 1;2 2]")),
)  # fmt: skip


@builtin(
    "fliptform", "T2 = fliptform(T)", summary="A transformation of maketform the other way.",
    examples=(Example("T = fliptform(maketform('custom',2,2,@(u,t) u*2,@(x,t) x/2,[])); tformfwd(T,[4 6])", "[2 3]"),
              Example("T = fliptform(maketform('affine',[2 0 0;0 4 0;0 0 1])); {tformfwd(T,[2 4]), T.tdata.T}", "{[1 1],diag([0.5 0.25 1])}")),
    errors=(ErrorCase("fliptform(1)", "images:fliptform:invalidTForm"),),
)  # fmt: skip
def fliptform(call: Any, form: Any) -> Any:
    if not _is_tform(form):
        raise call.error("Expected a transformation.", "images:fliptform:invalidTForm")
    record = dict(form.array.flat[0])
    record["ndims_in"], record["ndims_out"] = record["ndims_out"], record["ndims_in"]
    data = record["tdata"]
    if type(data) is StructArray and {"T", "Tinv"} == set(data.fields):
        inner = data.array.flat[0]
        record["tdata"] = StructArray.scalar({"T": inner["Tinv"], "Tinv": inner["T"]})
    else:
        record["forward_fcn"], record["inverse_fcn"] = record["inverse_fcn"], record["forward_fcn"]
    return StructArray.scalar(record)


@builtin(
    "findbounds", "outbounds = findbounds(T, inbounds)", summary="The rectangle, two rows, that what lies in a rectangle covers after a transformation of maketform.",
    examples=(Example("findbounds(maketform('affine',[0 1 0;-2 0 0;0 0 1]),[1 1;3 2])", "[-4 1;-2 3]"),), errors=(ErrorCase("findbounds(1,[1 1;2 2])", "images:findbounds:invalidTForm"),), see_also=("imtransform",),
)  # fmt: skip
def findbounds(call: Any, form: Any, bounds: Any) -> Any:
    if not _is_tform(form):
        raise call.error("Expected a transformation.", "images:findbounds:invalidTForm")
    ends = arg.matrix(bounds).astype(np.float64)
    grid = np.array(list(itertools.product(*(np.linspace(low, high, 3) for low, high in ends.T))))
    moved = arg.matrix(call.feval("tformfwd", form, call.session.value(np.asfortranarray(grid)), nargout=1)[0])
    return np.stack([moved.min(axis=0), moved.max(axis=0)])


# --- imtransform -----------------------------------------------------------------------------------------------------------

_ORDERS = {"nearest": 0, "bilinear": 1, "bicubic": 3}


@builtin(
    "imtransform", "B = imtransform(A, T)", "B = imtransform(A, T, interp)", "[B, xdata, ydata] = imtransform(..., Name, Value)",
    summary="An image moved by a transformation of maketform; interp: 'bilinear', 'nearest', 'bicubic'; UData, VData, XData, YData, XYScale, Size, FillValues (0).",
    examples=(
        Example("[B,x,y] = imtransform([1 2;3 4],maketform('affine',[1 0 0;0 1 0;5 6 1])); {B,x,y}", "{[1 2;3 4],[6 7],[7 8]}"),
        Example("imtransform([1 3],maketform('affine',[2 0 0;0 1 0;0 0 1]))", "[1 2 3]"), Example("imtransform([1 2;3 4],maketform('affine',[0 1 0;-1 0 0;0 0 1]),'nearest')", "[3 1;4 2]"),
        Example("imtransform(uint8([10 20]),maketform('affine',eye(3)),'XData',[0 3],'YData',[1 1],'FillValues',7)", "uint8([7 10 20 7])"),
        Example("imtransform([2 4],maketform('affine',eye(3)),'XData',[0.5 2.5],'YData',[1 1])", "[1 3 2]"), Example("size(imtransform(ones(4,6,3),maketform('affine',eye(3)),'Size',[8 3]))", "[8 3 3]"),
    ),
    errors=(ErrorCase("imtransform(1,2)", "images:imtransform:invalidTForm"), ErrorCase("imtransform(1,maketform('affine',eye(3)),'round')", "MATLAB:imtransform:unknownOption")),
    see_also=("maketform", "imwarp"),
)  # fmt: skip
def imtransform(call: Any, pixels: Any, form: Any, *options: Any) -> Any:
    array, rest = image(pixels, "imtransform"), list(options)
    if not _is_tform(form):
        raise call.error("Expected a transformation of maketform.", "images:imtransform:invalidTForm")
    word = text_of(rest.pop(0)).lower() if len(rest) % 2 and is_text(rest[0]) else "bilinear"
    arg.check_options(call, [word], *_ORDERS)
    named = arg.name_values(rest, "imtransform", "udata vdata xdata ydata xyscale size fillvalues")
    u, v = (_ends(named, name, float(n)) for name, n in (("udata", array.shape[1]), ("vdata", array.shape[0])))
    if "xdata" in named and "ydata" in named:
        x, y = arg.flat(named["xdata"]).astype(float), arg.flat(named["ydata"]).astype(float)
    else:
        bounds = call.session.value(np.asfortranarray(np.column_stack([u, v])))
        x, y = arg.matrix(call.feval("findbounds", form, bounds, nargout=1)[0]).T
    if any(ends.size != 2 for ends in (u, v, x, y)):
        raise call.error("UData, VData, XData and YData must have two elements.", "images:imtransform:invalidLimits")
    x, y, counts = _output_grid(array.shape, u, v, x, y, named)
    across, up = np.meshgrid(np.linspace(*x, counts[1]), np.linspace(*y, counts[0]))
    points = np.column_stack([across.ravel(order="F"), up.ravel(order="F")])
    moved = arg.matrix(call.feval("tforminv", form, call.session.value(np.asfortranarray(points)), nargout=1)[0])
    places = [
        ((moved[:, k] - ends[0]) * (n - 1) / (ends[1] - ends[0]) if n > 1 else moved[:, k] - ends[0]).reshape(counts, order="F")
        for k, (ends, n) in enumerate(((u, array.shape[1]), (v, array.shape[0])))
    ]
    fills = arg.flat(named["fillvalues"]).astype(float) if "fillvalues" in named else np.zeros(1)
    planes = real_pixels(array).reshape(*array.shape[:2], -1, order="F")
    planes_moved = [_between(planes[:, :, k], places[1], places[0], _ORDERS[word], float(fills[k % fills.size])) for k in range(planes.shape[2])]
    result = in_class(np.stack(planes_moved, axis=2).reshape(*counts, *array.shape[2:], order="F"), array.dtype)
    return result, x[None, :], y[None, :]


def _ends(named: dict[str, Any], name: str, last: float) -> np.ndarray:
    return arg.flat(named[name]).astype(float) if name in named else np.array([1.0, last])


def _output_grid(
    shape: tuple[int, ...], u: np.ndarray, v: np.ndarray, x: np.ndarray, y: np.ndarray, named: dict[str, Any]
) -> tuple[np.ndarray, np.ndarray, tuple[int, int]]:
    """The centres of the first and last pixels of the result and their number, from its size or with pixels as large as the image's."""
    if "size" in named and numel_of(named["size"]):
        rows, columns = (int(n) for n in arg.flat(named["size"])[:2])
        return x, y, (rows, columns)
    if "xyscale" in named and numel_of(named["xyscale"]):
        scale = arg.flat(named["xyscale"]).astype(float)
        wide, high = float(scale[0]), float(scale[-1])
    else:
        sides = [abs(ends[1] - ends[0]) / (n - 1) if n > 1 else 1.0 for ends, n in ((u, shape[1]), (v, shape[0]))]
        wide = high = min(sides)
    counts = tuple(int(np.ceil(np.round(abs(ends[1] - ends[0]) / step, 9))) + 1 for ends, step in ((y, high), (x, wide)))
    x, y = (np.array([ends[0], ends[0] + (n - 1) * step]) for ends, n, step in ((x, counts[1], wide), (y, counts[0], high)))
    return x, y, (counts[0], counts[1])


def _between(plane: np.ndarray, rows: np.ndarray, columns: np.ndarray, order: int, fill: float) -> np.ndarray:
    """Values between pixels at places from 0; all around the image there is ``fill``."""
    reach = 2
    padded = np.pad(plane, reach, constant_values=fill)
    known = np.isfinite(rows) & np.isfinite(columns)
    near = known & (rows > -reach) & (rows < plane.shape[0] - 1 + reach) & (columns > -reach) & (columns < plane.shape[1] - 1 + reach)
    r, c = np.where(near, rows, 0.0) + reach, np.where(near, columns, 0.0) + reach
    if order == 0:
        pixels = padded[np.floor(r + 0.5).astype(np.int64), np.floor(c + 0.5).astype(np.int64)]
        return np.where(near, pixels, fill)
    top, left = np.floor(r).astype(np.int64), np.floor(c).astype(np.int64)
    taps = (0, 1) if order == 1 else (-1, 0, 1, 2)
    pixels = np.zeros(rows.shape)
    for a, b in itertools.product(taps, taps):
        weight = _weight(r - top - a, order) * _weight(c - left - b, order)
        pixels += weight * padded[np.clip(top + a, 0, padded.shape[0] - 1), np.clip(left + b, 0, padded.shape[1] - 1)]
    return np.where(near, pixels, fill)

"""Images under geometric transformations: affine2d and its kin, imref2d, imwarp, imtranslate, fitgeotform2d."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.methods_only import method_only
from ...builtins.spec import Builtin, ErrorCase, Example, builtin
from ...values.convert import as_array, is_text, numel_of, text_of
from .geometric_transforms import ImageReference, Transform, moved_by, transform_of
from .pixels import image, in_class, real_pixels
from .rotation import _weight

_ORDERS = {"nearest": 0, "linear": 1, "bilinear": 1, "cubic": 3, "bicubic": 3}


def _rotation(degrees: float, scale: float = 1.0) -> np.ndarray:
    cos, sin = math.cos(math.radians(degrees)) * scale, math.sin(math.radians(degrees)) * scale
    return np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]], dtype=np.float64)


def _of_parts(kind: str, parts: list[np.ndarray]) -> np.ndarray:
    """The matrix of a rotation (degrees or a matrix) and a translation, with a scale before them for similarities."""
    matrix = np.eye(3)
    positional = list(parts)
    if kind == "transltform2d":
        matrix[:2, 2] = np.concatenate([p.ravel() for p in positional])[:2]
        return matrix
    scale = float(positional.pop(0).ravel()[0]) if kind == "simtform2d" else 1.0
    rotation = positional[0]
    matrix = _rotation(float(rotation.ravel()[0]), scale) if rotation.size == 1 else np.eye(3)
    if rotation.size == 4:
        matrix[:2, :2] = scale * (rotation.T if kind == "rigid2d" else rotation)
    matrix[:2, 2] = positional[1].ravel()[:2] if len(positional) > 1 else 0
    return matrix


def _transform(kind: str, usage: tuple[str, ...], summary: str, *examples: Example) -> Builtin:
    old = kind in ("affine2d", "projective2d", "rigid2d")

    def function(call: Any, *arguments: Any) -> Transform:
        parts = [as_array(a).astype(np.float64) for a in arguments]
        if not parts:
            return transform_of(kind, np.eye(3))
        if len(parts) == 1 and parts[0].size in (9, 6):
            return transform_of(kind, parts[0].T if old else parts[0])
        if not all(part.size for part in parts):
            raise MatlabError("Expected the arguments to be nonempty.", f"images:{kind}:expectedNonempty")
        least = {"rigid2d": 2, "rigidtform2d": 2, "simtform2d": 3, "transltform2d": 1}.get(kind)
        if least is None or len(parts) < least:
            raise MatlabError("Expected the transformation matrix to be 3-by-3.", f"images:{kind}:invalidTransformationMatrix")
        return transform_of(kind, _of_parts(kind, parts))

    errors = (
        ErrorCase(f"{kind}(zeros(3))", f"images:{kind}:{'singularTransformationMatrix' if 'proj' in kind else 'invalidAffineMatrix'}"),
    )
    return Builtin(kind, usage, summary, function, examples=examples, errors=errors, see_also=("imwarp", "fitgeotform2d"))


TRANSFORMS = (
    _transform("affine2d", ("tform = affine2d", "tform = affine2d(T)"), "An affine transformation of the plane: [x y 1] = [u v 1]*T.",
               Example("t = affine2d([2 0 0;0 3 0;10 20 1]); [x,y] = transformPointsForward(t,1,1); {class(t), x, y, t.T(3,1)}", "{'affine2d',12,23,10}"),
               Example("t = invert(affine2d([2 0 0;0 4 0;0 0 1])); t.T", "diag([0.5 0.25 1])")),
    _transform("affinetform2d", ("tform = affinetform2d", "tform = affinetform2d(A)"), "An affine transformation of the plane: [x;y;1] = A*[u;v;1].",
               Example("t = affinetform2d([2 0 10;0 3 20;0 0 1]); transformPointsForward(t,[1 1;0 0])", "[12 23;10 20]"),
               Example("t = affinetform2d([0 -1 0;1 0 0]); [isRigid(t) isSimilarity(t) isTranslation(t)]", "[true true false]")),
    _transform("projective2d", ("tform = projective2d", "tform = projective2d(T)"), "A projective transformation of the plane: [x y w] = [u v 1]*T.",
               Example("t = projective2d([1 0 0.5;0 1 0;0 0 1]); transformPointsForward(t,[2 4])", "[1 2]")),
    _transform("projtform2d", ("tform = projtform2d", "tform = projtform2d(A)"), "A projective transformation of the plane: [x;y;w] = A*[u;v;1].",
               Example("t = projtform2d([1 0 0;0 1 0;0.5 0 1]); transformPointsForward(t,[2 4])", "[1 2]")),
    _transform("rigid2d", ("tform = rigid2d", "tform = rigid2d(T)", "tform = rigid2d(rot, trans)"), "A rotation and a translation of the plane, in the form of affine2d.",
               Example("t = rigid2d([0 1;-1 0],[5 6]); transformPointsForward(t,[1 0])", "[5 7]")),
    _transform("rigidtform2d", ("tform = rigidtform2d", "tform = rigidtform2d(A)", "tform = rigidtform2d(degrees, [tx ty])"), "A rotation (degrees) and a translation of the plane.",
               Example("t = rigidtform2d(90,[1 2]); {round(t.A,12), t.RotationAngle}", "{[0 -1 1;1 0 2;0 0 1],90}")),
    _transform("simtform2d", ("tform = simtform2d", "tform = simtform2d(A)", "tform = simtform2d(s, degrees, [tx ty])"), "A scale, a rotation (degrees) and a translation of the plane.",
               Example("t = simtform2d(2,0,[1 2]); {t.A, t.Scale}", "{[2 0 1;0 2 2;0 0 1],2}")),
    _transform("transltform2d", ("tform = transltform2d", "tform = transltform2d(A)", "tform = transltform2d(tx, ty)"), "A translation of the plane.",
               Example("t = transltform2d(3,4); t.A", "[1 0 3;0 1 4;0 0 1]")),
)  # fmt: skip


@builtin(
    "imref2d", "R = imref2d(imageSize)", "R = imref2d(imageSize, pixelX, pixelY)", "R = imref2d(imageSize, xWorldLimits, yWorldLimits)",
    summary="Which part of the plane an image covers.",
    examples=(
        Example("R = imref2d([4 6]); {R.XWorldLimits, R.YWorldLimits, R.ImageSize}", "{[0.5 6.5],[0.5 4.5],[4 6]}"),
        Example("R = imref2d([4 6],2,3); {R.XWorldLimits, R.PixelExtentInWorldY}", "{[1 13],3}"),
        Example("R = imref2d([2 2],[0 4],[0 2]); [x,y] = intrinsicToWorld(R,1,1); [r,c] = worldToSubscript(R,3.9,0.1); [x y r c]", "[1 0.5 1 2]"),
    ),
    errors=(ErrorCase("imref2d(5)", "images:imref2d:invalidImageSize"), ErrorCase("imref2d([4 6], 2)", "MATLAB:minrhs")), see_also=("imwarp",),
)  # fmt: skip
def imref2d(call: Any, size: Any = None, x: Any = None, y: Any = None) -> ImageReference:
    numbers = arg.flat(size) if size is not None else np.array([2.0, 2.0])
    if numbers.size < 2:
        raise call.error("The size of the image must have two elements at least.", "images:imref2d:invalidImageSize")
    if x is None:
        return ImageReference(numbers)
    if y is None:
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
    if numel_of(x) == 1:
        wide, high = arg.scalar(x), arg.scalar(y)
        return ImageReference(numbers, (wide / 2, wide * (numbers[1] + 0.5)), (high / 2, high * (numbers[0] + 0.5)))
    if numel_of(x) != 2 or numel_of(y) != 2:
        raise call.error("The limits must be vectors of two elements.", "images:imref2d:invalidLimits")
    return ImageReference(numbers, arg.flat(x), arg.flat(y))


def _sampled(plane: np.ndarray, x: np.ndarray, y: np.ndarray, order: int, fill: float) -> np.ndarray:
    """Values between the pixels of a plane; those at its rim reach as far as their own halves, beyond is ``fill``."""
    rows, columns = plane.shape
    with np.errstate(invalid="ignore"):
        inside = (x >= 0.5) & (x <= columns + 0.5) & (y >= 0.5) & (y <= rows + 0.5)
    x, y = (np.clip(np.where(inside, part, 1.0), 1, n) - 1 for part, n in ((x, columns), (y, rows)))
    if order == 0:
        pixels = plane[np.floor(y + 0.5).astype(np.int64), np.floor(x + 0.5).astype(np.int64)]
        return np.where(inside, pixels, fill)
    left, top = np.floor(x).astype(np.int64), np.floor(y).astype(np.int64)
    taps = (0, 1) if order == 1 else (-1, 0, 1, 2)
    pixels = np.zeros(x.shape, plane.dtype)
    for a in taps:
        for b in taps:
            weight = _weight(y - top - a, order) * _weight(x - left - b, order)
            pixels += weight * plane[np.clip(top + a, 0, rows - 1), np.clip(left + b, 0, columns - 1)]
    return np.where(inside, pixels, fill)


def _covered(transform: Transform, reference: ImageReference) -> ImageReference:
    """The extent of a whole image after a transformation, with pixels of the same size."""
    corners = np.array([(x, y) for x in np.linspace(*reference.x, 3) for y in np.linspace(*reference.y, 3)])
    moved = moved_by(transform.matrix, corners)
    low, high = moved.min(axis=0), moved.max(axis=0)
    pixel = np.array(reference.pixel)
    counts = np.maximum(np.ceil(np.round((high - low) / pixel, 9)), 1)
    more = (counts * pixel - (high - low)) / 2
    low, high = low - more, high + more
    return ImageReference((counts[1], counts[0]), (low[0], high[0]), (low[1], high[1]))


@builtin(
    "imwarp", "B = imwarp(A, tform)", "B = imwarp(A, tform, interp)", "[B, RB] = imwarp(A, RA, tform, ...)", "B = imwarp(..., 'OutputView', R, 'FillValues', v)",
    summary="An image moved by a geometric transformation; 'nearest', 'linear' or 'cubic' between pixels, FillValues (0) outside.",
    examples=(
        Example("imwarp([1 2;3 4], affine2d([2 0 0;0 2 0;0 0 1]), 'nearest')", "[1 1 2 2;1 1 2 2;3 3 4 4;3 3 4 4]"),
        Example("imwarp([1 3], affine2d([2 0 0;0 1 0;0 0 1]))", "[1 1.5 2.5 3]"),
        Example("[B,R] = imwarp(uint8(magic(3)), transltform2d(5,0)); {B, R.XWorldLimits}", "{uint8(magic(3)),[5.5 8.5]}"),
        Example("imwarp([1 2 3;4 5 6], transltform2d(1,0), 'OutputView', imref2d([2 3]), 'FillValues', 9)", "[9 1 2;9 4 5]"),
        Example("size(imwarp(ones(10,20,3), rigidtform2d(90,[0 0])))", "[20 10 3]"),
    ),
    errors=(ErrorCase("imwarp(magic(3), 5)", "images:imwarp:invalidTform"), ErrorCase("imwarp(1, affine2d, 'round')", "MATLAB:imwarp:unknownOption")),
    see_also=("affine2d", "imref2d", "imrotate", "imresize"),
)  # fmt: skip
def imwarp(call: Any, pixels: Any, *arguments: Any) -> Any:
    array = image(pixels, "imwarp")
    rest = list(arguments)
    own = rest.pop(0) if rest and type(rest[0]) is ImageReference else ImageReference(array.shape)
    if not rest or type(rest[0]) is not Transform:
        raise call.error("TFORM must be a geometric transformation, as affine2d makes it.", "images:imwarp:invalidTform")
    transform = rest.pop(0)
    order = 1
    if rest and is_text(rest[0]) and (len(rest) % 2 or text_of(rest[0]).lower() in _ORDERS):
        word = text_of(rest.pop(0)).lower()
        arg.check_options(call, [word], *_ORDERS)
        order = _ORDERS[word]
    named = arg.name_values(rest, "imwarp", "outputview fillvalues smoothedges interpolationmethod")
    order = _ORDERS[arg.option(call, named["interpolationmethod"], *_ORDERS)] if "interpolationmethod" in named else order
    fills = named.read("fillvalues", arg.flat, np.zeros(1))
    if tuple(own.size[:2]) != array.shape[:2]:
        raise call.error("The image has not the size that its reference says.", "images:imwarp:sizeMismatch")
    view = named.get("outputview")
    if view is not None and type(view) is not ImageReference:
        raise call.error("OutputView must be an imref2d.", "images:imwarp:invalidOutputView")
    target = view if view is not None else _covered(transform, own)
    rows, columns = target.size[:2]
    x, y = np.meshgrid(
        *(
            low + (np.arange(n) + 0.5) * step
            for low, n, step in ((target.x[0], columns, target.pixel[0]), (target.y[0], rows, target.pixel[1]))
        )
    )
    back = moved_by(np.linalg.inv(transform.matrix), np.stack([x.ravel(), y.ravel()], axis=1))
    across, down = ((part - low) / step + 0.5 for part, low, step in zip(back.T, (own.x[0], own.y[0]), own.pixel, strict=True))
    planes = real_pixels(array).reshape(*array.shape[:2], -1)
    warped = np.empty((rows, columns, planes.shape[2]), planes.dtype, order="F")
    for k in range(planes.shape[2]):
        fill = float(fills[k % fills.size])
        warped[:, :, k] = _sampled(planes[:, :, k], np.round(across, 9), np.round(down, 9), order, fill).reshape(rows, columns)
    return in_class(warped.reshape(rows, columns, *array.shape[2:], order="F"), array.dtype), target


@builtin(
    "imtranslate", "B = imtranslate(A, [tx ty])", "B = imtranslate(A, [tx ty], method)", "B = imtranslate(..., 'OutputView', 'full', 'FillValues', v)",
    summary="An image moved to the right and down; 'same' size, or 'full', which holds all of both.",
    examples=(
        Example("imtranslate([1 2 3;4 5 6],[1 1])", "[0 0 0;0 1 2]"),
        Example("imtranslate([1 2;3 4],[1 -1],'FillValues',9,'OutputView','full')", "[9 1 2;9 3 4;9 9 9]"),
        Example("imtranslate([2 4 6],[0.5 0])", "[2 3 5]"),
    ),
    errors=(ErrorCase("imtranslate(1,[1 2 3 4])", "images:imtranslate:invalidTranslation"),), see_also=("imwarp", "circshift"),
)  # fmt: skip
def imtranslate(call: Any, pixels: Any, shift: Any, *arguments: Any) -> Any:
    array = image(pixels, "imtranslate")
    numbers = arg.flat(shift)
    if numbers.size != 2:
        raise call.error("The translation must be a vector of two numbers.", "images:imtranslate:invalidTranslation")
    rest = list(arguments)
    method = [rest.pop(0)] if rest and len(rest) % 2 else []
    named = arg.name_values(rest, "imtranslate", "outputview fillvalues")
    full = "outputview" in named and arg.option(call, named["outputview"], "same", "full") == "full"
    x, y = ((0.5, n + 0.5) for n in array.shape[1::-1])
    if full:
        x, y = (
            (low + min(0.0, math.floor(d)), high + max(0.0, math.ceil(d))) for (low, high), d in zip((x, y), numbers.tolist(), strict=True)
        )
    view = ImageReference((y[1] - y[0], x[1] - x[0]), x, y)
    move = np.array([[1, 0, numbers[0]], [0, 1, numbers[1]], [0, 0, 1]])
    fill = [call.session.value("FillValues"), named["fillvalues"]] if "fillvalues" in named else []
    return tuple(
        call.feval("imwarp", pixels, Transform("affinetform2d", move), *method, call.session.value("OutputView"), view, *fill, nargout=2)
    )


# --- transformations from points ----------------------------------------------------------------------------------------

_LEAST = {"nonreflectivesimilarity": 2, "similarity": 2, "rigid": 2, "affine": 3, "projective": 4}


def _fitted(kind: str, moving: np.ndarray, fixed: np.ndarray) -> np.ndarray:
    """The matrix that maps moving points to fixed ones by least squares."""
    x, y, one, nil = *moving.T, np.ones(len(moving)), np.zeros(len(moving))
    u, v = fixed.T
    if kind == "affine":
        solution = np.linalg.lstsq(np.column_stack([x, y, one]), fixed, rcond=None)[0]
        return np.vstack([solution.T, [0, 0, 1]])
    if kind == "projective":
        system = np.concatenate(
            [np.column_stack([x, y, one, nil, nil, nil, -u * x, -u * y]), np.column_stack([nil, nil, nil, x, y, one, -v * x, -v * y])]
        )
        solution = np.linalg.lstsq(system, np.concatenate([u, v]), rcond=None)[0]
        return np.append(solution, 1).reshape(3, 3)
    if kind == "rigid":
        a, b = moving - moving.mean(axis=0), fixed - fixed.mean(axis=0)
        left, _, right = np.linalg.svd(a.T @ b)
        rotation = right.T @ np.diag([1, np.sign(np.linalg.det(right.T @ left.T))]) @ left.T
        matrix = np.eye(3)
        matrix[:2, :2], matrix[:2, 2] = rotation, fixed.mean(axis=0) - rotation @ moving.mean(axis=0)
        return matrix
    solution = np.linalg.lstsq(
        np.concatenate([np.column_stack([x, -y, one, nil]), np.column_stack([y, x, nil, one])]), np.concatenate([u, v]), rcond=None
    )[0]
    matrix = np.array([[solution[0], -solution[1], solution[2]], [solution[1], solution[0], solution[3]], [0, 0, 1]])
    if kind == "similarity":  # which may mirror as well
        mirrored = _fitted("nonreflectivesimilarity", moving * (-1, 1), fixed) @ np.diag([-1.0, 1, 1])
        errors = [np.abs(moved_by(m, moving) - fixed).max() for m in (matrix, mirrored)]
        return mirrored if errors[1] < errors[0] - 1e-12 else matrix
    return matrix


def _fit(name: str, kinds: dict[str, str], *examples: Example) -> Builtin:
    def function(call: Any, moving: Any, fixed: Any, kind: Any, *more: Any) -> Transform:
        word = arg.option(call, kind, *kinds)
        one, two = (as_array(p).astype(np.float64) for p in (moving, fixed))
        if one.shape != two.shape or one.ndim != 2 or one.shape[1] != 2:
            raise call.error("Points must be matrices of two columns and the same size.", f"images:{name}:invalidPoints")
        if len(one) < _LEAST[word]:
            raise call.error(
                f"At least {_LEAST[word]} points are needed for '{word}'.", f"images:geotrans:requiredNonCollinearPoints{word}"
            )
        return Transform(kinds[word], _fitted(word, one, two))

    return Builtin(
        name, (f"tform = {name}(movingPoints, fixedPoints, type)",), f"The transformation that brings points nearest to others: {', '.join(kinds)}.", function, examples=examples,
        errors=(ErrorCase(f"{name}([1 2],[3 4],'affine')", "images:geotrans:requiredNonCollinearPointsaffine"),), see_also=("imwarp", "affine2d"),
    )  # fmt: skip


FITS = (
    _fit("fitgeotrans", {"nonreflectivesimilarity": "affine2d", "similarity": "affine2d", "affine": "affine2d", "projective": "projective2d"},
         Example("t = fitgeotrans([0 0;1 0;0 1],[5 5;7 5;5 8],'affine'); round(t.T,10)", "[2 0 0;0 3 0;5 5 1]"),
         Example("t = fitgeotrans([0 0;1 0;1 1;0 1],[0 0;2 0;1.5 1;0.5 1],'projective'); norm(transformPointsForward(t,[1 1]) - [1.5 1]) < 1e-9", "true")),
    _fit("fitgeotform2d", {"similarity": "simtform2d", "affine": "affinetform2d", "projective": "projtform2d"},
         Example("t = fitgeotform2d([0 0;1 0],[1 1;1 3],'similarity'); round(t.A,10)", "[0 -2 1;2 0 1;0 0 1]")),
)  # fmt: skip


METHODS = (
    method_only("transformPointsForward", ("[x, y] = transformPointsForward(tform, u, v)", "X = transformPointsForward(tform, U)"), "Points moved by a geometric transformation.",
                Example("transformPointsForward(affine2d([2 0 0;0 1 0;0 0 1]), [1 1;3 4])", "[2 1;6 4]"), errors=(ErrorCase("transformPointsForward(affine2d, [1 2 3])", "images:geotrans:invalidPoints"),)),
    method_only("transformPointsInverse", ("[u, v] = transformPointsInverse(tform, x, y)", "U = transformPointsInverse(tform, X)"), "Points moved back by a geometric transformation.",
                Example("transformPointsInverse(affine2d([2 0 0;0 1 0;0 0 1]), [2 1;6 4])", "[1 1;3 4]")),
    method_only("outputLimits", "[xOut, yOut] = outputLimits(tform, xLimits, yLimits)", "Which part of the plane another part is moved to.",
                Example("[x,y] = outputLimits(affine2d([2 0 0;0 1 0;5 0 1]),[0 1],[0 2]); {x,y}", "{[5 7],[0 2]}")),
)  # fmt: skip

"""Matrix operations on every page of an array: products, transposes, solutions, inverses and norms."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.cores import on_one_core
from ...builtins.formula import Formula
from ...builtins.spec import ErrorCase, Example, Trait, builtin
from ...graph.shapes import expand
from ...values.classes import FLOAT_CLASSES
from ...values.convert import class_of, is_text, shape_of, text_of
from .page_systems import solve_pages
from .products import INNER_DIMENSIONS, solve, warn_singular

_TRANSPOSITIONS = {"none": "n", "transpose": "t", "ctranspose": "c"}
_LONGEST = 512
"""Inner extent of pages up to which a device multiplies them all in one pass of sums."""


def stack_of(value: Any) -> np.ndarray:
    """The pages of a float array as NumPy stacks them: matrices along the last two axes, page dimensions in reverse."""
    array = arg.floating(value)
    return np.moveaxis(arg.pad_dims(array, 3).T, (-1, -2), (-2, -1))


def paged(stack: np.ndarray) -> np.ndarray:
    """The array whose pages a stack holds."""
    return np.moveaxis(stack, (-2, -1), (-1, -2)).T


def check_floats(call: Any, *values: Any) -> None:
    for value in values:
        if class_of(value) not in (*FLOAT_CLASSES, "logical", "char"):
            raise MatlabError(
                "Input arrays must be numeric with floating-point elements.", f"MATLAB:{call.name}:inputType", function=call.name
            )


def _common_pages(*values: Any) -> tuple[int, ...]:
    """The page dimensions after implicit expansion."""
    common: tuple[int, ...] = ()
    for value in values:
        own = shape_of(value)[2:]
        rank = max(len(common), len(own))
        common = expand(*(s + (1,) * (rank - len(s)) for s in (common, own)))
    return common


@builtin(
    "pagemtimes",
    "Z = pagemtimes(X, Y)",
    "Z = pagemtimes(X, transpX, Y, transpY)",
    summary="Matrix products page by page.",
    trait=Trait.PRODUCT,
    examples=(
        Example("size(pagemtimes(ones(2,3,4),ones(3,2)))", "[2 2 4]"),
        Example("pagemtimes([1 2;3 4],'transpose',[1;1],'none')", "[4;6]"),
        Example("pagemtimes(cat(3,1,2),cat(3,[1 2],[3 4]))", "cat(3,[1 2],[6 8])"),
        Example("size(pagemtimes(ones(2,3,1,5),ones(3,2,4)))", "[2 2 4 5]"),
    ),
    errors=(ErrorCase("pagemtimes(ones(2,3),ones(2,3))", "MATLAB:pagefun:innerdim"),),
)
def pagemtimes(call: Any, x: Any, *rest: Any) -> Any:
    if len(rest) not in (1, 3):
        raise MatlabError("Not enough input arguments.", "MATLAB:minrhs")
    y, transpositions = (rest[0], ["n", "n"]) if len(rest) == 1 else (rest[1], [_transposition(rest[0]), _transposition(rest[2])])
    check_floats(call, x, y)
    left, right = shape_of(x), shape_of(y)
    m, inner = left[:2] if transpositions[0] == "n" else left[1::-1]
    other, n = right[:2] if transpositions[1] == "n" else right[1::-1]
    if inner != other:
        raise MatlabError(INNER_DIMENSIONS, "MATLAB:pagefun:innerdim")
    pages = _common_pages(x, y)
    if (deferred := _summed(call, x, y, transpositions, (m, inner, n), pages)) is not None:
        return deferred
    stacks = [_transposed(stack_of(v), transposition) for v, transposition in zip((x, y), transpositions, strict=True)]
    stacks = arg.same_precision(*stacks)
    with np.errstate(all="ignore"):
        return arg.narrow(paged(stacks[0] @ stacks[1]))


def _transposition(word: Any) -> str:
    word_of_transposition = _TRANSPOSITIONS.get(text_of(word).lower()) if is_text(word) else None
    if word_of_transposition is None:
        raise MatlabError("Transpose option must be 'none', 'transpose', or 'ctranspose'.", "MATLAB:pagefun:transposeOption")
    return word_of_transposition


def _transposed(stack: np.ndarray, transposition: str) -> np.ndarray:
    transposed = stack if transposition == "n" else np.swapaxes(stack, -1, -2)
    return transposed.conj() if transposition == "c" else transposed


def _summed(call: Any, x: Any, y: Any, transpositions: list[str], sizes: tuple[int, int, int], pages: tuple[int, ...]) -> Any:
    """The products as sums over the inner dimension of what views of both give, deferred; None where they are computed at once."""
    m, inner, n = sizes
    if not pages or inner > _LONGEST or 0 in (*sizes, *pages) or not (call.engine.prefers_device(x) or call.engine.prefers_device(y)):
        return None
    views = []
    for value, transposition, place in ((x, transpositions[0], 0), (y, transpositions[1], 1)):
        shape = shape_of(value)
        across, along = (1, shape[0]) if (transposition == "n") == (place == 0) else (shape[0], 1)
        own = shape[2:] + (1,) * (len(pages) - len(shape[2:]))
        steps = np.cumprod([shape[0] * shape[1], *own]).tolist()
        lengths = (m, 1, inner, *own) if place == 0 else (1, n, inner, *own)
        strides = (across, 1, along, *steps) if place == 0 else (1, across, along, *steps)
        view = call.engine.strided(value, strides[: len(lengths)], lengths)
        if view is None:
            whole = Formula(call, value)
            transposed = whole if transposition == "n" else whole.permute(1, 0, *range(2, len(shape)))
            view = (transposed if place == 0 else transposed.permute(1, 0, *range(2, len(shape)))).reshape(*lengths).value
        views.append(Formula(call, view))
    left, right = views
    return (left * right).reduce("sum", 2, matlab_class=(left * right).matlab_class).reshape(m, n, *pages).value


def _page_transpose(name: str, operator: str, summary: str, example: Example):
    @builtin(name, f"Y = {name}(X)", summary=summary, examples=(example,), trait=Trait.SHAPE)
    def function(call: Any, x: Any) -> Any:
        permuted = Formula(call, x).permute(1, 0, *range(2, len(shape_of(x))))
        return permuted.apply("conj").value if operator == "c" and getattr(x, "is_complex", type(x) is complex) else permuted.value

    return function


PAGETRANSPOSE = _page_transpose(
    "pagetranspose", "t", "Transpose of every page.", Example("pagetranspose(cat(3,[1 2],[3 4]))", "cat(3,[1;2],[3;4])")
)
PAGECTRANSPOSE = _page_transpose(
    "pagectranspose", "c", "Complex conjugate transpose of every page.", Example("pagectranspose([1i 2])", "[-1i;2]")
)


def _solved(call: Any, left: np.ndarray, right: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The stack of solutions of ``A*X = B`` page by page, and the reciprocal condition numbers; warns unless those are asked for."""
    left, right = arg.same_precision(left, right)
    if left.shape[-2] != right.shape[-2]:
        raise MatlabError("Number of rows of the pages of A and B must be equal.", "MATLAB:pagefun:dimagree")
    square = left.shape[-1] == left.shape[-2]
    count = np.broadcast_shapes(left.shape[:-2], right.shape[:-2])
    if not square or 0 in left.shape or 0 in right.shape or not (np.isfinite(left).all() and np.isfinite(right).all()):
        return _one_by_one(call, left, right, count), np.zeros((*left.shape[:-2], 1, 1), left.real.dtype)
    try:
        rcond = _reciprocal_conditions(left, np.linalg.inv(left))
        solution = np.linalg.solve(left, right)
    except np.linalg.LinAlgError:
        return _one_by_one(call, left, right, count), np.zeros((*left.shape[:-2], 1, 1), left.real.dtype)
    if call.nargout < 2:
        warn_singular(call, float(rcond.min()), left.real.dtype)
    return solution, rcond


def _one_by_one(call: Any, left: np.ndarray, right: np.ndarray, count: tuple[int, ...]) -> np.ndarray:
    pages = int(np.prod(count))
    a = np.broadcast_to(left, (*count, *left.shape[-2:])).reshape(pages, *left.shape[-2:])
    b = np.broadcast_to(right, (*count, *right.shape[-2:])).reshape(pages, *right.shape[-2:])
    solutions = [np.asarray(solve(call, p, q)) for p, q in zip(a, b, strict=True)]
    return np.stack(solutions).reshape(*count, *solutions[0].shape) if solutions else np.zeros((*count, left.shape[-1], right.shape[-1]), left.dtype)


def _reciprocal_conditions(stack: np.ndarray, inverse: np.ndarray) -> np.ndarray:
    """Of each page, in the 1-norm."""
    sizes = (np.abs(s).sum(axis=-2, keepdims=True).max(axis=-1, keepdims=True) for s in (stack, inverse))
    with np.errstate(all="ignore"):
        return np.nan_to_num(1.0 / np.multiply(*sizes), nan=0.0)


@builtin(
    "pagemldivide",
    "X = pagemldivide(A, B)",
    "X = pagemldivide(A, transpA, B)",
    "[X, rcondA] = pagemldivide(...)",
    summary="Solutions of A*X = B page by page.",
    examples=(
        Example("pagemldivide(cat(3,2,4),cat(3,[2 4],[8 4]))", "cat(3,[1 2],[2 1])"),
        Example("pagemldivide([2 0;0 4],[2;8])", "[1;2]"),
    ),
    errors=(ErrorCase("pagemldivide(ones(2),ones(3))", "MATLAB:pagefun:dimagree"),),
    trait=Trait.PRODUCT,
)
@on_one_core
def pagemldivide(call: Any, a: Any, *rest: Any) -> Any:
    check_floats(call, a, rest[-1])
    transposition = "n" if len(rest) < 2 else _transposition(rest[0])
    if (deferred := solve_pages(call, a, rest[-1], transposed=transposition != "n", columns=False)) is not None:
        return deferred
    solution, rcond = _solved(call, _transposed(stack_of(a), transposition), stack_of(rest[-1]))
    return arg.narrow(paged(solution)), paged(rcond)


@builtin(
    "pagemrdivide",
    "X = pagemrdivide(B, A)",
    "X = pagemrdivide(B, A, transpA)",
    "[X, rcondA] = pagemrdivide(...)",
    summary="Solutions of X*A = B page by page.",
    examples=(Example("pagemrdivide(cat(3,[2 4],[8 4]),cat(3,[2 0;0 2],[4 0;0 4]))", "cat(3,[1 2],[2 1])"),),
    trait=Trait.PRODUCT,
)
@on_one_core
def pagemrdivide(call: Any, b: Any, a: Any, transposition: Any = None) -> Any:
    check_floats(call, a, b)
    transposition = "n" if transposition is None else _transposition(transposition)
    if (deferred := solve_pages(call, a, b, transposed=transposition == "n", columns=True)) is not None:
        return deferred
    stack = _transposed(stack_of(a), transposition)
    solution, rcond = _solved(call, np.swapaxes(stack, -1, -2), np.swapaxes(stack_of(b), -1, -2))
    return arg.narrow(paged(np.swapaxes(solution, -1, -2))), paged(rcond)


@builtin(
    "pageinv",
    "Y = pageinv(X)",
    "[Y, rcondX] = pageinv(X)",
    summary="Inverse of every page.",
    examples=(Example("pageinv(cat(3,2,4))", "cat(3,0.5,0.25)"),),
    errors=(ErrorCase("pageinv(ones(2,3))", "MATLAB:square"),),
)
@on_one_core
def pageinv(call: Any, x: Any) -> Any:
    check_floats(call, x)
    if (deferred := solve_pages(call, x, None, transposed=False, columns=False)) is not None:
        return deferred
    stack = stack_of(x)
    if stack.shape[-1] != stack.shape[-2]:
        raise MatlabError("Input pages must be square.", "MATLAB:square")
    solution, rcond = _solved(call, stack, np.eye(stack.shape[-1], dtype=stack.dtype))
    return arg.narrow(paged(solution)), paged(rcond)


@builtin(
    "pagenorm",
    "n = pagenorm(X)",
    "n = pagenorm(X, p)",
    summary="Norm of every page: p is 1, 2, Inf or 'fro'.",
    examples=(Example("pagenorm(cat(3,[3 4],[6 8]))", "cat(3,5,10)"), Example("pagenorm([1 2;3 4],1)", "6")),
)
def pagenorm(call: Any, x: Any, p: Any = 2.0) -> Any:
    check_floats(call, x)
    name = text_of(p).lower() if is_text(p) else None
    order: Any = "fro" if name == "fro" else np.inf if name == "inf" else arg.scalar(p)
    if order not in ("fro", 1.0, 2.0, np.inf):
        raise call.error("The norm must be 1, 2, Inf, or 'fro'.", "MATLAB:pagenorm:unknownNorm")
    stack = stack_of(x)
    finite = np.isfinite(stack).all(axis=(-2, -1), keepdims=True)
    norms = np.linalg.norm(np.where(finite, stack, 0), order, axis=(-2, -1), keepdims=True)
    largest = np.abs(stack).max(axis=(-2, -1), keepdims=True, initial=0)  # NaN, or infinite
    return paged(np.where(finite, norms, largest).astype(norms.dtype))

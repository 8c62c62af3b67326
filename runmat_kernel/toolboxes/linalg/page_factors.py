"""Factors of every page of an array: singular values, pseudoinverses, eigenvalues."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.cores import on_one_core
from ...builtins.spec import ErrorCase, Example, builtin
from ...values.convert import as_array, is_text, text_of, to_value
from .pages import check_floats, paged, stack_of


def _stacked(call: Any, x: Any) -> np.ndarray:
    check_floats(call, x)
    return stack_of(x)


@builtin(
    "pagesvd", "s = pagesvd(X)", "[U, S, V] = pagesvd(X)", "[U, S, V] = pagesvd(X, 'econ')", "[U, S, V] = pagesvd(..., outputForm)", summary="Singular values of every page.",
    examples=(Example("pagesvd(cat(3,[3 0;0 4],[1 0;0 2]))", "cat(3,[4;3],[2;1])"), Example("[U,S,V] = pagesvd(cat(3,[3 0;0 4],[1 2;3 4])); max(abs(pagemtimes(pagemtimes(U,S),'none',V,'transpose')-cat(3,[3 0;0 4],[1 2;3 4])),[],'all') < 1e-12", "true")),
    errors=(ErrorCase("pagesvd(1,'b')", "MATLAB:pagesvd:InvalidOption"),),
)  # fmt: skip
@on_one_core
def pagesvd(call: Any, x: Any, *options: Any) -> Any:
    words = [text_of(o).lower() if is_text(o) else "econ" for o in options]
    if any(w not in ("econ", "vector", "matrix") for w in words):
        raise call.error("Options must be 'econ', 'vector' or 'matrix'.", "MATLAB:pagesvd:InvalidOption")
    stack = _stacked(call, x)
    if call.nargout < 2:
        values = np.linalg.svd(stack, compute_uv=False)
        return paged(values[..., None] if "matrix" not in words else values[..., None] * np.eye(values.shape[-1], dtype=values.dtype))
    u, values, vh = np.linalg.svd(stack, full_matrices="econ" not in words)
    if "vector" in words:
        middle = values[..., None]
    else:
        middle = np.zeros((*values.shape[:-1], u.shape[-1], vh.shape[-2]), values.dtype)
        at = np.arange(values.shape[-1])
        middle[..., at, at] = values
    return paged(u), paged(middle), paged(np.conj(np.swapaxes(vh, -1, -2)))


@builtin(
    "pagepinv", "Y = pagepinv(X)", "Y = pagepinv(X, tol)", summary="Pseudoinverse of every page.",
    examples=(Example("round(pagepinv(cat(3,[2 0;0 4],[1 1;1 1])),12)", "cat(3,[0.5 0;0 0.25],[0.25 0.25;0.25 0.25])"),),
)  # fmt: skip
@on_one_core
def pagepinv(call: Any, x: Any, tol: Any = None) -> Any:
    stack = _stacked(call, x)
    u, values, vh = np.linalg.svd(stack, full_matrices=False)
    largest = values.max(axis=-1, initial=0, keepdims=True)
    limit = arg.scalar(tol, "tolerance") if tol is not None else max(stack.shape[-2:]) * np.spacing(largest)
    inverse = np.divide(1, values, out=np.zeros_like(values), where=values > limit)
    return paged(np.conj(np.swapaxes(vh, -1, -2)) @ (inverse[..., None] * np.conj(np.swapaxes(u, -1, -2))))


@builtin(
    "pageeig", "E = pageeig(X)", "[V, D] = pageeig(X)", summary="Eigenvalues of every page.",
    examples=(Example("pageeig(cat(3,[2 0;0 1],[3 0;0 5]))", "cat(3,[1;2],[3;5])"),), errors=(ErrorCase("pageeig(ones(2,3))", "MATLAB:square"),),
)  # fmt: skip
@on_one_core
def pageeig(call: Any, x: Any) -> Any:
    stack = _stacked(call, x)
    if stack.shape[-1] != stack.shape[-2]:
        raise MatlabError("Input pages must be square.", "MATLAB:square")
    shape = stack.shape[:-2]
    results = [call.feval("eig", to_value(np.asfortranarray(stack[at])), nargout=max(call.nargout, 1)) for at in np.ndindex(shape)]
    joined = []
    for k in range(max(call.nargout, 1)):
        parts = [as_array(result[k]) for result in results]
        joined.append(paged(np.stack(parts).reshape(*shape, *parts[0].shape)))
    return tuple(joined) if call.nargout > 1 else joined[0]

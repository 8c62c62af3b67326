"""Matrices that move objects (makehgtform), and the order in which objects are drawn (uistack)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ....builtins import arguments as arg
from ....builtins.spec import ErrorCase, Example, builtin
from ....figures.arguments import nodes_of
from ....figures.rotation import matrix
from ....values.convert import as_array, is_text, text_of

_AXES = {"xrotate": (1.0, 0.0, 0.0), "yrotate": (0.0, 1.0, 0.0), "zrotate": (0.0, 0.0, 1.0)}


@builtin(
    "makehgtform", "M = makehgtform()", "M = makehgtform('translate', [tx ty tz])", "M = makehgtform('scale', s)", "M = makehgtform('zrotate', t)",
    "M = makehgtform('axisrotate', [ax ay az], t)", "M = makehgtform(operation, value, ...)",
    summary="The 4-by-4 matrix of translations, scalings and rotations, for hgtransform.",
    examples=(
        Example("makehgtform('translate',[1 2 3],'scale',2)", "[2 0 0 1; 0 2 0 2; 0 0 2 3; 0 0 0 1]"),
        Example("round(makehgtform('zrotate',pi/2))", "[0 -1 0 0; 1 0 0 0; 0 0 1 0; 0 0 0 1]"),
    ),
    errors=(ErrorCase("makehgtform('bend',1)", "MATLAB:makehgtform:UnrecognizedOperation"), ErrorCase("makehgtform('scale')", "MATLAB:minrhs")),
    see_also=("hgtransform",),
)  # fmt: skip
def makehgtform(call, *arguments):
    if len(arguments) == 1 and not is_text(arguments[0]):
        return np.asfortranarray(as_array(arguments[0]).astype(np.float64))
    rest, product = list(arguments), np.eye(4)
    while rest:
        product = product @ _operation(call, text_of(rest.pop(0)).lower(), rest)
    return np.asfortranarray(product)


def _operation(call: Any, word: str, rest: list[Any]) -> np.ndarray:
    def numbers(least: int) -> np.ndarray:
        """The numbers that follow: a vector, or as many scalars."""
        values: list[float] = []
        while rest and not is_text(rest[0]) and len(values) < least:
            values += as_array(rest.pop(0)).ravel(order="F").astype(np.float64).tolist()
        if len(values) < least:
            raise call.error("Not enough input arguments.", "MATLAB:minrhs")
        return np.array(values)

    result = np.eye(4)
    if word == "translate":
        result[:3, 3] = numbers(3)[:3]
    elif word == "scale":
        amounts = numbers(1)
        result[:3, :3] = np.diag(np.resize(amounts, 3))
    elif word in _AXES:
        result = matrix(np.array(_AXES[word]), float(numbers(1)[0]))
    elif word == "axisrotate":
        axis = numbers(3)
        result = matrix(axis[:3], float(numbers(1)[0]))
    else:
        raise call.error(f"Unrecognized operation '{word}'.", "MATLAB:makehgtform:UnrecognizedOperation")
    return result


@builtin(
    "uistack", "uistack(h)", "uistack(h, 'up')", "uistack(h, 'down', step)", "uistack(h, 'top')", "uistack(h, 'bottom')",
    summary="Change the order in which objects of one parent are drawn.",
    examples=(Example("a = plot(1:2); hold on; b = plot(2:3); uistack(a,'top'); h = get(gca,'Children'); h(1) == a", "true"),),
    errors=(ErrorCase("uistack(plot(1),'left')", "MATLAB:uistack:InvalidOption"),), see_also=("findobj",),
)  # fmt: skip
def uistack(call, handle, where=None, step=None):
    word = text_of(where).lower() if where is not None else "up"
    if word not in ("up", "down", "top", "bottom"):
        raise call.error("Stacking option must be 'up', 'down', 'top' or 'bottom'.", "MATLAB:uistack:InvalidOption")
    count = int(arg.scalar(step)) if step is not None else 1
    nodes = nodes_of(call, handle)
    for node in nodes if word in ("down", "bottom") else reversed(nodes):
        if node.parent is None or node not in node.parent.children:
            continue
        order = node.parent.children
        at = order.index(node)
        order.pop(at)
        place = {"up": at + count, "down": at - count, "top": len(order), "bottom": 0}[word]
        order.insert(min(max(place, 0), len(order)), node)
        node.touch()

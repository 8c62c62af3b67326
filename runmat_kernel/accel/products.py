"""Records matrix products and transposes.  Class and shape are known at once."""

from __future__ import annotations

from typing import Any

from ..graph.node import LEAF, PRODUCT, Node
from ..graph.primitives import CASTS
from ..graph.product import CTRANSPOSE, TRANSPOSE, Contraction, centered, factor
from ..graph.shapes import numel
from ..values.tensor import Tensor
from .indexing import MOVED
from .protocols import Recorder
from .storage import Pending


def record_product(engine: Recorder, left: Any, right: Any, least: int, where: Any) -> Tensor | None:
    """The deferred product of two matrices whose inner dimensions agree; None where it is computed at once.

    Deferred are real floats and logicals when a factor is not on the host, or when factors or result have ``least`` elements.
    """
    for x in (left, right):
        if type(x) is not Tensor or x._is_complex or x.matlab_class not in ("double", "single", "logical") or 0 in x.shape:
            if all(type(y) is Tensor for y in (left, right)) and max(numel(left.shape), numel(right.shape)) >= least:
                engine._refuse("mtimes", (left, right))
            return None
    shape = (left.shape[0], right.shape[1])
    if left._array is not None and right._array is not None and max(numel(left.shape), numel(right.shape), numel(shape)) < least:
        return None
    matlab_class = "single" if "single" in (left.matlab_class, right.matlab_class) else "double"
    left, right = (x if x.matlab_class == matlab_class else engine.elementwise(CASTS[matlab_class], (x,)) for x in (left, right))
    (a, how_a), (b, how_b) = factor(engine._node(left)), factor(engine._node(right))
    form = Contraction(how_a, how_b)
    operands: tuple[Node, ...] = (a, b)
    middle = centered(a, b, form)
    if middle is not None:
        form, operands = Contraction(how_a, how_b, True), (middle[0], middle[0], middle[1])
    key = (form, matlab_class, *map(id, operands))

    def make() -> Node:
        engine.check_size(shape, matlab_class)
        return Node.product(form, operands, matlab_class, shape, where)

    return engine._tensor(engine.interned(key, make))


def record_transpose(engine: Recorder, value: Tensor, conjugate: bool, where: Any) -> Tensor | None:
    """The deferred transpose of a matrix; None where it is computed at once."""
    if value._is_complex or value.matlab_class not in MOVED or 1 in value.shape or 0 in value.shape:
        return None
    node, op = engine._node(value), CTRANSPOSE if conjugate else TRANSPOSE
    if node.op is op:
        source = node.operands[0]
        return source.tensor if source.kind == LEAF else engine._tensor(source)
    kind, shape = value.matlab_class, value.shape[::-1]
    return engine._tensor(engine.interned((op, id(node)), lambda: Node.map(op, (node,), kind, kind, shape, where)))


def product_factors(engine: Recorder, value: Any) -> tuple[Tensor, bool, Tensor, bool] | None:
    """The factors of a product that still waits and is real, each with whether it is transposed."""
    if type(value) is not Tensor or value._array is not None or type(value.storage) is not Pending:
        return None
    node = value.storage.node
    if node.kind != PRODUCT or node.reduction.centered or node.uncertain:
        return None
    left, right = (x.tensor if x.kind == LEAF else engine._tensor(x) for x in node.operands)
    return left, node.reduction.left != "n", right, node.reduction.right != "n"

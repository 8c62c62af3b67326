"""Errors that a loop raises when elements of its arrays say so (``if any(isnan(x)), error(...), end``): the kernel shows that none did."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...accel.loops import LoopRefused
from ...syntax import ast as m
from ...values.tensor import Tensor
from ..reading import UNDEFINED
from ..scope import usage_of
from .draws import DRAWS

if TYPE_CHECKING:
    from .trace import Tracer

_ALL = "all"


def never_fails(tracer: Tracer, condition: m.Expression) -> bool:
    """Whether a branch that ends with an error is left to a proof: its condition asks elements of an array one by one, and the iterations
    carry along whether any of them asked for it."""
    if tracer.stopping or tracer.frame is not tracer.body or tracer.inner or tracer.session.engine.tracing is not tracer.tracing:
        return False
    asked = _asked(condition)
    if asked is None:
        return False
    name, depth, everything, elements = asked
    if usage_of([elements]).mentioned & {*DRAWS, "randi"}:
        return False
    if tracer.variable(name) is not UNDEFINED or tracer.frame.functions.lookup(name) is not tracer.session.calls.builtin(name):
        return False
    drawn = len(tracer.draws) + len(tracer.sequence)
    value = tracer.value(elements)
    if len(tracer.draws) + len(tracer.sequence) != drawn:
        raise LoopRefused("random numbers are drawn for the condition of an error")
    if type(value) is not Tensor or not tracer.is_symbolic(value) or value.matlab_class != "logical":
        return False
    if value.numel < 2 or len(value.shape) > 2:
        return False
    if depth == 1 and not everything and 1 not in value.shape:
        return False
    holds = value if name == _ALL else tracer.operate("not", (value,))
    mask = tracer.inductions.mask
    if mask is not None:
        elsewhere = tracer.as_tensor(tracer.inductions.known([not taken for taken in mask]))
        holds = tracer.operate("or", (holds, elsewhere))
    if tracer.chosen is not None:
        holds = tracer.operate("or", (holds, tracer.operate("not", (tracer.chosen,))))
    tracer.kept.append(holds)
    tracer.guards.append(holds)
    tracer.record = None
    return True


def _asked(node: m.Expression) -> tuple[str, int, bool, m.Expression] | None:
    """The question of ``any(x)``, ``any(any(x))``, ``any(x, 'all')``, ``~all(x)`` and so on: the function, how often it is taken, whether
    of everything, and the array."""
    node, wanted = _bare(node), "any"
    if isinstance(node, m.Unary) and node.operator == "~":
        node, wanted = _bare(node.operand), _ALL
    depth, everything = 0, False
    while isinstance(node, m.Index) and isinstance(node.target, m.Name) and node.target.name == wanted and not everything and depth < 2:
        if len(node.arguments) == 2 and isinstance(node.arguments[1], m.CharLiteral) and node.arguments[1].value == _ALL:
            everything = True
        elif len(node.arguments) != 1:
            return None
        node, depth = _bare(node.arguments[0]), depth + 1
    return (wanted, depth, everything, node) if depth else None


def _bare(node: Any) -> Any:
    while isinstance(node, m.Parenthesized):
        node = node.expression
    return node

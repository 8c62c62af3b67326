"""A loop that was traced: what one iteration does, in terms of symbols that stand for what differs from iteration to iteration."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..base.records import record
from ..values.tensor import Tensor
from .node import Node
from .op import Op
from .ranges import ANY, Range

SYMBOL = "symbol"


def symbol(role: str, matlab_class: str, shape: tuple[int, ...], bounds: Range | None = None) -> Node:
    """A Node that has another value in each iteration; ``role`` is ``carry``, ``read`` or ``scheduled``.  ``given``: the same in all
    iterations, but not in all runs of the loop."""
    self = Node.__new__(Node)
    self.kind, self.op, self.operands, self.reduction = SYMBOL, None, (), (role,)
    self.matlab_class, self.shape = self.look = matlab_class, shape
    self.structure = (SYMBOL, matlab_class, shape)
    self.guarded = self.uncertain = False
    self.where = self.tensor = None
    self._range = bounds if bounds is not None else ANY
    return self


@dataclass(slots=True)
class Carry:
    """A variable that an iteration takes from the iteration before: ``following`` is what it is at the end of an iteration.  ``uniform``:
    the value that all elements have before the first iteration, where that is known without ``initial`` being computed.  ``part`` says
    which part of the variable it is, where it is one."""

    name: str
    symbol: Node
    initial: Tensor
    following: Any = None
    uniform: Any = None
    part: Any = None


@record
class Moving:
    """A part of ``array`` that moves with the iterations (see codegen.forms.loop.Region).  ``live``: of what the iterations before wrote
    into it."""

    symbol: Node
    array: Tensor
    strides: tuple[int, ...]
    offset: int
    move: int
    slots: tuple[int, ...] | None = None
    live: str | None = None


@dataclass(slots=True)
class Written:
    """An array of which each iteration writes a part: ``value`` is a Node, or a scalar.  Where iterations write unevenly (``slots``), in
    several places or over each other, or read what others wrote, they must do so one after the other (``in_order``)."""

    name: str
    original: Tensor
    strides: tuple[int, ...]
    offset: int
    move: int
    shape: tuple[int, ...]
    value: Any
    slots: tuple[int, ...] | None = None
    in_order: bool = False


@dataclass(slots=True)
class Trace:
    """One iteration of a loop of ``iterations`` iterations.  ``scheduled`` has the symbol and the values of every scalar that depends on
    the iteration.

    ``parameters`` has the values of double scalars that the iterations have in common.  ``stop``, a logical scalar of an iteration, ends
    the loop: the first iteration in which it is true, and all after it, count for nothing.  ``chosen``: the work of branches that arrays
    decide; ``choice``: elements of the largest array that such branches choose.  ``idle``: the work of iterations on branches that they do
    not take.
    """

    iterations: int
    carries: list[Carry] = field(default_factory=list)
    reads: list[Moving] = field(default_factory=list)
    scheduled: list[tuple[Node, np.ndarray]] = field(default_factory=list)
    parameters: dict[Node, float] = field(default_factory=dict)
    writes: list[Written] = field(default_factory=list)
    results: list[Node] = field(default_factory=list)
    lines: tuple[int, ...] = ()
    known: dict[Node, bool] = field(default_factory=dict)
    stop: Node | None = None
    chosen: float = 0.0
    choice: int = 0
    idle: float = 0.0

    def depends(self, node: Node) -> bool:
        """Whether a node differs from iteration to iteration."""
        known = self.known
        stack = [node]
        while stack:
            current = stack[-1]
            if current in known:
                stack.pop()
            elif current.kind == SYMBOL:
                known[current] = True
            else:
                operands = [x for x in current.operands if type(x) is Node]
                missing = [x for x in operands if x not in known]
                if missing:
                    stack.extend(missing)
                else:
                    known[current] = any(known[x] for x in operands)
        return known[node]


def _choose(condition: np.ndarray, yes: np.ndarray, no: np.ndarray, out: np.ndarray | None = None) -> np.ndarray:
    if out is None:
        return np.where(condition, yes, no)
    if condition.size == 1:
        # Of all elements alike: a copy, without a look at each.
        np.copyto(out, yes if condition.item() else no)
        return out
    np.copyto(out, no)
    np.copyto(out, yes, where=condition)
    return out


def _joined(ranges: Iterable[Range]) -> Range:
    ranges = list(ranges)
    return Range(min(r.low for r in ranges), max(r.high for r in ranges), all(r.integer for r in ranges), all(r.defined for r in ranges))


SELECT = Op(
    "select", 3, _choose, lambda c, a, b: a, lambda c, a, b: a, "select({2}, {1}, {0})", lambda c, a, b: _joined((a, b)), cost=1.0,
    real=_choose, raw_operands=True, always_real=True,
)  # fmt: skip
"""The second operand in iterations where the first, a logical scalar, is true; else the third.  Both are of one class."""

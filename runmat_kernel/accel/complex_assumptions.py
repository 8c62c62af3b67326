"""Assumptions that the trace of a loop makes about complex arrays, and what the kernel has to prove for them.

MATLAB makes an array real when all its imaginary parts are zero, which a kernel that runs all iterations cannot see.  So an iteration is
traced as if arrays stayed complex.  Wherever a real array would give other numbers, the kernel proves that there is none: one element has
imaginary parts that differ from zero in all iterations, or (``by_values``) what a real array would leave out is zero anyhow.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..graph.complex import BOTH, DIFFER, EITHER, FINITE, SAME
from ..graph.loop import SYMBOL, Trace
from ..graph.node import Node
from ..values.tensor import Tensor
from .loop_refused import LoopRefused
from .protocols import Recorder
from .split_complex import SplitComplex, truth
from .storage import Pending

SCHEDULED = ("scheduled",)


class Complexness:
    """The logical arrays of an iteration that prove it: of those in ``once`` one element must be true in all of them and in all iterations,
    of those in ``always`` all elements.  Elements of the mask ``within`` alone count, where there is one."""

    def __init__(self, engine: Recorder, trace: Trace) -> None:
        self.engine, self.trace = engine, trace
        self.by_values = False
        self.within: Tensor | None = None
        self.once: list[Tensor] = []
        self.always: list[Tensor] = []
        self._known: dict[Any, Any] = {}

    def changes(self, value: Any) -> bool:
        """Whether a real array differs from iteration to iteration."""
        return (node := _node(value)) is not None and self.trace.depends(node)

    def unlike_real(self, storages: Sequence[SplitComplex], part: Any = None) -> Any:
        """Whether one of several arrays in parts is complex: None for yes, which the iterations then prove; else a logical.  ``part`` is
        what would be zero if all were real."""
        uncertain = []
        for storage in storages:
            while storage.uncertain and storage.like is not None:
                storage = storage.like
            if storage.uncertain and not self.changes(storage.imaginary):
                storage.settle(truth(storage.differs()))
            if not storage.uncertain:
                if storage.unlike_real() is None:
                    return None
            elif _is_scalar_of_iteration(storage.imaginary):
                if len(storages) > 1 or storage.in_iterations is None:
                    raise LoopRefused("a complex scalar is real in some iterations")
                return storage.in_iterations
            else:
                uncertain.append(storage)
        if not uncertain:
            return False
        by_values = self.by_values and part is not None
        key = (*map(id, uncertain), id(self.within), id(part) if by_values else None)
        if key not in self._known:
            self._known[key] = (uncertain, self.within, part)
            self._prove(uncertain, part if by_values else None)
        return None

    def stays_real(self, real: Tensor) -> None:
        """Take for granted that all imaginary parts are zero, which they are where the real ones are finite."""
        self._always(self._record(FINITE, real))

    def _prove(self, storages: Sequence[SplitComplex], part: Any) -> None:
        differs: Any = None
        for storage in storages:
            own = self._record(DIFFER, storage.imaginary, 0.0)
            differs = own if differs is None else self._record(EITHER, differs, own)
        if part is not None:
            self._always(self._record(EITHER, differs, self._record(SAME, part, 0.0)))
        else:
            self.once.append(differs if self.within is None else self._record(BOTH, differs, self.within))

    def _always(self, condition: Any) -> None:
        if self.within is not None:
            condition = self._record(EITHER, condition, self._record(SAME, self.within, 0.0))
        self.always.append(condition)

    def _record(self, op: Any, *operands: Any) -> Any:
        return self.engine.elementwise(op, operands)


def _node(value: Any) -> Node | None:
    if type(value) is Tensor and value._array is None and type(value.storage) is Pending:
        return value.storage.node
    return None


def _is_scalar_of_iteration(imaginary: Any) -> bool:
    node = _node(imaginary)
    return node is not None and node.kind == SYMBOL and node.reduction == SCHEDULED

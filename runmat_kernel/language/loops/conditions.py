"""The conditions under which the trace of a loop can be used again: everything that it depended on is the same."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from ...base.records import record
from ...graph.node import Node, range_of
from ...graph.ranges import Range
from ...plan.proofs import near_form
from ...providers.provider import ProviderInfo
from ...values.functions import FunctionHandle
from ...values.tensor import Tensor
from ...values.text import CharArray
from .trace_record import Parameter

_PROOFS_KEPT = 64
_MOST_COMPARED = 4096
"""Elements of an array of which a trace saw some: they are compared with those that it saw."""


def mark(value: Any) -> Any:
    """A key of a scalar, a small array, a text or a function; None for values that no trace is used again with."""
    kind = type(value)
    if kind is float:
        return ("double", value, math.copysign(1.0, value)) if value == value else None
    if kind is bool:
        return ("logical", value)
    if kind is CharArray:
        return ("char", value.shape, value.text)
    if kind is FunctionHandle:
        return _handle(value)
    if kind is Tensor and value._array is not None and value.numel <= _MOST_COMPARED and not value.is_complex:
        return (value.matlab_class, value.shape, value.storage is None, value._array.tobytes(order="F"))
    return None


class _Same:
    """An object that equals itself alone."""

    __slots__ = ("item",)

    def __init__(self, item: Any) -> None:
        self.item = item

    def __eq__(self, other: object) -> bool:
        return type(other) is _Same and self.item is other.item

    def __hash__(self) -> int:
        return id(self.item)


def _handle(handle: FunctionHandle) -> Any:
    """A key of a handle: anonymous ones are equal where the same place made them, with the same values."""
    if handle.node is None:
        return ("handle", handle.name) if handle.name is not None and handle.formula is None else None
    kept = [(name, mark(value)) for name, value in sorted(handle.captured.items())]
    functions = getattr(handle.target, "__globals__", {}).get("$functions")
    return None if any(known is None for _, known in kept) else ("handle", _Same(handle.node), _Same(functions), *kept)


def form(value: Any) -> Any:
    """Class and size of an array that is real, and no scalar that is known; None for all else."""
    if type(value) is not Tensor or value.is_complex or (value.numel < 2 and value._array is not None):
        return None
    return value.matlab_class, value.shape


class Proof:
    """The facts that ranges prove about one iteration, as far as scalars matter: which operations stay real, and which have a short
    form."""

    __slots__ = ("_checked", "_given", "_known", "_nodes", "facts")

    def __init__(self, nodes: Sequence[Node], symbols: Sequence[Parameter], values: Sequence[float]) -> None:
        self._nodes, self._given = nodes, symbols
        self._checked = [n for n in nodes if n.op.in_domain is not None or n.op.near is not None]  # type: ignore[union-attr]
        self._known: dict[Any, bool] = {}
        self.facts = self._prove(values)

    @property
    def needed(self) -> bool:
        return bool(self._checked)

    def _prove(self, values: Sequence[float]) -> tuple[Any, ...]:
        for node in self._nodes:
            node._range = None
        for scalar, value in zip(self._given, values, strict=True):
            scalar.symbol._range = scalar.bounds(value)
        return tuple([(_real(node), near_form(node) is not None) for node in self._checked])

    def enough(self, taken: Mapping[Node, bool]) -> bool:
        """Whether all is proved that a trace and its kernel took to be so: nodes that are not guarded, or ``taken`` in short form."""
        return all((real or n.guarded) and (near or not taken[n]) for n, (real, near) in zip(self._checked, self.facts, strict=True))

    def holds(self, values: Sequence[float]) -> bool:
        """Whether these values prove the same as the first ones."""
        if not self._checked:
            return True
        key = tuple([v or repr(v) for v in values])
        holds = self._known.get(key)
        if holds is None:
            if len(self._known) >= _PROOFS_KEPT:
                self._known.clear()
            holds = self._known[key] = self._prove(values) == self.facts
        return holds


def _real(node: Node) -> bool:
    """Whether an operation is proved to have a real result."""
    op = node.op
    return op.in_domain is None or op.in_domain(*map(range_of, node.operands))  # type: ignore[union-attr]


@record
class Conditions:
    """Everything that a trace depended on: the iterations; names that are no variables; scalars with their values, and those that may have
    any; classes and sizes of arrays, and the ranges of some; what names of functions mean, for the loop (by its ``own`` table) and for what
    it calls; how random numbers are made; what the device says of itself."""

    iterations: Any
    absent: tuple[str, ...]
    fixed: tuple[tuple[str, Any], ...]
    scalars: tuple[str, ...]
    arrays: tuple[tuple[str, Any], ...]
    ranges: tuple[tuple[str, Range], ...]
    functions: tuple[tuple[Any, str, Any], ...]
    settings: Any
    own: Any
    forced: str | None
    device: ProviderInfo

    def hold(self, session: Any, functions: Any, iterations: Any, before: dict[str, Any]) -> bool:
        engine = session.engine
        return (
            self.iterations == iterations
            and self.settings is session.settings
            and self.own is functions
            and self.device is engine.device.info
            and all([type(before.get(name)) is float for name in self.scalars])
            and all([name in before and mark(before[name]) == known for name, known in self.fixed])
            and all([name in before and form(before[name]) == known for name, known in self.arrays])
            and not any([name in before for name in self.absent])
            and self.forced == session.random.forced
            and all([table.lookup(name) is function for table, name, function in self.functions])
            and all([range_of(engine._node(before[name])) == known for name, known in self.ranges])
        )

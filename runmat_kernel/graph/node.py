"""Node: one recorded operation, with its class and shape.  Nodes refer to what they are computed from, never the other way."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any
from weakref import ref

from ..values.tensor import Tensor
from . import ranges
from .op import Op

LEAF, MAP, REDUCE, PRODUCT, SCAN, SORT, FOURIER, LOOP = "leaf", "map", "reduce", "product", "scan", "sort", "fourier", "loop"
_DEEPEST_PROOF = 64
_new_node = object.__new__


class Constant:
    """A scalar operand: known by value, given to kernels at launch."""

    __slots__ = ("look", "matlab_class", "value")
    uncertain = False

    def __init__(self, value: Any, matlab_class: str) -> None:
        self.value = value
        self.look = self.matlab_class = matlab_class


class Signature:
    """All that follows from an Op and the classes and shapes of its operands: one Signature serves every such Node.

    ``compute`` is the class in which it is computed; ``integers``: some class is one of integers.
    """

    __slots__ = ("compute", "guarded", "integers", "look", "matlab_class", "op", "shape", "structure")

    def __init__(self, op: Op, matlab_class: str, compute: str, shape: tuple[int, ...], integers: bool = False) -> None:
        self.op, self.matlab_class, self.compute, self.shape, self.integers = op, matlab_class, compute, shape, integers
        self.look = (matlab_class, shape)
        self.structure = (op, matlab_class, compute, shape, False)
        self.guarded = (op, matlab_class, compute, shape, True)


class Node:
    """An array that is not computed yet, or (``leaf``) one that is.

    ``kind``: ``leaf`` (``tensor`` holds the elements), ``map`` (``op`` on ``operands``, each a Node or a Constant, expanded to
    ``shape``), ``reduce`` (``op`` is None; ``reduction`` is (accumulation kind, 0-based dims, omit_nan) of the one operand),
    ``product`` (``op`` is None; ``reduction`` is the graph.product.Contraction of the two factors, and of a row to centre them by).
    ``scan`` and ``sort`` (``reduction`` is the graph.scan.Scan or graph.sort.Sort of the one operand), ``fourier`` (``reduction`` is
    the graph.fourier.Fourier of one operand, or of the real and the imaginary parts).  ``loop``: what a loop leaves behind
    (``reduction`` is the accel.pending_loops.LoopRun, which has its arrays, and the number of the result).
    ``look`` is what Signatures depend on: class and shape (of a Constant the class); ``structure`` is what plans depend on.
    ``guarded``: the result is not proved to be real; ``uncertain``: so is something that this is computed from.
    ``where`` is the place in the MATLAB program: a (code object, instruction offset) pair.
    ``tensor`` is a weak reference to the Tensor whose elements these are (strong for a leaf): alive means held.
    """

    __slots__ = (
        "__weakref__",
        "_range",
        "guarded",
        "kind",
        "look",
        "matlab_class",
        "op",
        "operands",
        "reduction",
        "shape",
        "structure",
        "tensor",
        "uncertain",
        "where",
    )

    kind: str
    op: Op | None
    operands: tuple[Any, ...]
    reduction: Any
    matlab_class: str
    shape: tuple[int, ...]
    look: Any
    structure: tuple[Any, ...]
    guarded: bool
    uncertain: bool
    where: Any
    tensor: Any
    _range: ranges.Range | None

    @classmethod
    def leaf(cls, tensor: Tensor) -> Node:
        self = cls.__new__(cls)
        self.kind, self.op, self.operands, self.reduction = LEAF, None, (), None
        self.matlab_class, self.shape, self.tensor = tensor.matlab_class, tensor.shape, tensor
        self.look = (tensor.matlab_class, tensor.shape)
        self.structure = (LEAF, tensor.matlab_class, tensor.shape)
        self.guarded = self.uncertain = False
        self.where = self._range = None
        return self

    @classmethod
    def map(cls, op: Op, operands: tuple[Any, ...], matlab_class: str, compute: str, shape: tuple[int, ...], where: Any = None) -> Node:
        uncertain = any([x.uncertain for x in operands if type(x) is Node])
        return cls.of_signature(Signature(op, matlab_class, compute, shape), operands, uncertain, where)

    @classmethod
    def of_signature(cls, form: Signature, operands: tuple[Any, ...], uncertain: bool, where: Any) -> Node:
        """A map whose Signature is known; ``uncertain``: an operand is."""
        # One statement for each: this is done for every operation of a program.
        self = _new_node(cls)
        self.kind = MAP
        self.op = op = form.op
        self.operands = operands
        self.reduction = self._range = self.tensor = None
        self.matlab_class = form.matlab_class
        self.shape = form.shape
        self.look = form.look
        self.structure = form.structure
        self.where = where
        self.guarded = False
        self.uncertain = uncertain
        in_domain = op.in_domain
        if in_domain is not None and not in_domain(*[range_of(x) for x in operands]):
            self.guarded = self.uncertain = True
            self.structure = form.guarded
        return self

    @classmethod
    def reduce(cls, reduction: tuple, operand: Node, matlab_class: str, shape: tuple[int, ...], where: Any = None) -> Node:
        self = cls.__new__(cls)
        self.kind, self.op, self.operands, self.reduction = REDUCE, None, (operand,), reduction
        self.matlab_class, self.shape = self.look = matlab_class, shape
        self._range, self.where, self.tensor = None, where, None
        self.guarded, self.uncertain = False, operand.uncertain
        self.structure = (reduction, matlab_class, shape)
        return self

    @classmethod
    def product(cls, form: Any, operands: tuple[Node, ...], matlab_class: str, shape: tuple[int, ...], where: Any = None) -> Node:
        self = cls.__new__(cls)
        self.kind, self.op, self.operands, self.reduction = PRODUCT, None, operands, form
        self.matlab_class, self.shape = self.look = matlab_class, shape
        self._range, self.where, self.tensor = None, where, None
        self.guarded, self.uncertain = False, any(x.uncertain for x in operands)
        self.structure = (form, matlab_class, shape)
        return self

    @classmethod
    def along(cls, kind: str, form: Any, operand: Node, matlab_class: str, where: Any = None) -> Node:
        """A scan or a sort."""
        self = cls.reduce(form, operand, matlab_class, operand.shape, where)
        self.kind = kind
        self.structure = (kind, *self.structure)
        return self

    @classmethod
    def fourier(cls, form: Any, operands: tuple[Node, ...], where: Any = None) -> Node:
        """One part of a Fourier transform of real parts, or of real and imaginary parts."""
        before = operands[0].shape
        shape = (*before[: form.dim], form.length, *before[form.dim + 1 :])
        self = cls.product(form, operands, operands[0].matlab_class, shape, where)
        self.kind = FOURIER
        self.structure = (FOURIER, *self.structure)
        return self

    @classmethod
    def of_loop(cls, run: Any, number: int, matlab_class: str, shape: tuple[int, ...]) -> Node:
        """One result of a loop that waits (see ``accel.pending_loops``)."""
        self = cls.__new__(cls)
        self.kind, self.op, self.operands, self.reduction = LOOP, None, (), (run, number)
        self.matlab_class, self.shape = self.look = matlab_class, shape
        self._range = self.where = self.tensor = None
        self.guarded = self.uncertain = False
        self.structure = (LOOP, run.kernel, run.serial, number, matlab_class, shape)
        return self

    @property
    def compute(self) -> str:
        """The class in which a map computes."""
        return self.structure[2]

    @property
    def line(self) -> int | None:
        """The line of the MATLAB program that asked for this."""
        return line_of(self.where)

    @property
    def name(self) -> str:
        """The operation in words, for reports."""
        if self.kind == LEAF:
            return "input"
        if self.kind == PRODUCT:
            return "mtimes"
        if self.kind in (SCAN, FOURIER):
            return self.reduction.name
        if self.kind in (SORT, LOOP):
            return self.kind
        return self.op.name if self.op is not None else self.reduction[0]

    @property
    def whole(self) -> tuple[Any, ...]:
        """The operands that are read at computed positions, so that they must be in memory."""
        return self.operands[: self.op.whole] if self.op is not None else ()

    def attach(self, tensor: Tensor) -> None:
        self.tensor = ref(tensor)

    def held(self) -> Tensor | None:
        """The Tensor that waits for these elements, if it is alive."""
        return self.tensor() if self.kind != LEAF and self.tensor is not None else None

    def __repr__(self) -> str:
        return f"<Node {self.name} {self.matlab_class} {'x'.join(map(str, self.shape))}>"


def lines_of(nodes: Iterable[Node]) -> tuple[int, ...]:
    """The lines that asked for these nodes, in order.  Each place is looked up once: that walks through its code."""
    places = {(id(n.where[0]), n.where[1]): n.where for n in nodes if n.where is not None}
    return tuple(sorted({line for where in places.values() if (line := line_of(where)) is not None}))


def line_of(where: Any) -> int | None:
    """The line of a place in the program: a (code object, instruction offset) pair, or None."""
    if where is None:
        return None
    code, offset = where
    starts, lines = _lines(code.co_linetable, code.co_firstlineno)
    return lines[bisect_right(starts, offset) - 1]


@lru_cache(maxsize=256)
def _lines(table: bytes, first: int) -> tuple[list[int], list[int | None]]:
    """Where in a code object's instructions its lines begin, and which lines these are.

    By the table alone: comparing code objects takes long, and a cell that runs again is a renamed one with the same table.
    """
    places = list(line_of.__code__.replace(co_linetable=table, co_firstlineno=first).co_lines())
    return [start for start, _, _ in places], [line for _, _, line in places]


def range_of(item: Any, depth: int = 0) -> ranges.Range:
    """The proved bounds of a Node or Constant; computed when a domain must be proved, and kept."""
    if type(item) is Constant:
        return _of_number(item.value)
    if item.kind == LEAF:
        # An array on a device knows the range of what made it; asked each time, since the elements may be written anew.
        return getattr(item.tensor.storage, "range", None) or item._range or ranges.of_class(item.matlab_class)
    if item._range is None:
        item._range = _bounds(item, depth)
    return item._range


def _bounds(node: Node, depth: int) -> ranges.Range:
    if node.kind in (PRODUCT, FOURIER, LOOP) or depth > _DEEPEST_PROOF:
        return ranges.of_class(node.matlab_class)
    if node.kind == MAP:
        if node.op.name == "index":  # type: ignore[union-attr]
            return _of_map(node.op, node.matlab_class, (ranges.Range(0.0, float(max(math.prod(node.shape) - 1, 0)), True, True),), False)
        # Scalars are rounded before they are computed with.
        number = _of_single if node.matlab_class == "single" else _of_number
        operands = tuple([number(x.value) if type(x) is Constant else range_of(x, depth + 1) for x in node.operands])
        return _of_map(node.op, node.matlab_class, operands, len(operands) == 2 and node.operands[0] is node.operands[1])
    operand = range_of(node.operands[0], depth + 1)
    if node.kind == SORT:
        return ranges.Range(1.0, float(node.shape[node.reduction.dim]), True, True) if node.reduction.positions else operand
    if node.kind == SCAN:
        if node.reduction.kind in ("argmax", "argmin"):
            return ranges.Range(1.0, float(node.shape[node.reduction.dim]), True, True)
        low = 0.0 if operand.low >= 0 else -math.inf
        return operand if node.reduction.kind in ("max", "min") else ranges.Range(low, math.inf, operand.integer)
    return _reduced(node, operand)


# The same operations come again with the same bounds, in every cell that runs again: looking them up takes a third of the time.


@lru_cache(maxsize=4096)
def _of_number(value: Any) -> ranges.Range:
    return ranges.of_scalar(value)


@lru_cache(maxsize=4096)
def _of_single(value: Any) -> ranges.Range:
    return ranges.in_class(ranges.of_scalar(value), "single")


@lru_cache(maxsize=4096)
def _of_map(op: Op, matlab_class: str, operands: tuple[ranges.Range, ...], squared: bool) -> ranges.Range:
    """Bounds of an operation on operands within bounds; ``squared``: both are the same array.  Of the index: the bounds given."""
    bounds = ranges.ANY
    if op.name == "index":
        (bounds,) = operands
    elif squared and op.name == "times":
        bounds = ranges.square(operands[0])
    elif op.ranges is not None:
        bounds = op.ranges(*operands)
    limits = ranges.of_class(matlab_class)
    if limits is not ranges.ANY:
        bounds = ranges.Range(max(bounds.low, limits.low), min(bounds.high, limits.high), bounds.integer or limits.integer, True)
    return ranges.in_class(bounds, matlab_class)


def _reduced(node: Node, operand: ranges.Range) -> ranges.Range:
    kind = node.reduction[0]
    if kind in ("moment2", "count_nonzero"):
        return ranges.NON_NEGATIVE
    if kind in ("any", "all"):
        return ranges.LOGICAL
    if kind in ("max", "min"):
        return operand
    if kind in ("argmax", "argmin"):
        extents = node.operands[0].shape
        return ranges.Range(1.0, float(math.prod([extents[d] for d in node.reduction[1] if d < len(extents)])), True, True)
    low = 0.0 if operand.low >= 0 else -math.inf
    high = 0.0 if kind == "sum" and operand.high <= 0 else math.inf
    return ranges.Range(low, high, operand.integer) if kind == "sum" else ranges.Range(low, math.inf, operand.integer)


def numbered(roots: Sequence[Node]) -> dict[Node, int]:
    """Every node that the roots need with its number, operands before what uses them; in an order that depends on structure alone."""
    numbers: dict[Node, int] = {}
    stack = list(reversed(roots))
    while stack:
        node = stack[-1]
        if node not in numbers:
            depth = len(stack)
            for x in reversed(node.operands):
                if type(x) is Node and x not in numbers:
                    stack.append(x)
            if len(stack) > depth:
                continue
            numbers[node] = len(numbers)
        stack.pop()
    return numbers


def order(roots: Sequence[Node]) -> list[Node]:
    """The nodes of ``numbered``."""
    return list(numbered(roots))

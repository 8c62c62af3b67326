"""Arrays that grow in a loop, as far as it is foreseen: ``Y(:, t) = v``, ``h(end + 1) = s``, ``Y = [Y v]``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ...accel.loops import LoopRefused
from ...base.records import record
from ...syntax import ast as m
from ...values.classes import DTYPES
from ...values.convert import class_of, shape_of, to_value
from ...values.subscripts import COLON, folded
from ...values.tensor import Tensor, matlab_shape
from ...values.text import CharArray
from ..scope import base_name, below
from .complex import is_complex, part_names
from .places import Places
from .scalars import Induction, NotFixpoint, first_of

if TYPE_CHECKING:
    from .arrays import WrittenArray

_MOST_BYTES = 1 << 33
_ANY = 1 << 60


@record
class Appending:
    """How an array is written behind its end, once in each iteration: in subscript ``dim`` of ``count``.  ``join`` is the statement as it
    is written, where that is ``Y = [Y v]``."""

    count: int
    dim: int
    join: m.Assign | None = None


def appended(node: m.For | m.While) -> tuple[m.For | m.While, dict[str, Appending]]:
    """The loop with ``Y(:, end + 1) = v`` in place of ``Y = [Y v]``, and the names that are appended to in one statement of each iteration,
    and assigned in no other way."""
    names = [base_name(t) for s in below(node.body) for t in _targets(s)]
    writes: dict[str, Appending] = {}
    body: list[m.Statement] = []
    for s in node.body:
        if isinstance(s, m.Assign) and len(s.targets) == 1 and not s.printed and names.count(name := base_name(s.targets[0]) or "") == 1:
            written, s = _behind_the_end(s)
            if written is not None:
                writes[name] = written
        body.append(s)
    return (replace(node, body=tuple(body)) if any(a.join for a in writes.values()) else node), writes


def _behind_the_end(s: m.Assign) -> tuple[Appending | None, m.Assign]:
    target, value = s.targets[0], s.value
    if isinstance(target, m.Index) and isinstance(target.target, m.Name):
        ends = [k for k, a in enumerate(target.arguments) if _is_behind(a)]
        others = [a for k, a in enumerate(target.arguments) if k not in ends]
        if len(ends) == 1 and all(isinstance(a, m.ColonAll) or (isinstance(a, m.Number) and a.value == 1) for a in others):
            return Appending(len(target.arguments), ends[0]), s
        return None, s
    if not isinstance(target, m.Name) or not isinstance(value, m.Matrix):
        return None, s
    sizes = [len(row) for row in value.rows]
    first = value.rows[0][0] if sizes in ([2], [1, 1]) else None
    if not isinstance(first, m.Name) or first.name != target.name:
        return None, s
    behind = m.Binary(s.span, "+", m.End(s.span), m.Number(s.span, 1.0))
    if sizes == [2]:
        write = replace(s, targets=(m.Index(s.span, target, (m.ColonAll(s.span), behind)),), value=value.rows[0][1])
        return Appending(2, 1, s), write
    write = replace(s, targets=(m.Index(s.span, target, (behind, m.Number(s.span, 1.0))),), value=value.rows[1][0])
    return Appending(2, 0, s), write


def _is_behind(node: m.Expression) -> bool:
    """Whether a subscript is ``end + 1``."""
    return (
        isinstance(node, m.Binary) and node.operator == "+" and isinstance(node.left, m.End)
        and isinstance(node.right, m.Number) and node.right.value == 1
    )  # fmt: skip


def _targets(node: m.Node) -> tuple[m.Expression, ...]:
    return node.targets if isinstance(node, m.Assign) else (node.target,) if isinstance(node, (m.For, m.Delete)) else ()


class Growing(Places):
    """Writing behind the end of arrays: their size after the last iteration is found from where all iterations write."""

    def end_of(self, array: WrittenArray, position: int, count: int) -> Any:
        """``end`` in an index of an array that grows by one in each iteration; None where it does not."""
        own = self.appended.get(array.name)
        if own is None:
            return None
        shape = array.original.shape
        if 0 in shape and shape != (0, 0):
            raise NotFixpoint(f"'{array.name}' is empty")
        if count == 1 and own.count == 2 and _along(shape, own.dim):
            count, position = 2, own.dim
        if (own.count, own.dim) != (count, position):
            if own.count != count or 0 in shape:
                raise LoopRefused(f"the size of '{array.name}', which grows, is used")
            return float(folded(shape, count)[position])
        start = folded(shape, count)[position] + bool(array.writes)
        return self.inductions.known([float(start + iteration) for iteration in range(self.trace.iterations)])

    def size_of(self, array: WrittenArray, name: str, arguments: Sequence[Any]) -> Any:
        """``numel``, ``length`` or ``size`` of an array that grows by one in each iteration; None for others."""
        own = self.appended.get(array.name)
        if own is None or 0 in array.original.shape:
            return None
        if name in ("numel", "length") and not arguments:
            return self.end_of(array, 0, 1) if own.count == 1 or _along(array.original.shape, own.dim) else None
        if name == "size" and own.count == 2 and len(arguments) == 1 and arguments[0] in (1.0, 2.0):
            return self.end_of(array, int(arguments[0]) - 1, 2)
        return None

    def take_size(self, array: WrittenArray) -> None:
        """An iteration takes the size of an array, which must not grow then."""
        if array.grown is not None or array.name in self.appended:
            raise LoopRefused(f"the size of '{array.name}', which grows, is used")
        array.sized = True

    def grow(self, array: WrittenArray, subscripts: Sequence[Any], value: Any) -> None:
        """Make room for what is written behind the end."""
        name, shape, count = array.name, array.shape, len(subscripts)
        extents = folded(shape, count)
        if 0 not in shape and all(
            type(s) is not Induction or s.values is None or not self._beyond(s, n) for s, n in zip(subscripts, extents, strict=True)
        ):
            return
        if self.inductions.mask is not None or self.chosen is not None:
            raise LoopRefused(f"'{name}' grows in some iterations only")
        if name in self.in_order:
            raise LoopRefused(f"'{name}' grows, and is written in an order of its own")
        if array.sized:
            raise LoopRefused(f"the size of '{name}', which grows, is used")
        moving = [k for k, s in enumerate(subscripts) if type(s) is Induction]
        if len(moving) != 1 or not all(s is COLON or type(s) is float or type(s) is Induction for s in subscripts):
            raise LoopRefused(f"'{name}' grows in a way that is not taken into loops")
        dim = moving[0]
        positions = self.positions(subscripts[dim], _ANY)
        last = int(positions.max())
        shape_then = self._first_shape(array, subscripts, value, last) if 0 in shape else self._next_shape(array, extents, dim, count, last)
        if np.prod(shape_then, dtype=float) * DTYPES[array.original.matlab_class].itemsize > _MOST_BYTES:
            raise LoopRefused(f"'{name}' grows to a size that is not taken into loops")
        own = dim if count > 1 else (1 if shape_then[0] == 1 else 0)
        if array.dim not in (None, own):
            raise LoopRefused(f"'{name}' grows in two directions")
        for part in (array, *array.halves):
            part.dim, part.grown = own, matlab_shape(shape_then)
            part.positions.append(positions)
        self.record = None

    def _beyond(self, subscript: Induction, extent: int) -> bool:
        mask = self.inductions.mask
        return any(v is not None and (mask is None or mask[k]) and _number(v) > extent for k, v in enumerate(subscript.values or ()))

    def _first_shape(self, array: WrittenArray, subscripts: Sequence[Any], value: Any, last: int) -> tuple[int, ...]:
        """The size of an array of which there is nothing yet."""
        name, size, kind = array.name, shape_of(first_of(value)), class_of(value)
        if array.shape != (0, 0) or (not array.missing and kind != "double") or kind not in DTYPES or kind == "char":
            raise NotFixpoint(f"'{name}' is made in the loop")
        if array.missing:
            array.original = Tensor(np.zeros((0, 0), DTYPES[kind]), kind)
        if is_complex(first_of(value)):
            array.halves = tuple([type(array)(own, array.original) for own in part_names(name)])
        extents: tuple[int, ...] = (1, last)
        natural: tuple[int, ...] = (1, 1)
        if len(subscripts) == 2 and subscripts[1] is COLON:
            extents, natural = (last, *size[1:]), size
        elif len(subscripts) > 1:
            sizes = iter(size)
            extents = tuple([last if type(s) is Induction else next(sizes, 1) if s is COLON else 1 for s in subscripts])
            natural = tuple([1 if type(s) is Induction else n for s, n in zip(subscripts, extents, strict=True)])
        if matlab_shape(natural) != size or any(type(s) is float and s != 1 for s in subscripts) or 0 in size:
            raise NotFixpoint(f"'{name}' is made in the loop")
        return extents

    @staticmethod
    def _next_shape(array: WrittenArray, extents: tuple[int, ...], dim: int, count: int, last: int) -> tuple[int, ...]:
        """The size of an array that grows along its last dimension."""
        name, shape = array.name, array.shape
        if count == 1:
            if len(shape) != 2 or 1 not in shape:
                raise LoopRefused(f"'{name}' grows in a way that is not taken into loops")
            return (1, last) if shape[0] == 1 else (last, 1)
        if count < len(shape) or any(n != 1 for n in extents[dim + 1 :]):
            raise LoopRefused(f"rows of '{name}' are added, which moves all its elements")
        return (*extents[:dim], max(last, extents[dim]), *extents[dim + 1 :])

    def enlarged(self, array: WrittenArray) -> Tensor:
        """An array with zeros up to where the last iteration writes."""
        old, shape = array.original, array.grown
        assert shape is not None and array.dim is not None
        if old.numel == 0:
            return self._zeros(shape, old.matlab_class)
        more = list(shape)
        more[array.dim] -= old.shape[array.dim] if array.dim < len(old.shape) else 1
        rest = self._zeros(tuple(more), old.matlab_class)
        return self.session.calls.builtin("cat")(1, array.dim + 1.0, old, rest)[0]

    def _zeros(self, shape: tuple[int, ...], matlab_class: str) -> Tensor:
        name, more = ("false", ()) if matlab_class == "logical" else ("zeros", (CharArray.row(matlab_class),))
        zeros = self.session.calls.builtin(name)(1, *map(float, shape), *more)[0]
        return zeros if type(zeros) is Tensor else Tensor(np.array([[zeros]]), matlab_class)

    def cut(self, array: WrittenArray, whole: Tensor, iterations: int) -> Any:
        """A grown array as it is after so many iterations."""
        if array.grown is None or array.dim is None or array.size_after(iterations) == array.grown[array.dim]:
            return whole
        parts: list[Any] = [COLON] * len(array.grown)
        parts[array.dim] = Tensor(np.arange(1.0, array.size_after(iterations) + 1).reshape(1, -1))
        part = self.session.reader.index(whole, *parts)
        return to_value(part.array) if type(part) is Tensor and part.numel == 1 else part


def _along(shape: tuple[int, ...], dim: int) -> bool:
    """Whether a matrix has elements along one dimension only."""
    return len(shape) == 2 and shape[1 - dim] == 1


def _number(value: Any) -> float:
    return value.array.item() if type(value) is Tensor else value

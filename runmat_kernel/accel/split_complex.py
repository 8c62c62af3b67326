"""Split complex arrays: a real and an imaginary array, each deferred or on the device as any real array is.

An operation on complex arrays is recorded as operations on these planes, so that kernels, planner and providers know real arrays alone.
Whether a complex array is real after all, because every imaginary part is zero, is found when something asks for it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

import numpy as np

from ..graph.complex import DIFFER, EITHER, NEGATED, ZERO
from ..graph.evaluate import classes_of, narrow
from ..graph.op import Op
from ..graph.pointwise import joined
from ..graph.primitives import CASTS, MINUS, PLUS
from ..values.convert import as_array, class_of
from ..values.tensor import Tensor
from .eager import from_array
from .protocols import Recorder
from .split_complex_rules import RULES, SAME_REALNESS, Numbers, Planes
from .storage import Device

FLOATS = frozenset({"double", "single"})
_TAKEN = FLOATS | {"logical"}
_SCALARS = frozenset({float, bool, complex})
Pair = tuple[Any, Any]


class SplitComplex:
    """The storage of a complex array whose real and imaginary parts are Tensors of their own.

    ``uncertain``: nobody asked yet whether an imaginary part differs from zero.  ``keeps_complex``: it is complex all the same, as
    ``complex`` makes it.  ``like``: another one, and this one is complex where that is.  ``in_iterations``: a logical that says so of a
    scalar in each iteration of a loop.
    """

    __slots__ = ("_unlike", "engine", "imaginary", "in_iterations", "keeps_complex", "like", "real", "uncertain")
    kind = "pending"

    def __init__(
        self, engine: Recorder, real: Tensor, imaginary: Tensor, *, keeps_complex: bool = False, like: SplitComplex | None = None
    ) -> None:
        self.engine, self.real, self.imaginary = engine, real, imaginary
        self.keeps_complex, self.uncertain = keeps_complex, not keeps_complex
        self.like = like
        self._unlike: Any = None
        self.in_iterations: Any = None

    def unlike_real(self) -> Any:
        """Whether an imaginary part differs from zero: a logical that may be deferred; None where it is complex for sure."""
        if not self.uncertain:
            return self._unlike
        if self.like is not None:
            return self.like.unlike_real()
        if self.engine.tracing is not None:
            return self.engine.tracing.complexness.unlike_real((self,))
        if self._unlike is None:
            self._unlike = self.differs()
        return self._unlike

    def differs(self) -> Any:
        """Whether an imaginary part differs from zero, as a logical."""
        differs = self.engine.elementwise(DIFFER, (self.imaginary, 0.0))
        every = tuple(range(len(self.imaginary.shape)))
        return differs if self.imaginary.numel == 1 else self.engine.reduce("any", differs, every, "logical")

    def join(self, dim: int, values: Sequence[Any], matlab_class: str) -> Any:
        """The values side by side along ``dim`` (from 1), without gathering them; None where the host does it."""
        return joined_planes(self.engine, dim, values, matlab_class)

    def reshape(self, tensor: Tensor, shape: tuple[int, ...]) -> Any:
        """The tensor in another shape, without gathering it."""
        return self.engine.reshape(tensor, shape)

    def host(self) -> np.ndarray:
        """The elements, gathered; real ones where every imaginary part is zero."""
        imaginary, real = self.imaginary.array, self.real.array
        is_complex = self.keeps_complex or bool(imaginary.any())
        self.settle(is_complex)
        return joined(real, imaginary) if is_complex else real

    def settle(self, is_complex: bool) -> None:
        """Note whether the array is complex, now that it is known."""
        self.uncertain, self.like, self._unlike = False, None, None if is_complex else False

    def settled(self, tensor: Tensor) -> bool:
        """Whether an imaginary part differs from zero; the tensor becomes an ordinary real one where none does."""
        engine, differs = self.engine, self.unlike_real()
        is_complex = differs is None or truth(differs)
        self.settle(is_complex)
        if is_complex:
            return True
        storage = self.real.storage
        tensor._is_complex = False
        if type(storage) is Device and self.real._array is None:
            tensor.storage = Device(engine, storage.provider, storage.buffer)
            engine.residents.add(tensor)
        else:
            tensor._array, tensor.storage = self.real.array, None
        return False


def truth(value: Any) -> bool:
    """A logical of one element, which may have to be computed."""
    return bool(np.ravel(value.array if type(value) is Tensor else value)[0])


def whole(engine: Recorder, parts: Pair, *, keeps_complex: bool = False, like: SplitComplex | None = None) -> Any:
    """The complex Value of two parts of one shape; a host Value where both are."""
    real, imaginary = parts
    if type(real) is Tensor and type(imaginary) is Tensor:
        storage = SplitComplex(engine, real, imaginary, keeps_complex=keeps_complex, like=like)
        return Tensor.stored(storage, real.matlab_class, real.shape, True)
    return from_array(narrow(np.asfortranarray(joined(np.asarray(_array(real)), np.asarray(_array(imaginary))))))


def _array(value: Any) -> Any:
    return value.array if type(value) is Tensor else np.array([[value]])


def is_split(value: Any) -> bool:
    """Whether a value is complex and lies in parts, as far as is known."""
    return type(value) is Tensor and value._is_complex and type(value.storage) is SplitComplex


def planes_of(engine: Recorder, value: Any) -> Pair:
    """The real and imaginary parts of a Value; None for the imaginary part of a real one."""
    if type(value) is complex:
        return value.real, value.imag
    if type(value) is not Tensor or not value._is_complex:
        return value, None
    if type(value.storage) is not SplitComplex:
        # The host's elements stay as they are; the parts are made, and uploaded, once.
        array = value.array
        real, imaginary = (Tensor(x.copy(order="F")) for x in (array.real, array.imag))
        value.storage = storage = SplitComplex(engine, real, imaginary, keeps_complex=not array.imag.any())
        storage.uncertain = False
    return value.storage.real, value.storage.imaginary


def takes(engine: Recorder, operands: Sequence[Any]) -> bool:
    """Whether an operation with complex operands is recorded in parts: of floats and logicals, one of them on a device or a symbol of a
    loop that is traced."""
    tracing = engine.tracing
    if tracing is not None:
        tensors = [x for x in operands if type(x) is Tensor]
        plain = all(type(x) is Tensor or type(x) in _SCALARS for x in operands) and all(x.matlab_class in _TAKEN for x in tensors)
        return plain and any(x._array is None for x in tensors)
    there = False
    for x in operands:
        kind = type(x)
        if kind is Tensor:
            if x.matlab_class not in _TAKEN or x.matlab_class not in engine.device.info.classes:
                return False
            there |= x._array is None or type(x.storage) is SplitComplex or engine.holds(x.storage) or engine.wants_device
        elif kind not in _SCALARS:
            return False
    return there


def elementwise(engine: Recorder, op: Op, operands: Sequence[Any]) -> Any:
    """An operation on Values some of which are complex, by their parts; None where it has to be computed at once."""
    rule = RULES.get(op.name)
    if rule is None or not takes(engine, operands):
        return None
    if any(type(x) is Tensor and not x._is_complex and x.is_complex for x in operands):
        # A real one, as it seemed, is complex after all: it was computed just now.
        return elementwise(engine, op, operands)
    result, _ = classes_of(op, [class_of(x) for x in operands])
    numbers = [_numbers(engine, x) for x in operands]
    value = rule(Planes(engine, op, result), *numbers)
    like = numbers[0].storage if op.name in SAME_REALNESS else None
    return whole(engine, value, like=like) if type(value) is tuple else value


def _numbers(engine: Recorder, value: Any) -> Numbers:
    real, imaginary = planes_of(engine, value)
    return Numbers(real, imaginary, value.storage if type(value) is Tensor and type(value.storage) is SplitComplex else None)


def write(engine: Recorder, old: Tensor, subscripts: tuple[Any, ...], new: Any) -> Any:
    """The complex array after ``old(subscripts) = new``, recorded by its parts; None where it is written at once."""
    if not is_split(old) or not takes(engine, (old, new)) or (type(new) is Tensor and not new._is_complex and new.is_complex):
        return None
    planes: Any = tuple(
        engine.write(mine, subscripts, 0.0 if other is None else other)
        for mine, other in zip(planes_of(engine, old), planes_of(engine, new), strict=True)
    )
    return None if None in planes else whole(engine, planes)


def paired(engine: Recorder, real: Any, imaginary: Any) -> Any:
    """``complex(real, imaginary)`` of two arrays of one shape; None where it is made at once."""
    if not all(type(x) is Tensor and x.matlab_class in FLOATS for x in (real, imaginary)) or not takes(engine, (real, imaginary)):
        return None
    if real.shape != imaginary.shape or 0 in real.shape or real.is_complex or imaginary.is_complex:
        return None
    if real.matlab_class != imaginary.matlab_class:
        real, imaginary = (engine.elementwise(CASTS["single"], (x,)) for x in (real, imaginary))
    return whole(engine, (real, imaginary), keeps_complex=True)


def joined_planes(engine: Recorder, dim: int, values: Sequence[Any], matlab_class: str) -> Any:
    """Values side by side, of which at least one lies in parts; None where the host joins them."""
    pairs = []
    for value in values:
        if type(value) is not Tensor and type(value) not in (float, bool, complex):
            return None
        if type(value) is Tensor and value.matlab_class not in FLOATS:
            return None
        real, imaginary = planes_of(engine, value)
        if imaginary is None:
            imaginary = engine.elementwise(ZERO, (real,)) if type(real) is Tensor else 0.0
        pairs.append((real, imaginary))
    real, imaginary = (engine.join(dim, part, matlab_class) for part in zip(*pairs, strict=True))
    if real is None or imaginary is None:
        return None
    keeps_complex = any(getattr(x.storage, "keeps_complex", False) for x in values if type(x) is Tensor)
    return whole(engine, (real, imaginary), keeps_complex=keeps_complex)


def each(engine: Recorder, value: Tensor, function: Callable[[Tensor], Any], *, narrows: bool = False) -> Any:
    """Move the elements of both planes in one way; None where it is done at once.  The result keeps complex zeros as the array does, unless
    it ``narrows``."""
    storage = value.storage
    if not value._is_complex or not isinstance(storage, SplitComplex):
        return None
    real, imaginary = function(storage.real), function(storage.imaginary)
    if real is None or imaginary is None:
        return None
    return whole(engine, (real, imaginary), keeps_complex=storage.keeps_complex and not narrows)


def transpose(engine: Recorder, value: Tensor, conjugate: bool) -> Any:
    """The transpose of a matrix in parts, or None."""

    def plane_transposed(part: Tensor) -> Any:
        return engine.reshape(part, part.shape[::-1]) if 1 in part.shape else engine.transpose(part, False)

    transposed = each(engine, value, plane_transposed)
    if not conjugate or transposed is None:
        return transposed
    if not is_split(transposed):
        # What came together on the host.
        return from_array(np.conj(as_array(transposed)))
    planes = (transposed.storage.real, engine.elementwise(NEGATED, (transposed.storage.imaginary,)))
    return whole(engine, planes, keeps_complex=transposed.storage.keeps_complex)


def multiply(engine: Recorder, left: Any, right: Any) -> Any:
    """The matrix product of matrices some of which are complex, as products of their parts; None where it is computed at once."""
    if not all(type(x) is Tensor for x in (left, right)) or not takes(engine, (left, right)):
        return None
    if any(not x._is_complex and x.is_complex for x in (left, right)):
        return multiply(engine, left, right)
    # zero times infinity is no zero: what is real has no imaginary part to multiply
    if any(is_split(x) and not x.is_complex for x in (left, right)):
        return engine.product(left, right)
    (a, b), (c, d) = planes_of(engine, left), planes_of(engine, right)
    products = [None if x is None or y is None else engine.product(x, y) for x, y in ((a, c), (b, d), (a, d), (b, c))]
    if any(products[k] is None for k, pair in enumerate(((a, c), (b, d), (a, d), (b, c))) if None not in pair):
        return None
    real = products[0] if products[1] is None else engine.elementwise(MINUS, (products[0], products[1]))
    mixed = [x for x in products[2:] if x is not None]
    return whole(engine, (real, mixed[0] if len(mixed) == 1 else engine.elementwise(PLUS, mixed)))


def reduce(engine: Recorder, kind: str, value: Tensor, dims: tuple[int, ...], matlab_class: str, omit_nan: bool) -> Any:
    """A sum of complex numbers in parts, or whether any or all differ from zero; None where it is computed at once."""
    if kind in ("any", "all") and is_split(value):
        differ = [engine.elementwise(DIFFER, (x, 0.0)) for x in planes_of(engine, value)]
        return engine.reduce(kind, engine.elementwise(EITHER, differ), dims, matlab_class)
    if kind != "sum" or omit_nan:
        return None
    return each(engine, value, lambda part: engine.reduce(kind, part, dims, matlab_class), narrows=True)


def asymmetric(engine: Recorder, spectrum: Pair, dims: Sequence[int]) -> Any:
    """Whether an array is not the conjugate of itself at minus each index along ``dims``: a logical that may be deferred.

    Index 0 is its own opposite, the others lie in opposite order: so the array is compared with itself in plain strides.
    """
    shape: tuple[int, ...] = spectrum[0].shape
    unlike: Any = None
    for zero in product((True, False), repeat=len(dims)):
        at = dict(zip(dims, zero, strict=True))
        if any(not z and shape[d] == 1 for d, z in at.items()):
            continue
        ahead = [((0, 1, 1) if at[d] else (1, 1, n - 1)) if d in at else (0, 1, n) for d, n in enumerate(shape)]
        back = [((0, 1, 1) if at[d] else (n - 1, -1, n - 1)) if d in at else (0, 1, n) for d, n in enumerate(shape)]
        differs: Any = None
        for part, sign in zip(spectrum, (PLUS, NEGATED), strict=True):
            if part is None:
                continue
            one, other = engine.view(part, ahead), engine.view(part, back)
            if one is None or other is None:
                return None
            other = engine.elementwise(NEGATED, (other,)) if sign is NEGATED else other
            unequal = engine.elementwise(DIFFER, (one, other))
            differs = unequal if differs is None else engine.elementwise(EITHER, (differs, unequal))
        single = all(n == 1 for n in differs.shape)
        any_of = differs if single else engine.reduce("any", differs, tuple(range(len(shape))), "logical")
        unlike = any_of if unlike is None else engine.elementwise(EITHER, (unlike, any_of))
    return unlike

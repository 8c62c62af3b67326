"""Elements that a mask marks, and values that are chosen by a condition, while an iteration of a loop is traced."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from ...accel.loops import LoopRefused, cast
from ...accel.split_complex import whole
from ...builtins.registry import builtins, stating
from ...builtins.spec import Fact, Trait
from ...graph.loop import SELECT, SYMBOL
from ...graph.node import FOURIER, PRODUCT, SORT, Constant, Node
from ...graph.primitives import CASTS
from ...graph.shapes import numel
from ...values.classes import DTYPES, FLOAT_CLASSES
from ...values.convert import class_of, shape_of
from ...values.subscripts import COLON
from ...values.tensor import Tensor
from ...values.text import CharArray
from ..control import true
from ..reading import UNDEFINED
from .arrays import WrittenArray
from .complex import by_parts, constant, is_complex
from .pauses import only_in_some
from .scalars import Induction, NotFixpoint, first_of
from .symbols import PLAIN, Conditional, Masked, Select, Symbols

_MOST_NARROW = 8
"""Columns, or rows, of a product that costs little more than to read the larger one of its matrices."""
_SCALARS = (Induction, float, bool, complex)
_BESIDE = (*_SCALARS, Tensor)
SIZES = stating(Fact.SIZES)
"""Functions that take no elements of arrays."""


_NEUTRAL = {"sum": False, "mean": False, "nnz": False, "any": False, "prod": True, "all": True}
"""The neutral element of each reduction, which stands for elements that a mask does not mark."""


class Masks(Symbols):
    """Applying functions to symbols, to masked elements, and to values that differ between branches."""

    def apply(self, function: Any, operands: Sequence[Any], name: str = "") -> Any:
        """A pure function of values, of which some may be symbols."""
        kinds = set(map(type, operands))
        if WrittenArray in kinds:
            operands = [self.as_whole(x.name) if type(x) is WrittenArray else x for x in operands]
        if Masked in kinds:
            return self._apply_masked(function, operands, name)
        if Tensor in kinds and any([type(x) is Tensor and x._is_complex for x in operands]) and any(map(self.is_symbolic, operands)):
            operands = [constant(self, x) if type(x) is Tensor and x._is_complex else x for x in operands]
        plain = self.record is not None and Tensor in kinds and self._plain(operands, name)
        if Induction not in map(type, operands):
            result = function(*operands)
            if plain:
                self._made(result)
            return result
        if all(type(x) is not Tensor or (x._array is not None and x.numel == 1) for x in operands):
            return self.inductions.call(function, operands, name)
        return function(*[self.as_tensor(x) if type(x) is Induction else x for x in operands])

    def _plain(self, operands: Sequence[Any], name: str) -> bool:
        """Whether something is computed from arrays of before the loop alone."""
        if name in SIZES or any(type(x) is Induction or (type(x) is Tensor and self.is_symbolic(x)) for x in operands):
            return False
        return any(type(x) is Tensor and (x.numel != 1 or x._array is None) for x in operands)

    def _made(self, whole: Any) -> None:
        """An array was computed from others, and may be computed again; with a number of arrays a trace is not used again."""
        if type(whole) is Tensor and whole.numel > 1:
            self.record.plain[id(whole)] = whole  # type: ignore[union-attr]
        else:
            self.record = None

    def operate(self, name: str, operands: tuple[Any, ...]) -> Any:
        function = self.runtime["$" + name]
        return self.apply(function, operands, name)

    def _apply_masked(self, function: Any, operands: Sequence[Any], name: str) -> Masked:
        """A pointwise function of what one mask marks, and scalars."""
        engine = self.session.engine
        masks = [x.mask for x in operands if type(x) is Masked]
        others = [x for x in operands if type(x) is not Masked]
        record = builtins().get(name)
        pointwise = record is not None and (record.trait is Trait.ELEMENTWISE or (name in ("mtimes", "mrdivide") and len(masks) == 1))
        if name == "mrdivide" and type(operands[-1]) is Masked:
            pointwise = False
        if not pointwise or len({engine._node(mask) for mask in masks}) != 1:
            raise LoopRefused("elements that a mask marks are not used one by one")
        wholes = [shape_of(first_of(x.whole)) for x in operands if type(x) is Masked]
        if any(type(x) not in _BESIDE or not _beside(shape_of(first_of(x)), masks[0].shape, wholes) for x in others):
            raise LoopRefused("elements that a mask marks are used with other arrays")
        complexness = self.tracing.complexness
        outer, complexness.within = complexness.within, masks[0]
        try:
            return Masked(self.apply(function, [x.whole if type(x) is Masked else x for x in operands], name), masks[0])
        finally:
            complexness.within = outer

    def is_mask(self, subscript: Any, shape: tuple[int, ...]) -> bool:
        return type(subscript) is Tensor and subscript.matlab_class == "logical" and subscript.shape == shape and subscript.numel > 1

    def mask_of(self, subscripts: Sequence[Any], shape: tuple[int, ...]) -> Tensor | None:
        """The mask that subscripts are: one for all elements, or for whole columns, rows or pages (``X(:, m)``), lying along its
        dimension; None where they are something else."""
        if len(subscripts) == 1:
            return subscripts[0] if self.is_mask(subscripts[0], shape) else None
        masks = [d for d, s in enumerate(subscripts) if type(s) is Tensor and s.matlab_class == "logical"]
        if len(masks) != 1 or len(subscripts) != len(shape) or any(s is not COLON for d, s in enumerate(subscripts) if d != masks[0]):
            return None
        mask, extent = subscripts[masks[0]], shape[masks[0]]
        if mask.numel != extent or extent < 2 or [n for n in mask.shape if n != 1] != [extent]:
            return None
        own = tuple([extent if d == masks[0] else 1 for d in range(max(2, masks[0] + 1))])
        if mask.shape == own:
            return mask
        turned = self.oriented.get((id(mask), own))
        if turned is None:
            # The same one again, so that both sides of an assignment are seen to have one mask.
            turned = self.oriented[id(mask), own] = (self.session.engine.reshape(mask, own), mask)
        return turned[0]

    def reduced(self, name: str, arguments: Sequence[Any]) -> Any:
        """A reduction of elements that a mask marks, where its size does not depend on how many there are; None for others."""
        masked, rest = arguments[0], arguments[1:]
        whole, mask = masked.whole, masked.mask
        if type(whole) is not Tensor or whole._is_complex or whole.matlab_class not in DTYPES or whole.numel < 2:
            return None
        if self._one_by_one(masked):
            along = 1.0 if len(whole.shape) > 2 or whole.shape[0] != 1 else 2.0
            if rest not in ([], [along]) and not _is_all(rest):
                return None
            dims: list[Any] = [CharArray.row("all")]
        elif _is_all(rest):
            dims = list(rest)
        elif rest == [float(len(mask.shape) if mask.shape[-1] != 1 else 1)]:
            dims = list(rest)
        else:
            return None
        matlab_class, call = whole.matlab_class, self.call_builtin
        if name in ("numel", "length"):
            return call("sum", [mask, *dims], 1)[0] if self._one_by_one(masked) and not rest else None
        if name == "isempty":
            return self.operate("not", (call("any", [mask, *dims], 1)[0],)) if self._one_by_one(masked) and not rest else None
        if name in ("max", "min"):
            return self._extreme(name, masked) if self._one_by_one(masked) and not rest else None
        if name not in _NEUTRAL or (name == "mean" and matlab_class not in FLOAT_CLASSES) or (name == "nnz" and rest):
            return None
        fill: Any = _NEUTRAL[name]
        if matlab_class != "logical":
            fill = Tensor(np.array([[fill]], DTYPES[matlab_class]), matlab_class)
            self.kept.append(fill)
        chosen = self._selected(self.session.engine._node(mask), whole, fill, whole.shape)
        self.kept.append(chosen)
        if name == "nnz":
            return call(name, [chosen], 1)[0]
        result = call("sum" if name == "mean" else name, [chosen, *dims], 1)[0]
        return result if name != "mean" else self.operate("rdivide", (result, call("sum", [mask, CharArray.row("all")], 1)[0]))

    def marked_places(self, values: Tensor) -> Masked:
        """``find(values)``: the places of what a mask marks."""
        mask = values if values.matlab_class == "logical" else self.operate("ne", (values, 0.0))
        self.record = None
        numbers = Tensor(np.arange(1.0, values.numel + 1).reshape(values.shape, order="F"))
        self.kept += [mask, numbers]
        return Masked(numbers, mask, places=True)

    def _extreme(self, name: str, masked: Masked) -> Any:
        """The largest or smallest of the elements that a mask marks: iterations ask whether it marks any, since there is none of none."""
        whole, matlab_class = masked.whole, masked.whole.matlab_class
        if matlab_class not in FLOAT_CLASSES:
            return None
        self.marked.append(self.where_taken(self.call_builtin("any", [masked.mask, CharArray.row("all")], 1)[0]))
        # Which is passed over, and found where all others are.
        fill = Tensor(np.full((1, 1), np.nan, DTYPES[matlab_class]), matlab_class)
        chosen = self._selected(self.session.engine._node(masked.mask), whole, fill, whole.shape)
        self.kept += [fill, chosen]
        return self.call_builtin(name, [chosen, Tensor(np.zeros((0, 0))), CharArray.row("all")], 1)[0]

    @staticmethod
    def _one_by_one(masked: Masked) -> bool:
        """Whether a mask marks elements, not columns, rows or pages."""
        return masked.mask.shape == masked.whole.shape

    def masked(self, name: str, old: Tensor, mask: Tensor, value: Any) -> Tensor:
        """``old`` with what the mask marks taken from ``value``."""
        engine = self.session.engine
        if type(value) is Masked:
            if engine._node(value.mask) is not engine._node(mask):
                raise LoopRefused(f"'{name}' takes elements of another mask")
            value = value.whole
            if shape_of(first_of(value)) not in ((1, 1), old.shape):
                raise LoopRefused(f"'{name}' takes elements of an array of another size")
        elif type(value) not in (Induction, float, bool, complex, Tensor) or shape_of(first_of(value)) != (1, 1):
            raise LoopRefused(f"'{name}' takes as many values as a mask marks")
        if old.matlab_class not in DTYPES:
            raise LoopRefused(f"'{name}' is of class {old.matlab_class}")
        have, want = class_of(value), old.matlab_class
        if have != want:
            if want not in CASTS or have not in (*FLOAT_CLASSES, "logical"):
                raise LoopRefused(f"a value of class {have} is written into '{name}'")
            value = self.apply(lambda x: cast(engine, x, want), (value,))
        return self._selected(engine._node(mask), value, old, old.shape)

    def _selected(self, condition: Node, yes: Any, no: Any, shape: tuple[int, ...]) -> Tensor:
        """``yes`` where a condition holds, else ``no``, of one class."""
        engine, matlab_class = self.session.engine, class_of(yes)
        if condition.kind != SYMBOL and numel(condition.shape) == 1:
            self.trace.choice = max(self.trace.choice, numel(shape))
        pairs = by_parts(self, (yes, no))
        whole_arguments = [
            engine._tensor(Node.map(SELECT, (condition, self._operand(a), self._operand(b)), matlab_class, matlab_class, shape))
            for a, b in pairs
        ]
        return whole_arguments[0] if len(whole_arguments) == 1 else whole(engine, (whole_arguments[0], whole_arguments[1]))

    @contextmanager
    def only_where(self, taken: Induction | Select, flag: bool, rest: bool) -> Iterator[bool]:
        """Statements that run only where a branch is ``taken``, or where it is not: whether there may be such iterations.  ``rest``: what
        follows in the iteration is among them."""
        outer, chosen, drawn = self.inductions.mask, self.chosen, (len(self.draws), len(self.sequence))
        recorded = self.session.engine._interned
        count = len(recorded)
        if type(taken) is Induction:
            mask = self.inductions.mask = [f is flag and (outer is None or outer[k]) for k, f in enumerate(_flags(taken))]
        else:
            self.record, own = None, taken.condition if flag else self.operate("not", (taken.condition,))  # type: ignore[union-attr]
            self.chosen, mask = own if chosen is None else self.operate("and", (chosen, own)), [True]
        # Where the trace ends here, it is looked at in which iterations.
        yield any(mask)
        self.inductions.mask, self.chosen = outer, chosen
        nodes = [node for x in [*recorded.values()][count:] if (node := x()) is not None]
        if type(taken) is Induction and not rest:
            among = len(mask) if outer is None else outer.count(True)
            self.trace.idle += sum(map(_work, nodes)) * (1.0 - mask.count(True) / max(among, 1))
        if self.chosen is not None or type(taken) is Select:
            if drawn != (len(self.draws), len(self.sequence)):
                raise LoopRefused("random numbers are drawn in a branch that arrays decide")
            if any(map(_heavy, nodes)):
                raise LoopRefused("a branch that arrays decide has a product, a transform or a sort, which only some iterations need")
            if not rest and chosen is None:
                self.trace.chosen += sum(map(_work, nodes))

    def where_taken(self, condition: Tensor) -> Tensor:
        """A condition that need hold only in iterations which come to the statement that is traced."""
        if self.inductions.mask is not None:
            condition = self.operate("or", (condition, self.as_tensor(self.inductions.known([not m for m in self.inductions.mask]))))
        if self.chosen is not None:
            condition = self.operate("or", (condition, self.operate("not", (self.chosen,))))
        return condition

    def choose(self, taken: Induction | Select, a: Any, b: Any, name: str) -> Any:
        """``a`` in iterations that take a branch, ``b`` in the others."""
        if a is b:
            return a
        if isinstance(taken, Select):
            return self._chosen(taken, a, b, name)
        flags = _flags(taken)
        if a is UNDEFINED or b is UNDEFINED:
            set_in = [f is (b is UNDEFINED) for f in flags]
            raise only_in_some(f"'{name}' is set in some iterations only", set_in)
        if type(a) not in PLAIN or type(b) not in PLAIN:
            raise LoopRefused(f"'{name}' is set in some iterations only")
        if class_of(a) != class_of(b) or shape_of(first_of(a)) != shape_of(first_of(b)):
            raise LoopRefused(f"'{name}' changes its class or size between iterations")
        if type(a) in _SCALARS and type(b) in _SCALARS:
            if any(type(x) is Induction and x.values is None for x in (a, b)):
                return self.inductions.call(lambda t, x, y: x if t else y, (taken, a, b))
            pairs = [a.values if type(a) is Induction else [a] * len(flags), b.values if type(b) is Induction else [b] * len(flags)]
            return self.inductions.known([pairs[0][k] if f else pairs[1][k] for k, f in enumerate(flags)])
        return self._selected(self.symbol_node(taken), a, b, shape_of(first_of(a)))

    def _chosen(self, taken: Select, a: Any, b: Any, name: str) -> Any:
        """``a`` in iterations in which arrays take a branch, ``b`` in the others."""
        if a is UNDEFINED or b is UNDEFINED or type(a) is Conditional or type(b) is Conditional:
            return self._conditional(taken, a, b, name)
        if type(a) not in PLAIN or type(b) not in PLAIN:
            raise LoopRefused(f"'{name}' is set only where arrays say so")
        first, second = first_of(a), first_of(b)
        if class_of(a) != class_of(b) or shape_of(first) != shape_of(second) or is_complex(first) is not is_complex(second):
            raise NotFixpoint(f"'{name}' changes its class or size where arrays say so")
        node = self.session.engine._node
        if type(a) is Tensor and type(b) is Tensor and not a._is_complex and not b._is_complex and node(a) is node(b):
            return a
        return self._selected(node(taken.condition), a, b, shape_of(first))

    def _conditional(self, taken: Select, a: Any, b: Any, name: str) -> Conditional:
        """As ``_chosen`` where one of both may be none."""
        condition: Tensor | None = None
        for x, where in ((a, taken.condition), (b, self.operate("not", (taken.condition,)))):
            if x is not UNDEFINED:
                own = self.operate("and", (where, x.condition)) if type(x) is Conditional else where
                condition = own if condition is None else self.operate("or", (condition, own))
        values = [x.value if type(x) is Conditional else x for x in (a, b) if x is not UNDEFINED]
        value = values[0] if len(values) == 1 else self._chosen(taken, values[0], values[1], name)
        if type(value) not in (float, bool, Induction, Tensor) or is_complex(first_of(value)) or class_of(value) not in DTYPES:
            raise NotFixpoint(f"'{name}' is set only where arrays say so")
        return Conditional(value, condition)  # type: ignore[arg-type]

    def chosen_part(self, taken: Induction | Tensor, value: Any, part: Any) -> Any:
        """``value``, a scalar or of the size of ``part``, in iterations that are ``taken``, and the part as it is in the others."""
        known = type(taken) is Induction
        if known and type(part) is Induction and type(value) in (Induction, float, bool):
            return self.inductions.call(lambda t, x, y: x if t else y, (taken, value, part))
        shape, matlab_class = shape_of(first_of(part)), class_of(part)
        fits = shape_of(first_of(value)) in ((1, 1), shape) and class_of(value) == matlab_class
        if not fits or (type(part) is not Tensor and (known or type(part) is not Induction)):
            raise LoopRefused("a part of another size is written in some iterations")
        condition = self.symbol_node(taken) if type(taken) is Induction else self.session.engine._node(taken)
        return self._selected(condition, value, part, shape)

    def _operand(self, value: Any) -> Any:
        if type(value) is Induction:
            return self.symbol_node(value)
        if type(value) is Tensor:
            if value.matlab_class not in DTYPES:
                raise LoopRefused("a value that is no array of numbers differs between iterations")
            return self.session.engine._node(value)
        if type(value) in (float, bool):
            return Constant(value, class_of(value))
        raise LoopRefused("a value that is no array of numbers differs between iterations")


def _beside(shape: tuple[int, ...], mask: tuple[int, ...], wholes: Sequence[tuple[int, ...]]) -> bool:
    """Whether an array is expanded along what a mask marks, and along no other dimension than it would be without a mask."""

    def extent(size: tuple[int, ...], d: int) -> int:
        return size[d] if d < len(size) else 1

    return all(extent(mask, d) == 1 and any(extent(whole, d) == n for whole in wholes) for d, n in enumerate(shape) if n != 1)


def _is_all(arguments: Sequence[Any]) -> bool:
    return len(arguments) == 1 and type(arguments[0]) is CharArray and arguments[0].text.lower() == "all"


def _heavy(node: Node) -> bool:
    """Whether it costs more to compute a node in all iterations than what is gained by not looking who needs it."""
    if node.kind == PRODUCT:
        return min(node.shape) > _MOST_NARROW
    return node.kind in (SORT, FOURIER)


def _work(node: Node) -> float:
    return numel(node.shape) * (node.op.cost if node.op is not None else 1.0)


def _flags(taken: Induction) -> list[bool]:
    """In which turns a branch is taken."""
    return [v is not None and true(v) for v in taken.values or ()]

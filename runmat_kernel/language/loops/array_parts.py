"""Parts of arrays that are replaced or joined while an iteration of a loop is traced."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...accel.loops import LoopRefused, cast
from ...graph.primitives import CASTS
from ...values.classes import DTYPES, FLOAT_CLASSES
from ...values.convert import class_of, shape_of
from ...values.indexing import COLON
from ...values.subscripts import folded
from ...values.tensor import Tensor
from .arrays import WrittenArray
from .growth import Growing
from .scalars import Induction, InLines, NotFixpoint, first_of

_PARTS = (Tensor, Induction, float, bool)


class Parts(Growing):
    """Making arrays of parts that differ from iteration to iteration, as the engine records it."""

    def replaced(self, name: str, old: Any, subscripts: Sequence[Any], value: Any) -> Tensor:
        """``old`` with a part replaced."""
        plain = all(s is COLON or (type(s) in (Tensor, float, bool) and not self.is_symbolic(s)) for s in subscripts)
        if type(old) is Tensor and plain and type(value) in _PARTS and class_of(value) in DTYPES:
            if self.is_symbolic(value) and shape_of(first_of(value)) == (1, 1):
                return self.masked(name, old, self._marked(name, old.shape, tuple(subscripts)), value)
            written = self.session.engine.write(old, tuple(subscripts), self._in_class(value, old.matlab_class))
            if written is not None:
                return written
            if shape_of(first_of(value)) == (1, 1):
                return self.masked(name, old, self._marked(name, old.shape, tuple(subscripts)), value)
            if type(value) is Tensor and (written := self._put(old, tuple(subscripts), value)) is not None:
                return written
        raise LoopRefused(f"elements of '{name}' are assigned")

    def _put(self, old: Tensor, subscripts: tuple[Any, ...], value: Tensor) -> Tensor | None:
        """``old`` with a value at listed places: each element takes that of the value which belongs there, or stays."""
        engine, count = self.session.engine, value.numel
        numbers = Tensor(np.arange(1.0, count + 1).reshape(value.shape, order="F"))
        at = self.runtime["$set"](numbers, subscripts, Tensor(np.zeros(old.shape, order="F")))
        if value._is_complex or old._is_complex or at.shape != old.shape:
            return None
        places = Tensor(np.maximum(at.array, 1.0).reshape(-1, 1, order="F"))
        taken = engine.read(engine.reshape(self._in_class(value, old.matlab_class), (count, 1)), (places,))
        if taken is None or taken.matlab_class != old.matlab_class:
            return None
        mask = Tensor(at.array > 0, "logical")
        self.kept += [mask, taken]
        return self._selected(engine._node(mask), engine.reshape(taken, old.shape), old, old.shape)

    # ------------------------------------------------------------------ parts of lines

    def in_lines(self, array: WrittenArray, subscripts: Sequence[Any]) -> bool:
        """Whether iterations take an array by whole lines (columns, rows, pages), of which statements name parts: ``U(2:end-1, k)``."""
        if not self._crosses(subscripts):
            return False
        if array.name in self.lined:
            return True
        if any(type(s) is Tensor for s in subscripts):
            raise InLines(array.name)
        return False

    def _crosses(self, subscripts: Sequence[Any]) -> bool:
        """Whether scalars that depend on the iteration say which line is meant, and all other subscripts stay the same."""
        kinds = {*map(type, subscripts)}
        return (
            len(subscripts) > 1 and Induction in kinds
            and all(s is COLON or type(s) in (float, Induction) or (type(s) is Tensor and not self._moving(s)) for s in subscripts)
        )  # fmt: skip

    def _moving(self, subscript: Tensor) -> bool:
        return self.is_symbolic(subscript) or id(subscript) in self.stretches

    @staticmethod
    def _line(subscripts: Sequence[Any]) -> tuple[list[Any], list[Any]]:
        """The subscripts of the line, and those inside of it."""
        outer = [s if type(s) is Induction else COLON for s in subscripts]
        return outer, [1.0 if type(s) is Induction else s for s in subscripts]

    def line_read(self, array: WrittenArray, subscripts: Sequence[Any]) -> Any:
        """Part of a line, as it is now."""
        if 0 in array.shape:
            raise NotFixpoint(f"'{array.name}' is empty")
        outer, inner = self._line(subscripts)
        line = array.read(self, self.place(array, outer, reads=True))  # type: ignore[arg-type]
        return line if self._all_of(shape_of(first_of(line)), inner) else self.picked(array.name, line, inner)

    def line_mask(self, array: Any, subscripts: Sequence[Any]) -> tuple[list[Any], Tensor] | None:
        """The subscripts of a column or row, and which of its elements are meant, where a mask of the iteration says so (``X(m, t)``)."""
        extents = folded(array.shape, 2)
        for k in (0, 1):
            mask, other = (subscripts[k], subscripts[1 - k]) if len(subscripts) == 2 else (None, None)
            if type(mask) is Tensor and type(other) is Induction and mask.matlab_class == "logical" and self.is_symbolic(mask):
                if mask.numel == extents[k] > 1 and _long(mask.shape) == (extents[k],):
                    shape = (extents[k], 1) if k == 0 else (1, extents[k])
                    mask = mask if mask.shape == shape else self.session.engine.reshape(mask, shape)
                    return ([COLON, other] if k == 0 else [other, COLON]), mask
        return None

    def line_write(self, array: WrittenArray, subscripts: Sequence[Any], value: Any) -> Any:
        """The subscripts of the line that a part is written into, and the line with that part."""
        if 0 in array.shape:
            raise NotFixpoint(f"'{array.name}' is made in the loop")
        outer, inner = self._line(subscripts)
        place = self.place(array, outer)
        if place not in array.writes and self._all_of(place.shape, inner):
            return outer, value
        dimensions = max(2, len(place.shape))
        if not self._all_of((), inner[dimensions:]):
            raise LoopRefused(f"a part of '{array.name}' is named beyond its dimensions")
        line = array.read(self, place)  # type: ignore[arg-type]
        return outer, self.replaced(array.name, line, inner[:dimensions], array.in_class(self, value))  # type: ignore[arg-type]

    def _all_of(self, shape: tuple[int, ...], subscripts: Sequence[Any]) -> bool:
        """Whether subscripts name all that there is, in its order: where that is one element, they are 1, or a mask that marks it."""
        return all(s is COLON or (shape[d : d + 1] in ((), (1,)) and self._is_one(s)) for d, s in enumerate(subscripts))

    def _is_one(self, subscript: Any) -> bool:
        if type(subscript) is Tensor:
            return subscript.numel == 1 and not self.is_symbolic(subscript) and subscript.array.item() == 1
        return type(subscript) in (float, bool) and subscript == 1

    def picked(self, name: str, value: Any, subscripts: Sequence[Any]) -> Any:
        """Elements of a value that differs from iteration to iteration, at places that do not."""
        if type(value) is Tensor and len(subscripts) == 1 and subscripts[0] is COLON:
            return self.session.engine.reshape(value, (value.numel, 1))
        if type(value) is Induction and all(s is COLON or (type(s) is float and s == 1.0) for s in subscripts):
            return value
        if type(value) is Tensor and all(s is COLON or (type(s) in (Tensor, float) and not self.is_symbolic(s)) for s in subscripts):
            part = self.session.engine.read(value, tuple(subscripts))
            if part is None:
                part = self.element(value, subscripts)
            if part is not None:
                return part
        raise LoopRefused(f"elements of '{name}', which changes from iteration to iteration, are picked")

    # ------------------------------------------------------------------ joining

    def _marked(self, name: str, shape: tuple[int, ...], subscripts: tuple[Any, ...]) -> Tensor:
        """The mask of the elements that subscripts name."""
        mask = self.runtime["$set"](True, subscripts, Tensor(np.zeros(shape, bool, order="F"), "logical"))
        if type(mask) is not Tensor or mask.shape != shape:
            raise LoopRefused(f"'{name}' grows in the loop")
        self.kept.append(mask)
        return mask

    def _in_class(self, value: Any, matlab_class: str) -> Any:
        """A value in the class of what it becomes a part of."""
        if type(value) is not Tensor or not self.is_symbolic(value) or value.matlab_class == matlab_class:
            return value
        if matlab_class not in CASTS or value.matlab_class not in (*FLOAT_CLASSES, "logical"):
            raise LoopRefused("elements of another class are written")
        return cast(self.session.engine, value, matlab_class)

    def joined(self, rows: Sequence[Sequence[Any]]) -> Tensor:
        """``[...]`` of values of which some differ from iteration to iteration."""
        if any(type(x) not in _PARTS or class_of(x) not in DTYPES or len(shape_of(first_of(x))) != 2 for row in rows for x in row):
            raise LoopRefused("values that differ from iteration to iteration are joined to an array")
        classes = {class_of(x) for row in rows for x in row}
        if len(classes) > 1 and not classes <= {"double", "single", "logical"}:
            raise LoopRefused("values of several classes are joined to an array")
        matlab_class = classes.pop() if len(classes) == 1 else "single" if "single" in classes else "double"
        shapes = [[shape_of(first_of(x)) for x in row] for row in rows]
        heights, width = [row[0][0] for row in shapes], sum(s[1] for s in shapes[0])
        fits = all(s[0] == h and 0 not in s for row, h in zip(shapes, heights, strict=True) for s in row)
        if not fits or any(sum(s[1] for s in row) != width for row in shapes):
            raise LoopRefused("values of sizes that do not fit are joined to an array")
        whole = Tensor(np.zeros((sum(heights), width), DTYPES[matlab_class], order="F"), matlab_class)
        top = 0
        for row, sizes, height in zip(rows, shapes, heights, strict=True):
            left = 0
            for part, (_, columns) in zip(row, sizes, strict=True):
                where = (_span(top, height, sum(heights)), _span(left, columns, width))
                if not self.is_symbolic(part) and class_of(part) != matlab_class:
                    part = cast(self.session.engine, part, matlab_class) if type(part) is Tensor else float(part)
                whole = self._placed(whole, where, part)
                left += columns
            top += height
        return whole

    def _placed(self, whole: Tensor, where: tuple[Any, ...], part: Any) -> Tensor:
        if self.is_symbolic(whole) or self.is_symbolic(part):
            return self.replaced("[]", whole, where, part)
        return self.runtime["$set"](part, where, whole)


def _long(shape: tuple[int, ...]) -> tuple[int, ...]:
    return tuple([n for n in shape if n != 1])


def _span(first: int, count: int, extent: int) -> Any:
    """Positions one after another, as a subscript."""
    if count == extent:
        return COLON
    return float(first + 1) if count == 1 else Tensor(np.arange(first + 1.0, first + count + 1.0).reshape(1, -1))

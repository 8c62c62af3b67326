"""The machine code of a loop's iterations, run on one line of its index space."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np

from ...base.records import record
from ...codegen.forms import LOOP
from ...codegen.forms.loop import LoopBody
from ...codegen.llvm.loop import Signature
from ...values.classes import DTYPES
from .compiler import FUNCTION, Compiled

_CALL_STEPS = 100_000_000
"""Instructions, counted for each element, of one call: it cannot be interrupted."""
_MARGIN = 128
"""Elements that random numbers are written beyond what is asked for, at most."""


@record
class Moving:
    """An array that the iterations read or write: what a box of it is in iteration 0, and the bytes that each iteration goes on."""

    part: np.ndarray
    offsets: np.ndarray


@record
class Iterations:
    """The compiled iterations of a loop for inputs and written arrays that lie in one way."""

    body: LoopBody
    code: Compiled
    signature: Signature
    written: frozenset[str]

    @classmethod
    def of(cls, body: LoopBody, strides: Sequence[int], folder: Path | None) -> Iterations:
        """Raises NotImplementedError where there is no such code."""
        text, signature = LOOP.llvm(body, strides, FUNCTION)
        names = {f"i{k}" for k in range(body.carries)} | {f for f in signature.fields if f[0] in "sw"}
        return cls(body, Compiled(text, folder), signature, frozenset(names))

    def run(
        self,
        count: int,
        offset: int,
        iterations: range,
        arrays: Mapping[str, np.ndarray | Moving],
        parameters: Mapping[str, int],
        flag: np.ndarray,
        check: Callable[[], None],
    ) -> None:
        """Take ``count`` elements, a multiple of the width, through ``iterations``.  ``arrays``: 1-D, by field; ``offset``: the linear
        index of the first element."""
        fields, elements = self.signature.fields, min(count, self.signature.elements)
        rows = [np.empty(elements + _MARGIN, DTYPES[c]) for c in self.signature.rows]
        first: dict[str, int] = dict(parameters) | {"index": offset, "flag": flag.ctypes.data}
        move = {"index": 1}
        for name, array in arrays.items():
            if isinstance(array, Moving):
                first[("m" if name[0] == "i" else "n") + name[1:]] = array.offsets.ctypes.data
                array = array.part
            first[name] = array.ctypes.data
            if name[0] in "iw":
                first[("d" if name[0] == "i" else "f") + name[1:]] = array.strides[0] // array.itemsize
            move[name] = array.strides[0]
        for name, row in zip((f for f in fields if f[0] == "g"), rows, strict=True):
            first[name] = row.ctypes.data
        start = np.array([first.get(name, 0) for name in fields], np.int64)
        steps = np.array([move.get(name, 0) for name in fields], np.int64)
        most = max(1, _CALL_STEPS // (elements * max(1, len(self.body.instructions))))
        for begin in range(0, count, elements):
            table = start + begin * steps
            table[0] = min(elements, count - begin)
            for iteration in range(iterations.start, iterations.stop, most):
                check()
                table[1], table[2] = iteration, min(iteration + most, iterations.stop)
                self.code.run(table.ctypes.data)

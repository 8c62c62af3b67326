"""Form ``stencil``: pointwise work on weighted sums of neighbours (``graph.window``), which are computed where they are used."""

from __future__ import annotations

from ...graph.window import WINDOW
from ..body import Body
from .pointwise import Pointwise


class Stencil(Pointwise):
    name = "stencil"
    llvm = "NumPy adds multiples of shifted arrays, which is faster than a loop over the window of each element"

    def holds(self, body: Body) -> bool:
        return any(instruction.op is WINDOW for instruction in body.instructions)


STENCIL = Stencil()

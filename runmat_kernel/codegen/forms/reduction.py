"""Form ``reduction``: pointwise work whose values are joined over dimensions, and what finishes the joined values."""

from __future__ import annotations

from ..body import Body
from ..target import Target
from .form import Placed
from .pointwise import Pointwise


class Reduction(Pointwise):
    name = "reduction"

    def holds(self, body: Body) -> bool:
        return bool(body.accumulations)

    def dispatches(self, body: Body, target: Target, cap: int) -> list[Placed]:
        from ..wgsl.pieces import cut, placed
        from ..wgsl.reduction import reduction_passes

        body, pieces, shared = cut(body, cap)
        return [placed(body, one, k) for k, one in reduction_passes(body, target, pieces, shared=shared)]


REDUCTION = Reduction()

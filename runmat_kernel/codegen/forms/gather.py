"""Form ``gather``: pointwise work on elements from other places: slices, shifted copies, elements at computed positions."""

from __future__ import annotations

from ..body import Body, Input
from .pointwise import Pointwise


class Gather(Pointwise):
    name = "gather"

    def holds(self, body: Body) -> bool:
        return any(item.length or item.offset or _is_reordered(item, body.space) for item in body.inputs)


GATHER = Gather()


def _is_reordered(item: Input, space: tuple[int, ...]) -> bool:
    """Whether an input's elements do not lie in the order of the space, expanded or not."""
    if item.strides is None:
        return False
    step = 1
    for size, stride in zip(space, item.strides, strict=True):
        if size > 1 and stride:
            if stride != step:
                return True
            step *= size
    return False

"""Form ``sort``: elements in order along a dimension, and where each came from."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING, Any

from ...graph import node
from ...graph.sort import Sort, sort
from ..body import Body, Store
from ..target import Target
from .elements import OverElements, OverLines
from .form import Arrays

if TYPE_CHECKING:
    from ..wgsl.shader import Pass


@dataclass(frozen=True)
class SortBody(OverElements):
    """``element`` makes what is sorted, as its one store.  ``outputs`` are sorts that differ in what they give only."""

    outputs: tuple[Sort, ...]
    element: Body

    @property
    def matlab_class(self) -> str:
        """The class of the elements."""
        return self.element.stores[0].matlab_class

    @cached_property
    def stores(self) -> tuple[Store, ...]:
        return tuple(Store(0, "double" if s.positions else self.matlab_class) for s in self.outputs)


class SortForm(OverLines[SortBody]):
    name = "sort"
    body = SortBody
    node = node.SORT
    llvm = "NumPy sorts on the host by the widest instructions that the processor has"

    def around(self, requests: tuple[Any, ...], element: Body, matlab_class: str) -> SortBody:
        return SortBody(requests, element)

    def work(self, body: SortBody) -> float:
        return 2.0 * prod(body.space) * body.space[body.outputs[0].dim].bit_length() ** 2

    def compute(self, body: SortBody, operands: Arrays, outputs: Arrays) -> None:
        for form, out in zip(body.outputs, outputs, strict=True):
            out[...] = sort(form, operands[0])

    def own_limits(self, body: SortBody, target: Target, cap: int) -> str | None:
        return "what is sorted is larger than one binding of this device" if prod(body.space) > cap else None

    def passes(self, body: SortBody, target: Target) -> list[Pass]:
        from ..wgsl.sort import sort_passes

        return sort_passes(body, target)


SORT = SortForm()

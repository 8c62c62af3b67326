"""SortBody: a sort and the pointwise work that makes what is sorted; what one sort kernel computes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from ..graph.sort import Sort
from .body import Body, Store
from .elements import OverElements


@dataclass(frozen=True)
class SortBody(OverElements):
    """``element`` makes what is sorted, as its one store.  ``outputs`` are sorts that differ in what they give only."""

    outputs: tuple[Sort, ...]
    element: Body

    @property
    def matlab_class(self) -> str:
        return self.element.stores[0].matlab_class

    @cached_property
    def stores(self) -> tuple[Store, ...]:
        return tuple(Store(0, "double" if s.positions else self.matlab_class) for s in self.outputs)

    reduced = accumulations = finish = results = ()

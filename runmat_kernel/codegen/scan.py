"""ScanBody: a running accumulation and the pointwise work that makes its operand; what one scan kernel computes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from ..graph.scan import Scan
from .body import Body, Store
from .elements import OverElements


@dataclass(frozen=True)
class ScanBody(OverElements):
    """``element`` makes the operand: its one accumulation over its one reduced dimension stands for the scan.

    The kernel has one output, of the space and of class ``matlab_class``.
    """

    scan: Scan
    element: Body
    matlab_class: str

    @cached_property
    def operand(self) -> Body:
        """The operand by itself, stored."""
        item = self.element.accumulations[0]
        classes = [i.matlab_class for i in (*self.element.inputs, *self.element.parameters, *self.element.instructions)]
        return replace(self.element, stores=(Store(item.operand, classes[item.operand]),), accumulations=(), reduced=())

    @cached_property
    def stores(self) -> tuple[Store, ...]:
        return (Store(0, self.matlab_class),)

    reduced = accumulations = finish = results = ()

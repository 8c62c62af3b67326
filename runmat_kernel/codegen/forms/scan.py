"""Form ``scan``: running sums, products and extremes along a dimension."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING, Any

from ...graph import node
from ...graph.scan import Scan, scan
from ...values.classes import INTEGER_LIMITS
from ..body import Accumulation, Body, Store
from ..target import Target
from .elements import OverElements, OverLines
from .form import Arrays

if TYPE_CHECKING:
    from ..wgsl.shader import Pass


@dataclass(frozen=True)
class ScanBody(OverElements):
    """``element`` makes the operand: its one accumulation over its one reduced dimension stands for the scan.

    The kernel has one output, of the space and of class ``matlab_class``.
    """

    scan: Scan
    element: Body
    matlab_class: str

    @cached_property
    def operands(self) -> tuple[Body, ...]:  # type: ignore[override]
        """The operand by itself, stored."""
        item = self.element.accumulations[0]
        store = Store(item.operand, self.element.class_of(item.operand))
        return (replace(self.element, stores=(store,), accumulations=(), reduced=()),)

    @cached_property
    def stores(self) -> tuple[Store, ...]:
        return (Store(0, self.matlab_class),)


class ScanForm(OverLines[ScanBody]):
    name = "scan"
    body = ScanBody
    node = node.SCAN
    llvm = "NumPy accumulates along lines on the host; a vector of LLVM's would wait for its own last element"

    def around(self, requests: tuple[Any, ...], element: Body, matlab_class: str) -> ScanBody:
        (form,) = requests
        item = Accumulation(form.kind, element.stores[0].value, matlab_class, form.omit_nan)
        if matlab_class in INTEGER_LIMITS and form.kind in ("sum", "prod"):
            item = Accumulation(f"saturating_{form.kind}", item.operand, matlab_class)
        return ScanBody(form, replace(element, stores=(), accumulations=(item,), reduced=(form.dim,)), matlab_class)

    def work(self, body: ScanBody) -> float:
        return 2.0 * prod(body.space)

    def compute(self, body: ScanBody, operands: Arrays, outputs: Arrays) -> None:
        scan(body.scan, operands[0], body.matlab_class, out=outputs[0])

    def own_limits(self, body: ScanBody, target: Target, cap: int) -> str | None:
        from ..wgsl.scan import scan_refusal

        return scan_refusal(body, cap)

    def passes(self, body: ScanBody, target: Target) -> list[Pass]:
        from ..wgsl.scan import scan_passes

        return scan_passes(body, target)


SCAN = ScanForm()

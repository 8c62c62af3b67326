"""Form ``transform``: a discrete Fourier transform along a dimension."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ...graph import node
from ...graph.fourier import Fourier, part, transformed
from ..body import Body, Store
from ..target import Target
from .elements import OverElements, OverLines
from .form import Arrays

if TYPE_CHECKING:
    from ..wgsl.shader import Pass


@dataclass(frozen=True)
class TransformBody(OverElements):
    """``element`` makes what is transformed: real parts, and imaginary ones where it has two stores.

    ``outputs`` are transforms that differ in the part that they give only; their space has ``length`` points along ``dim``.
    """

    outputs: tuple[Fourier, ...]
    element: Body

    @property
    def matlab_class(self) -> str:
        """The class of the elements."""
        return self.element.stores[0].matlab_class

    @property
    def form(self) -> Fourier:
        return self.outputs[0]

    @property
    def operands(self) -> tuple[Body, ...]:
        return tuple(replace(self.element, stores=(store,)) for store in self.element.stores)

    @cached_property
    def transformed(self) -> tuple[int, ...]:
        """The space of the outputs."""
        return tuple(self.form.length if d == self.form.dim else n for d, n in enumerate(self.space))

    @cached_property
    def stores(self) -> tuple[Store, ...]:
        return tuple(Store(0, self.matlab_class) for _ in self.outputs)


class TransformForm(OverLines[TransformBody]):
    name = "transform"
    body = TransformBody
    node = node.FOURIER
    llvm = "SciPy transforms on the host"

    def around(self, requests: tuple[Any, ...], element: Body, matlab_class: str) -> TransformBody:
        return TransformBody(requests, element)

    def work(self, body: TransformBody) -> float:
        return 5.0 * math.prod(body.transformed) * max(1.0, math.log2(body.form.length))

    def compute(self, body: TransformBody, operands: Arrays, outputs: Arrays) -> None:
        spectrum = transformed(body.form, operands)
        for form, out in zip(body.outputs, outputs, strict=True):
            out[...] = part(form, spectrum)

    def shape(self, body: TransformBody) -> tuple[int, ...]:
        return body.transformed

    def own_limits(self, body: TransformBody, target: Target, cap: int) -> str | None:
        from ..wgsl.fourier import fourier_refusal

        return fourier_refusal(body, target, cap)

    def passes(self, body: TransformBody, target: Target) -> list[Pass]:
        from ..wgsl.fourier import fourier_passes

        return fourier_passes(body, target)


TRANSFORM = TransformForm()

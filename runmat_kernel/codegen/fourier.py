"""FourierBody: a Fourier transform and the pointwise work that makes what is transformed; what one fft kernel computes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from ..graph.fourier import Fourier
from .body import Body, Store
from .elements import OverElements


@dataclass(frozen=True)
class FourierBody(OverElements):
    """``element`` makes what is transformed: real parts, and imaginary ones where it has two stores.

    ``outputs`` are transforms that differ in the part that they give only; their space has ``length`` points along ``dim``.
    """

    outputs: tuple[Fourier, ...]
    element: Body

    @property
    def matlab_class(self) -> str:
        return self.element.stores[0].matlab_class

    @property
    def form(self) -> Fourier:
        return self.outputs[0]

    @cached_property
    def transformed(self) -> tuple[int, ...]:
        """The space of the outputs."""
        return tuple(self.form.length if d == self.form.dim else n for d, n in enumerate(self.space))

    @cached_property
    def stores(self) -> tuple[Store, ...]:
        return tuple(Store(0, self.matlab_class) for _ in self.outputs)

    reduced = accumulations = finish = results = ()

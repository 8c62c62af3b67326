"""What the bodies of scans and sorts have in common: the Body that makes the elements along which they run."""

from __future__ import annotations

from .body import Body, Input, Instruction, Parameter


class OverElements:
    """A kernel body around ``element``, whose space, inputs, parameters and instructions are its own."""

    element: Body

    @property
    def space(self) -> tuple[int, ...]:
        return self.element.space

    @property
    def result_space(self) -> tuple[int, ...]:
        return self.element.space

    @property
    def inputs(self) -> tuple[Input, ...]:
        return self.element.inputs

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        return self.element.parameters

    @property
    def instructions(self) -> tuple[Instruction, ...]:
        return self.element.instructions

    @property
    def guards(self) -> tuple[int, ...]:
        return self.element.guards

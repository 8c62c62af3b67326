"""Scans, sorts and transforms work on whole lines of an array, whose elements an ordinary Body computes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from ...values.classes import DTYPES
from ..body import Body, Input, Instruction, Parameter, Store, narrowed
from ..target import Target
from .form import Arrays, Form, Placed, Results
from .pointwise import interpret_plain

if TYPE_CHECKING:
    from ..wgsl.shader import Pass


class OverElements:
    """A body around ``element``, whose space, inputs, parameters and instructions are its own."""

    element: Body
    accumulations: tuple[()] = ()
    finish: tuple[()] = ()
    results: tuple[()] = ()
    reduced: tuple[()] = ()

    @property
    def stores(self) -> tuple[Store, ...]:
        raise NotImplementedError

    @property
    def operands(self) -> tuple[Body, ...]:
        """Bodies with one store each: the arrays that the lines are taken from."""
        return (self.element,)

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


LineBody = TypeVar("LineBody", bound=OverElements)


class OverLines(Form[LineBody]):  # type: ignore[type-var]
    """The base of Forms whose bodies are OverElements.  A provider may compute the operands in its own way, and then ``compute``."""

    def narrowed(self, body: LineBody) -> LineBody:
        return replace(body, element=narrowed(body.element))  # type: ignore[type-var]

    def around(self, requests: tuple[Any, ...], element: Body, matlab_class: str) -> LineBody:
        """The body that does what some graph nodes ask of one operand, whose ``element`` has a store for each of its arrays."""
        raise NotImplementedError

    def work(self, body: LineBody) -> float:
        """Operations besides those that compute the operands."""
        raise NotImplementedError

    def compute(self, body: LineBody, operands: Arrays, outputs: Arrays) -> None:
        """The definition on arrays of the operands, into arrays of the outputs' shapes."""
        raise NotImplementedError

    def shape(self, body: LineBody) -> tuple[int, ...]:
        """The shape of the outputs."""
        return body.space

    def passes(self, body: LineBody, target: Target) -> list[Pass]:
        """The passes of a device, each over the whole body."""
        raise NotImplementedError

    def define(self, body: LineBody, inputs: Arrays, parameters: Sequence[Any], outputs: Arrays = ()) -> Results:
        results = [interpret_plain(operand, inputs, parameters) for operand in body.operands]
        arrays = [np.empty(self.shape(body), DTYPES[s.matlab_class], order="F") for s in body.stores]
        self.compute(body, [m.arrays[0] for m in results], arrays)
        return Results(tuple(arrays), any(m.flagged for m in results))

    def dispatches(self, body: LineBody, target: Target, cap: int) -> list[Placed]:
        from ..wgsl.pieces import placed

        return [placed(body, one) for one in self.passes(body, target)]

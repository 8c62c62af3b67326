"""Body: what one kernel computes, over an index space, independent of any target.

Values inside a Body are numbered in one sequence: inputs, parameters, instructions, accumulations, finish instructions.
``forms`` has the other bodies, which are built around ordinary ones: what each means on NumPy, and how it is written for a device.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Protocol

from ..base.records import record
from ..graph.op import Op


@record
class Input:
    """An array read by the kernel.

    ``strides`` are in elements, one for each dimension of the space, 0 where the array is expanded; ``offset`` is the element
    read at the origin.  None for both means the element at the linear index of the space (same shape, contiguous: the fast path).
    ``result_space``: read over the result space (once for each result of a reduction) rather than for each element.
    ``length``: the array's elements where it is read as a whole, at positions that instructions compute (op ``take``); 0 for the others.
    """

    matlab_class: str
    strides: tuple[int, ...] | None = None
    offset: int = 0
    result_space: bool = False
    length: int = 0


@record
class Parameter:
    """A scalar given at launch by value."""

    matlab_class: str


@record
class Instruction:
    """``op`` on earlier values, computed in ``compute_class`` and giving ``matlab_class`` (cast, saturated where integer).

    Casts of the operands to ``compute_class`` are implied.  ``index`` ops (arity 0, name ``index``) give the linear index, 0-based,
    in ``matlab_class``.  An op with ``raw_operands`` gets them in their own classes (``rand_uniform`` and ``rand_normal``: the linear index
    and four uint32 parameters, key and first Philox block as low and high halves).
    """

    op: Op
    operands: tuple[int, ...]
    matlab_class: str
    compute_class: str


@record
class Accumulation:
    """A reduction of ``operand`` over the reduced dimensions.

    ``kind``: ``sum prod max min any all count_nonzero`` give one value; ``argmax argmin`` the 1-based position along the reduced
    dimension of the first extreme (NaN never wins unless all are); ``moment2`` the sum of squared deviations from the mean, by a
    stable method.  ``saturating_sum saturating_prod``, in scans only, stay inside the integer class at every step.  ``omit_nan``
    skips NaN elements.  ``matlab_class`` is the class of the accumulator.
    """

    kind: str
    operand: int
    matlab_class: str
    omit_nan: bool = False


@record
class Store:
    """An output of the kernel: ``value`` written at the linear index of the space (or of the result space)."""

    value: int
    matlab_class: str


@record
class Body:
    """Loads, operations, accumulations and stores over ``space`` (a MATLAB shape, first dimension fastest).

    ``reduced`` are the dimensions (0-based) that accumulations run over; the result space is ``space`` with those set to 1.
    ``stores`` are written for each element of the space, ``results`` for each element of the result space (their values are
    accumulations or finish instructions).  ``guards`` are (instruction value, op) pairs whose ``op.guard`` on the instruction's
    operands raises the kernel's flag: an element left the real domain, and the host must compute the group again.
    """

    space: tuple[int, ...]
    inputs: tuple[Input, ...]
    parameters: tuple[Parameter, ...]
    instructions: tuple[Instruction, ...]
    stores: tuple[Store, ...]
    reduced: tuple[int, ...] = ()
    accumulations: tuple[Accumulation, ...] = ()
    finish: tuple[Instruction, ...] = ()
    results: tuple[Store, ...] = ()
    guards: tuple[int, ...] = ()

    def class_of(self, number: int) -> str:
        """The class of an input, a parameter or an instruction."""
        items: tuple[Any, ...] = (*self.inputs, *self.parameters, *self.instructions)
        return items[number].matlab_class

    @property
    def result_space(self) -> tuple[int, ...]:
        return tuple(1 if d in self.reduced else n for d, n in enumerate(self.space))


class KernelBody(Protocol):
    """What all bodies of kernels have, whatever their Form: the arrays and scalars of a call, and the work on one element."""

    @property
    def space(self) -> tuple[int, ...]: ...
    @property
    def result_space(self) -> tuple[int, ...]: ...
    @property
    def reduced(self) -> tuple[int, ...]: ...
    @property
    def inputs(self) -> tuple[Input, ...]: ...
    @property
    def parameters(self) -> tuple[Parameter, ...]: ...
    @property
    def instructions(self) -> tuple[Instruction, ...]: ...
    @property
    def stores(self) -> tuple[Store, ...]: ...
    @property
    def accumulations(self) -> tuple[Accumulation, ...]: ...
    @property
    def finish(self) -> tuple[Instruction, ...]: ...
    @property
    def results(self) -> tuple[Store, ...]: ...
    @property
    def guards(self) -> tuple[int, ...]: ...


def narrowed(body: Body) -> Body:
    """The body with the double parameters that only single arithmetic takes (``single(x) * 2``) as singles.

    They are rounded the same at launch, take half the memory, and devices without doubles can run it.
    """
    first = len(body.inputs)
    single: set[int] = set()
    other = {s.value for s in (*body.stores, *body.results)} | {a.operand for a in body.accumulations}
    for item in (*body.instructions, *body.finish):
        (single if item.compute_class == "single" and not item.op.raw_operands else other).update(item.operands)
    parameters = tuple(
        replace(p, matlab_class="single") if p.matlab_class == "double" and k in single and k not in other else p
        for k, p in enumerate(body.parameters, first)
    )
    return body if parameters == body.parameters else replace(body, parameters=parameters)

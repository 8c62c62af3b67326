"""Loops that ran before: the kernel that a trace led to, with everything that the trace depended on.

Where a loop is reached again and all of that is as it was, the same kernel takes the arrays, scalars and random numbers of now: nothing
is traced or lowered.  Scalars that are ``Parameter`` may have other values, as long as they prove the same facts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ...accel import loops as accel
from ...accel.pending_loops import waiting, waits
from ...accel.uniform_arrays import uniform_value
from ...base.records import record
from ...codegen.forms.loop import Counting
from ...graph.node import range_of
from ...graph.ranges import Range
from ...graph.shapes import numel
from ...plan.loops import LoopCall
from ...syntax import ast as m
from ...values.convert import to_value
from ...values.tensor import Tensor
from .arrays import Place, part_of
from .conditions import Conditions, Proof, form
from .iterations import OrdinaryIteration
from .trace_record import Parameter

if TYPE_CHECKING:
    from .eligibility import Loop

_WORD = 0xFFFFFFFF


def in_kernel(engine: Any, loop: Loop, call: LoopCall, shapes: Sequence[tuple[int, ...]]) -> tuple[list[Any], list[Tensor]]:
    """Run a loop as one kernel: the values after the last iteration of the carries and results, of these shapes, and the arrays written."""
    if loop.folds and all(numel(shape) > 1 for shape in shapes) and waits(engine, call):
        return waiting(engine, call, loop.lines), []
    tensors = accel.run(engine, call, loop.lines)
    if tensors is None:
        raise accel.LoopRefused("an element leaves the real domain")
    values = [_one(tensor) if numel(shape) == 1 else tensor for shape, tensor in zip(shapes, tensors, strict=False)]
    return values, tensors[len(values) :]


def _one(tensor: Tensor) -> Any:
    """The value of a result that is a scalar in each iteration: the kernel stored it over the whole index space."""
    return to_value(tensor.array.flat[:1].reshape(1, 1))


@record
class Supply:
    """The variable ``name`` that an input of the kernel is before the loop: a ``carry``, an ``array`` or one that is ``read`` in parts.
    ``part``: a carry that begins with what the variable has in a ``place``, so many iterations on.  An array may also be what a ``node`` of
    the loop says, computed from variables before it.  ``form`` and ``bounds``: what is known of it."""

    kind: str
    name: str
    place: Place | None = None
    iteration: int = 0
    node: m.Expression | None = None
    form: Any = None
    bounds: Range | None = None


@record
class Slot:
    """A parameter of the kernel that is found anew: number ``which`` of the ``kind`` (``carry``: the value that all its elements begin
    with; ``given``; ``single``: the element of an array; ``key``: a word of the random key by its shift; ``low``, ``high``: a word of the
    first block of a draw)."""

    place: int
    kind: str
    which: int


@record
class Recipe:
    """A loop that ran: ``call`` without its arrays, and where its inputs and the ``originals`` of its writes are from.  ``single`` are
    arrays of one element that are parameters; ``draws`` has the first block of each draw in an iteration, which takes so many ``blocks``.
    ``results`` are the shapes of what the kernel leaves behind, with the names that take it; ``after`` are the variables that hold the
    same after every run."""

    conditions: Conditions
    proof: Proof
    parameters: tuple[Parameter, ...]
    call: LoopCall
    slots: tuple[Slot, ...]
    inputs: tuple[Supply, ...]
    single: tuple[str, ...]
    originals: tuple[str, ...]
    draws: tuple[int, ...]
    blocks: int
    results: tuple[tuple[tuple[int, ...], tuple[str, ...]], ...]
    written: tuple[str, ...]
    after: dict[str, Any]

    def run(self, session: Any, loop: Loop, functions: Any, iterations: Any, before: dict[str, Any]) -> dict[str, Any] | None:
        """The variables after the loop; None where something is not as it was."""
        if not self.conditions.hold(session, functions, iterations, before):
            return None
        plain = OrdinaryIteration(session, functions, before) if self.evaluates else None
        values = self._values(plain, before)
        if values is None or not self.proof.holds(values):
            return None
        drawn = self._drawn(session.random.block)
        arrays = self._arrays(session.engine, plain, before)
        if drawn is None or arrays is None:
            return None
        uniform, inputs, originals, single = arrays
        known = {"carry": uniform, "given": values, "single": single, **drawn}
        parameters = list(self.call.parameters)
        for slot in self.slots:
            parameters[slot.place] = session.random.key >> slot.which & _WORD if slot.kind == "key" else known[slot.kind][slot.which]
        call = replace(self.call, inputs=inputs, parameters=tuple(parameters), originals=originals)
        computed, written = in_kernel(session.engine, loop, call, [shape for shape, _ in self.results])
        session.random.block += self.blocks * self.call.body.iterations
        variables_after = dict(self.after)
        for value, (_, names) in zip(computed, self.results, strict=True):
            variables_after.update(dict.fromkeys(names, value))
        variables_after.update(zip(self.written, written, strict=True))
        return variables_after

    @property
    def evaluates(self) -> bool:
        """Whether there are expressions to be computed before the loop."""
        return any([g.name is None for g in self.parameters]) or any([s.node is not None for s in self.inputs])

    def _values(self, plain: OrdinaryIteration | None, before: dict[str, Any]) -> list[float] | None:
        """The scalars that are given; None where one is no double scalar, or NaN."""
        values = []
        for parameter in self.parameters:
            value = before[parameter.name] if parameter.name is not None else plain.value(parameter.node)  # type: ignore[union-attr]
            if type(value) is not float or value != value:
                return None
            values.append(value)
        return values

    def _drawn(self, block: int) -> dict[str, Any] | None:
        """The words of the first blocks of draws over the iterations; None where their high words differ."""
        iterations, total, low, high = self.call.body.iterations, self.blocks, [], []
        for offset in self.draws:
            first = block + offset
            if first >> 32 != (first + (iterations - 1) * total) >> 32:
                return None
            low.append(Counting(first & _WORD, total & _WORD, iterations, "uint32"))
            high.append(Counting(first >> 32, 0, iterations, "uint32"))
        return {"low": low, "high": high}

    def _arrays(
        self, engine: Any, plain: OrdinaryIteration | None, before: dict[str, Any]
    ) -> tuple[list[Any], tuple[Tensor | None, ...], tuple[Tensor, ...], list[Any]] | None:
        """The values that all elements of carries begin with (None for other carries), the inputs and originals, and the elements of
        single ones, all computed; None where what is known beforehand is not the same as it was."""
        uniform: list[Any] = []
        inputs: list[Tensor | None] = []
        for supply in self.inputs:
            value = before[supply.name] if supply.node is None else plain.value(supply.node)  # type: ignore[union-attr]
            if supply.place is not None:
                value = part_of(value, supply.place, supply.iteration)
            if supply.kind in ("carry", "part"):
                number = uniform_value(value)
                if (number is None) is not (self.call.body.initial[len(uniform)] is None):
                    return None
                uniform.append(number)
                value = accel.where_it_is_made(engine, value) if number is None else None
            elif supply.kind == "array":
                if form(value) != supply.form or (self.proof.needed and range_of(engine._node(value)) != supply.bounds):
                    return None
                value = accel.computed(engine, engine._node(value))
            inputs.append(value)
        originals = tuple(
            [
                before[name] if covered else accel.where_it_is_made(engine, before[name])
                for name, covered in zip(self.originals, self.call.covered, strict=True)
            ]
        )
        single = [accel.computed(engine, engine._node(before[name])) for name in self.single]
        kept = [x for x in inputs if x is not None] + [x for x, covered in zip(originals, self.call.covered, strict=True) if not covered]
        accel.compute(engine, kept + single)
        if any(x.is_complex for x in kept + single):
            raise accel.LoopRefused("an array is complex")
        if not all(x.on_host for x in single) or any(x.numel == 1 and x.on_host for x in kept):
            return None
        return uniform, tuple(inputs), originals, [x.array.item() for x in single]

"""Running loops in stages (see loops.stages): each stage is traced with what any of them changes as carries, then all are replayed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...accel import loops as accel
from ...accel.loops import LoopRefused
from ...accel.stages import Stage, Stages
from ...plan.loops import NotPointwise, largest_array
from ...values.classes import DTYPES
from ...values.convert import class_of, to_value
from ...values.tensor import Tensor
from .arrays import WrittenArray, in_all
from .carries import ASKED, close
from .iterations import Iterations, OrdinaryIteration
from .scalars import AsWhole, Induction, InLines, NotFixpoint
from .stages import Divided, Part, divided
from .symbols import Masked, NeedsElements
from .trace import Tracer

if TYPE_CHECKING:
    from .eligibility import Loop

_MOST_PEELED = 2
"""First iterations that make what all others change."""
_MOST_TRIES = 8
_LEAST_TURNS = 3


class Staged:
    """A loop that is taken in stages.  ``done`` iterations of it were run, fewer than all where it was ``interrupted``."""

    def __init__(self, session: Any, loop: Loop, functions: Any, iterations: Iterations, why: LoopRefused) -> None:
        self.session, self.loop, self.functions, self.iterations, self.why = session, loop, functions, iterations, why
        self.interrupted = False
        self.lined: frozenset[str] = frozenset()
        self.wholes: frozenset[str] = frozenset()

    def run(self, before: dict[str, Any]) -> dict[str, Any]:
        """The variables after the loop.  Raises LoopRefused or NotPointwise."""
        variables, peeled = dict(before), 0
        division = divided(self.session, self.loop, self.functions, before, self.iterations)
        if division is None:
            raise self.why
        indices = {self.loop.index, *(part.inner for part in division.parts)}
        assigned_names = [name for name in self.loop.assigned if name not in indices]
        while any(name not in variables for name in assigned_names) and peeled < _MOST_PEELED and peeled < self.iterations.count:
            self._iteration(variables, peeled)
            peeled += 1
        if any(name not in variables for name in assigned_names) or self.iterations.count - peeled < _LEAST_TURNS:
            raise self.why
        return self._in_stages(variables, division.behind(peeled), self.iterations.cut(peeled, self.iterations.count))

    def _iteration(self, variables: dict[str, Any], number: int) -> None:
        plain = OrdinaryIteration(self.session, self.functions, variables)
        plain.iteration(self.loop, self.iterations.item(number))
        variables.update(plain.body.variables)

    def _in_stages(self, variables: dict[str, Any], own: Divided, iterations: Iterations) -> dict[str, Any]:
        traced, ran = self._traced(variables, own), [k for k in range(len(own.parts)) if own.outer[k]]
        engine = self.session.engine
        shared = frozenset(c.name for t in traced for c in t.trace.carries)
        kept = [accel.ready_inputs(engine, t.trace, whole=True) for t in traced]
        stages = [Stage(engine, t.trace, t.results, shared) for t in traced]
        sequence = Stages(engine, stages, [[counts[k] for k in ran] for counts in own.order])
        values = sequence.run()
        del kept
        if values is None:
            raise LoopRefused("an element leaves the real domain")
        state, written = values
        for key in [key for key in state if type(key) is tuple]:
            if not state.pop(key).array.all():
                raise LoopRefused(ASKED.get(key[1], self.why.reason))
        self.interrupted = sequence.interrupted
        done = sequence.iterations_done
        after = {name: self._value(value) for name, value in {**state, **written}.items()}
        return {**variables, **after, self.loop.index: iterations.item(done - 1), **own.last[done - 1]}  # type: ignore[dict-item]

    def _traced(self, variables: dict[str, Any], own: Divided) -> list[_TracedPart]:
        """The traces of the parts that run, in their order; anew as long as one says how to go on."""
        for _ in range(_MOST_TRIES):
            try:
                return self._parts(variables, own)
            except InLines as error:
                if error.name in self.lined:
                    raise
                self.lined |= {error.name}
            except AsWhole as error:
                if error.name in self.wholes:
                    raise
                self.wholes |= {error.name}
            except NeedsElements as error:
                if all(array._array is not None for array in error.arrays):
                    raise
                for array in error.arrays:
                    array.array  # noqa: B018
        raise self.why

    def _parts(self, variables: dict[str, Any], own: Divided) -> list[_TracedPart]:
        """The traces of the parts, that with most iterations first.  Raises NotPointwise where iterations are too small to be planned."""
        counts, least = [len(outer) for outer in own.outer], self.session.settings.defer_elements
        parts: dict[int, _TracedPart] = {}
        small = 0
        for k in sorted(range(len(counts)), key=lambda k: -counts[k]):
            if counts[k]:
                parts[k] = _TracedPart(self, variables, own, k)
                largest = largest_array(parts[k].trace)
                small += counts[k] if largest < least else 0
                if 2 * small > sum(counts):
                    raise NotPointwise(f"most of its iterations are not worth planning, for arrays of {largest} elements")
        return [parts[k] for k in sorted(parts)]

    @staticmethod
    def _value(value: Tensor) -> Any:
        return to_value(value.array) if value.numel == 1 and value._array is not None else value


class _TracedPart:
    """The trace of one part; ``results`` are the Nodes of the variables that it assigns."""

    def __init__(self, staged: Staged, variables: dict[str, Any], own: Divided, number: int) -> None:
        loop, part = staged.loop, own.parts[number]
        indices = {loop.index, *(p.inner for p in own.parts)}
        written = loop.written - staged.wholes
        tracer = Tracer(staged.session, staged.functions, variables, loop.assigned - indices, written, len(own.outer[number]))
        tracer.in_order, tracer.wholes, tracer.lined = frozenset(written), staged.wholes, staged.lined
        tracer.as_arrays = frozenset(name for name in loop.assigned - written if _is_number(variables.get(name)))
        tracer.selecting = tracer.staged = True
        self.tracer, self.trace, self.variables = tracer, tracer.trace, variables
        self.trace.lines = loop.lines
        with tracer.tracing:
            self._go_through(part, loop.index, own.outer[number], own.inner[number])
            self._check()
            close(tracer)
            carried = {c.name: c.following for c in self.trace.carries}
            self.results = {
                name: carried[name] if name in carried else tracer.session.engine._node(value)
                for name, value in tracer.body.variables.items()
                if name not in indices and type(value) is Tensor
            }
            following = set(carried.values())
            self.trace.results = [node for node in dict.fromkeys(self.results.values()) if node not in following]
        tracer.inductions.resolve()
        self.trace.scheduled += [(node, scalar.array()) for scalar, node in tracer.symbols.values()]

    def _go_through(self, part: Part, index: Any, outer: list[Any], inner: list[Any]) -> None:
        """The statements, then every variable as an array that the other stages can take."""
        tracer = self.tracer
        variables = tracer.body.variables
        variables[index] = tracer.inductions.known(outer)
        names = {index, part.inner}
        if part.inner is not None:
            variables[part.inner] = tracer.inductions.known(inner)
        tracer.block(part.body)
        # Branches put other variables in their place.
        variables = tracer.body.variables
        for name, value in variables.items():
            if name not in names and type(value) is not WrittenArray:
                variables[name] = self._array(name, value)

    def _array(self, name: str, value: Any) -> Tensor:
        tracer, before = self.tracer, self.variables[name]
        if type(value) is Masked:
            raise LoopRefused("a variable holds as many elements as a mask marks")
        if type(value) in (float, bool) or (type(value) is Induction and type(value.first) is not complex):
            value = in_all(tracer, value, (1, 1))
        if type(value) is not Tensor or value.is_complex or value.matlab_class not in DTYPES:
            raise LoopRefused(f"'{name}' is of class {class_of(value)}, and stays from one part of an iteration to the next")
        shape = (1, 1) if type(before) in (float, bool) else getattr(before, "shape", None)
        if class_of(before) != value.matlab_class or shape != value.shape or 0 in value.shape:
            raise NotFixpoint(f"'{name}' changes its class or size")
        tracer.kept.append(value)
        return value

    def _check(self) -> None:
        """Raise LoopRefused for what only iterations that are alike can do."""
        tracer = self.tracer
        if tracer.draws or tracer.sequence:
            raise LoopRefused("random numbers are drawn beside an inner loop whose iterations differ")
        if tracer.guards or tracer.tracing.complexness.once or tracer.tracing.complexness.always:
            raise LoopRefused("errors, or complex arrays, beside an inner loop whose iterations differ")
        if tracer.carried or tracer.complexes or tracer.stops or tracer.conditional:
            raise LoopRefused("single numbers or complex arrays change beside an inner loop whose iterations differ")
        for array in tracer.arrays.values():
            if array.halves or array.missing or array.grown is not None:
                raise LoopRefused(f"'{array.name}' is complex or grows, beside an inner loop whose iterations differ")


def _is_number(value: Any) -> bool:
    return type(value) in (float, bool) or (type(value) is Tensor and value.numel == 1 and not value.is_complex)

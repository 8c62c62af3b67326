"""Running a piece of a loop: one iteration is traced, made into a kernel or planned, and run for all iterations of the piece."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ...accel import loops as accel
from ...accel.loops import LoopRefused
from ...accel.replay import Replay
from ...graph.loop import SYMBOL, Trace
from ...graph.node import MAP, Node, order
from ...plan.loops import NEEDS_ALL, NotPointwise, largest_array, lowered, roots
from ...values.convert import as_array
from ...values.functions import FunctionHandle
from ...values.tensor import Tensor
from .arrays import WrittenArray
from .carries import ASKED, close
from .complex import in_symbols, joined, proved, together
from .complex import results as complex_results
from .draws import NeedsDraws, drawn
from .handles import left_behind
from .indices import NeedsBounds
from .pauses import Paused
from .recipe import in_kernel
from .recipe_builder import recipe
from .scalars import AsWhole, FromArrays, InLines, InOrder, Stretch
from .symbols import Conditional, Masked, NeedsElements
from .trace import BREAK, Tracer
from .trace_record import TraceRecord

if TYPE_CHECKING:
    from .eligibility import Loop
    from .iterations import Course

_LONG = 512
"""Iterations from which on a loop is tried with few of them first: what single numbers are in all iterations takes time for each."""
_TRIED = 8
_WHOLE, _MASK = "$whole", "$mask"
_NAMED: dict[type, str] = {InLines: "lined", InOrder: "in_order", AsWhole: "wholes", FromArrays: "as_arrays"}
"""The attribute of a piece that takes the variable of an error: how the next trace treats it."""
_MOST_DRAWINGS = 8
"""How often iterations are traced to find out what they draw, where random numbers decide that."""


class _WithConstants(Exception):
    """An iteration is no kernel by itself: scalars that could be given to one must be constants instead."""


class _ByValues(Exception):
    """That arrays stay complex was not shown by their imaginary parts: what real ones would leave out must be looked at instead."""


class TooSmall(Exception):
    """The arrays of a loop are too small for a kernel to pay."""


class Piece:
    """Iterations of a loop that run as one.  ``whole``: they are all that there are, or the first of them.  ``stopping``: one of them may
    be the last, as arrays decide.  ``selecting``: what some iterations write is written by all, with what is there already."""

    def __init__(
        self, session: Any, loop: Loop, functions: Any, course: Course, *, whole: bool, stopping: bool = False, selecting: bool = False
    ) -> None:
        self.session, self.loop, self.functions, self.course = session, loop, functions, course
        self.whole, self.stopping, self.selecting = whole, stopping, selecting
        self.done = course.iterations.count
        self.interrupted = False
        self.asked = 0
        """How often iterations were traced to learn what elements or random numbers decide."""
        self.lined: frozenset[str] = frozenset()
        self.in_order: frozenset[str] = frozenset()
        self.wholes: frozenset[str] = frozenset()
        self.drawn: list[tuple[Any, Any]] = []
        self.marked: dict[str, Masked] = {}
        """Variables that hold what a mask marks when the iterations end."""
        self.drawn_until: Any = None
        self.bounded: dict[str, int] = {}
        self.worth = (course.iterations.count, loop.around) if whole and not stopping else None
        """For how many iterations a trace is made, and which names say how large its arrays are; None where it is made in any case."""
        self.as_arrays: frozenset[str] = frozenset()
        """Running scalars that are arrays of one element, as arrays say what they are."""

    def run(self, before: dict[str, Any]) -> dict[str, Any]:
        """The variables that are assigned, after as many iterations as ``done`` says.  Raises LoopRefused or NotPointwise."""
        if self.whole and self.course.iterations.count > _LONG:
            self._try_few(before)
        return self._try(before)

    def _try(self, before: dict[str, Any], *, only_traced: bool = False) -> dict[str, Any]:
        """Trace and run the iterations, anew as long as a trace asks for something that the next one can be given."""
        self.asked = 0
        while True:
            try:
                return self._run(before, only_traced=only_traced)
            except (LoopRefused, _ByValues, _WithConstants) as error:
                if not self._note(error):
                    raise

    def _note(self, error: LoopRefused | _ByValues | _WithConstants) -> bool:
        """Note for the next trace what this one asked for; False where another trace would end in the same way."""
        kind = type(error)
        if kind in _NAMED:
            known = getattr(self, _NAMED[kind])
            setattr(self, _NAMED[kind], known | {error.name})  # type: ignore[union-attr]
            return error.name not in known  # type: ignore[union-attr]
        if isinstance(error, NeedsBounds):
            self.bounded = {**self.bounded, error.name: error.extent}
        elif isinstance(error, NeedsDraws):
            return self._asks_again() and self._draw(error.sequence)
        elif isinstance(error, NeedsElements):
            return self._compute(error.arrays)
        elif kind is _ByValues:
            self.loop.by_values = True
        elif kind is _WithConstants:
            self.loop.steady = False
        else:
            return False
        return True

    def _asks_again(self) -> bool:
        self.asked += 1
        return self.asked <= _MOST_DRAWINGS

    def _compute(self, arrays: Sequence[Tensor]) -> bool:
        """Compute arrays whose elements decide something; False where they were computed already."""
        waiting = [array for array in arrays if array._array is None]
        if not waiting or not self._asks_again():
            return False
        for array in waiting:
            array.array  # noqa: B018
        return True

    def _draw(self, sequence: Sequence[Any]) -> bool:
        """Find what numbers the iterations will draw, if that is all that they draw."""
        twister = self.session.random.twister
        state = twister.get_state()
        try:
            arrays = drawn(self.session, sequence, self.course.iterations.count)
            self.drawn_until = twister.get_state()
        finally:
            twister.set_state(state)
        self.drawn = [(entry[:4], array) for entry, array in zip(sequence, arrays, strict=True)]
        return True

    # ------------------------------------------------------------------ tracing

    def _try_few(self, before: dict[str, Any]) -> None:
        """Trace a few iterations, for what prevents any of them from being traced.  Raises LoopRefused, or NotPointwise."""
        few = self.course.cut(0, _TRIED)
        piece = Piece(self.session, self.loop, self.functions, few, whole=False, stopping=self.stopping, selecting=self.selecting)
        piece.as_arrays, piece.worth = self.as_arrays, self.worth
        try:
            piece._try(before, only_traced=True)
        except LoopRefused as error:
            # Others say how to go on; and what a few random numbers decide, more of them may not.
            if type(error) is LoopRefused and not piece.drawn:
                raise
        # Variables that few iterations must treat in a special way, all of them must.
        self.lined, self.in_order, self.wholes = piece.lined, piece.in_order, piece.wholes

    def _run(self, before: dict[str, Any], *, only_traced: bool = False) -> dict[str, Any]:
        iterations, tracer = self.course.iterations, self._tracer(before)
        trace = tracer.trace
        with tracer.tracing:
            index = self._go_through(tracer)
            after, ranges, results = self._left_by(tracer, index)
        if any(a.known for a in tracer.every_array()) and not (trace.carries or trace.results or trace.writes):
            raise LoopRefused("nothing but single numbers changes from iteration to iteration")
        if only_traced:
            self._check_worth(trace)
            return {}
        if self.whole:
            self._check_size(trace)
        state = self.session.random.twister.get_state() if tracer.sequence else None
        try:
            tracer.draw_sequence()
            variables_after = self._finished(tracer, after, results)
            if self.done:
                variables_after.update({name: stretch.after(self.done) for name, stretch in ranges.items()})
        except BaseException:
            if state is not None:
                self.session.random.twister.set_state(state)
            raise
        if state is not None and self.done < iterations.count:
            self.session.random.twister.set_state(state)
            tracer.draw_sequence(self.done)
        return variables_after

    def _tracer(self, before: dict[str, Any]) -> Tracer:
        """A tracer of an iteration, with all that is known about the iterations."""
        loop, iterations = self.loop, self.course.iterations
        tracer = Tracer(self.session, self.functions, before, loop.assigned, loop.written - self.wholes, iterations.count)
        tracer.as_arrays, tracer.known, tracer.stopping = self.as_arrays, self.course.known, self.stopping
        tracer.in_order, tracer.wholes, tracer.bounded = self.in_order - self.wholes, self.wholes, self.bounded
        tracer.lined, tracer.drawn, tracer.drawn_until = self.lined, self.drawn, self.drawn_until
        tracer.selecting, tracer.tracing.complexness.by_values = self.selecting, loop.by_values
        tracer.appended, tracer.worth = loop.appended, self.worth
        if loop.steady and self.whole and iterations.key is not None and not (self.stopping or self.selecting or self.course.known):
            tracer.record = TraceRecord()
        return tracer

    def _go_through(self, tracer: Tracer) -> Any:
        """Trace an iteration to its end; what stands for the index."""
        loop, iterations, index = self.loop, self.course.iterations, None
        if loop.index is not None:
            index = tracer.body.variables[loop.index] = iterations.symbol(tracer)
        if iterations.inner is not None:
            tracer.body.variables[loop.inner] = tracer.inductions.known(iterations.inner)
        if self.stopping and loop.condition is not None:
            try:
                tracer.go_on_while(loop.condition)
            except LoopRefused as error:
                error.statement = error.statement or loop.node
                raise
        try:
            signal = tracer.block(loop.node.body)
        except LoopRefused as error:
            mask = tracer.inductions.mask
            if type(error) is LoopRefused and mask is not None and not all(mask):
                raise Paused(error, mask) from None
            raise
        if self.drawn and [entry[:4] for entry in tracer.sequence] != [entry for entry, _ in self.drawn]:
            raise NeedsDraws(tracer.sequence)
        if signal is BREAK:
            raise LoopRefused("the first iteration is the last one")
        close(tracer)
        return index

    def _left_by(self, tracer: Tracer, index: Any) -> tuple[dict[str, Any], dict[str, Stretch], dict[str, Node]]:
        """The variables after the last iteration: those of any kind, ranges of known numbers, and the Nodes of those that iterations
        compute."""
        iterations, trace = self.course.iterations, tracer.trace
        after = {name: value for name, value in tracer.body.variables.items() if type(value) is not Conditional}
        self.marked = {name: value for name, value in after.items() if type(value) is Masked}
        after = {name: value for name, value in after.items() if name not in self.marked}
        for value in after.values():
            if type(value) is FunctionHandle:
                left_behind(value, None, tracer.is_symbolic)
        if iterations.columns is not None and after.get(self.loop.index) is index:  # type: ignore[arg-type]
            after[self.loop.index] = iterations.item(iterations.count - 1)  # type: ignore[index]
        # The value of a range in the last iteration is known.
        ranges = {name: known for name, value in after.items() if (known := tracer.in_range(value)) is not None}
        after = {name: value for name, value in after.items() if name not in ranges}
        wanted = {**after, **complex_results(tracer, after), **self._of_marked(tracer)}
        results = {name: node for name, value in wanted.items() if (node := _result(tracer, value)) is not None}
        carried = {c.following: k for k, c in enumerate(trace.carries)}
        trace.results = [node for node in dict.fromkeys(results.values()) if node not in carried]
        return after, ranges, results

    def _of_marked(self, tracer: Tracer) -> dict[str, Tensor]:
        """The arrays and masks behind variables that hold marked elements, after the last iteration."""
        wanted = {}
        for name, value in self.marked.items():
            if type(value.whole) is not Tensor or value.whole.is_complex or value.whole.shape != value.mask.shape:
                raise LoopRefused("a variable holds as many elements, or lines, as a mask marks")
            wanted[name + _WHOLE], wanted[name + _MASK] = value.whole, value.mask
            tracer.record = None
        return wanted

    def _check_worth(self, trace: Trace) -> None:
        """Raise NotPointwise where an iteration would have to be planned, and is too small for that."""
        largest = largest_array(trace)
        if largest >= self.session.settings.defer_elements:
            return
        ordered = next((w.name for w in trace.writes if w.in_order), None)
        if ordered is not None:
            raise NotPointwise(f"iterations write '{ordered}' in an order of its own{_not_worth(largest)}")
        whole = next((node for node in order(roots(trace)) if node.kind not in (MAP, SYMBOL) and trace.depends(node)), None)
        if whole is not None:
            raise NotPointwise(f"'{whole.name}' {NEEDS_ALL}{_not_worth(largest)}")

    def _check_size(self, trace: Trace) -> None:
        """Whether a loop is large enough, now that it is known what it works on.  Raises TooSmall."""
        settings = self.session.settings
        largest = max([largest_array(trace), *(r.array.numel for r in trace.reads), *(w.original.numel for w in trace.writes)])
        if largest < settings.loop_elements or (largest * trace.iterations < settings.loop_work and not self.stopping):
            raise TooSmall

    # ------------------------------------------------------------------ running

    def _finished(self, tracer: Tracer, after: dict[str, Any], results: dict[str, Node]) -> dict[str, Any]:
        """Run what was traced: the variables after the last iteration."""
        trace = tracer.trace
        blocks = tracer.draw_tables()
        tracer.inductions.resolve()
        trace.scheduled += [(node, scalar.array()) for scalar, node in tracer.symbols.values()]
        tensors, written, lowered_loop = self._computed(trace)
        if not self.done:
            return {}
        self._check(tracer, tensors)
        self.session.random.block += blocks(self.done)
        for name, value in after.items():
            if type(value) is FunctionHandle:
                after[name] = left_behind(value, self.done, tracer.is_symbolic)
        values = self._values_after(tracer, after, results, tensors)
        values.update({w.name: tensor for w, tensor in zip(trace.writes, written, strict=True)})
        self._join_arrays(tracer, values)
        columns = self.course.iterations.columns
        if self.done < trace.iterations and columns is not None and self.loop.index not in results:
            values[self.loop.index] = self.course.iterations.item(self.done - 1)  # type: ignore[index]
        if lowered_loop is not None and self.loop.steady and not tracer.stretches and self.course.iterations.key is not None:
            self.loop.keep(recipe(tracer, self.course.iterations.key, *lowered_loop, after, results))
        return values

    def _computed(self, trace: Trace) -> tuple[dict[Node, Tensor], list[Tensor], tuple[Any, Any] | None]:
        """The tensors of what is carried and of results after the last iteration, the arrays that were written, and the lowered loop with
        the origins of its inputs where one kernel ran it."""
        kept = self._ready(trace, whole=False)
        try:
            call, origins = lowered(trace)
            nodes = [*(c.following for c in trace.carries), *trace.results]
            values, written = in_kernel(self.session.engine, self.loop, call, [node.shape for node in nodes])
            return dict(zip(nodes, values, strict=True)), written, (call, origins)
        except NotPointwise as error:
            if trace.parameters:
                raise _WithConstants from None
            kept += self._ready(trace, whole=True)
            return *self._replayed(trace, error), None

    def _check(self, tracer: Tracer, tensors: dict[Node, Tensor]) -> None:
        """Raise LoopRefused where something did not hold that the trace took for granted."""
        for carry in tracer.trace.carries:
            if carry.name in ASKED and not tensors[carry.following].array.all():
                raise LoopRefused(ASKED[carry.name])
        if not proved(tracer, tensors):
            if self.loop.by_values:
                raise LoopRefused("an array may be real in some iterations and complex in others")
            raise _ByValues

    def _values_after(self, tracer: Tracer, after: dict[str, Any], results: dict[str, Node], tensors: dict[Node, Tensor]) -> dict[str, Any]:
        """The values of variables that iterations assign as a whole."""
        values = {name: tracer.inductions.after(value, self.done) for name, value in after.items() if type(value) is not WrittenArray}
        values.update({name: tensors[node] for name, node in results.items() if name in after})
        for name, value in self.marked.items():
            whole, mask = (tensors[results[key]] if (key := name + part) in results else own for part, own in _parts(value))
            values[name] = self.session.reader.index(whole, mask)
        values.update({name: joined(tracer, value, tensors) for name, value in after.items() if in_symbols(tracer, value)})
        for name, (last, flag) in tracer.conditional.items():
            if as_array(tensors[flag.following]).all():
                values[name] = tensors[last.following]
        return values

    def _join_arrays(self, tracer: Tracer, values: dict[str, Any]) -> None:
        """Put the arrays that iterations write by parts among the ``values``: complex ones from their parts, grown ones cut to size."""
        values.update({array.name: array.after(self.done) for array in tracer.every_array() if array.known})
        for name, array in tracer.arrays.items():
            if array.halves:
                values[name] = together(self.session.engine, *(values.pop(half.name, half.original) for half in array.halves))
            if array.grown is not None:
                values[name] = tracer.cut(array, values[name], self.done)

    def _ready(self, trace: Trace, *, whole: bool) -> list[Tensor]:
        kept = accel.ready_inputs(self.session.engine, trace, whole=whole)
        if any(t.is_complex for t in kept):
            raise LoopRefused("an array is complex")
        return kept

    def _replayed(self, trace: Trace, why: NotPointwise) -> tuple[dict[Node, Tensor], list[Tensor]]:
        """Run the planned kernels of an iteration for every iteration."""
        largest = largest_array(trace)
        if largest < self.session.settings.defer_elements:
            raise NotPointwise(why.reason + _not_worth(largest))
        replay = Replay(self.session.engine, trace)
        tensors = replay.run()
        if tensors is None:
            raise LoopRefused("an element leaves the real domain")
        self.done = replay.iterations_done
        self.interrupted = replay.interrupted
        return tensors, replay.written()


def _parts(marked: Masked) -> tuple[tuple[str, Tensor], tuple[str, Tensor]]:
    return (_WHOLE, marked.whole), (_MASK, marked.mask)


def _not_worth(largest: int) -> str:
    return f", which is not worth planning for arrays of {largest} elements"


def _result(tracer: Tracer, value: Any) -> Node | None:
    """The Node of a variable that differs from iteration to iteration; its value in the last iteration is wanted."""
    node = accel.node_of(value) if type(value) is Tensor else None
    return node if node is not None and tracer.trace.depends(node) else None

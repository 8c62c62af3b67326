"""The Engine applies Ops to Values.  Large arrays are recorded, and computed when somebody looks at them."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any
from weakref import ref

from ..base.errors import MatlabError
from ..base.events import Flushed, Notice, Refused
from ..base.interrupt import Interrupt
from ..base.own_files import refusal
from ..base.settings import Settings
from ..codegen.kernel import Kernel
from ..graph.generators import LARGEST_INDEX, index_node, random_node
from ..graph.node import LEAF, SCAN, SORT, Node, numbered
from ..graph.primitives import CASTS, RESHAPE
from ..graph.random import philox_normal, philox_uniform
from ..graph.ranges import Range
from ..graph.rewrite import reshape_source
from ..graph.scan import Scan
from ..graph.shapes import numel
from ..graph.show import show
from ..graph.sort import Sort
from ..graph.views import SLICE, View
from ..graph.window import Window
from ..plan.group import Plan
from ..plan.kinds import CAPTIONS
from ..plan.planner import moved, plan
from ..plan.proofs import Proofs
from ..providers.host.provider import HostProvider
from ..providers.provider import DeviceLost, reason_of
from ..values.classes import DTYPES
from ..values.tensor import Tensor
from . import split_complex
from .eager import from_array
from .eviction import Residents
from .execute import Execution
from .indexing import circularly_shifted, join, read, record_view, record_window, take, triangle, view_along, write
from .masked_elements import true_positions, without
from .products import product_factors, record_product, record_transpose
from .recording import DEFERRED, Recording, waiting_node
from .report import Report
from .residency import residency
from .storage import Device, Source
from .transforms import record_fourier

_PLANS_KEPT = 512
_STARTS_KEPT = 128
"""Of one plan those that differ in where slices begin."""
_SHOWN_NODES = 200


class Engine(Recording):
    """Records pointwise operations and reductions on large arrays, and computes what is still held.

    A Tensor that was deferred is a normal Tensor whose ``array`` forces it.  Class, shape and argument errors are raised at once.
    """

    def __init__(self, settings: Settings | None = None) -> None:
        super().__init__(settings or Settings())
        self.interrupt = Interrupt()
        kept = self.settings.cache / "loops"
        shared = refusal(kept)
        self.host = HostProvider(self.settings.threads, self.interrupt, self.settings.compile_work, kept if not shared else None)
        # progress(done, total) shows how far a long loop is; None where nobody looks.
        self.progress: Callable[[int, int], None] | None = None
        self.residents = Residents()
        self.recording: Report | None = Report()
        self._plans: dict[Any, tuple[Proofs, dict[frozenset[int], dict[tuple[int, ...], Plan]]]] = {}
        self.loop_kernels: dict[Any, Kernel] = {}
        if shared:
            self.note(Notice(f"Compiled loops are not kept, nor kept ones used: {shared}."))
        self.loops_waiting = 0

    def enter_try(self) -> None:
        self.tries += 1

    def leave_try(self) -> None:
        self.tries -= 1

    @contextmanager
    def trying(self) -> Iterator[None]:
        """Around what a builtin calls and whose errors it catches for the program (``eval`` with a catch text)."""
        self.tries += 1
        try:
            yield
        finally:
            self.tries -= 1

    def stop_waiting(self) -> None:
        """After an interrupt nobody waits for what the device is still busy with: how long it takes is not reported."""
        self.unsettled = []

    def obey(self, interrupt: Interrupt) -> None:
        """Stop between two pieces of work when ``interrupt`` is wanted."""
        self.interrupt = self.host.interrupt = interrupt

    # ------------------------------------------------------------- operations

    def scan(self, form: Scan, value: Any) -> Tensor | None:
        """A running accumulation, deferred; None where it is to be computed at once."""
        if split_complex.is_split(value) and form.kind == "sum" and not form.omit_nan and form.dim < len(value.shape):
            return split_complex.each(self, value, lambda x: self.scan(form, x))
        if type(value) is not Tensor or form.dim >= len(value.shape) or not self._viewable(value):
            self._at_once(form.name, value)
            return None
        positions = form.kind in ("argmax", "argmin")
        if value.matlab_class == "logical" and form.kind in ("sum", "prod"):
            value = self.elementwise(CASTS["double"], (value,))
        if value.shape[form.dim] == 1 and not form.omit_nan:
            return None if positions else value
        return self._along(SCAN, form, value, "double" if positions else value.matlab_class, self.place())

    def _along(self, kind: str, form: Scan | Sort, value: Tensor, matlab_class: str, where: Any) -> Tensor:
        operand = self._node(value)
        return self._tensor(self.interned((form, id(operand)), lambda: Node.along(kind, form, operand, matlab_class, where)))

    def sort(self, form: Sort, value: Any) -> Tensor | None:
        """Sorted elements or their positions, deferred; None where they are computed at once."""
        if not self._viewable(value) or form.dim >= len(value.shape) or value.matlab_class == "logical":
            self._at_once("sort", value)
            return None
        return self._along(SORT, form, value, "double" if form.positions else value.matlab_class, self.place())

    def viewable(self, value: Any) -> bool:
        """Whether slices of a value are recorded."""
        return self._viewable(value)

    def prefers_device(self, value: Any) -> bool:
        """Whether what needs a value is better recorded for a device than computed at once: a large real array, with a device open."""
        return self.device.info.gathers and self._viewable(value)

    def random(self, kind: str, key: int, block: int, shape: tuple[int, ...], matlab_class: str) -> Tensor:
        """An array of ``'uniform'`` or ``'normal'`` Philox numbers whose first block is ``block`` (see graph.random)."""
        count = numel(shape)
        if self._fusion and self._least <= count < LARGEST_INDEX:
            self.check_size(shape, matlab_class)
            index = self.interned(("index", shape), lambda: index_node(shape))
            return self._tensor(random_node(kind, key, block, shape, matlab_class, index, self.place()))
        make = philox_uniform if kind == "uniform" else philox_normal
        return Tensor(make(key, block, 0, count, DTYPES[matlab_class]).reshape(shape, order="F"))

    def source(
        self, make: Any, build: Any, shape: tuple[int, ...], matlab_class: str, *, constant: bool = False, positions: range | None = None
    ) -> Tensor | None:
        """An array that follows from the index alone (see accel.storage.Source), made when it is looked at; None where it is small."""
        count = numel(shape)
        if not self._fusion or not self._least <= count < LARGEST_INDEX:
            return None
        self.check_size(shape, matlab_class)
        storage = Source(self, make, build, shape, constant=constant, positions=positions)
        tensor = Tensor.stored(storage, matlab_class, shape)
        storage.tensor = ref(tensor)
        return tensor

    def reshape(self, value: Tensor, shape: tuple[int, ...]) -> Any:
        """The same elements in another shape."""
        storage = value.storage
        if value._array is None and type(storage) is Source:
            return self.source(storage.make, storage.build, shape, value.matlab_class, constant=storage.constant)
        if type(storage) is Device and (shared := self._reshaped_there(value, storage, shape)) is not None:
            return shared
        if value._is_complex and (moved := split_complex.each(self, value, lambda x: self.reshape(x, shape))) is not None:
            return moved
        if value._array is not None or value._is_complex or value.matlab_class not in DEFERRED or 0 in shape:
            return from_array(value.array.reshape(shape, order="F"))
        node = reshape_source(self._node(value))
        if node.shape == shape:
            return self._tensor(node) if node.kind != LEAF else node.tensor
        return self._tensor(Node.map(RESHAPE, (node,), value.matlab_class, value.matlab_class, shape, self.place()))

    def _reshaped_there(self, value: Tensor, storage: Device, shape: tuple[int, ...]) -> Tensor | None:
        """The same memory of the device (and of the host) in another shape; None where it cannot be shared."""
        if not self.holds(storage) or numel(shape) < self._least or (buffer := self.device.reshaped(storage.buffer, shape)) is None:
            return None
        tensor = Tensor.stored(Device(self, storage.provider, buffer, storage.range), value.matlab_class, shape, value._is_complex)
        if value._array is not None:
            tensor._array = value._array.reshape(tensor.shape, order="F")
        return tensor

    def read(self, value: Tensor, subscripts: tuple[Any, ...]) -> Any:
        """``value(subscripts)``, deferred; None where it is to be read at once."""
        if value._is_complex:
            return split_complex.each(self, value, lambda x: self.read(x, subscripts), narrows=True)
        if not self._fusion or value._is_complex or value.matlab_class not in DEFERRED:
            return None
        array = self._elements(value)
        if array.size < self._least if array is not None else value.is_complex:
            return None
        return read(self, value, subscripts, self.place())

    def write(self, old: Tensor, subscripts: tuple[Any, ...], new: Any) -> Tensor | None:
        """The array after ``old(subscripts) = new``, deferred; None where it is to be written at once."""
        if old._is_complex:
            return split_complex.write(self, old, subscripts, new)
        if not self._fusion or old._is_complex or old.matlab_class not in DEFERRED or numel(old.shape) < self._least:
            return None
        if old._array is None and old.is_complex:
            return None
        return write(self, old, subscripts, new, self.place())

    def without(self, value: Tensor, mask: Any) -> Tensor | None:
        """A vector after ``value(mask) = []``, deferred; None where it is to be made at once."""
        return without(self, value, mask, self.place()) if self._viewable(value) and self.tracing is None else None

    def view(self, value: Any, steps: Sequence[tuple[int, int, int]]) -> Any:
        """A slice: first position, step and count along each dimension; deferred, or None where it is to be made at once."""
        if split_complex.is_split(value):
            return split_complex.each(self, value, lambda x: self.view(x, steps))
        return view_along(self, value, steps, self.place()) if self._viewable(value) else None

    def triangle(self, value: Tensor, k: int, *, upper: bool) -> Tensor:
        """The triangle of a matrix that ``prefers_device`` from its k-th diagonal on, zeros elsewhere."""
        return triangle(self, value, k, self.place(), upper=upper)

    def strided(self, value: Any, strides: Sequence[int], shape: Sequence[int], first: int = 0) -> Any:
        """The array read with other strides (in elements of it) from the ``first`` on; deferred, or None where it is to be made at once."""
        if split_complex.is_split(value):
            return split_complex.each(self, value, lambda x: self.strided(x, strides, shape, first))
        if type(value) is Tensor and (first or numel(tuple(shape)) >= self._least) and self._viewable(value, 1):
            return record_view(self, value, View(tuple(strides), first), tuple(shape), self.place())
        return None

    def diagonal(self, value: Any, first: int, step: int, count: int) -> Any:
        """So many elements of an array that is not on the host, as a column; None where they are to be taken at once."""
        if split_complex.is_split(value):
            return split_complex.each(self, value, lambda x: self.diagonal(x, first, step, count))
        if type(value) is not Tensor or self._elements(value) is not None or not self._viewable(value):
            return None
        return record_view(self, value, View((step, 1), first), (count, 1), self.place())

    def turned(self, value: Any, shifts: Sequence[tuple[int, int]]) -> Any:
        """``circshift`` by (dimension, shift) pairs; deferred, or None where it is to be made at once."""
        if split_complex.is_split(value):
            return split_complex.each(self, value, lambda x: self.turned(x, shifts))
        return circularly_shifted(self, value, shifts, self.place()) if self._viewable(value) else None

    def join(self, dim: int, values: Sequence[Any], matlab_class: str) -> Any:
        """Values side by side along ``dim`` (from 1), deferred; None where the host joins them."""
        return join(self, dim, values, matlab_class, self.place()) if self._fusion and self.device.info.gathers else None

    def take(self, value: Any, positions: Any) -> Any:
        """Elements at 0-based linear positions (class uint32), which the caller has proved to be inside."""
        return take(self, value, positions, self.place())

    def true_positions(self, mask: Any) -> tuple[int, Tensor | None] | None:
        """How many elements of a large logical array on a device are true, and their positions, from 1, as a deferred column (None
        where there are none); None where the mask is small or on the host."""
        return true_positions(self, mask) if self._fusion and self.tracing is None else None

    def _viewable(self, value: Any, least: int = 0) -> bool:
        """Whether views of a value are recorded: of large real arrays, and of all that are not on the host."""
        if not self._fusion or type(value) is not Tensor or value._is_complex or value.matlab_class not in DEFERRED or 0 in value.shape:
            return False
        array = self._elements(value)
        return array.size >= (least or self._least) if array is not None else not value.is_complex

    def window(self, value: Any, weights: Any, form: Window, shape: tuple[int, ...]) -> Tensor | None:
        """Weighted sums over windows (see graph.window), of ``shape`` and the floats' common class; None where they are made at once."""
        return record_window(self, value, weights, form, shape, self.place()) if self._fusion else None

    def fourier(self, value: Any, points: Sequence[tuple[int, int]], inverse: bool, symmetric: bool | None = None) -> Any:
        """The Fourier transform along (dimension, length) pairs (see accel.transforms); None where it is computed at once."""
        if not self._fusion:
            return None
        self.expect_device()
        return record_fourier(self, value, points, inverse, symmetric, self.place())

    def paired(self, real: Any, imaginary: Any) -> Any:
        """``complex(real, imaginary)``, deferred; None where it is made at once."""
        return split_complex.paired(self, real, imaginary) if self._fusion else None

    def product(self, left: Any, right: Any) -> Tensor | None:
        """The matrix product, deferred; None where it is to be computed at once.  Inner dimensions agree."""
        if not self._fusion:
            return None
        if any(type(x) is Tensor and x._is_complex for x in (left, right)):
            product = split_complex.multiply(self, left, right)
            if product is not None:
                return product
        return record_product(self, left, right, self._least, self.place())

    def factors(self, value: Any) -> tuple[Tensor, bool, Tensor, bool] | None:
        """The factors of a product that still waits, each with whether it is transposed."""
        return product_factors(self, value)

    def transpose(self, value: Tensor, conjugate: bool) -> Tensor | None:
        """The transpose of a matrix, deferred; None where it is to be computed at once."""
        if value._is_complex:
            return split_complex.transpose(self, value, conjugate)
        if not self._fusion or (value._array is not None and value._array.size < self._least):
            return None
        return record_transpose(self, value, conjugate, self.place())

    # --------------------------------------------------------------- flushing

    def flush(self, reason: str = "end of the cell", needed: Node | None = None) -> None:
        """Compute everything that is deferred and still held."""
        if self.tracing is not None:
            self.tracing.flush(reason, needed)
            return
        roots = [node for r in self._waiting if (node := waiting_node(r())) is not None]
        if needed is not None and needed not in roots:
            roots.append(needed)
        self.observed += 1
        self._waiting, self.loops_waiting = [], 0
        self._interned.clear()
        self._scalars.clear()
        self._leaves.clear()
        if not roots:
            return
        start = time.perf_counter()
        numbers = numbered(roots)
        nodes = list(numbers)
        schedule, held, cached, ranges = self._plan(numbers, roots)
        if self.searches and self._look_for_device(nodes, schedule):
            schedule, held, cached, ranges = self._plan(numbers, roots)
        planned = time.perf_counter()
        done = len(self.recording.groups) if self.recording is not None else 0
        try:
            self._execute(nodes, schedule, ranges)
        except BaseException:
            # What was not computed is computed when it is asked for by itself, not at every later end of a cell: it would fail again,
            # or the user who interrupted it would wait for it after all.
            self.stop_waiting()
            if self.recording is not None:
                del self.recording.groups[done:]
            raise
        if self.recording is not None:
            if len(nodes) <= _SHOWN_NODES and self.recording.takes_more(self.recording.graphs):
                groups = {m: g for g, group in enumerate(schedule.groups, 1) for m in group.members}
                self.recording.graphs.append(show(numbers, groups, held))
            self.note(Flushed(reason, len(nodes), len(schedule.groups), planned - start, time.perf_counter() - planned, cached))

    def _execute(self, nodes: Sequence[Node], schedule: Plan, ranges: Mapping[int, Range]) -> None:
        """Run a plan; when the device fails for whatever reason, run all of it on the host."""
        done = len(self.recording.groups) if self.recording is not None else 0
        try:
            Execution(self, nodes, schedule, ranges).run()
        except (MatlabError, MemoryError):
            raise
        except Exception as error:
            if not self.has_device:
                raise
            self.device_failed(error)
            if self.recording is not None:
                del self.recording.groups[done:]
            Execution(self, nodes, schedule, ranges, host_only=True).run()

    def _plan(
        self, numbers: Mapping[Node, int], roots: Sequence[Node], *, proved: bool = True
    ) -> tuple[Plan, frozenset[int], bool, Mapping[int, Range]]:
        """The plan of these nodes, made once for each structure and what is proved of it; the held nodes, whether the plan was made
        before, and the ranges of large held nodes.  Not ``proved``: for whatever the scalars and arrays may be later."""
        held = frozenset([numbers[r] for r in roots])
        # Structures are tuples, what follows each are numbers and names: so one flat key says it all, but for where slices begin.
        parts: list[Any] = [held]
        starts = []
        for node in numbers:
            parts.append(node.structure)
            for x in node.operands:
                parts.append(numbers[x] if type(x) is Node else x.matlab_class)
            if node.op is SLICE:
                starts.append(node.reduction.offset)
        nodes, key = list(numbers), tuple(parts)
        known = self._plans.get(key)
        if known is None:
            if len(self._plans) >= _PLANS_KEPT:
                self._plans.pop(next(iter(self._plans)))
            known = self._plans[key] = (Proofs(nodes, held), {})
        proofs, plans = known
        near, ranges = proofs.near(nodes) if proved else (frozenset(), {})
        of_starts = plans.setdefault(near, {})
        kept = of_starts.get(tuple(starts))
        if kept is not None:
            return kept, held, True, ranges
        fresh = moved(next(iter(of_starts.values())), nodes) if of_starts else None
        cached = fresh is not None
        if len(of_starts) >= _STARTS_KEPT:
            of_starts.pop(next(iter(of_starts)))
        fresh = of_starts[tuple(starts)] = fresh or plan(nodes, held, self._fits, near)
        return fresh, held, cached, ranges

    # ---------------------------------------------------------------- reports

    def note(self, event: Any) -> None:
        """Keep an event for the report."""
        if self.tracing is not None:
            return
        if self.recording is not None:
            self.recording.note(event)
        if self.settings.debug_fusion and isinstance(event, Refused):
            place = f"line {event.line}: " if event.line else ""
            print(f"fusion: {place}{event.reason}{' (' + ', '.join(event.ops) + ')' if event.ops else ''}", file=sys.stderr)

    def _forget_plans(self) -> None:
        self._plans.clear()

    def caption(self, kind: str) -> str:
        return CAPTIONS.get(kind, kind)

    def take_report(self, workspace: Mapping[str, Any] | None = None) -> Report:
        """The events since the last call; ``workspace`` gives the names of results."""
        unsettled, self.unsettled = self.unsettled, []
        if unsettled:
            try:
                self.device.settle(unsettled)
            except DeviceLost as error:
                self.lose_device(error)
            except Exception as error:
                # What was computed is there; only how long it took is not known.
                self.note(Refused(f"the device gave no times: {reason_of(error)}", None, (), "device error"))
        self.device.make_ahead()
        report, self.recording = self.recording or Report(), Report()
        if workspace is not None:
            report.names = {id(value): name for name, value in workspace.items()}
        return report

    def residency(self, workspace: Mapping[str, Any]) -> list[Any]:
        """Where the variables of a workspace are (see accel.residency)."""
        return residency(workspace)

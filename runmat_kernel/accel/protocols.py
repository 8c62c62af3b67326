"""What the modules of this package ask of an Engine.  They name these protocols instead of the Engine, so that imports go one way."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, Protocol
from weakref import ref

from ..base.interrupt import Interrupt
from ..base.settings import Settings
from ..codegen.kernel import Kernel
from ..graph.node import Node
from ..graph.op import Op
from ..graph.ranges import Range
from ..graph.scan import Scan
from ..graph.sort import Sort
from ..plan.group import Group, Plan
from ..plan.placement import Figures, Placement
from ..providers.host.provider import HostProvider
from ..providers.provider import KernelCall, Provider
from ..values.tensor import Tensor
from .report import Report


class Recorder(Protocol):
    """Records operations on Values, or computes them at once.  What gives None where it "is done at once" leaves that to the caller."""

    settings: Settings
    host: HostProvider
    device: Provider
    figures: Figures
    searches: bool
    tracing: Any
    """The accel.loops.Tracing of a loop whose iteration is recorded; None outside of one."""
    residents: Any
    """The accel.eviction.Residents."""
    loops_waiting: int
    _least: int
    """Elements from which on arrays are deferred."""
    _waiting: list[ref[Tensor]]
    _interned: dict[Any, ref[Node]]

    @property
    def wants_device(self) -> bool: ...

    def elementwise(self, op: Op, operands: Sequence[Any]) -> Any: ...

    def reduce(self, kind: str, value: Any, dims: tuple[int, ...], matlab_class: str, omit_nan: bool = False) -> Any: ...

    def reshape(self, value: Tensor, shape: tuple[int, ...]) -> Any: ...

    def view(self, value: Any, steps: Sequence[tuple[int, int, int]]) -> Any: ...

    def join(self, dim: int, values: Sequence[Any], matlab_class: str) -> Any: ...

    def write(self, old: Tensor, subscripts: tuple[Any, ...], new: Any) -> Tensor | None: ...

    def transpose(self, value: Tensor, conjugate: bool) -> Tensor | None: ...

    def product(self, left: Any, right: Any) -> Tensor | None: ...

    def scan(self, form: Scan, value: Any) -> Tensor | None: ...

    def sort(self, form: Sort, value: Any) -> Tensor | None: ...

    def source(
        self, make: Any, build: Any, shape: tuple[int, ...], matlab_class: str, *, constant: bool = False, positions: range | None = None
    ) -> Tensor | None: ...

    def flush(self, reason: str = "end of the cell", needed: Node | None = None) -> None: ...

    def check_size(self, shape: tuple[int, ...], matlab_class: str) -> None: ...

    def place(self, depth: int = 3) -> Any: ...

    def prefers_device(self, value: Any) -> bool: ...

    def holds(self, storage: Any) -> bool: ...

    def open_for(self, saving: float) -> bool: ...

    def lose_device(self, error: Exception) -> None: ...

    def note(self, event: Any) -> None: ...

    def interned(self, key: Hashable, make: Callable[[], Node]) -> Node: ...

    def _node(self, tensor: Tensor) -> Node: ...

    def _tensor(self, node: Node) -> Tensor: ...

    def _viewable(self, value: Any, least: int = 0) -> bool: ...

    def _refuse(self, name: str, operands: Sequence[Any]) -> None: ...


class Executor(Recorder, Protocol):
    """Plans what was recorded, decides where it runs, and runs it."""

    interrupt: Interrupt
    progress: Callable[[int, int], None] | None
    recording: Report | None
    loop_kernels: dict[Any, Kernel]
    unsettled: list[KernelCall]
    _plans: dict[Any, Any]

    @property
    def has_device(self) -> bool: ...

    def decide(self, group: Group, nbytes: int, upload: int, gather: int) -> Placement: ...

    def note_refusal(self, kernel: Kernel, line: int | None, ops: tuple[str, ...]) -> None: ...

    def device_failed(self, error: Exception, line: int | None = None) -> None: ...

    def look_for_device(self, group: Group, nbytes: int, upload_bytes: int) -> None: ...

    def saving(self, nodes: Sequence[Node], group: Group) -> float: ...

    def caption(self, kind: str) -> str: ...

    def take_report(self) -> Report: ...

    def _plan(
        self, numbers: Mapping[Node, int], roots: Sequence[Node], *, proved: bool = True
    ) -> tuple[Plan, frozenset[int], bool, Mapping[int, Range]]: ...

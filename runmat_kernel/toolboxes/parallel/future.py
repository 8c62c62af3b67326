"""Futures of parfeval, queues that carry data to callbacks, and the pool that stands for workers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...values.assignment import assign
from ...values.containers import CellArray
from ...values.indexing import delete, index
from ...values.numerals import DisplayFormat
from ...values.objects import HostObject, property_list
from ...values.tensor import SCALAR_SHAPE, Tensor
from ...values.text import CharArray


class Job:
    """One call: the function, its arguments and its results.  A job without a number was never passed to a program."""

    __slots__ = ("diary", "error", "function", "inputs", "nargout", "number", "outputs", "read", "span", "start", "state")

    def __init__(self) -> None:
        self.number, self.function, self.inputs, self.nargout = 0, None, (), 0
        self.outputs: tuple[Any, ...] = ()
        self.error: MatlabError | None = None
        self.diary, self.read, self.state = "", False, "unavailable"
        self.start: Any = None
        self.span: Any = None


class Future(HostObject):
    """An array of jobs, which copies share."""

    __slots__ = ("jobs",)
    matlab_class = "parallel.FevalFuture"
    superclasses = ("parallel.Future", "handle")
    is_handle = True
    gives_lists = True

    def __init__(self, jobs: np.ndarray | None = None) -> None:
        if jobs is None:
            jobs = np.empty(SCALAR_SHAPE, object)
            jobs[0, 0] = Job()
        self.jobs = jobs

    @property
    def shape(self) -> tuple[int, ...]:
        return self.jobs.shape

    def each_element(self) -> np.ndarray:
        alone = np.empty(self.jobs.shape, object)
        for place, job in np.ndenumerate(self.jobs):
            own = np.empty(SCALAR_SHAPE, object)
            own[0, 0] = job
            alone[place] = Future(own)
        return alone

    def of_elements(self, elements: np.ndarray) -> Future:
        jobs = np.empty(elements.shape, object)
        for place, item in np.ndenumerate(elements):
            jobs[place] = item.jobs.flat[0] if isinstance(item, Future) else Job()
        return Future(jobs)

    def index(self, subscripts: Sequence[Any]) -> Future:
        return self.of_elements(index(CellArray(self.each_element()), tuple(subscripts)).array)

    def assign(self, subscripts: Sequence[Any], value: Any) -> Future:
        if not isinstance(value, Future):
            raise MatlabError(f"Conversion to {self.matlab_class} from this class is not possible.", "MATLAB:invalidConversion")
        return self.of_elements(assign(CellArray(self.each_element()), tuple(subscripts), CellArray(value.each_element())).array)

    def delete(self, subscripts: Sequence[Any]) -> Future:
        return self.of_elements(delete(CellArray(self.each_element()), tuple(subscripts)).array)

    def properties(self) -> Mapping[str, Any]:
        return self._fields(self.jobs.flat[0]) if self.numel else {}

    def listed_property(self, name: str) -> tuple[Any, ...]:
        return tuple(item.get_property(name) for item in self.each_element().ravel(order="F"))

    def _fields(self, job: Job) -> dict[str, Any]:
        nothing = Tensor(np.zeros((0, 0)))
        return {
            "ID": float(job.number), "Function": job.function if job.function is not None else nothing, "State": CharArray.row(job.state),
            "NumOutputArguments": float(job.nargout), "InputArguments": CellArray.of(list(job.inputs), (1, len(job.inputs))),
            "OutputArguments": CellArray.of(list(job.outputs), (1, len(job.outputs))), "Diary": CharArray.row(job.diary),
            "Error": nothing if job.error is None else CharArray.row(job.error.message), "Read": job.read,
            "StartDateTime": nothing if job.start is None else job.start, "RunningDuration": nothing if job.span is None else job.span,
        }  # fmt: skip

    def equals(self, other: Any, *, nan_equal: bool = False) -> bool:
        if not isinstance(other, Future) or self.shape != other.shape:
            return False
        return all(a is b for a, b in zip(self.jobs.flat, other.jobs.flat, strict=True))

    def disp_text(self, format: DisplayFormat) -> str:
        if self.numel != 1:
            return f"  {'×'.join(map(str, self.shape))} FevalFuture array\n"
        fields = self.properties()
        names = ("ID", "Function", "State", "NumOutputArguments", "Error")
        return property_list("FevalFuture", {name: fields[name] for name in names}, format.style)


class DataQueue(HostObject):
    """Sent data goes to the callbacks at once; a queue for polling keeps it."""

    __slots__ = ("callbacks", "kept", "polled")
    is_handle = True
    superclasses = ("handle",)

    def __init__(self, polled: bool) -> None:
        self.polled = polled
        self.callbacks: list[Callable[[Any], None]] = []
        self.kept: list[Any] = []

    @property
    def matlab_class(self) -> str:  # type: ignore[override]
        return "parallel.pool.PollableDataQueue" if self.polled else "parallel.pool.DataQueue"

    def properties(self) -> Mapping[str, Any]:
        return {"QueueLength": float(len(self.kept))}


class Pool(HostObject):
    """The pool of workers: the program itself."""

    __slots__ = ("background", "open")
    is_handle = True
    superclasses = ("parallel.Pool", "handle")

    def __init__(self, background: bool) -> None:
        self.background, self.open = background, True

    @property
    def matlab_class(self) -> str:  # type: ignore[override]
        return "parallel.BackgroundPool" if self.background else "parallel.ProcessPool"

    def properties(self) -> Mapping[str, Any]:
        if self.background:
            return {"NumWorkers": 1.0, "Busy": False}
        return {
            "Connected": self.open, "NumWorkers": 1.0, "Busy": False, "Cluster": CharArray.row("local"), "IdleTimeout": float("inf"),
            "SpmdEnabled": True,
        }  # fmt: skip


class PoolConstant(HostObject):
    """A value that is copied to workers once."""

    __slots__ = ("value",)
    matlab_class = "parallel.pool.Constant"

    def __init__(self, value: Any) -> None:
        self.value = value

    def properties(self) -> Mapping[str, Any]:
        return {"Value": self.value}

"""The host provider runs kernels block by block through NumPy.  Threads share the blocks."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from ...base.interrupt import Interrupt
from ...codegen.body import Body, KernelBody
from ...codegen.forms import GATHER, LOOP, POINTWISE, PRODUCT, REDUCTION, SCAN, SORT, STENCIL, TRANSFORM
from ...codegen.forms.elements import OverLines
from ...codegen.forms.loop import LoopBody
from ...codegen.kernel import Kernel
from ...graph.shapes import machine_memory_bytes
from ...values.classes import CLASS_OF_DTYPE, DTYPES, dtype_of
from ..provider import KernelCall, OutOfMemory, ProviderInfo
from .body_runs import run_of
from .loops import Prepared, run_loop
from .memory import Arrays
from .part_copies import Part, inputs_written_over, parts_of
from .products import run_product
from .queue import HostQueue
from .repeated_calls import repeated
from .workers import Workers


class HostProvider(Workers):
    """NumPy on this machine.  Buffers are column-major arrays."""

    def __init__(
        self, threads: int = 0, interrupt: Interrupt | None = None, compile_work: int = 1 << 62, code_folder: Path | None = None
    ) -> None:
        super().__init__(threads, interrupt, compile_work, code_folder)
        self.info = ProviderInfo(
            "host", f"{self.threads} threads", "numpy", np.__version__, classes=frozenset(DTYPES), memory_bytes=machine_memory_bytes()
        )
        self._arrays = Arrays(min(512 << 20, self.info.memory_bytes // 16))
        self._loops: dict[int, Prepared] = {}
        self._parts: dict[int, tuple[KernelBody, tuple[Part, ...] | None]] = {}

    def allocate(self, shape: tuple[int, ...], matlab_class: str, is_complex: bool = False) -> np.ndarray:
        dtype = dtype_of(matlab_class, is_complex=is_complex)
        try:
            return self._arrays.take(shape, dtype)
        except MemoryError:
            raise OutOfMemory(int(np.prod(shape, dtype=float)) * dtype.itemsize) from None

    def upload(self, array: np.ndarray, matlab_class: str) -> np.ndarray:
        return array

    def download(self, buffer: np.ndarray) -> np.ndarray:
        return buffer

    def arrived(self, buffer: np.ndarray) -> bool:
        return True

    def overwrite(self, buffer: np.ndarray, array: np.ndarray) -> None:
        np.copyto(buffer, array)

    def copied(self, buffer: np.ndarray) -> np.ndarray:
        copy = self.allocate(buffer.shape, CLASS_OF_DTYPE[buffer.dtype], buffer.dtype.kind == "c")
        np.copyto(copy, buffer)
        return copy

    def refusal(self, kernel: Kernel) -> str | None:
        return None

    def run(self, calls: Sequence[KernelCall]) -> None:
        for call in calls:
            start = time.perf_counter()
            self.run_one(call)
            call.seconds = time.perf_counter() - start

    def settle(self, calls: Sequence[KernelCall]) -> None:
        """Nothing to wait for: ``run`` has finished."""

    def run_one(self, call: KernelCall) -> None:
        """Run a kernel now, in the way that its Form has on the host."""
        _RUNS[call.kernel.form.name](self, call)

    def _blocks(self, call: KernelCall) -> None:
        run_of(self, call).run()

    def _gather(self, call: KernelCall) -> None:
        if self.written_over(call.kernel) is not None:
            repeated(self, call).run()
        else:
            self._blocks(call)

    def queue(self) -> HostQueue:
        return HostQueue(self)

    def written_over(self, kernel: Kernel) -> tuple[int, ...] | None:
        body = kernel.body
        known = self._parts.get(id(body))
        if known is None:
            if len(self._parts) > 512:
                self._parts.clear()
            parts = parts_of(body) if kernel.form is GATHER else None  # type: ignore[arg-type]
            known = self._parts[id(body)] = (body, parts)
        return inputs_written_over(known[1]) if known[1] is not None else None

    def _product(self, call: KernelCall) -> None:
        run_product(call, call.kernel.body, self.run_one)  # type: ignore[arg-type]

    def _loop(self, call: KernelCall) -> None:
        body: LoopBody = call.kernel.body  # type: ignore[assignment]
        prepared = self._loops.get(id(body))
        if prepared is None:
            if len(self._loops) > 128:
                self._loops.clear()
            prepared = self._loops[id(body)] = Prepared(body)
        run_loop(self, call, prepared)

    def _lines(self, call: KernelCall) -> None:
        """The operands block by block, then what the Form computes from all of them."""
        form: OverLines[Any] = call.kernel.form  # type: ignore[assignment]
        body: Any = call.kernel.body
        operands = [self._operand(call, operand) for operand in body.operands]
        form.compute(body, operands, [out.reshape(form.shape(body), order="F") for out in call.outputs])

    def _operand(self, call: KernelCall, body: Body) -> np.ndarray:
        """The result of a Body with one store: the input itself where the Body does nothing to it."""
        store = body.stores[0]
        if store.value < len(body.inputs) and body.inputs[store.value].strides is None:
            return call.inputs[store.value].reshape(body.space, order="F")
        array = np.empty(body.space, DTYPES[store.matlab_class], order="F")
        inner = KernelCall(replace(call.kernel, body=body), call.inputs, (array,), call.parameters)
        self.run_one(inner)
        call.flagged = inner.flagged
        return array

_RUNS: dict[str, Callable[[HostProvider, KernelCall], None]] = {
    POINTWISE.name: HostProvider._blocks,
    REDUCTION.name: HostProvider._blocks,
    STENCIL.name: HostProvider._blocks,
    GATHER.name: HostProvider._gather,
    PRODUCT.name: HostProvider._product,
    LOOP.name: HostProvider._loop,
    SCAN.name: HostProvider._lines,
    SORT.name: HostProvider._lines,
    TRANSFORM.name: HostProvider._lines,
}
"""How the host runs a kernel of each Form."""

"""Storages of Tensors whose elements are not (only) on the host: still to be computed, made from the index, or on a device."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from ..base.errors import MatlabError
from ..base.events import Transferred
from ..graph.node import Node
from ..graph.ranges import Range
from ..providers.provider import DeviceError, DeviceLost, NotComputed, Provider, reason_of
from ..values.tensor import Tensor
from .protocols import Recorder


class _Elsewhere:
    """A storage of real elements: asks the engine for other shapes and joins."""

    __slots__ = ("engine",)
    engine: Recorder

    def settled(self, tensor: Tensor) -> bool:
        """Whether the elements are complex; they are computed now."""
        return tensor.array.dtype.kind == "c"

    def reshape(self, tensor: Tensor, shape: tuple[int, ...]) -> Any:
        """The tensor in another shape, without computing or gathering it."""
        return self.engine.reshape(tensor, shape)

    def join(self, dim: int, values: Sequence[Any], matlab_class: str) -> Any:
        """The values side by side along ``dim`` (from 1), without gathering them; None where the host does it."""
        return self.engine.join(dim, values, matlab_class)


class Pending(_Elsewhere):
    """A Node whose elements are computed at the next flush."""

    __slots__ = ("node",)
    kind = "pending"

    def __init__(self, engine: Recorder, node: Node) -> None:
        self.engine = engine
        self.node = node

    @property
    def uncertain(self) -> bool:
        node = self.node
        return node.uncertain and node.matlab_class != "logical" and not (node.op is not None and node.op.always_real)

    def host(self) -> np.ndarray:
        """Flush, then the elements (gathered, when they were computed on a device)."""
        tensor = self.node.held()
        assert tensor is not None
        self.engine.flush("value needed on the host", self.node)
        return tensor.array


class Source(_Elsewhere):
    """Elements that follow from the index alone (``zeros``, ``a:b``, ``linspace``) and are made when something looks at them.

    ``make() -> array`` makes them on the host, ``build(shape) -> Node`` records how kernels do; both give the same bits.
    ``positions``: the numbers as a Python range, where they are whole numbers that count evenly.
    """

    __slots__ = ("_node", "build", "constant", "make", "positions", "shape", "tensor")
    kind = "source"
    uncertain = False

    def __init__(self, engine: Recorder, make: Any, build: Any, shape: tuple[int, ...], *, constant: bool, positions: range | None) -> None:
        self.engine, self.make, self.build, self.shape = engine, make, build, shape
        self.constant, self.positions = constant, positions
        self._node: Node | None = None
        self.tensor: Any = None

    @property
    def node(self) -> Node:
        if self._node is None:
            self._node = self.build(self.shape)
        return self._node

    def host(self) -> np.ndarray:
        """The elements; the tensor is an ordinary one from now on."""
        array = np.asfortranarray(self.make()).reshape(self.shape, order="F")
        tensor = self.tensor()
        if tensor is not None:
            tensor.storage = None
        return array


class Device(_Elsewhere):
    """A Buffer of a provider that holds the elements; the Tensor may have a host copy besides.

    ``looks``: how often a single element was fetched; a program that looks at many is better served with all of them.
    ``range``: proved bounds of the elements, where there are any.
    """

    __slots__ = ("buffer", "looks", "provider", "range")
    kind = "device"
    uncertain = False

    def __init__(self, engine: Recorder, provider: Provider, buffer: Any, bounds: Range | None = None) -> None:
        self.engine, self.provider, self.buffer, self.range = engine, provider, buffer, bounds
        self.looks = 0

    def host(self) -> np.ndarray:
        """The elements, gathered now."""
        start = time.perf_counter()
        arrived = self.provider.arrived(self.buffer)
        try:
            array = self.provider.download(self.buffer)
        except NotComputed as error:
            raise MatlabError(str(error), "RunMat:NotComputed") from None
        except DeviceLost as error:
            self.engine.lose_device(error)
            raise MatlabError(
                "The device was lost, and with it the elements of this array. Run the statements that made it again.", "RunMat:DeviceLost"
            ) from None
        except DeviceError as error:
            text = f"The device failed while elements were read ({reason_of(error)}). They are still there: try again."
            raise MatlabError(text, "RunMat:DeviceFailed") from error
        if not arrived:
            # Else it came back with another one.
            self.engine.note(Transferred("download", array.nbytes, time.perf_counter() - start, "value needed on the host"))
        return array


def uploaded(engine: Recorder, array: np.ndarray, matlab_class: str, why: str) -> Any:
    """A Buffer of the device with the elements of a host array; the report says ``why``."""
    start = time.perf_counter()
    buffer = engine.device.upload(array, matlab_class)
    engine.note(Transferred("upload", array.nbytes, time.perf_counter() - start, why))
    return buffer


def put_on(engine: Recorder, tensor: Tensor, buffer: Any, bounds: Range | None = None) -> None:
    """Let a Tensor have its elements in a Buffer of the device."""
    tensor.storage = Device(engine, engine.device, buffer, bounds)
    engine.residents.add(tensor)


def array_on(engine: Recorder, provider: Provider, tensor: Tensor, why: str, bounds: Range | None = None) -> Any:
    """A Tensor's Buffer on the host or on the device.  An upload stays with the Tensor, so that it happens once."""
    if provider is engine.host:
        return tensor.array
    if engine.holds(tensor.storage):
        return tensor.storage.buffer  # type: ignore[union-attr]
    buffer = uploaded(engine, tensor.array, tensor.matlab_class, why)
    put_on(engine, tensor, buffer, bounds)
    return buffer


def tensor_on(engine: Recorder, buffer: Any, matlab_class: str) -> Tensor:
    """A Tensor of what the host or the device computed."""
    if type(buffer) is np.ndarray:
        return Tensor(buffer, matlab_class)
    tensor = Tensor.stored(Device(engine, engine.device, buffer), matlab_class, buffer.shape)
    engine.residents.add(tensor)
    return tensor

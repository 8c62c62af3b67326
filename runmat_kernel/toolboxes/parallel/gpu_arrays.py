"""gpuArray and its relatives.  The planner decides where arrays are, so that these functions change no value."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins.spec import Builtin, Effect, ErrorCase, Example, builtin
from ...values.convert import class_of, to_value

_NUMBERS = ("double", "single", "logical", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")


@builtin(
    "gpuArray", "G = gpuArray(X)", summary="The array itself: the planner decides which arrays are on the device.",
    examples=(Example("gpuArray([1 2 3])", "[1 2 3]"), Example("gather(sum(gpuArray(single(1:3))))", "single(6)")),
    errors=(ErrorCase("gpuArray({1})", "parallel:gpu:array:UnsupportedClass"),),
)  # fmt: skip
def gpu_array(call: Any, value: Any) -> Any:
    if class_of(value) not in _NUMBERS:
        raise MatlabError(
            f"GPU arrays support only fundamental numeric or logical data types, not {class_of(value)}.",
            "parallel:gpu:array:UnsupportedClass",
        )
    return value


def _creator(name: str) -> Builtin:
    def function(call: Any, *arguments: Any) -> Any:
        return call.feval(name, *arguments, nargout=1)[0]

    random = name.startswith("rand")
    example = Example(f"size(gpuArray.{name}(2))", "[2 2]") if name not in ("colon", "linspace", "logspace", "randi", "randperm") else None
    usage = (f"G = gpuArray.{name}(...)",)
    summary = f"Random numbers as {name} makes them." if random else f"What {name} makes."
    return Builtin(f"gpuArray.{name}", usage, summary, function, examples=(example,) if example else ())


CONSTRUCTORS = tuple(
    _creator(n)
    for n in ("zeros", "ones", "eye", "inf", "nan", "true", "false", "rand", "randn", "randi", "randperm", "colon", "linspace", "logspace")
)


@builtin(
    "isgpuarray",
    "tf = isgpuarray(X)",
    summary="Whether a value is of class gpuArray: none is, every array may be on the device.",
    examples=(Example("isgpuarray(1)", "false"),),
)
def isgpuarray(call: Any, value: Any) -> bool:
    return False


@builtin(
    "existsOnGPU",
    "tf = existsOnGPU(X)",
    summary="Whether a value can be used on the device: every array can.",
    examples=(Example("existsOnGPU(ones(2))", "true"),),
)
def exists_on_gpu(call: Any, value: Any) -> bool:
    return class_of(value) in _NUMBERS


def _device(call: Any) -> Any:
    """The properties of the open device of the session, or None."""
    call.engine.expect_device()
    return call.engine.device.info if call.engine.has_device else None


@builtin("canUseGPU", "tf = canUseGPU", summary="Whether a device is open.", examples=(Example("islogical(canUseGPU)", "true"),))
def can_use_gpu(call: Any) -> bool:
    return _device(call) is not None


@builtin(
    "gpuDeviceCount",
    "n = gpuDeviceCount",
    "n = gpuDeviceCount(which)",
    summary="The number of open devices: one or none.",
    examples=(Example("gpuDeviceCount == canUseGPU", "true"),),
)
def gpu_device_count(call: Any, which: Any = None) -> float:
    return float(_device(call) is not None)


@builtin("gpuDevice", "D = gpuDevice", "D = gpuDevice(index)", "gpuDevice([])", summary="The device: its name and its capabilities.")
def gpu_device(call: Any, index: Any = None) -> Any:
    info = _device(call)
    if info is None:
        raise MatlabError("No supported GPU device was found. Calculations run on the processor.", "parallel:gpu:device:NoDevice")
    return to_value({
        "Name": info.device, "Index": 1.0, "TotalMemory": float(info.memory_bytes), "SupportsDouble": "double" in info.classes, "GraphicsDriverVersion": info.driver, "DeviceAvailable": True, "DeviceSelected": True,
    })  # fmt: skip


@builtin(
    "wait",
    "wait(D)",
    summary="Wait until a device has finished its work.  Results wait for it where they are needed.",
    effect=Effect.CODE,
)
def wait(call: Any, device: Any) -> None:
    return None


@builtin(
    "gputimeit",
    "t = gputimeit(F)",
    "t = gputimeit(F, n)",
    summary="Seconds that a function takes.",
    examples=(Example("gputimeit(@() sum(1:10)) > 0", "true"),),
)
def gputimeit(call: Any, function: Any, outputs: Any = None) -> Any:
    return call.feval("timeit", function, *(() if outputs is None else (outputs,)))[0]


@builtin(
    "pagefun",
    "A = pagefun(fun, A, B, ...)",
    summary="A matrix function on every page of arrays.",
    examples=(Example("pagefun(@mtimes,ones(2,2,2),ones(2,2,2))", "2*ones(2,2,2)"),),
)
def pagefun(call: Any, function: Any, *arrays: Any) -> Any:
    from ...values.convert import as_array

    parts = [as_array(a) for a in arrays]
    outer = np.broadcast_shapes(*(p.shape[2:] for p in parts))
    pages = []
    for place in np.ndindex(*outer):
        operands = [
            p[(slice(None), slice(None), *(i if n > 1 else 0 for i, n in zip(place[: p.ndim - 2], p.shape[2:], strict=False)))]
            for p in parts
        ]
        pages.append(as_array(call.feval(function, *(to_value(np.asfortranarray(g)) for g in operands))[0]))
    result = np.empty((*pages[0].shape[:2], *outer), pages[0].dtype, order="F")
    for place, page in zip(np.ndindex(*outer), pages, strict=True):
        result[(slice(None), slice(None), *place)] = page
    return result

"""Runs one mathlib function over arrays on a wgpu adapter, and measures its error in units in the last place."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
import wgpu

from runmat_kernel.codegen import mathlib
from runmat_kernel.providers.gpu.device import adapters

_FEATURES = ("shader-f64", "shader-int64")


def call(name: str, operands: list[str], scalar: str) -> str:
    """The WGSL expression of a mathlib function, or of a template as Ops have them."""
    if name.isidentifier():
        return f"rm_{name}_{scalar}({', '.join(operands)})"
    suffix = "f" if scalar == "f32" else "lf"
    text = re.sub(r"(?<=\d)R\b", suffix, re.sub(r"_T\b", f"_{scalar}", name))
    for k, operand in enumerate(operands):
        text = text.replace(f"{{{k}}}", operand)
    return text


class Probe:
    """A device and the shaders compiled on it."""

    def __init__(self, software: bool | None = None) -> None:
        found = adapters()
        if software is not None:
            found = [a for a in found if (a.info["adapter_type"] == "CPU") == software]
        self.adapter = found[0]
        self.fused = self.adapter.info["adapter_type"] != "CPU"
        limit = self.adapter.limits["max-storage-buffer-binding-size"]
        self.device = self.adapter.request_device_sync(
            required_features=[f for f in _FEATURES if f in self.adapter.features],
            required_limits={"max-storage-buffer-binding-size": limit},
        )
        self._pipelines: dict[tuple[str, str, int], wgpu.GPUComputePipeline] = {}

    def _pipeline(self, name: str, scalar: str, arity: int) -> wgpu.GPUComputePipeline:
        key = (name, scalar, arity)
        if key not in self._pipelines:
            expression = call(name, [f"in{i}[n]" for i in range(arity)], scalar)
            functions = dict.fromkeys((called, scalar) for called in re.findall(r"\brm_(\w+)_f\d\d\b", expression))
            text = mathlib.source(functions, fused=self.fused) + "".join(
                f"@group(0) @binding({i}) var<storage, read> in{i}: array<{scalar}>;\n" for i in range(arity)
            )
            text += f"""@group(0) @binding({arity}) var<storage, read_write> result: array<{scalar}>;
            @compute @workgroup_size(64) fn main(
                @builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {{
                for (var n = id.x; n < arrayLength(&result); n += 64u * groups.x) {{
                    result[n] = {expression};
                }}
            }}"""
            self._pipelines[key] = self._compile(text)
        return self._pipelines[key]

    def run(self, name: str, *operands: np.ndarray) -> np.ndarray:
        """``rm_<name>``, or a template of an Op, of the operands, all of one dtype (float32 or float64) and length."""
        dtype = operands[0].dtype
        pipeline = self._pipeline(name, "f32" if dtype == np.float32 else "f64", len(operands))
        return self._dispatch(pipeline, operands, operands[0].size, min(4096, (operands[0].size + 63) // 64))

    def launch(self, text: str, operands: Sequence[np.ndarray], size: int, groups: int) -> np.ndarray:
        """A shader of the caller's, with the operands and a result of ``size`` elements of their class, over ``groups`` workgroups."""
        return self._dispatch(self._compile(text), operands, size, groups)

    def _compile(self, text: str) -> wgpu.GPUComputePipeline:
        module = self.device.create_shader_module(code=text)
        return self.device.create_compute_pipeline(layout="auto", compute={"module": module, "entry_point": "main"})

    def _dispatch(self, pipeline: wgpu.GPUComputePipeline, operands: Sequence[np.ndarray], size: int, groups: int) -> np.ndarray:
        dtype = operands[0].dtype
        usage = wgpu.BufferUsage.STORAGE | wgpu.BufferUsage.COPY_SRC | wgpu.BufferUsage.COPY_DST
        buffers = [self.device.create_buffer_with_data(data=np.ascontiguousarray(x), usage=usage) for x in operands]
        buffers.append(self.device.create_buffer(size=size * dtype.itemsize, usage=usage))
        entries = [{"binding": i, "resource": {"buffer": b, "offset": 0, "size": b.size}} for i, b in enumerate(buffers)]
        group = self.device.create_bind_group(layout=pipeline.get_bind_group_layout(0), entries=entries)
        encoder = self.device.create_command_encoder()
        compute = encoder.begin_compute_pass()
        compute.set_pipeline(pipeline)
        compute.set_bind_group(0, group)
        compute.dispatch_workgroups(groups)
        compute.end()
        self.device.queue.submit([encoder.finish()])
        return np.frombuffer(self.device.queue.read_buffer(buffers[-1]), dtype).copy()


def ulps(got: np.ndarray, exact: np.ndarray) -> np.ndarray:
    """|got - exact| in ulps of got's type at ``exact`` (given in a wider type); 0 where both are the same special value."""
    dtype = got.dtype
    wide = exact.astype(np.longdouble)
    with np.errstate(all="ignore"):
        rounded = wide.astype(dtype)
        tiny = np.finfo(dtype).smallest_normal
        spacing = np.spacing(np.maximum(np.abs(rounded), tiny)).astype(np.longdouble)
        error = np.abs(got.astype(np.longdouble) - wide) / spacing
        same = (got == rounded) | (np.isnan(got) & np.isnan(rounded))
        # a subnormal result may be flushed to zero by the device
        flushed = (np.abs(rounded) < tiny) & (np.abs(got) <= tiny)
    error = np.where(np.isnan(error), np.where(same, 0.0, np.inf), error)
    return np.where(same | flushed, np.minimum(error, 0.5), error)

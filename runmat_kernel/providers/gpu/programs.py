"""Compiled shaders and bind groups, kept by content so that none is written or compiled twice."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from ...codegen.wgsl.shader import Shader
from .memory import Raw
from .native import free_loops
from .waiting import result_of

BIND_GROUPS = 8_192
"""Bind groups kept; each is a few hundred bytes, and making one costs as much as several launches."""

_COMPILERS = 8
_USUAL = tuple((False,) * inputs + (True,) * outputs for inputs in (1, 2, 3) for outputs in (1, 2, 3, 4))
"""Which storage bindings are writable in most shaders."""


class Program:
    """A shader with its pipeline and the layout of its storage bindings.

    ``compile`` begins to compile the pipeline in the background: at once, and at the next use where that failed: memory may be short.
    ``improve``, where it is given, begins to compile a faster pipeline in the background, which takes the place of the first one.
    """

    __slots__ = ("_compile", "_compiling", "_failed", "_improve", "_pipeline", "layout", "serial", "shader")

    def __init__(
        self, shader: Shader, compile: Callable[[], Future[Any]], layout: Any, serial: int, improve: Callable[[], Future[Any]] | None
    ) -> None:
        self.shader, self.layout, self.serial = shader, layout, serial
        self._compile, self._failed = compile, False
        self._compiling, self._pipeline, self._improve = compile(), None, improve

    @property
    def ready(self) -> bool:
        """Whether nobody waits for the pipeline."""
        return self._pipeline is not None or self._compiling.done()

    @property
    def pipeline(self) -> Any:
        """The compiled pipeline: waits while the driver compiles it, raises what the driver says."""
        if self._pipeline is None:
            if self._failed:
                self._compiling, self._failed = self._compile(), False
            try:
                self._pipeline = result_of(self._compiling)
            except Exception:
                self._failed = True
                raise
        elif self._improve is not None:
            self._compiling, self._improve = self._improve(), None
        elif self._compiling is not None and self._compiling.done():
            # A faster one that could not be made is no loss.
            if self._compiling.exception() is None and self._compiling.result() is not None:
                self._pipeline = self._compiling.result()
            self._compiling = None
        return self._pipeline


class Programs:
    """The pipelines and bind groups of one device.  ``improves``: faster pipelines are compiled in the background."""

    def __init__(self, device: Any, max_binding_bytes: int, *, improves: bool = True) -> None:
        import wgpu

        self._improves = improves

        self._device = device
        self._max_binding = max_binding_bytes // 64 * 64
        self._stage = wgpu.ShaderStage.COMPUTE
        self._programs: dict[tuple, Program] = {}
        self._layouts: dict[tuple[bool, ...], Future[tuple[Any, Any]]] = {}
        self._groups: OrderedDict[tuple[int, ...], Any] = OrderedDict()
        self._groups_of: dict[int, set[tuple[int, ...]]] = {}
        self._compilers: ThreadPoolExecutor | None = None
        self.compiled = 0
        self._launch_layout = device.create_bind_group_layout(
            entries=[{"binding": 0, "visibility": self._stage, "buffer": {"type": "uniform", "has_dynamic_offset": True}}]
        )

    def __contains__(self, key: tuple) -> bool:
        return key in self._programs

    def get(self, key: tuple, write: Callable[[], Shader], faster: Callable[[], Shader] | None = None) -> Program:
        """The program of a key; its shader is written and compiled when the key is new, the ``faster`` one when it is used again."""
        program = self._programs.get(key)
        if program is None:
            program = self._programs[key] = self._compile(write(), faster)
        return program

    def _compile(self, shader: Shader, faster: Callable[[], Shader] | None) -> Program:
        layout, pipeline_layout = self._layout(tuple(b.writable for b in shader.bindings))
        self.compiled += 1
        improve = None
        if faster is not None and self._improves:

            def improve() -> Future[Any]:
                return self.beside(self._faster, faster, shader, pipeline_layout)

        return Program(shader, lambda: self.beside(self._pipeline, shader, pipeline_layout), layout, self.compiled, improve)

    def beside(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Call a function in another thread: the passes of a flush compile side by side, since drivers take 20 to 100 ms for each."""
        if self._compilers is None:
            self._compilers = ThreadPoolExecutor(_COMPILERS, "compile")
        return self._compilers.submit(function, *arguments)

    def _faster(self, write: Callable[[], Shader], first: Shader, layout: Any) -> Any:
        """The pipeline of a faster shader; None where it would be launched otherwise than the first one."""
        shader = write()
        return self._pipeline(shader, layout) if (shader.fields, shader.bindings) == (first.fields, first.bindings) else None

    def _pipeline(self, shader: Shader, layout: Any) -> Any:
        module = free_loops(self._device, shader.text) if shader.free_loops else self._device.create_shader_module(code=shader.text)
        return self._device.create_compute_pipeline(layout=layout, compute={"module": module, "entry_point": "main"})

    def make_layouts(self) -> None:
        """Begin to make the usual layouts: drivers take 2 to 4 ms for each, which the first shader of a kind would wait for."""
        self._layouts = {writable: self.beside(self._make_layout, writable) for writable in _USUAL}

    def _layout(self, writable: tuple[bool, ...]) -> tuple[Any, Any]:
        layout = self._layouts.get(writable)
        if layout is None or (layout.done() and layout.exception() is not None):
            # What failed is tried again, and is no Future that others would wait for.
            layout = Future()
            layout.set_result(self._make_layout(writable))
            self._layouts[writable] = layout
        return result_of(layout)

    def _make_layout(self, writable: Sequence[bool]) -> tuple[Any, Any]:
        types = ["storage" if w else "read-only-storage" for w in writable]
        layout = self._device.create_bind_group_layout(
            entries=[{"binding": k, "visibility": self._stage, "buffer": {"type": t}} for k, t in enumerate(types)]
        )
        return layout, self._device.create_pipeline_layout(bind_group_layouts=[layout, self._launch_layout])

    def bind(self, program: Program, raws: Sequence[Raw]) -> Any:
        """The bind group of a program with these buffers."""
        key = (program.serial, *[raw.serial for raw in raws])
        group = self._groups.get(key)
        if group is not None:
            return group
        entries = [
            {"binding": k, "resource": {"buffer": raw.handle, "offset": raw.offset, "size": min(raw.nbytes, self._max_binding)}}
            for k, raw in enumerate(raws)
        ]
        group = self._groups[key] = self._device.create_bind_group(layout=program.layout, entries=entries)
        for raw in raws:
            self._groups_of.setdefault(raw.serial, set()).add(key)
        if len(self._groups) > BIND_GROUPS:
            self._drop(self._groups.popitem(last=False)[0])
        return group

    def launch_group(self, buffer: Any, size: int) -> Any:
        """The bind group of launch fields: a window of ``size`` bytes that moves over ``buffer``."""
        return self._device.create_bind_group(
            layout=self._launch_layout, entries=[{"binding": 0, "resource": {"buffer": buffer, "offset": 0, "size": size}}]
        )

    def forget(self, raw: Raw) -> None:
        """Drop the bind groups that hold a buffer which is about to be destroyed."""
        for key in self._groups_of.pop(raw.serial, ()):
            self._groups.pop(key, None)

    def _drop(self, key: tuple[int, ...]) -> None:
        for serial in key[1:]:
            keys = self._groups_of.get(serial)
            if keys is not None:
                keys.discard(key)


class Patient:
    """Programs for which nobody waits: the faster ones at once."""

    __slots__ = ("_programs",)

    def __init__(self, programs: Programs) -> None:
        self._programs = programs

    def __contains__(self, key: tuple) -> bool:
        return key in self._programs

    def get(self, key: tuple, write: Callable[[], Shader], faster: Callable[[], Shader] | None = None) -> Program:
        return self._programs.get(key, faster or write)

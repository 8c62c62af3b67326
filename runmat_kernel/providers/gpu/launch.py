"""Makes a Kernel's dispatches: programs, bindings by the chunks of each array, and launch fields ready to be filled in."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from math import prod

import numpy as np

from ...base.records import record
from ...codegen.forms import Placed, form_of
from ...codegen.kernel import Kernel
from ...codegen.split import Part
from ...codegen.target import Target
from ...codegen.wgsl.shader import Binding, Pass
from .programs import Patient, Program, Programs

WINDOW = 256
"""Launch fields are placed at multiples of this: the largest alignment that an adapter may ask for."""

MOST_WINDOW = 1 << 16
"""The most launch fields, in bytes, that every adapter binds."""

LARGEST_SINGLE = float(np.finfo(np.float32).max) + 2.0**103
"""Doubles below this round to finite singles."""


@record
class Dispatch:
    """One dispatch of a kernel: which buffers its program binds, and its launch fields.

    ``bindings``: (role, index, chunk) for each storage binding, the roles being input, output, state and flag.  ``pack_into``
    writes the launch fields, ``window`` bytes are set aside for them.  ``fixed`` are the launch values in order, with holes at
    ``holes`` ((place, parameter number, ``d``, ``f`` or ``i`` for its type)) and, where flags are raised, at ``slot``.  ``state_bytes``:
    the scratch that it needs, by its number.
    """

    program: Program
    bindings: tuple[tuple[str, int, int], ...]
    fixed: tuple[int | float, ...]
    holes: tuple[tuple[int, int, str], ...]
    slot: int | None
    grid: tuple[int, int]
    state_bytes: tuple[int, ...]
    pack_into: Callable[..., None]
    window: int


@record
class Launch:
    """A kernel ready to run on one device.  ``kernel`` is kept so that its identity stays valid as a cache key; ``spares`` are the
    carries of a loop that need further arrays (see ``Form.spares``)."""

    kernel: Kernel
    dispatches: tuple[Dispatch, ...]
    guarded: bool
    spares: tuple[int, ...] = ()


def refusal(kernel: Kernel, target: Target, cap: int) -> str | None:
    """Why a device cannot run a kernel, in a user's words; None when it can."""
    form = kernel.form
    return form.limits(form.narrowed(kernel.body), target, cap)


def prepare(kernel: Kernel, target: Target, cap: int, programs: Programs | Patient) -> Launch:
    """The dispatches of a kernel that was not refused."""
    form = kernel.form
    body = form.narrowed(kernel.body)
    dispatches = tuple(_bound(target, programs, placed) for placed in form.dispatches(body, target, cap))
    return Launch(kernel, dispatches, bool(body.guards), tuple(form.spares(body, target, cap)))


def prepare_in_parts(kernel: Kernel, target: Target, cap: int, programs: Programs | Patient) -> Launch | None:
    """The dispatches of a new kernel as those of its parts, which are compiled side by side; None where it is known, or one part."""
    form = kernel.form
    if prod(kernel.body.space) > cap:
        return None
    body = form.narrowed(kernel.body)
    parts = form.split(body)
    if parts is None or all(placed.source.key in programs for placed in form.dispatches(body, target, cap)):
        return None
    # Reductions, which come last, take drivers longest: their compiling begins first.
    by_part = [_dispatches_of(part, target, cap, programs) for part in reversed(parts)]
    return Launch(kernel, tuple(dispatch for dispatches in reversed(by_part) for dispatch in dispatches), bool(body.guards))


def _dispatches_of(part: Part, target: Target, cap: int, programs: Programs | Patient) -> list[Dispatch]:
    """Those of a part, which bind the arrays of the whole."""
    dispatches = [_bound(target, programs, placed) for placed in form_of(part.body).dispatches(part.body, target, cap)]
    return [replace(d, bindings=tuple(_of_whole(part, *binding) for binding in d.bindings)) for d in dispatches]


def _of_whole(part: Part, role: str, index: int, chunk: int) -> tuple[str, int, int]:
    """A binding of a part among the arrays of the whole."""
    if role == "input":
        return (*part.inputs[index], chunk)
    return (role, part.outputs[index] if role == "output" else index, chunk)


def _bound(target: Target, programs: Programs | Patient, placed: Placed) -> Dispatch:
    """The dispatch of a pass."""
    shader_pass = placed.source
    program = programs.get(shader_pass.key, shader_pass.write, shader_pass.faster)
    fixed: list[int | float] = []
    holes, slot = [], None
    for place, (name, kind) in enumerate(program.shader.fields):
        if name == "slot":
            slot = place
        elif name[0] == "p" and name[1:].isdigit():
            holes.append((place, int(name[1:]), {"f64": "d", "f32": "f"}.get(kind, "i")))
        fixed.append(shader_pass.values.get(name, 0))
    bindings = [placed.place(_renamed(b, shader_pass)) for b in program.shader.bindings]
    state_bytes = shader_pass.state_bytes if isinstance(shader_pass.state_bytes, tuple) else (shader_pass.state_bytes,)
    width = min(shader_pass.groups, target.max_workgroups)
    layout = program.shader.layout
    return Dispatch(
        program, tuple(bindings), tuple(fixed), tuple(holes), slot, (width, -(-shader_pass.groups // max(width, 1))), state_bytes,
        layout.pack_into, max(WINDOW, 1 << (layout.size - 1).bit_length()),
    )  # fmt: skip


def _renamed(binding: Binding, shader_pass: Pass) -> Binding:
    place = shader_pass.places.get((binding.role, binding.index))
    return binding if place is None else replace(binding, role=place[0], index=place[1])


def parameter_fields(values: Sequence[object], holes: Sequence[tuple[int, int, str]], fields: list[int | float]) -> None:
    """Fill a call's parameters into its launch fields."""
    for place, number, form in holes:
        value = values[number]
        if form == "d":
            fields[place] = float(value)  # type: ignore[arg-type]
        elif form == "f":
            real = float(value)  # type: ignore[arg-type]
            # struct packs singles, but refuses what rounds to infinity
            fields[place] = real if -LARGEST_SINGLE < real < LARGEST_SINGLE or real != real else math.copysign(math.inf, real)
        else:
            fields[place] = int(value)  # type: ignore[call-overload]

"""From a Kernel to its dispatches: pieces that fit the buffers' chunks, programs, and launch fields ready to be filled in."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from math import prod

import numpy as np

from ...base.records import record
from ...codegen.body import Body, Input
from ...codegen.fourier import FourierBody
from ...codegen.kernel import Kernel
from ...codegen.loop import LoopBody
from ...codegen.product import ProductBody
from ...codegen.scan import ScanBody
from ...codegen.sort import SortBody
from ...codegen.split import Part, split
from ...codegen.target import Target
from ...codegen.wgsl import Binding, Pass, Piece, elementwise_pass, missing_form, reduction_passes, supported
from ...codegen.wgsl.access import cumulative, element_inputs, input_strides
from ...codegen.wgsl.fourier import fourier_passes, fourier_refusal
from ...codegen.wgsl.results import finish_inputs
from ...codegen.wgsl.scalars import SCALARS, compute_class
from ...codegen.wgsl.scan import scan_passes, scan_refusal
from ...codegen.wgsl.sort import sort_passes, sort_refusal
from .loops import loop_dispatches, loop_refusal, spares
from .memory import chunk_elements
from .products import product_dispatches, product_refusal
from .programs import Patient, Program, Programs

WINDOW = 256
"""Launch fields are placed at multiples of this: the largest alignment that an adapter may ask for."""

MOST_WINDOW = 1 << 16
"""The most launch fields, in bytes, that every adapter binds."""

MOST_PARAMETER_BYTES = MOST_WINDOW // 2

LARGEST_SINGLE = float(np.finfo(np.float32).max) + 2.0**103
"""Doubles below this round to finite singles."""

OWN_BINDINGS = 2
"""Bindings beside a kernel's arrays: the flags, and the states of a split reduction."""

_ALONE = {ScanBody: scan_passes, SortBody: sort_passes, FourierBody: fourier_passes}
_ROLES = {"finish": "input", "store": "output", "result": "output"}


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
    carries of a loop that need further arrays (see ``loops.spares``)."""

    kernel: Kernel
    dispatches: tuple[Dispatch, ...]
    guarded: bool
    spares: tuple[int, ...] = ()


def refusal(kernel: Kernel, target: Target, cap: int) -> str | None:
    """Why a device cannot run a kernel, in a user's words; None when it can."""
    body = narrowed(kernel.body)
    if type(body) is LoopBody:
        tail = _class_refusal(body.tail.body, target) if body.tail is not None else None
        return _class_refusal(body.step, target) or tail or loop_refusal(body, target, cap, OWN_BINDINGS)
    if type(body) is ProductBody and (found := product_refusal(body, target, cap)):
        return found
    if type(body) is ScanBody and (found := scan_refusal(body, cap)):
        return found
    if type(body) is SortBody and (found := sort_refusal(body, cap)):
        return found
    if type(body) is FourierBody and (found := fourier_refusal(body, target, cap)):
        return found
    for reason in (_class_refusal(body, target), _size_refusal(body, target, cap)):
        if reason:
            return reason
    return None


def narrowed(body: Body) -> Body:
    """The body with the double parameters that only single arithmetic takes (``single(x) * 2``) as singles.

    They are rounded the same at launch, take half the room, and devices without doubles can run it.
    """
    if type(body) is LoopBody:
        return replace(body, tail=replace(body.tail, body=narrowed(body.tail.body))) if body.tail is not None else body
    if type(body) is ProductBody:
        return replace(body, epilogue=narrowed(body.epilogue))
    if type(body) in (ScanBody, SortBody, FourierBody):
        return replace(body, element=narrowed(body.element))
    first = len(body.inputs)
    single, other = set(), {s.value for s in (*body.stores, *body.results)} | {a.operand for a in body.accumulations}
    for item in (*body.instructions, *body.finish):
        (single if item.compute_class == "single" and not item.op.raw_operands else other).update(item.operands)
    parameters = tuple(
        replace(p, matlab_class="single") if p.matlab_class == "double" and k in single and k not in other else p
        for k, p in enumerate(body.parameters, first)
    )
    return body if parameters == body.parameters else replace(body, parameters=parameters)


def _class_refusal(body: Body, target: Target) -> str | None:
    classes = {x.matlab_class for x in (*body.inputs, *body.parameters, *body.stores, *body.results, *body.accumulations)}
    for instruction in (*body.instructions, *body.finish):
        classes |= {instruction.matlab_class, compute_class(instruction.compute_class)}
    for x in (*body.inputs, *body.instructions, *body.stores, *body.finish, *body.results):
        if x.is_complex:
            return "complex values stay on the host"
    for name in sorted(classes):
        if name not in SCALARS:
            return f"class {name} has no device form"
        if name == "double" and not target.f64:
            return "precision: this device has no double precision"
        if name in ("int64", "uint64") and not target.i64:
            return f"this device has no {name}"
    for instruction in (*body.instructions, *body.finish):
        reason = missing_form(instruction)
        if reason:
            return reason
    for accumulation in body.accumulations:
        if not supported(accumulation):
            return f"{accumulation.kind} of class {accumulation.matlab_class} has no device form"
    return None


def _size_refusal(body: Body, target: Target, cap: int) -> str | None:
    # An input read both for elements and for results is bound twice.
    twice = len(element_inputs(body) & set(finish_inputs(body))) if body.accumulations else 0
    bindings = len(body.inputs) + twice + len(body.stores) + len(body.results)
    if 8 * len(body.parameters) > MOST_PARAMETER_BYTES:
        return f"{len(body.parameters)} scalars in one kernel"
    if bindings > target.max_storage_buffers - OWN_BINDINGS:
        return f"{bindings} arrays at once; this device binds {target.max_storage_buffers - OWN_BINDINGS}"
    numel, results = prod(body.space), prod(body.result_space)
    if body.accumulations and numel == 0:
        return "nothing to reduce"
    if body.accumulations and results > cap:
        return "the results are larger than one binding of this device"
    for item in body.inputs:
        if item.length > cap:
            return "an array larger than one binding is read at computed positions"
        if plain(body, item):
            continue
        extent = item.offset + sum((n - 1) * max(s, 0) for n, s in zip(body.space, input_strides(body, item), strict=True)) + 1
        if numel and extent > cap:
            return "an array larger than one binding is read out of order"
    if numel > cap and _whole_slabs(body, cap) is None:
        whole = not body.accumulations or results == 1
        if not whole or any(not plain(body, i) and any(input_strides(body, i)) for i in body.inputs):
            return "one slice along the last dimension is larger than one binding of this device"
    return None


def plain(body: Body, item: Input) -> bool:
    """Whether an input lies exactly as the space, so that it is cut as the space is."""
    if item.result_space:
        return False
    return item.strides is None or (item.offset == 0 and tuple(item.strides) == cumulative(body.space))


def _whole_slabs(body: Body, cap: int) -> tuple[int, int] | None:
    """The dimension along which a space above ``cap`` elements is cut, and how much of it goes into one piece."""
    last = max(d for d, size in enumerate(body.space) if size > 1)
    slab = prod(body.space[:last])
    return (last, cap // slab) if slab <= cap else None


def prepare(kernel: Kernel, target: Target, cap: int, programs: Programs | Patient) -> Launch:
    """The dispatches of a kernel that was not refused."""
    if type(kernel.body) is ProductBody:
        dispatches = product_dispatches(narrowed(kernel.body), target, cap, lambda body, made: _dispatch(body, target, programs, 0, made))
        return Launch(kernel, tuple(dispatches), bool(kernel.body.guards))
    if type(kernel.body) is LoopBody:
        loops = loop_dispatches(narrowed(kernel.body), target, cap, lambda made, place: _bound(target, programs, made, place))
        return Launch(kernel, tuple(loops), bool(kernel.body.guards), tuple(spares(kernel.body, target, cap)))
    if type(kernel.body) in _ALONE:
        body = narrowed(kernel.body)
        passes = _ALONE[type(body)](body, target)
        return Launch(kernel, tuple(_dispatch(body, target, programs, 0, made) for made in passes), bool(body.guards))
    body, made = _passes(narrowed(kernel.body), target, cap)
    return Launch(kernel, tuple(_dispatch(body, target, programs, k, p) for k, p in made), bool(body.guards))


def _passes(body: Body, target: Target, cap: int) -> tuple[Body, list[tuple[int, Pass]]]:
    """A Body as it is cut into pieces, and its passes, each with the number of its piece."""
    body, pieces, shared = _pieces(body, cap)
    if body.accumulations:
        return body, list(reduction_passes(body, target, pieces, shared=shared))
    return body, [(k, elementwise_pass(body, target, p.sizes, p.offsets, p.base)) for k, p in enumerate(pieces) if prod(p.sizes)]


def prepare_in_parts(kernel: Kernel, target: Target, cap: int, programs: Programs | Patient) -> Launch | None:
    """The dispatches of a new kernel as those of its parts, which are compiled side by side; None where it is known, or one part."""
    if type(kernel.body) is not Body or prod(kernel.body.space) > cap:
        return None
    body = narrowed(kernel.body)
    parts = split(body)
    if parts is None or all(made.key in programs for _, made in _passes(body, target, cap)[1]):
        return None
    # Reductions, which come last, take drivers longest: their compiling begins first.
    found = [_dispatches_of(part, target, cap, programs) for part in reversed(parts)]
    return Launch(kernel, tuple(dispatch for dispatches in reversed(found) for dispatch in dispatches), bool(body.guards))


def _dispatches_of(part: Part, target: Target, cap: int, programs: Programs | Patient) -> list[Dispatch]:
    """Those of a part, which bind the arrays of the whole."""
    made = [_dispatch(part.body, target, programs, k, p) for k, p in _passes(part.body, target, cap)[1]]
    return [replace(d, bindings=tuple(_of_whole(part, *binding) for binding in d.bindings)) for d in made]


def _of_whole(part: Part, role: str, index: int, chunk: int) -> tuple[str, int, int]:
    """A binding of a part among the arrays of the whole."""
    if role == "input":
        return (*part.inputs[index], chunk)
    return (role, part.outputs[index] if role == "output" else index, chunk)


def _pieces(body: Body, cap: int) -> tuple[Body, list[Piece], bool]:
    """The parts that run one by one, each in one chunk of every array of the space, and whether they share their results."""
    numel, offsets = prod(body.space), tuple(i.offset for i in body.inputs)
    if numel <= cap:
        return body, [Piece(body.space, offsets)], False
    slabs = _whole_slabs(body, cap)
    if slabs is None:
        flat = tuple(replace(i, strides=None if plain(body, i) else (0, 0)) for i in body.inputs)
        body = replace(body, space=(numel, 1), inputs=flat, reduced=(0, 1) if body.accumulations else ())
        slabs = (0, chunk_elements((numel, 1), cap))
    last, step = slabs
    slab = prod(body.space[:last])
    reduced = last in body.reduced
    kept_slab = prod(n for d, n in enumerate(body.space[:last]) if d not in body.reduced)
    strides = [0 if plain(body, i) else input_strides(body, i)[last] for i in body.inputs]
    pieces = []
    for start in range(0, body.space[last], step):
        sizes = (*body.space[:last], min(step, body.space[last] - start), *body.space[last + 1 :])
        moved = tuple(o + s * start for o, s in zip(offsets, strides, strict=True))
        position = start * prod(n for d, n in enumerate(body.space[:last]) if d in body.reduced) if reduced else 0
        pieces.append(Piece(sizes, moved, start * slab, 0 if reduced else start * kept_slab, position))
    return body, pieces, reduced


def _dispatch(body: Body, target: Target, programs: Programs | Patient, piece: int, made: Pass) -> Dispatch:
    def place(b: Binding) -> tuple[str, int, int]:
        whole = b.role in ("finish", "result") or (b.role == "input" and not plain(body, body.inputs[b.index]))
        index = b.index + len(body.stores) if b.role == "result" else b.index
        return (_ROLES.get(b.role, b.role), index, b.chunk or (0 if whole else piece))

    return _bound(target, programs, made, place)


def _bound(target: Target, programs: Programs | Patient, made: Pass, place_of: Callable[[Binding], tuple[str, int, int]]) -> Dispatch:
    """The dispatch of a pass, whose bindings are found in a call by ``place_of``."""
    program = programs.get(made.key, made.write, made.faster)
    fixed: list[int | float] = []
    holes, slot = [], None
    for place, (name, kind) in enumerate(program.shader.fields):
        if name == "slot":
            slot = place
        elif name[0] == "p" and name[1:].isdigit():
            holes.append((place, int(name[1:]), {"f64": "d", "f32": "f"}.get(kind, "i")))
        fixed.append(made.values.get(name, 0))
    bindings = [place_of(_placed(b, made)) for b in program.shader.bindings]
    state_bytes = made.state_bytes if isinstance(made.state_bytes, tuple) else (made.state_bytes,)
    width = min(made.groups, target.max_workgroups)
    layout = program.shader.layout
    return Dispatch(
        program, tuple(bindings), tuple(fixed), tuple(holes), slot, (width, -(-made.groups // max(width, 1))), state_bytes,
        layout.pack_into, max(WINDOW, 1 << (layout.size - 1).bit_length()),
    )  # fmt: skip


def _placed(binding: Binding, made: Pass) -> Binding:
    found = made.places.get((binding.role, binding.index))
    return binding if found is None else replace(binding, role=found[0], index=found[1])


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

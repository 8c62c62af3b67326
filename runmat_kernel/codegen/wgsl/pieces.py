"""Bodies cut into pieces that each lie in one chunk of every array, and where the bindings of a pass are found in a call."""

from __future__ import annotations

from dataclasses import replace
from math import prod

from ..body import Body, Input, KernelBody
from ..forms.form import Placed
from ..target import chunk_elements
from .access import cumulative, input_strides
from .reduction import Piece
from .shader import Binding, Pass

_ROLES = {"finish": "input", "store": "output", "result": "output"}


def lies_as_space(body: KernelBody, item: Input) -> bool:
    """Whether an input lies exactly as the space, so that it is cut as the space is."""
    if item.result_space:
        return False
    return item.strides is None or (item.offset == 0 and tuple(item.strides) == cumulative(body.space))


def whole_slabs(body: KernelBody, cap: int) -> tuple[int, int] | None:
    """The dimension along which a space above ``cap`` elements is cut, and how much of it goes into one piece."""
    last = max(d for d, size in enumerate(body.space) if size > 1)
    slab = prod(body.space[:last])
    return (last, cap // slab) if slab <= cap else None


def cut(body: Body, cap: int) -> tuple[Body, list[Piece], bool]:
    """The parts that run one by one, each in one chunk of every array of the space, and whether they share their results."""
    numel, offsets = prod(body.space), tuple(i.offset for i in body.inputs)
    if numel <= cap:
        return body, [Piece(body.space, offsets)], False
    slabs = whole_slabs(body, cap)
    if slabs is None:
        flat = tuple(replace(i, strides=None if lies_as_space(body, i) else (0, 0)) for i in body.inputs)
        body = replace(body, space=(numel, 1), inputs=flat, reduced=(0, 1) if body.accumulations else ())
        slabs = (0, chunk_elements((numel, 1), cap))
    last, step = slabs
    slab = prod(body.space[:last])
    reduced = last in body.reduced
    kept_slab = prod(n for d, n in enumerate(body.space[:last]) if d not in body.reduced)
    strides = [0 if lies_as_space(body, i) else input_strides(body, i)[last] for i in body.inputs]
    pieces = []
    for start in range(0, body.space[last], step):
        sizes = (*body.space[:last], min(step, body.space[last] - start), *body.space[last + 1 :])
        moved = tuple(o + s * start for o, s in zip(offsets, strides, strict=True))
        position = start * prod(n for d, n in enumerate(body.space[:last]) if d in body.reduced) if reduced else 0
        pieces.append(Piece(sizes, moved, start * slab, 0 if reduced else start * kept_slab, position))
    return body, pieces, reduced


def placed(body: KernelBody, source: Pass, piece: int = 0) -> Placed:
    """A pass over the piece of that number.  Arrays that are not cut as the space is are bound whole."""

    def place(b: Binding) -> tuple[str, int, int]:
        whole = b.role in ("finish", "result") or (b.role == "input" and not lies_as_space(body, body.inputs[b.index]))
        index = b.index + len(body.stores) if b.role == "result" else b.index
        return (_ROLES.get(b.role, b.role), index, b.chunk or (0 if whole else piece))

    return Placed(source, place)

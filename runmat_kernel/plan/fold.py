"""A reduction of what a loop leaves behind, in the loop's kernel: each element is taken while it is still in registers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import cast

from ..codegen.body import Body, Input
from ..codegen.forms import LOOP, REDUCTION
from ..codegen.forms.loop import LoopBody, Tail
from ..codegen.kernel import Kernel
from ..graph.node import Node
from ..graph.shapes import numel
from .group import Group
from .loops import kernel_of


def folded(groups: Sequence[Group], nodes: Sequence[Node], held: frozenset[int], fits: Callable[[Kernel], bool]) -> list[Group]:
    """The groups, those that reduce a loop's results to scalars as parts of the loop's own group where that can be.

    What somebody else needs of the results is stored besides.
    """
    groups = list(groups)
    for loop in [g for g in groups if g.kernel.form is LOOP]:
        at = groups.index(loop)
        for place in range(at + 1, len(groups)):
            joined = _joined(loop, groups, at, place, nodes, held)
            if joined is not None and fits(joined.kernel):
                groups[at] = joined
                del groups[place]
                break
    return groups


def _joined(loop: Group, groups: Sequence[Group], at: int, place: int, nodes: Sequence[Node], held: frozenset[int]) -> Group | None:
    """The loop at ``at`` and the reduction at ``place`` as one group; None where that cannot be."""
    follower, body = groups[place], cast(LoopBody, loop.kernel.body)
    tail = cast(Body, follower.kernel.body)
    if follower.kernel.form is not REDUCTION or tail.guards or tail.space != body.space or numel(tail.result_space) != 1:
        return None
    places = [loop.outputs.index(n) if n in loop.outputs else None for n in follower.inputs]
    if all(k is None for k in places) or not all(_lies_so(item, k is None) for item, k in zip(tail.inputs, places, strict=True)):
        return None
    between = {n for g in groups[at + 1 : place] for n in g.outputs}
    if any(n in between for n in follower.inputs):
        return None
    others = {n for k, g in enumerate(groups) if k != place for n in g.inputs}
    stored = tuple(n for n in loop.outputs if n in held or n in others)
    shown = body.shown
    sources = tuple(None if k is None else shown[k] for k in places)
    silent = (*body.silent, *(k for n, k in zip(loop.outputs, shown, strict=True) if n not in stored))
    with_tail = replace(body, silent=tuple(sorted(silent)), tail=Tail(tail, sources))
    members = (*loop.members, *(m for m in follower.members if m not in loop.members))
    run = nodes[loop.members[0]].reduction[0]
    names = (*run.call.names, *(nodes[m].name for m in follower.members))
    inputs = tuple(n for n, k in zip(follower.inputs, places, strict=True) if k is None)
    return Group(
        kernel_of(with_tail, names), inputs, (*stored, *follower.outputs), follower.parameters, members, loop.flops + follower.flops
    )  # fmt: skip


def _lies_so(item: Input, own: bool) -> bool:
    """Whether an input of a reduction can be had in the loop: it lies as the space does, or is a scalar that finishes the result."""
    return (own and item.result_space and item.strides is None) or (
        item.strides is None and not item.offset and not item.length and not item.result_space
    )

"""Templates: the Nodes that statements recorded, without the arrays they began from, so that they can be made again from others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from weakref import ref

from ..base.records import record
from .node import LEAF, LOOP, Constant, Node, range_of
from .ranges import Range

_new_node = object.__new__


@record
class _Step:
    """One Node: a ``like`` one without operands, and the numbers of its ``operands`` among inputs, constants and steps.  ``key``: what its
    key among the recorded Nodes begins with, before its operands; None where it has none."""

    like: Node
    operands: tuple[int, ...]
    key: tuple[Any, ...] | None


@record
class Template:
    """``looks`` and ``bounds`` are those of the inputs; ``constants`` are scalars with their marks (None: known to nobody else)."""

    looks: tuple[Any, ...]
    bounds: tuple[Range, ...]
    constants: tuple[tuple[Any, Constant], ...]
    steps: tuple[_Step, ...]
    roots: tuple[int, ...]

    @classmethod
    def of(
        cls, inputs: Sequence[Node], roots: Sequence[Node], marks: Mapping[int, Any], keys: Mapping[int, tuple[Any, ...]]
    ) -> Template | None:
        """What leads from ``inputs`` to ``roots``; None where something else does too.  ``marks`` of scalars and ``keys`` of Nodes are
        those of the recording, by identity."""
        nodes, constants = _between(inputs, roots)
        if any([node.kind in (LEAF, LOOP) for node in nodes]):
            return None
        numbers = {id(item): k for k, item in enumerate((*inputs, *constants, *nodes))}
        steps = []
        for node in nodes:
            operands = [id(x) for x in node.operands]
            key = keys.get(id(node))
            start = key[: -len(operands)] if key is not None and operands and list(key[-len(operands) :]) == operands else None
            steps.append(_Step(_bare(node), tuple([numbers[x] for x in operands]), start))
        looks, bounds = tuple([x.look for x in inputs]), tuple([range_of(x) for x in inputs])
        known = tuple([(marks.get(id(c)), c) for c in constants])
        return cls(looks, bounds, known, tuple(steps), tuple([numbers[id(x)] for x in roots]))

    def fits(self, inputs: Sequence[Node]) -> bool:
        """Whether recording would do the same with these inputs: classes, shapes and what is proved of the elements are as they were."""
        for node, look, bounds in zip(inputs, self.looks, self.bounds, strict=True):
            if node.look != look or range_of(node) != bounds:
                return False
        return True

    def instance(self, inputs: Sequence[Node], scalars: dict[Any, Constant], interned: dict[Any, ref[Node]]) -> list[Node]:
        """The Nodes of the roots over these inputs, those that are ``interned`` already among them; all are interned afterwards."""
        items: list[Any] = [*inputs]
        for mark, constant in self.constants:
            items.append(constant if mark is None else scalars.setdefault(mark, constant))
        for step in self.steps:
            operands = tuple([items[k] for k in step.operands])
            if step.key is None:
                items.append(_copy(step.like, operands))
                continue
            key = (*step.key, *map(id, operands))
            known = interned.get(key)
            node = known() if known is not None else None
            if node is None:
                node = _copy(step.like, operands)
                interned[key] = ref(node)
            items.append(node)
        return [items[k] for k in self.roots]


def _between(inputs: Sequence[Node], roots: Sequence[Node]) -> tuple[list[Node], list[Constant]]:
    """The Nodes that the roots need up to the inputs, operands before what uses them, and the scalars."""
    nodes: dict[int, Node] = {}
    constants: dict[int, Constant] = {}
    ends = {id(x) for x in inputs}
    stack = [x for x in reversed(roots) if id(x) not in ends]
    while stack:
        node = stack[-1]
        if id(node) in nodes:
            stack.pop()
            continue
        constants.update({id(x): x for x in node.operands if type(x) is Constant})
        missing = [x for x in reversed(node.operands) if type(x) is Node and id(x) not in ends and id(x) not in nodes]
        stack += missing
        if not missing:
            nodes[id(node)] = stack.pop()
    return list(nodes.values()), list(constants.values())


def _copy(like: Node, operands: tuple[Any, ...]) -> Node:
    # One statement for each: this is done for every operation of a program.
    node = _new_node(Node)
    node.kind = like.kind
    node.op = like.op
    node.operands = operands
    node.matlab_class = like.matlab_class
    node.shape = like.shape
    node.reduction = like.reduction
    node.look = like.look
    node.structure = like.structure
    node.guarded = like.guarded
    node.uncertain = like.uncertain
    node.where = like.where
    node._range = like._range
    node.tensor = None
    return node


def _bare(node: Node) -> Node:
    """The Node without its operands, and so without any array."""
    return _copy(node, ())

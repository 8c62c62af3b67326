"""Structures that a loop changes field by field: while it is looked at as a whole, each field is a variable of its own, named ``s.x``."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, replace
from typing import Any

from ...accel.loops import LoopRefused
from ...syntax import ast as m
from ...values.containers import StructArray
from ...values.tensor import Tensor
from ..scope import base_name, children


def taken_apart(node: m.For | m.While) -> tuple[m.For | m.While, tuple[str, ...]]:
    """The loop with names in place of the fields that it assigns, and the structures that these are of: those that it only mentions
    as ``s.x``."""
    names = {name for target in _targets(node) if (name := _field_of(target)) is not None}
    apart = tuple(sorted(name for name in names if not _elsewhere(node, name)))
    return (_renamed(node, frozenset(apart)), apart) if apart else (node, ())


def opened(variables: dict[str, Any], structures: tuple[str, ...]) -> dict[str, Any]:
    """The variables with those fields in place of structures.  Raises LoopRefused where one is no structure of one element."""
    variables_now = dict(variables)
    for name in structures:
        value = variables_now.pop(name, None)
        if value is None:
            continue
        if type(value) is not StructArray or value.numel != 1:
            raise LoopRefused(f"'{name}' is no structure of one element")
        variables_now.update((f"{name}.{field}", content) for field, content in value.array[0, 0].items())
    return variables_now


def closed(after: dict[str, Any], before: dict[str, Any], structures: tuple[str, ...]) -> dict[str, Any]:
    """The variables with structures that have their fields again, new ones at their end in the order in which the loop made them."""
    values = {name: value for name, value in after.items() if name.partition(".")[0] not in structures}
    for name in structures:
        prefix = name + "."
        contents = {key.removeprefix(prefix): value for key, value in before.items() if key.startswith(prefix)}
        contents.update((key.removeprefix(prefix), value) for key, value in after.items() if key.startswith(prefix))
        if contents:
            values[name] = StructArray.scalar(contents)
    return values


def _targets(node: m.Node) -> list[m.Expression]:
    own = list(node.targets) if isinstance(node, m.Assign) else []
    return own + [target for child in children(node) for target in _targets(child)]


def _field_of(target: m.Expression) -> str | None:
    """``s`` where a target is ``s.x`` or ``s.x(...)``."""
    if isinstance(target, m.Index):
        target = target.target
    return target.target.name if isinstance(target, m.Field) and isinstance(target.target, m.Name) else None


def _elsewhere(node: m.Node, name: str) -> bool:
    """Whether a variable is mentioned in another way than by its fields, or in a function that keeps it."""
    if isinstance(node, m.Field) and isinstance(node.target, m.Name):
        return False
    if isinstance(node, m.Name):
        return node.name == name
    if isinstance(node, m.AnonymousFunction):
        return any(_mentions(child, name) for child in children(node))
    if isinstance(node, m.Assign) and any(base_name(t) == name and _field_of(t) is None for t in node.targets):
        return True
    return any(_elsewhere(child, name) for child in children(node))


def _mentions(node: m.Node, name: str) -> bool:
    return (isinstance(node, m.Name) and node.name == name) or any(_mentions(child, name) for child in children(node))


def _renamed(item: Any, names: frozenset[str]) -> Any:
    if isinstance(item, m.Field) and isinstance(item.target, m.Name) and item.target.name in names:
        return m.Name(item.span, f"{item.target.name}.{item.name}")
    if isinstance(item, tuple):
        parts = tuple([_renamed(part, names) for part in item])
        return parts if any(a is not b for a, b in zip(parts, item, strict=True)) else item
    if isinstance(item, m.Node):
        changes = {}
        for field in fields(item):
            value = getattr(item, field.name)
            if (renamed := _renamed(value, names)) is not value:
                changes[field.name] = renamed
        return replace(item, **changes) if changes else item
    return item


def largest_of(values: Iterable[Any]) -> int:
    """Elements of the largest array among values, and among the fields of structures."""
    largest = 0
    for value in values:
        if type(value) is Tensor:
            size = value.numel
            if size > largest:
                largest = size
        elif type(value) is StructArray and value.numel == 1:
            largest = max([largest, *(x.numel for x in value.array[0, 0].values() if type(x) is Tensor)])
    return largest

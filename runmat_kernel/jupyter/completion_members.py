"""Completion after a dot: fields, properties, methods, variables of tables, members of classes and packages."""

from __future__ import annotations

import os
import re
from typing import Any

from ..base.errors import MatlabError
from ..builtins.registry import builtins
from ..figures.handles import Handle
from ..figures.tree import LABELS
from ..language.classes.instances import ObjectValue
from ..syntax.completeness import Context
from ..values import CellArray, StructArray
from ..values.convert import numel_of
from ..values.objects import HostObject
from ..values.tables.table import Table

Match = tuple[str, str]
_RESERVED = ("Properties", "Variables")


def members(session: Any, at: Context, text: str) -> list[Match]:
    """Names after the dot of ``at``, those that begin in the same case first; of structures also those that the text of the cell uses."""
    value = member(session, at.chain)
    if at.chain[0] in (*session.workspace_values, "py") and not (value is None and len(at.chain) > 1):
        candidates = _of_value(value)
        if isinstance(_first_of(value), StructArray):
            candidates = list(dict.fromkeys(candidates + _written(at, text)))
    else:
        candidates = _of_class(session, at.chain) or _of_package(at.chain) + _of_folders(session, at.chain) or _written(at, text)
    wanted = at.prefix.lower()
    return [(name, kind) for name, kind in candidates if name.lstrip('("').lower().startswith(wanted)]


def _written(at: Context, text: str) -> list[Match]:
    """Fields that the cell gives values to: what a program that was not run yet will have."""
    before, after = text[: at.start], text[at.start + len(at.prefix) :]
    chain = r"(?:\([^()\n]*\))?\.".join(at.chain)
    pattern = rf"(?<![\w.]){chain}(?:\([^()\n]*\))?\.([A-Za-z]\w*)[^=\n~<>!;]*=(?!=)"
    return [(name, "field") for name in dict.fromkeys(re.findall(pattern, before + "\n" + after))]


def member(session: Any, chain: tuple[str, ...], *, exact: bool = False) -> Any:
    """The value of ``s.a.b`` given as its names; None where there is none.

    The first element stands for an array or a cell array whose element is meant, as the names do not tell which one; ``exact``: then
    there is no value.  No ``get.`` method of a class is called.
    """
    value = session.workspace_values.get(chain[0]) if chain else None
    if value is None and chain and chain[0] == "py":
        value = session.feval("py", (), 1)[0]
    for name in chain[1:]:
        if exact and isinstance(value, StructArray | CellArray | ObjectValue | Handle) and numel_of(value) != 1:
            return None
        value = _first_of(value)
        if isinstance(value, StructArray):
            value = value.array.flat[0].get(name) if value.numel else None
        elif isinstance(value, Handle):
            value = _of_handle(value, name)
        elif isinstance(value, ObjectValue):
            value = _stored(value, name)
        else:
            value = value.known_property(name) if isinstance(value, HostObject) else None
    return value


def _first_of(value: Any) -> Any:
    """The first content of a cell array (``c{1}``), also of nested ones; other values as they are."""
    while isinstance(value, CellArray):
        value = value.array.flat[0] if value.numel else None
    return value


def _stored(value: ObjectValue, name: str) -> Any:
    """A public property as it is stored, of the first of several objects."""
    known, elements = value.cls.properties.get(name), value.elements
    if known is None or known.get_access != "public" or known.getter is not None or not elements:
        return None
    return elements[0].values.get(known.key)


def _of_handle(handle: Handle, name: str) -> Any:
    try:
        return handle.get_property(name)
    except MatlabError:
        return None


def _of_value(value: Any) -> list[Match]:
    value = _first_of(value)
    if isinstance(value, StructArray):
        return [(name, "field") for name in value.fields]
    if isinstance(value, Handle):
        return _of_graphics(value)
    if isinstance(value, Table):
        names = [name for name in value.properties() if name not in _RESERVED]
        return [(_after_dot(name), "property") for name in (*names, *_RESERVED)]
    if isinstance(value, ObjectValue):
        return _of_info(value.cls, value.property_names(), static=False)
    if isinstance(value, HostObject):
        listed = [(name, "property") for name in value.property_names()]
        # Values that are computed with have all operators as methods, which nobody calls with a dot.
        callable_names = [name for name in value.methods if name[0] != "_" and name.isidentifier() and "plus" not in value.methods]
        return listed + [(name, "method") for name in callable_names]
    return []


def _of_graphics(handle: Handle) -> list[Match]:
    """Properties that are displayed first, then the object's own, then what all objects have."""
    node = handle.nodes.flat[0] if handle.nodes.size else None
    if node is None:
        return []
    first = list(handle.properties())
    own = [*(LABELS if node.type == "axes" else ()), *reversed(node.kind.names)]
    names = dict.fromkeys([*first, *sorted(own, key=lambda name: name in _COMMON), "Parent", "Children", "Type"])
    return [(name, "property") for name in names if not name.startswith("_")]


_COMMON = frozenset((
    "Tag", "UserData", "HandleVisibility", "HitTest", "PickableParts", "Selected", "SelectionHighlight", "ButtonDownFcn", "CreateFcn",
    "DeleteFcn", "BusyAction", "Interruptible", "BeingDeleted", "ContextMenu", "UIContextMenu",
))  # fmt: skip


def _after_dot(name: str) -> str:
    """A variable's name as it is written after the dot: ``T.("Full Name")``."""
    return name if name.isidentifier() else f'("{name}")'


def _of_class(session: Any, chain: tuple[str, ...]) -> list[Match]:
    """Static methods, constants and enumeration members of the class ``chain`` names."""
    try:
        info = session.classes.get(".".join(chain))
    except MatlabError:
        return []
    return _of_info(info, info.properties, static=True) if info is not None else []


def _of_info(info: Any, properties: Any, *, static: bool) -> list[Match]:
    known = [p for p in info.properties.values() if not p.hidden and p.get_access == "public" and (p.constant or not static)]
    candidates = [(p.name, "property") for p in known] + [(name, "property") for name in properties if name not in info.properties]
    candidates += [(name, "enum") for name in info.member_nodes] if static else []
    methods = [m for m in info.methods.values() if not m.hidden and m.access == "public" and m.name != info.name.rpartition(".")[2]]
    return candidates + [(m.name, "method") for m in methods if m.static or not static]


def _of_folders(session: Any, chain: tuple[str, ...]) -> list[Match]:
    """Functions, classes and packages in the folders of a package (``+name``) on the search path."""
    inside = os.path.join(*("+" + name for name in chain))
    kinds: dict[str, str] = {}
    for folder in session.path.search():
        try:
            entries = sorted(os.listdir(os.path.join(folder, inside)))
        except OSError:
            continue
        kinds.update({name[:-2]: "function" for name in entries if name.endswith(".m")})
        kinds.update({name[1:]: "module" if name[0] == "+" else "class" for name in entries if name[0] in "+@"})
    return list(kinds.items())


def _of_package(chain: tuple[str, ...]) -> list[Match]:
    """Completions after ``matlab.`` or ``containers.``."""
    package = ".".join(chain) + "."
    names = {name[len(package) :].partition(".")[0] for name in builtins() if name.startswith(package)}
    return [(name, "function") for name in sorted(names)]

"""All builtins by name: the records in the modules of ``toolboxes``."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from types import MappingProxyType

from .spec import Builtin

TOOLBOXES = f"{__package__.rpartition('.')[0]}.toolboxes"


def chapters() -> Iterator[tuple[str, tuple[Builtin, ...]]]:
    """Each module of a toolbox (``linalg.products``) and its builtins, in the order of declaration."""
    for name in _modules():
        module = import_module(f"{TOOLBOXES}.{name}")
        found: list[Builtin] = []
        for item in vars(module).values():
            if isinstance(item, Builtin):
                found.append(item)
            elif isinstance(item, tuple) and item and all(isinstance(x, Builtin) for x in item):
                found.extend(item)
        yield name, tuple(dict.fromkeys(record for record in found if _at_home(record, module.__name__)))


def _modules() -> Iterator[str]:
    """The modules of all toolboxes by their names below ``toolboxes``, lower rooms first."""
    package = import_module(TOOLBOXES)
    for room in package.ROOMS:
        yield from _below(f"{package.__path__[0]}/{room}", f"{room}.")


def _below(folder: str, prefix: str) -> Iterator[str]:
    for info in pkgutil.iter_modules([folder], prefix):
        if info.ispkg:
            yield from _below(f"{folder}/{info.name.removeprefix(prefix)}", f"{info.name}.")
        else:
            yield info.name


def _at_home(record: Builtin, chapter: str) -> bool:
    """Whether a record belongs to a chapter that holds it, and was not just imported from another one."""
    home = getattr(record.function, "__module__", chapter)
    return home == chapter or not home.startswith(f"{TOOLBOXES}.")


@cache
def builtins() -> MappingProxyType[str, Builtin]:
    """Name -> Builtin.  A name declared in two places is a mistake and raises."""
    table: dict[str, Builtin] = {}
    for chapter, found in chapters():
        for record in found:
            if table.get(record.name, record) is not record:
                raise ValueError(f"builtin {record.name!r} is declared twice; once more in {chapter}")
            table[record.name] = record
    return MappingProxyType(table)

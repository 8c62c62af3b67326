"""All builtins by name: the records found in the chapters of ``builtins.library``."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from types import MappingProxyType

from . import library
from .spec import Builtin


def chapters() -> Iterator[tuple[str, tuple[Builtin, ...]]]:
    """Each chapter's module name and its builtins, in the order of declaration."""
    for info in pkgutil.iter_modules(library.__path__):
        module = import_module(f"{library.__name__}.{info.name}")
        found: list[Builtin] = []
        for item in vars(module).values():
            if isinstance(item, Builtin):
                found.append(item)
            elif isinstance(item, tuple) and item and all(isinstance(x, Builtin) for x in item):
                found.extend(item)
        yield info.name, tuple(dict.fromkeys(record for record in found if _at_home(record, module.__name__)))


def _at_home(record: Builtin, chapter: str) -> bool:
    """Whether a record belongs to a chapter that holds it, and was not just imported from another one."""
    home = getattr(record.function, "__module__", chapter)
    return home == chapter or not home.startswith(f"{library.__name__}.")


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

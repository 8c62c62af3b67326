"""All functions and methods of the toolboxes by name.  Their modules are imported when a name of theirs is first used.

``names.tsv`` in each room of ``toolboxes`` says which module declares what; ``python -m runmat_kernel.builtins.index`` writes these files.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

from ..base.records import record
from ..values.objects import Method, MethodTable
from .methods_only import function_of_method
from .spec import Builtin, Effect, Fact, Methods, Stored, Trait

TOOLBOXES = f"{__package__.rpartition('.')[0]}.toolboxes"
FOLDER = Path(__file__).resolve().parents[1] / "toolboxes"
NAMES = "names.tsv"
WITHOUT = "-"
"""Begins the names of methods that a class lacks although a base has them."""
STATED = ":"
"""In the middle of the kinds of lines that repeat what builtins state: ``effect:none``."""

_Record = TypeVar("_Record", Builtin, Methods, Stored)


@record
class Index:
    """Which modules (``linalg.products``) declare what."""

    builtins: Mapping[str, str]
    """Name of a function, or of a method that no function declares -> its module."""
    methods: Mapping[str, Mapping[str, str]]
    """Name of a Python class -> name of a method -> its module; methods that the class lacks although a base has them begin with "-"."""
    stored: Mapping[str, str]
    """Name of a class or function that saved objects may name -> its module."""
    stating: Mapping[str, frozenset[str]]
    """``effect:none``, ``fact:compiled`` ... -> the names of the functions that declare it."""


@cache
def index() -> Index:
    """The contents of the ``names.tsv`` of all rooms: lines of module, kind and names.

    Kinds are builtins, stored, what builtins state (``effect:none``), and classes of methods.
    """
    builtins: dict[str, str] = {}
    methods: dict[str, dict[str, str]] = {}
    stored: dict[str, str] = {}
    stating: dict[str, set[str]] = {}
    for file in (FOLDER / room / NAMES for room in rooms()):
        room = file.parent.name
        for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
            module, kind, names = line.split("\t")
            if STATED in kind:
                stating.setdefault(kind, set()).update(names.split())
                continue
            of_kind = builtins if kind == "builtins" else stored if kind == "stored" else methods.setdefault(kind, {})
            of_kind.update(dict.fromkeys(names.split(), f"{room}.{module}"))
    for own in methods.values():
        for name in own.keys() - builtins.keys():
            if not name.startswith(("_", WITHOUT)):
                builtins[name] = own[name]
    return Index(builtins, methods, stored, {kind: frozenset(names) for kind, names in stating.items()})


def kind_of(statement: Effect | Fact | Trait) -> str:
    """The kind of line that says which functions state an effect, a single fact or a trait: ``effect:none``, ``fact:compiled``."""
    return f"{type(statement).__name__}{STATED}{statement.name}".lower()


@cache
def stating(*statements: Effect | Fact | Trait) -> frozenset[str]:
    """The names of the functions that declare one of these effects, facts or traits.  Nothing is imported for it."""
    return frozenset().union(*(index().stating.get(kind_of(statement), ()) for statement in statements))


class Builtins(Mapping[str, Builtin]):
    """Name -> Builtin, each read from its module when it is first asked for."""

    def __init__(self) -> None:
        self._modules = index().builtins
        self._records: dict[str, Builtin] = {}

    def __getitem__(self, name: str) -> Builtin:
        known = self._records.get(name)
        if known is not None:
            return known
        module = self._modules[name]
        self._records |= {record.name: record for record in records(module, Builtin)}
        if name not in self._records:
            self._records[name] = _function_of_method(name, module)
        return self._records[name]

    def __contains__(self, name: object) -> bool:
        return name in self._modules

    def __iter__(self) -> Iterator[str]:
        return iter(self._modules)

    def __len__(self) -> int:
        return len(self._modules)


@cache
def builtins() -> Builtins:
    """All functions of the toolboxes."""
    return Builtins()


class DeclaredMethods(Mapping[str, Method]):
    """The methods of a class of values and of its bases by name, each read from its module when it is first asked for."""

    def __init__(self, cls: type) -> None:
        self._homes: dict[str, tuple[type, str]] = {}
        self._methods: dict[str, Method] = {}
        for base in reversed(cls.__mro__):
            own = index().methods.get(base.__name__, {})
            for name, module in own.items():
                if name.startswith(WITHOUT):
                    self._homes.pop(name.removeprefix(WITHOUT), None)
                else:
                    self._homes[name] = (base, module)

    def __getitem__(self, name: str) -> Method:
        known = self._methods.get(name)
        if known is not None:
            return known
        base, module = self._homes[name]
        for declared in records(module, Methods):
            if declared.of is base and name in declared.functions:
                return self._methods.setdefault(name, declared.functions[name])
        raise _out_of_date(name, module)

    def get(self, name: str, default: Any = None) -> Any:
        known = self._methods.get(name)
        return known if known is not None else self[name] if name in self._homes else default

    def __iter__(self) -> Iterator[str]:
        return iter(self._homes)

    def __len__(self) -> int:
        return len(self._homes)


MethodTable.declared = DeclaredMethods
MethodTable.takes_sparse = staticmethod(lambda name: name in stating(Fact.SPARSE))


def _function_of_method(name: str, module: str) -> Builtin:
    """The function that calls a method which no function declares."""
    for declared in records(module, Methods):
        if name in declared.functions:
            return function_of_method(name, declared.of)
    raise _out_of_date(name, module)


def stored(name: str) -> Any:
    """The class or function of this name that saved objects may name.  KeyError where there is none."""
    module = index().stored[name]
    for declared in records(module, Stored):
        if declared.name == name:
            return declared.item
    raise _out_of_date(name, module)


def is_stored(item: Any) -> bool:
    """Whether saved objects may name this class or function."""
    name = getattr(item, "__name__", "")
    return name in index().stored and stored(name) is item


def records(module: str, kind: type[_Record]) -> tuple[_Record, ...]:
    """The records of a kind that a module of a toolbox holds, alone or in tuples, in the order of declaration."""
    items: list[_Record] = []
    for item in vars(import_module(f"{TOOLBOXES}.{module}")).values():
        if isinstance(item, kind):
            items.append(item)
        elif isinstance(item, tuple) and item and all(isinstance(x, kind) for x in item):
            items.extend(item)
    return tuple(dict.fromkeys(items))


def chapters() -> Iterator[tuple[str, tuple[Builtin, ...]]]:
    """Each module of a toolbox (``linalg.products``) and its builtins, in the order of declaration.  All are imported."""
    for name in modules():
        yield name, tuple(record for record in records(name, Builtin) if _at_home(record, f"{TOOLBOXES}.{name}"))


@cache
def rooms() -> tuple[str, ...]:
    """The folders of toolboxes, lower rooms first."""
    lower: tuple[str, ...] = import_module(TOOLBOXES).LOWER_ROOMS
    folders = {path.parent.name for path in FOLDER.glob("*/__init__.py")}
    return (*lower, *sorted(folders.difference(lower)))


def modules() -> Iterator[str]:
    """The modules of all toolboxes by their names below ``toolboxes``, lower rooms first."""
    for room in rooms():
        yield from _below(FOLDER / room, f"{room}.")


def _below(folder: Path, prefix: str) -> Iterator[str]:
    for info in pkgutil.iter_modules([str(folder)], prefix):
        if info.ispkg:
            yield from _below(folder / info.name.removeprefix(prefix), f"{info.name}.")
        else:
            yield info.name


def _at_home(builtin: Builtin, module: str) -> bool:
    """Whether a record belongs to a module that holds it, and was not just imported from another one."""
    home = getattr(builtin.function, "__module__", module)
    return home == module or not home.startswith(f"{TOOLBOXES}.")


def _out_of_date(name: str, module: str) -> LookupError:
    return LookupError(f"{module} does not declare {name}: run python -m runmat_kernel.builtins.index")

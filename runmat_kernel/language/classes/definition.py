"""A class as data: records of its properties, methods, events and enumeration members, and the tables made of them.

A ``ClassInfo`` is built once from a ``classdef`` (``classes.build``), from an old-style class folder (``classes.oldstyle``)
or in Python for the classes that MATLAB brings along (``classes.native``).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ...syntax import ast as m

# "public", "protected", "private", "immutable", or the names of the classes that have access.
Access = str | tuple[str, ...]
Function = Callable[..., tuple[Any, ...]]


@dataclass(slots=True, eq=False)
class Property:
    """A property.  ``key`` is where objects keep its value: the name, except for a private one that a subclass's own hides.

    ``getter`` and ``setter`` are the ``get.`` and ``set.`` methods; ``check(value)`` gives the value as size, class and
    validators want it; ``default()`` evaluates the default once.
    """

    name: str
    owner: ClassInfo
    get_access: Access = "public"
    set_access: Access = "public"
    constant: bool = False
    dependent: bool = False
    hidden: bool = False
    transient: bool = False
    abstract: bool = False
    abort_set: bool = False
    get_observable: bool = False
    set_observable: bool = False
    non_copyable: bool = False
    node: m.ArgumentDeclaration | None = None
    key: str = ""
    getter: Any = None
    setter: Any = None
    check: Callable[[Any], Any] | None = None
    help: str = ""
    test_parameter: bool = False

    def __post_init__(self) -> None:
        self.key = self.key or self.name

    @property
    def plain_read(self) -> bool:
        """Whether everybody may read it and reading just takes the value."""
        return self.get_access == "public" and self.getter is None and not (self.constant or self.dependent or self.get_observable)

    @property
    def plain_write(self) -> bool:
        """Whether everybody may write it and writing just stores the value."""
        checks = self.check is not None or self.setter is not None or self.set_observable or self.abort_set
        return self.set_access == "public" and not (checks or self.constant or self.dependent)


@dataclass(slots=True, eq=False)
class Method:
    """A method.  ``source`` has ``.function(nargout, *arguments) -> tuple`` (a UserFunction or a NativeFunction)."""

    name: str
    owner: ClassInfo
    source: Any
    access: Access = "public"
    static: bool = False
    abstract: bool = False
    sealed: bool = False
    hidden: bool = False
    attributes: dict[str, Any] = field(default_factory=dict)
    """All attributes of its block, those of tests among them."""

    @property
    def function(self) -> Function:
        return self.source.function


@dataclass(slots=True, eq=False)
class Event:
    name: str
    owner: ClassInfo
    notify_access: Access = "public"
    listen_access: Access = "public"
    hidden: bool = False


@dataclass(slots=True)
class NativeFunction:
    """A method written in Python."""

    function: Function
    nargin: int = -1
    nargout: int = -1


@dataclass(slots=True, eq=False)
class ClassInfo:
    """A class.  ``properties``, ``methods`` and ``events`` hold the inherited ones too; own ones come first.

    ``data_class`` names the built-in class that it derives from (``int32``), if any.  ``open_reads`` and ``open_writes``
    are the names of properties that need no check at all, which generated code asks first.
    """

    name: str
    table: Any
    supers: list[ClassInfo] = field(default_factory=list)
    is_handle: bool = False
    sealed: bool = False
    hidden: bool = False
    abstract: bool = False
    old_style: bool = False
    data_class: str | None = None
    constructor: Any = None
    constructor_access: Access = "public"
    construct_native: Callable[..., Any] | None = None
    implicit_supers: list[ClassInfo] = field(default_factory=list)
    properties: dict[str, Property] = field(default_factory=dict)
    methods: dict[str, Method] = field(default_factory=dict)
    events: dict[str, Event] = field(default_factory=dict)
    member_nodes: dict[str, m.EnumerationMember] = field(default_factory=dict)
    inferior: tuple[str, ...] = ()
    handle_compatible: bool = False
    """Whether classes of handles may derive from this class of values."""
    heirs: frozenset[str] | None = None
    """The classes that may derive from this one; None: all."""
    shadowed: dict[str, dict[str, Property]] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)
    unit: Any = None
    help: str = ""
    open_reads: frozenset[str] = frozenset()
    open_writes: frozenset[str] = frozenset()
    ancestors: tuple[str, ...] = ()
    open_methods: dict[str, Function] = field(default_factory=dict)
    """Compiled instance methods that everybody may call, once they were called."""
    inner_reads: dict[str, frozenset[str]] = field(default_factory=dict)
    inner_writes: dict[str, frozenset[str]] = field(default_factory=dict)
    shared_fixtures: list[str] = field(default_factory=list)
    """The SharedTestFixtures of a class of tests, as text that gives cells of fixtures."""
    overloads: frozenset[str] = frozenset()
    values: dict[str, Any] = field(default_factory=dict)
    """Defaults and constants of its own properties, once they were evaluated."""
    members: dict[str, Any] = field(default_factory=dict)
    template: dict[str, Any] | None = None
    """The values of a fresh object."""
    dispatched: dict[str, Any] = field(default_factory=dict)

    @property
    def short_name(self) -> str:
        return self.name.rpartition(".")[2]

    @property
    def session(self) -> Any:
        return self.table.session

    def derives_from(self, name: str) -> bool:
        return name == self.name or name in self.ancestors

    def finish(self) -> None:
        """Make the tables that are derived from the members."""
        names: dict[str, None] = {}
        for parent in self.supers:
            names.update(dict.fromkeys((parent.name, *parent.ancestors)))
        self.ancestors = tuple(names)
        self.overloads = INDEXING & self.methods.keys()
        if self.overloads or self.old_style:
            return
        plain = [p for p in self.properties.values() if p.name not in self.shadowed and p.key == p.name]
        self.open_reads = frozenset(p.name for p in plain if p.plain_read)
        self.open_writes = frozenset(p.name for p in plain if p.plain_write)

    def reads_of(self, caller: ClassInfo) -> frozenset[str]:
        """The properties whose value code of another class may just take."""
        reads = self.inner_reads.get(caller.name)
        if reads is None:
            reads = self.inner_reads[caller.name] = frozenset(
                p.name for p in self._stored(caller) if p.getter is None and not p.get_observable and allowed(p.get_access, p.owner, caller)
            )
        return reads

    def writes_of(self, caller: ClassInfo) -> frozenset[str]:
        """The properties that code of another class may just store."""
        writes = self.inner_writes.get(caller.name)
        if writes is None:
            writes = self.inner_writes[caller.name] = frozenset(
                p.name
                for p in self._stored(caller)
                if not (p.check or p.setter or p.set_observable or p.abort_set)
                and p.set_access != "immutable"
                and allowed(p.set_access, p.owner, caller)
            )
        return writes

    def _stored(self, caller: ClassInfo) -> list[Property]:
        """The properties that objects keep a value of and that mean the same everywhere; none for strangers of overloads."""
        related = caller.derives_from(self.name) or self.derives_from(caller.name)
        if self.old_style or (self.overloads and not related):
            return []
        kept = self.properties.values()
        return [p for p in kept if not (p.constant or p.dependent or p.abstract or p.name in self.shadowed or p.key != p.name)]

    def property_seen_by(self, name: str, caller: ClassInfo | None) -> Property | None:
        """The property that a name means for code of a class: its own private one where a subclass hides it."""
        if caller is not None and name in self.shadowed:
            own = self.shadowed[name].get(caller.name)
            if own is not None:
                return own
        return self.properties.get(name)


def allowed(access: Access, owner: ClassInfo, caller: ClassInfo | None) -> bool:
    """Whether code of ``caller`` (None: no class) may use a member of ``owner``."""
    if access == "public":
        return True
    if caller is None:
        return False
    if caller.name == owner.name:
        return True
    if access == "protected":
        return caller.derives_from(owner.name) or owner.derives_from(caller.name)
    return type(access) is tuple and any(caller.derives_from(name) for name in access)


INDEXING = frozenset(
    ("subsref", "subsasgn", "parenReference", "parenAssign", "parenDelete", "braceReference", "braceAssign", "dotReference", "dotAssign")
)
"""Methods by which a class takes over the reading or writing of ``obj(...)``, ``obj{...}`` or ``obj.name``."""

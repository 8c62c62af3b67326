"""From the Ast of a ``classdef`` to a ClassInfo."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import Any

from ...base.errors import MatlabError
from ...syntax import ast as m
from ...syntax.unparse import unparse
from ..calls import FunctionTable
from ..units import FunctionLowering, Unit, UserFunction
from ..writing import class_accessors
from .definition import ClassInfo, Event, Method, Property
from .validation import checker


class ClassUnit(Unit):
    """The unit of a class's methods: their frames know the class, and which of them is the constructor or an accessor."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.cls: ClassInfo | None = None

    def belongs_to(self, cls: ClassInfo) -> ClassUnit:
        self.cls = cls
        self.globals["$class"] = cls
        self.globals["$superclass_call"] = cls.table.superclass_call
        self.globals.update(class_accessors(cls))
        return self

    def compile_function(self, node: m.Function) -> Any:
        assert self.cls is not None
        constants: dict[str, Any] = {}
        title = node.name
        if node.name in self.own and self.own[node.name].node is node:
            pass
        elif node.accessor:
            title = f"{self.cls.short_name}/{node.accessor}.{node.name}"
            constants["$accessor"] = (node.accessor, node.name)
        elif node.name == self.cls.short_name:
            constants["$constructs"] = self.cls.name
        elif not node.name.startswith("$"):
            title = f"{self.cls.short_name}/{node.name}"
        constants.update(self._table_of(node))
        lowered = FunctionLowering(self, constants).function(node, title, None)
        return self._build(lowered, constants)

    def evaluate(self, expression: m.Expression, name: str = "$hidden") -> Any:
        """The value of an expression of the definition (defaults, arguments of enumeration members)."""
        span = expression.span
        body = (m.Assign(span, (m.Name(span, "value"),), expression, False),)
        function = self.compile_function(m.Function(span, name, (), ("value",), body))
        return function(1)[0]


class ClassBuilder:
    """Builds one class; ``unit`` is the ClassUnit of its text."""

    def __init__(self, table: Any, node: m.ClassDefinition, name: str, unit: ClassUnit) -> None:
        self.table = table
        self.node = node
        self.unit = unit
        self.cls = ClassInfo(name, table, help=node.help, unit=unit)
        self.files: list[tuple[m.Function, ClassUnit]] = []
        """Methods in files of the class folder."""
        self.signatures: dict[str, dict[str, Any]] = {}

    def build(self) -> ClassInfo:
        cls, node = self.cls, self.node
        self.unit.belongs_to(cls)
        attributes = attribute_values(node.attributes)
        cls.sealed = bool(attributes.get("Sealed", False))
        cls.hidden = bool(attributes.get("Hidden", False))
        cls.inferior = _names(attributes.get("InferiorClasses", ()))
        if "AllowedSubclasses" in attributes:
            cls.heirs = frozenset(_names(attributes["AllowedSubclasses"]))
        cls.shared_fixtures = [unparse(a.value) for a in node.attributes if a.name == "SharedTestFixtures" and a.value is not None]
        cls.supers = [self._super(name) for name in node.superclasses]
        if any(p.is_handle for p in cls.supers) and not all(p.is_handle or p.handle_compatible for p in cls.supers):
            text = "If a class defines superclasses, all or none must be handle classes."
            raise MatlabError(text, "MATLAB:class:inconsistentSuperclasses")
        cls.handle_compatible = bool(attributes.get("HandleCompatible", False))
        cls.is_handle = any(parent.is_handle for parent in cls.supers) or bool(attributes.get("HandleCompatible") == "handle")
        cls.data_class = next((parent.data_class for parent in cls.supers if parent.data_class), None)
        self._own_members()
        self._inherit()
        cls.finish()
        members: list[Method | Property] = [*cls.methods.values(), *cls.properties.values()]
        cls.missing = [x.name for x in members if x.abstract]
        cls.abstract = bool(attributes.get("Abstract", False)) or bool(cls.missing)
        return cls

    def _super(self, name: str) -> ClassInfo:
        info = self.table.superclass(name, self.unit.functions)
        if info is None:
            raise MatlabError(
                f"The specified superclass '{name}' contains a parse error, cannot be found on MATLAB's "
                "search path, or is shadowed by another file with the same name.",
                "MATLAB:class:InvalidSuperClass",
            )
        if info.sealed:
            raise MatlabError(f"Class '{name}' is Sealed and may not be used as a superclass.", "MATLAB:class:sealed")
        if info.heirs is not None and self.cls.name not in info.heirs:
            own = self.cls.name
            text = (
                f"Class '{own}' could not be instantiated because it may not inherit from class '{name}'. Class '{own}' is not specified "
                f"as an allowed subclass of class '{name}'. Remove class '{name}' from the list of superclasses of class '{own}'."
            )
            raise MatlabError(text, "MATLAB:class:SubclassNotAllowed")
        return info

    # ------------------------------------------------------------------ own members

    def _own_members(self) -> None:
        cls = self.cls
        for block in self.node.properties:
            attributes = attribute_values(block.attributes)
            for declared in block.properties:
                cls.properties[declared.name] = self._property(declared, attributes)
        for methods in self.node.methods:
            attributes = attribute_values(methods.attributes)
            for function in methods.methods:
                self._function(function, attributes)
            for signature in methods.signatures:
                self._signature(signature, attributes)
        inner = {f.name for methods in self.node.methods for f in methods.methods if not f.accessor}
        for function, unit in self.files:
            if function.name in inner:  # what the definition itself holds comes before a file of that name
                continue
            declaration = self.signatures.get(function.name, {})
            self.cls.methods[function.name] = _method(function, cls, UserFunction(function, unit.belongs_to(cls)), declaration)
        for events in self.node.events:
            attributes = attribute_values(events.attributes)
            for name in events.names:
                cls.events[name] = Event(
                    name,
                    cls,
                    attributes.get("NotifyAccess", "public"),
                    attributes.get("ListenAccess", "public"),
                    bool(attributes.get("Hidden", False)),
                )
        for enumeration in self.node.enumerations:
            for member in enumeration.members:
                cls.member_nodes[member.name] = member

    def _property(self, declared: m.ArgumentDeclaration, attributes: dict[str, Any]) -> Property:
        access = attributes.get("Access", "public")
        constant = bool(attributes.get("Constant", False))
        prop = Property(
            declared.name,
            self.cls,
            attributes.get("GetAccess", access),
            attributes.get("SetAccess", access),
            constant,
            bool(attributes.get("Dependent", False)),
            bool(attributes.get("Hidden", False)),
            bool(attributes.get("Transient", False)),
            bool(attributes.get("Abstract", False)),
            bool(attributes.get("AbortSet", False)),
            bool(attributes.get("GetObservable", False)),
            bool(attributes.get("SetObservable", False)),
            bool(attributes.get("NonCopyable", False)),
            declared,
            test_parameter=any(attributes.get(mark, False) for mark in ("TestParameter", "MethodSetupParameter", "ClassSetupParameter")),
        )
        prop.check = checker(self.table, self.unit, self.cls, declared)
        return prop

    def _function(self, node: m.Function, attributes: dict[str, Any]) -> None:
        cls = self.cls
        if node.accessor:
            prop = cls.properties.get(node.name)
            if prop is None:
                raise MatlabError(
                    f"Cannot specify a {node.accessor} function for property '{node.name}' in class '{cls.name}', because that "
                    "property is not defined by that class.",
                    "MATLAB:class:InvalidPropertyAccessor",
                )
            setattr(prop, f"{node.accessor}ter", UserFunction(node, self.unit))
        elif node.name == cls.short_name and not attributes.get("Static"):
            cls.constructor = UserFunction(self._constructor(node), self.unit)
            cls.constructor_access = attributes.get("Access", "public")
        else:
            cls.methods[node.name] = _method(node, cls, UserFunction(node, self.unit), attributes)

    def _signature(self, node: m.Function, attributes: dict[str, Any]) -> None:
        """A declaration: an abstract method, or one whose body is in a file of the class folder."""
        if attributes.get("Abstract", False):
            self.cls.methods[node.name] = _method(node, self.cls, UserFunction(node, self.unit), attributes)
        else:
            self.signatures[node.name] = attributes

    # ------------------------------------------------------------------ constructors

    def _constructor(self, node: m.Function) -> m.Function:
        """The constructor with its output set to the new object, and superclass constructors called on it."""
        if len(node.outputs) < 1:
            text = f"The constructor of class '{self.cls.name}' must return the constructed object."
            raise MatlabError(text, "MATLAB:class:constructorOutput")
        output, span = node.outputs[0], node.span
        called: set[str] = set()
        body = tuple(_superclass_calls(statement, output, called) for statement in node.body)
        self.cls.implicit_supers = [parent for parent in self.cls.supers if parent.name not in called]
        fresh = m.Index(span, m.Name(span, "$new_object"), ())
        first = m.Assign(span, (m.Name(span, output),), fresh, False)
        return dataclasses.replace(node, body=(first, *body))

    # ------------------------------------------------------------------ inheritance

    def _inherit(self) -> None:
        cls = self.cls
        for parent in cls.supers:
            for name, prop in parent.properties.items():
                self._inherit_property(name, prop)
            for owner, hidden in ((owner, hidden) for owners in parent.shadowed.values() for owner, hidden in owners.items()):
                cls.shadowed.setdefault(hidden.name, {})[owner] = hidden
            for name, method in parent.methods.items():
                if name != cls.short_name:  # the constructor has that name
                    self._inherit_method(name, method)
            for name, event in parent.events.items():
                cls.events.setdefault(name, event)
        for name in cls.methods.keys() & cls.properties.keys():
            if cls.methods[name].abstract:
                del cls.methods[name]

    def _inherit_property(self, name: str, prop: Property) -> None:
        own = self.cls.properties.get(name)
        if own is None or own.abstract:
            self.cls.properties[name] = prop
        elif own is not prop and not prop.abstract:
            if prop.get_access == "private" and prop.set_access == "private":
                hidden = dataclasses.replace(prop, key=f"{prop.owner.name}.{name}")
                self.cls.shadowed.setdefault(name, {})[prop.owner.name] = hidden
            elif own.owner is self.cls:
                raise MatlabError(
                    f"Cannot define property '{name}' in class '{self.cls.name}' because the property has already been defined in "
                    f"the superclass '{prop.owner.name}'.",
                    "MATLAB:class:RedefinedProperty",
                )

    def _inherit_method(self, name: str, method: Method) -> None:
        own = self.cls.methods.get(name)
        if own is None or (own.abstract and not method.abstract):
            self.cls.methods[name] = method
        elif own.owner is self.cls and method.sealed:
            raise MatlabError(
                f"Method '{name}' in class '{self.cls.name}' conflicts with the sealed method in superclass '{method.owner.name}'. "
                "Overriding a sealed method is not supported.",
                "MATLAB:class:methodOverrideSealed",
            )
        elif own.owner is not self.cls and name != "delete" and _rivals(own, method):
            raise MatlabError(
                f"Method '{name}' defined in class '{self.cls.name}' has 2 or more conflicting definitions.", "MATLAB:class:methodAmbiguous"
            )


def _rivals(first: Method, second: Method) -> bool:
    """Whether two superclasses have methods of their own of one name, so that the class has to say which it means."""
    a, b = first.owner, second.owner
    apart = a is not b and a.unit is not None and b.unit is not None and not (a.derives_from(b.name) or b.derives_from(a.name))
    return apart and not (second.abstract or "private" in (first.access, second.access))


def _method(node: m.Function, cls: ClassInfo, source: UserFunction, attributes: dict[str, Any]) -> Method:
    return Method(
        node.name,
        cls,
        source,
        attributes.get("Access", "public"),
        bool(attributes.get("Static", False)),
        bool(attributes.get("Abstract", False)),
        bool(attributes.get("Sealed", False)),
        bool(attributes.get("Hidden", False)),
        attributes,
    )


def class_unit(session: Any, base: Unit, functions: Iterable[m.Function], *, of_session: bool) -> ClassUnit:
    """A ClassUnit for the text of ``base``; local functions of a file stay its own, those of a cell are the session's."""
    own = () if of_session else tuple(functions)
    program = m.Program(base.program.span, (), own, ())
    table: FunctionTable | None = session.functions if of_session else None
    return ClassUnit(session, base.source, program, functions=table)


# --- attributes -----------------------------------------------------------------------------------------------------


def attribute_values(attributes: Iterable[m.Attribute]) -> dict[str, Any]:
    """Attribute name -> bool, access text, or names of classes."""
    return {a.name: (False if a.negated else True) if a.value is None else _value(a.value) for a in attributes}


def _value(node: m.Expression) -> Any:
    if isinstance(node, m.Parenthesized):
        return _value(node.expression)
    if isinstance(node, m.Name):
        return {"true": True, "false": False}.get(node.name, node.name)
    if isinstance(node, (m.CharLiteral, m.StringLiteral)):
        return {"true": True, "false": False}.get(node.value, node.value)
    if isinstance(node, m.Number):
        return bool(node.value)
    if isinstance(node, m.MetaClass):
        return (node.name,)
    if isinstance(node, m.Unary) and node.operator == "~":
        return not _value(node.operand)
    if isinstance(node, (m.CellLiteral, m.Matrix)):
        names: list[str] = []
        for item in (item for row in node.rows for item in row):
            value = _value(item)
            names += value if type(value) is tuple else [value]
        return tuple(names)
    return True


def _names(value: Any) -> tuple[str, ...]:
    return value if type(value) is tuple else (value,) if isinstance(value, str) else ()


# --- superclass constructors ----------------------------------------------------------------------------------------


def _superclass_calls(node: Any, output: str, called: set[str]) -> Any:
    """The Ast with ``obj@Super(arguments)`` as a call of ``$construct_super`` on the object; collects the superclasses."""
    if isinstance(node, m.ExpressionStatement) and _super_of(node.expression, output) is not None:
        value = _superclass_calls(node.expression, output, called)
        return m.Assign(node.span, (m.Name(node.span, output),), value, node.printed)
    if isinstance(node, m.Index) and _super_of(node, output) is not None:
        rest = tuple(_superclass_calls(argument, output, called) for argument in node.arguments)
        return _construct_super(node.target, output, rest, called)  # type: ignore[arg-type]
    if isinstance(node, m.SuperReference) and node.method == output:
        return _construct_super(node, output, (), called)
    if isinstance(node, m.Node):
        changes = {}
        for field in dataclasses.fields(node):
            old = getattr(node, field.name)
            new = _superclass_calls(old, output, called) if isinstance(old, (m.Node, tuple)) else old
            if new is not old:
                changes[field.name] = new
        return dataclasses.replace(node, **changes) if changes else node
    if type(node) is tuple:
        new_items = tuple(_superclass_calls(item, output, called) for item in node)
        return new_items if any(a is not b for a, b in zip(new_items, node, strict=True)) else node
    return node


def _super_of(node: m.Expression, output: str) -> str | None:
    target = node.target if isinstance(node, m.Index) else node
    return target.superclass if isinstance(target, m.SuperReference) and target.method == output else None


def _construct_super(node: m.SuperReference, output: str, arguments: tuple[Any, ...], called: set[str]) -> m.Index:
    called.add(node.superclass)
    span = node.span
    return m.Index(span, m.Name(span, "$construct_super"), (m.Name(span, output), m.CharLiteral(span, node.superclass), *arguments))

"""Parse-tree callbacks of functions, ``arguments`` blocks and classes."""

from __future__ import annotations

from typing import Any

from ..base.errors import MatlabSyntaxError
from ..base.records import record
from ..base.source import Span
from . import ast, mistakes
from .comments import help_text
from .tokens import Token

Children = list[Any]


@record
class Parameter:
    """One parameter of a signature: its name (``~`` for ignored) and Octave's default."""

    span: Span
    name: str
    default: ast.Expression | None = None


@record
class Signature:
    """The first line of a function."""

    span: Span
    name: str
    accessor: str | None
    parameters: tuple[Parameter, ...]
    outputs: tuple[str, ...]


class DefinitionBuilder:
    """Rules of functions and classes."""

    def parameters(self, children: Children) -> list[Parameter]:
        return children[0]

    def parameter(self, children: Children) -> Parameter:
        token = children[0]
        name = "~" if token.type == "NOT" else token.text
        return Parameter(_cover(children), name, children[2] if len(children) > 1 else None)

    def bracketed_parameters(self, children: Children) -> list:
        return children[1]

    def bracketed_outputs(self, children: Children) -> list:
        return children[1]

    def signature(self, children: Children) -> Signature:
        return self.signature_with_outputs([[], None, *children])

    def signature_with_outputs(self, children: Children) -> Signature:
        outputs, _, path, parameters = children
        names = [path[0].text, *(token.value for token in path[1:])]
        accessor = names[0] if len(names) == 2 and names[0] in ("get", "set") else None
        name = names[1] if accessor else ".".join(names)
        last = parameters[-1].span if parameters else path[-1].span
        return Signature(path[0].span.to(last), name, accessor, tuple(parameters), tuple(_output(o) for o in outputs))

    def function(self, children: Children) -> ast.Function:
        keyword, signature, body, end = children
        return _function(signature, keyword.span.to(end.span), body, bool(end.text))

    def method_signature(self, children: Children) -> ast.Function:
        return _function(children[0], children[0].span, (), True)

    # ------------------------------------------------------------------ arguments and properties

    def arguments_block(self, children: Children) -> ast.ArgumentsBlock:
        attributes = tuple(attribute.name for attribute in children[1])
        return ast.ArgumentsBlock(_cover(children), attributes, tuple(item for item in children[3] if item.name != "~"))

    def declaration(self, children: Children) -> ast.ArgumentDeclaration:
        path, sizes, class_name, validators, default = children
        names = [path[0].text, *(token.value for token in path[1:])]
        last = default or next((part[-1] for part in (validators, class_name, sizes) if part), path[-1])
        return ast.ArgumentDeclaration(
            path[0].span.to(last.span),
            names[0],
            ".".join(names[1:]) or None,
            None if sizes is None else tuple(_size(size) for size in sizes),
            None if class_name is None else _dotted(class_name),
            () if validators is None else tuple(item for item in validators if not isinstance(item, Token)),
            default,
        )

    def declaration_from_class(self, children: Children) -> ast.ArgumentDeclaration:
        name, path = children
        return ast.ArgumentDeclaration(_cover(children), name.text, None, None, None, (), None, path.value)

    def declaration_of_nothing(self, children: Children) -> ast.ArgumentDeclaration:
        """``~`` stands for an input that is not used: there is nothing to check."""
        return ast.ArgumentDeclaration(children[0].span, "~", None, None, None, (), None)

    def default(self, children: Children) -> ast.Expression:
        return children[1]

    def dotted(self, children: Children) -> list:
        return children[0]

    # ------------------------------------------------------------------ classes

    def attribute(self, children: Children) -> ast.Attribute:
        return ast.Attribute(_cover(children), children[0].text, children[2] if len(children) > 1 else None)

    def attribute_negated(self, children: Children) -> ast.Attribute:
        return ast.Attribute(_cover(children), children[1].text, None, True)

    def properties_block(self, children: Children) -> ast.PropertiesBlock:
        return ast.PropertiesBlock(_cover(children), tuple(children[1]), _named(children[3]))

    def methods_block(self, children: Children) -> ast.MethodsBlock:
        parts: dict[bool, list[ast.Function]] = {True: [], False: []}
        for method in children[3]:
            parts[method.span.text.startswith("function")].append(method)
        return ast.MethodsBlock(_cover(children), tuple(children[1]), tuple(parts[True]), tuple(parts[False]))

    def events_block(self, children: Children) -> ast.EventsBlock:
        return ast.EventsBlock(_cover(children), tuple(children[1]), tuple(event.name for event in _named(children[3])))

    def enumeration_block(self, children: Children) -> ast.EnumerationBlock:
        return ast.EnumerationBlock(_cover(children), tuple(children[1]), tuple(children[3]))

    def enumeration_name(self, children: Children) -> ast.EnumerationMember:
        return ast.EnumerationMember(children[0].span, children[0].text, ())

    def enumeration_value(self, children: Children) -> ast.EnumerationMember:
        return ast.EnumerationMember(_cover(children), children[0].text, tuple(children[2]))

    def superclasses(self, children: Children) -> list:
        return children[0]

    def class_definition(self, children: Children) -> ast.ClassDefinition:
        return _class(children[0], children[1], children[2], [], children[4], children[5])

    def derived_class_definition(self, children: Children) -> ast.ClassDefinition:
        return _class(children[0], children[1], children[2], children[4], children[6], children[7])


def _cover(children: Children) -> Span:
    return children[0].span.to(children[-1].span)


def _dotted(tokens: list[Token]) -> str:
    return ".".join([tokens[0].text, *(token.value for token in tokens[1:])])


def _output(output: Any) -> str:
    if isinstance(output, Token):
        return output.text
    if isinstance(output, ast.Name):
        return output.name
    raise MatlabSyntaxError(mistakes.INVALID_EXPRESSION, output.span)


def _size(size: ast.Expression) -> int | str:
    if isinstance(size, ast.ColonAll):
        return ":"
    if isinstance(size, ast.Number) and isinstance(size.value, float) and size.value.is_integer():
        return int(size.value)
    raise MatlabSyntaxError(mistakes.INVALID_SIZE, size.span)


def _named(declarations: list[ast.ArgumentDeclaration]) -> tuple[ast.ArgumentDeclaration, ...]:
    """Declarations of properties and events, which all have names."""
    for item in declarations:
        if item.name == "~":
            raise MatlabSyntaxError(mistakes.INVALID_OPERATOR, item.span)
    return tuple(declarations)


def _function(signature: Signature, span: Span, body: ast.Block, has_end: bool) -> ast.Function:
    blocks = tuple(item for item in body if isinstance(item, ast.ArgumentsBlock))
    nested = tuple(item for item in body if isinstance(item, ast.Function))
    statements = tuple(item for item in body if isinstance(item, ast.Statement))
    defaults = tuple(parameter.default for parameter in signature.parameters)
    return ast.Function(
        span,
        signature.name,
        tuple(parameter.name for parameter in signature.parameters),
        signature.outputs,
        statements,
        blocks,
        nested,
        defaults if any(default is not None for default in defaults) else (),
        help_text(span.source, span.start, signature.span.end),
        signature.accessor,
        has_end,
    )


def _class(keyword: Token, attributes: list, path: list[Token], superclasses: list, members: list, end: Token) -> ast.ClassDefinition:
    def of(kind: type) -> tuple:
        return tuple(member for member in members if isinstance(member, kind))

    span = keyword.span.to(end.span)
    return ast.ClassDefinition(
        span,
        _dotted(path),
        tuple(attributes),
        tuple(_dotted(superclass) for superclass in superclasses),
        of(ast.PropertiesBlock),
        of(ast.MethodsBlock),
        of(ast.EventsBlock),
        of(ast.EnumerationBlock),
        help_text(span.source, span.start, (superclasses[-1] if superclasses else path)[-1].span.end),
    )

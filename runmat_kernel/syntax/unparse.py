"""Ast to text: expressions as func2str writes them (``@(x)x.^2+1``), statements and whole programs one a line.

``parse(unparse(p))`` equals ``p`` up to spans.  Parentheses are written where the Ast has them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from . import ast
from .literals import exact_integer, number_rows, number_value
from .tokens import NUMBER

INDENT = "    "


def unparse(node: ast.Node) -> str:
    """The text of an expression, statement, definition or Program."""
    if isinstance(node, ast.Expression):
        return _expression(node)
    if isinstance(node, ast.Program):
        return "\n".join(_lines(node.classes + node.statements + node.functions, 0)) + "\n"
    return "\n".join(_lines((node,), 0))


# ------------------------------------------------------------------ expressions


def _expression(node: ast.Expression) -> str:
    return _WRITERS.get(type(node), _leaf)(node)


def _leaf(node: ast.Expression) -> str:
    match node:
        case ast.ColonAll():
            return ":"
        case ast.End():
            return "end"
        case ast.Ignored():
            return "~"
        case ast.KeywordArgument(name=name, value=value):
            return f"{name}={_expression(value)}"
        case ast.FunctionReference(name=name):
            return f"@{name}"
        case ast.MetaClass(name=name):
            return f"?{name}"
        case ast.SuperReference(method=method, superclass=superclass, owner=owner):
            return f"{_expression(owner)}.{method}@{superclass}" if owner is not None else f"{method}@{superclass}"
    raise TypeError(f"no text for {type(node).__name__}")


def _range(node: ast.Range) -> str:
    return ":".join(_expression(part) for part in (node.start, node.step, node.stop) if part is not None)


def _numbers(node: ast.Numbers) -> str:
    return f"[{';'.join(map(','.join, number_rows(node.span.text[1:-1]) or ()))}]"


def _chain(node: ast.Expression) -> str:
    """``a+b+c+...``: the left spine is walked without recursion, since generated code has very long sums."""
    parts: list[str] = []
    while isinstance(node, ast.Binary | ast.ShortCircuit):
        parts.append(_expression(node.right))
        parts.append(node.operator)
        node = node.left
    parts.append(_expression(node))
    return "".join(reversed(parts))


def _long_chain(first: str, steps: tuple[tuple[str, ast.Expression | None], ...]) -> str:
    before, after = [], [first]
    for operator, right in steps:
        if right is not None:
            after += [operator, _expression(right)]
        elif operator in ("'", ".'"):
            after.append(operator)
        else:
            before.append(operator)
    return "".join([*reversed(before), *after])


def _number(node: ast.Number) -> str:
    """The literal as it was written, where the span still shows it; else one with the same value."""
    written = node.span.text
    if NUMBER.fullmatch(written) and number_value(written) == (node.value, node.matlab_class):
        return written
    digits = written.lstrip("+-").lstrip()
    if exact_integer(digits, node.matlab_class, written.startswith("-")) == node.value:
        return written
    if node.matlab_class != "double":
        mark = node.matlab_class.replace("uint", "u").replace("int", "s")
        bits = int(mark[1:])
        return f"0x{int(node.value.real) % 2**bits:X}{mark}"
    if isinstance(node.value, complex):
        return _real(node.value.imag) + "i"
    return _real(float(node.value))


def _real(value: float) -> str:
    return repr(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)


def _quoted(text: str, quote: str) -> str:
    return quote + text.replace(quote, quote * 2) + quote


def _list(items: tuple[ast.Expression, ...]) -> str:
    return ",".join(_expression(item) for item in items)


def _rows(rows: tuple[tuple[ast.Expression, ...], ...]) -> str:
    return ";".join(_list(row) for row in rows)


_WRITERS: dict[type, Callable[[Any], str]] = {
    ast.Binary: _chain,
    ast.ShortCircuit: _chain,
    ast.Name: lambda node: node.name,
    ast.Number: _number,
    ast.CharLiteral: lambda node: _quoted(node.value, "'"),
    ast.StringLiteral: lambda node: _quoted(node.value, '"'),
    ast.Index: lambda node: f"{_expression(node.target)}({_list(node.arguments)})",
    ast.CellIndex: lambda node: f"{_expression(node.target)}{{{_list(node.arguments)}}}",
    ast.Field: lambda node: f"{_expression(node.target)}.{node.name}",
    ast.DynamicField: lambda node: f"{_expression(node.target)}.({_expression(node.name)})",
    ast.Parenthesized: lambda node: f"({_expression(node.expression)})",
    ast.Unary: lambda node: node.operator + _expression(node.operand),
    ast.Postfix: lambda node: _expression(node.operand) + node.operator,
    ast.Range: _range,
    ast.Matrix: lambda node: f"[{_rows(node.rows)}]",
    ast.Numbers: _numbers,
    ast.CellLiteral: lambda node: f"{{{_rows(node.rows)}}}",
    ast.Chain: lambda node: _long_chain(_expression(node.first), node.steps),
    ast.AnonymousFunction: lambda node: f"@({','.join(node.parameters)}){_expression(node.body)}",
}
"""The text of each kind of expression; ``_leaf`` writes the others."""


# ------------------------------------------------------------------ statements


def _lines(nodes: Sequence[ast.Node], depth: int) -> list[str]:
    lines: list[str] = []
    for node in nodes:
        lines.extend(_compound(node, depth) or [INDENT * depth + _simple(node)])
    return lines


def _simple(node: ast.Node) -> str:
    end = "" if getattr(node, "printed", True) else ";"
    match node:
        case ast.ExpressionStatement(expression=expression):
            return _expression(expression) + end
        case ast.Assign(targets=targets, value=value, bracketed=bracketed):
            left = f"[{_list(targets)}]" if bracketed else _expression(targets[0])
            return f"{left} = {_expression(value)}{end}"
        case ast.Delete(target=target):
            return f"{_expression(target)} = []{end}"
        case ast.Command(name=name, arguments=arguments):
            return " ".join([name, *(_quoted(word, "'") for word in arguments)]) + end
        case ast.Global(names=names):
            return "global " + " ".join(_declared(name) for name in names)
        case ast.Persistent(names=names):
            return "persistent " + " ".join(_declared(name) for name in names)
        case ast.Import(names=names):
            return " ".join(["import", *names])
        case ast.Break() | ast.Continue() | ast.Return():
            return type(node).__name__.lower()
    raise TypeError(f"no text for {type(node).__name__}")


def _declared(declaration: ast.Declaration) -> str:
    return declaration.name if declaration.value is None else f"{declaration.name} = {_expression(declaration.value)}"


def _compound(node: ast.Node, depth: int) -> list[str]:
    """The lines of a statement with a body, of a function or of a class; empty for simple statements."""
    parts = _parts(node)
    if not parts:
        return []
    lines: list[str] = []
    for head, body in parts:
        lines.append(INDENT * depth + head)
        lines.extend(_lines(body, depth + 1))
    if not isinstance(node, ast.DoUntil):
        lines.append(INDENT * depth + "end")
    return lines


Parts = Sequence[tuple[str, Sequence[ast.Node]]]


def _parts(node: ast.Node) -> Parts:
    """Heads and bodies of a compound node, in order."""
    match node:
        case ast.If(branches=branches, orelse=orelse):
            words = ["if"] + ["elseif"] * (len(branches) - 1)
            parts = [(f"{word} {_expression(b.condition)}", b.body) for word, b in zip(words, branches, strict=True)]
            return [*parts, ("else", orelse)] if orelse else parts
        case ast.While(condition=condition, body=body):
            return [(f"while {_expression(condition)}", body)]
        case ast.DoUntil(body=body, condition=condition):
            return [("do", body), (f"until {_expression(condition)}", ())]
        case ast.For(target=target, iterable=iterable, body=body, parallel=parallel):
            return [(f"{'parfor' if parallel else 'for'} {_expression(target)} = {_expression(iterable)}", body)]
        case ast.Switch(subject=subject, cases=cases, otherwise=otherwise):
            parts = [(f"switch {_expression(subject)}", ()), *((f"case {_expression(c.label)}", c.body) for c in cases)]
            return [*parts, ("otherwise", otherwise)] if otherwise else parts
        case ast.Try(body=body, variable=variable, handler=handler):
            catch = [(f"catch {variable}" if variable else "catch", handler)] if variable or handler else []
            return [("try", body), *catch]
        case ast.Unwind(body=body, cleanup=cleanup):
            return [("unwind_protect", body), ("unwind_protect_cleanup", cleanup)]
        case ast.Spmd(body=body):
            return [("spmd", body)]
        case ast.Function():
            return [(function_head(node), (*node.arguments, *node.body, *node.nested))]
        case ast.ArgumentsBlock(attributes=attributes, declarations=declarations):
            head = f"arguments ({', '.join(attributes)})" if attributes else "arguments"
            return [(head, ()), *((INDENT + _declaration(d), ()) for d in declarations)]
        case ast.ClassDefinition():
            return [(_class_head(node), (*node.enumerations, *node.properties, *node.events, *node.methods))]
    return _class_block(node)


# ------------------------------------------------------------------ definitions


def function_head(node: ast.Function, word: str = "function ") -> str:
    """The first line of a function, after ``word``."""
    defaults = node.defaults or (None,) * len(node.parameters)
    parameters = [p if d is None else f"{p} = {_expression(d)}" for p, d in zip(node.parameters, defaults, strict=True)]
    outputs = f"[{', '.join(node.outputs)}] = " if len(node.outputs) != 1 else f"{node.outputs[0]} = "
    accessor = f"{node.accessor}." if node.accessor else ""
    return f"{word}{outputs if node.outputs else ''}{accessor}{node.name}({', '.join(parameters)})"


def _declaration(node: ast.ArgumentDeclaration) -> str:
    if node.from_class:
        return f"{node.name}.?{node.from_class}"
    parts = [node.name + (f".{node.field}" if node.field else "")]
    if node.sizes is not None:
        parts.append(f"({','.join(str(size) for size in node.sizes)})")
    if node.matlab_class:
        parts.append(node.matlab_class)
    if node.validators:
        parts.append(f"{{{_list(node.validators)}}}")
    if node.default is not None:
        parts.append(f"= {_expression(node.default)}")
    return " ".join(parts)


def _attributes(attributes: tuple[ast.Attribute, ...]) -> str:
    texts = [("~" if a.negated else "") + a.name + (f" = {_expression(a.value)}" if a.value is not None else "") for a in attributes]
    return f" ({', '.join(texts)})" if texts else ""


def _class_head(node: ast.ClassDefinition) -> str:
    supers = " < " + " & ".join(node.superclasses) if node.superclasses else ""
    return f"classdef{_attributes(node.attributes)} {node.name}{supers}"


def _class_block(node: ast.Node) -> Parts:
    match node:
        case ast.PropertiesBlock(attributes=attributes, properties=properties):
            return [("properties" + _attributes(attributes), ()), *((INDENT + _declaration(p), ()) for p in properties)]
        case ast.MethodsBlock(attributes=attributes, methods=methods, signatures=signatures):
            heads = [(INDENT + function_head(s, ""), ()) for s in signatures]
            return [("methods" + _attributes(attributes), ()), *heads, ("", methods)] if methods or heads else [("methods", ())]
        case ast.EventsBlock(attributes=attributes, names=names):
            return [("events" + _attributes(attributes), ()), *((INDENT + name, ()) for name in names)]
        case ast.EnumerationBlock(attributes=attributes, members=members):
            texts = [m.name + (f"({_list(m.arguments)})" if m.arguments else "") for m in members]
            return [("enumeration" + _attributes(attributes), ()), *((INDENT + text, ()) for text in texts)]
    return []

"""Trees as short texts, so that a test is one line of MATLAB and one line of what it means."""

from __future__ import annotations

from dataclasses import fields, is_dataclass

from runmat_kernel.base.source import Source
from runmat_kernel.syntax import ast
from runmat_kernel.syntax.parser import parse

SILENT = {"span", "help", "has_end"}


def program(text: str, variables=()) -> ast.Program:
    return parse(Source("cell", text), frozenset(variables))


def show(node) -> str:
    """``a + 2*b`` as ``(+ a (* 2 b))``; statements that print end in ``!``."""
    match node:
        case ast.Name(name=name):
            return name
        case ast.Number(value=value, matlab_class=matlab_class):
            return f"{value:g}" if matlab_class == "double" else f"{value}:{matlab_class}"
        case ast.CharLiteral(value=value):
            return repr(value)
        case ast.StringLiteral(value=value):
            return f's"{value}"'
        case ast.End():
            return "end"
        case ast.ColonAll():
            return ":"
        case ast.Ignored():
            return "~"
        case ast.Unary(operator=operator, operand=operand):
            return f"({operator} {show(operand)})"
        case ast.Postfix(operator=operator, operand=operand):
            return f"({show(operand)} {operator})"
        case ast.Binary(operator=operator, left=left, right=right) | ast.ShortCircuit(operator=operator, left=left, right=right):
            return f"({operator} {show(left)} {show(right)})"
        case ast.Range(start=start, step=step, stop=stop):
            return f"({':'.join(show(part) for part in (start, step, stop) if part is not None)})"
        case ast.Index(target=target, arguments=arguments):
            return f"{show(target)}({', '.join(map(show, arguments))})"
        case ast.CellIndex(target=target, arguments=arguments):
            return f"{show(target)}{{{', '.join(map(show, arguments))}}}"
        case ast.Field(target=target, name=name):
            return f"{show(target)}.{name}"
        case ast.DynamicField(target=target, name=name):
            return f"{show(target)}.({show(name)})"
        case ast.Matrix(rows=rows):
            return f"[{'; '.join(', '.join(map(show, row)) for row in rows)}]"
        case ast.CellLiteral(rows=rows):
            return f"{{{'; '.join(', '.join(map(show, row)) for row in rows)}}}"
        case ast.Parenthesized(expression=expression):
            return f"<{show(expression)}>"
        case ast.AnonymousFunction(parameters=parameters, body=body):
            return f"@({', '.join(parameters)}) {show(body)}"
        case ast.FunctionReference(name=name):
            return f"@{name}"
        case ast.ExpressionStatement(expression=expression, printed=printed):
            return show(expression) + "!" * printed
        case ast.Assign(targets=targets, value=value, printed=printed, bracketed=bracketed):
            left = ", ".join(map(show, targets))
            return f"{f'[{left}]' if bracketed else left} = {show(value)}" + "!" * printed
        case ast.Delete(target=target, printed=printed):
            return f"delete {show(target)}" + "!" * printed
        case ast.Command(name=name, arguments=arguments, printed=printed):
            return " ".join([f"command {name}", *map(repr, arguments)]) + "!" * printed
    return _generic(node)


def _generic(node) -> str:
    if isinstance(node, tuple):
        return "{" + "; ".join(map(show, node)) + "}"
    if is_dataclass(node):
        parts = [show(getattr(node, field.name)) for field in fields(node) if field.name not in SILENT]
        return " ".join([type(node).__name__, *parts])
    return str(node)


def statements(text: str, variables=()) -> str:
    return "; ".join(map(show, program(text, variables).statements))


def bare(node):
    """A tree without spans, for comparison."""
    if is_dataclass(node):
        return (type(node).__name__, *(bare(getattr(node, field.name)) for field in fields(node) if field.name not in SILENT))
    return tuple(map(bare, node)) if isinstance(node, tuple) else node


def walk(node):
    """A node and all nodes below it, with their parents."""
    stack = [(node, None)]
    while stack:
        current, parent = stack.pop()
        if isinstance(current, tuple):
            stack.extend((child, parent) for child in current)
        elif isinstance(current, ast.Node):
            yield current, parent
            stack.extend((getattr(current, field.name), current) for field in fields(current) if field.name != "span")

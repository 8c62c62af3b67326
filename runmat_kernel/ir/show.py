"""A Loop as text: one operation a line, regions indented, numbers of values in the order in which they are made."""

from __future__ import annotations

from collections.abc import Iterable

from .nodes import Constant, End, Function, Loop, Op, Region, Value


def show(loop: Loop) -> str:
    """The text of a loop, its inputs first."""
    names = _Names()
    lines = [f"input {'.'.join(i.path)}: {names.typed([*i.values, *([i.state] if i.state else [])])}" for i in loop.inputs]
    for op in (loop.op,):
        lines += _op(op, names, "")
    for function in loop.functions:
        lines += _function(function, _Names())
    return "\n".join(lines)


class _Names:
    """Each value gets a number when it is met first; its name in the program, if any, stands before it."""

    def __init__(self) -> None:
        self.known: dict[int, str] = {}

    def of(self, value: Value) -> str:
        if isinstance(value, Constant):
            return f"{value.number!r}"
        return self.known.setdefault(id(value), f"%{value.name}{'.' if value.name else ''}{len(self.known)}")

    def all(self, values: Iterable[Value]) -> str:
        return ", ".join(map(self.of, values))

    def typed(self, values: Iterable[Value]) -> str:
        return ", ".join(f"{self.of(v)}: {v.type}" for v in values)


def _op(op: Op, names: _Names, indent: str) -> list[str]:
    held = [f"{key}={value}" for key, value in op.attributes.items()]
    words = [op.name, names.all(op.operands), *held]
    line = indent + (f"{names.typed(op.results)} = " if op.results else "") + " ".join(w for w in words if w)
    lines = [line + (f"   # line {op.line}" if op.line else "")]
    for region in op.regions:
        lines += _region(region, names, indent + "  ")
    return lines


def _region(region: Region, names: _Names, indent: str) -> list[str]:
    lines = [f"{indent[:-2]}({names.typed(region.parameters)}) {{"]
    for op in region.ops:
        lines += _op(op, names, indent)
    lines.append(indent + (_end(region.end, names) if region.end else "(no end)"))
    return [*lines, indent[:-2] + "}"]


def _end(end: End, names: _Names) -> str:
    reason = f'"{end.reason}"' if end.reason else ""
    return " ".join(w for w in (end.kind, names.all(end.values), reason) if w)


def _function(function: Function, names: _Names) -> list[str]:
    return [f"function {function.name}: {', '.join(map(str, function.results))}", *_region(function.region, names, "  ")]

"""The instructions of a Body as WGSL statements on scalars: what is computed for one element, or for one result."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

from .. import mathlib
from ..body import Instruction
from ..target import Target
from .prune import known
from .random import is_random, one_text
from .scalars import cast, compute_class, load_element, register
from .window import is_window, one_window

_LITERAL = re.compile(r"(?<![\w.])(\d+\.\d*(?:[eE][+-]?\d+)?)R\b")
_CALL = re.compile(r"\brm_(\w+?)_(f32|f64)\b")


@dataclass(slots=True)
class Values:
    """The values of a Body by number: expression text and class.  Statements are collected in ``lines``."""

    texts: dict[int, str] = field(default_factory=dict)
    classes: dict[int, str] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)

    def define(self, number: int, text: str, matlab_class: str) -> None:
        self.texts[number] = text
        self.classes[number] = matlab_class

    def as_class(self, number: int, matlab_class: str) -> str:
        """Value ``number`` cast to a class."""
        return cast(self.texts[number], self.classes[number], matlab_class)


def missing_form(instruction: Instruction) -> str | None:
    """Why an instruction has no device form; None when it has one."""
    op = instruction.op
    if op.name in ("index", "take", "window"):
        return None
    if op.wgsl is None:
        return f"'{op.name}' has no device form"
    if op.wgsl.isidentifier() and not mathlib.available(op.wgsl, register(compute_class(instruction.compute_class))):
        return f"'{op.name}' has no device form for class {instruction.compute_class}"
    return None


def expression(template: str, operands: Sequence[str], type_name: str) -> str:
    """A template of an Op over operand texts of register type ``type_name``."""
    if template.isidentifier():
        return f"rm_{template}_{type_name}({', '.join(operands)})"
    text = re.sub(r"\bREAL\b", type_name, template)
    text = re.sub(r"_T\b", f"_{type_name}", text)
    text = _LITERAL.sub(lambda m: m[1] + {"f64": "lf", "f32": "f"}.get(type_name, ""), text)
    for k, operand in enumerate(operands):
        text = text.replace(f"{{{k}}}", operand)
    return f"({text})"


def write_instructions(values: Values, instructions: Sequence[Instruction], first: int) -> None:
    """Append one statement for each instruction; they are numbered from ``first``."""
    hidden = consumed(instructions)
    for number, instruction in enumerate(instructions, first):
        write_instruction(values, number, instruction, hidden, "", "")


def write_instruction(
    values: Values, number: int, instruction: Instruction, hidden: set[int], index: str, place: str, suffix: str = ""
) -> None:
    """Append the statement of one instruction.

    ``hidden``: the values that ``consumed`` names.  ``index`` is the text of the linear index, ``place`` that of
    the index within the piece, ``suffix`` ends the names.
    """
    type_name = register(compute_class(instruction.compute_class))
    if instruction.op.name == "index":
        result = instruction.matlab_class
        text = f"{register(result)}({index})"
    elif is_random(instruction):
        result = instruction.matlab_class
        text = one_text(instruction, [values.texts[k] for k in instruction.operands], place)
    elif instruction.op.name == "take":
        source, position = instruction.operands
        result = instruction.matlab_class
        text = load_element(values.texts[source], values.texts[position], result)
    elif is_window(instruction):
        result = instruction.matlab_class
        array, weights, at, *numbers = (values.texts[k] for k in instruction.operands)
        text = f"w{number}{suffix}"
        values.lines += one_window(text, array, weights, at, numbers, register(result))
    else:
        template = instruction.op.wgsl or ""
        # Predicates are WGSL conditions, whatever class they compare in; a cast is its operand.
        condition = instruction.matlab_class == "logical" and template != "{0}"
        result = "logical" if condition else compute_class(instruction.compute_class)
        if instruction.op.raw_operands:
            result, type_name = instruction.matlab_class, register(instruction.matlab_class)
        operands = _operands(values, instruction, template)
        text = operands[0] if template == "{0}" else expression(template, operands, type_name)
        if number in hidden and template != "{0}" and not condition:
            text = keep(text, type_name)
    if text.isidentifier():
        # Another name would hide that both are one value, which ``_operands`` must know.
        name = text
    else:
        name = f"v{number}{suffix}"
        values.lines.append(f"let {name}: {register(result)} = {text};")
    if result != instruction.matlab_class:
        cast_name = f"c{number}{suffix}"
        values.lines.append(f"let {cast_name}: {register(instruction.matlab_class)} = {cast(name, result, instruction.matlab_class)};")
        name = cast_name
    values.define(number, name, instruction.matlab_class)


def keep(text: str, type_name: str) -> str:
    """A float that drivers cannot see through, so that each operation rounds on its own.

    Without it they contract ``a * b - c`` into one fused operation and take ``(a + b) - a`` for ``b`` or ``x - x`` for 0.  It flips no
    bits, but only the launch field ``zero`` says so.
    """
    return f"rk_keep_{type_name}({text})" if type_name in ("f32", "f64") else text


def consumed(instructions: Iterable[Instruction]) -> set[int]:
    """The values that another instruction computes with, be it in place, in a function, which drivers write in place too, or under
    another name (``real``, ``reshape``).

    A quotient of ``x - 1`` was 1 ulp off where the driver saw the difference in its correction.
    """
    return {k for i in instructions if i.op.wgsl for k in i.operands}


def _operands(values: Values, instruction: Instruction, template: str) -> list[str]:
    if instruction.op.raw_operands:
        return [values.texts[k] for k in instruction.operands]
    common = compute_class(instruction.compute_class)
    operands = [values.as_class(k, common) for k in instruction.operands]
    if common != "logical":  # drivers take x * (0 or 1) for a choice between 0 and x, but Inf * false is NaN
        logical = [values.classes[k] == "logical" for k in instruction.operands]
        operands = [keep(text, register(common)) if mask else text for text, mask in zip(operands, logical, strict=True)]
    if not template.isidentifier() and len(set(operands)) < len(operands):  # x - x is NaN for infinities, x ~= x for NaN
        operands = [keep(text, register(common)) if text in operands[:k] else text for k, text in enumerate(operands)]
    return operands


def write_guards(values: Values, instructions: Sequence[Instruction], first: int, guards: Sequence[int]) -> str:
    """The condition that any of these instructions that is among ``guards`` left the real domain."""
    conditions = []
    for number in guards:
        if not first <= number < first + len(instructions) or instructions[number - first].op.guard is None:
            continue
        instruction = instructions[number - first]
        operands = [values.as_class(k, compute_class(instruction.compute_class)) for k in instruction.operands]
        conditions.append(expression(instruction.op.guard or "", operands, register(compute_class(instruction.compute_class))))
    return " || ".join(conditions) or "false"


def library(text: str, target: Target) -> list[str]:
    """The mathlib functions that ``text`` calls, with all that they need, in the form for ``target``."""
    names = ((name.removesuffix("_block"), kind) for name, kind in _CALL.findall(text))
    calls = ((name if mathlib.available(name, kind) else "bits", kind) for name, kind in names)
    return mathlib.texts(dict.fromkeys(calls), **_features(target))


def read_library(target: Target) -> None:
    """Read all of mathlib in the form for ``target``, which the first new chains would wait for (10 ms)."""
    for text in mathlib.everything(**_features(target)):
        known(text)


def _features(target: Target) -> dict[str, bool]:
    return {"fused": target.fused, "int64": target.i64, "f64": target.f64, "nan_max": target.nan_max}


def parameter_values(values: Values, parameters: Sequence[str], first: int, without: Collection[int] = ()) -> dict[str, str]:
    """Define the parameters (classes, numbered from ``first``); returns the launch fields they need: name to WGSL type.

    Those ``without`` a field are left out.
    """
    fields: dict[str, str] = {}
    for k, matlab_class in enumerate(parameters):
        if k in without:
            continue
        type_name = register(matlab_class)
        fields[f"p{k}"] = "u32" if type_name == "bool" else type_name
        values.define(first + k, f"(P.p{k} != 0u)" if type_name == "bool" else f"P.p{k}", matlab_class)
    return fields

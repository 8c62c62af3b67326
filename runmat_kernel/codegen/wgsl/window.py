"""Weighted sums over windows (``graph.window``) as WGSL: for one element, or for the elements of a vector at once."""

from __future__ import annotations

from collections.abc import Sequence

from ..body import Body, Instruction
from .scalars import COMPONENTS, ZERO


def is_window(instruction: Instruction) -> bool:
    return instruction.op.name == "window"


def has_windows(body: Body) -> bool:
    return any(is_window(i) for i in body.instructions)


def one_window(name: str, array: str, weights: str, index: str, numbers: Sequence[str], kind: str) -> list[str]:
    """Statements that leave the sum of the element at ``index`` in the variable ``name``; ``array`` and ``weights`` are storage buffers."""
    inner, rows, _, _, _, tall, _, down, _ = numbers
    return [
        f"var {name}: {kind} = {ZERO[kind]};",
        "{",
        *_place(f"i32({index})", numbers),
        *_columns(numbers),
        f"for (var p = max(0, i + {down} - {rows} + 1); p <= min({tall} - 1, i + {down}); p++) {{",
        f"{name} = fma({weights}[p + q * {tall}], {array}[column + {inner} * (i + {down} - p)], {name});",
        "} } }",
    ]


def window_vector(
    name: str, array: str, weights: str, index: str, numbers: Sequence[str], kind: str, width: int
) -> tuple[list[str], list[str]]:
    """Statements for the ``width`` elements from ``index`` on, and the text of each sum.

    Where all of them lie in one column of the inside they share each column of the window: one element more is read for each weight.
    Where they lie in one row of planes they share the weights.  Each sum adds up the same numbers in the same order as ``one_window``.
    """
    inner, rows, _, out_rows, _, tall, _, down, _ = numbers
    vector, lanes = f"vec{width}<{kind}>", COMPONENTS[:width]
    taken = [f"{name}.{c} = fma(weight, x.{c}, {name}.{c});" for c in lanes]
    weight = f"let weight = {weights}[p + q * {tall}];"
    last = width - 1
    beside = ", ".join(f"{array}[start + {lane}]" for lane in range(width))
    lines = [
        f"var {name} = {vector}();",
        "{",
        *_place(f"i32({index})", numbers),
        f"if ({inner} == 1 && i + {last} < {out_rows} && i + {down} - {tall} + 1 >= 0 && i + {last} + {down} < {rows}) {{",
        *_columns(numbers),
        f"let start = column + i + {down};",
        f"var x = {vector}({', '.join([f'{array}[start + {lane + 1}]' for lane in range(last)])}, {ZERO[kind]});",
        f"for (var p = 0; p < {tall}; p++) {{",
        weight,
        f"x = {vector}({array}[start - p], x.{lanes[:last]});",
        *taken,
        "} }",
        f"}} else if (a + {last} < {inner}) {{",
        *_columns(numbers),
        f"for (var p = max(0, i + {down} - {rows} + 1); p <= min({tall} - 1, i + {down}); p++) {{",
        weight,
        f"let start = column + {inner} * (i + {down} - p);",
        f"let x = {vector}({beside});",
        *taken,
        "} }",
        "} else {",
        f"for (var lane = 0; lane < {width}; lane++) {{",
        *one_window("one", array, weights, f"(i32({index}) + lane)", numbers, kind),
        f"{name} = {vector}({name}.{lanes[1:]}, one);",
        "} } }",
    ]
    return lines, [f"{name}.{c}" for c in lanes]


def _place(index: str, numbers: Sequence[str]) -> list[str]:
    """The coordinates of an element of the result: ``a`` of the inner dimensions, row ``i``, column ``j``, and ``c`` of the outer ones."""
    inner, _, _, out_rows, out_columns, *_ = numbers
    return [
        f"let e = {index}; let a = e % {inner}; let i = e / {inner} % {out_rows}; let at = e / ({inner} * {out_rows});",
        f"let j = at % {out_columns}; let c = at / {out_columns};",
    ]


def _columns(numbers: Sequence[str]) -> list[str]:
    """The head of the loop over the window's columns ``q`` that lie inside, and where each begins in the array."""
    inner, rows, columns, _, _, _, wide, _, right = numbers
    return [
        f"for (var q = max(0, j + {right} - {columns} + 1); q <= min({wide} - 1, j + {right}); q++) {{",
        f"let column = a + {inner} * ({rows} * (j + {right} - q + {columns} * c));",
    ]

"""Lanes in a loop: where one element takes much arithmetic, a loop of the shader computes the lanes of a vector one after the other.

Written out, the arithmetic stands in the shader once for each lane, and drivers take time by a shader's length.  With the loop a kernel
takes longer (on an H200 a third, to save a third of 80 ms of compiling), so such a program is compiled anew, written out, when it is used
again.  The vectors that an iteration reads and writes move on by one lane each time, so that nothing is indexed by its number.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..body import Body
from ..target import Target
from .load import argument_list
from .repeat import find_repeat
from .scalars import COMPONENTS
from .shader import Writer

_FUNCTION = 12
"""Operations of the smallest function of mathlib that is more than a correction of what the device has."""


def has_functions(body: Body) -> bool:
    """Whether an element takes a function, whose text stands in the shader for each element that is written out."""
    return any([i.op.cost >= _FUNCTION for i in body.instructions])


def in_lane_loop(body: Body, width: int, blocks: bool, target: Target) -> bool:
    """Whether the lanes of a vector of ``width`` are computed in a loop.

    Not where blocks of random numbers fill several lanes at once, nor where repeated instructions are a loop already.
    """
    heavy = width in (2, 4) and not blocks and sum(i.op.cost for i in body.instructions) >= target.heavy_operations
    return heavy and find_repeat(body) is None


def call_lane_loop(writer: Writer, arguments: Sequence[Sequence[str]], kinds: Sequence[str], linear: str, suffix: str) -> list[str]:
    """Statements that compute the elements of a vector by a loop over its lanes (compare ``load.call_element``).  ``kinds`` are the types
    of each lane's ``arguments``."""
    width = len(arguments)
    writer.fields["zero"] = "u32"  # the driver must not know the number of iterations, lest it writes the loop out
    onward = COMPONENTS[1:width]
    before, after, taken = [], [], []
    for k, kind in enumerate(kinds):
        texts = [lane[k] for lane in arguments]
        if len(set(texts)) == 1:
            taken.append(texts[0])
            continue
        name = f"next{k}{suffix}"
        before.append(f"var {name} = vec{width}<{kind}>({', '.join(texts)});")
        after.append(f"{name} = {name}.{onward}x;")
        taken.append(f"{name}.x")
    results = []
    for member, kind in writer.element:
        name, vector = f"out_{member}{suffix}", f"vec{width}<{kind}>"
        before.append(f"var {name}: {vector};")
        after.append(f"{name} = {vector}({name}.{onward}, r.{member});")
        results.append(name)
    loop = [
        f"for (var lane = 0u; lane < {width}u + P.zero; lane++) {{",
        f"let r = element({linear} + lane{argument_list(taken)});",
        *after,
        "}",
    ]
    elements = [f"let r{k}{suffix} = Element({', '.join(f'{name}.{COMPONENTS[k]}' for name in results)});" for k in range(width)]
    return [*before, *loop, *elements]

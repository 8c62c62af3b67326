"""Lanes by turns: where one element takes much arithmetic, a loop of the shader computes the lanes of a vector one after the other.

Written out, the arithmetic would stand in the shader once for each lane, and drivers take time by a shader's length.  The vectors
that a turn reads and writes move on by one lane with every turn, so that nothing is indexed by the turn's number.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..body import Body
from .repeat import find_repeat
from .scalars import register
from .shader import COMPONENTS, Writer

HEAVY = 60.0
"""The operations of an element from which on its lanes take turns."""


def by_turns(body: Body, width: int, blocks: bool) -> bool:
    """Whether the lanes of a vector of ``width`` take turns.

    Not where blocks of random numbers fill several lanes at once, nor where repeated instructions are a loop already.
    """
    heavy = width in (2, 4) and not blocks and sum(i.op.cost for i in body.instructions) >= HEAVY
    return heavy and find_repeat(body) is None


@dataclass(frozen=True, slots=True)
class Turns:
    """The statements of such a loop, and the texts of what each lane stores: ``stored[lane][store]``."""

    lines: list[str]
    stored: list[list[str]]


def write_turns(
    writer: Writer, body: Body, arguments: Sequence[Sequence[str]], kinds: Sequence[str], linear: str, work: Sequence[str], suffix: str
) -> Turns:
    """The loop over the lanes whose ``arguments`` (for each lane; ``kinds`` are their types) the element function takes.

    ``work`` follows each element, which is ``r``, of lane number ``turn``.
    """
    width = len(arguments)
    writer.fields["zero"] = "u32"  # the number of turns is a secret, lest the driver writes the loop out
    onward = COMPONENTS[1:width]
    before, after, given = [], [], []
    for k, kind in enumerate(kinds):
        texts = [lane[k] for lane in arguments]
        if len(set(texts)) == 1:
            given.append(texts[0])
            continue
        name = f"next{k}{suffix}"
        before.append(f"var {name} = vec{width}<{kind}>({', '.join(texts)});")
        after.append(f"{name} = {name}.{onward}x;")
        given.append(f"{name}.x")
    for k, store in enumerate(body.stores):
        name, kind = f"out{k}{suffix}", f"vec{width}<{register(store.matlab_class)}>"
        before.append(f"var {name}: {kind};")
        after.append(f"{name} = {kind}({name}.{onward}, r.s{k});")
    lines = [
        *before,
        f"for (var turn = 0u; turn < {width}u + P.zero; turn++) {{",
        f"let r = element({linear} + turn{''.join(f', {text}' for text in given)});",
        *work,
        *after,
        "}",
    ]
    return Turns(lines, [[f"out{k}{suffix}.{COMPONENTS[lane]}" for k in range(len(body.stores))] for lane in range(width)])

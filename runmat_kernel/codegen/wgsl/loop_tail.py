"""The tail of a loop's shader: what is reduced after the last iteration, from the registers that hold it, and the stores beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..body import Body, Parameter
from ..forms.loop import LoopBody, Tail
from ..target import Target
from .accumulate import State, declarations, state_bytes
from .element import Values, parameter_values
from .load import element_members, structure
from .random import block_fields
from .reduction import merge_pass, states_of
from .results import tree
from .sequence import Lanes, loop_parameters, write_sequence
from .shader import Pass, Writer, lanes_of, pack, store_type, vector_type


def shifted(body: LoopBody) -> Tail | None:
    """The tail as a shader has it: its parameters behind those of the loop, for which others stand that nothing reads."""
    tail = body.tail
    if tail is None:
        return None
    by = body.fixed + 2 * len(body.counted)
    inner, first = tail.body, len(tail.body.inputs)

    def number(k: int) -> int:
        return k if k < first else k + by

    def moved(items: Sequence) -> tuple:
        return tuple(replace(i, operands=tuple(map(number, i.operands))) for i in items)

    shifted_body = replace(
        inner,
        parameters=(*(Parameter("single") for _ in range(by)), *inner.parameters),
        instructions=moved(inner.instructions),
        accumulations=tuple(replace(a, operand=number(a.operand)) for a in inner.accumulations),
        finish=moved(inner.finish),
        stores=tuple(replace(s, value=number(s.value)) for s in inner.stores),
        results=tuple(replace(s, value=number(s.value)) for s in inner.results),
    )
    return replace(tail, body=shifted_body)


def with_tail(body: LoopBody) -> Body:
    """A iteration and the tail as one Body, as far as the width of vectors depends on it."""
    if body.tail is None:
        return body.step
    inner = body.tail.body
    own = tuple(inner.inputs[k] for k in body.tail.own)
    return replace(
        body.step,
        inputs=(*body.step.inputs, *own),
        instructions=(*body.step.instructions, *inner.instructions),
        stores=(*body.step.stores, *inner.stores),
    )


def tail_key(tail: Tail | None) -> tuple:
    return () if tail is None else (tail.sources, structure(tail.body))


def merging(body: LoopBody, target: Target, groups: int, threads: int) -> Pass:
    """The dispatch that merges what ``groups`` workgroups found, finishes it, and stores the results."""
    tail = shifted(body)
    assert tail is not None
    return merge_pass(tail.body, target, states_of(tail.body, target), groups, 1, 0, threads)


def tail_bytes(body: LoopBody, target: Target) -> int:
    """The size of the state of a tail's reductions."""
    return state_bytes(states_of(body.tail.body, target)) if body.tail is not None else 0


class TailWriter:
    """Writes the tail of one shader: what comes before the main function is declared at once."""

    def __init__(self, body: LoopBody, writer: Writer, width: int) -> None:
        tail = shifted(body)
        assert tail is not None
        self.tail, self.body, self.loop, self.writer, self.width = tail, tail.body, body, writer, width
        self.states: tuple[State, ...] = states_of(tail.body, writer.target)
        start = len(body.step.inputs) + bool(body.tabled)
        read = {k for i in tail.body.instructions for k in i.operands} | {a.operand for a in tail.body.accumulations}
        read |= {s.value for s in tail.body.stores}
        inputs = tail.body.inputs
        self.arrays = {
            k: writer.bind("input", start + j, vector_type(inputs[k].matlab_class, width)) for j, k in enumerate(tail.own) if k in read
        }
        self.outputs = [
            writer.bind("store", len(body.step.stores) + j, store_type(s.matlab_class, width), writable=True)
            for j, s in enumerate(tail.body.stores)
        ]
        writer.bind("state", 0, "State", writable=True)
        writer.fields |= {"lanes": "u32", **block_fields(tail.body.instructions)}

    def element(self) -> list[str]:
        """The statements for one vector, after its last iteration: its elements go into ``s0``."""
        body, width, writer = self.body, self.width, self.writer
        lines: list[str] = [f"let z{k} = {name}[v];" for k, name in self.arrays.items()]
        lanes = [Values(lines=lines) for _ in range(width)]
        classes = [p.matlab_class for p in body.parameters]
        first = len(body.inputs)
        rest = frozenset(range(len(classes) - len(self.loop.tail.body.parameters)))  # type: ignore[union-attr]
        carries = self.loop.carries
        for lane, values in enumerate(lanes):
            for k, source in enumerate(self.tail.sources):
                kind = body.inputs[k].matlab_class
                if source is not None:
                    values.define(k, f"{'k' if source < carries else 'w'}{source}_{lane}", kind)
                elif k in self.arrays:
                    values.define(k, lanes_of(f"z{k}", kind, width)[lane], kind)
            writer.fields |= parameter_values(values, classes, first, rest | loop_parameters(body))
        index = "f64" if writer.target.f64 else "u32"
        if any(i.op.name == "index" for i in body.instructions):
            writer.fields["base"] = index
        places = [f"(P.base + {index}(e + {lane}u))" for lane in range(width)]
        writer.rolled = write_sequence(Lanes(lanes, places, "e", True), body)
        members = [element_members(body, values, first + len(classes), False) for values in lanes]
        declared = ", ".join(f"{name}: {kind}" for name, kind, _ in members[0])
        writer.declarations += [f"struct Element {{ {declared} }}", declarations(self.states, width=width)]
        for lane, texts in enumerate(members):
            lines.append(f"let r{lane} = Element({', '.join(text for _, _, text in texts)});")
        for k, (store, name) in enumerate(zip(body.stores, self.outputs, strict=True)):
            lines.append(f"{name}[v] = {pack([f'r{lane}.s{k}' for lane in range(width)], store.matlab_class)};")
        every = ", ".join(f"r{lane}" for lane in range(width))
        some = " ".join(f"if (e + {lane}u < P.n) {{ s0 = add(s0, r{lane}, e + {lane}u); }}" for lane in range(width))
        lines.append(f"if (e + {width - 1}u < P.n) {{ s0 = add_all(s0, {every}, e); }} else {{ {some} }}")
        return ["{", *lines, "}"]

    def ending(self) -> list[str]:
        """The statements that merge the states of a workgroup and store what comes out, behind the loop over vectors."""
        lines = tree(self.writer, self.writer.threads, ["s0"], leading=True)
        return ["let lane = t;", *lines, "if (t == 0u) { state0[id.x + id.y * grid.x] = s0; }"]

"""A LoopBody as an LLVM function that runs some iterations on some of its elements, a vector of them at a time."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from ...base.records import record
from ..body import Instruction
from ..forms.loop import LoopBody
from ..target import Target
from ..wgsl.element import Values, library, write_guards, write_instruction
from ..wgsl.random import PER_BLOCK, is_random
from ..wgsl.scalars import SCALARS, UNSIGNED, prelude, register
from .functions import Functions
from .values import TYPES, Group, Value, number
from .wgsl import Library, expression, statements


@record
class Signature:
    """The operands of the function: one table of 64-bit fields, which ``fields`` name in order.

    ``count`` elements (a multiple of ``width``) go through the iterations from ``first`` to ``last`` (exclusive); ``index`` is the linear
    index of the first element, a multiple of the elements of a block of random numbers.  ``i<k>`` and ``w<k>`` are addresses of the inputs
    and of the written arrays at the first element, ``m<k>`` and ``n<k>`` those of the bytes that each iteration goes on in them, ``d<k>``
    and ``f<k>`` the elements between two neighbours where they do not lie side by side.  Carries whose first value is a parameter need none
    in memory.  ``s<k>`` are the addresses of what is kept, ``p<k>`` the parameters: their bits, or the address of one for each iteration.
    ``g<number>`` are the rows that take the random numbers of an iteration, of the classes ``rows``.  ``flag`` is the address of a 32-bit
    number that is set where an element leaves the real domain.  So many ``elements`` should go through all iterations before the next ones
    do.
    """

    fields: tuple[str, ...]
    width: int
    rows: tuple[str, ...]
    elements: int


_TARGET = Target(fused=True)
_TOGETHER, _TOGETHER_APART = 8, 2
"""Iterations that a vector goes through while its carries stay in registers: as many streams of memory as processors follow well, and as
many where neighbours lie apart."""
_AHEAD = 512
"""Bytes by which reads are asked for before they come."""
_FIRST_CACHE, _SECOND_CACHE = 2_048, 256 << 10
"""Elements, and bytes of what is carried, that are at work at a time."""
_STRIDE = re.compile(r"[df]\d+")
_MEMORY = {"double": "double", "single": "float", "logical": "i8", "char": "i16"}


def memory_type(matlab_class: str) -> str:
    return _MEMORY.get(matlab_class) or f"i{SCALARS[matlab_class].nbytes * 8}"


def loop_module(body: LoopBody, strides: Sequence[int], name: str) -> tuple[str, Signature]:
    """The text of a module with the function ``name``, and what that takes.

    ``strides``: for each input and then each written array, 1 where neighbours lie side by side, 0 where all take the same element, else
    anything.
    Raises NotImplementedError where something has no form."""
    return _Writer(body, strides).module(name)


class _Writer:
    def __init__(self, body: LoopBody, strides: Sequence[int]) -> None:
        self.body, self.step, self.strides = body, body.step, strides
        items: tuple[Any, ...] = (*self.step.inputs, *self.step.instructions, *self.step.stores)
        classes = {x.matlab_class for x in items}
        wide = classes & {"double", "int64", "uint64"} or any(
            register(i.compute_class) == "f64" for i in self.step.instructions if i.compute_class in SCALARS
        )
        self.width = 8 if wide else 16
        self.fields: dict[str, None] = dict.fromkeys(("count", "first", "last", "index", "flag"))
        self.library = Library()
        self.code = Functions(self.width, self.library)
        self.lines = self.code.lines
        first = len(self.step.inputs) + len(self.step.parameters)
        self.random = [(n, i) for n, i in enumerate(self.step.instructions, first) if is_random(i)]
        self.together = self._iterations_together()

    def _iterations_together(self) -> int:
        """The iterations that a vector goes through at once; random numbers are made for one iteration at a time."""
        apart = any(self.strides[k] == 2 for k, region in enumerate(self.body.reads) if region is not None)
        return 1 if self.random else _TOGETHER_APART if apart else _TOGETHER

    def _elements(self) -> int:
        """The elements that go through all iterations before the next ones do."""
        if self.together < _TOGETHER:
            return _FIRST_CACHE
        inputs = zip(self.step.inputs, self.body.reads, strict=False)
        width = sum(_bytes(memory_type(i.matlab_class)) for i, region in inputs if region is None)
        return max(_FIRST_CACHE, _SECOND_CACHE // max(1, width) // _FIRST_CACHE * _FIRST_CACHE)

    # ------------------------------------------------------------------ the module

    def module(self, name: str) -> tuple[str, Signature]:
        code, step = self.code, self.step
        self._groups()
        table = [line for k, field in enumerate(self.fields) for line in self._field(k, field)]
        if step.guards:
            code.slots.append(f"%flags = alloca {code.vector('bool')}")
            table.append(f"store {code.vector('bool')} zeroinitializer, ptr %flags")
        groups, code.lines[:] = code.lines[:], []
        self._flag()
        lines = [*code.slots, *table, "br label %Lgroups", *groups, *code.lines, "ret void"]
        text = "\n".join([*code.needed, f"define void @{name}(ptr noalias %table) {{", "entry:", *lines, "}"])
        return text, Signature(tuple(self.fields), self.width, tuple(i.matlab_class for _, i in self.random), self._elements())

    def _field(self, k: int, name: str) -> list[str]:
        lines = [f"%at.{name} = getelementptr i64, ptr %table, i64 {k}", f"%{name} = load i64, ptr %at.{name}"]
        if name not in ("count", "first", "last", "index", "flag") and not _STRIDE.fullmatch(name):
            lines.append(f"%{name}.p = inttoptr i64 %{name} to ptr")
        return lines

    def _flag(self) -> None:
        """Tell the caller, in the end, whether an element left the real domain."""
        if self.step.guards:
            left = self.code.any_true(self.code.emit(f"load {self.code.vector('bool')}, ptr %flags", "bool"))
            self.lines += [
                f"br i1 {left}, label %Lflag, label %Ldone",
                "Lflag:", "%flag.p = inttoptr i64 %flag to ptr", "store i32 1, ptr %flag.p", "br label %Ldone", "Ldone:",
            ]  # fmt: skip

    # ------------------------------------------------------------------ iterations by groups, vectors, iterations

    def _groups(self) -> None:
        """All vectors of elements go through some iterations, then through the next ones."""
        self.lines += [
            "Lgroups:", "%begin = phi i64 [ %first, %entry ], [ %stop, %Lgrouped ]",
            "%more = icmp ult i64 %begin, %last", "br i1 %more, label %Lgroup, label %Lend", "Lgroup:",
            f"%full = add i64 %begin, {self.together}", "%within = icmp ult i64 %full, %last",
            "%stop = select i1 %within, i64 %full, i64 %last", "%fresh = icmp eq i64 %begin, 0",
        ]  # fmt: skip
        values, step = Values(), self.step
        for k, item in enumerate(step.inputs):
            values.define(k, f"i{k}", item.matlab_class)
        for k, parameter in enumerate(step.parameters):
            values.define(len(step.inputs) + k, f"p{k}", parameter.matlab_class)
        self._needed(values)
        self._shared(None)
        if self.random:
            self._shared("%begin")
        for number_, instruction in self.random:
            self._fill(number_, instruction, values)
        self.lines += [
            "br label %Lfilled", "Lfilled:", "br label %Lvectors", "Lvectors:", "%e = phi i64 [ 0, %Lfilled ], [ %e.next, %Lgo ]",
            "%left = icmp ult i64 %e, %count", "br i1 %left, label %Lvector, label %Lgrouped", "Lvector:",
        ]  # fmt: skip
        self._vector(values)
        self.lines += [
            "br label %Lgo", "Lgo:", f"%e.next = add i64 %e, {self.width}", "br label %Lvectors",
            "Lgrouped:", "br label %Lgroups", "Lend:",
        ]  # fmt: skip

    def _shared(self, iteration: str | None) -> None:
        """The values that all elements share: in all iterations (None), or in one; addresses among it."""
        body, names = self.body, self.code.frame.names
        for k, parameter in enumerate(self.step.parameters):
            if (k >= body.fixed) == (iteration is not None):
                names[f"p{k}"] = self._parameter(k, parameter.matlab_class, iteration)
        for k, region in enumerate(body.reads):
            if (region is not None) == (iteration is not None):
                self._address("i", "m", k, iteration)
                if self.strides[k] == 0:
                    kind = self.step.inputs[k].matlab_class
                    names[f"i{k}"] = self._splat(f"load {memory_type(kind)}, ptr %i{k}.t", kind)
        if iteration is not None:
            for k in range(len(body.writes)):
                self._address("w", "n", k, iteration)

    def _vector(self, values: Values) -> None:
        """The iterations of a group for one vector of elements, whose carries stay in registers meanwhile."""
        body, step, code = self.body, self.step, self.code
        names = code.frame.names
        starts = []
        for k, item in enumerate(step.inputs):
            if body.reads[k] is None and self.strides[k] != 0:
                names[f"i{k}"] = self._loaded(f"%i{k}.t", item.matlab_class, self._stride("d", k, self.strides[k]))
            if k < body.carries:
                starts.append(self._start(k, names[f"i{k}"]))  # type: ignore[arg-type]
                names[f"i{k}"] = Value(register(item.matlab_class), f"%c{k}")
        if any(i.op.name == "index" for i in step.instructions):
            names["index"] = self._index()
        self.lines += [
            "br label %Lenter",
            "Lenter:",
            "br label %Literation",
            "Literation:",
            "%iteration = phi i64 [ %begin, %Lenter ], [ %iteration.next, %Lagain ]",
        ]
        mark = len(self.lines)
        values_stored = self._iteration(values)
        carried = [code.typed(v, register(s.matlab_class)) for v, s in zip(values_stored[: body.carries], step.stores, strict=False)]
        self.lines[mark:mark] = [
            f"%c{k} = phi {code.vector(value.type)} [ {start}, %Lenter ], [ {value.text}, %Lagain ]"
            for k, (start, value) in enumerate(zip(starts, carried, strict=True))
        ]
        self.lines += [
            "br label %Lagain", "Lagain:", "%iteration.next = add i64 %iteration, 1",
            "%on = icmp ult i64 %iteration.next, %stop", "br i1 %on, label %Literation, label %Lstore", "Lstore:",
        ]  # fmt: skip
        for k, value in enumerate(carried):
            self._stored(f"%i{k}.t", value, step.stores[k].matlab_class)
        for k in range(body.carries, body.carries + body.kept):
            self.fields[f"s{k}"] = None
            self._stored(f"%s{k}.p", values_stored[k], step.stores[k].matlab_class)

    def _start(self, k: int, loaded: Value) -> str:
        """What a carry has before a group of iterations: in memory it lies once an iteration was run, where its first value is a
        parameter."""
        number_ = self.body.starts_from(k)
        if number_ is None:
            return loaded.text
        vector, first = self.code.vector(loaded.type), self.code.frame.names[f"p{number_}"]
        return self.code.emit(f"select i1 %fresh, {vector} {first.text}, {vector} {loaded.text}", loaded.type).text  # type: ignore[union-attr]

    def _iteration(self, values: Values) -> list[Value]:
        """One iteration for one vector: what its stores have then.  Written arrays are written."""
        body, step, code = self.body, self.step, self.code
        first, names = len(step.inputs) + len(step.parameters), code.frame.names
        if not self.random:
            self._shared("%iteration")
        for k, item in enumerate(step.inputs):
            if body.reads[k] is not None and self.strides[k] != 0:
                names[f"i{k}"] = self._loaded(f"%i{k}.t", item.matlab_class, self._stride("d", k, self.strides[k]))
                if self.strides[k] == 1:
                    self._ahead(k, memory_type(item.matlab_class))
        for number_, instruction in self.random:
            names[f"g{number_}"] = self._loaded(f"%g{number_}.p", instruction.matlab_class)
            values.define(number_, f"g{number_}", instruction.matlab_class)
        for number_, instruction in enumerate(step.instructions, first):
            if not is_random(instruction):
                write_instruction(values, number_, instruction, set(), "index", "index")
        code.statements(statements("\n".join(values.lines)))
        if step.guards:
            flags = code.value(expression(write_guards(values, step.instructions, first, step.guards)))
            kept = code.emit(f"load {code.vector('bool')}, ptr %flags", "bool")
            flags = code.binary("||", kept, flags)  # type: ignore[arg-type]
            self.lines.append(f"store {code.vector('bool')} {flags.text}, ptr %flags")
        stored = [code.value(expression(values.as_class(s.value, s.matlab_class))) for s in step.stores]
        own = body.carries + body.kept
        for k, store in enumerate(step.stores[own:]):
            stride = self._stride("f", k, self.strides[len(step.inputs) + k])
            self._stored(f"%w{k}.t", stored[own + k], store.matlab_class, stride)  # type: ignore[arg-type]
        return stored  # type: ignore[return-value]

    def _needed(self, values: Values) -> None:
        """Read the functions that the iteration calls."""
        trial, first = Values(texts=dict(values.texts), classes=dict(values.classes)), len(self.step.inputs) + len(self.step.parameters)
        calls = []
        for number_, instruction in enumerate(self.step.instructions, first):
            if is_random(instruction):
                kind = register(instruction.matlab_class)
                calls.append(f"rm_{instruction.op.name}_block_{kind}(")
                trial.define(number_, f"g{number_}", instruction.matlab_class)
            else:
                write_instruction(trial, number_, instruction, set(), "index", "index")
        calls += [trial.as_class(s.value, s.matlab_class) for s in self.step.stores]
        calls.append(write_guards(trial, self.step.instructions, first, self.step.guards))
        text = "\n".join([*trial.lines, *calls])
        for part in (*library(text, _TARGET), prelude(True, text)):
            self.library.add(part)

    # ------------------------------------------------------------------ what the function is given

    def _splat(self, load: str, kind: str) -> Value:
        """One element of a class, in all lanes."""
        name, one, all_ = self.code.name(), self.code.name(), self.code.name()
        memory = memory_type(kind)
        vector = f"<{self.width} x {memory}>"
        self.lines += [
            f"{name} = {load}",
            f"{one} = insertelement {vector} poison, {memory} {name}, i64 0",
            f"{all_} = shufflevector {vector} {one}, {vector} poison, <{self.width} x i32> zeroinitializer",
        ]
        return self._register(all_, kind)

    def _register(self, text: str, kind: str) -> Value:
        """A loaded element as a value."""
        code, memory, type_name = self.code, memory_type(kind), register(kind)
        vector = f"<{self.width} x {memory}>"
        if type_name == "bool":
            return code.emit(f"icmp ne {vector} {text}, zeroinitializer", "bool")
        if memory != TYPES[type_name]:
            return code.emit(f"{'zext' if kind in UNSIGNED else 'sext'} {vector} {text} to {code.vector(type_name)}", type_name)
        return Value(type_name, text)

    def _parameter(self, k: int, kind: str, iteration: str | None) -> Value:
        self.fields[f"p{k}"] = None
        memory = memory_type(kind)
        if iteration is None:  # the bits lie in the table itself
            return self._splat(f"load {memory}, ptr %at.p{k}", kind)
        at = self.code.name()
        self.lines.append(f"{at} = getelementptr {memory}, ptr %p{k}.p, i64 {iteration}")
        return self._splat(f"load {memory}, ptr {at}", kind)

    def _address(self, letter: str, moves: str, k: int, iteration: str | None) -> None:
        self.fields[f"{letter}{k}"] = None
        if iteration is None:
            self.lines.append(f"%{letter}{k}.t = getelementptr i8, ptr %{letter}{k}.p, i64 0")
            return
        self.fields[f"{moves}{k}"] = None
        at, far = self.code.name(), self.code.name()
        self.lines += [
            f"{at} = getelementptr i64, ptr %{moves}{k}.p, i64 {iteration}",
            f"{far} = load i64, ptr {at}",
            f"%{letter}{k}.t = getelementptr i8, ptr %{letter}{k}.p, i64 {far}",
        ]

    def _ahead(self, k: int, memory: str) -> None:
        """Ask for what the same iteration of vectors to come reads: a group of iterations reads more streams than processors foresee
        well."""
        at, far = self.code.name(), self.code.name()
        self.lines += [
            f"{at} = getelementptr {memory}, ptr %i{k}.t, i64 %e",
            f"{far} = getelementptr i8, ptr {at}, i64 {_AHEAD}",
            f"call void @llvm.prefetch.p0(ptr {far}, i32 0, i32 3, i32 1)",
        ]
        self.code.needed["declare void @llvm.prefetch.p0(ptr, i32, i32, i32)"] = None

    def _index(self) -> Value:
        """The linear index of the elements as doubles."""
        code = self.code
        place = code.name()
        self.lines.append(f"{place} = add i64 %index, %e")
        one, all_ = code.name(), code.name()
        vector = code.vector("i64")
        self.lines += [
            f"{one} = insertelement {vector} poison, i64 {place}, i64 0",
            f"{all_} = shufflevector {vector} {one}, {vector} poison, <{self.width} x i32> zeroinitializer",
        ]
        lanes = f"<{', '.join(f'i64 {k}' for k in range(self.width))}>"
        return code.convert(code.emit(f"add {vector} {all_}, {lanes}", "u64"), "f64")

    # ------------------------------------------------------------------ memory

    def _stride(self, letter: str, k: int, stride: int) -> str | None:
        """The field that says how far neighbours lie apart; None where they lie side by side."""
        if stride == 1:
            return None
        self.fields[f"{letter}{k}"] = None
        return f"%{letter}{k}"

    def _loaded(self, address: str, kind: str, stride: str | None = None) -> Value:
        """A vector of neighbours, ``stride`` elements apart."""
        memory, code = memory_type(kind), self.code
        vector = f"<{self.width} x {memory}>"
        if stride is None:
            at, name = code.name(), code.name()
            self.lines += [
                f"{at} = getelementptr {memory}, ptr {address}, i64 %e",
                f"{name} = load {vector}, ptr {at}, align {_bytes(memory)}",
            ]
            return self._register(name, kind)
        text = "poison"
        for k, at in enumerate(self._places(address, memory, stride)):
            one, name = code.name(), code.name()
            self.lines += [f"{one} = load {memory}, ptr {at}", f"{name} = insertelement {vector} {text}, {memory} {one}, i64 {k}"]
            text = name
        return self._register(text, kind)

    def _places(self, address: str, memory: str, stride: str) -> list[str]:
        places = []
        for k in range(self.width):
            lane, far, at = self.code.name(), self.code.name(), self.code.name()
            self.lines += [
                f"{lane} = add i64 %e, {k}",
                f"{far} = mul i64 {lane}, {stride}",
                f"{at} = getelementptr {memory}, ptr {address}, i64 {far}",
            ]
            places.append(at)
        return places

    def _stored(self, address: str, value: Value, kind: str, stride: str | None = None) -> None:
        memory, code, type_name = memory_type(kind), self.code, register(kind)
        vector = f"<{self.width} x {memory}>"
        text = code.typed(value, type_name).text
        if type_name == "bool":
            text = code.emit(f"zext {code.vector('bool')} {text} to {vector}", "u32").text
        elif memory != TYPES[type_name]:
            text = code.emit(f"trunc {code.vector(type_name)} {text} to {vector}", "u32").text
        if stride is None:
            at = code.name()
            self.lines += [
                f"{at} = getelementptr {memory}, ptr {address}, i64 %e",
                f"store {vector} {text}, ptr {at}, align {_bytes(memory)}",
            ]
            return
        for k, at in enumerate(self._places(address, memory, stride)):
            one = code.name()
            self.lines += [f"{one} = extractelement {vector} {text}, i64 {k}", f"store {memory} {one}, ptr {at}"]

    # ------------------------------------------------------------------ random numbers

    def _fill(self, number_: int, instruction: Instruction, values: Values) -> None:
        """The random numbers of an iteration, written in their row: each lane takes one block of Philox."""
        code, width = self.code, self.width
        per_block, kind = PER_BLOCK[instruction.matlab_class], register(instruction.matlab_class)
        self.fields[f"g{number_}"] = None
        key_low, key_high, low, high = (code.frame.names[values.texts[k]] for k in instruction.operands[1:])
        start = code.binary("|", code.binary("<<", code.convert(high, "u64"), number(32, "u32")), code.convert(low, "u64"))  # type: ignore[arg-type]
        n = f"{number_}"
        self.lines += [
            f"br label %Lbefore{n}", f"Lbefore{n}:", f"br label %Lblocks{n}", f"Lblocks{n}:",
            f"%b{n} = phi i64 [ 0, %Lbefore{n} ], [ %b.next{n}, %Lon{n} ]",
            f"%some{n} = icmp ult i64 %b{n}, %count", f"br i1 %some{n}, label %Lblock{n}, label %Lfilled{n}", f"Lblock{n}:",
            f"%place{n} = add i64 %index, %b{n}", f"%block{n} = udiv i64 %place{n}, {per_block}",
        ]  # fmt: skip
        vector = code.vector("u64")
        one = code.emit(f"insertelement {vector} poison, i64 %block{n}, i64 0", "u64")
        all_ = code.emit(f"shufflevector {vector} {one.text}, {vector} poison, <{width} x i32> zeroinitializer", "u64")
        lanes = f"<{', '.join(f'i64 {k}' for k in range(width))}>"
        place = code.binary("+", code.emit(f"add {vector} {all_.text}, {lanes}", "u64"), start)
        counter = Group("vec2<u32>", (code.convert(place, "u32"), code.convert(code.binary(">>", place, number(32, "u32")), "u32")))
        key = Group("vec2<u32>", (key_low, key_high))  # type: ignore[arg-type]
        drawn = code.apply(f"rm_{instruction.op.name}_block_{kind}", [key, counter])
        texts = [part.text for part in drawn.parts]  # type: ignore[union-attr]
        memory, long = memory_type(instruction.matlab_class), width
        while len(texts) > 1:
            half = len(texts) // 2
            order = ", ".join(f"i32 {k}, i32 {k + long}" for k in range(long))
            joined = []
            for a, b in zip(texts[:half], texts[half:], strict=True):
                name = code.name()
                self.lines.append(f"{name} = shufflevector <{long} x {memory}> {a}, <{long} x {memory}> {b}, <{2 * long} x i32> <{order}>")
                joined.append(name)
            texts, long = joined, 2 * long
        self.lines += [
            f"%to{n} = getelementptr {memory}, ptr %g{n}.p, i64 %b{n}",
            f"store <{long} x {memory}> {texts[0]}, ptr %to{n}, align {_bytes(memory)}",
            f"br label %Lon{n}", f"Lon{n}:", f"%b.next{n} = add i64 %b{n}, {long}", f"br label %Lblocks{n}", f"Lfilled{n}:",
        ]  # fmt: skip


def _bytes(memory: str) -> int:
    return {"double": 8, "float": 4}.get(memory) or int(memory[1:]) // 8

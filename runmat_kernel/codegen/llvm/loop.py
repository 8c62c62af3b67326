"""A LoopBody as an LLVM function that runs some turns on some of its elements, a vector of them at a time."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...base.records import record
from ..body import Instruction
from ..loop import LoopBody
from ..target import Target
from ..wgsl.element import Values, library, write_guards, write_instruction
from ..wgsl.random import PER_BLOCK, is_random
from ..wgsl.scalars import SCALARS, UNSIGNED, prelude, register
from .functions import Functions
from .values import TYPES, Group, Value, number
from .wgsl import Library, expression, statements


@record
class Signature:
    """What the function takes: one table of 64-bit fields, which ``fields`` name in order.

    ``count`` elements (a multiple of ``width``) go through the turns from ``first`` to ``last`` (exclusive); ``index`` is the linear index
    of the first element, a multiple of the elements of a block of random numbers.  ``i<k>`` and ``w<k>`` are addresses of the inputs and of
    the written arrays at the first element, ``m<k>`` and ``n<k>`` those of the bytes that each turn goes on in them, ``d<k>`` and ``f<k>``
    the elements between two neighbours where they do not lie side by side.  ``s<k>`` are the addresses of what is kept, ``p<k>`` the
    parameters: their bits, or the address of one for each turn.  ``g<number>`` are the rows that take the random numbers of a turn, of the
    classes ``rows``.  ``flag`` is the address of a 32-bit number that is set where an element leaves the real domain.
    """

    fields: tuple[str, ...]
    width: int
    rows: tuple[str, ...]


_TARGET = Target(fused=True)
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
        classes = {x.matlab_class for x in (*self.step.inputs, *self.step.instructions, *self.step.stores)}
        wide = classes & {"double", "int64", "uint64"} or any(
            register(i.compute_class) == "f64" for i in self.step.instructions if i.compute_class in SCALARS
        )
        self.width = 8 if wide else 16
        self.fields: dict[str, None] = dict.fromkeys(("count", "first", "last", "index", "flag"))
        self.library = Library()
        self.code = Functions(self.width, self.library)
        self.lines = self.code.lines

    # ------------------------------------------------------------------ the module

    def module(self, name: str) -> tuple[str, Signature]:
        code, step = self.code, self.step
        values = Values()
        turn = self._turn(values)
        table = [line for k, field in enumerate(self.fields) for line in self._field(k, field)]
        flag = (
            [f"br i1 {self._flagged}, label %Lflag, label %Ldone", "Lflag:", "store i32 1, ptr %flag.p", "br label %Ldone", "Ldone:"]
            if step.guards
            else []
        )
        lines = [
            *code.slots, *table,
            *([f"store {code.vector('bool')} zeroinitializer, ptr %flags"] if step.guards else []),
            "br label %Lturns", "Lturns:", "%turn = phi i64 [ %first, %entry ], [ %turn.next, %Lnext ]",
            "%more = icmp ult i64 %turn, %last", "br i1 %more, label %Lturn, label %Lend", "Lturn:",
            *turn, "Lnext:", "%turn.next = add i64 %turn, 1", "br label %Lturns", "Lend:", *self._end, *flag, "ret void",
        ]  # fmt: skip
        text = "\n".join([*code.needed, f"define void @{name}(ptr noalias %table) {{", "entry:", *lines, "}"])
        return text, Signature(tuple(self.fields), self.width, tuple(i.matlab_class for i in step.instructions if is_random(i)))

    def _field(self, k: int, name: str) -> list[str]:
        lines = [f"%at.{name} = getelementptr i64, ptr %table, i64 {k}", f"%{name} = load i64, ptr %at.{name}"]
        if name not in ("count", "first", "last", "index") and not _STRIDE.fullmatch(name):
            lines.append(f"%{name}.p = inttoptr i64 %{name} to ptr")
        return lines

    # ------------------------------------------------------------------ one turn

    def _turn(self, values: Values) -> list[str]:
        body, step, code = self.body, self.step, self.code
        first = len(step.inputs) + len(step.parameters)
        count = body.carries + body.kept
        names = code.frame.names
        self._end: list[str] = []
        if step.guards:
            code.slots.append(f"%flags = alloca {code.vector('bool')}")
        # once for a turn: addresses, parameters, random numbers, what all elements share
        for k, parameter in enumerate(step.parameters):
            self._parameter(k, parameter.matlab_class, k >= body.fixed)
            values.define(len(step.inputs) + k, f"p{k}", parameter.matlab_class)
        for k, region in enumerate(body.reads):
            self._address("i", "m", k, region is not None)
            if self.strides[k] == 0:
                kind = step.inputs[k].matlab_class
                names[f"i{k}"] = self._splat(f"load {memory_type(kind)}, ptr %i{k}.t", kind)
        for k in range(len(body.writes)):
            self._address("w", "n", k, True)
        self._needed(values, first)
        random = [(n, i) for n, i in enumerate(step.instructions, first) if is_random(i)]
        for number_, instruction in random:
            self._fill(number_, instruction, values)
        self.lines += ["br label %Lfill", "Lfill:", "br label %Lvectors", "Lvectors:", "%e = phi i64 [ 0, %Lfill ], [ %e.next, %Lgo ]",
                       "%left = icmp ult i64 %e, %count", "br i1 %left, label %Lvector, label %Lnext", "Lvector:"]  # fmt: skip
        # once for a vector of elements
        for k, item in enumerate(step.inputs):
            values.define(k, f"i{k}", item.matlab_class)
            if self.strides[k] != 0:
                names[f"i{k}"] = self._loaded(f"%i{k}.t", item.matlab_class, self._stride("d", k, self.strides[k]))
                if body.reads[k] is not None and self.strides[k] == 1:
                    at = code.name()
                    self.lines += [
                        f"{at} = getelementptr {memory_type(item.matlab_class)}, ptr %i{k}.n, i64 %e",
                        f"call void @llvm.prefetch.p0(ptr {at}, i32 0, i32 3, i32 1)",
                    ]
                    code.needed["declare void @llvm.prefetch.p0(ptr, i32, i32, i32)"] = None
        if any(i.op.name == "index" for i in step.instructions):
            names["index"] = self._index()
        for number_, instruction in random:
            names[f"g{number_}"] = self._loaded(f"%g{number_}.p", instruction.matlab_class)
            values.define(number_, f"g{number_}", instruction.matlab_class)
        for number_, instruction in enumerate(step.instructions, first):
            if not is_random(instruction):
                write_instruction(values, number_, instruction, set(), "index", "index")
        self._run(values)
        if step.guards:
            condition = write_guards(values, step.instructions, first, step.guards)
            flags = code.value(expression(condition))
            kept = code.emit(f"load {code.vector('bool')}, ptr %flags", "bool")
            flags = code.binary("||", kept, flags)  # type: ignore[arg-type]
            self.lines.append(f"store {code.vector('bool')} {flags.text}, ptr %flags")
            mark = len(self.lines)
            kept = code.emit(f"load {code.vector('bool')}, ptr %flags", "bool")
            self._flagged = code.any_true(kept)
            self._end = self.lines[mark:]
            del self.lines[mark:]
        texts = [values.as_class(s.value, s.matlab_class) for s in step.stores]
        found = [code.value(expression(text)) for text in texts]
        for k, (store, value) in enumerate(zip(step.stores, found, strict=True)):
            if k >= count:
                self._stored(
                    f"%w{k - count}.t", value, store.matlab_class, self._stride("f", k - count, self.strides[len(step.inputs) + k - count])
                )  # type: ignore[arg-type]
            elif k < body.carries:
                self._stored(f"%i{k}.t", value, store.matlab_class)  # type: ignore[arg-type]
            else:
                self.fields[f"s{k}"] = None
                self._stored(f"%s{k}.p", value, store.matlab_class)  # type: ignore[arg-type]
        self.lines += ["br label %Lgo", "Lgo:", f"%e.next = add i64 %e, {self.width}", "br label %Lvectors"]
        return self.lines

    def _needed(self, values: Values, first: int) -> None:
        """Read the functions that the turn calls."""
        trial = Values(texts=dict(values.texts), classes=dict(values.classes))
        for k, item in enumerate(self.step.inputs):
            trial.define(k, f"i{k}", item.matlab_class)
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

    def _run(self, values: Values) -> None:
        self.code.statements(statements("\n".join(values.lines)))

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
        """What memory holds, as a value."""
        code, memory, type_name = self.code, memory_type(kind), register(kind)
        vector = f"<{self.width} x {memory}>"
        if type_name == "bool":
            return code.emit(f"icmp ne {vector} {text}, zeroinitializer", "bool")
        if memory != TYPES[type_name]:
            return code.emit(f"{'zext' if kind in UNSIGNED else 'sext'} {vector} {text} to {code.vector(type_name)}", type_name)
        return Value(type_name, text)

    def _parameter(self, k: int, kind: str, scheduled: bool) -> None:
        self.fields[f"p{k}"] = None
        memory = memory_type(kind)
        if scheduled:
            at = self.code.name()
            self.lines.append(f"{at} = getelementptr {memory}, ptr %p{k}.p, i64 %turn")
            self.code.frame.names[f"p{k}"] = self._splat(f"load {memory}, ptr {at}", kind)
        else:
            # the bits lie in the table itself
            self.code.frame.names[f"p{k}"] = self._splat(f"load {memory}, ptr %at.p{k}", kind)

    def _address(self, letter: str, moves: str, k: int, moving: bool) -> None:
        self.fields[f"{letter}{k}"] = None
        if not moving:
            self.lines.append(f"%{letter}{k}.t = getelementptr i8, ptr %{letter}{k}.p, i64 0")
            return
        self.fields[f"{moves}{k}"] = None
        at, far = self.code.name(), self.code.name()
        self.lines += [
            f"{at} = getelementptr i64, ptr %{moves}{k}.p, i64 %turn",
            f"{far} = load i64, ptr {at}",
            f"%{letter}{k}.t = getelementptr i8, ptr %{letter}{k}.p, i64 {far}",
        ]
        if letter == "i" and self.strides[k] == 1:
            self._ahead(k)

    def _ahead(self, k: int) -> None:
        """Where the next turn reads: what it reads there is asked for a turn ahead, since each turn begins in other pages of memory, where
        processors look no further than to the end of one."""
        follows, within, turn, at, far = (self.code.name() for _ in range(5))
        self.lines += [
            f"{follows} = add i64 %turn, 1",
            f"{within} = icmp ult i64 {follows}, %last",
            f"{turn} = select i1 {within}, i64 {follows}, i64 %turn",
            f"{at} = getelementptr i64, ptr %m{k}.p, i64 {turn}",
            f"{far} = load i64, ptr {at}",
            f"%i{k}.n = getelementptr i8, ptr %i{k}.p, i64 {far}",
        ]

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
        """The random numbers of a turn, written in their row: each lane takes one block of Philox."""
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

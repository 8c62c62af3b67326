"""A Loop of ``ir`` as an LLVM function: iterations until the loop ends, or until one has to be left to ordinary code.

Regions become blocks.  What the outermost loop carries is in registers; where an iteration is left, what it began with is handed back, and
what it wrote into arrays is in a log, newest last, from which the caller takes it back.  Whole numbers of which bounds are known have a
twin of 64 bits beside the double, for subscripts and counts.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

from ...base.records import record
from ...graph.ranges import Range
from ...ir.nodes import DOUBLE, INDEX, Constant, End, Function, Loop, Op, Region, Type, Value
from ...ir.ops import PURE
from ...values.classes import DTYPES, INTEGER_LIMITS
from .scalar_ops import HELPERS, NARROW, Elements, is_signed, literal, memory_type, type_of

HEADER = ("status", "iteration", "fuel", "log", "room", "logged", "site", "poll")
"""Fields that every function takes: how it went (``STATUS``), the iteration that comes next, loops between two looks at ``poll``, the log,
its entries at most and its entries, which exit was taken, and the function that is asked whether to stop."""
FINISHED, LEFT, STOPPED = range(3)
"""How a function went: to the end of the loop; an iteration was left; it was asked to stop between two iterations."""
ENTRY = 3
"""Words of an entry of the log: address, what was there, bytes."""
_EXACT = 2.0**53
_ROUNDING = frozenset(("floor", "ceil", "fix", "round"))
_DEEPEST = 300
FULL_SITE, STOP_SITE = 0, 1
"""Exits that every function has: the log, or an array that grows, is full; it was asked to stop inside an iteration."""


@record
class Signature:
    """What the function takes: one table of 64-bit fields.

    After ``HEADER`` come the inputs in the order of the Loop, each value one field (an array: address, rows, columns, room), each state
    one; then what is carried, as it is behind the last iteration (an array that grows: rows and columns).  ``exits``: why, by site.
    """

    fields: int
    outputs: int
    exits: tuple[tuple[str, int], ...]


@dataclass(slots=True)
class _Desc:
    """An array: its address, its extents, how many elements it has room for."""

    address: str
    rows: str
    columns: str
    room: str
    grows: bool


@dataclass(slots=True)
class _Target:
    """A place that blocks jump to with values: each block and what it brings."""

    label: str
    brought: list[tuple[str, list[str]]] = field(default_factory=list)


@dataclass(slots=True)
class _Around:
    """A loop that is being written: where iterations go on, where it ends, and what takes what it carries."""

    latch: _Target
    done: _Target
    parameters: list[Value]


def module_of(loop: Loop, name: str) -> tuple[str, Signature]:
    """The text of a module with the function ``name``, and what that takes."""
    exits: list[tuple[str, int]] = [("an array or the log is full", 0), ("interrupted", 0)]
    writer = _Main(loop, exits)
    text = writer.main(name)
    parts = [text]
    declared = dict(writer.declared)
    for function in loop.functions:
        own = _Callee(loop, exits)
        parts.append(own.function(function))
        declared |= own.declared
    for line in ("declare double @llvm.fabs.f64(double)", "declare double @llvm.copysign.f64(double, double)",
                 "declare double @llvm.floor.f64(double)", "declare double @fmod(double, double)"):  # fmt: skip
        declared[line] = None
    attributes = "attributes #0 = { nobuiltin nounwind willreturn memory(none) }"
    return "\n".join([*declared, HELPERS, *parts, attributes]), Signature(writer.fields, writer.outputs, tuple(exits))


def leaves_after_writing(loop: Loop) -> bool:
    """Whether an iteration may be left after it wrote into an array, so that a log is needed."""
    leaves = False

    def scan(region: Region, written: bool) -> bool:
        nonlocal leaves
        for op in region.ops:
            exits = op.name in ("guard", "assume", "place", "count", "append", "call")
            leaves |= exits and written
            written |= op.name == "append" or (op.name == "update")
            if op.name == "if":
                written = any([scan(inner, written) for inner in op.regions])
            elif op.regions:
                writes = written or _writes(op)
                for inner in op.regions:
                    scan(inner, writes)
                written = writes
        leaves |= region.end is not None and region.end.kind == "exit" and written
        return written

    for region in loop.op.regions:
        scan(region, False)
    return leaves


def _writes(op: Op) -> bool:
    return op.name in ("update", "append") or any(_writes(inner) for region in op.regions for inner in region.ops)


def _has_twin(value: Value) -> bool:
    return value.type == DOUBLE and has_twin(value.range)


def _is_power_of_two(number: float) -> bool:
    return 1 <= number < _EXACT and math.frexp(number)[0] == 0.5


def has_twin(bounds: Range) -> bool:
    return bounds.integer and bounds.defined and -_EXACT <= bounds.low and bounds.high <= _EXACT


class _Writer(Elements):
    """Blocks of one function.  ``values``: the text of each value, or the _Desc of an array; ``twins``: its twin."""

    def __init__(self, loop: Loop, exits: list[tuple[str, int]]) -> None:
        super().__init__()
        self.loop, self.exits = loop, exits
        self.values: dict[int, Any] = {}
        self.twins: dict[int, str] = {}
        self.block = "entry"
        self.left: list[tuple[str, int]] = []
        self.around: list[_Around] = []
        self.logs, self.undone = False, True
        self.labels = 0

    # ------------------------------------------------------------------ blocks

    def label(self) -> str:
        self.labels += 1
        return f"L{self.labels}"

    def start(self, label: str) -> None:
        self.lines.append(f"{label}:")
        self.block = label

    def jump(self, label: str) -> None:
        self.lines.append(f"  br label %{label}")

    def branch(self, condition: str, then: str, other: str) -> None:
        self.lines.append(f"  br i1 {condition}, label %{then}, label %{other}")

    def site(self, reason: str, line: int) -> int:
        if (reason, line) not in self.exits[2:]:
            self.exits.append((reason, line))
        return self.exits.index((reason, line), 2)

    def exit(self, site: int) -> None:
        """Leave the iteration from this block."""
        self.left.append((self.block, site))
        self.jump("Lexit")

    def unless(self, condition: str, site: int) -> None:
        """Leave the iteration where a condition does not hold."""
        after = self.label()
        self.left.append((self.block, site))
        self.branch(condition, after, "Lexit")
        self.start(after)

    # ------------------------------------------------------------------ values

    def text(self, value: Value) -> Any:
        return literal(value.number, value.type) if isinstance(value, Constant) else self.values[id(value)]

    def twin(self, value: Value) -> str | None:
        if isinstance(value, Constant):
            number = value.number
            return str(int(number)) if has_twin(value.range) and value.type == DOUBLE else None
        return self.twins.get(id(value))

    def define(self, value: Value, text: Any, twin: str | None = None) -> None:
        self.values[id(value)] = text
        if twin is not None:
            self.twins[id(value)] = twin

    def flat(self, value: Value, parameter: Value | None = None) -> list[str]:
        """What is carried of a value: itself, the extents of an array that grows, nothing of other arrays; its twin, where the
        ``parameter`` that takes it has one."""
        held = self.text(value)
        if isinstance(held, _Desc):
            return [held.rows, held.columns] if held.grows else []
        if parameter is None or not _has_twin(parameter):
            return [held]
        return [held, self.twin(value) or self.line(f"fptosi double {held} to i64")]

    def flat_types(self, value: Value, like: Any, *, twins: bool = False) -> list[str]:
        if value.type.is_array:
            return ["i64", "i64"] if like.grows else []
        return [type_of(value.type), *(["i64"] if twins and _has_twin(value) else [])]

    def bind(self, value: Value, like: Any, texts: list[str], *, twins: bool = False) -> None:
        """A value from what was carried of it, taken from the front of ``texts``."""
        if value.type.is_array:
            rows, columns = (texts.pop(0), texts.pop(0)) if like.grows else (like.rows, like.columns)
            self.values[id(value)] = _Desc(like.address, rows, columns, like.room, like.grows)
        else:
            self.define(value, texts.pop(0), texts.pop(0) if twins and _has_twin(value) else None)

    def phis(self, types: list[str], brought: list[tuple[str, list[str]]]) -> list[str]:
        return [
            self.line(f"phi {kind} " + ", ".join(f"[ {values[k]}, %{block} ]" for block, values in brought)) for k, kind in enumerate(types)
        ]

    # ------------------------------------------------------------------ regions

    def region(self, region: Region) -> End | None:
        """Write a region; its end where that is a ``yield``, else None, and the block has ended."""
        for op in region.ops:
            self.op(op)
        end = region.end
        assert end is not None
        if end.kind == "yield":
            return end
        self.finish(end)
        return None

    def finish(self, end: End) -> None:
        if end.kind in ("continue", "break"):
            around = self.around[-1]
            target = around.latch if end.kind == "continue" else around.done
            brought = [t for v, parameter in zip(end.values, around.parameters, strict=True) for t in self.flat(v, parameter)]
            target.brought.append((self.block, brought))
            self.jump(target.label)
        elif end.kind == "exit":
            self.exit(self.site(end.reason, end.line))
        elif end.kind == "return":
            self.give([self.text(v) for v in end.values])
        else:
            self.lines.append("  unreachable")

    def give(self, values: list[str]) -> None:
        raise NotImplementedError

    def op(self, op: Op) -> None:
        if op.name in PURE:
            self._pure(op)
        else:
            getattr(self, "_op_" + op.name)(op)

    def _pure(self, op: Op) -> None:
        result = op.results[0]
        operands = [self.text(v) for v in op.operands]
        if op.name == "convert":
            self._convert(op, operands[0])
            return
        twin = self._twin_of(op)
        if twin is not None and op.name == "mod":  # the double follows from the twin
            self.define(result, self.line(f"sitofp i64 {twin} to double"), twin)
            return
        divisor = op.operands[-1]
        if op.name == "mod" and isinstance(divisor, Constant) and _is_power_of_two(divisor.number):
            self.define(result, self._mod_of_power(operands[0], operands[1], 1.0 / divisor.number))
            return
        kind = op.operands[-1].type
        text = self.pure(op.name, kind, result.type, operands)
        if twin is None and op.name in _ROUNDING and _has_twin(result):
            twin = self.line(f"fptosi double {text} to i64")
        self.define(result, text, twin)

    def _mod_of_power(self, a: str, b: str, inverse: float) -> str:
        """``mod`` by a power of two, of which products are exact, but where those of tiny numbers vanish."""
        whole = self.pure("floor", DOUBLE, DOUBLE, [self.line(f"fmul double {a}, {literal(inverse, DOUBLE)}")])
        rest = self.line(f"fsub double {a}, {self.line(f'fmul double {whole}, {b}')}")
        tiny = self.line(f"fcmp ogt double {a}, {literal(-(2.0**-900), DOUBLE)}")
        vanishes = self.line(f"and i1 {tiny}, {self.line(f'fcmp olt double {a}, 0.0')}")
        return self.line(f"select i1 {vanishes}, double {b}, double {rest}")

    def _twin_of(self, op: Op) -> str | None:
        result = op.results[0]
        if result.type != DOUBLE or not has_twin(result.range):
            return None
        twins = [self.twin(v) for v in op.operands]
        if op.name in ("add", "sub", "mul") and None not in twins:
            return self.line(f"{op.name} nsw i64 {twins[0]}, {twins[1]}")
        if op.name == "mod" and None not in twins and op.operands[1].range.low > 0:
            rest = self.line(f"srem i64 {twins[0]}, {twins[1]}")
            if op.operands[0].range.low >= 0:
                return rest
            below = self.line(f"icmp slt i64 {rest}, 0")
            return self.line(f"select i1 {below}, i64 {self.line(f'add i64 {rest}, {twins[1]}')}, i64 {rest}")
        if op.name in _ROUNDING and twins[0] is not None:
            return twins[0]
        if op.name in ("min", "max") and None not in twins:
            test = self.line(f"icmp {'sle' if op.name == 'min' else 'sge'} i64 {twins[0]}, {twins[1]}")
            return self.line(f"select i1 {test}, i64 {twins[0]}, i64 {twins[1]}")
        return None

    def _convert(self, op: Op, text: str) -> None:
        operand, result = op.operands[0], op.results[0]
        twin = self.twin(operand)
        if twin is not None and result.type == INDEX:
            self.define(result, twin)
            return
        if twin is not None and result.type.matlab_class in NARROW:
            low, high = INTEGER_LIMITS[result.type.matlab_class]
            above = self.intrinsic("llvm.smax.i64", "i64", ("i64", twin), ("i64", str(low)))
            inside = self.intrinsic("llvm.smin.i64", "i64", ("i64", above), ("i64", str(high)))
            self.define(result, self.line(f"trunc i64 {inside} to {type_of(result.type)}"))
            return
        converted = self.convert(text, operand.type, result.type)
        self.define(result, converted, self._whole(text, operand, result))

    def _whole(self, text: str, operand: Value, result: Value) -> str | None:
        """The twin of an integer as a double."""
        if result.type != DOUBLE or not has_twin(result.range):
            return None
        kind = type_of(operand.type)
        if kind == "i64" and operand.type == INDEX:
            return text
        if kind in ("i8", "i16", "i32"):
            return self.line(f"{'s' if is_signed(operand.type) else 'z'}ext {kind} {text} to i64")
        return None

    # ------------------------------------------------------------------ exits

    def _op_guard(self, op: Op) -> None:
        self.unless(self.text(op.operands[0]), self.site(op.attributes["reason"], op.line))

    def _op_assume(self, op: Op) -> None:
        x, result = self.text(op.operands[0]), op.results[0]
        low, high = (literal(op.attributes[key], DOUBLE) for key in ("low", "high"))
        inside = self.line(f"and i1 {self.line(f'fcmp oge double {x}, {low}')}, {self.line(f'fcmp ole double {x}, {high}')}")
        place = self.line(f"fptosi double {self.line(f'select i1 {inside}, double {x}, double 0.0')} to i64")
        if not op.operands[0].range.integer:
            whole = self.line(f"fcmp oeq double {self.line(f'sitofp i64 {place} to double')}, {x}")
            inside = self.line(f"and i1 {inside}, {whole}")
        self.unless(inside, self.site(op.attributes["reason"], op.line))
        self.define(result, x, place)

    def _op_place(self, op: Op) -> None:
        subscript, extent = op.operands
        limit, site = self.text(extent), self.site(op.attributes["reason"], op.line)
        twin = self.twin(subscript)
        if twin is not None:
            place = self.line(f"sub nsw i64 {twin}, 1")
            self.unless(self.line(f"icmp ult i64 {place}, {limit}"), site)
            self.define(op.results[0], place)
            return
        x = self.text(subscript)
        last = self.line(f"sitofp i64 {limit} to double")
        inside = self.line(f"and i1 {self.line(f'fcmp oge double {x}, 1.0')}, {self.line(f'fcmp ole double {x}, {last}')}")
        number = self.line(f"fptosi double {self.line(f'select i1 {inside}, double {x}, double 1.0')} to i64")
        if not subscript.range.integer:
            whole = self.line(f"fcmp oeq double {self.line(f'sitofp i64 {number} to double')}, {x}")
            inside = self.line(f"and i1 {inside}, {whole}")
        self.unless(inside, site)
        self.define(op.results[0], self.line(f"sub nsw i64 {number}, 1"))

    def _op_trips(self, op: Op) -> None:
        start, step, stop = (self.text(v) for v in op.operands)
        way = self.line(f"sub nsw i64 {stop}, {start}")
        if step not in ("1", "-1"):
            # numbers lie on the way where the step leads there, or where the way is none
            some = self.line(f"icmp ne i64 {step}, 0")
            by = self.line(f"select i1 {some}, i64 {step}, i64 1")
            up, back = self.line(f"icmp sgt i64 {step}, 0"), self.line(f"icmp sle i64 {way}, 0")
            there = self.line(f"or i1 {self.line(f'xor i1 {up}, {back}')}, {self.line(f'icmp eq i64 {way}, 0')}")
            counted = self.line(f"add nsw i64 {self.line(f'sdiv i64 {way}, {by}')}, 1")
            self.define(op.results[0], self.line(f"select i1 {self.line(f'and i1 {some}, {there}')}, i64 {counted}, i64 0"))
            return
        if step == "-1":
            way = self.line(f"sub nsw i64 0, {way}")
        count = self.line(f"add nsw i64 {way}, 1")
        self.define(op.results[0], self.intrinsic("llvm.smax.i64", "i64", ("i64", count), ("i64", "0")))

    def _op_count(self, op: Op) -> None:
        start, step, stop = (self.text(v) for v in op.operands)
        finite = [self._isfinite(DOUBLE, [x]) for x in (start, step, stop)]
        site = self.site(op.attributes["reason"], op.line)
        self.unless(self.line(f"and i1 {finite[0]}, {self.line(f'and i1 {finite[1]}, {finite[2]}')}"), site)
        count = self.line(f"call i64 @rk.count(double {start}, double {step}, double {stop})")
        self.unless(self.line(f"icmp sge i64 {count}, 0"), site)
        self.define(op.results[0], count)

    # ------------------------------------------------------------------ arrays

    def _op_extent(self, op: Op) -> None:
        array, dimension = self.text(op.operands[0]), op.attributes["dimension"]
        text = (array.rows, array.columns)[dimension - 1] if dimension else self.line(f"mul nsw i64 {array.rows}, {array.columns}")
        self.define(op.results[0], text)

    def _element(self, array: _Desc, kind: Type, place: str, part: int) -> str:
        if kind.is_complex:
            place = self.line(f"shl i64 {place}, 1")
            place = self.line(f"or i64 {place}, 1") if part else place
        return self.line(f"getelementptr inbounds {memory_type(kind)}, ptr {array.address}, i64 {place}")

    def _op_read(self, op: Op) -> None:
        array, place = op.operands
        memory = memory_type(array.type)
        address = self._element(self.text(array), array.type, self.text(place), op.attributes["part"])
        item = self.line(f"load {memory}, ptr {address}")
        if array.type.matlab_class == "logical":
            item = self.line(f"icmp ne i8 {item}, 0")
        self.define(op.results[0], item)

    def _op_update(self, op: Op) -> None:
        array, place, number = op.operands
        held = self.text(array)
        address = self._element(held, array.type, self.text(place), op.attributes["part"])
        if self.logs:
            self.log(address, array.type)
        self.put(address, array.type, self.text(number))
        self.values[id(op.results[0])] = held

    def put(self, address: str, kind: Type, text: str) -> None:
        memory = memory_type(kind)
        if kind.matlab_class == "logical":
            text = self.line(f"zext i1 {text} to i8")
        self.lines.append(f"  store {memory} {text}, ptr {address}")

    def log(self, address: str, kind: Type) -> None:
        """Keep what an element was."""
        count = self.line("load i64, ptr %logged.s")
        self.unless(self.line(f"icmp ult i64 {count}, %room"), FULL_SITE)
        entry = self.line(f"getelementptr inbounds i64, ptr %log.p, i64 {self.line(f'mul i64 {count}, {ENTRY}')}")
        width = DTYPES[kind.matlab_class].itemsize
        whole = f"i{8 * width}"
        old = self.line(f"load {whole}, ptr {address}")
        wide = old if width == 8 else self.line(f"zext {whole} {old} to i64")
        at = self.line(f"ptrtoint ptr {address} to i64")
        for k, word in enumerate((at, wide, str(width))):
            slot = self.line(f"getelementptr inbounds i64, ptr {entry}, i64 {k}")
            self.lines.append(f"  store i64 {word}, ptr {slot}")
        self.lines.append(f"  store i64 {self.line(f'add i64 {count}, 1')}, ptr %logged.s")

    def _op_append(self, op: Op) -> None:
        array, *numbers = op.operands
        held: _Desc = self.text(array)
        count = self.line(f"mul nsw i64 {held.rows}, {held.columns}")
        column = self.line(f"and i1 {self.line(f'icmp eq i64 {held.columns}, 1')}, {self.line(f'icmp sgt i64 {held.rows}, 1')}")
        row = self.line(f"icmp eq i64 {held.rows}, 1")
        none = self.line(f"and i1 {self.line(f'icmp eq i64 {held.rows}, 0')}, {self.line(f'icmp eq i64 {held.columns}, 0')}")
        fits = self.line(f"or i1 {column}, {self.line(f'or i1 {row}, {none}')}")
        self.unless(fits, self.site("a matrix grows by one subscript", op.line))
        self.unless(self.line(f"icmp slt i64 {count}, {held.room}"), FULL_SITE)
        for part, number in enumerate(numbers):
            self.put(self._element(held, array.type, count, part), array.type, self.text(number))
        longer = self.line(f"add nsw i64 {count}, 1")
        rows = self.line(f"select i1 {column}, i64 {longer}, i64 1")
        columns = self.line(f"select i1 {column}, i64 1, i64 {longer}")
        self.values[id(op.results[0])] = _Desc(held.address, rows, columns, held.room, True)

    # ------------------------------------------------------------------ control

    def _op_if(self, op: Op) -> None:
        labels = [self.label(), self.label()]
        self.branch(self.text(op.operands[0]), *labels)
        ends: list[tuple[str, list[str], list[str | None]]] = []
        join = self.label()
        like: list[Any] = []
        for region, label in zip(op.regions, labels, strict=True):
            self.start(label)
            end = self.region(region)
            if end is None:
                continue
            like = like or [self.text(v) for v in end.values]
            ends.append((self.block, [t for v in end.values for t in self.flat(v)], [self.twin(v) for v in end.values]))
            self.jump(join)
        if not ends:
            # nothing comes here; what follows in the region is an end that says so
            self.start(join)
            return
        self.start(join)
        types = [t for v, held in zip(op.results, like, strict=True) for t in self.flat_types(v, held)]
        twins: list[str | None] = []
        for k, result in enumerate(op.results):
            incoming = [(block, [merged_values[k]]) for block, _, merged_values in ends]
            twins.append(self.phis(["i64"], incoming)[0] if has_twin(result.range) and all(t for _, (t,) in incoming) else None)  # type: ignore[arg-type]
        texts = self.phis(types, [(block, values) for block, values, _ in ends])
        for result, held, twin in zip(op.results, like, twins, strict=True):
            self.bind(result, held, texts)
            if twin is not None:
                self.twins[id(result)] = twin

    def number(self, op: Op, k: str) -> None:
        """The number of iteration ``k`` of a ``for``."""
        first, step, last = op.operands[:3]
        parameter = op.regions[0].parameters[0]
        a, b = self.twin(first), self.twin(step)
        if op.attributes["whole"] and a is not None and b is not None:
            far = k if b == "1" else self.line(f"mul nsw i64 {k}, {b}")
            twin = far if a == "0" else self.line(f"add nsw i64 {a}, {far}")
            self.define(parameter, self.line(f"sitofp i64 {twin} to double"), twin)
            return
        far = self.line(f"fmul double {self.line(f'sitofp i64 {k} to double')}, {self.text(step)}")
        x = self.line(f"fadd double {self.text(first)}, {far}")
        if not op.attributes["whole"]:
            up = self.line(f"fcmp ogt double {self.text(step)}, 0.0")
            end = self.text(last)
            beyond = [self.line(f"fcmp {test} double {x}, {end}") for test in ("ogt", "olt")]
            over = self.line(f"select i1 {up}, i1 {beyond[0]}, i1 {beyond[1]}")
            x = self.line(f"select i1 {over}, double {end}, double {x}")
        self.define(parameter, x)

    def _op_for(self, op: Op) -> None:
        self.loop_of(op)

    _op_while = _op_for

    def loop_of(self, op: Op) -> None:
        """A loop inside the outermost one, or inside a function."""
        is_for = op.name == "for"
        carried = list(op.operands[4 if is_for else 0 :])
        like = [self.text(v) for v in carried]
        parameters = op.regions[0].parameters[1 if is_for else 0 :]
        types = [t for p, held in zip(parameters, like, strict=True) for t in self.flat_types(p, held, twins=True)]
        head, body, latch, done = (self.label() for _ in range(4))
        around = _Around(_Target(latch), _Target(done), parameters)
        first = [t for v, p in zip(carried, parameters, strict=True) for t in self.flat(v, p)]
        before = self.block
        self.jump(head)
        self.start(head)
        at = len(self.lines)
        k = self.name() if is_for else ""
        names = [self.name() for _ in types]
        texts = list(names)
        for parameter, held in zip(parameters, like, strict=True):
            self.bind(parameter, held, texts, twins=True)
        if is_for:
            condition = self.line(f"icmp slt i64 {k}, {self.text(op.operands[3])}")
        else:
            end = self.region(op.regions[0])
            assert end is not None
            condition = self.text(end.values[0])
        around.done.brought.append((self.block, list(names)))
        self.branch(condition, body, done)
        self.start(body)
        self.around.append(around)
        if is_for:
            self.number(op, k)
        self.region(op.regions[-1])
        self.around.pop()
        entries: list[tuple[str, str, list[str]]] = [(before, "0", first)]
        if around.latch.brought:
            self.start(latch)
            again = self.phis(types, around.latch.brought)
            next_k = self.line(f"add nuw nsw i64 {k}, 1") if is_for else ""
            self.tick()
            entries.append((self.block, next_k, again))
            self.jump(head)
        phis = [f"  {k} = phi i64 " + ", ".join(f"[ {n}, %{b} ]" for b, n, _ in entries)] if is_for else []
        for n, (name, kind) in enumerate(zip(names, types, strict=True)):
            phis.append(f"  {name} = phi {kind} " + ", ".join(f"[ {values[n]}, %{b} ]" for b, _, values in entries))
        self.lines[at:at] = phis
        self.start(done)
        results = self.phis(types, around.done.brought)
        for value, held in zip(op.results, like, strict=True):
            self.bind(value, held, results, twins=True)

    def tick(self) -> None:
        """Between two iterations: now and then somebody is asked whether to stop."""
        left = self.line("load i64, ptr %fuel.s")
        fewer = self.line(f"sub i64 {left}, 1")
        self.lines.append(f"  store i64 {fewer}, ptr %fuel.s")
        ask, go = self.label(), self.label()
        self.branch(self.line(f"icmp eq i64 {fewer}, 0"), ask, go)
        self.start(ask)
        self.lines.append("  store i64 %fuel, ptr %fuel.s")
        fine = self.line(f"icmp eq i32 {self.line('call i32 %poll.p()')}, 0")
        if self.undone:
            self.unless(fine, STOP_SITE)
        else:  # the iteration ends first, and asks again
            self.lines.append(f"  store i64 {self.line(f'select i1 {fine}, i64 %fuel, i64 0')}, ptr %fuel.s")
        self.jump(go)
        self.start(go)

    def _op_call(self, op: Op) -> None:
        function = next(f for f in self.loop.functions if f.name == op.attributes["function"])
        kind = result_struct(function)
        operands = []
        for value in op.operands:
            held = self.text(value)
            if isinstance(held, _Desc):
                operands += [f"ptr {held.address}", f"i64 {held.rows}", f"i64 {held.columns}"]
            else:
                operands.append(f"{type_of(value.type)} {held}")
        depth = self.line("add i64 %depth, 1")
        passed = ", ".join(["ptr %table", f"i64 {depth}", *operands])
        outcome = self.line(f"call {kind} @{symbol(function)}({passed})")
        site = self.line(f"extractvalue {kind} {outcome}, 0")
        self.unless_site(self.line(f"icmp eq i64 {site}, -1"), site)
        for k, result in enumerate(op.results, 1):
            self.define(result, self.line(f"extractvalue {kind} {outcome}, {k}"))

    def unless_site(self, condition: str, site: str) -> None:
        """Leave with the site that a call gave."""
        after = self.label()
        self.left.append((self.block, site))  # type: ignore[arg-type]
        self.branch(condition, after, "Lexit")
        self.start(after)


def symbol(function: Function) -> str:
    return f'"f.{function.name}"'


def result_struct(function: Function) -> str:
    """The site of an exit, or -1, and the results."""
    return "{ " + ", ".join(["i64", *(type_of(Type(t.matlab_class)) for t in function.results)]) + " }"


class _Callee(_Writer):
    """A function of the program."""

    def function(self, function: Function) -> str:
        kind = result_struct(function)
        parameters = ["ptr %table", "i64 %depth"]
        self.results = kind
        self.types = [type_of(Type(t.matlab_class)) for t in function.results]
        for k, value in enumerate(function.region.parameters):
            if value.type.is_array:
                parameters += [f"ptr noalias %a{k}", f"i64 %a{k}.rows", f"i64 %a{k}.columns"]
                self.values[id(value)] = _Desc(f"%a{k}", f"%a{k}.rows", f"%a{k}.columns", "0", False)
            else:
                parameters.append(f"{type_of(value.type)} %a{k}")
                self.values[id(value)] = f"%a{k}"
        self.lines += [
            "  %fuel.s = getelementptr inbounds i64, ptr %table, i64 2",
            f"  %poll.at = getelementptr inbounds i64, ptr %table, i64 {HEADER.index('poll')}",
            "  %poll.p = load ptr, ptr %poll.at",
            "  %fuel = add i64 0, 262144",
        ]
        self.unless(self.line(f"icmp slt i64 %depth, {_DEEPEST}"), self.site("functions call each other too deeply", 0))
        if any(op.name == "call" for op in _below(function.region)):
            self.lines.append("  %level = and i64 %depth, 7")
            ask, go = self.label(), self.label()
            self.branch(self.line("icmp eq i64 %level, 0"), ask, go)
            self.start(ask)
            self.tick()
            self.jump(go)
            self.start(go)
        self.region(function.region)
        if self.left:
            self.start("Lexit")
            site = self.phis(["i64"], [(block, [str(s)]) for block, s in self.left])[0]
            outcome = self.line(f"insertvalue {kind} zeroinitializer, i64 {site}, 0")
            self.lines.append(f"  ret {kind} {outcome}")
        return "\n".join([f"define internal {kind} @{symbol(function)}({', '.join(parameters)}) nounwind {{", "entry:", *self.lines, "}"])

    def give(self, values: list[str]) -> None:
        outcome = self.line(f"insertvalue {self.results} zeroinitializer, i64 -1, 0")
        for k, (kind, text) in enumerate(zip(self.types, values, strict=True), 1):
            outcome = self.line(f"insertvalue {self.results} {outcome}, {kind} {text}, {k}")
        self.lines.append(f"  ret {self.results} {outcome}")


def _below(region: Region) -> list[Op]:
    return [inner for op in region.ops for inner in (op, *(x for r in op.regions for x in _below(r)))]


class _Main(_Writer):
    """The function that runs iterations of the outermost loop."""

    def __init__(self, loop: Loop, exits: list[tuple[str, int]]) -> None:
        super().__init__(loop, exits)
        self.fields = self.outputs = 0
        self.array_fields: list[int] = []
        self.kept: list[bool] = []

    def main(self, name: str) -> str:
        self.logs = leaves_after_writing(self.loop)
        self.undone = self.logs or not _writes(self.loop.op)
        loads, addresses = self._loads()
        inner = self._iterations()
        first = [
            f"  %{name_of}.at = getelementptr inbounds i64, ptr %table, i64 {k}\n  %{name_of} = load i64, ptr %{name_of}.at"
            for k, name_of in enumerate(HEADER) if name_of not in ("status", "logged", "site")
        ]  # fmt: skip
        own = [
            "  %log.p = inttoptr i64 %log to ptr", "  %poll.p = inttoptr i64 %poll to ptr", "  %fuel.s = alloca i64",
            "  store i64 %fuel, ptr %fuel.s", "  %logged.s = alloca i64", "  store i64 0, ptr %logged.s", "  %depth = add i64 0, 0",
        ]  # fmt: skip
        arguments = ", ".join(["ptr %table", *(f"ptr noalias {a}" for a in addresses)])
        body = [f"define internal void @rk.loop({arguments}) noinline nounwind {{", "entry:", *first, *loads, *own, *inner, "}"]
        outer = [f"define void @{name}(ptr noalias %table) {{"]
        parameters = ["ptr %table"]
        for k, field_number in enumerate(self.array_fields):
            outer += [
                f"  %at{k} = getelementptr inbounds i64, ptr %table, i64 {field_number}",
                f"  %p{k} = load ptr, ptr %at{k}",
            ]
            parameters.append(f"ptr %p{k}")
        outer += [f"  call void @rk.loop({', '.join(parameters)})", "  ret void", "}"]
        return "\n".join([*body, *outer])

    def _loads(self) -> tuple[list[str], list[str]]:
        """The inputs from their fields."""
        lines, self.lines = self.lines, []
        addresses: list[str] = []
        at = len(HEADER)
        for item in self.loop.inputs:
            for value in item.values:
                if value.type.is_array:
                    address = f"%array{len(addresses)}"
                    addresses.append(address)
                    self.array_fields.append(at)
                    rows, columns, room = (self._field(at + k) for k in (1, 2, 3))
                    self.values[id(value)] = _Desc(address, rows, columns, room, item.grows)
                    at += 4
                else:
                    text = self._number(self._field(at), value.type)
                    twin = None
                    if has_twin(value.range) and value.type == DOUBLE:
                        twin = self.line(f"fptosi double {text} to i64")
                    self.define(value, text, twin)
                    at += 1
            if item.state is not None:
                self.define(item.state, self._number(self._field(at), item.state.type))
                at += 1
        self.outputs = at
        loads, self.lines = self.lines, lines
        return loads, addresses

    def _field(self, k: int) -> str:
        return self.line(f"load i64, ptr {self.line(f'getelementptr inbounds i64, ptr %table, i64 {k}')}")

    def _number(self, bits: str, kind: Type) -> str:
        text = type_of(kind)
        if text == "double":
            return self.line(f"bitcast i64 {bits} to double")
        if text == "float":
            return self.line(f"bitcast i32 {self.line(f'trunc i64 {bits} to i32')} to float")
        return bits if text == "i64" else self.line(f"trunc i64 {bits} to {text}")

    def _bits(self, text: str, kind: str) -> str:
        if kind == "double":
            return self.line(f"bitcast double {text} to i64")
        if kind == "float":
            return self.line(f"zext i32 {self.line(f'bitcast float {text} to i32')} to i64")
        return text if kind == "i64" else self.line(f"zext {kind} {text} to i64")

    def _store(self, field_number: int, text: str) -> None:
        slot = self.line(f"getelementptr inbounds i64, ptr %table, i64 {field_number}")
        self.lines.append(f"  store i64 {text}, ptr {slot}")

    def _iterations(self) -> list[str]:
        op = self.loop.op
        is_for = op.name == "for"
        carried = list(op.operands[4 if is_for else 0 :])
        like = [self.text(v) for v in carried]
        parameters = op.regions[0].parameters[1 if is_for else 0 :]
        flats = [self.flat_types(p, held, twins=True) for p, held in zip(parameters, like, strict=True)]
        types = [t for flat in flats for t in flat]
        # twins are not handed back
        self.kept = [p.type.is_array or not n for p, flat in zip(parameters, flats, strict=True) for n in range(len(flat))]
        first = [t for v, p in zip(carried, parameters, strict=True) for t in self.flat(v, p)]
        around = _Around(_Target("Llatch"), _Target("Ldone"), parameters)
        self.jump("Lhead")
        self.start("Lhead")
        at = len(self.lines)
        k, names = "%k", [f"%c{n}" for n in range(len(types))]
        texts = list(names)
        for parameter, held in zip(parameters, like, strict=True):
            self.bind(parameter, held, texts, twins=True)
        self.lines.append("  store i64 0, ptr %logged.s")
        if is_for:
            condition = self.line(f"icmp slt i64 {k}, {self.text(op.operands[3])}")
        else:
            end = self.region(op.regions[0])
            assert end is not None
            condition = self.text(end.values[0])
        around.done.brought.append((self.block, list(names)))
        self.branch(condition, "Lbody", "Ldone")
        self.start("Lbody")
        self.around.append(around)
        if is_for:
            self.number(op, k)
        self.region(op.regions[-1])
        self.around.pop()
        entries: list[tuple[str, str, list[str]]] = [("entry", "%iteration", first)]
        if around.latch.brought:
            self.start("Llatch")
            again = self.phis(types, around.latch.brought)
            following = self.line(f"add nuw nsw i64 {k}, 1")
            # nothing of the next iteration is done yet: to stop here leaves what it begins with
            left, ask, go = self.line("load i64, ptr %fuel.s"), self.label(), self.label()
            fewer = self.line(f"sub i64 {left}, 1")
            self.lines.append(f"  store i64 {fewer}, ptr %fuel.s")
            self.branch(self.line(f"icmp sle i64 {fewer}, 0"), ask, go)
            self.start(ask)
            self.lines.append("  store i64 %fuel, ptr %fuel.s")
            answer = self.line("call i32 %poll.p()")
            stopped = (self.block, [following, *again])
            self.branch(self.line(f"icmp eq i32 {answer}, 0"), go, "Lstopped")
            self.start(go)
            entries.append((self.block, following, again))
            self.jump("Lhead")
            self._end("Lstopped", STOPPED, [stopped], types)
        phis = [f"  {k} = phi i64 " + ", ".join(f"[ {n}, %{b} ]" for b, n, _ in entries)]
        for n, (name, kind) in enumerate(zip(names, types, strict=True)):
            phis.append(f"  {name} = phi {kind} " + ", ".join(f"[ {values[n]}, %{b} ]" for b, _, values in entries))
        self.lines[at:at] = phis
        self._end("Ldone", FINISHED, [(b, [k, *values]) for b, values in around.done.brought], types)
        if self.left:
            self.start("Lexit")
            site = self.phis(["i64"], [(block, [str(s)]) for block, s in self.left])[0]
            self._store(HEADER.index("site"), site)
            self._give(LEFT, k, names, types)
        return self.lines

    def _end(self, label: str, status: int, brought: list[tuple[str, list[str]]], types: list[str]) -> None:
        self.start(label)
        k, *values = self.phis(["i64", *types], brought)
        self._give(status, k, values, types)

    def _give(self, status: int, k: str, values: list[str], types: list[str]) -> None:
        """Hand back how it went, and what is carried."""
        self._store(HEADER.index("status"), str(status))
        self._store(HEADER.index("iteration"), k)
        self._store(HEADER.index("logged"), self.line("load i64, ptr %logged.s"))
        kept = [(text, kind) for text, kind, keep in zip(values, types, self.kept, strict=True) if keep]
        for n, (text, kind) in enumerate(kept):
            self._store(self.outputs + n, self._bits(text, kind))
        self.fields = self.outputs + len(kept)
        self.lines.append("  ret void")

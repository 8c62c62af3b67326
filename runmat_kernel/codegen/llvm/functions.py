"""Functions and statements of WGSL in LLVM: calls are written out where they stand, branches are taken where any element takes them."""

from __future__ import annotations

from dataclasses import dataclass, field

from .operations import Operations
from .values import TYPES, Group, Value, literal, number
from .wgsl import Library, Tree, calls, returns_early

_HERE = {"rm_isnan", "rk_isnan"}
_SAME = {"rm_keep", "rk_keep"}
"""Functions that hide a value from drivers, which would contract or reassociate; LLVM does neither."""


@dataclass(slots=True)
class Slot:
    """A variable: where its scalar lies on the stack."""

    type: str
    text: str


@dataclass(slots=True)
class Slots:
    """A variable of several parts."""

    type: str
    parts: tuple[Slot | Slots, ...]


@dataclass(slots=True)
class _Frame:
    """One call: names, and where elements that leave early put their result."""

    names: dict[str, Value | Group | Slot | Slots] = field(default_factory=dict)
    result: Value | Group | Slot | Slots | None = None
    live: Slot | None = None


class Functions(Operations):
    """Evaluates trees of WGSL.  ``mask`` are the elements that take the branch at hand (None: all)."""

    def __init__(self, width: int, library: Library) -> None:
        super().__init__(width)
        self.library = library
        self.frame = _Frame()
        self.mask: Value | None = None

    # ------------------------------------------------------------------ variables

    def slot(self, kind: str) -> Slot | Slots:
        parts = self.library.parts(kind)
        if parts is not None:
            return Slots(kind, tuple(self.slot(k) for _, k in parts))
        name = self.name("s")
        self.slots.append(f"{name} = alloca {self.vector(kind)}")
        return Slot(kind, name)

    def load(self, slot: Slot | Slots) -> Value | Group:
        if isinstance(slot, Slots):
            return Group(slot.type, tuple(self.load(p) for p in slot.parts))
        return self.emit(f"load {self.vector(slot.type)}, ptr {slot.text}", slot.type)

    def store(self, slot: Slot | Slots, value: Value | Group, mask: Value | None) -> None:
        if isinstance(slot, Slots):
            assert isinstance(value, Group)
            for own, part in zip(slot.parts, value.parts, strict=True):
                self.store(own, part, mask)
            return
        assert isinstance(value, Value)
        value = self.typed(value, slot.type)
        if mask is not None:
            value = self.choose(mask, value, self.load(slot))  # type: ignore[assignment]
        assert isinstance(value, Value)
        self.lines.append(f"store {self.vector(slot.type)} {value.text}, ptr {slot.text}")

    # ------------------------------------------------------------------ statements

    def statements(self, block: Tree) -> None:
        for statement in block.parts:
            self._statement(statement)

    def _statement(self, tree: Tree) -> None:
        kind = tree.kind
        if kind in ("let", "var"):
            self._define(kind, *tree.parts)
        elif kind == "assign":
            name, member, sign, expression = tree.parts
            value, slot = self.value(expression), self.frame.names[name]
            if member is not None:
                assert isinstance(slot, Slots)
                slot = slot.parts[self._place(slot.type, member)]
            assert isinstance(slot, Slot | Slots)
            if sign != "=":
                value = self.binary(sign[0], self.load(slot), value)  # type: ignore[arg-type]
            self.store(slot, value, self.mask)
        elif kind == "return":
            self._return(self.value(tree.parts[0]))
        elif kind == "if":
            condition, then, other = tree.parts
            mask = self.value(condition)
            self._under(mask, then)  # type: ignore[arg-type]
            if other is not None:
                self._under(self.unary("!", mask), other)  # type: ignore[arg-type]
        elif kind == "while":
            self._loop(tree.parts[0], tree.parts[1], None)
        else:
            name, first, condition, body = tree.parts
            start = self.typed(self.value(first), "i32")  # type: ignore[arg-type]
            slot = self.slot(start.type)
            self.store(slot, start, None)
            self.frame.names[name] = slot
            self._loop(condition, body, slot)  # type: ignore[arg-type]

    def _define(self, word: str, name: str, kind: str | None, expression: Tree | None) -> None:
        if expression is None:
            self.frame.names[name] = self.slot(kind or "i32")
            return
        value = self.value(expression)
        if isinstance(value, Value):
            value = self.typed(value, kind or "i32")
        if word == "let":
            self.frame.names[name] = value
            return
        slot = self.slot(value.type)
        self.store(slot, value, None)
        self.frame.names[name] = slot

    def _return(self, value: Value | Group) -> None:
        frame = self.frame
        if frame.live is None:
            frame.result = value
            return
        leaving = self._and(self.mask, self.load(frame.live))  # type: ignore[arg-type]
        self.store(frame.result, value, leaving)  # type: ignore[arg-type]
        self.store(frame.live, number(False, "bool"), leaving)

    def _and(self, mask: Value | None, other: Value) -> Value:
        return other if mask is None else self.binary("&&", mask, other)

    def _under(self, condition: Value, block: Tree) -> None:
        """The statements of a branch, for the elements that take it; jumped over where none does and they call functions."""
        outer = self.mask
        self.mask = self._and(outer, condition)
        if calls(block) - {"select", "bitcast", "abs", "min", "max", "fma"}:
            end = self._unless_none(self.mask)
            self._block(block)
            self.lines += [f"br label {end}", f"{end[1:]}:"]
        else:
            self._block(block)
        self.mask = outer

    def _block(self, block: Tree) -> None:
        names = dict(self.frame.names)
        self.statements(block)
        self.frame.names = names

    def any_true(self, mask: Value) -> str:
        """Whether any element is true, as one bit."""
        frozen = self.emit(f"freeze {self.vector('bool')} {mask.text}", "bool")
        bits, some = self.name(), self.name()
        self.lines.append(f"{bits} = bitcast {self.vector('bool')} {frozen.text} to i{self.width}")
        self.lines.append(f"{some} = icmp ne i{self.width} {bits}, 0")
        return some

    def _unless_none(self, mask: Value) -> str:
        """Jump to a label, whose name is given back, where no element is true."""
        some, taken, end = self.any_true(mask), self.name("L"), self.name("L")
        self.lines += [f"br i1 {some}, label {taken}, label {end}", f"{taken[1:]}:"]
        return end

    def _loop(self, condition: Tree, block: Tree, counter: Slot | None) -> None:
        outer = self.mask
        head = self.name("L")
        self.lines += [f"br label {head}", f"{head[1:]}:"]
        self.mask = self._and(outer, self.value(condition))  # type: ignore[arg-type]
        if self.frame.live is not None:
            self.mask = self._and(self.mask, self.load(self.frame.live))  # type: ignore[arg-type]
        end = self._unless_none(self.mask)
        self._block(block)
        if counter is not None:
            self.store(counter, self.binary("+", self.load(counter), number(1, counter.type)), self.mask)  # type: ignore[arg-type]
        self.lines += [f"br label {head}", f"{end[1:]}:"]
        self.mask = outer

    # ------------------------------------------------------------------ expressions

    def _each(self, sign: str, a: Value | Group, b: Value | Group) -> Value | Group:
        """An operator on values, or on the parts of vectors."""
        for whole in (a, b):
            if isinstance(whole, Group):
                left = a.parts if isinstance(a, Group) else (a,) * len(whole.parts)
                right = b.parts if isinstance(b, Group) else (b,) * len(whole.parts)
                return Group(whole.type, tuple(self._each(sign, x, y) for x, y in zip(left, right, strict=True)))
        return self.binary(sign, a, b)  # type: ignore[arg-type]

    def value(self, tree: Tree) -> Value | Group:
        kind, parts = tree.kind, tree.parts
        if kind == "name":
            return self._named(parts[0])
        if kind == "number":
            return literal(parts[0])
        if kind == "call":
            return self.apply(parts[0], [self.value(operand) for operand in parts[1]])
        if kind == "unary":
            operand = self.value(parts[1])
            if isinstance(operand, Group):
                return Group(operand.type, tuple(self.unary(parts[0], part) for part in operand.parts))  # type: ignore[arg-type]
            return self.unary(parts[0], operand)
        if kind == "binary":
            return self._each(parts[0], self.value(parts[1]), self.value(parts[2]))
        whole = self.value(parts[0])
        assert isinstance(whole, Group)
        if kind == "member":
            return whole.parts[self._place(whole.type, parts[1])]
        return self._item(whole, self.value(parts[1]))  # type: ignore[arg-type]

    def _place(self, kind: str, member: str) -> int:
        """Which part of a structure or vector has a name."""
        return [name for name, _ in self.library.parts(kind) or ()].index(member)

    def _named(self, name: str) -> Value | Group:
        if name in ("true", "false"):
            return number(name == "true", "bool")
        item = self.frame.names.get(name)
        if item is None:
            if name not in self.library.constants:
                raise NotImplementedError(f"the name {name}")
            return self.value(self.library.constants[name])
        return self.load(item) if isinstance(item, Slot | Slots) else item

    def _item(self, array: Group, place: Value) -> Value | Group:
        if place.type == "int" or place.text.startswith("splat"):
            return array.parts[int(place.text.removesuffix(")").rsplit(" ", 1)[-1])]
        chosen = array.parts[-1]
        for k in range(len(array.parts) - 2, -1, -1):
            chosen = self.choose(self.binary("==", place, number(k, place.type)), array.parts[k], chosen)
        return chosen

    def apply(self, name: str, operands: list[Value | Group]) -> Value | Group:
        """A function, or a constructor, on operands."""
        if name in TYPES:
            return self.convert(operands[0], name)  # type: ignore[arg-type]
        if name.startswith("bitcast<"):
            return self.same_bits(operands[0], name[8:-1])  # type: ignore[arg-type]
        parts = self.library.parts(name)
        if parts is not None:
            return Group(name, tuple(self.typed(o, k) if isinstance(o, Value) else o for o, (_, k) in zip(operands, parts, strict=True)))
        own, _, kind = name.rpartition("_")
        if own in _SAME:
            return operands[0]
        if own in _HERE:
            return self.emit(f"fcmp uno {self.vector(kind)} {operands[0].text}, {operands[0].text}", "bool")  # type: ignore[union-attr]
        if own == "rm_sqrt":
            name = "sqrt"
        elif own == "rm_rdivide":
            return self.binary("/", *operands)  # type: ignore[arg-type]
        value = self.builtin(name, operands)  # type: ignore[arg-type]
        if value is not None:
            return value
        function = self.library.functions.get(name)
        if function is None:
            raise NotImplementedError(f"the function {name}")
        return self._inlined(function, operands)

    def _inlined(self, function: Tree, operands: list[Value | Group]) -> Value | Group:
        outer = self.frame
        frame = self.frame = _Frame()
        _, parameters, kind, body = function.parts
        for (name, expected), operand in zip(parameters, operands, strict=True):
            frame.names[name] = self.typed(operand, expected) if isinstance(operand, Value) else operand
        if returns_early(function):
            frame.result, live = self.slot(kind), self.slot("bool")
            assert isinstance(live, Slot)
            frame.live = live
            self.store(live, number(True, "bool"), None)
        self.statements(body)
        self.frame = outer
        assert frame.result is not None
        return self.load(frame.result) if isinstance(frame.result, Slot | Slots) else frame.result  # type: ignore[return-value]

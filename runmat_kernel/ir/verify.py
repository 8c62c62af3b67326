"""Whether a Loop is well formed: each fault in words."""

from __future__ import annotations

from .nodes import LOGICAL, Constant, End, Loop, Op, Region, Value
from .ops import PURE, result_type

_OPERANDS = {"guard": 1, "assume": 1, "place": 2, "trips": 3, "count": 3, "extent": 1, "read": 2, "update": 3}


def verify(loop: Loop) -> list[str]:
    """The faults of a loop; none where it is well formed."""
    check = _Check(loop)
    known = {id(v) for i in loop.inputs for v in (*i.values, *([i.state] if i.state else []))}
    check.op(loop.op, known)
    for function in loop.functions:
        check.region(function.region, set(), {"return"})
    return check.faults


class _Check:
    def __init__(self, loop: Loop) -> None:
        self.faults: list[str] = []
        self.functions = {f.name: f for f in loop.functions}
        self.replaced: set[int] = set()
        """Arrays that were written: nobody looks at them again."""

    def fault(self, op: Op | None, words: str) -> None:
        self.faults.append(f"{op.name} (line {op.line}): {words}" if op else words)

    def uses(self, op: Op | None, values: tuple[Value, ...], known: set[int]) -> None:
        for v in values:
            if isinstance(v, Constant):
                continue
            if id(v) not in known:
                self.fault(op, f"'{v.name or v.type}' is not known here")
            if id(v) in self.replaced:
                self.fault(op, f"array '{v.name}' was written and is used again")

    def op(self, op: Op, known: set[int]) -> None:
        self.uses(op, op.operands, known)
        if op.name in ("for", "while"):
            self.loop(op, known)
        elif op.name == "if":
            self.branches(op, known)
        elif op.name == "call":
            self.call(op)
        else:
            self.element(op)
        if op.name in ("update", "append"):
            self.replaced.add(id(op.operands[0]))
        known |= {id(v) for v in op.results}

    def element(self, op: Op) -> None:
        arity = PURE[op.name].arity if op.name in PURE else _OPERANDS.get(op.name)
        if arity is None and op.name != "append":
            self.fault(op, "no such operation")
        elif arity is not None and len(op.operands) != arity:
            self.fault(op, f"{len(op.operands)} operands, not {arity}")
        elif op.name in PURE:
            self.pure(op)

    def pure(self, op: Op) -> None:
        if result_type(op) != op.results[0].type:
            self.fault(op, f"gives {op.results[0].type}, not {result_type(op)}")
        operands = op.operands[1:] if op.name == "select" else op.operands
        if len({v.type for v in operands}) > 1:
            self.fault(op, "operands of several types")
        if op.name == "select" and op.operands[0].type != LOGICAL:
            self.fault(op, "the condition is no logical")

    def call(self, op: Op) -> None:
        function = self.functions.get(op.attributes["function"])
        if function is None:
            self.fault(op, f"no function '{op.attributes['function']}'")
        elif [v.type for v in op.operands] != [v.type for v in function.region.parameters]:
            self.fault(op, "arguments of other types")

    def branches(self, op: Op, known: set[int]) -> None:
        before, after = set(self.replaced), set(self.replaced)
        for region in op.regions:
            self.replaced = set(before)
            end = self.region(region, known, {"yield", "break", "continue", "return", "exit", "never"})
            if end is not None and end.kind == "yield":
                self.same(op, end, op.results)
                after |= self.replaced
        self.replaced = after
        if op.operands[0].type != LOGICAL:
            self.fault(op, "the condition is no logical")

    def loop(self, op: Op, known: set[int]) -> None:
        skip = 4 if op.name == "for" else 0
        carried = op.operands[skip:]
        if [v.type for v in carried] != [v.type for v in op.results]:
            self.fault(op, "results are not what is carried")
        if [v.type for v in op.regions[0].parameters[bool(skip) :]] != [v.type for v in carried]:
            self.fault(op, "the region takes something else than what is carried")
        inside = set(known)
        if op.name == "while":
            end = self.region(op.regions[0], known, {"yield"})
            if end is not None and [v.type for v in end.values] != [LOGICAL]:
                self.fault(op, "the condition is no logical")
            inside |= {id(v) for v in op.regions[0].parameters} | {id(v) for o in op.regions[0].ops for v in o.results}
        self.carried = [*getattr(self, "carried", []), op.results]
        self.region(op.regions[-1], inside, {"continue", "break", "return", "exit", "never"})
        self.carried.pop()
        self.replaced |= {id(v) for v in carried if v.type.is_array}

    def region(self, region: Region, known: set[int], kinds: set[str]) -> End | None:
        inside = known | {id(v) for v in region.parameters}
        for op in region.ops:
            self.op(op, inside)
        end = region.end
        if end is None:
            self.fault(None, "a region has no end")
            return None
        if end.kind not in kinds:
            self.fault(None, f"a region ends by '{end.kind}'")
        self.uses(None, end.values, inside)
        if end.kind in ("continue", "break"):
            self.same(None, end, self.carried[-1])
        return end

    def same(self, op: Op | None, end: End, expected: tuple[Value, ...]) -> None:
        if [v.type for v in end.values] != [v.type for v in expected]:
            self.fault(op, f"'{end.kind}' goes on with other types")

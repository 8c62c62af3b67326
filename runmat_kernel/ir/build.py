"""A Loop from the Ast and the values observed: statements, and what iterations carry.

Of every variable that an iteration changes something is assumed at its start: what it is before the loop.  Where the end of the iteration
disproves that, the loop is built again with what was found (``Refine``), at most a few times.  A statement that is not compiled becomes an
exit where it stands in a branch, and refuses the loop where every iteration comes to it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from ..base.records import record
from ..graph import ranges
from ..graph.ranges import Range, of_scalar
from ..syntax import ast as m
from .bindings import Array, Assumed, Binding, Handle, Refine, Refused, Scalar, Unsettled
from .calls import Calls, Names
from .nodes import (
    DOUBLE,
    EMPTIED,
    INDEX,
    LOGICAL,
    STATE,
    UNSET,
    Carry,
    Constant,
    End,
    Function,
    Input,
    Loop,
    Op,
    Region,
    Type,
    Value,
)  # fmt: skip

_MOST_BUILT = 40
_MOST_CALLED = 30
_LARGEST = 2.0**31


@record
class Observed:
    """What a variable is where a loop begins.  ``whole``: a whole ``number`` of middle size; ``items``: of a handle, what it captured."""

    matlab_class: str
    is_array: bool = False
    is_complex: bool = False
    grows: bool = False
    whole: bool = False
    number: float = 0.0
    handle: Any = None
    items: tuple[tuple[str, Observed], ...] = ()


def build(node: m.For | m.While, observed: dict[str, Observed], names: Names, whole: bool | None) -> Loop:
    """The loop over ``observed`` variables; ``whole``: of a ``for``, whether it counts through whole numbers of middle size.

    Raises Refused."""
    assumed: dict[Any, Assumed] = {}
    for _ in range(_MOST_BUILT):
        try:
            return Builder(observed, names, assumed).loop(node, whole)
        except Refine as error:
            assumed[error.key] = error.assumed
    raise Refused("the classes of variables do not settle", node.span.line)


def assigned(block: Iterable[m.Node]) -> dict[str, None]:
    """The names that statements assign to, in the order of the text."""
    names: dict[str, None] = {}
    for node in block:
        if isinstance(node, m.Assign):
            for target in node.targets:
                while isinstance(target, (m.Index, m.CellIndex, m.Field, m.DynamicField, m.Parenthesized)):
                    target = target.expression if isinstance(target, m.Parenthesized) else target.target
                if isinstance(target, m.Name):
                    names[target.name] = None
        for inner in blocks_of(node):
            names |= assigned(inner)
        if isinstance(node, m.For) and isinstance(node.target, m.Name):
            names[node.target.name] = None
    return names


def blocks_of(node: m.Node) -> list[m.Block]:
    """The blocks of a statement that holds others."""
    if isinstance(node, (m.For, m.While)):
        return [node.body]
    if isinstance(node, m.If):
        return [*(b.body for b in node.branches), node.orelse]
    if isinstance(node, m.Switch):
        return [*(c.body for c in node.cases), node.otherwise]
    return []


@dataclass(slots=True)
class _Frame:
    """A loop that is being built: the ``names`` that it carries, those of which nothing is known yet, and what an iteration starts with."""

    key: Any
    names: list[str]
    unknown: list[str]
    assumed: dict[str, Assumed]
    start: dict[str, Binding]
    entries: dict[str, Range]
    """Bounds of numbers before the first iteration."""


@record
class _Numbers:
    """What a ``for`` goes through: first, step, last and count; whether the first and the step are whole; bounds; the array of whose
    elements they are the places, from 0."""

    values: tuple[Value, ...]
    whole: bool
    bounds: Range
    array: Array | None = None


@dataclass(slots=True)
class _Shared:
    """What all functions of one Loop share; ``symbols``: their names, ``recursive``: those that call themselves."""

    assumed: dict[Any, Any]
    functions: dict[Any, Function] = field(default_factory=dict)
    symbols: dict[Any, str] = field(default_factory=dict)
    being_built: list[Any] = field(default_factory=list)
    recursive: set[Any] = field(default_factory=set)


class Builder(Calls):
    """Builds one loop, or one function that it calls."""

    def __init__(self, observed: dict[str, Observed], names: Names, assumed: dict[Any, Assumed]) -> None:
        super().__init__()
        self.env: dict[str, Binding] = {}
        self.ends = []
        self.names = names
        self.frames: list[_Frame] = []
        self.shared = _Shared(assumed)
        self.inputs: list[Input] = []
        self.observed = observed
        self.context: Any = ()
        self.outputs: tuple[str, ...] | None = None
        self.returned: tuple[Type, ...] | None = None
        self.depth = 0
        """Branches around the statement at hand, within the outermost loop."""

    # ------------------------------------------------------------------ the outermost loop

    def loop(self, node: m.For | m.While, whole: bool | None) -> Loop:
        changed = assigned([node])
        for name, seen in self.observed.items():
            self.env[name] = self._input((name,), seen, name in changed)
        self.line = node.span.line
        op, frame = self._for(node, whole) if isinstance(node, m.For) else self._while(node)
        return Loop(self.inputs, op, self._carried(frame), list(self.shared.functions.values()))

    def _input(self, path: tuple[str, ...], seen: Observed, own: bool) -> Binding:
        if seen.handle is not None:
            captured = {name: self._input((*path, name), item, False) for name, item in seen.items}
            return Handle(seen.handle.node, seen.handle.name, captured, seen.handle.names)
        if seen.matlab_class == "":
            return Unsettled(f"'{path[-1]}' is neither a number nor an array of numbers")
        kind = Type(seen.matlab_class, seen.is_array, seen.is_complex and seen.is_array)
        bounds = Assumed(seen.matlab_class, integer=seen.whole).range()
        if seen.whole and not own:
            bounds = Range(-_LARGEST, _LARGEST, True, True)
        parts = tuple(Value(kind, path[-1], bounds) for _ in range(1 + (seen.is_complex and not seen.is_array)))
        self.inputs.append(Input(path, parts, None, seen.grows))
        return Array(parts[0], own, seen.grows) if seen.is_array else Scalar(seen.matlab_class, parts)

    def _carried(self, frame: _Frame) -> list[Carry]:
        carries, first = [], 0
        for name in frame.names:
            assumed = frame.assumed[name]
            if assumed.unsettled:
                raise Refused(assumed.unsettled, self.line)
            parts = 1 if assumed.is_array else 1 + assumed.is_complex
            state = None if assumed.surely else first + parts
            carries.append(Carry(name, assumed.matlab_class, assumed.is_array, first, parts, state))
            first += parts + (not assumed.surely)
        return carries

    # ------------------------------------------------------------------ blocks and statements

    def block(self, statements: m.Block) -> None:
        """Statements, until one ends the region."""
        for s in statements:
            if self.region.end is not None:
                return
            self.line = s.span.line
            region, frames, depth = self.region, len(self.frames), self.depth
            try:
                self.statement(s)
            except Refused as error:
                if not depth and frames == 1 and self.outputs is None:
                    raise Refused(error.reason, error.line or self.line) from None
                self.region, self.depth, self.ends = region, depth, []
                del self.frames[frames:]
                self.end("exit", reason=error.reason)

    def statement(self, node: m.Statement) -> None:
        kind = type(node)
        if kind is m.Assign:
            self._assign(node)  # type: ignore[arg-type]
        elif kind is m.If:
            self._branches([(b.condition, b.body) for b in node.branches], node.orelse)  # type: ignore[attr-defined]
        elif kind is m.Switch:
            self._switch(node)  # type: ignore[arg-type]
        elif kind is m.For and isinstance(node.target, m.Name):  # type: ignore[attr-defined]
            self.store(self._for(node, None)[0])  # type: ignore[arg-type]
        elif kind is m.While:
            self.store(self._while(node)[0])  # type: ignore[arg-type]
        elif kind in (m.Break, m.Continue) and self.frames:
            self.end("break" if kind is m.Break else "continue", self._flat(self.frames[-1]))
        elif kind is m.Return and self.outputs is not None:
            self.leave()
        else:
            raise self.refused("this statement is not compiled")

    def _assign(self, node: m.Assign) -> None:
        if node.printed:
            raise self.refused("a statement displays its result")
        if len(node.targets) > 1 or node.bracketed:
            self._assign_several(node)
            return
        target = node.targets[0]
        if isinstance(target, m.Name):
            value = self.value(node.value)
            if not isinstance(value, Scalar):
                raise self.refused("an array is assigned as a whole")
            self.env[target.name] = Scalar(value.matlab_class, self._named(value.parts, target.name))
            return
        if not isinstance(target, m.Index) or not isinstance(target.target, m.Name):
            raise self.refused("a part of a variable is assigned")
        array = self.env.get(target.target.name)
        if not isinstance(array, Array):
            raise self.refused(f"'{target.target.name}' is no array of numbers before the loop")
        value = self.scalar(node.value)
        written = self.write(self.env[target.target.name], target.arguments, value)  # type: ignore[arg-type]
        self.env[target.target.name] = written

    def _named(self, parts: tuple[Value, ...], name: str) -> tuple[Value, ...]:
        for part in parts:
            if not isinstance(part, Constant):
                part.name = part.name or name
        return parts

    def _assign_several(self, node: m.Assign) -> None:
        call = node.value
        if not (isinstance(call, m.Index) and isinstance(call.target, m.Name)) or call.target.name in self.env:
            raise self.refused("several outputs are not compiled here")
        user = self.names.user(call.target.name)
        if user is None or not all(isinstance(t, (m.Name, m.Ignored)) for t in node.targets):
            raise self.refused("several outputs are not compiled here")
        outputs = self.call_user(*user, [self._argument(a) for a in call.arguments], len(node.targets))
        for target, value in zip(node.targets, outputs, strict=True):
            if isinstance(target, m.Name):
                self.env[target.name] = value

    def _branches(self, branches: list[tuple[m.Expression, m.Block]], orelse: m.Block) -> None:
        """``if`` and the branches behind it."""
        if not branches:
            self.block(orelse)
            return
        (condition, body), *others = branches
        taken = self.truth(condition)
        self._choose(taken, lambda: self.block(body), lambda: self._branches(others, orelse))

    def _choose(self, taken: Value, then: Any, other: Any) -> None:
        """One of two blocks; variables are what the block that is taken leaves."""
        before, outer = dict(self.env), self.region
        regions, envs = (Region(), Region()), []
        depth, frames = self.depth, len(self.frames)
        for region, build_block in zip(regions, (then, other), strict=True):
            self.env, self.region, self.depth = dict(before), region, depth + 1
            try:
                build_block()
            except Refused as error:
                self.region, self.ends = region, []
                del self.frames[frames:]
                self.end("exit", reason=error.reason)
            envs.append(self.env)
        self.depth = depth
        self.region = outer
        open_ends = [k for k, region in enumerate(regions) if region.end is None]
        if len(open_ends) < 2:
            self.env = envs[open_ends[0]] if open_ends else before
            op = Op("if", (taken,), (), regions, {}, self.line)
            self.store(op)
            for k in open_ends:
                self._pass_on(op, regions[k], k)
            if not open_ends:
                self.region.end = End("never")
            return
        self._merge(taken, regions, envs)

    def _pass_on(self, op: Op, region: Region, k: int) -> None:
        """Of two blocks one leaves: what the other one computed is used behind it, as what it yields."""
        env, values = self.env, []
        defined = {id(v) for inner in region.ops for v in inner.results}
        replaced: dict[int, Value] = {}
        for name, bound in list(env.items()):
            held = _values(bound)
            if any(id(v) in defined for v in held):
                for v in held:
                    if id(v) in defined and id(v) not in replaced:
                        replaced[id(v)] = Value(v.type, v.name, v.range)
                        values.append(v)
                env[name] = _with_values(bound, [replaced.get(id(v), v) for v in held])
        region.end = End("yield", tuple(values))
        op.results = tuple(replaced[id(v)] for v in values)
        op.regions[1 - k].end = op.regions[1 - k].end or End("never")

    def _merge(self, taken: Value, regions: tuple[Region, Region], envs: list[dict[str, Binding]]) -> None:
        yields: tuple[list[Value], list[Value]] = ([], [])
        results: list[Value] = []
        outer = self.region
        merged: dict[str, Binding] = {}
        for name in dict.fromkeys((*envs[0], *envs[1])):
            pair = [env.get(name) for env in envs]
            if pair[0] is pair[1]:
                merged[name] = pair[0]  # type: ignore[assignment]
                continue
            common = _common(pair, name)
            if isinstance(common, Unsettled):
                merged[name] = common
                continue
            joined: list[Value] = []
            flat = []
            for region, bound in zip(regions, pair, strict=True):
                self.region = region
                flat.append(self._as(bound, common, UNSET))
            for a, b in zip(*flat, strict=True):
                low, high = min(a.range.low, b.range.low), max(a.range.high, b.range.high)
                bounds = Range(low, high, a.range.integer and b.range.integer, a.range.defined and b.range.defined)
                joined.append(Value(a.type, name, bounds))
            for side, values in zip(yields, flat, strict=True):
                side.extend(values)
            results += joined
            merged[name] = self._bound(common, joined, next(b for b in pair if b is not None))
        for region, values in zip(regions, yields, strict=True):
            region.end = End("yield", tuple(values))
        self.region, self.env = outer, merged
        self.store(Op("if", (taken,), tuple(results), regions, {}))

    def _switch(self, node: m.Switch) -> None:
        subject = self.scalar(node.subject)
        if subject.is_complex:
            raise self.refused("a complex number is switched on")

        def cases(left: tuple[m.Case, ...]) -> None:
            if not left:
                self.block(node.otherwise)
                return
            taken = self._labelled(subject, left[0].label)
            self._choose(taken, lambda: self.block(left[0].body), lambda: cases(left[1:]))

        cases(node.cases)

    def _labelled(self, subject: Scalar, label: m.Expression) -> Value:
        """Whether a case is taken: a label, or one of several in braces."""
        while isinstance(label, m.Parenthesized):
            label = label.expression
        labels = [x for row in label.rows for x in row] if isinstance(label, m.CellLiteral) else [label]
        taken: Value = self.constant(False, LOGICAL)
        for k, one in enumerate(labels):
            other = self._real(self.scalar(one))
            if (other.matlab_class == "char") != (subject.matlab_class == "char"):
                raise self.refused("a number is compared with a text")
            same = self.compare("eq", *self._of_one_float(subject.real, other.real))
            if same is None:
                raise self.refused("labels of other classes are not compiled")
            taken = same if not k else self.pure("or", taken, same)
        return taken

    # ------------------------------------------------------------------ what loops carry

    def _enter(self, node: m.For | m.While) -> tuple[_Frame, list[Value], Region]:
        """What a loop carries: assumptions, the values before it, and a region with them as its last parameters."""
        key = (*self.context, node.span.start)
        frame = _Frame(key, [], [], {}, {}, {})
        index = node.target.name if isinstance(node, m.For) else None  # type: ignore[attr-defined]
        first: list[Value] = []
        region = Region()
        for name in assigned([node]):
            bound = self.env.get(name)
            known = self.shared.assumed.get((key, name))
            if name == index:
                known = known or Assumed("double", surely=False, integer=True)
                bound = None
            known = known or _assumed_of(bound)
            if known is not None and known.unsettled and self._is_outermost() and (frame.key, name) not in self.shared.assumed:
                known = None  # whatever it is, nothing is known of it as long as it is not assigned
            if known is None:  # not set before the loop, and nothing is known of it yet
                frame.unknown.append(name)
                continue
            optional = not known.surely and self._is_outermost()
            if bound is not None and not optional:
                known = _both(known, _assumed_of(bound), name)
            frame.names.append(name)
            frame.assumed[name] = known
            if known.unsettled:
                self.env[name] = Unsettled(known.unsettled)
                continue
            if optional:
                seen = self.observed.get(name)
                if known.integer and seen is not None and seen.matlab_class == "double" and not (seen.whole or seen.is_array):
                    raise Refine((key, name), replace(known, integer=False))
                bound = self._optional(name, known)
            values = self._as(bound, known, EMPTIED if name == index and self.frames else UNSET)
            frame.entries[name] = self._entry(name, known, values[0], key)
            entered = [Value(v.type, name, known.range() if k == 0 else ranges.ANY) for k, v in enumerate(values)]
            first += values
            region.parameters += entered
            self.env[name] = frame.start[name] = self._bound(known, entered, bound)
        self.frames.append(frame)
        return frame, first, region

    def _entry(self, name: str, known: Assumed, value: Value, key: Any) -> Range:
        """Bounds of a number before the first iteration.  Raises Refine where those that were found do not hold there."""
        bounded = known.bounds not in (None, _NO_BOUNDS)
        if self._is_outermost() and not isinstance(value, Constant):
            if bounded:  # the caller looks
                value.range = known.range()
            seen = self.observed.get(name)
            return of_scalar(seen.number) if seen is not None and seen.whole else of_scalar(0.0)
        span, limits = value.range, known.range()
        if bounded and not (span.integer and span.defined and limits.low <= span.low and span.high <= limits.high):
            raise Refine((key, name), replace(known, bounds=_NO_BOUNDS))
        return span

    def _is_outermost(self) -> bool:
        return not self.frames and self.outputs is None

    def _optional(self, name: str, known: Assumed) -> Scalar:
        """A variable that need not be set before the outermost loop."""
        self.inputs = [x for x in self.inputs if x.path != (name,)]
        kind = Type(known.matlab_class)
        parts = tuple(Value(kind, name, known.range()) for _ in range(1 + known.is_complex))
        item = Input((name,), parts, Value(STATE, name))
        self.inputs.append(item)
        return Scalar(known.matlab_class, parts, item.state)

    def _as(self, bound: Binding | None, known: Assumed, missing: int) -> list[Value]:
        """The values of a variable as they are carried where it is ``known``; of one that is not set, zeros and what it is instead."""
        if known.is_array:
            assert isinstance(bound, Array)
            return [bound.value]
        if bound is None:
            values: list[Value] = [self.constant(_ZEROS.get(known.matlab_class, 0), Type(known.matlab_class))]
            state: Value = self.constant(missing, STATE)
        else:
            assert isinstance(bound, Scalar)
            values, state = list(bound.parts), self.state_of(bound)
        if known.is_complex and len(values) == 1:
            values.append(self.constant(0.0))
        return values if known.surely else [*values, state]

    @staticmethod
    def _bound(known: Assumed, values: list[Value], like: Binding | None) -> Binding:
        if known.is_array:
            assert isinstance(like, Array)
            return Array(values[0], like.own, like.grows)
        if known.surely:
            return Scalar(known.matlab_class, tuple(values))
        return Scalar(known.matlab_class, tuple(values[:-1]), values[-1])

    def _flat(self, frame: _Frame) -> tuple[Value, ...]:
        """What goes on from an iteration.  Raises Refine where it is not as assumed."""
        for name in frame.unknown:
            assumed = _assumed_of(self.env.get(name))
            if assumed is not None:
                raise Refine((frame.key, name), replace(assumed, surely=False, integer=True))
        flat: list[Value] = []
        for name in frame.names:
            known = frame.assumed[name]
            if not known.unsettled:
                self._check(frame, name, known)
                flat += self._as(self.env[name], known, UNSET)
        return tuple(flat)

    def _check(self, frame: _Frame, name: str, known: Assumed) -> None:
        """Whether a variable is behind an iteration what it was assumed to be before it."""
        assumed = _assumed_of(self.env[name])
        if assumed is None:
            raise self.refused(f"'{name}' becomes a function handle")
        if assumed.unsettled and known.unsettled != assumed.unsettled:
            raise Refine((frame.key, name), assumed)
        if (assumed.is_array, assumed.matlab_class) != (known.is_array, known.matlab_class):
            if known.surely and not assumed.is_array and self.outputs is None and len(self.frames) == 1:
                # whatever it is before the loop counts as not set
                raise Refine((frame.key, name), replace(assumed, surely=False, integer=True))
            words = f"'{name}' is {known.words} before an iteration and {assumed.words} behind it"
            raise Refine((frame.key, name), Assumed("", unsettled=words))
        wider = _both(known, assumed, name)
        if wider != known:
            raise Refine((frame.key, name), wider if wider.integer else replace(wider, bounds=None))
        if known.integer and known.matlab_class == "double" and not (known.is_array or known.is_complex):
            self._check_bounds(frame, name, known, self.env[name].real.range)  # type: ignore[union-attr]

    def _check_bounds(self, frame: _Frame, name: str, known: Assumed, actual: Range) -> None:
        """Bounds of a whole number are guessed from what one iteration leaves, once, and hold where the next one keeps them."""
        if known.bounds is None:
            if -_LARGEST * _LARGEST < actual.low and actual.high < _LARGEST * _LARGEST:
                entry = frame.entries[name]
                bounds = min(actual.low, entry.low), max(actual.high, entry.high)
                raise Refine((frame.key, name), replace(known, bounds=bounds if max(map(abs, bounds)) < 2.0**53 else _NO_BOUNDS))
        elif known.bounds != _NO_BOUNDS and not (actual.defined and known.bounds[0] <= actual.low and actual.high <= known.bounds[1]):
            raise Refine((frame.key, name), replace(known, bounds=_NO_BOUNDS))

    def _body(self, frame: _Frame, region: Region, body: m.Block) -> None:
        """The statements of an iteration, and what goes on from it."""
        self.region = region
        self.block(body)
        if region.end is None:
            self.end("continue", self._flat(frame))

    def _leave(self, frame: _Frame) -> tuple[Value, ...]:
        """Behind a loop: its results, to which variables are bound."""
        self.frames.pop()
        results: list[Value] = []
        for name in frame.names:
            known = frame.assumed[name]
            if known.unsettled:
                self.env[name] = Unsettled(known.unsettled)
                continue
            like = frame.start[name]
            left_values = [Value(v.type, name, v.range) for v in _values(like)]
            results += left_values
            self.env[name] = self._bound(known, left_values, like)
        for name in frame.unknown:
            self.env.pop(name, None)
        return tuple(results)

    def _while(self, node: m.While) -> tuple[Op, _Frame]:
        before, outer = dict(self.env), self.region
        frame, first, region = self._enter(node)
        self.region = region
        self.end("yield", (self.truth(node.condition),))
        body = Region()
        self._body(frame, body, node.body)
        self.region, self.env = outer, before
        results = self._leave(frame)
        return Op("while", tuple(first), results, (region, body), {}, node.span.line), frame

    def _for(self, node: m.For, whole: bool | None) -> tuple[Op, _Frame]:
        name = node.target.name  # type: ignore[attr-defined]
        numbers = self._outer_numbers(whole) if whole is not None else self._numbers(node.iterable)
        before, outer = dict(self.env), self.region
        frame, first, region = self._enter(node)
        number = Value(DOUBLE, name, numbers.bounds)
        region.parameters.insert(0, number)
        self.region = region
        item = Scalar("double", (number,))
        if numbers.array is not None:
            item = self.element(numbers.array, self.convert(number, INDEX))
        if (item.matlab_class, item.is_complex) != (frame.assumed[name].matlab_class, frame.assumed[name].is_complex):
            raise Refine((frame.key, name), Assumed(item.matlab_class, item.is_complex, False))
        self.env[name] = item
        self._body(frame, region, node.body)
        self.region, self.env = outer, before
        results = self._leave(frame)
        return Op("for", (*numbers.values, *first), results, (region,), {"whole": numbers.whole}, node.span.line), frame

    def _outer_numbers(self, whole: bool) -> _Numbers:
        """The numbers of the outermost loop are counted by ordinary code."""
        bounds = Range(-_LARGEST, _LARGEST, True, True) if whole else ranges.ANY
        values = (*(Value(DOUBLE, name, bounds) for name in ("first", "step", "last")), Value(INDEX, "count"))
        self.inputs += [Input((f"${v.name}",), (v,)) for v in values]
        return _Numbers(values, whole, bounds)

    def _numbers(self, node: m.Expression) -> _Numbers:
        """What an inner loop goes through."""
        while isinstance(node, m.Parenthesized):
            node = node.expression
        if not isinstance(node, m.Range):
            return self._columns(node)
        start, *between, stop = [self._counting(x) for x in (node.start, node.step, node.stop) if x is not None]
        by: Value = between[0] if between else self.constant(1.0)
        if not (start.range.integer and by.range.integer):
            count = self.emit("count", (start, by, stop), INDEX, reason="a loop counts without end")
            return _Numbers((start, by, stop, count), False, ranges.ANY)
        words = "a loop counts far"
        start, by = self.assume(start, -_LARGEST, _LARGEST, words), self.assume(by, -_LARGEST, _LARGEST, words)
        if stop.range.integer:
            stop = self.assume(stop, -_LARGEST, _LARGEST, words)
            count = self.emit("trips", tuple(self.convert(x, INDEX) for x in (start, by, stop)), INDEX)
        else:
            self.guard(self.pure("le", self.pure("abs", stop), self.constant(_LARGEST)), words)
            count = self.emit("count", (start, by, stop), INDEX, reason="a loop counts without end")
        low, high = min(start.range.low, stop.range.low), max(start.range.high, stop.range.high)
        if by.range.low > 0:
            low = start.range.low
        return _Numbers((start, by, stop, count), True, Range(max(low, -_LARGEST), min(high, _LARGEST), True, True))

    def _columns(self, node: m.Expression) -> _Numbers:
        """The elements of a row."""
        array = self.value(node)
        if not isinstance(array, Array):
            raise self.refused("a loop over this is not compiled")
        self.guard(self.pure("eq", self.extent(array, 1), self.constant(1, INDEX)), "a loop over columns")
        count = self.extent(array, 2)
        last = self.pure("sub", self.double_of(count), self.constant(1.0))
        return _Numbers((self.constant(0.0), self.constant(1.0), last, count), True, Range(0.0, _LARGEST, True, True), array)

    def _counting(self, node: m.Expression) -> Value:
        count = self.scalar(node)
        if count.is_complex or count.matlab_class != "double":
            raise self.refused("a loop over numbers of this class is not compiled")
        return count.real

    # ------------------------------------------------------------------ functions of the program

    def call_user(self, node: m.Function, names: Names, arguments: list[Binding], count: int) -> list[Scalar]:
        if node.arguments or node.nested or node.accessor or any(node.defaults) or count > len(node.outputs):
            raise self.refused(f"'{node.name}' is not compiled")
        special = {"varargin", "varargout", "~"}
        if special & {*node.parameters, *node.outputs} or len(arguments) > len(node.parameters):
            raise self.refused(f"'{node.name}' is not compiled with these arguments")
        operands = [v for a in arguments for v in _values(a)]
        if any(isinstance(a, (Handle, Unsettled)) for a in arguments):
            raise self.refused("a function is handed to a function")
        key = (id(node), tuple(map(_signature, arguments)), count)
        self.shared.symbols.setdefault(key, f"{node.name}.{len(self.shared.symbols)}")
        types = self._function(key, node, names, arguments, count)
        results = tuple(Value(t, "", Assumed(t.matlab_class).range()) for t in types)
        self.store(Op("call", tuple(operands), results, (), {"function": self.shared.symbols[key]}))
        return self._outputs(types, results, count)

    def _outputs(self, types: tuple[Type, ...], values: tuple[Value, ...], count: int) -> list[Scalar]:
        """The outputs of a function: the imaginary part of one follows its real part."""
        outputs, at = [], 0
        for _ in range(count):
            width = 2 if types[at + 1 : at + 2] == (_IMAGINARY,) else 1
            outputs.append(Scalar(types[at].matlab_class, values[at : at + width]))
            at += width
        return outputs

    def _function(self, key: Any, node: m.Function, names: Names, arguments: list[Binding], count: int) -> tuple[Type, ...]:
        """Build a function for the types of its arguments, unless it is there; the types of its results."""
        shared = self.shared
        if key in shared.functions:
            return shared.functions[key].results
        known = shared.assumed.get(key)
        if key in shared.being_built:
            shared.recursive.add(key)
            if known is None:
                raise self.refused(f"'{node.name}' calls itself before it gives anything")
            return known
        if len(shared.being_built) >= _MOST_CALLED:
            raise self.refused("functions call each other too deeply")
        own = Builder({}, names, {})
        own.shared, own.context, own.outputs, own.line = shared, (key,), node.outputs[:count], node.span.line
        for name, argument in zip(node.parameters, arguments, strict=False):
            parameters = [
                Value(v.type, name, ranges.ANY if v.type.is_array else Assumed(v.type.matlab_class).range()) for v in _values(argument)
            ]
            own.region.parameters += parameters
            own.env[name] = Array(parameters[0]) if isinstance(argument, Array) else Scalar(argument.matlab_class, tuple(parameters))  # type: ignore[union-attr]
        own.env["nargin"], own.env["nargout"] = (Scalar("double", (self.constant(float(n)),)) for n in (len(arguments), count))
        region = own.region
        shared.being_built.append(key)
        try:
            own.block(node.body)
            if own.region.end is None:
                own.leave()
        finally:
            shared.being_built.pop()
        if own.returned is None:
            raise self.refused(f"'{node.name}' is not compiled: {region.end.reason if region.end else ''}")
        if key in shared.recursive and known is None:
            raise Refine(key, own.returned)
        if known not in (None, own.returned):
            raise self.refused(f"'{node.name}' gives other classes from call to call")
        shared.functions[key] = Function(shared.symbols[key], region, own.returned)
        return own.returned

    def leave(self) -> None:
        """``return``: the outputs."""
        values: list[Value] = []
        types: list[Type] = []
        for name in self.outputs or ():
            bound = self.env.get(name)
            bound = self.usable(bound) if bound is not None else None
            if not isinstance(bound, Scalar):
                raise self.refused(f"the output '{name}' is no number")
            values += bound.parts
            types += [Type(bound.matlab_class), _IMAGINARY][: len(bound.parts)]
        if self.returned not in (None, tuple(types)):
            raise self.refused("the class of an output depends on the path")
        self.returned = tuple(types)
        self.end("return", tuple(values))


_NO_BOUNDS = (1.0, 0.0)
"""Bounds were tried, and do not hold."""
_IMAGINARY = Type("double", False, True)
"""Marks the imaginary part among the results of a function."""
_ZEROS: dict[str, Any] = {"double": 0.0, "single": 0.0, "logical": False}


def _is_integer(bound: Scalar) -> bool:
    return bound.real.range.integer and not bound.is_complex


def _assumed_of(bound: Binding | None) -> Assumed | None:
    """What is known of a variable; None where it is not set, or a handle."""
    if isinstance(bound, Unsettled):
        return Assumed("", unsettled=bound.reason)
    if isinstance(bound, Array):
        kind = bound.value.type
        return Assumed(kind.matlab_class, kind.is_complex, is_array=True)
    if isinstance(bound, Scalar):
        return Assumed(bound.matlab_class, bound.is_complex, bound.state is None, _is_integer(bound))
    return None


def _both(known: Assumed, pair: Assumed | None, name: str) -> Assumed:
    """What holds before the first iteration, where a variable was ``pair`` to be something, and before all others."""
    if known.unsettled or pair is None or pair.unsettled:
        return Assumed("", unsettled=known.unsettled or (pair.unsettled if pair is not None else f"'{name}' is a function handle"))
    if (known.matlab_class, known.is_array) != (pair.matlab_class, pair.is_array):
        return Assumed("", unsettled=f"'{name}' is {pair.words} before the loop and {known.words} in it")
    return replace(
        known,
        is_complex=known.is_complex or pair.is_complex,
        surely=known.surely and pair.surely,
        integer=known.integer and pair.integer,
    )


def _values(bound: Binding) -> list[Value]:
    """The values that a variable is bound to."""
    if isinstance(bound, Array):
        return [bound.value]
    if isinstance(bound, Scalar):
        return [*bound.parts, *([bound.state] if bound.state is not None else [])]
    return []


def _with_values(bound: Binding, values: list[Value]) -> Binding:
    """The same variable bound to other values."""
    if isinstance(bound, Array):
        return Array(values[0], bound.own, bound.grows)
    if isinstance(bound, Scalar):
        count = len(bound.parts)
        return Scalar(bound.matlab_class, tuple(values[:count]), values[count] if bound.state is not None else None)
    return bound


def _signature(bound: Binding) -> Any:
    return (bound.matlab_class, bound.is_complex) if isinstance(bound, Scalar) else _assumed_of(bound)


def _common(pair: list[Binding | None], name: str) -> Assumed | Unsettled:
    """What a variable is behind two blocks of which one was taken."""
    assumed = [_assumed_of(bound) for bound in pair]
    for one, bound in zip(assumed, pair, strict=True):
        if isinstance(bound, Handle):
            return Unsettled(f"'{name}' may be a function handle")
        if one is not None and one.unsettled:
            return Unsettled(one.unsettled)
    a, b = assumed
    if a is None or b is None:
        known = a or b
        assert known is not None
        return replace(known, surely=False) if not known.is_array else Unsettled(f"'{name}' may not be set")
    if (a.matlab_class, a.is_array) != (b.matlab_class, b.is_array):
        return Unsettled(f"'{name}' is {a.words} in one branch and {b.words} in the other one")
    return Assumed(a.matlab_class, a.is_complex or b.is_complex, a.surely and b.surely, a.integer and b.integer, a.is_array)

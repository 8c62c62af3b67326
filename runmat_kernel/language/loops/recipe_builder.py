"""Making a recipe of a loop that was traced and ran: where the arrays, scalars and random numbers of its kernel are from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ...accel.loops import kernel_for
from ...accel.storage import Source
from ...codegen.forms.loop import Counting, evenly
from ...graph.loop import Carry, Moving, symbol
from ...graph.node import Constant, Node, range_of
from ...graph.primitives import INDEX
from ...graph.ranges import Range
from ...plan.loops import LoopCall, Origins
from ...values.tensor import Tensor
from .arrays import WrittenArray
from .conditions import Conditions, Proof, form, mark
from .recipe import Recipe, Slot, Supply
from .trace_record import Parameter

if TYPE_CHECKING:
    from .trace import Tracer


class _Unfit(Exception):
    """A loop that cannot be made a recipe of."""


def recipe(
    tracer: Tracer, iterations: Any, call: LoopCall, origins: Origins, after: dict[str, Any], results: Mapping[str, Node]
) -> Recipe | None:
    """The recipe of a loop that just ran; None where its trace cannot be used again."""
    try:
        return _recipe(tracer, iterations, call, origins, after, results)
    except _Unfit:
        return None


def _recipe(
    tracer: Tracer, iterations: Any, call: LoopCall, origins: Origins, after: dict[str, Any], results: Mapping[str, Node]
) -> Recipe:
    seen, trace, session = tracer.record, tracer.trace, tracer.session
    if seen is None or tracer.as_arrays or tracer.conditions or tracer.stops or tracer.sequence or any(d[1] for d in tracer.draws):
        raise _Unfit
    scalars = tuple(seen.parameters.values())
    values = [trace.parameters[s.symbol] for s in scalars]
    inputs = tuple(_supply(tracer, k, origin, call) for k, origin in enumerate(origins.inputs))
    slots, parameters, single = _slots(tracer, origins, call)
    arrays = {name: form(tracer.initial.get(name)) for name in (*(i.name for i in inputs if not i.node), *(w.name for w in trace.writes))}
    arrays.update((name, (node.matlab_class, node.shape)) for name, node in single.items())
    ranges = {name: range_of(node) for name, node in single.items()}
    nodes = [*(c.following for c in trace.carries), *trace.results]
    names: dict[Node, list[str]] = {node: [] for node in nodes}
    for name, node in results.items():
        names[node].append(name)
    ends = {name: tracer.inductions.after(value, trace.iterations) for name, value in after.items() if name not in results}
    ends = {name: value for name, value in ends.items() if type(value) is not WrittenArray}
    if any(type(value) not in (float, bool) for value in ends.values()) or None in arrays.values():
        raise _Unfit
    proof = _proof(tracer, origins, scalars, values)
    starts, total = [], 0
    for blocks, *_ in tracer.draws:
        starts.append(total)
        total += blocks
    return Recipe(
        _conditions(tracer, iterations, arrays, ranges if proof.needed else {}),
        proof,
        scalars,
        replace(call, inputs=(), parameters=parameters, originals=(), kernel=kernel_for(session.engine, call)),
        slots,
        inputs,
        tuple(single),
        tuple(w.name for w in trace.writes),
        tuple(starts),
        total,
        tuple((node.shape, tuple(names[node])) for node in nodes),
        tuple(w.name for w in trace.writes),
        ends,
    )


def _conditions(tracer: Tracer, iterations: Any, arrays: dict[str, Any], ranges: dict[str, Range]) -> Conditions:
    """All that the trace saw.  ``arrays`` are those whose elements only the kernel takes."""
    session, initial, seen = tracer.session, tracer.initial, tracer.record
    assert seen is not None
    looked, free = seen.looked_at()
    absent = [name for name in dict.fromkeys(seen.reads) if name not in initial]
    fixed = {name: mark(initial[name]) for name in looked if name in initial and (name not in arrays or name in seen.contents)}
    scalars = [name for name in free if name in initial]
    called = {name for table, name, _ in seen.functions.values() if table is tracer.body.functions}
    if None in fixed.values() or any(name in arrays for name in scalars) or not called.issuperset(absent):
        raise _Unfit
    return Conditions(
        iterations, tuple(absent), tuple(fixed.items()), tuple(scalars), tuple(arrays.items()), tuple(ranges.items()),
        tuple(seen.functions.values()), session.settings, tracer.body.functions, session.random.forced, session.engine.device.info,
    )  # fmt: skip


def _supply(tracer: Tracer, number: int, origin: Any, call: LoopCall) -> Supply:
    """Where an input of the kernel is from."""
    if type(origin) is Carry:
        return Supply("part" if origin.part else "carry", origin.name, *(origin.part or ()))
    if type(origin) is Moving:
        return Supply("read", _name(tracer, origin.array, origin))
    array = call.inputs[number]
    _, expression = tracer.record.generated.get(id(array), (None, None))  # type: ignore[union-attr]
    return Supply("array", "" if expression else _name(tracer, array, origin), node=expression, form=form(array), bounds=range_of(origin))


def _name(tracer: Tracer, array: Any, origin: Any) -> str:
    """The variable before the loop that an array is; there must be no other that is the same array."""
    names = [*dict.fromkeys(n for n in tracer.record.reads if n not in tracer.assigned), *tracer.arrays]  # type: ignore[union-attr]
    names_of = [n for n in names if n in tracer.initial and (tracer.initial[n] is array or _made_by(origin, tracer.initial[n]))]
    if len(names_of) != 1:
        raise _Unfit
    return names_of[0]


def _made_by(origin: Any, value: Any) -> bool:
    """Whether a node is that of an array which follows from its index."""
    return type(value) is Tensor and type(value.storage) is Source and value.storage._node is origin


def _slots(tracer: Tracer, origins: Origins, call: LoopCall) -> tuple[tuple[Slot, ...], tuple[Any, ...], dict[str, Node]]:
    """The parameters that are found anew in each run, and the others as they are; and arrays of one element that are parameters."""
    trace, seen = tracer.trace, tracer.record
    carries = {id(c): k for k, c in enumerate(trace.carries)}
    parameter_slots = {g.symbol: k for k, g in enumerate(seen.parameters.values())}  # type: ignore[union-attr]
    draws = {half: (kind, k) for k, (_, _, *halves) in enumerate(tracer.draws) for kind, half in zip(("low", "high"), halves, strict=True)}
    slots, parameters, single = [], list(call.parameters), {}
    for place, origin in enumerate(origins.fixed):
        if type(origin) is Carry:
            slots.append(Slot(place, "carry", carries[id(origin)]))
        elif origin in parameter_slots:
            slots.append(Slot(place, "given", parameter_slots[origin]))
        elif id(origin) in seen.keys:  # type: ignore[union-attr]
            slots.append(Slot(place, "key", seen.keys[id(origin)][1]))  # type: ignore[union-attr]
        elif type(origin) is not Constant:
            name = _name(tracer, origin.tensor if type(origin.tensor) is Tensor else origin.held(), origin)
            single[name] = origin
            slots.append(Slot(place, "single", list(single).index(name)))
    for k, origin in enumerate(origins.scheduled):
        place = len(origins.fixed) + k
        matlab_class = call.body.step.parameters[place].matlab_class
        even = evenly(parameters[place], matlab_class)
        if origin in draws:
            if not call.body.even[k] or (draws[origin][0] == "high" and even[1] != 0):  # type: ignore[index]
                raise _Unfit
            slots.append(Slot(place, *draws[origin]))
        elif even is not None:
            parameters[place] = Counting(*even, trace.iterations, matlab_class)
    for slot in slots:
        parameters[slot.place] = None
    return tuple(slots), tuple(parameters), single


def _proof(tracer: Tracer, origins: Origins, parameters: Sequence[Parameter], values: Sequence[float]) -> Proof:
    """The proof about the iteration, with symbols in place of arrays, so that no array is kept alive."""
    trace = tracer.trace
    taken = {node: short for node, short in origins.instructions if trace.depends(node)}
    if not tracer.tracing.recorded_only(taken):
        raise _Unfit
    arrays = {x for node in taken for x in node.operands if type(x) is Node and x.op is not INDEX and not trace.depends(x)}
    stands = {x: symbol("given", x.matlab_class, x.shape, range_of(x)) for x in arrays}
    for node in taken:
        node.operands = tuple([stands.get(x, x) if type(x) is Node else x for x in node.operands])
    proof = Proof(list(taken), parameters, values)
    if not proof.enough(taken):
        raise _Unfit
    return proof

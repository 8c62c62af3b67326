"""Recipes of runs: what the statements of a cell recorded, to be recorded again at once when the cell runs again.

A recipe holds while the variables that the run reads are of the same classes and shapes, scalars have the same values, and names mean the
same functions.  Where anything differs the statements run one by one, as they did the first time.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any
from weakref import ref

from ..accel.recording import DEFERRED
from ..accel.storage import Pending, Source
from ..base.records import record
from ..graph.node import LEAF, LOOP, Node
from ..graph.shapes import numel
from ..graph.template import Template
from ..values.tensor import Tensor
from .statement_runs import Run

_OPAQUE = (LEAF, LOOP)
"""Kinds of nodes of which recording sees nothing but class, shape and bounds."""
_RECIPES_KEPT = 4
_ATTEMPTS = 8
"""So often a recipe is looked for: a run that never finds things as they were goes without."""


@record
class _Scalar:
    """An input of one element."""

    kind: type
    matlab_class: str
    value: Any

    def is_same(self, value: Any) -> bool:
        scalar = _scalar(value)
        if scalar is None or scalar.kind is not self.kind or scalar.matlab_class != self.matlab_class:
            return False
        # The sign of a zero counts, and NaN is never the same.
        return scalar.value == self.value and (scalar.value != 0 or math.copysign(1.0, scalar.value) == math.copysign(1.0, self.value))


@record
class Recipe:
    """``scalars`` has for each input the _Scalar it must be, or None for an array; ``generated`` an array that follows from the index alone
    must be the same one; ``shared`` says which inputs are one and the same.  ``results`` has for each output the number of a root, or a
    value that it always has."""

    functions: tuple[tuple[str, Any], ...]
    scalars: tuple[_Scalar | None, ...]
    generated: tuple[ref[Node] | None, ...]
    shared: tuple[int, ...]
    device: Any
    template: Template
    results: tuple[tuple[int, Any], ...]

    def again(self, engine: Any, functions: Any, values: Sequence[Any]) -> tuple[Any, ...] | None:
        """The outputs over these inputs, recorded; None where something is not as it was."""
        if engine.device is not self.device:
            return None
        arrays = []
        for value, scalar in zip(values, self.scalars, strict=True):
            if scalar is None:
                if not _is_array(engine, value):
                    return None
                arrays.append(value)
            elif not scalar.is_same(value):
                return None
        for name, function in self.functions:
            if functions[name] is not function:
                return None
        nodes = [engine._node(value) for value in arrays]
        if _shared(nodes) != self.shared or not self.template.fits(nodes):
            return None
        for node, known in zip(nodes, self.generated, strict=True):
            if node.kind not in _OPAQUE and (known is None or known() is not node):
                return None
        roots = engine.record_again(self.template, nodes)
        return tuple([engine._tensor(roots[k]) if k >= 0 else value for k, value in self.results])


class Runs:
    """The runs of a session's cells: ``recall`` before the statements of one, ``learn`` behind them."""

    def __init__(self, session: Any) -> None:
        self.session = session

    def recall(self, run: Run, functions: Any, *values: Any) -> tuple[Any, ...] | None:
        """The values after the run, by a recipe; None where its statements have to run."""
        engine, run.watch = self.session.engine, None
        if not engine.settings.fusion or engine.tracing is not None or engine.tries or self.session.profiler.running:
            return None
        for recipe in run.recipes:
            if (results := recipe.again(engine, functions, values)) is not None:
                return results
        run.times += 1
        if run.times > 1 and run.attempts < _ATTEMPTS:
            # By weak references: what the run overwrites must be free at once.
            run.watch = (engine.observed, tuple([ref(v) if type(v) is Tensor and v.numel > 1 else v for v in values]))
        return None

    def learn(self, run: Run, functions: Any, *results: Any) -> None:
        """Make a recipe of what the statements recorded, if that is all they did."""
        watch, run.watch = run.watch, None
        if watch is None:
            return
        observed, values = watch
        recipe = None
        if self.session.engine.observed == observed:
            recipe = _recipe(self.session, run, functions, [v() if type(v) is ref else v for v in values], results)
        run.attempts += 1
        if recipe is not None:
            run.recipes = [recipe, *run.recipes[: _RECIPES_KEPT - 1]]


def _recipe(session: Any, run: Run, functions: Any, values: Sequence[Any], results: Sequence[Any]) -> Recipe | None:
    engine = session.engine
    called = tuple([(name, functions[name]) for name in run.functions])
    if any([function is not session.calls.builtin(name) for name, function in called]):
        return None
    scalars = tuple([_scalar(value) for value in values])
    arrays = [value for value, scalar in zip(values, scalars, strict=True) if scalar is None]
    if not all([_is_array(engine, value) for value in arrays]):
        return None
    inputs = [engine._node(value) for value in arrays]
    roots: list[Node] = []
    left: list[tuple[int, Any]] = []
    for result in results:
        if type(result) is Tensor and type(result.storage) is Pending and result._array is None:
            left.append((len(roots), None))
            roots.append(result.storage.node)
        elif type(result) is float or type(result) is bool:
            left.append((-1, result))
        else:
            return None
    template = Template.of(inputs, roots, *engine.recorded()) if roots else None
    if template is None:
        return None
    generated = tuple([None if node.kind in _OPAQUE else ref(node) for node in inputs])
    return Recipe(called, scalars, generated, _shared(inputs), engine.device, template, tuple(left))


def _shared(nodes: Sequence[Node]) -> tuple[int, ...]:
    """For each Node the number of the first that is the same: two variables may hold one array."""
    places = [id(node) for node in nodes]
    return tuple([places.index(place) for place in places])


def _scalar(value: Any) -> _Scalar | None:
    """The value of an input of one element that is known; None for any other."""
    kind = type(value)
    if kind is float or kind is bool:
        return _Scalar(kind, "", value)
    if kind is Tensor and value._array is not None and value._array.size == 1 and value.storage is None and not value._is_complex:
        return _Scalar(kind, value.matlab_class, value._array.item())
    return None


def _is_array(engine: Any, value: Any) -> bool:
    """Whether recording takes a value by its class and shape alone: a large array that is computed, follows from the index, or is what
    a loop that waits leaves behind."""
    if type(value) is not Tensor or value._is_complex or value.matlab_class not in DEFERRED or numel(value.shape) < engine._least:
        return False
    storage = value.storage
    if type(storage) is Pending:
        return storage.node.kind == LOOP
    return value._array is not None or type(storage) is Source or engine.holds(storage)

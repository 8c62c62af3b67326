"""The names that generated code uses: one dictionary per session, put into the globals of every unit."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from typing import Any

import numpy as np

from ..accel.fast_operators import tensor
from ..base.errors import MatlabError
from ..graph.spacing import Spacing, spacing
from ..syntax import ast as m
from ..values.concat import horzcat, vertcat
from ..values.containers import CellArray, StructArray
from ..values.convert import as_array, to_value
from ..values.functions import FunctionHandle
from ..values.indexing import COLON
from ..values.objects import find_method
from ..values.subscripts import rounded_places
from ..values.tensor import Tensor
from ..values.text import CharArray, StringArray
from . import argument_blocks, calls, control, element_views, reading, writing, writing_paths
from .classes.access import method_handle
from .errors import attach_stack, forget_tracebacks, to_matlab_error
from .frames import Workspace, follow_globals, take_out
from .operators import operators
from .reading import UNDEFINED

_SHORT = 1000.0
"""Steps of ranges that are made at once, without a call of the builtin."""
_EXACT = 2.0**53
EMPTY = Tensor(np.empty((0, 0)))
_ROUNDING = frozenset((Tensor, float, complex, bool, CharArray, StringArray, CellArray, StructArray))
"""Arrays that are indexed by position alone, and so round their subscripts."""


def build_runtime(session: Any) -> dict[str, Any]:
    """Name (with ``$``) -> helper, for a session that has ``calls``, ``reader`` and ``globals``."""
    reader, caller = session.reader, session.calls
    writer = writing_paths.Writer(reader)
    table: dict[str, Any] = {
        "$type": type, "$float": float, "$bool": bool, "$int": int, "$length": len, "$Exception": Exception,
        "$undefined": UNDEFINED, "$colon": COLON, "$empty": EMPTY, "$globals": session.globals,
        "$true": control.true, "$scalar_true": control.scalar_true, "$decides": control.decides, "$case": control.case,
        "$NoRounds": control.NoRounds, "$for_columns": control.for_columns,
        "$index1": reader.index1, "$index2": reader.index2, "$index": reader.index, "$index_values": reader.index_values,
        "$content": reader.content, "$content1": reader.content1, "$first_content": reader.first_content, "$contents": reader.contents,
        "$inner_content": reader.inner_content, "$inner_field": reader.inner_field,
        "$field": reader.field, "$first_field": reader.first_field,
        "$path": reader.path, "$named_path": reader.named_path, "$peek_path": reader.peek_path,
        "$end": reading.end, "$end_outside": reading.end_outside, "$single": reading.single, "$first": reading.first,
        "$field_name": reading.field_name,
        "$set1": writing.set1, "$set2": writing.set2, "$set": writing.set_elements, "$set_content": writing.set_content,
        "$set_content1": writing.set_content1, "$set_field": writing.set_field, "$set_path": writer.set_path, "$set_list": writer.set_list,
        "$target_count": writer.target_count, "$delete_path": writer.delete_path, "$not_assignable": writing.not_assignable,
        "$view": element_views.view, "$view_alone": element_views.view_alone, "$view_again": element_views.view_again,
        "$apply": caller.apply, "$apply1": caller.apply1, "$mention": caller.mention, "$value": caller.value,
        "$call_named": caller.call_named,
        "$too_many_inputs": calls.too_many_inputs, "$too_many_outputs": calls.too_many_outputs,
        "$missing_argument": calls.missing_argument, "$parameters": calls.ParameterTable(),
        "$returns": calls.returns, "$exactly": calls.exactly,
        "$taker": calls.Taker, "$take": calls.Taker.take, "$take_many": calls.Taker.take_many,
        "$argument_error": argument_blocks.argument_error, "$repeated_place": argument_blocks.repeated_place,
        "$has_field": argument_blocks.has_field, "$items": argument_blocks.items_of,
        "$append": list.append, "$ordered": argument_blocks.ordered, "$argument": _argument, "$varargin": CellArray.of,
        "$workspace": Workspace, "$take_out": take_out, "$braces": cell, "$shown": _shown,
        "$recall": session.runs.recall, "$learn": session.runs.learn,
        "$capture": session.loops.capture,
        "$captured": session.loops.captured,
        "$parts": session.loops.parts,
        "$enter_try": session.engine.enter_try, "$leave_try": session.engine.leave_try,
        "$enter": session.levels.enter, "$leave": session.levels.leave,
        "$initial": lambda name, held, value: held[name] if held.get(name, EMPTY) is not EMPTY else value,
        **operators(caller),
    }  # fmt: skip
    return table | _ranges(session) | _concatenation(session) | _statements(session) | _functions(session)


def _are_whole(parts: tuple[Any, ...]) -> bool:
    return all([type(x) is not float or x.is_integer() for x in parts])


def _ranges(session: Any) -> dict[str, Any]:
    """Helpers for ranges: as values, as subscripts, and as the iterations of a loop."""

    def make_range(*parts: Any) -> Any:
        short = _short_range(*parts) if len(parts) == 3 else _short_range(parts[0], 1.0, parts[1])
        return session.calls.operator("colon")(1, *parts)[0] if short is None else short

    return {
        "$range": make_range,
        "$for_range": lambda *parts: control.for_range(make_range, *parts),
        "$for_pairs": lambda *parts: control.for_pairs(make_range, *parts),
        **_places(session, make_range),
    }


def _places(session: Any, make_range: Callable[..., Any]) -> dict[str, Any]:
    """Helpers for ranges between parentheses, which may be subscripts."""

    def make_places(*parts: Any) -> Any:
        """A range between parentheses behind what may be a method: as subscripts its elements are rounded where they are not whole."""
        places = make_range(*parts)
        if _are_whole(parts):
            return places
        if type(places) is float:
            places = Tensor(np.array([[places]]))
        if type(places) is Tensor and places.matlab_class == "double":
            places.rounded = warn_of_rounding
        return places

    def places_in(indexed: Any, *parts: Any) -> Any:
        """A range between parentheses behind a name, whose value is ``indexed``: where that is an array, numbers that are not whole
        are warned of, and the elements rounded."""
        if _are_whole(parts):
            return make_range(*parts)
        if type(indexed) not in _ROUNDING:
            return make_range(*parts) if indexed is UNDEFINED or type(indexed) is FunctionHandle else make_places(*parts)
        places = make_range(*parts)
        if type(places) is float or (type(places) is Tensor and places.matlab_class == "double"):
            warn_of_rounding()
            return to_value(rounded_places(as_array(places)))
        return places

    def places_written(old: Any, *parts: Any) -> Any:
        """The same where elements are assigned: a variable that is not there yet becomes an array."""
        return places_in(EMPTY if old is UNDEFINED else old, *parts)

    def warn_of_rounding() -> None:
        text = "Integer operands are required for colon operator when used as index."
        session.feval("warning", (CharArray.row("MATLAB:colon:nonIntegerIndex"), CharArray.row(text)), 0)

    def index_run(value: Any, start: Any, stop: Any) -> Any:
        element = session.reader.run(value, start, stop)
        return session.reader.index1(value, places_in(value, start, stop)) if element is None else element

    return {
        "$places": make_places,
        "$places_in": places_in,
        "$places_written": places_written,
        "$index_run": index_run,
        "$set_run": writing.run_setter(places_written),
    }


def _concatenation(session: Any) -> dict[str, Any]:
    """Helpers that join values; objects join by their methods."""

    def concatenate(name: str, join: Any) -> Any:
        def joined(*values: Any) -> Any:
            try:
                return join(values)
            except MatlabError:
                method = find_method(name, values)
                if method is None:
                    raise
                return session.calls.call_method(method, name, 1, values)[0]

        return joined

    side_by_side, below = concatenate("horzcat", horzcat), concatenate("vertcat", vertcat)

    def matrix(width: int, *values: Any) -> Any:
        """``[a, b; c, d]`` of rows of one width."""
        if all([type(value) is float for value in values]):
            return tensor(np.array(np.array(values).reshape(-1, width), order="F"), "double")
        return below(*[side_by_side(*values[k : k + width]) for k in range(0, len(values), width)])

    return {"$horzcat": side_by_side, "$vertcat": below, "$matrix": matrix}


def _short_range(start: Any, step: Any, stop: Any) -> Tensor | None:
    """``start:step:stop`` of doubles, two numbers or more; None for all other ranges, which are the builtin's."""
    if type(start) is not float or type(step) is not float or type(stop) is not float or not step:
        return None
    if not 0.0 < (stop - start) / step < _SHORT:
        return None
    if step == 1.0 and start.is_integer() and -_EXACT < start and stop < _EXACT:
        last = math.floor(stop)
        return tensor(np.arange(start + 0.0, last + 1.0).reshape(1, -1), "double") if last > start else None
    spacing_of = spacing(start, step, stop)
    return tensor(spacing_of.values().reshape(1, -1), "double") if type(spacing_of) is Spacing and spacing_of.count > 1 else None


def _statements(session: Any) -> dict[str, Any]:
    """Helpers of statements that the session sees: what is shown, caught, declared and imported."""

    def display(name: str, value: Any) -> None:
        if value is UNDEFINED:
            raise calls.undefined(name)
        session.display(name, value)

    def declare_global(name: str, workspace: Workspace | None) -> None:
        session.globals.setdefault(name, EMPTY)
        if workspace is not None:
            workspace.global_names.add(name)
            workspace.pop(name, None)
            follow_globals(workspace, session.globals, sys._getframe(1))

    def following_workspace(kept: dict[str, Any] | None = None) -> Workspace:
        workspace = Workspace()
        workspace.kept = {} if kept is None else kept
        workspace.follow_globals(session.globals)
        return workspace

    def catch(error: BaseException) -> Any:
        """The MException of what a ``try`` caught; remembers it for ``lasterr``."""
        matlab_error = to_matlab_error(error, session.settings.strict)
        attach_stack(matlab_error, error.__traceback__, outer=True)
        # The traceback would keep the failed function's variables alive; an onCleanup among them must go now.
        forget_tracebacks(error)
        forget_tracebacks(matlab_error)
        return session.caught(matlab_error)

    return {
        "$display": display,
        "$declare_global": declare_global,
        "$following_workspace": following_workspace,
        "$catch": catch,
        "$import": lambda functions, *names: functions.add_imports(names),
    }


def _functions(session: Any) -> dict[str, Any]:
    """Helpers that make function handles, bind arguments, and stand for what classes give."""

    def anonymous(factory: Any, about: tuple[m.AnonymousFunction, tuple[str, ...]], values: tuple[Any, ...]) -> FunctionHandle:
        node, names = about
        captured = {name: value for name, value in zip(names, values, strict=True) if value is not UNDEFINED}
        parameters = node.parameters
        count = -len(parameters) if parameters and parameters[-1] == "varargin" else len(parameters)
        target = factory(*values)
        target.__globals__.setdefault("$anonymous_texts", {})[target.__code__] = lambda: _text_of(node)
        return FunctionHandle(
            None, lambda: _text_of(node), target, captured=captured, parameters=parameters, nargin_declared=count, node=node
        )

    def reference(name: str, target: Any, functions: Any, shown: str) -> FunctionHandle:
        own = getattr(functions, "own", {})
        user = own.get(name)
        if target is None and user is not None:
            target = user.function
        if target is None and name in session.classes.method_names:
            target = method_handle(name, lambda: functions[name])
        inputs, outputs = functions.declared_counts(name)
        return FunctionHandle(shown, shown, target, nargin_declared=inputs, nargout_declared=outputs)

    def superclass_call(name: str, nargout: int, *arguments: Any) -> tuple[Any, ...]:
        raise MatlabError(f"'{name}' can only be used in a method of a class.", "MATLAB:class:invalidSuperclassCall")

    return {
        "$bind": argument_blocks.binder(session),
        "$as_declared": argument_blocks.converter(session),
        "$anonymous": anonymous,
        "$too_many_inputs_of": lambda about: calls.too_many_inputs(_text_of(about[0])),
        "$reference": reference,
        "$superclass_call": superclass_call,
        "$metaclass": lambda name: session.classes.metaclass(name),
    }


def _text_of(node: m.AnonymousFunction) -> str:
    from ..syntax.unparse import unparse

    return unparse(node)


def _argument(workspace: Workspace, name: str) -> Any:
    value = workspace.get(name, UNDEFINED)
    return calls.missing_argument(name) if value is UNDEFINED else value


def _shown(values: tuple[Any, ...]) -> tuple[Any, ...]:
    """The first output of a call that stands alone, which becomes ``ans``."""
    return values if len(values) <= 1 else values[:1]


def cell(*rows: tuple[Any, ...]) -> CellArray:
    """``{...}``: rows of contents."""
    if len(rows) == 1:
        return CellArray.of(rows[0]) if rows[0] else CellArray.of([], (0, 0))
    full = [row for row in rows if row]
    if not full:
        return CellArray.of([], (0, 0))
    if len({len(row) for row in full}) != 1:
        raise MatlabError("Dimensions of arrays being concatenated are not consistent.", "MATLAB:catenate:dimensionMismatch")
    array = np.empty((len(full), len(full[0])), object, order="F")
    for i, row in enumerate(full):
        for j, item in enumerate(row):
            array[i, j] = item
    return CellArray(array)

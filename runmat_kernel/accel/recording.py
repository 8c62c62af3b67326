"""Records operations on large arrays as Nodes, with their class and shape.  The next flush computes them.

This runs for every operation of a program and costs a few microseconds: what follows from the classes and shapes of the operands is found
once and kept as a Signature.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Sequence
from types import FrameType
from typing import Any
from warnings import catch_warnings
from weakref import ref

import numpy as np

from ..base.errors import MatlabError
from ..base.events import Refused
from ..base.settings import Settings
from ..graph.accumulate import accumulate
from ..graph.evaluate import check_integer_rule, classes_of, narrow
from ..graph.generators import range_node
from ..graph.node import Constant, Node, Signature, line_of, range_of
from ..graph.op import Op
from ..graph.primitives import CASTS, MINUS, MOMENT_ABOUT, PLUS
from ..graph.rewrite import reduction_operand, squared_deviations
from ..graph.shapes import check_size, expand, numel, reduced_shape
from ..graph.template import Template
from ..plan.proofs import WORTH_A_PROOF
from ..values.classes import FLOAT_CLASSES, INTEGER_LIMITS
from ..values.convert import as_array, class_of, to_value
from ..values.tensor import Tensor
from . import split_complex
from .device_search import DeviceSearch
from .eager import eager, from_array
from .protocols import Recorder
from .storage import Pending, Source

DEFERRED = frozenset({"double", "single", "logical", "int8", "int16", "int32", "uint8", "uint16", "uint32"})
_FORMS_KEPT = 4096
_UNKNOWN: Any = object()
_new_tensor = Tensor.__new__
_new_pending = Pending.__new__


class Recording(DeviceSearch, Recorder):
    """The part of an Engine that records: the Nodes since the last flush, and the Tensors that wait for them."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self.tracing: Any = None
        # How often elements were looked at, or something was computed at once: what is recorded may depend on that.
        self.observed = 0
        # How many ``try`` blocks surround the statement that runs: in them nothing waits that may fail.
        self.tries = 0
        self._fusion = settings.fusion
        self._least = settings.defer_elements
        self._most_pending = settings.max_pending_nodes
        # Weak references without callbacks: dead ones are swept with every flush.
        self._interned: dict[Any, ref[Node]] = {}
        self._scalars: dict[Any, Constant] = {}
        self._leaves: dict[int, ref[Node]] = {}
        self._waiting: list[ref[Tensor]] = []
        self._forms: dict[tuple[Any, ...], Signature | None] = {}
        self._real_only: dict[Op, bool] = {}
        # By file name, whether code is MATLAB's.
        self._programs: dict[str, bool] = {}

    # ------------------------------------------------------------- operations

    def elementwise(self, op: Op, operands: Sequence[Any]) -> Any:
        """``op`` on Values with implicit expansion; a Value."""
        if self._fusion and op.real is not None:
            for x in operands:
                if type(x) is Tensor and ((array := x._array) is None or array.size >= self._least):
                    result = self._record(op, operands)
                    if result is not None:
                        return result
                    if any(isinstance(x, np.ndarray | np.generic) for x in operands):
                        # Builtins hand each other plain arrays.
                        return self.elementwise(op, [to_value(x) for x in operands])
                    self._refuse(op.name, operands)
                    break
        self.observed += 1
        return eager(op, operands)

    def reduce(self, kind: str, value: Any, dims: tuple[int, ...], matlab_class: str, omit_nan: bool = False) -> Any:
        """A reduction (kinds of ``codegen.body.Accumulation``) over 0-based dims, which keep size one; a Value of ``matlab_class``."""
        if self._fusion and type(value) is Tensor and (value._array is None or value._array.size >= self._least):
            result = self._record_reduction(kind, value, dims, matlab_class, omit_nan)
            if result is not None:
                return result
        self.observed += 1
        return from_array(narrow(accumulate(kind, as_array(value), dims, matlab_class, omit_nan)))

    # -------------------------------------------------------------- recording

    def _record(self, op: Op, operands: Sequence[Any]) -> Tensor | None:
        """Record an operation; None where it must be computed at once."""
        items: list[Any] = []
        scalars = self._scalars
        for x in operands:
            if type(x) is Tensor and x._array is None and type(x.storage) is Pending:
                items.append(x.storage.node)
            elif type(x) is float:
                # The sign of a zero counts.
                mark = x if x else repr(x)
                item = scalars.get(mark)
                if item is None:
                    item = scalars[mark] = Constant(x, "double")
                items.append(item)
            else:
                item = self._item(op, operands, x)
                if type(item) is not Node and type(item) is not Constant:
                    return item
                items.append(item)
        # By identity: the table must keep no array alive.
        frozen: tuple[Any, ...]
        kept: tuple[Any, ...]
        if len(items) == 2:
            a, b = items
            frozen = (op, id(a), id(b))
            kept = (op, a.look, b.look)
            uncertain = a.uncertain or b.uncertain
        else:
            frozen = (op, *map(id, items))
            kept = (op, *[x.look for x in items])
            uncertain = any([x.uncertain for x in items])
        known = self._interned.get(frozen)
        if known is not None and (node := known()) is not None:
            return self._checked(self._tensor(node))
        form = self._forms.get(kept, _UNKNOWN)
        if form is _UNKNOWN:
            form = self._form(op, kept, items)
        if form is None or (uncertain and self._complex_error(form, items)):
            # Whether complex operands are an error must be known now, at its own line.
            return None
        # After this method come ``elementwise`` and the operator or builtin that called it.
        node = Node.of_signature(form, tuple(items), uncertain, self.place(4))
        self._interned[frozen] = ref(node)
        return self._checked(self._waits(node)) if node.guarded else self._waits(node)

    def _checked(self, tensor: Tensor) -> Tensor:
        """The tensor, computed now where its elements may be an error (NaN as a logical): at its own line, and before what comes next.
        A loop that is traced has guards of its own, and runs at once."""
        storage = tensor.storage
        if self.tracing is None and type(storage) is Pending and storage.node.guarded and storage.node.matlab_class not in FLOAT_CLASSES:
            self.flush("values are checked", storage.node)
        return tensor

    def _complex_error(self, form: Signature, items: Sequence[Node | Constant]) -> bool:
        """Whether an operand may turn out to be complex where that is an error."""
        perhaps = any(x.uncertain and x.matlab_class != "logical" for x in items)
        return perhaps and (form.integers or self._refuses_complex(form.op))

    def _scalar(self, value: Any, matlab_class: str) -> Constant:
        """The Constant of a scalar, the same one until the next flush.  The sign of a zero counts, and True is not 1."""
        mark = value if value and matlab_class == "double" else repr(value) if matlab_class == "double" else (matlab_class, repr(value))
        item = self._scalars.get(mark)
        if item is None:
            item = self._scalars[mark] = Constant(value, matlab_class)
        return item

    def _item(self, op: Op, operands: Sequence[Any], x: Any) -> Any:
        """An operand as a Node or a Constant; where the operation is done otherwise, its result: a Tensor, or None."""
        if type(x) is bool:
            return self._scalar(x, "logical")
        if type(x) is not Tensor:
            return split_complex.elementwise(self, op, operands) if type(x) is complex else None
        if x._is_complex:
            return split_complex.elementwise(self, op, operands)
        if x is operands[0] and type(x.storage) is Source and (op is PLUS or op is MINUS):
            shifted = self._shifted(op, operands)
            if shifted is not None:
                return shifted
        array = x._array
        if array is not None and array.size == 1 and x.storage is None:
            return self._scalar(array.item(), x.matlab_class)
        return self._node(x)

    def _form(self, op: Op, key: tuple[Any, ...], items: Sequence[Node | Constant]) -> Signature | None:
        """The Form for the classes and shapes of the operands, kept for the next time; None: computed at once.  Raises MATLAB's
        errors for operands that do not go together, and for arrays that cannot be had."""
        classes = [x.matlab_class for x in items]
        result, compute = classes_of(op, classes)
        integers = any(c in INTEGER_LIMITS for c in (result, *classes))
        if integers and len(items) > 1 and op.integer_rule:
            check_integer_rule(op, classes, [isinstance(x, Constant) or numel(x.shape) == 1 for x in items])
        shape: tuple[int, ...] | None = None
        for x in items:
            if isinstance(x, Node):
                shape = x.shape if shape is None else expand(shape, x.shape)
        form = None
        if shape is not None and 0 not in shape and DEFERRED.issuperset((result, compute, *classes)):
            self.check_size(shape, result)
            form = Signature(op, result, compute, shape, integers)
        if len(self._forms) >= _FORMS_KEPT:
            self._forms.clear()
        self._forms[key] = form
        return form

    def _shifted(self, op: Op, operands: Sequence[Any]) -> Tensor | None:
        """``i + 1`` for a range of whole numbers is another one, so that it can be a subscript without being made."""
        value, by = operands
        if value._array is not None or type(by) is not float:
            return None
        storage, numbers = value.storage, value.storage.positions
        if numbers is None or by != by or abs(by) > 2**50 or by != int(by):
            return None
        step = int(by) if op is PLUS else -int(by)
        numbers, make, matlab_class = range(numbers.start + step, numbers.stop + step, numbers.step), storage.make, value.matlab_class

        def build(shape: tuple[int, ...]) -> Node:
            return range_node(numbers[0], numbers.step, numbers[-1], True, shape, matlab_class)

        return self.source(lambda: make() + step, build, value.shape, matlab_class, positions=numbers)

    def _record_reduction(self, kind: str, value: Tensor, dims: tuple[int, ...], matlab_class: str, omit_nan: bool) -> Tensor | None:
        if dims and max(dims) >= len(value.shape):
            dims = tuple([d for d in dims if d < len(value.shape)])
        if value._is_complex and (reduced := split_complex.reduce(self, kind, value, dims, matlab_class, omit_nan)) is not None:
            return reduced
        if value._is_complex or value.matlab_class not in DEFERRED or 0 in value.shape or matlab_class not in DEFERRED:
            return None
        if reduced_shape(value.shape, dims) == value.shape:
            return None
        if value.matlab_class == "logical" and kind in ("sum", "moment2", "prod"):
            value = self.elementwise(CASTS["double"], (value,))
        operand, dims = reduction_operand(self._node(value), dims)
        # Without NaN: where there is one, the mean is NaN, and so are all deviations from it.
        plain_sum = kind == "sum" and not omit_nan and matlab_class == operand.matlab_class
        if plain_sum and (deviations := squared_deviations(operand, dims)) is not None:
            return self._second_moment(*deviations, dims)
        return self._reduced((kind, dims, omit_nan), operand, matlab_class)

    def interned(self, key: Hashable, make: Callable[[], Node]) -> Node:
        """The Node of a key, made where it is new: equal operations on the same arrays are computed once.  Keys name nodes by identity."""
        known = self._interned.get(key)
        node = known() if known is not None else None
        if node is None:
            node = make()
            self._interned[key] = ref(node)
        return node

    def _reduced(self, reduction: tuple[str, tuple[int, ...], bool], operand: Node, matlab_class: str) -> Tensor:
        where, shape = self.place(4), reduced_shape(operand.shape, reduction[1])
        key = (reduction, matlab_class, id(operand))
        return self._tensor(self.interned(key, lambda: Node.reduce(reduction, operand, matlab_class, shape, where)))

    def _second_moment(self, x: Node, mean: Node, dims: tuple[int, ...]) -> Tensor:
        """The sum of squared deviations of ``x`` from its mean over ``dims``."""
        operand, along = reduction_operand(x, dims)
        moment = self._reduced(("moment2", along, False), operand, x.matlab_class)
        bounds = range_of(x)
        if max(-bounds.low, bounds.high) * numel(x.shape) <= np.finfo(operand.matlab_class).max:
            return moment
        return self.elementwise(MOMENT_ABOUT, (moment, self._tensor(mean)))

    def check_size(self, shape: tuple[int, ...], matlab_class: str) -> None:
        """Raise MATLAB's error for an array that cannot be had."""
        check_size(shape, matlab_class, self.settings.host_memory_bytes)

    def _refuses_complex(self, op: Op) -> bool:
        """Whether complex operands are an error: the definition of the operation is asked once."""
        refuses = self._real_only.get(op)
        if refuses is None:
            try:
                # a warning is of operands that are no data: positions and counts
                with np.errstate(all="ignore"), catch_warnings(action="ignore"):
                    op.numpy(*[np.full((1, 1), 1j)] * op.arity)
                refuses = False
            except (MatlabError, TypeError):
                refuses = True
            self._real_only[op] = refuses
        return refuses

    def _at_once(self, name: str, value: Any) -> None:
        """Say why what is along a dimension of a large array is computed at once."""
        if self._fusion and type(value) is Tensor and numel(value.shape) >= self._least:
            self._refuse(name, (value,))

    def _refuse(self, name: str, operands: Sequence[Any]) -> None:
        """Say why a large operation was computed at once."""
        tensors = [x for x in operands if type(x) is Tensor]
        odd = next((c for x in operands if (c := class_of(x)) not in DEFERRED), None)
        if any(0 in x.shape for x in tensors):
            return
        if any(type(x) is complex or (type(x) is Tensor and x._is_complex) for x in operands):
            reason, code = "complex arrays are computed at once on the host", "class"
        elif odd is not None:
            reason, code = f"class {odd} is computed at once on the host", "class"
        else:
            reason, code = f"'{name}' is computed at once on the host for these classes", "op"
        self.note(Refused(reason, line_of(self.place()), (name,), code))

    # ------------------------------------------------------- recording again

    def recorded(self) -> tuple[dict[int, Any], dict[int, tuple[Any, ...]]]:
        """By identity: the marks of the scalars, and the keys of the Nodes, that were recorded since the last flush."""
        keys = {id(node): key for key, known in self._interned.items() if (node := known()) is not None}
        return {id(constant): mark for mark, constant in self._scalars.items()}, keys

    def record_again(self, template: Template, inputs: Sequence[Node]) -> list[Node]:
        """The Nodes of a template's roots over these inputs."""
        return template.instance(inputs, self._scalars, self._interned)

    # ------------------------------------------------------ Tensors and Nodes

    def _node(self, tensor: Tensor) -> Node:
        """The Node of a Tensor's elements."""
        storage = tensor.storage
        if tensor._array is None:
            if type(storage) is Pending:
                return storage.node
            if type(storage) is Source and self._elements(tensor) is None:
                return storage.node
        known = self._leaves.get(id(tensor))
        # A leaf keeps its Tensor, so that the number is nobody else's while it lives.
        node = known() if known is not None else None
        if node is None:
            node = Node.leaf(tensor)
            self._leaves[id(tensor)] = ref(node)
            if type(storage) is Source and numel(tensor.shape) >= WORTH_A_PROOF:
                # Elements that were made on the host: their bounds stay known.
                node._range = range_of(storage.node)
        return node

    def _elements(self, tensor: Tensor) -> np.ndarray | None:
        """The elements where they are on the host; those that follow from the index are made now where no device does that itself:
        a host reads memory faster than it makes numbers again."""
        storage = tensor.storage
        if tensor._array is None and type(storage) is Source:
            if not storage.constant and "double" not in self.device.info.classes:
                return tensor.array
        return tensor._array

    def _tensor(self, node: Node) -> Tensor:
        """The Tensor that waits for a node; the same one while it lives."""
        tensor = node.tensor() if node.tensor is not None else None
        return tensor if tensor is not None else self._waits(node)

    def _waits(self, node: Node) -> Tensor:
        """A new Tensor that waits for a node."""
        # Without calling __init__: this is done for every operation.
        tensor = _new_tensor(Tensor)
        tensor.matlab_class = node.matlab_class
        tensor.shape = node.shape
        tensor._is_complex = False
        tensor._array = None
        tensor.storage = storage = _new_pending(Pending)
        storage.engine = self
        storage.node = node
        node.tensor = weak = ref(tensor)
        waiting = self._waiting
        waiting.append(weak)
        if len(waiting) > self._most_pending:
            self.flush("many operations are waiting")
        return tensor

    def place(self, depth: int = 3) -> Any:
        """Where the program is, as a (code object, instruction offset) pair: the innermost frame whose code is a cell's or an .m file's.
        Frames nearer than ``depth``, which Python would make for this alone, are not looked at."""
        frame: FrameType | None = sys._getframe(depth)
        programs = self._programs
        while frame is not None:
            code = frame.f_code
            name = code.co_filename
            known = programs.get(name)
            if known is None:
                if len(programs) >= _FORMS_KEPT:
                    programs.clear()
                known = programs[name] = not name.endswith(".py") and not name.startswith("<")
            if known:
                return code, frame.f_lasti
            frame = frame.f_back
        return None


def waiting_node(tensor: Tensor | None) -> Node | None:
    """The Node that a Tensor, as a weak reference gives it, still waits for; None where it does not wait."""
    if tensor is None or tensor._array is not None or type(tensor.storage) is not Pending:
        return None
    return tensor.storage.node

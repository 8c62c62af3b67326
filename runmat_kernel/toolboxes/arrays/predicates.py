"""Tests of classes, of equality, and of kinds of matrices."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.device import on_device
from ...builtins.element_values import number, texts_of
from ...builtins.formula import Formula
from ...builtins.prototypes import as_complex_as
from ...builtins.spec import Effect, ErrorCase, Example, Fact, builtin
from ...values import CellArray, CharArray, FunctionHandle, StringArray, StructArray, Tensor
from ...values.classes import COMPLEX_DTYPES, DTYPES, FLOAT_CLASSES, INTEGER_CLASSES, NUMERIC_CLASSES
from ...values.convert import as_array, class_of, shape_of, text_of
from ...values.equality import equal
from ...values.objects import HostObject
from ...values.text import MISSING

_GROUPS = {"numeric": NUMERIC_CLASSES, "float": FLOAT_CLASSES, "integer": INTEGER_CLASSES, "tabular": ("table", "timetable")}


@builtin(
    "class",
    "name = class(A)",
    "obj = class(s, className)",
    "obj = class(s, className, parent1, ..., parentN)",
    summary="Class of a value, as text; in the constructor of a class folder, the object made of a structure.",
    examples=(Example("class(1)", "'double'"), Example("class('a')", "'char'"), Example("class(@sin)", "'function_handle'")),
    facts=Fact.COMPILED | Fact.SIZES | Fact.SPARSE | Fact.OBJECTS,
    effect=Effect.NONE,
)
def class_(call, value, *rest):
    if rest:
        return call.session.classes.old_style.make(value, text_of(rest[0], "class name"), rest[1:])
    return "missing" if value is MISSING else class_of(value)


def belongs(value: Any, name: str) -> bool:
    """``isa``: the class itself, a superclass, or one of the groups numeric, float and integer."""
    own = "missing" if value is MISSING else class_of(value)
    if own == name or own in _GROUPS.get(name, ()):
        return True
    return isinstance(value, HostObject) and (name in value.superclasses or (name == "handle" and value.is_handle))


@builtin(
    "isa",
    "tf = isa(A, className)",
    summary="Whether a value is of a class, or of a group of classes: 'numeric', 'float', 'integer'.",
    examples=(Example("isa(1, 'float')", "true"), Example("isa(int8(1), 'integer')", "true"), Example("isa('a', 'numeric')", "false")),
    facts=Fact.COMPILED | Fact.SIZES | Fact.SPARSE | Fact.OBJECTS,
    effect=Effect.NONE,
)
def isa(call, value, name):
    if type(name) is CellArray or (type(name) is StringArray and name.numel != 1):
        return np.array([belongs(value, n) for n in texts_of(name)]).reshape(name.shape, order="F")
    return belongs(value, text_of(name, "class name"))


def _class_test(name: str, summary: str, test, *examples: Example):
    @builtin(name, f"tf = {name}(A)", summary=summary, examples=examples)
    def predicate(call, value):
        return test(value)

    return predicate


def is_real(value: Any) -> bool:
    if type(value) in (CellArray, StructArray, StringArray, FunctionHandle) or isinstance(value, HostObject):
        return False
    return type(value) is not complex and not getattr(value, "is_complex", False)


def _is_complex(value: Any) -> bool:
    return type(value) is complex or bool(getattr(value, "is_complex", False))


class_tests = (
    _class_test(
        "isnumeric",
        "Whether a value is of a numeric class (double, single or an integer class).",
        lambda v: class_of(v) in NUMERIC_CLASSES,
        Example("isnumeric(3)", "true"),
        Example("isnumeric(true)", "false"),
        Example("isnumeric('a')", "false"),
    ).stating(Fact.COMPILED | Fact.OBJECTS, effect=Effect.NONE),
    _class_test(
        "isreal",
        "Whether a value is numeric, logical or char without an imaginary part.",
        is_real,
        Example("isreal(3)", "true"),
        Example("isreal(3i)", "false"),
        Example("isreal({1})", "false"),
    ).stating(Fact.COMPILED, effect=Effect.NONE),
    _class_test("iscomplex", "Whether a value has an imaginary part.", _is_complex, Example("iscomplex(1i)", "true")),
    _class_test(
        "islogical",
        "Whether a value is logical.",
        lambda v: class_of(v) == "logical",
        Example("islogical(true)", "true"),
        Example("islogical(1)", "false"),
    ).stating(Fact.COMPILED, effect=Effect.NONE),
    _class_test("isbool", "Whether a value is logical.", lambda v: class_of(v) == "logical", Example("isbool(1 > 0)", "true")),
    _class_test(
        "iscell",
        "Whether a value is a cell array.",
        lambda v: type(v) is CellArray,
        Example("iscell({})", "true"),
        Example("iscell([])", "false"),
    ).stating(Fact.COMPILED | Fact.SPARSE | Fact.OBJECTS, effect=Effect.NONE),
    _class_test(
        "isstruct",
        "Whether a value is a structure array.",
        lambda v: type(v) is StructArray,
        Example("isstruct(struct('a', 1))", "true"),
        Example("isstruct(1)", "false"),
    ).stating(Fact.COMPILED | Fact.SPARSE | Fact.OBJECTS, effect=Effect.NONE),
    _class_test(
        "isfloat",
        "Whether a value is double or single.",
        lambda v: class_of(v) in FLOAT_CLASSES,
        Example("isfloat(1)", "true"),
        Example("isfloat(int8(1))", "false"),
    ).stating(Fact.COMPILED, effect=Effect.NONE),
    _class_test(
        "isinteger",
        "Whether a value is of an integer class.",
        lambda v: class_of(v) in INTEGER_CLASSES,
        Example("isinteger(int8(1))", "true"),
        Example("isinteger(1)", "false"),
    ).stating(Fact.COMPILED, effect=Effect.NONE),
    _class_test(
        "isobject",
        "Whether a value is an object of a class.",
        lambda v: isinstance(v, HostObject | StringArray),
        Example("isobject(1)", "false"),
        Example('isobject("a")', "true"),
    ).stating(Fact.COMPILED | Fact.OBJECTS),
    _class_test(
        "is_function_handle",
        "Whether a value is a function handle.",
        lambda v: type(v) is FunctionHandle,
        Example("isa(@sin, 'function_handle')", "true"),
        Example("is_function_handle('sin')", "false"),
    ).stating(Fact.SPARSE),
    _class_test("isjava", "Whether a value is a Java object; there are none.", lambda v: False, Example("isjava(1)", "false")),
)


def _equality(name: str, summary: str, nan_equal: bool, *examples: Example):
    @builtin(
        name,
        f"tf = {name}(A, B)",
        f"tf = {name}(A1, A2, ..., An)",
        summary=summary,
        examples=examples,
        errors=(ErrorCase(f"{name}(1)", "MATLAB:minrhs", "Not enough input arguments."),),
    )
    def predicate(call, first, *others):
        if not others:
            raise call.error("Not enough input arguments.", "MATLAB:minrhs")
        return all(_equal(call, first, other, nan_equal) for other in others)

    return predicate


def _equal(call: Any, first: Any, other: Any, nan_equal: bool) -> bool:
    """Whether two values are equal; arrays of one class that are deferred or on a device are compared where they are."""
    both_on_device = all(type(v) is Tensor and call.engine.prefers_device(v) for v in (first, other))
    if not both_on_device or first.shape != other.shape or first.matlab_class != other.matlab_class:
        return equal(first, other, nan_equal=nan_equal)
    a, b = Formula(call, first), Formula(call, other)
    same = a.apply("eq", b)
    if nan_equal and a.matlab_class in ("double", "single"):
        same = same.apply("or", a.apply("isnan").apply("and", b.apply("isnan")))
    return bool(as_array(same.reduce("all", *range(len(first.shape)), matlab_class="logical").value).item())


equalities = (
    _equality(
        "isequal",
        "Whether arrays have the same size and contents; NaN is not equal to NaN.",
        False,
        Example("isequal([1 2], [1 2], [1 2])", "true"),
        Example("isequal('a', 97)", "true"),
        Example("isequal(NaN, NaN)", "false"),
        Example("isequal(struct('a', 1, 'b', 2), struct('b', 2, 'a', 1))", "true"),
        Example("isequal({1, 'x'}, {1, 'x'})", "true"),
        Example("isequal([], zeros(0, 3))", "false"),
    ).stating(Fact.COMPILED | Fact.SPARSE | Fact.OBJECTS, effect=Effect.NONE),
    _equality("isequaln", "Whether arrays are equal, with NaN equal to NaN.", True, Example("isequaln([1 NaN], [1 NaN])", "true")).stating(
        Fact.COMPILED | Fact.SPARSE
    ),
    _equality(
        "isequalwithequalnans", "Whether arrays are equal, with NaN equal to NaN.", True, Example("isequalwithequalnans(NaN, NaN)", "true")
    ),
)


def _matrix(value: Any) -> np.ndarray | None:
    array = as_array(value)
    return array if array.ndim == 2 else None


def _empty_there(call: Any, value: Any, *, below: int | None, above: int | None) -> bool | None:
    """Whether nothing of a large matrix on a device is left below and above diagonals; None where the host looks."""
    if len(shape_of(value)) != 2 or not on_device(call, value, logical=True):
        return None
    x = Formula(call, value)
    rest = [x.apply(name, float(k)) for name, k in (("tril", below), ("triu", above)) if k is not None]
    return not any(bool(as_array(f.apply("ne", 0.0).reduce("any", 0, 1, matlab_class="logical").value).item()) for f in rest)


def _matrix_test(name: str, summary: str, below: int | None, above: int | None, *examples: Example):
    @builtin(name, f"tf = {name}(A)", summary=summary, examples=examples)
    def predicate(call, value):
        if (known := _empty_there(call, value, below=below, above=above)) is not None:
            return known
        array = _matrix(value)
        if array is None:
            return False
        return not ((below is not None and np.tril(array, below).any()) or (above is not None and np.triu(array, above).any()))

    return predicate


matrix_tests = (
    _matrix_test(
        "isdiag",
        "Whether a matrix is zero off its main diagonal.",
        -1,
        1,
        Example("isdiag(eye(3))", "true"),
        Example("isdiag([1 1; 0 1])", "false"),
    ),
    _matrix_test(
        "istril",
        "Whether a matrix is zero above its main diagonal.",
        None,
        1,
        Example("istril([1 0; 2 3])", "true"),
        Example("istril([1 2; 0 3])", "false"),
    ),
    _matrix_test(
        "istriu",
        "Whether a matrix is zero below its main diagonal.",
        -1,
        None,
        Example("istriu([1 2; 0 3])", "true"),
        Example("istriu([1 0; 2 3])", "false"),
    ),
)


@builtin(
    "isbanded",
    "tf = isbanded(A, lower, upper)",
    summary="Whether a matrix is zero outside a band.",
    examples=(Example("isbanded([1 2 0; 3 4 5; 0 6 7], 1, 1)", "true"), Example("isbanded([1 2 3; 3 4 5; 0 6 7], 1, 1)", "false")),
)
def isbanded(call, value, lower, upper):
    below, above = int(number(lower, "lower bandwidth")), int(number(upper, "upper bandwidth"))
    if (known := _empty_there(call, value, below=-below - 1, above=above + 1)) is not None:
        return known
    array = _matrix(value)
    return array is not None and not (np.tril(array, -below - 1).any() or np.triu(array, above + 1).any())


def _symmetry(name: str, summary: str, conjugate: bool, *examples: Example):
    @builtin(
        name,
        f"tf = {name}(A)",
        f"tf = {name}(A, skewOption)",
        summary=summary,
        examples=examples,
    )
    def predicate(call, value, skew=None):
        opposite, shape = arg.option(call, skew, "skew", "nonskew") == "skew", shape_of(value)
        if on_device(call, value) and len(shape) == 2 and shape[0] == shape[1]:
            x = Formula(call, value)
            other = x.apply("transpose")
            return bool(as_array(x.apply("eq", -other if opposite else other).reduce("all", 0, 1, matlab_class="logical").value).item())
        array = _matrix(value)
        if array is None or array.shape[0] != array.shape[1]:
            return False
        other = array.conj().T if conjugate else array.T
        return bool((array == (-other.astype(np.float64) if opposite and other.dtype == bool else -other if opposite else other)).all())

    return predicate


symmetries = (
    _symmetry(
        "issymmetric",
        "Whether a matrix equals its transpose.",
        False,
        Example("issymmetric([1 2; 2 1])", "true"),
        Example("issymmetric([1 2; 3 1])", "false"),
        Example("issymmetric([0 1; -1 0], 'skew')", "true"),
    ),
    _symmetry(
        "ishermitian",
        "Whether a matrix equals its conjugate transpose.",
        True,
        Example("ishermitian([1 2i; -2i 1])", "true"),
        Example("ishermitian([1 2i; 2i 1])", "false"),
    ),
)


@builtin(
    "cast",
    "B = cast(A, className)",
    "B = cast(A, 'like', p)",
    summary="Convert an array to another class.",
    examples=(Example("cast(2.6, 'int8')", "int8(3)"), Example("cast(1, 'like', single(2))", "single(1)")),
    errors=(ErrorCase("cast(1, 'nosuch')", "MATLAB:cast:UnsupportedClass"),),
    effect=Effect.NONE,
)
def cast(call, value, name, prototype=None):
    target = text_of(name, "class name")
    if target.lower() == "like" and prototype is not None:
        target = class_of(prototype)
    elif prototype is not None:
        raise call.error("Too many input arguments.", "MATLAB:TooManyInputs")
    if target not in DTYPES:
        raise call.error(f"Unsupported class '{target}'.", "MATLAB:cast:UnsupportedClass")
    return as_complex_as(call.feval(target, value)[0], prototype)


@builtin(
    "typecast",
    "Y = typecast(X, type)",
    summary="Read the bytes of an array as another class.",
    examples=(
        Example("typecast(single(1), 'uint32')", "uint32(1065353216)"),
        Example("typecast(uint8([1 0 0 0]), 'int32')", "int32(1)"),
        Example("typecast(1, 'uint8')", "uint8([0 0 0 0 0 0 240 63])"),
        Example("typecast(uint8([0; 0; 128; 63]), 'single')", "single(1)"),
    ),
    errors=(ErrorCase("typecast(uint8([1 2 3]), 'uint16')", "MATLAB:typecastc:notEnoughInputElements"),),
    facts=Fact.COMPILED,
)
def typecast(call, value, name):
    array, target = as_array(value), text_of(name, "type")
    if target not in DTYPES:
        raise call.error(
            "The second input argument must be the name of a numeric class, 'char' or 'logical'.", "MATLAB:typecastc:invalidDatatype"
        )
    if array.ndim > 2 or (array.size and 1 not in array.shape):
        raise call.error("The first input argument must be a vector.", "MATLAB:typecastc:notVector")
    data = np.ascontiguousarray(array.ravel(order="F")).tobytes()
    dtype = COMPLEX_DTYPES.get(target) if array.dtype.kind == "c" else DTYPES[target]
    if dtype is None or len(data) % dtype.itemsize:
        too_few = len(data) < (dtype or np.dtype("f8")).itemsize
        text = "The number of bytes of the input is not a multiple of the size of the output type."
        raise call.error("Too few input values to make output type." if too_few else text, "MATLAB:typecastc:notEnoughInputElements")
    result = np.frombuffer(data, dtype).copy()
    is_column = array.ndim == 2 and array.shape[1] == 1 and array.shape[0] > 1
    return (CharArray if target == "char" else Tensor)(result.reshape((-1, 1) if is_column else (1, -1)))


@builtin(
    "swapbytes",
    "Y = swapbytes(X)",
    summary="Reverse the order of the bytes of each element.",
    examples=(Example("swapbytes(uint16(1))", "uint16(256)"), Example("swapbytes(int32(1))", "int32(16777216)")),
)
def swapbytes(call, value):
    if class_of(value) not in NUMERIC_CLASSES:
        raise MatlabError("Input must be a numeric array.", "MATLAB:swapbytes:invalidInput")
    return as_array(value).byteswap()

"""Qualifications of tests: verifyEqual, assertTrue, assumeError ... as functions and as methods of a test case."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins.element_values import is_true
from ...builtins.spec import Builtin, methods
from ...values import CharArray, StringArray
from ...values.classes import NUMERIC_CLASSES
from ...values.containers import CellArray, StructArray
from ...values.convert import as_array, class_of, is_text, numel_of, shape_of, text_of, word_of
from ...values.display import disp
from ...values.equality import equal
from ...values.functions import FunctionHandle
from ...values.objects import HostObject
from ...values.testing import TestCase


class TestStop(MatlabError):
    """Ends a test: an assertion failed (``incomplete`` False) or an assumption did not hold."""

    incomplete = False


def _tolerances(options: Sequence[Any]) -> tuple[list[Any], dict[str, float]]:
    tolerances: dict[str, Any] = {}
    rest = []
    items = list(options)
    while items:
        item = items.pop(0)
        if word_of(item) in ("abstol", "reltol") and items:
            tolerances[text_of(item).lower()] = as_array(items.pop(0))
        else:
            rest.append(item)
    return rest, tolerances


def difference(call: Any, actual: Any, expected: Any, tolerance: dict[str, Any]) -> str | None:
    """The reason why two values differ in class, size or elements (beyond a tolerance), or by the class's own test; None for equal ones."""
    why = _plain_difference(call, actual, expected, tolerance)
    if why is None or not isinstance(expected, HostObject):
        return why
    own = next((name for name in ("isequaln", "isequal") if expected.method(name) is not None), None)
    return None if own is not None and is_true(call.feval(own, actual, expected)[0]) else why


def _plain_difference(call: Any, actual: Any, expected: Any, tolerance: dict[str, Any]) -> str | None:
    if class_of(actual) != class_of(expected):
        return f"Classes do not match.\n\n    Actual Class:\n        {class_of(actual)}\n    Expected Class:\n        {class_of(expected)}"
    if shape_of(actual) != shape_of(expected):
        sizes = ["    ".join(f"{n:5d}" for n in shape_of(v)) for v in (actual, expected)]
        return f"Sizes do not match.\n\n    Actual size:\n        {sizes[0]}\n    Expected size:\n        {sizes[1]}"
    if type(expected) is StructArray and set(actual.fields) != set(expected.fields):
        return "Field names do not match."
    if type(expected) in (CellArray, StructArray):
        reasons = (difference(call, a, e, tolerance) for a, e in _pairs(actual, expected))
        return next((reason for reason in reasons if reason is not None), None)
    if tolerance and class_of(expected) in NUMERIC_CLASSES:
        return None if _within(as_array(actual), as_array(expected), tolerance) else "The error was not within the tolerance."
    return None if equal(actual, expected, nan_equal=True) else 'The values are not equal using "isequaln".'


def _pairs(actual: Any, expected: Any) -> Iterator[tuple[Any, Any]]:
    """The contents of two cells, or of two structure arrays of the same fields, in pairs."""
    for a, e in zip(actual.array.ravel(order="F"), expected.array.ravel(order="F"), strict=True):
        if type(expected) is CellArray:
            yield a, e
        else:
            yield from ((a[f], e[f]) for f in expected.fields)


def _within(actual: np.ndarray, expected: np.ndarray, tolerance: dict[str, Any]) -> bool:
    a, e = (x.astype(np.complex128 if x.dtype.kind == "c" else np.float64) for x in (actual, expected))
    with np.errstate(invalid="ignore"):
        same = (a == e) | (np.isnan(a) & np.isnan(e))
        error = np.abs(a - e)
        near = np.zeros(error.shape, bool)
        if "abstol" in tolerance:
            near |= error <= tolerance["abstol"]
        if "reltol" in tolerance:
            near |= error <= tolerance["reltol"] * np.abs(e)
    return bool((same | near).all())


def _relation(words: str, test: Callable[[np.ndarray, np.ndarray], Any]) -> Callable[..., Any]:
    def check(call, actual, limit, *rest):
        return (None if bool(np.all(test(as_array(actual), as_array(limit)))) else f"The value must be {words} the limit."), rest

    return check


def _equal(call, actual, expected, *options):
    rest, tolerance = _tolerances(options)
    why = difference(call, actual, expected, tolerance)
    if why is not None:
        why = f"{why}\n\nActual Value:\n{_shown(actual)}\nExpected Value:\n{_shown(expected)}"
    return why, rest


def _shown(value: Any) -> str:
    return "\n".join("    " + line for line in disp(value).rstrip("\n").split("\n"))


def _not_equal(call, actual, expected, *rest):
    return ("The values must not be equal." if difference(call, actual, expected, {}) is None else None), rest


def _simple(test: Callable[[Any], bool], message: str) -> Callable[..., Any]:
    def check(call, actual, *rest):
        return (None if test(actual) else f"{message}\n\nActual Value:\n{_shown(actual)}"), rest

    return check


def _truth(expected: bool) -> Callable[[Any], bool]:
    return lambda v: class_of(v) == "logical" and numel_of(v) == 1 and is_true(v) == expected


def _size(call, actual, size, *rest):
    expected = tuple(int(n) for n in as_array(size).ravel())
    return (None if shape_of(actual) == expected else f"The value had an incorrect size: {shape_of(actual)}."), rest


def _length(call, actual, length, *rest):
    actual_length = max(shape_of(actual)) if numel_of(actual) else 0
    return (None if actual_length == int(as_array(length).flat[0]) else f"The value had an incorrect length: {actual_length}."), rest


def _count(call, actual, count, *rest):
    return (None if numel_of(actual) == int(as_array(count).flat[0]) else f"The value had {numel_of(actual)} elements."), rest


def _error(call, function, identifier=None, *rest):
    try:
        call.feval(function, nargout=0)
    except TestStop:
        raise
    except MatlabError as error:
        if identifier is None or not is_text(identifier) or error.identifier == text_of(identifier) or text_of(identifier) == "":
            return None, rest
        why = (
            f"The function threw the wrong exception.\n\n    Actual Exception:\n        '{error.identifier}'"
            f"\n    Expected Exception:\n        '{text_of(identifier)}'"
        )
        return why, rest
    return "The function did not throw any exception.", rest


def _warnings(call, function) -> tuple[list[str], tuple[Any, ...]]:
    """The identifiers of the last warning of a call, if any, and its outputs."""
    call.feval("lastwarn", CharArray.row(""), CharArray.row(""), nargout=0)
    outputs = call.feval(function, nargout=call.nargout)
    message, identifier = call.feval("lastwarn", nargout=2)
    return [text_of(identifier)] if numel_of(message) or numel_of(identifier) else [], tuple(outputs)


def _warning(call, function, identifier, *rest):
    warnings, outputs = _warnings(call, function)
    return (None if text_of(identifier) in warnings else "The function did not issue the expected warning."), rest, outputs


def _warning_free(call, function, *rest):
    warnings, outputs = _warnings(call, function)
    return ("The function issued a warning." if warnings else None), rest, outputs


def _class_name(expected: Any) -> str:
    """The class that a name, a handle or a meta.class object means."""
    if isinstance(expected, FunctionHandle):
        return expected.name or ""
    return text_of(expected.get_property("Name") if isinstance(expected, HostObject) else expected)


def _class(call, actual, expected, *rest):
    name = _class_name(expected)
    return (None if class_of(actual) == name else f"The value's class is incorrect: '{class_of(actual)}', not '{name}'."), rest


def _instance(call, actual, expected, *rest):
    name = _class_name(expected)
    return (None if is_true(call.feval("isa", actual, CharArray.row(name))[0]) else f"The value must be an instance of '{name}'."), rest


def _substring(call, actual, part, *rest):
    return (None if is_text(actual) and text_of(part) in text_of(actual) else f"The text does not contain '{text_of(part)}'."), rest


def _matches(call, actual, expression, *rest):
    from ..strings.expression_translation import Flags, compiled

    match = compiled(text_of(expression), Flags()).search(text_of(actual))
    return (None if match else f"The text does not match '{text_of(expression)}'."), rest


def _returns_true(call, function, *rest):
    return (None if _truth(True)(call.feval(function)[0]) else "The function handle did not return true."), rest


def _same(call, actual, expected, *rest):
    return (None if actual is expected else "The handles must be the same."), rest


def _not_same(call, actual, expected, *rest):
    return ("The handles must not be the same." if actual is expected else None), rest


def _that(call, actual, constraint, *rest):
    """Whether a value satisfies a constraint; of ``EveryElementOf(x)`` all elements must, of ``AnyElementOf(x)`` one."""
    if class_of(actual).rpartition(".")[2] in ("EveryElementOf", "AnyElementOf", "EveryCellOf", "AnyCellOf"):
        if is_true(call.feval("satisfied", actual, constraint)[0]):
            return None, rest
        return "The constraint was not satisfied by the elements.", rest
    if is_true(call.feval("satisfiedBy", constraint, actual)[0]):
        return None, rest
    text = call.feval("getDiagnosticFor", constraint, actual)[0]
    if not is_text(text):
        call.feval("diagnose", text, nargout=0)
        text = call.feval("subsref", text, StructArray.scalar({"type": CharArray.row("."), "subs": CharArray.row("DiagnosticText")}))[0]
    return f"{class_of(constraint).rpartition('.')[2]} failed.\n{text_of(text)}", rest


def _fail(call, *rest):
    return "An unconditional failure was produced.", rest


CHECKS: dict[str, tuple[Callable[..., Any], str]] = {
    "Equal": (_equal, "actual, expected"),
    "NotEqual": (_not_equal, "actual, expected"),
    "True": (_simple(_truth(True), "The value must evaluate to \"true\"."), "actual"),
    "False": (_simple(_truth(False), "The value must evaluate to \"false\"."), "actual"),
    "Empty": (_simple(lambda v: numel_of(v) == 0, "The value must be empty."), "actual"),
    "NotEmpty": (_simple(lambda v: numel_of(v) != 0, "The value must not be empty."), "actual"),
    "Size": (_size, "actual, size"),
    "Length": (_length, "actual, length"),
    "NumElements": (_count, "actual, count"),
    "Error": (_error, "function, identifier"),
    "Warning": (_warning, "function, identifier"),
    "WarningFree": (_warning_free, "function"),
    "Class": (_class, "actual, className"),
    "InstanceOf": (_instance, "actual, className"),
    "Substring": (_substring, "actual, text"),
    "Matches": (_matches, "actual, expression"),
    "ReturnsTrue": (_returns_true, "function"),
    "SameHandle": (_same, "actual, expected"),
    "NotSameHandle": (_not_same, "actual, expected"),
    "That": (_that, "actual, constraint"),
    "Fail": (_fail, "..."),
    "GreaterThan": (_relation("greater than", np.greater), "actual, floor"),
    "GreaterThanOrEqual": (_relation("greater than or equal to", np.greater_equal), "actual, floor"),
    "LessThan": (_relation("less than", np.less), "actual, ceiling"),
    "LessThanOrEqual": (_relation("less than or equal to", np.less_equal), "actual, ceiling"),
}  # fmt: skip

_VERBS = {"verify": "Verification", "assert": "Assertion", "assume": "Assumption", "fatalAssert": "Fatal assertion"}


def _qualifier(verb: str, name: str) -> Callable[..., None]:
    check, _ = CHECKS[name]

    def method(call: Any, case: Any, *arguments: Any) -> Any:
        if not isinstance(case, TestCase):
            raise call.error(
                f"Undefined function '{verb}{name}' for input arguments of type '{class_of(case)}'.", "MATLAB:UndefinedFunction"
            )
        why, rest, *more = check(call, *arguments)
        outputs = more[0] if more and call.nargout else None
        if why is None:
            if case.interactive:
                call.write(f"{_VERBS[verb]} passed.\n")
            return outputs
        report = _report(call, verb, name, case, why, rest)
        if verb != "assume":
            case.failures.append(why)
            call.write(report)
        if verb != "verify":
            stop = TestStop(why, f"MATLAB:unittest:{verb.capitalize()}Failed")
            stop.incomplete = verb == "assume"
            raise stop
        return outputs

    return method


def _report(call: Any, verb: str, name: str, case: TestCase, why: str, rest: Sequence[Any]) -> str:
    bar = "=" * 80
    supplied = "".join(
        f"    ----------------\n    Test Diagnostic:\n    ----------------\n    {text_of(item)}\n"
        for item in rest
        if type(item) in (CharArray, StringArray)
    )
    body = re.sub(r"^", "    ", f"{verb}{name} failed.\n--> {why}", flags=re.MULTILINE)
    title = "    ---------------------\n    Framework Diagnostic:\n    ---------------------\n"
    where = "" if case.interactive else f" in {case.name}"
    return f"\n{bar}\n{_VERBS[verb]} failed{where}.\n{supplied}{title}{body}\n{bar}\n"


QUALIFIERS = tuple(
    Builtin(f"{verb}{name}", (f"{verb}{name}(testCase, {inputs})", f"{verb}{name}(testCase, {inputs}, ...)") if name != "Fail" else (f"{verb}Fail(testCase, ...)",),
            f"Qualification of a test: {name} ({word.lower()}).", _qualifier(verb, name), hidden=True)
    for verb, word in _VERBS.items()
    for name, (_, inputs) in CHECKS.items()
)  # fmt: skip


def _add_teardown(call, case, function, *arguments):
    case.teardowns.append((function, arguments))


def _apply_fixture(call, case, fixture):
    call.feval("setup", fixture, nargout=0)
    case.teardowns.append((CharArray.row("undo"), (fixture,)))
    return fixture


def _create_temporary_folder(call, case):
    folder = call.feval("tempname")[0]
    call.feval("mkdir", folder)
    case.teardowns.append((CharArray.row("rmdir"), (folder, CharArray.row("s"))))
    return folder


def _on_failure(call, case, diagnostic):
    case.on_failure.append(diagnostic)


def _log(call, case, *arguments):
    call.write(f"   Diagnostic logged: {text_of(arguments[-1])}\n")


TEST_CASE_METHODS = methods(TestCase, {
    **{record.name: record.function for record in QUALIFIERS},
    "addTeardown": _add_teardown,
    "applyFixture": _apply_fixture,
    "createTemporaryFolder": _create_temporary_folder,
    "onFailure": _on_failure,
    "log": _log,
})

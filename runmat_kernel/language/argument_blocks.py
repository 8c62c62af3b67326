"""``arguments`` blocks: handing out the inputs of a call, and lowering of sizes, classes, validators and defaults."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..base.errors import MatlabError, MatlabSyntaxError
from ..base.records import record
from ..syntax import ast as m
from ..values.containers import CellArray, StructArray
from ..values.text import CharArray, StringArray
from . import emit as e
from .classes.validation import as_class, as_size
from .reading import UNDEFINED

if TYPE_CHECKING:
    from .statements import Statements


@record
class Inputs:
    """The declarations of a function's input blocks: ``required`` counts positional parameters that have no default."""

    function: str
    parameters: tuple[str, ...]
    positional: tuple[str, ...]
    required: int
    repeating: tuple[str, ...]
    named: dict[str, tuple[str, ...]]
    """Structure of name-value arguments -> its field names."""
    classes: dict[str, str]
    """Structure -> the class whose public properties are names too (``opts.?Class``)."""


def blocks_of(node: m.Function, kind: str) -> list[m.ArgumentsBlock]:
    """The blocks of ``input`` or ``output``."""
    wanted = kind == "output"
    return [block for block in node.arguments if ("output" in [a.lower() for a in block.attributes]) == wanted]


def is_repeating(block: m.ArgumentsBlock) -> bool:
    return "repeating" in [a.lower() for a in block.attributes]


def inputs_of(node: m.Function) -> Inputs | None:
    """The declared inputs of a function, or None where it has no input block."""
    blocks = blocks_of(node, "input")
    if not blocks:
        return None
    repeating: list[str] = []
    named: dict[str, list[str]] = {}
    classes: dict[str, str] = {}
    defaults: dict[str, bool] = {}
    for block in blocks:
        for item in block.declarations:
            if item.from_class is not None:
                classes[item.name] = item.from_class
                named.setdefault(item.name, [])
            elif item.field is not None:
                named.setdefault(item.name, []).append(item.field)
            elif is_repeating(block):
                repeating.append(item.name)
            else:
                defaults[item.name] = item.default is not None
    names = [name for name in node.parameters if name not in named]
    if not repeating and names[-1:] == ["varargin"]:
        repeating = ["varargin"]
    positional = tuple(name for name in names if name not in repeating)
    required = max((k + 1 for k, name in enumerate(positional) if not defaults.get(name, name == "~")), default=0)
    fields = {name: tuple(items) for name, items in named.items()}
    return Inputs(node.name, node.parameters, positional, required, tuple(repeating), fields, classes)


# --- at run time ----------------------------------------------------------------------------------------------------


def binder(session: Any) -> Callable[[Inputs, tuple[Any, ...]], tuple[Any, ...]]:
    """``$bind(inputs, given)``: (nargin, value of each parameter); structures of name-value arguments hold what was given."""

    def bind(inputs: Inputs, arguments: tuple[Any, ...]) -> tuple[Any, ...]:
        names = {field: struct for struct, fields in inputs.named.items() for field in fields}
        checks: dict[str, Any] = {}
        for struct, class_name in inputs.classes.items():
            settable = _settable(session, class_name)
            names.update({name: struct for name in settable if name not in names})
            checks.update({name: check for name, check in settable.items() if check is not None and names[name] == struct})
        at = 0
        values: dict[str, Any] = {}
        for k, name in enumerate(inputs.positional):
            if at >= len(arguments) or (k >= inputs.required and _match(arguments[at], names)):
                break
            values[name] = arguments[at]
            at += 1
        lists: dict[str, list[Any]] = {name: [] for name in inputs.repeating}
        while lists and at < len(arguments) and not _match(arguments[at], names):
            if len(arguments) - at < len(lists):
                raise MatlabError(
                    f"Invalid argument list. Function requires {len(lists) - len(arguments) + at} more input(s).", "MATLAB:minrhs"
                )
            for name in inputs.repeating:
                lists[name].append(arguments[at])
                at += 1
        if len(values) < inputs.required:
            raise MatlabError(f"Invalid argument list. Function requires {inputs.required - len(values)} more input(s).", "MATLAB:minrhs")
        structs = _named(inputs, names, arguments[at:], at)
        for name, check in checks.items():
            if name in structs[names[name]]:
                structs[names[name]][name] = _checked(name, check, structs[names[name]][name])
        result = [_parameter(name, values, lists, structs) for name in inputs.parameters]
        return (float(at), *result)

    return bind


def _settable(session: Any, class_name: str) -> dict[str, Any]:
    """The properties of a class that everybody may set -> the check of their values or None."""
    info = session.classes.get(class_name, session.caller_functions())
    if info is None:
        names = session.feval("properties", (CharArray.row(class_name),), 1)[0]
        return {text.text: None for text in names.array.ravel(order="F")}
    return {
        name: prop.check
        for name, prop in info.properties.items()
        if prop.set_access == "public" and not (prop.constant or prop.hidden or prop.abstract or (prop.dependent and prop.setter is None))
    }


def _checked(name: str, check: Callable[[Any], Any], value: Any) -> Any:
    """The value as the property wants it; the error names the argument."""
    try:
        return check(value)
    except MatlabError as error:
        reason = re.sub(r"^Error setting property '\w+' of class '[\w.]+'\. ", "", error.message)
        raise MatlabError(f"Invalid name-value argument '{name}'. {reason}", error.identifier) from None


def _parameter(name: str, values: dict[str, Any], lists: dict[str, list[Any]], structs: dict[str, dict[str, Any]]) -> Any:
    if name in lists:
        return CellArray.of(lists[name])
    if name in structs:
        return StructArray.scalar(structs[name])
    return values.get(name, UNDEFINED)


def _match(value: Any, names: dict[str, str]) -> str | None:
    """The declared name that a text means: exactly, or as its unmistakable beginning."""
    if type(value) is CharArray and value.is_row:
        text = value.text
    elif type(value) is StringArray and value.numel == 1 and value.array.item(0) is not None:
        text = value.array.item(0)
    else:
        return None
    if text in names:
        return text
    begun = [name for name in names if text and name.lower().startswith(text.lower())]
    return begun[0] if len(begun) == 1 else None


def _named(inputs: Inputs, names: dict[str, str], rest: tuple[Any, ...], before: int) -> dict[str, dict[str, Any]]:
    structs: dict[str, dict[str, Any]] = {struct: {} for struct in inputs.named}
    if rest and not names:
        raise MatlabError("Too many input arguments.", "MATLAB:TooManyInputs", function=inputs.function)
    for k in range(0, len(rest), 2):
        name = _match(rest[k], names)
        if name is None:
            if type(rest[k]) not in (CharArray, StringArray):
                raise MatlabError("Too many input arguments.", "MATLAB:TooManyInputs", function=inputs.function)
            text = rest[k].text if type(rest[k]) is CharArray else str(rest[k].array.flat[0])
            listed = " or ".join(f"'{n}'" for n in names)
            raise MatlabError(f"Invalid argument name '{text}'. Name must be {listed}.", "MATLAB:functionValidation:UnknownParameter")
        if k + 1 == len(rest):
            raise MatlabError(
                f"Invalid argument at position {before + k + 1}. Name '{name}' must be followed by a value.",
                "MATLAB:functionValidation:NameWithoutValue",
            )
        structs[names[name]][name] = rest[k + 1]
    return structs


def converter(session: Any) -> Callable[[Any, str | None, tuple[int | str, ...] | None], Any]:
    """``$as_declared(value, class, sizes)``."""

    def convert(value: Any, class_name: str | None, sizes: tuple[int | str, ...] | None) -> Any:
        if class_name is not None:
            value = as_class(session.classes, value, class_name)
        return as_size(value, sizes) if sizes is not None else value

    return convert


def argument_error(error: Exception, place: str) -> None:
    """Raise the error of a declared argument, saying which one it is."""
    if not isinstance(error, MatlabError):
        raise error
    raise MatlabError(f"{place} {error.message}", error.identifier) from None


def repeated_place(first: int, step: int, before: list[Any]) -> str:
    """Where a value of a repeating argument stands, of which ``before`` were good: the first at ``first``, each ``step`` further."""
    return f"Invalid argument at position {first + step * len(before)}."


# --- lowering -------------------------------------------------------------------------------------------------------


def lower_inputs(node: m.Function, lowering: Statements) -> list[ast.stmt]:
    """Statements that check and convert the inputs in the order of their declaration, with defaults for what was not given."""
    statements: list[ast.stmt] = []
    for block in blocks_of(node, "input"):
        for item in block.declarations:
            if item.from_class is not None:
                continue
            if item.name not in node.parameters:
                raise MatlabSyntaxError(f"'{item.name}' is declared as an argument, but is no input of the function.", item.span)
            if item.field is not None:
                lowered = _named_argument(item, lowering)
            elif is_repeating(block):
                lowered = _repeating_argument(item, node, len(block.declarations), lowering)
            else:
                lowered = _positional_argument(item, node, lowering)
            statements += [e.at(s, item.span.line) for s in lowered]
    inputs = inputs_of(node)
    for struct, fields in (inputs.named if inputs is not None else {}).items():
        if len(fields) > 1:
            ordered = e.call("$ordered", lowering.scope.peek(struct), lowering.keep(fields))
            statements.append(e.at(e.assign(lowering.scope.place(struct), ordered), node.span.line))
    return statements


def lower_outputs(node: m.Function, lowering: Statements) -> list[ast.stmt]:
    """Statements before ``return`` that check and convert the declared outputs that are set."""
    statements: list[ast.stmt] = []
    for block in blocks_of(node, "output"):
        for item in block.declarations:
            place = e.const(f"Invalid output argument '{item.name}'.")
            if item.name not in node.outputs:
                continue
            if is_repeating(block):
                checks = _checks_of_each(item, place, lowering)
            else:
                checks = _checks(item, m.Name(item.span, item.name), place, lowering)
            if checks:
                is_set = e.is_not(lowering.scope.peek(item.name), e.name(e.UNDEFINED))
                statements.append(e.at(e.if_(is_set, checks), item.span.line))
    return statements


def _positional_argument(item: m.ArgumentDeclaration, node: m.Function, lowering: Statements) -> list[ast.stmt]:
    position = node.parameters.index(item.name) + 1 if item.name in node.parameters else 0
    statements: list[ast.stmt] = []
    if item.default is not None:
        absent = e.is_(lowering.scope.peek(item.name), e.name(e.UNDEFINED))
        statements.append(e.if_(absent, lowering.store(m.Name(item.span, item.name), lowering.value(item.default))))
    lowering.scope.define(item.name)
    return statements + _checks(item, m.Name(item.span, item.name), e.const(f"Invalid argument at position {position}."), lowering)


def _named_argument(item: m.ArgumentDeclaration, lowering: Statements) -> list[ast.stmt]:
    assert item.field is not None
    lowering.scope.define(item.name)
    struct = m.Name(item.span, item.name)
    place = m.Field(item.span, struct, item.field)
    held = e.call("$has_field", lowering.scope.peek(item.name), e.const(item.field))
    checks = _checks(item, place, e.const(f"Invalid name-value argument '{item.field}'."), lowering)
    if item.default is None:
        return [e.if_(held, checks)] if checks else []
    default = lowering.store(place, lowering.value(item.default))
    return [e.if_(ast.UnaryOp(ast.Not(), held), default), *checks]


def _repeating_argument(item: m.ArgumentDeclaration, node: m.Function, step: int, lowering: Statements) -> list[ast.stmt]:
    """Checks of each value of a repeating argument; ``step`` of them are repeated together."""
    lowering.scope.define(item.name)
    position = node.parameters.index(item.name) + 1 if item.name in node.parameters else 0
    place = e.call("$repeated_place", e.const(position), e.const(step), e.name(_checked_values(item)))
    return _checks_of_each(item, place, lowering)


def _checked_values(item: m.ArgumentDeclaration) -> str:
    return f"$values{item.span.start}"


def _checks_of_each(item: m.ArgumentDeclaration, where: ast.expr, lowering: Statements) -> list[ast.stmt]:
    """Each element of the cell stands in the variable while it is checked; behind them the variable is the cell again."""
    checks = _checks(item, m.Name(item.span, item.name), where, lowering)
    if not checks:
        return []
    values, one = _checked_values(item), f"$one{item.span.start}"
    variable = lowering.scope.place(item.name)
    keep = e.run(e.call("$append", e.name(values), lowering.scope.peek(item.name)))
    loop = ast.For(e.target(one), e.call("$items", lowering.scope.peek(item.name)), [e.assign(variable, e.name(one)), *checks, keep], [])
    return [
        e.assign(e.target(values), ast.List([], e.LOAD)),
        loop,
        e.assign(lowering.scope.place(item.name), e.call("$varargin", e.name(values))),
        e.assign(e.target(values), e.const(None)),
    ]


def _checks(item: m.ArgumentDeclaration, place: m.Expression, where: ast.expr, lowering: Statements) -> list[ast.stmt]:
    """``try`` with the conversion and the validators of a declared argument; nothing where it has none."""
    body: list[ast.stmt] = []
    if item.matlab_class is not None or item.sizes is not None:
        sizes = lowering.keep(item.sizes)
        body += lowering.store(place, e.call("$as_declared", lowering.value(place), e.const(item.matlab_class), sizes))
    for validator in item.validators:
        call = validator if isinstance(validator, m.Index) else m.Index(item.span, validator, (place,))
        body.append(e.run(lowering.values(call, e.const(0))))
    if not body:
        return []
    caught = f"$invalid{item.span.start}"
    handler = ast.ExceptHandler(e.name("$Exception"), caught, [e.run(e.call("$argument_error", e.name(caught), where))])
    return [ast.Try(body, [handler], [], [])]


def has_field(value: Any, name: str) -> bool:
    return type(value) is StructArray and name in value.fields


def ordered(value: StructArray, names: tuple[str, ...]) -> StructArray:
    """The structure with its fields in the order of their declaration."""
    held = value.array.item(0)
    return StructArray.scalar({name: held[name] for name in (*names, *held) if name in held})


def items_of(cell: CellArray) -> list[Any]:
    return list(cell.array.ravel(order="F"))

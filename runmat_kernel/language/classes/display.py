"""The display of objects."""

from __future__ import annotations

from typing import Any

from ...values.containers import CellArray, StructArray
from ...values.display import disp as disp_value
from ...values.display import display
from ...values.inline import in_struct, size_text
from ...values.text import CharArray
from . import enumerations
from .instances import Instance, ObjectArray, ObjectValue

_CUSTOM = "matlab.mixin.CustomDisplay"


def show(table: Any, name: str, value: ObjectValue) -> None:
    """The text that a statement without a semicolon prints: by ``display`` or ``disp`` of the class, where it has them."""
    session, methods = table.session, value.cls.methods
    if "display" in methods:
        before, session.shown_name = session.shown_name, name
        try:
            methods["display"].function(0, value)
        finally:
            session.shown_name = before
    elif "disp" in methods:
        gap = "" if session.display_format.compact else "\n"
        session.write(f"{gap}{name} = \n{gap}")
        methods["disp"].function(0, value)
        session.write(gap)
    else:
        session.write(display(name, value, session.display_format))


def text(table: Any, value: ObjectValue) -> str:
    """The text of ``disp`` for an object whose class does not define it."""
    cls = value.cls
    if cls.old_style:
        return f"\t{cls.name} object: {'-by-'.join(map(str, value.shape))}\n"
    if cls.member_nodes:
        return _enumeration(table, value)
    if isinstance(value, Instance) and not value.valid:
        return _custom(table, value) if cls.derives_from(_CUSTOM) else _deleted(value)
    if cls.data_class is not None:
        size = "" if value.numel == 1 else f"{size_text(value.shape)} "
        return f"  {size}{cls.short_name}:\n\n  {cls.data_class} data:\n" + disp_value(table.data(value), table.session.display_format)
    return _custom(table, value) if cls.derives_from(_CUSTOM) else header(value) + listing(table, value)


def _deleted(value: ObjectValue) -> str:
    return f"  handle to deleted {value.cls.short_name}\n"


def header(value: ObjectValue, noun: str = "") -> str:
    """``  Point with properties:`` and a blank line.  ``noun`` stands before the word array or with."""
    shown = value.property_names()
    name = value.cls.short_name + noun
    if isinstance(value, ObjectArray):
        kinds = list(dict.fromkeys(element.cls.short_name for element in value.elements))
        if len(kinds) > 1:
            name = f"heterogeneous {name} ({', '.join(kinds)})"
        name = f"{size_text(value.shape)} {name} array"
    return f"  {name} with properties:\n\n" if shown else f"  {name} with no properties.\n"


def _one_line(header: str) -> str:
    """A header as ``getHeader`` gives it: with the end of its line, but without the blank line that ``disp`` of it makes."""
    return header.rstrip("\n") + "\n"


def listing(table: Any, value: ObjectValue) -> str:
    """The properties: right-aligned names and short values; names alone for arrays."""
    shown = value.properties()
    if isinstance(value, ObjectArray):
        return "".join(f"    {name}\n" for name in shown)
    return lines(table, dict(shown))


def lines(table: Any, shown: dict[str, Any]) -> str:
    style = table.session.display_format.style
    width = max((len(name) for name in shown), default=0) + 4
    return "".join(f"{name.rjust(width)}: {short(item, style)}\n" for name, item in shown.items())


def short(value: Any, style: str) -> str:
    """A property's value on one line."""
    if isinstance(value, Instance) and value.cls.member_nodes:
        return enumerations.name_of(value)
    if isinstance(value, ObjectValue):
        return f"[{size_text(value.shape)} {value.cls.name}]"
    return in_struct(value, style)


def _enumeration(table: Any, value: ObjectValue) -> str:
    name = value.cls.short_name
    names = enumerations.names_array(value)
    if value.numel == 1:
        return f"  {name} enumeration\n\n    {names.flat[0]}\n"
    if not value.numel:
        return f"  {size_text(value.shape)} empty {name} enumeration array\n"
    columns = names.reshape(names.shape[0], -1, order="F")
    widths = [max(len(item) for item in column) + 4 for column in columns.T]
    rows = ["".join(("    " + item).ljust(width) for item, width in zip(row, widths, strict=True)).rstrip() for row in columns]
    return f"  {size_text(value.shape)} {name} enumeration array\n\n" + "\n".join(rows) + "\n"


# --- matlab.mixin.CustomDisplay -------------------------------------------------------------------------------------


def custom_methods(table: Any) -> dict[str, Any]:
    """The methods that classes derived from matlab.mixin.CustomDisplay inherit, and may override one by one."""

    def whole(nargout: int, value: ObjectValue) -> tuple[Any, ...]:
        table.session.write(_assembled(table, value))
        return ()

    def group(nargout: int, value: ObjectValue) -> tuple[Any, ...]:
        shown = value.properties()
        names = CellArray.of([CharArray.row(name) for name in shown])
        contents = StructArray.scalar(dict(shown)) if isinstance(value, Instance) else names
        handle = table.constructors.fresh(table.get("matlab.mixin.util.PropertyGroup"))
        handle.values["PropertyList"] = contents
        return (handle,)

    return {
        **dict.fromkeys(("displayScalarObject", "displayNonScalarObject", "displayEmptyObject"), whole),
        "displayScalarHandleToDeletedObject": lambda nargout, value: (table.session.write(_deleted(value)), ())[1],
        "getHeader": lambda nargout, value: (CharArray.row(_one_line(header(value))),),
        "getFooter": lambda nargout, value: (CharArray.row(""),),
        "getPropertyGroups": group,
    }


def custom_statics(table: Any) -> dict[str, Any]:
    """The static functions that methods of such classes call: ``matlab.mixin.CustomDisplay.getClassNameForHeader(obj)``."""

    def words(make: Any) -> Any:
        return lambda nargout, value: (CharArray.row(make(value)),)

    def show_groups(nargout: int, value: ObjectValue, property_groups: Any) -> tuple[Any, ...]:
        table.session.write(groups(table, value, property_groups))
        return ()

    return {
        "displayPropertyGroups": show_groups,
        "getClassNameForHeader": words(lambda value: value.cls.short_name),
        "getSimpleHeader": words(lambda value: _one_line(header(value))),
        "getDetailedHeader": words(lambda value: _one_line(header(value, " handle" if value.cls.is_handle else ""))),
        "getDetailedFooter": words(lambda value: ""),
        "getHandleText": lambda nargout, *arguments: (CharArray.row("handle"),),
        "getDeletedHandleText": lambda nargout, *arguments: (CharArray.row("handle to deleted"),),
        "convertDimensionsToString": words(lambda value: size_text(value.shape)),
    }


def _custom(table: Any, value: ObjectValue) -> str:
    """The text that the methods of a CustomDisplay class make."""
    if isinstance(value, Instance):
        whole = "displayScalarObject" if value.valid else "displayScalarHandleToDeletedObject"
    else:
        whole = "displayNonScalarObject" if value.numel else "displayEmptyObject"
    with table.session.capture() as held:
        value.cls.methods[whole].function(0, value)
    return held.getvalue()


def _assembled(table: Any, value: ObjectValue) -> str:
    """Header, property groups and footer, shown with ``disp`` each: a header that ends its line has a blank one below it."""
    methods = value.cls.methods
    top = _text_of(methods["getHeader"], value) + "\n"
    body = groups(table, value, methods["getPropertyGroups"].function(1, value)[0])
    foot = _text_of(methods["getFooter"], value)
    return top + body + ("\n" + foot + "\n" if foot else "")


def _text_of(method: Any, value: ObjectValue) -> str:
    text = method.function(1, value)[0]
    return text.text if hasattr(text, "text") else str(text.array.item(0))


def groups(table: Any, value: ObjectValue, property_groups: Any) -> str:
    """Property groups: each with its title and its properties, given as names or as a struct."""
    parts = []
    for group in property_groups.elements:
        title = group.values["Title"]
        heading = title.text if hasattr(title, "text") else ""
        contents = group.values["PropertyList"]
        if getattr(contents, "matlab_class", "") == "struct":
            shown = dict(contents.array.item(0))
        else:
            names = [item.text if hasattr(item, "text") else item for item in contents.array.ravel(order="F")]
            if not isinstance(value, Instance):
                parts.append("".join(f"    {name}\n" for name in names))
                continue
            shown = {name: table.members.get(value, name) for name in names}
        parts.append((f"   {heading}\n" if heading else "") + lines(table, shown))
    return "\n".join(parts)

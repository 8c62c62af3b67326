"""Menus of figures: objects that programs make and ask, and that no image shows."""

from __future__ import annotations

from typing import Any

from ...builtins.spec import ErrorCase, Example, builtin
from ...figures import arguments as read
from ...figures.handles import Handle
from ...figures.tree import MENUS, Node
from ...values.convert import is_text, numel_of, text_of


def _make(call: Any, kind: str, arguments: tuple[Any, ...], holders: tuple[str, ...]) -> Any:
    """A menu below the object that comes first or that ``'Parent'`` names, else below the current figure."""
    figures = call.session.figures
    rest, parent = list(arguments), None
    if rest and not is_text(rest[0]):
        parent = read.as_handle(figures, rest.pop(0))
    for k in range(0, len(rest) - 1, 2):
        if parent is None and is_text(rest[k]) and text_of(rest[k]).lower() == "parent":
            parent = read.as_handle(figures, rest[k + 1])
            del rest[k : k + 2]
            break
    apart = parent is not None and numel_of(parent) == 0  # a menu without a place
    owner = figures.gcf() if parent is None else parent.node if isinstance(parent, Handle) and parent.nodes.size == 1 else None
    if not apart and (owner is None or owner.type not in holders):
        raise call.error(
            f"The parent of a menu must be a figure{' or a menu' if kind == 'uimenu' else ''}.", f"MATLAB:{kind}:InvalidParent"
        )
    node = Node(kind, owner)
    try:
        read.apply([node], rest, kind)
    except BaseException:
        node.delete()
        raise
    return read.give(call, [node])


@builtin(
    "uimenu", "m = uimenu", "m = uimenu(name, value, ...)", "m = uimenu(parent, name, value, ...)",
    summary="A menu of a figure or an item of a menu; menus are kept with their figures, but no image shows them and nobody can choose from them.",
    examples=(
        Example("f = figure; m = uimenu(f,'Text','Tools'); k = uimenu(m,'Label','Run','Checked','on'); {k.Text, k.Parent == m, char(k.Checked)}", "{'Run', true, 'on'}"),
        Example("m = uimenu('Text','A'); uimenu(m); uimenu(m); numel(m.Children)", "2"),
    ),
    errors=(ErrorCase("uimenu(plot(1:3))", "MATLAB:uimenu:InvalidParent"), ErrorCase("uimenu('NoSuch', 1)", "MATLAB:hg:InvalidProperty")),
    see_also=("uicontextmenu",),
)  # fmt: skip
def uimenu(call: Any, *arguments: Any) -> Any:
    return _make(call, "uimenu", arguments, ("figure", *MENUS))


@builtin(
    "uicontextmenu", "cm = uicontextmenu", "cm = uicontextmenu(parent)", "cm = uicontextmenu(parent, name, value, ...)",
    summary="A context menu of a figure, which objects name in their property ContextMenu; no image shows it.",
    examples=(Example("cm = uicontextmenu; m = uimenu(cm,'Text','Red'); h = plot(1:3,'ContextMenu',cm); h.ContextMenu.Children.Text", "'Red'"),),
    errors=(ErrorCase("uicontextmenu(plot(1:3))", "MATLAB:uicontextmenu:InvalidParent"),),
    see_also=("uimenu",),
)  # fmt: skip
def uicontextmenu(call: Any, *arguments: Any) -> Any:
    return _make(call, "uicontextmenu", arguments, ("figure",))

"""Properties that follow others: linkprop; data that follow variables: refreshdata, linkdata."""

from __future__ import annotations

from ...builtins.spec import ErrorCase, Example, builtin, methods
from ...figures import arguments as read
from ...figures.arguments import nodes_of
from ...figures.handles import Handle
from ...figures.listeners import LINK_METHODS, Link, listed_names
from ...values.convert import is_text, text_of, to_value

_LINE = "h = plot(1:2,[1 2;3 4]); "


@builtin(
    "linkprop", "hlink = linkprop(objects, name)", "hlink = linkprop(objects, names)",
    summary="Keep properties of several graphics objects equal, beginning with those of the first, as long as the link lives; "
    "addtarget, removetarget, addprop and removeprop change it.",
    examples=(
        Example(_LINE + "k = linkprop(h,'LineWidth'); h(2).LineWidth = 3; h(1).LineWidth", "3"),
        Example(_LINE + "k = linkprop(h,{'Color','LineStyle'}); isequal(h(1).Color, h(2).Color)", "true"),
        Example(_LINE + "k = linkprop(h,'LineWidth'); clear k; h(2).LineWidth = 3; h(1).LineWidth", "0.5"),
    ),
    errors=(ErrorCase("linkprop(1,'Color')", "MATLAB:linkprop:InvalidObjects"), ErrorCase(_LINE + "linkprop(h,'nosuch')", "MATLAB:hg:InvalidProperty")),
    see_also=("linkaxes", "addlistener"),
)  # fmt: skip
def linkprop(call, objects, names):
    objects = read.as_handle(call.session.figures, objects)
    if not isinstance(objects, Handle):
        raise call.error("The objects must be graphics objects.", "MATLAB:linkprop:InvalidObjects")
    return Link(list(objects.nodes.ravel(order="F")), listed_names(names))


@builtin(
    "refreshdata", "refreshdata", "refreshdata(objects)", "refreshdata(objects, workspace)",
    summary="Give plots the data of the variables that their XDataSource, YDataSource ... name; workspace is 'base' or 'caller'.",
    examples=(Example("x = [1 2]; h = plot(x); h.YDataSource = 'x'; x = [5 6]; refreshdata; h.YData", "[5 6]"),),
    errors=(ErrorCase("refreshdata('a')", "MATLAB:refreshdata:InvalidHandle"),), see_also=("drawnow",),
)  # fmt: skip
def refreshdata(call, *arguments):
    if arguments and is_text(arguments[0]):
        raise call.error("Argument must be a handle or an array of handles.", "MATLAB:refreshdata:InvalidHandle")
    tops = nodes_of(call, arguments[0]) if arguments else [call.session.figures.gcf()]
    workspace = text_of(arguments[1]) if len(arguments) > 1 else "base"
    for node in (node for top in tops for node in top.walk()):
        for name in [name for name in node.kind.names if name.endswith("DataSource") and node.text(name)]:
            value = call.feval("evalin", to_value(workspace), node.get(name))[0]
            call.feval("set", Handle.of(node), to_value(name.removesuffix("Source")), value, nargout=0)


@builtin(
    "linkdata", "linkdata on", "linkdata off", "linkdata(fig)", hidden=True,
    summary="Not available: plots do not follow variables by themselves here; refreshdata brings them up to date.",
    errors=(ErrorCase("linkdata('on')", "RunMat:linkdata:notAvailable", "refreshdata"),),
)  # fmt: skip
def linkdata(call, *arguments):
    if arguments and is_text(arguments[-1]) and text_of(arguments[-1]).lower() == "off":
        return
    raise call.error(
        "'linkdata' is not available: plots do not follow variables by themselves here; call refreshdata.", "RunMat:linkdata:notAvailable"
    )


OF_LINKS = methods(Link, LINK_METHODS)

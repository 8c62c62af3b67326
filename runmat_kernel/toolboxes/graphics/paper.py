"""Figures on paper, tips at points of a chart, and expressions as labels: orient, datatip, texlabel."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.element_values import cellstr_column
from ...builtins.spec import ErrorCase, Example, builtin
from ...figures import data_tips
from ...figures.handles import Handle
from ...figures.tree import Node
from ...values import CharArray, StructArray, Tensor
from ...values.convert import as_array, is_text, text_of, to_value

_MARGIN = 0.25
_WORDS = ("portrait", "landscape", "tall")


@builtin(
    "orient", "orient(orientation)", "orient(fig, orientation)", "str = orient", "str = orient(fig)",
    summary="How a figure lies on paper: 'portrait', 'landscape', or 'tall', which fills a sheet that stands.",
    examples=(
        Example("figure; orient landscape; f = gcf; {orient, f.PaperSize, f.PaperPosition}", "{'landscape',[11 8.5],[0.25 0.25 10.5 8]}"),
        Example("figure; orient(gcf,'tall'); f = gcf; {f.PaperOrientation, f.PaperPosition}", "{'portrait',[0.25 0.25 8 10.5]}"),
        Example("figure; orient landscape; orient portrait; orient", "'portrait'"),
    ),
    errors=(ErrorCase("orient sideways", "MATLAB:orient:unknownOption"),), see_also=("print", "saveas"),
)  # fmt: skip
def orient(call: Any, *arguments: Any) -> Any:
    rest = list(arguments)
    owner = rest.pop(0).node if rest and isinstance(rest[0], Handle) else call.session.figures.gcf()
    while owner.type != "figure" and owner.parent is not None:
        owner = owner.parent
    if not rest:
        filled = owner.text("PaperOrientation") == "portrait" and "_tall" in owner.values
        return "tall" if filled else owner.text("PaperOrientation")
    word = arg.option(call, rest[0], *_WORDS)
    units = owner.get("PaperUnits")
    owner.set("PaperUnits", CharArray.row("inches"))
    owner.set("PaperOrientation", CharArray.row("landscape" if word == "landscape" else "portrait"))
    size = owner.vector("PaperSize")
    if word == "portrait":
        wide = size[0] - 2 * 1.25
        place = np.array([1.25, (size[1] - 0.75 * wide) / 2, wide, 0.75 * wide])
    else:
        place = np.array([_MARGIN, _MARGIN, *(size - 2 * _MARGIN)])
    owner.set("PaperPosition", Tensor(place.reshape(1, -1)))
    owner.values.pop("_tall", None)
    if word == "tall":
        owner.values["_tall"] = True
    owner.set("PaperUnits", units)
    return None


def _shown(node: Node, k: int) -> list[str]:
    """The lines of a tip at the k-th point of a chart."""
    template = node.values.get("DataTipTemplate", data_tips.template(node))
    rows = template.array.flat[0]["DataTipRows"] if type(template) is StructArray else data_tips.template(node).array.flat[0]["DataTipRows"]
    lines = []
    for row in rows.array.ravel(order="F"):
        value = row["Value"]
        if is_text(value):
            value = node.get(text_of(value))
        numbers = as_array(value).ravel(order="F") if not is_text(value) else np.zeros(0)
        if k < numbers.size:
            item = numbers[k]
            lines.append(f"{text_of(row['Label'])} {item:.5g}" if np.isreal(item) else f"{text_of(row['Label'])} {item}")
    return lines


def _beside(call: Any, axes: Any, at: list[float]) -> list[float]:
    """A little to the right of a point and above it, where a tip does not cover it."""
    if len(at) == 3:
        return at
    corner = []
    for letter, place, share in (("X", at[0], 0.015), ("Y", at[1], 0.03)):
        low, high = as_array(call.feval("get", axes, to_value(f"{letter}Lim"))[0]).ravel().tolist()
        if axes.node.text(f"{letter}Scale") == "log" and place > 0 < low:
            corner.append(place * (high / low) ** share)
        else:
            corner.append(place + share * (high - low))
    return corner


@builtin(
    "datatip", "datatip(target)", "datatip(target, x, y)", "datatip(target, x, y, z)", "datatip(target, 'DataIndex', k)", "dt = datatip(...)",
    summary="A tip with the coordinates of a point of a chart, the nearest to a place, drawn beside it.",
    examples=(
        Example("h = plot([1 2 3],[4 9 2]); t = datatip(h,2.2,8); t.String", "{'X 2';'Y 9'}"),
        Example("h = scatter([1 2],[3 4]); t = datatip(h,'DataIndex',1); all(t.Position(1:2) > [1 3])", "true"),
    ),
    errors=(ErrorCase("datatip(5)", "MATLAB:graphics:datatip:InvalidTarget"), ErrorCase("datatip(plot(1:3),'DataIndex',7)", "MATLAB:graphics:datatip:InvalidDataIndex")),
    see_also=("dataTipTextRow", "text"),
)  # fmt: skip
def datatip(call: Any, target: Any, *arguments: Any) -> Any:
    node = target.node if isinstance(target, Handle) else None
    if node is None or "XData" not in node.kind.defaults or not node.vector("XData").size:
        raise call.error("The target must be a chart with points, such as a line or a scatter.", "MATLAB:graphics:datatip:InvalidTarget")
    rest = list(arguments)
    place = []
    while rest and not is_text(rest[0]) and len(place) < 3:
        place.append(arg.scalar(rest.pop(0)))
    named = {text_of(rest[k]).lower(): rest[k + 1] for k in range(0, len(rest) - 1, 2)}
    letters = "XYZ" if node.vector("ZData").size else "XY"
    points = [np.asarray(node.array(f"{letter}Data"), np.float64).ravel(order="F") for letter in letters]
    if any(side.size != points[0].size for side in points):
        raise call.error("The target must be a chart with points, such as a line or a scatter.", "MATLAB:graphics:datatip:InvalidTarget")
    k = arg.integer(named["dataindex"]) - 1 if "dataindex" in named else _nearest(points, place)
    if not 0 <= k < points[0].size:
        raise call.error("DataIndex must be the number of a point.", "MATLAB:graphics:datatip:InvalidDataIndex")
    at = [float(side[k]) for side in points]
    axes = call.feval("ancestor", target, to_value("axes"))[0]
    words = cellstr_column(_shown(node, k))
    look = [item for name, value in _LOOK_OF_TIPS.items() for item in (to_value(name), named.get(name.lower(), to_value(value)))]
    marker = [to_value(word) for word in ("Marker", "square", "MarkerSize", 5.0, "LineStyle", "none", "HandleVisibility", "off")]
    call.feval("line", axes, *(to_value(x) for x in at), *marker, to_value("Color"), to_value(np.zeros((1, 3))), nargout=1)
    text = call.feval("text", axes, *(to_value(x) for x in _beside(call, axes, at)), words, *look, nargout=1)[0]
    return text if call.nargout else None


_LOOK_OF_TIPS = {
    "BackgroundColor": np.array([[1.0, 1.0, 1.0]]), "EdgeColor": np.array([[0.5, 0.5, 0.5]]), "Margin": 4.0, "VerticalAlignment": "bottom", "FontSize": 9.0,
}  # fmt: skip


def _nearest(points: list[np.ndarray], place: list[float]) -> int:
    """The number of the point nearest to a place, in shares of the space that the points take; the first without a place."""
    if not place:
        return 0
    spans = [np.ptp(side[np.isfinite(side)]) or 1.0 for side in points]
    return int(np.nanargmin(sum(((side - at) / span) ** 2 for side, at, span in zip(points, place, spans, strict=False))))


_GREEK = frozenset(
    "alpha beta gamma delta epsilon zeta eta theta vartheta iota kappa lambda mu nu xi pi rho sigma varsigma tau upsilon phi chi psi omega "
    "Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega".split()
)
_PARTS = re.compile(r"(?P<name>[A-Za-z]\w*)|(?P<number>\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+)|(?P<sign>\.?\^|\.?\*|\.?/|\S)|\s+")


def _named(word: str, literal: bool) -> str:
    stem, digits = re.fullmatch(r"(.*?)_?(\d*)", word).groups()  # type: ignore[union-attr]
    stem = stem if digits and stem else word
    digits = digits if stem != word else ""
    shown = f"\\{stem}" if stem in _GREEK and not literal else stem
    return f"{{{shown}_{{{digits}}}}}" if digits else f"{{{shown}}}"


def _in_tex(text: str, literal: bool) -> str:
    """Names in braces, Greek ones with their sign; digits behind a name lowered, powers raised, products without a sign."""
    pieces: list[str] = []
    closing: list[str] = []
    raised = False
    for part in _PARTS.finditer(text):
        name, number, sign = part["name"], part["number"], (part["sign"] or "").lstrip(".")
        if raised and sign == "(":
            pieces.append("{")
            closing.append("}")
        elif name or number:
            pieces.append(_named(name, literal) if name else f"{{{number}}}")
        elif sign == "(":
            pieces.append(sign)
            closing.append(")")
        elif sign == ")":
            pieces.append(closing.pop() if closing else sign)
        elif sign == "*":
            pieces.append(" ")
        elif sign in ("+", "-", "=", "<", ">") and pieces and pieces[-1] not in ("(", "{", "^"):
            pieces.append(f" {sign} ")
        elif sign:
            pieces.append(sign)
        if name or number or sign:
            raised = sign == "^"
    return "".join(pieces)


@builtin(
    "texlabel", "label = texlabel(f)", "label = texlabel(f, 'literal')", summary="An expression of the language as TeX, for titles and labels; 'literal' leaves names of Greek letters as they are.",
    examples=(
        Example("texlabel('lambda12^(3/2)/pi - pi*delta^(2/3)')", "'{\\lambda_{12}}^{{3}/{2}}/{\\pi} - {\\pi} {\\delta}^{{2}/{3}}'"),
        Example("texlabel('lambda12','literal')", "'{lambda_{12}}'"),
        Example("texlabel('x^2 + y1')", "'{x}^{2} + {y_{1}}'"),
    ),
    errors=(ErrorCase("texlabel(5)", "MATLAB:texlabel:InvalidInput"),), see_also=("title", "text", "xlabel"),
)  # fmt: skip
def texlabel(call: Any, expression: Any, literal: Any = None) -> str:
    if not is_text(expression):
        raise call.error("The expression must be text.", "MATLAB:texlabel:InvalidInput")
    return _in_tex(text_of(expression), arg.option(call, literal, "literal") == "literal")

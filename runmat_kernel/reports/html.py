"""A report as self-contained HTML that reads on light and dark pages."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from . import drawing
from .model import CellReport, estimates, lines, nbytes, operations, outputs, rate, seconds, size

_STYLE = """
.rm-report{font:13px/1.45 system-ui,sans-serif;color:inherit;max-width:980px}
.rm-report h4{margin:.5em 0 .2em;font-size:14px}
.rm-report .rm-sum{margin:0 0 .6em;opacity:.85}
.rm-report .rm-card{border:1px solid rgba(128,128,128,.35);border-left:4px solid #2ec4b6;border-radius:6px;padding:.45em .8em;margin:.4em 0}
.rm-report .rm-card.rm-device{border-left-color:#ff9f1c}
.rm-report .rm-kind{font-weight:600}
.rm-report .rm-badge{border:1px solid rgba(128,128,128,.5);border-radius:9px;padding:0 .5em;margin-left:.4em;font-size:11.5px}
.rm-report code,.rm-report pre{font:12px/1.4 ui-monospace,monospace;background:rgba(128,128,128,.12);border-radius:4px;padding:0 .25em;color:inherit}
.rm-report pre{padding:.5em;overflow:auto;max-height:28em}
.rm-report .rm-facts{opacity:.8}
.rm-report .rm-why{opacity:.8;font-style:italic}
.rm-report table{border-collapse:collapse;margin:.3em 0}
.rm-report td,.rm-report th{border:0;border-bottom:1px solid rgba(128,128,128,.3);padding:.15em .8em .15em 0;text-align:left;background:transparent}
.rm-report td.rm-n{text-align:right}
.rm-report summary{cursor:pointer}
""".strip()


def page(body: str) -> str:
    """A whole HTML document around a report."""
    return f'<!doctype html><html><head><meta charset="utf-8"><title>RunMat report</title></head><body>{body}</body></html>\n'


def render(reports: Sequence[tuple[str, CellReport]], *, wgsl: bool = False) -> str:
    """The reports of one or several cells, each with its title; ``wgsl`` adds the shader of every kernel."""
    sections = "".join(_section(title, report, wgsl) for title, report in reports)
    return f'<div class="rm-report"><style>{_STYLE}</style>{sections}</div>'


def _section(title: str, report: CellReport, wgsl: bool) -> str:
    parts = [f'<h4>{escape(title)}</h4><p class="rm-sum">{escape(report.summary())}</p>']
    for number, group in enumerate(report.groups, 1):
        kernel = report.kernels[number - 1] if number <= len(report.kernels) else None
        parts.append(_card(number, group, shader(kernel) if wgsl and kernel is not None else ""))
    parts.append(_refusals(report.data.get("refusals", [])))
    parts.append(_transfers(report.data.get("transfers", [])))
    parts += [f"<p>{escape(notice)}</p>" for notice in report.data.get("notices", [])]
    parts.append(_graphs(report.data.get("graphs", [])))
    return "".join(parts)


def _card(number: int, group: dict[str, Any], code: str) -> str:
    device = "" if group["provider"] == "host" else " rm-device"
    where = f"line {lines(group)}" if lines(group) else ""
    facts = [f"{size(group['shape'])} {group['class']}", where, seconds(group["seconds"]), nbytes(group["bytes"]), rate(group)]
    shown = " &middot; ".join(escape(fact) for fact in facts if fact and fact != "–")
    stored = ", ".join(f"<code>{escape(output)}</code>" for output in outputs(group)) or "nothing"
    expected = f" Estimates: {escape(estimates(group))}." if estimates(group) else ""
    more = f"<details><summary>WGSL</summary><pre>{escape(code)}</pre></details>" if code else ""
    return (
        f'<div class="rm-card{device}"><span class="rm-kind" title="{escape(group.get("caption", ""))}">{number}. {escape(group["kind"])}</span> '
        f'<span class="rm-badge">{escape(group["provider"])}</span> <code>{escape(operations(group))}</code>'
        f'<div class="rm-facts">{shown}</div><div>stores {stored}</div>'
        f'<div class="rm-why">{escape(group["reason"])}.{expected}</div>{more}</div>'
    )


def _refusals(refusals: list[dict[str, Any]]) -> str:
    if not refusals:
        return ""
    rows = "".join(
        f"<tr><td class='rm-n'>{escape(str(r.get('line') or ''))}</td><td><code>{escape(' '.join(r.get('ops') or []))}</code></td><td>{escape(r['reason'])}</td></tr>"
        for r in refusals
    )
    return f"<details open><summary>Not fused ({len(refusals)})</summary><table><tr><th>Line</th><th>Operations</th><th>Why</th></tr>{rows}</table></details>"


def _transfers(transfers: list[dict[str, Any]]) -> str:
    if not transfers:
        return ""
    rows = "".join(
        f"<tr><td>{escape(t['direction'])}</td><td>{escape(t.get('name') or '')}</td><td class='rm-n'>{escape(nbytes(t['bytes']))}</td>"
        f"<td class='rm-n'>{escape(seconds(t['seconds']))}</td><td>{escape(t.get('reason') or '')}</td></tr>"
        for t in transfers
    )
    head = "<tr><th>Transfer</th><th>Array</th><th>Size</th><th>Time</th><th>Why</th></tr>"
    return f"<details open><summary>Transfers ({len(transfers)})</summary><table>{head}{rows}</table></details>"


def _graphs(graphs: list[dict[str, Any]]) -> str:
    drawn = [svg for graph in graphs if (svg := drawing.draw(graph))]
    if not drawn:
        return ""
    shown = "".join(f"<div style='overflow:auto;max-height:440px'>{svg}</div>" for svg in drawn[:8])
    note = "" if len(drawn) <= 8 else f"<p>{len(drawn) - 8} more graphs are not drawn.</p>"
    legend = "<p class='rm-facts'>Colours are kernels, dashed boxes inputs, bold boxes stored results.</p>"
    return f"<details open><summary>Graph</summary>{shown}{note}{legend}</details>"


def shader(kernel: Any) -> str:
    """The WGSL of a kernel, as an adapter with 64-bit floats gets it; a sentence where it has none."""
    from ..codegen.target import Target
    from ..codegen.wgsl import Piece, elementwise_pass, reduction_passes

    body = kernel.body
    offsets = tuple(item.offset for item in body.inputs)
    try:
        if body.accumulations:
            passes = [made for _, made in reduction_passes(body, Target(), [Piece(tuple(body.space), offsets, 0)], shared=False)]
        else:
            passes = [elementwise_pass(body, Target(), tuple(body.space), offsets, 0)]
        return "\n\n".join(made.write().text for made in passes)
    except Exception as error:
        return f"// This kernel has no WGSL form: {error}"

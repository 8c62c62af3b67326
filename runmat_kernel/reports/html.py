"""A report as self-contained HTML that reads on light and dark pages."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from . import drawing
from .model import CellReport, facts, machine_words, nbytes, operations, outputs, seconds, why

if TYPE_CHECKING:
    from ..codegen.kernel import Kernel

STYLE = """
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
.rm-report.rm-report table{border-collapse:collapse;margin:.3em 0;font-size:13px;table-layout:auto}
.rm-report.rm-report table tr{background:transparent}
.rm-report.rm-report table :is(td,th){border:0;border-bottom:1px solid rgba(128,128,128,.3);padding:.15em 1.2em .15em 0;text-align:left;vertical-align:top;max-width:none}
.rm-report.rm-report table .rm-n{text-align:right}
.rm-report summary{cursor:pointer}
.rm-report .rm-graph{overflow:auto;max-height:1200px;margin:.3em 0}
.rm-report .rm-graph svg{display:block}
""".strip()
# Of a long program's report; the JSON has everything.
_MOST_CARDS = 40
_MOST_GRAPHS = 6


def page(body: str) -> str:
    """A whole HTML document around a report."""
    head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">'
    return f'<!doctype html><html lang="en"><head>{head}<title>RunMat report</title></head><body>{body}</body></html>\n'


def render(reports: Sequence[tuple[str, CellReport]], *, wgsl: bool = False) -> str:
    """The reports of one or several cells, each with its title; ``wgsl`` adds the shader of every kernel."""
    sections = "".join(_section(title, report, wgsl) for title, report in reports)
    return f'<div class="rm-report"><style>{STYLE}</style>{sections}</div>'


def _section(title: str, report: CellReport, wgsl: bool) -> str:
    saving = f" {escape(report.saving())}" if report.saving() else ""
    parts = [f'<h4>{escape(title)}</h4><p class="rm-sum"><b>{escape(report.summary())}</b>{saving}</p>']
    merged, explained = report.merged(), set()
    for number, (index, group) in enumerate(merged[:_MOST_CARDS], 1):
        caption = "" if group["kind"] in explained else group.get("caption", "")
        explained.add(group["kind"])
        kernel = report.kernels[index] if index < len(report.kernels) else None
        parts.append(_card(number, group, caption, shader(kernel) if wgsl and kernel is not None else ""))
    if len(merged) > _MOST_CARDS:
        parts.append(f"<p>{len(merged) - _MOST_CARDS} more kernels are not shown.</p>")
    parts.append(_machined(report.machined()))
    parts.append(_refusals(report.refusals()))
    parts.append(_transfers(report.transfers()))
    parts += [f"<p>{escape(notice)}</p>" for notice in report.data.get("notices", [])]
    parts.append(_graphs(report.data.get("graphs", [])))
    return "".join(parts)


def _card(number: int, group: dict[str, Any], caption: str, code: str) -> str:
    device = "" if group["provider"] == "host" else " rm-device"
    times = f' <span class="rm-badge">×{group["times"]}</span>' if group["times"] > 1 else ""
    about = f'<div class="rm-facts">{escape(caption)}</div>' if caption else ""
    stored = ", ".join(f"<code>{escape(output)}</code>" for output in outputs(group)) or "nothing"
    more = f"<details><summary>WGSL</summary><pre>{escape(code)}</pre></details>" if code else ""
    return (
        f'<div class="rm-card{device}"><span class="rm-kind">{number}. {escape(group["kind"])}</span> '
        f'<span class="rm-badge">{escape(group["provider"])}</span>{times} <code>{escape(operations(group))}</code>{about}'
        f'<div class="rm-facts">{" &middot; ".join(map(escape, facts(group)))}</div><div>stores {stored}</div>'
        f'<div class="rm-why">Why here: {escape(why(group))}.</div>{more}</div>'
    )


def _code(text: str) -> str:
    return f"<code>{escape(text)}</code>" if text else ""


def _times(row: dict[str, Any]) -> str:
    return f" ×{row['times']}" if row["times"] > 1 else ""


def _machined(loops: list[dict[str, Any]]) -> str:
    if not loops:
        return ""
    rows = "".join(
        f"<tr><td class='rm-n'>{loop['line']}</td><td>{_code(loop['word'])}</td><td>{escape(machine_words(loop))}</td></tr>"
        for loop in loops[:_MOST_CARDS]
    )
    return f"<details open><summary>Machine code ({len(loops)})</summary><table><tr><th class='rm-n'>Line</th><th>Loop</th><th>What ran</th></tr>{rows}</table></details>"


def _refusals(refusals: list[dict[str, Any]]) -> str:
    if not refusals:
        return ""
    rows = "".join(
        f"<tr><td class='rm-n'>{escape(str(r.get('line') or ''))}</td><td>{_code(' '.join(r.get('ops') or []))}</td><td>{escape(r['reason'])}{_times(r)}</td></tr>"
        for r in refusals[:_MOST_CARDS]
    )
    return f"<details open><summary>Not fused ({len(refusals)})</summary><table><tr><th class='rm-n'>Line</th><th>Operations</th><th>Why</th></tr>{rows}</table></details>"


def _transfers(transfers: list[dict[str, Any]]) -> str:
    if not transfers:
        return ""
    rows = "".join(
        f"<tr><td>{escape(t['direction'])}{_times(t)}</td><td>{escape(t.get('name') or '')}</td><td class='rm-n'>{escape(nbytes(t['bytes']))}</td>"
        f"<td class='rm-n'>{escape(seconds(t['seconds']))}</td><td>{escape(t.get('reason') or '')}</td></tr>"
        for t in transfers[:_MOST_CARDS]
    )
    head = "<tr><th>Transfer</th><th>Array</th><th class='rm-n'>Size</th><th class='rm-n'>Time</th><th>Why</th></tr>"
    total = nbytes(sum(t["bytes"] for t in transfers))
    return f"<details open><summary>Transfers ({total})</summary><table>{head}{rows}</table></details>"


def _graphs(graphs: list[dict[str, Any]]) -> str:
    """The graphs of different form, first ones first: a loop makes the same graph again and again."""
    drawn = list(dict.fromkeys(svg for graph in graphs if (svg := drawing.draw(graph))))
    sizes = [len(graph.get("nodes", [])) for graph in graphs]
    large = f"<p>A graph of {max(sizes):,} operations is too large to be drawn.</p>" if max(sizes, default=0) > drawing.MOST_NODES else ""
    if not drawn:
        return large
    shown = "".join(f"<div class='rm-graph'>{svg}</div>" for svg in drawn[:_MOST_GRAPHS])
    note = "" if len(drawn) <= _MOST_GRAPHS else f"<p>{len(drawn) - _MOST_GRAPHS} more graphs are not drawn.</p>"
    legend = "<p class='rm-facts'>One colour is one kernel. Dashed boxes are inputs, bold ones are stored; everything else never touches memory.</p>"
    return f"<details open><summary>Graph</summary>{shown}{note}{large}{legend}</details>"


def shader(kernel: Kernel) -> str:
    """The WGSL of a kernel, as an adapter with doubles and any number of bindings gets it; a sentence where it has none."""
    from ..codegen.target import Target

    target, cap = Target(max_storage_buffers=1 << 16, max_binding_bytes=1 << 40), 1 << 31
    body = kernel.form.narrowed(kernel.body)
    reason = kernel.form.limits(body, target, cap)
    if reason is not None:
        return f"// This kernel has no WGSL form: {reason}"
    # Parts of a long loop have one text.
    passes = {placed.source.key: placed.source for placed in kernel.form.dispatches(body, target, cap)}
    return "\n\n".join(step.write().text for step in passes.values())

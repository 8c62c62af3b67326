"""A report as plain text."""

from __future__ import annotations

from .model import CellReport, estimates, lines, nbytes, operations, outputs, rate, seconds, size


def render(report: CellReport, title: str = "Fusion report") -> str:
    """The report of a cell, for consoles and as the plain twin of the HTML."""
    out = [f"{title}: {report.summary()}"]
    for number, group in enumerate(report.groups, 1):
        where = f"line {lines(group)}" if lines(group) else ""
        head = f"  {number}. {group['kind']} on {group['provider']}: {operations(group)}"
        out.append(head)
        facts = [f"{size(group['shape'])} {group['class']}", where, seconds(group["seconds"]), nbytes(group["bytes"]), rate(group)]
        out.append("     " + ", ".join(fact for fact in facts if fact and fact != "–"))
        out.append("     stores " + ("; ".join(outputs(group)) or "nothing"))
        why = group["reason"] + (f" (estimates: {estimates(group)})" if estimates(group) else "")
        out.append(f"     why here: {why}")
    for refusal in report.data.get("refusals", []):
        line = f"line {refusal['line']}: " if refusal.get("line") else ""
        out.append(f"  not fused: {line}{refusal['reason']}" + (f" ({' '.join(refusal['ops'])})" if refusal.get("ops") else ""))
    for transfer in report.data.get("transfers", []):
        why = f" ({transfer['reason']})" if transfer.get("reason") else ""
        out.append(
            f"  {transfer['direction']}: {transfer.get('name') or ''} {nbytes(transfer['bytes'])} in {seconds(transfer['seconds'])}{why}"
        )
    out += [f"  note: {notice}" for notice in report.data.get("notices", [])]
    return "\n".join(out) + "\n"

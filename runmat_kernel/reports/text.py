"""A report as plain text."""

from __future__ import annotations

from .model import CellReport, facts, machine_words, nbytes, operations, outputs, seconds, why


def render(report: CellReport, title: str = "Fusion report") -> str:
    """The report of a cell, for consoles and as the plain twin of the HTML."""
    out = [f"{title}: {' '.join(filter(None, (report.summary(), report.saving())))}"]
    for number, (_, group) in enumerate(report.merged(), 1):
        times = f" ×{group['times']}" if group["times"] > 1 else ""
        out.append(f"  {number}. {group['kind']} on {group['provider']}{times}: {operations(group)}")
        out.append("     " + ", ".join(facts(group)))
        out.append("     stores " + ("; ".join(outputs(group)) or "nothing"))
        out.append(f"     why here: {why(group)}")
    for loop in report.machined():
        out.append(f"  machine code: line {loop['line']} ({loop['word']}): {machine_words(loop)}")
    for refusal in report.refusals():
        line = f"line {refusal['line']}: " if refusal.get("line") else ""
        times = f" ×{refusal['times']}" if refusal["times"] > 1 else ""
        out.append(f"  not fused: {line}{refusal['reason']}" + (f" ({' '.join(refusal['ops'])})" if refusal.get("ops") else "") + times)
    for transfer in report.transfers():
        reason = f" ({transfer['reason']})" if transfer.get("reason") else ""
        times = f"{transfer['times']} times, " if transfer["times"] > 1 else ""
        name = f"{transfer['name']} " if transfer.get("name") else ""
        out.append(f"  {transfer['direction']}: {name}{times}{nbytes(transfer['bytes'])} in {seconds(transfer['seconds'])}{reason}")
    out += [f"  note: {notice}" for notice in report.data.get("notices", [])]
    return "\n".join(out) + "\n"

"""The reference page of all builtins, written from their records: ``python -m runmat_kernel.builtins.page > docs/builtins.md``."""

from __future__ import annotations

from types import MappingProxyType

from .registry import chapters
from .spec import Builtin, Trait

_FUSED = MappingProxyType({
    Trait.ELEMENTWISE: "pointwise", Trait.REDUCTION: "reduction", Trait.PRODUCT: "product", Trait.SHAPE: "shape", Trait.SOURCE: "source",
})  # fmt: skip


def page() -> str:
    """Markdown: a section for each chapter, an entry for each builtin."""
    found = [(name.replace("_", " ").capitalize(), [b for b in records if not b.hidden]) for name, records in chapters()]
    shown = [(title, sorted(records, key=lambda b: b.name.lower())) for title, records in found if records]
    total = len({record.name for _, records in shown for record in records})
    out = [
        "# Builtins",
        f"{total} functions, from their declarations (`python -m runmat_kernel.builtins.page > docs/builtins.md` writes this page). "
        "In a notebook, `help name`, `name?` and Shift-Tab show an entry with its examples. "
        "The word in brackets is how fusion sees a function; functions without one compute at once, on the host.",
        " · ".join(f"[{title}](#{_anchor(title)})" for title, _ in shown),
    ]
    for title, records in shown:
        out += [f"## {title}", *map(_entry, records)]
    return "\n\n".join(out) + "\n"


def _anchor(title: str) -> str:
    return title.lower().replace(" ", "-")


def _entry(record: Builtin) -> str:
    kind = f" [{_FUSED[record.trait]}]" if record.trait in _FUSED else ""
    return f"**{record.name}**{kind}: {' '.join(record.summary.split())}\n" + "".join(f"\n    {line}" for line in record.usage)


if __name__ == "__main__":
    print(page(), end="")

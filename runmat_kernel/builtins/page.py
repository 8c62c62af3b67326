"""The reference pages of all builtins, written from their records: ``python -m runmat_kernel.builtins.page`` writes them."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from types import MappingProxyType

from .registry import TOOLBOXES, chapters
from .spec import Builtin, Trait

DOCS = Path(__file__).resolve().parents[2] / "docs"

_FUSED = MappingProxyType({
    Trait.ELEMENTWISE: "pointwise", Trait.REDUCTION: "reduction", Trait.PRODUCT: "product", Trait.SHAPE: "shape", Trait.SOURCE: "source",
})  # fmt: skip


def pages() -> dict[str, str]:
    """Markdown by path below ``docs``: an index of one screen, and a page for each toolbox with a section for each of its modules."""
    rooms: dict[str, dict[str, list[Builtin]]] = {}
    for module, records in chapters():
        room, _, rest = module.partition(".")
        shown = sorted((record for record in records if not record.hidden), key=lambda record: record.name.lower())
        if shown:
            rooms.setdefault(room, {})[rest] = shown
    written = {f"builtins/{room}.md": _room_page(room, modules) for room, modules in rooms.items()}
    return {"builtins.md": _index(rooms), **written}


def _index(rooms: dict[str, dict[str, list[Builtin]]]) -> str:
    total = len({record.name for modules in rooms.values() for records in modules.values() for record in records})
    rows = [
        f"| [{_title(room)}](builtins/{room}.md) | {sum(map(len, modules.values()))} | {_summary(room)} |"
        for room, modules in rooms.items()
    ]
    return "\n".join([
        "# Builtins",
        "",
        f"{total} functions, from their declarations (`python -m runmat_kernel.builtins.page` writes these pages).",
        "In a notebook, `help name`, `name?` and Shift-Tab show an entry with its examples.",
        "",
        "| toolbox | functions | covers |",
        "|---|---|---|",
        *rows,
        "",
    ])  # fmt: skip


def _room_page(room: str, modules: dict[str, list[Builtin]]) -> str:
    out = [
        f"# {_title(room)}",
        _summary(room),
        "The word in brackets is how fusion sees a function; functions without one compute at once, on the host.",
    ]
    for module, records in modules.items():
        out += [f"## {_title(module)}", *map(_entry, records)]
    return "\n\n".join(out) + "\n"


def _summary(room: str) -> str:
    return " ".join((import_module(f"{TOOLBOXES}.{room}").__doc__ or "").split("\n\n")[0].split())


def _title(module: str) -> str:
    return ": ".join(part.replace("_", " ").capitalize() for part in module.split("."))


def _entry(record: Builtin) -> str:
    kind = f" [{_FUSED[record.trait]}]" if record.trait in _FUSED else ""
    return f"**{record.name}**{kind}: {' '.join(record.summary.split())}\n" + "".join(f"\n    {line}" for line in record.usage)


def main() -> None:
    """Writes the pages, and removes those of toolboxes that are gone."""
    written = pages()
    for old in (DOCS / "builtins").glob("*.md"):
        if f"builtins/{old.name}" not in written:
            old.unlink()
    for name, text in written.items():
        (DOCS / name).parent.mkdir(exist_ok=True)
        (DOCS / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

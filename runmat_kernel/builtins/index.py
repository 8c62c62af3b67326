"""``python -m runmat_kernel.builtins.index`` writes the index of the toolboxes: which module declares which functions and methods."""

from __future__ import annotations

from .registry import FOLDER, NAMES, WITHOUT, chapters, records
from .spec import Methods, Stored


def rooms() -> dict[str, str]:
    """The text of each room's index.  ValueError for a name that is declared twice."""
    homes: dict[tuple[str, str], str] = {}
    lines: dict[str, list[str]] = {}
    for module, builtins in chapters():
        room, _, rest = module.partition(".")
        lines.setdefault(room, [])
        for kind, names in _declared(module, [record.name for record in builtins]).items():
            for name in names:
                if (kind, name) in homes:
                    raise ValueError(f"{name!r} ({kind}) is declared twice: in {homes[kind, name]} and {module}")
                homes[kind, name] = module
            lines[room].append("\t".join([rest, kind, " ".join(names)]) + "\n")
    return {room: "".join(own) for room, own in lines.items()}


def _declared(module: str, builtins: list[str]) -> dict[str, list[str]]:
    """Kind (builtins, stored, or the class of methods) -> the names that a module declares."""
    kinds = {"builtins": builtins, "stored": [declared.name for declared in records(module, Stored)]}
    for declared in records(module, Methods):
        of_class = kinds.setdefault(declared.of.__name__, [])
        of_class += [*declared.functions, *(WITHOUT + name for name in sorted(declared.without))]
    return {kind: names for kind, names in kinds.items() if names}


def main() -> None:
    for room, text in rooms().items():
        (FOLDER / room / NAMES).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

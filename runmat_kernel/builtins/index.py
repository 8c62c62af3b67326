"""``python -m runmat_kernel.builtins.index`` writes the index of the toolboxes.

It says which module declares which functions and methods, and which functions state what.
"""

from __future__ import annotations

from .registry import FOLDER, NAMES, STATED, WITHOUT, chapters, kind_of, records
from .spec import Builtin, Effect, Methods, Stored, Trait


def texts() -> dict[str, str]:
    """The text of each room's index.  ValueError for a name that is declared twice."""
    homes: dict[tuple[str, str], str] = {}
    lines: dict[str, list[str]] = {}
    for module, builtins in chapters():
        room, _, rest = module.partition(".")
        lines.setdefault(room, [])
        for kind, names in _declared(module, builtins).items():
            for name in names if STATED not in kind else ():
                if (kind, name) in homes:
                    raise ValueError(f"{name!r} ({kind}) is declared twice: in {homes[kind, name]} and {module}")
                homes[kind, name] = module
            lines[room].append("\t".join([rest, kind, " ".join(names)]) + "\n")
    return {room: "".join(own) for room, own in lines.items()}


def _declared(module: str, builtins: tuple[Builtin, ...]) -> dict[str, list[str]]:
    """Kind (builtins, stored, what builtins state, or the class of methods) -> the names that a module declares."""
    kinds = {"builtins": [record.name for record in builtins], "stored": [declared.name for declared in records(module, Stored)]}
    for own in records(module, Methods):
        of_class = kinds.setdefault(own.of.__name__, [])
        of_class += [*own.functions, *(WITHOUT + name for name in sorted(own.without))]
    for declared in builtins:
        for statement in (declared.effect, declared.trait, *declared.facts):
            if statement not in (Effect.UNKNOWN, Trait.OPAQUE):
                kinds.setdefault(kind_of(statement), []).append(declared.name)
    return {kind: names for kind, names in kinds.items() if names}


def main() -> None:
    for room, text in texts().items():
        (FOLDER / room / NAMES).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

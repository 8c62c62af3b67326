"""A shader as text with what binding and launching it needs; loads and stores of vectors in NumPy's memory layout."""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from ...base.records import record
from ..target import Target
from .access import Read
from .element import library
from .prune import pruned
from .scalars import COMPONENTS, SCALARS, prelude, register, unpack

_FORMATS = {"f64": "d", "i64": "q", "u64": "Q", "f32": "f", "i32": "i", "u32": "I"}


@record
class Binding:
    """A storage buffer of a shader: ``role`` is input, store, result, state, flag or one of the pass's own (``Pass.places``), ``index`` its
    number within the role, ``chunk`` which of its parts this is where an array lies in several.
    """

    role: str
    index: int
    element: str
    writable: bool
    chunk: int = 0

    @property
    def name(self) -> str:
        return f"{self.role}{self.index}" + (f"_{self.chunk}" if self.chunk else "")


@dataclass(frozen=True)
class Shader:
    """WGSL text with entry point ``main``, its storage bindings in order (group 0), and its launch fields (group 1).

    ``fields`` are in the order in which ``layout`` packs them; ``threads`` is the size of a workgroup.  ``free_loops``: its loops all
    end by their own conditions and gain from being written out, so that no counters need to be added to them.
    """

    text: str
    bindings: tuple[Binding, ...]
    fields: tuple[tuple[str, str], ...]
    threads: int
    free_loops: bool = False

    @cached_property
    def layout(self) -> struct.Struct:
        """How the launch fields lie in memory."""
        return struct.Struct("<" + "".join(_FORMATS[t] for _, t in self.fields))


@record
class Pass:
    """One dispatch: ``write`` makes its shader, ``key`` names the shader (equal keys, equal text), the rest is its launch.

    ``values`` are the launch fields by name except the Body's parameters (``p0`` ...) and ``slot``, 64-bit negative numbers
    allowed; ``groups`` the workgroups, ``state_bytes`` the scratch that the ``state`` bindings need, by their numbers (one for ``state0``
    alone).  ``faster`` makes a shader that does the same with the same launch fields, takes less time, and more to compile; it comes in
    when a program is used again.  ``places``: what bindings of other roles are in this pass, so that one shader serves several.
    """

    key: tuple
    write: Callable[[], Shader]
    values: Mapping[str, int | float]
    groups: int
    state_bytes: int | tuple[int, ...] = 0
    faster: Callable[[], Shader] | None = None
    places: Mapping[tuple[str, int], tuple[str, int]] = field(default_factory=dict)


@dataclass(slots=True)
class Writer:
    """Collects the pieces of a shader: bindings, launch fields, declarations and functions.

    ``rolled`` are the launch fields of a loop, in the order of their words: whole vectors of four for each step.  ``element`` are the
    members of an Element with their types (see ``load.declare_element``).
    """

    threads: int
    target: Target
    fields: dict[str, str] = field(default_factory=lambda: {"n": "u32"})
    bindings: list[Binding] = field(default_factory=list)
    declarations: list[str] = field(default_factory=list)
    rolled: list[tuple[str, str]] = field(default_factory=list)
    element: list[tuple[str, str]] = field(default_factory=list)

    def bind(self, role: str, index: int, element: str, *, writable: bool = False, chunk: int = 0) -> str:
        """Add a storage buffer of ``array<element>``; returns its name."""
        self.bindings.append(Binding(role, index, element, writable, chunk))
        return self.bindings[-1].name

    def finish(self, main: str, *, free_loops: bool = False) -> Shader:
        own = "\n".join([*self.declarations, main])
        if "rk_keep_" in own:
            self.fields["zero"] = "u32"
        order = sorted(self.fields.items(), key=lambda item: (item[1] not in ("f64", "i64", "u64"), item[0]))
        vectors = sum(struct.calcsize(_FORMATS[kind]) for _, kind in self.rolled) // 16
        loop = [f"    rolled: array<vec4<u32>, {vectors}>,"] if vectors else []
        lines = ["struct Launch {", *loop, *(f"    {name}: {kind}," for name, kind in order), "}"]
        for k, binding in enumerate(self.bindings):
            access = "read_write" if binding.writable else "read"
            lines.append(f"@group(0) @binding({k}) var<storage, {access}> {binding.name}: array<{binding.element}>;")
        lines.append("@group(1) @binding(0) var<uniform> P: Launch;")
        text = pruned("\n".join([*lines, prelude(self.target.f64, own)]), library(own, self.target), own)
        return Shader(text, tuple(self.bindings), (*self.rolled, *order), self.threads, free_loops)


def bind_flag(writer: Writer) -> None:
    """Bind the flags of the submission, once."""
    if "slot" not in writer.fields:
        writer.bind("flag", 0, "atomic<u32>", writable=True)
        writer.fields["slot"] = "u32"


def vector_type(matlab_class: str, width: int) -> str:
    """The array element type under which ``width`` consecutive elements are loaded at once (1: a word or an element)."""
    scalar = SCALARS[matlab_class]
    if scalar.per_word == 1 and width > 4:
        return f"array<vec4<{scalar.register}>, {width // 4}>"
    if scalar.per_word == 1:
        return scalar.register if width == 1 else f"vec{width}<{scalar.register}>"
    words = width // scalar.per_word
    return "u32" if words <= 1 else f"vec{words}<u32>"


def read_type(read: Read, matlab_class: str, width: int) -> str:
    return vector_type(matlab_class, width if read.form in ("linear", "vector") else 1)


def lanes_of(vector: str, matlab_class: str, width: int) -> list[str]:
    """The ``width`` elements of a loaded vector (a name)."""
    per_word = SCALARS[matlab_class].per_word
    if width == 1:
        return [vector]
    if per_word == 1 and width > 4:
        return [f"{vector}[{lane // 4}].{COMPONENTS[lane % 4]}" for lane in range(width)]
    if per_word == 1:
        return [f"{vector}.{COMPONENTS[lane]}" for lane in range(width)]
    words = width // per_word
    word = [vector] if words == 1 else [f"{vector}.{COMPONENTS[w]}" for w in range(words)]
    return [unpack(word[lane // per_word], f"{lane % per_word}u", matlab_class) for lane in range(width)]


def pack(elements: Sequence[str], matlab_class: str) -> str:
    """The vector that stores ``elements`` (register texts) as ``vector_type`` of that many."""
    scalar = SCALARS[matlab_class]
    if scalar.per_word == 1 and len(elements) > 4:
        quads = [pack(elements[start : start + 4], matlab_class) for start in range(0, len(elements), 4)]
        return f"{vector_type(matlab_class, len(elements))}({', '.join(quads)})"
    if scalar.per_word == 1:
        return elements[0] if len(elements) == 1 else f"vec{len(elements)}<{scalar.register}>({', '.join(elements)})"
    words = []
    for start in range(0, len(elements), scalar.per_word):
        shared = enumerate(elements[start : start + scalar.per_word])
        words.append(" | ".join(f"({_as_bits(e, matlab_class)} << {k * scalar.nbytes * 8}u)" for k, e in shared))
    return words[0] if len(words) == 1 else f"vec{len(words)}<u32>({', '.join(words)})"


def _as_bits(element: str, matlab_class: str) -> str:
    kind = register(matlab_class)
    if kind == "bool":
        return f"select(0u, 1u, {element})"
    mask = (1 << SCALARS[matlab_class].nbytes * 8) - 1
    return f"({'bitcast<u32>(' + element + ')' if kind == 'i32' else element} & {mask}u)"


def store_element(name: str, index: str, element: str, matlab_class: str) -> str:
    """Statements that write one element; in a shared word atomically, as other threads own its neighbours."""
    scalar = SCALARS[matlab_class]
    if scalar.per_word == 1:
        return f"{name}[{index}] = {element};"
    mask = (1 << scalar.nbytes * 8) - 1
    return (
        f"{{ let at = {index}; let shift = (at % {scalar.per_word}u) * {scalar.nbytes * 8}u; "
        f"atomicAnd(&{name}[at / {scalar.per_word}u], ~({mask}u << shift)); "
        f"atomicOr(&{name}[at / {scalar.per_word}u], {_as_bits(element, matlab_class)} << shift); }}"
    )


def store_type(matlab_class: str, width: int) -> str:
    """The array element type of an output written ``width`` elements at a time."""
    if width == 1 and SCALARS[matlab_class].per_word > 1:
        return "atomic<u32>"
    return vector_type(matlab_class, width)

"""Copies between buffers by a kernel.  On an H200 a driver's copy commands reach 0.8 TB/s, kernels 4."""

from __future__ import annotations

from collections.abc import Sequence

from ...base.records import record
from ...codegen.target import Target
from ...codegen.wgsl.shader import Shader, Writer
from .launch import WINDOW
from .memory import Raw
from .native import Commands
from .protocols import Submitter

LEAST_BYTES = 1 << 22
"""Below this a command costs no more than a kernel."""

_THREADS, _VECTORS, _BYTES = 256, 4, 16
"""Threads of a workgroup, vectors that each of them copies, and bytes of a vector."""


@record
class Piece:
    """``nbytes`` from ``start`` bytes into one buffer to ``place`` bytes into another; whole words."""

    source: Raw
    start: int
    target: Raw
    place: int
    nbytes: int


def copy_pieces(provider: Submitter, pieces: Sequence[Piece]) -> None:
    """Queue the copies, after all that was submitted."""
    commands, offset = Commands(provider.native), 0
    for piece in pieces:
        done = 0
        if piece.nbytes >= LEAST_BYTES and piece.start % _BYTES == piece.place % _BYTES == 0:
            done = piece.nbytes // _BYTES * _BYTES
            _by_kernel(provider, commands, piece, offset)
            offset += WINDOW
        if done < piece.nbytes:
            source, target = piece.source.offset + piece.start + done, piece.target.offset + piece.place + done
            commands.copy(piece.source.handle, source, piece.target.handle, target, piece.nbytes - done)
    provider.send_fields(offset)
    commands.submit()


def _by_kernel(provider: Submitter, commands: Commands, piece: Piece, offset: int) -> None:
    """The whole vectors of a piece; its launch fields stand at ``offset``."""
    program = provider.programs.get(("copy",), lambda: _shader(provider.target))
    count = piece.nbytes // _BYTES
    values = {"n": count, "start": piece.start // _BYTES, "place": piece.place // _BYTES}
    shader = program.shader
    shader.layout.pack_into(provider.field_bytes, offset, *(values.get(name, 0) for name, _ in shader.fields))
    groups = -(-count // (_THREADS * _VECTORS))
    width = min(groups, provider.target.max_workgroups)
    buffers = provider.programs.bind(program, (piece.source, piece.target))
    commands.dispatch(program.pipeline, buffers, provider.field_groups[WINDOW], offset, (width, -(-groups // width)))


def _shader(target: Target) -> Shader:
    writer = Writer(_THREADS, target)
    source, out = writer.bind("input", 0, "vec4<u32>"), writer.bind("store", 0, "vec4<u32>", writable=True)
    writer.fields |= {"n": "u32", "start": "u32", "place": "u32"}
    steps = range(_VECTORS)
    loads = "\n    ".join(f"let v{k} = {source}[P.start + min(first + {k * _THREADS}u, P.n - 1u)];" for k in steps)
    stores = "\n    ".join(f"if (first + {k * _THREADS}u < P.n) {{ {out}[P.place + first + {k * _THREADS}u] = v{k}; }}" for k in steps)
    return writer.finish(f"""@compute @workgroup_size({_THREADS})
fn main(@builtin(local_invocation_index) t: u32, @builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) grid: vec3<u32>) {{
    let first = (id.x + id.y * grid.x) * {_THREADS * _VECTORS}u + t;
    {loads}
    {stores}
}}""")

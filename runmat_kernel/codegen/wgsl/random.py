"""Random numbers in kernels: a Philox block is computed once for the elements that it gives, not once for each element.

A block gives eight singles or four doubles.  Where a thread takes whole blocks (``lanes`` in ``access`` sees to it), a random
instruction is one call for all of its elements; otherwise each element computes its own block and takes its share.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..body import Body, Instruction

PER_BLOCK = {"single": 8, "double": 4}
_NAMES = ("rand_uniform", "rand_normal")


def is_random(instruction: Instruction) -> bool:
    """Whether an instruction draws random numbers by the linear index of the space."""
    return instruction.op.name in _NAMES and instruction.op.raw_operands


def random_classes(body: Body) -> set[str]:
    """The classes of the random numbers that a Body draws for each element."""
    return {i.matlab_class for i in body.instructions if is_random(i)}


def block_values(body: Body, base: int) -> dict[str, int]:
    """The launch fields for a piece whose origin has the linear index ``base``: whole blocks before it, and elements beyond those."""
    values: dict[str, int] = {}
    for per_block in sorted(PER_BLOCK[c] for c in random_classes(body)):
        blocks, skip = divmod(base, per_block)
        values |= {f"skip{per_block}": skip, f"low{per_block}": blocks % 2**32, f"high{per_block}": blocks >> 32}
    return values


def whole_blocks(body: Body, width: int, base: int) -> bool:
    """Whether each thread of a kernel that takes ``width`` elements at a time draws whole blocks."""
    classes = random_classes(body)
    return bool(classes) and all(width % PER_BLOCK[c] == 0 and base % PER_BLOCK[c] == 0 for c in classes)


def block_fields(instructions: Sequence[Instruction]) -> dict[str, str]:
    """The launch fields (name to WGSL type) that the texts below read."""
    blocks = {PER_BLOCK[i.matlab_class] for i in instructions if is_random(i)}
    return {f"{name}{per_block}": "u32" for per_block in sorted(blocks) for name in ("skip", "low", "high")}


def one_text(instruction: Instruction, operands: Sequence[str], index: str) -> str:
    """The number of the element at ``index`` of the piece.  ``operands`` after the first are the words of key and first block."""
    per_block = PER_BLOCK[instruction.matlab_class]
    key, counter = _key_and_counter(operands, per_block)
    return f"rm_{instruction.op.name}_{_type(instruction)}({index} + P.skip{per_block}, {key}, {counter})"


def block_texts(instruction: Instruction, operands: Sequence[str], index: str, name: str, width: int) -> tuple[list[str], list[str]]:
    """Statements that draw the ``width`` numbers from ``index`` on, which begins a block, and the text of each number."""
    per_block = PER_BLOCK[instruction.matlab_class]
    key, counter = _key_and_counter(operands, per_block)
    call = f"rm_{instruction.op.name}_block_{_type(instruction)}"
    lines, texts = [], []
    for start in range(0, width, per_block):
        at = f"({index}) / {per_block}u" + (f" + {start // per_block}u" if start else "")
        lines.append(f"let {name}_{start} = {call}({key}, rm_advance({counter}, {at}));")
        texts += [f"{name}_{start}[{k}]" for k in range(per_block)]
    return lines, texts


def _key_and_counter(operands: Sequence[str], per_block: int) -> tuple[str, str]:
    _, key_low, key_high, low, high = operands
    before = f"vec2<u32>(P.low{per_block}, P.high{per_block})"
    return f"vec2<u32>({key_low}, {key_high})", f"rm_advance_far(vec2<u32>({low}, {high}), {before})"


def _type(instruction: Instruction) -> str:
    return "f32" if instruction.matlab_class == "single" else "f64"

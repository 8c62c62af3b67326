"""Sorting by digits of the elements' bits, the least significant first: three dispatches a digit.

A line's elements are cut into blocks: consecutive tiles, a workgroup each, or what a thread takes (``radix_threads``).  The first dispatch
counts the digits of every block, the second adds up the counts of the blocks before each, and the third (``radix_scatter``) puts every
element where its digit says, those of one digit in the order in which they were, so that the sort is stable.  No workgroup waits for
another.
"""

from __future__ import annotations

from collections.abc import Callable

from ..forms.sort import SortBody
from ..target import Target
from .radix_digits import Ends, Radix, declare_digits, radix_form
from .radix_scatter import scatter
from .radix_threads import count_alone, scatter_alone
from .scalars import SCALARS
from .scan_tiles import entry
from .shader import Pass, Shader, Writer
from .sort_ends import load_pass, plain_input, sizes, store_pass, word_type, words

_BEFORE_THREADS = 256
_LEAST_ALONE = 32
"""Elements of a thread that works alone."""
_BLOCKS = 4096
"""Workgroups that keep a device busy: longer lines give each of them several tiles."""

_KEYS, _OTHER_KEYS, _PLACES, _OTHER_PLACES, _COUNTS = range(5)
"""The scratch buffers: two for the elements, two for where they came from, from 0, and one for the counts."""


def radix_passes(body: SortBody, target: Target) -> list[Pass]:
    """The dispatches of a radix sort."""
    return _Radix(body, radix_form(body, target), target).passes()


class _Radix:
    """The dispatches of one sort, and where its elements and positions are between them."""

    def __init__(self, body: SortBody, form: Radix, target: Target) -> None:
        self.body, self.form, self.target = body, form, target
        self.size = sizes(body)
        lines, each = self.size["total"] // self.size["n"], self._each()
        self.blocks = -(-self.size["n"] // each)
        self.rows = lines * form.digits
        self.groups = lines * self.blocks if form.subgroup else -(-lines * self.blocks // form.threads)
        self.values = self.size | {
            "each": each, "blocks": self.blocks, "all": lines * self.blocks, "groups": self.groups,
            "counts": self.rows if self.blocks > 1 else 0, "rows": self.rows,
        }  # fmt: skip
        outputs = {form.positions: k for k, form in enumerate(body.outputs)}
        self.elements, self.positions = outputs.get(False), outputs.get(True)
        own_words = SCALARS[body.matlab_class].per_word == 1
        self.direct = self.elements is not None and self.size["inner"] == 1 and own_words
        self.states = self._states()

    def _each(self) -> int:
        """The elements of a block, of a workgroup or of a thread."""
        if not self.form.subgroup:
            return max(_LEAST_ALONE, -(-self.size["total"] // self.target.threads))
        tiles = -(-self.size["n"] // self.form.tile)
        return -(-tiles // max(1, _BLOCKS * self.size["n"] // self.size["total"])) * self.form.tile

    def _states(self) -> tuple[int, ...]:
        total = self.size["total"]
        keys, places = 4 * words(self.body.matlab_class) * total, 4 * total if self.positions is not None else 0
        counts = 4 * self.rows * (1 + (self.blocks if self.blocks > 1 else 0))
        return (keys, 0 if self.direct else keys, places, places, counts)

    def _keys_at(self, left: int) -> tuple[str, int]:
        """Where the elements are with so many passes left: the last one ends where they are wanted."""
        if left % 2:
            return ("state", _KEYS)
        return ("store", self.elements) if self.direct else ("state", _OTHER_KEYS)  # type: ignore[return-value]

    @staticmethod
    def _places_at(left: int) -> tuple[str, int]:
        return ("state", _PLACES if left % 2 else _OTHER_PLACES)

    def passes(self) -> list[Pass]:
        body, count = self.body, self.form.passes
        plain = plain_input(body)
        source = self._keys_at(count) if plain is None else ("input", plain)
        passes = [load_pass(body, self.target, source, self.states)] if plain is None else []
        for k in range(count):
            passes += self._pass(k, source)
            source = self._keys_at(count - 1 - k)
        if self.elements is not None and not self.direct:
            passes.append(store_pass(body, self.target, self.elements, source, self.states))
        if self.positions is not None and self.size["inner"] > 1:
            passes.append(store_pass(body, self.target, self.positions, self._places_at(0), self.states))
        return passes

    def _pass(self, k: int, source: tuple[str, int]) -> list[Pass]:
        """The dispatches for one digit."""
        left = self.form.passes - 1 - k
        last, positions = left == 0, self.positions is not None
        ends = Ends(
            read=positions and k > 0,
            keys=not last or self.elements is not None,
            places="" if not positions else "f64" if last and self.size["inner"] == 1 else "u32",
        )
        where = {("source", 0): source, ("counts", 0): ("state", _COUNTS), ("sink", 0): self._keys_at(left)}
        if self.positions is not None:
            where |= {
                ("source", 1): self._places_at(left + 1),
                ("sink", 1): ("store", self.positions) if ends.places == "f64" else self._places_at(left),
            }
        values = self.values | {"shift": k * self.form.bits}
        count, move = (_count, scatter) if self.form.subgroup else (count_alone, scatter_alone)
        passes = [self._pass_of(("count",), lambda: count(self.form, self.target), values, self.groups, where)]
        if self.blocks > 1:
            width = min(_BEFORE_THREADS, 1 << max(0, (self.blocks - 1).bit_length() - 3))
            groups = -(-self.rows * width // _BEFORE_THREADS)
            before = values | {"width": width, "groups": groups}
            passes.append(Pass(("radix before",), lambda: _before(self.target), before, groups, self.states, places=where))
        return [*passes, self._pass_of((ends,), lambda: move(self.form, ends, self.target), values, self.groups, where)]

    def _pass_of(self, what: tuple, write: Callable[[], Shader], values: dict[str, int], groups: int, where: dict) -> Pass:
        return Pass(("radix", self.form, *what), write, values, groups, self.states, places=where)


def _count(form: Radix, target: Target) -> Shader:
    """How many elements of each block have each digit: a row for each digit of a line, one number for each block."""
    writer = Writer(form.threads, target)
    writer.bind("source", 0, word_type(form.matlab_class))
    writer.bind("counts", 0, "u32", writable=True)
    writer.fields |= {"blocks": "u32", "each": "u32", "counts": "u32", "groups": "u32"}
    declare_digits(writer, form)
    writer.declarations.append(f"var<workgroup> found: array<atomic<u32>, {form.digits}>;")
    together = 4
    loads = " ".join(f"let x{k} = source0[first + min(j + {k * form.threads}u, end - 1u)];" for k in range(together))
    adds = " ".join(f"if (j + {k * form.threads}u < end) {{ atomicAdd(&found[digit(x{k})], 1u); }}" for k in range(together))
    return writer.finish(entry(form.threads, f"""    let line = group / P.blocks;
    let block = group % P.blocks;
    let first = line * P.n;
    let end = min((block + 1u) * P.each, P.n);
    if (t < {form.digits}u) {{ atomicStore(&found[t], 0u); }}
    workgroupBarrier();
    for (var j = block * P.each + t; j < end; j += {together * form.threads}u) {{
        {loads}
        {adds}
    }}
    workgroupBarrier();
    let row = line * {form.digits}u + t;
    if (t < {form.digits}u) {{ counts0[P.counts + row * P.blocks + block] = atomicLoad(&found[t]); }}"""), free_loops=True)  # fmt: skip


def _before(target: Target) -> Shader:
    """From the counts of a row to how many were counted before each, and all of the row at its number: ``width`` threads for each."""
    writer = Writer(_BEFORE_THREADS, target)
    writer.bind("counts", 0, "u32", writable=True)
    writer.fields |= {"blocks": "u32", "rows": "u32", "width": "u32", "counts": "u32", "groups": "u32"}
    writer.declarations.append(f"var<workgroup> sums: array<u32, {2 * _BEFORE_THREADS}>;")
    return writer.finish(entry(_BEFORE_THREADS, f"""    let row = group * ({_BEFORE_THREADS}u / P.width) + t / P.width;
    let own = t % P.width;
    let each = (P.blocks + P.width - 1u) / P.width;
    let start = P.counts + min(row, P.rows - 1u) * P.blocks;
    let first = min(own * each, P.blocks);
    let last = select(min(first + each, P.blocks), first, row >= P.rows);
    var sum = 0u;
    for (var b = first; b < last; b++) {{ sum += counts0[start + b]; }}
    sums[t] = sum;
    workgroupBarrier();
    var here = 0u;
    for (var h = 1u; h < P.width; h = h * 2u) {{
        var s = sums[here + t];
        if (own >= h) {{ s += sums[here + t - h]; }}
        here = {_BEFORE_THREADS}u - here;
        sums[here + t] = s;
        workgroupBarrier();
    }}
    let all = sums[here + t];
    if (own == P.width - 1u && row < P.rows) {{ counts0[row] = all; }}
    var before = all - sum;
    for (var b = first; b < last; b++) {{
        let own_count = counts0[start + b];
        counts0[start + b] = before;
        before += own_count;
    }}"""))  # fmt: skip

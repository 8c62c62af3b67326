"""Matrix products as shaders: a tile of the result for each workgroup, a block of it in the registers of each thread.

Tiles of both factors pass through workgroup memory, laid out along the result's rows and columns whatever way the factors lie; the
next ones are loaded while the present ones are multiplied.  The epilogue runs on the finished elements before they are stored.  Where
tiles are too few to fill the device the depth is split: partial products go to scratch, and a second pass adds them up.
"""

from __future__ import annotations

from collections.abc import Callable

from ...base.records import record
from ..body import Body
from ..forms.product import Product, ProductBody
from ..target import Target
from .access import cumulative
from .element import Values, parameter_values, write_guards, write_instructions
from .load import structure
from .scalars import COMPONENTS, SCALARS, load_element, register
from .shader import Pass, Shader, Writer, bind_flag, pack, store_element, store_type, vector_type

THREADS = 256
LEAST_SPAN = 512
"""Steps along the depth that are worth a workgroup of their own: fewer, and adding partial products up costs more than it gains."""


@record
class Tile:
    """``across x down`` threads, each with ``columns x rows`` vectors of ``width`` elements; ``depth`` steps at a time."""

    across: int
    down: int
    rows: int
    columns: int
    width: int
    depth: int

    @property
    def threads(self) -> int:
        return self.across * self.down

    @property
    def height(self) -> int:
        return self.across * self.rows * self.width

    @property
    def breadth(self) -> int:
        return self.down * self.columns * self.width

    def count(self, product: Product) -> int:
        return -(-product.rows // self.height) * -(-product.columns // self.breadth)


LARGE = {"single": Tile(16, 16, 2, 2, 4, 8), "double": Tile(8, 16, 4, 4, 2, 8)}
SQUARE = LARGE | {"double": Tile(8, 8, 4, 4, 2, 8)}
"""For products of a matrix by its own transpose, whose tiles lie on one side of the diagonal or on it."""
SMALL = {"single": Tile(16, 16, 1, 1, 4, 16), "double": Tile(8, 8, 2, 2, 2, 8)}


@record
class Cut:
    """How a factor lies in memory: ``chunks`` buffers of ``elements`` each, the last one shorter."""

    chunks: int
    elements: int


WHOLE = Cut(1, 0)


def tile_for(product: Product, target: Target) -> Tile:
    """Large tiles where there is work for all of the device, small ones else."""
    large, small = (SQUARE if product.symmetric else LARGE)[product.matlab_class], SMALL[product.matlab_class]
    parts = large.count(product) * max(1, product.depth // LEAST_SPAN)
    wide = product.rows * 2 > large.height and product.columns * 2 > large.breadth
    return large if wide and not target.is_software and parts * large.threads * 4 >= target.threads else small


def splits_for(product: Product, tile: Tile, target: Target) -> tuple[int, int]:
    """How many workgroups share a tile, and the steps along the depth that each takes."""
    tiles = max(1, tile.count(product) // (2 if product.symmetric else 1))
    result = product.rows * product.columns * SCALARS[product.matlab_class].nbytes
    room = target.max_binding_bytes // 2 // max(result, 1)
    most = max(1, min(target.threads // tile.threads // tiles, product.depth // LEAST_SPAN, room))
    span = -(-product.depth // most // tile.depth) * tile.depth
    return -(-product.depth // span), span


def product_passes(body: ProductBody, target: Target, cuts: tuple[Cut, ...] = (WHOLE, WHOLE)) -> list[Pass]:
    """The dispatches of a product whose epilogue is pointwise.  ``cuts`` say in which chunks the factors lie."""
    product = body.product
    tile = tile_for(product, target)
    splits, span = splits_for(product, tile, target)
    down = -(-product.rows // tile.height)
    tiles = down * -(-product.columns // tile.breadth)
    width = tile.width
    lengths = {"lda": product.depth if product.left_transposed else product.rows}
    lengths["ldb"] = product.columns if product.right_transposed else product.depth
    forms = (lengths["lda"] % width == 0, lengths["ldb"] % width == 0, product.rows % width == 0)
    values = {"n": product.rows * product.columns, "rows": product.rows, "columns": product.columns, "depth": product.depth, **lengths}
    values |= {"down": down, "tiles": tiles, "groups": tiles * splits, "span": span, **_epilogue_values(body)}
    values |= {f"cut{k}": cut.elements for k, cut in enumerate(cuts)}
    chunks = tuple(cut.chunks for cut in cuts)
    key = ("product", product.structure, structure(body.epilogue), _forms(body), tile, forms, splits > 1, chunks)
    state = splits * product.rows * product.columns * SCALARS[product.matlab_class].nbytes if splits > 1 else 0
    first = Pass(key, lambda: _write(body, target, tile, forms, splits > 1, chunks), values, tiles * splits, state)
    if splits == 1:
        return [first]
    count = product.rows * product.columns
    added = Pass(("product sum", *key[1:4]), lambda: _write_sum(body, target), values | {"splits": splits}, -(-count // THREADS), state)
    return [first, added]


def _strides(body: Body, k: int) -> tuple[int, ...]:
    return body.inputs[k].strides or cumulative(body.space)


def _epilogue_values(body: ProductBody) -> dict[str, int]:
    values = {}
    for k in range(1, len(body.epilogue.inputs)):
        values[f"o{k}"] = body.epilogue.inputs[k].offset
        values |= {f"t{k}_{d}": stride for d, stride in enumerate(_strides(body.epilogue, k))}
    return values


def _forms(body: ProductBody) -> tuple[bool, ...]:
    return tuple(bool(s) for k in range(1, len(body.epilogue.inputs)) for s in _strides(body.epilogue, k))


def _epilogue(writer: Writer, body: ProductBody, whole: bool, width: int) -> None:
    """Declare ``element`` and ``put(i, j, vector)``, which takes ``width`` elements of column ``j`` from row ``i`` on."""
    epilogue, kind = body.epilogue, register(body.product.matlab_class)
    values = Values()
    values.define(0, "x0", body.product.matlab_class)
    arguments, loads = [f"x0: {kind}"], []
    for k, item in enumerate(epilogue.inputs[1:], 1):
        name = writer.bind("input", body.product.factors + k - 1, vector_type(item.matlab_class, 1))
        values.define(k, f"x{k}", item.matlab_class)
        writer.fields |= {f"o{k}": "u32", f"t{k}_0": "u32", f"t{k}_1": "u32"}
        terms = [f"P.o{k}", *(f"{at} * P.t{k}_{d}" for d, at in enumerate(("i", "j")) if _strides(epilogue, k)[d])]
        arguments.append(f"x{k}: {register(item.matlab_class)}")
        loads.append(load_element(name, " + ".join(terms), item.matlab_class))
    writer.fields |= parameter_values(values, [p.matlab_class for p in epilogue.parameters], len(epilogue.inputs))
    first = len(epilogue.inputs) + len(epilogue.parameters)
    write_instructions(values, epilogue.instructions, first)
    members = [(f"s{k}", register(s.matlab_class), values.as_class(s.value, s.matlab_class)) for k, s in enumerate(epilogue.stores)]
    if epilogue.guards:
        bind_flag(writer)
        members.append(("flag", "bool", write_guards(values, epilogue.instructions, first, epilogue.guards)))
        writer.declarations.append("var<private> flagged: bool = false;")
    lines = "\n    ".join([*values.lines, f"return Element({', '.join(text for _, _, text in members)});"])
    writer.declarations += [
        f"struct Element {{ {', '.join(f'{name}: {k}' for name, k, _ in members)} }}",
        f"fn element({', '.join(arguments)}) -> Element {{\n    {lines}\n}}",
        f"fn at(i: u32, j: u32, x: {kind}) -> Element {{ return element({', '.join(['x', *loads])}); }}",
    ]
    writer.declarations.append(_put_function(writer, epilogue, kind, whole, width))


def _put_function(writer: Writer, epilogue: Body, kind: str, whole: bool, width: int) -> str:
    """``put``: vectors are stored as such where columns are ``whole`` numbers of them and of words."""
    vectors = [whole and width % SCALARS[s.matlab_class].per_word == 0 for s in epilogue.stores]
    outputs = [
        writer.bind("store", k, store_type(s.matlab_class, width if v else 1), writable=True)
        for k, (s, v) in enumerate(zip(epilogue.stores, vectors, strict=True))
    ]
    lines, lanes = [], [f"r{c}" for c in range(width)]
    for c, lane in enumerate(lanes):
        scalar = [
            store_element(o, f"j * P.rows + i + {c}u", f"{lane}.s{k}", s.matlab_class)
            for k, (o, s, v) in enumerate(zip(outputs, epilogue.stores, vectors, strict=True))
            if not v
        ]
        flag = f"flagged = flagged || {lane}.flag;" if epilogue.guards else ""
        value = f"v.{COMPONENTS[c]}" if width > 1 else "v"
        value_text = f"let {lane} = at(i + {c}u, j, {value}); {flag} {' '.join(scalar)}"
        lines.append(value_text if whole else f"if (i + {c}u < P.rows) {{ {value_text} }}")
    for k, (o, s, v) in enumerate(zip(outputs, epilogue.stores, vectors, strict=True)):
        if v:
            lines.append(f"{o}[(j * P.rows + i) / {width}u] = {pack([f'{lane}.s{k}' for lane in lanes], s.matlab_class)};")
    vector = f"vec{width}<{kind}>" if width > 1 else kind
    body = "\n    ".join(lines)
    return f"fn put(i: u32, j: u32, v: {vector}) {{\n    if (i >= P.rows || j >= P.columns) {{ return; }}\n    {body}\n}}"


def _bound(writer: Writer, number: int, element: str, chunks: int, width: int) -> Callable[[str], str]:
    """Bind a factor; the expression of its element at a place, for vectors that of ``width`` elements from there on."""
    names = [writer.bind("input", number, element, chunk=c) for c in range(chunks)]
    if chunks == 1:
        return lambda at: f"{names[0]}[{at}{f' / {width}u' if width > 1 else ''}]"
    writer.fields[f"cut{number}"] = "u32"
    parts = [
        f"if (at < {c + 1}u * P.cut{number}) {{ return {name}[(at - {c}u * P.cut{number}) / {width}u]; }}"
        for c, name in enumerate(names[:-1])
    ]
    last = f"return {names[-1]}[(at - {chunks - 1}u * P.cut{number}) / {width}u];"
    writer.declarations.append(f"fn factor{number}(at: u32) -> {element} {{\n    {' '.join(parts)} {last}\n}}")
    return lambda at: f"factor{number}({at})"


def _factor(
    name: str, read: Callable[[str], str], product: Product, along_depth: bool, vector: bool, width: int, centre: str | None
) -> str:
    """``fn name(i, l, end)``: ``width`` elements from row (or column) ``i`` and depth ``l`` on, along one or the other; zeros outside."""
    kind = register(product.matlab_class)
    extent, step = ("P.rows", "P.lda") if name == "left" else ("P.columns", "P.ldb")
    address = f"l + i * {step}" if along_depth else f"i + l * {step}"
    lines = [f"var v = vec{width}<{kind}>();"]
    if vector:
        less = f" - vec{width}<{kind}>({centre}[i])" if centre else ""
        lines.append(f"if (i < {extent} && l < end) {{ v = {read(f'({address})')}{less}; }}")
    else:
        for c in range(width):
            inside = f"i < {extent} && l + {c}u < end" if along_depth else f"i + {c}u < {extent} && l < end"
            less = f" - {centre}[i]" if centre else ""
            lines.append(f"if ({inside}) {{ v.{COMPONENTS[c]} = {read(f'{address} + {c}u')}{less}; }}")
    return f"fn {name}(i: u32, l: u32, end: u32) -> vec{width}<{kind}> {{\n    {' '.join(lines)}\n    return v;\n}}"


def _write(body: ProductBody, target: Target, tile: Tile, forms: tuple[bool, ...], partial: bool, chunks: tuple[int, ...]) -> Shader:
    product, width = body.product, tile.width
    kind = register(product.matlab_class)
    vector = f"vec{width}<{kind}>"
    writer = Writer(tile.threads, target)
    writer.fields |= dict.fromkeys(("rows", "columns", "depth", "lda", "ldb", "down", "tiles", "groups", "span"), "u32")
    left = _bound(writer, 0, vector if forms[0] else kind, chunks[0], width if forms[0] else 1)
    right = left if product.symmetric else _bound(writer, 1, vector if forms[1] else kind, chunks[1], width if forms[1] else 1)
    centre = writer.bind("input", 1, kind) if product.centered else None
    along = (product.left_transposed, not product.right_transposed)
    writer.declarations += [
        _factor("left", left, product, along[0], forms[0], width, centre),
        _factor("right", right, product, along[1], forms[1], width, centre),
        f"var<workgroup> ta: array<{vector}, {_row(tile.height, width) * tile.depth}>;",
        f"var<workgroup> tb: array<{vector}, {_row(tile.breadth, width) * tile.depth}>;",
    ]
    if partial:
        state = writer.bind("state", 0, vector if forms[2] else kind, writable=True)
        writer.declarations.append(_partial_function(state, vector, forms[2], width))
    else:
        _epilogue(writer, body, forms[2], width)
    flag = "if (flagged) { atomicOr(&flag0[P.slot], 1u); }" if body.guards and not partial else ""
    main = f"""@compute @workgroup_size({tile.threads})
fn main(@builtin(local_invocation_index) t: u32, @builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) grid: vec3<u32>) {{
    let group = id.x + id.y * grid.x;
    let part = group / P.tiles;
    let place = group % P.tiles;
    let row0 = (place % P.down) * {tile.height}u;
    let col0 = (place / P.down) * {tile.breadth}u;
    if (group >= P.groups{" || row0 > col0" if product.symmetric else ""}) {{ return; }}
    let tx = t % {tile.across}u;
    let ty = t / {tile.across}u;
    var l0 = part * P.span;
    let end = min(l0 + P.span, P.depth);
    {_tile_loop(tile, kind, along)}
    {_finish(tile, product, partial)}
    {flag}
}}"""
    return writer.finish(main)


def _row(extent: int, width: int) -> int:
    """Vectors in a row of a tile in workgroup memory; one more than needed, so that rows begin in different banks."""
    return extent // width + 1


def _partial_function(state: str, vector: str, whole: bool, width: int) -> str:
    start = "(part * P.columns + j) * P.rows + i"
    if whole:
        text = f"{state}[({start}) / {width}u] = v;"
    else:
        text = " ".join(f"if (i + {c}u < P.rows) {{ {state}[{start} + {c}u] = v.{COMPONENTS[c]}; }}" for c in range(width))
    return f"fn keep(part: u32, i: u32, j: u32, v: {vector}) {{ if (i < P.rows && j < P.columns) {{ {text} }} }}"


def _loads(tile: Tile, name: str, extent: int, origin: str, along_depth: bool) -> tuple[list[str], list[str]]:
    """Statements that load this thread's share of a tile into registers, and that put it into workgroup memory."""
    width, array = tile.width, "ta" if name == "left" else "tb"
    share = extent * tile.depth // width // tile.threads
    loads, stores = [], []
    for r in range(share):
        q = f"(t + {r * tile.threads}u)"
        value = f"{array}v{r}"
        if along_depth:
            per = tile.depth // width
            i, depth = f"{q} / {per}u", f"({q} % {per}u) * {width}u"
            for c in range(width):
                place = f"({depth} + {c}u) * {_row(extent, width)}u + ({i}) / {width}u"
                stores.append(f"{array}[{place}][({i}) % {width}u] = {value}.{COMPONENTS[c]};")
        else:
            per = extent // width
            i, depth = f"({q} % {per}u) * {width}u", f"{q} / {per}u"
            stores.append(f"{array}[({depth}) * {_row(extent, width)}u + {q} % {per}u] = {value};")
        loads.append(f"{value} = {name}({origin} + {i}, l0 + {depth}, end);")
    return loads, stores


def _tile_loop(tile: Tile, kind: str, along: tuple[bool, bool]) -> str:
    """The loop along the depth; accumulators are ``c<column>_<row vector>``."""
    width = tile.width
    vector = f"vec{width}<{kind}>"
    loads_a, stores_a = _loads(tile, "left", tile.height, "row0", along[0])
    loads_b, stores_b = _loads(tile, "right", tile.breadth, "col0", along[1])
    loads = loads_a + loads_b
    declared = [f"var {text}" for text in loads]
    columns = range(tile.columns * width)
    accumulators = [f"var c{c}_{h} = {vector}();" for c in columns for h in range(tile.rows)]
    steps = []
    for s in range(tile.depth):
        steps += [f"let a{s}_{h} = ta[{s * _row(tile.height, width)}u + tx + {h * tile.across}u];" for h in range(tile.rows)]
        steps += [f"let b{s}_{j} = tb[{s * _row(tile.breadth, width)}u + ty + {j * tile.down}u];" for j in range(tile.columns)]
        for c in columns:
            factor = f"{vector}(b{s}_{c // width}.{COMPONENTS[c % width]})"
            steps += [f"c{c}_{h} = fma(a{s}_{h}, {factor}, c{c}_{h});" for h in range(tile.rows)]
    lines = [*accumulators, *declared, "loop {", *stores_a, *stores_b, "workgroupBarrier();", f"l0 += {tile.depth}u;"]
    # The last round loads zeros: all its places are at or beyond the end.
    lines += [*loads, *steps, "workgroupBarrier();", "if (l0 >= end) { break; }", "}"]
    return "\n    ".join(lines)


def _finish(tile: Tile, product: Product, partial: bool) -> str:
    width, lines = tile.width, []
    for c in range(tile.columns * width):
        j = f"col0 + (ty + {c // width * tile.down}u) * {width}u + {c % width}u"
        for h in range(tile.rows):
            i = f"row0 + (tx + {h * tile.across}u) * {width}u"
            lines.append(f"keep(part, {i}, {j}, c{c}_{h});" if partial else f"put({i}, {j}, c{c}_{h});")
    if product.symmetric and not partial:
        lines.append("if (row0 < col0) {")
        for h in range(tile.rows):
            for x in range(width):
                j = f"row0 + (tx + {h * tile.across}u) * {width}u + {x}u"
                for v in range(tile.columns):
                    parts = ", ".join(f"c{v * width + c}_{h}.{COMPONENTS[x]}" for c in range(width))
                    vector = f"vec{width}<{register(product.matlab_class)}>({parts})"
                    lines.append(f"put(col0 + (ty + {v * tile.down}u) * {width}u, {j}, {vector});")
        lines.append("}")
    return "\n    ".join(lines)


def _write_sum(body: ProductBody, target: Target) -> Shader:
    """The second pass of a split product: adds the parts of each element, then its epilogue."""
    product = body.product
    writer = Writer(THREADS, target)
    writer.fields |= dict.fromkeys(("rows", "columns", "splits"), "u32")
    state = writer.bind("state", 0, register(product.matlab_class))
    _epilogue(writer, body, False, 1)
    place = "max(i, j) * P.rows + min(i, j)" if product.symmetric else "e"
    flag = "if (flagged) { atomicOr(&flag0[P.slot], 1u); }" if body.guards else ""
    main = f"""@compute @workgroup_size({THREADS})
fn main(@builtin(local_invocation_index) t: u32, @builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) grid: vec3<u32>) {{
    let e = (id.x + id.y * grid.x) * {THREADS}u + t;
    if (e < P.n) {{
        let i = e % P.rows;
        let j = e / P.rows;
        var sum = {state}[{place}];
        for (var s = 1u; s < P.splits; s++) {{ sum += {state}[s * P.n + {place}]; }}
        put(i, j, sum);
        {flag}
    }}
}}"""
    return writer.finish(main)

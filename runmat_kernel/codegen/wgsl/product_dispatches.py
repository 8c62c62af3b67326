"""Products on a device: what it refuses, how factors lie in its memory, and the passes in order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import prod

from ..body import Body
from ..forms.form import Placed
from ..forms.product import Product, ProductBody, vector_body
from ..target import Target, chunk_elements
from .pieces import placed
from .product import Cut, product_passes
from .reduction import Piece, reduction_passes
from .scalars import SCALARS
from .shader import Binding

Index = Callable[[int], tuple[str, int]]


def product_refusal(body: ProductBody, target: Target, cap: int) -> str | None:
    """Why a device cannot run a product, beyond what holds for its epilogue."""
    product = body.product
    if any(i.op.name == "index" for i in (*body.instructions, *body.finish)):
        return "numbers made from the index are not taken into a product"
    if product.rows * product.columns > cap:
        return "the result is larger than one binding of this device"
    nbytes = SCALARS[product.matlab_class].nbytes
    if vector_body(body) is not None and max(map(prod, factor_shapes(product))) * nbytes > target.max_binding_bytes:
        return "a matrix that is multiplied by a vector is larger than one binding of this device"
    if max(map(prod, factor_shapes(product))) >= 1 << 32:
        return "a factor has more elements than 32 bits count"
    if sum(cut.chunks for cut in _cuts(product, target, cap)) + len(body.inputs) + len(body.stores) > target.max_storage_buffers - 2:
        return "a factor lies in more buffers than this device binds"
    if any(i.offset for i in body.inputs):
        return "an array larger than one binding is read out of order"
    return None


def factor_shapes(product: Product) -> list[tuple[int, int]]:
    """The factors as they lie in memory."""
    left, right = (product.rows, product.depth), (product.depth, product.columns)
    shapes = [left[::-1] if product.left_transposed else left, right[::-1] if product.right_transposed else right]
    return shapes[:1] if product.symmetric else shapes


def factor_chunks(product: Product, target: Target, cap: int) -> list[int]:
    """The elements of each factor's chunks as tiles read them.  One that fits a binding is whole: reading where it lies in several buffers
    takes half as long again (14.3 against 9.4 ms for the covariance of a million rows of 512), joining them 1 ms."""
    room = target.max_binding_bytes // SCALARS[product.matlab_class].nbytes
    return [prod(shape) if prod(shape) <= room else chunk_elements(shape, cap) for shape in factor_shapes(product)]


def _cuts(product: Product, target: Target, cap: int) -> tuple[Cut, ...]:
    sizes = zip(factor_shapes(product), factor_chunks(product, target, cap), strict=True)
    return tuple(Cut(-(-prod(shape) // chunk), chunk) for shape, chunk in sizes)


def product_dispatches(body: ProductBody, target: Target, cap: int) -> list[Placed]:
    """The passes in order, each binding the kernel's arrays."""
    factors = body.product.factors
    if body.accumulations:
        # The product is stored first, then reduced: input 0 of the epilogue is the output that holds it.
        kept = body.plain_store
        assert kept is not None
        plain = replace(body.epilogue, inputs=body.epilogue.inputs[:1], parameters=(), instructions=(), stores=(body.stores[kept],),
                        reduced=(), accumulations=(), finish=(), results=(), guards=())  # fmt: skip
        first = product_dispatches(replace(body, epilogue=plain), target, cap)
        stored = [_renumbered(p, lambda k: ("input", k), lambda k: kept) for p in first]
        others = [k for k in range(len(body.stores)) if k != kept]
        rest = replace(body.epilogue, stores=tuple(body.stores[k] for k in others))
        outputs = [*others, *range(len(body.stores), len(body.stores) + len(body.results))]

        def source(k: int) -> tuple[str, int]:
            return ("input", factors + k - 1) if k else ("output", kept)

        return stored + [_renumbered(p, source, outputs.__getitem__) for p in _reduction(rest, target)]
    vectors = vector_body(body)
    if vectors is not None:
        reduction, places = vectors
        return [_renumbered(p, lambda k: ("input", places[k]), lambda k: k) for p in _reduction(reduction, target)]
    return [placed(body, one) for one in product_passes(body, target, _cuts(body.product, target, cap))]


def _reduction(body: Body, target: Target) -> list[Placed]:
    whole = [Piece(tuple(body.space), tuple(i.offset for i in body.inputs))]
    return [placed(body, one) for _, one in reduction_passes(body, target, whole, shared=False)]


def _renumbered(own: Placed, inputs: Index, outputs: Callable[[int], int]) -> Placed:
    """A pass of a part, with its inputs and outputs numbered as the kernel's."""

    def place(binding: Binding) -> tuple[str, int, int]:
        role, index, piece = own.place(binding)
        if role == "input":
            return (*inputs(index), piece)
        return (role, outputs(index) if role == "output" else index, piece)

    return Placed(own.source, place)

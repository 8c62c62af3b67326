"""Form ``product``: a matrix product, and the pointwise work and reductions that take it on.

The product is input 0 of its ``epilogue``, an ordinary Body over the space of the result.  Without accumulations the epilogue runs
on the product in registers; with them (column norms, column dots) the product is stored and reduced in a second pass.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from ...base.records import record
from ...graph import node
from ...graph.op import Op
from ..body import Accumulation, Body, Input, Instruction, Parameter, Store, narrowed
from ..target import Target
from .form import Arrays, Form, Placed, Results
from .pointwise import interpret_plain

TIMES = Op("times", 2, np.multiply, lambda *classes: classes[0], wgsl="{0} * {1}")


@record
class Product:
    """``rows x depth`` times ``depth x columns``, computed in ``matlab_class``.

    A factor that is ``transposed`` lies in memory the other way round.  ``symmetric``: both factors are one array, bound once, the
    first one transposed.  ``centered``: after the factors comes a row that is subtracted from the rows of the array.
    """

    rows: int
    columns: int
    depth: int
    left_transposed: bool
    right_transposed: bool
    matlab_class: str
    symmetric: bool = False
    centered: bool = False

    @property
    def factors(self) -> int:
        """The arrays bound for the product itself."""
        return (1 if self.symmetric else 2) + self.centered

    @property
    def flops(self) -> float:
        return 2.0 * self.rows * self.columns * self.depth * (0.5 if self.symmetric else 1.0)

    @property
    def structure(self) -> tuple:
        """All that shaders depend on besides tile sizes."""
        return (self.left_transposed, self.right_transposed, self.matlab_class, self.symmetric, self.centered)


@dataclass(frozen=True)
class ProductBody:
    """A product and its epilogue, with the attributes of a Body."""

    product: Product
    epilogue: Body

    @cached_property
    def inputs(self) -> tuple[Input, ...]:
        """The factors (their strides are the product's affair), then what the epilogue reads besides."""
        return (Input(self.product.matlab_class),) * self.product.factors + self.epilogue.inputs[1:]

    @property
    def space(self) -> tuple[int, ...]:
        return self.epilogue.space

    @property
    def reduced(self) -> tuple[int, ...]:
        return self.epilogue.reduced

    @property
    def result_space(self) -> tuple[int, ...]:
        return self.epilogue.result_space

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        return self.epilogue.parameters

    @property
    def instructions(self) -> tuple[Instruction, ...]:
        return self.epilogue.instructions

    @property
    def stores(self) -> tuple[Store, ...]:
        return self.epilogue.stores

    @property
    def accumulations(self) -> tuple[Accumulation, ...]:
        return self.epilogue.accumulations

    @property
    def finish(self) -> tuple[Instruction, ...]:
        return self.epilogue.finish

    @property
    def results(self) -> tuple[Store, ...]:
        return self.epilogue.results

    @property
    def guards(self) -> tuple[int, ...]:
        return self.epilogue.guards

    @property
    def plain_store(self) -> int | None:
        """The output that holds the product itself, if there is one."""
        own = self.product.matlab_class
        return next((k for k, s in enumerate(self.stores) if s.value == 0 and s.matlab_class == own), None)


class ProductForm(Form[ProductBody]):
    name = "product"
    body = ProductBody
    node = node.PRODUCT
    llvm = "the host multiplies by BLAS"

    def define(self, body: ProductBody, inputs: Arrays, parameters: Sequence[Any], outputs: Arrays = ()) -> Results:
        with np.errstate(all="ignore"):
            product = multiply(body.product, inputs[: body.product.factors])
        return interpret_plain(body.epilogue, [np.asfortranarray(product), *inputs[body.product.factors :]], parameters)

    def narrowed(self, body: ProductBody) -> ProductBody:
        return replace(body, epilogue=narrowed(body.epilogue))

    def own_limits(self, body: ProductBody, target: Target, cap: int) -> str | None:
        from ..wgsl.product_dispatches import product_refusal

        return product_refusal(body, target, cap)

    def dispatches(self, body: ProductBody, target: Target, cap: int) -> list[Placed]:
        from ..wgsl.product_dispatches import product_dispatches

        return product_dispatches(body, target, cap)

    def product_work(self, body: ProductBody) -> tuple[float, str]:
        return body.product.flops, body.product.matlab_class

    def layout(self, body: ProductBody, number: int, target: Target, cap: int) -> tuple[tuple[int, ...] | None, int] | None:
        from ..wgsl.product_dispatches import factor_chunks, factor_shapes

        shapes = factor_shapes(body.product) if vector_body(body) is None else []
        return (shapes[number], factor_chunks(body.product, target, cap)[number]) if number < len(shapes) else (None, 0)


PRODUCT = ProductForm()


def multiply(product: Product, arrays: Arrays) -> np.ndarray:
    """The product of factors as they lie in memory."""
    left, right = (arrays[0], arrays[0]) if product.symmetric else (arrays[0], arrays[1])
    if product.centered:
        left = right = left - arrays[-1]
    return (left.T if product.left_transposed else left) @ (right.T if product.right_transposed else right)


def vector_body(body: ProductBody) -> tuple[Body, tuple[int, ...]] | None:
    """A product with a vector as a reduction: sums along the rows or columns of the matrix, the epilogue as its finish.

    With it the number of the kernel's input for each of its own.  None where neither factor is a vector.
    """
    product, epilogue = body.product, body.epilogue
    if product.centered or 1 not in (product.rows, product.columns) or any(i.op.name == "index" for i in epilogue.instructions):
        return None
    of_left = product.columns == 1
    matrix, vector = (0, product.factors - 1) if of_left else (product.factors - 1, 0)
    length = product.rows if of_left else product.columns
    # The depth runs down the columns of a transposed left factor, or of a right factor as it lies.
    down = product.left_transposed if of_left else not product.right_transposed
    space, reduced = ((product.depth, length), (0,)) if down else ((length, product.depth), (1,))
    inputs = [Input(product.matlab_class), Input(product.matlab_class, strides=(1, 0) if down else (0, 1))]
    for item in epilogue.inputs[1:]:
        step = None if item.strides is None else item.strides[0 if of_left else 1]
        strides = None if step is None else (0, step) if down else (step, 0)
        inputs.append(Input(item.matlab_class, strides, item.offset, True))
    first = len(inputs) + len(epilogue.parameters)

    def moved(value: int) -> int:
        return first + 1 if value == 0 else value + 1 if value < first - 1 else value + 3

    finish = tuple(replace(i, operands=tuple(moved(k) for k in i.operands)) for i in epilogue.instructions)
    reduction = Body(
        space, tuple(inputs), epilogue.parameters, (Instruction(TIMES, (0, 1), product.matlab_class, product.matlab_class),), (), reduced,
        (Accumulation("sum", first, product.matlab_class),), finish, tuple(replace(s, value=moved(s.value)) for s in epilogue.stores),
        tuple(moved(g) for g in epilogue.guards),
    )  # fmt: skip
    return reduction, (matrix, vector, *range(product.factors, product.factors + len(epilogue.inputs) - 1))

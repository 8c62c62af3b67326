"""ProductBody: a matrix product and the Body that takes it on; what one product kernel computes.

The product is input 0 of its ``epilogue``, an ordinary Body over the space of the result.  Without accumulations the epilogue runs
on the product in registers; with them (column norms, column dots) the product is stored and reduced in a second pass.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from .body import Body, Input, Instruction, Store


@dataclass(frozen=True, slots=True)
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
    def parameters(self):
        return self.epilogue.parameters

    @property
    def instructions(self) -> tuple[Instruction, ...]:
        return self.epilogue.instructions

    @property
    def stores(self) -> tuple[Store, ...]:
        return self.epilogue.stores

    @property
    def accumulations(self):
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

"""Matrix products by BLAS through NumPy, then the epilogue block by block."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from ...codegen.forms.product import Product, ProductBody
from ...values.classes import DTYPES
from ..provider import KernelCall

CENTERED_BYTES = 32 << 20
"""Bytes of the rows that are centred at a time: the whole centred matrix is never made, and BLAS still runs at full speed."""


def run_product(call: KernelCall, body: ProductBody, run: Callable[[KernelCall], None]) -> None:
    """A product kernel.  ``run`` runs an ordinary kernel call, here the epilogue's."""
    product, epilogue = body.product, body.epilogue
    k = body.plain_store
    shape = (product.rows, product.columns)
    out = call.outputs[k] if k is not None else np.empty(shape, DTYPES[product.matlab_class], order="F")
    with np.errstate(all="ignore"):
        multiply(product, call.inputs[: product.factors], out)
    if k is not None and len(body.stores) == 1 and not body.results:
        return
    inner = KernelCall(replace(call.kernel, body=epilogue), (out, *call.inputs[product.factors :]), call.outputs, call.parameters)
    run(inner)
    call.flagged = inner.flagged


def multiply(product: Product, arrays: tuple[np.ndarray, ...], out: np.ndarray) -> None:
    """The product into ``out``.  All arrays are column-major, so their transposes are what NumPy hands to BLAS uncopied."""
    if product.centered:
        _centered(arrays[0], arrays[1], out)
        return
    left, right = (arrays[0], arrays[0]) if product.symmetric else arrays
    left = left.T if product.left_transposed else left
    right = right.T if product.right_transposed else right
    np.matmul(right.T, left.T, out=out.T)


def _centered(matrix: np.ndarray, row: np.ndarray, out: np.ndarray) -> None:
    """``(matrix - row)' * (matrix - row)`` by blocks of rows."""
    rows, columns = matrix.shape
    step = max(1, CENTERED_BYTES // max(1, columns * matrix.itemsize))
    out[...] = 0
    for start in range(0, rows, step):
        part = np.subtract(matrix[start : start + step], row, order="F")
        out += (part.T @ part).T

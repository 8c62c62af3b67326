"""Mu-law companding of sound: lin2mu and mu2lin."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.spec import ErrorCase, Example, builtin
from ...values.convert import as_array

_SCALE, _BIAS, _CLIP = 32768, 132, 32635


@builtin(
    "lin2mu", "mu = lin2mu(y)", summary="Samples from -1 to 1 as mu-law codes from 0 to 255.",
    examples=(Example("lin2mu([-1 -0.1 0 0.1 1])", "[0 53 255 181 128]"), Example("max(abs(mu2lin(lin2mu(-1:0.01:1)) - (-1:0.01:1))) < 0.02", "true")),
    see_also=("mu2lin",),
)  # fmt: skip
def lin2mu(call: Any, y: Any) -> np.ndarray:
    samples = arg.floating(y).astype(np.float64)
    negative = np.signbit(samples) & (samples != 0)
    size = np.minimum(np.floor(np.abs(samples) * _SCALE), _CLIP) + _BIAS
    exponent = np.floor(np.log2(size)) - 7
    mantissa = np.floor(size / 2.0 ** (exponent + 3)) - 16
    return 255 - (128.0 * negative + 16 * exponent + mantissa)


@builtin(
    "mu2lin", "y = mu2lin(mu)", summary="mu-law codes from 0 to 255 as samples from -1 to 1.",
    examples=(Example("round(mu2lin([0 128 255 127]), 4)", "[-0.9803 0.9803 0 0]"),),
    errors=(ErrorCase("mu2lin([1 300])", "MATLAB:mu2lin:InvalidCodes"),),
    see_also=("lin2mu",),
)  # fmt: skip
def mu2lin(call: Any, mu: Any) -> np.ndarray:
    codes = as_array(mu).astype(np.float64)
    if codes.size and (codes.min() < 0 or codes.max() > 255):
        raise call.error("Codes must be from 0 to 255.", "MATLAB:mu2lin:InvalidCodes")
    inverted = 255 - np.floor(codes)
    exponent, mantissa = np.floor(inverted % 128 / 16), inverted % 16
    size = (2.0 ** (exponent + 3) * (mantissa + 16.5) - _BIAS) / _SCALE
    return np.where(inverted >= 128, -size, size) + 0.0

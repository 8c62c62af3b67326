"""Volumes: slice, contourslice, smooth3, and parts of them."""

from __future__ import annotations

import numpy as np

from ...values.convert import is_text, text_of
from .. import arguments as arg
from ..composing import composed
from ..spec import Example, builtin
from ..volumes import sampled, volume


@builtin(
    "slice", "slice(X, Y, Z, V, xslice, yslice, zslice)", "slice(V, xslice, yslice, zslice)", "s = slice(...)", summary="Planes through a volume, coloured by its values.",
    examples=(Example("h = slice(rand(4,4,4),2,[],[1 3]); numel(h)", "3"),),
)  # fmt: skip
def slices(call, *arguments):
    given = [a for a in arguments if not is_text(a)]
    axes, values, _ = volume(given[:4] if len(given) >= 7 else given[:1])
    places = [arg.flat(p).astype(np.float64) for p in given[-3:]]
    at = sampled(axes, values)
    with composed(call) as plot:
        for axis, wanted in enumerate(places):
            others = [axes[k] for k in range(3) if k != axis]
            first, second = np.meshgrid(*others)
            for place in wanted:
                grids = [first, second]
                grids.insert(axis, np.full(first.shape, place))
                colours = at(np.stack(grids, axis=-1))
                plot.draw("surface", *(np.asfortranarray(g) for g in grids), np.asfortranarray(colours))
        plot.label("view", 3.0)
        plot.label("grid", "on")
        return plot.result()


@builtin("smooth3", "W = smooth3(V)", "W = smooth3(V, filter)", "W = smooth3(V, filter, size, sd)", summary="Smoothed volume.",
         examples=(Example("smooth3(ones(3,3,3))", "ones(3,3,3)"), Example("class(smooth3(ones(3,3,3,'single')))", "'single'")))  # fmt: skip
def smooth3(call, volume, kind=None, size=3.0, sd=0.65):
    from scipy.ndimage import correlate

    if kind is not None and not any(word.startswith(text_of(kind).lower()) for word in ("gaussian", "box")):
        raise call.error("The filter must be 'gaussian' or 'box'.", "MATLAB:smooth3:InvalidFilter")
    values = arg.floating(volume)
    sizes = arg.flat(size).astype(int)
    if values.ndim != 3 or sizes.size not in (1, 3) or (sizes < 1).any() or (sizes % 2 == 0).any():
        raise call.error("V must have three dimensions, and the size of the filter must be odd.", "MATLAB:smooth3:InvalidInput")
    sizes = np.repeat(sizes, 3) if sizes.size == 1 else sizes
    if kind is not None and text_of(kind).lower().startswith("g"):
        grids = np.meshgrid(*(np.arange(n) - (n - 1) / 2 for n in sizes), indexing="ij")
        kernel = np.exp(-sum(g**2 for g in grids) / (2 * arg.scalar(sd) ** 2))
    else:
        kernel = np.ones(sizes)
    return np.asfortranarray(correlate(values, kernel / kernel.sum(), mode="nearest"))

"""Mathematical functions in WGSL, for f32 and f64.

WGSL's built-in ones are too inaccurate for f32 (``sin`` off by 1e-4, ``pow(-3, 2)`` NaN) and do not exist for f64.  Each function
``rm_<name>_<type>`` stands in a file of this folder: ``<name>.<type>.wgsl``, or ``<name>.wgsl`` where one text serves both
types.  In the latter ``REAL`` is the type, ``_T`` at the end of a name its suffix, and ``1.5R`` a literal of it.  The first line
of a file may say ``// needs: name, other`` (functions of the same type that it calls).  ``<name>.int64.wgsl`` and
``<name>.int32.wgsl`` belong to no type: the first where the device has 64-bit integers.  ``<name>.f32.narrow.wgsl`` stands in for
``<name>.f32.wgsl`` where the device lacks doubles.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

_NEEDS = re.compile(r"^// needs: (.*)$", re.M)
_LITERAL = re.compile(r"(?<![\w.])(\d+\.\d*(?:[eE][+-]?\d+)?)R\b")
_SUFFIX = {"f32": "f", "f64": "lf"}


@cache
def _folder() -> dict[str, Traversable]:
    return {file.name: file for file in files(__name__).iterdir()}


@cache
def available(name: str, scalar: str) -> bool:
    """Whether there is a function ``rm_<name>_<scalar>``."""
    return f"{name}.{scalar}.wgsl" in _folder() or f"{name}.wgsl" in _folder()


@cache
def _text(name: str, scalar: str, narrow: bool) -> tuple[str, tuple[str, ...]]:
    folder = _folder()
    own = folder.get(f"{name}.{scalar}.wgsl")
    if narrow:
        own = folder.get(f"{name}.{scalar}.narrow.wgsl", own)
    if own is not None:
        text = own.read_text("utf-8")
    else:
        text = folder[f"{name}.wgsl"].read_text("utf-8")
        text = re.sub(r"\bREAL\b", scalar, text)
        text = re.sub(r"_T\b", f"_{scalar}", text)
        text = _LITERAL.sub(lambda m: m[1] + _SUFFIX[scalar], text)
    match = _NEEDS.search(text)
    return text, tuple(n.strip() for n in match[1].split(",")) if match else ()


def source(functions: Iterable[tuple[str, str]], **has: bool) -> str:
    """The WGSL text of the given (name, type) functions and of all they need (see ``texts``)."""
    return "\n".join(texts(functions, **has))


def texts(
    functions: Iterable[tuple[str, str]], *, fused: bool = False, int64: bool = True, f64: bool = True, nan_max: bool = False
) -> list[str]:
    """The WGSL texts of the files that hold the given (name, type) functions and all that they need, each once, callees first.

    ``fused`` says that ``fma`` rounds once on the device (graphics processors; Mesa's software adapter multiplies, then adds): the
    errors of products then cost one instruction instead of ten, and the reductions of sin, cos and exp are shorter.  ``int64`` and
    ``f64`` say what the device has (with doubles also 64-bit integers), ``nan_max`` that its ``max`` of a float and NaN is the float.
    """
    done: dict[tuple[str, str], str] = {}
    untyped = "int64" if int64 else "int32"

    def add(name: str, scalar: str) -> None:
        if f"{name}.{untyped}.wgsl" in _folder():
            scalar = untyped
        if (name, scalar) in done:
            return
        text, needs = _text(name, scalar, not f64)
        for needed in needs:
            add(needed, scalar)
        done[name, scalar] = _decided(text, fused, nan_max)

    for name, scalar in functions:
        add(name, scalar)
    return list(done.values())


@cache
def _decided(text: str, fused: bool, nan_max: bool) -> str:
    """The text with its constants put in."""
    constants = {"FUSED": fused, "NAN_MAX": nan_max}
    return re.sub(r"\b(FUSED|NAN_MAX)\b", lambda m: str(constants[m[1]]).lower(), text)


def everything(*, f64: bool, **has: bool) -> list[str]:
    """All texts that a device may need (arguments as in ``texts``)."""
    names = {file.split(".")[0] for file in _folder() if file.endswith(".wgsl")}
    scalars = ("f32", "f64") if f64 else ("f32",)
    return texts(((name, scalar) for name in names for scalar in scalars if available(name, scalar)), f64=f64, **has)


@cache
def coefficients(file: str, name: str) -> tuple[float, ...]:
    """Those of the polynomial ``rm_<name>_f64`` in ``<file>.f64.wgsl``, highest power first: the host computes with the same."""
    text = _text(file, "f64", False)[0]
    body = text[text.index(f"fn rm_{name}_f64(") :].split("return", 1)[1].split(";", 1)[0]
    return tuple(float(number) for number in re.findall(r"-?\d+\.\d+(?:e[+-]?\d+)?(?=lf)", body))

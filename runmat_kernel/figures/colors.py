"""Colours: MATLAB's names and short names, the colour order of lines, and the colour maps."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType

import numpy as np

from ..base.errors import MatlabError

COLOUR_ORDER = np.array(
    [
        [0.0, 0.4470, 0.7410], [0.8500, 0.3250, 0.0980], [0.9290, 0.6940, 0.1250], [0.4940, 0.1840, 0.5560],
        [0.4660, 0.6740, 0.1880], [0.3010, 0.7450, 0.9330], [0.6350, 0.0780, 0.1840],
    ]
)  # fmt: skip

_NAMED = {
    "red": (1, 0, 0), "green": (0, 1, 0), "blue": (0, 0, 1), "cyan": (0, 1, 1), "magenta": (1, 0, 1),
    "yellow": (1, 1, 0), "black": (0, 0, 0), "white": (1, 1, 1),
}  # fmt: skip
_SHORT = {"r": "red", "g": "green", "b": "blue", "c": "cyan", "m": "magenta", "y": "yellow", "k": "black", "w": "white"}
SHORT_COLOURS = frozenset(_SHORT)
COLOUR_NAMES = (*_NAMED, "none")
WORDS = ("none", "auto", "flat", "interp", "texturemap")

# The eight colours that MATLAB's documentation prints for parula(8); those between are interpolated.
_PARULA = np.array(
    [
        [0.2422, 0.1504, 0.6603], [0.2810, 0.3228, 0.9578], [0.1786, 0.5289, 0.9682], [0.0689, 0.6948, 0.8394],
        [0.2161, 0.7843, 0.5923], [0.6720, 0.7793, 0.2227], [0.9970, 0.7659, 0.2199], [0.9769, 0.9839, 0.0805],
    ]
)  # fmt: skip


def to_rgb(text: str) -> str | np.ndarray:
    """A colour name, short name or ``#RRGGBB`` as a 1-by-3 row; the words ``none``, ``auto``, ``flat`` ... as they are.

    Raises ``MATLAB:hg:ColorSpec`` for anything else.
    """
    word = text.strip().lower()
    if word in WORDS:
        return word
    if len(word) > 1 and len(begun := [known for known in WORDS if known.startswith(word)]) == 1:  # 'no' is 'none'
        return begun[0]
    if word.startswith("#") and len(word) in (4, 7):
        digits = word[1:] if len(word) == 7 else "".join(2 * d for d in word[1:])
        try:
            return np.array([[int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]])
        except ValueError:
            pass
    name = _SHORT.get(word) or next((n for n in _NAMED if len(word) > 1 and n.startswith(word)), None)
    if name is None:
        raise MatlabError(
            "Invalid color name or hexadecimal color code. Valid names include: 'red', 'green', 'blue', 'cyan', 'magenta', 'yellow', 'black', "
            "'white', and 'none'. Valid hexadecimal color codes consist of '#' followed by three or six hexadecimal digits.",
            "MATLAB:hg:ColorSpec",
        )
    return np.array([_NAMED[name]], dtype=np.float64)


def _ramp(*points: tuple[float, float]) -> Callable[[np.ndarray], np.ndarray]:
    xs, ys = zip(*points, strict=True)
    return lambda t: np.interp(t, xs, ys)


def _by_channel(red, green, blue) -> Callable[[int], np.ndarray]:
    def make(m: int) -> np.ndarray:
        t = np.linspace(0, 1, m) if m > 1 else np.zeros(m)
        return np.column_stack([red(t), green(t), blue(t)])

    return make


def _gray(m: int) -> np.ndarray:
    return np.repeat((np.linspace(0, 1, m) if m > 1 else np.zeros(m))[:, None], 3, axis=1)


def _hot(m: int) -> np.ndarray:
    n = int(3 / 8 * m)
    up = np.arange(1, n + 1) / n if n else np.zeros(0)
    red = np.concatenate([up, np.ones(m - n)])
    green = np.concatenate([np.zeros(n), up, np.ones(max(m - 2 * n, 0))])[:m]
    rest = m - 2 * n
    blue = np.concatenate([np.zeros(2 * n), np.arange(1, rest + 1) / rest if rest > 0 else np.zeros(0)])[:m]
    return np.column_stack([red, green, blue])


def _jet(m: int) -> np.ndarray:
    n = -(-m // 4)
    u = np.concatenate([np.arange(1, n + 1) / n, np.ones(n - 1), np.arange(n, 0, -1) / n])
    start = -(-n // 2) - (1 if m % 4 == 1 else 0)
    rows = np.zeros((m, 3))
    for channel, shift in ((1, 0), (0, n), (2, -n)):
        index = start + np.arange(1, len(u) + 1) + shift
        keep = (index >= 1) & (index <= m)
        rows[index[keep] - 1, channel] = u[keep]
    return rows


def _hsv(m: int) -> np.ndarray:
    h = np.arange(m) / max(m, 1) * 6
    return np.column_stack([np.clip(np.abs((h + shift) % 6 - 3) - 1, 0, 1) for shift in (0, 4, 2)])


def _interpolated(points: np.ndarray) -> Callable[[int], np.ndarray]:
    def make(m: int) -> np.ndarray:
        at = np.linspace(0, len(points) - 1, m) if m > 1 else np.zeros(m)
        return np.column_stack([np.interp(at, np.arange(len(points)), points[:, c]) for c in range(3)])

    return make


def _repeated(colours: list[tuple[float, float, float]] | np.ndarray) -> Callable[[int], np.ndarray]:
    return lambda m: np.array(colours, dtype=np.float64)[np.arange(m) % len(colours)].reshape(m, 3)


def _turbo(m: int) -> np.ndarray:
    from matplotlib import colormaps

    return np.asarray(colormaps["turbo"](np.linspace(0, 1, m)))[:, :3]


def _pink(m: int) -> np.ndarray:
    return np.sqrt((2 * _gray(m) + _hot(m)) / 3)


def _bone(m: int) -> np.ndarray:
    return (7 * _gray(m) + _hot(m)[:, ::-1]) / 8


_zero, _one, _up, _down = _ramp((0, 0), (1, 0)), _ramp((0, 1), (1, 1)), _ramp((0, 0), (1, 1)), _ramp((0, 1), (1, 0))

COLORMAPS: MappingProxyType[str, Callable[[int], np.ndarray]] = MappingProxyType({
    "parula": _interpolated(_PARULA),
    "turbo": _turbo,
    "jet": _jet,
    "hsv": _hsv,
    "hot": _hot,
    "cool": _by_channel(_up, _down, _one),
    "spring": _by_channel(_one, _up, _down),
    "summer": _by_channel(_up, _ramp((0, 0.5), (1, 1)), _ramp((0, 0.4), (1, 0.4))),
    "autumn": _by_channel(_one, _up, _zero),
    "winter": _by_channel(_zero, _up, _ramp((0, 1), (1, 0.5))),
    "gray": _gray,
    "bone": _bone,
    "copper": _by_channel(lambda t: np.minimum(1, 1.25 * t), lambda t: 0.7812 * t, lambda t: 0.4975 * t),
    "pink": _pink,
    "sky": _interpolated(np.array([[0.9, 0.9412, 0.9725], [0.0, 0.4471, 0.7412]])),
    "abyss": _interpolated(np.array([[0.0, 0.0, 0.2], [0.0, 0.2, 0.45], [0.25, 0.75, 0.95]])),
    "lines": _repeated(COLOUR_ORDER),
    "colorcube": _interpolated(np.array([[0.2, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0], [0, 1, 1], [1, 0, 1], [1, 1, 1]])),
    "prism": _repeated([(1, 0, 0), (1, 0.5, 0), (1, 1, 0), (0, 1, 0), (0, 0, 1), (2 / 3, 0, 1)]),
    "flag": _repeated([(1, 0, 0), (1, 1, 1), (0, 0, 1), (0, 0, 0)]),
    "white": lambda m: np.ones((m, 3)),
})  # fmt: skip


def colormap(name: str, m: int) -> np.ndarray:
    """The m-by-3 colour map of a name; ``MATLAB:colormap:invalidName`` where there is none."""
    if name not in COLORMAPS:
        raise MatlabError(f"Unrecognized colormap name '{name}'.", "MATLAB:colormap:invalidName")
    return np.asfortranarray(COLORMAPS[name](m)) if m > 0 else np.zeros((0, 3), order="F")

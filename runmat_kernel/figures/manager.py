"""Figures: a session's figures, which of them and of their axes are current, and which changed since they were last shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..base.errors import MatlabError
from ..values.convert import is_text, text_of, to_value
from . import series_styles, tiles
from .callbacks import Callbacks
from .properties import KINDS, resolve
from .tree import MENUS, Node, default_value


class Figures:
    """The graphics state of one session.

    ``touch`` marks the figure of an object as changed; ``take_changed`` gives the figures to show at the end of a cell.
    """

    def __init__(self, feval: Callable[[Any, tuple[Any, ...], int], Any] | None = None, tell: Callable[[str], None] | None = None) -> None:
        """``feval`` calls functions of the program, ``tell`` writes what went wrong in them; without them none is called."""
        self.root = Node("root")
        self.callbacks = Callbacks(feval, tell)
        if feval is not None:
            self.root.callbacks = self.callbacks
        self.current: Node | None = None
        self._axes: dict[int, Node] = {}

    @property
    def all(self) -> list[Node]:
        return self.root.children

    def figure(self, number: int | None = None) -> Node:
        """Make a figure current: the one of this number (made where missing), or a new one."""
        taken = {int(node.number("Number")): node for node in self.all}
        if number is None:
            number = next(n for n in range(1, len(taken) + 2) if n not in taken)
        known = taken.get(number)
        if known is None:
            known = Node("figure", self.root, Number=float(number))
        self.current = known
        return known

    def by_number(self, number: float) -> Node | None:
        """The living object of a numeric handle, or None."""
        figure_of_number = next((figure for figure in self.all if figure.numeric_handle == number), None)
        if figure_of_number is not None:
            return figure_of_number
        everything = (part for figure in self.all for node in figure.walk() for part in (node, *node.labels.values()))
        return next((node for node in everything if node.numeric_handle == number), None)

    def gcf(self) -> Node:
        return self.current if self.current is not None and self.current.alive else self.figure()

    def gca(self) -> Node:
        """The current axes of the current figure, made where there are none."""
        return self.axes_of(self.gcf()) or self.new_axes(self.gcf())

    def axes_of(self, figure: Node) -> Node | None:
        """The current axes of a figure, or None."""
        current = self._axes.get(id(figure))
        if current is not None and current.alive and current.parent_of("figure") is figure:
            return current
        return next((node for node in reversed(list(figure.walk())) if node.type == "axes"), None)

    def new_axes(self, figure: Node, **values: Any) -> Node:
        axes = Node("axes", figure, **values)
        if figure.type == "tiledlayout":
            axes.values["_tiles"] = (1,)
            tiles.arrange(figure)
        self.select_axes(axes)
        self.touch(axes)
        return axes

    def select_axes(self, axes: Node) -> None:
        figure = axes.parent_of("figure")
        self._axes[id(figure)] = axes
        self.current = figure

    def new_plot(self, axes: Node, kind: str = "axes") -> Node:
        """Make the axes ready for a high-level plot of a kind: emptied and reset, unless ``hold`` is on; they become polar ones, or Cartesian again.

        Raises MatlabError where held axes are not of that kind.
        """
        if axes.type != "axes":  # groups keep their contents
            return axes
        if "_twin" in axes.values or "_right" in axes.labels:
            if kind == "axes":
                return self._new_plot_of_side(axes)
            if _is_held(axes.values.get("_twin", axes)):
                raise _held_cartesian()
            axes = self.one_sided(axes)
        mode = axes.text("NextPlot")
        if axes.kind.label == "polaraxes" and kind != "polaraxes" and mode == "add":
            raise MatlabError("Plots in Cartesian coordinates cannot be added to polar axes.", "MATLAB:newplot:PolarAxesHeld")
        if kind == "polaraxes" and axes.kind.label != kind and mode == "add" and axes.children:
            raise _held_cartesian()
        if mode != "add" or kind == "polaraxes":
            axes.kind = KINDS[kind]
        if mode == "replace":
            values = axes.values
            axes.reset()
            if "Colormap" in values:
                axes.values["Colormap"] = values["Colormap"]
        elif mode == "replacechildren":
            for child in list(axes.children):
                child.delete()
            series_styles.forget(axes)
        self.touch(axes)
        return axes

    def _new_plot_of_side(self, axes: Node) -> Node:
        """A side of ``yyaxis``, emptied unless ``hold`` is on."""
        if not _is_held(axes.values.get("_twin", axes)):
            self._empty_side(axes)
        return axes

    def one_sided(self, axes: Node) -> Node:
        """The axes of a side of ``yyaxis`` without its right side, which is deleted; other axes as they are."""
        left = axes.values.get("_twin", axes)
        if (right := left.labels.pop("_right", None)) is not None:
            right.delete()
            self.select_axes(left)
        return left

    def _empty_side(self, axes: Node) -> None:
        """Make a side of ``yyaxis`` ready for a plot: only what is drawn against it goes, and its own limits and ticks."""
        for child in list(axes.children):
            child.delete()
        series_styles.forget(axes)
        letters = "XY" if "_right" in axes.labels else "Y"
        for name in [
            f"{letter}{what}" for letter in letters for what in ("Lim", "LimMode", "Tick", "TickMode", "TickLabel", "TickLabelMode")
        ]:
            axes.values.pop(name, None)
        self.touch(axes)

    def colour_next(self, axes: Node, node: Node) -> None:
        """Give a new series the next colour of the axes' order; counts ``ColorOrderIndex`` on."""
        series_styles.begin(axes.parent_of("axes"), node)

    def touch(self, node: Node) -> None:
        node.touch()

    def close(self, figure: Node) -> None:
        figure.delete()
        self._axes.pop(id(figure), None)
        if self.current is figure:
            self.current = self.all[-1] if self.all else None

    def take_changed(self) -> list[Node]:
        """Figures changed since the last call that show something, by number; the marks are cleared."""
        changed = [node for node in self.all if node.changed]
        for node in changed:
            node.changed = False
        return sorted(
            (node for node in changed if node.on("Visible") and any(child.type not in MENUS for child in node.children)),
            key=lambda node: node.number("Number"),
        )

    def set_default(self, node: Node, name: str, value: Any) -> None:
        """``set(0, 'DefaultAxesFontSize', 12)``: the default for objects made from now on below ``node``."""
        lowered = name.lower().removeprefix("default")
        for kind in sorted(KINDS, key=len, reverse=True):
            if lowered.startswith(kind):
                key, word = kind + lowered[len(kind) :], text_of(value).lower() if is_text(value) else ""
                if word == "remove":
                    node.defaults.pop(key, None)
                elif word == "factory":
                    node.defaults[key] = default_value(KINDS[kind], resolve(KINDS[kind], lowered[len(kind) :]))
                else:
                    node.defaults[key] = to_value(value)
                return


def _is_held(axes: Node) -> bool:
    return axes.text("NextPlot") == "add"


def _held_cartesian() -> MatlabError:
    return MatlabError("Plots in polar coordinates cannot be added to Cartesian axes.", "MATLAB:newplot:CartesianAxesHeld")

"""MemoizedFunction: a function that remembers what it gave for inputs it has seen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ...base.errors import MatlabError
from ...values.convert import as_array, class_of, numel_of
from ...values.functions import FunctionHandle
from ...values.objects import HostObject


@dataclass(slots=True)
class Remembered:
    """One call: its inputs, how many outputs were asked for, the outputs, and how often they were given again."""

    inputs: tuple[Any, ...]
    nargout: int
    outputs: tuple[Any, ...]
    hits: int = 0


class MemoizedFunction(HostObject):
    """A handle object; ``entries`` are its cache, the most recently used last; ``meant`` is what the function's name stood for."""

    __slots__ = ("enabled", "entries", "function", "hits", "meant", "misses", "size")
    matlab_class = "matlab.lang.MemoizedFunction"
    is_handle = True
    is_function = True

    def __init__(self, function: FunctionHandle) -> None:
        self.function, self.enabled, self.size = function, True, 10
        self.meant: Any = None
        self.forget()

    def forget(self) -> None:
        """Empty the cache and its counts."""
        self.entries: list[Remembered] = []
        self.hits = self.misses = 0

    def keep(self, entry: Remembered) -> None:
        """Remember a call; the least recently used ones make room."""
        self.misses += 1
        self.entries.append(entry)
        del self.entries[: max(0, len(self.entries) - self.size)]

    def used(self, entry: Remembered) -> None:
        """Count a call that is answered from the cache."""
        self.hits += 1
        entry.hits += 1
        self.entries.remove(entry)
        self.entries.append(entry)

    def properties(self) -> Mapping[str, Any]:
        return {"Function": self.function, "Enabled": self.enabled, "CacheSize": float(self.size)}

    def set_property(self, name: str, value: Any) -> HostObject:
        if name == "Enabled" and class_of(value) in ("logical", "double") and numel_of(value) == 1:
            self.enabled = bool(as_array(value).item())
        elif name == "CacheSize":
            size = as_array(value).item() if class_of(value) == "double" and numel_of(value) == 1 else 0
            if size < 1 or size != int(size):
                raise MatlabError("CacheSize must be a positive integer.", "MATLAB:memoize:InvalidCacheSize")
            self.size = int(size)
            del self.entries[: max(0, len(self.entries) - self.size)]
        else:
            return super().set_property(name, value)
        return self

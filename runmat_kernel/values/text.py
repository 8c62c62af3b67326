"""Character arrays (UTF-16 code units) and string arrays."""

from __future__ import annotations

import numpy as np

from .tensor import SCALAR_SHAPE, matlab_shape


class CharArray:
    """A char array: ``array`` holds UTF-16 code units (uint16), column-major; ``text`` is a row vector's Python str."""

    __slots__ = ("__weakref__", "_array", "_text")
    matlab_class = "char"
    is_complex = False

    def __init__(self, array: np.ndarray) -> None:
        array = np.asarray(array, dtype=np.uint16)
        shape = matlab_shape(array.shape)
        self._array: np.ndarray | None = np.asfortranarray(array.reshape(shape, order="F"))
        self._text: str | None = None

    @classmethod
    def row(cls, text: str) -> CharArray:
        """The 1-by-n row of a str (0-by-0 for the empty text, as the literal ``''``)."""
        self = cls.__new__(cls)
        self._array, self._text = None, text
        return self

    @classmethod
    def rows(cls, lines: list[str]) -> CharArray:
        """The matrix of several lines, padded with blanks to equal length."""
        width = max(map(len, lines), default=0)
        whole = np.frombuffer("".join([line.ljust(width) for line in lines]).encode("utf-16-le", "surrogatepass"), np.uint16)
        if len(whole) == width * len(lines):
            return cls(np.array(whole.reshape(len(lines), width), order="F"))
        # Some characters are two codes.
        coded = [np.frombuffer(line.encode("utf-16-le", "surrogatepass"), np.uint16) for line in lines]
        width = max(map(len, coded))
        matrix = np.full((len(coded), width), 32, np.uint16, order="F")
        for i, codes in enumerate(coded):
            matrix[i, : len(codes)] = codes
        return cls(matrix)

    @property
    def array(self) -> np.ndarray:
        if self._array is None:
            assert self._text is not None
            codes = np.frombuffer(self._text.encode("utf-16-le", "surrogatepass"), np.uint16)
            self._array = codes.reshape((1, len(codes)) if len(codes) else (0, 0), order="F")
        return self._array

    @property
    def text(self) -> str:
        """The characters in column-major order (for a row vector: the text itself)."""
        if self._text is None:
            assert self._array is not None
            self._text = self._array.ravel(order="F").tobytes().decode("utf-16-le", "surrogatepass")
        return self._text

    @property
    def shape(self) -> tuple[int, ...]:
        if self._array is None and self._text is not None and self._text.isascii():  # without making the array
            return (1, len(self._text)) if self._text else (0, 0)
        return self.array.shape

    @property
    def numel(self) -> int:
        if self._array is None and self._text is not None and self._text.isascii():
            return len(self._text)
        return self.array.size

    @property
    def is_row(self) -> bool:
        """Whether this is one line of text: a row vector, or 0-by-0."""
        return self._array is None or (self._array.ndim == 2 and (self._array.shape[0] == 1 or self._array.shape == (0, 0)))

    def lines(self) -> list[str]:
        """Each row as a str."""
        if self.is_row:
            return [self.text] if self.shape[0] else []
        count, size = self.shape[0], self.numel
        width = size // max(count, 1)
        rows = np.ascontiguousarray(self.array.reshape(count, width, order="F"))
        whole = rows.tobytes().decode("utf-16-le", "surrogatepass")
        if len(whole) == size:
            return [whole[k * width : (k + 1) * width] for k in range(count)]
        # Some characters are two codes.
        return [row.tobytes().decode("utf-16-le", "surrogatepass") for row in rows]

    def __repr__(self) -> str:
        return f"<CharArray {self.text!r}>"


class ArgumentName(str):
    """The name in ``f(name=value)``: a string to MATLAB's functions, a keyword to those of Python."""

    __slots__ = ()


class StringArray:
    """A string array: ``array`` is an object ndarray of str, with None for ``<missing>``."""

    __slots__ = ("__weakref__", "array")
    matlab_class = "string"
    is_complex = False

    def __init__(self, array: np.ndarray) -> None:
        array = np.asarray(array, dtype=object)
        self.array: np.ndarray = np.asfortranarray(array.reshape(matlab_shape(array.shape), order="F"))

    @classmethod
    def scalar(cls, text: str | None) -> StringArray:
        array = np.empty(SCALAR_SHAPE, object)
        array[0, 0] = text
        return cls(array)

    @property
    def shape(self) -> tuple[int, ...]:
        return self.array.shape

    @property
    def numel(self) -> int:
        return self.array.size

    def __repr__(self) -> str:
        return f"<StringArray {self.array.tolist()!r}>"


MISSING = StringArray.scalar(None)
"""``missing``: a value that takes the class of what it is put beside.  It is a missing string, but no other missing string is it."""

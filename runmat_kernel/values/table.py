"""``table``: named columns of equal height; a value object."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from ..base.errors import MatlabError
from .concat import horzcat, vertcat
from .containers import CellArray, StructArray, object_array
from .convert import as_array, class_of, is_text, shape_of, text_of
from .indexing import COLON, assign, index
from .objects import HostObject
from .subscripts import is_colon
from .tensor import Tensor
from .text import CharArray, StringArray


class Table(HostObject):
    """``columns`` maps variable names to Values with one row per table row; ``row_names`` is empty or has one per row."""

    __slots__ = ("columns", "height", "row_names")
    matlab_class = "table"
    methods: ClassVar[Mapping[str, Any]] = {}

    def __init__(self, columns: Mapping[str, Any], row_names: Sequence[str] = (), height: int | None = None) -> None:
        self.columns = dict(columns)
        heights = {shape_of(value)[0] for value in self.columns.values()}
        if len(heights) > 1:
            raise MatlabError("All table variables must have the same number of rows.", "MATLAB:table:UnequalVarLengths")
        self.height = heights.pop() if heights else height or len(row_names)
        self.row_names = tuple(row_names)

    @property
    def names(self) -> list[str]:
        return list(self.columns)

    @property
    def shape(self) -> tuple[int, ...]:
        return (self.height, len(self.columns))

    def properties(self) -> Mapping[str, Any]:
        about = {
            "VariableNames": _cellstr_row(self.names),
            "RowNames": CellArray.of([CharArray.row(n) for n in self.row_names], (len(self.row_names), 1 if self.row_names else 0)),
            "DimensionNames": _cellstr_row(["Row", "Variables"]),
        }
        return {**self.columns, "Properties": StructArray.scalar(about), "Variables": None, "Row": about["RowNames"]}

    def get_property(self, name: str) -> Any:
        if name in self.columns:
            return self.columns[name]
        if name == "Variables":
            return self.cell_index((COLON, COLON))[0]
        if name in ("Properties", "Row"):
            return self.properties()[name]
        raise MatlabError(f"Unrecognized table variable name '{name}'.", "MATLAB:table:UnrecognizedVarName")

    def set_property(self, name: str, value: Any) -> Table:
        if name == "Properties":
            return self._with_properties(value)
        if type(value) is Tensor and value.shape == (0, 0):
            return self.without([name])
        if self.columns and shape_of(value)[0] != self.height:
            raise MatlabError(
                "To assign to or create a variable in a table, the number of rows must match the height of the table.",
                "MATLAB:table:RowDimensionMismatch",
            )
        return Table({**self.columns, name: value}, self.row_names)

    def _with_properties(self, value: Any) -> Table:
        about = value.array[0, 0]
        names = [text_of(n) for n in about["VariableNames"].array.flat]
        if len(names) != len(self.columns):
            raise MatlabError(
                "The VariableNames property must contain one name for each variable in the table.", "MATLAB:table:IncorrectNumberOfVarNames"
            )
        rows = [text_of(n) for n in about["RowNames"].array.flat] if "RowNames" in about else self.row_names
        return Table(dict(zip(names, self.columns.values(), strict=True)), rows)

    def without(self, names: Sequence[str]) -> Table:
        for name in names:
            if name not in self.columns:
                raise MatlabError(f"Unrecognized table variable name '{name}'.", "MATLAB:table:UnrecognizedVarName")
        return Table({n: v for n, v in self.columns.items() if n not in names}, self.row_names, self.height)

    def chosen_names(self, subscript: Any) -> list[str]:
        """The variables a subscript means: names, positions, a mask or a colon; names that are new are given back as they are."""
        if is_colon(subscript):
            return self.names
        if is_text(subscript):
            return [text_of(subscript)]
        if type(subscript) in (CellArray, StringArray):
            return [text_of(x) if is_text(x) else str(x) for x in subscript.array.ravel(order="F")]
        picked = index(StringArray(object_array(self.names)), (subscript,))
        return list(picked.array.flat)

    def rows_of(self, subscript: Any) -> Any:
        """A row subscript with row names replaced by their positions."""
        if type(subscript) not in (CellArray, StringArray, CharArray) or is_colon(subscript):
            return subscript
        wanted = [text_of(subscript)] if is_text(subscript) else [text_of(x) if is_text(x) else x for x in subscript.array.flat]
        missing = [w for w in wanted if w not in self.row_names]
        if missing:
            raise MatlabError(f"Unrecognized row name '{missing[0]}'.", "MATLAB:table:UnrecognizedRowName")
        return Tensor(np.array([[self.row_names.index(w) + 1.0 for w in wanted]]))

    def index(self, subscripts: Sequence[Any]) -> Table:
        if len(subscripts) != 2:
            raise MatlabError(
                "Subscripting into a table using one subscript is not supported. Specify a row and a variable subscript.",
                "MATLAB:table:NDSubscript",
            )
        rows = self.rows_of(subscripts[0])
        kept = {name: row_of(self._column(name), rows) for name in self.chosen_names(subscripts[1])}
        names = (
            index(StringArray(object_array(list(self.row_names), (len(self.row_names), 1))), (rows,)).array.flat if self.row_names else ()
        )
        picked = index(Tensor(np.arange(1.0, self.height + 1).reshape(-1, 1)), (rows,))
        return Table(kept, tuple(names), shape_of(picked)[0] if not is_colon(rows) else self.height)

    def _column(self, name: str) -> Any:
        if name not in self.columns:
            raise MatlabError(f"Unrecognized table variable name '{name}'.", "MATLAB:table:UnrecognizedVarName")
        return self.columns[name]

    def cell_index(self, subscripts: Sequence[Any]) -> list[Any]:
        part = self.index(subscripts)
        values = list(part.columns.values())
        return [horzcat(values) if values else Tensor(np.zeros((part.height, 0)))]

    def assign(self, subscripts: Sequence[Any], value: Any) -> Table:
        if isinstance(value, Table):
            pieces = list(value.columns.values())
        elif type(value) is CellArray:
            pieces = [joined_cells(value.array[:, j]) for j in range(value.array.shape[1])]
        else:
            raise MatlabError(
                "Right hand side of an assignment into a table must be another table or a cell array.", "MATLAB:table:InvalidRHS"
            )
        return self._assigned(subscripts, pieces)

    def cell_assign(self, subscripts: Sequence[Any], value: Any) -> Table:
        names = self.chosen_names(subscripts[1])
        width = shape_of(value)[1]
        pieces = [value] * len(names) if width == 1 else [index(value, (COLON, float(j + 1))) for j in range(width)]
        return self._assigned(subscripts, pieces)

    def _assigned(self, subscripts: Sequence[Any], pieces: list[Any]) -> Table:
        rows, names = self.rows_of(subscripts[0]), self.chosen_names(subscripts[1])
        if len(pieces) != len(names):
            raise MatlabError("The number of table variables in an assignment must match.", "MATLAB:table:WidthMismatch")
        columns = dict(self.columns)
        for name, piece in zip(names, pieces, strict=True):
            old = columns.get(name)
            columns[name] = assign(old, (rows, COLON), piece) if old is not None else piece
        return Table(columns, self.row_names)

    def delete(self, subscripts: Sequence[Any]) -> Table:
        if is_colon(subscripts[0]):
            return self.without(self.chosen_names(subscripts[1]))
        gone = as_array(index(Tensor(np.arange(1.0, self.height + 1).reshape(-1, 1)), (self.rows_of(subscripts[0]),))).ravel()
        keep = np.array([i for i in range(1, self.height + 1) if i not in gone], np.float64).reshape(-1, 1)
        return self.index((Tensor(keep), COLON))

    def equals(self, other: Any, *, nan_equal: bool = False) -> bool:
        from .equality import equal

        return (
            type(other) is Table
            and self.names == other.names
            and self.row_names == other.row_names
            and all(equal(v, other.columns[n], nan_equal=nan_equal) for n, v in self.columns.items())
        )

    def header(self) -> str | None:
        return f"  {self.height}×{len(self.columns)} {'empty ' if not self.numel else ''}table"

    def display_text(self, name: str, *, compact: bool) -> str:
        """As other objects, but with nothing after the equals sign."""
        return super().display_text(name, compact=compact).replace(f"{name} = \n", f"{name} =\n", 1)

    def disp_text(self) -> str:
        if not self.columns or not self.height:
            return "    " + "    ".join(self.names) + "\n" if self.columns else ""
        blocks = [(name, *_block(value)) for name, value in self.columns.items()]
        columns = [("", list(self.row_names), False)] if self.row_names else []
        rendered = [_rendered(*column) for column in [*columns, *blocks]]
        lines = ["    " + "    ".join(pieces) for pieces in zip(*rendered, strict=True)]
        return "".join((line if line.strip() else "") + "\n" for line in lines)


def row_of(value: Any, rows: Any) -> Any:
    """Rows of a column."""
    if isinstance(value, HostObject):
        return value.index((rows, COLON))
    return index(value, (rows, *[COLON] * (len(shape_of(value)) - 1)))


def _cellstr_row(names: Sequence[str]) -> CellArray:
    return CellArray.of([CharArray.row(name) for name in names])


def joined_cells(cells: np.ndarray) -> Any:
    """The contents of a column of cells as a column of a table: texts stay in cells, others are joined."""
    if any(is_text(item) for item in cells):
        return CellArray(object_array(list(cells), (len(cells), 1)))
    return vertcat(list(cells))


def _number(x: Any) -> str:
    if isinstance(x, (bool, np.bool_)):
        return "true" if x else "false"
    if isinstance(x, complex):
        return f"{x.real:.5g}{x.imag:+.5g}i"
    if x != x:
        return "NaN"
    if abs(x) == float("inf"):
        return "Inf" if x > 0 else "-Inf"
    return str(int(x)) if x == int(x) and abs(x) < 1e10 else f"{x:.5g}"


def _cell_text(item: Any) -> str:
    if type(item) is CharArray and item.is_row:
        return f"{{'{item.text}'}}"
    shape = "×".join(map(str, shape_of(item)))
    if class_of(item) in ("double", "logical", "single") and shape_of(item) == (1, 1):
        return f"{{[{_number(as_array(item).flat[0].item())}]}}"
    return f"{{{shape} {class_of(item)}}}"


def _block(value: Any) -> tuple[list[str], bool]:
    """The text of each row of a column, and whether numbers are aligned at the right."""
    kind = type(value)
    if kind is CellArray:
        cells = [[_cell_text(item) for item in row] for row in value.array.reshape(value.shape[0], -1, order="F")]
        wide = [max(len(row[j]) for row in cells) for j in range(len(cells[0]))] if cells else []
        rows = [[text[:-1].ljust(w - 1) + "}" for text, w in zip(row, wide, strict=True)] for row in cells]
    elif kind is StringArray:
        rows = [[f'"{t}"' if t is not None else "<missing>" for t in row] for row in value.array.reshape(value.shape[0], -1, order="F")]
    elif kind is CharArray:
        rows = [[line] for line in value.lines()]
    elif isinstance(value, HostObject) and hasattr(value, "texts"):
        rows = [[text] for text in value.texts()]
    elif kind is StructArray or isinstance(value, HostObject):
        rows = [[f"1×1 {class_of(value)}"] for _ in range(shape_of(value)[0])]
    else:
        array = as_array(value)
        rows = [[_number(x) for x in row] for row in array.reshape(array.shape[0], -1, order="F").tolist()]
    right = class_of(value) not in ("cell", "string", "char", "logical")
    widths = [max(len(row[j]) for row in rows) for j in range(len(rows[0]))] if rows else []
    texts = ["    ".join(x.rjust(w) if right else x.ljust(w) for x, w in zip(row, widths, strict=True)) for row in rows]
    return texts, right


def _rendered(name: str, texts: list[str], right: bool) -> list[str]:
    """A column's lines: name, underscores, blank, rows; everything centred as MATLAB does."""
    block = max((len(text) for text in texts), default=0)
    width = max(block, len(name))
    left = (width - block) // 2
    heading = " " * ((width - len(name)) // 2) + name
    lines = [(" " * left + (text.rjust(block) if right else text.ljust(block))).ljust(width) for text in texts]
    return [heading.ljust(width), "_" * width if name else " " * width, " " * width, *lines]

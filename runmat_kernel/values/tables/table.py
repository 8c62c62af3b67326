"""``table``: named columns of equal height; a value object."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

import numpy as np

from ...base.errors import MatlabError
from ..concat import horzcat
from ..containers import CellArray, object_array
from ..convert import as_array, class_of, is_text, numel_of, shape_of, text_of
from ..indexing import COLON, index
from ..numerals import DisplayFormat
from ..objects import HostObject, PositionName
from ..subscripts import is_colon
from ..tensor import Tensor
from ..text import CharArray, StringArray
from .columns import blank_like, column_shape, joined_cells, joined_columns, padded, put, row_of
from .properties import CustomProperties, TableProperties, checked_row_names, texts_in
from .row_filter import RowFilter
from .variable_type import VariableType

_NO_TEXT = CharArray.row("")


@dataclass(frozen=True, slots=True)
class About:
    """The properties of a table: texts about all of it, and about variables by name."""

    description: Any = _NO_TEXT
    user_data: Any = None
    dimensions: tuple[str, str] = ("Row", "Variables")
    units: Mapping[str, str] = field(default_factory=dict)
    descriptions: Mapping[str, str] = field(default_factory=dict)
    custom: Mapping[str, tuple[str, Any]] = field(default_factory=dict)
    """Added properties: ``('table', value)``, or ``('variable', values by the names of variables)``."""
    continuity: Mapping[str, str] = field(default_factory=dict)


def _beyond(subscript: Any, extent: int) -> bool:
    """Whether a subscript has a number beyond an extent."""
    if type(subscript) is float:
        return subscript > extent
    if type(subscript) is not Tensor or not subscript.numel:
        return False
    if subscript.array.dtype == bool:
        return bool(subscript.array.ravel(order="F")[extent:].any())
    return bool(subscript.array.max() > extent)


def _each_once(names: Sequence[str]) -> list[str]:
    """The names, where what is there again gets _1, _2 ... behind it."""
    names_once: dict[str, None] = {}
    for name in names:
        own, count = name, 0
        while own in names_once:
            count += 1
            own = f"{name}_{count}"
        names_once[own] = None
    return list(names_once)


class Table(HostObject):
    """``columns`` maps variable names to Values with one row per table row; ``row_names`` is empty or has one per row."""

    __slots__ = ("about", "columns", "height", "row_names")
    matlab_class = "table"
    after_name: ClassVar[str] = " ="
    about_class: ClassVar[type[TableProperties]] = TableProperties

    def __init__(
        self,
        columns: Mapping[str, Any],
        row_names: Sequence[str] = (),
        height: int | None = None,
        about: About = About(),
    ) -> None:
        self.columns = dict(columns)
        heights = {column_shape(value)[0] for value in self.columns.values()}
        if len(heights) > 1:
            raise MatlabError("All table variables must have the same number of rows.", "MATLAB:table:UnequalVarLengths")
        self.height = heights.pop() if heights else height or len(row_names)
        self.row_names = checked_row_names(row_names, self.height) if row_names else ()
        self.about = about

    # --- parts that a timetable has otherwise ------------------------------------------------------------------------

    def remade(self, columns: Mapping[str, Any]) -> Any:
        """A table of the same rows with other columns."""
        return Table(columns, self.row_names, self.height, self.about)

    def with_about(self, about: About) -> Any:
        return Table(self.columns, self.row_names, self.height, about)

    def taken(self, rows: Any) -> Any:
        """The rows that a subscript (positions, a mask, or a colon) means, with all columns."""
        if is_colon(rows):
            return self
        picked = as_array(index(Tensor(np.arange(1.0, self.height + 1).reshape(-1, 1)), (rows,)))
        names = _each_once([self.row_names[int(k) - 1] for k in picked.flat]) if self.row_names else ()
        return Table({name: row_of(value, rows) for name, value in self.columns.items()}, names, picked.size, self.about)

    def at_rows(self, positions: Any) -> Any:
        """The rows at positions counted from 0."""
        return self.taken(Tensor(np.asarray(positions, np.float64).reshape(-1, 1) + 1))

    def rows_of(self, subscript: Any) -> Any:
        """A row subscript with row names replaced by their positions."""
        if isinstance(subscript, RowFilter):
            return subscript.holds(self)
        if type(subscript) not in (CellArray, StringArray, CharArray) or is_colon(subscript):
            return subscript
        wanted = [text_of(subscript)] if is_text(subscript) else [text_of(x) if is_text(x) else x for x in subscript.array.flat]
        missing = [w for w in wanted if w not in self.row_names]
        if missing:
            raise MatlabError(f"Unrecognized row name '{missing[0]}'.", "MATLAB:table:UnrecognizedRowName")
        return Tensor(np.array([[self.row_names.index(w) + 1.0 for w in wanted]]))

    def longer(self, height: int) -> Any:
        """The table with rows of default values up to a height."""
        if height <= self.height:
            return self
        columns = {name: padded(value, height) for name, value in self.columns.items()}
        names = [*self.row_names, *(f"Row{k + 1}" for k in range(self.height, height))] if self.row_names else ()
        return Table(columns, names, height, self.about)

    def _with_rows_named(self, subscript: Any) -> Any:
        """The table with a row of default values for each new name among those of rows that are written."""
        texts = type(subscript) in (CellArray, StringArray, CharArray) and not is_colon(subscript)
        if not texts or not self.row_names:
            return self
        wanted = [text_of(subscript)] if is_text(subscript) else [text_of(x) for x in subscript.array.flat if is_text(x)]
        new = [w for w in dict.fromkeys(wanted) if w not in self.row_names]
        longer = self.longer(self.height + len(new))
        return Table(longer.columns, [*self.row_names, *new], longer.height, self.about) if new else self

    def labels(self) -> list[tuple[str, list[str]]]:
        """Columns of the display before the variables: heading and texts."""
        return [("", list(self.row_names))] if self.row_names else []

    # --- questions and properties ------------------------------------------------------------------------------------

    @property
    def names(self) -> list[str]:
        return list(self.columns)

    @property
    def shape(self) -> tuple[int, ...]:
        return (self.height, len(self.columns))

    def about_rows(self) -> dict[str, Any]:
        return {"RowNames": CellArray.of([CharArray.row(n) for n in self.row_names], (len(self.row_names), 1 if self.row_names else 0))}

    def properties(self) -> Mapping[str, Any]:
        about = self.about
        listed = {
            "Description": about.description,
            "UserData": about.user_data if about.user_data is not None else Tensor(np.zeros((0, 0))),
            "DimensionNames": _cellstr_row(about.dimensions),
            "VariableNames": _cellstr_row(self.names),
            "VariableTypes": StringArray(object_array([class_of(v) for v in self.columns.values()], (1, len(self.columns)))),
            "VariableDescriptions": _about_variables(about.descriptions, self.names),
            "VariableUnits": _about_variables(about.units, self.names),
            "VariableContinuity": _cellstr_row([about.continuity.get(name, "unset") for name in self.names])
            if about.continuity
            else Tensor(np.zeros((0, 0))),
            **self.about_rows(),
            "CustomProperties": CustomProperties(
                {key: value if kind == "table" else _of_variables(value, self.names) for key, (kind, value) in about.custom.items()},
                {key: kind for key, (kind, _) in about.custom.items()},
            ),
        }
        rows = next(iter(self.about_rows().values()))
        return {**self.columns, "Properties": self.about_class(listed), "Variables": None, about.dimensions[0]: rows}

    def dot_method(self, name: str) -> None:
        """Dots read variables: ``T.max`` is the variable of that name."""
        return None

    def get_property(self, name: str) -> Any:
        name = self._spelled(name)
        if name in self.columns:
            return self.columns[name]
        if name in ("Variables", self.about.dimensions[1]):
            return self.cell_index((COLON, COLON))[0]
        if name in ("Properties", self.about.dimensions[0]):
            return self.properties()[name]
        raise MatlabError(f"Unrecognized table variable name '{name}'.", "MATLAB:table:UnrecognizedVarName")

    def property_to_write(self, name: str) -> Any:
        return self.get_property(name) if name in self.properties() or type(name) is PositionName else Tensor(np.zeros((0, 0)))

    def _spelled(self, name: str) -> str:
        """The variable that ``T.(k)`` means."""
        if type(name) is not PositionName:
            return name
        return self.chosen_names(float(name[1:-1]))[0]

    def set_property(self, name: str, value: Any) -> Table:
        name = self._spelled(name)
        if name == "Properties":
            return self._with_properties(value)
        if name == self.about.dimensions[0] and name not in self.columns:
            return self.with_rows(value)
        if name == "Variables":
            return self.cell_assign((COLON, COLON), value)
        if type(value) is Tensor and value.shape == (0, 0):
            return self.without([name])
        if column_shape(value)[0] != self.height:
            if self.columns or self.row_names:
                raise MatlabError(
                    "To assign to or create a variable in a table, the number of rows must match the height of the table.",
                    "MATLAB:table:RowDimensionMismatch",
                )
        return self.remade({**self.columns, name: value})

    def with_rows(self, value: Any) -> Table:
        """The table with other row names."""
        return Table(self.columns, texts_in(value) if numel_of(value) else [], self.height, self.about)

    def _with_properties(self, value: Any) -> Table:
        if not isinstance(value, TableProperties):
            raise MatlabError("The properties of a table must be those of a table.", "MATLAB:table:InvalidPropertiesAssignment")
        fields = value.fields
        names = texts_in(fields["VariableNames"])
        if len(names) != len(self.columns):
            raise MatlabError(
                "The VariableNames property must contain one name for each variable in the table.", "MATLAB:table:IncorrectNumberOfVarNames"
            )
        if len(set(names)) < len(names):
            raise MatlabError("Duplicate table variable name.", "MATLAB:table:DuplicateVarNames")
        dimensions = texts_in(fields["DimensionNames"])
        if len(dimensions) != 2:
            raise MatlabError("The DimensionNames property must contain two names.", "MATLAB:table:IncorrectNumberOfDimNames")
        for title, noun, short in (("VariableUnits", "unit", "Units"), ("VariableDescriptions", "description", "Descriptions")):
            if numel_of(fields[title]) > len(names):
                raise MatlabError(
                    f"The {title} property must contain one {noun} for each variable in the table.",
                    f"MATLAB:table:IncorrectNumberOf{short}",
                )
        about = About(
            fields["Description"], fields["UserData"], (dimensions[0], dimensions[1]),
            _by_variable(fields["VariableUnits"], names), _by_variable(fields["VariableDescriptions"], names),
            _custom(fields["CustomProperties"], names), _by_variable(fields["VariableContinuity"], names),
        )  # fmt: skip
        renamed = self.remade(dict(zip(names, self.columns.values(), strict=True))).with_about(about)
        rows = next(key for key in self.about_rows())
        return renamed.with_rows(fields[rows]) if rows in fields else renamed

    def without(self, names: Sequence[str]) -> Any:
        for name in names:
            self.column(name)
        return self.remade({n: v for n, v in self.columns.items() if n not in names})

    def renamed(self, change: Mapping[str, str]) -> Any:
        """The table with variables renamed; what is known about them goes with them."""
        names = [change.get(name, name) for name in self.names]
        if len(set(names)) < len(names):
            raise MatlabError("Duplicate table variable name.", "MATLAB:table:DuplicateVarNames")
        moved = [
            {change.get(k, k): v for k, v in known.items()} for known in (self.about.units, self.about.descriptions, self.about.continuity)
        ]
        custom = {
            key: (kind, {change.get(k, k): v for k, v in value.items()} if kind == "variable" else value)
            for key, (kind, value) in self.about.custom.items()
        }
        about = replace(self.about, units=moved[0], descriptions=moved[1], continuity=moved[2], custom=custom)
        return self.remade(dict(zip(names, self.columns.values(), strict=True))).with_about(about)

    def chosen_names(self, subscript: Any) -> list[str]:
        """The variables a subscript means: names, positions, a mask, a colon or a type; names that are new are given back as they are."""
        if is_colon(subscript):
            return self.names
        if is_text(subscript):
            return [text_of(subscript)]
        if type(subscript) in (CellArray, StringArray):
            return [text_of(x) if is_text(x) else str(x) for x in subscript.array.ravel(order="F")]
        if isinstance(subscript, VariableType):
            return [name for name, value in self.columns.items() if subscript.takes(value)]
        places = as_array(subscript)
        new = places.dtype != np.bool_ and places.size and places.max() == len(self.columns) + 1
        if new and places.min() >= 1 and (places == np.floor(places)).all():
            return [self.names[int(k) - 1] if k <= len(self.columns) else f"Var{int(k)}" for k in places.flat]
        if places.dtype != np.bool_ and places.size and places.max() > len(self.columns):
            raise MatlabError("A table variable subscript is out of range.", "MATLAB:badsubscript")
        picked = index(StringArray(object_array(self.names)), (subscript,))
        return list(picked.array.flat)

    def column(self, name: str) -> Any:
        if name not in self.columns:
            raise MatlabError(f"Unrecognized table variable name '{name}'.", "MATLAB:table:UnrecognizedVarName")
        return self.columns[name]

    # --- reading and writing parts -----------------------------------------------------------------------------------

    def index(self, subscripts: Sequence[Any]) -> Any:
        rows, names = self._two(subscripts)
        if _beyond(rows, self.height):
            raise MatlabError("Row index exceeds table dimensions.", "MATLAB:table:RowIndexOutOfRange")
        if _beyond(names, len(self.columns)):
            raise MatlabError("Variable index exceeds table dimensions.", "MATLAB:table:VarIndexOutOfRange")
        chosen = self.chosen_names(names)
        columns = {own: self.column(name) for own, name in zip(_each_once(chosen), chosen, strict=True)}
        return self.remade(columns).taken(self.rows_of(rows))

    @staticmethod
    def _two(subscripts: Sequence[Any]) -> Sequence[Any]:
        if len(subscripts) != 2:
            raise MatlabError(
                "Subscripting into a table using one subscript (as in t(i)) is not supported. Specify a row subscript and a variable "
                "subscript, as in t(rows,vars). To select variables, use t(:,i) or for one variable t.(i). To select rows, use t(i,:).",
                "MATLAB:table:NDSubscript",
            )
        return subscripts

    def cell_index(self, subscripts: Sequence[Any]) -> list[Any]:
        part = self.index(subscripts)
        values = list(part.columns.values())
        return [joined_columns(part.columns) if values else Tensor(np.zeros((part.height, 0)))]

    def assign(self, subscripts: Sequence[Any], value: Any) -> Table:
        rows, names = self._two(subscripts)
        if type(value) is Tensor and value.shape == (0, 0):
            return self.delete(subscripts)
        if not self.columns and not self.height and type(value) in (Table, CellArray):  # colons are for what is written
            tall, wide = value.shape[:2]
            rows = Tensor(np.arange(1.0, tall + 1).reshape(-1, 1)) if is_colon(rows) else rows
            own = value.names if type(value) is Table else [f"Var{j + 1}" for j in range(wide)]
            names = _cellstr_row(own) if is_colon(names) else names
        chosen = self.chosen_names(names)
        if isinstance(value, Table):
            pieces = list(value.columns.values())
        elif type(value) is CellArray and value.shape[1] in (len(chosen), int(value.numel == 1)):
            pieces = [self._from_cells(name, value.array[:, min(j, value.shape[1] - 1)]) for j, name in enumerate(chosen)]
        elif type(value) is CellArray:
            raise MatlabError("The number of table variables in an assignment must match.", "MATLAB:table:WidthMismatch")
        else:
            raise MatlabError(
                "Right hand side of an assignment into a table must be another table or a cell array.", "MATLAB:table:InvalidRHS"
            )
        pieces = pieces * len(chosen) if len(pieces) == 1 else pieces
        if not (type(value) is CellArray and value.numel == 1) and self._count(rows) not in (None, value.shape[0]):
            raise MatlabError(
                "To assign to or create a variable in a table, the number of rows must match the height of the table.",
                "MATLAB:table:RowDimensionMismatch",
            )
        return self._assigned((rows, names), pieces)

    def _count(self, rows: Any) -> int | None:
        """How many rows a subscript means; None for all rows of a table that has none."""
        if is_colon(rows):
            return self.height or None
        if is_text(rows):
            return 1
        places = as_array(rows) if type(rows) in (float, bool, Tensor) else None
        return int(places.sum()) if places is not None and places.dtype == np.bool_ else numel_of(rows)

    def _from_cells(self, name: str, cells: np.ndarray) -> Any:
        """Cells as a piece of a column, as cell2table makes one of them; texts go as strings where the column takes these."""
        old = self.columns.get(name)
        if old is not None and not isinstance(old, CellArray) and all(is_text(item) for item in cells) and class_of(old) != "char":
            texts = [text_of(item) for item in cells]
            return StringArray(object_array(texts, (len(texts), 1)))
        if type(old) is CellArray and any(type(item) is CellArray and item.shape != (1, *old.shape[1:]) for item in cells):
            return CellArray(object_array(list(cells), (len(cells), 1)))
        return joined_cells(cells)

    def cell_assign(self, subscripts: Sequence[Any], value: Any) -> Table:
        rows, columns = self._two(subscripts)
        names = self.chosen_names(columns)
        widths = [column_shape(self.columns[name])[1] if name in self.columns else 1 for name in names]
        width = shape_of(value)[1]
        if width == sum(widths):
            stops = np.cumsum(widths).tolist()
            spans = [np.arange(stop - w + 1.0, stop + 1) for w, stop in zip(widths, stops, strict=True)]
            pieces = [value if len(spans) == 1 else index(value, (COLON, Tensor(span.reshape(1, -1)))) for span in spans]
        elif width == 1:
            pieces = [value] * len(names)
        else:
            raise MatlabError("The number of table variables in an assignment must match.", "MATLAB:table:WidthMismatch")
        return self._assigned((rows, columns), pieces)

    def _assigned(self, subscripts: Sequence[Any], pieces: list[Any]) -> Table:
        grown = self._with_rows_named(subscripts[0])
        if grown is not self:
            return grown._assigned(subscripts, pieces)
        rows, names = self.rows_of(subscripts[0]), self.chosen_names(subscripts[1])
        if len(pieces) != len(names):
            raise MatlabError("The number of table variables in an assignment must match.", "MATLAB:table:WidthMismatch")
        places = np.arange(1, self.height + 1) if is_colon(rows) else as_array(rows)
        last = int(places.max()) if places.dtype != np.bool_ and places.size else self.height
        base = self.longer(last)
        columns = dict(base.columns)
        for name, piece in zip(names, pieces, strict=True):
            old = columns.get(name)
            if old is None:
                whole = is_colon(rows) and column_shape(piece)[0] == base.height
                columns[name] = piece if whole else put(blank_like(piece, base.height), rows, piece)
            else:
                columns[name] = put(old, rows, piece)
        return base.remade(columns)

    def delete(self, subscripts: Sequence[Any]) -> Any:
        rows, names = self._two(subscripts)
        if is_colon(rows) and not is_colon(names):
            return self.without(self.chosen_names(names))
        if not is_colon(names) and self.chosen_names(names) != self.names:
            raise MatlabError(
                "At least one subscript must be ':' when you delete rows or variables by assigning [].",
                "MATLAB:table:InvalidEmptyAssignment",
            )
        gone = set(as_array(index(Tensor(np.arange(1.0, self.height + 1).reshape(-1, 1)), (self.rows_of(rows),))).ravel().tolist())
        return self.at_rows([i for i in range(self.height) if i + 1 not in gone])

    def stacked_rows(self, tables: Sequence[Any], columns: dict[str, Any]) -> Any:
        """The columns as a table with the row names of several tables, one above the other."""
        rows: list[str] = []
        if any(t.row_names for t in tables):
            for part in tables:
                rows += part.row_names or [f"Row{len(rows) + k + 1}" for k in range(part.height)]
        return Table(columns, rows, sum(t.height for t in tables), self.about)

    def equals(self, other: Any, *, nan_equal: bool = False) -> bool:
        from ..equality import equal

        return (
            type(other) is type(self)
            and self.names == other.names
            and self.row_names == other.row_names
            and self.height == other.height
            and all(equal(v, other.columns[n], nan_equal=nan_equal) for n, v in self.columns.items())
        )

    # --- display -----------------------------------------------------------------------------------------------------

    def header(self) -> str | None:
        return f"  {self.height}×{len(self.columns)} {'empty ' if not self.numel else ''}{self.matlab_class}"

    def disp_text(self, format: DisplayFormat) -> str:
        from .text import table_text

        each = sum(max(numel_of(value) // self.height, 1) for value in self.columns.values()) if self.height else 1
        rows = max(1, format.limit // max(each, 1))
        if rows >= self.height:
            return table_text(self, format.style)
        return table_text(self.at_rows(np.arange(rows)), format.style) + f"  ... the first {rows} rows of {self.height}\n"


def _cellstr_row(names: Sequence[str]) -> CellArray:
    return CellArray.of([CharArray.row(name) for name in names])


def _about_variables(known: Mapping[str, str], names: Sequence[str]) -> CellArray:
    if not any(known.get(name) for name in names):
        return CellArray(np.empty((0, 0), object))
    return _cellstr_row([known.get(name, "") for name in names])


def _of_variables(known: Mapping[str, Any], names: Sequence[str]) -> Any:
    """The values of a custom property side by side in the order of the variables; [] where there are none."""
    values = [known[name] for name in names if name in known]
    return horzcat(values) if values and len(values) == len(names) else Tensor(np.zeros((0, 0)))


def _custom(properties: CustomProperties, names: Sequence[str]) -> dict[str, tuple[str, Any]]:
    """Custom properties as a table keeps them; raises where one for each variable has another number of values."""
    kept: dict[str, tuple[str, Any]] = {}
    for key, value in properties.fields.items():
        if properties.kinds[key] == "table":
            kept[key] = ("table", value)
            continue
        if numel_of(value) not in (0, len(names)):
            raise MatlabError(
                f"Value of the custom property '{key}' must have one element for each variable in the table.",
                "MATLAB:table:IncorrectCustomPropertySize",
            )
        kept[key] = ("variable", {name: index(value, (k + 1.0,)) for k, name in enumerate(names)} if numel_of(value) else {})
    return kept


def _by_variable(texts: Any, names: Sequence[str]) -> dict[str, str]:
    """Texts by name of variable; short lists stand for the first variables."""
    if type(texts) is Tensor and not texts.numel:
        return {}
    items = texts_in(texts, strict=False)
    return {name: text for name, text in zip(names, items, strict=False) if text}

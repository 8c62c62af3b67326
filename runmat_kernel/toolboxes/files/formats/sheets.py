"""Excel workbooks (.xlsx): cells of a sheet read as numbers, texts, truth values and dates, and sheets written.

A workbook is a zip archive of XML parts.  openpyxl, which is an extra, writes them, so that formats and formulas stay.  The reader is our
own: it needs no extra, it is faster, and it checks what a damaged file claims to hold before it takes memory.
"""

from __future__ import annotations

import io
import math
import os
import re
import warnings
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any
from xml.etree import ElementTree

from ....base.errors import Damaged, MatlabError
from ....base.stored import store
from ....builtins.extras import missing
from .damage import check_memory, reading

Cell = float | str | bool | datetime | None
Grid = list[list[Cell]]
Numbers = dict[str, dict[str, tuple[str, str]]]

_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_TREE_BYTES = 10
"""Bytes that the tree of a part takes for each byte of its text, about."""
_MOST_ROWS, _MOST_COLUMNS = 1_048_576, 16_384
_DATES = frozenset({*range(14, 23), *range(45, 48)})
_BOOK_BYTES = 50
"""Bytes that openpyxl takes for each byte of the parts of a workbook, about."""
_START, _START_1904 = datetime(1899, 12, 30), datetime(1904, 1, 1)
"""Where days are counted from, and where a workbook of old versions for the Macintosh counts them from."""
_DATE_FORMAT = "m/d/yy h:mm"
_UNWRITABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)")
"""Characters that XML cannot hold, which a workbook holds as _x0000_, and the beginning of texts that look like these."""


def is_workbook(path: str) -> bool:
    return os.path.splitext(path)[1].lower() in (".xlsx", ".xlsm", ".xltx", ".xltm", ".xls", ".xlsb", ".ods")


@contextmanager
def _parts(path: str) -> Iterator[zipfile.ZipFile]:
    """The archive that a workbook is, while it is read."""
    with reading(path, "workbook", "MATLAB:spreadsheet:book:fileOpen"):
        try:
            book = zipfile.ZipFile(os.path.expanduser(path))
        except OSError:
            raise MatlabError(
                f"Unable to find or open '{path}'. Check the path and filename or file permissions.", "MATLAB:textio:textio:FileNotFound"
            ) from None
        except zipfile.BadZipFile:
            raise MatlabError(
                f"'{path}' is not a workbook of the .xlsx kind, the only one that can be read.", "RunMat:sheets:notXlsx"
            ) from None
        with book:
            yield book


def _part(book: zipfile.ZipFile, name: str) -> Any:
    """The root of a part of XML."""
    check_memory(_TREE_BYTES * book.getinfo(name).file_size)
    return ElementTree.fromstring(book.read(name))


def _sheets(book: zipfile.ZipFile) -> dict[str, str]:
    """The parts of the archive by the names of their sheets, in order."""
    try:
        listed = _part(book, "xl/workbook.xml")
        relations = _part(book, "xl/_rels/workbook.xml.rels")
    except KeyError:
        raise MatlabError("The workbook is not of the .xlsx kind, the only one that can be read.", "RunMat:sheets:notXlsx") from None
    targets = {r.get("Id"): r.get("Target", "") for r in relations}
    sheets = {}
    for sheet in listed.iter(_MAIN + "sheet"):
        target = targets[sheet.get(_RELATION)]
        sheets[sheet.get("name", "")] = target.lstrip("/") if target.startswith("/") else "xl/" + target
    return sheets


def sheet_names(path: str) -> list[str]:
    with _parts(path) as book:
        return list(_sheets(book))


def _styles_of_dates(book: zipfile.ZipFile) -> set[int]:
    """The numbers of cell formats that show dates."""
    if "xl/styles.xml" not in book.namelist():
        return set()
    root = _part(book, "xl/styles.xml")
    codes = {int(f.get("numFmtId", "0")): f.get("formatCode", "") for f in root.iter(_MAIN + "numFmt")}
    named = {k for k, code in codes.items() if re.search(r"[ymdhs]", re.sub(r'"[^"]*"|\[[^\]]*\]|\\.', "", code), re.IGNORECASE)}
    cells = root.find(_MAIN + "cellXfs")
    return {k for k, form in enumerate(cells if cells is not None else ()) if int(form.get("numFmtId", "0")) in _DATES | named}


def column_number(letters: str) -> int:
    """The column (from 0) of ``A``, ``B``, ... ``AA``."""
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - 64
    return number - 1


def column_letters(number: int) -> str:
    letters = ""
    number += 1
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def read_sheet(path: str, sheet: str | int = 1) -> Grid:
    """All cells from A1 on, rows of equal length; ``sheet`` is a name or a number from 1."""
    with _parts(path) as book:
        names = _sheets(book)
        if isinstance(sheet, int):
            if not 1 <= sheet <= len(names):
                raise MatlabError(f"Worksheet index {sheet} is out of range.", "MATLAB:spreadsheet:book:openSheetIndex")
            part = list(names.values())[sheet - 1]
        elif sheet not in names:
            raise MatlabError(f"Unable to find the worksheet named '{sheet}'.", "MATLAB:spreadsheet:book:openSheetName")
        else:
            part = names[sheet]
        shared: list[str] = []
        if "xl/sharedStrings.xml" in book.namelist():
            for item in _part(book, "xl/sharedStrings.xml"):
                shared.append(_text(item))
        dates, start, cells = _styles_of_dates(book), _start(book), {}
        for row, line in enumerate(_part(book, part).iter(_MAIN + "row")):
            at = int(line.get("r", row + 1)) - 1
            for place, cell in enumerate(line):
                match = re.match(r"([A-Z]+)(\d+)", cell.get("r", ""))
                value = _value(cell, shared, dates, start)
                if value is not None:
                    cells[at, column_number(match[1]) if match else place] = value
        height, width = (max((place[k] for place in cells), default=-1) + 1 for k in (0, 1))
        if height > _MOST_ROWS or width > _MOST_COLUMNS or min(map(min, cells), default=0) < 0:
            raise Damaged("it has cells outside of the sheet")
        check_memory(8 * height * width)
        return [[cells.get((i, j)) for j in range(width)] for i in range(height)]


def _start(book: zipfile.ZipFile) -> datetime:
    """The day that a workbook counts days from."""
    form = _part(book, "xl/workbook.xml").find(_MAIN + "workbookPr")
    return _START_1904 if form is not None and form.get("date1904") in ("1", "true") else _START


def _text(item: Any) -> str:
    """The text of a cell, whose parts may have formats of their own; _x000A_ is a character that XML may not hold."""
    text = "".join(t.text or "" for t in item.iter(_MAIN + "t"))
    return re.sub("_x([0-9A-Fa-f]{4})_", lambda match: chr(int(match[1], 16)), text)


def _value(cell: Any, shared: list[str], dates: set[int], start: datetime) -> Cell:
    kind, held = cell.get("t", "n"), cell.find(_MAIN + "v")
    if kind == "inlineStr":
        return _text(cell)
    if held is None or held.text is None:
        return None
    if kind == "s":
        return shared[int(held.text)]
    if kind == "b":
        return held.text == "1"
    if kind in ("str", "d"):
        return held.text
    if kind == "e":
        return float("nan")
    number = float(held.text)
    is_date = int(cell.get("s", "0")) in dates and 0 < number < 2958466 - (start - _START).days
    return start + timedelta(seconds=round(number * 86400, 3)) if is_date else number


def write_sheet(
    path: str, grid: Grid, sheet: str | int = 1, row: int = 0, column: int = 0, *, fresh: bool = False, append: bool = False
) -> None:
    """Put values into a sheet from a row and column on.  All else that a file has, formats and formulas too, stays, unless it is ``fresh``."""
    path = os.path.expanduser(path)
    openpyxl = _library()
    is_old = os.path.isfile(path) and not fresh
    book, numbers = _opened(path) if is_old else (openpyxl.Workbook(), {})
    if not is_old:
        book.remove(book.active)
    page = _page(book, sheet)
    row += len(read_sheet(path, page.title)) if append and is_old and page.title in sheet_names(path) else 0
    if row + len(grid) > _MOST_ROWS or column + max(map(len, grid), default=0) > _MOST_COLUMNS:
        raise MatlabError("The data do not fit into a sheet.", "MATLAB:spreadsheet:sheet:rangeOutOfBounds")
    start = _START_1904 if book.epoch.year == 1904 else _START
    for i, line in enumerate(grid):
        for j, value in enumerate(line):
            cell = page.cell(row + i + 1, column + j + 1)
            _put(cell, value, start)
            numbers.get(page.title, {}).pop(cell.coordinate, None)
    stored = _stored(book)
    if is_old:
        _restore(stored, numbers)
    store(path, stored.getvalue())


def cell_text(cell: Cell) -> str:
    """A cell as the text that a file of delimited text would have."""
    if isinstance(cell, datetime):
        return cell.strftime("%Y-%m-%d %H:%M:%S")
    if isinstance(cell, bool):
        return str(int(cell))
    if isinstance(cell, float):
        return "NaN" if cell != cell else f"{cell:.17g}" if cell != int(cell) or abs(cell) >= 1e15 else str(int(cell))
    return cell or ""


# --- writing, by openpyxl ----------------------------------------------------------------------------------------------


def _library() -> Any:
    """The module openpyxl; the error that names the extra where it is not installed."""
    try:
        import openpyxl
    except ImportError:
        raise missing("Workbooks that are written", "openpyxl", "workbooks") from None
    return openpyxl


def _opened(path: str) -> tuple[Any, Numbers]:
    """A workbook to change, and the texts of its numbers: openpyxl rounds them, and forgets what formulas were computed to be."""
    with _parts(path) as book:
        check_memory(_BOOK_BYTES * sum(part.file_size for part in book.infolist()))
        numbers = {name: _numbers(_part(book, part)) for name, part in _sheets(book).items()}
        with open(path, "rb") as stream, warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of dates beyond Python's, whose numbers are put back
            return _library().load_workbook(stream, keep_vba="xl/vbaProject.bin" in book.namelist(), rich_text=True), numbers


def _numbers(root: Any) -> dict[str, tuple[str, str]]:
    """The type and the text of each number and of each value of a formula of a sheet, by the names of cells."""
    cells = (cell for cell in root.iter(_MAIN + "c") if cell.get("t", "n") == "n" or cell.find(_MAIN + "f") is not None)
    return {cell.get("r", ""): (cell.get("t", "n"), text) for cell in cells if (text := cell.findtext(_MAIN + "v"))}


_MOST_SHEETS = 500
"""A workbook gets all sheets up to the one that is written."""


def _free_name(names: list[str]) -> str:
    """The first name ``Sheet<k>`` that no sheet has, behind the number of sheets."""
    count = len(names)
    return next(f"Sheet{k}" for k in range(count + 1, 2 * count + 2) if f"Sheet{k}" not in names)


def _page(book: Any, sheet: str | int) -> Any:
    """The sheet of a name or a number from 1 of a workbook; it is added, with those before it, where there is none."""
    if isinstance(sheet, int):
        if not 1 <= sheet <= _MOST_SHEETS:
            raise MatlabError(f"Worksheet index {sheet} is out of range.", "MATLAB:spreadsheet:book:openSheetIndex")
        while len(book.sheetnames) < sheet:
            book.create_sheet(_free_name(book.sheetnames))
        sheet = book.sheetnames[sheet - 1]
    page = next((book[name] for name in book.sheetnames if name.casefold() == sheet.casefold()), None)
    if page is None:
        if not 0 < len(sheet) <= 31 or re.search(r"[\\/*?:\[\]]", sheet):
            raise MatlabError(f"'{sheet}' is not a valid name of a sheet.", "MATLAB:spreadsheet:book:invalidSheetName")
        page = book.create_sheet(sheet)
    if not hasattr(page, "cell"):
        raise MatlabError(f"The sheet '{sheet}' is a chart.", "MATLAB:spreadsheet:book:openSheetName")
    return page


def _put(cell: Any, value: Cell, start: datetime) -> None:
    """A value into a cell, whose format stays; of merged cells the first alone has a value."""
    if type(cell).__name__ == "MergedCell":
        return
    if isinstance(value, float) and not math.isfinite(value):
        value = None if math.isnan(value) else "Inf" if value > 0 else "-Inf"
    if isinstance(value, datetime):
        if not cell.is_date:
            cell.number_format = _DATE_FORMAT
        value = (value - start).total_seconds() / 86400
    if isinstance(value, str):
        cell.value = _UNWRITABLE.sub(lambda match: f"_x{ord(match[0]):04X}_", value)
        cell.data_type = "s"  # no formula, though it may begin as one
    elif type(value) is float:
        cell.value = repr(value)  # openpyxl rounds numbers to 16 digits
        cell.data_type = "n"
    else:
        cell.value = value


def _stored(book: Any) -> io.BytesIO:
    """The bytes of a workbook.  Its sheets are made in memory too: openpyxl makes files of them, which a full disk does not take."""
    from openpyxl.drawing.spreadsheet_drawing import SpreadsheetDrawing
    from openpyxl.worksheet._writer import WorksheetWriter
    from openpyxl.writer.excel import ExcelWriter

    class Writer(ExcelWriter):
        def write_worksheet(self, sheet: Any) -> None:
            sheet._drawing = SpreadsheetDrawing()
            sheet._drawing.charts, sheet._drawing.images = sheet._charts, sheet._images
            writer = WorksheetWriter(sheet, io.BytesIO())
            writer.write()
            sheet._rels = writer._rels
            self._archive.writestr(sheet.path[1:], writer.out.getvalue())
            self.manifest.append(sheet)

    stored = io.BytesIO()
    book.properties.modified = datetime.now(UTC).replace(tzinfo=None)
    Writer(book, zipfile.ZipFile(stored, "w", zipfile.ZIP_DEFLATED)).save()
    return stored


def _restore(stored: io.BytesIO, numbers: Numbers) -> None:
    """Put back the texts of numbers: without them a program that does not compute would see empty cells where formulas are."""
    ElementTree.register_namespace("", _MAIN[1:-1])
    with zipfile.ZipFile(stored) as book:
        parts = {info.filename: book.read(info) for info in book.infolist()}
        names = _sheets(book)
    for name, texts in numbers.items():
        if not texts:
            continue
        root = ElementTree.fromstring(parts[names[name]])
        for cell in root.iter(_MAIN + "c"):
            if (text := texts.get(cell.get("r", ""))) is None or (held := cell.find(_MAIN + "v")) is None:
                continue
            kind, held.text = text
            cell.set("t", kind)
        parts[names[name]] = ElementTree.tostring(root, encoding="UTF-8", xml_declaration=True)
    stored.seek(0)
    stored.truncate()
    with zipfile.ZipFile(stored, "w", zipfile.ZIP_DEFLATED) as book:
        for name, data in parts.items():
            book.writestr(name, data)

"""Excel workbooks (.xlsx): cells of a sheet read as numbers, texts, truth values and dates, and sheets written.

A workbook is a zip archive of XML parts.  Written are values only: formats of cells that were there before are lost.
"""

from __future__ import annotations

import os
import re
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any
from xml.etree import ElementTree
from xml.sax.saxutils import escape

from ....base.errors import Damaged, MatlabError
from ....base.stored import replacing
from .damage import check_memory, reading

Cell = float | str | bool | datetime | None
Grid = list[list[Cell]]

_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_TREE_BYTES = 10
"""Bytes that the tree of a part takes for each byte of its text, about."""
_MOST_ROWS, _MOST_COLUMNS = 1_048_576, 16_384
_DATES = frozenset({*range(14, 23), *range(45, 48)})
_START = datetime(1899, 12, 30)
_KIND = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml."


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
    found = {}
    for sheet in listed.iter(_MAIN + "sheet"):
        target = targets[sheet.get(_RELATION)]
        found[sheet.get("name", "")] = target.lstrip("/") if target.startswith("/") else "xl/" + target
    return found


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
                shared.append("".join(t.text or "" for t in item.iter(_MAIN + "t")))
        dates, cells = _styles_of_dates(book), {}
        for row, line in enumerate(_part(book, part).iter(_MAIN + "row")):
            at = int(line.get("r", row + 1)) - 1
            for place, cell in enumerate(line):
                match = re.match(r"([A-Z]+)(\d+)", cell.get("r", ""))
                value = _value(cell, shared, dates)
                if value is not None:
                    cells[at, column_number(match[1]) if match else place] = value
        height, width = (max((place[k] for place in cells), default=-1) + 1 for k in (0, 1))
        if height > _MOST_ROWS or width > _MOST_COLUMNS or min(map(min, cells), default=0) < 0:
            raise Damaged("it has cells outside of the sheet")
        check_memory(8 * height * width)
        return [[cells.get((i, j)) for j in range(width)] for i in range(height)]


def _value(cell: Any, shared: list[str], dates: set[int]) -> Cell:
    kind, held = cell.get("t", "n"), cell.find(_MAIN + "v")
    if kind == "inlineStr":
        return "".join(t.text or "" for t in cell.iter(_MAIN + "t"))
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
    return _START + timedelta(seconds=round(number * 86400, 3)) if int(cell.get("s", "0")) in dates and 0 < number < 2958466 else number


def write_sheet(
    path: str, grid: Grid, sheet: str | int = 1, row: int = 0, column: int = 0, *, fresh: bool = False, append: bool = False
) -> None:
    """Put values into a sheet from a row and column on; the other cells and sheets of a file that exists stay, unless it is ``fresh``."""
    path = os.path.expanduser(path)
    book: dict[str, Grid] = {}
    if os.path.isfile(path) and not fresh:
        book = {name: read_sheet(path, name) for name in sheet_names(path)}
    if isinstance(sheet, int):
        while len(book) < sheet:
            book[next(f"Sheet{k}" for k in range(len(book) + 1, 1000) if f"Sheet{k}" not in book)] = []
        sheet = list(book)[sheet - 1]
    cells = book.setdefault(sheet, [])
    row += len(cells) if append else 0
    cells += [[] for _ in range(row + len(grid) - len(cells))]
    for i, line in enumerate(grid):
        there = cells[row + i]
        there += [None] * (column + len(line) - len(there))
        there[column : column + len(line)] = line
    with replacing(path) as name, zipfile.ZipFile(name, "w", zipfile.ZIP_DEFLATED) as archive:
        _write(archive, book)


def cell_text(cell: Cell) -> str:
    """A cell as the text that a file of delimited text would have."""
    if isinstance(cell, datetime):
        return cell.strftime("%Y-%m-%d %H:%M:%S")
    if isinstance(cell, bool):
        return str(int(cell))
    if isinstance(cell, float):
        return "NaN" if cell != cell else f"{cell:.17g}" if cell != int(cell) or abs(cell) >= 1e15 else str(int(cell))
    return cell or ""


def _cell(place: str, value: Cell) -> str:
    if value is None or (isinstance(value, float) and value != value):
        return ""
    if isinstance(value, bool):
        return f'<c r="{place}" t="b"><v>{int(value)}</v></c>'
    if isinstance(value, datetime):
        return f'<c r="{place}" s="1"><v>{(value - _START).total_seconds() / 86400!r}</v></c>'
    if isinstance(value, str):
        return f'<c r="{place}" t="inlineStr"><is><t xml:space="preserve">{escape(value)}</t></is></c>'
    if abs(value) == float("inf"):
        return f'<c r="{place}" t="inlineStr"><is><t>{"Inf" if value > 0 else "-Inf"}</t></is></c>'
    return f'<c r="{place}"><v>{value!r}</v></c>'


def _write(archive: zipfile.ZipFile, book: dict[str, Grid]) -> None:
    head, main = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n', _MAIN[1:-1]
    package = "http://schemas.openxmlformats.org/package/2006/"
    count = range(1, len(book) + 1)
    kinds = "".join(f'<Override PartName="/xl/worksheets/sheet{k}.xml" ContentType="{_TYPE}worksheet+xml"/>' for k in count)
    archive.writestr(
        "[Content_Types].xml",
        f'{head}<Types xmlns="{package}content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{_TYPE}sheet.main+xml"/>'
        f'<Override PartName="/xl/styles.xml" ContentType="{_TYPE}styles+xml"/>{kinds}</Types>',
    )
    start = f'{head}<Relationships xmlns="{package}relationships">'
    archive.writestr(
        "_rels/.rels", f'{start}<Relationship Id="rId1" Type="{_KIND}officeDocument" Target="xl/workbook.xml"/></Relationships>'
    )
    listed = "".join(f'<sheet name="{escape(name)}" sheetId="{k}" r:id="rId{k}"/>' for k, name in zip(count, book, strict=True))
    archive.writestr("xl/workbook.xml", f'{head}<workbook xmlns="{main}" xmlns:r="{_KIND[:-1]}"><sheets>{listed}</sheets></workbook>')
    links = "".join(f'<Relationship Id="rId{k}" Type="{_KIND}worksheet" Target="worksheets/sheet{k}.xml"/>' for k in count)
    styles = f'<Relationship Id="rId{len(book) + 1}" Type="{_KIND}styles" Target="styles.xml"/>'
    archive.writestr("xl/_rels/workbook.xml.rels", f"{start}{links}{styles}</Relationships>")
    archive.writestr(
        "xl/styles.xml",
        f'{head}<styleSheet xmlns="{main}"><fonts count="1"><font/></fonts><fills count="1"><fill/></fills>'
        '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>'
        '<cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="22" applyNumberFormat="1"/></cellXfs></styleSheet>',
    )
    for k, grid in zip(count, book.values(), strict=True):
        rows = (
            f'<row r="{i + 1}">{"".join(_cell(f"{column_letters(j)}{i + 1}", value) for j, value in enumerate(line))}</row>'
            for i, line in enumerate(grid)
        )
        archive.writestr(
            f"xl/worksheets/sheet{k}.xml", f'{head}<worksheet xmlns="{main}"><sheetData>{"".join(rows)}</sheetData></worksheet>'
        )

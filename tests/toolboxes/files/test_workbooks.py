"""Workbooks: what is written is read again, and what another program wrote is understood."""

import io
import sys
import zipfile
from datetime import datetime

import pytest

from runmat_kernel.base.errors import MatlabError
from runmat_kernel.session import Session, execute
from runmat_kernel.toolboxes.files.formats import sheets

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
LINKS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def test_cells_come_back(tmp_path):
    path = str(tmp_path / "a.xlsx")
    grid = [["n", "a<b & c"], [1.0, True], [None, datetime(2020, 1, 2, 3, 4, 5)], [-2.5e-7, " x "]]
    sheets.write_sheet(path, grid)
    assert sheets.read_sheet(path) == grid
    sheets.write_sheet(path, [[7.0]], "Other", 1, 27)
    assert sheets.sheet_names(path) == ["Sheet1", "Other"]
    assert sheets.read_sheet(path, "Other")[1][27] == 7.0
    assert sheets.read_sheet(path, 1) == grid


def test_shared_texts_and_formats(tmp_path):
    path = tmp_path / "b.xlsx"
    with zipfile.ZipFile(path, "w") as book:
        book.writestr(
            "xl/workbook.xml", f'<workbook xmlns="{MAIN}" xmlns:r="{LINKS}"><sheets><sheet name="S" r:id="x"/></sheets></workbook>'
        )
        book.writestr("xl/_rels/workbook.xml.rels", '<R><Relationship Id="x" Target="/xl/worksheets/one.xml"/></R>')
        book.writestr("xl/sharedStrings.xml", f'<sst xmlns="{MAIN}"><si><r><t>he</t></r><r><t>llo</t></r></si></sst>')
        book.writestr(
            "xl/styles.xml",
            f'<styleSheet xmlns="{MAIN}"><numFmts><numFmt numFmtId="170" formatCode="yyyy\\-mm\\-dd"/></numFmts>'
            '<cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs></styleSheet>',
        )
        book.writestr(
            "xl/worksheets/one.xml",
            f'<worksheet xmlns="{MAIN}"><sheetData>'
            '<row r="2"><c r="B2" t="s"><v>0</v></c><c r="C2" s="1"><v>43831</v></c></row></sheetData>'
            "</worksheet>",
        )
    assert sheets.read_sheet(str(path)) == [[None] * 3, [None, "hello", datetime(2020, 1, 1)]]


def test_tables(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code = (
        "T = table([1;2.5], ['a';'b'], datetime(2020,1,[1;2],3,4,5), 'VariableNames', {'n','s','d'}); writetable(T, 't.xlsx');"
        "R = readtable('t.xlsx'); fprintf('%d', isequal(R.n, T.n), isequal(R.s, {'a';'b'}), isequal(R.d, T.d));"
        "writetable(T, 't.xlsx', 'Sheet', 'B', 'Range', 'C3'); fprintf('%d', width(readtable('t.xlsx', 'Sheet', 'B')))"
    )
    assert execute(code) == "1113"


def test_days_of_a_sheet_are_shown_as_days(tmp_path):
    path = tmp_path / "days.xlsx"
    code = f"f = '{path}'; writetable(table(datetime(2020,1,[1;2]),'VariableNames',{{'d'}}), f); T = readtable(f); C = readcell(f); "
    assert execute(code + "fprintf('%s,', string(T.d), string(C{2}))") == "01-Jan-2020,02-Jan-2020,01-Jan-2020,"


@pytest.fixture
def existing(tmp_path):
    """A workbook of another program, with formats, dates, formulas and what they were computed to be."""
    from openpyxl import Workbook
    from openpyxl.styles import Font

    book = Workbook()
    page = book.active
    page.title = "Data"
    page["A1"], page["A1"].font = "name", Font(bold=True)
    page["A2"], page["A2"].number_format = 0.5, "0.00%"
    page["B2"], page["B2"].number_format = datetime(2020, 1, 2), "yyyy-mm-dd"
    page["C2"] = "=A2*2"
    page.merge_cells("A5:B5")
    page.column_dimensions["A"].width = 33
    book.create_sheet("More")["A1"] = 1 / 3
    path, stored = tmp_path / "old.xlsx", io.BytesIO()
    book.save(stored)
    sheets._restore(stored, {"Data": {"C2": ("n", "1")}, "More": {"A1": ("n", repr(0.1 + 0.2))}})
    path.write_bytes(stored.getvalue())
    return str(path)


def test_what_a_workbook_has_stays_when_cells_are_written(existing):
    from openpyxl import load_workbook

    sheets.write_sheet(existing, [[0.75, datetime(2021, 3, 4), None, "=text"], [1 / 3, float("nan"), True, "Inf"]], "data", 1)
    page = load_workbook(existing)["Data"]
    assert page["A1"].font.bold and page["A2"].number_format == "0.00%" and page["B2"].number_format == "yyyy-mm-dd"
    assert page.column_dimensions["A"].width == 33 and page["A2"].value == 0.75 and page["B2"].value == datetime(2021, 3, 4)
    assert page["C2"].value is None and page["D2"].data_type == "s"
    assert sheets.read_sheet(existing) == [
        ["name", None, None, None], [0.75, datetime(2021, 3, 4), None, "=text"], [1 / 3, None, True, "Inf"]
    ]  # fmt: skip
    assert sheets.read_sheet(existing, "More") == [[0.1 + 0.2]]  # all digits


def test_formulas_stay_with_what_they_were_computed_to_be(existing):
    from openpyxl import load_workbook

    sheets.write_sheet(existing, [["x"]], "Data", 7, 7)
    assert load_workbook(existing)["Data"]["C2"].value == "=A2*2"
    assert sheets.read_sheet(existing)[1][2] == 1.0


def test_merged_cells_have_one_value(existing):
    sheets.write_sheet(existing, [["a", "b"]], "Data", 4)
    assert sheets.read_sheet(existing)[4][:2] == ["a", None]


def test_texts_that_xml_cannot_hold(tmp_path):
    path = str(tmp_path / "a.xlsx")
    grid = [["a\x01b", "_x0041_", "=1+1", "#N/A"]]
    sheets.write_sheet(path, grid)
    assert sheets.read_sheet(path) == grid


def test_days_since_1904(tmp_path):
    from openpyxl import Workbook
    from openpyxl.utils.datetime import CALENDAR_MAC_1904

    path, book = tmp_path / "mac.xlsx", Workbook()
    book.epoch = CALENDAR_MAC_1904
    book.active["A1"] = datetime(2020, 1, 2, 3)
    book.save(path)
    sheets.write_sheet(str(path), [[datetime(2021, 1, 2)]], row=1)
    assert sheets.read_sheet(str(path)) == [[datetime(2020, 1, 2, 3)], [datetime(2021, 1, 2)]]


@pytest.mark.parametrize(("sheet", "row"), [("a/b", 0), ("", 0), ("x" * 32, 0), ("S", 1 << 20)])
def test_what_a_workbook_cannot_hold_is_an_error_and_leaves_the_file(existing, sheet, row):
    with open(existing, "rb") as stream:
        before = stream.read()
    with pytest.raises(MatlabError):
        sheets.write_sheet(existing, [[1.0]], sheet, row)
    with open(existing, "rb") as stream:
        assert stream.read() == before


def test_without_the_library_an_error_says_how_to_get_it(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    error = Session().run(f"writematrix(1,'{tmp_path}/a.xlsx')").error
    assert error.identifier == "RunMat:workbooks:notAvailable"
    how = "pip install 'runmat-kernel[workbooks]'."
    assert error.message == f"Workbooks that are written need the package openpyxl, which is not installed: {how}"
    assert not list(tmp_path.iterdir())


def test_damaged_workbooks_are_not_changed(existing):
    with open(existing, "rb") as stream:
        data = stream.read()
    for damaged in (data[: len(data) // 2], b"text", data.replace(b"PK\x01\x02", b"PK\x01\x03")):
        with open(existing, "wb") as stream:
            stream.write(damaged)
        with pytest.raises(MatlabError):
            sheets.write_sheet(existing, [[1.0]])
        with open(existing, "rb") as stream:
            assert stream.read() == damaged

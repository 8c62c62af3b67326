"""Workbooks: what is written is read again, and what another program wrote is understood."""

import zipfile
from datetime import datetime

from runmat_kernel.session import execute
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

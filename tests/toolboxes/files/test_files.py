"""Files: lines, binary data, scanning, .mat files, delimited text, folders."""

import numpy as np
import pytest

from runmat_kernel.session import Session


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    session = Session()

    def go(code):
        outcome = session.run(code)
        assert outcome.error is None, outcome.error
        return outcome.text

    return go


def test_lines_until_end_of_file(run):
    run("f = fopen('a.txt', 'w'); fprintf(f, 'one\\ntwo\\n\\nlast'); fclose(f);")
    text = run("f = fopen('a.txt'); while ~feof(f), l = fgetl(f); fprintf('[%s]', l); end; disp(fgetl(f)); fclose(f);")
    assert text.split() == ["[one][two][][last]", "-1"]


def test_loop_over_file_that_ends_in_newline(run):
    run("f = fopen('a.txt', 'w'); fprintf(f, '1\\n2\\n'); fclose(f);")
    assert run("f = fopen('a.txt'); n = 0; while ~feof(f), fgetl(f); n = n + 1; end; fclose(f); fprintf('%d', n)") == "2"


def test_encodings_of_files(run):
    run("f = fopen('e.txt', 'w', 'native', ''); fprintf(f, '\u00e9'); [~, ~, ~, e] = fopen(f); fclose(f); assert(strcmp(e, 'UTF-8'))")
    assert run("try, fopen('e.txt', 'w', 'n', 'no such'); catch e, fprintf('%s', e.identifier); end") == "MATLAB:iofun:InvalidEncoding"


def test_binary_round_trip_and_byte_order(run):
    run("f = fopen('b.bin', 'w', 'ieee-be'); fwrite(f, [1 -2 300], 'int16'); fclose(f);")
    assert run("f = fopen('b.bin', 'r', 'b'); x = fread(f, [1 3], 'int16'); fclose(f); fprintf('%d ', x)") == "1 -2 300 "
    assert run(
        "f = fopen('b.bin'); x = fread(f, 2, '*uint8')'; fseek(f, 4, 'bof'); y = fread(f)'; fclose(f); "
        "fprintf('%s %d %d %d %d', class(x), x, y)"
    ) == ("uint8 0 1 1 44")


@pytest.mark.parametrize("machine", ["l", "b"])
@pytest.mark.parametrize(
    ("width", "signed"), [(1, False), (3, True), (4, False), (12, True), (24, True), (24, False), (33, False), (53, True)]
)
def test_numbers_of_bits_round_trip(run, machine, width, signed):
    low, high = (-(2 ** (width - 1)), 2 ** (width - 1) - 1) if signed else (0, 2**width - 1)
    kind = f"{'' if signed else 'u'}bit{width}"
    run(f"x = [{low} {high} 0 {1 % (high + 1)} {high // 2} {high} {low}]; f = fopen('a', 'w', '{machine}');")
    run(f"fwrite(f, x(1:3), '{kind}'); fwrite(f, x(4:end), '{kind}'); fclose(f); d = dir('a');")
    run(
        f"f = fopen('a', 'r', '{machine}'); a = fread(f, 2, '{kind}'); b = fread(f, [1 5], '{kind}'); c = fread(f, 9, '{kind}'); fclose(f);"
    )
    assert run("disp([isequal([a' b], x) numel(c) <= 7 d.bytes])").split() == ["1", "1", str(-(-7 * width // 8))]


def test_numbers_of_bits_with_gaps_and_classes(run):
    run("f = fopen('a', 'w'); fwrite(f, [7 15 210 4]); fclose(f); f = fopen('a');")
    assert run("disp(fread(f, [1 8], 'ubit1', 0, 'b')), disp(fread(f, [1 2], 'ubit4'))").split() == [*"00000111", "15", "0"]
    assert run("frewind(f); disp(fread(f, [1 Inf], '2*ubit2', 4))").split() == ["3", "1", "3", "3", "2", "0", "0", "1"]
    assert run("frewind(f); disp(class(fread(f, 1, '*bit12'))), fclose(f);").strip() == "int16"


def test_scan_file_into_matrix(run):
    run("f = fopen('n.txt', 'w'); fprintf(f, '1 2\\n3 4\\n5 6\\n'); fclose(f);")
    assert run("f = fopen('n.txt'); A = fscanf(f, '%f', [2 Inf])'; fclose(f); disp(A(3, :))").split() == ["5", "6"]


def test_textscan_with_header_and_text(run):
    run("f = fopen('t.csv', 'w'); fprintf(f, 'name,v\\nab,1.5\\ncd,2\\n'); fclose(f);")
    assert (
        run(
            "f = fopen('t.csv'); c = textscan(f, '%s %f', 'Delimiter', ',', 'HeaderLines', 1); fclose(f); "
            "fprintf('%s %g', c{1}{2}, c{2}(1))"
        )
        == "cd 1.5"
    )


def test_mat_file_keeps_classes(run):
    run("a = single(2.5); b = {1, 'x'; [], true}; s = struct('p', {1, 2}); z = 1 + 2i; t = 'hello'; save('v.mat');")
    run("clear; load v.mat")
    assert (
        run("fprintf('%s %s %d %s %g%+gi %s', class(a), class(b{2, 2}), numel(s), b{1, 2}, real(z), imag(z), t)")
        == "single logical 2 x 1+2i hello"
    )


def test_structures_without_fields_come_back_from_files(run):
    run("s.a = struct(); s.b = struct([]); s.c = {struct(), repmat(struct(), 1, 3), {}}; t = struct(); save('v.mat', 's', 't')")
    assert (
        run("r = load('v.mat'); fprintf('%d', isequal(r.s, s), isstruct(r.t), isstruct(r.s.b), size(r.s.b), numel(r.s.c{2}))") == "111003"
    )


def test_load_of_numbers_names_the_variable_after_the_file(run, tmp_path):
    np.savetxt(tmp_path / "some_data.txt", [[1, 2], [3, 4]])
    assert run("load some_data.txt; fprintf('%d', some_data)") == "1324"


def test_dir_lists_a_folder_as_itself_and_its_parent(run):
    run("mkdir('q'); mkdir q r; f = fopen('q/x.m', 'w'); fclose(f);")
    assert run("d = dir('q'); fprintf('%s ', d.name)") == run("d = dir('q/*'); fprintf('%s ', d.name)") == ". .. r x.m "
    assert run("d = dir('q'); fprintf('%d', strcmp({d.folder}, fullfile(pwd, 'q')))") == "1111"
    assert run("d = dir('q/*.m'); fprintf('%s ', d.name); fprintf('%d', numel(dir('none/*')), numel(dir('none')))") == "x.m 00"


def test_importdata_keeps_row_headers_out_of_the_numbers(run, tmp_path):
    (tmp_path / "d.csv").write_text(",a,b\n1990Q1,NaN,4\n1990Q2,5,6\n")
    (tmp_path / "e.txt").write_text("one 1 2\ntwo 3 4\n")
    assert run("A = importdata('d.csv', ','); fprintf('%g ', A.data, size(A.textdata)); fprintf('%s|', A.textdata{:})") == (
        "NaN 5 4 6 3 3 |1990Q1|1990Q2|a|||b|||"
    )
    assert run("A = importdata('e.txt'); fprintf('%g ', A.data); fprintf('%s ', A.rowheaders{:}); disp(fieldnames(A)')").split() == (
        "1 3 2 4 one two {'data'} {'textdata'} {'rowheaders'}".split()
    )


def test_files_to_read_are_found_in_searched_folders(run, tmp_path):
    run("mkdir q; addpath q; f = fopen('q/t.txt', 'w'); fprintf(f, '7 8'); fclose(f); x = 3; save q/m.mat x; imwrite(uint8(9), 'q/p.png')")
    assert run("f = fopen('t.txt'); fprintf('%s|', fgetl(f)); fclose(f); s = load('m'); fprintf('%d', s.x)") == "7 8|3"
    assert run("fprintf('%s|%d', fileread('t.txt'), imread('p.png'))") == "7 8|9"
    assert run("fprintf('%d', exist('t.txt', 'file'), exist('t.txt'), importdata('t.txt'), fopen('q2/t.txt'))") == "2278-1"
    run("f = fopen('t.txt', 'w'); fclose(f);")
    assert (tmp_path / "t.txt").is_file()  # what is written goes to the current folder


def test_matrix_text_round_trip(run):
    assert (
        run(
            "M = [1 2.5; -3 1e10]; writematrix(M, 'm.csv'); dlmwrite('d.txt', M, '\\t'); "
            "fprintf('%d', isequal(readmatrix('m.csv'), M), isequal(dlmread('d.txt'), M))"
        )
        == "11"
    )


def test_folders(run):
    text = run(
        "mkdir('q'); cd q; f = fopen('x.txt', 'w'); fclose(f); cd ..; d = dir('q'); fprintf('%d %s %d', numel(d), d(3).name, isfolder('q'))"
    )
    assert text == "3 x.txt 1"
    assert run("[ok, msg] = rmdir('q'); [ok2, msg] = rmdir('q', 's'); fprintf('%d %d %d', ok, ok2, isfolder('q'))") == "0 1 0"


def test_copy_move_delete(run):
    run("f = fopen('x.txt', 'w'); fprintf(f, 'hi'); fclose(f); copyfile('x.txt', 'y.txt'); movefile('y.txt', 'z.txt'); delete x.txt")
    assert run("fprintf('%d%d%d%s', isfile('x.txt'), isfile('y.txt'), isfile('z.txt'), fileread('z.txt'))") == "001hi"


def test_image_round_trip(run):
    assert run("A = uint8(reshape(0:11, 2, 2, 3)); imwrite(A, 'i.png'); fprintf('%d', isequal(imread('i.png'), A))") == "1"


def test_a_diary_has_what_is_printed_while_it_is_on(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    session = Session(provider="host")
    code = "diary log.txt\nx = 3\ndisp(char(55357))\nt = evalc('disp(9)');\ndiary off\ndisp('b')\n"
    code += "diary\nwarning('my:id', 'careful')\ndiary\nz = 5"
    assert session.run(code).error is None
    assert (tmp_path / "log.txt").read_text(encoding="utf-8") == "\nx =\n\n     3\n\n\ufffd\nWarning: careful\n"


def test_textscan_goes_on_where_it_ended(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "h.txt").write_bytes("title é\r\n1 2\r\n3 4\r\n5 6\r\nrest 7\r\n".encode())
    code = (
        "fid = fopen('h.txt'); a = textscan(fid,'%s %s',1); b = textscan(fid,'%d %d',2); fgetl(fid); c = fgetl(fid); "
        "d = textscan(fid,'%s %d'); e = feof(fid); fclose(fid); fprintf('%s|%d %d|%s|%s %d|%d', a{2}{1}, b{1}, c, d{1}{1}, d{2}, e); "
        "[~,p] = textscan('1 2 3 x','%f'); fprintf('|%d', p)"
    )
    outcome = Session(provider="host").run(code)
    assert outcome.error is None and outcome.text == "é|1 3|5 6|rest 7|1|6"


def test_characters_of_files_are_decoded(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code = (
        "fid = fopen('u.txt','w'); fwrite(fid,'é€a','char'); fclose(fid); fid = fopen('u.txt'); s = fread(fid,[1 2],'*char'); "
        "p = ftell(fid); t = fread(fid,'char=>double'); e = feof(fid); frewind(fid); b = fread(fid,'uchar'); fclose(fid); "
        "fprintf('%s|%d|%d|%d|%d', s, p, t, e, numel(b))"
    )
    outcome = Session(provider="host").run(code)
    assert outcome.error is None and outcome.text == "é€|5|97|1|6"
    outcome = Session(provider="host").run(
        "fid = fopen('b.bin','w'); fwrite(fid,[200 10 65]); fclose(fid); fid = fopen('b.bin'); "
        "fprintf('%d ', double(fread(fid,'*char'))); fclose(fid);"
    )
    assert outcome.text == "200 10 65 "


def test_fscanf_reads_blanks_before_what_does_not_fit(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "z.txt").write_text("né 1 2\n3\nend\n", "utf-8")
    code = (
        "fid = fopen('z.txt'); s = fscanf(fid,'%s',1); n = fscanf(fid,'%d'); l = fgetl(fid); fclose(fid); [~,~,~,p] = sscanf('1 2 x','%d');"
    )
    outcome = Session(provider="host").run(code + " fprintf('%s|%d %d %d|%s|%d', s, n, l, p)")
    assert outcome.error is None and outcome.text == "né|1 2 3|end|5"


def test_type_shows_functions_of_cells():
    outcome = Session(provider="host").run("function r = doubled(a)\n% DOUBLED twice a\n  r = 2 * a; % here\nend\ntype doubled")
    assert outcome.text == "\nfunction r = doubled(a)\n% DOUBLED twice a\n  r = 2 * a; % here\nend\n\n"


@pytest.mark.parametrize(("text", "matrix"), [
    ("1,2,3\n4,5.5e3,-6\n", [[1, 2, 3], [4, 5500, -6]]), ("1,,3\n4,5\n", [[1, 0, 3], [4, 5, 0]]), (" 1 , 2\n\n+3,.5\n", [[1, 2], [3, 0.5]]),
    ("1,Inf\n-inf,1d2\n", [[1, np.inf], [-np.inf, 100]]),
])  # fmt: skip
def test_numbers_separated_by_commas(run, tmp_path, text, matrix):
    (tmp_path / "n.csv").write_text(text)
    wanted = "; ".join(" ".join(map(repr, map(float, row))) for row in matrix)
    assert run(f"disp(isequal(csvread('n.csv'), [{wanted}]))").strip() == "1"


def test_what_is_no_number_for_the_language_is_refused(tmp_path):
    (tmp_path / "n.csv").write_text("1_0,2\n3,4\n")
    assert Session().run(f"csvread('{tmp_path}/n.csv')").error.identifier == "MATLAB:textscan:handleErrorAndShowInfo"

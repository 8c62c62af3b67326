""".mat files of version 7.3: what save writes, load and matfile read; their layout as MATLAB's, looked at with h5py."""

# ruff: noqa: E501 (programs on one line)

import sys

import numpy as np
import pytest

from runmat_kernel.base.errors import MatlabError
from runmat_kernel.session import execute

h5py = pytest.importorskip("h5py")


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


VALUES = [
    "5", "true", "3+4i", "[1 2 3; 4 5 6]", "reshape(1:24, 2, 3, 4)", "single([1.5 NaN])", "int8([-3; 4])", "uint64(18446744073709551615)",
    "[1+2i 3; 4 5i]", "single(1i)", "'text'", "['ab'; 'cd']", "''", "zeros(1,0)", "zeros(0,3)", "char(zeros(1,0))", "'Grüße'", "[true false]",
    "zeros(0,2,'int16')", "false(0,1)", "{}", "cell(0,3)", "{1, 'a'; {2, {}}, []}", "struct()", "struct('a', {})", "struct('z', 1, 'a', {{1, 2}})",
    "struct('a', {1, 'x', []})", "struct('a', {1; 2}, 'b', struct('c', {{}}))", "repmat(struct(), 1, 3)", "sparse([1 0 2; 0 0 3])", "sparse([1i 0])", "sparse(3, 4)",
    "sparse([true false])", "zeros(40)", "rand(50, 30) > 2", "repmat('long text ', 1, 200)", '"string"', '["a" missing]', "datetime(2024, 1, 2)",
    "categorical({'a' 'b'})", "table([1; 2], {'x'; 'y'})", "containers.Map({'k'}, {1})", "{@sin}",
]  # fmt: skip


@pytest.mark.parametrize("value", VALUES)
def test_same_again(value):
    code = f"x = {value}; save('f.mat', 'x', '-v7.3'); y = x; clear x; s = load('f.mat'); x = s.x; fprintf('%d', isequaln(x, y) || isa(y, 'containers.Map'), isequal(class(x), class(y)), isequal(size(x), size(y)), isequal(issparse(x), issparse(y)), ~isnumeric(x) || isreal(x) == isreal(y))"
    assert execute(code) == "11111"


def test_cells_inside_cells():
    code = "x = {1, 'a'; {2, {}}, []}; save('f.mat', 'x', '-v7.3'); s = load('f.mat'); fprintf('%d', isequal(s.x, x), isequal(size(s.x{2}{2}), [0 0]))"
    assert execute(code) == "11"


def test_layout_is_that_of_matlab():
    execute("""x = [1 2 3; 4 5 6]; t = 'ab'; l = true; z = 1+2i; c = {7, 'q'}; s.b = 1; s.a = 'w'; n = struct('f', {1, 2}); e = zeros(0, 3);
        p = sparse([0 5; 6 0]); k = int16(3); save('f.mat', '-v7.3')""")
    with open("f.mat", "rb") as stream:
        head = stream.read(128)
    assert head.startswith(b"MATLAB 7.3 MAT-file") and head[124:] == b"\x00\x02IM"
    with h5py.File("f.mat") as file:
        own = {name: item.attrs["MATLAB_class"].decode() for name, item in file.items() if name != "#refs#"}
        assert own == {
            "x": "double",
            "t": "char",
            "l": "logical",
            "z": "double",
            "c": "cell",
            "s": "struct",
            "n": "struct",
            "e": "double",
            "p": "double",
            "k": "int16",
        }
        assert file["x"][...].tolist() == [[1, 4], [2, 5], [3, 6]]
        assert file["t"].dtype == np.uint16 and file["t"].shape == (2, 1) and file["t"].attrs["MATLAB_int_decode"] == 2
        assert file["l"].dtype == np.uint8 and file["l"].attrs["MATLAB_int_decode"] == 1
        assert file["z"].dtype.names == ("real", "imag")
        assert file[file["c"][1, 0]].attrs["MATLAB_class"] == b"char"
        assert ["".join(letter.decode() for letter in field) for field in file["s"].attrs["MATLAB_fields"]] == ["b", "a"]
        assert file["n/f"].shape == (2, 1) and file[file["n/f"][1, 0]][0, 0] == 2
        assert file["e"].attrs["MATLAB_empty"] == 1 and file["e"][...].tolist() == [0, 3]
        assert file["p"].attrs["MATLAB_sparse"] == 2 and file["p/jc"][...].tolist() == [0, 1, 2] and file["p/ir"][...].tolist() == [1, 0]


def test_chosen_and_appended_variables():
    code = """a = 1; b = {2}; c = 'x'; save('f.mat', 'a', 'b', '-v7.3'); a = 5; save('f.mat', 'a', 'c', '-append'); clear;
        s = load('f.mat', 'a', 'c'); fprintf('%s ', string(fieldnames(s))); load f.mat; fprintf('%d %d %s', a, b{1}, c)"""
    assert execute(code) == "a c 5 2 x"


def test_files_of_other_programs():
    with h5py.File("o.mat", "w") as file:
        file["x"] = np.arange(6.0).reshape(2, 3)
        file["name"] = "words"
        file["g/inner"] = np.int32(4)
    assert execute("load o.mat; fprintf('%g ', x, g.inner); fprintf('%s', name)") == "0 1 2 3 4 5 4 words"


def test_objects_of_matlab():
    """A string: numbers that begin with a mark, and a list of values that says what they mean."""
    names = b"string\0any\0"
    table = np.zeros(10, np.uint32)
    table[:2] = [4, 2]
    body = [names + bytes(-len(names) % 8)]
    start = 40
    words = [
        np.array([0, 0, 0, 0, 0, 1, 0, 0], np.int32),  # classes
        np.array([0, 0, 1, 2, 1, 0], np.int32)[:0],  # saved properties
        np.array([0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 1], np.int32),  # objects
        np.array([0, 0, 1, 2, 1, 0], np.int32),  # properties
    ]
    at = start + len(body[0])
    regions = [at]
    for block in words:
        at += block.nbytes
        regions.append(at)
    table[2:8] = [*regions, at]
    raw = np.frombuffer(table.tobytes() + body[0] + b"".join(block.tobytes() for block in words), np.uint8)
    content = np.concatenate([np.array([1, 2, 1, 1, 3], np.uint64), np.frombuffer("abc\0".encode("utf-16-le"), np.uint64)])
    with h5py.File("m.mat", "w", userblock_size=512) as file:
        refs = file.create_group("#refs#")
        items = {
            "a": (raw.reshape(1, -1), "uint8"),
            "b": (np.zeros((1, 1)), "double"),
            "c": (content.reshape(1, -1), "uint64"),
            "d": (np.zeros((1, 1)), "double"),
        }
        for name, (data, own) in items.items():
            refs.create_dataset(name, data=data).attrs["MATLAB_class"] = np.bytes_(own)
        links = np.empty((1, 4), h5py.ref_dtype)
        links[0, :] = [refs[name].ref for name in items]
        file.create_dataset("#subsystem#/MCOS", data=links, dtype=h5py.ref_dtype).attrs["MATLAB_class"] = np.bytes_("FileWrapper__")
        made = file.create_dataset("t", data=np.array([[0xDD000000, 2, 1, 1, 1, 1]], np.uint32))
        made.attrs["MATLAB_class"] = np.bytes_("string")
        made.attrs["MATLAB_object_decode"] = np.int32(3)
    with open("m.mat", "r+b") as stream:
        stream.write(b"MATLAB 7.3 MAT-file".ljust(124) + b"\x00\x02IM")
    assert execute("load m.mat; fprintf('%s %s', class(t), t)") == "string abc"


MATFILE = "x = reshape(1:4000, 50, 80); s = 'abc'; c = {1, 2}; save('f.mat', '-v7.3'); m = matfile('f.mat', 'Writable', true); "


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("isequal(m.x(3:2:9, :), x(3:2:9, :))", "1"),
        (
            "isequal(m.x(:, 4), x(:, 4)), isequal(m.x(7, 8), x(7, 8)), isequal(m.x, x), isequal(m.x(5), x(5)), isequal(m.x([3 1], 2), x([3 1], 2))",
            "11111",
        ),
        (
            "isequal(m.x(end, 1:2), x(end, 1:2)), isequal(m.s(1, 2:3), 'bc'), isequal(m.c(1, 2), {2}), isequal(m.x(x(:, 1) > 48, 1), [49; 50])",
            "1111",
        ),
        ("isequal(size(m, 'x'), [50 80]), size(m, 'x', 2) == 80, isequal(who(m), {'c'; 's'; 'x'})", "111"),
    ],
)
def test_parts_are_read(code, expected):
    assert execute(MATFILE + f"fprintf('%d', {code})") == expected


def test_parts_are_written():
    code = """m.x(2, 3:4) = [-1 -2]; m.x(:, 81) = ones(50, 1); m.x(1, 1) = 9; m.y(3, 2) = 5; m.s(1, 5) = 'e'; m.x(2, 1) = int8(7);
        t = load('f.mat'); fprintf('%d ', t.x(2, 3:4), size(t.x), t.x(50, 81), t.x(1:2, 1), t.y(3, 2), size(t.y), double(t.s))"""
    assert execute(MATFILE + code) == "-1 -2 50 81 1 9 7 5 3 2 97 98 99 0 101 "


def test_errors_of_parts():
    with pytest.raises(MatlabError) as caught:
        execute(MATFILE + "m.x(51, 1)")
    assert caught.value.identifier == "MATLAB:badsubscript"
    with pytest.raises(MatlabError) as caught:
        execute(MATFILE + "m.Properties.Writable = false; m.x(1, 1) = 2;")
    assert caught.value.identifier == "MATLAB:MatFile:NotWritable"


def test_files_that_matfile_makes_are_of_this_version():
    execute("m = matfile('n.mat'); m.a = 5;")
    assert h5py.is_hdf5("n.mat")


def test_without_the_library(monkeypatch):
    execute("x = 1; save('f.mat', 'x', '-v7.3')")
    monkeypatch.setitem(sys.modules, "h5py", None)
    with pytest.raises(MatlabError, match=r"runmat-kernel\[hdf5\]"):
        execute("load f.mat")
    monkeypatch.setattr("runmat_kernel.toolboxes.files.formats.hdf5_files.is_there", lambda: False)
    code = "warning off; x = 2; save('g.mat', 'x', '-v7.3'); [~, id] = lastwarn; clear x; load g.mat; fprintf('%d %s', x, id)"
    assert execute(code) == "2 RunMat:save:version73NotAvailable"


def test_damaged_files():
    with open("d.mat", "wb") as stream:
        stream.write(b"MATLAB 7.3 MAT-file".ljust(512) + b"\x89HDF\r\n\x1a\n" + bytes(100))
    with pytest.raises(MatlabError) as caught:
        execute("load d.mat")
    assert caught.value.identifier == "MATLAB:load:unableToReadMatFile"

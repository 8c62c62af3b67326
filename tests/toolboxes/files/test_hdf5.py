"""HDF5 files, against what h5py writes and reads."""

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


def test_files_written_here_are_read_by_h5py():
    execute("""
        h5create('a.h5', '/deep/down/x', [2 3 4], 'Datatype', 'int16'); h5write('a.h5', '/deep/down/x', reshape(1:24, 2, 3, 4));
        h5create('a.h5', '/one', 1); h5write('a.h5', '/one', 7.6);
        h5create('a.h5', '/clipped', 3, 'Datatype', 'uint8'); h5write('a.h5', '/clipped', [-4 3.7 300]);
        h5create('a.h5', '/grow', [2 Inf], 'ChunkSize', [2 3], 'Deflate', 5, 'Shuffle', true, 'Fletcher32', true);
        h5write('a.h5', '/grow', [1 2; 3 4], [1 1], [2 2]); h5write('a.h5', '/grow', [5; 6], [1 4], [2 1]);
        h5create('a.h5', '/s', 2, 'Datatype', 'string'); h5write('a.h5', '/s', ["Grüße" ""]);
        h5writeatt('a.h5', '/', 'title', 'air'); h5writeatt('a.h5', '/deep', 'list', ["p" "q"]); h5writeatt('a.h5', '/one', 'm', [1 2; 3 4]);""")
    with h5py.File("a.h5") as file:
        assert np.array_equal(file["deep/down/x"][...], np.arange(1, 25).reshape(4, 3, 2))
        assert file["deep/down/x"].dtype == np.int16
        assert file["one"].shape == (1,) and file["one"][0] == 7.6
        assert file["clipped"][...].tolist() == [0, 3, 255]
        assert file["grow"].maxshape == (None, 2) and file["grow"][...].tolist() == [[1, 3], [2, 4], [0, 0], [5, 6]]
        assert file["grow"].compression_opts == 5 and file["grow"].shuffle and file["grow"].fletcher32
        assert [item.decode() for item in file["s"][...]] == ["Grüße", ""]
        assert file.attrs["title"] == b"air"
        assert list(file["deep"].attrs["list"]) == ["p", "q"]
        assert file["one"].attrs["m"].tolist() == [[1, 3], [2, 4]]


@pytest.fixture
def made():
    with h5py.File("b.h5", "w") as file:
        file["x"] = np.arange(6, dtype=">f4").reshape(2, 3)
        file["scalar"] = 5
        file["names"] = np.array(["ab", "c"], object)
        file["fixed"] = np.array([b"ab", b"c"])
        file["flags"] = np.array([True, False])
        file["pairs"] = np.array([(1, 2.5), (3, 4.5)], [("a", "i4"), ("b", "f8")])
        file["z"] = np.array([1 + 2j])
        file["none"] = h5py.Empty("f8")
        file["half"] = np.array([0.5, 2.0], np.float16)
        ragged = file.create_dataset("ragged", (2,), h5py.vlen_dtype(np.int16))
        ragged[0], ragged[1] = [1, 2, 3], [4]
        file.create_dataset("colour", (3,), h5py.enum_dtype({"RED": 0, "BLUE": 7}, "i1"))[...] = [0, 7, 0]
        file["g/soft"] = h5py.SoftLink("/x")
        file["g"].attrs["text"] = "words"
        file["g"].attrs["fixed"] = np.bytes_(b"short")
        file["g"].attrs["n"] = np.int8(3)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("/x", "single([0 3; 1 4; 2 5])"),
        ("/scalar", "int64(5)"),
        ("/names", '["ab"; "c"]'),
        ("/fixed", '["ab"; "c"]'),
        ("/flags", "{'TRUE'; 'FALSE'}"),
        ("/pairs", "struct('a', int32([1; 3]), 'b', [2.5; 4.5])"),
        ("/z", "struct('r', 1, 'i', 2)"),
        ("/none", "[]"),
        ("/half", "single([0.5; 2])"),
        ("/ragged", "{int16([1; 2; 3]); int16(4)}"),
        ("/colour", "{'RED'; 'BLUE'; 'RED'}"),
        ("/g/soft", "single([0 3; 1 4; 2 5])"),
    ],
)
def test_types_of_others(made, name, expected):
    assert (
        execute(
            f"x = h5read('b.h5', '{name}'); y = {expected}; fprintf('%d', isequal(x, y), strcmp(class(x), class(y)), isequal(size(x), size(y)))"
        )
        == "111"
    )


def test_attributes_of_others(made):
    code = """a = h5readatt('b.h5', '/g', 'text'); b = h5readatt('b.h5', '/g', 'fixed'); c = h5readatt('b.h5', '/g', 'n');
        fprintf('%s %s %s %s %s %d', class(a), a, class(b), b, class(c), c)"""
    assert execute(code) == "string words char short int8 3"


def test_info(made):
    code = """i = h5info('b.h5'); n = {i.Datasets.Name}; d = i.Datasets(strcmp(n, 'x'));
        fprintf('%s %s %s [%s] [%s] %s\\n', i.Name, d.Datatype.Class, d.Datatype.Type, num2str(d.Dataspace.Size), num2str(d.Dataspace.MaxSize), d.Dataspace.Type);
        g = h5info('b.h5', '/g'); fprintf('%s %s %s %d\\n', g.Name, g.Links.Name, g.Links.Value{1}, numel(g.Attributes));
        e = h5info('b.h5', '/colour'); fprintf('%s %s ', e.Datatype.Class, e.Datatype.Type.Member.Name);
        s = h5info('b.h5', '/names'); fprintf('%s\\n', s.Datatype.Type.Length);
        p = h5info('b.h5', '/pairs'); fprintf('%s %s\\n', p.Datatype.Type.Member(2).Name, p.Datatype.Type.Member(2).Datatype.Type);
        q = h5info('b.h5', '/none'); fprintf('%s %d\\n', q.Dataspace.Type, isempty(q.Dataspace.Size));"""
    assert execute(code).splitlines() == [
        "/ H5T_FLOAT H5T_IEEE_F32BE [3  2] [3  2] simple",
        "/g soft /x 3",
        "H5T_ENUM BLUE RED H5T_VARIABLE",
        "b H5T_IEEE_F64LE",
        "null 1",
    ]


def test_disp():
    execute("""h5create('c.h5', '/g/x', [2 Inf], 'ChunkSize', [2 5], 'Deflate', 3); h5create('c.h5', '/n', 4, 'Datatype', 'int8');
        h5writeatt('c.h5', '/n', 'units', 'm'); h5writeatt('c.h5', '/', 'v', int32(1:3)); h5create('c.h5', '/s', 1, 'Datatype', 'string');""")
    assert execute("h5disp('c.h5')").splitlines() == [
        "HDF5 c.h5 ", "Group '/' ", "    Attributes:", "        'v':  1 2 3 ",
        "    Dataset 'n' ", "        Size:  4", "        MaxSize:  4", "        Datatype:   H5T_STD_I8LE (int8)", "        ChunkSize:  []",
        "        Filters:  none", "        FillValue:  0", "        Attributes:", "            'units':  'm'",
        "    Dataset 's' ", "        Size:  1", "        MaxSize:  1", "        Datatype:   H5T_STRING", "            String Length: variable",
        "            Padding: H5T_STR_NULLTERM", "            Character Set: H5T_CSET_UTF8", "            Character Type: H5T_C_S1",
        "        ChunkSize:  []", "        Filters:  none", "        FillValue:  ''",
        "    Group '/g' ", "        Dataset 'x' ", "            Size:  2x0", "            MaxSize:  2xInf",
        "            Datatype:   H5T_IEEE_F64LE (double)", "            ChunkSize:  2x5", "            Filters:  deflate(3)", "            FillValue:  0.000000",
    ]  # fmt: skip
    assert execute("h5disp('c.h5', '/g', 'min')").splitlines() == ["HDF5 c.h5 ", "Group '/g' ", "    Dataset 'x' "]


@pytest.mark.parametrize(
    ("code", "identifier"),
    [
        ("h5read('b.h5', 'x')", "MATLAB:imagesci:h5read:notFullPathName"),
        ("h5read('b.h5', '/g')", "MATLAB:imagesci:h5read:libraryError"),
        ("h5read('b.h5', '/x', [1 1 1], [1 1 1])", "MATLAB:imagesci:h5read:startMismatch"),
        ("h5read('b.h5', '/x', [0 1], [1 1])", "MATLAB:h5read:expectedPositive"),
        ("h5write('b.h5', '/x', 'text')", "MATLAB:imagesci:h5write:datatypeMismatch"),
        ("h5write('b.h5', '/x', 1i)", "MATLAB:imagesci:h5write:complexData"),
        ("fclose(fopen('t.h5', 'w')); h5read('t.h5', '/x')", "MATLAB:imagesci:h5read:notHDF5"),
    ],
)
def test_errors(made, code, identifier):
    with pytest.raises(MatlabError) as caught:
        execute(code)
    assert caught.value.identifier == identifier


@pytest.mark.parametrize("code", ["h5read('a.h5', '/x')", "h5create('a.h5', '/x', 1)", "h5info('a.h5')"])
def test_without_the_library(monkeypatch, code):
    monkeypatch.setitem(sys.modules, "h5py", None)
    with pytest.raises(MatlabError, match=r"runmat-kernel\[hdf5\]") as caught:
        execute(code)
    assert caught.value.identifier == f"RunMat:{code.split('(')[0]}:notAvailable"

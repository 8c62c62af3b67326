"""Files that are damaged, or claim to hold more than there is memory for, give errors of MATLAB that name them; none ends the process."""

import gzip
import struct
import zipfile
import zlib
from types import SimpleNamespace

import numpy as np
import pytest
from scipy.io import savemat

from runmat_kernel.base.errors import Damaged, MatlabError
from runmat_kernel.session import Session
from runmat_kernel.toolboxes.files.formats import mat_structure
from runmat_kernel.toolboxes.files.formats.damage import reading
from runmat_kernel.values.stored import UnknownObject


@pytest.fixture
def session(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return Session(provider="host")


def error_of(session, text):
    error = session.run(text).error
    assert error is not None and not hasattr(error, "internal"), error
    return error


def tag(kind, data):
    return struct.pack("<II", kind, len(data)) + data + bytes(-len(data) % 8)


def matrix(own, shape, *parts, flags=0):
    head = tag(6, struct.pack("<II", own | flags, 0)) + tag(5, struct.pack(f"<{len(shape)}i", *shape)) + tag(1, b"x")
    return tag(14, head + b"".join(parts))


def mat_file(path, *elements):
    path.write_bytes(b"MATLAB 5.0 MAT-file".ljust(124) + b"\0\x01IM" + b"".join(elements))


NUMBERS = tag(9, struct.pack("<2d", 1, 2))
DAMAGED = {
    "a type that is none": matrix(6, (1, 2), tag(19, bytes(16))),
    "numbers that are too few": matrix(6, (1, 3), NUMBERS),
    "a negative size": matrix(6, (-1, -2), NUMBERS),
    "more cells than bytes": matrix(1, (100_000, 100_000)),
    "names of no length": matrix(2, (1, 1), tag(5, struct.pack("<i", 0)), tag(1, b"a\0")),
    "a name without an end": matrix(2, (1, 1), tag(5, struct.pack("<i", 4)), tag(1, b"abcd"), tag(14, b"")),
    "a row outside of a sparse matrix": matrix(
        5, (2, 1), tag(5, struct.pack("<i", 2**30)), tag(5, struct.pack("<2i", 0, 1)), tag(9, bytes(8))
    ),
    "columns of a sparse matrix that go back": matrix(
        5, (9, 2), tag(5, struct.pack("<2i", 0, 1)), tag(5, struct.pack("<3i", 0, 9, 2)), tag(9, bytes(16))
    ),
    "a class that is none": matrix(77, (1, 2), NUMBERS),
    "an element behind the end": struct.pack("<II", 14, 1 << 30),
    "a small element of many bytes": matrix(6, (1, 2), struct.pack("<HH4x", 9, 200)),
    "a bomb": (lambda data: struct.pack("<II", 15, len(data)) + data)(zlib.compress(struct.pack("<II", 14, 0xFFFFFFF8) + bytes(1000))),
    "compressed data that go on": (lambda data: struct.pack("<II", 15, len(data)) + data)(
        zlib.compress(matrix(6, (1, 2), NUMBERS) + bytes(8))
    ),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_structure_of_mat_files(session, tmp_path, name):
    mat_file(tmp_path / "f.mat", matrix(6, (1, 2), NUMBERS))
    assert session.run("load f.mat; assert(isequal(x, [1 2]))").error is None
    mat_file(tmp_path / "f.mat", DAMAGED[name])
    for reader in ("load f.mat", "whos -file f.mat", "m = matfile('f.mat'); m.x", "importdata('f.mat')"):
        error = error_of(session, reader)
        assert error.identifier == "MATLAB:load:unableToReadMatFile" and "f.mat" in error.message


def test_files_of_version_4(session, tmp_path):
    savemat(tmp_path / "f.mat", {"x": np.eye(2), "t": "abc"}, format="4")
    assert session.run("load f.mat; assert(isequal(x, eye(2)) && isequal(t, 'abc'))").error is None
    data = bytearray((tmp_path / "f.mat").read_bytes())
    for place, number in ((4, 2**30), (8, -1), (0, 70), (16, 10**6)):
        changed = data[:place] + struct.pack("<i", number) + data[place + 4 :]
        (tmp_path / "f.mat").write_bytes(changed)
        assert error_of(session, "load f.mat").identifier == "MATLAB:load:unableToReadMatFile"


def test_nesting(session):
    """What can be saved can be loaded; deeper values are refused, and end no process."""
    nested = "c = {1}; for k = 1:%d, c = {c}; end; "
    same = "save('f.mat', 'c'%s); s = load('f.mat'); n = 0; while iscell(s.c), s.c = s.c{1}; n = n + 1; end, assert(n == %d)"
    for version in ("", ", '-v7.3'"):
        assert session.run(nested % 200 + same % (version, 201)).error is None
        assert session.run(nested % 990 + same % (version, 991)).error is None
        for wrapped in ("{c}", "struct('a', {c})"):
            text = f"c = {{1}}; for k = 1:5000, c = {wrapped}; end; save('f.mat', 'c'{version})"
            assert error_of(session, text).identifier == "RunMat:save:tooDeep"
    assert session.run("s = load('f.mat'); assert(iscell(s.c))").error is None, "the file from before is whole"


def test_nesting_of_a_file(session, tmp_path):
    element = matrix(6, (1, 2), NUMBERS)
    for _ in range(mat_structure.DEEPEST + 1):
        element = matrix(1, (1, 1), element)
    mat_file(tmp_path / "f.mat", element)
    assert error_of(session, "load f.mat").identifier == "MATLAB:load:unableToReadMatFile"


def png_file(path, width, height):
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = b"".join(
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
        for name, body in ((b"IHDR", header), (b"IDAT", zlib.compress(bytes(100))), (b"IEND", b""))
    )
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunks)


def test_an_image_with_fewer_pixels_than_it_says(session, tmp_path):
    png_file(tmp_path / "f.png", 24, 10**6)
    assert "fewer pixels" in error_of(session, "imread('f.png')").message


def test_an_image_larger_than_memory(session, tmp_path):
    png_file(tmp_path / "f.png", 10**6, 10**6)
    error = error_of(session, "imread('f.png')")
    assert error.identifier == "MATLAB:imagesci:imread:fileFormat" and "f.png" in error.message and "memory" in error.message
    (tmp_path / "f.ppm").write_bytes(b"P6 1000000 1000000 255\n" + bytes(100))
    assert "memory" in error_of(session, "imread('f.ppm')").message


def test_an_image_that_another_program_would_read(session, tmp_path):
    (tmp_path / "f.eps").write_text("%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n(%pipe%touch executed) (w) file\n")
    assert error_of(session, "imread('f.eps')").identifier == "MATLAB:imagesci:imread:fileFormat"
    assert not (tmp_path / "executed").exists()


def test_a_dataset_larger_than_memory(session, tmp_path):
    h5py = pytest.importorskip("h5py")
    with h5py.File(tmp_path / "f.h5", "w") as file:
        file.create_dataset("v", (1 << 22, 1 << 22), "f8", chunks=(16, 16))
    error = error_of(session, "h5read('f.h5', '/v')")
    assert error.identifier == "MATLAB:imagesci:h5read:libraryError" and "f.h5" in error.message and "memory" in error.message
    assert session.run("x = h5read('f.h5', '/v', [1 1], [2 3]); assert(isequal(x, zeros(2, 3)))").error is None
    assert error_of(session, "load('-mat', 'f.h5')").identifier


def test_a_workbook_larger_than_memory(session, tmp_path):
    assert session.run("writematrix(magic(3), 'f.xlsx')").error is None
    with zipfile.ZipFile(tmp_path / "f.xlsx") as book:
        parts = {name: book.read(name) for name in book.namelist()}
    sheet = parts["xl/worksheets/sheet1.xml"].replace(b'r="A1"', b'r="ZZZZZ1"').replace(b'<row r="3"', b'<row r="2000000000"')
    with zipfile.ZipFile(tmp_path / "f.xlsx", "w") as book:
        for name, data in parts.items():
            book.writestr(name, sheet if name.endswith("sheet1.xml") else data)
    error = error_of(session, "readmatrix('f.xlsx')")
    assert error.identifier == "MATLAB:spreadsheet:book:fileOpen" and "f.xlsx" in error.message and "outside of the sheet" in error.message


def claiming(path, number):
    """A zip archive whose parts claim to hold so many bytes."""
    data = bytearray(path.read_bytes())
    place = data.find(b"PK\x01\x02")
    while place >= 0:
        struct.pack_into("<I", data, place + 24, number)
        place = data.find(b"PK\x01\x02", place + 1)
    path.write_bytes(data)


def test_archives_that_claim_more_than_there_is_room_for(session, tmp_path, monkeypatch):
    monkeypatch.setattr("shutil.disk_usage", lambda folder: SimpleNamespace(free=1 << 30))
    monkeypatch.setattr("runmat_kernel.toolboxes.files.formats.damage._memory", lambda: 1 << 30)
    for made, name, reader in (
        ("writematrix(magic(3), 'f.xlsx')", "f.xlsx", "readmatrix('f.xlsx')"),
        ("writelines(\"a\", 'f'); zip('f.zip', 'f')", "f.zip", "unzip('f.zip', 'out')"),
    ):
        assert session.run(made).error is None
        claiming(tmp_path / name, 0xFFFFFFF0)
        error = error_of(session, reader)
        assert name in error.message and ("memory" in error.message or "room" in error.message)
    assert not any((tmp_path / "out").iterdir())


@pytest.mark.parametrize(
    ("made", "name", "reader", "identifier"),
    [
        ("writelines(\"a\", 'f'); gzip('f')", "f.gz", "gunzip('f.gz')", "MATLAB:gunzip:invalidFile"),
        ("writelines(\"a\", 'f'); tar('f.tgz', 'f')", "f.tgz", "untar('f.tgz')", "MATLAB:untar:invalidFile"),
        ("writelines(\"a\", 'f'); zip('f.zip', 'f')", "f.zip", "unzip('f.zip')", "MATLAB:unzip:invalidFile"),
        ("writematrix(1, 'f.xlsx')", "f.xlsx", "readmatrix('f.xlsx')", "RunMat:sheets:notXlsx"),
        ("audiowrite('f.wav', 0, 8000)", "f.wav", "audioread('f.wav')", "MATLAB:audiovideo:audioread:fileTypeNotSupported"),
        ("audiowrite('f.wav', 0, 8000)", "f.wav", "audioinfo('f.wav')", "MATLAB:audiovideo:audioinfo:fileTypeNotSupported"),
        ("imwrite(uint8(magic(9)), 'f.tif')", "f.tif", "imread('f.tif')", "MATLAB:imagesci:imread:fileFormat"),
        ("imwrite(uint8(magic(60)), 'f.gif')", "f.gif", "imread('f.gif')", "MATLAB:imagesci:imread:fileFormat"),
        ("nccreate('f.nc','v','Dimensions',{'x',4})", "f.nc", "ncread('f.nc', 'v')", "MATLAB:imagesci:netcdf:libraryFailure"),
        ("nccreate('f.nc','v','Dimensions',{'x',4})", "f.nc", "ncinfo('f.nc')", None),
        ("w = VideoWriter('f.mp4','MPEG-4'); open(w); writeVideo(w, zeros(9)); close(w)", "f.mp4", "VideoReader('f.mp4')",
         "MATLAB:audiovideo:VideoReader:InitializationFailed"),
        ("writestruct(struct('a', 1), 'f.xml')", "f.xml", "xmlread('f.xml')", "MATLAB:Java:GenericException"),
    ],
)  # fmt: skip
def test_a_file_that_ends_too_early(session, tmp_path, made, name, reader, identifier):
    assert session.run(made).error is None
    path = tmp_path / name
    path.write_bytes(path.read_bytes()[: -max(8, path.stat().st_size // 4)])
    outcome = session.run(reader)
    if identifier is None:
        assert outcome.error is None
        return
    assert outcome.error is not None and outcome.error.identifier == identifier and not hasattr(outcome.error, "internal")
    assert name in outcome.error.message


def test_a_compressed_file_whose_sum_is_wrong(session, tmp_path):
    data = bytearray(gzip.compress(b"abc" * 100))
    data[-6] ^= 1
    (tmp_path / "f.gz").write_bytes(data)
    assert error_of(session, "gunzip('f.gz')").identifier == "MATLAB:gunzip:invalidFile"
    assert not (tmp_path / "f").exists()


def test_numbers_of_json(session):
    """However many digits they have, they are double."""
    assert session.run("assert(isequal(jsondecode(['[1' repmat('0', 1, 5000) ',2]']), [Inf; 2]))").error is None
    assert session.run("assert(jsondecode('12345678901234567890') == 12345678901234567890)").error is None
    assert error_of(session, "jsondecode(repmat('[', 1, 1e5))").identifier == "MATLAB:json:NestedTooDeeply"


def test_what_reading_says():
    def said(error):
        with pytest.raises(MatlabError) as caught, reading("a.b", "B file", "x:y"):
            raise error
        assert caught.value.identifier == "x:y"
        return caught.value.message

    assert said(EOFError("end")) == "Unable to read B file 'a.b': it ends too early."
    assert said(Damaged("it is upside down")) == "Unable to read B file 'a.b': it is upside down."
    assert said(MemoryError()) == "Unable to read B file 'a.b': it claims to hold more than there is memory for."
    assert said(RuntimeError("<class 'x'>")) == "Unable to read B file 'a.b': it is damaged, or of a kind that cannot be read here."
    with pytest.raises(MatlabError, match="own words"), reading("a.b", "B file", "x:y"):
        raise MatlabError("own words", "a:b")
    with pytest.raises(KeyError), reading("a.b", "B file", "x:y", kinds=Damaged):
        raise KeyError


def test_texts_of_an_hdf5_file_without_an_end(session, tmp_path):
    """Free space without a size, between texts of any length, kept the library in an endless loop."""
    h5py = pytest.importorskip("h5py")
    with h5py.File(tmp_path / "f.h5", "w") as file:
        file.create_dataset("s", data=["one", "two"], dtype=h5py.string_dtype())
    assert session.run("assert(isequal(h5read('f.h5', '/s'), [\"one\"; \"two\"]))").error is None
    data = bytearray((tmp_path / "f.h5").read_bytes())
    place = data.index(b"GCOL") + 16
    data[place : place + 16] = bytes(16)
    (tmp_path / "f.h5").write_bytes(data)
    assert error_of(session, "h5read('f.h5', '/s')").identifier == "MATLAB:imagesci:h5read:unableToOpenFile"
    (tmp_path / "f.mat").write_bytes(data)
    assert error_of(session, "load('f.mat')").identifier == "MATLAB:load:unableToReadMatFile"


def test_an_empty_sheet(session):
    assert (
        session.run("writecell({}, 'f.xlsx'); [a, b, c] = xlsread('f.xlsx'); assert(isempty(a) && isempty(b) && isempty(c))").error is None
    )


@pytest.mark.parametrize("shape", [(), (3,), (2, -1)])
def test_objects_without_a_size_are_damaged(shape: tuple[int, ...]) -> None:
    with pytest.raises(Damaged):
        UnknownObject("C", shape, [], np.zeros(0))
    assert UnknownObject("C", (2, 3), [], np.zeros(0)).numel == 6

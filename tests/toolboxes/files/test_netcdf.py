"""netCDF files of the classic formats, against SciPy's reader and writer."""

# ruff: noqa: E501 (programs on one line)

import errno
from pathlib import Path

import numpy as np
import pytest
from scipy.io import netcdf_file

from runmat_kernel.base.errors import MatlabError
from runmat_kernel.session import execute
from runmat_kernel.toolboxes.files.formats import netcdf_files


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_files_written_here_are_read_by_scipy():
    execute("""
        nccreate('a.nc', 'temp', 'Dimensions', {'lon', 3, 'lat', 2, 'time', Inf}, 'Datatype', 'int16', 'FillValue', -999);
        nccreate('a.nc', 'lon', 'Dimensions', {'lon'}, 'Datatype', 'single');
        nccreate('a.nc', 'day', 'Dimensions', {'time'}, 'Datatype', 'int8');
        ncwriteatt('a.nc', '/', 'title', 'air'); ncwriteatt('a.nc', 'temp', 'add_offset', 10);
        ncwrite('a.nc', 'lon', [10 20 30]); ncwrite('a.nc', 'temp', [11 NaN; 12 14; 13 15]);
        ncwrite('a.nc', 'temp', [1 2 3]' * [1 1], [1 1 3]);
        ncwrite('a.nc', 'day', [1 2], 2);""")
    with netcdf_file("a.nc", mmap=False) as file:
        assert file.title == b"air"
        assert np.array_equal(file.variables["lon"].data, [10, 20, 30])
        temp = file.variables["temp"]
        assert temp.dimensions == ("time", "lat", "lon")
        expected = [[[1, 2, 3], [-999, 4, 5]], [[-999] * 3] * 2, [[-9, -8, -7]] * 2]
        assert np.array_equal(temp.data, expected)
        assert np.array_equal(file.variables["day"].data, [-127, 1, 2])


@pytest.mark.parametrize("version", [1, 2])
def test_files_of_scipy_are_read(version):
    with netcdf_file("b.nc", "w", version=version) as file:
        file.createDimension("time", None)
        file.createDimension("x", 3)
        single = file.createVariable("s", "i1", ("time", "x"))
        single[:] = np.arange(6).reshape(2, 3)
        file.createVariable("plain", "f8", ("x",))[...] = 2.5
    assert (
        execute("x = ncread('b.nc', 's')'; disp(x), disp(class(x)), disp(ncread('b.nc', 'plain')')").split()
        == "0 1 2 3 4 5 int8 2.5000 2.5000 2.5000".split()
    )
    # What is there stays where a variable, records and attributes are added.
    execute("nccreate('b.nc','y','Dimensions',{'x'}); ncwrite('b.nc','s',int8([7 8 9]'),[1 3]); ncwriteatt('b.nc','y','note','n')")
    with netcdf_file("b.nc", mmap=False) as file:
        assert np.array_equal(file.variables["s"].data, np.array([[0, 1, 2], [3, 4, 5], [7, 8, 9]]))
        assert np.array_equal(file.variables["plain"].data, [2.5] * 3)
        assert file.variables["y"].note == b"n"


def test_wide_integers_in_files_of_64_bit_data():
    text = execute("""
        nccreate('c.nc', 'n', 'Dimensions', {'k', 2}, 'Datatype', 'uint64', 'Format', 'netcdf4');
        ncwrite('c.nc', 'n', intmax('uint64') - uint64([0 1])); x = ncread('c.nc', 'n'); disp(x'), i = ncinfo('c.nc'); disp(i.Format)""")
    assert text.split() == ["18446744073709551615", "18446744073709551614", "64bit_data"]


def test_contents_as_text():
    text = execute("""
        nccreate('d.nc', 'avagadro'); nccreate('d.nc', 'v', 'Dimensions', {'x', 2, 'time', Inf}, 'Datatype', 'int16');
        ncwriteatt('d.nc', 'v', 'scale_factor', 1.8); ncwriteatt('d.nc', 'v', 'units', 'm'); ncwriteatt('d.nc', '/', 'by', 'me');
        ncdisp('d.nc')""")
    lines = text.splitlines()
    assert [lines[0], *lines[2:]] == [
        "Source:",
        "Format:",
        "           classic",
        "Global Attributes:",
        "           by = 'me'",
        "Dimensions:",
        "           x    = 2",
        "           time = 0     (UNLIMITED)",
        "Variables:",
        "    avagadro",
        "           Size:       1x1",
        "           Dimensions: ",
        "           Datatype:   double",
        "    v       ",
        "           Size:       2x0",
        "           Dimensions: x,time",
        "           Datatype:   int16",
        "           Attributes:",
        "                       scale_factor = 1.8",
        "                       units        = 'm'",
    ]


def test_a_netcdf4_file_is_refused_in_words():
    with open("e.nc", "wb") as stream:
        stream.write(b"\x89HDF\r\n\x1a\n" + bytes(64))
    with pytest.raises(MatlabError, match="netCDF-4") as raised:
        execute("ncread('e.nc', 'x')")
    assert raised.value.identifier == "RunMat:ncread:notAvailable"


def test_records_end_at_the_last_dimension():
    with pytest.raises(MatlabError, match="NC_EUNLIMPOS"):
        execute("nccreate('g.nc', 'v', 'Dimensions', {'time', Inf, 'x', 2})")
    with pytest.raises(MatlabError, match="NC_EEDGE"):
        execute("nccreate('g.nc', 'v', 'Dimensions', {'x', 2, 'time', Inf}); ncwrite('g.nc', 'v', [1 2 3]')")


def test_the_library_s_own_functions_go_through_a_file():
    text = execute("""
        n = netcdf.create('h.nc', 'CLOBBER'); x = netcdf.defDim(n, 'x', 2); t = netcdf.defDim(n, 'time', netcdf.getConstant('NC_UNLIMITED'));
        v = netcdf.defVar(n, 'temp', 'NC_FLOAT', [x t]); s = netcdf.defVar(n, 'name', 'char', x);
        netcdf.putAtt(n, v, 'units', 'K'); netcdf.putAtt(n, netcdf.getConstant('GLOBAL'), 'made', 2024); netcdf.endDef(n);
        netcdf.putVar(n, v, [0 0], [2 2], [1 2; 3 4]); netcdf.putVar(n, v, [0 3], [2 1], single([7; 8])); netcdf.putVar(n, s, 'ab'); netcdf.close(n);
        n = netcdf.open('h.nc', 'nowrite'); [nd, nv, na, u] = netcdf.inq(n); [name, kind, dims, count] = netcdf.inqVar(n, 0);
        fprintf('%d ', nd, nv, na, u, kind, dims, count); fprintf('%s ', name, netcdf.getVar(n, 1)', netcdf.getAtt(n, 0, 'units'));
        [name, len] = netcdf.inqDim(n, u); fprintf('%s %d ', name, len); d = netcdf.getVar(n, netcdf.inqVarID(n, 'temp'));
        fprintf('%s ', class(d)); fprintf('%g ', d(:, [1 2 4]), netcdf.getVar(n, 0, [1 0], [1 2], 'double')); netcdf.close(n);""")
    assert text == "2 2 1 1 5 0 1 1 temp ab K time 4 single 1 3 2 4 7 8 3 4 "
    with netcdf_file("h.nc", mmap=False) as file:
        assert np.allclose(file.variables["temp"].data[[0, 1, 3]], [[1, 3], [2, 4], [7, 8]])
        assert file.made == 2024


def test_definitions_after_data():
    code = """
        nccreate('k.nc', 'a', 'Dimensions', {'x', 2}); ncwrite('k.nc', 'a', [5 6]); n = netcdf.open('k.nc', 'WRITE'); netcdf.reDef(n);
        v = netcdf.defVar(n, 'b', 'double', netcdf.inqDimID(n, 'x')); netcdf.endDef(n); netcdf.putVar(n, v, [1; 2]); netcdf.close(n);
        disp([ncread('k.nc', 'a')' ncread('k.nc', 'b')'])"""
    assert execute(code).split() == ["5", "6", "1", "2"]
    with pytest.raises(MatlabError, match="NC_EPERM"):
        execute("n = netcdf.open('k.nc'); netcdf.putVar(n, 0, [1 2])")


@pytest.mark.parametrize("failing", [1, 2])
def test_records_that_cannot_be_written_leave_the_file_as_it_was(failing, monkeypatch):
    execute("nccreate('r.nc', 'x', 'Dimensions', {'n', Inf}); ncwrite('r.nc', 'x', 1:3);")
    before, memmap, calls = Path("r.nc").read_bytes(), np.memmap, []

    def fails(*arguments):
        calls.append(arguments)
        if len(calls) == failing:
            raise OSError(errno.ENOSPC, "No space left on device")
        return memmap(*arguments)

    monkeypatch.setattr(netcdf_files.np, "memmap", fails)
    with pytest.raises(MatlabError):
        execute("ncwrite('r.nc', 'x', rand(900, 1))")
    assert Path("r.nc").read_bytes() == before
    execute("ncwrite('r.nc', 'x', 7:11); assert(isequal(ncread('r.nc', 'x')', 7:11))")

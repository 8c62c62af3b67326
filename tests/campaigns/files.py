"""Damaged files: each of 26 formats, read by every function that reads it, gives a value or an error of MATLAB.

A case takes a format, damages one of its files and runs its readers.  A finding is an error that Python raised, an error that tells of
Python or of memory that ran out, a file that a program inside the data made, or a file outside of the folder that an archive was
unpacked into, a reader that takes over 10 s.  Crashes and endless cases are the pool's findings.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import resource
import shutil
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from .damage import Damage, damaged, inside_gzip, inside_mat, inside_png, inside_zip, slightly_damaged

SECONDS = 10.0
"""Processor time that one reader may take; all those of a case together may take a minute."""
MEMORY = 4 << 30
"""Bytes that reading may take."""
_PYTHON = re.compile(
    r"Traceback|has no attribute|NoneType|ndarray|Internal error|cannot be evaluated|<class|\bNone\b|object at 0x|codec can't"
)
_UNNAMED = ("MATLAB:nomem", "MATLAB:recursionLimit", "MATLAB:io", "MATLAB:divideByZero")
"""Errors that a Python exception becomes which nobody turned into an error of the file."""
_OBJECTS = Path(__file__).parent.parent / "toolboxes" / "files" / "objects_of_matlab.mat"

_VALUES = """
d = magic(5); i = int8([1 -2; 3 4]); s = single(pi); z = [1+2i 3]; l = [true false]; t = ['abc';'def']; e = zeros(0,3);
c = {1, 'two', {3, {4}}}; r = struct('a', {1,2,3}, 'b', 'x'); q = sparse([1 0 2; 0 3 0]); w = sparse([true false]); y = sparse([1i 0 2]);
g = "text"; n = cat(3, [1 2], [3 4]); k = uint64(9007199254740993);
h = @(x) x + system('touch MARKER'); v = table([1;2], {'p';'q'}); m = datetime(2024,1,2:4); o = categorical({'u','v','u'});
p = containers.Map({'a','b'}, {1, 'z'});
"""
_OLD_VALUES = "d = magic(5); z = [1+2i 3]; t = ['abc';'def']; q = sparse([1 0 2; 0 3 0]); n = single(3);"
_TABLE = (
    "T = table([1;2;3], {'a';'b';'=system(\"touch MARKER\")'}, [0.5;NaN;-1e3], datetime(2024,1,1:3)', 'VariableNames', {'n','s','x','d'});"
)
_IMAGE = "[a, b] = meshgrid(0:23, 0:15); A = uint8(cat(3, 10*a, 15*b, a.*b)); G = uint8(a.*b);"
_TREE = (
    "S = struct('name', 'x', 'list', [1 2 3], 'rows', struct('a', {1,2}), 'deep', struct('b', struct('c', 'system(''touch MARKER'')')));"
)
_HDF5 = """
h5create(F,'/g/v',[4 6],'ChunkSize',[2 3],'Deflate',4); h5write(F,'/g/v',reshape(1:24,4,6)); h5create(F,'/i',5,'Datatype','int16');
h5write(F,'/i',int16(1:5)); h5create(F,'/s',2,'Datatype','string'); h5write(F,'/s',["one" "two"]); h5writeatt(F,'/g/v','units','m');
h5writeatt(F,'/','list',[1 2 3]);
"""
_NETCDF = """
nccreate(F,'v','Dimensions',{'x',4,'t',Inf},'Format','FORM'); ncwrite(F,'v',magic(4)); nccreate(F,'i','Dimensions',{'x',4},'Datatype','int16','FillValue',-9);
ncwrite(F,'i',int16(1:4)); nccreate(F,'c','Dimensions',{'n',5},'Datatype','char'); ncwrite(F,'c','hello'); ncwriteatt(F,'v','units','m'); ncwriteatt(F,'/','title','waves');
"""
_VIDEO = "w = VideoWriter(F, 'PROFILE'); w.FrameRate = 10; open(w); for j = 1:4, writeVideo(w, uint8(j * 20 * ones(16,24CHANNELS))); end, close(w);"
_FIGURE = """
f = figure; plot(1:3, [4 2 6], 'r--'); title('t'); xlabel('x'); legend('one'); set(f, 'ButtonDownFcn', 'system(''touch MARKER'')');
set(f, 'UserData', {@(~,~) system('touch MARKER')}); savefig(f, F); delete(f);
"""
_SOURCE = """
function [y, z] = damaged(x, varargin)
% DAMAGED  Adds numbers.
%   y = DAMAGED(x) adds one.
s = 'it''s'; t = "quoted ""text"" end";
for k = 1:numel(x), if x(k) > 2 && ~isempty(s), y(k) = x(k).^2 + x(1)'; else, y(k) = 0; end, end
%{ block
%}
switch t, case {'a', 'b'}, z = @(q) q + k; otherwise, z = {1, 'system(''touch MARKER'')'}; end
try, error('a:b', '%d', 3); catch e, disp(e.message), end
while true, break, end
end
"""
_MAT = ("load(F);", "S = load(F); disp(S)", "whos('-file', F)", "who('-file', F)", "m = matfile(F); who(m), for x = who(m)', size(m, x{1}), m.(x{1}); end", "importdata(F);",
        "S = load(F); f = fieldnames(S); for j = 1:numel(f), disp(S.(f{j})), end")  # fmt: skip
_TEXT = (
    "readtable(F)", "readmatrix(F)", "readcell(F)", "readvars(F)", "readtimetable(F)", "csvread(F)", "dlmread(F)", "importdata(F)", "detectImportOptions(F)", "fileread(F);",
    "readlines(F);", "load('-ascii', F);", "type(F)", "f = fopen(F); c = textscan(f, '%f %s %f', 'Delimiter', ','); fclose(f);",
    "f = fopen(F); c = fscanf(f, '%d,%s'); fclose(f);", "f = fopen(F); while ~feof(f), fgetl(f); end, fclose(f);", "[a, b] = textread(F, '%s %s');",
)  # fmt: skip
_SHEET = (
    "readtable(F)",
    "readmatrix(F)",
    "readcell(F)",
    "sheetnames(F)",
    "xlsread(F);",
    "[s, n, k] = xlsfinfo(F);",
    "detectImportOptions(F)",
    "readtimetable(F)",
    "readvars(F)",
)
_PICTURE = ("A = imread(F); size(A)", "[X, m, a] = imread(F);", "imfinfo(F)", "imshow(F);")
_PAGES = (*_PICTURE, "imread(F, 'Frames', 'all');", "imread(F, 2);")
_VIDEO_READERS = (
    "v = VideoReader(F); while hasFrame(v), readFrame(v); end",
    "v = VideoReader(F); read(v);",
    "v = VideoReader(F); read(v, 2);",
    "VideoReader(F)",
)
_HDF5_READERS = (
    "h5info(F)",
    "h5disp(F)",
    "h5read(F, '/g/v')",
    "h5read(F, '/i', 2, 3)",
    "h5read(F, '/s')",
    "h5readatt(F, '/g/v', 'units')",
    "h5readatt(F, '/', 'list')",
    "load(F);",
)
_NETCDF_READERS = (
    "ncinfo(F)",
    "ncdisp(F)",
    "ncread(F, 'v')",
    "ncread(F, 'i')",
    "ncread(F, 'c')",
    "ncreadatt(F, 'v', 'units')",
    "n = netcdf.open(F); [a, b] = netcdf.inq(n); netcdf.getVar(n, 0), netcdf.close(n)",
)


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of files: its ending, programs that write one to F, programs that read F, and how to damage what is packed inside."""

    ending: str
    writers: tuple[str, ...]
    readers: tuple[str, ...]
    inside: Callable[[bytes, Damage, random.Random], bytes] | None = None


def _with_pixels(word: str) -> str:
    return f"{_IMAGE} imwrite({word}, F);"


_COLOURS = (_with_pixels("A"), _with_pixels("G"))
FORMATS = {
    "mat4": Format("mat", (_OLD_VALUES,), _MAT),
    "mat6": Format("mat", (_VALUES + "save(F, '-nocompression')",), _MAT),
    "mat7": Format("mat", (_VALUES + "save(F)", "copyfile('OBJECTS', F)"), _MAT, inside_mat),
    "mat73": Format("mat", (_VALUES + "save(F, '-v7.3')",), _MAT),
    "csv": Format("csv", (_TABLE + "writetable(T, F)", "writematrix(magic(6), F)"), _TEXT),
    "text": Format("txt", (_TABLE + "writetable(T, F, 'Delimiter', '\\t')", "x = magic(4); save(F, 'x', '-ascii')"), _TEXT),
    "workbook": Format("xlsx", (_TABLE + "writetable(T, F); writematrix(magic(3), F, 'Sheet', 'Two')",), _SHEET, inside_zip),
    "json": Format("json", (_TREE + "writestruct(S, F)",), ("readstruct(F)", "jsondecode(fileread(F))")),
    "xml": Format("xml", (_TREE + "writestruct(S, F)",), ("readstruct(F)", "d = xmlread(F); xmlwrite(d)")),
    "png": Format("png", (*_COLOURS, _IMAGE + "imwrite(G, jet(256), F)"), _PICTURE, inside_png),
    "jpeg": Format("jpg", _COLOURS, _PICTURE),
    "gif": Format("gif", (_IMAGE + "imwrite(cat(4, G, fliplr(G)), jet(256), F, 'DelayTime', 0.1)", _with_pixels("G")), _PAGES),
    "tiff": Format("tif", (*_COLOURS, _IMAGE + "imwrite(G, F); imwrite(G, F, 'WriteMode', 'append')"), _PAGES),
    "bmp": Format("bmp", _COLOURS, _PICTURE),
    "ppm": Format("ppm", (_with_pixels("A"),), _PICTURE),
    "wav": Format(
        "wav",
        ("audiowrite(F, sin((1:400)'/9) * [1 .5], 8000)", "audiowrite(F, sin((1:99)'/9), 8000, 'BitsPerSample', 8)", "audiowrite(F, (1:9)'/9, 8000, 'BitsPerSample', 64)"),
        ("[y, r] = audioread(F);", "audioread(F, [2 5], 'native');", "audioinfo(F)"),
    ),
    "avi": Format("avi", (_VIDEO.replace("CHANNELS", ",3").replace("PROFILE", "Motion JPEG AVI"), _VIDEO.replace("CHANNELS", ",3").replace("PROFILE", "Uncompressed AVI"),
                          _VIDEO.replace("CHANNELS", "").replace("PROFILE", "Grayscale AVI")), _VIDEO_READERS),
    "mp4": Format("mp4", (_VIDEO.replace("CHANNELS", ",3").replace("PROFILE", "MPEG-4"),), _VIDEO_READERS),
    "hdf5": Format("h5", (_HDF5,), _HDF5_READERS),
    "netcdf": Format("nc", tuple(_NETCDF.replace("FORM", form) for form in ("classic", "64bit", "netcdf4")), _NETCDF_READERS),
    "gzip": Format("gz", ("p = [tempname '.txt']; writelines(string(1:300), p); gzip(p); movefile([p '.gz'], F); delete(p)",), ("gunzip(F, OUT)",), inside_gzip),
    "zip": Format("zip", ("p = tempname; mkdir(p); writelines(string(1:300), [p '/a.txt']); writelines(\"b\", [p '/b.txt']); zip(F, {'a.txt','b.txt'}, p); rmdir(p, 's')",), ("unzip(F, OUT)", "n = unzip(F, OUT);"), inside_zip),
    "tar": Format("tgz", ("p = tempname; mkdir(p); writelines(string(1:300), [p '/a.txt']); writelines(\"b\", [p '/b.txt']); tar(F, {'a.txt','b.txt'}, p); rmdir(p, 's')",), ("untar(F, OUT)", "n = untar(F, OUT);"), inside_gzip),
    "figure": Format("fig", (_FIGURE,), ("g = openfig(F); getframe(g);", "hgload(F);"), inside_mat),
    "source": Format("m", ("SOURCE",), ("checkcode(F)", "help(F)", "type(F)", "nargin('damaged')", "publish(F, 'evalCode', false);", "readlines(F);")),
    "stl": Format("stl", ("T = triangulation([1 2 3;1 2 4;2 3 4;1 3 4],[0 0 0;1 0 0;0 1 0;0 0 1]); stlwrite(T, F)",
                          "T = triangulation([1 2 3;1 2 4;2 3 4;1 3 4],[0 0 0;1 0 0;0 1 0;0 0 1]); stlwrite(T, F, 'text')"), ("[T, k, a] = stlread(F); size(T.Points)",)),
}  # fmt: skip
"""The 26 formats; a case takes them by turns."""


class Campaign:
    """The valid files are written, and read once, before the first case: importing libraries is no part of its time."""

    seconds = 60.0

    @staticmethod
    def add_arguments(parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--formats", nargs="+", choices=sorted(FORMATS), default=list(FORMATS), help="formats to damage (all)")
        parser.add_argument("--keep", help="folder that keeps the damaged file of each finding")

    def __init__(self, options: argparse.Namespace) -> None:
        from runmat_kernel.session import Session

        self.names, self.keep = options.formats, options.keep
        self.session = Session(provider="host")
        self.folder = tempfile.TemporaryDirectory()
        numbers = range(options.seed, options.seed + min(options.count, len(self.names)))
        self.files = {name: self._valid(FORMATS[name]) for name in {self.names[number % len(self.names)] for number in numbers}}
        limit = resource.getrlimit(resource.RLIMIT_DATA)[1]
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, limit))

    def case(self, number: int) -> str | None:
        name = self.names[number % len(self.names)]
        dice = random.Random(number)
        valid = self.files[name]
        data = _damaged_file(FORMATS[name], dice.choice(valid), dice.choice(valid), dice)
        place = Path(self.folder.name) / "case"
        shutil.rmtree(place, ignore_errors=True)
        (place / "out").mkdir(parents=True)
        path = place / f"damaged.{FORMATS[name].ending}"
        path.write_bytes(data)
        copy = self._kept(path, f"{number}-{name}.{FORMATS[name].ending}")
        here = os.getcwd()
        os.chdir(place)
        try:
            defect = self._read(path, FORMATS[name].readers)
        finally:
            os.chdir(here)
        if defect is None and copy is not None:
            copy.unlink()
        return f"{name}: {defect}" if defect else None

    def _kept(self, path: Path, name: str) -> Path | None:
        """A copy of the damaged file, which stays where a case crashes or has no end."""
        if not self.keep:
            return None
        os.makedirs(self.keep, exist_ok=True)
        return Path(shutil.copy(path, os.path.join(os.path.abspath(self.keep), name)))

    def _valid(self, form: Format) -> list[bytes]:
        return [self._written(form, writer) for writer in form.writers]

    def _is_read(self, path: Path, form: Format) -> bool:
        """Whether a reader takes a valid file: a campaign whose files are all refused would find nothing."""
        outcomes = [self.session.run(f"F = '{path}'; OUT = '{path.parent}';\n{reader}") for reader in form.readers]
        return any(outcome.error is None for outcome in outcomes)

    def _written(self, form: Format, writer: str) -> bytes:
        path = Path(self.folder.name) / f"damaged.{form.ending}"
        marker = str(Path(self.folder.name) / "case" / "executed")
        if writer == "SOURCE":
            return _SOURCE.replace("MARKER", marker).encode()
        text = writer.replace("MARKER", marker).replace("OBJECTS", str(_OBJECTS))
        outcome = self.session.run(f"clear all; F = '{path}';\n{text}")
        if writer == _OLD_VALUES:
            _write_version_4(self.session, path)
        assert outcome.error is None, f"{writer}: {outcome.error}"
        data = path.read_bytes()
        assert self._is_read(path, form), writer
        path.unlink()
        return data

    def _read(self, path: Path, readers: tuple[str, ...]) -> str | None:
        """Runs the readers on a damaged file; the first defect."""
        before = set(os.listdir(path.parent))
        for reader in readers:
            start = time.process_time()
            outcome = self.session.run(f"F = '{path}'; OUT = '{path.parent / 'out'}';\n{reader}")
            seconds = time.process_time() - start
            self.session.run("clear all; close all force; fclose all;")
            defect = _defect(outcome) or (f"took {seconds:.0f} s" if seconds > SECONDS else None)
            if defect is not None:
                return f"{reader} -> {defect}"
        new = set(os.listdir(path.parent)) - before - {"html"}  # publish makes a folder beside the file
        return f"made {sorted(new)} beside the file" if new else None


def _defect(outcome: object) -> str | None:
    """What is wrong with how reading ended, apart from that the file was damaged."""
    error, text = outcome.error, outcome.text  # type: ignore[attr-defined]
    if error is not None:
        if hasattr(error, "internal"):
            return f"{error} ({error.identifier}), from {error.internal.strip().splitlines()[-1]}"
        if error.identifier in _UNNAMED or _PYTHON.search(error.message):
            return f"{error} ({error.identifier})"
    if (match := _PYTHON.search(text)) is not None and "Warning" in text:
        return f"printed {text[max(0, match.start() - 80) : match.end() + 80]!r}"
    return None


def _damaged_file(form: Format, data: bytes, other: bytes, dice: random.Random) -> bytes:
    if form.inside is not None and dice.random() < 0.5:
        return form.inside(data, lambda part: slightly_damaged(part, dice) if dice.random() < 0.7 else damaged(part, part, dice), dice)
    return damaged(data, other, dice)


def _write_version_4(session: object, path: Path) -> None:
    """The variables of a session in a MAT-file of version 4, which the product reads and does not write."""
    from scipy.io import savemat

    from runmat_kernel.toolboxes.files.matfiles import to_mat

    variables = session.workspace_values  # type: ignore[attr-defined]
    savemat(str(path), {name: to_mat(variables[name], name) for name in "dztqn"}, format="4")

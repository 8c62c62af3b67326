"""Videos: files that are written frame by frame and read again."""

import numpy as np
import pytest

from runmat_kernel.session import Session
from runmat_kernel.toolboxes.files.formats.mp4_files import read_table

_START = "f = [tempname '.avi']; "


def _given(code: str) -> str:
    outcome = Session(provider="host").run(_START + code)
    assert outcome.error is None, outcome.error
    return outcome.text


@pytest.mark.parametrize("profile", ["Motion JPEG AVI", "Uncompressed AVI", "Grayscale AVI", "MPEG-4"])
def test_frames_come_back_as_they_were_written(profile):
    code = f"v = VideoWriter(f, '{profile}'); v.FrameRate = 12; f = fullfile(v.Path, v.Filename); open(v); "
    code += "for k = 1:3, writeVideo(v, uint8(80*k*ones(16, 24))); end, close(v); r = VideoReader(f); x = read(r); delete(f); "
    code += "d = abs(double(squeeze(x(5, 7, 2, :)))' - [80 160 240]); fprintf('%d', r.NumFrames, r.FrameRate, size(x), max(d) < 4)"
    assert _given(code) == "31216243" + "31"


def test_pictures_are_not_turned():
    code = "x = zeros(6, 10, 3); x(1, 1, 1) = 1; x(6, 10, 3) = 1; v = VideoWriter(f, 'Uncompressed AVI'); open(v); "
    code += "writeVideo(v, x); close(v); "
    code += "r = VideoReader(f); y = readFrame(r); delete(f); fprintf('%d', isequal(y, uint8(255*x)), hasFrame(r), r.CurrentTime > 0)"
    assert _given(code) == "101"


def test_figures_are_filmed():
    code = "v = VideoWriter(f); open(v); for k = 1:2, plot(1:k); writeVideo(v, getframe(gcf)); end, close(v); "
    assert _given(code + "r = VideoReader(f); fprintf('%d ', r.NumFrames, r.Width, r.Height); delete(f)") == "2 560 420 "


def test_other_readers_know_the_file(tmp_path):
    """The header says what the frames are: sizes, their number, the rate, and where each lies."""
    path = tmp_path / "a.avi"
    code = f"v = VideoWriter('{path}', 'Uncompressed AVI'); open(v); writeVideo(v, zeros(2, 3, 3, 5)); close(v);"
    assert Session(provider="host").run(code).error is None
    data = path.read_bytes()
    numbers = np.frombuffer(data[32:88], np.uint32)
    assert data[:4] == b"RIFF" and int.from_bytes(data[4:8], "little") == len(data) - 8 and data[8:12] == b"AVI "
    assert numbers[4] == 5 and numbers[8] == 3 and numbers[9] == 2 and numbers[0] == 33333
    index = data.index(b"idx1")
    movie = data.index(b"movi")
    assert int.from_bytes(data[movie - 4 : movie], "little") == index - movie
    entries = np.frombuffer(data[index + 8 :], np.uint32).reshape(5, 4)
    assert all(data[movie + place : movie + place + 4] == b"00db" for place in entries[:, 2].tolist()) and set(entries[:, 3].tolist()) == {
        24
    }


def test_boxes_of_mp4_files_fill_it(tmp_path):
    path = tmp_path / "a.mp4"
    code = (
        f"v = VideoWriter('{path}', 'MPEG-4'); v.FrameRate = 29.97; v.Quality = 90; open(v); writeVideo(v, ones(20, 30, 3, 4)); close(v);"
    )
    assert Session(provider="host").run(code + "disp(v.FileFormat)").text.strip() == "mp4"
    data, at, names = path.read_bytes(), 0, []
    while at < len(data):
        size = int.from_bytes(data[at : at + 4], "big")
        names.append(data[at + 4 : at + 8])
        at += size if size != 1 else int.from_bytes(data[at + 8 : at + 16], "big")
    assert at == len(data) and names == [b"ftyp", b"mdat", b"moov"]
    size, rate, frames = read_table(data)
    assert size == (20, 30) and abs(rate - 29.97) < 1e-9 and len(frames) == 4
    assert all(
        data[place : place + 2] == b"\xff\xd8" and data[place + length - 2 : place + length] == b"\xff\xd9" for place, length in frames
    )


@pytest.mark.parametrize(
    ("code", "identifier"),
    [
        ("v = VideoWriter(f); open(v); writeVideo(v, zeros(4)); writeVideo(v, zeros(5));", "VideoWriter:invalidDimensions"),
        ("v = VideoWriter(f); open(v); writeVideo(v, 3*ones(4));", "VideoWriter:invalidRange"),
        ("v = VideoWriter(f); open(v); writeVideo(v, int8(ones(4)));", "VideoWriter:invalidDatatype"),
        ("v = VideoWriter(f); open(v); writeVideo(v, zeros(4, 4, 2));", "VideoWriter:invalidDimensions"),
        ("v = VideoWriter(f); open(v); v.FrameRate = 3;", "VideoWriter:setOpened"),
        ("v = VideoWriter(f); open(v); close(v); open(v);", "VideoWriter:alreadyClosed"),
        ("v = VideoWriter('/nosuchfolder/a.avi'); open(v);", "VideoWriter:folderNotFound"),
        ("fid = fopen(f, 'w'); fprintf(fid, 'no video'); fclose(fid); VideoReader(f)", "VideoReader:InitializationFailed"),
        ("v = VideoWriter(f); open(v); writeVideo(v, zeros(4)); close(v); r = VideoReader(f); read(r, 2)",
         "VideoReader:invalidFrame"),
        ("v = VideoWriter(f); open(v); writeVideo(v, zeros(4)); close(v); r = VideoReader(f); readFrame(r); readFrame(r)",
         "VideoReader:EndOfFile"),
    ],
)  # fmt: skip
def test_refusals(code, identifier):
    assert Session(provider="host").run(_START + code).error.identifier == f"MATLAB:audiovideo:{identifier}"

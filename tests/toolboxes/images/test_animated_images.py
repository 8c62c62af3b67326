"""Animated GIF files, as programs write them frame by frame."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from runmat_kernel import Session


@pytest.fixture
def session(tmp_path: Path) -> Session:
    made = Session(provider="host")
    assert made.run(f"f = '{tmp_path}/a.gif';").error is None
    return made


def test_frames_are_appended(session: Session, tmp_path: Path) -> None:
    code = """
    for k = 1:3
        [X, map] = rgb2ind(uint8(repmat(reshape([k*80 0 0], 1, 1, 3), 4, 5)), 256);
        X(2, 3) = 0;
        if k == 1, imwrite(X, map, f, 'gif', 'LoopCount', Inf, 'DelayTime', 0.1);
        else, imwrite(X, map, f, 'gif', 'WriteMode', 'append', 'DelayTime', 0.2); end
    end
    A = imread(f, 'Frames', 'all'); sizes = size(A); B = imread(f, 1);
    """
    outcome = session.run(code)
    assert outcome.error is None, outcome.error
    with Image.open(tmp_path / "a.gif") as image:
        assert (image.n_frames, image.info["loop"], image.info["duration"]) == (3, 0, 100)
        image.seek(2)
        assert image.info["duration"] == 200 and image.convert("RGB").getpixel((0, 0)) == (240, 0, 0)
    assert np.asarray(session.workspace["sizes"]).ravel().tolist() == [4, 5, 3, 3] and session.workspace["B"].shape == (4, 5)


def test_an_index_is_written_with_its_map(session: Session) -> None:
    code = "g = strrep(f, 'gif', 'png'); imwrite(uint8([0 1; 2 1]), [1 0 0; 0 1 0; 0 0 1], g); [X, map] = imread(g);"
    assert session.run(code).error is None
    assert np.asarray(session.workspace["X"]).tolist() == [[0, 1], [2, 1]]
    assert np.asarray(session.workspace["map"]).tolist() == [[1, 0, 0], [0, 1, 0], [0, 0, 1]]


def test_many_colours_become_few(session: Session) -> None:
    code = "[R, G] = meshgrid(0:255); P = uint8(cat(3, R, G, R)); [X, map] = rgb2ind(P, 16); Q = ind2rgb(X, map); "
    code += "d = mean(abs(double(P(:)) - 255 * Q(:)));"
    outcome = session.run(code)
    assert outcome.error is None, outcome.error
    assert session.workspace["map"].shape == (16, 3) and np.asarray(session.workspace["d"]).item() < 30


def test_frames_that_are_not_there(session: Session) -> None:
    assert session.run("imwrite(uint8(ones(3)), f); imread(f, 2)").error.identifier == "MATLAB:imagesci:imread:badImageIndex"


def test_frames_of_one_map_stay_indexed(session: Session) -> None:
    code = """
    A = uint8(magic(16)); m = jet(256);
    imwrite(A, m, f, 'LoopCount', Inf, 'DelayTime', 0.1); imwrite(A', m, f, 'WriteMode', 'append', 'DelayTime', 0.3);
    i = imfinfo(f); [B, map] = imread(f, 2); C = imread(f, 'Frames', 'all');
    assert(isequal(B, A') && isequal(size(C), [16 16 1 2]) && isequal(C(:,:,1), A) && max(abs(map(:) - m(:))) < 0.003)
    assert(isequal([i.DelayTime], [10 30]) && isequal({i.ColorType}, {'indexed', 'indexed'}))
    imwrite(A, gray(256), f); [D, map] = imread(f); assert(isequal(D, A) && isequal(size(map), [256 3]))
    """
    assert session.run(code).error is None


def test_a_frame_may_equal_the_one_before(session: Session) -> None:
    code = """
    A = uint8(reshape(0:255, 16, 16)); imwrite(A, f); imwrite(A, f, 'WriteMode', 'append'); imwrite(A, f, 'WriteMode', 'append');
    i = imfinfo(f); assert(numel(i) == 3 && isequal([i.DelayTime], [50 50 50]) && isequal(imread(f, 3), A))
    """
    assert session.run(code).error is None


def test_pages_have_an_element_each(session: Session) -> None:
    code = "g = strrep(f, 'gif', 'tif'); imwrite(uint8(ones(3)), g); imwrite(uint8(ones(4)), g, 'WriteMode', 'append'); i = imfinfo(g);"
    assert session.run(code + " assert(isequal([i.Width], [3 4]) && strcmp(i(2).Format, 'tif'))").error is None

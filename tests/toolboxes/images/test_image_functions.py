"""Functions of images against what is computed otherwise: definitions written out, or pictures whose answer is plain."""

# ruff: noqa: E501 (programs on one line)

import numpy as np
import pytest
from scipy import ndimage

from runmat_kernel.base.errors import MatlabError
from runmat_kernel.session import Session, execute
from runmat_kernel.values import Tensor

DISK = "[x, y] = meshgrid(-40:40); r = hypot(x, y); I = double(r < 25); "


@pytest.mark.parametrize("method", ["sobel", "prewitt", "roberts", "log", "canny"])
def test_edges_of_a_disk_lie_on_its_circle(method):
    code = DISK + f"b = edge(I, '{method}'); fprintf('%d', islogical(b), all(abs(r(b) - 25) < 2.5), nnz(b) > 100, nnz(b) < 260)"
    assert execute(code) == "1111"


def test_edges_of_all_classes_and_thresholds():
    code = (
        DISK
        + """[b, t] = edge(I); c = edge(uint8(255 * I)); d = edge(I > 0); e = edge(I, 'sobel', t); [f, u] = edge(I, 'canny', 0.3);
        fprintf('%d', isequal(b, c), isequal(b, d), isequal(b, e), nnz(edge(I, 'sobel', 10)), abs(u - [0.12 0.3]) < 1e-12, any(any(edge(I, 'sobel', [], 'vertical'))))"""
    )
    assert execute(code) == "11101" + "11"


@pytest.mark.parametrize("method", ["nearest", "bilinear", "bicubic"])
def test_a_picture_turned_back_is_the_same_in_the_middle(method):
    code = (
        DISK
        + f"J = I .* (1 + x / 100); K = imrotate(imrotate(J, 30, '{method}', 'crop'), -30, '{method}', 'crop'); m = r < 20; fprintf('%d', max(abs(K(m) - J(m))) < 0.03)"
    )
    assert execute(code) == "1"


def test_turns_go_against_the_clock():
    assert (
        execute(
            "I = zeros(9); I(5, 9) = 1; J = imrotate(I, 45, 'nearest', 'crop'); [i, j] = find(imrotate(I, 40, 'bilinear', 'crop') > 0.2); fprintf('%d', all(i < 5), all(j > 5))"
        )
        == "11"
    )


def test_blocks_come_together_again():
    code = """A = magic(7); B = im2col(A, [2 3], 'distinct'); C = col2im(B, [2 3], [7 7], 'distinct'); S = im2col(A, [2 3]); T = col2im(sum(S), [2 3], [7 7]);
        fprintf('%d', isequal(A, C), isequal(T, conv2(A, ones(2, 3), 'valid')), isequal(nlfilter(A, [3 3], @(w) median(w(:))), medfilt2(A)), isequal(ordfilt2(A, 5, ones(3)), medfilt2(A)))
        B = blockproc(A, [3 2], @(b) b.data * 2); fprintf('%d', isequal(B, 2 * A)); c = blockproc(A, [3 2], @(b) b.location); fprintf(' %d', c(3, :))"""
    assert execute(code) == "11111 7 1 7 3 7 5 7 7"


def test_filters_of_neighbourhoods():
    code = """A = magic(6); S = stdfilt(A, ones(3)); w = A(2:4, 3:5); fprintf('%d', abs(S(3, 4) - std(w(:))) < 1e-12);
        G = imgaussfilt(A, 1.5); H = imfilter(A, fspecial('gaussian', 7, 1.5), 'replicate'); fprintf('%d', max(abs(G(:) - H(:))) < 1e-12);
        B = imboxfilt(A, 5); C = imfilter(A, fspecial('average', 5), 'replicate'); fprintf('%d', max(abs(B(:) - C(:))) < 1e-12);
        [x, y] = imgradientxy(A); X = imfilter(A, -fspecial('sobel')', 'replicate'); fprintf('%d', isequal(x, X));
        n = imnoise(0.5 * ones(200), 'gaussian', 0, 0.01); w = wiener2(n, [5 5]); fprintf('%d', std2(w) < std2(n) / 2);
        fprintf('%d', isa(imgaussfilt(single(A)), 'single'), isa(wiener2(uint8(A)), 'uint8'), size(imgaussfilt(ones(4, 5, 3))))"""
    assert execute(code) == "11111" + "11453"


def test_regions():
    code = """B = false(9); B(2:8, 2:8) = true; H = B; H(4:5, 4:6) = false; F = imfill(H, 'holes'); fprintf('%d', isequal(F, B), nnz(bwperim(B)) == 24);
        T = B; T(1, 1) = true; fprintf('%d', nnz(imclearborder(T)), nnz(imclearborder(T, 4)) == 49);
        D = bwdist(~B); fprintf(' %g %s', D(5, 5), class(D)); [D, k] = bwdist(B); [i, j] = ind2sub(size(B), double(k(1, 5))); fprintf(' %d %d', i, j);
        G = 9 * ones(5); G(2:4, 2:4) = [1 2 3; 4 5 6; 7 8 7]; fprintf(' %d', isequal(imfill(G), 9 * ones(5)));
        L = zeros(5); L(:, 3) = 2; L(2, 3) = 5; fprintf('%d', isequal(imtophat(L, ones(3)), L), isequal(imreconstruct(L - 1, L), min(L, 4)))"""
    assert execute(code) == "11049".replace("049", "01") + " 4 single 2 5 111"


def test_a_histogram_becomes_flat():
    code = """I = uint8(repmat(round(40 + 20 * linspace(0, 1, 256) .^ 3), 256, 1)); J = histeq(I); c = imhist(J);
        fprintf('%d', max(J(:)) == 255, std2(J) > 2 * std2(I), issorted(double(J(1, :)))); [K, T] = histeq(double(I) / 255); fprintf('%d', size(T), isa(K, 'double'))"""
    assert execute(code) == "111" + "12561"


def test_likeness():
    code = """I = phantom(64); J = min(max(I + 0.05 * sin((1:64)' * (1:64)), 0), 1); fprintf('%d', ssim(I, I) == 1, ssim(I, J) < 0.99, psnr(J, I) > 20, abs(immse(I, J) - mean2((I - J) .^ 2)) < 1e-15);
        fprintf('%d', abs(corr2(I, J) - [0 1] * corrcoef(I(:), J(:)) * [1; 0]) < 1e-12, abs(std2(I) - std(I(:))) < 1e-14)"""
    assert execute(code) == "111111"


@pytest.mark.parametrize(
    ("code", "identifier"),
    [
        ("imadd(uint8(1), int8(1))", "images:imadd:mismatchedType"),
        ("imcomplement(1i)", "MATLAB:imcomplement:invalidType"),
        ("imrotate({1}, 3)", "MATLAB:imrotate:invalidType"),
        ("bwdist('a')", "MATLAB:bwdist:invalidType"),
        ("edge(ones(3), 'canny', 2)", "images:edge:thresholdMustBeLessThanOne"),
    ],
)
def test_errors(code, identifier):
    with pytest.raises(MatlabError) as caught:
        execute(code)
    assert caught.value.identifier == identifier


def test_empty_images():
    code = "for f = {@edge, @imcomplement, @stdfilt, @imgaussfilt, @bwperim, @imfill, @histeq}, try, x = f{1}(zeros(0, 3)); fprintf('%d%d ', size(x)); catch e, fprintf('%s ', e.message); end, end"
    assert execute(code) == "03 " * 7


@pytest.mark.parametrize("neighbours", [4, 8])
def test_reconstruction_is_dilation_under_the_mask_until_nothing_changes(neighbours):
    rng = np.random.default_rng(neighbours)
    around = np.ones((3, 3), bool) if neighbours == 8 else np.array([[0, 1, 0], [1, 1, 1], [0, 1, 0]], bool)
    for _ in range(5):
        mask = rng.integers(0, 30, (25, 31)).astype(float)
        marker = np.where(rng.random(mask.shape) < 0.02, mask, 0.0)
        wanted = marker
        while not np.array_equal(wanted, grown := np.minimum(ndimage.grey_dilation(wanted, footprint=around, mode="nearest"), mask)):
            wanted = grown
        session = Session(provider="host")
        session.workspace_values["M"], session.workspace_values["S"] = Tensor(np.asfortranarray(marker)), Tensor(np.asfortranarray(mask))
        outcome = session.run(f"J = imreconstruct(M, S, {neighbours});")
        assert outcome.error is None
        assert np.array_equal(session.workspace_values["J"].array, wanted)


def test_an_infinite_pixel_has_no_edge_of_its_own():
    assert execute("I = zeros(60); I(:, 40:60) = 1; I(1, 1) = Inf; b = edge(I, 'canny'); fprintf('%d', any(b(60, :)), any(edge(-Inf, 'canny')))") == "10"

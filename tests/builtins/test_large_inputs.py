"""Functions whose elements, windows or regions are gone through together: what going through them one by one gives."""

from itertools import combinations, permutations

import numpy as np
import pytest
from scipy import ndimage

from runmat_kernel.session import Session, execute
from runmat_kernel.toolboxes.data_analysis import missing_values
from runmat_kernel.toolboxes.elementary import number_theory
from runmat_kernel.toolboxes.signal import signal_models

from .harness import fails, run


def _values(code, *names):
    session = Session()
    outcome = session.run(code)
    assert outcome.error is None, outcome.error
    return [session.workspace_values[name] for name in names]


@pytest.mark.parametrize("n", [0, 1, 2, 5])
def test_orders_of_numbers(n):
    assert number_theory._permutations(n).tolist() == [list(p) for p in permutations(range(n - 1, -1, -1))]


@pytest.mark.parametrize("method", ["movmean", "movmedian"])
@pytest.mark.parametrize("window", [(2.0, 2.0), (0.0, 5.5), (40.0, 3.0)])
def test_windows_of_what_is_there(method, window, monkeypatch):
    monkeypatch.setattr(missing_values, "_TOGETHER", 16)
    rng = np.random.default_rng(1)
    sites, values = np.cumsum(rng.random(50)) * 2, rng.standard_normal(50)
    points = rng.random(30) * 120 - 10
    averages = missing_values._averages(values, sites, points, missing_values.Window(*window), method)
    for point, got in zip(points, averages, strict=True):
        near = values[(sites >= point - window[0]) & (sites <= point + window[1])]
        expected = np.nan if not near.size else near.mean() if method == "movmean" else np.median(near)
        np.testing.assert_allclose(got, expected, rtol=1e-13)


@pytest.mark.parametrize("degree", [1, 2])
def test_fits_of_windows(degree, monkeypatch):
    monkeypatch.setattr(signal_models, "_TOGETHER", 64)
    rng = np.random.default_rng(2)
    x, y, weights = np.cumsum(rng.random(40)), rng.standard_normal(40), rng.random(40)
    found = signal_models._local(x, y, 9, degree, weights)
    for k in range(40):
        near = np.sort(np.argsort(np.abs(x - x[k]), kind="stable")[:9])
        away = np.abs(x[near] - x[k])
        close = (1 - (away / away.max()) ** 3) ** 1.5 * np.sqrt(weights[near])
        expected = np.polyval(np.polyfit(x[near] - x[k], y[near], degree, w=close), 0.0)
        np.testing.assert_allclose(found[k], expected, rtol=1e-8, atol=1e-10)


def test_outlines_of_many_regions():
    code = "BW = mod((1:80)'*37 + (1:90)*91,11) < 5; [B,L,n,A] = bwboundaries(BW,4); [C,K,m] = bwboundaries(BW,'noholes');"
    outlines, labels, count, matrix = _values(code, "B", "L", "n", "A")
    white = (np.arange(1, 81)[:, None] * 37 + np.arange(1, 91) * 91) % 11 < 5
    regions = ndimage.label(white.T)[1]
    holes = ndimage.label(np.pad(~white, 1, constant_values=True).T, np.ones((3, 3)))[1] - 1
    assert count == regions and outlines.numel == regions + holes and matrix.matrix.shape == (regions + holes,) * 2
    for k, path in enumerate(outlines.array.ravel(), 1):
        rows, columns = (path.array.astype(int) - 1).T
        assert (labels.array[rows, columns] == k).all() and (rows[0], columns[0]) == (rows[-1], columns[-1])
        mask = labels.array == k
        edge = mask & ~ndimage.binary_erosion(mask, np.ones((3, 3)), border_value=0)
        assert set(zip(rows.tolist(), columns.tolist(), strict=True)) <= set(zip(*(p.tolist() for p in np.nonzero(edge)), strict=True))


def test_no_regions():
    assert run("[B,L,n,A] = bwboundaries(false(3)); disp([size(B) n size(A) any(L(:))])").split() == ["0", "1", "0", "0", "0", "0"]


@pytest.mark.parametrize("call", ["nchoosek(1:40, 20)", "combnk(1:40, 20)"])
def test_more_choices_than_memory_holds_are_refused_before_they_are_made(call: str) -> None:
    """137,846,528,820 rows; as Python objects even a hundredth of them ended the process."""
    error = Session(provider="host").run(f"C = {call};").error
    assert error is not None and error.identifier == "MATLAB:array:SizeLimitExceeded"


def test_choices_ascend_as_their_positions_do() -> None:
    expected = [list(chosen) for chosen in combinations("edcba", 3)]
    found = execute("C = nchoosek('edcba', 3); disp(C); disp(size(nchoosek(1:22, 8))); disp(size(nchoosek(1:3, 4)))").split("\n")
    assert [list(row) for row in found[:10]] == expected
    assert found[10].split() == ["319770", "8"] and "".join(found[11:]).split() == ["0", "4"]


@pytest.mark.parametrize("kind", [float, np.float32, bool])
@pytest.mark.parametrize("word", ["ascend", "descend", "strictascend", "strictdescend", "monotonic", "strictmonotonic"])
def test_order_of_lines(kind, word):
    rng = np.random.default_rng(8)
    for _ in range(60):
        array = rng.integers(0, 3, (3, 2)).astype(kind)
        if kind is not bool and rng.random() < 0.4:
            array[rng.integers(0, 3), 0] = np.nan
        session = Session(provider="host")
        session.workspace_values["x"] = session.value(array)
        assert session.run(f"a = issorted(x,1,'{word}'); b = issorted(x,1,'{word}','ComparisonMethod','real');").error is None
        # the second goes another way, which compares with what sorting gives
        assert session.workspace["a"] == session.workspace["b"], (array, word)


@pytest.mark.parametrize(
    "spectrum",
    ["[1 2+1i 5 2-1i]", "[1 2+1i 2-1i]", "[1i 2+1i 2-1i]", "[1 2+1i 2+1i]", "3", "1i", "[4 1i]"],
)
def test_inverse_transforms_of_conjugate_symmetric_spectra_are_real(spectrum):
    values = np.atleast_1d(np.array(eval(spectrum.replace("i", "j").replace(" ", ",")), complex))
    real = bool((values == np.roll(values[::-1], 1).conj()).all())
    for code in (f"ifft({spectrum})", f"ifft(repmat({spectrum}.',1,3))"):
        assert run(f"disp(isreal({code}))").split() == [str(int(real))]


def test_divisors_of_numbers_that_are_alone():
    assert (
        run("disp([gcd(12,18) gcd(-12,18) gcd(0,0) gcd(7,0) lcm(4,6) lcm(-4,6) lcm(0,5) gcd(2^53,6)])").split()
        == "6 6 0 7 12 12 0 2".split()
    )
    assert run("[g,u,v] = gcd(12,18); disp([g u v])").split() == ["6", "-1", "1"]
    for code in ("gcd(1.5,2)", "gcd(2,Inf)", "gcd(NaN,1)"):
        assert fails(code) == "MATLAB:gcd:NonIntInputs"
    assert fails("lcm(2,0.5)") == "MATLAB:lcm:NonIntegerInputs"

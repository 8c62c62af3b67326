"""Complex numbers with an infinite part: the other part stays what it is (``1j * Inf`` would make it NaN)."""

import pytest

from runmat_kernel.session import Session


@pytest.mark.parametrize("fusion", (False, True))
@pytest.mark.parametrize(
    ("expression", "real", "imaginary"),
    (
        ("floor(complex(1.5, -Inf))", "1", "-Inf"),
        ("fix(complex([-1.5 Inf], [Inf 2.7]))", "[-1 Inf]", "[Inf 2]"),
        ("round(complex(single(2.5), NaN))", "single(3)", "single(NaN)"),
        ("ceil(repmat(complex(0.2, Inf), 1, 30000))", "ones(1, 30000)", "inf(1, 30000)"),
        ("floor(asin(sinh(400 * ones(1, 30000, 'single'))))", "ones(1, 30000, 'single')", "-inf(1, 30000, 'single')"),
        ("cosd(complex(60, 1e6))", "Inf", "-Inf"),
        ("sign(complex([Inf 3 0], [1 -Inf 0]))", "[NaN 0 0]", "[0 NaN 0]"),
        ("sign(repmat(complex(-Inf, 1), 1, 30000))", "nan(1, 30000)", "zeros(1, 30000)"),
        ("accumarray([1; 2], [1; complex(3, Inf)])", "[1; 3]", "[0; Inf]"),
        ("full(spconvert([1 2 2 Inf]))", "[0 2]", "[0 Inf]"),
    ),
)
def test_the_other_part_stays(fusion, expression, real, imaginary):
    session = Session(provider="host", fusion=fusion)
    outcome = session.run(f"z = {expression}; same = isequaln(real(z), {real}) && isequaln(imag(z), {imaginary});")
    assert outcome.error is None, outcome.error
    assert session.workspace["same"], session.workspace["z"]

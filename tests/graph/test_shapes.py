"""Implicit expansion aligned at the first dimension, reduced shapes, sizes that cannot be had."""

import pytest

from runmat_kernel.base.errors import MatlabError
from runmat_kernel.graph.shapes import check_size, expand, expansion_strides, first_dimension, reduced_shape


def test_expansion():
    assert expand((3, 1), (1, 4)) == (3, 4)
    assert expand((3, 4), (3, 4, 5)) == (3, 4, 5)
    assert expand((3, 1, 1), (3, 7)) == (3, 7, 1)
    assert expand((0, 3), (1, 3)) == (0, 3)


@pytest.mark.parametrize(("a", "b"), [((3, 4), (4, 3)), ((2, 2, 3), (2, 2, 2)), ((0, 3), (2, 3)), ((3, 3), (3, 2, 3))])
def test_sizes_that_do_not_match(a, b):
    with pytest.raises(MatlabError) as caught:
        expand(a, b)
    assert caught.value.identifier == "MATLAB:sizeDimensionsMustMatch"


def test_pages_expand_from_the_first_dimension():
    assert expand((3, 3), (3, 3, 3)) == (3, 3, 3)
    assert expansion_strides((3, 3), (3, 3, 3)) == (1, 3, 0)
    assert expansion_strides((1, 4), (3, 4)) == (0, 1)
    assert expansion_strides((3, 4), (3, 4)) is None


def test_reduced_shapes():
    assert reduced_shape((2, 3, 4), (2,)) == (2, 3)
    assert reduced_shape((2, 3, 4), (1, 2)) == (2, 1)
    assert reduced_shape((2, 3, 4), (0, 1, 2)) == (1, 1)
    assert first_dimension((1, 1, 5)) == 2


def test_size_limits():
    check_size((1000, 1000))
    with pytest.raises(MatlabError) as caught:
        check_size((100_000, 100_000, 100), "double", 16 << 30)
    assert caught.value.identifier == "MATLAB:array:SizeLimitExceeded"
    assert caught.value.message.startswith("Requested 100000x100000x100 (7450.6GB) array exceeds maximum array size preference (16.0GB)")

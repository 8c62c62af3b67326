"""Limits of outliers: those of a matrix are those of its columns, whether they are found at once or one by one."""

import pytest

from runmat_kernel.session import execute


@pytest.mark.parametrize("method", ["'median'", "'mean'", "'quartiles'", "'grubbs'", "'movmedian', 3", "'percentiles', [10 90]"])
def test_limits_of_columns(method):
    code = f"""rng(4); x = randn(9, 6); x(2, 3) = NaN; x(:, 5) = NaN; x(1, 4) = 50; ok = true;
        [m, l, h, c] = isoutlier(x, {method});
        for k = [1 2 3 4 6]
            [a, b, d, e] = isoutlier(x(:, k), {method});
            ok = ok && isequaln({{a, b, d, e}}, {{m(:, k), l(:, k), h(:, k), c(:, k)}});
        end
        fprintf('%d', ok, size(rmoutliers(rand(3, 30000)), 2) == 30000)"""
    assert execute(code) == "11"

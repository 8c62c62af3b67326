// needs: gamma, log
fn rm_gammaln_positive_T(x: REAL) -> REAL {
    if x <= 2.0R {
        let below = x < 1.0R;
        // from the next unit interval where x < 1
        let first = select(x - 1.0R, x, below);
        let second = select(x - 2.0R, x - 1.0R, below);
        let y = first * second * rm_gammaln_between_T(select(x - 1.5R, x - 0.5R, below));
        return select(y, y - rm_log_T(x), below);
    }
    if x < 3.0R {
        return (x - 2.0R) * rm_gammaln_above_T(x - 2.0R);
    }
    if x < rm_stirling_from_T {
        return rm_log_T(rm_gamma_product_T(x));
    }
    if x > 1.0e30R {
        return x * (rm_log_T(x) - 1.0R);
    }
    let l = rm_stirling_T(x);
    return l.x + l.y;
}
// log |gamma(x)|
fn rm_gammaln_T(x: REAL) -> REAL {
    if rm_isnan_T(x) {
        return x;
    }
    if rm_iszero_T(x) || rm_isinf_T(x) || (x < 0.0R && x == floor(x)) {
        return rm_inf_T();
    }
    if x == 1.0R || x == 2.0R {
        return 0.0R;
    }
    let y = rm_gammaln_positive_T(abs(x));
    if x > 0.0R || !rm_signbit_T(x) {
        return y;
    }
    return rm_log_T(abs(rm_rdivide_T(3.14159265358979323846R, x * rm_sinpi_T(x)))) - y;
}

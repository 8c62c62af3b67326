// needs: sinpi, rdivide
// sin(pi x) / (pi x), 1 at zero
fn rm_sinc_T(x: REAL) -> REAL {
    if !(abs(x) > 1.0e-10R) || !rm_isfinite_T(x) {
        return select(1.0R, rm_nan_T(), !rm_isfinite_T(x));
    }
    let s = rm_sinpi_T(x);
    if rm_iszero_T(s) {
        return 0.0R;
    }
    let d = rm_pi_pair_T(x);
    // hidden, since a driver may take n / d + e / d together as (n + e) / d
    let q = rm_keep_T(s / d.x, s);
    return q + (rm_residual_T(s, q, d.x) - q * d.y) / d.x;
}

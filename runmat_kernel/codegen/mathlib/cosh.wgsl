// needs: exp_core
fn rm_cosh_T(x: REAL) -> REAL {
    let parts = rm_exp_core_T(min(abs(x), 1000.0R), 0.0R);
    let half = rm_ldexp_T(1.0R + parts.expm1, parts.k - 1);
    return select(half + 0.25R / half, x, rm_isnan_T(x));
}

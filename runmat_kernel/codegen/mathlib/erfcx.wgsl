// needs: erfcx_core
// exp(x^2) erfc(x)
fn rm_erfcx_T(x: REAL) -> REAL {
    if rm_isnan_T(x) {
        return x;
    }
    if abs(x) <= 0.5R {
        let small = rm_exp_square_T(x, 1.0R);
        let c = 1.0R - fma(x, rm_erf_tail_T(x * x), x);
        return rm_ldexp_T(fma(c, small.expm1, c), small.k);
    }
    let v = rm_erfcx_positive_T(abs(x));
    if x >= 0.0R {
        return v;
    }
    let parts = rm_exp_square_T(min(-x, 40.0R), 1.0R);
    return rm_ldexp_T(2.0R + 2.0R * parts.expm1, parts.k) - v;
}

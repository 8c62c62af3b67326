// needs: erf_core, exp_core, rdivide
// exp(x^2) erfc(x) for x >= 0
fn rm_erfcx_positive_T(x: REAL) -> REAL {
    if x > 1.0e10R {
        return rm_rdivide_T(0.56418958354775628695R, x);
    }
    let n = rm_erfcx_scaled_T((x - 3.0R) / (x + 3.0R));
    let twice = x + x;
    let d = rm_keep_T(1.0R + twice, x);
    let lost = select(twice - (d - 1.0R), 1.0R - (d - twice), twice >= 1.0R);
    // hidden, since a driver may take n / d + e / d together as (n + e) / d
    let q = rm_keep_T(n / d, n);
    return q + (rm_residual_T(n, q, d) - q * lost) / d;
}
// exp(sign x^2) for |x| <= 40, sign 1 or -1
fn rm_exp_square_T(x: REAL, sign: REAL) -> rm_exp_parts_T {
    let square = rm_keep_T(x * x, x);
    return rm_exp_core_T(sign * square, sign * rm_product_error_T(x, x, square));
}
// erfc(x) for x >= 0
fn rm_erfc_positive_T(x: REAL) -> REAL {
    let b = min(x, 40.0R);
    let scaled = rm_erfcx_positive_T(b);
    let parts = rm_exp_square_T(b, -1.0R);
    return rm_ldexp_T(fma(scaled, parts.expm1, scaled), parts.k);
}

// needs: exp_core, rdivide
// 1 / cosh(a) = 2 / (h 2^k + 2^-k / h) with exp(a) = h 2^k, h and the sum kept as sums of two
fn rm_sech_T(x: REAL) -> REAL {
    if rm_isnan_T(x) {
        return x;
    }
    let parts = rm_exp_core_T(min(abs(x), 1500.0R), 0.0R);
    let h = rm_keep_T(1.0R + parts.expm1, parts.expm1);
    let w = rm_lost_T(1.0R, parts.expm1, h) + rm_ldexp_T(1.0R, -2 * parts.k) / h;
    let d = rm_keep_T(h + w, parts.expm1);
    let lost = rm_lost_T(h, w, d);
    // hidden, since a driver may take n / d + e / d together as (n + e) / d
    let q = rm_keep_T(2.0R / d, d);
    return rm_ldexp_T(q + (rm_residual_T(2.0R, q, d) - q * lost) / d, -parts.k);
}

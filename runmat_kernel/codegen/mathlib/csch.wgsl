// needs: sinh, rdivide
// 1 / sinh(a) = 2 / (h 2^k - 2^-k / h) with exp(a) = h 2^k, h and the difference kept as sums of two
fn rm_csch_T(x: REAL) -> REAL {
    let a = abs(x);
    if !(a >= 1.0R) {
        return rm_rdivide_T(1.0R, rm_sinh_T(x));
    }
    let parts = rm_exp_core_T(min(a, 1500.0R), 0.0R);
    let h = rm_keep_T(1.0R + parts.expm1, parts.expm1);
    let w = rm_lost_T(1.0R, parts.expm1, h) - rm_ldexp_T(1.0R, -2 * parts.k) / h;
    let d = rm_keep_T(h + w, parts.expm1);
    let lost = rm_lost_T(h, w, d);
    // hidden, since a driver may take n / d + e / d together as (n + e) / d
    let q = rm_keep_T(2.0R / d, d);
    return rm_copysign_T(rm_ldexp_T(q + (rm_residual_T(2.0R, q, d) - q * lost) / d, -parts.k), x);
}

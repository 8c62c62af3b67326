// needs: erfinv_core, erfcx_core, log
// erfinv(y) for |y| <= 5/8
fn rm_erfinv_middle_T(y: REAL) -> REAL { return y * rm_erfinv_ratio_T(y * y); }
// the x with erfc(x) = c for 0 < c <= 3/8: a start of six digits, then one step of second order on log erfc
fn rm_erfcinv_tail_T(c: REAL) -> REAL {
    let l = -rm_log_T(c);
    let s = sqrt(l);
    var x = rm_erfcinv_near_T(s);
    if s > 2.5R { x = rm_erfcinv_mid_T(s); }
    if s > 7.0R { x = rm_erfcinv_far_T(s); }
    // e = c / erfc(x) - 1
    let scaled = rm_erfcx_positive_T(x);
    let square = rm_keep_T(x * x, x);
    let parts = rm_exp_core_T(square - l, rm_product_error_T(x, x, square));
    let e = (rm_ldexp_T(1.0R + parts.expm1, parts.k) - scaled) / scaled;
    let h = 0.88622692545275801365R * scaled;
    let step = -h * (e - e * e * (0.5R - e * (0.33333333333333333R - 0.25R * e)));
    return x + step * (1.0R + step * (x - 0.5R / h));
}

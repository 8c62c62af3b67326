// needs: bits, sqrt, rdivide
fn rm_hypot_T(x: REAL, y: REAL) -> REAL {
    let a = max(abs(x), abs(y));
    // Numbers whose squares neither overflow nor vanish, as nearly all are.  NaN is not among them.
    if (abs(x) < 1.0e18R && abs(y) < 1.0e18R && a > 1.0e-14R) { return rm_sqrt_T(x * x + y * y); }
    if (rm_isinf_T(x) || rm_isinf_T(y)) { return rm_inf_T(); }
    if (rm_isnan_T(x) || rm_isnan_T(y)) { return rm_nan_T(); }
    let b = min(abs(x), abs(y));
    let q = rm_rdivide_T(b, a);
    // a sqrt(1 + q^2), as a + a (sqrt(1 + q^2) - 1) to keep the error of the root small
    let z = q * q;
    let y0 = a + a * (z / (1.0R + rm_sqrt_T(1.0R + z)));
    return select(y0, a, a == 0.0R || b == 0.0R);
}

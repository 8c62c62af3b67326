// needs: bits, hypot, log, log1p, atan2
// the logarithm of a + b i
fn rm_clog_T(a: REAL, b: REAL) -> vec2<REAL> {
    let x = max(abs(a), abs(b));
    let y = min(abs(a), abs(b));
    var modulus = 0.0R;
    if x > 0.5R && x < 1.5R && rm_isfinite_T(a) && rm_isfinite_T(b) {
        // near one, where the logarithm of the rounded modulus would lose bits
        modulus = 0.5R * rm_log1p_T(fma(x - 1.0R, x + 1.0R, y * y));
    } else {
        let large = x > 1.0e30R;
        let scale = select(1.0R, 0.25R, large);
        modulus = rm_log_T(rm_hypot_T(a * scale, b * scale)) + select(0.0R, 1.38629436111989061883R, large);
    }
    return vec2<REAL>(modulus, rm_atan2_T(b, a));
}

// needs: asinh_core, log1p, log
fn rm_asinh_T(x: REAL) -> REAL {
    let a = abs(x);
    let b = min(a, 100000000.0R);
    let q = b * b;
    let y = select(rm_log1p_T(b + q / (1.0R + sqrt(q + 1.0R))), rm_log_T(a) + 0.69314718055994530942R, a > 100000000.0R);
    return select(rm_copysign_T(y, x), select(rm_asinh_small_T(x), x, rm_isnan_T(x) || x == 0.0R), !(a > 0.5R));
}

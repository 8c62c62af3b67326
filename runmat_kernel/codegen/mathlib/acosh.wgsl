// needs: asinh_core, log1p, log, sqrt
fn rm_acosh_T(x: REAL) -> REAL {
    let t = x - 1.0R;
    let b = min(t, 100000000.0R);
    let near = 2.0R * rm_asinh_small_T(rm_sqrt_T(0.5R * b));
    let y = select(rm_log1p_T(b + sqrt(2.0R * b + b * b)), rm_log_T(x) + 0.69314718055994530942R, x > 100000000.0R);
    return select(select(y, near, t <= 0.5R), rm_nan_T(), !(x >= 1.0R));
}

// needs: log_core
fn rm_log_f64(x: f64) -> f64 {
    let parts = rm_split_exponent_f64(x);
    let k = f64(parts.k);
    let f = parts.m - 1.0lf;
    let y = fma(k, 0.6931471805598903lf, f + fma(k, 5.497923018708371e-14lf, rm_log1p_tail_f64(f)));
    return rm_log_special_f64(x, y);
}

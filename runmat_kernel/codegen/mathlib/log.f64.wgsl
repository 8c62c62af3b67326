// needs: log_core
// log(x) for x positive and finite
fn rm_log_normal_f64(x: f64) -> f64 {
    let parts = rm_split_exponent_f64(x);
    let k = f64(parts.k);
    let f = parts.m - 1.0lf;
    return fma(k, 0.6931471805598903lf, f + fma(k, 5.497923018708371e-14lf, rm_log1p_tail_f64(f)));
}
fn rm_log_f64(x: f64) -> f64 {
    return rm_log_special_f64(x, rm_log_normal_f64(x));
}

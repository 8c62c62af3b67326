// needs: log_core
fn rm_log1p_f64(x: f64) -> f64 {
    let u = rm_keep_f64(1.0lf + x, x);
    // what rounding 1 + x lost, relative to u
    let lost = select(x - (u - 1.0lf), 1.0lf - (u - x), u >= 2.0lf) / u;
    let parts = rm_split_exponent_f64(u);
    let k = f64(parts.k);
    let exact = parts.k == 0;
    let f = select(parts.m - 1.0lf, x, exact);
    let correction = select(lost, 0.0lf, exact);
    let y = fma(k, 0.6931471805598903lf, f + (fma(k, 5.497923018708371e-14lf, correction) + rm_log1p_tail_f64(f)));
    let v = select(rm_log_special_f64(u, y), x, x == 0.0lf);
    return select(v, x, x == rm_inf_f64() || rm_isnan_f64(x));
}

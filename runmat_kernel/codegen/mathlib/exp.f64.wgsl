// needs: exp_core
fn rm_exp_f64(x: f64) -> f64 {
    let parts = rm_exp_core_f64(clamp(x, -746.0lf, 710.0lf), 0.0lf);
    let y = rm_ldexp_f64(1.0lf + parts.expm1, parts.k);
    return select(y, x + x, rm_isnan_f64(x));
}

// needs: exp_core
fn rm_expm1_f64(x: f64) -> f64 {
    let parts = rm_exp_core_f64(clamp(x, -40.0lf, 710.0lf), 0.0lf);
    let k = parts.k;
    // 2^k (1 + e) - 1, with the cancelling parts subtracted first
    let large = k > 60;
    let scale = rm_pow2_f64(select(k, 0, large));
    let y = fma(scale, parts.expm1, scale - 1.0lf);
    let huge = rm_ldexp_f64(1.0lf + parts.expm1, k);
    return select(select(y, huge, large), x, x == 0.0lf || rm_isnan_f64(x));
}

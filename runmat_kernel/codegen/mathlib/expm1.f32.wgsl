// needs: exp_core
fn rm_expm1_f32(x: f32) -> f32 {
    let parts = rm_exp_core_f32(clamp(x, -18.0f, 89.0f), 0.0f);
    let k = parts.k;
    // 2^k (1 + e) - 1, with the cancelling parts subtracted first
    let large = k > 30;
    let scale = rm_pow2_f32(select(k, 0, large));
    let y = fma(scale, parts.expm1, scale - 1.0f);
    let huge = rm_ldexp_f32(1.0f + parts.expm1, k);
    return select(select(y, huge, large), x, x == 0.0f || rm_isnan_f32(x));
}

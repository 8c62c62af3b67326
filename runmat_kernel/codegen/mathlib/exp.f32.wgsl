// needs: exp_core
fn rm_exp_f32(x: f32) -> f32 {
    let parts = rm_exp_core_f32(clamp(x, -104.0f, 89.0f), 0.0f);
    let y = rm_ldexp_f32(1.0f + parts.expm1, parts.k);
    return select(y, x + x, rm_isnan_f32(x));
}

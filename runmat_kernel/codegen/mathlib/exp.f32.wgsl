// needs: exp_core, exp_fused
fn rm_exp_f32(x: f32) -> f32 {
    if FUSED {
        // subnormal results by a detour of 2^64
        let low = x < -87.33654f;
        let y = rm_exp_normal_f32(select(x, max(x, -104.0f) + 44.361419677734375f, low));
        let v = select(select(y, y * 5.421010862427522e-20f, low), rm_inf_f32(), x > 88.72283935546875f);
        return select(v, x, rm_isnan_f32(x));
    }
    let parts = rm_exp_core_f32(clamp(x, -104.0f, 89.0f), 0.0f);
    return select(rm_ldexp_f32(1.0f + parts.expm1, parts.k), x + x, rm_isnan_f32(x));
}

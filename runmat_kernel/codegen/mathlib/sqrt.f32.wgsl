// needs: bits
// Vulkan allows sqrt 3 ulp: one correction by the residual makes it right.  A subnormal is its bits times 2^-149.
fn rm_sqrt_f32(x: f32) -> f32 {
    let own = bitcast<u32>(x);
    let subnormal = own < 0x00800000u && own != 0u;
    let v = select(x, f32(own) * 2.0f, subnormal);
    let s = sqrt(v);
    let y = fma(rm_residual_f32(v, s, s), 0.5f / s, s);
    return select(s, select(y, y * 2.6469779601696886e-23f, subnormal), v > 0.0f && rm_isfinite_f32(v));
}

// needs: expm1, exp_fused
// tanh(x) for |x| < 0.55; NaN is handed on, zeros keep their sign
fn rm_tanh_small_f32(x: f32) -> f32 {
    let z = x * x;
    return select(fma(x * z, fma(fma(fma(fma(fma(fma(-0.0009654481546021998f, z, 0.0034046547953039408f), z, -0.008826103061437607f), z, 0.021865643560886383f), z, -0.05396806076169014f), z, 0.13333332538604736f), z, -0.3333333432674408f), x), x, x == 0.0f);
}
fn rm_tanh_f32(x: f32) -> f32 {
    let a = min(abs(x), 10.0f);
    var y: f32;
    if FUSED {
        // 1 - 2 / (e^2a + 1), the quotient by one Newton step
        let d = rm_exp_normal_f32(a + a) + 1.0f;
        let q = 1.0f / d;
        y = fma(-2.0f, fma(fma(-d, q, 1.0f), q, q), 1.0f);
    } else {
        y = 1.0f - 2.0f / (rm_expm1_f32(a + a) + 2.0f);
    }
    return select(rm_tanh_small_f32(x), rm_copysign_f32(y, x), abs(x) >= 0.550000011920929f);
}

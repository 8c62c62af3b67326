// needs: asin_core
fn rm_asin_f32(x: f32) -> f32 {
    let a = abs(x);
    if a <= 0.5f {
        return fma(x, rm_asin_tail_f32(x * x), x);
    }
    let s = rm_asin_far_f32(0.5f * (1.0f - a));
    let y = 1.5707963705062866f - ((2.0f * s.x - -4.371138828673793e-08f) + 2.0f * s.y);
    return select(rm_copysign_f32(y, x), rm_nan_f32(), !(a <= 1.0f));
}

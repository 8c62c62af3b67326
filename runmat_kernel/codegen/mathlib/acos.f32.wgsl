// needs: asin_core
fn rm_acos_f32(x: f32) -> f32 {
    let a = abs(x);
    if a <= 0.5f {
        let tail = x * rm_asin_tail_f32(x * x);
        return 1.5707963705062866f - (x - (-4.371138828673793e-08f - tail));
    }
    let s = rm_asin_far_f32(0.5f * (1.0f - a));
    let near = 2.0f * (s.x + s.y);
    let far = 3.1415927410125732f - 2.0f * (s.x - (-4.371138828673793e-08f - s.y));
    return select(select(near, far, x < 0.0f), rm_nan_f32(), !(a <= 1.0f));
}

// needs: log_core
// log(x) for x positive and finite
fn rm_log_normal_f32(x: f32) -> f32 {
    let parts = rm_split_exponent_f32(x);
    let k = f32(parts.k);
    let f = parts.m - 1.0f;
    return fma(k, 0.693145751953125f, f + fma(k, 1.428606765330187e-06f, rm_log1p_tail_f32(f)));
}
fn rm_log_f32(x: f32) -> f32 {
    return rm_log_special_f32(x, rm_log_normal_f32(x));
}

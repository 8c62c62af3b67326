// needs: bits
// (asin(x) - x) / x for 0 <= x^2 = z <= 1/4
fn rm_asin_tail_f32(z: f32) -> f32 {
    return z * (fma(fma(fma(fma(fma(0.03370072692632675f, z, 0.017143717035651207f), z, 0.031101727858185768f), z, 0.044599320739507675f), z, 0.07500094920396805f), z, 0.1666666567325592f));
}
// sqrt(z) as a sum of two, and twice its arc sine, for z <= 1/4
fn rm_asin_far_f32(z: f32) -> vec2<f32> {
    let root = sqrt(z);
    let rest = select(rm_residual_f32(z, root, root) / (root + root), 0.0f, z == 0.0f);
    let s = rm_keep_f32(root + rest, z);
    let error = rm_lost_f32(root, rest, s);
    return vec2<f32>(s, select(fma(s, rm_asin_tail_f32(z), error), 0.0f, z == 0.0f));
}

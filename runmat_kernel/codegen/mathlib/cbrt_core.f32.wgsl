// needs: rdivide
// the cube root of 1 <= m <= 2 to five digits
fn rm_cbrt_start_f32(m: f32) -> f32 {
    return fma(fma(fma(fma(-0.01010221242904663f, m, 0.083079032599926f), m, -0.29395410418510437f), m, 0.7117424011230469f), m, 0.5092481374740601f);
}

// needs: bits
const rm_degrees_per_radian_f32 = vec2<f32>(57.295780181884766f, -6.688024427603523e-07f);
// radians, given as a sum of two, in degrees
fn rm_degrees_f32(y: vec2<f32>) -> f32 {
    let c = rm_degrees_per_radian_f32;
    let high = rm_keep_f32(y.x * c.x, y.y);
    return high + (rm_product_error_f32(y.x, c.x, high) + fma(y.x, c.y, y.y * c.x));
}

// needs: bits
const rm_degrees_per_radian_f64 = vec2<f64>(57.29577951308232lf, -1.9878495670576283e-15lf);
// radians, given as a sum of two, in degrees
fn rm_degrees_f64(y: vec2<f64>) -> f64 {
    let c = rm_degrees_per_radian_f64;
    let high = rm_keep_f64(y.x * c.x, y.y);
    return high + (rm_product_error_f64(y.x, c.x, high) + fma(y.x, c.y, y.y * c.x));
}

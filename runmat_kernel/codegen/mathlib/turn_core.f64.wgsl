// needs: trig_core, fmod
// pi r, as a sum of two
fn rm_pi_pair_f64(r: f64) -> vec2<f64> {
    let c = vec2<f64>(3.141592653589793lf, 1.2246467991473532e-16lf);
    let high = rm_keep_f64(r * c.x, r);
    return vec2<f64>(high, fma(r, c.y, rm_product_error_f64(r, c.x, high)));
}
// r degrees in radians, as a sum of two
fn rm_degree_pair_f64(r: f64) -> vec2<f64> {
    let c = vec2<f64>(0.017453292519943295lf, 2.9486522708701687e-19lf);
    let high = rm_keep_f64(r * c.x, r);
    return vec2<f64>(high, fma(r, c.y, rm_product_error_f64(r, c.x, high)));
}

// needs: trig_core, fmod
// pi r, as a sum of two
fn rm_pi_pair_f32(r: f32) -> vec2<f32> {
    let c = vec2<f32>(3.1415927410125732f, -8.742277657347586e-08f);
    let high = rm_keep_f32(r * c.x, r);
    return vec2<f32>(high, fma(r, c.y, rm_product_error_f32(r, c.x, high)));
}
// r degrees in radians, as a sum of two
fn rm_degree_pair_f32(r: f32) -> vec2<f32> {
    let c = vec2<f32>(0.01745329238474369f, 1.3519960151420207e-10f);
    let high = rm_keep_f32(r * c.x, r);
    return vec2<f32>(high, fma(r, c.y, rm_product_error_f32(r, c.x, high)));
}

// needs: rand_uniform, box_muller
// Elements 2n and 2n + 1 from the uniforms 2n and 2n + 1 of the same index: u1 = 1 - uniform is never 0.
fn rm_rand_normal4_f64(index: u32, key: vec2<u32>, counter: vec2<u32>) -> vec4<f64> {
    let u = rm_rand_uniform4_f64(index, key, counter);
    return vec4<f64>(rm_box_muller_f64(1.0lf - u.x, u.y), rm_box_muller_f64(1.0lf - u.z, u.w));
}
// element ``index`` of an array whose first block is ``counter``
fn rm_rand_normal_f64(index: u32, key: vec2<u32>, counter: vec2<u32>) -> f64 {
    let u = rm_rand_uniform4_f64(index & 0xfffffffcu, key, counter);
    let at = index & 2u;
    let z = rm_box_muller_f64(1.0lf - select(u.x, u.z, at == 2u), select(u.y, u.w, at == 2u));
    return select(z.x, z.y, (index & 1u) == 1u);
}

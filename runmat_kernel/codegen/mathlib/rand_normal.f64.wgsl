// needs: rand_uniform, box_muller
// Elements 2n and 2n + 1 from the uniforms 2n and 2n + 1 of the same index: u1 = 1 - uniform is never 0.
fn rm_rand_normal_block_f64(key: vec2<u32>, counter: vec2<u32>) -> array<f64, 4> {
    let u = rm_rand_uniform_block_f64(key, counter);
    let a = rm_box_muller_f64(1.0lf - u[0], u[1]);
    let b = rm_box_muller_f64(1.0lf - u[2], u[3]);
    return array<f64, 4>(a.x, a.y, b.x, b.y);
}
// element ``index`` of an array whose first block is ``counter``
fn rm_rand_normal_f64(index: u32, key: vec2<u32>, counter: vec2<u32>) -> f64 {
    let u = rm_rand_uniform_block_f64(key, rm_advance(counter, index >> 2u));
    let second = (index & 2u) == 2u;
    let z = rm_box_muller_f64(1.0lf - select(u[0], u[2], second), select(u[1], u[3], second));
    return select(z.x, z.y, (index & 1u) == 1u);
}

// needs: philox
// Uniform numbers in [0, 1) with 53 bits; a block gives four.
fn rm_rand_uniform_block_f64(key: vec2<u32>, counter: vec2<u32>) -> array<f64, 4> {
    let w = rm_philox(key, counter);
    var u: array<f64, 4>;
    for (var i = 0u; i < 4u; i++) {
        u[i] = f64(((u64(w[2u * i + 1u]) << 32u) | u64(w[2u * i])) >> 11u) * 1.1102230246251565e-16lf;
    }
    return u;
}
// element ``index`` of an array whose first block is ``counter``
fn rm_rand_uniform_f64(index: u32, key: vec2<u32>, counter: vec2<u32>) -> f64 {
    var u = rm_rand_uniform_block_f64(key, rm_advance(counter, index >> 2u));
    return u[index & 3u];
}
// elements ``index`` ... ``index + 3``; ``index`` is a multiple of four
fn rm_rand_uniform4_f64(index: u32, key: vec2<u32>, counter: vec2<u32>) -> vec4<f64> {
    var u = rm_rand_uniform_block_f64(key, rm_advance(counter, index >> 2u));
    return vec4<f64>(u[0], u[1], u[2], u[3]);
}

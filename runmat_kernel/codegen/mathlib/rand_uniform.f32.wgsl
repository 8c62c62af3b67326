// needs: philox
// Uniform numbers in [0, 1) with 24 bits; a block gives eight.
fn rm_rand_uniform_block_f32(key: vec2<u32>, counter: vec2<u32>) -> array<f32, 8> {
    let w = rm_philox(key, counter);
    var u: array<f32, 8>;
    for (var i = 0u; i < 8u; i++) { u[i] = f32(w[i] >> 8u) * 5.9604644775390625e-08f; }
    return u;
}
// element ``index`` of an array whose first block is ``counter``
fn rm_rand_uniform_f32(index: u32, key: vec2<u32>, counter: vec2<u32>) -> f32 {
    var u = rm_rand_uniform_block_f32(key, rm_advance(counter, index >> 3u));
    return u[index & 7u];
}
// elements ``index`` ... ``index + 3``; ``index`` is a multiple of four
fn rm_rand_uniform4_f32(index: u32, key: vec2<u32>, counter: vec2<u32>) -> vec4<f32> {
    var u = rm_rand_uniform_block_f32(key, rm_advance(counter, index >> 3u));
    let at = index & 4u;
    return vec4<f32>(u[at], u[at + 1u], u[at + 2u], u[at + 3u]);
}

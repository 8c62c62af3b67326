// needs: philox
// Uniform numbers in [0, 1) with 24 bits; a block gives eight.
fn rm_uniform_of_word_f32(w: u32) -> f32 { return f32(w >> 8u) * 5.9604644775390625e-08f; }
fn rm_rand_uniform_block_f32(key: vec2<u32>, counter: vec2<u32>) -> array<f32, 8> {
    let w = rm_philox(key, counter);
    return array<f32, 8>(
        rm_uniform_of_word_f32(w[0]), rm_uniform_of_word_f32(w[1]), rm_uniform_of_word_f32(w[2]), rm_uniform_of_word_f32(w[3]),
        rm_uniform_of_word_f32(w[4]), rm_uniform_of_word_f32(w[5]), rm_uniform_of_word_f32(w[6]), rm_uniform_of_word_f32(w[7]));
}
// element ``index`` of an array whose first block is ``counter``
fn rm_rand_uniform_f32(index: u32, key: vec2<u32>, counter: vec2<u32>) -> f32 {
    var w = rm_philox(key, rm_advance(counter, index >> 3u));
    return rm_uniform_of_word_f32(w[index & 7u]);
}

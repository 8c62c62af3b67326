// needs: philox
// Uniform numbers in [0, 1) with 53 bits; a block gives four.
fn rm_uniform_of_words_f64(low: u32, high: u32) -> f64 {
    return f64(((u64(high) << 32u) | u64(low)) >> 11u) * 1.1102230246251565e-16lf;
}
fn rm_rand_uniform_block_f64(key: vec2<u32>, counter: vec2<u32>) -> array<f64, 4> {
    let w = rm_philox(key, counter);
    return array<f64, 4>(
        rm_uniform_of_words_f64(w[0], w[1]), rm_uniform_of_words_f64(w[2], w[3]),
        rm_uniform_of_words_f64(w[4], w[5]), rm_uniform_of_words_f64(w[6], w[7]));
}
// element ``index`` of an array whose first block is ``counter``
fn rm_rand_uniform_f64(index: u32, key: vec2<u32>, counter: vec2<u32>) -> f64 {
    var w = rm_philox(key, rm_advance(counter, index >> 2u));
    let at = (index & 3u) * 2u;
    return rm_uniform_of_words_f64(w[at], w[at + 1u]);
}

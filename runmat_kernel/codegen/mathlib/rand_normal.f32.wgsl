// needs: philox, box_muller
// Elements 2n and 2n + 1 from the words 2n and 2n + 1: u1 = (w + 1) / 2^32 reaches far into the tails, u2 has 24 bits.
fn rm_rand_normal_pair_f32(w1: u32, w2: u32) -> vec2<f32> {
    return rm_box_muller_f32((f32(w1) + 1.0f) * 2.3283064365386963e-10f, f32(w2 >> 8u) * 5.9604644775390625e-08f);
}
// the eight elements of a block
fn rm_rand_normal_block_f32(key: vec2<u32>, counter: vec2<u32>) -> array<f32, 8> {
    let w = rm_philox(key, counter);
    let a = rm_rand_normal_pair_f32(w[0], w[1]);
    let b = rm_rand_normal_pair_f32(w[2], w[3]);
    let c = rm_rand_normal_pair_f32(w[4], w[5]);
    let d = rm_rand_normal_pair_f32(w[6], w[7]);
    return array<f32, 8>(a.x, a.y, b.x, b.y, c.x, c.y, d.x, d.y);
}
// element ``index`` of an array whose first block is ``counter``
fn rm_rand_normal_f32(index: u32, key: vec2<u32>, counter: vec2<u32>) -> f32 {
    var w = rm_philox(key, rm_advance(counter, index >> 3u));
    let at = index & 6u;
    let z = rm_rand_normal_pair_f32(w[at], w[at + 1u]);
    return select(z.x, z.y, (index & 1u) == 1u);
}

// Philox 4x64-10 (Salmon, Moraes, Dror, Shaw 2011) by 32-bit words, for adapters without 64-bit integers.
fn rm_wide_product(a: u32, b: u32) -> vec2<u32> {
    let a0 = a & 0xffffu;
    let a1 = a >> 16u;
    let b0 = b & 0xffffu;
    let b1 = b >> 16u;
    let low = a0 * b0;
    let middle = a1 * b0 + (low >> 16u);
    let other = a0 * b1 + (middle & 0xffffu);
    return vec2<u32>((other << 16u) | (low & 0xffffu), a1 * b1 + (middle >> 16u) + (other >> 16u));
}
fn rm_add_wide(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
    let low = a.x + b.x;
    return vec2<u32>(low, a.y + b.y + select(0u, 1u, low < a.x));
}
// the 128-bit product of two 64-bit numbers, (low, high) words first to last
fn rm_product_128(a: vec2<u32>, b: vec2<u32>) -> vec4<u32> {
    let p00 = rm_wide_product(a.x, b.x);
    let p01 = rm_wide_product(a.x, b.y);
    let p10 = rm_wide_product(a.y, b.x);
    let p11 = rm_wide_product(a.y, b.y);
    let middle = rm_add_wide(p10, vec2<u32>(p00.y, 0u));
    let other = rm_add_wide(p01, vec2<u32>(middle.x, 0u));
    let high = rm_add_wide(rm_add_wide(p11, vec2<u32>(middle.y, 0u)), vec2<u32>(other.y, 0u));
    return vec4<u32>(p00.x, other.x, high.x, high.y);
}
// The eight 32-bit words of a block, low half of each 64-bit word first; key and counter are (low, high) words.
fn rm_philox(key: vec2<u32>, counter: vec2<u32>) -> array<u32, 8> {
    var k0 = key;
    var k1 = vec2<u32>(0u, 0u);
    var c0 = counter;
    var c1 = vec2<u32>(0u, 0u);
    var c2 = vec2<u32>(0u, 0u);
    var c3 = vec2<u32>(0u, 0u);
    for (var i = 0u; i < 10u; i++) {
        let p0 = rm_product_128(c0, vec2<u32>(0xe14c6c93u, 0xd2e7470eu));
        let p1 = rm_product_128(c2, vec2<u32>(0x95121157u, 0xca5a8263u));
        c0 = p1.zw ^ c1 ^ k0;
        c1 = p1.xy;
        c2 = p0.zw ^ c3 ^ k1;
        c3 = p0.xy;
        k0 = rm_add_wide(k0, vec2<u32>(0x7f4a7c15u, 0x9e3779b9u));
        k1 = rm_add_wide(k1, vec2<u32>(0x84caa73bu, 0xbb67ae85u));
    }
    return array<u32, 8>(c0.x, c0.y, c1.x, c1.y, c2.x, c2.y, c3.x, c3.y);
}
// counter + n for n below 2^32
fn rm_advance(counter: vec2<u32>, n: u32) -> vec2<u32> {
    let low = counter.x + n;
    return vec2<u32>(low, counter.y + select(0u, 1u, low < n));
}
// counter + n for n as (low, high) words
fn rm_advance_far(counter: vec2<u32>, n: vec2<u32>) -> vec2<u32> {
    return rm_add_wide(counter, n);
}

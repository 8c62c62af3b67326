// needs: trig_core
// 2/pi in words of 64 bits after the binary point, behind one word of zeros.
var<private> rm_two_over_pi_f64: array<u64, 20> = array<u64, 20>(0lu, 0xa2f9836e4e441529lu, 0xfc2757d1f534ddc0lu, 0xdb6295993c439041lu, 0xfe5163abdebbc561lu, 0xb7246e3a424dd2e0lu, 0x06492eea09d1921clu, 0xfe1deb1cb129a73elu, 0xe88235f52ebb4484lu, 0xe99c7026b45f7e41lu, 0x3991d639835339f4lu, 0x9c845f8bbdf9283blu, 0x1ff897ffde05980flu, 0xef2f118b5a0a6d1flu, 0x6d367ecf27cb09b7lu, 0x4f463f669e5fea2dlu, 0x7527bac7ebe5f17blu, 0x3d0739f78a5292ealu, 0x6bfb5fb11f8d5d08lu, 0x56033046fc7b6bablu);
fn rm_two_over_pi_bits_f64(word: u32, shift: u32) -> u64 {
    return (rm_two_over_pi_f64[word] << shift) | ((rm_two_over_pi_f64[word + 1u] >> 1u) >> (63u - shift));
}
fn rm_product_high_f64(a: u64, b: u64) -> u64 {
    let a0 = a & 0xfffffffflu;
    let a1 = a >> 32u;
    let b0 = b & 0xfffffffflu;
    let b1 = b >> 32u;
    let middle = a1 * b0 + ((a0 * b0) >> 32u);
    let other = a0 * b1 + (middle & 0xfffffffflu);
    return a1 * b1 + (middle >> 32u) + (other >> 32u);
}
// Payne and Hanek: the bits of x 2/pi that matter, by integer arithmetic; for |x| >= 2^20
fn rm_reduce_large_f64(x: f64) -> rm_angle_f64 {
    let bits = bitcast<u64>(x) & 0x7ffffffffffffffflu;
    let mantissa = (bits & 0x000ffffffffffffflu) | 0x0010000000000000lu;
    let first = u32(bits >> 52u) - 1013u;
    let word = first >> 6u;
    let shift = first & 63u;
    let next = rm_two_over_pi_bits_f64(word + 1u, shift);
    let carry = rm_product_high_f64(mantissa, rm_two_over_pi_bits_f64(word + 2u, shift));
    // 128 bits in units of 2^-126 quadrants, modulo four
    let w1 = mantissa * next + carry;
    let w0 = mantissa * rm_two_over_pi_bits_f64(word, shift) + rm_product_high_f64(mantissa, next) + select(0lu, 1lu, w1 < carry);
    let quadrant = u32((w0 + 0x2000000000000000lu) >> 62u);
    // The fraction, as a signed number of magnitude at most one half: 32, 32 and 64 bits.  No double comes nearer to a multiple of
    // pi/2 than 2^-61 quadrants, so that the last part is never what remains.
    let top = bitcast<i64>((w0 << 2u) | (w1 >> 62u));
    let a = f64(top >> 32u) * 4294967296.0lf;
    let b = f64(top & 0xffffffffli);
    let f = rm_keep_f64(a + b, x);
    let g = fma(f64(w1 << 2u), 5.421010862427522e-20lf, rm_lost_f64(a, b, f));
    let product = f * 8.515303950216386e-20lf;
    let error = rm_product_error_f64(f, 8.515303950216386e-20lf, product) + fma(g, 8.515303950216386e-20lf, f * 3.319411800407449e-36lf);
    let r = rm_keep_f64(product + error, f);
    let tail = rm_lost_f64(product, error, r);
    let negative = x < 0.0lf;
    return rm_angle_f64(select(quadrant, 0u - quadrant, negative) & 3u, select(r, -r, negative), select(tail, -tail, negative));
}

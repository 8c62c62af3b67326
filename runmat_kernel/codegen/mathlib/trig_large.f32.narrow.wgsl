// needs: trig_core
// 2/pi in words of 32 bits after the binary point, behind one word of zeros.
var<private> rm_two_over_pi_f32: array<u32, 9> = array<u32, 9>(0u, 0xa2f9836eu, 0x4e441529u, 0xfc2757d1u, 0xf534ddc0u, 0xdb629599u, 0x3c439041u, 0xfe5163abu, 0xdebbc561u);
fn rm_two_over_pi_bits_f32(first: u32) -> u32 {
    let word = first >> 5u;
    let shift = first & 31u;
    let high = rm_two_over_pi_f32[word] << shift;
    return select(high | (rm_two_over_pi_f32[word + 1u] >> (32u - shift)), high, shift == 0u);
}
fn rm_wide_product_f32(a: u32, b: u32) -> vec2<u32> {
    let a0 = a & 0xffffu;
    let a1 = a >> 16u;
    let b0 = b & 0xffffu;
    let b1 = b >> 16u;
    let low = a0 * b0;
    let middle = a1 * b0 + (low >> 16u);
    let other = a0 * b1 + (middle & 0xffffu);
    return vec2<u32>((other << 16u) | (low & 0xffffu), a1 * b1 + (middle >> 16u) + (other >> 16u));
}
// Payne and Hanek: the bits of x 2/pi that matter, by integer arithmetic; for |x| >= 16384
fn rm_reduce_large_f32(x: f32) -> rm_angle_f32 {
    let bits = bitcast<u32>(x) & 0x7fffffffu;
    let mantissa = (bits & 0x007fffffu) | 0x00800000u;
    let first = u32(i32(bits >> 23u) - 150 - 2 + 32);
    let high = rm_wide_product_f32(mantissa, rm_two_over_pi_bits_f32(first));
    let middle = rm_wide_product_f32(mantissa, rm_two_over_pi_bits_f32(first + 32u));
    let low = rm_wide_product_f32(mantissa, rm_two_over_pi_bits_f32(first + 64u));
    var w2 = low.x;
    var w1 = middle.x + low.y;
    var w0 = high.x + middle.y + select(0u, 1u, w1 < low.y);
    var quadrant = w0 >> 30u;
    // the fraction, as a signed number of magnitude at most one half
    w0 = w0 & 0x3fffffffu;
    let negative = w0 >= 0x20000000u;
    if negative {
        quadrant += 1u;
        w2 = ~w2 + 1u;
        w1 = ~w1 + select(0u, 1u, w2 == 0u);
        w0 = (~w0 + select(0u, 1u, w1 == 0u && w2 == 0u)) & 0x3fffffffu;
    }
    // shifted so that the leading bit comes first
    var shift = countLeadingZeros(w0);
    if shift == 32u { w0 = w1; w1 = w2; w2 = 0u; shift = countLeadingZeros(w0) + 32u; }
    let s = shift & 31u;
    let top = select((w0 << s) | (w1 >> (32u - s)), w0, s == 0u);
    let next = select((w1 << s) | (w2 >> (32u - s)), w1, s == 0u);
    let scale = rm_pow2_f32(2 - i32(shift));
    let f = f32(top >> 8u) * (scale * 5.960464477539063e-08f);
    let g = f32(((top & 0xffu) << 16u) | (next >> 16u)) * (scale * 3.552713678800501e-15f);
    let product = f * 1.5707963705062866f;
    let error = rm_product_error_f32(f, 1.5707963705062866f, product) + fma(g, 1.5707963705062866f, f * -4.371138828673793e-08f);
    let r = rm_keep_f32(product + error, f);
    let sign = select(1.0f, -1.0f, negative != (x < 0.0f));
    return rm_angle_f32(select(quadrant, 0u - quadrant, x < 0.0f) & 3u, r * sign, rm_lost_f32(product, error, r) * sign);
}

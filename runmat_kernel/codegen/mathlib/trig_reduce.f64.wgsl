// needs: trig_core
// 2/pi in words of 64 bits after the binary point, behind one word of zeros.
var<private> rm_two_over_pi_f64: array<u64, 22> = array<u64, 22>(0lu, 0xa2f9836e4e441529lu, 0xfc2757d1f534ddc0lu, 0xdb6295993c439041lu, 0xfe5163abdebbc561lu, 0xb7246e3a424dd2e0lu, 0x6492eea09d1921clu, 0xfe1deb1cb129a73elu, 0xe88235f52ebb4484lu, 0xe99c7026b45f7e41lu, 0x3991d639835339f4lu, 0x9c845f8bbdf9283blu, 0x1ff897ffde05980flu, 0xef2f118b5a0a6d1flu, 0x6d367ecf27cb09b7lu, 0x4f463f669e5fea2dlu, 0x7527bac7ebe5f17blu, 0x3d0739f78a5292ealu, 0x6bfb5fb11f8d5d08lu, 0x56033046fc7b6bablu, 0xf0cfbc209af4361dlu, 0xa9e391615ee61b08lu);
fn rm_two_over_pi_bits_f64(first: u32) -> u64 {
    let word = first >> 6u;
    let shift = first & 63u;
    let high = rm_two_over_pi_f64[word] << shift;
    return select(high | (rm_two_over_pi_f64[word + 1u] >> (64u - shift)), high, shift == 0u);
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
    let first = u32(i32(bits >> 52u) - 1075 - 2 + 64);
    let b0 = rm_two_over_pi_bits_f64(first);
    let b1 = rm_two_over_pi_bits_f64(first + 64u);
    let b2 = rm_two_over_pi_bits_f64(first + 128u);
    var w2 = mantissa * b2;
    let carry2 = rm_product_high_f64(mantissa, b2);
    var w1 = mantissa * b1 + carry2;
    var w0 = mantissa * b0 + rm_product_high_f64(mantissa, b1) + select(0lu, 1lu, w1 < carry2);
    var quadrant = u32(w0 >> 62u);
    w0 = w0 & 0x3ffffffffffffffflu;
    let negative = w0 >= 0x2000000000000000lu;
    if negative {
        quadrant += 1u;
        w2 = ~w2 + 1lu;
        w1 = ~w1 + select(0lu, 1lu, w2 == 0lu);
        w0 = (~w0 + select(0lu, 1lu, w1 == 0lu && w2 == 0lu)) & 0x3ffffffffffffffflu;
    }
    var shift = 0u;
    if w0 == 0lu { w0 = w1; w1 = w2; w2 = 0lu; shift = 64u; }
    let leading = select(countLeadingZeros(u32(w0 >> 32u)), 32u + countLeadingZeros(u32(w0 & 0xfffffffflu)), (w0 >> 32u) == 0lu);
    let s = leading & 63u;
    shift += leading;
    let top = select((w0 << s) | (w1 >> (64u - s)), w0, s == 0u);
    let next = select((w1 << s) | (w2 >> (64u - s)), w1, s == 0u);
    let scale = rm_pow2_f64(2 - i32(shift));
    let f = f64(top >> 11u) * (scale * 1.1102230246251565e-16lf);
    let g = f64(((top & 0x7fflu) << 42u) | (next >> 22u)) * (scale * 1.232595164407831e-32lf);
    let product = f * 1.5707963267948966lf;
    let error = rm_product_error_f64(f, 1.5707963267948966lf, product) + fma(g, 1.5707963267948966lf, f * 6.123233995736766e-17lf);
    let r = rm_keep_f64(product + error, f);
    let sign = select(1.0lf, -1.0lf, negative != (x < 0.0lf));
    return rm_angle_f64(select(quadrant, 0u - quadrant, x < 0.0lf) & 3u, r * sign, ((product - r) + error) * sign);
}
// x = quadrant pi/2 + r + tail with |r| <= pi/4
fn rm_reduce_f64(x: f64) -> rm_angle_f64 {
    if abs(x) >= 1048576.0lf {
        return rm_reduce_large_f64(x);
    }
    if FUSED {
        let n = rm_nearest_f64(x, 0.6366197723675814lf);
        // the first step is exact; what the second one rounds is the tail
        let first = fma(n.value, -1.5707963267948966lf, x);
        let second = rm_keep_f64(fma(n.value, -6.123233995736766e-17lf, first), x);
        let rest = fma(n.value, 1.4973849048591698e-33lf, fma(n.value, -6.123233995736766e-17lf, first - second));
        return rm_angle_f64(u32(n.bits & 3lu), second, rest);
    }
    // pi/2 in parts of 33 bits: their products with k are exact
    let k = floor(fma(x, 0.6366197723675814lf, 0.5lf));
    let r1 = rm_keep_f64(fma(k, -1.5707963267341256lf, x), k);
    let p2 = k * 6.077100506303966e-11lf;
    let high = rm_keep_f64(r1 - p2, k);
    let back = r1 - high;
    let low = ((r1 - (high + back)) + (back - p2)) - fma(k, 2.0222662487111665e-21lf, k * 8.4784276603689e-32lf);
    let r = rm_keep_f64(high + low, k);
    return rm_angle_f64(u32(i32(k)) & 3u, r, (high - r) + low);
}

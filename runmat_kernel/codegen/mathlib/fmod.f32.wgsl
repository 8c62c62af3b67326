// needs: bits
// the exact remainder of |x| / |y| for finite operands, y not zero: long division of whole numbers, eight bits of the quotient a turn.
// No float is computed with, since devices may take subnormals for zeros.
fn rm_fmod_f32(x: f32, y: f32) -> f32 {
    let a = bitcast<u32>(x) & 0x7fffffffu;
    let b = bitcast<u32>(y) & 0x7fffffffu;
    if a < b {
        return bitcast<f32>(a);
    }
    let exponent = max(b >> 23u, 1u);
    let divisor = (b & 0x007fffffu) | select(0u, 0x00800000u, b >= 0x00800000u);
    var left = max(a >> 23u, 1u) - exponent;
    var r = ((a & 0x007fffffu) | select(0u, 0x00800000u, a >= 0x00800000u)) % divisor;
    while left > 0u && r != 0u {
        let step = min(left, 8u);
        r = (r << step) % divisor;
        left -= step;
    }
    // r 2^exponent, with its leading bit in place, or subnormal
    let shift = min(countLeadingZeros(r) - 8u, exponent - 1u);
    let mantissa = r << shift;
    return bitcast<f32>(select(mantissa, mantissa + ((exponent - shift - 1u) << 23u), mantissa >= 0x00800000u));
}

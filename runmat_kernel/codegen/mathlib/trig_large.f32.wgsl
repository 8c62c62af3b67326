// needs: trig_core
// 2/pi in words of 32 bits after the binary point, behind one word of zeros.
var<private> rm_two_over_pi_f32: array<u32, 8> = array<u32, 8>(0u, 0xa2f9836eu, 0x4e441529u, 0xfc2757d1u, 0xf534ddc0u, 0xdb629599u, 0x3c439041u, 0xfe5163abu);
// Payne and Hanek: the bits of x 2/pi that matter, by integer arithmetic; for |x| >= 16384
fn rm_reduce_large_f32(x: f32) -> rm_angle_f32 {
    let bits = bitcast<u32>(x) & 0x7fffffffu;
    let mantissa = u64((bits & 0x007fffffu) | 0x00800000u);
    let first = (bits >> 23u) - 120u;
    let word = first >> 5u;
    let shift = first & 31u;
    let b = u64(rm_two_over_pi_f32[word + 1u]);
    let c = u64(rm_two_over_pi_f32[word + 2u]);
    let high = ((u64(rm_two_over_pi_f32[word]) << 32u) | b) << shift;
    let middle = ((b << 32u) | c) << shift;
    let low = ((c << 32u) | u64(rm_two_over_pi_f32[word + 3u])) << shift;
    // in units of 2^-62 quadrants, modulo four
    let turns = ((mantissa * (high >> 32u)) << 32u) + mantissa * (middle >> 32u) + ((mantissa * (low >> 32u)) >> 32u);
    let quadrant = u32((turns + 0x2000000000000000lu) >> 62u);
    // the fraction, as a signed number of magnitude at most one half
    let angle = f64(bitcast<i64>(turns << 2u)) * 8.515303950216386e-20lf;
    let r = f32(angle);
    let tail = f32(angle - f64(r));
    let negative = x < 0.0f;
    return rm_angle_f32(select(quadrant, 0u - quadrant, negative) & 3u, select(r, -r, negative), select(tail, -tail, negative));
}

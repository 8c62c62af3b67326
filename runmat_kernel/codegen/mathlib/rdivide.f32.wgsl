// needs: bits
// x = mantissa * 2^exponent with 1 <= |mantissa| < 2; x finite, not zero
struct rm_scaled_f32 { mantissa: f32, exponent: i32 }
fn rm_split_f32(x: f32) -> rm_scaled_f32 {
    let own = bitcast<u32>(x) & 0x7fffffffu;
    let subnormal = own < 0x00800000u;
    let bits = select(own, bitcast<u32>(f32(own)), subnormal);
    let mantissa = bitcast<f32>((bits & 0x007fffffu) | 0x3f800000u | (bitcast<u32>(x) & 0x80000000u));
    return rm_scaled_f32(mantissa, i32(bits >> 23u) - 127 - select(0, 149, subnormal));
}
// The exponent of a number, beyond all others for zeros and infinities.
fn rm_extent_f32(x: f32, exponent: i32) -> i32 {
    let own = bitcast<u32>(x) & 0x7fffffffu;
    return select(select(exponent, 10000, own >= 0x7f800000u), -10000, own == 0u);
}
// Any quotient: devices lose it where 1 / b is subnormal, and some know no infinities.  Without branches: drivers write this in place
// wherever it is called, and compile branches slowly.
fn rm_rdivide_slow_f32(a: f32, b: f32) -> f32 {
    let n = rm_split_f32(a);
    let d = rm_split_f32(b);
    let over = rm_extent_f32(a, n.exponent);
    let under = rm_extent_f32(b, d.exponent);
    let exponent = over - under;
    let inverse = 1.0f / d.mantissa;
    let q = select(rm_keep_f32(n.mantissa * inverse, d.mantissa), n.mantissa * inverse, FUSED);
    let quotient = fma(rm_residual_f32(n.mantissa, q, d.mantissa), inverse, q);
    // beyond the limits without a product that overflows: what devices make of those differs
    let limit = rm_copysign_f32(select(0.0f, rm_inf_f32(), exponent > 0), quotient);
    let found = select(rm_ldexp_f32(quotient, exponent), limit, (exponent >= 129) | (exponent <= -152));
    let none = rm_isnan_f32(a) | rm_isnan_f32(b) | ((over == under) & (abs(over) == 10000));
    return select(found, rm_nan_f32(), none);
}
// Vulkan allows a quotient 2.5 ulp: one correction by the residual makes 6/3 exactly 2.
fn rm_rdivide_f32(a: f32, b: f32) -> f32 {
    let inverse = 1.0f / b;
    // hidden, since a driver may take a * inverse + r * inverse together as (a + r) * inverse
    let q = select(rm_keep_f32(a * inverse, b), a * inverse, FUSED);
    // not &&, which branches
    if (abs(b) > 1.0e-37f) & (abs(b) < 1.0e37f) & (abs(a) > 1.0e-30f) & (abs(a) < 1.0e38f) & (abs(q) > 1.0e-30f) & (abs(q) < 1.0e38f) {
        return fma(rm_residual_f32(a, q, b), inverse, q);
    }
    return rm_rdivide_slow_f32(a, b);
}

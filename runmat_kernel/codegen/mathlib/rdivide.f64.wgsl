// needs: bits
// x = mantissa * 2^exponent with 1 <= |mantissa| < 2; x finite, not zero
struct rm_scaled_f64 { mantissa: f64, exponent: i32 }
fn rm_split_f64(x: f64) -> rm_scaled_f64 {
    let subnormal = (bitcast<u64>(x) & 0x7ff0000000000000lu) == 0lu;
    let bits = bitcast<u64>(select(x, x * 18014398509481984.0lf, subnormal));
    let mantissa = bitcast<f64>((bits & 0x800ffffffffffffflu) | 0x3ff0000000000000lu);
    return rm_scaled_f64(mantissa, i32((bits >> 52u) & 0x7fflu) - 1023 - select(0, 54, subnormal));
}
// The exponent of a number, beyond all others for zeros and infinities.
fn rm_extent_f64(x: f64, exponent: i32) -> i32 {
    let own = bitcast<u64>(x) & 0x7ffffffffffffffflu;
    return select(select(exponent, 10000, own >= 0x7ff0000000000000lu), -10000, own == 0lu);
}
// Any quotient: devices lose it where 1 / b is subnormal, and some know no infinities.  Without branches: drivers write this in place
// wherever it is called, and compile branches slowly.
fn rm_rdivide_slow_f64(a: f64, b: f64) -> f64 {
    let n = rm_split_f64(a);
    let d = rm_split_f64(b);
    let over = rm_extent_f64(a, n.exponent);
    let under = rm_extent_f64(b, d.exponent);
    let exponent = over - under;
    let inverse = 1.0lf / d.mantissa;
    let q = select(rm_keep_f64(n.mantissa * inverse, d.mantissa), n.mantissa * inverse, FUSED);
    let quotient = fma(rm_residual_f64(n.mantissa, q, d.mantissa), inverse, q);
    // beyond the limits without a product that overflows: what devices make of those differs
    let limit = rm_copysign_f64(select(0.0lf, rm_inf_f64(), exponent > 0), quotient);
    let found = select(rm_ldexp_f64(quotient, exponent), limit, (exponent >= 1025) | (exponent <= -1077));
    let none = rm_isnan_f64(a) | rm_isnan_f64(b) | ((over == under) & (abs(over) == 10000));
    return select(found, rm_nan_f64(), none);
}
// Vulkan allows a quotient 2.5 ulp: one correction by the residual makes 6/3 exactly 2.
fn rm_rdivide_f64(a: f64, b: f64) -> f64 {
    let inverse = 1.0lf / b;
    // An overflown quotient is found by its size: an NVIDIA driver takes a test of its bits for true.
    // hidden, since a driver may take a * inverse + r * inverse together as (a + r) * inverse
    let q = select(rm_keep_f64(a * inverse, b), a * inverse, FUSED);
    // not &&, which branches
    if (abs(b) > 1.0e-300lf) & (abs(b) < 1.0e300lf) & (abs(a) > 1.0e-280lf) & (abs(a) < 1.0e307lf) & (abs(q) > 1.0e-280lf) & (abs(q) < 1.0e308lf) {
        return fma(rm_residual_f64(a, q, b), inverse, q);
    }
    return rm_rdivide_slow_f64(a, b);
}

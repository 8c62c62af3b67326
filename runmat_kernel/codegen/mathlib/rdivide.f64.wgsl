// needs: bits
// x = mantissa * 2^exponent with 1 <= |mantissa| < 2; x finite, not zero
struct rm_scaled_f64 { mantissa: f64, exponent: i32 }
fn rm_split_f64(x: f64) -> rm_scaled_f64 {
    let subnormal = (bitcast<u64>(x) & 0x7ff0000000000000lu) == 0lu;
    let bits = bitcast<u64>(select(x, x * 18014398509481984.0lf, subnormal));
    let mantissa = bitcast<f64>((bits & 0x800ffffffffffffflu) | 0x3ff0000000000000lu);
    return rm_scaled_f64(mantissa, i32((bits >> 52u) & 0x7fflu) - 1023 - select(0, 54, subnormal));
}
// Any quotient: devices lose it where 1 / b is subnormal, and some know no infinities.
fn rm_rdivide_slow_f64(a: f64, b: f64) -> f64 {
    if rm_isnan_f64(a) || rm_isnan_f64(b) || (rm_isinf_f64(a) && rm_isinf_f64(b)) || ((bitcast<u64>(a) & 0x7ffffffffffffffflu) == 0lu && (bitcast<u64>(b) & 0x7ffffffffffffffflu) == 0lu) {
        return rm_nan_f64();
    }
    let sign = select(1.0lf, -1.0lf, rm_signbit_f64(a) != rm_signbit_f64(b));
    if rm_isinf_f64(a) || (bitcast<u64>(b) & 0x7ffffffffffffffflu) == 0lu {
        return rm_copysign_f64(rm_inf_f64(), sign);
    }
    if rm_isinf_f64(b) || (bitcast<u64>(a) & 0x7ffffffffffffffflu) == 0lu {
        return rm_copysign_f64(0.0lf, sign);
    }
    let n = rm_split_f64(a);
    let d = rm_split_f64(b);
    let exponent = n.exponent - d.exponent;
    // beyond the limits without a product that overflows: what devices make of those differs
    if exponent >= 1025 || exponent <= -1077 {
        return rm_copysign_f64(select(0.0lf, rm_inf_f64(), exponent > 0), sign);
    }
    let inverse = 1.0lf / d.mantissa;
    let q = select(rm_keep_f64(n.mantissa * inverse, d.mantissa), n.mantissa * inverse, FUSED);
    return rm_ldexp_f64(fma(rm_residual_f64(n.mantissa, q, d.mantissa), inverse, q), exponent);
}
// Vulkan allows a quotient 2.5 ulp: one correction by the residual makes 6/3 exactly 2.
fn rm_rdivide_f64(a: f64, b: f64) -> f64 {
    let inverse = 1.0lf / b;
    // An overflown quotient is found by its size: an NVIDIA driver takes a test of its bits for true.
    // hidden, since a driver may take a * inverse + r * inverse together as (a + r) * inverse
    let q = select(rm_keep_f64(a * inverse, b), a * inverse, FUSED);
    if abs(b) > 1.0e-300lf && abs(b) < 1.0e300lf && abs(a) > 1.0e-280lf && abs(a) < 1.0e307lf && abs(q) > 1.0e-280lf && abs(q) < 1.0e308lf {
        return fma(rm_residual_f64(a, q, b), inverse, q);
    }
    return rm_rdivide_slow_f64(a, b);
}

// The bits of a double, tests on them that no compiler folds away, and special values.
fn rm_bits_f64(x: f64) -> u64 { return bitcast<u64>(x); }
fn rm_from_bits_f64(u: u64) -> f64 { return bitcast<f64>(u); }
fn rm_isnan_f64(x: f64) -> bool { return (bitcast<u64>(x) & 0x7ffffffffffffffflu) > 0x7ff0000000000000lu; }
fn rm_isinf_f64(x: f64) -> bool { return (bitcast<u64>(x) & 0x7ffffffffffffffflu) == 0x7ff0000000000000lu; }
fn rm_isfinite_f64(x: f64) -> bool { return (bitcast<u64>(x) & 0x7ff0000000000000lu) != 0x7ff0000000000000lu; }
fn rm_signbit_f64(x: f64) -> bool { return (bitcast<u64>(x) >> 63u) != 0lu; }
fn rm_nan_f64() -> f64 { return rm_from_bits_f64(0x7ff8000000000000lu); }
fn rm_inf_f64() -> f64 { return rm_from_bits_f64(0x7ff0000000000000lu); }
fn rm_copysign_f64(x: f64, s: f64) -> f64 {
    return bitcast<f64>((bitcast<u64>(x) & 0x7ffffffffffffffflu) | (bitcast<u64>(s) & 0x8000000000000000lu));
}
// a zero of either sign; devices that flush subnormals compare them equal to zero
fn rm_iszero_f64(x: f64) -> bool { return (bitcast<u64>(x) & 0x7ffffffffffffffflu) == 0lu; }
// the leading half of the mantissa
fn rm_head_f64(x: f64) -> f64 { return bitcast<f64>(bitcast<u64>(x) & 0xfffffffff8000000lu); }
// v itself, behind a step that no compiler sees through: error terms such as x - ((1 + x) - 1) would be simplified to zero.
// The payload of one NaN changes.  A test of another number does not do: drivers fold it where they know a bound, as of min(x, 40).
fn rm_keep_f64(v: f64, finite: f64) -> f64 {
    let bits = bitcast<u64>(v);
    return bitcast<f64>(bits ^ select(0lu, 1lu, (bits & 0x7ffffffffffffffflu) == 0x7ffedcba98765432lu));
}
// What rounding a + b to ``sum`` lost, for |a| >= |b| and a kept ``sum``.  Hidden at each step: drivers reassociate, and b - (sum - a)
// taken as (a + b) - sum is zero.
fn rm_lost_f64(a: f64, b: f64, sum: f64) -> f64 {
    return rm_keep_f64(b - rm_keep_f64(sum - a, sum), sum);
}
// what rounding a * b to p = a * b lost; FUSED says whether fma is a true one on this device
fn rm_product_error_f64(a: f64, b: f64, p: f64) -> f64 {
    if FUSED {
        return fma(a, b, -p);
    }
    let ah = bitcast<f64>(bitcast<u64>(a) & 0xfffffffff8000000lu);
    let bh = bitcast<f64>(bitcast<u64>(b) & 0xfffffffff8000000lu);
    let al = a - ah;
    let bl = b - bh;
    return ((ah * bh - p) + ah * bl + al * bh) + al * bl;
}
// a - q * b with one rounding.  Where fma is a true one, a - p would be contracted and the error counted twice.
fn rm_residual_f64(a: f64, q: f64, b: f64) -> f64 {
    if FUSED {
        return fma(-q, b, a);
    }
    let p = q * b;
    return (a - p) - rm_product_error_f64(q, b, p);
}
// The integer nearest to x * scale, for a result well inside the mantissa: added to 1.5 * 2^52 it stands in the low bits of the sum.
// The mask changes nothing, but hides from the compiler that the number is subtracted again.  No conversion unit is needed.
struct rm_whole_f64 { bits: u64, value: f64 }
fn rm_nearest_f64(x: f64, scale: f64) -> rm_whole_f64 {
    let bits = bitcast<u64>(fma(x, scale, 6755399441055744.0lf)) & 0x433ffffffffffffflu;
    return rm_whole_f64(bits, bitcast<f64>(bits) - 6755399441055744.0lf);
}
// 2^k for -1022 <= k <= 1023
fn rm_pow2_f64(k: i32) -> f64 { return bitcast<f64>(u64(k + 1023) << 52u); }
// x * 2^k for any k, in two steps so that results near the limits are right
fn rm_ldexp_f64(x: f64, k: i32) -> f64 {
    let n = clamp(k, -2044, 2046);
    let half = n >> 1u;
    return x * rm_pow2_f64(half) * rm_pow2_f64(n - half);
}
// the exponent of two of a number; 0 for infinities and NaN
fn rm_exponent_f64(x: f64) -> i32 {
    let own = i32((bitcast<u64>(x) >> 52u) & 0x7fflu);
    return select(max(own, 1) - 1023, 0, own == 2047);
}

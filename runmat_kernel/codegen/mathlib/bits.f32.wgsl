// The bits of a float, tests on them that no compiler folds away, and special values.
fn rm_bits_f32(x: f32) -> u32 { return bitcast<u32>(x); }
fn rm_from_bits_f32(u: u32) -> f32 { return bitcast<f32>(u); }
fn rm_isnan_f32(x: f32) -> bool { return (bitcast<u32>(x) & 0x7fffffffu) > 0x7f800000u; }
fn rm_isinf_f32(x: f32) -> bool { return (bitcast<u32>(x) & 0x7fffffffu) == 0x7f800000u; }
fn rm_isfinite_f32(x: f32) -> bool { return (bitcast<u32>(x) & 0x7f800000u) != 0x7f800000u; }
fn rm_signbit_f32(x: f32) -> bool { return (bitcast<u32>(x) >> 31u) != 0u; }
fn rm_nan_f32() -> f32 { return rm_from_bits_f32(0x7fc00000u); }
fn rm_inf_f32() -> f32 { return rm_from_bits_f32(0x7f800000u); }
fn rm_copysign_f32(x: f32, s: f32) -> f32 {
    return bitcast<f32>((bitcast<u32>(x) & 0x7fffffffu) | (bitcast<u32>(s) & 0x80000000u));
}
// a zero of either sign; devices that flush subnormals compare them equal to zero
fn rm_iszero_f32(x: f32) -> bool { return (bitcast<u32>(x) & 0x7fffffffu) == 0u; }
// the leading half of the mantissa
fn rm_head_f32(x: f32) -> f32 { return bitcast<f32>(bitcast<u32>(x) & 0xfffff000u); }
// v itself, behind a step that no compiler sees through: error terms such as x - ((1 + x) - 1) would be simplified to zero.
// The payload of one NaN changes.  A test of another number does not do: drivers fold it where they know a bound, as of min(x, 40).
fn rm_keep_f32(v: f32, finite: f32) -> f32 {
    let bits = bitcast<u32>(v);
    return bitcast<f32>(bits ^ select(0u, 1u, (bits & 0x7fffffffu) == 0x7fedcba9u));
}
// What rounding a + b to ``sum`` lost, for |a| >= |b| and a kept ``sum``.  Hidden at each step: drivers reassociate, and b - (sum - a)
// taken as (a + b) - sum is zero.
fn rm_lost_f32(a: f32, b: f32, sum: f32) -> f32 {
    return rm_keep_f32(b - rm_keep_f32(sum - a, sum), sum);
}
// what rounding a * b to p = a * b lost; FUSED says whether fma is a true one on this device
fn rm_product_error_f32(a: f32, b: f32, p: f32) -> f32 {
    if FUSED {
        return fma(a, b, -p);
    }
    let ah = bitcast<f32>(bitcast<u32>(a) & 0xfffff000u);
    let bh = bitcast<f32>(bitcast<u32>(b) & 0xfffff000u);
    let al = a - ah;
    let bl = b - bh;
    return ((ah * bh - p) + ah * bl + al * bh) + al * bl;
}
// a - q * b with one rounding.  Where fma is a true one, a - p would be contracted and the error counted twice.
fn rm_residual_f32(a: f32, q: f32, b: f32) -> f32 {
    if FUSED {
        return fma(-q, b, a);
    }
    let p = q * b;
    return (a - p) - rm_product_error_f32(q, b, p);
}
// The integer nearest to x * scale, for a result well inside the mantissa: added to 1.5 * 2^23 it stands in the low bits of the sum.
// The mask changes nothing, but hides from the compiler that the number is subtracted again.  No conversion unit is needed.
struct rm_whole_f32 { bits: u32, value: f32 }
fn rm_nearest_f32(x: f32, scale: f32) -> rm_whole_f32 {
    let bits = bitcast<u32>(fma(x, scale, 12582912.0f)) & 0x4b7fffffu;
    return rm_whole_f32(bits, bitcast<f32>(bits) - 12582912.0f);
}
// 2^k for -126 <= k <= 127
fn rm_pow2_f32(k: i32) -> f32 { return bitcast<f32>(u32(k + 127) << 23u); }
// x * 2^k for any k, in two steps so that results near the limits are right
fn rm_ldexp_f32(x: f32, k: i32) -> f32 {
    let n = clamp(k, -252, 254);
    let half = n >> 1u;
    return x * rm_pow2_f32(half) * rm_pow2_f32(n - half);
}
// the exponent of two of a number; 0 for infinities and NaN
fn rm_exponent_f32(x: f32) -> i32 {
    let own = i32((bitcast<u32>(x) >> 23u) & 0xffu);
    return select(max(own, 1) - 127, 0, own == 255);
}

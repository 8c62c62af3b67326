// needs: bits
// x = 2^k m with sqrt(1/2) <= m < sqrt(2), for x positive and finite
struct rm_log_split_f32 { k: i32, m: f32 }
fn rm_split_exponent_f32(x: f32) -> rm_log_split_f32 {
    // a subnormal is its bits times 2^-149; devices may flush it in arithmetic
    let own = bitcast<u32>(x);
    let subnormal = own < 0x00800000u;
    let bits = select(own, bitcast<u32>(f32(own)), subnormal) + (0x3f800000u - 0x3f3504f3u);
    let k = i32(bits >> 23u) - 127 - select(0, 149, subnormal);
    let m = bitcast<f32>((bits & 0x007fffffu) + 0x3f3504f3u);
    return rm_log_split_f32(k, m);
}
// log(1 + f) - f for 1 + f in [sqrt(1/2), sqrt(2)), relative to the size of log(1 + f)
fn rm_log1p_tail_f32(f: f32) -> f32 {
    let s = f / (2.0f + f);
    let z = s * s;
    let r = z * (fma(fma(fma(0.23336811363697052f, z, 0.28550586104393005f), z, 0.4000012278556824f), z, 0.6666666865348816f));
    let half = 0.5f * f * f;
    return s * (half + r) - half;
}
// the value of a logarithm at 0, negative numbers, infinity and NaN
fn rm_log_special_f32(x: f32, y: f32) -> f32 {
    var v = select(y, x, rm_isnan_f32(x) || x == rm_inf_f32());
    v = select(v, rm_nan_f32(), x < 0.0f);
    return select(v, -rm_inf_f32(), (bitcast<u32>(x) & 0x7fffffffu) == 0u);
}

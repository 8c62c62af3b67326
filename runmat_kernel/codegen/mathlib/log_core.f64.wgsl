// needs: bits
// x = 2^k m with sqrt(1/2) <= m < sqrt(2), for x positive and finite
struct rm_log_split_f64 { k: i32, m: f64 }
fn rm_split_exponent_f64(x: f64) -> rm_log_split_f64 {
    let subnormal = bitcast<u64>(x) < 0x0010000000000000lu;
    let bits = bitcast<u64>(select(x, x * 18014398509481984.0lf, subnormal)) + (0x3ff0000000000000lu - 0x3fe6a09e667f3bcdlu);
    let k = i32(bits >> 52u) - 1023 - select(0, 54, subnormal);
    let m = bitcast<f64>((bits & 0x000ffffffffffffflu) + 0x3fe6a09e667f3bcdlu);
    return rm_log_split_f64(k, m);
}
// log(1 + f) - f for 1 + f in [sqrt(1/2), sqrt(2)), relative to the size of log(1 + f)
fn rm_log1p_tail_f64(f: f64) -> f64 {
    let s = f / (2.0lf + f);
    let z = s * s;
    let r = z * (fma(fma(fma(fma(fma(fma(fma(0.13094416666525344lf, z, 0.1326802614042874lf), z, 0.15386267672882226lf), z, 0.18181795124476754lf), z, 0.22222222396552982lf), z, 0.2857142857078221lf), z, 0.4000000000000091lf), z, 0.6666666666666666lf));
    let half = 0.5lf * f * f;
    return s * (half + r) - half;
}
// the value of a logarithm at 0, negative numbers, infinity and NaN
fn rm_log_special_f64(x: f64, y: f64) -> f64 {
    var v = select(y, x, rm_isnan_f64(x) || x == rm_inf_f64());
    v = select(v, rm_nan_f64(), x < 0.0lf);
    return select(v, -rm_inf_f64(), x == 0.0lf);
}

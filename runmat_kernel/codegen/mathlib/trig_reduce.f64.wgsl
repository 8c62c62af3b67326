// needs: trig_core, trig_large
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

// needs: trig_core, trig_large
// x = quadrant pi/2 + r + tail with |r| <= pi/4
fn rm_reduce_f64(x: f64) -> rm_angle_f64 {
    if abs(x) >= 1048576.0lf {
        return rm_reduce_large_f64(x);
    }
    if FUSED {
        let n = rm_nearest_f64(x, 0.6366197723675814lf);
        // the first step is exact; near multiples of pi/2 the second product is the larger one, so either may be what is rounded
        let first = fma(n.value, -1.5707963267948966lf, x);
        let product = rm_keep_f64(n.value * -6.123233995736766e-17lf, x);
        let sum = rm_keep_f64(first + product, x);
        let larger = abs(first) >= abs(product);
        let lost = rm_lost_f64(select(product, first, larger), select(first, product, larger), sum);
        let rest = lost + fma(n.value, 1.4973849048591698e-33lf, rm_product_error_f64(n.value, -6.123233995736766e-17lf, product));
        let r = rm_keep_f64(sum + rest, x);
        return rm_angle_f64(u32(n.bits & 3lu), r, rm_lost_f64(sum, rest, r));
    }
    // pi/2 in parts of 33 bits: their products with k are exact
    let k = floor(fma(x, 0.6366197723675814lf, 0.5lf));
    let r1 = rm_keep_f64(fma(k, -1.5707963267341256lf, x), k);
    let p2 = k * 6.077100506303966e-11lf;
    let high = rm_keep_f64(r1 - p2, k);
    let back = r1 - high;
    let low = ((r1 - (high + back)) + (back - p2)) - fma(k, 2.0222662487111665e-21lf, k * 8.4784276603689e-32lf);
    let r = rm_keep_f64(high + low, k);
    return rm_angle_f64(u32(i32(k)) & 3u, r, rm_lost_f64(high, low, r));
}

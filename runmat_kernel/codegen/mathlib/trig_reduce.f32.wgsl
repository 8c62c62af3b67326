// needs: trig_core, trig_large
// x = quadrant pi/2 + r + tail with |r| <= pi/4
fn rm_reduce_f32(x: f32) -> rm_angle_f32 {
    if abs(x) >= 16384.0f {
        return rm_reduce_large_f32(x);
    }
    if FUSED {
        let n = rm_nearest_f32(x, 0.6366197466850281f);
        // the first step is exact; near multiples of pi/2 the second product is the larger one, so either may be what is rounded
        let first = fma(n.value, -1.5707963705062866f, x);
        let product = rm_keep_f32(n.value * 4.371138828673793e-08f, x);
        let sum = rm_keep_f32(first + product, x);
        let larger = abs(first) >= abs(product);
        let lost = rm_lost_f32(select(product, first, larger), select(first, product, larger), sum);
        let rest = lost + fma(n.value, 1.7151245100058819e-15f, rm_product_error_f32(n.value, 4.371138828673793e-08f, product));
        let r = rm_keep_f32(sum + rest, x);
        return rm_angle_f32(n.bits & 3u, r, rm_lost_f32(sum, rest, r));
    }
    // pi/2 in parts of ten bits: their products with k are exact
    let k = floor(fma(x, 0.6366197466850281f, 0.5f));
    let r1 = rm_keep_f32(fma(k, -1.5703125f, x), k);
    let r2 = rm_keep_f32(fma(k, -0.00048351287841796875f, r1), k);
    let p3 = k * 3.1385570764541626e-07f;
    let high = rm_keep_f32(r2 - p3, k);
    let back = r2 - high;
    let low = ((r2 - (high + back)) + (back - p3)) - fma(k, 6.070877134334296e-11f, k * 6.223371969669989e-14f);
    let r = rm_keep_f32(high + low, k);
    return rm_angle_f32(u32(i32(k)) & 3u, r, rm_lost_f32(high, low, r));
}
